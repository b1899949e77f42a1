"""RoPeD: the golden scenarios G1 … G13."""

import pytest

from engine.cards import cards, texts
from engine.games.roped.game import DRAWN_FITTING_CARD, HAND, SLOT, THROWN_CARDS
from engine.games.roped.sets import in_display_order, kind_of, set_points, sets_in
from engine.moves import Pile
from tests.games.roped import (
    hand_cards,
    legal_plays,
    meld_cards,
    pile_cards,
    play,
    position,
    question_and_seats,
    refusal_by_seat_0,
)
from tests.support.card_positions import announced_keys


@pytest.mark.parametrize("dealer", [0, 1])
def test_g1_r3_r4_r5_each_seat_lays_two_matching_cards_to_start(dealer: int) -> None:
    game = position(["3S 9S 4H 7H KD 2C JC", "2H 2D 3H 4C 5S 6D 8C"], ask="start")
    game.dealer = dealer
    assert sorted(legal_plays(game)) == sorted(["lay 2C JC", "lay 4H 7H", "lay 3S 9S"])
    game.ask_seats("start", 0, 1)
    play(game, "0:lay 9S 3S", "1:lay 2H 3H")
    assert pile_cards(game, SLOT[0]) == "3S 9S"
    face_up = [bool(game.face_up_cards >> card & 1) for card in cards("3S 9S 2H 3H")]
    assert face_up == [True, dealer == 0, True, dealer == 1]


def test_g2_r22_revealed_mismatch_costs_all_seats() -> None:
    game = position(["AC 2C 3D", "AD 2D 9S"], ["5D 5C*"])
    play(game, "reveal @0")
    assert game.mismatches_to_pay == (0, 0)
    assert announced_keys(game, loud=True) == []
    game = position(["AC 2C 3D", "AD 2D 9S"], ["5D QS*"])
    play(game, "reveal @0")
    assert game.mismatches_to_pay == (1, 1)
    assert announced_keys(game, loud=True) == ["mismatch"]
    game = position(["9S 2C 3D", "AD 2D"], ["5D QS"], ask="discard")
    assert [move for move in legal_plays(game) if move.startswith("discard") and move.endswith("@0")] == [
        "discard 9S @0"
    ]


def test_g3_r10_blocks_need_set_with_interior_card() -> None:
    game = position(["2H 6H JH 9D KS", "2D 3D"], ["4H 9H 9C"])
    assert legal_plays(game) == ["take 9C", "take 9H", "take 4H", "stock"]
    game = position(["2H 6C JS 9D KS", "2D 3D"], ["4H 9H 9C"])
    assert legal_plays(game) == ["take 9C", "stock"]
    assert refusal_by_seat_0(game, "take 4H") == ("roped.R10", "no_use")


def test_g4_covered_card_cannot_be_taken() -> None:
    game = position(["2H 6H JH 9D KS", "2D 3D"], ["4H 9H 9C*"], ask="pick")
    assert legal_plays(game) == ["stock"]
    assert refusal_by_seat_0(game, "take 9H") == ("roped.R10", "covered")
    assert refusal_by_seat_0(game, "take 9C") == ("roped.R9", "not_yours")


def test_g5_r11_discards_match_open_card() -> None:
    game = position(["8S 3D QH", "2D 3H"], ["8D", "KC", "2C 2S*", "5S 5H*"], ask="discard")
    assert legal_plays(game) == ["discard 3D @0", "discard 8S @0", "draw"]
    assert refusal_by_seat_0(game, "discard QH @0") == ("roped.R11", "no_match")
    assert refusal_by_seat_0(game, "discard 8S @2") == ("roped.R11", "face_down")


def test_g6_r12_cards_are_drawn_until_fitting() -> None:
    game = position(["2H 3S", "2D 3H"], ["8D", "KC", "2C 2S*", "5S 5H*"], "JH 4C 9C", ask="discard")
    assert legal_plays(game) == ["draw"]
    play(game, "draw")
    assert hand_cards(game) == "2H 3S JH"
    assert pile_cards(game, DRAWN_FITTING_CARD[0]) == "4C"
    assert legal_plays(game) == ["discard 4C @1"]
    play(game, "discard 4C @1")
    assert pile_cards(game, SLOT[1]) == "KC 4C"
    assert not game.face_up_cards >> cards("4C")[0] & 1
    assert hand_cards(game) == "2H 3S JH"


@pytest.mark.parametrize(
    ("four", "kind", "points"),
    [
        ("AS 2S 3S 4S", "flush", 40),
        ("JS QS KS AS", "flush", 82),
        ("KS AS 2S 3S", "suit", 16),
        ("AC 5C 9C KC", "suit", 25),
        ("7C 7D 7H 7S", "kind", 84),
        ("KC KD KH KS", "kind", 120),
        ("AC AD AH AS", "kind", 12),
        ("5H 6H 7H 8H", "flush", 52),
        ("TC TD TH TS", "kind", 120),
        ("9H TH JH QH", "flush", 78),
        ("9H TH JH QS", "", 0),
        ("9H TH JH", "", 0),
        ("9H 9S 9D TC", "", 0),
    ],
)
def test_g7_r14_r16_r24_sets_have_points(four: str, kind: str, points: int) -> None:
    assert kind_of(cards(four)) == kind
    assert set_points(cards(four)) == points
    assert (tuple(sorted(cards(four))) in sets_in(cards(four))) == bool(kind)


