"""The small values that games and their players exchange: piles, moves, asks, notes, refusals."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine import cards
from engine.cards import Card

Seat = int
"""0 … seats-1, clockwise."""

TABLE: Seat = -1
"""Owner of what belongs to nobody."""

Figures = Mapping[str, Any]
"""Values for the placeholders of a text. A key's beginning tells its kind: ``card``, ``cards``, ``rank`` (an index),
``suit`` (an index), ``seat``; anything else is a number or a key of another text."""


NO_FIGURES: Figures = MappingProxyType({})


class Pile(NamedTuple):
    """Name of a place where cards lie: ``Pile("hand", 2)``, ``Pile("discard")``, ``Pile("meld", 1, 0)``."""

    kind: str
    owner: Seat = TABLE
    index: int = 0  # type: ignore[assignment]  # nobody looks a value up in a pile's name


class Ask(NamedTuple):
    """What is asked, and of whom: one seat, or several at once."""

    what: str
    seats: tuple[Seat, ...]


class Note(NamedTuple):
    """Something to say in the reader's language: the key of a text and its figures."""

    key: str
    figures: Figures = NO_FIGURES


class Refusal(NamedTuple):
    """Why a move may not be played: the rule's id, the key of the reason's text and its figures."""

    rule: str
    key: str
    figures: Figures = NO_FIGURES


class MoveError(ValueError):
    """A text is not a move."""


class IllegalMoveError(ValueError):
    """A move that the rules refuse; ``refusal`` says why."""

    def __init__(self, move: "Move", refusal: Refusal) -> None:
        super().__init__(f"{move} is refused by {refusal.rule or 'the table'}: {refusal.key}")
        self.refusal = refusal


_MOVE = re.compile(r"(\d{1,2}):([a-z][a-z_]{0,23})((?: [A-Z0-9]{2}'?)*)(?: @(\d{1,3}))?", re.ASCII)


class Move(NamedTuple):
    """One answer of one seat.

    >>> str(Move(2, "play", cards.cards("3C 3D")))
    '2:play 3C 3D'
    >>> Move.parse("0:flip @1")
    Move(seat=0, verb='flip', cards=(), to=1)
    """

    seat: Seat
    verb: str
    cards: tuple[Card, ...] = ()
    to: int = -1
    """A place, a number or a seat, as the verb wants it; -1 when it wants none."""

    def __str__(self) -> str:
        played = "".join(" " + cards.text(card) for card in self.cards)
        return f"{self.seat}:{self.verb}{played}" + (f" @{self.to}" if self.to >= 0 else "")

    @staticmethod
    def parse(line: str) -> "Move":
        """The move that ``str`` wrote.

        Raises:
            MoveError: the line is not of that form, or names a card that does not exist.
        """
        match = _MOVE.fullmatch(line)
        if match is None:
            raise MoveError(f"{line[:40]!r} is no move: write SEAT:VERB CARDS @PLACE, like '2:play 3C 3D'")
        seat, verb, played, place = match.groups()
        try:
            return Move(int(seat), verb, cards.cards(played), int(place) if place else -1)
        except cards.CardError as error:
            raise MoveError(f"{line[:40]!r} is no move: {error}") from None
