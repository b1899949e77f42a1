"""Agreement between two searches of a position that differ only in their random numbers."""

import sys
from itertools import islice

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.games import GAMES
from engine.rng import Rng
from tests.bench.decisions import decisions

POSITIONS = 150
POSITION_INTERVAL = 3
"""One in this many decisions of hard bots is searched."""


def disagreement_percent(slug: str, positions: int = POSITIONS, patience: float = 1.0) -> float:
    """Return the percentage of decisions in which two masters with different random numbers choose different moves."""
    bot, differ, game = bot_for(slug, "master", patience=patience), 0, GAMES[slug]
    found = decisions(game, game.seats_default, "hard", sys.maxsize, 1000)
    for number, one in enumerate(islice(found, 0, positions * POSITION_INTERVAL, POSITION_INTERVAL)):
        moves = {
            one.view.canonical(final_thought(bot, one.view, one.seat, Rng(2 * number + luck)).move) for luck in range(2)
        }
        differ += len(moves) > 1
    return 100 * differ / positions
