"""Progress bar."""

from pygame import FRect, Surface

from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, rgb
from scenes.ui.widget import Widget

_FILLED = Box(2, ((0, BRASS),))
_EMPTY = Box(2, ((0, rgb("#3d2c1b")),))


class ProgressBar(Widget):
    """A thin progress bar, hidden once it is complete."""

    def __init__(self, progress: float) -> None:
        super().__init__()
        self.progress = progress

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.progress >= 1:
            return
        rect = self.rect
        renderer.draw_box(target, _EMPTY, rect)
        done = rect.width * max(0.0, self.progress)
        if done >= rect.height:
            renderer.draw_box(target, _FILLED, FRect(rect.left, rect.top, done, rect.height))
