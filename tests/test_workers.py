"""Worker processes: results come in order, ending is immediate, and a killed process changes no result."""

import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cooperative import CooperativeTask, run_to_end
from engine.work import background_process, worker_pool
from engine.work.background_process import MAX_DEATHS
from engine.work.worker_pool import WorkerDiedError, WorkerPool
from tests.support.processes import has_ended, kill
from tests.support.worker_tasks import (
    HeldTask,
    PicklableError,
    UnpicklableError,
    fail,
    no_process,
    priority,
    release,
    square,
    stop,
)

ROOT = Path(__file__).resolve().parent.parent
MAX_POLLS = 10_000
"""Maximum number of polls; all tests need fewer."""
SHORT_WAIT_SECONDS, LONG_WAIT_SECONDS = 0.01, 60.0
"""Maximum seconds to wait for news."""
SQUARES = [0, 1, 4, 9, 16, None, 36, 49]


class KeepingWorkers(WorkerPool[Any, Any]):
    """Worker pool that stores its results."""

    def __init__(self, do: Callable[[Any], Any], tasks: Iterable[Any], processes: int = 2) -> None:
        super().__init__(do, tasks, processes=processes)
        self.results: list[Any] = []

    def handle_result(self, result: Any) -> None:
        self.results.append(result)


def held_tasks(folder: Path, count: int = len(SQUARES), deadly: int | None = None) -> list[HeldTask]:
    return [HeldTask(number, folder, number == deadly) for number in range(count)]


def poll_until(kept: KeepingWorkers, condition: Callable[[], bool]) -> None:
    for _ in range(MAX_POLLS):
        if condition():
            return
        kept.wait(SHORT_WAIT_SECONDS)
        kept.poll()
    raise AssertionError("the condition isn't true after all polls")


def finish_all(kept: KeepingWorkers) -> list[Any]:
    while not kept.is_done:
        kept.wait(LONG_WAIT_SECONDS)
        kept.poll()
    return kept.results


def live_threads() -> set[threading.Thread]:
    return set(threading.enumerate())


@pytest.fixture
def nothing_left() -> Iterator[None]:
    before = live_threads()
    yield
    assert live_threads() <= before


pytestmark = pytest.mark.usefixtures("nothing_left")


def test_processes_never_slow_window_down() -> None:
    """Processes have a lower priority than the window."""
    below_normal = 0x4000
    with KeepingWorkers(priority, [0, 1]) as kept:
        kept.start()
        lowered = below_normal if sys.platform == "win32" else min(19, run_to_end(priority(None)) + 10)
        assert finish_all(kept) == [lowered] * 2


@pytest.mark.parametrize("killed", [1, 2])
def test_task_of_killed_process_is_done_by_another(tmp_path: Path, killed: int) -> None:
    tasks = held_tasks(tmp_path)
    with KeepingWorkers(square, tasks) as kept:
        kept.start()
        poll_until(kept, lambda: bool(tasks[0].started_pids and tasks[1].started_pids))
        first = kept.pids
        assert sorted(first) == sorted(tasks[0].started_pids + tasks[1].started_pids)
        kill(*(task.started_pids[0] for task in tasks[:killed]))
        poll_until(kept, lambda: all(len(task.started_pids) == 2 for task in tasks[:killed]))
        assert len(kept.pids) == 2 and len({*first, *kept.pids}) == 2 + killed
        assert not kept.results
        release(tmp_path)
        assert finish_all(kept) == SQUARES
    assert [len(task.started_pids) for task in tasks] == [2] * killed + [1] * (len(tasks) - killed)


def test_work_continues_when_idle_process_is_killed(tmp_path: Path) -> None:
    release(tmp_path)

    def tasks() -> Iterator[HeldTask | None]:
        yield from held_tasks(tmp_path, 2)
        while len(kept.results) < 2 or not go_on:
            yield None
        yield from held_tasks(tmp_path)[2:]

    go_on: list[bool] = []
    with KeepingWorkers(square, tasks(), processes=1) as kept:
        kept.start()
        poll_until(kept, lambda: len(kept.results) == 2)
        kill(*kept.pids)
        go_on.append(True)
        assert finish_all(kept) == SQUARES


