"""An undo history: named steps, each with the function that reverts it. No pygame here."""

from collections.abc import Callable
from typing import NamedTuple

LONGEST = 200
"""Maximum number of steps."""


class UndoStep(NamedTuple):
    """One step: its name and the function that reverts it."""

    name: str
    revert: Callable[[], None]


class History:
    """Steps, undone from the latest to the earliest."""

    def __init__(self) -> None:
        self._steps: list[UndoStep] = []

    def note(self, name: str, revert: Callable[[], None]) -> None:
        """Add a step."""
        self._steps.append(UndoStep(name, revert))
        del self._steps[:-LONGEST]

    @property
    def last(self) -> str:
        """Name of the step that ``undo`` would revert; empty when there is none."""
        return self._steps[-1].name if self._steps else ""

    def undo(self) -> str:
        """Revert the latest step; returns its name, empty when there was none."""
        if not self._steps:
            return ""
        step = self._steps.pop()
        step.revert()
        return step.name
