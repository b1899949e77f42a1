"""Bots of Gurch: likely worlds, levels and styles."""

from collections.abc import Iterator
from itertools import islice

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.gurch.policy import GurchPolicy
from engine.bots.gurch.traits import style_traits
from engine.bots.gurch.worlds import sample_likely_world
from engine.cards import HIDDEN, Card, packs
from engine.characters import LEVELS, Style
from engine.games.gurch import Gurch
from engine.games.gurch import game as gurch_game
from engine.games.gurch.game import HAND
from engine.games.gurch.options import GurchOptions
from engine.games.gurch.plays import VALUE
from engine.rng import Rng
from tests.support.random_options import random_options

DECK = packs(1)
LOW_PATIENCE = 0.05
"""Search effort factor of a fast master."""
PUBLIC_FIELDS = ("trick", "played", "shown")


def values(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(VALUE[card] for card in cards))


def positions(seed: int, level: str = "medium", seats: int = 0) -> Iterator[Gurch]:
    """Yield positions with a choice under random house rules, after moves of a level and random moves."""
    rng, bot = Rng(seed), bot_for("gurch", level)
    while True:
        rules = random_options(GurchOptions, rng)
        game = Gurch(seats or rng.choice(Gurch.seats_allowed), rng.bits() >> 1, rules)
        for _ in range(45):
            if not game.seats_to_act():
                break
            seat = game.seats_to_act()[0]
            moves = game.legal_moves(seat)
            if len(moves) > 1:
                yield game
            by_chance = not rng.below(3)
            game.push(rng.choice(moves) if by_chance else final_thought(bot, game.view(seat), seat, rng).move)


def question_kind(game: Gurch) -> str:
    assert game.ask is not None
    return game.ask.what


# --- worlds -----------------------------------------------------------------------------------------------------------


def test_hands_after_swaps_hold_high_and_low_cards_more_often() -> None:
    rng, policy = Rng(3), GurchPolicy()
    total_frequency, count, kept = 0, 0, {2, 3, 13, 14}
    for seed in range(60):
        game = Gurch(4, seed)
        while not game.history and question_kind(game) != "play":
            seat = game.seats_to_act()[0]
            game.push(policy.choose(game, seat, rng))
        view = game.view(game.leader)
        world = sample_likely_world(view, rng)
        for seat in set(view.swappers) - {game.leader}:
            hand = values(world.piles[HAND[seat]])
            total_frequency, count = (
                total_frequency + len([value for value in hand if value in kept]),
                count + len(hand),
            )
    assert 0.5 < total_frequency / count < 0.62, "in real hands 0.56, in random ones 0.31"


def test_likely_worlds_agree_with_seen_and_ruled_out_cards() -> None:
    rng = Rng(4)
    for game in islice(positions(8), 200):
        view = game.view(game.seats_to_act()[0])
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


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
def test_answers_are_legal_and_independent_of_hidden_cards(level: str) -> None:
    count = 40 if level == "master" else 400
    bot = bot_for("gurch", level, patience=LOW_PATIENCE)
    for i, game in enumerate(islice(positions(6), count)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        other = view.determinize(Rng(i)).view(seat)
        answer = final_thought(bot, view, seat, Rng(i))
        assert game.refusal(answer.move) is None
        assert repr(final_thought(bot, other, seat, Rng(i))) == repr(answer)


def test_masters_values_stay_within_points_of_deal() -> None:
    bot = bot_for("gurch", "master", patience=LOW_PATIENCE)
    for i, game in enumerate(islice(positions(7), 60)):
        seat = game.seats_to_act()[0]
        thought = final_thought(bot, game.view(seat), seat, Rng(i))
        assert thought.evaluations[0].move == thought.move
        for option in thought.evaluations:
            assert -56 <= option.value <= 56 and 0 <= option.win <= 1


def test_master_leads_higher_of_two_cards() -> None:
    bot, higher, count = bot_for("gurch", "master", patience=0.1), 0, 0
    for i, game in enumerate(islice(positions(8, "hard", 4), 900)):
        (seat, *_) = game.seats_to_act()
        hand = values(game.cards(HAND[seat]))
        if question_kind(game) == "play" and not game.led_count and len(hand) == 2 and hand[0] + 2 < hand[1]:
            move = final_thought(bot, game.view(seat), seat, Rng(i)).move
            count += 1
            higher += VALUE[move.cards[0]] == hand[1]
    assert count >= 20
    assert higher >= 0.9 * count


@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy"), ("hard", "medium")])
def test_level_beats_level_below(better: str, worse: str) -> None:
    ahead = 0
    for seed in range(90):
        for turn in range(2):
            game = Gurch(4, seed)
            bots = [bot_for("gurch", better if (seat + turn) % 2 else worse) for seat in range(4)]
            while not game.history:
                seat = game.seats_to_act()[0]
                game.push(final_thought(bots[seat], game.view(seat), seat, Rng(seed)).move)
            ahead += sum(points * (1 if (seat + turn) % 2 else -1) for seat, points in enumerate(game.history[0]))
    assert ahead > 0


# --- styles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "master"])
@pytest.mark.parametrize("trait", Style._fields)
def test_style_shows_in_moves(trait: str, level: str) -> None:
    likes, shuns = (bot_for("gurch", level, Style(**{trait: weight}), LOW_PATIENCE) for weight in (1.0, -1.0))
    ahead = differ = 0.0
    for i, game in enumerate(islice(positions(9, seats=4), 60 if level == "master" else 500)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        one, two = (final_thought(bot, view, seat, Rng(i)).move for bot in (likes, shuns))
        ahead += getattr(style_traits(view, seat, one), trait) - getattr(style_traits(view, seat, two), trait)
        differ += one != two
    assert differ >= 3
    assert ahead > 0


def test_traits_stay_in_range() -> None:
    for game in islice(positions(10), 300):
        seat = game.seats_to_act()[0]
        for move in game.legal_moves(seat):
            assert all(-1 <= trait <= 1 for trait in style_traits(game.view(seat), seat, move))


# --- a rule that no bot knows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [*LEVELS, "greedy", "search"])
def test_hand_of_six_is_played_at_every_level(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gurch_game, "FULL_HAND", 6)
    bot, asked = bot_for("gurch", level, patience=LOW_PATIENCE), set()
    for seed in range(12):
        game = Gurch(3, seed)
        while not game.history:
            seat = game.seats_to_act()[0]
            asked.add(question_kind(game))
            game.push(final_thought(bot, game.view(seat), seat, Rng(seed)).move)
    assert {"start", "first", "vote", "second", "play"} <= asked
