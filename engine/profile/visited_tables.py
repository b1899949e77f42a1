"""Tables of friends that the player can come back to: where they are, and what brings back the same chair.

Stored in ``tables.toml``, newest first.
"""

import re
from typing import NamedTuple

from engine.games import GAMES
from engine.notices import Notice
from engine.options import is_name
from engine.profile.storage import Profile
from engine.profile.value_file import ValueFile
from engine.schemas import Schema
from engine.settings import MAX_NAME_LENGTH

SCHEMA = Schema(1)
MAX_TABLES = 6
"""Maximum number remembered; the oldest are dropped."""
_TABLES_KEY, _PLAYING_KEY = "tables", "playing"
_LINK_PATTERN = re.compile(r"house-rules:[0-9A-Za-z-]{1,400}", re.ASCII)
_TOKEN_PATTERN = re.compile(r"[\x21-\x7e]{1,80}", re.ASCII)
_ALLOWED_TEXT = '[{link = "house-rules:…", token = "…", game = "…", host = "…"}]'


class VisitedTable(NamedTuple):
    """A table that let the player in."""

    link: str
    """The invitation."""
    token: str
    """What the host gave; it brings back the same chair."""
    game: str
    host: str = ""
    """Name of whoever decides there; may be empty."""


class VisitedTables:
    """The tables remembered; each change is written to ``tables.toml``.

    The usable part of a damaged file is read; a copy is kept before it is rewritten.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "tables.toml", SCHEMA)
        self.tables: tuple[VisitedTable, ...] = ()
        self._playing = ""

    @property
    def playing(self) -> VisitedTable | None:
        """The table where the player has a match to continue; None if there is none."""
        return next((table for table in self.tables if table.link == self._playing), None)

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it."""
        raw, notices = self.file.read(
            {_TABLES_KEY: (_are_tables, _ALLOWED_TEXT), _PLAYING_KEY: (_is_link, '"house-rules:…"')}
        )
        found = raw.get(_TABLES_KEY)
        lines = found if isinstance(found, list) else []
        self.tables = tuple(table for line in lines if (table := _table(line)) is not None)[:MAX_TABLES]
        self._playing = str(raw.get(_PLAYING_KEY, ""))
        return notices

    def play_at(self, link: str) -> list[Notice]:
        """Note at which table a match of the player goes on, by its invitation; empty for none."""
        if link == self._playing:
            return []
        self._playing = link
        return self._write()

    def remember(self, table: VisitedTable) -> list[Notice]:
        """Put a table first; return notices about what failed. What couldn't be read back is not remembered."""
        if _table(table._asdict()) != table:
            return []
        return self._change((table, *(one for one in self.tables if one.link != table.link)))

    def forget(self, link: str) -> list[Notice]:
        """Drop the table of this invitation; return notices about what failed."""
        return self._change(tuple(one for one in self.tables if one.link != link))

    def _change(self, tables: tuple[VisitedTable, ...]) -> list[Notice]:
        tables = tables[:MAX_TABLES]
        if tables == self.tables:
            return []
        self.tables = tables
        return self._write()

    def _write(self) -> list[Notice]:
        playing = {_PLAYING_KEY: self._playing} if self.playing is not None else {}
        return self.file.write({**playing, _TABLES_KEY: [table._asdict() for table in self.tables]})


def _table(found: object) -> VisitedTable | None:
    """The table that an entry names; None if it is none."""
    if not isinstance(found, dict) or set(found) != set(VisitedTable._fields):
        return None
    link, token, game, host = (found[name] for name in VisitedTable._fields)
    if not (
        isinstance(link, str)
        and _LINK_PATTERN.fullmatch(link)
        and isinstance(token, str)
        and _TOKEN_PATTERN.fullmatch(token)
    ):
        return None
    if (
        not isinstance(game, str)
        or game not in GAMES
        or not isinstance(host, str)
        or not is_name(host, MAX_NAME_LENGTH)
    ):
        return None
    return VisitedTable(link, token, game, host)


def _is_link(found: object) -> bool:
    return isinstance(found, str) and _LINK_PATTERN.fullmatch(found) is not None


def _are_tables(found: object) -> bool:
    return isinstance(found, list) and len(found) <= MAX_TABLES and all(_table(line) is not None for line in found)
