"""What happened, as frozen data: games write events, the table and the log read them."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.moves import Ask, Note, Pile, Seat


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """Cards went from one pile to the top of another, or to its bottom."""

    cards: tuple[Card, ...]
    source: Pile
    target: Pile
    positions: tuple[int, ...]
    """Their places in the source before the move, 0 = bottom; meaningless for a hidden, unordered pile."""
    manner: str = "move"
    """Manner of moving, for pace and sound: deal, draw, play, lay, take, burn, gather, move …"""
    viewers: int = -1
    """Bit set of the seats that see which cards these are."""
    to_bottom: bool = False
    """Put at the bottom of the target, not on top."""
    face_up: bool = False
    """Face up in a target of kind TURNED."""


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """Cards were turned over in their pile."""

    cards: tuple[Card, ...]
    pile: Pile
    positions: tuple[int, ...]
    face_up: bool


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat did or announced something public; a ``loud`` one is shown large.

    ``seat`` is ``TABLE`` for the doing of nobody in particular, such as the result of a vote.
    """

    seat: Seat
    note: Note
    loud: bool = False


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """One or more seats have to act now."""

    ask: Ask


class ScoreSource(NamedTuple):
    """One source of a deal's points, such as bonus or penalties."""

    key: str
    """Of the text ``<slug>.part.<key>``."""
    points: tuple[int, ...]
    """By seat."""


class DecidingCards(NamedTuple):
    """Cards of a seat that decided a deal. Everybody has seen them."""

    seat: Seat
    cards: tuple[Card, ...]
    note: Note
    """A description of these cards, from the text ``<slug>.lies.<key>``."""
    is_beaten: bool = False
    """Whether they lost to the others, which are shown larger."""


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over."""

    deal: int
    """Number of the deal, from 1."""
    points: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: Note
    score_sources: tuple[ScoreSource, ...] = ()
    """What the points add up from; empty where a game has only one source."""
    deciding_cards: tuple[DecidingCards, ...] = ()
    """The cards of one seat that decided the deal, perhaps after those that they beat; empty where no cards did."""
    places: tuple[int, ...] = ()
    """By seat, the place in which it finished, 1 for the first; empty where only the points count."""
    revealed_hands: tuple[tuple[Card, ...], ...] = ()
    """By seat, the cards that it lays open when the deal is over, in the order of a hand: those that it still held, or
    those that were compared."""


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """A pile was shuffled; nobody knows the order of its cards any more."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    winners: tuple[Seat, ...]
    reason: Note


Event = CardsMoved | CardsTurned | Announced | QuestionAsked | DealScored | PileShuffled | MatchEnded


def redact_for_seat(event: Event, seat: Seat) -> Event:
    """Return the event as that seat sees it: cards it doesn't see are HIDDEN."""
    return redact_for_seats(event, 1 << seat)


def redact_for_seats(event: Event, viewers: int) -> Event:
    """Return the event as seats that share their knowledge see it; ``viewers`` is a bit set of seats."""
    if isinstance(event, CardsMoved) and not event.viewers & viewers:
        return replace(event, cards=(HIDDEN,) * len(event.cards))
    return event
