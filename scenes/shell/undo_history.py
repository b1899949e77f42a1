"""Undo history: named steps, each with the function that reverts it. Free of pygame."""

from collections.abc import Callable
from typing import NamedTuple

MAX_STEPS = 200


class UndoStep(NamedTuple):
    """One step of the undo history: its name and the function that reverts it."""

    name: str
    revert: Callable[[], None]


class UndoHistory:
    """Stack of undo steps; beyond ``MAX_STEPS`` the oldest are dropped."""

    def __init__(self) -> None:
        self._steps: list[UndoStep] = []

    def add(self, name: str, revert: Callable[[], None]) -> None:
        self._steps.append(UndoStep(name, revert))
        del self._steps[:-MAX_STEPS]

    @property
    def last_name(self) -> str:
        """Name of the step to undo next; empty if there is none."""
        return self._steps[-1].name if self._steps else ""

    def undo(self) -> str:
        """Revert the latest step; return its name, or an empty text if there was none."""
        if not self._steps:
            return ""
        step = self._steps.pop()
        step.revert()
        return step.name
