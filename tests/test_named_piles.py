"""Answers that name a card, a pile or a seat: each is given by a click on it, a drag from it and a drag to it.

``NAMING_ANSWERS`` lists them. Everything else that is clicked, or on which cards are dropped, is refused with a rule.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import HIDDEN
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import TABLE, Move, Pile, Refusal, Seat
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.shell.destinations import ResumedTable
from scenes.table.layouts import LAYOUTS
from scenes.table.model.choice import Choice
from scenes.table.model.explanation import UNINFORMATIVE_REFUSALS
from scenes.ui.accessible_elements import strip_emphasis_and_breaks
from tests.support import game_contract
from tests.support.finger_pilot import FingerPilot
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record
from tests.support.tables import (
    click_quickly,
    continue_match,
    find_table_faults,
    is_at_rest,
    shown_refusal,
    write_settings,
)

Answer = tuple[str, str, str]
"""Game, question and verb."""

NAMING_ANSWERS: dict[Answer, dict[str, Any]] = {
    ("gurch", "shown", "take"): {},
    ("gurch", "shown", "reject"): {},
    ("gurch", "mini", "renew"): {},
    ("roped", "reveal", "reveal"): {},
    ("roped", "pick", "stock"): {},
    ("roped", "discard", "draw"): {},
    ("roped", "discard", "fill"): {},
    ("roped", "discard", "blind"): {"blind_discard": True},
    ("pass_the_ace", "turn", "swap"): {},
    ("pass_the_ace", "turn", "draw"): {},
    ("palacio", "play", "take"): {"voluntary_pickup": True},
    ("palacio", "play", "flip"): {},
    ("palacio", "play", "chance"): {"chance": "any"},
    ("palacio", "send", "send"): {"jack": "sends"},
}
"""Answers without cards that name a pile, with house rules that allow them."""
ANSWERS_WITH_CARDS = {
    ("roped", "add", "add"),
    ("roped", "lasso", "throw"),
    ("roped", "chain", "rope"),
    ("palacio", "play", "take_along"),
    ("gurch", "start", "swap"),
    ("gurch", "first", "swap"),
    ("gurch", "second", "swap"),
    ("gurch", "once", "swap"),
}
"""Answers with cards that name a pile besides the one on which the cards are put."""
MATCHES, MOVES = 30, 150
"""Number of matches with random house rules, and of moves in each."""


def positions_reached_by_play(slug: str) -> Iterator[tuple[Game, Seat]]:
    """Yield the positions of random matches with random house rules, with each seat that is to act."""
    for seed in range(MATCHES):
        game, rng = game_contract.start_match(slug, seed), Rng(seed)
        game.events = None
        for move in game_contract.random_moves(game, rng, MOVES):
            for seat in game.seats_to_act():
                yield game, seat
            game.push(move)


def choice_at(game: Game, seat: Seat) -> Choice:
    return Choice(game.view(seat), seat, LAYOUTS[game.slug])


def question(choice: Choice) -> str:
    assert choice.view.ask is not None
    return choice.view.ask.what


def drag_between(choice: Choice, home: Pile, pile: Pile) -> Move | Refusal | None:
    """Return the result of dragging the top card of a pile onto another one; None for an empty pile."""
    lying = choice.view.cards(home)
    return choice.drop_result(lying[-1:], pile, home) if lying else None


def is_card_put_down(choice: Choice, home: Pile, pile: Pile) -> bool:
    """Whether the top card of a pile is one that the question is about, so that its drop never stands for its pile."""
    if not any(card in choice.piles_by_card for card in choice.view.cards(home)[-1:]):
        return False
    verbs = choice.view.verbs[question(choice)]
    return bool(choice.cards_of_legal_moves()) or pile.kind in map(choice.controls.drop_kinds_by_verb.get, verbs)


def is_same(one: Move | Refusal | None, other: Move, game: Game) -> bool:
    return isinstance(one, Move) and game.canonical(one) == game.canonical(other)


@pytest.mark.parametrize("slug", GAMES)
def test_every_naming_answer_is_given_by_click_and_by_drags_both_ways(slug: str) -> None:
    found, with_cards = set[Answer](), set[Answer]()
    for game, seat in positions_reached_by_play(slug):
        if not any(map(game.named_piles, game.legal_moves(seat))):
            continue
        choice = choice_at(game, seat)
        view = choice.view
        for move in choice.legal_moves:
            named = view.named_piles(move)
            if named:
                (with_cards if move.cards else found).add((slug, question(choice), move.verb))
            if not named or move.cards:
                continue
            clicked = choice.named_result(named[0][0])
            assert is_same(clicked, move, view), f"{move} by a click on {named[0][0]}: {clicked}"
            for pair in named:
                for home, pile in (pair, pair[::-1]):
                    result = drag_between(choice, home, pile)
                    if is_card_put_down(choice, home, pile):
                        assert not isinstance(result, Move) or result.cards
                    elif view.cards(home):
                        assert is_same(result, move, view), f"{move} by a drag from {home} to {pile}: {result}"
    assert found == {answer for answer in NAMING_ANSWERS if answer[0] == slug}
    assert with_cards == {answer for answer in ANSWERS_WITH_CARDS if answer[0] == slug}


@pytest.mark.parametrize("slug", GAMES)
def test_answer_with_cards_is_given_at_the_pile_that_it_names(slug: str) -> None:
    met = set[Answer]()
    for game, seat in positions_reached_by_play(slug):
        assert game.ask is not None
        for move in game.legal_moves(seat):
            answer = slug, game.ask.what, move.verb
            if not move.cards or answer in met or not game.named_piles(move):
                continue
            met.add(answer)
            choice = choice_at(game, seat)
            choice.selected_cards = list(move.cards)
            pile, other = choice.view.named_piles(move)[0]
            if move.verb == "take_along":
                assert is_same(drag_between(choice, pile, other), move, choice.view)
                choice.clear()
                pile = Pile("hand", choice.seat)
            assert is_same(choice.drop_result(move.cards, pile), move, choice.view)
            choice.clear()
            for i, card in enumerate(move.cards):  # one by one
                result = choice.drop_result([card], pile)
                if not isinstance(result, Move):
                    assert choice.select_dropped([card], pile), f"{move}: {card} is {result}"
                    continue
                assert i == len(move.cards) - 1 or move.verb == "swap", "a shorter swap may be legal, too"
                break
            else:
                raise AssertionError(f"{move} was not made")
            choice.clear()
    assert met == {answer for answer in ANSWERS_WITH_CARDS if answer[0] == slug}


@pytest.mark.parametrize("slug", GAMES)
def test_piles_of_moves_that_are_not_legal_are_refused_or_named_otherwise(slug: str) -> None:
    """No click and no drag raises an error, and each move found is legal."""
    for game, seat in islice(positions_reached_by_play(slug), 0, None, 80):
        choice = choice_at(game, seat)
        if choice.slot_kind:
            continue
        piles = [*choice.view.piles]
        for pile in piles:
            clicked = choice.click_pile(pile, is_double_click=True)
            assert clicked is not None, f"a click on {pile} stays without an answer"
            assert not isinstance(clicked, Move) or choice.view.refusal(clicked) is None
            assert not isinstance(clicked, Refusal) or clicked.rule.startswith(f"{slug}.R")
        for home in piles[::3]:
            for pile in piles:
                result = drag_between(choice, home, pile)
                assert not isinstance(result, Move) or choice.view.refusal(result) is None


@pytest.mark.parametrize("slug", GAMES)
def test_seat_that_no_answer_names_is_refused_with_the_one_that_is(slug: str) -> None:
    """In each game whose answers name another seat, a touch of a third one says more than that it can't be done."""
    for game, seat in positions_reached_by_play(slug):
        piles = (pile for move in game.legal_moves(seat) for pile, _ in game.named_piles(move))
        named = {pile.owner for pile in piles if pile.kind == "hand" and pile.owner != seat}
        if not named:
            continue
        choice = choice_at(game, seat)
        view, own = choice.view, game.cards(Pile("hand", seat))
        for other in set(range(view.seats)) - named - {seat}:
            pile = Pile("hand", other)
            dropped = [choice.drop_result(own[:1], pile)] if own else []
            for refused in (choice.click_pile(pile, is_double_click=True), *dropped):
                assert isinstance(refused, Refusal) and refused.key not in UNINFORMATIVE_REFUSALS, f"{pile}: {refused}"
                assert refused.rule.startswith(f"{slug}.R")
                if refused.key == "only_left":
                    assert refused.placeholders["seat"] in named


