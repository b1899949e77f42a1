"""Hints: the master's search from the player's own view, in words and numbers."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pygame
import pytest

from engine.bots import bot_for
from engine.bots.common.base import HINT, Evaluation, Reason, final_thought
from engine.bots.common.merits import merit
from engine.cards import parse
from engine.game import Game
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.match import Match
from engine.match.record import Record
from engine.moves import Move
from engine.rng import Rng, derive_seed
from engine.work.thinking import DEFAULT_MAX_THINKING_MS, MAX_THINKING_MS, Question, Reply, Thinker
from scenes.table.layouts import LAYOUTS
from scenes.table.model.choice import Choice
from scenes.table.pages.hint_page import MAX_SUGGESTIONS, SuggestionRow, judge, make_suggestions
from scenes.text.catalogue import Words
from scenes.ui.text import Text
from tests.support.game_contract import random_moves, start_match
from tests.support.profile_pilot import Pilot
from tests.support.records import chairs, find_record, new_record, random_record
from tests.support.table_nodes import answer_button, enter_button_labels, node, tool
from tests.support.tables import continue_match, hand, has_real_choice, select_single_cards

MAX_FRAMES = 20_000
"""Maximum number of frames until a hint comes."""
SHORT_PATIENCE = 0.05
"""Factor on the search of most hints here, which is the same search with fewer steps."""


def has_choice(game: Game) -> bool:
    return len(game.legal_moves(0)) > 2


def ask_for_short_hint(pilot: Pilot) -> None:
    pilot.table.match.patience = SHORT_PATIENCE
    pilot.press_keys(pygame.K_h)


def await_hint(pilot: Pilot) -> tuple[Evaluation, ...]:
    for _ in range(MAX_FRAMES):
        hint = pilot.table.match.hint
        if hint is not None and not pilot.table.match.is_hint_pending:
            return hint
        pilot.step()
    raise AssertionError("no hint")


@pytest.mark.parametrize("slug", GAMES)
def test_hint_is_masters_choice_from_players_own_view(slug: str, tmp_path: Path) -> None:
    with_choices = find_record(slug, has_choice)
    pilot = continue_match(tmp_path, with_choices)
    match = pilot.table.match
    while match.computer_to_move() is not None:  # other seats answer the same question
        pilot.step()
    ask_for_short_hint(pilot)
    hint = await_hint(pilot)
    game = match.record.replay(len(match.record.moves))
    seed = derive_seed(match.record.seed, "hints", len(match.record.moves))
    bot = bot_for(slug, HINT, patience=SHORT_PATIENCE, seat_levels=match.record.seat_levels)
    thought = final_thought(bot, game.view(0), 0, Rng(seed))
    assert repr(hint) == repr(thought.evaluations)
    assert hint[0].move == thought.move
    assert all(game.refusal(option.move) is None for option in hint)


@pytest.mark.painted
def test_h_shows_and_hides_hint(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_choice))
    before = pygame.image.tobytes(pilot.app.window.surface, "RGB")
    ask_for_short_hint(pilot)
    await_hint(pilot)
    pilot.run_frames(2)
    assert pygame.image.tobytes(pilot.app.window.surface, "RGB") != before
    pilot.press_keys(pygame.K_h)
    pilot.run_frames(2)
    assert pilot.table.match.hint is None


def test_hint_can_be_cancelled_while_computed(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_choice))
    pilot.press_keys(pygame.K_h)
    assert pilot.table.match.is_hint_pending and tool(pilot.table.hud, "hint").is_chosen
    pilot.press_keys(pygame.K_h)
    assert not pilot.table.match.is_hint_pending and not tool(pilot.table.hud, "hint").is_chosen
    pilot.run_frames(50)
    assert pilot.table.match.hint is None


def test_button_asks_for_hint_as_well(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_choice))
    pilot.click(tool(pilot.table.hud, "hint").rect.center)
    assert pilot.table.match.is_hint_pending


def test_move_ends_hint_and_opponents_think_on(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_choice))
    pilot.press_keys(pygame.K_h)
    pilot.run_frames(3)
    moves = len(pilot.table.match.record.moves)
    pilot.answer(pilot.open_choice.legal_moves[0])
    assert not pilot.table.match.is_hint_pending
    pilot.run_until_idle()
    assert pilot.table.match.hint is None
    assert len(pilot.table.match.record.moves) > moves + 1


def test_undo_ends_hint(tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record("palacio", lambda game: has_choice(game) and game.deal_number == 1, max_moves=80)
    )
    pilot.answer(pilot.open_choice.legal_moves[0])
    pilot.run_until_idle()
    ask_for_short_hint(pilot)
    await_hint(pilot)
    pilot.press_keys(pygame.K_u)
    assert pilot.table.match.hint is None


@pytest.mark.every_frame
def test_cards_of_best_answer_are_marked_until_others_are_chosen(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", lambda game: has_choice(game) and game.ask is not None))
    ask_for_short_hint(pilot)
    best = await_hint(pilot)[0].move
    pilot.run_frames(2)
    stage = pilot.table.model
    assert {stage.token_face(key) for key in pilot.table.card_view._hinted_ids} == set(best.cards)
    assert all(stage.hand.lift_fraction(key) for key in stage.advised_token_ids()), "the hinted cards rise"
    other = next(card for card in hand(pilot.table) if card in pilot.open_choice.addable_cards())
    pilot.open_choice.selected_cards = [other]
    pilot.step(elapsed_ms=1)
    pilot.table.card_view.draw(pilot.app.window.surface)
    assert not pilot.table.card_view._hinted_ids
    pilot.open_choice.clear()


def pilot_with_hint(tmp_path: Path, slug: str, options: Callable[[Game], Sequence[Move]]) -> Pilot:
    """Return a table with a hint of these moves, whose values are within the error of each other."""
    record = find_record(slug, lambda game: len(options(game)) > 1)
    pilot = continue_match(tmp_path, record, language="en")
    moves = options(pilot.table.match.game)
    pilot.table.match.hint = tuple(Evaluation(move, 5.0 - i, 0.2 + i / 100, 4.0) for i, move in enumerate(moves))
    pilot.run_frames(3)
    return pilot


def answer_kind(game: Game, move: Move) -> tuple[str, str, bool]:
    """Return the kind of question and of its answer: verb, and whether it has cards."""
    assert game.ask is not None
    return game.ask.what, move.verb, bool(move.cards)


def records_of_answers(slug: str) -> dict[tuple[str, str, bool], tuple[Record, Move]]:
    """Return random matches of a game that stop at a question to seat 0, with an answer of each kind that occurs."""
    found: dict[tuple[str, str, bool], tuple[Record, Move]] = {}
    for seed in range(30):
        record = random_record(slug, seed) if seed % 2 else new_record(slug, seed)
        game, rng = record.replay(), Rng(seed)
        for move in random_moves(game, rng, 120):
            if move.seat == 0:
                moves = game.legal_moves(0)
                rng.shuffle(moves)
                for answer in moves[:8]:
                    found.setdefault(answer_kind(game, answer), (replace(record, moves=list(record.moves)), answer))
            game.play(move)
            record.moves.append(move)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_enter_plays_recommendation_for_every_kind_of_answer(slug: str, tmp_path: Path) -> None:
    """Also after the keyboard cursor was left on another answer, or cards were selected or exchanged before."""
    answers = records_of_answers(slug)
    assert len(answers) >= len(GAMES[slug].verbs)
    for number, (kind, (record, move)) in enumerate(answers.items()):
        pilot = continue_match(tmp_path / str(number), record)
        while pilot.table.match.computer_to_move() is not None:  # other seats answer the same question
            pilot.step()
        choice, moves = pilot.open_choice, pilot.table.match.record.moves
        if number % 2:
            pilot.press_keys(*[pygame.K_TAB] * (number % 3 + len(choice.piles_by_card)))
        elif choice.cards_of_legal_moves():
            choice.toggle(min(choice.cards_of_legal_moves()))
        pilot.table.match.hint = (Evaluation(move, 5.0, 0.5, 0.0),)
        pilot.run_frames(3)
        assert pilot.table.model.advised_move == move
        count, canonical = len(moves), move._replace(cards=tuple(sorted(move.cards)))
        pilot.press_keys(pygame.K_RETURN)
        pilot.confirm_if_asked()
        assert moves[count]._replace(cards=tuple(sorted(moves[count].cards))) == canonical, kind


@pytest.mark.parametrize("slug", GAMES)
def test_every_recommendation_counts_as_complete_until_player_selects(slug: str) -> None:
    for seed in range(6):
        game, rng = start_match(slug, seed), Rng(seed)
        for played in random_moves(game, rng, 80):
            choice = Choice(game.view(played.seat), played.seat, LAYOUTS[slug])
            for move in choice.legal_moves[:40]:
                choice.hinted_move = move
                assert choice.complete_moves() == [move]
                assert choice.answers()[0].move == move or not move.cards
            game.play(played)


def suggestion_rows(pilot: Pilot) -> list[SuggestionRow]:
    return pilot.table.hud.root.nodes_in("drawer", SuggestionRow)


def test_click_on_row_selects_cards_and_enter_plays_them(tmp_path: Path) -> None:
    pilot = pilot_with_hint(tmp_path, "big_two", lambda game: [move for move in game.legal_moves(0) if move.cards])
    row = suggestion_rows(pilot)[1]
    pilot.click(pilot.drawer_point(row))
    assert set(pilot.open_choice.selected_cards) == set(row.suggestion.move.cards)
    assert len(enter_button_labels(pilot.table)) == 1
    moves = len(pilot.table.match.record.moves)
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.table.match.record.moves[moves].cards == row.suggestion.move.cards


def test_answer_under_pointer_is_shown_on_table(tmp_path: Path) -> None:
    pilot = pilot_with_hint(tmp_path, "palacio", lambda game: [move for move in game.legal_moves(0) if move.cards])
    stage = pilot.table.model
    first, second = (row.suggestion.move for row in suggestion_rows(pilot)[:2])
    assert stage.advised_move == first
    pilot.move(pilot.drawer_point(suggestion_rows(pilot)[1]))
    assert stage.advised_move == second
    assert {stage.token_face(key) for key in stage.advised_token_ids()} == set(second.cards)
    pilot.move((300, 300))
    assert stage.advised_move == first


def test_hinted_button_lights_up_and_row_click_prepares_it(tmp_path: Path) -> None:
    pilot = pilot_with_hint(
        tmp_path, "pass_the_ace", lambda game: [move for move in game.legal_moves(0) if not move.cards]
    )
    move = suggestion_rows(pilot)[0].suggestion.move
    button = answer_button(pilot.table.hud, move)
    assert button.is_chosen and not button.focused
    pilot.click(pilot.drawer_point(suggestion_rows(pilot)[0]))
    button = answer_button(pilot.table.hud, move)
    assert button.focused


@pytest.mark.parametrize("language", LANGUAGES)
def test_enter_button_shows_key_at_any_label_length(language: str, tmp_path: Path) -> None:
    longest = parse("JS")

    def wanted(game: Game) -> bool:
        return has_real_choice(game) and longest in select_single_cards(game, legal=True)

    pilot = continue_match(tmp_path, find_record("big_two", wanted), language=language)
    before = [button.label for button in pilot.answer_buttons][1:]
    pilot.click(pilot.card_point(longest))
    buttons = pilot.answer_buttons
    assert [button.label for button in buttons][1:] == before, "the other buttons keep their order"
    assert buttons[0].kind == "primary" and buttons[0].key_hint == pilot.table.words("app.key.enter")
    assert buttons[0].preferred_size(pilot.table.hud.renderer)[0] <= buttons[0].rect.width


def test_rows_with_same_words_are_distinguished(tmp_path: Path) -> None:
    def swaps(game: Game) -> list[Move]:
        return [move for move in game.legal_moves(0) if len(move.cards) == 3]

    pilot = pilot_with_hint(tmp_path, "gurch", swaps)
    found = [row.suggestion for row in suggestion_rows(pilot)]
    assert len(found) == MAX_SUGGESTIONS and len({one.text for one in found}) == 1
    assert len({one.distinction for one in found}) == MAX_SUGGESTIONS and found[0].distinction.startswith("keeps ")


def test_recommendation_stands_out_with_its_reason_and_figures_are_hidden(tmp_path: Path) -> None:
    pilot = pilot_with_hint(tmp_path, "big_two", lambda game: [move for move in game.legal_moves(0) if move.cards])
    table, hint = pilot.table, pilot.table.match.hint
    assert hint is not None
    first = hint[0]._replace(merit=merit("keeps_pair", rank=8), reason=Reason("pass", 0.11, 0.77))
    table.match.hint = (first, *hint[1:])
    pilot.run_frames(3)
    rows = suggestion_rows(pilot)
    assert [row.suggestion.judgement for row in rows] == ["recommended", "even", "even"]
    assert [row.suggestion.merit_text for row in rows] == ["Keeps your pair of nines", "", ""]

    def shown() -> str:
        texts = (text.string for text in table.hud.root.nodes_in("drawer", Text))
        return " ".join((*texts, *(row.accessible_name for row in suggestion_rows(pilot))))

    assert shown().count("Recommended") == shown().count("About equally good") == 1
    assert "Keeps your pair of nines" in shown() and "77" not in shown()
    widths = [row._cards_width for row in rows if len(row.suggestion.move.cards) == 1]
    assert widths[0] > max(widths[1:]), "the recommended card is larger"
    pilot.click(pilot.drawer_point(node(table.hud, "figures")))
    assert "77" in shown()
    table.match.hint = (first, *hint[1:])
    pilot.run_frames(3)
    assert "77" in shown(), "an improved hint doesn't hide the figures again"


def test_in_vote_hint_waits_for_other_seats_to_finish_thinking(tmp_path: Path) -> None:
    record = find_record("gurch", lambda game: game.ask is not None and game.ask.what == "vote")
    pilot = continue_match(tmp_path, record, until_idle=False)
    for _ in range(MAX_FRAMES):
        if pilot.choice is not None:
            break
        pilot.step()
    ask_for_short_hint(pilot)
    await_hint(pilot)
    assert pilot.table.match.game.seats_to_act() == (0,), "the other seats have voted before the hint"


class EndlessThinker(Thinker):
    """Thinker that never finishes by itself; counts hurries and records questions."""

    def __init__(self) -> None:
        super().__init__(process=False)
        self.hurry_count = 0
        self.questions: list[Question] = []

    def ask(self, question: Question) -> None:
        self.questions.append(question)

    def poll(self, max_seconds_of_slice: float = 0.004) -> Reply | None:
        return None

    def hurry(self) -> None:
        self.hurry_count += 1


@pytest.mark.parametrize("level", ["easy", "hard", "master"])
@pytest.mark.parametrize("patience", [1.0, 5.0])
def test_bot_over_time_limit_is_hurried_once(level: str, patience: float) -> None:
    game = GAMES["big_two"]
    people = chairs(4, level)
    record = next(
        record
        for record in (Record("big_two", 4, seed, game.Options(), people) for seed in count())
        if record.initial_position().seats_to_act() != (0,)
    )
    slow = EndlessThinker()
    match = Match(record, lambda _: None, slow)
    match.patience = patience
    limit = MAX_THINKING_MS.get(level, DEFAULT_MAX_THINKING_MS) * patience
    ticks = 0
    while not slow.hurry_count:
        match.poll_computer_move(100.0)
        ticks += 1
    assert limit <= (ticks - 1) * 100.0 < limit + 100.0
    for _ in range(30):
        match.poll_computer_move(100.0)
    assert slow.hurry_count == 1
    assert [(asked.level, asked.patience) for asked in slow.questions] == [(level, patience)]
    assert any(asked.style != (0, 0, 0, 0) for asked in slow.questions), "questions have the opponent's style"


@pytest.mark.parametrize("language", LANGUAGES)
def test_compared_answers_never_contradict_figures(language: str) -> None:
    words = Words(language)
    game = new_record("big_two").initial_position()
    move = Move(game.seats_to_act()[0], "play")
    best = Evaluation(move, 4.06, 0.62, 0.0)
    even, worse, bad = (
        Evaluation(move, 3.9, 0.63, 0.3),
        Evaluation(move, 3.0, 0.55, 0.3),
        Evaluation(move, -1.25, 0.3, 0.3),
    )
    assert [judge(one, (best, worse, bad), game) for one in (best, worse, bad)] == ["best", "worse", "bad"]
    shown = (best, worse, even)
    assert [one.judgement for one in make_suggestions(shown, game, words)] == ["recommended", "even", "worse"], (
        "equally good answers are next to each other"
    )
    first, second, _ = make_suggestions(shown, game, words)
    assert f"+4{words('app.number.point')}1" in first.worth_text and "±" in second.worth_text
    unknown = Evaluation(move, math.nan)
    assert judge(unknown, (unknown,), game) == "only"
    passing = Evaluation(Move(0, "pass"), math.nan)
    assert judge(passing, (passing, unknown), game) == "best" and judge(unknown, (best, unknown), game) == "only"
    assert make_suggestions((unknown,), game, words)[0].worth_text == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_word_never_contradicts_neighbouring_figures(language: str) -> None:
    words = Words(language)

    def said(slug: str, *options: tuple[float, float, float]) -> list[tuple[str, str]]:
        game = new_record(slug).initial_position()
        move = Move(game.seats_to_act()[0], "play")
        found = make_suggestions([Evaluation(move, *option) for option in options], game, words)
        return [(one.judgement, one.worth_text) for one in found]

    points = said("big_two", (17.0, 0.9, 0.0), (11.2, 0.6, 1.6), (10.8, 0.82, 1.9))
    assert [judged for judged, _ in points] == ["best", "bad", "bad"], "the lower value has no milder word"
    chances = said("palacio", (0.36, 0.36, 0.0), (0.27, 0.27, 0.09), (0.3, 0.3, 0.01))
    assert [judged for judged, _ in chances] == ["best", "worse", "worse"]
    assert [re.findall(r"\d+", worth)[0] for _, worth in chances] == ["36", "30", "27"], "higher numbers come first"
    close = said("pass_the_ace", (-0.2, 0.123, 0.0), (-0.21, 0.121, 0.0), (-0.3, 0.004, 0.0))
    assert [judged for judged, _ in close] == ["best", "worse", "bad"]
    assert len({worth for _, worth in close}) == 3, "moves judged differently never read alike"
    assert "±" not in said("big_two", (4.0, 0.5, 0.0), (3.9, 0.5, 0.04))[1][1], "an error of 0.0 is not shown"


@pytest.mark.parametrize("slug", GAMES)
def test_named_kept_cards_are_all_that_player_still_has(slug: str) -> None:
    """Wherever they lie: in the hand, as Gurch's up-card, or face up in Palácio's exchange."""
    words = Words("en")
    named = 0
    for seed in range(12):
        game, rng = start_match(slug, seed), Rng(seed)
        for played in random_moves(game, rng, 80):
            seat = played.seat
            before = {card for pile in game.sources(seat) if pile.owner == seat for card in game.cards(pile)}
            with_cards = [move for move in game.legal_moves(seat) if move.cards]
            shown = [Evaluation(move, 1.0, 0.5, 0.1) for move in with_cards[:MAX_SUGGESTIONS]]
            for found in make_suggestions(shown, game.view(seat), words) if shown else ():
                kept = before.difference(found.move.cards)
                if found.distinction.startswith("keeps "):
                    named += 1
                    assert found.distinction == words("app.hint.keeps", cards=sorted(kept, key=game.sort_key))
            game.play(played)
    assert named or slug not in ("gurch", "palacio"), "no exchange was distinguished by the kept cards"


def test_at_most_three_answers_are_shown() -> None:
    game = new_record("big_two").initial_position()
    options = [Evaluation(move, 0.0, 0.5, 0.1) for move in [Move(0, "pass")] * 5]
    assert len(make_suggestions(options, game, Words("en"))) == MAX_SUGGESTIONS
