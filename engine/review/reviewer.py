"""Makes a review in background processes: quick estimates first, then better ones that replace them."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cooperative import CooperativeTask, run_to_end
from engine.match.record import Record
from engine.match.replay import MOVES_PER_SLICE
from engine.moves import Seat
from engine.review.judge import (
    DEEP_EFFORT,
    DEEP_HINDSIGHT_EFFORT,
    QUICK_EFFORT,
    QUICK_HINDSIGHT_EFFORT,
    JudgingEffort,
    MoveComparer,
    judge,
)
from engine.review.key_moments import KeyMoments, KeyMomentSearch, MatchMoment, key_moments
from engine.review.report import MAX_TURNING_POINTS, Decision, Report
from engine.review.win_chances import PlayoutTotals, WinChance, play_out, win_share
from engine.work.worker_pool import WorkerPool

VERDICT_STREAM, HINDSIGHT_STREAM, FIRST_PLAYOUT_STREAM = range(200, 203)
"""Uses of random numbers, for ``MatchMoment.rng_for``. They differ from all seat numbers, from which bots derive seeds:
with the random numbers of its own play, a search would confirm its moves."""
QUICK_PROGRESS_WEIGHT, DEEP_PROGRESS_WEIGHT = 1.0, 6.0
"""Weights of a quick task and of a deep one in the progress: their approximate relative work."""


class ReviewBudget(NamedTuple):
    """Amount of computation for a match review."""

    quick: JudgingEffort = QUICK_EFFORT
    quick_hindsight: JudgingEffort = QUICK_HINDSIGHT_EFFORT
    deep: JudgingEffort = DEEP_EFFORT
    deep_hindsight: JudgingEffort = DEEP_HINDSIGHT_EFFORT
    max_full_effort_decisions: int = 32
    """Number of decisions judged with the full deep effort; with more decisions, each gets proportionally less."""
    first_playouts_per_moment: int = 8
    """Playouts per moment for the first estimate."""
    max_playouts_per_moment: int = 120
    """Maximum number of playouts per moment for the final estimate."""
    playout_moves_per_moment: int = 10_000
    """Approximate number of moves of all playouts per moment for the final estimate; limits those of long matches."""
    curve_points: int = 32
    """Approximate number of points of the win chance curve: beginnings of deals, then decisions."""
    max_curve_deals: int = 64
    """Maximum number of beginnings of deals on the curve."""

    def scale(self, patience: float) -> "ReviewBudget":
        """Return the review's budget with all efforts and playouts multiplied by a factor."""
        return self._replace(
            quick=self.quick.scale(patience),
            quick_hindsight=self.quick_hindsight.scale(patience),
            deep=self.deep.scale(patience),
            deep_hindsight=self.deep_hindsight.scale(patience),
            first_playouts_per_moment=max(1, round(self.first_playouts_per_moment * patience)),
            max_playouts_per_moment=max(1, round(self.max_playouts_per_moment * patience)),
            playout_moves_per_moment=max(1, round(self.playout_moves_per_moment * patience)),
        )


STANDARD_BUDGET = ReviewBudget()


class JudgeTask(NamedTuple):
    """Task of a review: a decision to judge."""

    moment: MatchMoment
    seat: Seat
    seed: int
    effort: JudgingEffort
    hindsight_effort: JudgingEffort
    seat_levels: tuple[str, ...]
    """Level of each seat's bot, "" for a person; empty if unknown."""

    def run(self) -> CooperativeTask[Decision]:
        moment, seat = self.moment, self.seat
        assert moment.decision_move is not None
        view, shown = moment.position.view(seat), moment.position_with_open_cards
        known = yield from judge(
            MoveComparer(view, seat, moment.rng_for(self.seed, VERDICT_STREAM), self.seat_levels),
            moment.decision_move,
            self.effort,
        )
        opened = yield from judge(
            MoveComparer(shown, seat, moment.rng_for(self.seed, HINDSIGHT_STREAM), self.seat_levels),
            moment.decision_move,
            self.hindsight_effort,
        )
        return Decision(moment.move_index, moment.deal_number, moment.decision_move, known, opened, moment.wins_deal)


