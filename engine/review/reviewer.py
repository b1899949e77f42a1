"""Make a review in background processes: quick estimates first, then better ones that replace them."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.match.record import Record
from engine.match.replay import SLICE
from engine.moves import Seat
from engine.parts import Parts, at_once
from engine.review.judge import DEEP, DEEP_OPEN, QUICK, QUICK_OPEN, Effort, judge
from engine.review.line import PlayoutTotals, Point, play_out, share
from engine.review.moments import KeyMoments, KeyMomentSearch, MatchMoment, key_moments
from engine.review.report import TURNING, Decision, Report
from engine.work.workers import Workers

KNOWN, OPEN, LINE = range(200, 203)
"""Uses of random numbers, for ``MatchMoment.chance``. They differ from all seats, since bots derive seeds from seats in
the same way: a search that judged itself with the random numbers it played by would find itself right."""
QUICK_WORK, DEEP_WORK = 1.0, 6.0
"""Approximate work of a quick task and of a deep one, in the same unit."""


class Pace(NamedTuple):
    """The amount of work for a review."""

    quick: Effort = QUICK
    quick_open: Effort = QUICK_OPEN
    deep: Effort = DEEP
    deep_open: Effort = DEEP_OPEN
    full: int = 32
    """Number of decisions judged with the full deep effort; if there are more, each gets proportionally less."""
    few: int = 8
    """Playouts per moment for the first estimate."""
    many: int = 120
    """Maximum number of playouts per moment for the final estimate."""
    steps: int = 10_000
    """Approximate number of moves played per moment for the final estimate; long matches get fewer playouts."""
    points: int = 32
    """Number of points of the line to aim for, from beginnings of deals and decisions."""
    most: int = 64
    """Maximum number of beginnings of deals on the line."""

    def times(self, patience: float) -> "Pace":
        """The same pace times a factor."""
        return self._replace(
            quick=self.quick.times(patience),
            quick_open=self.quick_open.times(patience),
            deep=self.deep.times(patience),
            deep_open=self.deep_open.times(patience),
            few=max(1, round(self.few * patience)),
            many=max(1, round(self.many * patience)),
            steps=max(1, round(self.steps * patience)),
        )


STANDARD = Pace()


class JudgeTask(NamedTuple):
    """A decision to judge."""

    moment: MatchMoment
    seat: Seat
    seed: int
    known: Effort
    open: Effort

    def done(self) -> Parts[Decision]:
        """Judge it."""
        moment, seat = self.moment, self.seat
        assert moment.played is not None
        view, shown = moment.position.view(seat), moment.opened
        known = yield from judge(view, seat, moment.played, moment.chance(self.seed, KNOWN), self.known)
        opened = yield from judge(shown, seat, moment.played, moment.chance(self.seed, OPEN), self.open)
        return Decision(moment.at, moment.deal, moment.played, known, opened)


class PlayoutTask(NamedTuple):
    """A moment from which to play the match to its end."""

    moment: MatchMoment
    seat: Seat
    seed: int
    times: int
    turn: int
    """Number of this round of playouts for the moment, from 0."""

    def done(self) -> Parts[tuple[MatchMoment, PlayoutTotals]]:
        """Play it."""
        chance = self.moment.chance(self.seed, LINE + self.turn)
        totals = yield from play_out(self.moment.position.view(self.seat), self.seat, self.times, chance)
        return self.moment, totals


ReviewTask = JudgeTask | PlayoutTask
ReviewResult = Decision | tuple[MatchMoment, PlayoutTotals]


def do(task: ReviewTask) -> Parts[ReviewResult]:
    """Do a task in parts; a module-level function, since it is called in other processes."""
    return (yield from task.done())


class Reviewer(Workers[ReviewTask, ReviewResult]):
    """Reviews one seat of a match.

    The final result depends only on the record and the seat, not on the number of processes.

    Args:
        record: the match, finished or not; one with an illegal move is reviewed up to there.
        seat: the seat to review.
        processes: number of processes; 0 for one per core. They run at the lowest priority.
        pace: amount of work.
        search: finds the key moments; shared with others who need them, and continued here in parts.
    """

    def __init__(
        self,
        record: Record,
        seat: Seat,
        *,
        processes: int = 0,
        pace: Pace = STANDARD,
        search: KeyMomentSearch | None = None,
    ) -> None:
        super().__init__(do, self._in_stages(), processes=processes, idle=True)
        self.seat = seat
        self._pace = pace
        self._seed = record.seed
        self._search = search or KeyMomentSearch(record, seat)
        self._course = self._search.found
        self._points: Sequence[MatchMoment] = ()
        self._decisions: dict[int, Decision] = {}
        self._playings: dict[int, PlayoutTotals] = {}
        self._moments: dict[int, MatchMoment] = {}
        self._pending_work: deque[float] = deque()
        """Work of the tasks whose results are still missing."""
        self._finished = 0.0
        """Work done."""
        self._all_done = False

    @property
    def share(self) -> float:
        """Share of the work done, 0 … 1."""
        if self._all_done:
            return 1.0
        if not self._search.done:
            return 0.0
        moments = len(self._course.decisions) + len(self._points)
        return self._finished / (moments * (QUICK_WORK + DEEP_WORK) + 2 * TURNING * DEEP_WORK)

    @property
    def report(self) -> Report:
        """The results so far; decisions and points not looked at yet are missing."""
        decisions = tuple(self._decisions[at] for at in sorted(self._decisions))
        line = [self._playings[at].point(at, self._moments[at].deal) for at in sorted(self._playings)]
        end = self._course.end
        if self._search.done and end.position.outcome is not None:
            line.append(Point(end.at, end.deal, share(end.position, self.seat), 0.0))
        return Report(self.seat, decisions, tuple(line))

    def take(self, result: ReviewResult) -> None:
        self._finished += self._pending_work.popleft()
        if isinstance(result, Decision):
            self._decisions[result.at] = result
        else:
            moment, playings = result
            self._moments[moment.at] = moment
            self._playings[moment.at] = self._playings.get(moment.at, PlayoutTotals()).plus(playings)

    # --- the tasks ----------------------------------------------------------------------------------------------------

    def _in_stages(self) -> Iterator[ReviewTask | None]:
        """All tasks, once the key moments are found: quick ones first; then deep ones, the most important decisions
        first, alongside the line."""
        while not self._search.done:
            self._search.step(SLICE)
            yield None
        self._course = self._search.found
        self._points = _points(self._course, self._pace)
        for stage, work in ((self._quick, QUICK_WORK), (self._deep, DEEP_WORK), (self._around, DEEP_WORK)):
            for task in stage():
                self._pending_work.append(work)
                yield task
            while self._pending_work:
                yield None
        self._all_done = True

    def _quick(self) -> Iterator[ReviewTask]:
        pace = self._pace
        deals = min(len(self._course.deals), pace.most)
        for moment in self._points[:deals]:
            yield self._playing(moment, pace.few, 0)
        for moment in self._course.decisions:
            yield JudgeTask(moment, self.seat, self._seed, pace.quick, pace.quick_open)
        for moment in self._points[deals:]:
            yield self._playing(moment, pace.few, 0)

    def _deep(self) -> Iterator[ReviewTask]:
        pace = self._pace
        share = min(1.0, pace.full / max(1, len(self._course.decisions)))
        deep, deep_open = pace.deep.times(share), pace.deep_open.times(share)
        first = sorted(self._course.decisions, key=lambda moment: -self._weight(moment))
        for number in range(max(len(first), len(self._points))):
            for moment in first[number : number + 1]:
                yield JudgeTask(moment, self.seat, self._seed, deep, deep_open)
            for moment in self._points[number : number + 1]:
                yield self._playing(moment, self._times(moment), 1)

    def _around(self) -> Iterator[ReviewTask]:
        """The line just before and just after the turning points, within the same deal."""
        judged = {moment.at: moment for moment in self._course.decisions}
        for decision in self.report.turning_points:
            moment = judged[decision.at]
            after = moment.after()
            yield self._playing(moment, self._times(moment), 2)
            if after.deal == moment.deal and after.position.outcome is None:
                yield self._playing(after, 2 * self._times(after), 2)

    def _playing(self, moment: MatchMoment, times: int, turn: int) -> PlayoutTask:
        return PlayoutTask(moment, self.seat, self._seed, times, turn)

    def _weight(self, moment: MatchMoment) -> float:
        """Priority of a decision: a likely upper bound of its cost in points."""
        known = self._decisions[moment.at].known
        return known.cost + known.error

    def _times(self, moment: MatchMoment) -> int:
        """Number of playouts for the final estimate, by the length of those from the nearest earlier point."""
        pace = self._pace
        known = self._playings[max(at for at in self._playings if at <= moment.at)]
        return max(pace.few, min(pace.many, pace.steps * known.matches // max(1, known.moves)))


def decisions(record: Record, seat: Seat, known: Effort = DEEP, opened: Effort = DEEP_OPEN) -> Iterator[Decision]:
    """Judge the decisions of a seat one by one; equal records give equal results."""
    for moment in key_moments(record, seat).decisions:
        yield at_once(JudgeTask(moment, seat, record.seed, known, opened).done())


def _points(found: KeyMoments, pace: Pace) -> Sequence[MatchMoment]:
    """Moments for the line: beginnings of deals first, then some decisions, evenly spread."""
    deals = _spread(found.deals, pace.most)
    taken = {moment.at for moment in found.deals}
    others = [moment for moment in found.decisions if moment.at not in taken]
    last = [found.end] if found.end.position.outcome is None and found.end.at not in taken else []
    return [*deals, *_spread(others, pace.points - len(deals)), *last]


def _spread(several: Sequence[MatchMoment], count: int) -> Sequence[MatchMoment]:
    """At most ``count`` moments, evenly spread, including the first."""
    count = max(0, min(len(several), count))
    return [several[number * len(several) // count] for number in range(count)]
