"""Hints: the master's search from the player's own view, in words and figures."""

import math
from itertools import count
from pathlib import Path

import pygame
import pytest

from engine.bots import bot_for
from engine.bots.common.base import Evaluation, final
from engine.game import Game
from engine.games import GAMES
from engine.match.match import HINT_LEVEL, THINKING_LIMITS, USUAL_THINKING_LIMIT, Match
from engine.match.record import Record
from engine.moves import Move
from engine.rng import Rng
from engine.work.thinking import Question, Reply, Thinker
from scenes.look.look import Look
from scenes.table.panels.hints import HintPanel, worth_in_words
from scenes.text.words import LANGUAGES, Words
from tests.support.at_table import chairs, continued, hand, new_record, record_where
from tests.support.piloting import Pilot

ENOUGH = 20_000
"""Maximum number of frames until a hint comes."""


def choices(game: Game) -> bool:
    return len(game.legal_moves(0)) > 2


def await_hint(pilot: Pilot) -> tuple[Evaluation, ...]:
    for _ in range(ENOUGH):
        hint = pilot.table.match.hint
        if hint is not None:
            return hint
        pilot.step()
    raise AssertionError("no hint")


@pytest.mark.parametrize("slug", GAMES)
def test_a_hint_is_a_masters_choice_from_the_players_own_view(slug: str, tmp_path: Path) -> None:
    with_choices = record_where(slug, choices)
    pilot = continued(tmp_path, with_choices)
    match = pilot.table.match
    while match.computer_to_move() is not None:  # others answer at the same time
        pilot.step()
    pilot.key(pygame.K_h)
    hint = await_hint(pilot)
    game = match.record.replay(len(match.record.moves))
    seed = Rng(match.record.seed ^ len(match.record.moves)).bits() >> 1
    thought = final(bot_for(slug, HINT_LEVEL), game.view(0), 0, Rng(seed))
    assert repr(hint) == repr(thought.evaluations)
    assert hint[0].move == thought.move
    assert all(game.refusal(option.move) is None for option in hint)


@pytest.mark.painted
def test_h_shows_and_hides_a_hint(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choices))
    before = pygame.image.tobytes(pilot.app.window.surface, "RGB")
    pilot.key(pygame.K_h)
    await_hint(pilot)
    pilot.steps(2)
    assert pygame.image.tobytes(pilot.app.window.surface, "RGB") != before
    pilot.key(pygame.K_h)
    pilot.steps(2)
    assert pilot.table.match.hint is None


def test_a_hint_can_be_cancelled_while_it_is_computed(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", choices))
    pilot.key(pygame.K_h)
    assert pilot.table.match.hinting
    pilot.key(pygame.K_h)
    assert not pilot.table.match.hinting
    pilot.steps(50)
    assert pilot.table.match.hint is None


def test_the_button_asks_for_a_hint_as_well(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choices))
    pilot.click(pilot.table.hud.tools.hint.rect.center)
    assert pilot.table.match.hinting


