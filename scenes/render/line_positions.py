"""Horizontal positions of the characters of a line, for its caret and selection. No pygame here."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import NamedTuple

from scenes.render import bidi


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
        self.length = len(text)
        self._measure_width = measure_width
        self._runs: list[_PlacedRun] = []
        self.width = 0.0
        for part, is_right_to_left, start in bidi.visual_runs(text) or [bidi.DirectedRun("", False)]:
            self._runs.append(_PlacedRun(start, part, self.width, measure_width(part), is_right_to_left))
            self.width += self._runs[-1].width

    def x_of(self, index: int) -> float:
        """Return the x position of the caret at an index, at the end of the character before it."""
        return self._x_in_run(self._run_before(index), index)

    def is_right_to_left_at(self, index: int) -> bool:
        """Whether the character before the caret is written from right to left; at the start, the first one."""
        return self._run_before(index).is_right_to_left

    @property
    def has_right_to_left(self) -> bool:
        return any(run.is_right_to_left for run in self._runs)

    def _run_before(self, index: int) -> _PlacedRun:
        return next(run for run in self._runs if run.start < index <= run.end or run.start == index == 0)

    def _x_in_run(self, run: _PlacedRun, index: int) -> float:
        before = self._measure_width(run.text[: index - run.start])
        return run.left + (run.width - before if run.is_right_to_left else before)

    def index_at(self, x: float) -> int:
        """Return the index of the caret position nearest to ``x``."""
        run = next((run for run in self._runs if x < run.left + run.width), self._runs[-1])
        distance = run.left + run.width - x if run.is_right_to_left else x - run.left
        count = bisect_left(range(len(run.text)), distance, key=lambda i: self._measure_width(run.text[: i + 1]))
        if count < len(run.text):
            before, after = (self._measure_width(run.text[: count + more]) for more in (0, 1))
            count += after - distance < distance - before
        return run.start + count

    def left_right_spans(self, first: int, end: int) -> Iterator[tuple[float, float]]:
        """Iterate over left and right end of each part of the line that shows characters from ``first`` to ``end``."""
        for run in self._runs:
            start, stop = max(first, run.start), min(end, run.end)
            if start < stop:
                ends = self._x_in_run(run, start), self._x_in_run(run, stop)
                yield min(ends), max(ends)
