"""Work in processes: results come in order, ending is immediate, and a killed process changes no result."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.parts import Parts, at_once
from engine.work import helper, workers
from engine.work.helper import MAX_DEATHS
from engine.work.workers import WorkerDiedError, Workers
from tests.support.processes import gone, kill
from tests.support.worker_tasks import (
    Held,
    PicklableError,
    UnpicklableError,
    let_go,
    no_process,
    priority,
    squared,
    stop,
    wrong,
)

ROOT = Path(__file__).resolve().parent.parent
POLLS = 10_000
"""More polls than any work here needs."""
SHORT, LONG = 0.01, 60.0
"""Maximum seconds to wait for news."""
SQUARES = [0, 1, 4, 9, 16, None, 36, 49]


class Kept(Workers[Any, Any]):
    """Workers that keep their results."""

    def __init__(self, do: Callable[[Any], Any], tasks: Iterable[Any], processes: int = 2) -> None:
        super().__init__(do, tasks, processes=processes)
        self.results: list[Any] = []

    def take(self, result: Any) -> None:
        self.results.append(result)


def held(folder: Path, count: int = len(SQUARES), deadly: int | None = None) -> list[Held]:
    return [Held(number, folder, number == deadly) for number in range(count)]


def until(kept: Kept, condition: Callable[[], bool]) -> None:
    for _ in range(POLLS):
        if condition():
            return
        kept.wait(SHORT)
        kept.poll()
    raise AssertionError("the condition never became true")


def finish(kept: Kept) -> list[Any]:
    while not kept.done:
        kept.wait(LONG)
        kept.poll()
    return kept.results


def threads() -> set[threading.Thread]:
    return set(threading.enumerate())


@pytest.fixture
def nothing_left() -> Iterator[None]:
    before = threads()
    yield
    assert threads() <= before


pytestmark = pytest.mark.usefixtures("nothing_left")


def test_processes_never_slow_the_window_down() -> None:
    """They have a lower priority than the window."""
    below_normal = 0x4000
    with Kept(priority, [0, 1]) as kept:
        kept.start()
        lowered = below_normal if sys.platform == "win32" else min(19, at_once(priority(None)) + 10)
        assert finish(kept) == [lowered] * 2


@pytest.mark.parametrize("killed", [1, 2])
def test_the_task_of_a_killed_process_is_done_by_another(tmp_path: Path, killed: int) -> None:
    tasks = held(tmp_path)
    with Kept(squared, tasks) as kept:
        kept.start()
        until(kept, lambda: bool(tasks[0].begun and tasks[1].begun))
        first = kept.pids
        assert sorted(first) == sorted(tasks[0].begun + tasks[1].begun)
        kill(*(task.begun[0] for task in tasks[:killed]))
        until(kept, lambda: all(len(task.begun) == 2 for task in tasks[:killed]))
        assert len(kept.pids) == 2 and len({*first, *kept.pids}) == 2 + killed
        assert not kept.results
        let_go(tmp_path)
        assert finish(kept) == SQUARES
    assert [len(task.begun) for task in tasks] == [2] * killed + [1] * (len(tasks) - killed)


def test_work_continues_when_an_idle_process_is_killed(tmp_path: Path) -> None:
    let_go(tmp_path)

    def tasks() -> Iterator[Held | None]:
        yield from held(tmp_path, 2)
        while len(kept.results) < 2 or not go_on:
            yield None
        yield from held(tmp_path)[2:]

    go_on: list[bool] = []
    with Kept(squared, tasks(), processes=1) as kept:
        kept.start()
        until(kept, lambda: len(kept.results) == 2)
        kill(*kept.pids)
        go_on.append(True)
        assert finish(kept) == SQUARES


def test_a_task_that_kills_every_process_is_an_error_when_its_turn_comes(tmp_path: Path) -> None:
    let_go(tmp_path)
    tasks = held(tmp_path, 6, deadly=2)
    with Kept(squared, tasks, processes=1) as kept:
        kept.start()
        with pytest.raises(WorkerDiedError, match=f"Kept: .* task 2, {MAX_DEATHS} times"):
            finish(kept)
        assert kept.results == [0, 1]
        assert len(set(tasks[2].begun)) == MAX_DEATHS
        assert finish(kept) == [0, 1, 9, 16, None]


def test_a_deadly_task_is_not_tried_without_processes(tmp_path: Path) -> None:
    tasks = held(tmp_path, 2)
    kept = Kept(squared, tasks, processes=1)
    kept.start()
    until(kept, lambda: bool(tasks[0].begun))
    kill(*kept.pids)
    until(kept, lambda: len(tasks[0].begun) == 2)
    kept.rest()
    kept.start(process=False)
    with pytest.raises(WorkerDiedError, match=r"task 0, 1 time$"):
        kept.poll()
    let_go(tmp_path)
    assert finish(kept) == [1]


# --- processes that hang ----------------------------------------------------------------------------------------------


CAN_STOP = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")


@CAN_STOP
def test_the_task_of_a_process_that_hangs_is_done_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "MAX_BEATS_MISSED", 6)
    tasks = held(tmp_path)
    with Kept(squared, tasks, processes=1) as kept:
        kept.start()
        until(kept, lambda: bool(tasks[0].begun))
        (first,) = kept.pids
        stop(first)
        until(kept, lambda: len(tasks[0].begun) == 2)
        assert gone(first)
        let_go(tmp_path)
        assert finish(kept) == SQUARES


@CAN_STOP
def test_stopping_ends_processes_that_hang_at_once(tmp_path: Path) -> None:
    tasks = held(tmp_path)
    kept = Kept(squared, tasks)
    kept.start()
    until(kept, lambda: bool(tasks[0].begun and tasks[1].begun))
    pids = kept.pids
    for pid in pids:
        stop(pid)
    kept.stop()
    assert all(map(gone, pids))


def test_a_task_longer_than_the_limit_is_not_taken_for_a_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "MAX_BEATS_MISSED", 4)
    tasks = held(tmp_path, 1)
    with Kept(squared, tasks, processes=1) as kept:
        kept.start()
        until(kept, lambda: bool(tasks[0].begun))
        for _ in range(12):
            kept.wait(helper.BEAT / 2)
            assert not kept.poll()
        let_go(tmp_path)
        assert finish(kept) == [0] and len(tasks[0].begun) == 1


# --- systems without processes ----------------------------------------------------------------------------------------


def test_processes_that_die_at_once_are_abandoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_work", no_process)
    let_go(tmp_path)
    with Kept(squared, held(tmp_path), processes=1) as kept:
        kept.start()
        assert kept.in_process
        assert finish(kept) == SQUARES
        assert not kept.in_process


@pytest.mark.parametrize("possible", [0, 1])
def test_as_many_processes_start_as_the_system_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, possible: int
) -> None:
    real, started = workers._WorkerProcess, list[workers._WorkerProcess]()

    def helper(*words: Any, **names: Any) -> Any:
        if len(started) == possible:
            raise OSError
        started.append(real(*words, **names))
        return started[-1]

    monkeypatch.setattr(workers, "_WorkerProcess", helper)
    let_go(tmp_path)
    tasks = held(tmp_path)
    with Kept(squared, tasks, processes=3) as kept:
        kept.start()
        assert kept.in_process == bool(possible)
        kept.poll()
        assert len(kept.pids) == possible
        assert finish(kept) == SQUARES
    assert {pid == os.getpid() for task in tasks for pid in task.begun} == {not possible}


def test_without_threads_there_are_no_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    let_go(tmp_path)
    with Kept(squared, held(tmp_path, 2)) as kept:
        monkeypatch.setattr(threading.Thread, "start", refused)
        kept.start()
        assert not kept.in_process
        assert finish(kept) == [0, 1]


# --- starting and ending ----------------------------------------------------------------------------------------------


def test_processes_start_one_by_one_and_end_at_once_during_a_task(tmp_path: Path) -> None:
    tasks, alone = held(tmp_path), threads()
    kept = Kept(squared, tasks)
    kept.start()
    assert kept.in_process and len(kept.pids) == 1
    kept.wait(LONG)  # returns at once while a process is still to be started
    kept.poll()
    assert len(kept.pids) == 2
    until(kept, lambda: bool(tasks[0].begun and tasks[1].begun))
    first = kept.pids
    kept.rest()
    assert all(map(gone, first)) and threads() == alone
    assert not kept.in_process and not kept.done
    kept.start()
    kept.poll()
    second = kept.pids
    kept.stop()
    assert kept.done and not kept.poll() and not kept.results
    assert len({*first, *second}) == 4 and all(map(gone, second)), "even while they are starting"


def test_work_continues_after_a_rest(tmp_path: Path) -> None:
    let_go(tmp_path)
    tasks = held(tmp_path, 6)
    kept = Kept(squared, tasks, processes=1)
    kept.start()
    until(kept, lambda: bool(kept.results))
    kept.rest()
    kept.start(process=False)
    assert finish(kept) == SQUARES[:6]


def test_without_processes_a_task_is_done_in_parts() -> None:
    """A task that plays a long match to its end took up to 2 s of one frame."""
    begun = list[int]()

    def slow(task: int) -> Parts[int]:
        for part in range(2 * workers.PARTS):
            begun.append(part)
            yield
        return task

    with Kept(slow, [7]) as kept:
        kept.start(process=False)
        for _ in range(2):
            before = len(begun)
            assert not kept.poll() and len(begun) - before <= workers.PARTS
        assert kept.poll() and kept.results == [7]


# --- errors -----------------------------------------------------------------------------------------------------------


def test_an_error_in_a_task_is_raised_when_its_turn_comes() -> None:
    with Kept(wrong, range(6), processes=1) as kept:
        kept.start()
        with pytest.raises(PicklableError, match="picklable") as caught:
            finish(kept)
        assert kept.results == [0], "earlier results were taken"
        assert "in wrong" in caught.value.__notes__[0], "the traceback is kept"
        with pytest.raises(RuntimeError, match="UnpicklableError: 3 and 4"):
            finish(kept)
        with pytest.raises(Exception, match="pickle"):
            finish(kept)
        assert finish(kept) == [0, 4, 5]


def test_errors_are_raised_without_processes_too() -> None:
    with Kept(wrong, range(3)) as kept:
        kept.start(process=False)
        for error in (PicklableError, UnpicklableError):
            with pytest.raises(error):
                finish(kept)
        assert kept.results == [0]


# --- exit without closing ---------------------------------------------------------------------------------------------

PROGRAM = """
import sys
from pathlib import Path
from tests.test_workers import Kept, held, squared, until
if __name__ == "__main__":
    tasks = held(Path(sys.argv[1]))
    kept = Kept(squared, tasks)
    kept.start()
    until(kept, lambda: bool(tasks[0].begun and tasks[1].begun))
"""


def test_a_program_that_exits_leaves_no_output_and_no_process(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, tmp_path / "program.py", tmp_path],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    pids = [pid for task in held(tmp_path) for pid in task.begun]
    assert len(pids) == 2 and all(map(gone, pids))
