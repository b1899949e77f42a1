"""One window for one profile: a second one plays with a copy, so that neither damages what the other writes."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.notices import Notice
from engine.profile.database import UNUSABLE
from engine.profile.storage import Profile, remove_unfinished

LOCK = ".in-use"
"""The file in the profile that the first window holds; it stays behind and says nothing by being there."""
_DATABASE = "*.sqlite*"


@contextlib.contextmanager
def profile_lock(profile: Profile) -> Iterator[tuple[Profile, list[Notice]]]:
    """The profile, or a copy of it for as long as this lasts, with the message that says so.

    Where no file can be written (a read-only folder), the profile itself is used: nothing in it can be damaged. The
    system lets go of what a killed window held. SQLite does the locking, as it does for its own files on every system.
    """
    lock = None
    try:
        profile.folder.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(profile.folder / LOCK, timeout=0, isolation_level=None)
        lock.execute("begin exclusive")
    except (OSError, sqlite3.Error) as error:
        if lock is not None:
            lock.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            with tempfile.TemporaryDirectory(prefix="house-rules-", ignore_cleanup_errors=True) as folder:
                copy = Path(folder) / "profile"
                _copy(profile.folder, copy)
                yield Profile(copy, profile.games), [Notice("notice.open_already")]
        else:
            yield profile, []
        return
    remove_unfinished(profile.folder)
    try:
        yield profile, []
    finally:
        lock.close()


def _copy(source: Path, target: Path) -> None:
    """Copies what can be read; databases as one whole state, even while they are written."""
    with contextlib.suppress(OSError, shutil.Error):  # shutil.Error: some could not be read
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(LOCK, "*.tmp", _DATABASE))
    target.mkdir(exist_ok=True)
    for database in source.glob("*.sqlite"):
        address = f"{database.resolve().as_uri()}?mode=ro"
        with (
            contextlib.suppress(*UNUSABLE, OSError),
            contextlib.closing(sqlite3.connect(address, uri=True)) as old,
            contextlib.closing(sqlite3.connect(target / database.name)) as new,
        ):
            old.backup(new)
