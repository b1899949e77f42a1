"""Silence on the terminal: libraries of the system write there about missing devices, in words for their authors."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def suppress_native_output() -> Iterator[None]:
    """Hide what libraries of the system write to the terminal about a missing sound device or screen."""
    if sys.platform != "linux":
        yield
        return
    try:
        kept = os.dup(2)
    except OSError:  # there is no terminal
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
