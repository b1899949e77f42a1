"""A slide of many drawings at once, each from where it was drawn last to where it is drawn now."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.ui.timeline import Timeline, Tween


class SharedSlide:
    """Lets all drawings of a scene slide to their new places after a change of layout, so that they start and arrive
    together.

    Args:
        timeline: the time of the scene.
        tween: the motion.
    """

    def __init__(self, timeline: Timeline, tween: Tween) -> None:
        self._timeline = timeline
        self._tween = tween
        self._places: dict[Hashable, tuple[float, float, float]] = {}
        """Key -> position (pixels) and scale (pixels per logical pixel) of each drawing in the newest frame."""
        self._former_places = self._places
        """Positions and scales in the last frame before the slide."""

    @property
    def is_moving(self) -> bool:
        return self._timeline.is_running(self)

    @property
    def progress(self) -> float:
        """Eased progress of the slide, 0 … 1; 1 if nothing moves."""
        return self._timeline.progress(self)

    def start(self) -> None:
        """Start to slide every drawing of the newest frame from there to where it is drawn from now on."""
        self._former_places = self._places
        self._timeline.start(self, self._tween)

    def finish(self) -> None:
        """End the slide; everything is at its new place."""
        self._timeline.stop(self)

    def begin_frame(self) -> None:
        """Forget the places of the last frame; called before everything is drawn."""
        self._places = {}

    @contextmanager
    def shift(self, key: Hashable, renderer: Renderer, x: float, y: float) -> Iterator[float]:
        """Context manager that shifts a drawing at x, y (logical pixels) to where it is on its way.

        It returns the drawing's scale there, pixels per logical pixel. ``key`` names the drawing in all frames; one
        that is new since the start of the slide doesn't slide.
        """
        end = *renderer.window_frame.to_outer(Point(x, y)), renderer.scale
        start, progress = self._former_places.get(key, end), self.progress
        px, py, scale = (b + (a - b) * (1 - progress) for a, b in zip(start, end, strict=True))
        self._places[key] = px, py, scale
        with renderer.shift_px(round(px - end[0]), round(py - end[1])):
            yield scale
