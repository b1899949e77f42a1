"""Thinker: equal answers in a process and in slices, cancelled questions, and workers that die."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bots import bot_for
from engine.bots.common.base import HINT, final_thought
from engine.characters import LEVELS
from engine.game import Game
from engine.games import GAMES
from engine.rng import Rng
from engine.work import thinking
from engine.work.background_process import MAX_DEATHS
from engine.work.thinking import MAX_SILENCE_SECONDS, MAX_START_SECONDS, SLICES_AFTER_SECONDS, Question, Reply, Thinker
from tests.support import game_contract
from tests.support.thinker_wait import wait_for_thinker
from tests.support.worker_tasks import never_ready, stop

ROOT = Path(__file__).resolve().parent.parent
CAN_STOP = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")
MAX_POLLS = 100_000
"""Maximum number of polls; any answer needs fewer slices."""


def wait_for_reply(thinker: Thinker) -> Reply:
    for _ in range(MAX_POLLS):
        wait_for_thinker(thinker)
        answer = thinker.poll()
        if answer is not None:
            return answer
    raise AssertionError("no answer after all polls")


def ask_thinker(thinker: Thinker, request: int, game: Game, level: str = "medium", seed: int = 3) -> None:
    seat = game.seats_to_act()[0]
    thinker.ask(Question(request, game.slug, game.view(seat), seat, level, seed))


def expected_reply(request: int, game: Game, level: str, seed: int = 3) -> Reply:
    seat = game.seats_to_act()[0]
    thought = final_thought(bot_for(game.slug, level), game.view(seat), seat, Rng(seed))
    return Reply(request, thought.move, thought.evaluations)


def is_same_reply(one: Reply, other: Reply) -> bool:
    """Whether two replies are equal, with NaN (an unknown chance to win) equal to itself."""
    return repr(one) == repr(other)


@pytest.fixture(scope="module")
def worker() -> Iterator[Thinker]:
    with Thinker() as thinker:
        yield thinker


@pytest.mark.parametrize(
    ("slug", "level"), [*((slug, "medium") for slug in GAMES), *(("toy", level) for level in LEVELS)]
)
def test_process_and_slices_give_bots_last_answer(worker: Thinker, slug: str, level: str) -> None:
    assert worker.uses_process
    game = game_contract.ALL_GAMES[slug](game_contract.ALL_GAMES[slug].seats_default, 4)
    right = expected_reply(7, game, level)
    with Thinker(process=False) as slices:
        assert not slices.uses_process
        for thinker in (worker, slices):
            ask_thinker(thinker, 7, game, level)
            assert is_same_reply(wait_for_reply(thinker), right)
            assert thinker.poll() is None


@pytest.mark.parametrize("process", [True, False])
def test_hint_comes_early_and_again_when_close_moves_are_compared(process: bool) -> None:
    game = GAMES["gurch"](4, 4)
    with Thinker(process=process) as thinker:
        ask_thinker(thinker, 5, game, HINT)
        replies = [wait_for_reply(thinker)]
        while not replies[-1].is_final:
            replies.append(wait_for_reply(thinker))
        assert is_same_reply(replies[-1], expected_reply(5, game, HINT))
        early, _ = replies
        assert early.evaluations[1].is_even_with(early.evaluations[0]), "they are close"
        assert thinker.poll() is None


def test_new_question_replaces_old_one(worker: Thinker) -> None:
    game = game_contract.ALL_GAMES["toy"](3, 4)
    ask_thinker(worker, 1, game, "hard")
    ask_thinker(worker, 2, game)
    assert wait_for_reply(worker).request == 2
    ask_thinker(worker, 3, game)
    worker.cancel()
    ask_thinker(worker, 4, game)
    assert wait_for_reply(worker).request == 4


@pytest.mark.parametrize("process", [True, False])
def test_hurried_bot_gives_best_answer_so_far(process: bool) -> None:
    game = game_contract.ALL_GAMES["toy"](3, 4)
    seat = game.seats_to_act()[0]
    with Thinker(process=process) as thinker:
        for patience in (1e9, 1.0):  # a bot that would think for hours, then a usual one
            thinker.ask(Question(5, "toy", game.view(seat), seat, "master", 3, patience=patience))
            assert thinker.poll() is None
            thinker.hurry()
            answer = wait_for_reply(thinker)
            assert (answer.request, game.refusal(answer.move)) == (5, None)
            assert thinker.poll() is None
        thinker.hurry()
        assert thinker.poll() is None


def test_late_hurry_changes_nothing(worker: Thinker) -> None:
    game = game_contract.ALL_GAMES["toy"](3, 4)
    ask_thinker(worker, 1, game, "easy")
    worker._process.process.join(0.05)  # type: ignore[union-attr]  # by now it has very likely answered
    worker.hurry()
    assert is_same_reply(wait_for_reply(worker), expected_reply(1, game, "easy"))
    ask_thinker(worker, 2, game, "hard")
    assert is_same_reply(wait_for_reply(worker), expected_reply(2, game, "hard"))


def test_no_reply_comes_after_cancel() -> None:
    with Thinker(process=False) as thinker:
        ask_thinker(thinker, 1, game_contract.ALL_GAMES["toy"](3, 4))
        thinker.cancel()
        assert [thinker.poll() for _ in range(5)] == [None] * 5


def test_slice_ends_on_time_and_next_continues() -> None:
    ticks = iter(range(10_000_000))
    with Thinker(process=False, clock=lambda: next(ticks)) as thinker:
        game = game_contract.ALL_GAMES["toy"](3, 4)
        ask_thinker(thinker, 1, game, "hard")
        assert thinker.poll(10) is None
        assert next(ticks) == 11, "the clock is read before the slice and after each step"
        assert is_same_reply(wait_for_reply(thinker), expected_reply(1, game, "hard"))


def test_killed_worker_is_replaced_and_asked_again() -> None:
    with Thinker() as thinker:
        game = game_contract.ALL_GAMES["toy"](3, 4)
        ask_thinker(thinker, 1, game)
        wait_for_reply(thinker)
        first = thinker.pid
        assert first is not None
        ask_thinker(thinker, 2, game, "hard")
        os.kill(first, signal.SIGTERM)
        assert is_same_reply(wait_for_reply(thinker), expected_reply(2, game, "hard"))
        assert thinker.uses_process
        assert thinker.pid != first


def test_worker_killed_between_questions_is_replaced() -> None:
    with Thinker() as thinker:
        game = game_contract.ALL_GAMES["toy"](3, 4)
        ask_thinker(thinker, 1, game)
        wait_for_reply(thinker)
        assert thinker.pid is not None
        os.kill(thinker.pid, signal.SIGTERM)
        thinker._process.process.join()  # type: ignore[union-attr]
        for request in (2, 3):
            ask_thinker(thinker, request, game)
            assert wait_for_reply(thinker).request == request


def test_dying_worker_is_replaced_by_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_thinker_main", os.abort)
    with Thinker() as thinker:
        game = game_contract.ALL_GAMES["toy"](3, 4)
        ask_thinker(thinker, 1, game)
        assert is_same_reply(wait_for_reply(thinker), expected_reply(1, game, "medium"))
        assert not thinker.uses_process


# --- processes that hang ----------------------------------------------------------------------------------------------


class ManualClock:
    """Clock that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def poll_for(thinker: Thinker, clock: ManualClock, seconds: float) -> Reply | None:
    """Poll every 50 ms by this clock until an answer comes; return None after ``seconds``."""
    for _ in range(round(seconds * 20)):
        clock.now += 0.05
        answer = thinker.poll()
        if answer is not None:
            return answer
    return None


