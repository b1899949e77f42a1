"""Self-play: bots continue a game reproducibly. Used by the arena, the rule lab and pars."""

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from engine.bots.common.base import Bot
from engine.bots.common.fallback import BotFailure, FallbackBot
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

MAX_DEAL_PLIES = 20_000
"""Maximum number of plies of a single deal. A longer deal is abandoned."""
MAX_MATCH_PLIES = 200_000
"""Maximum number of plies of a match. A longer match is abandoned."""
THOUGHTS_PER_STEP = 4
"""Number of a bot's thoughts per step of a cooperative task: 0.3 to 8 ms."""
CHEATER = "cheat"
"""The yardstick that sees all cards."""


class NamedBot(NamedTuple):
    """A bot at the table with its name; a bot named ``CHEATER`` sees all cards."""

    name: str
    bot: Bot | FallbackBot


class Ply(NamedTuple):
    """A move in self-play."""

    move: Move
    had_choice: bool
    """Whether there was more than one legal move."""


def play_on(game: Game, bots: Sequence[NamedBot], seed: int, max_plies: int) -> Iterator[Ply | BotFailure | None]:
    """Let bots continue a game until the match ends, in small steps. The caller may stop earlier.

    Yields each ply after it was played, None between two steps of a bot's thinking, and reports of bots that failed.

    Args:
        game: the full position; it is modified.
        bots: the bots, by seat.
        seed: seed of the bots' random numbers.
        max_plies: maximum number of plies.

    Raises:
        RuntimeError: the game refuses a bot's move.
    """
    for number in range(max_plies):
        if game.outcome is not None:
            return
        seat = game.seats_to_act()[0]
        moves = game.legal_moves(seat)
        move = moves[0]
        if len(moves) > 1:
            move = yield from _choose_move(game, seat, moves, bots[seat], (seed, number))
        game.push(move)
        yield Ply(move, len(moves) > 1)


def _choose_move(
    game: Game, seat: Seat, moves: Sequence[Move], bot: NamedBot, seed_and_ply: tuple[int, int]
) -> Generator[BotFailure | None, None, Move]:
    """Let a bot choose one of several moves. Its random numbers depend only on ``seed_and_ply`` and the seat."""
    seed, ply = seed_and_ply
    chance = Rng(seed ^ Rng(ply << 8 | seat).bits())
    move = moves[0]
    view = game.open_view() if bot.name == CHEATER else game.view(seat)
    for number, thought in enumerate(bot.bot.think(view, seat, chance), 1):
        if isinstance(thought, BotFailure):
            yield thought
            continue
        move = thought.move
        if number % THOUGHTS_PER_STEP == 0:
            yield None
    refusal = None if move in moves else game.refusal(move)  # a legal move may be listed in another form
    if refusal is not None:
        name = f"{bot.name} at seat {seat}, seed {seed}, ply {ply}"
        reason = f"{refusal.rule or 'no rule'}, {refusal.key}"
        raise RuntimeError(f"{game.slug}: {name} chose the illegal move {move}: {reason}")
    return move
