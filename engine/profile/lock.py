"""Lock of a profile for one window; a second window gets a copy, so that neither overwrites the other's files."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePath

from engine.match.record import MAX_RECORD_BYTES
from engine.notices import Notice
from engine.profile.database import UNUSABLE_ERRORS
from engine.profile.instance_inbox import REQUEST_GLOB, InstanceInbox
from engine.profile.safe_reading import check_regular
from engine.profile.storage import Profile, remove_temporary_files

LOCK_FILE = ".in-use"
"""The locked file. It is never deleted, so that its existence means nothing. SQLite may create files with the same
prefix, such as ``.in-use-journal``."""
_DATABASE_GLOB = "*.sqlite*"


class InUseError(Exception):
    """Another window has locked the profile."""


@contextlib.contextmanager
def lock_or_copy_profile(profile: Profile) -> Iterator[Profile]:
    """Lock the profile for this window; yield it, or a temporary copy if another window has locked it, and report that.

    In a read-only folder the profile is used without a lock, since nothing can be overwritten. SQLite's file lock works
    on every system, and the operating system releases it when a window is killed.
    """
    try:
        lock = _lock(profile.folder)
    except InUseError:
        with tempfile.TemporaryDirectory(prefix="house-rules-", ignore_cleanup_errors=True) as folder:
            copy = Path(folder) / "profile"
            _copy_profile(profile.folder, copy)
            second = Profile(copy, profile.games)
            second.report(Notice("notice.open_already"))
            yield second
        return
    except (OSError, sqlite3.Error):
        yield profile
        return
    remove_temporary_files(profile.folder)
    InstanceInbox(profile.folder).remove_stale()
    try:
        yield profile
    finally:
        lock.close()


def is_locked(folder: Path) -> bool:
    """Whether a window has locked a profile folder."""
    if not (folder / LOCK_FILE).exists():
        return False
    try:
        _lock(folder).close()
    except InUseError:
        return True
    except (OSError, sqlite3.Error):
        pass
    return False


def _lock(folder: Path) -> sqlite3.Connection:
    """Lock a profile folder until the returned database connection is closed.

    Raises:
        InUseError: another window has locked it.
        OSError, sqlite3.Error: it can't be locked, for example in a read-only folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / LOCK_FILE).exists():
        check_regular(folder / LOCK_FILE)
    lock = sqlite3.connect(folder / LOCK_FILE, timeout=0, isolation_level=None)
    try:
        lock.execute("begin exclusive")
    except sqlite3.Error as error:
        lock.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise InUseError from error
        raise
    return lock


def _copy_profile(source: Path, target: Path) -> None:
    """Copy all readable files of a profile, databases consistently even during a write."""
    ignore_patterns = shutil.ignore_patterns(f"{LOCK_FILE}*", REQUEST_GLOB, "*.tmp", _DATABASE_GLOB)

    def ignored(folder: str, names: list[str]) -> set[str]:
        """Return the names to skip in a copy of a profile: temporary, special and large files, and deeper folders."""
        path = Path(folder)
        skipped = {name for name in names if not _should_copy(path / name, include_folders=path == source)}
        return skipped | ignore_patterns(folder, names)

    with contextlib.suppress(OSError, shutil.Error):  # shutil.Error: some files are unreadable
        shutil.copytree(source, target, ignore=ignored)
    target.mkdir(exist_ok=True)
    for database in source.glob("*.sqlite"):
        if not database.is_file():
            continue
        uri = f"{sqlite_uri(database.resolve())}?mode=ro"
        with (
            contextlib.suppress(*UNUSABLE_ERRORS, OSError),
            contextlib.closing(sqlite3.connect(uri, uri=True)) as source_database,
            contextlib.closing(sqlite3.connect(target / database.name)) as copy_database,
        ):
            source_database.backup(copy_database)


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


def _should_copy(path: Path, *, include_folders: bool) -> bool:
    """Whether to copy a profile's path: a file up to ``MAX_RECORD_BYTES``, or with ``include_folders`` a folder."""
    try:
        if path.is_dir():
            return include_folders
        check_regular(path)
        return path.stat().st_size <= MAX_RECORD_BYTES
    except OSError:
        return False
