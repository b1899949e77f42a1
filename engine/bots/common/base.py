"""What an opponent is: a policy answers at once, a bot thinks and answers ever better."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.bots.common.style import PLAIN, GameStyle
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng


class Evaluation(NamedTuple):
    """What a bot thinks of one move."""

    move: Move
    value: float
    """A search: expected points of the deal. A policy: whatever scale it goes by."""
    win: float = math.nan
    """Chance to win the deal, 0 … 1; of a search only."""
    error: float = math.nan
    """Standard error of ``worth`` less that of the policy's own move; of a search only."""


class Thought(NamedTuple):
    """The answer so far."""

    move: Move
    evaluations: tuple[Evaluation, ...] = ()
    """The moves that were considered, the answer first and then the best; empty while they are being compared."""


class Policy(Protocol):
    """A quick player of one game.

    It reads what that seat knows: its own hand, public piles, its own and public facts. So it may be handed a view or,
    in a search that plays thousands of samples to the end, a full position, and answers the same to both.
    """

    def choose(self, view: Any, seat: Seat, rng: Rng) -> Move:
        """A legal move for a seat that is asked; the view is one of the policy's own game."""


@runtime_checkable
class Evaluating(Protocol):
    """A policy that also says what it thinks of every move."""

    slack: float
    """So much of its own scale is given away for style at most."""

    def evaluate(self, view: Any, seat: Seat) -> Sequence[Evaluation]:
        """All legal moves of that seat, the best first."""


class Bot(Protocol):
    """A player: its answers come from the view, its own generator and a budget of steps, never from a clock."""

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The answer so far, again and again; the first comes at once, the last when the budget is used."""


class Sample(NamedTuple):
    """What one move came to in one world."""

    points: float
    """Of the deal, as the search counts them: perhaps less what the others made."""
    won: float
    """Chance to have won the deal, or the match where a deal has no winner, 0 … 1."""


class Compared(NamedTuple):
    """What moves came to in the same world with the same chance."""

    weight: float
    """How much the world counts, 0 or more: 1 where worlds come as often as they are likely."""
    work: float
    """Which share this was of what the search does for a decision of its own."""
    samples: Sequence[Sample]
    """One a move, in their order; of a world of no weight nothing."""


@runtime_checkable
class Comparing(Protocol):
    """A search that tries any moves in worlds that are likely by what the seat knows, as when it thinks itself."""

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """One world after the other, without end; with a full position all cards are open."""


class BotConfig(NamedTuple):
    """What a bot is made with, besides its level."""

    style: GameStyle = PLAIN
    patience: float = 1.0
    """The master level's budget is multiplied by this."""


Ladder = Mapping[str, Callable[[BotConfig], Bot]]
"""Level, or yardstick -> its bot, for one game."""


def final(bot: Bot, view: Game, seat: Seat, rng: Rng) -> Thought:
    """What a bot thinks in the end."""
    *_, last = bot.think(view, seat, rng)
    return last
