"""Saved form of a table: its state as JSON, including tokens, to continue after a restart of the host."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from engine import options
from engine.games import GAMES
from engine.match.record import MAX_RECORD_BYTES
from engine.online.protocol.messages import RecordText, ShortText, SubstituteBot, TableConfig
from engine.online.protocol.table_rules import MAX_CHAIRS, MAX_GUESTS

FORMAT = 2
_RECORD_FORMAT_OF_FORMAT_1 = 2
"""Tables of format 1 were configured with the standard house rules of that format of records."""
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
    """Parse the JSON text of a saved table, also of format 1.

    Raises:
        SavedTableError: the text is too long, not a table, or of another format version.
    """
    if len(text) > MAX_JSON_LENGTH:
        raise SavedTableError(f"table has {len(text)} characters, at most {MAX_JSON_LENGTH} are allowed")
    try:
        table = msgspec.json.decode(text, type=SavedTable)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise SavedTableError(str(error)) from None
    if table.format not in (1, FORMAT):
        raise SavedTableError(f"table has format {table.format}, expected {FORMAT}")
    return table if table.format == FORMAT else _name_earlier_standards(table)


def _name_earlier_standards(table: SavedTable) -> SavedTable:
    """Return a table of format 1 in the current one, with the standards of its time named.

    One with invalid house rules is returned as it is, and refused like any other.
    """
    config = table.arrangement
    if config.game not in GAMES:
        return table
    owner: type[Any] = GAMES[config.game].Options
    rules, problems = options.from_mapping(owner, config.options, text_format=_RECORD_FORMAT_OF_FORMAT_1)
    if problems:
        return table
    changed = msgspec.structs.replace(config, options=options.changed_values(rules))
    return msgspec.structs.replace(table, format=FORMAT, arrangement=changed)
