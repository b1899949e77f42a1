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
from engine.work.thinking import Question, Reply, Thinker
from tests.support import contract
from tests.support.awaiting import doze

ROOT = Path(__file__).resolve().parent.parent
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
