"""Estimates of the chance to win a match from a seat's view, by fast playouts of sampled full positions."""

import math
from functools import partial
from typing import NamedTuple

from engine.bots import policies
from engine.bots.common.base import Policy
from engine.bots.common.fallback import run_with_fallback
from engine.bots.common.search import sample_world
from engine.cooperative import CooperativeTask
from engine.game import Game
from engine.moves import Seat
from engine.rng import Rng

MOVES_PER_STEP = 50
"""Number of moves played before a playout yields to other tasks."""
MAX_PLAYOUT_MOVES = 10_000
"""Maximum number of moves of a playout; a longer one counts as a win shared by all seats."""


class WinChance(NamedTuple):
    """A seat's chance to win the match at one moment."""

    at: int
    """Number of moves before the moment."""
    deal: int
    """Number of the current deal, from 1; at the end, of the last one."""
    win: float
    """Chance to win the match, 0 … 1, by the seat's knowledge, assuming equally good players from there on.

    A win shared by n seats counts 1/n. At the end of the match this is the actual result.
    """
    error: float
    """Standard error of ``win``; 0 at the end of the match."""


class PlayoutTotals(NamedTuple):
    """Totals over playouts of the rest of a match: number, wins and moves."""

    matches: int = 0
    """Number of playouts."""
    win_shares: float = 0.0
    """Sum of the shares of the wins."""
    moves: int = 0
    """Number of moves in all playouts."""

    def combined_with(self, other: "PlayoutTotals") -> "PlayoutTotals":
        """Return the sum of these playout totals and others."""
        return PlayoutTotals(self.matches + other.matches, self.win_shares + other.win_shares, self.moves + other.moves)

    def win_chance(self, move_index: int, deal_number: int) -> WinChance:
        """Return the estimated chance to win at a moment of the match.

        Its error includes one more playout, half won, so that it is never 0.
        """
        careful = (self.win_shares + 0.5) / (self.matches + 1)
        win = self.win_shares / self.matches if self.matches else 0.5
        return WinChance(move_index, deal_number, win, math.sqrt(careful * (1 - careful) / max(1, self.matches)))


def play_out(view: Game, seat: Seat, count: int, rng: Rng) -> CooperativeTask[PlayoutTotals]:
    """Sample ``count`` full positions from a view and play each to the match's end with the game's quick policy."""
    play_out_by = partial(_play_out_by, view=view, seat=seat, count=count, rng=rng)
    return (yield from run_with_fallback(view.slug, policies(view.slug), play_out_by))


def _play_out_by(policy: Policy, view: Game, seat: Seat, count: int, rng: Rng) -> CooperativeTask[PlayoutTotals]:
    won, moves = 0.0, 0
    for _ in range(count):
        world = sample_world(view, rng)
        chance = Rng(rng.bits())
        left = MAX_PLAYOUT_MOVES
        while world.outcome is None and left:
            mover = world.seats_to_act()[0]
            world.push(policy.choose(world, mover, chance))
            left -= 1
            if left % MOVES_PER_STEP == 0:
                yield
        won += win_share(world, seat)
        moves += MAX_PLAYOUT_MOVES - left
    return PlayoutTotals(count, won, moves)


def win_share(game: Game, seat: Seat) -> float:
    """Return a seat's share of the match's win, 0 … 1; an equal share if the match is not over."""
    if game.outcome is None:
        return 1 / game.seats
    winners = game.outcome.winners
    return (seat in winners) / max(1, len(winners))