@pytest.mark.parametrize("laid", ["3S 4S 5S 6S", "AS 2S 3S 4S", "JS QS KS AS", "AC 5C 9C KC", "7C 7D 7H 7S"])
def test_set_is_laid_in_order_regardless_of_selection(laid: str) -> None:
    assert texts(in_display_order(reversed(cards(laid)))) == laid
    game = position([laid + " 2D 9H", "3D 5D"], ask="set")
    play(game, f"meld {' '.join(reversed(laid.split()))}")
    assert meld_cards(game, 0) == laid


def test_g8_r19_lasso_continues_in_descending_order() -> None:
    game = position(["2C 5C 8C JC QC 2D", "AC 3D", "KC 4D", "5D 6D"], ask="set")
    play(game, "meld 2C 5C 8C JC")
    assert question_and_seats(game) == ("lasso", (1, 2, 3))
    assert [legal_plays(game, seat) for seat in (1, 2, 3)] == [["throw AC", "let_go"], ["let_go"], ["let_go"]]
    play(game, "3:let_go", "1:throw AC", "2:let_go")
    assert meld_cards(game, 1) == "2C 5C 8C JC"
    assert question_and_seats(game) == ("chain", (0, 2, 3))
    play(game, "0:let_go", "2:rope KC", "3:let_go")
    assert question_and_seats(game) == ("chain", (0, 1, 3))
    play(game, "0:rope QC", "1:let_go", "3:let_go")
    assert meld_cards(game, 0) == "2C 5C 8C JC"
    assert pile_cards(game, THROWN_CARDS) == "AC KC QC"
    assert game.seats_to_act() == (1,)
    assert game.meld_points(0) == 25
    assert announced_keys(game, loud=True) == ["lasso", "roped", "roped"]


def test_ropeable_set_is_tense_and_lasso_most() -> None:
    game = position(["2C 5C 8C JC QC 2D", "AC 3D", "KC 4D", "5D 6D"], ask="set")
    assert game.tension(0) == 0.0
    play(game, "meld 2C 5C 8C JC")
    assert [game.tension(seat) for seat in (1, 2, 3)] == [0.5, 0.5, 0.5]
    play(game, "3:let_go", "1:throw AC", "2:let_go")
    assert [game.tension(seat) for seat in (0, 2, 3)] == [1.0, 1.0, 1.0]


def test_g9_r18_first_ace_clockwise_ropes_four_of_a_kind() -> None:
    game = position(["7C 7D 7H 7S 2C", "AD 3D", "5D 6D", "AS KC"], ask="set")
    play(game, "meld 7C 7D 7H 7S", "3:throw AS", "1:throw AD", "2:let_go")
    assert meld_cards(game, 1) == "7C 7D 7H 7S"
    assert hand_cards(game, 3) == "AS KC"
    assert question_and_seats(game) == ("chain", (0, 2, 3))
    assert legal_plays(game, 3) == ["let_go"]
    game = position(["7C 7D 7H 7S 2C", "3D 4D", "AC KD", "AD KC"], ask="set")
    game.active_seat = 3
    game.piles[HAND[3]], game.piles[HAND[0]] = game.piles[HAND[0]], game.piles[HAND[3]]
    game.ask_seats("set", 3)
    play(game, "meld 7C 7D 7H 7S", "2:throw AC", "0:throw AD", "1:let_go")
    assert meld_cards(game, 0) == "7C 7D 7H 7S"


def test_g10_r18_sets_with_own_ace_are_safe_and_king_ends_chain() -> None:
    game = position(["3H 6H 9H AH 2D", "AC KH"], ask="set")
    play(game, "meld AH 3H 6H 9H")
    assert question_and_seats(game)[0] != "lasso"
    game = position(["3H 6H 9H KH 2D 5C", "AH QH 2S"], ask="set")
    play(game, "meld 3H 6H 9H KH", "throw AH")
    assert meld_cards(game, 1) == "3H 6H 9H KH"
    assert game.meld_points(1) == 28
    assert game.seats_to_act() == (1,)
    assert question_and_seats(game)[0] != "chain"


def test_g11_r23_r25_sets_hands_and_bonus_are_scored() -> None:
    game = position(["", "KD 5D", "AS 9D", "2C"], ask="set")
    melds = {(0, 0): "AC 2C 3C 4C", (0, 1): "5H 6H 7H 8H", (1, 0): "7C 7D 7H 7S", (3, 0): "3S 5S 8S TS"}
    for (seat, index), four in melds.items():
        game.piles[Pile("meld", seat, index)] = cards(four)
    assert [game.meld_points(seat) for seat in range(4)] == [40 + 52, 84, 0, 26]
    game.first_out = 0
    game._score_deal("out", {"seat": 0})
    assert game.history[0] == (192, 69, -31, 24)
    assert game.scores == (192, 69, -31, 24)


def test_g12_r20_r21_r23_lasso_may_end_deal() -> None:
    game = position(["2C 5C 8C JC TD", "AC 3D", "KC", "QC 6D"], ask="set")
    play(game, "meld 2C 5C 8C JC", "1:throw AC", "2:let_go", "3:let_go")
    play(game, "0:let_go", "2:rope KC", "3:let_go")
    assert question_and_seats(game) == ("chain", (0, 1, 3))
    play(game, "3:rope QC", "0:let_go", "1:let_go")
    assert game.history == ((-10, -3, 100, 25 - 6),)


def test_g13_r13_two_cards_fill_empty_slot_and_may_end_deal() -> None:
    game = position(["6S", "2D 3D"], ["", "8C 9C*", "2H 2C*", "KS KD*"], "6D", ask="pick")
    play(game, "stock", "discard 6S 6D @0")
    assert game.history[0] == (100, -5)