def think_for_hours(thinker: Thinker, game: Game) -> None:
    """Ask a question with an unlimited search."""
    seat = game.seats_to_act()[0]
    thinker.ask(Question(0, game.slug, game.view(seat), seat, "master", 3, patience=1e9))


@CAN_STOP
def test_hanging_worker_is_replaced_and_answer_comes_at_once() -> None:
    clock = ManualClock()
    with Thinker(clock=clock) as thinker:
        game = game_contract.ALL_GAMES["toy"](3, 4)
        ask_thinker(thinker, 1, game)
        wait_for_reply(thinker)
        first = thinker.pid
        stop(first)
        ask_thinker(thinker, 2, game, "hard")
        answer = poll_for(thinker, clock, 3.0)
        assert answer is not None and is_same_reply(answer, expected_reply(2, game, "hard"))
        assert MAX_SILENCE_SECONDS <= clock.now < 3.0 and thinker.pid not in (None, first)
        assert first is not None
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        ask_thinker(thinker, 3, game)
        assert is_same_reply(wait_for_reply(thinker), expected_reply(3, game, "medium"))
        assert thinker.uses_process


@CAN_STOP
def test_hurried_hanging_worker_is_not_awaited() -> None:
    clock, game = ManualClock(), game_contract.ALL_GAMES["toy"](3, 4)
    with Thinker(clock=clock) as thinker:
        ask_thinker(thinker, 1, game)
        wait_for_reply(thinker)
        first = thinker.pid
        stop(first)
        for _ in range(2):
            before = clock.now
            think_for_hours(thinker, game)
            thinker.hurry()
            answer = poll_for(thinker, clock, 3.0)
            assert answer is not None and game.refusal(answer.move) is None
            assert SLICES_AFTER_SECONDS <= clock.now - before < MAX_SILENCE_SECONDS
        assert thinker.pid != first


