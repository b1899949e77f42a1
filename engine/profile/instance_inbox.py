"""Passes files from a second instance of the program to the open window, by request files in the profile."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES, read_text
from engine.profile.storage import write_atomic

REQUEST_GLOB = ".to-open-*.json"
"""Pattern of the request files' names; the star is the process id of the second instance."""
TIMEOUT_SECONDS = 5.0
"""Seconds until a request is withdrawn, since the window may hang or run on another computer."""
_POLL_SECONDS = 0.05
"""Seconds between two checks whether the request was taken."""


def hand_to_running_instance(folder: Path, file: Path, *, pause: Callable[[float], None]) -> bool:
    """Pass a file to the window that has locked the profile; return whether the window took it.

    Args:
        folder: folder of the profile.
        file: any path; the window checks whether it is readable.
        pause: sleeps for this number of seconds.
    """
    import json  # noqa: PLC0415  # 1 ms of the start

    request = folder / REQUEST_GLOB.replace("*", str(os.getpid()))
    try:
        write_atomic(request, json.dumps(str(file.absolute())))
    except OSError:
        return False
    for _ in range(round(TIMEOUT_SECONDS / _POLL_SECONDS)):
        pause(_POLL_SECONDS)
        if not request.exists():
            return True
    return not _try_remove(request)


class InstanceInbox:
    """Receives the files that other instances of the program pass to this window."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile

    def take_files(self) -> list[Path]:
        """Return the files that other instances passed since the last call, and remove their requests."""
        files = []
        for request in self._requests():
            with contextlib.suppress(OSError):
                file = _parse_path(read_text(request, MAX_SMALL_FILE_BYTES))
                if _try_remove(request) and file is not None:
                    files.append(file)
        return files

    def remove_stale(self) -> None:
        """Remove requests of other instances that were made to an earlier window."""
        for request in self._requests():
            _try_remove(request)

    def _requests(self) -> list[Path]:
        """Return the paths of all request files of other instances; usually none."""
        try:
            return sorted(self._profile.glob(REQUEST_GLOB))
        except OSError:  # in a folder that may not be entered
            return []


def _parse_path(request: str) -> Path | None:
    """Return the file path in the text of another instance's request; None for any other text."""
    import json  # noqa: PLC0415

    try:
        file = json.loads(request)
        is_path = isinstance(file, str) and b"\0" not in os.fsencode(file)
    except (ValueError, RecursionError):  # also characters that no path can have
        return None
    return Path(file) if is_path else None


def _try_remove(request: Path) -> bool:
    """Remove a request; return False if the other instance has removed it, so that only one opens the file."""
    try:
        request.unlink()
    except OSError:
        return False
    return True
