"""Events of a match as frozen data, written by games and read by the table and the log."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.moves import Ask, Note, Pile, Seat


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """Event: cards moved from one pile to the top or the bottom of another."""

    cards: tuple[Card, ...]
    source: Pile
    target: Pile
    positions: tuple[int, ...]
    """Their positions in the source before the move, 0 = bottom; meaningless for a hidden, unordered pile."""
    manner: str = "move"
    """Manner of moving, for pace and sound: deal, draw, play, lay, take, burn, gather, move …"""
    viewers: int = -1
    """Bit set of the seats that see the faces; -1 for all."""
    to_bottom: bool = False
    """Whether the cards go to the bottom of the target."""
    face_up: bool = False
    """Whether the cards lie face up, for piles of visibility ``TURNED``."""


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """Event: cards were turned over in their pile."""

    cards: tuple[Card, ...]
    pile: Pile
    positions: tuple[int, ...]
    face_up: bool


@dataclass(frozen=True, slots=True)
class Announced:
    """Event: a public action or announcement of a seat; a ``loud`` one is shown large.

    ``seat`` is ``TABLE`` for announcements of no seat, such as the result of a vote.
    """

    seat: Seat
    note: Note
    loud: bool = False

    @property
    def described_note(self) -> Note:
        """The note with the announcing seat as its placeholder ``seat``, unless it names another one."""
        return Note(self.note.key, {"seat": self.seat, **self.note.placeholders})


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Event: one or more seats have to act now."""

    ask: Ask


class Amount(NamedTuple):
    """Amount that an event brings a seat, with the summands in the order in which the table counts them."""

    seat: Seat
    terms: tuple[int, ...]
    """Summands, positive or negative."""
    factor: int = 1
    """Factor of their sum."""
    place: int = 0
    """Place of the seat in the deal, from 1, shown instead of the amount; 0 for none."""
    fact: str = ""
    """Key of the fact (``Game.facts``) that changes by the amount during a deal; empty for none."""
    pile: Pile | None = None
    """Pile where the cards lie whose values are the terms; None for none."""
    own_size: int | None = None
    """Size of an amount whose total doesn't say how rare it is; None for the total's."""

    @property
    def total(self) -> int:
        return sum(self.terms) * self.factor

    @property
    def size(self) -> int:
        """The size by which the table tells rare amounts, from 0."""
        return abs(self.total) if self.own_size is None else self.own_size


class ScoreSource(NamedTuple):
    """One source of a deal's points, such as bonus or penalties."""

    key: str
    """Key of the text ``<slug>.part.<key>``."""
    points: tuple[int, ...]
    """By seat."""


class DecidingCards(NamedTuple):
    """Cards of a seat that decided a deal, with a description. Everybody has seen them."""

    seat: Seat
    cards: tuple[Card, ...]
    note: Note
    """A description of these cards, from the text ``<slug>.lies.<key>``."""
    is_beaten: bool = False
    """Whether they lost to the other deciding cards, which are shown larger."""


@dataclass(frozen=True, slots=True)
class DealScored:
    """Event at the end of a deal: its points, the totals of the match and the deal's winners."""

    deal: int
    """Number of the deal, from 1."""
    points: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: Note
    score_sources: tuple[ScoreSource, ...] = ()
    """Sources that add up to ``points``; empty in games with a single source."""
    deciding_cards: tuple[DecidingCards, ...] = ()
    """Cards that decided the deal, after the cards they beat, if any; empty if no cards decided it."""
    places: tuple[int, ...] = ()
    """By seat, its place in the deal, from 1; empty if only the points count."""
    revealed_hands: tuple[tuple[Card, ...], ...] = ()
    """By seat, the cards shown at the end of the deal, sorted as in a hand: cards still held, or cards compared."""


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """Event: a pile was shuffled."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """Event at the end of a match: its winners and the reason for the end."""

    winners: tuple[Seat, ...]
    reason: Note


Event = CardsMoved | CardsTurned | Announced | QuestionAsked | DealScored | PileShuffled | MatchEnded


def counter_key(event: Event) -> str:
    """Return the key of an announcement, ``said:<note>``, or of the end of a deal, ``end:<note>``; else "".

    See ``Game.counted_events``.
    """
    if isinstance(event, Announced):
        return f"said:{event.note.key}"
    return f"end:{event.reason.key}" if isinstance(event, DealScored) else ""


def redact_for_seat(event: Event, seat: Seat) -> Event:
    """Return an event of the match as that seat sees it: cards it doesn't see are HIDDEN."""
    return redact_for_seats(event, 1 << seat)


def redact_for_seats(event: Event, viewers: int) -> Event:
    """Return an event of the match as any of these seats sees it; ``viewers`` is a bit set of seats."""
    if isinstance(event, CardsMoved) and not event.viewers & viewers:
        return replace(event, cards=(HIDDEN,) * len(event.cards))
    return event
