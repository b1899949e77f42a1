"""Every character's style changes decisions of every game."""

import pytest

from engine.characters import CHARACTERS
from engine.games import GAMES
from tests.bench.decisions import compare_styles

MIN_DIFFERENT_FRACTION = 0.05
"""Minimum fraction of different decisions in a few deals. Over many it is larger (tests/bench/opponents.md). Searching
levels are measured only there."""
DEALS_BY_GAME = {"big_two": 12, "gurch": 20, "palacio": 8, "pass_the_ace": 120, "roped": 10}


@pytest.mark.parametrize(
    ("slug", "level"),
    [(slug, level) for slug in DEALS_BY_GAME for level in ("medium", "hard") if (slug, level) != ("palacio", "hard")],
)
def test_each_character_decides_unlike_plain_player(slug: str, level: str) -> None:
    found = compare_styles(GAMES[slug], 3 if slug == "palacio" else 4, level, DEALS_BY_GAME[slug], 7)
    assert {row.name for row in found} > set(CHARACTERS)
    assert all(row.fraction >= MIN_DIFFERENT_FRACTION for row in found), [
        (row.name, round(row.fraction, 3)) for row in found
    ]
