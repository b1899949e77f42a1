"""Palácio: the golden scenarios G1 … G13, and plays under house rules."""

from typing import Any

import pytest

from engine.cards import RANKS, rank
from engine.events import Announced, CardsMoved
from engine.game import STOCK
from engine.games.palacio.game import BURNT, DOWN, HAND, PILE, UP, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.games.palacio.ranks import TEN, TWO
from engine.moves import Note
from tests.games.palacio import hand_ranks, legal_plays, pile_ranks, play, position

STRICT: dict[str, Any] = {"ten_on_anything": False}
ACROSS: dict[str, Any] = {"four_across_turns": True}
VOLUNTARY: dict[str, Any] = {"voluntary_pickup": True}
"""House rules about plays."""


@pytest.mark.parametrize(
    ("start", "legal", "played", "pile", "hand", "seat"),
    [
        pytest.param(position("5 7 K", "7", "3 9"), "7,K", "7", "7 7", "5 9 K", 1, id="g1"),
        pytest.param(position("4 T 2", "K", "6 6"), "T,2", "T", "", "4 6 2", 0, id="g2"),
        pytest.param(position("5 6 8", "4 Q", "9 9"), "take", "take", "", "4 5 6 8 Q", 1, id="g3"),
        pytest.param(
            position("8 8 8 8 K", "5", "9 9 9 8", seats=4),
            "8,8 8,8 8 8,8 8 8 8,K", "8 8 8 8", "", "8 9 K", 0, id="g4",
        ),
        pytest.param(position("8", "8 8 8", up="Q A T", down="3 3 3"), "8", "8", "8 8 8 8", "", 1, id="g5"),
        pytest.param(position("8", "8 8 8", up="Q A T", down="3 3 3", **ACROSS), "8", "8", "", "", 0, id="g5 across"),
        pytest.param(position("", "9", up="Q Q 4", down="3 3 3"), "Q", "Q", "9 Q", "", 1, id="g6"),
        pytest.param(position("", "A", up="Q Q 4", down="3 3 3"), "take", "take", "", "A", 1, id="g6 taken"),
        pytest.param(position("", "5 9", down="4 8 T"), "flip 0,flip 1,flip 2", "flip 1", "", "5 8 9", 1, id="g7"),
        pytest.param(position("", "5 9", down="4 8 T"), "flip 0,flip 1,flip 2", "flip 2", "", "", 0, id="g7 ten"),
        pytest.param(position("3 4", "2", others=["3 4 5"]), "3,4", "4", "2 4", "3", 1, id="g9"),
        pytest.param(position("T T 4", "J", "6 5"), "T,T T", "T T", "", "4 5 6", 0, id="g10"),
        pytest.param(position("4 T 2", "K", **STRICT), "2", "2", "K 2", "4 T", 1, id="strict ten on king"),
        pytest.param(position("4 T", "9", **STRICT), "T", "T", "", "4", 0, id="strict ten on nine"),
        pytest.param(position("4 T", "2", **STRICT), "4,T", "T", "", "4", 0, id="strict ten on two"),
        pytest.param(position("4 T", "", **STRICT), "4,T", "T", "", "4", 0, id="strict ten alone"),
        pytest.param(position("4 T", "J", **STRICT), "take", "take", "", "4 T J", 1, id="strict ten on jack"),
        pytest.param(position("4 T", "A", **STRICT), "take", "take", "", "4 T A", 1, id="strict ten on ace"),
        pytest.param(position("8 8 8 8", "9"), "take", "take", "", "8 8 8 8 9", 1, id="r10: four must fit"),
        pytest.param(
            position("8 8 8 8 8 3", "5", seats=5),
            "8,8 8,8 8 8,8 8 8 8,8 8 8 8 8", "8 8 8 8 8", "", "3", 0, id="r10: five burn too",
        ),
        pytest.param(
            position("8 3", "8 8 9 8", seats=4, **ACROSS), "8", "8", "8 8 9 8 8", "3", 1, id="r10: only on top"
        ),
        pytest.param(position("8 8 3", "8 8", **ACROSS), "8,8 8", "8 8", "", "3", 0, id="r10: two and two"),
        pytest.param(position("4 4", "3", "9"), "4,4 4", "4 4", "3 4 4", "9", 1, id="r11: draws what is left"),
        pytest.param(position("3 4 5 6", "3", "9 9"), "3,4,5,6", "4", "3 4", "3 5 6", 1, id="r11: draws up to three"),
        pytest.param(position("5 7 K", "7", "9", **VOLUNTARY), "7,K,take", "take", "", "5 7 7 K", 1, id="r12: choice"),
        pytest.param(position("5", "", **VOLUNTARY), "5", "5", "5", "", 0, id="r12: not an empty pile"),
        pytest.param(
            position("", "9", down="4 4", **VOLUNTARY), "flip 0,flip 1", "flip 0", "", "4 9", 1, id="r12: not blind"
        ),
        pytest.param(
            position("", "9", up="Q Q 4", down="3 3 3", multi_face_up=True),
            "Q,Q Q", "Q Q", "9 Q Q", "", 1, id="r13: several",
        ),
    ],
)  # fmt: skip
def test_r3_r4_r9_r10_r11_r12_r13_r14_r15_move_changes_pile_and_hand(
    *, start: Palacio, legal: str, played: str, pile: str, hand: str, seat: int
) -> None:
    game = start.clone()
    assert legal_plays(game) == legal.split(",")
    play(game, played)
    assert (pile_ranks(game, PILE), hand_ranks(game)) == (pile, hand)
    assert game.outcome is not None or game.seats_to_act() == (seat,)


@pytest.mark.parametrize(
    ("start", "played", "key", "count", "loud"),
    [
        pytest.param(position("4 T 2", "6 K", "6 6"), "T", "burnt", 3, False, id="r4: ten"),
        pytest.param(position("8 8 8 8 8 3", "5", seats=5), "8 8 8 8 8", "burnt_four", 5, True, id="r10: five"),
        pytest.param(position("8 8 3", "5 8 8", **ACROSS), "8 8", "burnt_four", 4, True, id="r10: two and two"),
    ],
)
def test_r4_r10_burning_is_announced_with_its_cards_and_aloud_for_equal_ones(
    start: Palacio, played: str, key: str, count: int, *, loud: bool
) -> None:
    game = start.clone()
    game.events = []
    index = RANKS.index(played[0])
    play(game, played)
    events = game.take_events()
    assert Announced(0, Note(key, {"n": count, "rank": index}), loud) in events
    assert [event.manner for event in events if isinstance(event, CardsMoved) and event.target == BURNT] == ["burn"]


def test_g8_r15_r16_last_blind_card_wins_if_fitting() -> None:
    game = position("", "5 9", down="T")
    play(game, "flip 0")
    assert game.outcome is not None and game.outcome.winners == (0,)
    assert game.scores == (1, 0)

    game = position("", "5 9", down="4")
    play(game, "flip 0")
    assert game.outcome is None
    assert hand_ranks(game) == "4 5 9"


def test_g11_r10_r15_four_twos_burn_and_flip_on_empty_pile_wins() -> None:
    game = position("2 2 2 2", "K", down="9")
    assert "2 2 2 2" in legal_plays(game)
    play(game, "2 2 2 2")
    assert game.seats_to_act() == (0,)
    assert legal_plays(game) == ["flip 0"]
    play(game, "flip 0")
    assert game.outcome is not None and game.outcome.winners == (0,)


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
