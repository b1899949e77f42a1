"""Saved form of a table: its state as JSON, including tokens, to continue after a restart of the host."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.match.record import MAX_RECORD_BYTES
from engine.online.protocol.messages import RecordText, ShortText, SubstituteBot, TableConfig
from engine.online.protocol.table_rules import MAX_CHAIRS, MAX_GUESTS

FORMAT = 1
MAX_JSON_LENGTH = MAX_RECORD_BYTES + 100_000
"""Maximum length of the JSON text, in characters."""


class SavedTableError(ValueError):
    """The saved or handed-over table is invalid."""


class SavedParticipant(Struct, frozen=True, forbid_unknown_fields=True):
    """A participant in a saved online table. Connections aren't saved: all are away after a restart."""

    number: int
    token: ShortText
    name: ShortText
    portrait: ShortText
    language: ShortText
    chair: int
    voucher: bool = False
    """Whether the token has to be replaced when its participant arrives, since another host knew it."""


class SavedTableMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The match in a saved online table."""

    record: RecordText
    """Text of an ``engine.match.record.Record``."""
    fallbacks: Annotated[tuple[SubstituteBot, ...], Meta(max_length=MAX_CHAIRS)]
    """The bot of each seat."""
    seats: Annotated[dict[int, int], Meta(max_length=MAX_CHAIRS)]
    """Participant number -> seat."""
    question: int
    deal: int
    """Number of the deal whose result is shown to all; 0 while play goes on."""


class SavedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """State of an online table to save: participants, configuration, phase and match."""

    format: int
    phase: ShortText
    host: int
    given: int
    """Highest participant number assigned so far."""
    arrangement: TableConfig
    people: Annotated[tuple[SavedParticipant, ...], Meta(max_length=MAX_GUESTS)]
    match: SavedTableMatch | None
    question: int = 0
    """Number of the last question of earlier matches; used if ``match`` is None."""


def to_json(table: SavedTable) -> str:
    """Return a saved table as JSON text."""
    return msgspec.json.encode(table).decode()


def from_json(text: str) -> SavedTable:
    """Parse the JSON text of a saved table.

    Raises:
        SavedTableError: the text is too long, not a table, or of another format version.
    """
    if len(text) > MAX_JSON_LENGTH:
        raise SavedTableError(f"table has {len(text)} characters, at most {MAX_JSON_LENGTH} are allowed")
    try:
        table = msgspec.json.decode(text, type=SavedTable)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise SavedTableError(str(error)) from None
    if table.format != FORMAT:
        raise SavedTableError(f"table has format {table.format}, expected {FORMAT}")
    return table