def test_task_killing_every_process_is_error_at_its_turn(tmp_path: Path) -> None:
    release(tmp_path)
    tasks = held_tasks(tmp_path, 6, deadly=2)
    with KeepingWorkers(square, tasks, processes=1) as kept:
        kept.start()
        with pytest.raises(WorkerDiedError, match=f"KeepingWorkers: .* task 2, {MAX_DEATHS} times"):
            finish_all(kept)
        assert kept.results == [0, 1]
        assert len(set(tasks[2].started_pids)) == MAX_DEATHS
        assert finish_all(kept) == [0, 1, 9, 16, None]


def test_deadly_task_is_not_tried_without_processes(tmp_path: Path) -> None:
    tasks = held_tasks(tmp_path, 2)
    kept = KeepingWorkers(square, tasks, processes=1)
    kept.start()
    poll_until(kept, lambda: bool(tasks[0].started_pids))
    kill(*kept.pids)
    poll_until(kept, lambda: len(tasks[0].started_pids) == 2)
    kept.pause()
    kept.start(process=False)
    with pytest.raises(WorkerDiedError, match=r"task 0, 1 time$"):
        kept.poll()
    release(tmp_path)
    assert finish_all(kept) == [1]


# --- processes that hang ----------------------------------------------------------------------------------------------


CAN_STOP = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")


@CAN_STOP
def test_task_of_hanging_process_is_done_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_process, "MAX_MISSED_HEARTBEATS", 6)
    tasks = held_tasks(tmp_path)
    with KeepingWorkers(square, tasks, processes=1) as kept:
        kept.start()
        poll_until(kept, lambda: bool(tasks[0].started_pids))
        (first,) = kept.pids
        stop(first)
        poll_until(kept, lambda: len(tasks[0].started_pids) == 2)
        assert has_ended(first)
        release(tmp_path)
        assert finish_all(kept) == SQUARES


@CAN_STOP
def test_stopping_ends_hanging_processes_at_once(tmp_path: Path) -> None:
    tasks = held_tasks(tmp_path)
    kept = KeepingWorkers(square, tasks)
    kept.start()
    poll_until(kept, lambda: bool(tasks[0].started_pids and tasks[1].started_pids))
    pids = kept.pids
    for pid in pids:
        stop(pid)
    kept.stop()
    assert all(map(has_ended, pids))


def test_task_longer_than_limit_is_not_taken_for_hang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_process, "MAX_MISSED_HEARTBEATS", 4)
    tasks = held_tasks(tmp_path, 1)
    with KeepingWorkers(square, tasks, processes=1) as kept:
        kept.start()
        poll_until(kept, lambda: bool(tasks[0].started_pids))
        for _ in range(12):
            kept.wait(background_process.HEARTBEAT_SECONDS / 2)
            assert not kept.poll()
        release(tmp_path)
        assert finish_all(kept) == [0] and len(tasks[0].started_pids) == 1


# --- systems without processes ----------------------------------------------------------------------------------------


def test_processes_dying_at_once_are_abandoned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "_worker_main", no_process)
    release(tmp_path)
    with KeepingWorkers(square, held_tasks(tmp_path), processes=1) as kept:
        kept.start()
        assert kept.uses_process
        assert finish_all(kept) == SQUARES
        assert not kept.uses_process


@pytest.mark.parametrize("possible", [0, 1])
def test_as_many_processes_start_as_system_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, possible: int
) -> None:
    real, started = worker_pool._WorkerProcess, list[worker_pool._WorkerProcess]()

    def helper(*words: Any, **names: Any) -> Any:
        if len(started) == possible:
            raise OSError
        started.append(real(*words, **names))
        return started[-1]

    monkeypatch.setattr(worker_pool, "_WorkerProcess", helper)
    release(tmp_path)
    tasks = held_tasks(tmp_path)
    with KeepingWorkers(square, tasks, processes=3) as kept:
        kept.start()
        assert kept.uses_process == bool(possible)
        kept.poll()
        assert len(kept.pids) == possible
        assert finish_all(kept) == SQUARES
    assert {pid == os.getpid() for task in tasks for pid in task.started_pids} == {not possible}


def test_missing_threads_mean_no_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    release(tmp_path)
    with KeepingWorkers(square, held_tasks(tmp_path, 2)) as kept:
        monkeypatch.setattr(threading.Thread, "start", refused)
        kept.start()
        assert not kept.uses_process
        assert finish_all(kept) == [0, 1]


