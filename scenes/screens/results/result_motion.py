"""Motion of the results screen: deciding cards, expressions, points, totals."""

from scenes.render import timing
from scenes.ui.timeline import Timeline, Tween

_TICK_COUNT = int(timing.COUNT_UP_MS / timing.COUNT_TICK_MS)
"""Number of steps in which the deal's points are counted up."""


class ResultMotion:
    """Motions in which a result is shown, by the timeline of its screen.

    Args:
        timeline: the time of the screen.
        lays_out_cards: whether deciding cards are dealt out first.
        counts_in_boxes: whether each seat's points are counted up before they are added to the totals.
    """

    def __init__(self, timeline: Timeline, *, lays_out_cards: bool, counts_in_boxes: bool = False) -> None:
        self._timeline = timeline
        self._lays_out_cards = lays_out_cards
        faces_ms = timing.DECIDING_CARDS_LAYOUT_MS if lays_out_cards else 0.0
        points_ms = faces_ms + timing.FACES_BEFORE_COUNT_MS
        totals = Tween(timing.COUNT_UP_MS, points_ms, timing.ease_out)
        if counts_in_boxes:
            totals = Tween(timing.TOTAL_UPDATE_MS, points_ms + timing.COUNT_UP_MS, timing.ease_out)
        self._tweens = {
            "cards": Tween(timing.DECIDING_CARDS_LAYOUT_MS),
            "points": Tween(timing.COUNT_UP_MS, points_ms),
            "totals": totals,
        }
        for key, tween in self._tweens.items():
            timeline.start(key, tween)
        self._last_tick_count = self.finished_tick_count

    @property
    def cards_progress(self) -> float:
        """Fraction of the time in which the deciding cards are laid out, 0 … 1."""
        return self._timeline.progress("cards")

    @property
    def shows_expressions(self) -> bool:
        """Whether portraits on the results screen already show their expressions."""
        return not (self._lays_out_cards and self._timeline.is_running("cards"))

    @property
    def deal_points_progress(self) -> float:
        """Fraction of the deal's points counted up so far, 0 … 1. Each of its steps has a sound."""
        return timing.ease_out(self.finished_tick_count / _TICK_COUNT)

    @property
    def finished_tick_count(self) -> int:
        """Number of finished steps in which the deal's points are counted up."""
        return int(self._timeline.progress("points") * timing.COUNT_UP_MS / timing.COUNT_TICK_MS)

    def has_new_tick(self) -> bool:
        """Whether another step has finished since the last call; skipped ones don't count."""
        before, self._last_tick_count = self._last_tick_count, self.finished_tick_count
        return before < self._last_tick_count

    @property
    def total_progress(self) -> float:
        """Fraction of the deal's points added to the totals so far, 0 … 1."""
        return self._timeline.progress("totals")

    @property
    def is_over(self) -> bool:
        return not self._timeline.is_running("totals")

    def finish(self) -> None:
        """Skip the rest of these motions."""
        for key in self._tweens:
            self._timeline.stop(key)
        self._last_tick_count = self.finished_tick_count
