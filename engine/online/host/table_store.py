"""The tables of a host on disk, so that a restart loses nothing. One file a table, which only this user may read.

A window's table is removed when its host leaves it while no match is played, or hands it over. One with a match stays
for ``MAX_AGE_SECONDS``, so that it can be opened again. A dedicated host keeps its tables: invitations stay valid.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.match.record import MAX_RECORD_BYTES
from engine.online.discovery import NearbyAccess
from engine.online.protocol.invitation import MAX_TABLE_NUMBER, SECRET_BYTES
from engine.profile.safe_reading import read_bytes
from engine.profile.storage import copy_to_quarantine, write_atomic

FORMAT = 1
MAX_FILE_BYTES = 4 * MAX_RECORD_BYTES
"""Maximum size of a table's file in bytes; it holds the record of a match."""
MAX_AGE_SECONDS = 30 * 86_400
"""Seconds after its last change for which the file of a window's table stays."""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it is kept."""

    number: int
    """As in the invitation."""
    secret: bytes
    text: str
    """The table itself, as ``Table.text`` writes it."""
    nearby: NearbyAccess = "secret"
    port: int = 0
    """Where it was open; 0 if unknown."""
    format: int = FORMAT


class TableStore:
    """The tables in a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.json"

    def save(self, table: StoredTable) -> None:
        """Write a table; at any moment its file holds the old state or the new one.

        That is done before each move is told to anybody, so it doesn't wait for the disk: a killed program loses
        nothing, a power cut perhaps the last moves.

        Raises:
            OSError: it can't be written.
        """
        write_atomic(self._file(table.number), msgspec.json.encode(table).decode("utf-8"), durable=False)

    def delete(self, number: int) -> None:
        """Remove a table.

        Raises:
            OSError: it can't be removed.
        """
        self._file(number).unlink(missing_ok=True)

    def delete_old(self, now: float) -> None:
        """Remove every file that has not changed for ``MAX_AGE_SECONDS``, copies of damaged ones too.

        Args:
            now: seconds since 1970.
        """
        with contextlib.suppress(OSError):
            for file in self._folder.iterdir():
                if now - file.stat().st_mtime > MAX_AGE_SECONDS:
                    file.unlink(missing_ok=True)

    def load_all(self) -> Iterator[StoredTable]:
        """All tables that can be read, one after the other. A file that can't is copied aside and left."""
        files = sorted(self._folder.glob("*.json")) if self._folder.is_dir() else []
        for file in files:
            table = self._read(file) if file.stem.isdecimal() else None  # others are copies of damaged ones
            if table is not None:
                yield table

    def _read(self, file: Path) -> StoredTable | None:
        """The table in a file; None if it can't be used, and then it is copied aside."""
        try:
            table = msgspec.json.decode(read_bytes(file, MAX_FILE_BYTES), type=StoredTable)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            table = None
        if table is not None and is_valid(table) and self._file(table.number) == file:
            return table
        self.copy_to_quarantine(file)
        return None

    def copy_to_quarantine(self, file: Path) -> None:
        """Copy a file that can't be used, so that it isn't lost when its table is written again."""
        with contextlib.suppress(OSError):
            copy_to_quarantine(file)

    def load(self, number: int) -> StoredTable | None:
        """The table with that number, if it is kept."""
        file = self._file(number)
        return self._read(file) if file.is_file() else None


def is_valid(table: StoredTable) -> bool:
    """Whether a table that was read has a number, a secret and a format that this version knows."""
    sound = 0 <= table.number <= MAX_TABLE_NUMBER and len(table.secret) == SECRET_BYTES and 0 <= table.port < 65536
    return sound and table.format == FORMAT
