"""SQLite files of the profile. Older formats are migrated, damaged files are quarantined, newer ones are read-only.

Errors of disk and file become notices, and the program continues with a database in memory.
"""

import contextlib
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TypeVar

from engine.notices import Notice
from engine.profile.safe_reading import NotRegularFileError, check_regular, file_mode
from engine.profile.storage import move_to_quarantine

if sys.platform != "win32":
    import fcntl

T = TypeVar("T")

CORRUPTION_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_INTERRUPT)
"""SQLite's error codes for a damaged file; the last two stand for a too large value and a read of too many steps."""
MAX_VM_STEPS = 20_000_000
"""Maximum steps of SQLite's virtual machine in a read, about 0.3 s. The statistics of a million deals take 1.4 million,
so that only a manipulated file exceeds it."""
_VM_STEPS_PER_CHECK = 100_000
_MAX_VALUE_BYTES = 10_000
"""Maximum bytes of a value and of a row; the program writes a few hundred."""
UNUSABLE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Errors caused by bad files; UnicodeDecodeError if SQLite's error message quotes damaged bytes."""
LOCK_TIMEOUT_SECONDS = 0.5
"""Maximum seconds to wait for the lock of another connection."""
_LOCK_TEST_OFFSET = 2**30 + 1024
"""Offset of the byte that ``can_lock_file`` locks as a test; SQLite locks only bytes before it."""


class ForeignDatabaseError(sqlite3.DatabaseError):
    """The SQLite file is another program's database, or has content that this program never writes."""


