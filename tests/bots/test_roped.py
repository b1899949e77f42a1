"""Bots of RoPeD: sets in hands, obvious moves."""

from collections import Counter
from typing import Any

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.roped.hand_values import BEST_SETS_BY_HAND, HandValues, best_sets_with
from engine.bots.roped.position import bits
from engine.bots.roped.weights import GOOD_WEIGHTS
from engine.cards import Card, cards
from engine.games.roped.game import Roped
from engine.games.roped.sets import set_points, sets_in
from engine.moves import Move
from engine.rng import Rng
from tests.bench.search_agreement import disagreement_percent
from tests.games.roped import position


def test_sets_are_found_in_hands() -> None:
    rng = Rng(4)
    for _ in range(200):
        deck = list(range(52))
        rng.shuffle(deck)
        hand = sum(1 << card for card in deck[: 4 + rng.below(10)])
        every = {sum(1 << card for card in four): set_points(four) for four in sets_in(map(Card, bits(hand)))}
        sets = BEST_SETS_BY_HAND[hand]
        assert bool(sets) == bool(every)
        assert all(every[four] == points for points, four in sets)
        assert max(every.values(), default=0) == max((points for points, _ in sets), default=0)
        for card in bits(hand):
            having = [points for four, points in every.items() if four >> card & 1]
            with_card = best_sets_with(hand, card)
            assert all(every[four] == points and four >> card & 1 for points, four in with_card)
            assert max(having, default=0) == max((points for points, _ in with_card), default=0)


def test_two_masters_with_other_luck_seldom_disagree() -> None:
    assert disagreement_percent("roped", 30, 0.2) < 15


# --- skills -----------------------------------------------------------------------------------------------------------


def chosen_move(level: str, game: Roped, seat: int = 0) -> str:
    return str(final_thought(bot_for("roped", level, patience=0.2), game.view(seat), seat, Rng(1)).move).partition(":")[
        2
    ]


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_block_for_valuable_set_is_taken_except_by_beginner(level: str) -> None:
    game = position(["JH QH KH 9D 2S", "2D 3D 4S 5S 6S"], ["TH 9C", "4C"])
    assert chosen_move(level, game) == "take TH"
    assert chosen_move("easy", game) in ("take 9C", "take 4C", "stock")


@pytest.mark.parametrize("level", ["hard", "master"])
def test_bot_goes_out_with_two_cards_on_empty_slot(level: str) -> None:
    game = position(["6S 6D", "2D 3D 4S"], ["8S", "", "2H 2C*", "KS KD*"], ask="discard")
    assert chosen_move(level, game) == "discard 6D 6S @1"


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_valuable_sets_are_laid_and_roped(level: str) -> None:
    game = position(["2H 6H JH KH 9D KS", "2D 3D 4S AH 6S"], ask="set")
    assert chosen_move("hard", game) == "meld 2H 6H JH KH"
    game.play(Move(0, "meld", cards("2H 6H JH KH")))
    assert chosen_move(level, game, 1) == "throw AH"
    easy = Counter(final_thought(bot_for("roped", "easy"), game.view(1), 1, Rng(n)).move.verb for n in range(40))
    assert easy["let_go"] > 20


# --- house rules ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [{"refill": "any_two"}, {"bluff_discards": True}])
@pytest.mark.parametrize("level", ["easy", "hard", "master"])
def test_bot_goes_out_with_any_two_cards_where_they_fill_slot(level: str, rules: dict[str, Any]) -> None:
    game = position(["6S KD", "2D 3D 4S"], ["8C", "", "2H 2C*", "KS KH*"], ask="discard", **rules)
    assert chosen_move(level, game) == "discard 6S KD @1"


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_bot_lays_straight_flush_round_corner(level: str) -> None:
    game = position(["AS 2S 3S QS KS", "2D 3D 4S 5H 6S"], ask="set", corner=True)
    assert chosen_move(level, game) == "meld AS 2S QS KS"


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_bot_adds_card_that_scores_and_keeps_one_that_only_helps_opponent(level: str) -> None:
    hands, melds = ["7S 9D 4D", "2D 3D 4S 5H 6S"], ["2S 5S 9S KS", "3H 4H 6H 7H"]
    game = position(hands, melds=melds, add_cards="any_set")
    game._ask_for_addition()
    assert chosen_move(level, game) == "add 7S"
    game = position(["5H 9D 4D", "2D 3D 4S 6S"], melds=melds, add_cards="any_set")
    game._ask_for_addition()
    assert chosen_move(level, game) == "keep", "the five makes a straight flush of it"


def test_cheaper_bonus_lowers_value_of_going_out() -> None:
    hand_values = [HandValues(GOOD_WEIGHTS[0].phases[0], 22, bonus)[0] for bonus in (25, 50, 100)]
    assert hand_values[2] - hand_values[1] == 50 and hand_values[1] - hand_values[0] == 25
