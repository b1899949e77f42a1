"""Bots that fail: the next weaker one that works answers, wherever bots compute, and each failure is reported."""

import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.arena.duplicate import DealTask, play_deal
from engine.bots import bot_for, level_and_fallbacks, registry, reliable_bot
from engine.bots.common.base import BotConfig, Thought, final_thought
from engine.bots.common.fallback import BotFailure
from engine.characters import LEVELS
from engine.cooperative import CooperativeTask, run_to_end
from engine.game import Game
from engine.games import GAMES
from engine.lab import Experiment
from engine.lab.trials import RuleTrial, run_trial
from engine.moves import Move
from engine.online.host.thinker_pool import ThinkerPool
from engine.par.playouts import finished_deals, play_out, playout_tasks
from engine.review.judge import JudgingEffort, MoveComparer, judge
from engine.review.win_chances import play_out as play_out_match
from engine.rng import Rng
from engine.work.thinking import Question, Thinker
from engine.work.worker_pool import WorkerPool
from scenes.screens.rules.lab_screen import LabScreen
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog
from scenes.shell.error_recovery import REPORTS_FOLDER
from tests.support.bot_records import play_one_deal
from tests.support.profile_pilot import Pilot
from tests.support.records import chairs, new_record
from tests.support.tables import continue_match

PATIENCE = 0.02
MAX_POLLS = 100_000
BreakBot = Callable[..., None]


class BotFromTestError(Exception):
    """Raised by the broken bots."""


class BrokenBot:
    """A bot that fails after ``good_thoughts`` thoughts, also when it compares moves."""

    def __init__(self, good_thoughts: int) -> None:
        self.good_thoughts = good_thoughts

    def think(self, view: Game, seat: int, rng: Rng) -> Iterator[Thought]:
        for _ in range(self.good_thoughts):
            yield Thought(view.legal_moves(seat)[0])
        raise BotFromTestError("no idea")

    def compare(self, *_: Any) -> Iterator[Any]:
        raise BotFromTestError("no idea")


class Cheater:
    """A bot that answers with an impossible move."""

    def think(self, view: Game, seat: int, rng: Rng) -> Iterator[Thought]:
        yield Thought(Move(seat, "cheat"))


class Silent:
    """A bot that never answers."""

    def think(self, view: Game, seat: int, rng: Rng) -> Iterator[Thought]:
        yield from ()


def fail_to_start(config: BotConfig) -> BrokenBot:
    raise ModuleNotFoundError("No module named 'numpy'")


FAULTS: dict[str, Callable[[BotConfig], Any]] = {
    "start": fail_to_start,
    "first thought": lambda _: BrokenBot(0),
    "later thought": lambda _: BrokenBot(1),
    "illegal move": lambda _: Cheater(),
    "no move": lambda _: Silent(),
}


@pytest.fixture
def break_bot(monkeypatch: pytest.MonkeyPatch) -> BreakBot:
    """Return a function that makes bots of a game fail."""

    def broken(slug: str, *levels: str, fault: str = "first thought") -> None:
        opponents = registry.opponents_of(slug)
        own = dict(opponents.ladder)
        for level in levels:
            own[level] = FAULTS[fault]
        monkeypatch.setitem(registry.OPPONENTS, slug, opponents._replace(ladder=own))

    return broken


def position(slug: str, seed: int = 3) -> Game:
    """Return a position in which a seat has several legal moves that mean different things."""
    rng = Rng(seed)
    game = GAMES[slug](GAMES[slug].seats_default, seed)
    game.events = None
    while len(game.legal_moves(game.seats_to_act()[0])) < 3:
        seat = game.seats_to_act()[0]
        game.push(rng.choice(game.legal_moves(seat)))
    return game


def run(task: CooperativeTask[Any]) -> tuple[Any, list[str]]:
    """Run a task; return its result and the bots that failed."""
    reports: list[Any] = []
    return run_to_end(task, reports.append), [report.bot for report in reports]


def decide(slug: str, level: str) -> tuple[Move, list[BotFailure]]:
    """Return the move of a thinker in slices, and its reports."""
    game = position(slug)
    seat = game.seats_to_act()[0]
    with Thinker(process=False) as thinker:
        thinker.ask(Question(1, slug, game.view(seat), seat, level, 9, patience=PATIENCE))
        for _ in range(MAX_POLLS):
            reply = thinker.poll()
            if reply is not None:
                assert game.refusal(reply.move) is None
                return reply.move, thinker.take_failures()
    raise AssertionError("no reply")


