"""The reviews of a finished match, worked out beside the window. No pygame here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from engine.match.playback import seated
from engine.match.record import PERSON, Record
from engine.moves import Seat
from engine.review import Report, Reviewer
from engine.review.moments import KeyMoments, key_moments
from scenes.work.background import Background, Work


class SeatReview(Work, Protocol):
    """Judges the decisions of one seat; ``report`` holds what it has found so far."""

    @property
    def share(self) -> float:
        """How far it is, 0 … 1."""

    @property
    def report(self) -> Report:
        """What it has found."""


Make = Callable[[Record, Seat], SeatReview]


class Reviews:
    """The reviews of one match, one a seat, each begun when it is asked for.

    Args:
        background: where the work waits for its turn.
        record: of a match that is over, or that can be played only so far.
        make: makes the work that reviews a seat.
    """

    def __init__(self, background: Background, record: Record, make: Make = Reviewer) -> None:
        self._background = background
        self.record = replace(record, chairs=seated(record))
        self._make = make
        self._works: dict[Seat, SeatReview] = {}
        self._courses: dict[Seat, KeyMoments] = {}

    def begin(self, seat: Seat, *, looked_at: bool = False) -> SeatReview:
        """Judge the decisions of a seat; where they are ``looked_at``, before anything else beside the window."""
        work = self._works.get(seat)
        if work is None:
            work = self._works[seat] = self._make(self.record, seat)
        if not work.done:
            (self._background.prefer if looked_at else self._background.add)(work)
        return work

    def stop(self) -> None:
        """Work no more; what is not done is begun anew when it is asked for again."""
        for seat, work in list(self._works.items()):
            if not work.done:
                self._background.drop(work)
                del self._works[seat]

    @property
    def first(self) -> Seat:
        """Whose review is shown first: the first person's."""
        return next((seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON), 0)

    def course(self, seat: Seat) -> KeyMoments:
        """The match with the decisions of a seat."""
        if seat not in self._courses:
            self._courses[seat] = key_moments(self.record, seat)
        return self._courses[seat]
