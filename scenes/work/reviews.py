"""The reviews of a finished match, computed in the background. No pygame here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from engine.match.record import PERSON, Record, seated
from engine.moves import Seat
from engine.review import Report, Reviewer
from engine.review.moments import KeyMoments, KeyMomentSearch
from scenes.work.background import Background, Work


class SeatReview(Work, Protocol):
    """The job that judges the decisions of one seat."""

    @property
    def share(self) -> float:
        """Progress, 0 … 1."""

    @property
    def report(self) -> Report:
        """The results so far."""


Make = Callable[[Record, Seat], SeatReview]


class Reviews:
    """The reviews of one match, one for each seat, started on demand.

    Args:
        background: queue for the jobs.
        record: a finished match, or one that can be replayed only so far.
        make: creates the job that reviews a seat; None for the usual one.
    """

    def __init__(self, background: Background, record: Record, make: Make | None = None) -> None:
        self._background = background
        self.record = replace(record, chairs=seated(record))
        self._make = make or self._reviewer
        self._works: dict[Seat, SeatReview] = {}
        self._searches: dict[Seat, KeyMomentSearch] = {}

    def begin(self, seat: Seat, *, urgent: bool = False) -> SeatReview:
        """Review a seat; before other background work if the player is looking at it (``urgent``)."""
        work = self._works.get(seat)
        if work is None:
            work = self._works[seat] = self._make(self.record, seat)
        if not work.done:
            (self._background.prefer if urgent else self._background.add)(work)
        return work

    def stop(self) -> None:
        """Stop all jobs; an unfinished review starts over when it is asked for again."""
        for seat, work in list(self._works.items()):
            if not work.done:
                self._background.drop(work)
                del self._works[seat]

    @property
    def first(self) -> Seat:
        """The seat whose review is shown first: the first person's."""
        return next((seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON), 0)

    def key_moments(self, seat: Seat) -> KeyMoments:
        """The key moments of the match for a seat."""
        search = self.search(seat)
        search.finish()
        return search.found

    def search(self, seat: Seat) -> KeyMomentSearch:
        """The search for the key moments of a seat, as far as it got."""
        if seat not in self._searches:
            self._searches[seat] = KeyMomentSearch(self.record, seat)
        return self._searches[seat]

    def _reviewer(self, record: Record, seat: Seat) -> SeatReview:
        return Reviewer(record, seat, search=self.search(seat))
