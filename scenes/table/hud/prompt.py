"""The table's prompt, with the remaining time for an answer."""

from collections.abc import Callable

from pygame import Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM
from scenes.ui.accessible_elements import AccessibleElement, group_element, strip_emphasis_and_breaks
from scenes.ui.widgets import Pill

_RING_DIAMETER, _RING_DISTANCE = 56.0, 36.0
"""Diameter of the countdown's ring, and the distance of its centre to the left of the prompt."""


class PromptPill(Pill):
    """Pill with the table's prompt, and a countdown at its left while the time for an answer is limited.

    Args:
        string: the prompt.
        remaining_fraction: returns the remaining fraction of the time, 0 … 1; None without a limit.
        remaining_seconds: the remaining time.
        time_text: the remaining time in words; empty without a limit.
    """

    def __init__(
        self, string: str, remaining_fraction: Callable[[], float | None], remaining_seconds: int, time_text: str
    ) -> None:
        super().__init__(string)
        self._remaining_fraction = remaining_fraction
        self._remaining_seconds = remaining_seconds
        self._time_text = time_text
        self.with_layout("prompt")

    def as_accessible(self) -> AccessibleElement:
        prompt = AccessibleElement("status", strip_emphasis_and_breaks(self.string), key="prompt")
        time = AccessibleElement("text", self._time_text, key="time") if self._time_text else None
        return group_element(prompt, time)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(renderer, target)
        fraction = self._remaining_fraction()
        if fraction is not None:
            x, y = self.rect.left - _RING_DISTANCE, self.rect.centery
            renderer.blit(target, renderer.countdown_ring(fraction, _RING_DIAMETER), x, y, "center")
            renderer.blit(target, renderer.text(str(self._remaining_seconds), "name", CREAM), x, y, "center")
