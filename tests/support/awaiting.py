"""Waiting for a process that thinks, without a processor that is busy with it."""

import contextlib

from engine.work.thinking import Thinker

LONG = 0.5
"""Seconds; an answer, or the end of the process, ends the wait at once."""


def doze(thinker: Thinker) -> None:
    """Sleep until the thinker's process says something, or ends; at once if it thinks in slices."""
    process = thinker._process
    if process is not None:
        with contextlib.suppress(EOFError, OSError):  # it died: the next poll says so
            process.pipe.poll(LONG)