# --- starting and ending ----------------------------------------------------------------------------------------------


def test_processes_start_singly_and_end_at_once_during_task(tmp_path: Path) -> None:
    tasks, alone = held_tasks(tmp_path), live_threads()
    kept = KeepingWorkers(square, tasks)
    kept.start()
    assert kept.uses_process and len(kept.pids) == 1
    kept.wait(LONG_WAIT_SECONDS)  # returns at once while a process is still to be started
    kept.poll()
    assert len(kept.pids) == 2
    poll_until(kept, lambda: bool(tasks[0].started_pids and tasks[1].started_pids))
    first = kept.pids
    kept.pause()
    assert all(map(has_ended, first)) and live_threads() == alone
    assert not kept.uses_process and not kept.is_done
    kept.start()
    kept.poll()
    second = kept.pids
    kept.stop()
    assert kept.is_done and not kept.poll() and not kept.results
    assert len({*first, *second}) == 4 and all(map(has_ended, second)), "processes end even while they start"


def test_work_continues_after_rest(tmp_path: Path) -> None:
    release(tmp_path)
    tasks = held_tasks(tmp_path, 6)
    kept = KeepingWorkers(square, tasks, processes=1)
    kept.start()
    poll_until(kept, lambda: bool(kept.results))
    kept.pause()
    kept.start(process=False)
    assert finish_all(kept) == SQUARES[:6]


def test_without_processes_task_is_done_in_parts() -> None:
    """A task that plays a long match to its end took up to 2 s of one frame."""
    begun = list[int]()

    def slow(task: int) -> CooperativeTask[int]:
        for part in range(2 * worker_pool.STEPS_PER_POLL):
            begun.append(part)
            yield
        return task

    with KeepingWorkers(slow, [7]) as kept:
        kept.start(process=False)
        for _ in range(2):
            before = len(begun)
            assert not kept.poll() and len(begun) - before <= worker_pool.STEPS_PER_POLL
        assert kept.poll() and kept.results == [7]


# --- errors -----------------------------------------------------------------------------------------------------------


def test_error_in_task_is_raised_at_its_turn() -> None:
    with KeepingWorkers(fail, range(6), processes=1) as kept:
        kept.start()
        with pytest.raises(PicklableError, match="picklable") as caught:
            finish_all(kept)
        assert kept.results == [0], "results before the error are kept"
        assert "in fail" in caught.value.__notes__[0], "the error contains the traceback"
        with pytest.raises(RuntimeError, match="UnpicklableError: 3 and 4"):
            finish_all(kept)
        with pytest.raises(Exception, match="pickle"):
            finish_all(kept)
        assert finish_all(kept) == [0, 4, 5]


def test_results_after_error_are_not_waited_for() -> None:
    with KeepingWorkers(fail, range(6), processes=1) as kept:
        kept.start()
        while any(job.reply is None for _, job in kept._pending):
            kept._wakeup.wait(SHORT_WAIT_SECONDS)
        with pytest.raises(PicklableError):
            kept.poll()
        kept.wait(math.inf)  # which is too long for any wait


def test_errors_are_raised_without_processes_too() -> None:
    with KeepingWorkers(fail, range(3)) as kept:
        kept.start(process=False)
        for error in (PicklableError, UnpicklableError):
            with pytest.raises(error):
                finish_all(kept)
        assert kept.results == [0]


# --- exit without closing ---------------------------------------------------------------------------------------------

WORKERS_CODE = """
import sys
from pathlib import Path
from tests.test_workers import KeepingWorkers, held_tasks, square, poll_until
if __name__ == "__main__":
    tasks = held_tasks(Path(sys.argv[1]))
    kept = KeepingWorkers(square, tasks)
    kept.start()
    poll_until(kept, lambda: bool(tasks[0].started_pids and tasks[1].started_pids))
"""


def test_exiting_program_leaves_no_output_and_no_process(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(WORKERS_CODE, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, tmp_path / "program.py", tmp_path],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    pids = [pid for task in held_tasks(tmp_path) for pid in task.started_pids]
    assert len(pids) == 2 and all(map(has_ended, pids))
