"""A made-up review of a match, finished at once or in parts, for tests and pictures: nothing is searched."""

from __future__ import annotations

from engine.match.record import Record
from engine.moves import Seat
from engine.review import Decision, Point, Report, Verdict
from engine.review.moments import key_moments
from engine.rng import Rng

PARTS = 20
"""Number of parts of the work."""


def canned(record: Record, seat: Seat) -> Report:
    """A plausible review: a few decisions cost much, some a little, most nothing."""
    found = key_moments(record, seat)
    rng = Rng(record.seed)
    size = 0.3 if max(map(max, found.end.position.history)) <= 1 else 3.0
    decisions = []
    for number, moment in enumerate(found.decisions):
        assert moment.played is not None
        others = [move for move in moment.position.legal_moves(seat) if move != moment.played]
        other, chance = rng.choice(others), 0.2 + 0.5 * rng.below(100) / 100
        fine = Verdict(moment.played, 0.0, 0.0, size / 2, chance, 0.0)
        even = Verdict(other, size / 50, size / 20, size / 2, chance, 0.01)
        bad = Verdict(other, size * (1 + number % 3) / 3, size / 15, size, chance, 0.08)
        known = bad if number % 5 == 1 else even if number % 3 == 2 else fine
        decisions.append(Decision(moment.at, moment.deal, moment.played, known, bad if number % 4 == 3 else fine))
    line, win = [], 0.5
    for at in sorted({moment.at for moment in (*found.deals, *found.decisions)}):
        win = min(0.95, max(0.05, win + (rng.below(100) - 49) / 700))
        line.append(Point(at, 1, win, 0.03))
    end = found.end
    winners = end.position.outcome.winners if end.position.outcome else ()
    line.append(Point(end.at, end.deal, (seat in winners) / max(1, len(winners)), 0.0))
    return Report(seat, tuple(decisions), tuple(line))


class Canned:
    """Stands in for the reviewer: each ``poll`` adds one of ``PARTS`` parts of the review, the line first."""

    def __init__(self, record: Record, seat: Seat, parts: int = 0, most: int = PARTS) -> None:
        self.whole = canned(record, seat)
        self.parts = parts
        self.most = most
        """Number of parts after which it makes no more progress."""
        self.started = False
        self.process = False
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        self.started, self.process = True, process

    def rest(self) -> None:
        self.started = False

    def stop(self) -> None:
        self.stopped = True

    def poll(self) -> bool:
        assert self.started and not self.done
        before, self.parts = self.parts, min(self.most, self.parts + 1)
        return self.parts > before

    @property
    def done(self) -> bool:
        return self.stopped or self.parts >= PARTS

    @property
    def share(self) -> float:
        return self.parts / PARTS

    @property
    def report(self) -> Report:
        whole, share = self.whole, self.share
        lines = round(len(whole.line) * min(1.0, 2 * share))
        decisions = whole.decisions[: round(len(whole.decisions) * share)]
        return Report(whole.seat, decisions, whole.line[:lines])


def finished(record: Record, seat: Seat) -> Canned:
    """A finished review."""
    return Canned(record, seat, PARTS)


def half(record: Record, seat: Seat) -> Canned:
    """A review that stops half-way."""
    return Canned(record, seat, PARTS // 2, PARTS // 2)
