"""What was done while house rules were changed, so that it can be taken back. No pygame here."""

from collections.abc import Callable
from typing import NamedTuple

LONGEST = 200
"""So many steps can be taken back."""


class UndoStep(NamedTuple):
    """Something that was done: what it is called, and what takes it back."""

    name: str
    back: Callable[[], None]


class History:
    """Steps, the last one first to be taken back."""

    def __init__(self) -> None:
        self._steps: list[UndoStep] = []

    def note(self, name: str, back: Callable[[], None]) -> None:
        """Something was done."""
        self._steps.append(UndoStep(name, back))
        del self._steps[:-LONGEST]

    @property
    def last(self) -> str:
        """What ``undo`` would take back; empty when there is nothing."""
        return self._steps[-1].name if self._steps else ""

    def undo(self) -> str:
        """Take the last step back; returns what it was, empty when there was none."""
        if not self._steps:
            return ""
        step = self._steps.pop()
        step.back()
        return step.name
