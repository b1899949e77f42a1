"""Waiting for the thinking process without polling."""

import contextlib

from engine.work.thinking import Thinker

LONG = 0.5
"""Maximum wait in seconds; an answer, or the end of the process, ends it at once."""


def doze(thinker: Thinker) -> None:
    """Sleep until the thinker's process sends something or ends. Returns at once if it thinks in slices."""
    process = thinker._process
    if process is not None:
        with contextlib.suppress(EOFError, OSError):  # it died: the next poll says so
            process.pipe.poll(LONG)
