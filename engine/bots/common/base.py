"""Protocols and results of computer players.

A ``Policy`` chooses a move at once. A ``Bot`` yields better and better moves until its budget is used up.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.moves import Move, Note, Seat
from engine.rng import Rng

SEARCH = "search"
"""Name of a reference bot, a search without the special features of a game's master; it replaces a failing master."""
HINT = "hint"
"""Name of the bot that gives hints: the master, which then compares close moves for longer and adds a reason."""
YARDSTICKS = ("random", "greedy", SEARCH, "cheat", "ismcts")
"""Reference bots for measuring others.

``random`` plays any legal move, ``greedy`` is the naive policy of each game, ``cheat`` is the master with all cards
open. ``ismcts`` is a tree search that knows only the rules and takes the master's time.
"""

EVEN_ERRORS = 2.0
"""Standard errors up to which a lead counts as even."""


class Reason(NamedTuple):
    """An advantage of one move over another: an event that happens more or less often after it."""

    key: str
    """Name of an event in ``Game.explaining_events``."""
    share: float
    """Share of playouts with the event after the better move, 0 … 1."""
    other_share: float
    """Share of playouts with the event after the other move, 0 … 1."""


class Evaluation(NamedTuple):
    """A bot's evaluation of one move."""

    move: Move
    value: float
    """Expected points of the deal from a search; a policy uses its own scale."""
    win: float = math.nan
    """Chance to win the deal, 0 … 1; NaN from a policy."""
    difference_error: float = math.nan
    """Standard error of the difference in ``value`` from the chosen move; NaN from a policy.

    In the learned search of Big Two it is the difference from the policy's move.
    """
    reason: Reason | None = None
    """Advantage over the next move; only in hints, for their first move."""
    merit: Note | None = None
    """A visible fact about the move in favour of it; only in hints, for their first move (see ``merits``)."""

    def is_even_with(self, best: "Evaluation") -> bool:
        """Whether chance may explain the lead of the best move over this one; False without a search."""
        if math.isnan(self.win) or math.isnan(best.win):
            return False
        errors = [error for error in (self.difference_error, best.difference_error) if math.isfinite(error)]
        return best.value - self.value <= EVEN_ERRORS * max(errors, default=0.0)


class Thought(NamedTuple):
    """A bot's best move so far, with evaluations at the end."""

    move: Move
    evaluations: tuple[Evaluation, ...] = ()
    """The moves considered: the chosen one, then the others, best first. Empty while the search runs."""


class Policy(Protocol):
    """Policy of one game: chooses a move at once, without search.

    A policy reads only facts that its seat knows: its own hand, public piles, public events. It therefore chooses the
    same move in a view and in the full position; playouts pass full positions, in which ``known`` is empty.
    """

    def choose(self, view: Any, seat: Seat, rng: Rng) -> Move:
        """Return a legal move of a seat that has to act. ``view`` belongs to the policy's game."""


@runtime_checkable
class EvaluatingPolicy(Protocol):
    """A policy that can also evaluate every move."""

    style_slack: float
    """Maximum value that a style may give up for a preferred move, on the policy's own scale."""

    def evaluate(self, view: Any, seat: Seat) -> Sequence[Evaluation]:
        """Return all legal moves of the seat with their values, the best first."""


class Bot(Protocol):
    """A computer player. Its moves depend on the view, the generator and a budget of steps, never on a clock."""

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the best move so far: first at once, repeatedly during the search, last when the budget is used up."""


class PlayoutSample(NamedTuple):
    """Result of playing one move out with one sample of the hidden cards."""

    points: float
    """Points of the deal on the search's scale; it may subtract the others' points."""
    won: float
    """Chance to have won the deal, 0 … 1; without deal winners (``Game.are_deals_won_separately``), the match."""


class WorldComparison(NamedTuple):
    """Results of several moves with the same sample of the hidden cards and the same random numbers."""

    weight: float
    """Weight of the world, 0 or more; 1 if worlds are drawn in proportion to their probability."""
    added_budget_fraction: float
    """Work of this comparison alone, as a fraction of the budget for one decision."""
    samples: Sequence[PlayoutSample]
    """One for each move, in order; empty if the world's weight is 0."""


@runtime_checkable
class MoveComparer(Protocol):
    """A search that compares given moves by samples of the hidden cards, as for its own decisions."""

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out given moves in one sample of hidden cards after another, endlessly; yield the results of each.

        A full position instead of a view means that all cards are open.
        """


class BotConfig(NamedTuple):
    """Parameters of a bot besides its level."""

    style: GameStyle = PLAIN_GAME_STYLE
    patience: float = 1.0
    """Factor for the budget of the master level, above 0."""
    playout_policies: Mapping[Seat, Policy] = MappingProxyType({})
    """Seat -> the policy that plays it in a search's playouts; other seats are played by the game's policy."""


Ladder = Mapping[str, Callable[[BotConfig], Bot]]
"""Level or yardstick -> factory of its bot, for one game."""


def final_thought(bot: Bot, view: Game, seat: Seat, rng: Rng) -> Thought:
    """Let a bot use its whole budget and return its last thought."""
    *_, last = bot.think(view, seat, rng)
    return last
