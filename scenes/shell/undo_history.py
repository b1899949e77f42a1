"""An undo history: named steps, each with the function that reverts it. No pygame here."""

from collections.abc import Callable
from typing import NamedTuple

MAX_STEPS = 200
"""Maximum number of steps."""


class UndoStep(NamedTuple):
    """One step: its name and the function that reverts it."""

    name: str
    revert: Callable[[], None]


class UndoHistory:
    """Steps, undone from the latest to the earliest."""

    def __init__(self) -> None:
        self._steps: list[UndoStep] = []

    def add(self, name: str, revert: Callable[[], None]) -> None:
        """Add a step."""
        self._steps.append(UndoStep(name, revert))
        del self._steps[:-MAX_STEPS]

    @property
    def last_name(self) -> str:
        """Name of the step that ``undo`` would revert; empty when there is none."""
        return self._steps[-1].name if self._steps else ""

    def undo(self) -> str:
        """Revert the latest step; returns its name, empty when there was none."""
        if not self._steps:
            return ""
        step = self._steps.pop()
        step.revert()
        return step.name
