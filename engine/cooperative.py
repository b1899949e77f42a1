"""Computations done in parts, so that the window can do some of them each frame where no process can be started."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")

CooperativeTask = Generator[None, None, Result]
"""A computation that pauses after each part, which takes milliseconds, and returns its result at the end."""


def run_to_end(task: CooperativeTask[Result]) -> Result:
    """Do all parts at once; return the result."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: Result = end.value
            return result
