"""The thinker: equal answers in a process and in slices, cancelled questions, and workers that die."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.game import Game
from engine.games import GAMES
from engine.people import LEVELS
from engine.rng import Rng
from engine.work import thinking
from engine.work.helper import MAX_DEATHS
from engine.work.thinking import MAX_SILENCE, MAX_START, SLICES_AFTER, Question, Reply, Thinker
from tests.support import contract
from tests.support.awaiting import doze
from tests.support.worker_tasks import never_ready, stop

ROOT = Path(__file__).resolve().parent.parent
CAN_STOP = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")
POLLS = 100_000
"""More polls than any answer needs in slices."""


def wait(thinker: Thinker) -> Reply:
    for _ in range(POLLS):
        doze(thinker)
        answer = thinker.poll()
        if answer is not None:
            return answer
    raise AssertionError("no answer")


def ask(thinker: Thinker, request: int, game: Game, level: str = "medium", seed: int = 3) -> None:
    seat = game.waiting()[0]
    thinker.ask(Question(request, game.slug, game.view(seat), seat, level, seed))


def expected(request: int, game: Game, level: str, seed: int = 3) -> Reply:
    seat = game.waiting()[0]
    thought = final(bot_for(game.slug, level), game.view(seat), seat, Rng(seed))
    return Reply(request, thought.move, thought.evaluations)


def same(one: Reply, other: Reply) -> bool:
    """Whether two replies are equal, with NaN (an unknown chance to win) equal to itself."""
    return repr(one) == repr(other)


@pytest.fixture(scope="module")
def worker() -> Iterator[Thinker]:
    with Thinker() as thinker:
        yield thinker


@pytest.mark.parametrize(
    ("slug", "level"), [*((slug, "medium") for slug in GAMES), *(("toy", level) for level in LEVELS)]
)
def test_process_and_slices_give_the_bots_last_answer(worker: Thinker, slug: str, level: str) -> None:
    assert worker.in_process
    game = contract.ALL[slug](contract.ALL[slug].seats_default, 4)
    right = expected(7, game, level)
    with Thinker(process=False) as slices:
        assert not slices.in_process
        for thinker in (worker, slices):
            ask(thinker, 7, game, level)
            assert same(wait(thinker), right)
            assert thinker.poll() is None


def test_a_new_question_replaces_the_old_one(worker: Thinker) -> None:
    game = contract.ALL["toy"](3, 4)
    ask(worker, 1, game, "hard")
    ask(worker, 2, game)
    assert wait(worker).request == 2
    ask(worker, 3, game)
    worker.cancel()
    ask(worker, 4, game)
    assert wait(worker).request == 4


@pytest.mark.parametrize("process", [True, False])
def test_a_hurried_bot_gives_its_best_answer_so_far(process: bool) -> None:
    game = contract.ALL["toy"](3, 4)
    seat = game.waiting()[0]
    with Thinker(process=process) as thinker:
        for patience in (1e9, 1.0):  # a bot that would think for hours, then a normal one
            thinker.ask(Question(5, "toy", game.view(seat), seat, "master", 3, patience=patience))
            assert thinker.poll() is None
            thinker.hurry()
            answer = wait(thinker)
            assert (answer.request, game.refusal(answer.move)) == (5, None)
            assert thinker.poll() is None
        thinker.hurry()
        assert thinker.poll() is None


def test_a_late_hurry_changes_nothing(worker: Thinker) -> None:
    game = contract.ALL["toy"](3, 4)
    ask(worker, 1, game, "easy")
    worker._process.process.join(0.05)  # type: ignore[union-attr]  # by now it has very likely answered
    worker.hurry()
    assert same(wait(worker), expected(1, game, "easy"))
    ask(worker, 2, game, "hard")
    assert same(wait(worker), expected(2, game, "hard"))


def test_no_reply_comes_after_cancel() -> None:
    with Thinker(process=False) as thinker:
        ask(thinker, 1, contract.ALL["toy"](3, 4))
        thinker.cancel()
        assert [thinker.poll() for _ in range(5)] == [None] * 5


def test_a_slice_ends_on_time_and_the_next_continues() -> None:
    ticks = iter(range(10_000_000))
    with Thinker(process=False, clock=lambda: next(ticks)) as thinker:
        game = contract.ALL["toy"](3, 4)
        ask(thinker, 1, game, "hard")
        assert thinker.poll(10) is None
        assert next(ticks) == 11, "one look at the clock before the slice, one after each step"
        assert same(wait(thinker), expected(1, game, "hard"))


def test_a_killed_worker_is_replaced_and_asked_again() -> None:
    with Thinker() as thinker:
        game = contract.ALL["toy"](3, 4)
        ask(thinker, 1, game)
        wait(thinker)
        first = thinker.pid
        assert first is not None
        ask(thinker, 2, game, "hard")
        os.kill(first, signal.SIGTERM)
        assert same(wait(thinker), expected(2, game, "hard"))
        assert thinker.in_process
        assert thinker.pid != first


def test_a_worker_killed_between_questions_is_replaced() -> None:
    with Thinker() as thinker:
        game = contract.ALL["toy"](3, 4)
        ask(thinker, 1, game)
        wait(thinker)
        assert thinker.pid is not None
        os.kill(thinker.pid, signal.SIGTERM)
        thinker._process.process.join()  # type: ignore[union-attr]
        for request in (2, 3):
            ask(thinker, request, game)
            assert wait(thinker).request == request


def test_a_worker_that_keeps_dying_is_replaced_by_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_work", os.abort)
    with Thinker() as thinker:
        game = contract.ALL["toy"](3, 4)
        ask(thinker, 1, game)
        assert same(wait(thinker), expected(1, game, "medium"))
        assert not thinker.in_process


# --- processes that hang ----------------------------------------------------------------------------------------------


class HandClock:
    """A clock that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def poll_for(thinker: Thinker, clock: HandClock, seconds: float) -> Reply | None:
    """Poll every twentieth of a second by this clock, until an answer comes."""
    for _ in range(round(seconds * 20)):
        clock.now += 0.05
        answer = thinker.poll()
        if answer is not None:
            return answer
    return None