def direct_move(slug: str, level: str) -> Move:
    game = position(slug)
    seat = game.seats_to_act()[0]
    return final_thought(bot_for(slug, level, patience=PATIENCE), game.view(seat), seat, Rng(9)).move


# --- at the table -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fault", "level"), [*product(FAULTS, LEVELS)])
def test_broken_bot_is_replaced_by_next_weaker_one(fault: str, level: str, break_bot: BreakBot) -> None:
    slugs = tuple(GAMES)
    slug = slugs[(list(FAULTS).index(fault) + LEVELS.index(level)) % len(slugs)]
    break_bot(slug, level, fault=fault)
    move, failures = decide(slug, level)
    assert [(failure.slug, failure.bot) for failure in failures] == [(slug, level)]
    assert "Traceback" in failures[0].traceback_text
    weaker = (*level_and_fallbacks(level), "random")[1]
    assert move == direct_move(slug, weaker), weaker


@pytest.mark.parametrize("slug", GAMES)
def test_chance_plays_if_all_bots_are_broken(slug: str, break_bot: BreakBot) -> None:
    break_bot(slug, *LEVELS, "search")
    move, failures = decide(slug, "master")
    assert [failure.bot for failure in failures] == ["master", "search", "hard", "medium", "easy"]
    assert move == direct_move(slug, "random")


def test_strength_between_levels_falls_back_to_level_below(break_bot: BreakBot) -> None:
    break_bot("palacio", "medium", "hard")
    move, failures = decide("palacio", "1.50")
    assert [failure.bot for failure in failures] == ["1.50", "medium"]
    assert move == direct_move("palacio", "easy")


def test_big_two_master_without_numpy_is_plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("engine.bots.big_two.learned")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    move, failures = decide("big_two", "master")
    assert [failure.bot for failure in failures] == ["master"] and "numpy" in failures[0].error_text
    assert move == direct_move("big_two", "search")


def test_unbroken_bot_decides_as_without_fallback() -> None:
    for slug in GAMES:
        assert decide(slug, "hard") == (direct_move(slug, "hard"), [])


def test_process_reports_broken_bot() -> None:
    game = position("palacio")
    seat = game.seats_to_act()[0]
    with Thinker() as thinker:
        thinker.ask(Question(1, "palacio", game.view(seat), seat, "no such level", 9))
        for _ in range(MAX_POLLS):
            thinker.wait(0.1)
            if thinker.poll() is not None:
                break
        assert [failure.bot for failure in thinker.take_failures()] == ["no such level"]


def test_host_reports_each_broken_bot_once(break_bot: BreakBot) -> None:
    break_bot("palacio", "hard")
    game = position("palacio")
    seat = game.seats_to_act()[0]
    thinkers = ThinkerPool(1, lambda: Thinker(process=False))
    reports: list[BotFailure] = []
    for request in (1, 2, 3):
        thinkers.ask(7, Question(request, "palacio", game.view(seat), seat, "hard", 9))
        for _ in range(MAX_POLLS):
            if thinkers.poll(0.0):
                break
        reports += thinkers.take_failures()
    assert [failure.bot for failure in reports] == ["hard"]
    thinkers.close()


# --- other computations -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("broken", [("master",), ("master", "search")])
@pytest.mark.parametrize("slug", GAMES)
def test_review_judges_without_broken_master(slug: str, broken: tuple[str, ...], break_bot: BreakBot) -> None:
    break_bot(slug, *broken)
    game = position(slug)
    seat = game.seats_to_act()[0]
    legal = game.legal_moves(seat)
    verdict, failed = run(
        judge(MoveComparer(game.view(seat), seat, Rng(1)), legal[-1], JudgingEffort(PATIENCE, PATIENCE))
    )
    assert verdict.best in legal and set(failed) == set(broken)


