"""Strength of each level in each game, on the scale of ratings (``engine.statistics.rating``): data only."""

from collections.abc import Mapping

ANCHORS: Mapping[str, Mapping[str, float]] = {
    "gurch": {"easy": 1030, "medium": 1500, "hard": 1630, "master": 1800},
    "roped": {"easy": 800, "medium": 1500, "hard": 1750, "master": 2040},
    "pass_the_ace": {"easy": 1450, "medium": 1500, "hard": 1630, "master": 1710},
    "big_two": {"easy": 1240, "medium": 1500, "hard": 1610, "master": 1760},
    "palacio": {"easy": 1320, "medium": 1500, "hard": 1610, "master": 1650},
}
"""Game -> level -> strength, rounded to ten. Measured by ``python -m tests.bench.anchors``: the strengths that make the
winners of whole matches at tables of mixed levels likeliest, by the standard rules with ``SEATS`` seats.
tests/bench/opponents.md has the figures and their standard errors. Characters' styles change them by at most a quarter
of the distance to the level below (same file), so all players of a level count as one."""
SEATS: Mapping[str, int] = {"gurch": 4, "roped": 4, "pass_the_ace": 5, "big_two": 4, "palacio": 3}
"""Game -> usual number of seats. With other numbers a match says more, or less, about strength."""
