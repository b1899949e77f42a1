"""Lock of a profile for one window; a second window gets a copy, so that neither overwrites the other's files."""

import contextlib
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from engine.match.record import MAX_RECORD_BYTES
from engine.notices import Notice
from engine.profile.database import UNUSABLE_ERRORS, sqlite_uri
from engine.profile.instance_inbox import REQUEST_GLOB, InstanceInbox
from engine.profile.safe_reading import check_regular, file_mode, is_file
from engine.profile.storage import Profile, remove_temporary_files

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_FILE = ".in-use"
"""Name of the file that is locked. It is never deleted, so its existence doesn't mean that the profile is locked."""
_DATABASE_GLOB = "*.sqlite*"


class InUseError(Exception):
    """Another window has locked the profile."""


class NoCopyError(OSError):
    """A second window can't copy the profile, for example without a folder for temporary files."""


@contextlib.contextmanager
def lock_or_copy_profile(profile: Profile) -> Iterator[Profile]:
    """Lock the profile for this window and yield it; if another window has locked it, report that and yield a copy.

    Where the system can't lock files the profile itself is used, and the notice says why. The operating system releases
    the lock when a window is killed.

    Raises:
        NoCopyError: another window has locked it, and it can't be copied.
    """
    try:
        lock = _lock(profile.folder)
    except InUseError:
        with _temporary_copy(profile) as copy:
            copy.report(Notice("notice.open_already"))
            yield copy
        return
    except OSError as error:
        if os.access(f"{profile.folder}{os.sep}", os.W_OK | os.X_OK):
            placeholders = {"folder": str(profile.folder), "why": error.strerror or str(error)}
            profile.report(Notice("notice.no_lock", placeholders))
        else:
            profile.report_unwritable(error)
        yield profile
        return
    with lock:
        remove_temporary_files(profile.folder)
        InstanceInbox(profile.folder).remove_stale()
        yield profile


def is_locked(folder: Path) -> bool:
    """Whether a window has locked a profile folder; False where the system can't lock files."""
    try:
        if file_mode(folder / LOCK_FILE):
            _lock(folder).close()
    except InUseError:
        return True
    except OSError:
        pass
    return False


def _lock(folder: Path) -> IO[bytes]:
    """Lock a profile folder until the returned file is closed.

    Raises:
        InUseError: another window has locked it.
        OSError: it can't be locked, for example in a read-only folder or on a network without locks.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK_FILE
    if file_mode(path):
        check_regular(path)
    lock = path.open("ab")
    try:
        _lock_file(lock)
    except BlockingIOError as error:
        lock.close()
        raise InUseError from error
    except OSError:
        lock.close()
        raise
    return lock


def _lock_file(file: IO[bytes]) -> None:
    """Lock a file until it is closed.

    Raises:
        BlockingIOError: it is locked already.
        OSError: it can't be locked.
    """
    if sys.platform == "win32":
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:  # the C library's answer about a locked byte
            raise BlockingIOError from error
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def _temporary_copy(profile: Profile) -> Iterator[Profile]:
    """Copy a profile into a temporary folder; yield the copy.

    Raises:
        NoCopyError: it can't be copied.
    """
    with contextlib.ExitStack() as stack:
        try:
            temporary = tempfile.TemporaryDirectory(prefix="house-rules-", ignore_cleanup_errors=True)
            copy = Path(stack.enter_context(temporary)) / "profile"
            _copy_profile(profile.folder, copy)
        except OSError as error:
            raise NoCopyError(error.errno, error.strerror) from error
        yield Profile(copy, profile.games)


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
        if not is_file(database):
            continue
        uri = f"{sqlite_uri(database.resolve())}?mode=ro"
        with (
            contextlib.suppress(*UNUSABLE_ERRORS, OSError),
            contextlib.closing(sqlite3.connect(uri, uri=True)) as source_database,
            contextlib.closing(sqlite3.connect(target / database.name)) as copy_database,
        ):
            source_database.backup(copy_database)


def _should_copy(path: Path, *, include_folders: bool) -> bool:
    """Whether to copy a profile's path: a file up to ``MAX_RECORD_BYTES``, or with ``include_folders`` a folder."""
    try:
        if path.is_dir():
            return include_folders
        check_regular(path)
        return path.stat().st_size <= MAX_RECORD_BYTES
    except OSError:
        return False
