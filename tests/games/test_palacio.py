"""Palácio: the golden scenarios G1 … G13."""

import pytest

from engine.cards import RANKS, rank
from engine.game import STOCK
from engine.games.palacio.game import BURNT, DOWN, HAND, PILE, TEN, TWO, UP, Palacio
from engine.games.palacio.options import PalacioOptions
from tests.games.palacio import hand_ranks, legal_plays, pile_ranks, play, position


def test_g1_r9_r11_equal_or_higher_card_is_played_and_hand_refilled() -> None:
    game = position("5 7 K", "7", "3 9")
    assert legal_plays(game) == ["7", "K"]
    play(game, "7")
    assert pile_ranks(game, PILE) == "7 7"
    assert hand_ranks(game) == "5 9 K"
    assert game.seats_to_act() == (1,)


def test_g2_r4_ten_burns_and_same_seat_goes_on() -> None:
    game = position("4 T 2", "K", "6 6")
    assert legal_plays(game) == ["T", "2"]
    before = len(game.cards(BURNT))
    play(game, "T")
    assert len(game.cards(BURNT)) == before + 2
    assert hand_ranks(game) == "4 6 2"
    assert game.seats_to_act() == (0,)
    assert legal_plays(game) == ["4", "6", "2"]


def test_g2_strict_ten_fits_only_on_ten_or_lower_two_or_empty_pile() -> None:
    assert legal_plays(position("4 T 2", "K", ten_on_anything=False)) == ["2"]
    for pile in ("9", "2", ""):
        assert "T" in legal_plays(position("4 T", pile, ten_on_anything=False))
    for pile in ("J", "A"):
        assert legal_plays(position("4 T", pile, ten_on_anything=False)) == ["take"]


def test_g3_r12_pile_is_taken_when_no_card_fits() -> None:
    game = position("5 6 8", "4 Q", "9 9")
    assert legal_plays(game) == ["take"]
    play(game, "take")
    assert hand_ranks(game) == "4 5 6 8 Q"
    assert len(game.cards(STOCK)) == 2
    assert game.seats_to_act() == (1,)
    assert legal_plays(game, 1) == ["4", "5"]


def test_g4_r10_four_at_once_burn() -> None:
    game = position("8 8 8 8 K", "5", "9 9 9 8", seats=4)
    assert legal_plays(game) == ["8", "8 8", "8 8 8", "8 8 8 8", "K"]
    before = len(game.cards(BURNT))
    play(game, "8 8 8 8")
    assert len(game.cards(BURNT)) == before + 5
    assert hand_ranks(game) == "8 9 K"
    assert game.seats_to_act() == (0,)


@pytest.mark.parametrize("across", [False, True])
def test_g5_r10_fourth_equal_card_burns_across_turns_by_house_rule(across: bool) -> None:
    game = position("8", "8 8 8", up="Q A T", down="3 3 3", four_across_turns=across)
    play(game, "8")
    if across:
        assert pile_ranks(game, PILE) == ""
        assert game.seats_to_act() == (0,)
        assert legal_plays(game) == ["T", "Q", "A"]
    else:
        assert pile_ranks(game, PILE) == "8 8 8 8"
        assert game.seats_to_act() == (1,)


def test_g6_r13_r14_face_up_cards_are_played_singly() -> None:
    assert legal_plays(position("", "9", up="Q Q 4", down="3 3 3")) == ["Q"]
    game = position("", "A", up="Q Q 4", down="3 3 3")
    assert legal_plays(game) == ["take"]
    play(game, "take")
    assert hand_ranks(game) == "A"
    assert [pile_ranks(game, slot) for slot in UP[0]] == ["Q", "Q", "4"]


def test_g7_r15_blind_card_is_played_if_fitting_or_taken_with_pile() -> None:
    game = position("", "5 9", down="4 8 T")
    assert legal_plays(game) == ["flip 0", "flip 1", "flip 2"]
    play(game, "flip 1")
    assert hand_ranks(game) == "5 8 9"
    assert [pile_ranks(game, slot) for slot in DOWN[0]] == ["4", "", "T"]
    assert game.seats_to_act() == (1,)

    game = position("", "5 9", down="4 8 T")
    before = len(game.cards(BURNT))
    play(game, "flip 2")
    assert len(game.cards(BURNT)) == before + 3
    assert game.seats_to_act() == (0,)
    assert legal_plays(game) == ["flip 0", "flip 1"]


