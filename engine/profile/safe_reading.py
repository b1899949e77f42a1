"""Reads files from outside the program: in the profile, dropped onto the window, or named on the command line.

Only regular files up to a maximum size are read: pipes and devices can block, or deliver data without end.
"""

import os
import stat
from pathlib import Path

MAX_SMALL_FILE_BYTES = 65_536
"""Maximum size in bytes of a small file. The program writes at most 4 kB, the settings."""
_OPEN_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"))
"""O_NONBLOCK: opening doesn't block if a pipe replaces the file after the check. Windows lacks the first three flags,
POSIX the last."""


class NotRegularFileError(OSError):
    """The path to read is a folder, a pipe or a device."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path.name} is not a file")
        self.strerror = "not a file"


class TooLargeError(OSError):
    """The file to read has more bytes than allowed."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        super().__init__(f"{path.name} has more than {max_bytes} bytes")
        self.strerror = f"more than {max_bytes} bytes"


def check_regular(path: Path) -> None:
    """Check that a path is a regular file, without opening it.

    Raises:
        NotRegularFileError: it is a folder, a pipe or a device.
        OSError: it is missing or can't be examined.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise NotRegularFileError(path)


def file_mode(path: Path) -> int:
    """Return the type and rights of a path, as ``stat`` has them; 0 if it is missing or can't be examined."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def is_file(path: Path) -> bool:
    """Whether a path is a regular file; False, too, in a folder that may not be entered."""
    return stat.S_ISREG(file_mode(path))


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False, too, in a folder that may not be entered."""
    return stat.S_ISDIR(file_mode(path))


def parse_path(text: str) -> Path:
    """Return the path that a person typed or pasted: without quotes, and ``~`` is the home folder if there is one."""
    path = Path(text.strip("\"' "))
    try:
        return path.expanduser()
    except RuntimeError:  # no home folder, or no user of that name
        return path


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """Read a regular file.

    Raises:
        NotRegularFileError: the path is a folder, a pipe or a device.
        TooLargeError: the file has more than ``max_bytes`` bytes.
        OSError: it can't be read.
    """
    content = _read(path, max_bytes + 1)
    if len(content) > max_bytes:
        raise TooLargeError(path, max_bytes)
    return content


def read_text(path: Path, max_bytes: int) -> str:
    """Read a regular file as UTF-8; all line ends become LF.

    Raises:
        UnicodeDecodeError: the file is not UTF-8.
        OSError: as ``read_bytes``.
    """
    return read_bytes(path, max_bytes).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def read_head(path: Path, count: int) -> bytes:
    """Read the first ``count`` bytes of a regular file.

    Raises:
        OSError: as ``read_bytes``, but any size is allowed.
    """
    return _read(path, count)


def read_text_head(path: Path, count: int) -> str:
    """Read the first ``count`` bytes of a regular file as text; bytes that are not UTF-8 are replaced.

    Raises:
        OSError: as ``read_bytes``, but any size is allowed.
    """
    return _read(path, count).decode("utf-8", "replace")


def read_text_end(path: Path, count: int) -> str:
    """Read the last ``count`` bytes of a regular file as text; bytes that are not UTF-8 are replaced.

    Raises:
        OSError: as ``read_bytes``, but any size is allowed.
    """
    return _read(path, count, from_end=True).decode("utf-8", "replace")


def _read(path: Path, max_bytes: int, *, from_end: bool = False) -> bytes:
    """Read at most ``max_bytes`` bytes from the start or the end of a regular file."""
    check_regular(path)  # first, since opening some devices has an effect
    handle = os.open(path, _OPEN_FLAGS)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotRegularFileError(path)
        if from_end:
            file.seek(-min(max_bytes, os.fstat(handle).st_size), os.SEEK_END)
        return file.read(max_bytes)
