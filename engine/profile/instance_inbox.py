"""Files that a second start of the program hands to the window that is open already, by a request in the profile."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from engine.profile.safe_reading import MAX_BYTES, read_text
from engine.profile.storage import write_atomic

REQUEST_GLOB = ".to-open-*.json"
"""Pattern of the requests' names; the number of the process that waits takes the star's place."""
TIMEOUT_SECONDS = 5.0
"""Seconds until a file that the window did not take is withdrawn: it may hang, or run on another computer."""
_POLL_SECONDS = 0.05
"""Seconds between two looks whether it was taken."""


def hand_to_running_instance(profile: Path, file: Path, *, pause: Callable[[float], None]) -> bool:
    """Hand a file to the window that holds the profile folder; True when it was taken.

    Args:
        profile: folder of the profile.
        file: any path; the window finds out whether it can be read.
        pause: waits that many seconds.
    """
    import json  # noqa: PLC0415  # 1 ms of the start

    request = profile / REQUEST_GLOB.replace("*", str(os.getpid()))
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
    """Where the window that holds a profile looks for files to open."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile

    def take_files(self) -> list[Path]:
        """The files handed over since the last call; their requests are removed."""
        found = []
        for request in self._requests():
            with contextlib.suppress(OSError):
                file = _named(read_text(request, MAX_BYTES))
                if _try_remove(request) and file is not None:
                    found.append(file)
        return found

    def remove_stale(self) -> None:
        """Remove requests that nobody waits for any more, since they were made for an earlier window."""
        for request in self._requests():
            _try_remove(request)

    def _requests(self) -> list[Path]:
        """All that are there, which is nearly always none."""
        return sorted(self._profile.glob(REQUEST_GLOB))


def _named(request: str) -> Path | None:
    """The file that a request names; None for a text that is no request."""
    import json  # noqa: PLC0415

    try:
        file = json.loads(request)
    except (ValueError, RecursionError):
        return None
    return Path(file) if isinstance(file, str) else None


def _try_remove(request: Path) -> bool:
    """Remove a request; False if the other side was faster, which settles who opens the file."""
    try:
        request.unlink()
    except OSError:
        return False
    return True
