"""Bots of Gurch: values of hands, likely worlds, obvious plays, a hand of six cards."""

from itertools import islice, product

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.gurch.match_odds import estimate_win_chance
from engine.bots.gurch.policy import GurchPolicy, hand_value, kept_value
from engine.bots.gurch.worlds import sample_likely_world
from engine.cards import HIDDEN, RANKS, rank
from engine.characters import LEVELS
from engine.games.gurch import Gurch, GurchOptions
from engine.games.gurch.piles import HAND
from engine.games.gurch.plays import VALUE
from engine.moves import Move
from engine.rng import Rng
from tests.bots.positions import positions
from tests.games.gurch import own_cards, play, trick_position

POLICY = GurchPolicy()
LOW_PATIENCE = 0.05
"""Search effort factor of a fast master."""


@pytest.mark.parametrize("leads", [False, True])
def test_hand_value_favours_low_cards_and_aces(leads: bool) -> None:
    assert hand_value((2, 13, 14), leads) > hand_value((2, 7, 8), leads) > hand_value((7, 8, 9), leads)


@pytest.mark.parametrize("kept", [(), (3,), (2, 14), (6, 9, 13)])
def test_value_of_drawn_cards_is_near_mean_over_all_draws(kept: tuple[int, ...]) -> None:
    drawn = 2
    every = [hand_value(tuple(sorted((*kept, *new))), False) for new in product(range(2, 15), repeat=drawn)]
    assert kept_value(kept, drawn, False) == pytest.approx(sum(every) / len(every), rel=0.12)


def test_middle_cards_are_swapped_first() -> None:
    swapped, kept = "", ""
    for seed in range(80):
        game = Gurch(4, seed)
        seat = game.seats_to_act()[0]
        move = POLICY.choose(game, seat, Rng(1))
        swapped += "".join(RANKS[rank(card)] for card in move.cards)
        kept += "".join(RANKS[rank(card)] for card in game.cards(HAND[seat]) if card not in move.cards)
    assert sum(letter in "56789T" for letter in swapped) > 0.75 * len(swapped) and "2" not in swapped
    assert sum(letter in "A2" for letter in kept) > 0.3 * len(kept)


def test_higher_of_two_last_cards_is_led() -> None:
    game = trick_position("K 3", "9 8", "7 6")
    assert POLICY.choose(game, 0, Rng(1)) == Move(0, "play", own_cards(game, "K", 0))


def test_last_to_play_takes_control_before_last_trick() -> None:
    game = play(trick_position("9 8", "J T", "A 2"), "9", "J")
    assert POLICY.choose(game, 2, Rng(1)) == Move(2, "play", own_cards(game, "A", 2))


def test_masters_values_stay_within_points_of_deal() -> None:
    bot = bot_for("gurch", "master", patience=LOW_PATIENCE)
    for i, game in enumerate(islice(positions("gurch", 7, choices_only=True), 60)):
        seat = game.seats_to_act()[0]
        thought = final_thought(bot, game.view(seat), seat, Rng(i))
        assert thought.evaluations[0].move == thought.move
        for option in thought.evaluations:
            assert -56 <= option.value <= 56 and 0 <= option.win <= 1


def test_master_leads_higher_of_two_cards() -> None:
    bot, is_higher = bot_for("gurch", "master", patience=0.1), list[bool]()
    for i, game in enumerate(islice(positions("gurch", 8, level="hard", seats=4, choices_only=True), 1_000)):
        assert isinstance(game, Gurch) and game.ask is not None
        (seat, *_) = game.seats_to_act()
        low, *high = sorted(VALUE[card] for card in game.cards(HAND[seat]))
        if game.ask.what == "play" and not game.led_count and len(high) == 1 and low + 2 < high[0]:
            move = final_thought(bot, game.view(seat), seat, Rng(i)).move
            is_higher.append(VALUE[move.cards[0]] == high[0])
    assert len(is_higher) >= 20 and sum(is_higher) >= 0.9 * len(is_higher)


@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
def test_hand_of_seven_is_played_at_every_level(level: str) -> None:
    bot, asked = bot_for("gurch", level, patience=LOW_PATIENCE), set[str]()
    for seed in range(6):
        game = Gurch(3, seed, GurchOptions(hand=7))
        while not game.history:
            seat = game.seats_to_act()[0]
            assert game.ask is not None
            asked.add(game.ask.what)
            game.push(final_thought(bot, game.view(seat), seat, Rng(seed)).move)
    assert {"start", "first", "vote", "second", "play"} <= asked


def test_hands_after_swaps_hold_high_and_low_cards_more_often() -> None:
    rng = Rng(3)
    frequent, count, kept = 0, 0, {2, 3, 13, 14}
    for seed in range(60):
        game = Gurch(4, seed)
        while not game.history and game.ask is not None and game.ask.what != "play":
            seat = game.seats_to_act()[0]
            game.push(POLICY.choose(game, seat, rng))
        view = game.view(game.leader)
        world = sample_likely_world(view, rng)
        for seat in set(view.swappers) - {game.leader}:
            hand = [VALUE[card] for card in world.piles[HAND[seat]]]
            frequent, count = frequent + sum(value in kept for value in hand), count + len(hand)
    assert 0.5 < frequent / count < 0.62, "in real hands 0.56, in random ones 0.31"


def test_likely_worlds_agree_with_seen_and_ruled_out_cards() -> None:
    rng = Rng(4)
    for game in islice(positions("gurch", 8), 200):
        view = game.view(game.seats_to_act()[0])
        assert isinstance(view, Gurch)
        world = sample_likely_world(view, rng)
        assert sorted(card for pile in world.piles.values() for card in pile) == sorted(
            card for pile in game.piles.values() for card in pile
        )
        for pile, cards in view.piles.items():
            assert len(world.piles[pile]) == len(cards)
            assert all(seen in (HIDDEN, card) for seen, card in zip(cards, world.piles[pile], strict=True))
        for seat in range(view.seats):
            assert not view.ruled_out_cards(seat).intersection(world.piles[HAND[seat]])
            assert sorted(world.view(seat).piles[HAND[seat]]) == sorted(world.piles[HAND[seat]])


def test_win_chance_with_penalty_points_is_that_of_the_match() -> None:
    game = Gurch(3, 1, GurchOptions(penalty_limit=30))
    game.scores = (-20, -30, 0)
    assert [estimate_win_chance(game, seat) for seat in range(3)] == [0.25, 0.0, 0.75]
    game.end_deal((-10, 0, 0), (), "penalty", {"seat": 0, "n": 10})
    assert [estimate_win_chance(game, seat) for seat in range(3)] == [0.0, 0.0, 1.0]
    game = Gurch(3, 1)
    game.deal_winners = (2,)
    assert [estimate_win_chance(game, seat) for seat in range(3)] == [0.0, 0.0, 1.0]
