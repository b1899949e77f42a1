"""A table as text: everything that a host needs to go on after it was ended, with the tokens that bring people back."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.match.record import MAX_RECORD_BYTES
from engine.online.protocol.messages import RecordText, ShortText, SubstituteBot, TableConfig
from engine.online.protocol.table_rules import MAX_CHAIRS, MAX_GUESTS

FORMAT = 1
MAX_TABLE_LENGTH = MAX_RECORD_BYTES + 100_000
"""Maximum length in characters."""


class SavedTableError(ValueError):
    """The text is not a table that can be continued."""


class SavedParticipant(Struct, frozen=True, forbid_unknown_fields=True):
    """A person of the table. Connections aren't kept: all are away at first."""

    number: int
    token: ShortText
    name: ShortText
    portrait: ShortText
    language: ShortText
    chair: int
    voucher: bool = False
    """Whether the token is replaced when the person comes: it went through another host's hands."""


class SavedTableMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The match."""

    record: RecordText
    """As ``engine.match.record.Record`` writes it."""
    fallbacks: Annotated[tuple[SubstituteBot, ...], Meta(max_length=MAX_CHAIRS)]
    """The computer player of each seat."""
    seats: Annotated[dict[int, int], Meta(max_length=MAX_CHAIRS)]
    """Number of a person -> seat."""
    question: int
    deal: int
    """Number of the deal whose result everybody looks at; 0 while play goes on."""


class SavedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table."""

    format: int
    phase: ShortText
    host: int
    given: int
    """The last number that was given to a person."""
    arrangement: TableConfig
    people: Annotated[tuple[SavedParticipant, ...], Meta(max_length=MAX_GUESTS)]
    match: SavedTableMatch | None
    question: int = 0
    """Number of the last question of a match before; of interest where no match is kept."""


def to_json(table: SavedTable) -> str:
    """A table as text, in JSON."""
    return msgspec.json.encode(table).decode()


def from_json(text: str) -> SavedTable:
    """Read a text that ``to_json`` wrote.

    Raises:
        TableError: it is too long, no table, or one of another version.
    """
    if len(text) > MAX_TABLE_LENGTH:
        raise SavedTableError(f"{len(text)} characters; allowed are {MAX_TABLE_LENGTH}")
    try:
        kept = msgspec.json.decode(text, type=SavedTable)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise SavedTableError(str(error)) from None
    if kept.format != FORMAT:
        raise SavedTableError(f"format {kept.format} is not known here; known is {FORMAT}")
    return kept