def test_never_ready_worker_delays_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "_thinker_main", never_ready)
    clock, game = ManualClock(), game_contract.ALL_GAMES["toy"](3, 4)
    right, pids = expected_reply(1, game, "easy"), set[int | None]()
    with Thinker(clock=clock) as thinker:
        while thinker.uses_process:
            before = clock.now
            pids.add(thinker.pid)
            ask_thinker(thinker, 1, game, "easy")
            answer = poll_for(thinker, clock, 3.0)
            assert answer is not None and is_same_reply(answer, right)
            assert clock.now - before < 1.0
    assert len(pids) == MAX_DEATHS and clock.now > MAX_DEATHS * MAX_START_SECONDS


def test_long_thinking_worker_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MAX_SILENCE_SECONDS", 0.2)
    clock, game = ManualClock(), game_contract.ALL_GAMES["toy"](3, 4)
    with Thinker(clock=clock) as thinker:
        first = thinker.pid
        think_for_hours(thinker, game)
        for _ in range(6):
            wait_for_thinker(thinker)
            assert poll_for(thinker, clock, 0.1) is None
        assert thinker.pid == first


def test_stalled_window_time_does_not_count() -> None:
    clock, game = ManualClock(), game_contract.ALL_GAMES["toy"](3, 4)
    with Thinker(clock=clock) as thinker:
        ask_thinker(thinker, 1, game)
        wait_for_reply(thinker)
        first = thinker.pid
        think_for_hours(thinker, game)
        for _ in range(5):
            clock.now += 3600.0
            assert thinker.poll() is None
        assert thinker.pid == first


@CAN_STOP
def test_closing_ends_hanging_worker() -> None:
    thinker = Thinker()
    process = thinker._process.process  # type: ignore[union-attr]
    stop(process.pid)
    thinker.close()
    assert not process.is_alive()


def test_unkillable_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """For example a process that hangs in a driver."""
    thinker = Thinker()
    process = thinker._process.process  # type: ignore[union-attr]
    with monkeypatch.context() as patch:
        patch.setattr(process, "kill", lambda: None)
        thinker.close()
        assert process.is_alive()
    process.kill()


# --- systems without processes ----------------------------------------------------------------------------------------


def test_thinker_works_in_slices_without_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError

    monkeypatch.setattr(thinking, "_ThinkingProcess", refused)
    with Thinker() as thinker:
        assert not thinker.uses_process


