"""Feats and habits of a game: achievements and ways to play that a finished deal shows.

Every game declares its own in ``Game.feats`` and ``Game.habits``.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.cards import Card
from engine.events import Announced, CardsMoved, DealScored, Event
from engine.moves import Note, Seat


class FinishedDeal(NamedTuple):
    """A finished deal, with all cards open, and the result of its match if it is the last one."""

    seat: Seat
    """The person's seat."""
    seats: int
    options: Any
    """House rules of the match."""
    events: Sequence[Event]
    """Events of the deal, its score last."""
    results: Sequence[DealScored]
    """Results of the match's deals up to this one."""
    match_winners: tuple[Seat, ...]
    """Winners of the match; empty if it goes on, and for a deal of the day."""

    @property
    def scored(self) -> DealScored:
        """Result of the deal."""
        return self.results[-1]

    @property
    def is_won(self) -> bool:
        """Whether the person won the deal."""
        return self.seat in self.scored.winners

    @property
    def is_match_won(self) -> bool:
        """Whether the person won the match with this deal."""
        return self.seat in self.match_winners

    @property
    def points(self) -> int:
        """The person's points of the deal."""
        return self.scored.points[self.seat]

    def notes(self, *keys: str, seat: Seat | None = None) -> list[Note]:
        """Return the deal's announcements with these keys, by default those of the person."""
        who = self.seat if seat is None else seat
        events = (event for event in self.events if isinstance(event, Announced))
        return [event.note for event in events if event.seat == who and event.note.key in keys]

    def moves(self, manner: str) -> Iterator[CardsMoved]:
        """Yield the deal's movements of cards in this manner."""
        return (event for event in self.events if isinstance(event, CardsMoved) and event.manner == manner)

    def cards_dealt(self) -> set[Card]:
        """Return the cards that the person was dealt."""
        return {card for event in self.moves("deal") if event.target.owner == self.seat for card in event.cards}

    def own_moves(self, manner: str) -> list[CardsMoved]:
        """Return the movements of the person's cards in this manner, in order."""
        return [event for event in self.moves(manner) if event.source.owner == self.seat]


class Habit(NamedTuple):
    """A way to play that a person shows in some deals. The statistics compare how often these are won.

    Its text is ``<slug>.habit.<key>``.
    """

    key: str
    find: Callable[[FinishedDeal], bool | None]
    """Return whether a deal shows it; None if the deal doesn't count, as the person had no choice."""


class Feat(NamedTuple):
    """A feat that one deal can show. Its texts are ``<slug>.feat.<key>`` and ``<slug>.feat.<key>.help``."""

    key: str
    is_shown: Callable[[FinishedDeal], object]
    """Whether a deal shows it; the result counts as a bool."""
