"""Horizontal positions of the characters of a line, for its caret and selection. No pygame here."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import NamedTuple


class _PlacedRun(NamedTuple):
    """Adjacent characters of one direction with their place in the line."""

    start: int
    text: str
    left: float
    width: float
    is_right_to_left: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class LinePositions:
    """Positions of the characters of a line, from its left end.

    Args:
        text: the line.
        measure_width: returns the width of a part of it.
    """

    def __init__(self, text: str, measure_width: Callable[[str], float]) -> None:
        self._text_length = len(text)
        self._measure_width = measure_width
        self._runs = [_PlacedRun(0, text, 0.0, measure_width(text), is_right_to_left=False)]
        self.width = self._runs[-1].left + self._runs[-1].width

    def x_of(self, index: int) -> float:
        """Return the position before the character at an index, that is behind the character before it."""
        run = next(run for run in self._runs if run.start < index <= run.end or run.start == index == 0)
        return self._x_in_run(run, index)

    def _x_in_run(self, run: _PlacedRun, index: int) -> float:
        before = self._measure_width(run.text[: index - run.start])
        return run.left + (run.width - before if run.is_right_to_left else before)

    def index_at(self, x: float) -> int:
        """Return the index between two characters that is nearest to a position."""
        run = next((run for run in self._runs if x < run.left + run.width), self._runs[-1])
        distance = run.left + run.width - x if run.is_right_to_left else x - run.left
        count = bisect_left(range(len(run.text)), distance, key=lambda i: self._measure_width(run.text[: i + 1]))
        if count < len(run.text):
            before, after = (self._measure_width(run.text[: count + more]) for more in (0, 1))
            count += after - distance < distance - before
        return run.start + count

    def spans(self, first: int, end: int) -> Iterator[tuple[float, float]]:
        """Iterate over the left and right ends of the parts of the line that show characters."""
        for run in self._runs:
            start, stop = max(first, run.start), min(end, run.end)
            if start < stop:
                ends = self._x_in_run(run, start), self._x_in_run(run, stop)
                yield min(ends), max(ends)
