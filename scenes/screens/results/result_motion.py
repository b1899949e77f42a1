"""Motion of the results screen: deciding cards, expressions, totals. The table has counted the points before."""

from scenes.render import timing
from scenes.ui.timeline import Timeline, Tween


class ResultMotion:
    """Motions in which a result is shown, by the timeline of its screen.

    Args:
        timeline: the time of the screen.
        lays_out_cards: whether deciding cards are dealt out first.
    """

    def __init__(self, timeline: Timeline, *, lays_out_cards: bool) -> None:
        self._timeline = timeline
        self._lays_out_cards = lays_out_cards
        faces_ms = timing.DECIDING_CARDS_LAYOUT_MS if lays_out_cards else 0.0
        self._tweens = {
            "cards": Tween(timing.DECIDING_CARDS_LAYOUT_MS),
            "totals": Tween(timing.COUNT_UP_MS, faces_ms + timing.FACES_BEFORE_COUNT_MS, timing.ease_out),
        }
        for key, tween in self._tweens.items():
            timeline.start(key, tween)

    @property
    def cards_progress(self) -> float:
        """Fraction of the time in which the deciding cards are laid out, 0 … 1."""
        return self._timeline.progress("cards")

    @property
    def shows_expressions(self) -> bool:
        """Whether portraits on the results screen already show their expressions."""
        return not (self._lays_out_cards and self._timeline.is_running("cards"))

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