def think_for_hours(thinker: Thinker, game: Game) -> None:
    """Ask something whose answer never comes."""
    seat = game.waiting()[0]
    thinker.ask(Question(0, game.slug, game.view(seat), seat, "master", 3, patience=1e9))


@CAN_STOP
def test_a_worker_that_hangs_is_replaced_and_its_answer_comes_at_once() -> None:
    clock = HandClock()
    with Thinker(clock=clock) as thinker:
        game = contract.ALL["toy"](3, 4)
        ask(thinker, 1, game)
        wait(thinker)
        first = thinker.pid
        stop(first)
        ask(thinker, 2, game, "hard")
        answer = poll_for(thinker, clock, 3.0)
        assert answer is not None and same(answer, expected(2, game, "hard"))
        assert MAX_SILENCE <= clock.now < 3.0 and thinker.pid not in (None, first)
        assert first is not None
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        ask(thinker, 3, game)
        assert same(wait(thinker), expected(3, game, "medium"))
        assert thinker.in_process


@CAN_STOP
def test_a_hurried_worker_that_hangs_is_not_waited_for() -> None:
    clock, game = HandClock(), contract.ALL["toy"](3, 4)
    with Thinker(clock=clock) as thinker:
        ask(thinker, 1, game)
        wait(thinker)
        first = thinker.pid
        stop(first)
        for _ in range(2):
            before = clock.now
            think_for_hours(thinker, game)
            thinker.hurry()
            answer = poll_for(thinker, clock, 3.0)
            assert answer is not None and game.refusal(answer.move) is None
            assert SLICES_AFTER <= clock.now - before < MAX_SILENCE
        assert thinker.pid != first


def test_a_worker_that_never_gets_ready_delays_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_work", never_ready)
    clock, game = HandClock(), contract.ALL["toy"](3, 4)
    right, pids = expected(1, game, "easy"), set[int | None]()
    with Thinker(clock=clock) as thinker:
        while thinker.in_process:
            before = clock.now
            pids.add(thinker.pid)
            ask(thinker, 1, game, "easy")
            answer = poll_for(thinker, clock, 3.0)
            assert answer is not None and same(answer, right)
            assert clock.now - before < 1.0
    assert len(pids) == MAX_DEATHS and clock.now > MAX_DEATHS * MAX_START


def test_a_worker_that_thinks_for_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MAX_SILENCE", 0.2)
    clock, game = HandClock(), contract.ALL["toy"](3, 4)
    with Thinker(clock=clock) as thinker:
        first = thinker.pid
        think_for_hours(thinker, game)
        for _ in range(6):
            doze(thinker)
            assert poll_for(thinker, clock, 0.1) is None
        assert thinker.pid == first


def test_time_in_which_the_window_stood_still_does_not_count() -> None:
    clock, game = HandClock(), contract.ALL["toy"](3, 4)
    with Thinker(clock=clock) as thinker:
        ask(thinker, 1, game)
        wait(thinker)
        first = thinker.pid
        think_for_hours(thinker, game)
        for _ in range(5):
            clock.now += 3600.0
            assert thinker.poll() is None
        assert thinker.pid == first


@CAN_STOP
def test_closing_ends_a_worker_that_hangs() -> None:
    thinker = Thinker()
    process = thinker._process.process  # type: ignore[union-attr]
    stop(process.pid)
    thinker.close()
    assert not process.is_alive()


def test_a_worker_that_can_not_be_ended_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """For example one that is caught in a driver."""
    thinker = Thinker()
    process = thinker._process.process  # type: ignore[union-attr]
    with monkeypatch.context() as patch:
        patch.setattr(process, "kill", lambda: None)
        thinker.close()
        assert process.is_alive()
    process.kill()