class Database:
    """An SQLite database of the profile, opened on first use.

    Args:
        path: the file; its folder is created on first use.
        migrations: SQL scripts; the first creates the tables of format 1, each further one migrates to the next format.
        application_id: SQLite's ``application_id``, which identifies this program's files.
        report: called with notices for the player.
        on_opened: called with each new connection to a file that has no newer format.
    """

    def __init__(
        self,
        path: Path,
        migrations: Sequence[str],
        application_id: int,
        report: Callable[[Notice], object],
        on_opened: Callable[[sqlite3.Connection], object] = lambda _: None,
    ) -> None:
        self._on_opened = on_opened
        self.path = path
        self.migrations = tuple(migrations)
        self.application_id = application_id
        self._report = report
        self._connection: sqlite3.Connection | None = None
        self._reported_keys: set[str] = set()
        """Keys of the notices that were reported."""
        self.is_newer_format = False
        """Whether the file has a newer format and is read-only."""
        self.is_in_memory = False
        """Whether the database is in memory and is lost at the end of the program."""
        self._uses_locks = True
        """Whether SQLite locks the file; False where the system can't, as on some networks."""

    # --- use --------------------------------------------------------------------------------------------------------

    def read(self, work: Callable[[sqlite3.Connection], T], default: T) -> T:
        """Return the result of the query ``work``; ``default`` if the file is missing or, with a notice, unreadable."""
        if self._connection is None and not self.is_in_memory and not file_mode(self.path):
            return default
        for _ in range(2):
            try:
                connection = self._open()
                with step_limit(connection, MAX_VM_STEPS):
                    return work(connection)
            except Exception as error:
                if not self._handle_error(error):
                    break
        return default

    def write(self, work: Callable[[sqlite3.Connection], object]) -> bool:
        """Run ``work`` in a database transaction; return False if it failed or the file is read-only."""
        for _ in range(2):
            try:
                connection = self._open()
                if self.is_newer_format:
                    return False
                with transaction(connection):
                    work(connection)
                return True
            except Exception as error:
                if not self._handle_error(error):
                    break
        return False

    def close(self) -> None:
        """Close the database file; the next use opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def delete(self) -> None:
        """Delete the database file; the next use creates a new one."""
        self.close()
        if self.is_in_memory:
            return
        try:
            self.path.unlink(missing_ok=True)
            self.path.with_name(f"{self.path.name}-journal").unlink(missing_ok=True)
        except OSError as error:
            self._report_unwritable(error.strerror or "", use_memory=False)

    # --- opening ----------------------------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.is_newer_format = False
            connection = self._connect()
            try:
                self._migrate(connection)
                if not self.is_newer_format:
                    self._on_opened(connection)
            except UNUSABLE_ERRORS:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        if self.is_in_memory:
            return sqlite3.connect(":memory:", isolation_level=None)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._report_unwritable(error.strerror or "", use_memory=True)
            return sqlite3.connect(":memory:", isolation_level=None)
        try:
            if file_mode(self.path):
                check_regular(self.path)
        except NotRegularFileError as error:
            raise ForeignDatabaseError(str(error)) from error
        file = self.path if self._uses_locks else f"{sqlite_uri(self.path.absolute())}?nolock=1"
        connection = sqlite3.connect(file, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None, uri=not self._uses_locks)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE_BYTES)
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Migrate the database to the current format, unless it is newer."""
        found_format = self._read_format(connection)
        if found_format > len(self.migrations):
            self.is_newer_format = True
            connection.execute("PRAGMA query_only = 1")
            placeholders = {"file": self.path.name, "found": str(found_format), "allowed": str(len(self.migrations))}
            self._report_once(Notice("notice.newer_database", placeholders))
            return
        if found_format == len(self.migrations):
            return
        with transaction(connection):
            for number, script in enumerate(
                self.migrations[self._read_format(connection) :], self._read_format(connection) + 1
            ):
                for statement in filter(str.strip, script.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute(f"PRAGMA application_id = {self.application_id}")

    def _read_format(self, connection: sqlite3.Connection) -> int:
        """Return the format number of the database file; 0 if it is empty.

        Raises:
            ForeignDatabaseError: the file is another program's.
        """
        pragmas = ("user_version", "application_id")
        found_format, application_id = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in pragmas)
        objects = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
        special_objects = connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE NOT rootpage").fetchone()[0]
        if objects and (
            application_id != self.application_id or not found_format or special_objects
        ):  # views, triggers and virtual tables run code
            raise ForeignDatabaseError(
                f"{self.path.name}: not a database of this program (application_id {application_id})"
            )
        return found_format if objects else 0

    # --- errors -----------------------------------------------------------------------------------------------------

    def _handle_error(self, error: Exception) -> bool:
        """Handle an error of the database file; return whether to retry the work.

        Raises:
            Exception: the given error, if the file is intact, so that the caller's ``work`` caused it.
        """
        if self.is_newer_format and isinstance(error, ForeignDatabaseError):  # a newer program may accept the content
            return False
        is_damaged = not isinstance(error, UNUSABLE_ERRORS)
        if is_damaged and self._is_intact():
            raise error
        code = getattr(error, "sqlite_errorcode", None)
        is_damaged = is_damaged or (
            code == sqlite3.SQLITE_ERROR and not self.is_newer_format and not self._has_all_columns()
        )
        self.close()
        if (
            is_damaged
            or isinstance(error, ForeignDatabaseError | UnicodeDecodeError)
            or (code is not None and code & 0xFF in CORRUPTION_CODES)
        ):
            self._quarantine_or_use_memory()
            return True
        if self.is_in_memory:
            return False
        if self.is_newer_format:  # its tables may differ; a notice was already given
            return False
        if self._uses_locks and code is not None and not can_lock_file(self.path):
            self._uses_locks = False  # the lock of the profile has to do
            return True
        if code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._report_once(Notice("notice.busy_database", {"file": self.path.name}))
            return False
        is_missing = not file_mode(self.path)
        self._report_unwritable(str(error), use_memory=is_missing)
        return is_missing

    def _is_intact(self) -> bool:
        """Whether all database values have the types of their columns, and SQLite's integrity check passes.

        This is slow.
        """
        try:
            connection = self._open()
            with step_limit(connection, MAX_VM_STEPS):
                if _has_wrong_type(connection):
                    return False
            whole = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            return whole and connection.execute("PRAGMA foreign_key_check").fetchone() is None
        except UNUSABLE_ERRORS:
            return False

    def _has_all_columns(self) -> bool:
        """Whether the open database has all tables and columns of the current format; damage can change a name."""
        columns = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
        expected = sqlite3.connect(":memory:")
        try:
            for script in self.migrations:
                expected.executescript(script)
            columns_found = self._connection.execute(columns).fetchall() if self._connection else ()
            return set(expected.execute(columns)) <= set(columns_found)
        except UNUSABLE_ERRORS:
            return False
        finally:
            expected.close()

    def _quarantine_or_use_memory(self) -> None:
        """Quarantine a damaged database, which a new one replaces; continue in memory if that fails."""
        name = self.path.name
        try:
            quarantined = move_to_quarantine(self.path).name
            self.path.with_name(f"{name}-journal").unlink(missing_ok=True)
        except OSError as error:
            self._report_unwritable(error.strerror or "", use_memory=True)
            return
        self._reported_keys.discard("notice.damaged_database")
        self._report_once(Notice("notice.damaged_database", {"file": name, "kept": quarantined}))

    def _report_unwritable(self, why: str, *, use_memory: bool) -> None:
        """Report a failed write to the database; if ``use_memory``, continue in memory until the program ends."""
        self.is_in_memory = use_memory
        self._report_once(Notice("notice.unwritable_database", {"file": self.path.name, "why": why}))

    def _report_once(self, notice: Notice) -> None:
        """Report a notice about the database, once for each key."""
        if notice.key not in self._reported_keys:
            self._reported_keys.add(notice.key)
            self._report(notice)


