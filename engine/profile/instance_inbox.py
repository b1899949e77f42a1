"""Passes files and links from a second instance of the program to the open window, by request files in the profile."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from engine.pasted_text import is_link
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES, read_text
from engine.profile.storage import write_atomic

REQUEST_GLOB = ".to-open-*.json"
"""Pattern of the request files' names; the star is the process id of the second instance."""
TIMEOUT_SECONDS = 5.0
"""Seconds until a request is withdrawn, since the window may hang or run on another computer."""
_POLL_SECONDS = 0.05
"""Seconds between two checks whether the request was taken."""


def hand_to_running_instance(folder: Path, opened: str, *, pause: Callable[[float], None]) -> bool:
    """Pass a file or a link to the window that has locked the profile; return whether the window took it.

    Args:
        folder: folder of the profile.
        opened: any path, or a link ``house-rules:…``; the window checks it.
        pause: sleeps for this number of seconds.
    """
    import json  # noqa: PLC0415  # 1 ms of the start

    request = folder / REQUEST_GLOB.replace("*", str(os.getpid()))
    try:
        write_atomic(request, json.dumps(opened if is_link(opened) else str(Path(opened).absolute())))
    except OSError:
        return False
    for _ in range(round(TIMEOUT_SECONDS / _POLL_SECONDS)):
        pause(_POLL_SECONDS)
        if not request.exists():
            return True
    return not _try_remove(request)


class InstanceInbox:
    """Receives the files and links that other instances of the program pass to this window."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile

    def take_requests(self) -> list[str]:
        """Return the paths and links that other instances passed since the last call, and remove their requests."""
        found = []
        for request in self._requests():
            with contextlib.suppress(OSError):
                opened = _parse_request(read_text(request, MAX_SMALL_FILE_BYTES))
                if _try_remove(request) and opened:
                    found.append(opened)
        return found

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


def _parse_request(request: str) -> str:
    """Return the path or link in the text of another instance's request; empty for any other text."""
    import json  # noqa: PLC0415

    try:
        opened = json.loads(request)
        is_path = isinstance(opened, str) and b"\0" not in os.fsencode(opened)
    except (ValueError, RecursionError):  # also characters that no path can have
        return ""
    return opened if is_path else ""


def _try_remove(request: Path) -> bool:
    """Remove a request; return False if the other instance has removed it, so that only one opens the file."""
    try:
        request.unlink()
    except OSError:
        return False
    return True
