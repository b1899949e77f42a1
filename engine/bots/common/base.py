"""What a computer player is: a policy answers at once; a bot thinks and improves its answer."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

YARDSTICKS = ("random", "greedy", "cheat", "ismcts")
"""Players to measure by: any legal move; the naive player of each game; the master who is shown all cards; a tree
search that knows nothing but the rules, in the time that the master takes."""


class Evaluation(NamedTuple):
    """A bot's evaluation of one move."""

    move: Move
    value: float
    """Expected points of the deal if a search says so; a policy uses a scale of its own."""
    win: float = math.nan
    """Chance to win the deal, 0 … 1; known to searches only."""
    error: float = math.nan
    """Standard error of the difference between ``value`` and that of the policy's own move; known to searches only."""


class Thought(NamedTuple):
    """A bot's answer so far."""

    move: Move
    evaluations: tuple[Evaluation, ...] = ()
    """The moves considered, the answer first, then the best; empty while they are still being compared."""


class Policy(Protocol):
    """A player of one game that answers at once.

    It reads only what its seat knows: its own hand, public piles and public facts. So it may be given a view or a full
    position, and answers the same to both: searches that play thousands of playouts hand it full positions.
    """

    def choose(self, view: Any, seat: Seat, rng: Rng) -> Move:
        """Return a legal move for a seat that is asked. The view is one of the policy's own game."""


@runtime_checkable
class EvaluatingPolicy(Protocol):
    """A policy that can also evaluate every move."""

    slack: float
    """Most that a style may cost, on the policy's own scale."""

    def evaluate(self, view: Any, seat: Seat) -> Sequence[Evaluation]:
        """Return all legal moves of the seat, the best first."""


class Bot(Protocol):
    """A computer player. Its answers depend on the view, its generator and a budget of steps, never on a clock."""

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the answer so far, again and again: the first at once, the last when the budget is used up."""


class Sample(NamedTuple):
    """Result of one move in one world."""

    points: float
    """Points of the deal on the search's scale, which may subtract what the others made."""
    won: float
    """Chance to have won the deal, 0 … 1; the match where a deal has no winner."""


class WorldComparison(NamedTuple):
    """Results of several moves in the same world with the same random numbers."""

    weight: float
    """Weight of the world, 0 or more; 1 where worlds are drawn in proportion to their probability."""
    work: float
    """This comparison's share of the work that the search does for a decision of its own."""
    samples: Sequence[Sample]
    """One for each move, in order; none if the world's weight is 0."""


@runtime_checkable
class MoveComparer(Protocol):
    """A search that compares given moves in likely worlds, as it does for its own decisions."""

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Compare moves in one world after another, without end. In a full position all cards are open."""


class BotConfig(NamedTuple):
    """What a bot is made with besides its level."""

    style: GameStyle = PLAIN_GAME_STYLE
    patience: float = 1.0
    """Factor for the budget of the master level."""


Ladder = Mapping[str, Callable[[BotConfig], Bot]]
"""Level, or yardstick -> maker of its bot, for one game."""


def final_thought(bot: Bot, view: Game, seat: Seat, rng: Rng) -> Thought:
    """Return a bot's last thought."""
    *_, last = bot.think(view, seat, rng)
    return last
