"""Reviews of a finished match, one for each seat, computed in the background. Free of pygame."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from engine.match.record import PERSON, Record, chairs_of
from engine.moves import Seat
from engine.review import Report, Reviewer
from engine.review.key_moments import KeyMoments, KeyMomentSearch
from scenes.work.background import BackgroundJob, BackgroundQueue


class SeatReview(BackgroundJob, Protocol):
    """Background job that judges the decisions of one seat."""

    @property
    def progress(self) -> float:
        """Progress of the seat's review, 0 … 1."""

    @property
    def report(self) -> Report:
        """Report with the seat's decisions judged so far."""


MakeReview = Callable[[Record, Seat], SeatReview]


class MatchReviews:
    """The reviews of one match, one per seat, started on demand.

    Args:
        background: queue for the jobs.
        record: a finished match, or as much of one as can be replayed.
        make_review: creates the job that reviews a seat; None creates a ``Reviewer``.
    """

    def __init__(self, background: BackgroundQueue, record: Record, make_review: MakeReview | None = None) -> None:
        self._background = background
        self.record = replace(record, chairs=chairs_of(record))
        self._make_review = make_review or self._make_reviewer
        self._jobs: dict[Seat, SeatReview] = {}
        self._searches: dict[Seat, KeyMomentSearch] = {}

    def start(self, seat: Seat, *, urgent: bool = False) -> SeatReview:
        """Start a seat's review and return its job; ``urgent`` if the player is viewing it."""
        work = self._jobs.get(seat)
        if work is None:
            work = self._jobs[seat] = self._make_review(self.record, seat)
        if not work.is_done:
            (self._background.move_to_front if urgent else self._background.add)(work)
        return work

    def stop(self) -> None:
        """Stop all review jobs of the match; an unfinished review restarts when it is requested again."""
        for seat, work in list(self._jobs.items()):
            if not work.is_done:
                self._background.remove(work)
                del self._jobs[seat]

    @property
    def first_seat(self) -> Seat:
        """Seat whose decisions are reviewed first: the first person's, else 0."""
        return next((seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON), 0)

    def find_key_moments(self, seat: Seat) -> KeyMoments:
        """Complete the search for a match's key moments (beginnings of deals, a seat's decisions), and return them."""
        search = self.key_moment_search(seat)
        search.finish()
        return search.key_moments

    def key_moment_search(self, seat: Seat) -> KeyMomentSearch:
        """Return the search for a match's key moments (beginnings of deals, a seat's decisions); it may be
        unfinished."""
        if seat not in self._searches:
            self._searches[seat] = KeyMomentSearch(self.record, seat)
        return self._searches[seat]

    def _make_reviewer(self, record: Record, seat: Seat) -> SeatReview:
        return Reviewer(record, seat, search=self.key_moment_search(seat))
