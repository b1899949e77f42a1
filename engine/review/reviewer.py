"""A review in the making: quick answers first, better ones in their place, in processes beside the window."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.match.record import Record
from engine.moves import Seat
from engine.review.judge import DEEP, DEEP_OPEN, QUICK, QUICK_OPEN, Effort, judge
from engine.review.line import PlayoutTotals, Point, play_out, share
from engine.review.moments import KeyMoments, MatchMoment, key_moments
from engine.review.report import TURNING, Decision, Report
from engine.work.workers import Workers

KNOWN, OPEN, LINE = range(200, 203)
"""Uses of chance. They are no seats, as bots may have played by seeds made so from seats: a search that judges itself
by the luck by which it played would find itself right."""
QUICK_WORK, DEEP_WORK = 1.0, 6.0
"""Units of work that a quick task is, and one for good, about."""


class Pace(NamedTuple):
    """How much a review does."""

    quick: Effort = QUICK
    quick_open: Effort = QUICK_OPEN
    deep: Effort = DEEP
    deep_open: Effort = DEEP_OPEN
    full: int = 32
    """So many decisions are judged that deeply; of more, each in as much less."""
    few: int = 8
    """Playings of a moment to the match's end, for a first look."""
    many: int = 120
    """The same for good, at most."""
    steps: int = 10_000
    """Moves that are played for a moment for good, about: a long match is played less often."""
    points: int = 32
    """So many points the line has at least, where there are so many decisions: deals' beginnings and decisions."""
    most: int = 64
    """So many deals' beginnings at most."""

    def times(self, patience: float) -> "Pace":
        """The same with more of it, or less."""
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
    """One decision to be judged."""

    moment: MatchMoment
    seat: Seat
    seed: int
    known: Effort
    open: Effort

    def done(self) -> Decision:
        """Judge it."""
        moment, seat = self.moment, self.seat
        assert moment.played is not None
        view, shown = moment.position.view(seat), moment.opened
        known = judge(view, seat, moment.played, moment.chance(self.seed, KNOWN), self.known)
        opened = judge(shown, seat, moment.played, moment.chance(self.seed, OPEN), self.open)
        return Decision(moment.at, moment.deal, moment.played, known, opened)


class PlayoutTask(NamedTuple):
    """One moment from which the match is to be played to its end."""

    moment: MatchMoment
    seat: Seat
    seed: int
    times: int
    turn: int
    """Which time this is, from 0."""

    def done(self) -> tuple[MatchMoment, PlayoutTotals]:
        """Play it."""
        chance = self.moment.chance(self.seed, LINE + self.turn)
        return self.moment, play_out(self.moment.position.view(self.seat), self.seat, self.times, chance)


ReviewTask = JudgeTask | PlayoutTask
ReviewResult = Decision | tuple[MatchMoment, PlayoutTotals]


def do(task: ReviewTask) -> ReviewResult:
    """Do a task; a function of the module, for it is called in other processes."""
    return task.done()


class Reviewer(Workers[ReviewTask, ReviewResult]):
    """Reviews one seat of a match.

    What comes of it in the end depends on the record and the seat only, not on the number of processes.

    Args:
        record: the match, finished or not; one that can't be replayed to its end is reviewed as far as it goes.
        seat: whose play.
        processes: 0 for as many as the machine has cores. They work at the lowest priority.
        pace: how much is done.
    """

    def __init__(self, record: Record, seat: Seat, *, processes: int = 0, pace: Pace = STANDARD) -> None:
        super().__init__(do, self._in_stages(), processes=processes, idle=True)
        self.seat = seat
        self._pace = pace
        self._seed = record.seed
        self._course = key_moments(record, seat)
        self._points = _points(self._course, pace)
        self._decisions: dict[int, Decision] = {}
        self._playings: dict[int, PlayoutTotals] = {}
        self._moments: dict[int, MatchMoment] = {}
        self._pending_work: deque[float] = deque()
        """What the tasks whose results aren't in yet are of the work."""
        self._finished = 0.0
        """Work that was done."""
        self._all_done = False

    @property
    def share(self) -> float:
        """How much of the work is done, 0 … 1."""
        if self._all_done:
            return 1.0
        moments = len(self._course.decisions) + len(self._points)
        return self._finished / (moments * (QUICK_WORK + DEEP_WORK) + 2 * TURNING * DEEP_WORK)

    @property
    def report(self) -> Report:
        """What is known so far; decisions and points that weren't looked at yet are missing."""
        decisions = tuple(self._decisions[at] for at in sorted(self._decisions))
        line = [self._playings[at].point(at, self._moments[at].deal) for at in sorted(self._playings)]
        end = self._course.end
        if end.position.outcome is not None:
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

    # --- what is done -------------------------------------------------------------------------------------------------

    def _in_stages(self) -> Iterator[ReviewTask | None]:
        """Quick answers first; then for good, the decisions that matter most first, and the line beside them."""
        for stage, work in ((self._first, QUICK_WORK), (self._for_good, DEEP_WORK), (self._around, DEEP_WORK)):
            for task in stage():
                self._pending_work.append(work)
                yield task
            while self._pending_work:
                yield None
        self._all_done = True

    def _first(self) -> Iterator[ReviewTask]:
        pace = self._pace
        deals = min(len(self._course.deals), pace.most)
        for moment in self._points[:deals]:
            yield self._playing(moment, pace.few, 0)
        for moment in self._course.decisions:
            yield JudgeTask(moment, self.seat, self._seed, pace.quick, pace.quick_open)
        for moment in self._points[deals:]:
            yield self._playing(moment, pace.few, 0)

    def _for_good(self) -> Iterator[ReviewTask]:
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
        """The line just before the turning points and just after them, while the same deal goes on."""
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
        """Points that a decision seems to have cost, or may have."""
        known = self._decisions[moment.at].known
        return known.cost + known.error

    def _times(self, moment: MatchMoment) -> int:
        """So many playings for good, by how long those from the last point before it were."""
        pace = self._pace
        known = self._playings[max(at for at in self._playings if at <= moment.at)]
        return max(pace.few, min(pace.many, pace.steps * known.matches // max(1, known.moves)))


def decisions(record: Record, seat: Seat, known: Effort = DEEP, opened: Effort = DEEP_OPEN) -> Iterator[Decision]:
    """Judge the free decisions of a seat one by one; what follows from the same record is always the same."""
    for moment in key_moments(record, seat).decisions:
        yield JudgeTask(moment, seat, record.seed, known, opened).done()


def _points(found: KeyMoments, pace: Pace) -> Sequence[MatchMoment]:
    """Moments for the line: deals' beginnings first, then some of the decisions, evenly spread."""
    deals = _spread(found.deals, pace.most)
    taken = {moment.at for moment in found.deals}
    others = [moment for moment in found.decisions if moment.at not in taken]
    last = [found.end] if found.end.position.outcome is None and found.end.at not in taken else []
    return [*deals, *_spread(others, pace.points - len(deals)), *last]


def _spread(several: Sequence[MatchMoment], count: int) -> Sequence[MatchMoment]:
    """So many of them at most, the first among them."""
    count = max(0, min(len(several), count))
    return [several[number * len(several) // count] for number in range(count)]
