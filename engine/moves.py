"""Value types of games: piles, moves, questions, notes, refusals."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from engine import cards
from engine.cards import Card

Seat = int
"""Number of a seat in a match, 0 … seats-1, clockwise."""

TABLE: Seat = -1
"""Owner of piles that belong to no seat."""

Placeholders = Mapping[str, Any]
"""Values for the placeholders of a text. The beginning of a key gives the type: ``card``, ``cards``, ``rank`` (an
index), ``suit`` (an index) or ``seat``. Other values are numbers or text keys."""

NO_PLACEHOLDERS: Placeholders = MappingProxyType({})


class Pile(NamedTuple):
    """Name of a pile of cards: ``Pile("hand", 2)``, ``Pile("discard")``, ``Pile("meld", 1, 0)``."""

    kind: str
    owner: Seat = TABLE
    index: int = 0  # type: ignore[assignment]  # hides tuple.index, which is not used here


class Ask(NamedTuple):
    """A question of the game to one seat, or to several at once."""

    what: str
    seats: tuple[Seat, ...]


class Note(NamedTuple):
    """A text to translate: its key and the values of its placeholders."""

    key: str
    placeholders: Placeholders = NO_PLACEHOLDERS


class Refusal(NamedTuple):
    """Reason why a move is not allowed: rule id, text key and the values of its placeholders."""

    rule: str
    key: str
    placeholders: Placeholders = NO_PLACEHOLDERS


class MoveError(ValueError):
    """Error for a text that is not the text form of a move."""


class IllegalMoveError(ValueError):
    """Error for a move that the rules refuse; ``refusal`` holds the reason."""

    def __init__(self, move: "Move", refusal: Refusal) -> None:
        super().__init__(f"{move} is refused: {refusal.rule or 'no rule'}, {refusal.key}")
        self.refusal = refusal


_MOVE_PATTERN = re.compile(r"(\d{1,2}):([a-z][a-z_]{0,23})((?: [A-Z0-9]{2}'?)*)(?: @(\d{1,3}))?", re.ASCII)


class Move(NamedTuple):
    """A move of a seat in answer to a question: verb, cards and target.

    >>> str(Move(2, "play", cards.cards("3C 3D")))
    '2:play 3C 3D'
    >>> Move.parse("0:flip @1")
    Move(seat=0, verb='flip', cards=(), to=1)
    """

    seat: Seat
    verb: str
    cards: tuple[Card, ...] = ()
    to: int = -1
    """An index, number, seat or suit, depending on the verb; -1 for none."""

    def __str__(self) -> str:
        played = "".join(" " + cards.text(card) for card in self.cards)
        return f"{self.seat}:{self.verb}{played}" + (f" @{self.to}" if self.to >= 0 else "")

    @staticmethod
    def parse(line: str) -> "Move":
        """Parse the text form of a move, such as ``2:play 3C 3D``, as written by ``str``.

        Raises:
            MoveError: the line has another form, or names a card that does not exist.
        """
        match = _MOVE_PATTERN.fullmatch(line)
        if match is None:
            raise MoveError(f"{line[:40]!r} is no move: write SEAT:VERB CARDS @PLACE, like '2:play 3C 3D'")
        seat, verb, played, place = match.groups()
        try:
            return Move(int(seat), verb, cards.cards(played), int(place) if place else -1)
        except cards.CardError as error:
            raise MoveError(f"{line[:40]!r} is no move: {error}") from None
