"""Hints: the master's search from the player's own view, in words and figures."""

import math
import re
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pygame
import pytest

from engine.bots import bot_for
from engine.bots.common.base import Evaluation, final
from engine.cards import parse
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.match import THINKING_LIMITS, USUAL_THINKING_LIMIT, Match
from engine.match.record import Record
from engine.match.seen import HINT_LEVEL
from engine.moves import Move, Pile
from engine.rng import Rng, derive_seed
from engine.work.thinking import Question, Reply, Thinker
from scenes.table.panels.hint_page import MOST, SuggestionRow, judge, suggestions
from scenes.text.words import Words
from tests.support.at_table import continued, deciding, hand, live, single
from tests.support.lane import entering
from tests.support.piloting import Pilot
from tests.support.records import chairs, new_record, record_where

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
    seed = derive_seed(match.record.seed, "hints", len(match.record.moves))
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


@pytest.mark.every_frame
def test_the_cards_of_the_best_answer_are_marked_until_others_are_chosen(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", lambda game: choices(game) and game.ask is not None))
    pilot.key(pygame.K_h)
    best = await_hint(pilot)[0].move
    pilot.steps(2)
    stage = pilot.table.stage
    assert {stage.card(key) for key in pilot.table.picture._hinted} == set(best.cards)
    assert all(stage.hand.lift(key) for key in stage.advised()), "they rise"
    other = next(card for card in hand(pilot.table) if card in pilot.choice.fitting())
    pilot.choice.selected = [other]
    pilot.step(dt=1)
    pilot.table.picture.draw(pilot.app.window.surface)
    assert not pilot.table.picture._hinted
    pilot.choice.clear()


def hinted(tmp_path: Path, slug: str, options: Callable[[Game], Sequence[Move]]) -> Pilot:
    """A table with a hint of these moves, whose values lie within the error."""
    record = record_where(slug, lambda game: len(options(game)) > 1)
    pilot = continued(tmp_path, record, language="en")
    moves = options(pilot.table.match.game)
    pilot.table.match.hint = tuple(Evaluation(move, 5.0 - i, 0.2 + i / 100, 4.0) for i, move in enumerate(moves))
    pilot.steps(3)
    return pilot


def rows_of(pilot: Pilot) -> list[SuggestionRow]:
    return live(pilot.table).advisor.page.rows


def test_a_click_on_a_row_selects_its_cards_and_enter_plays_them(tmp_path: Path) -> None:
    pilot = hinted(tmp_path, "big_two", lambda game: [move for move in game.legal_moves(0) if move.cards])
    row = rows_of(pilot)[1]
    pilot.click(pilot.in_drawer(row))
    assert set(pilot.choice.selected) == set(row.suggestion.move.cards)
    assert len(entering(pilot.table)) == 1
    moves = len(pilot.table.match.record.moves)
    pilot.key(pygame.K_RETURN)
    assert pilot.table.match.record.moves[moves].cards == row.suggestion.move.cards


def test_the_answer_under_the_pointer_is_shown_on_the_table(tmp_path: Path) -> None:
    pilot = hinted(tmp_path, "palacio", lambda game: [move for move in game.legal_moves(0) if move.cards])
    stage = pilot.table.stage
    first, second = (row.suggestion.move for row in rows_of(pilot)[:2])
    assert stage.advice == first
    pilot.move(pilot.in_drawer(rows_of(pilot)[1]))
    assert stage.advice == second and {stage.card(key) for key in stage.advised()} == set(second.cards)
    pilot.move((300, 300))
    assert stage.advice == first


def test_a_hinted_button_lights_up_and_a_click_on_its_row_makes_it_ready(tmp_path: Path) -> None:
    pilot = hinted(tmp_path, "pass_the_ace", lambda game: [move for move in game.legal_moves(0) if not move.cards])
    move = rows_of(pilot)[0].suggestion.move
    button = pilot.table.hud.answers.button_of(move)
    assert button is not None and button.chosen and not button.focused
    pilot.click(pilot.in_drawer(rows_of(pilot)[0]))
    button = pilot.table.hud.answers.button_of(move)
    assert button is not None and button.focused


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_that_answers_enter_says_so_whatever_the_length_of_its_label(language: str, tmp_path: Path) -> None:
    longest = parse("JS")

    def wanted(game: Game) -> bool:
        return deciding(game) and longest in single(game, legal=True)

    pilot = continued(tmp_path, record_where("big_two", wanted), language=language)
    before = [button.label for button in pilot.table.hud.answers.buttons][1:]
    pilot.click(pilot.where(longest))
    buttons = pilot.table.hud.answers.buttons
    assert [button.label for button in buttons][1:] == before, "the others keep their places"
    assert buttons[0].kind == "primary" and buttons[0].hint == pilot.table.words("app.key.enter")
    assert buttons[0].preferred(pilot.table.hud.look)[0] <= buttons[0].rect.width


def test_rows_with_the_same_words_are_told_apart(tmp_path: Path) -> None:
    def swaps(game: Game) -> list[Move]:
        return [move for move in game.legal_moves(0) if len(move.cards) == 3]

    pilot = hinted(tmp_path, "gurch", swaps)
    found = [row.suggestion for row in rows_of(pilot)]
    assert len(found) == MOST and len({one.what for one in found}) == 1
    assert len({one.apart for one in found}) == MOST and found[0].apart.startswith("keeps ")


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
def test_answers_are_compared_in_words_and_never_contradict_their_figures(language: str) -> None:
    words = Words(language)
    game = new_record("big_two").start()
    move = Move(game.waiting()[0], "play")
    best = Evaluation(move, 4.06, 0.62, 0.0)
    even, worse, bad = (
        Evaluation(move, 3.9, 0.63, 0.3),
        Evaluation(move, 3.0, 0.55, 0.3),
        Evaluation(move, -1.25, 0.3, 0.3),
    )
    assert [judge(one, (best, worse, bad), game) for one in (best, worse, bad)] == ["best", "worse", "bad"]
    shown = (best, worse, even)
    assert [one.judged for one in suggestions(shown, game, words)] == ["even", "even", "worse"], "as good ones together"
    first, second, _ = suggestions(shown, game, words)
    assert f"+4{words('app.number.point')}1" in first.worth and "±" in second.worth
    unknown = Evaluation(move, math.nan)
    assert judge(unknown, (unknown,), game) == "only"
    passing = Evaluation(Move(0, "pass"), math.nan)
    assert judge(passing, (passing, unknown), game) == "best" and judge(unknown, (best, unknown), game) == "only"
    assert suggestions((unknown,), game, words)[0].worth == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_never_contradicts_the_figures_of_its_neighbours(language: str) -> None:
    words = Words(language)

    def said(slug: str, *options: tuple[float, float, float]) -> list[tuple[str, str]]:
        game = new_record(slug).start()
        move = Move(game.waiting()[0], "play")
        found = suggestions([Evaluation(move, *option) for option in options], game, words)
        return [(one.judged, one.worth) for one in found]

    points = said("big_two", (17.0, 0.9, 0.0), (11.2, 0.6, 1.6), (10.8, 0.82, 1.9))
    assert [judged for judged, _ in points] == ["best", "bad", "bad"], "less is not milder"
    chances = said("palacio", (0.36, 0.36, 0.0), (0.27, 0.27, 0.09), (0.3, 0.3, 0.01))
    assert [judged for judged, _ in chances] == ["best", "worse", "worse"]
    assert [re.findall(r"\d+", worth)[0] for _, worth in chances] == ["36", "30", "27"], "the higher first"
    same = said("pass_the_ace", (-0.2, 0.123, 0.0), (-0.21, 0.121, 0.0), (-0.3, 0.004, 0.0))
    assert [judged for judged, _ in same] == ["even", "even", "bad"], "equal figures are as good"
    assert "±" not in said("big_two", (4.0, 0.5, 0.0), (3.9, 0.5, 0.04))[1][1], "no error of 0.0"


def test_cards_that_tell_answers_apart_are_named_when_the_same_ones_are_kept() -> None:
    game = new_record("palacio").start()
    _, *others = game.cards(Pile("hand", 0))
    moves = [Move(0, "keep", (*others, *game.cards(Pile("up", 0, slot)))) for slot in range(3)]
    found = suggestions([Evaluation(move, 0.5, 0.5, 0.1) for move in moves], game, Words("pt_BR"))
    assert len({(one.what, one.apart) for one in found}) == len(moves)
    assert all(one.apart[:2] in ("o ", "a ") for one in found), "with their articles"


def test_at_most_three_answers_are_shown() -> None:
    game = new_record("big_two").start()
    options = [Evaluation(move, 0.0, 0.5, 0.1) for move in [Move(0, "pass")] * 5]
    assert len(suggestions(options, game, Words("en"))) == MOST
