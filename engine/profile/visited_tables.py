"""Online tables that the player can rejoin: their invitations, and the token that restores the seat at each.

Stored in ``tables.toml``, newest first.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from engine.games import GAMES
from engine.options import is_name
from engine.pasted_text import URL_SCHEME
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema
from engine.settings import MAX_NAME_LENGTH

SCHEMA = Schema(1)
MAX_TABLES = 6
"""Maximum number of saved tables; the oldest are dropped."""
_TABLES_KEY, _PLAYING_KEY = "tables", "playing"
_LINK_PATTERN = re.compile(URL_SCHEME + r"[0-9A-Za-z-]{1,400}", re.ASCII)
_TOKEN_PATTERN = re.compile(r"[\x21-\x7e]{1,80}", re.ASCII)


class VisitedTable(NamedTuple):
    """An online table that the player has joined."""

    link: str
    """The invitation as URL."""
    token: str
    """Token from the host, with which the player reclaims the same chair."""
    game: str
    host: str = ""
    """Name of the table's owner; may be empty."""


def _is_table(row: Mapping[str, object]) -> bool:
    """Whether a row of the file is a valid online table."""
    if row.keys() != set(VisitedTable._fields) or not all(isinstance(value, str) for value in row.values()):
        return False
    table = VisitedTable(**row)  # type: ignore[arg-type]
    return (
        _LINK_PATTERN.fullmatch(table.link) is not None
        and _TOKEN_PATTERN.fullmatch(table.token) is not None
        and table.game in GAMES
        and is_name(table.host, MAX_NAME_LENGTH)
    )


_KEYS = {
    _TABLES_KEY: ValueSpec(
        dict, '[{link = "house-rules:…", token = "…", game = "…", host = "…"}]', _is_table, MAX_TABLES
    ),
    _PLAYING_KEY: ValueSpec(str, '"house-rules:…"', _LINK_PATTERN.fullmatch),
}


class VisitedTables:
    """The online tables that the player can rejoin; every change is written to ``tables.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "tables.toml", SCHEMA, _KEYS)
        values = self.file.read()
        rows = filter(None, values.get(_TABLES_KEY, ()))
        self.tables = tuple(VisitedTable(**row) for row in rows)[:MAX_TABLES]
        self._playing: str = values.get(_PLAYING_KEY, "")

    @property
    def current(self) -> VisitedTable | None:
        """The table with a match that the player can continue; None if there is none."""
        return next((table for table in self.tables if table.link == self._playing), None)

    def set_current(self, link: str) -> None:
        """Set the table of the player's current match by its invitation; empty for none."""
        if link != self._playing:
            self._playing = link
            self._write()

    def remember(self, table: VisitedTable) -> None:
        """Save a visited online table as the newest, unless it is invalid."""
        if _is_table(table._asdict()):
            self._change((table, *(one for one in self.tables if one.link != table.link)))

    def forget(self, link: str) -> None:
        """Forget the visited online table of this invitation."""
        self._change(tuple(one for one in self.tables if one.link != link))

    def _change(self, tables: tuple[VisitedTable, ...]) -> None:
        tables = tables[:MAX_TABLES]
        if tables != self.tables:
            self.tables = tables
            self._write()

    def _write(self) -> None:
        playing = {_PLAYING_KEY: self._playing} if self.current is not None else {}
        self.file.write({**playing, _TABLES_KEY: [table._asdict() for table in self.tables]})
