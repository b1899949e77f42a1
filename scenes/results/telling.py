"""How far a result has been told: first the cards that decided it, then the faces, then the points."""

import math

from scenes.look import speeds


class Telling:
    """Time in milliseconds at speed 1 since the result was opened.

    Args:
        cards: whether cards are laid out first.
    """

    def __init__(self, *, cards: bool) -> None:
        self.time = 0.0
        self._laid = speeds.RESULT_LAID if cards else 0.0

    @property
    def faces(self) -> bool:
        """Whether everybody shows how they take it."""
        return self.time >= self._laid

    @property
    def counted(self) -> float:
        """Share of the last deal's points added to the totals so far, 0 … 1."""
        passed = self.time - self._laid - speeds.RESULT_FACES
        return speeds.ease_out(min(1.0, max(0.0, passed / speeds.COUNT_UP)))

    @property
    def over(self) -> bool:
        """Whether all has been told."""
        return self.counted >= 1.0

    def finish(self) -> None:
        """Tell the rest at once."""
        self.time = math.inf