def test_g8_r15_r16_last_blind_card_wins_if_fitting() -> None:
    game = position("", "5 9", down="T")
    play(game, "flip 0")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)
    assert game.scores == (1, 0)

    game = position("", "5 9", down="4")
    play(game, "flip 0")
    assert game.outcome is None
    assert hand_ranks(game) == "4 5 9"


def test_g9_r3_any_card_fits_on_two_and_counts_itself() -> None:
    game = position("3 4", "2", others=["3 4 5"])
    assert legal_plays(game) == ["3", "4"]
    play(game, "4")
    assert game.seats_to_act() == (1,)
    assert legal_plays(game, 1) == ["4", "5"]


def test_g10_r4_two_tens_burn_once() -> None:
    game = position("T T 4", "J", "6 5")
    before = len(game.cards(BURNT))
    play(game, "T T")
    assert len(game.cards(BURNT)) == before + 3
    assert hand_ranks(game) == "4 5 6"
    assert game.seats_to_act() == (0,)


def test_g11_r10_r15_four_twos_burn_and_flip_on_empty_pile_wins() -> None:
    game = position("2 2 2 2", "K", down="9")
    assert "2 2 2 2" in legal_plays(game)
    play(game, "2 2 2 2")
    assert game.seats_to_act() == (0,)
    assert legal_plays(game) == ["flip 0"]
    play(game, "flip 0")
    assert game.outcome is not None
    assert game.outcome.winners == (0,)


def _exchange_position(special: str) -> Palacio:
    """Return a game before the exchange, with 10, 2, 6 on top of the stock."""
    game = Palacio(2, 1, PalacioOptions(opening_special=special))  # type: ignore[arg-type]
    stock = list(game.cards(STOCK))
    for letter in "62T":
        card = next(c for pile in (STOCK, *UP[1], *DOWN[1]) for c in game.cards(pile) if RANKS[rank(c)] == letter)
        home = next(pile for pile, cards in game.piles.items() if card in cards)
        if home != STOCK:
            game.piles[home] = (stock.pop(0),)
            stock.append(card)
        stock.remove(card)
        stock.append(card)
    game.piles[STOCK] = tuple(stock)
    return game


def test_g12_r7_special_cards_turned_first_lie_under_starter_card() -> None:
    game = _exchange_position("under")
    for seat in range(2):
        game.play(game.legal_moves(seat)[0])
    assert pile_ranks(game, PILE) == "T 2 6"
    assert len(game.cards(STOCK)) == 31


def test_g12_r7_special_cards_are_shuffled_back_by_house_rule() -> None:
    game = _exchange_position("reshuffle")
    specials = game.cards(STOCK)[-2:]
    for seat in range(2):
        game.play(game.legal_moves(seat)[0])
    assert len(game.cards(PILE)) == 1
    assert rank(game.cards(PILE)[0]) not in (TWO, TEN)
    assert len(game.cards(STOCK)) == 33
    assert all(game.known[card] == 0 for card in specials if card in game.cards(STOCK))


@pytest.mark.parametrize(("seats", "stock"), [(2, 33), (3, 24), (4, 67), (5, 58)])
def test_g13_r1_r5_each_seat_gets_nine_cards_of_one_or_two_packs(seats: int, stock: int) -> None:
    game = Palacio(seats, 3)
    assert len(game.cards(STOCK)) == stock + 1  # starter card, turned after the exchange
    for seat in range(seats):
        assert len(game.cards(HAND[seat])) == 3
        assert [len(game.cards(slot)) for slot in (*UP[seat], *DOWN[seat])] == [1] * 6


def test_big_pile_and_last_card_of_opponent_are_tense() -> None:
    small, big = "4 4 5 5 6 6 7", "4 4 5 5 6 6 7 7"
    assert position("8 9 J", small, others=["3"], others_down="4 5 6").tension(0) == 0.0
    assert position("8 9 J", big, others=["3"], others_down="4 5 6").tension(0) == 0.5
    assert position("8 9 J", small, others=[""], others_down="4").tension(0) == 1.0
    assert position("8 9 J", big, others=["3"]).tension(0) == 1.0
    assert position("8", small, others=["3 3"]).tension(0) == 0.0, "its own last card is no threat"