def test_error_in_bot_gives_legal_move_and_report(worker: Thinker) -> None:
    game = game_contract.ALL_GAMES["toy"](3, 4)
    ask_thinker(worker, 5, game, "no such level")
    answer = wait_for_reply(worker)
    assert game.refusal(answer.move) is None
    (failure,) = worker.take_failures()
    assert failure.slug == "toy" and "no such level" in failure.error_text
    ask_thinker(worker, 6, game)
    wait_for_reply(worker)
    assert worker.take_failures() == []


def test_closing_ends_worker_and_may_be_repeated() -> None:
    thinker = Thinker()
    process = thinker._process.process  # type: ignore[union-attr]
    thinker.close()
    thinker.close()
    assert not process.is_alive()
    assert thinker.poll() is None


THINKER_CODE = """
from engine.games import GAMES
from engine.work.thinking import Question, Thinker
if __name__ == "__main__":
    slug, game = next(iter(GAMES.items()))
    match = game(game.seats_default, 4)
    seat = match.seats_to_act()[0]
    thinker = Thinker()
    thinker.ask(Question(1, slug, match.view(seat), seat, "medium", 3))
    while thinker.poll() is None:
        pass
    thinker.ask(Question(2, slug, match.view(seat), seat, "master", 3))
"""


def test_program_exiting_while_thinking_leaves_no_output_and_no_process(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(THINKER_CODE)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, tmp_path / "program.py"], capture_output=True, text=True, env=environment, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


KILLED_CODE = """
import os, signal, sys
from pathlib import Path
from engine.games import GAMES
from engine.work.thinking import Question, Thinker
from tests.test_workers import KeepingWorkers, held_tasks, square, poll_until
if __name__ == "__main__":
    game = GAMES["big_two"](4, 4)
    seat = game.seats_to_act()[0]
    thinker = Thinker()
    if "at once" in sys.argv:
        kept = KeepingWorkers(square, held_tasks(Path(sys.argv[1])))
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
    tasks = held_tasks(Path(sys.argv[1]))
    kept = KeepingWorkers(square, tasks)
    kept.start()
    poll_until(kept, lambda: bool(tasks[0].started_pids and tasks[1].started_pids))
    print(thinker.pid, *kept.pids, flush=True)
    if len(sys.argv) > 2:
        os.kill(thinker.pid, signal.SIGSTOP)
        os.kill(kept.pids[0], signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("stopped", "count"), [("", 3), ("stop", 3), ("at once", 2)])
def test_all_processes_end_with_killed_program(stopped: str, count: int, tmp_path: Path) -> None:
    """The program has one thinking process and two with endless tasks, or two that are stopped before their code is
    loaded.

    All of them hold the program's output, so that the run ends only after them.
    """
    (tmp_path / "program.py").write_text(KILLED_CODE, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "program.py"), str(tmp_path), *([stopped] if stopped else [])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert (run.returncode, len(run.stdout.split()), run.stderr) == (-9, count, "")


ENDED_CODE = """
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
"""Program that ends as soon as its process is launched, as by a signal."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals from outside")
def test_process_of_ended_program_prints_nothing(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(ENDED_CODE, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "program.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert (run.returncode, run.stderr) == (3, "")


# --- late start -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["prepare", "ask"])
def test_process_is_started_only_before_questions(way: str) -> None:
    """The window's start doesn't wait for the process, and shares no processor time with it."""
    with Thinker(at_once=False) as thinker:
        assert thinker.uses_process and thinker.pid is None
        if way == "prepare":
            thinker.prepare()
            first = thinker.pid
            assert first is not None
            thinker.prepare()
            assert thinker.pid == first
        ask_thinker(thinker, 1, GAMES["palacio"](3, 1), "easy")
        assert thinker.pid is not None and wait_for_reply(thinker).request == 1
    assert not thinker.uses_process


def test_unasked_thinker_closes_without_process() -> None:
    thinker = Thinker(at_once=False)
    thinker.close()
    thinker.prepare()
    assert thinker.pid is None and not thinker.uses_process
