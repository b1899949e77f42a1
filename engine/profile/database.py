"""A SQLite file of the player: brought up to date step by step, set aside when damaged, left alone when newer.

Nothing here raises for what a disk or a file can do: it becomes a notice, and the program goes on in memory.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from engine.notices import Notice
from engine.profile.storage import set_aside

T = TypeVar("T")

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
UNUSABLE = (sqlite3.Error, UnicodeDecodeError)
"""What a file can do to whoever opens it; the second is raised when what SQLite says of it quotes damaged bytes."""
PATIENCE = 0.5
"""Seconds to wait for another window that is writing."""


class NotOursError(sqlite3.DatabaseError):
    """The file is a database of another program."""


class Database:
    """One file, opened when it is first used.

    Args:
        path: of the file; its folder is made when something is written.
        steps: SQL scripts; the first makes the tables of format 1, each further one brings them to the next format.
        mark: number that tells the program's own files from other databases (SQLite's ``application_id``).
        tell: hears what the player has to know.
    """

    def __init__(self, path: Path, steps: Sequence[str], mark: int, tell: Callable[[Notice], object]) -> None:
        self.path = path
        self.steps = tuple(steps)
        self.mark = mark
        self._tell = tell
        self._connection: sqlite3.Connection | None = None
        self._told: set[str] = set()
        self.newer = False
        """The file is of a format that isn't known here: it is only read."""
        self.lost = False
        """Nothing is kept beyond this run of the program."""

    # --- use --------------------------------------------------------------------------------------------------------

    def read(self, work: Callable[[sqlite3.Connection], T], instead: T) -> T:
        """What ``work`` finds; ``instead`` when there is no file yet, or it doesn't let it, which is told."""
        if self._connection is None and not self.lost and not self.path.exists():
            return instead
        for _ in range(2):
            try:
                return work(self._open())
            except Exception as error:
                if not self._failed(error):
                    break
        return instead

    def write(self, work: Callable[[sqlite3.Connection], object]) -> bool:
        """Let ``work`` change the file: all of it or nothing. False when nothing could be changed."""
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
        """Let go of the file; the next use opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- opening ----------------------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.newer = False
            connection = self._connect()
            try:
                self._prepare(connection)
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
        return sqlite3.connect(self.path, PATIENCE, isolation_level=None)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Bring the file to today's format, if it is not newer."""
        format_ = self._format(connection)
        if format_ > len(self.steps):
            self.newer = True
            connection.execute("PRAGMA query_only = 1")
            figures = {"file": self.path.name, "found": str(format_), "allowed": str(len(self.steps))}
            self._once(Notice("notice.newer_database", figures))
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
        """The format of the file; 0 for an empty one.

        Raises:
            NotOursError: another program made it.
        """
        asked = ("user_version", "application_id")
        format_, mark = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in asked)
        tables = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        if tables and (mark != self.mark or not format_):
            raise NotOursError(f"{self.path.name} is no file of this program")
        return format_ if tables else 0

    # --- trouble ----------------------------------------------------------------------------------------------------

    def _failed(self, error: Exception) -> bool:
        """Tell what is wrong; True when it was put right so that the work can be tried again.

        Raises:
            Exception: the same one, should the file be sound: then the fault is in the work.
        """
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
        if self.newer:  # its tables are others than those known here; that it is newer was said
            return False
        if code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._once(Notice("notice.busy_database", {"file": self.path.name}))
            return False
        nowhere = not self.path.exists()
        self._unwritable(str(error), lost=nowhere)
        return nowhere

    def _sound(self) -> bool:
        """Whether the open file is in order as far as SQLite can tell, which takes some time to find out."""
        try:
            connection = self._open()
            whole = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            return whole and connection.execute("PRAGMA foreign_key_check").fetchone() is None
        except UNUSABLE:
            return False

    def _complete(self) -> bool:
        """Whether the open file has all tables and columns; a damaged byte in a name takes one away."""
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
        """Keep a copy of a damaged file and begin an empty one."""
        name = self.path.name
        try:
            kept = set_aside(self.path).name
            self.path.unlink()
            self.path.with_name(f"{name}-journal").unlink(missing_ok=True)
        except OSError as error:
            self._unwritable(error.strerror or "", lost=True)
            return True
        self._told.discard("notice.damaged_database")
        self._once(Notice("notice.damaged_database", {"file": name, "kept": kept}))
        return True

    def _unwritable(self, why: str, *, lost: bool) -> None:
        """Go on in memory when the file is ``lost`` for this run, else with what can be read of it."""
        self.lost = lost
        self._once(Notice("notice.unwritable_database", {"file": self.path.name, "why": why}))

    def _once(self, notice: Notice) -> None:
        if notice.key not in self._told:
            self._told.add(notice.key)
            self._tell(notice)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what happens inside, or nothing of it; inside another one, a part of that."""
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
