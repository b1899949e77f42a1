"""Begin a new file, put it in the place of an older one that other programs may be reading, or append to a file."""

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
"""Seconds between two attempts: a virus scanner or an indexer holds a new file for about 0.1 s."""


def create_temporary(path: Path) -> tuple[int, str]:
    """Create a temporary file beside ``path``. Return its open handle and its name, ``.NAME.XXXXXXXX.tmp``.

    ``tempfile.mkstemp`` would do the same, but in a folder without rights it hangs on Windows: there it takes the
    refusal for a name in use, and tries 2,147,483,647 others (CPython issue 66305).

    Raises:
        OSError: no file can be created there.
    """
    name = str(path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp"))
    ways = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    return os.open(name, ways, 0o600), name


def append_bytes(path: Path, content: bytes, size: int) -> None:
    """Append to a file of ``size`` bytes, and wait until the disk has it.

    Raises:
        OSError: the file is missing, is no regular file or has another size, or writing failed, perhaps in the middle.
    """
    flags = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK"))
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | flags)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size != size:
            raise OSError(f"{path.name} was changed: {found.st_size} bytes instead of {size}")
        if os.write(handle, content) != len(content):
            raise OSError(f"{path.name}: not all of {len(content)} bytes were written")
        os.fsync(handle)
    finally:
        os.close(handle)


def replace_file(
    new: Path, old: Path, *, system: str = sys.platform, pause: Callable[[float], None] = time.sleep
) -> None:
    """Give a file the name of another, which is lost. On Windows that fails while a program reads the old one.

    The only pause outside the window's loop: at most 0.25 s, on Windows, instead of a message that the match can't be
    saved.

    Args:
        new: the finished file.
        old: its name from now on.
        system: as ``sys.platform``.
        pause: waits for so many seconds.

    Raises:
        OSError: it is not possible, or the old file was in use the whole time.
    """
    for attempt in range(MAX_ATTEMPTS):
        try:
            new.replace(old)
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
