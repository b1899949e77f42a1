"""Timeline of the results screen's animation: deciding cards, expressions, points, totals."""

import math

from scenes.render import timing


class ResultTimeline:
    """Timeline of the results screen's animation, from milliseconds at speed 1 since the screen was opened.

    Args:
        lays_out_cards: whether deciding cards are dealt out first.
        counts_in_boxes: whether each seat's points are counted up before they are added to the totals.
    """

    def __init__(self, *, lays_out_cards: bool, counts_in_boxes: bool = False) -> None:
        self.time_ms = 0.0
        self._expressions_start_ms = timing.DECIDING_CARDS_LAYOUT_MS if lays_out_cards else 0.0
        self._points_start_ms = self._expressions_start_ms + timing.FACES_BEFORE_COUNT_MS
        self._totals_start_ms, self._totals_duration_ms = self._points_start_ms, timing.COUNT_UP_MS
        if counts_in_boxes:
            self._totals_start_ms, self._totals_duration_ms = (
                self._points_start_ms + timing.COUNT_UP_MS,
                timing.TOTAL_UPDATE_MS,
            )

    @property
    def shows_expressions(self) -> bool:
        """Whether portraits on the results screen already show their expressions."""
        return self.time_ms >= self._expressions_start_ms

    @property
    def deal_points_progress(self) -> float:
        """Fraction of the deal's points counted up so far, 0 … 1. Each of its steps has a sound."""
        return timing.ease_out(self.finished_tick_count / int(timing.COUNT_UP_MS / timing.COUNT_TICK_MS))

    @property
    def finished_tick_count(self) -> int:
        """Number of finished steps in which the deal's points are counted up."""
        passed = min(timing.COUNT_UP_MS, max(0.0, self.time_ms - self._points_start_ms))
        return int(passed / timing.COUNT_TICK_MS)

    @property
    def total_progress(self) -> float:
        """Fraction of the deal's points added to the totals so far, 0 … 1."""
        return timing.ease_out(min(1.0, max(0.0, (self.time_ms - self._totals_start_ms) / self._totals_duration_ms)))

    @property
    def is_over(self) -> bool:
        """Whether the animation of the results has ended."""
        return self.total_progress >= 1.0

    def finish(self) -> None:
        """Skip the rest of the animation of the results."""
        self.time_ms = math.inf
