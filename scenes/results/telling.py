"""How far a result has been told: the cards that decided it, then the faces, then the points."""

import math

from scenes.look import speeds


class Telling:
    """Time in milliseconds at speed 1 since the result was opened.

    Args:
        cards: whether cards are laid out first.
        boxes: whether each seat's points are counted up before they are added to the totals.
    """

    def __init__(self, *, cards: bool, boxes: bool = False) -> None:
        self.time = 0.0
        self._faces = speeds.RESULT_LAID if cards else 0.0
        self._points = self._faces + speeds.RESULT_FACES
        self._totals, self._adding = self._points, speeds.COUNT_UP
        if boxes:
            self._totals, self._adding = self._points + speeds.COUNT_UP, speeds.TOTAL_FOLLOWS

    @property
    def faces(self) -> bool:
        """Whether everybody shows how they take it."""
        return self.time >= self._faces

    @property
    def changed(self) -> float:
        """Share of the deal's points counted so far, 0 … 1; it grows in steps that can be heard."""
        return speeds.ease_out(self.ticks / int(speeds.COUNT_UP / speeds.COUNT_TICK))

    @property
    def ticks(self) -> int:
        """Number of steps of the count so far."""
        passed = min(speeds.COUNT_UP, max(0.0, self.time - self._points))
        return int(passed / speeds.COUNT_TICK)

    @property
    def counted(self) -> float:
        """Share of the last deal's points added to the totals so far, 0 … 1."""
        return speeds.ease_out(min(1.0, max(0.0, (self.time - self._totals) / self._adding)))

    @property
    def over(self) -> bool:
        """Whether all has been told."""
        return self.counted >= 1.0

    def finish(self) -> None:
        """Tell the rest at once."""
        self.time = math.inf