# --- systems without processes ----------------------------------------------------------------------------------------


def test_the_thinker_works_in_slices_where_no_process_can_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError

    monkeypatch.setattr(thinking, "_ThinkingProcess", refused)
    with Thinker() as thinker:
        assert not thinker.in_process


def test_an_error_in_a_bot_gives_a_legal_move_and_a_fault(worker: Thinker) -> None:
    game = contract.ALL["toy"](3, 4)
    ask(worker, 5, game, "no such level")
    answer = wait(worker)
    assert game.refusal(answer.move) is None
    assert "no such level" in answer.fault
    ask(worker, 6, game)
    assert wait(worker).fault == ""


def test_closing_ends_the_worker_and_may_be_repeated() -> None:
    thinker = Thinker()
    process = thinker._process.process  # type: ignore[union-attr]
    thinker.close()
    thinker.close()
    assert not process.is_alive()
    assert thinker.poll() is None


PROGRAM = """
from engine.games import GAMES
from engine.work.thinking import Question, Thinker
if __name__ == "__main__":
    slug, game = next(iter(GAMES.items()))
    match = game(game.seats_default, 4)
    seat = match.waiting()[0]
    thinker = Thinker()
    thinker.ask(Question(1, slug, match.view(seat), seat, "medium", 3))
    while thinker.poll() is None:
        pass
    thinker.ask(Question(2, slug, match.view(seat), seat, "master", 3))
"""


def test_a_program_that_exits_while_thinking_leaves_no_output_and_no_process(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, tmp_path / "program.py"], capture_output=True, text=True, env=environment, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


KILLED = """
import os, signal, sys
from pathlib import Path
from engine.games import GAMES
from engine.work.thinking import Question, Thinker
from tests.test_workers import Kept, held, squared, until
if __name__ == "__main__":
    game = GAMES["big_two"](4, 4)
    seat = game.waiting()[0]
    thinker = Thinker()
    if "at once" in sys.argv:
        kept = Kept(squared, held(Path(sys.argv[1])))
        kept.start()
        for pid in (thinker.pid, *kept.pids):
            os.kill(pid, signal.SIGSTOP)
            os.waitid(os.P_PID, pid, os.WSTOPPED)  # one that hasn't stopped yet would stop later, alone
        print(thinker.pid, *kept.pids, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    thinker.ask(Question(1, game.slug, game.view(seat), seat, "medium", 3))
    while thinker.poll() is None:
        thinker.wait(60.0)
    thinker.ask(Question(2, game.slug, game.view(seat), seat, "master", 3, patience=1e9))
    tasks = held(Path(sys.argv[1]))
    kept = Kept(squared, tasks)
    kept.start()
    until(kept, lambda: bool(tasks[0].begun and tasks[1].begun))
    print(thinker.pid, *kept.pids, flush=True)
    if len(sys.argv) > 2:
        os.kill(thinker.pid, signal.SIGSTOP)
        os.kill(kept.pids[0], signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("stopped", "count"), [("", 3), ("stop", 3), ("at once", 2)])
def test_all_processes_end_with_a_program_that_is_killed(stopped: str, count: int, tmp_path: Path) -> None:
    """One thinks for hours, two have tasks without end; or they are stopped before their programs are loaded.

    All of them hold the program's output, so that the run lasts until they have ended.
    """
    (tmp_path / "program.py").write_text(KILLED, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "program.py"), str(tmp_path), *([stopped] if stopped else [])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert (run.returncode, len(run.stdout.split()), run.stderr) == (-9, count, "")


ENDED = """
import subprocess, sys
from engine.work.thinking import Thinker
class Last(subprocess.Popen):
    def __init__(self, *words, **how):
        super().__init__(*words, **how)
        sys.exit(3)
if __name__ == "__main__":
    subprocess.Popen = Last
    Thinker()
"""
"""A program that ends in the moment in which its process has been launched, as by a signal."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals from outside")
def test_a_process_whose_program_ends_at_once_prints_nothing(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(ENDED, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "program.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert (run.returncode, run.stderr) == (3, "")


# --- started late -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["prepare", "ask"])
def test_a_process_is_started_only_when_there_will_be_a_question(way: str) -> None:
    """The window's start doesn't wait for it, nor takes its processor time."""
    with Thinker(at_once=False) as thinker:
        assert thinker.in_process and thinker.pid is None
        if way == "prepare":
            thinker.prepare()
            first = thinker.pid
            assert first is not None
            thinker.prepare()
            assert thinker.pid == first
        ask(thinker, 1, GAMES["palacio"](3, 1), "easy")
        assert thinker.pid is not None and wait(thinker).request == 1
    assert not thinker.in_process


def test_a_thinker_that_was_never_asked_closes_without_a_process() -> None:
    thinker = Thinker(at_once=False)
    thinker.close()
    thinker.prepare()
    assert thinker.pid is None and not thinker.in_process
