"""Waits for the thinking process without polling."""

from engine.work.thinking import Thinker

MAX_WAIT_SECONDS = 0.5
"""Maximum wait in seconds; a reply or the end of the process ends it at once."""


def wait_for_thinker(thinker: Thinker) -> None:
    """Sleep until the thinker's process sends something or ends. Return at once if it thinks in slices."""
    thinker.wait(MAX_WAIT_SECONDS)
