"""A table as text: everything that a host needs to go on after it was ended, with the tokens that bring people back."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.match.record import LARGEST_RECORD
from engine.online.messages import Arrange, Fallback, RecordText, Word
from engine.online.rules import MAX_CHAIRS, MOST_GUESTS

FORMAT = 1
LARGEST_TABLE = LARGEST_RECORD + 100_000
"""Maximum length in characters."""


class TableError(ValueError):
    """The text is not a table that can be continued."""


class KeptPerson(Struct, frozen=True, forbid_unknown_fields=True):
    """A person of the table. Connections aren't kept: all are away at first."""

    number: int
    token: Word
    name: Word
    portrait: Word
    language: Word
    chair: int
    voucher: bool = False
    """Whether the token is replaced when the person comes: it went through another host's hands."""


class KeptMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The match."""

    record: RecordText
    """As ``engine.match.record.Record`` writes it."""
    fallbacks: Annotated[tuple[Fallback, ...], Meta(max_length=MAX_CHAIRS)]
    """The computer player of each seat."""
    seats: Annotated[dict[int, int], Meta(max_length=MAX_CHAIRS)]
    """Number of a person -> seat."""
    question: int
    deal: int
    """Number of the deal whose result everybody looks at; 0 while play goes on."""


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A table."""

    format: int
    phase: Word
    host: int
    given: int
    """The last number that was given to a person."""
    arrangement: Arrange
    people: Annotated[tuple[KeptPerson, ...], Meta(max_length=MOST_GUESTS)]
    match: KeptMatch | None
    question: int = 0
    """Number of the last question of a match before; of interest where no match is kept."""


def written(kept: Kept) -> str:
    """A table as text, in JSON."""
    return msgspec.json.encode(kept).decode()


def read(text: str) -> Kept:
    """Read a text that ``written`` wrote.

    Raises:
        TableError: it is too long, no table, or one of another version.
    """
    if len(text) > LARGEST_TABLE:
        raise TableError(f"{len(text)} characters; allowed are {LARGEST_TABLE}")
    try:
        kept = msgspec.json.decode(text, type=Kept)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise TableError(str(error)) from None
    if kept.format != FORMAT:
        raise TableError(f"format {kept.format} is not known here; known is {FORMAT}")
    return kept
