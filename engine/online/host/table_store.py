"""Storage of a host's tables: one file each, readable by this user only.

A window's table is deleted when the player leaves between matches or hands it over. One with a match is deleted
``MAX_AGE_SECONDS`` after its last change. A dedicated host keeps its tables, so that invitations stay valid.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.match.record import MAX_RECORD_BYTES
from engine.online.discovery import NearbyAccess
from engine.online.protocol.invitation import MAX_TABLE_NUMBER, SECRET_BYTES
from engine.profile.safe_reading import is_file, is_folder, read_bytes
from engine.profile.storage import copy_to_quarantine, write_atomic

FORMAT = 1
MAX_FILE_BYTES = 4 * MAX_RECORD_BYTES
"""Maximum size of a table's file; it contains the record of a match."""
MAX_AGE_SECONDS = 30 * 86_400
"""Age in seconds, since the last change, at which the file of a window's table is deleted."""


class StoredTable(msgspec.Struct, frozen=True):
    """Content of the file of a saved online table."""

    number: int
    """Number of the table, as in its invitations."""
    secret: bytes
    text: str
    """The table, as ``Table.to_text`` writes it."""
    nearby: NearbyAccess = "secret"
    port: int = 0
    """Port at which the table was open; 0 if unknown."""
    format: int = FORMAT


class TableStore:
    """Reads and writes the files of online tables in a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.json"

    def save(self, table: StoredTable) -> None:
        """Write the file of an online table atomically.

        It is called before each move is sent, so it doesn't wait for the disk. A killed program loses nothing, a power
        cut perhaps the last moves.

        Raises:
            OSError: the file can't be written.
        """
        write_atomic(self._file(table.number), msgspec.json.encode(table).decode("utf-8"), durable=False)

    def delete(self, number: int) -> None:
        """Delete a table's file, if there is one.

        Raises:
            OSError: the file can't be deleted.
        """
        self._file(number).unlink(missing_ok=True)

    def delete_old(self, now: float) -> None:
        """Delete every file of a saved table, quarantined ones too, that is older than ``MAX_AGE_SECONDS``.

        Args:
            now: seconds since 1970.
        """
        with contextlib.suppress(OSError):
            for file in self._folder.iterdir():
                if now - file.stat().st_mtime > MAX_AGE_SECONDS:
                    file.unlink(missing_ok=True)

    def load_all(self) -> Iterator[StoredTable]:
        """Yield all valid saved tables of the folder. Invalid files are copied to quarantine."""
        files = sorted(self._folder.glob("*.json")) if is_folder(self._folder) else []
        for file in files:
            table = self._read(file) if file.stem.isdecimal() else None  # others are quarantined copies
            if table is not None:
                yield table

    def _read(self, file: Path) -> StoredTable | None:
        """Read a table's file; None if it is invalid, which is then copied to quarantine."""
        try:
            table = msgspec.json.decode(read_bytes(file, MAX_FILE_BYTES), type=StoredTable)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            table = None
        if table is not None and is_valid(table) and self._file(table.number) == file:
            return table
        self.copy_to_quarantine(file)
        return None

    def copy_to_quarantine(self, file: Path) -> None:
        """Copy an invalid file of a table to quarantine, since saving the table would overwrite it."""
        with contextlib.suppress(OSError):
            copy_to_quarantine(file)

    def load(self, number: int) -> StoredTable | None:
        """Return the saved table with that number; None if there is none or it is invalid."""
        file = self._file(number)
        return self._read(file) if is_file(file) else None


def is_valid(table: StoredTable) -> bool:
    """Whether the number, secret, port and format of a saved table are valid."""
    is_in_range = (
        0 <= table.number <= MAX_TABLE_NUMBER and len(table.secret) == SECRET_BYTES and 0 <= table.port < 65536
    )
    return is_in_range and table.format == FORMAT