# --- at the table -----------------------------------------------------------------------------------------------------


def record_with(answer: Answer) -> Record:
    """Return a match in which seat 0 may give this answer, and drag from the pile that it names if that has cards."""
    slug, what, verb = answer
    seats = 2 if verb in ("flip", "renew") else 0

    def may_answer(game: Game) -> bool:
        return (
            game.ask is not None
            and game.ask.what == what
            and any(move.verb == verb and game.warning(move) is None for move in game.legal_moves(0))
            and len(game.legal_moves(0)) > 1
        )

    return find_record(slug, may_answer, seats, max_moves=400, **NAMING_ANSWERS[answer])


def point_of(pilot: Pilot, pile: Pile) -> tuple[float, float]:
    """Return a point on the last card of a pile, or on the first card of the player's hand."""
    model = pilot.table.model
    geometry = model.pile_geometries()[pile]
    if pile == model.hand.pile and model.shown.piles.get(pile):
        return pilot.card_point(model.shown.piles[pile][0].card)
    return geometry.x, geometry.y + geometry.column_length


def touch(pilot: Pilot, move: Move, way: str) -> bool:
    """Give an answer in this way; return whether the way exists."""
    model, choice = pilot.table.model, pilot.open_choice
    named, other = choice.view.named_piles(move)[0]
    home, pile = (named, other) if way == "drag from" else (other, named)
    tokens = model.shown.piles.get(named)
    if way == "click":
        click_quickly(pilot, point_of(pilot, named))
    elif way in ("keys", "reader") and tokens:
        if way == "keys":
            pilot._focus(tokens[-1].id)
            pilot.press_keys(pygame.K_RETURN)
        else:
            for _ in range(1 + choice.is_selectable(named)):
                press_element(pilot, tokens[-1].id)
            if pilot.choice is choice:
                pilot.press_keys(pygame.K_RETURN)
    elif way.startswith("drag"):
        if not model.shown.piles.get(home) or is_card_put_down(choice, home, pile):
            return False
        pilot.drag(point_of(pilot, home), point_of(pilot, pile))
    else:
        return False
    return True


