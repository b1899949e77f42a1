"""Measured ratings of the levels in each game, on the scale of ``engine.statistics.rating``."""

import math
from collections.abc import Mapping
from itertools import pairwise

from engine.characters import LEVELS, STRONGEST, WEAKEST, is_strength, strength_of

LEVEL_RATINGS: Mapping[str, Mapping[str, float]] = {
    "gurch": {"easy": 1150, "medium": 1500, "hard": 1660, "master": 1870},
    "roped": {"easy": 1130, "medium": 1500, "hard": 1710, "master": 2000},
    "pass_the_ace": {"easy": 1420, "medium": 1500, "hard": 1640, "master": 1720},
    "big_two": {"easy": 1380, "medium": 1500, "hard": 1620, "master": 1830},
    "palacio": {"easy": 1350, "medium": 1500, "hard": 1620, "master": 1690},
}
"""Game -> level -> rating, rounded to ten.

Maximum-likelihood estimates of ``python -m tests.bench.level_ratings`` from the winners of whole matches at tables of
mixed levels. They were played by the standard rules with ``RATED_SEATS`` seats. tests/bench/opponents.md has the
figures and their standard errors. A character's style costs at most a third of the distance to the level below, so
all players of a level share one rating.
"""
RATED_SEATS: Mapping[str, int] = {"gurch": 4, "roped": 4, "pass_the_ace": 5, "big_two": 4, "palacio": 3}
"""Game -> number of seats of the measurement. With another number a match says more or less about strength."""
RANDOM_RATINGS: Mapping[str, float] = {
    "gurch": 850,
    "roped": 450,
    "pass_the_ace": 1160,
    "big_two": 760,
    "palacio": 1120,
}
"""Game -> rating of random play, the weakest at a fair table.

Rough estimates from some 300 matches with Easy (tests/bench/opponents.md): the rating depends on the opponents. RoPeD's
lies between 580, from one random player among three of Easy, and 100, from one of Easy among three random players.
"""


def rating_of(game: str, level: str) -> float | None:
    """Return the rating of a bot's level or strength in a game; None if it was not measured.

    Between two levels it is interpolated linearly; the error is at most 70 points (tests/bench/opponents.md).
    """
    if game not in LEVEL_RATINGS or not is_strength(level):
        return LEVEL_RATINGS.get(game, {}).get(level)
    strength, scale = strength_of(level), _ratings_by_strength(game)
    below = math.floor(min(strength, STRONGEST - 1))
    low, high = scale[below + 1], scale[below + 2]
    return low + (strength - below) * (high - low)


def strength_at(game: str, rating: float) -> float | None:
    """Return the bot strength with this rating in a game, clamped to its range; None without measured levels."""
    if game not in LEVEL_RATINGS:
        return None
    scale = _ratings_by_strength(game)
    for i, (low, high) in enumerate(pairwise(scale)):
        if rating <= high:
            return max(WEAKEST, WEAKEST + i + (rating - low) / (high - low))
    return STRONGEST


def _ratings_by_strength(game: str) -> list[float]:
    """Return a game's ratings at the bot strengths -1, 0, 1, 2 and 3."""
    return [RANDOM_RATINGS[game], *(LEVEL_RATINGS[game][level] for level in LEVELS)]
