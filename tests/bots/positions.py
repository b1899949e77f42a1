"""Positions of matches among bots, for the tests of every game's bots."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.coverage import KnownRules
from engine.game import Game
from engine.games import GAMES
from engine.options import changed_options
from engine.rng import Rng
from tests.support.random_options import random_options

PLIES_PER_MATCH = 40


def with_known_values(rules: Any, known: KnownRules) -> Any:
    """Return house rules with the standard value of each option whose value a fast bot does not know."""
    unknown = {
        choice.name: choice.default
        for choice, value in changed_options(rules)
        if value not in known.values.get(choice.name, ())
    }
    return replace(rules, **unknown)


def positions(
    slug: str,
    seed: int,
    *,
    level: str = "medium",
    seats: int = 0,
    known: KnownRules | None = None,
    choices_only: bool = False,
) -> Iterator[Game]:
    """Yield positions of matches without end, after random moves and moves of a level; each is played on afterwards.

    Args:
        slug: the game.
        seed: of the matches.
        level: level that makes half of the moves.
        seats: number of seats; 0: random.
        known: the house rules to draw from; None: all of them.
        choices_only: whether to leave out positions in which the first seat has a single legal move.
    """
    rng, game_type, bot = Rng(seed), GAMES[slug], bot_for(slug, level)
    while True:
        rules: Any = random_options(game_type.Options, rng)
        if known is not None:
            rules = with_known_values(rules, known)
        game = game_type(seats or rng.choice(game_type.seats_allowed), rng.bits() >> 1, rules)
        for _ in range(PLIES_PER_MATCH):
            if not game.seats_to_act():
                break
            seat = game.seats_to_act()[0]
            moves = game.legal_moves(seat)
            if len(moves) > 1 or not choices_only:
                yield game
            by_chance = rng.below(2)
            game.push(rng.choice(moves) if by_chance else final_thought(bot, game.view(seat), seat, rng).move)