def test_win_chances_are_estimated_without_broken_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: Game, seat: int, rng: Rng) -> Move:
            raise BotFromTestError("no idea")

    monkeypatch.setitem(registry.OPPONENTS, "gurch", registry.OPPONENTS["gurch"]._replace(policy=Broken))
    game = position("gurch")
    totals, failed = run(play_out_match(game.view(0), 0, 2, Rng(1)))
    assert totals.matches == 2 and failed == ["policy"]


def test_par_is_computed_without_broken_bots(break_bot: BreakBot) -> None:
    record = play_one_deal("pass_the_ace")
    break_bot("pass_the_ace", "master", "search", "hard", "easy")
    (deal, *_) = finished_deals(record, [1], [0])
    points, failed = run(play_out(playout_tasks(deal, 1)[0]))
    assert points is not None and set(failed) <= {"master", "search", "hard", "easy"} and failed


def test_lab_compares_rules_with_broken_bots(break_bot: BreakBot) -> None:
    break_bot("pass_the_ace", "medium")
    rules = GAMES["pass_the_ace"].Options()
    (first, _), failed = run(run_trial(RuleTrial(Experiment("pass_the_ace", 3, rules, rules), 5, measures_skill=False)))
    assert first["match_deals"][0] > 0 and set(failed) == {"medium"}


def test_arena_counts_decisions_of_broken_bots(break_bot: BreakBot) -> None:
    break_bot("palacio", "hard")
    game = GAMES["palacio"]
    played = play_deal(DealTask(game, ("hard", "easy"), game.Options(), 3, lambda: 0.0))
    ((text, count),) = played.failures.items()
    assert "palacio: bot 'hard' failed" in text and "no idea" in text
    assert count == played.decisions[0]


# --- what the player is told ------------------------------------------------------------------------------------------


def shown_notice(pilot: Pilot) -> str:
    """Return the text of the message on top; empty if there is none."""
    top = pilot.app.top
    return " ".join(paragraph.text for paragraph in top.paragraphs) if isinstance(top, Dialog) else ""


def wait_for_notice(pilot: Pilot) -> str:
    for _ in range(5_000):
        if shown_notice(pilot):
            break
        pilot.step()
    return shown_notice(pilot)


def test_player_is_notified_once_with_report_in_profile(tmp_path: Path, break_bot: BreakBot) -> None:
    break_bot("palacio", "hard", "medium")
    record = new_record("palacio")
    record.chairs = chairs(record.seats, "hard")
    pilot = continue_match(tmp_path, record, until_idle=False)
    text = wait_for_notice(pilot)
    assert "BotFromTestError: no idea" in text and "Palace" in text and REPORTS_FOLDER in text
    reports = [file.read_text(encoding="utf-8") for file in (tmp_path / REPORTS_FOLDER).iterdir()]
    assert sorted("bot 'hard' failed" in report for report in reports) == [False, True]
    assert all("BotFromTestError: no idea" in report and 'File "' in report for report in reports)
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()
    for _ in range(300):
        pilot.step()
        assert not shown_notice(pilot)
    assert len(list((tmp_path / REPORTS_FOLDER).iterdir())) == 2
    pilot.app.release_everything()


def test_broken_bot_in_background_job_is_notified(tmp_path: Path) -> None:
    class FailingPool(WorkerPool[int, int]):
        def handle_result(self, result: int) -> None: ...

    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.background.add(FailingPool(report_failure, [1, 2]))
    assert "ValueError: too difficult" in wait_for_notice(pilot)
    pilot.app.release_everything()


def report_failure(task: int) -> CooperativeTask[int]:
    yield BotFailure("gurch", "master", "ValueError: too difficult", "Traceback")
    return task


def test_broken_bot_in_lab_is_notified(tmp_path: Path, break_bot: BreakBot) -> None:
    break_bot("pass_the_ace", "medium")
    pilot = Pilot(tmp_path)
    pilot.app.open(LabScreen(pilot.app, "pass_the_ace", GAMES["pass_the_ace"].Options(), []))
    assert "BotFromTestError: no idea" in wait_for_notice(pilot)
    pilot.app.release_everything()


def test_no_report_is_left_of_unbroken_bot() -> None:
    game = position("gurch")
    seat = game.seats_to_act()[0]
    steps = list(reliable_bot("gurch", "hard").think(game.view(seat), seat, Rng(1)))
    assert all(isinstance(step, Thought) for step in steps)
