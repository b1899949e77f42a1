"""Report of a review: judged decisions, the chance to win over time, turning points and the quality of play."""

from typing import NamedTuple

from engine.moves import Move, Seat
from engine.review.judge import Verdict
from engine.review.win_chances import WinChance

MAX_TURNING_POINTS = 3
"""Maximum number of turning points."""
SIGNIFICANT_STANDARD_ERRORS = 2.5
"""Standard errors by which a cost must exceed 0 to be significant."""


class Decision(NamedTuple):
    """A decision of the reviewed seat with its judgements."""

    move_index: int
    """Number of moves before the decision."""
    deal_number: int
    """Number of the deal, from 1."""
    played: Move
    verdict: Verdict
    """Judgement from the player's own view."""
    hindsight: Verdict
    """Judgement with all cards open."""
    won_deal: bool = False
    """Whether the move won the deal at once. Then the choice is obvious, whatever is at stake."""

    @property
    def significant_cost(self) -> float:
        """Cost of a decision in points, if it is significant; otherwise 0."""
        return self.verdict.cost if self.cost_lower_bound > 0 else 0.0

    @property
    def cost_lower_bound(self) -> float:
        """Lower bound of a decision's cost in points; 0 or less if the cost is not significant."""
        return self.verdict.cost - SIGNIFICANT_STANDARD_ERRORS * self.verdict.error


class Report(NamedTuple):
    """The results of a match review: judged decisions and the chance to win over time."""

    seat: Seat
    decisions: tuple[Decision, ...] = ()
    """The seat's decisions in order; forced moves are not judged."""
    win_chances: tuple[WinChance, ...] = ()
    """The chance to win the match over time."""
    is_final: bool = True
    """Whether the review is finished. Before, it has no turning points, best decision or quality."""

    @property
    def turning_points(self) -> tuple[Decision, ...]:
        """The seat's decisions with the highest significant costs, worst first, at most ``MAX_TURNING_POINTS``.

        They are ordered by the lower bound of their cost, so that uncertain estimates come last. There are none before
        the report is final.
        """
        if not self.is_final:
            return ()
        costly = [decision for decision in self.decisions if decision.cost_lower_bound > 0]
        return tuple(sorted(costly, key=lambda decision: -decision.cost_lower_bound)[:MAX_TURNING_POINTS])

    @property
    def best(self) -> Decision | None:
        """The good decision whose best move beats a random move by the most points; None before the report is final.

        Decisions equal to the search's choice come before others without a significant cost. Decisions without anything
        at stake and moves that won the deal at once don't count; None if no other was good.
        """
        if not self.is_final:
            return None
        good = [
            decision
            for decision in self.decisions
            if not decision.significant_cost and decision.verdict.lead_over_random > 0 and not decision.won_deal
        ]
        agreed = [decision for decision in good if decision.verdict.best == decision.played]
        return max(agreed or good, key=lambda decision: decision.verdict.lead_over_random, default=None)

    @property
    def total_cost(self) -> float:
        """Total cost of all the seat's decisions in points; random errors of single costs average out."""
        return sum((decision.verdict.cost for decision in self.decisions), 0.0)

    @property
    def quality(self) -> float | None:
        """Quality of the seat's play in the match, 0 … 100; None if there was nothing to lose or before the end.

        100 is as good as the search, 0 as bad as random legal moves. Luck does not count: each decision is judged by
        the player's knowledge, relative to its ``room``. Both sums are unbiased, so random errors average out.
        """
        room = sum(decision.verdict.lead_over_random for decision in self.decisions)
        if room <= 0 or not self.is_final:
            return None
        return max(0.0, min(100.0, 100 * (1 - self.total_cost / room)))
