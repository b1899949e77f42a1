"""Palácio: refusals, known cards, announcements, the policy, texts."""

import pytest

from engine.cards import RANKS
from engine.events import CardsMoved
from engine.game import STOCK
from engine.games.palacio.game import DOWN, HAND, PILE, UP, Palacio
from engine.moves import IllegalMoveError, Move, Note
from engine.rng import Rng
from tests.games.palacio import own_cards, play, position, ranks_of
from tests.support.refusals import refusal_of

# --- refusals -----------------------------------------------------------------------------------------------------


def test_every_refusal_names_rule() -> None:
    game = position("5 7 7 K", "7", "9", up="9 9 9", down="3 3 3")
    hand_and_palace = (*own_cards(game, "7"), *own_cards(game, "9", *UP[0]))
    assert game.refusal(Move(0, "play", own_cards(game, "5"))) == (
        "palacio.R9",
        "too_low",
        {"rank": RANKS.index("5"), "rank_top": RANKS.index("7")},
    )
    assert refusal_of(game, Move(0, "play", own_cards(game, "7 K"))) == ("palacio.R9", "unequal")
    assert refusal_of(game, Move(0, "play")) == ("palacio.R9", "no_card")
    assert refusal_of(game, Move(0, "play", own_cards(game, "9", *UP[0]))) == ("palacio.R13", "hand_first")
    assert refusal_of(game, Move(0, "play", hand_and_palace)) == ("palacio.R13", "mixed")
    assert refusal_of(game, Move(0, "take")) == ("palacio.R12", "must_play")
    assert refusal_of(game, Move(0, "flip", to=0)) == ("palacio.R15", "flip_not_yet")
    assert refusal_of(game, Move(0, "play", own_cards(game, "4", HAND[1]))) == ("palacio.R9", "not_yours")
    assert refusal_of(game, Move(0, "play", own_cards(game, "3", DOWN[0][0]))) == ("palacio.R9", "not_yours")
    assert refusal_of(game, Move(0, "take", to=2)) == ("palacio.R9", "not_now")
    assert refusal_of(game, Move(0, "keep", own_cards(game, "5 7 K"))) == ("palacio.R9", "not_now")
    with pytest.raises(IllegalMoveError):
        game.play(Move(0, "take"))

    assert refusal_of(position("5", ""), Move(0, "take")) == ("palacio.R9", "nothing_to_take")
    strict = position("T 3", "Q", ten_on_anything=False)
    assert refusal_of(strict, Move(0, "play", own_cards(strict, "T"))) == ("palacio.R4", "ten_strict")
    assert refusal_of(strict, Move(0, "play", own_cards(strict, "3"))) == ("palacio.R9", "too_low_strict")
    palace = position("", "9", up="Q Q 4", down="3 3 3")
    assert refusal_of(palace, Move(0, "play", own_cards(palace, "Q Q", *UP[0]))) == ("palacio.R13", "one_at_a_time")
    blind = position("", "9", down="4 5")
    assert refusal_of(blind, Move(0, "flip", to=2)) == ("palacio.R15", "no_card_there")
    assert refusal_of(blind, Move(0, "flip")) == ("palacio.R15", "no_card_there")
    assert refusal_of(blind, Move(0, "take")) == ("palacio.R15", "must_flip")
    new_game = Palacio(2, 1)
    assert refusal_of(new_game, Move(0, "keep", new_game.cards(HAND[0])[:2])) == ("palacio.R6", "keep_three")
    assert refusal_of(new_game, Move(0, "keep", new_game.cards(HAND[1]))) == ("palacio.R6", "not_yours")


def test_r2_any_card_of_rank_may_be_played() -> None:
    game = position("7 7 7", "5")
    for card in game.cards(HAND[0]):
        other = game.clone()
        other.play(Move(0, "play", (card,)))
        assert other.cards(PILE)[-1] == card
    assert game.legal_moves(0) == [game.canonical(Move(0, "play", game.cards(HAND[0])[-n:])) for n in (1, 2, 3)]


# --- known cards, announcements, questions ------------------------------------------------------------------------


def test_r12_seat_forced_to_take_pile_holds_no_fitting_card() -> None:
    game = position("5 6 8", "4 Q", "9 K", others=["7 7 7"])
    hidden = own_cards(game, "9", STOCK)[0], own_cards(game, "K", STOCK)[0]
    assert all(game.is_hidden_card_possible(HAND[0], card) for card in hidden)
    play(game, "take")
    assert [game.is_hidden_card_possible(HAND[0], card) for card in hidden] == [True, False]
    assert all(
        game.is_hidden_card_possible(STOCK, card) and game.is_hidden_card_possible(HAND[1], card) for card in hidden
    )
    rng, view = Rng(3), game.view(1)
    for _ in range(20):
        assert hidden[1] not in view.determinize(rng).cards(HAND[0])
    game.rule_out(1, game.ruled_out_cards(0))
    play(game, "7 7 7")
    assert game.ruled_out_cards(1) == frozenset()


def test_r15_turned_card_is_seen_by_all_before_entering_hand() -> None:
    game = position("", "5 9", down="4 8 T")
    play(game, "flip 0")
    moved = [event for event in game.take_events() if isinstance(event, CardsMoved)]
    assert [(event.manner, event.target, event.viewers) for event in moved] == [("flip", PILE, 3), ("take", HAND[0], 3)]
    assert ranks_of(game.view(1).cards(HAND[0])) == "4 5 9"


def test_demands_follow_position() -> None:
    seven = {"rank": RANKS.index("7")}
    assert position("8", "7").prompt_for(0) == Note("higher", seven)
    assert position("8", "7", ten_on_anything=False).prompt_for(0) == Note("higher_strict", seven)
    assert position("8", "2").prompt_for(0).key == "anything"
    assert position("8", "").prompt_for(0).key == "lead"
    assert position("6", "7").prompt_for(0).key == "must_take"
    assert position("", "7", down="4").prompt_for(0).key == "flip"
    assert position("8", "7").prompt_for(1).key == "wait"
    assert Palacio(2, 1).prompt_for(1).key == "exchange"