def press_element(pilot: Pilot, token_id: int) -> None:
    """Press the screen reader's element of a pile that can be chosen."""
    elements = list(pilot.table.accessible_elements())
    while elements:
        element = elements.pop()
        elements += element.children
        if element.role == "button" and element.key and element.key[0] == "pile":  # type: ignore[index]
            tokens = pilot.table.model.shown.piles.get(element.key[1])  # type: ignore[index]
            if tokens and tokens[-1].id == token_id and element.press is not None:
                element.press()
                return
    raise AssertionError("no element of the screen reader chooses the pile")


@pytest.mark.parametrize("answer", NAMING_ANSWERS, ids="-".join)
def test_answer_is_given_by_mouse_keys_and_reader(answer: Answer, tmp_path: Path) -> None:
    record, ways = record_with(answer), []
    for way in ("click", "drag from", "drag to", "keys", "reader"):
        pilot = continue_match(tmp_path / way.replace(" ", "_"), record)
        made = len(pilot.table.match.record.moves)
        move = next(move for move in pilot.open_choice.legal_moves if move.verb == answer[2])
        if touch(pilot, move, way):
            ways.append(way)
            assert pilot.refusal is None, f"{move} by {way}: {shown_refusal(pilot)}"
            assert pilot.table.match.record.moves[made:][:1] == [move], way
            pilot.run_until_idle()
            assert find_table_faults(pilot.table) == []
    assert "click" in ways and any(way.startswith("drag") for way in ways)


def neighbour(game: Game) -> Seat:
    return game.named_piles(Move(0, "swap"))[0][0].owner


def may_swap(game: Game) -> bool:
    return {move.verb for move in game.legal_moves(0)} >= {"stick", "swap"}


