"""A SQLite file of the player: upgraded step by step, set aside if damaged, left alone if newer.

Disk and file errors never raise here: they become a notice, and the program continues in memory.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from engine.notices import Notice
from engine.profile.reading import NotAFileError, check_regular
from engine.profile.storage import move_aside

T = TypeVar("T")

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_INTERRUPT)
MOST_STEPS = 20_000_000
"""Maximum steps of SQLite's machine in a read, about 0.3 s. The statistics of a million deals take 1.4 million; what
takes more was not written by this program."""
_STEPS_APART = 100_000
_LONGEST = 10_000
"""Maximum bytes of a value, and of a row; the program writes at most some hundred."""
UNUSABLE = (sqlite3.Error, UnicodeDecodeError)
"""Errors that a bad file can cause; UnicodeDecodeError when SQLite's own error message quotes damaged bytes."""
PATIENCE = 0.5
"""Seconds to wait for another window to finish writing."""


class NotOursError(sqlite3.DatabaseError):
    """The file is another program's database, or holds what this program would never write."""


class Database:
    """One database file, opened on first use.

    Args:
        path: the file; its folder is created on the first write.
        steps: SQL scripts; the first creates the tables of format 1, each further one upgrades to the next format.
        mark: number that identifies this program's files (SQLite's ``application_id``).
        tell: called with notices for the player.
        opened: called with a file that was just opened and isn't newer.
    """

    def __init__(
        self,
        path: Path,
        steps: Sequence[str],
        mark: int,
        tell: Callable[[Notice], object],
        opened: Callable[[sqlite3.Connection], object] = lambda _: None,
    ) -> None:
        self._opened = opened
        self.path = path
        self.steps = tuple(steps)
        self.mark = mark
        self._tell = tell
        self._connection: sqlite3.Connection | None = None
        self._reported: set[str] = set()
        """Keys of the notices already given."""
        self.newer = False
        """Whether the file has a newer, unknown format: it is opened read-only."""
        self.lost = False
        """Whether data is in memory only and will be gone when the program ends."""

    # --- use --------------------------------------------------------------------------------------------------------

    def read(self, work: Callable[[sqlite3.Connection], T], instead: T) -> T:
        """Return what ``work`` reads; ``instead`` if there is no file yet, or, with a notice, if it can't be read."""
        if self._connection is None and not self.lost and not self.path.exists():
            return instead
        for _ in range(2):
            try:
                connection = self._open()
                with within(connection, MOST_STEPS):
                    return work(connection)
            except Exception as error:
                if not self._failed(error):
                    break
        return instead

    def write(self, work: Callable[[sqlite3.Connection], object]) -> bool:
        """Let ``work`` change the file in one transaction; False if nothing was changed."""
        for _ in range(2):
            try:
                connection = self._open()
                if self.newer:
                    return False
                with transaction(connection):
                    work(connection)
                return True
            except Exception as error:
                if not self._failed(error):
                    break
        return False

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def delete(self) -> None:
        """Delete the file, however large; the next use begins a new one."""
        self.close()
        if self.lost:
            return
        try:
            self.path.unlink(missing_ok=True)
            self.path.with_name(f"{self.path.name}-journal").unlink(missing_ok=True)
        except OSError as error:
            self._unwritable(error.strerror or "", lost=False)

    # --- opening ----------------------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.newer = False
            connection = self._connect()
            try:
                self._prepare(connection)
                if not self.newer:
                    self._opened(connection)
            except UNUSABLE:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        if self.lost:
            return sqlite3.connect(":memory:", isolation_level=None)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._unwritable(error.strerror or "", lost=True)
            return sqlite3.connect(":memory:", isolation_level=None)
        try:
            if self.path.exists():
                check_regular(self.path)
        except NotAFileError as error:
            raise NotOursError(str(error)) from error
        connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Upgrade the file to the current format, unless it is newer."""
        format_ = self._format(connection)
        if format_ > len(self.steps):
            self.newer = True
            connection.execute("PRAGMA query_only = 1")
            figures = {"file": self.path.name, "found": str(format_), "allowed": str(len(self.steps))}
            self._report(Notice("notice.newer_database", figures))
            return
        if format_ == len(self.steps):
            return
        with transaction(connection):
            for number, step in enumerate(self.steps[self._format(connection) :], self._format(connection) + 1):
                for statement in filter(str.strip, step.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute(f"PRAGMA application_id = {self.mark}")

    def _format(self, connection: sqlite3.Connection) -> int:
        """The file's format; 0 if it is empty.

        Raises:
            NotOursError: the file is another program's.
        """
        pragmas = ("user_version", "application_id")
        format_, mark = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in pragmas)
        tables = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        others = connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE NOT rootpage").fetchone()[0]
        if tables and (mark != self.mark or not format_ or others):  # views, triggers and virtual tables run code
            raise NotOursError(f"{self.path.name} is not a file of this program")
        return format_ if tables else 0

    # --- errors -----------------------------------------------------------------------------------------------------

    def _failed(self, error: Exception) -> bool:
        """Handle an error of the file; True if it was repaired and the work should be retried.

        Raises:
            Exception: the given error, if the file is intact: then the fault is in the caller's work.
        """
        if self.newer and isinstance(error, NotOursError):  # to that program it may make sense
            return False
        strange = not isinstance(error, UNUSABLE)
        if strange and self._sound():
            raise error
        code = getattr(error, "sqlite_errorcode", None)
        strange = strange or (code == sqlite3.SQLITE_ERROR and not self.newer and not self._complete())
        self.close()
        if (
            strange
            or isinstance(error, NotOursError | UnicodeDecodeError)
            or (code is not None and code & 0xFF in DAMAGED)
        ):
            return self._start_anew()
        if self.lost:
            return False
        if self.newer:  # its tables may differ; a notice was already given
            return False
        if code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._report(Notice("notice.busy_database", {"file": self.path.name}))
            return False
        nowhere = not self.path.exists()
        self._unwritable(str(error), lost=nowhere)
        return nowhere

    def _sound(self) -> bool:
        """Whether the values of the open file have the kinds of their columns, and SQLite finds it intact. This check
        is slow."""
        try:
            connection = self._open()
            with within(connection, MOST_STEPS):
                if _strange_value(connection):
                    return False
            whole = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            return whole and connection.execute("PRAGMA foreign_key_check").fetchone() is None
        except UNUSABLE:
            return False

    def _complete(self) -> bool:
        """Whether the open file has all tables and columns; a damaged byte in a name hides one."""
        columns = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
        wanted = sqlite3.connect(":memory:")
        try:
            for step in self.steps:
                wanted.executescript(step)
            found = self._connection.execute(columns).fetchall() if self._connection else ()
            return set(wanted.execute(columns)) <= set(found)
        except UNUSABLE:
            return False
        finally:
            wanted.close()

    def _start_anew(self) -> bool:
        """Set a damaged file aside and start an empty one."""
        name = self.path.name
        try:
            kept = move_aside(self.path).name
            self.path.with_name(f"{name}-journal").unlink(missing_ok=True)
        except OSError as error:
            self._unwritable(error.strerror or "", lost=True)
            return True
        self._reported.discard("notice.damaged_database")
        self._report(Notice("notice.damaged_database", {"file": name, "kept": kept}))
        return True

    def _unwritable(self, why: str, *, lost: bool) -> None:
        """Continue in memory if the file is ``lost`` for this run, else read-only."""
        self.lost = lost
        self._report(Notice("notice.unwritable_database", {"file": self.path.name, "why": why}))

    def _report(self, notice: Notice) -> None:
        """Pass on a notice, each key once."""
        if notice.key not in self._reported:
            self._reported.add(notice.key)
            self._tell(notice)


def _strange_value(connection: sqlite3.Connection) -> bool:
    """Whether any value is of another kind than its column: SQLite stores what it is given."""
    kinds = {"INTEGER": "integer", "TEXT": "text", "REAL": "real"}
    columns = "SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    wrong = dict[str, list[str]]()
    for table, column, kind in connection.execute(columns).fetchall():
        if kind in kinds:
            wrong.setdefault(table, []).append(f"typeof(\"{column}\") NOT IN ('{kinds[kind]}', 'null')")
    queries = (f'SELECT 1 FROM "{table}" WHERE {" OR ".join(found)} LIMIT 1' for table, found in wrong.items())
    return any(connection.execute(query).fetchone() for query in queries)


@contextmanager
def within(connection: sqlite3.Connection, most: int) -> Iterator[None]:
    """Interrupt what the block asks of SQLite after about this many steps of its machine."""
    left = most // _STEPS_APART

    def passed() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(passed, _STEPS_APART)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block in a transaction; inside another one, in a savepoint."""
    inside = connection.in_transaction
    connection.execute("SAVEPOINT part" if inside else "BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK TO part" if inside else "ROLLBACK")
            if inside:
                connection.execute("RELEASE part")
        raise
    connection.execute("RELEASE part" if inside else "COMMIT")