def test_a_move_ends_the_hint_and_the_opponents_think_on(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", choices))
    pilot.key(pygame.K_h)
    pilot.steps(3)
    moves = len(pilot.table.match.record.moves)
    pilot.table.control.answer(pilot.choice.legal[0])
    assert not pilot.table.match.hinting
    pilot.rest()
    assert pilot.table.match.hint is None
    assert len(pilot.table.match.record.moves) > moves + 1


def test_undo_ends_the_hint(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", lambda game: choices(game) and game.deal_number == 1, most=80))
    pilot.table.control.answer(pilot.choice.legal[0])
    pilot.rest()
    pilot.key(pygame.K_h)
    await_hint(pilot)
    pilot.key(pygame.K_u)
    assert pilot.table.match.hint is None


def test_the_cards_of_the_best_answer_are_marked_until_others_are_chosen(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", lambda game: choices(game) and game.ask is not None))
    pilot.key(pygame.K_h)
    best = await_hint(pilot)[0].move
    pilot.steps(2)
    marked = pilot.table.picture._hinted
    assert marked == best.cards
    other = next(card for card in hand(pilot.table) if card in pilot.choice.fitting())
    pilot.choice.selected = [other]
    pilot.step(dt=1)
    pilot.table.picture.draw(pilot.app.window.surface)
    assert pilot.table.picture._hinted == ()


def test_in_a_vote_a_hint_waits_for_the_other_seats_to_finish_thinking(tmp_path: Path) -> None:
    record = record_where("gurch", lambda game: game.ask is not None and game.ask.what == "vote")
    pilot = continued(tmp_path, record, rest=False)
    for _ in range(ENOUGH):
        if pilot.table.stage.choice is not None:
            break
        pilot.step()
    pilot.key(pygame.K_h)
    await_hint(pilot)
    assert pilot.table.match.game.waiting() == (0,), "the others have voted meanwhile"


class Slow(Thinker):
    """A thinker that never finishes by itself; it counts hurries and records questions."""

    def __init__(self) -> None:
        super().__init__(process=False)
        self.hurried = 0
        self.asked: list[Question] = []

    def ask(self, question: Question) -> None:
        self.asked.append(question)

    def poll(self, max_seconds_of_slice: float = 0.004) -> Reply | None:
        return None

    def hurry(self) -> None:
        self.hurried += 1


@pytest.mark.parametrize("level", ["easy", "hard", "master"])
@pytest.mark.parametrize("patience", [1.0, 5.0])
def test_a_bot_over_its_time_limit_is_hurried_once(level: str, patience: float) -> None:
    game = GAMES["big_two"]
    people = chairs(4, level)
    record = next(
        record
        for record in (Record("big_two", 4, seed, game.Options(), people) for seed in count())
        if record.start().waiting() != (0,)
    )
    slow = Slow()
    match = Match(record, lambda _: None, slow)
    match.patience = patience
    limit = THINKING_LIMITS.get(level, USUAL_THINKING_LIMIT) * patience
    ticks = 0
    while not slow.hurried:
        match.think(100.0)
        ticks += 1
    assert limit <= (ticks - 1) * 100.0 < limit + 100.0
    for _ in range(30):
        match.think(100.0)
    assert slow.hurried == 1
    assert [(asked.level, asked.patience) for asked in slow.asked] == [(level, patience)]
    assert any(asked.style != (0, 0, 0, 0) for asked in slow.asked), "the opponent has a style"


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_are_compared_in_words_and_figures(language: str) -> None:
    words = Words(language)
    game = new_record("big_two").start()
    move = Move(0, "pass")
    best = Evaluation(move, 4.06, 0.62, 0.5)

    def in_words(option: Evaluation) -> str:
        return worth_in_words(option, best, game, words)

    assert words("app.hint.best") in in_words(best)
    assert "62%" in in_words(best)
    assert ("+4.1" if language == "en" else "+4,1") in in_words(best)
    even, worse, bad = (
        Evaluation(move, 3.9, 0.61, 0.3),
        Evaluation(move, 3.0, 0.55, 0.3),
        Evaluation(move, -1.25, 0.3, 0.3),
    )
    compared = [in_words(option) for option in (even, worse, bad)]
    for key, text in zip(("even", "worse", "bad"), compared, strict=True):
        assert text.startswith(words(f"app.hint.{key}"))
    assert "−1" in compared[2]
    unknown = Evaluation(move, math.nan)
    opener = Move(game.waiting()[0], "play")
    assert worth_in_words(Evaluation(opener, math.nan), best, game, words) == words("app.hint.single")
    assert worth_in_words(unknown, unknown, game, words) == words("app.hint.best")
    assert worth_in_words(unknown, best, game, words) == words("app.hint.possible")


def test_the_panel_shows_at_most_three_answers() -> None:
    game = new_record("big_two").start()
    options = [Evaluation(move, 0.0, 0.5, 0.1) for move in [Move(0, "pass")] * 5]
    assert len(HintPanel(Look((1280, 720)), options, game, Words("en")).options) == 3
