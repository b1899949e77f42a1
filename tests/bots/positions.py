"""Positions for the tests of several games' bots."""

from typing import Any, TypeVar

from engine.bots.common.base import Policy
from engine.bots.common.coverage import KnownRules, covers
from engine.game import Game
from engine.rng import Rng
from tests.support.random_options import random_options

G = TypeVar("G", bound=Game)


def reach_position(game_type: type[G], policy: Policy, seed: int, move_count: int, *, known: KnownRules) -> G:
    """Return a position of a first deal after ``move_count`` moves, most by the policy and some random.

    The number of seats is random, and so are the house rules, among the known ones.
    """
    rng = Rng(seed)
    rules: Any = random_options(game_type.Options, rng) if known.values else game_type.Options()
    while not covers(known, rules):
        rules = random_options(game_type.Options, rng)
    while True:
        game = game_type(rng.choice(game_type.seats_allowed), rng.bits() >> 1, rules)
        for _ in range(move_count):
            if not game.history:
                seat = rng.choice(game.seats_to_act())
                wild = rng.below(3) == 0
                game.push(rng.choice(game.legal_moves(seat)) if wild else policy.choose(game, seat, rng))
        if not game.history:
            return game
