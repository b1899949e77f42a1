"""Agreement between two searches of a position that differ only in their random numbers."""

from collections.abc import Iterator
from itertools import islice

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.game import Game
from engine.games import GAMES
from engine.rng import Rng

POSITIONS = 150
POSITION_INTERVAL = 3
"""One in this many decisions of a deal is searched."""


def decisions(slug: str) -> Iterator[Game]:
    """Yield positions with a choice from deals among hard bots, one in ``POSITION_INTERVAL``."""
    game_type, bot = GAMES[slug], bot_for(slug, "hard")
    seed = 1000
    while True:
        game, number = game_type(game_type.seats_default, seed), seed
        game.events = None
        while not game.history:
            seat = game.seats_to_act()[0]
            moves = game.legal_moves(seat)
            if len(moves) > 1:
                number += 1
                if not number % POSITION_INTERVAL:
                    yield game.clone()
                game.push(final_thought(bot, game.view(seat), seat, Rng(number)).move)
            else:
                game.push(moves[0])
        seed += 1


def disagreement_percent(slug: str, positions: int = POSITIONS, patience: float = 1.0) -> float:
    """Return the percentage of decisions in which two masters with different random numbers choose different moves."""
    bot, differ = bot_for(slug, "master", patience=patience), 0
    for number, game in enumerate(islice(decisions(slug), positions)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        one, two = (view.canonical(final_thought(bot, view, seat, Rng(2 * number + luck)).move) for luck in range(2))
        differ += one != two
    return 100 * differ / positions