class PlayoutTask(NamedTuple):
    """Task of a review: a moment from which to play out the match."""

    moment: MatchMoment
    seat: Seat
    seed: int
    playout_count: int
    round_index: int
    """Number of this round of playouts for the moment, 0 … 2."""

    def run(self) -> CooperativeTask[tuple[MatchMoment, PlayoutTotals]]:
        chance = self.moment.rng_for(self.seed, FIRST_PLAYOUT_STREAM + self.round_index)
        totals = yield from play_out(self.moment.position.view(self.seat), self.seat, self.playout_count, chance)
        return self.moment, totals


ReviewTask = JudgeTask | PlayoutTask
ReviewTaskResult = Decision | tuple[MatchMoment, PlayoutTotals]


def run_task(task: ReviewTask) -> CooperativeTask[ReviewTaskResult]:
    """Run a task of a match review. It is a module-level function, since other processes call it."""
    return (yield from task.run())


class Reviewer(WorkerPool[ReviewTask, ReviewTaskResult]):
    """Reviews one seat's decisions in a match, in background processes.

    The final result depends only on record, seat and budget, not on the number of processes.

    Args:
        record: the match, finished or not; reviewed up to the first illegal move.
        seat: the seat to review.
        processes: number of processes; 0 for one per core. They run at the lowest priority.
        budget: amount of work.
        search: the search for the key moments to continue and share; None for a new one.
    """

    def __init__(
        self,
        record: Record,
        seat: Seat,
        *,
        processes: int = 0,
        budget: ReviewBudget = STANDARD_BUDGET,
        search: KeyMomentSearch | None = None,
    ) -> None:
        super().__init__(run_task, self._tasks_in_stages(), processes=processes, idle=True)
        self.seat = seat
        self._budget = budget
        self._seed = record.seed
        self._seat_levels = record.seat_levels
        self._search = search or KeyMomentSearch(record, seat)
        self._key_moments = self._search.key_moments
        self._curve_moments: Sequence[MatchMoment] = ()
        self._decisions: dict[int, Decision] = {}
        self._playout_totals: dict[int, PlayoutTotals] = {}
        self._moments: dict[int, MatchMoment] = {}
        self._pending_work: deque[float] = deque()
        """Work of the tasks whose results are pending."""
        self._work_done = 0.0
        self._is_all_done = False

    @property
    def progress(self) -> float:
        """Progress of the match review, 0 … 1."""
        if self._is_all_done:
            return 1.0
        if not self._search.is_done:
            return 0.0
        moments = len(self._key_moments.decisions) + len(self._curve_moments)
        return self._work_done / (
            moments * (QUICK_PROGRESS_WEIGHT + DEEP_PROGRESS_WEIGHT) + 2 * MAX_TURNING_POINTS * DEEP_PROGRESS_WEIGHT
        )

    @property
    def report(self) -> Report:
        """The review's results so far, without decisions and moments not analysed yet."""
        decisions = tuple(self._decisions[at] for at in sorted(self._decisions))
        line = [
            self._playout_totals[at].win_chance(at, self._moments[at].deal_number)
            for at in sorted(self._playout_totals)
        ]
        end = self._key_moments.end
        if self._search.is_done and end.position.outcome is not None:
            line.append(WinChance(end.move_index, end.deal_number, win_share(end.position, self.seat), 0.0))
        return Report(self.seat, decisions, tuple(line), self._is_all_done)

    def handle_result(self, result: ReviewTaskResult) -> None:
        self._work_done += self._pending_work.popleft()
        if isinstance(result, Decision):
            self._decisions[result.move_index] = result
        else:
            moment, playings = result
            self._moments[moment.move_index] = moment
            self._playout_totals[moment.move_index] = self._playout_totals.get(
                moment.move_index, PlayoutTotals()
            ).combined_with(playings)

    # --- the tasks ----------------------------------------------------------------------------------------------------

    def _tasks_in_stages(self) -> Iterator[ReviewTask | None]:
        """Find the key moments, then yield all tasks of the review: quick ones, deep ones by priority, turning points.

        None means that the next task depends on pending results.
        """
        while not self._search.is_done:
            self._search.step(MOVES_PER_SLICE)
            yield None
        self._key_moments = self._search.key_moments
        self._curve_moments = _curve_moments(self._key_moments, self._budget)
        for stage, work in (
            (self._quick_tasks, QUICK_PROGRESS_WEIGHT),
            (self._deep_tasks, DEEP_PROGRESS_WEIGHT),
            (self._turning_point_playout_tasks, DEEP_PROGRESS_WEIGHT),
        ):
            for task in stage():
                self._pending_work.append(work)
                yield task
            while self._pending_work:
                yield None
        self._is_all_done = True

    def _quick_tasks(self) -> Iterator[ReviewTask]:
        pace = self._budget
        deals = min(len(self._key_moments.deal_starts), pace.max_curve_deals)
        for moment in self._curve_moments[:deals]:
            yield self._playout_task(moment, pace.first_playouts_per_moment, 0)
        for moment in self._key_moments.decisions:
            yield JudgeTask(moment, self.seat, self._seed, pace.quick, pace.quick_hindsight, self._seat_levels)
        for moment in self._curve_moments[deals:]:
            yield self._playout_task(moment, pace.first_playouts_per_moment, 0)

    def _deep_tasks(self) -> Iterator[ReviewTask]:
        pace = self._budget
        share = min(1.0, pace.max_full_effort_decisions / max(1, len(self._key_moments.decisions)))
        deep, deep_open = pace.deep.scale(share), pace.deep_hindsight.scale(share)
        first = sorted(self._key_moments.decisions, key=lambda moment: -self._priority(moment))
        for number in range(max(len(first), len(self._curve_moments))):
            for moment in first[number : number + 1]:
                yield JudgeTask(moment, self.seat, self._seed, deep, deep_open, self._seat_levels)
            for moment in self._curve_moments[number : number + 1]:
                yield self._playout_task(moment, self._deep_playout_count(moment), 1)

    def _turning_point_playout_tasks(self) -> Iterator[ReviewTask]:
        """Yield playout tasks just before and after the review's turning points, within the same deal."""
        judged = {moment.move_index: moment for moment in self._key_moments.decisions}
        for decision in self.report._replace(is_final=True).turning_points:
            moment = judged[decision.move_index]
            after = moment.after_move()
            yield self._playout_task(moment, self._deep_playout_count(moment), 2)
            if after.deal_number == moment.deal_number and after.position.outcome is None:
                yield self._playout_task(after, 2 * self._deep_playout_count(after), 2)

    def _playout_task(self, moment: MatchMoment, playout_count: int, round_index: int) -> PlayoutTask:
        return PlayoutTask(moment, self.seat, self._seed, playout_count, round_index)

    def _priority(self, moment: MatchMoment) -> float:
        """Return the priority of a decision in the review: a likely upper bound of its cost in points."""
        known = self._decisions[moment.move_index].verdict
        return known.cost + known.error

    def _deep_playout_count(self, moment: MatchMoment) -> int:
        """Return the number of playouts for a moment's final estimate: fewer if earlier playouts were long."""
        pace = self._budget
        known = self._playout_totals[max(at for at in self._playout_totals if at <= moment.move_index)]
        return max(
            pace.first_playouts_per_moment,
            min(pace.max_playouts_per_moment, pace.playout_moves_per_moment * known.matches // max(1, known.moves)),
        )


def judge_decisions(
    record: Record,
    seat: Seat,
    effort: JudgingEffort = DEEP_EFFORT,
    hindsight_effort: JudgingEffort = DEEP_HINDSIGHT_EFFORT,
) -> Iterator[Decision]:
    """Judge the decisions of a seat one by one, without processes; equal records give equal results."""
    for moment in key_moments(record, seat).decisions:
        yield run_to_end(JudgeTask(moment, seat, record.seed, effort, hindsight_effort, record.seat_levels).run())


def _curve_moments(key_moments: KeyMoments, budget: ReviewBudget) -> Sequence[MatchMoment]:
    """Return the moments on the win chance curve: beginnings of deals, then evenly spread decisions, then the end."""
    deals = _pick_evenly_spaced(key_moments.deal_starts, budget.max_curve_deals)
    taken = {moment.move_index for moment in key_moments.deal_starts}
    others = [moment for moment in key_moments.decisions if moment.move_index not in taken]
    last = (
        [key_moments.end]
        if key_moments.end.position.outcome is None and key_moments.end.move_index not in taken
        else []
    )
    return [*deals, *_pick_evenly_spaced(others, budget.curve_points - len(deals)), *last]


def _pick_evenly_spaced(moments: Sequence[MatchMoment], count: int) -> Sequence[MatchMoment]:
    """Return at most ``count`` evenly spread moments of a match, including the first."""
    count = max(0, min(len(moments), count))
    return [moments[number * len(moments) // count] for number in range(count)]
