"""Export of the statistics as CSV, in small steps, so that the window stays responsive."""

import csv
import os
import sqlite3
from pathlib import Path
from typing import IO

from engine.profile import atomic_replace
from engine.statistics.store import Statistics

BYTE_ORDER_MARK = "\ufeff"
"""Mark by which spreadsheets recognize UTF-8."""


class CsvExport:
    """Export of all deals in the statistics to a temporary CSV file, which replaces ``path`` at the end.

    Args:
        statistics: the statistics to export.
        path: the file to write.

    Raises:
        OSError: the file can't be written; also raised by ``write_more_rows``.
    """

    def __init__(self, statistics: Statistics, path: Path) -> None:
        self.path = path
        self.rows_written = 0
        """Number of rows written so far, without the header."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = atomic_replace.create_temporary(path)
        self._file: IO[str] | None = os.fdopen(handle, "w", encoding="utf-8", newline="")
        self._partial_path = Path(name)
        self._rows = statistics.export_rows()
        self._file.write(BYTE_ORDER_MARK)
        self._writer = csv.writer(self._file, lineterminator="\r\n")
        self._writer.writerow(next(self._rows))

    def write_more_rows(self, max_rows: int) -> bool:
        """Write up to ``max_rows`` more rows of the CSV file; return False when it is complete."""
        assert self._file is not None
        try:
            for _ in range(max_rows):
                row = next(self._rows, None)
                if row is None:
                    self._finish(self._file)
                    return False
                self._writer.writerow(row)
                self.rows_written += 1
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
        atomic_replace.replace_file(self._partial_path, self.path)

    def cancel(self) -> None:
        """Cancel the CSV export and delete the unfinished file."""
        self._rows.close()
        if self._file is not None:
            self._file.close()
            self._file = None
        self._partial_path.unlink(missing_ok=True)
