"""Judging one decision: compares the played move with the search's choice.

Master chooses from the same view. Then its move and the played one are tried in new worlds, not in those of the choice.
In the worlds of the choice, the chosen move would be overestimated (Smith & Winkler, "The optimizer's curse",
Management Science 2006), and any other move would seem to cost points. In new worlds a single cost may be negative, but
their mean is unbiased. Both moves are tried in the same worlds with the same random numbers, which reduces the variance
of their difference (Law, "Simulation Modeling and Analysis", section 11.2).
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engine.bots import bulk_patience, comparers, drop_unnatural, explainers, reliable_bot
from engine.bots.common import base
from engine.bots.common.base import EVEN_ERRORS, Evaluation, Reason, WorldComparison
from engine.bots.common.estimates import lead_of_first
from engine.bots.common.fallback import BotFailure, run_with_fallback
from engine.bots.common.reasons import find_reason
from engine.cooperative import CooperativeTask
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

RANDOM_MOVE_COUNT = 3
"""Number of random legal moves tried as a sample of random play."""
RANDOM_MOVES_WORK_FRACTION = 0.25
"""Work spent on random moves, as a fraction of ``comparison_work``.

It can be small, since only the sum of ``lead_over_random`` over a match is used.
"""
MIN_WORLDS = 4
"""Minimum number of worlds in which moves are compared, independent of the effort."""


class JudgingEffort(NamedTuple):
    """Amount of computation for judging one decision of a player."""

    patience: float
    """Factor on Master's budget for the choice, besides ``bulk_patience`` of the game."""
    comparison_work: float
    """Work for comparing Master's move with the played one, as a fraction of Master's work per decision."""

    def scale(self, factor: float) -> "JudgingEffort":
        """Return the effort for judging a decision, multiplied by a factor."""
        return JudgingEffort(self.patience * factor, self.comparison_work * factor)


QUICK_EFFORT, DEEP_EFFORT = JudgingEffort(0.15, 0.15), JudgingEffort(1.0, 1.5)
"""Effort for a first estimate, and for the final one."""
QUICK_HINDSIGHT_EFFORT, DEEP_HINDSIGHT_EFFORT = JudgingEffort(0.05, 0.05), JudgingEffort(0.5, 0.4)
"""Effort for judging with all cards open; smaller, as open cards need fewer samples."""


class Verdict(NamedTuple):
    """Judgement of one decision of a player, compared with the search's choice."""

    best: Move
    """The search's choice among the moves that hints recommend; the played move if equivalent."""
    cost: float
    """Points of the deal lost by the played move compared with ``best``; 0 if they are equivalent.

    The estimate is unbiased, so it may be negative. If a game's search maximizes the points minus the mean of the
    others' (RoPeD), costs are on that scale.
    """
    error: float
    """Standard error of ``cost``."""
    lead_over_random: float
    """Points by which ``best`` beats a random legal move: the maximum loss to expect."""
    win: float
    """Chance to win the deal after ``best``, 0 … 1; the match without ``Game.are_deals_won_separately``."""
    win_cost: float
    """Decrease of that chance by the played move."""
    reason: Reason | None = None
    """Advantage of ``best`` over a person's move; None if they are about equally good, or if no event explains it."""


class MoveComparer(NamedTuple):
    """Compares a seat's moves in worlds: full positions sampled from a view, or from a position with open cards."""

    position: Game
    seat: Seat
    rng: Rng
    seat_levels: Sequence[str] = ()

    @property
    def is_person(self) -> bool:
        """Whether a person plays the seat, as reasons speak to the player; True if unknown."""
        return not any(self.seat_levels[self.seat : self.seat + 1])

    def compare_moves(self, comparison_work: float, *moves: Move) -> CooperativeTask[list[WorldComparison]]:
        """Compare moves in as many sampled positions as ``comparison_work`` allows; return those of positive weight."""
        slug = self.position.slug
        compare = partial(self._compare_by, comparison_work=comparison_work, moves=moves)
        return (yield from run_with_fallback(slug, comparers(slug, self.seat_levels), compare))

    def find_reason(self, better: Move, other: Move) -> CooperativeTask[Reason | None]:
        """Return the main advantage of a move over another one; see ``reasons.find_reason``."""
        slug = self.position.slug
        find = partial(find_reason, view=self.position, better=better, other=other, rng=self.rng)
        return (yield from run_with_fallback(slug, explainers(slug, self.seat_levels), find))

    def _compare_by(
        self, search: base.MoveComparer, comparison_work: float, moves: Sequence[Move]
    ) -> CooperativeTask[list[WorldComparison]]:
        stream = search.compare(self.position, self.seat, moves, self.rng)
        found = []
        for number, world in enumerate(stream, 1):
            yield
            comparison_work -= world.added_budget_fraction
            if world.weight > 0:
                found.append(world)
            if comparison_work <= 0 and number >= MIN_WORLDS:
                break
        return found


def judge(comparer: MoveComparer, played: Move, effort: JudgingEffort = QUICK_EFFORT) -> CooperativeTask[Verdict]:
    """Compare a player's move with the search's choice, as a cooperative task.

    Args:
        comparer: compares moves of the seat in its view, or in the full position for a judgement in hindsight; the seat
            has at least two legal moves.
        played: the played move, a legal one.
        effort: amount of work.
    """
    position, seat, rng, seat_levels = comparer
    chosen = played
    evaluations: Sequence[Evaluation] = ()
    patience = effort.patience * bulk_patience(position.slug)
    master = reliable_bot(position.slug, "master", patience=patience, seat_levels=seat_levels)
    for thought in master.think(position, seat, rng):
        if isinstance(thought, BotFailure):
            yield thought
        else:
            chosen, evaluations = thought.move, thought.evaluations
            yield
    recommended = drop_unnatural(position, evaluations)[0].move if evaluations else chosen
    same = position.canonical(played) in (position.canonical(chosen), position.canonical(recommended))
    chosen = played if same else recommended
    legal = position.legal_moves(seat)
    rng.shuffle(legal)
    random = legal[:RANDOM_MOVE_COUNT]
    trial = yield from comparer.compare_moves(effort.comparison_work * RANDOM_MOVES_WORK_FRACTION, chosen, *random)
    others = [lead_of_first(trial, place + 1) for place in range(len(random))]
    room = sum(mean for mean, _ in others) / len(others)
    if same:
        return Verdict(played, 0.0, 0.0, room, _win_chance(trial, 0), 0.0)
    trial = yield from comparer.compare_moves(effort.comparison_work, chosen, played)
    cost, error = lead_of_first(trial, 1)
    win = _win_chance(trial, 0)
    explains = cost > EVEN_ERRORS * error and comparer.is_person
    reason = (yield from comparer.find_reason(chosen, played)) if explains else None
    return Verdict(chosen, cost, error, room, win, win - _win_chance(trial, 1), reason)


def _win_chance(comparisons: Sequence[WorldComparison], index: int) -> float:
    """Return the chance ``Verdict.win`` after one of the compared moves; 0.5 if no world was sampled."""
    total = sum(world.weight for world in comparisons)
    won = sum(world.weight * world.samples[index].won for world in comparisons)
    return won / total if total else 0.5
