"""Styles change decisions of every game: each trait shows in the moves, and each character plays unlike the others."""

from itertools import islice

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.style import Traits
from engine.bots.registry import OPPONENTS
from engine.characters import CHARACTERS, Style
from engine.games import GAMES
from engine.rng import Rng
from tests.bench.decisions import compare_styles
from tests.bots.positions import positions

MIN_DIFFERENT_FRACTION = 0.05
"""Minimum fraction of different decisions in a few deals. Over many it is larger (tests/bench/opponents.md). Searching
levels are measured only there."""
DEALS_BY_GAME = {"big_two": 12, "gurch": 20, "palacio": 8, "pass_the_ace": 120, "roped": 10}
MIN_DIFFERENT_MOVES, ENOUGH_DIFFERENT_MOVES = 3, 4
"""Number of moves in which a style must show, and after which no more are compared."""
BOTS = [
    *((slug, level) for slug in ("gurch", "roped", "pass_the_ace") for level in ("medium", "hard", "master")),
    ("big_two", "hard"),
    *(("palacio", level) for level in ("medium", "hard")),
]


@pytest.mark.parametrize("trait", Style._fields)
@pytest.mark.parametrize(("slug", "level"), BOTS)
def test_style_shows_in_moves(slug: str, level: str, trait: str) -> None:
    likes, shuns = (bot_for(slug, level, Style(**{trait: weight}), 0.05) for weight in (1.0, -1.0))
    ahead, different = 0.0, 0
    found = positions(slug, 9, seats=min(4, GAMES[slug].seats_default), choices_only=True)
    for number, game in enumerate(islice(found, 300)):
        if different == ENOUGH_DIFFERENT_MOVES:
            break
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        one, two = (final_thought(bot, view, seat, Rng(number)).move for bot in (likes, shuns))
        if one != two:
            different += 1
            first, second = (OPPONENTS[slug].traits(view, seat, move) for move in (one, two))
            ahead += getattr(first, trait) - getattr(second, trait)
    assert different >= MIN_DIFFERENT_MOVES and ahead > 0, (different, ahead)


@pytest.mark.parametrize("slug", OPPONENTS)
def test_traits_are_from_minus_one_to_one(slug: str) -> None:
    for game in islice(positions(slug, 10), 200):
        seat = game.seats_to_act()[0]
        for move in game.legal_moves(seat):
            traits = OPPONENTS[slug].traits(game.view(seat), seat, move)
            assert isinstance(traits, Traits) and all(-1 <= value <= 1 for value in traits)


@pytest.mark.parametrize(
    ("slug", "level"),
    [(slug, level) for slug in DEALS_BY_GAME for level in ("medium", "hard") if (slug, level) != ("palacio", "hard")],
)
def test_each_character_decides_unlike_plain_player(slug: str, level: str) -> None:
    found = compare_styles(GAMES[slug], min(4, GAMES[slug].seats_default), level, DEALS_BY_GAME[slug], 7)
    assert {row.name for row in found} > set(CHARACTERS)
    assert all(row.fraction >= MIN_DIFFERENT_FRACTION for row in found), [
        (row.name, round(row.fraction, 3)) for row in found
    ]