def _has_wrong_type(connection: sqlite3.Connection) -> bool:
    """Whether any database value has another type than its column, which SQLite does not enforce."""
    type_names = {"INTEGER": "integer", "TEXT": "text", "REAL": "real"}
    columns = "SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    conditions = dict[str, list[str]]()
    for table, column, kind in connection.execute(columns).fetchall():
        if kind in type_names:
            conditions.setdefault(table, []).append(f"typeof(\"{column}\") NOT IN ('{type_names[kind]}', 'null')")
    queries = (f'SELECT 1 FROM "{table}" WHERE {" OR ".join(checks)} LIMIT 1' for table, checks in conditions.items())
    return any(connection.execute(query).fetchone() for query in queries)


@contextmanager
def step_limit(connection: sqlite3.Connection, max_steps: int) -> Iterator[None]:
    """Interrupt the block's SQL queries after about this many steps of SQLite's virtual machine."""
    left = max_steps // _VM_STEPS_PER_CHECK

    def passed() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(passed, _VM_STEPS_PER_CHECK)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block in a transaction, or in a savepoint inside another transaction."""
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


def can_lock_file(path: Path) -> bool:
    """Whether the system can lock parts of a file, which SQLite needs; also True for a file that can't be opened."""
    if sys.platform == "win32":
        return True
    with contextlib.suppress(OSError), path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _LOCK_TEST_OFFSET)
        except (BlockingIOError, PermissionError):  # another process has locked it
            return True
        except OSError:
            return False
    return True


def sqlite_uri(file: PurePath) -> str:
    """Return SQLite's URI of an absolute path. SQLite refuses ``Path.as_uri`` for a network share.

    >>> from pathlib import PurePosixPath, PureWindowsPath
    >>> sqlite_uri(PureWindowsPath("C:/my profile/b.sqlite")), sqlite_uri(PureWindowsPath("//server/share/b.sqlite"))
    ('file:///C:/my profile/b.sqlite', 'file:////server/share/b.sqlite')
    >>> sqlite_uri(PurePosixPath("/home/who?/100%/b.sqlite"))
    'file:///home/who%3f/100%25/b.sqlite'
    """
    path = file.as_posix().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file://{'' if path.startswith('/') else '/'}{path}"
