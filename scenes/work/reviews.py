"""The reviews of a finished match, computed in the background. No pygame here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from engine.match.record import PERSON, Record, chairs_of
from engine.moves import Seat
from engine.review import Report, Reviewer
from engine.review.key_moments import KeyMoments, KeyMomentSearch
from scenes.work.background import BackgroundJob, BackgroundQueue


class SeatReview(BackgroundJob, Protocol):
    """The job that judges the decisions of one seat."""

    @property
    def progress(self) -> float:
        """Progress, 0 … 1."""

    @property
    def report(self) -> Report:
        """The results so far."""


MakeReview = Callable[[Record, Seat], SeatReview]


class MatchReviews:
    """The reviews of one match, one for each seat, started on demand.

    Args:
        background: queue for the jobs.
        record: a finished match, or one that can be replayed only so far.
        make: creates the job that reviews a seat; None for the usual one.
    """

    def __init__(self, background: BackgroundQueue, record: Record, make: MakeReview | None = None) -> None:
        self._background = background
        self.record = replace(record, chairs=chairs_of(record))
        self._make = make or self._make_reviewer
        self._jobs: dict[Seat, SeatReview] = {}
        self._searches: dict[Seat, KeyMomentSearch] = {}

    def start(self, seat: Seat, *, urgent: bool = False) -> SeatReview:
        """Review a seat; before other background work if the player is looking at it (``urgent``)."""
        work = self._jobs.get(seat)
        if work is None:
            work = self._jobs[seat] = self._make(self.record, seat)
        if not work.is_done:
            (self._background.move_to_front if urgent else self._background.add)(work)
        return work

    def stop(self) -> None:
        """Stop all jobs; an unfinished review starts over when it is asked for again."""
        for seat, work in list(self._jobs.items()):
            if not work.is_done:
                self._background.remove(work)
                del self._jobs[seat]

    @property
    def first_seat(self) -> Seat:
        """The seat whose review is shown first: the first person's."""
        return next((seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON), 0)

    def key_moments(self, seat: Seat) -> KeyMoments:
        """The key moments of the match for a seat."""
        search = self.key_moment_search(seat)
        search.finish()
        return search.key_moments

    def key_moment_search(self, seat: Seat) -> KeyMomentSearch:
        """The search for the key moments of a seat, as far as it got."""
        if seat not in self._searches:
            self._searches[seat] = KeyMomentSearch(self.record, seat)
        return self._searches[seat]

    def _make_reviewer(self, record: Record, seat: Seat) -> SeatReview:
        return Reviewer(record, seat, search=self.key_moment_search(seat))
