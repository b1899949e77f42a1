"""What a review says of a match: its decisions, the line of chances to win, turning points, a figure for the play."""

from typing import NamedTuple

from engine.moves import Move, Seat
from engine.review.judge import Verdict
from engine.review.line import Point

TURNING = 3
"""So many turning points are named at most."""
CLEAR = 2.5
"""Standard errors by which a cost must be above 0 before it is held against anybody."""


class Decision(NamedTuple):
    """One choice that the player had."""

    at: int
    """Moves of the record before it: to play on from here, the match is replayed so far."""
    deal: int
    """Number of the deal, from 1."""
    played: Move
    known: Verdict
    """From the player's own view at that moment: what others held plays no part."""
    open: Verdict
    """With hindsight, all cards open."""

    @property
    def held_against(self) -> float:
        """Points that the decision cost, where that is clear; 0 elsewhere."""
        return self.known.cost if self.at_least > 0 else 0.0

    @property
    def at_least(self) -> float:
        """Points that it cost all but certainly; 0 or less where it may have cost nothing."""
        return self.known.cost - CLEAR * self.known.error


class Report(NamedTuple):
    """What a review says."""

    seat: Seat
    decisions: tuple[Decision, ...] = ()
    """In the order of the match; moves without a choice are not judged."""
    line: tuple[Point, ...] = ()
    """Chance to win the match, in the order of the match."""

    @property
    def turning_points(self) -> tuple[Decision, ...]:
        """The decisions that cost most, the worst first: ``TURNING`` at most, and none that may have cost nothing.

        They are ordered by what they cost at least: of a cost that is known badly, the most that it may be says little.
        """
        costly = [decision for decision in self.decisions if decision.at_least > 0]
        return tuple(sorted(costly, key=lambda decision: -decision.at_least)[:TURNING])

    @property
    def cost(self) -> float:
        """Points that all decisions cost together; what chance added to one it took from another."""
        return sum((decision.known.cost for decision in self.decisions), 0.0)

    @property
    def quality(self) -> float | None:
        """How well was played, 0 … 100; None where there was nothing to decide.

        100 is as well as the search, 0 where as much was lost as by playing anyhow: any legal move as likely as the
        other. Luck has no part in it: each decision is measured from what was known, by what there was to lose in it.
        Costs and rooms enter as sums of estimates without bias, so that their noise drops out rather than being counted
        as mistakes.
        """
        room = sum(decision.known.room for decision in self.decisions)
        if room <= 0:
            return None
        return max(0.0, min(100.0, 100 * (1 - self.cost / room)))
