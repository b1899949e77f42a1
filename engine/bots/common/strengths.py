"""Strength of each level in each game, on the scale of ratings (``engine.statistics.rating``)."""

import math
from collections.abc import Mapping
from itertools import pairwise

from engine.characters import LEVELS, STRONGEST, WEAKEST, is_strength, strength_of

LEVEL_RATINGS: Mapping[str, Mapping[str, float]] = {
    "gurch": {"easy": 1230, "medium": 1500, "hard": 1620, "master": 1800},
    "roped": {"easy": 1100, "medium": 1500, "hard": 1720, "master": 2020},
    "pass_the_ace": {"easy": 1420, "medium": 1500, "hard": 1650, "master": 1690},
    "big_two": {"easy": 1380, "medium": 1500, "hard": 1620, "master": 1830},
    "palacio": {"easy": 1350, "medium": 1500, "hard": 1620, "master": 1690},
}
"""Game -> level -> strength, rounded to ten. Measured by ``python -m tests.bench.level_ratings``: the strengths that
make the
winners of whole matches at tables of mixed levels likeliest, by the standard rules with ``RATED_SEATS`` seats.
tests/bench/opponents.md has the figures and their standard errors. Characters' styles cost at most a third of
the distance to the level below (same file), so all players of a level count as one."""
RATED_SEATS: Mapping[str, int] = {"gurch": 4, "roped": 4, "pass_the_ace": 5, "big_two": 4, "palacio": 3}
"""Game -> usual number of seats. With other numbers a match says more, or less, about strength."""
RANDOM_RATINGS: Mapping[str, float] = {
    "gurch": 850,
    "roped": 450,
    "pass_the_ace": 1160,
    "big_two": 760,
    "palacio": 1120,
}
"""Game -> strength of a player who makes any legal move, the weakest at a fair table: rough figures from some 300
matches with Easy (tests/bench/opponents.md), as such players lose more often than one number can say. RoPeD's lies
between 580, from one such player among three of Easy, and 100, from one of Easy among three such players."""


def rating_of(game: str, level: str) -> float | None:
    """Strength of a level, or of a seat between two levels, on the scale of ratings; None if it was not measured.

    Between two levels it lies on the line through both. Measured (tests/bench/opponents.md), half of the better
    decisions are worth about half of the distance; the line is wrong by at most 70 points.
    """
    if game not in LEVEL_RATINGS or not is_strength(level):
        return LEVEL_RATINGS.get(game, {}).get(level)
    strength, scale = strength_of(level), _scale(game)
    below = math.floor(min(strength, STRONGEST - 1))
    low, high = scale[below + 1], scale[below + 2]
    return low + (strength - below) * (high - low)


def strength_at(game: str, rating: float) -> float | None:
    """The strength whose rating this is, within the limits of strengths; None for a game without measured levels."""
    if game not in LEVEL_RATINGS:
        return None
    scale = _scale(game)
    for i, (low, high) in enumerate(pairwise(scale)):
        if rating <= high:
            return max(WEAKEST, WEAKEST + i + (rating - low) / (high - low))
    return STRONGEST


def _scale(game: str) -> list[float]:
    """Ratings at the strengths -1, 0, 1, 2 and 3."""
    return [RANDOM_RATINGS[game], *(LEVEL_RATINGS[game][level] for level in LEVELS)]
