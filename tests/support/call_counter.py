"""Counts function calls, for bounds that don't depend on the machine's load."""

import sys
from collections.abc import Callable
from typing import Any


def count_calls(do: Callable[[], object]) -> int:
    """Return the number of function calls that ``do`` makes, built-in functions included."""
    count = 0

    def note(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count - 1  # sys.setprofile's own
