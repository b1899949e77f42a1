"""Palácio: the fourth equal card may be played out of turn, a house rule (R10)."""

from typing import Any

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.cards import RANKS, rank
from engine.characters import LEVELS
from engine.games.palacio.game import BURNT, HAND, PILE, UP, Palacio
from engine.moves import Move
from engine.rng import Rng
from tests.games.palacio import hand_ranks, legal_plays, own_cards, pile_ranks, play, position
from tests.support.refusals import refusal_of

FOURTH: dict[str, Any] = {"fourth": "out_of_turn"}


def pose_fourth(*others: str, seats: int = 4, **rules: Any) -> Palacio:
    """Return a position in which three eights lie after seat 0's play, and the others have these hands."""
    game = position("8 9 9", "8 8", seats=seats, others=others, **FOURTH | rules)
    play(game, "8")
    return game


def find_question(game: Palacio) -> tuple[str, tuple[int, ...]]:
    assert game.ask is not None
    return game.ask.what, game.ask.seats


def answer(game: Palacio, seat: int, verb: str) -> None:
    game.play(next(move for move in game.legal_moves(seat) if move.verb == verb))


def test_r10_fourth_equal_card_burns_the_pile_out_of_turn_by_house_rule() -> None:
    game = pose_fourth("4 5", "4 8", "4 6")
    assert find_question(game) == ("fourth", (1, 2, 3))
    assert [game.prompt_for(seat).key for seat in range(4)] == ["wait", "no_fourth", "fourth", "no_fourth"]
    assert legal_plays(game, 2) == ["8", "let_go"] and legal_plays(game, 1) == ["let_go"]
    assert refusal_of(game, Move(2, "complete", own_cards(game, "4", HAND[2]))) == ("palacio.R10", "complete_four")
    for seat, verb in ((1, "let_go"), (2, "complete"), (3, "let_go")):
        answer(game, seat, verb)
    assert find_question(game) == ("play", (2,)) and not game.cards(PILE) and hand_ranks(game, 2) == "4"


def test_r10_play_goes_on_in_turn_if_nobody_completes_four() -> None:
    game = pose_fourth("4 5", "4 8", "4 6", eight="skip")
    for seat in (3, 2, 1):
        answer(game, seat, "let_go")
    assert find_question(game) == ("play", (2,)) and pile_ranks(game, PILE) == "8 8 8"
    assert RANKS.index("8") not in {rank(card) for card in game.ruled_out_cards(2)}


@pytest.mark.parametrize(("is_reversed", "first"), [(False, 1), (True, 3)])
def test_r10_first_seat_in_direction_of_play_completes_four(is_reversed: bool, first: int) -> None:
    """Two packs have eight eights."""
    game = position("8 9 9", "8 8", seats=4, others=("4 8", "4 5", "4 8"), **FOURTH)
    game.is_reversed = is_reversed
    play(game, "8")
    for seat, verb in ((1, "complete"), (2, "let_go"), (3, "complete")):
        answer(game, seat, verb)
    assert find_question(game) == ("play", (first,)) and hand_ranks(game, first) == "4"


def test_r10_r16_seat_goes_out_with_the_fourth_card() -> None:
    game = pose_fourth("4 5", "8", "4 6")
    for seat, verb in ((1, "let_go"), (2, "complete"), (3, "let_go")):
        answer(game, seat, verb)
    assert game.seats_out == (2,) and game.history == ((0, 0, 1, 0),)


def test_r10_r13_face_up_fourth_card_completes_without_a_hand() -> None:
    game = position("8 9 9", "8 8", seats=3, others=("4 5", ""), **FOURTH)
    (eight,) = own_cards(game, "8", BURNT)
    game.piles[UP[2][0]], game.piles[BURNT] = (eight,), tuple(card for card in game.cards(BURNT) if card != eight)
    play(game, "8")
    assert find_question(game) == ("fourth", (1, 2)) and legal_plays(game, 2) == ["8", "let_go"]
    answer(game, 1, "let_go")
    answer(game, 2, "complete")
    assert game.seats_out == (2,)


def test_r10_nobody_is_asked_for_a_fourth_card_that_all_see_is_out_of_play() -> None:
    game = position("8 9 9", "8 8", seats=3, **FOURTH)  # the fourth eight is burnt
    play(game, "8")
    assert find_question(game) == ("play", (1,))


def test_r10_between_two_seats_the_fourth_card_waits_for_its_turn() -> None:
    game = pose_fourth("4 8", seats=2)
    assert find_question(game) == ("play", (1,)) and legal_plays(game, 1) == ["8"]


def test_r10_r16_two_that_may_not_be_the_last_card_completes_nothing() -> None:
    game = position("2 9 9", "2 2", seats=3, others=("4 5", "2"), last_card="ordinary", **FOURTH)
    play(game, "2")
    assert legal_plays(game, 2) == ["let_go"]
    assert refusal_of(game, Move(2, "complete", own_cards(game, "2", HAND[2]))) == ("palacio.R16", "last_card")


@pytest.mark.parametrize("level", LEVELS)
def test_r10_every_level_completes_four_out_of_turn(level: str) -> None:
    game = pose_fourth("4 5", "4 9 8", "4 6")
    assert final_thought(bot_for("palacio", level, patience=0.05), game.view(2), 2, Rng(1)).move.verb == "complete"
