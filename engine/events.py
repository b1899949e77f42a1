"""What happened, as plain frozen data: games write events, the table and the log read them."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cards import HIDDEN, Card
from engine.moves import Ask, Note, Pile, Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went from one pile onto the end (the top) of another, or to its beginning."""

    cards: tuple[Card, ...]
    source: Pile
    target: Pile
    at: tuple[int, ...]
    """Their places in the source just before, 0 = bottom; says nothing where an unordered pile is hidden."""
    how: str = "move"
    """Manner, for pace and sound: deal, draw, play, lay, take, burn, gather, move …"""
    seen: int = -1
    """Bit set of the seats that see which cards these are."""
    under: bool = False
    """Put at the bottom of the target instead of onto it."""
    up: bool = False
    """Lies turned up in a target of kind TURNED."""


@dataclass(frozen=True, slots=True)
class Turned:
    """Cards were turned over where they lie."""

    cards: tuple[Card, ...]
    pile: Pile
    at: tuple[int, ...]
    up: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A seat did or announced something that everybody may know; ``loud`` ones are shown to all at once.

    ``seat`` is ``TABLE`` for what nobody in particular did: the result of a vote.
    """

    seat: Seat
    note: Note
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody has to act now."""

    ask: Ask


class Part(NamedTuple):
    """Something of which the points of a deal are made."""

    key: str
    """A text ``<slug>.part.<key>``."""
    points: tuple[int, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal is over."""

    deal: int
    """Number of the deal, from 1."""
    points: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: Note
    parts: tuple[Part, ...] = ()
    """What the points add up from; none where a game has nothing to add up."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A pile was shuffled; nobody knows the order of its cards any more."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""

    winners: tuple[Seat, ...]
    reason: Note


Event = Moved | Turned | Said | Asked | Scored | Shuffled | Ended


def seen_by(event: Event, seat: Seat) -> Event:
    """The event as that seat sees it: cards that it doesn't see are HIDDEN."""
    return seen_with(event, 1 << seat)


def seen_with(event: Event, eyes: int) -> Event:
    """The event as a bit set of seats see it who tell each other what they see."""
    if isinstance(event, Moved) and not event.seen & eyes:
        return replace(event, cards=(HIDDEN,) * len(event.cards))
    return event
