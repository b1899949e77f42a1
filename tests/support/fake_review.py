"""An invented review of a match, finished at once or in steps, for tests and pictures; nothing is searched."""

from __future__ import annotations

from engine.bots.common.base import Reason
from engine.match.record import Record
from engine.moves import Seat
from engine.review import Decision, Report, Verdict, WinChance
from engine.review.key_moments import key_moments
from engine.rng import Rng

PART_COUNT = 20
"""Number of steps of the work."""


def make_fake_report(record: Record, seat: Seat) -> Report:
    """Return a plausible review: a few decisions cost much, some little, most nothing."""
    moments = key_moments(record, seat)
    rng = Rng(record.seed)
    size = 0.3 if max(map(max, moments.end.position.history)) <= 1 else 3.0
    decisions = []
    events = list(moments.end.position.explaining_events)
    for number, moment in enumerate(moments.decisions):
        assert moment.decision_move is not None
        others = [move for move in moment.position.legal_moves(seat) if move != moment.decision_move]
        alternative, chance = rng.choice(others), 0.2 + 0.5 * rng.below(100) / 100
        fine = Verdict(moment.decision_move, 0.0, 0.0, size / 2, chance, 0.0)
        even = Verdict(alternative, size / 50, size / 20, size / 2, chance, 0.01)
        reason = Reason(events[number % len(events)], 0.08, 0.6) if events else None
        bad = Verdict(alternative, size * (1 + number % 3) / 3, size / 15, size, chance, 0.08, reason)
        known = bad if number % 5 == 1 else even if number % 3 == 2 else fine
        decisions.append(
            Decision(
                moment.move_index, moment.deal_number, moment.decision_move, known, bad if number % 4 == 3 else fine
            )
        )
    line, win = [], 0.5
    for at in sorted({moment.move_index for moment in (*moments.deal_starts, *moments.decisions)}):
        win = min(0.95, max(0.05, win + (rng.below(100) - 49) / 700))
        line.append(WinChance(at, 1, win, 0.03))
    end = moments.end
    winners = end.position.outcome.winners if end.position.outcome else ()
    line.append(WinChance(end.move_index, end.deal_number, (seat in winners) / max(1, len(winners)), 0.0))
    return Report(seat, tuple(decisions), tuple(line))


class FakeReview:
    """Stands in for the reviewer. Each ``poll`` adds one of ``PART_COUNT`` steps, the score line first."""

    def __init__(self, record: Record, seat: Seat, parts: int = 0, max_parts: int = PART_COUNT) -> None:
        self.full_report = make_fake_report(record, seat)
        self.parts_done = parts
        self.max_parts = max_parts
        """Number of steps after which there is no more progress."""
        self.started = False
        self.process = False
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        self.started, self.process = True, process

    def pause(self) -> None:
        self.started = False

    def stop(self) -> None:
        self.stopped = True

    def poll(self) -> bool:
        assert self.started and not self.is_done
        before, self.parts_done = self.parts_done, min(self.max_parts, self.parts_done + 1)
        return self.parts_done > before

    @property
    def is_done(self) -> bool:
        return self.stopped or self.parts_done >= PART_COUNT

    @property
    def progress(self) -> float:
        return self.parts_done / PART_COUNT

    @property
    def report(self) -> Report:
        whole, share = self.full_report, self.progress
        lines = round(len(whole.win_chances) * min(1.0, 2 * share))
        decisions = whole.decisions[: round(len(whole.decisions) * share)]
        return Report(whole.seat, decisions, whole.win_chances[:lines], share == 1)


def make_finished_review(record: Record, seat: Seat) -> FakeReview:
    return FakeReview(record, seat, PART_COUNT)


def make_half_finished_review(record: Record, seat: Seat) -> FakeReview:
    """Return a review that stops half-way."""
    return FakeReview(record, seat, PART_COUNT // 2, PART_COUNT // 2)
