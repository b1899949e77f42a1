"""A slide of many drawings at once, each from where it was drawn last to where it is drawn now."""

from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.ui.timeline import Timeline, Tween

_WindowPlace = tuple[float, float, float]
"""Position in the window (pixels) and scale (pixels per logical pixel) of a drawing."""


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
        self._resting: dict[Hashable, tuple[Renderer, float, float]] = {}
        """Key -> renderer and position (logical pixels) of each drawing of the newest frame that is at its place."""
        self._moving: dict[Hashable, _WindowPlace] = {}
        """Key -> place of each drawing of the newest frame that is on its way."""
        self._former_places: dict[Hashable, _WindowPlace] = {}
        """Places in the last frame before the slide."""

    @property
    def is_moving(self) -> bool:
        return self._timeline.is_running(self)

    @property
    def progress(self) -> float:
        """Eased progress of the slide, 0 … 1; 1 if nothing moves."""
        return self._timeline.progress(self)

    def start(self) -> None:
        """Start to slide every drawing of the newest frame from there to where it is drawn from now on."""
        self._former_places = self._moving | {key: _window_place(*place) for key, place in self._resting.items()}
        self._timeline.start(self, self._tween)

    def finish(self) -> None:
        """End the slide; everything is at its new place."""
        self._timeline.stop(self)

    def begin_frame(self) -> None:
        """Forget the places of the last frame; called before everything is drawn."""
        self._resting, self._moving = {}, {}

    def shift(self, key: Hashable, renderer: Renderer, x: float, y: float) -> AbstractContextManager[float]:
        """Return a context manager that shifts a drawing at x, y (logical pixels) to where it is on its way.

        It returns the drawing's scale there, pixels per logical pixel. ``key`` names the drawing in all frames; one
        that is new since the start of the slide doesn't slide.
        """
        if self.is_moving:
            return self._shift_on_way(key, renderer, _window_place(renderer, x, y))
        self._resting[key] = renderer, x, y
        return nullcontext(renderer.scale)

    @contextmanager
    def _shift_on_way(self, key: Hashable, renderer: Renderer, end: _WindowPlace) -> Iterator[float]:
        start, progress = self._former_places.get(key, end), self.progress
        px, py, scale = (b + (a - b) * (1 - progress) for a, b in zip(start, end, strict=True))
        self._moving[key] = px, py, scale
        with renderer.shift_px(round(px - end[0]), round(py - end[1])):
            yield scale


def _window_place(renderer: Renderer, x: float, y: float) -> _WindowPlace:
    """Return where a position in logical pixels is in the window."""
    return *renderer.window_frame.to_outer(Point(x, y)), renderer.scale
