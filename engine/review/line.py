"""The chance to win a match from one seat's view of a moment: quick players play sampled worlds to the match's end."""

import math
from typing import NamedTuple

from engine.bots import policy_of
from engine.bots.common.search import sample_world
from engine.game import Game
from engine.moves import Seat
from engine.rng import Rng

MAX_MOVES = 10_000
"""A playing that is not over after so many moves counts as shared by all seats."""


class Point(NamedTuple):
    """How a seat stood at one moment."""

    at: int
    """Moves of the record before it."""
    deal: int
    """Number of the deal, from 1: the one that was being played, or the last one."""
    win: float
    """Chance to win the match, 0 … 1; a shared win counts its share. As the seat could know it then, if all play
    equally well from there; at the end of the match what came of it."""
    error: float
    """Standard error of ``win``; 0 at the end of the match."""


class PlayoutTotals(NamedTuple):
    """What came of some playings of the rest of a match; they can be added up."""

    matches: int = 0
    won: float = 0.0
    """Sum of the shares of wins."""
    moves: int = 0
    """Played in all of them."""

    def plus(self, other: "PlayoutTotals") -> "PlayoutTotals":
        """Both together."""
        return PlayoutTotals(self.matches + other.matches, self.won + other.won, self.moves + other.moves)

    def point(self, at: int, deal: int) -> Point:
        """What they say of a moment; the error is that of a share with one playing more, half won: never quite 0."""
        careful = (self.won + 0.5) / (self.matches + 1)
        win = self.won / self.matches if self.matches else 0.5
        return Point(at, deal, win, math.sqrt(careful * (1 - careful) / max(1, self.matches)))


def play_out(view: Game, seat: Seat, count: int, rng: Rng) -> PlayoutTotals:
    """Play so many worlds that this view may be to the end of the match, all seats by the game's quick policy."""
    policy = policy_of(view.slug)
    won, moves = 0.0, 0
    for _ in range(count):
        world = sample_world(view, rng)
        chance = Rng(rng.bits())
        left = MAX_MOVES
        while world.outcome is None and left:
            mover = world.waiting()[0]
            world.push(policy.choose(world, mover, chance))
            left -= 1
        won += share(world, seat)
        moves += MAX_MOVES - left
    return PlayoutTotals(count, won, moves)


def share(game: Game, seat: Seat) -> float:
    """The share of the win that a seat got; of a match that isn't over, as much as all others."""
    if game.outcome is None:
        return 1 / game.seats
    winners = game.outcome.winners
    return (seat in winners) / max(1, len(winners))
