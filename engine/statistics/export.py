"""Export of the statistics as CSV, written in small steps so that the window stays responsive."""

import csv
import os
import sqlite3
from pathlib import Path
from typing import IO

from engine.profile import atomic_replace
from engine.statistics.store import Statistics

BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheets that the file is UTF-8."""


class CsvExport:
    """Writes every deal to a CSV file. The file at ``path`` is only replaced when all is written.

    Args:
        statistics: what to export.
        path: the file to write.

    Raises:
        OSError: the file can't be written; ``step`` may raise it, too.
    """

    def __init__(self, statistics: Statistics, path: Path) -> None:
        self.path = path
        self.deals_written = 0
        """Number of rows written so far, without the header."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = atomic_replace.create_temporary(path)
        self._file: IO[str] | None = os.fdopen(handle, "w", encoding="utf-8", newline="")
        self._part = Path(name)
        self._rows = statistics.export_rows()
        self._file.write(BYTE_ORDER_MARK)
        self._writer = csv.writer(self._file, lineterminator="\r\n")
        self._writer.writerow(next(self._rows))

    def step(self, rows: int) -> bool:
        """Write up to ``rows`` more rows; False when the file is complete."""
        assert self._file is not None
        try:
            for _ in range(rows):
                row = next(self._rows, None)
                if row is None:
                    self._finish(self._file)
                    return False
                self._writer.writerow(row)
                self.deals_written += 1
        except BaseException as error:
            self.cancel()
            if isinstance(error, sqlite3.Error):
                raise OSError(str(error)) from error
            raise
        return True

    def _finish(self, file: IO[str]) -> None:
        file.flush()
        os.fsync(file.fileno())
        file.close()
        self._file = None
        atomic_replace.replace_file(self._part, self.path)

    def cancel(self) -> None:
        """Stop and remove the unfinished file."""
        self._rows.close()
        if self._file is not None:
            self._file.close()
            self._file = None
        self._part.unlink(missing_ok=True)
