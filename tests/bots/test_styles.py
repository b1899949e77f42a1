"""Every character's style shows in every game, in decisions that can be told from a plain player's."""

import pytest

from engine.characters import CHARACTERS
from engine.games import GAMES
from tests.bench.decisions import compare_styles

MIN_DIFFERENT_SHARE = 0.05
"""Of the decisions of so few deals; over many it is more (tests/bench/opponents.md). Levels that search are measured
there only."""
DEALS_BY_GAME = {"big_two": 12, "gurch": 20, "palacio": 8, "pass_the_ace": 120, "roped": 10}


@pytest.mark.parametrize(
    ("slug", "level"),
    [(slug, level) for slug in DEALS_BY_GAME for level in ("medium", "hard") if (slug, level) != ("palacio", "hard")],
)
def test_each_character_decides_unlike_plain_player(slug: str, level: str) -> None:
    found = compare_styles(GAMES[slug], 3 if slug == "palacio" else 4, level, DEALS_BY_GAME[slug], 7)
    assert {row.name for row in found} > set(CHARACTERS)
    assert all(row.share >= MIN_DIFFERENT_SHARE for row in found), [(row.name, round(row.share, 3)) for row in found]
