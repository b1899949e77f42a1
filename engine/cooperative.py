"""Cooperative tasks: computations in small steps, run between frames where no process can be started."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")

CooperativeTask = Generator[None, None, Result]
"""Generator that yields after each step, some milliseconds of work, and returns its result."""


def run_to_end(task: CooperativeTask[Result]) -> Result:
    """Run all steps of a cooperative task at once; return its result."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: Result = end.value
            return result
