"""Policy of Gurch: without hidden cards, legal, with obvious plays."""

from itertools import product

import pytest

from engine.bots.common.policy_bots import RandomPolicy
from engine.bots.gurch.hand_values import LOWEST_CARD_POINTS, OTHER_CARD_FACTORS
from engine.bots.gurch.policy import GurchPolicy, hand_value, kept_value
from engine.cards import RANKS, rank
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND
from engine.games.gurch.options import GurchOptions
from engine.moves import Move
from engine.rng import Rng
from tests.games.gurch import own_cards, play, trick_position

POLICY = GurchPolicy()


def test_view_and_full_position_get_same_moves() -> None:
    compared = 0
    for seed in range(40):
        game, rng = Gurch(2 + seed % 5, seed), Rng(seed)
        while game.deal_number == 1 and game.outcome is None:
            seat = game.seats_to_act()[0]
            move = POLICY.choose(game, seat, rng)
            assert move in game.legal_moves(seat)
            assert POLICY.choose(game.view(seat), seat, Rng(1)) == move
            assert POLICY.evaluate(game, seat)[0].move == move
            game.push(rng.choice(game.legal_moves(seat)))
            compared += 1
    assert compared > 600


def test_policy_clearly_beats_random_play() -> None:
    points = [0, 0]
    for seed in range(120):
        for turn in (0, 1):
            game, rng = Gurch(2, seed, GurchOptions(target=0)), Rng(seed)
            while game.outcome is None:
                seat = game.seats_to_act()[0]
                policy = POLICY if seat == turn else RandomPolicy()
                game.push(policy.choose(game, seat, rng))
            points[0] += game.scores[turn]
            points[1] += game.scores[1 - turn]
    assert points[0] > 2 * points[1]


@pytest.mark.parametrize("leads", [False, True])
def test_hand_value_favours_low_cards_and_aces(leads: bool) -> None:
    for cards in range(1, 6):
        assert (
            LOWEST_CARD_POINTS[leads][cards][2]
            > LOWEST_CARD_POINTS[leads][cards][7]
            > LOWEST_CARD_POINTS[leads][cards][13]
        )
    for cards in range(3, 6):
        assert OTHER_CARD_FACTORS[leads][cards][14] > OTHER_CARD_FACTORS[leads][cards][7]
    assert hand_value((2, 13, 14), leads) > hand_value((2, 7, 8), leads) > hand_value((7, 8, 9), leads)


@pytest.mark.parametrize("kept", [(), (3,), (2, 14), (6, 9, 13)])
def test_value_of_drawn_cards_is_near_mean_over_all_draws(kept: tuple[int, ...]) -> None:
    drawn = 2
    every = [hand_value(tuple(sorted((*kept, *new))), False) for new in product(range(2, 15), repeat=drawn)]
    assert kept_value(kept, drawn, False) == pytest.approx(sum(every) / len(every), rel=0.12)


def test_middle_cards_are_swapped_first() -> None:
    swapped, kept = [], []
    for seed in range(80):
        game = Gurch(4, seed)
        seat = game.seats_to_act()[0]
        move = POLICY.choose(game, seat, Rng(1))
        swapped += [RANKS[rank(card)] for card in move.cards]
        kept += [RANKS[rank(card)] for card in game.cards(HAND[seat]) if card not in move.cards]
    assert sum(letter in "56789T" for letter in swapped) > 0.75 * len(swapped)
    assert "2" not in swapped
    assert sum(letter in "A2" for letter in kept) > 0.3 * len(kept)


def test_higher_of_two_last_cards_is_led() -> None:
    game = trick_position("K 3", "9 8", "7 6")
    assert POLICY.choose(game, 0, Rng(1)) == Move(0, "play", own_cards(game, "K", 0))


def test_last_to_play_takes_control_before_last_trick() -> None:
    game = play(trick_position("9 8", "J T", "A 2"), "9", "J")
    assert POLICY.choose(game, 2, Rng(1)) == Move(2, "play", own_cards(game, "A", 2))
