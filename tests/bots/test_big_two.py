"""Bots of Big Two: levels and styles."""

from collections.abc import Iterator

import pytest

from engine.bots import bot_for
from engine.bots.big_two.levels import LADDER
from engine.bots.big_two.policy import BigTwoPolicy
from engine.bots.big_two.simple_policies import BeginnerPolicy, NaivePolicy
from engine.bots.big_two.traits import style_traits
from engine.bots.common.base import BotConfig, final_thought
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget
from engine.bots.common.style import GameStyle
from engine.cards import texts
from engine.characters import Style
from engine.games.big_two.game import BigTwo
from engine.games.big_two.options import BigTwoOptions
from engine.moves import Seat
from engine.rng import Rng
from tests.games.big_two import make_position, play_lines
from tests.support.random_options import random_options

LOW_PATIENCE = 0.05
QUICK_LEVELS = ("easy", "medium", "greedy")


def positions(count: int, seed: int) -> Iterator[BigTwo]:
    """Yield positions with a choice, under random house rules, after moves of the policy and random moves."""
    rng, policy = Rng(seed), BigTwoPolicy()
    found = 0
    while found < count:
        game = BigTwo(4, rng.bits() >> 1, random_options(BigTwoOptions, rng))
        while not game.history and found < count:
            (seat,) = game.seats_to_act()
            moves = game.legal_moves(seat)
            if len(moves) > 1 and rng.below(2):
                found += 1
                yield game
            game.push(policy.choose(game, seat, rng) if rng.below(3) else rng.choice(moves))


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "count"), [*((level, 300) for level in QUICK_LEVELS), ("master", 25)])
def test_answers_are_legal_repeatable_and_blind_to_hidden_cards(level: str, count: int) -> None:
    bot = bot_for("big_two", level, patience=LOW_PATIENCE)
    for place, game in enumerate(positions(count, 11)):
        (seat,) = game.seats_to_act()
        view = game.view(seat)
        others = [view.determinize(Rng(place + 1000 * i)).view(seat) for i in range(2)]
        answers = [final_thought(bot, each, seat, Rng(place)) for each in (view, view, *others)]
        assert answers[0].move in game.legal_moves(seat)
        assert all(repr(answer) == repr(answers[0]) for answer in answers)


def test_beginner_leads_low_and_overlooks_larger_hands() -> None:
    game = make_position("4C 4D 5H 6S 7D 8C KD", "QS", "TS 8H 7H", "JS 8D 7S")
    assert texts(BeginnerPolicy().choose(game.view(0), 0, Rng(1)).cards) == "4C 4D"
    game = play_lines(make_position("3C 8S", "4H 4D KS", "TS 8H 7D", "JS 9C 9D"), "0:play 3C")
    assert texts(BeginnerPolicy().choose(game.view(1), 1, Rng(1)).cards) == "4D"


def test_naive_player_leads_its_largest_hand() -> None:
    game = make_position("4C 4D 5H 6S 7D 8C KD", "QS", "TS 8H 7H", "JS 8D 7S")
    assert texts(NaivePolicy().choose(game.view(0), 0, Rng(1)).cards) == "4D 5H 6S 7D 8C"


# --- style ------------------------------------------------------------------------------------------------------------


def mean_trait(style: Style, trait: str, count: int = 150) -> float:
    """Return the mean trait of the moves of a policy with this style."""
    bot = LADDER["medium"]
    total = 0.0
    for place, game in enumerate(positions(count, 21)):
        (seat,) = game.seats_to_act()
        view = game.view(seat)
        move = final_thought(bot(BotConfig(GameStyle(style, style_traits))), view, seat, Rng(place)).move
        total += getattr(style_traits(view, seat, move), trait)
    return total / count


@pytest.mark.parametrize("trait", Style._fields)
def test_style_shows_in_policy(trait: str) -> None:
    more, less = (mean_trait(Style(**{trait: weight}), trait) for weight in (1.0, -1.0))
    assert more > less + 0.02


def test_style_shows_in_search() -> None:
    played = []
    for weight in (1.0, -1.0):
        budget = Budget(300, candidates=4, style_slack=6.0)
        bot = MonteCarloSearch(BigTwoPolicy(), budget, GameStyle(Style(haste=weight), style_traits))
        found = [(game.view(game.seats_to_act()[0]), game.seats_to_act()[0]) for game in positions(15, 5)]
        played.append(sum(len(final_thought(bot, view, seat, Rng(1)).move.cards) for view, seat in found))
    assert played[0] > played[1]


def test_traits_are_in_range() -> None:
    for game in positions(40, 8):
        seat: Seat = game.seats_to_act()[0]
        for move in game.legal_moves(seat):
            assert all(-1 <= value <= 1 for value in style_traits(game.view(seat), seat, move))