@pytest.mark.parametrize("way", ["click", "drag"])
def test_plate_of_seat_stands_for_its_card(way: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", may_swap, 5))
    table = pilot.table
    made, area = len(table.match.record.moves), table._seat_areas()[neighbour(table.match.game)]
    plate = ((area.left + area.right) / 2, (area.top + area.bottom) / 2)
    if way == "click":
        pilot.click(plate)
    else:
        pilot.drag(point_of(pilot, Pile("hand", 0)), plate)
    assert table.match.record.moves[made].verb == "swap"


@pytest.mark.parametrize("way", ["tap", "swipe from", "swipe to"])
@pytest.mark.parametrize("answer", [("pass_the_ace", "turn", "swap"), ("gurch", "shown", "take")], ids="-".join)
def test_answer_is_given_by_finger(answer: Answer, way: str, tmp_path: Path) -> None:
    write_settings(tmp_path)
    Profile(tmp_path).save_match(record_with(answer))
    pilot = FingerPilot(tmp_path)
    pilot.app.go(ResumedTable())
    pilot.run_until_idle()
    made = len(pilot.table.match.record.moves)
    move = next(move for move in pilot.open_choice.legal_moves if move.verb == answer[2])
    named, other = (point_of(pilot, pile) for pile in pilot.open_choice.view.named_piles(move)[0])
    if way == "tap":
        pilot.tap(named)
    else:
        pilot.swipe(*((named, other) if way == "swipe from" else (other, named)))
    assert pilot.table.match.record.moves[made:][:1] == [move]


@pytest.mark.parametrize("way", ["click", "drag", "plate", "tap", "swipe"])
def test_touch_of_a_seat_that_is_not_the_neighbour_says_with_whom_one_swaps(way: str, tmp_path: Path) -> None:
    write_settings(tmp_path)
    Profile(tmp_path).save_match(find_record("pass_the_ace", may_swap, 5))
    pilot = (FingerPilot if way in ("tap", "swipe") else Pilot)(tmp_path)
    pilot.app.go(ResumedTable())
    pilot.run_until_idle()
    partner, made = neighbour(pilot.table.match.game), len(pilot.table.match.record.moves)
    other = next(seat for seat in range(1, 5) if seat != partner and pilot.table.match.game.piles[Pile("hand", seat)])
    own, wrong = (point_of(pilot, Pile("hand", seat)) for seat in (0, other))
    if isinstance(pilot, FingerPilot):
        pilot.tap(wrong) if way == "tap" else pilot.swipe(own, wrong)
    elif way == "drag":
        pilot.drag(own, wrong)
    else:
        area = pilot.table._seat_areas()[other]
        pilot.click(wrong if way == "click" else ((area.left + area.right) / 2, (area.top + area.bottom) / 2))
    assert shown_refusal(pilot) == "pass_the_ace.R6 only_left" and len(pilot.table.match.record.moves) == made
    name = pilot.table.words.seat_name(partner)
    assert f"only swap with {name}, on your left" in strip_emphasis_and_breaks(pilot.table.hud.refusal_pill.string)


def test_second_click_of_double_click_gives_no_second_answer(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", may_swap, 5))
    click_quickly(pilot, point_of(pilot, Pile("hand", neighbour(pilot.table.match.game))), 3)
    assert pilot.refusal is None


def test_card_dropped_for_a_move_that_is_withdrawn_comes_back(tmp_path: Path) -> None:
    def may_swap_king(game: Game) -> bool:
        return game.ask is not None and may_swap(game) and game.warning(Move(0, "swap")) is not None

    pilot = continue_match(tmp_path, find_record("pass_the_ace", may_swap_king, 5))
    (king,) = pilot.table.match.game.cards(Pile("hand", 0))
    pilot.drag(point_of(pilot, Pile("hand", 0)), point_of(pilot, Pile("hand", neighbour(pilot.table.match.game))))
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_frames(60)
    assert pilot.choice is not None and is_at_rest(pilot.table, king)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("way", ["click", "drop"])
def test_anything_else_is_refused_with_its_rule(slug: str, way: str, tmp_path: Path) -> None:
    def has_choice(game: Game) -> bool:
        return game.ask is not None and game.ask.seats == (0,) and len(game.legal_moves(0)) > 1 and bool(own(game))

    def own(game: Game) -> tuple[int, ...]:
        return game.cards(Pile("hand", 0))

    pilot = continue_match(tmp_path, find_record(slug, has_choice, max_moves=200))
    model, game = pilot.table.model, pilot.table.match.game
    made, choice = len(pilot.table.match.record.moves), pilot.open_choice
    elsewhere = [
        pile
        for pile, tokens in model.shown.piles.items()
        if tokens and pile.owner not in (TABLE, 0) and pile not in choice.named_piles and tokens[-1].card == HIDDEN
    ]
    if way == "click":
        pilot.click(point_of(pilot, elsewhere[-1]))
    else:
        pilot.drag(point_of(pilot, Pile("hand", 0)), point_of(pilot, elsewhere[-1]))
    assert shown_refusal(pilot).startswith(f"{slug}.R")
    assert len(pilot.table.match.record.moves) == made
    pilot.run_until_idle()
    assert find_table_faults(pilot.table) == [] and game.cards(Pile("hand", 0))


def test_click_while_another_seat_acts_says_so(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("pass_the_ace", may_swap, 5), pace="slow", speed="0.5")
    pilot.click(pilot.answer_button_point(Move(0, "stick")))
    assert pilot.choice is None and pilot.refusal is None
    pilot.click(point_of(pilot, Pile("hand", 0)))
    assert shown_refusal(pilot) == "pass_the_ace.R5 not_your_turn"


def test_three_cards_are_laid_into_the_palace_one_by_one(tmp_path: Path) -> None:
    def chooses(game: Game) -> bool:
        return game.ask is not None and game.ask.what == "choose"

    pilot = continue_match(tmp_path, find_record("palacio", chooses, exchange="choose"))
    cards = pilot.table.match.game.cards(Pile("hand", 0))[:3]
    for i, card in enumerate(cards):
        assert pilot.open_choice.selected_cards == list(cards[:i])
        pilot.drag(pilot.card_point(card), point_of(pilot, Pile("up", 0, i)))
        assert pilot.refusal is None
        pilot.run_frames(30)
    own = next(move for move in pilot.table.match.record.moves if move.seat == 0)
    assert own.verb == "lay" and set(own.cards) == set(cards)
