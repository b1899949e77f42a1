"""Cooperative tasks: computations in small steps, run between frames where no process can be started."""

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Result = TypeVar("Result")

CooperativeTask = Generator[Any, None, Result]
"""Generator that yields after each step, some milliseconds of work, and returns its result.

It yields None, or a report on its work for the program that runs it.
"""


def run_to_end(task: CooperativeTask[Result], on_report: Callable[[object], object] | None = None) -> Result:
    """Run all steps of a cooperative task at once; return its result. ``on_report`` gets the reports."""
    while True:
        try:
            report = next(task)
            if report is not None and on_report is not None:
                on_report(report)
        except StopIteration as end:
            result: Result = end.value
            return result
