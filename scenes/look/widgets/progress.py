"""A thin line that shows progress."""

from pygame import FRect, Surface

from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import BRASS, rgb
from scenes.look.widgets.base import Widget

_FILLED = Box(2, ((0, BRASS),))
_EMPTY = Box(2, ((0, rgb("#3d2c1b")),))


class ProgressLine(Widget):
    """The progress as a thin line; nothing once it is complete."""

    def __init__(self, rect: FRect) -> None:
        super().__init__(rect)
        self.share = 0.0

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the line."""
        if self.share >= 1:
            return
        rect = self.rect
        look.draw_box(target, _EMPTY, rect)
        done = rect.width * max(0.0, self.share)
        if done >= rect.height:
            look.draw_box(target, _FILLED, FRect(rect.left, rect.top, done, rect.height))
