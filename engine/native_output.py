"""Suppression of the output of native libraries on stderr, such as warnings about missing devices."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def suppress_native_stderr() -> Iterator[None]:
    """Redirect the file descriptor of stderr to the null device, on Linux only."""
    if sys.platform != "linux":
        yield
        return
    try:
        kept = os.dup(2)
    except OSError:  # stderr is closed
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
