"""File operations for atomic writes: temporary files, replacement with retries on Windows, durable appending."""

import contextlib
import os
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

IN_USE_ERROR_CODES = (5, 32, 33)
"""Windows' error numbers for a file in use: access denied, sharing violation, lock violation."""
MAX_ATTEMPTS = 6
RETRY_DELAY_SECONDS = 0.05
"""Seconds between two attempts. Virus scanners and indexers hold a new file open for about 0.1 s."""


def create_temporary(path: Path) -> tuple[int, str]:
    """Create a temporary file to replace ``path``; return its open handle and its name, ``.NAME.XXXXXXXX.tmp``.

    It is beside the file, or beside the target of a symbolic link, and has the file's owner and rights.

    ``tempfile.mkstemp`` hangs on Windows in a folder without write permission: it takes the error for a name in use
    and tries 2,147,483,647 others (CPython issue 66305).

    Raises:
        OSError: no file can be created there.
    """
    path = follow_link(path)
    name = str(path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp"))
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(name, flags, 0o600)
    with contextlib.suppress(OSError):  # a new file, or a file system without owners and rights
        found = path.stat()
        if sys.platform != "win32":
            os.chown(name, found.st_uid, found.st_gid)
        Path(name).chmod(stat.S_IMODE(found.st_mode))
    return handle, name


def follow_link(path: Path) -> Path:
    """Return the file to which a symbolic link leads, which may be missing; any other path unchanged.

    Raises:
        OSError: the path can't be examined.
    """
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def append_bytes(path: Path, content: bytes, expected_size: int) -> None:
    """Append to a file of ``expected_size`` bytes and wait until the disk has the content.

    Raises:
        OSError: the file is missing, not regular or of another size; or writing failed, possibly after some bytes.
    """
    flags = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK"))
    handle = os.open(follow_link(path), os.O_WRONLY | os.O_APPEND | flags)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size != expected_size:
            raise OSError(f"{path.name} has {found.st_size} bytes, expected {expected_size}")
        if os.write(handle, content) != len(content):
            raise OSError(f"{path.name}: {len(content)} bytes were not written completely")
        os.fsync(handle)
    finally:
        os.close(handle)


def replace_file(
    new: Path, old: Path, *, system: str = sys.platform, pause: Callable[[float], None] = time.sleep
) -> None:
    """Rename a finished temporary file to the path of an old one, which is replaced. Symbolic links stay.

    On Windows this fails while a program reads the old file. It is retried for at most 0.25 s, which blocks the window.

    Args:
        new: the finished file.
        old: the file to replace.
        system: as ``sys.platform``.
        pause: sleeps for this number of seconds.

    Raises:
        OSError: renaming failed, or the old file stayed in use during all attempts.
    """
    target = follow_link(old)
    for attempt in range(MAX_ATTEMPTS):
        try:
            new.replace(target)
        except OSError as error:
            if (
                system != "win32"
                or getattr(error, "winerror", None) not in IN_USE_ERROR_CODES
                or attempt == MAX_ATTEMPTS - 1
            ):
                raise
            pause(RETRY_DELAY_SECONDS)
        else:
            return
