"""Policies of Big Two in positions with an obvious move."""

import pytest

from engine.bots.big_two.policy import BigTwoPolicy
from engine.bots.big_two.simple_policies import BeginnerPolicy, NaivePolicy
from engine.bots.common.base import Policy
from engine.cards import cards, texts
from engine.games.big_two.game import HANDS
from engine.games.big_two.options import BigTwoOptions
from engine.moves import Move
from engine.rng import Rng
from tests.games.big_two import make_position, play_lines

POLICY = BigTwoPolicy()
FOLLOWED = ("3C 8S 7S", "4H 5D 6C 7H 8D JC JD QS", "TS 8H 7D KD KC", "JS 9C 9D KS KH")
MIXED = ("4C 4D 5H 6S 7D 8C KD", "QS", "TS 8H 7H", "JS 8D 7S")


@pytest.mark.parametrize(
    ("policy", "hands", "lines", "chosen"),
    [
        pytest.param(POLICY, ("4C 9D KD", "QS", "TS 8H 7H", "JS 8D 7D"), "", "KD", id="leads high against one card"),
        pytest.param(
            POLICY, ("5C 9D KD", "QS", "TS 8H 7H", "4S 8D 7D"), "3:play 4S", "KD", id="follows high against one card"
        ),
        pytest.param(POLICY, ("4C 4D 9D", "QS", "TS 8H 7H", "JS 8D 7D"), "", "4C 4D", id="leads pair against one card"),
        pytest.param(POLICY, FOLLOWED, "0:play 3C", "QS", id="breaks no combination"),
        pytest.param(
            POLICY, ("3C 3D 8S", "4H 4D", "TS 8H 7D KD KC", "JS 9C 9D KS KH"), "0:play 3C 3D", "4D 4H", id="goes out"
        ),
        pytest.param(BeginnerPolicy(), MIXED, "", "4C 4D", id="beginner leads low"),
        pytest.param(
            BeginnerPolicy(),
            ("3C 8S", "4H 4D KS", "TS 8H 7D", "JS 9C 9D"),
            "0:play 3C",
            "4D",
            id="beginner breaks pair",
        ),
        pytest.param(NaivePolicy(), MIXED, "", "4D 5H 6S 7D 8C", id="naive leads its largest hand"),
    ],
)
def test_policy_makes_obvious_move(policy: Policy, hands: tuple[str, ...], lines: str, chosen: str) -> None:
    game = play_lines(make_position(*hands, leader=3 if lines[:1] == "3" else 0), *filter(None, [lines]))
    (seat,) = game.seats_to_act()
    assert texts(policy.choose(game.view(seat), seat, Rng(1)).cards) == chosen


def test_policy_goes_out_when_all_but_one_play_win() -> None:
    game = make_position("4C 2H 2S AS", "9S 8S 7S", "TS 8H 7H", "JS 8D 7D")
    while len(game.cards(HANDS[0])) > 1:
        (seat,) = game.seats_to_act()
        assert seat == 0 or game.legal_moves(seat) == [Move(seat, "pass")]
        game.play(POLICY.choose(game.view(seat), seat, Rng(1)))
    assert game.cards(HANDS[0]) == cards("4C")


BOMBS = BigTwoOptions(bombs=True)
BOMB_HANDS = ("3C 8S 9S TS", "4H 5D 7C 7D 7H 7S 9C JD QS", "TD 8H 6D KD KC", "JS 9D 9H KS KH")


@pytest.mark.parametrize("policy", [POLICY, BeginnerPolicy()])
def test_policy_keeps_bomb_when_low_card_follows(policy: Policy) -> None:
    game = play_lines(make_position(*BOMB_HANDS, rules=BOMBS), "0:play 3C")
    assert len(policy.choose(game.view(1), 1, Rng(1)).cards) == 1


def test_policy_bombs_play_before_last_card() -> None:
    hands = ("2S 3C", *BOMB_HANDS[1:])
    game = play_lines(make_position(*hands, rules=BOMBS), "0:play 2S")
    assert texts(POLICY.choose(game.view(1), 1, Rng(1)).cards) == "7C 7D 7H 7S"


@pytest.mark.parametrize(
    ("options", "chosen"),
    [(BigTwoOptions(triples=False), "4C 4H"), (BigTwoOptions(triples=False, four_cards="none"), "4C 4H")],
)
def test_policy_splits_three_of_a_kind_that_is_no_hand(options: BigTwoOptions, chosen: str) -> None:
    game = make_position("4C 4D 4H", "QS JS", "TS 8H 7H", "9S 8D 7D", rules=options)
    assert texts(POLICY.choose(game.view(0), 0, Rng(1)).cards) == chosen


def test_policy_plays_highest_single_before_last_card() -> None:
    rules = BigTwoOptions(last_card="highest_single")
    game = make_position("4C 9D KD", "QS", "TS 8H 7H", "JS 8D 7D", rules=rules)
    for policy in (POLICY, BeginnerPolicy()):
        assert texts(policy.choose(game.view(0), 0, Rng(1)).cards) == "KD"
