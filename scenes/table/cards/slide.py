"""Slide of the whole table when the side drawer opens or closes: everything starts and arrives together."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.space import Point
from scenes.ui.timeline import Timeline, Tween


class SlideAnchor(NamedTuple):
    """Position in the window (pixels) and scale (pixels per logical pixel) of a drawing that slides with the table."""

    x: float
    y: float
    scale: float


SlideAnchors = Mapping[Hashable, SlideAnchor]


class TableSlide:
    """Slide of the whole table for the side drawer: its progress, and every drawing's old and new position.

    Args:
        timeline: the table's.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._anchor_pairs: dict[Hashable, tuple[SlideAnchor, SlideAnchor]] = {}
        """Key -> old and new position of each item that slides."""

    @property
    def is_moving(self) -> bool:
        return self._timeline.is_running(self)

    @property
    def remaining_fraction(self) -> float:
        """Fraction of the distance of the table's slide that remains, 1 … 0."""
        return 1.0 - self._timeline.progress(self)

    def start(self, old_anchors: SlideAnchors, new_anchors: SlideAnchors) -> None:
        """Start to slide all drawings on the table from old to new positions; those without an old position don't
        slide."""
        self._anchor_pairs = {key: (old_anchors[key], at) for key, at in new_anchors.items() if key in old_anchors}
        self._timeline.start(self, Tween(timing.DRAWER_SLIDE_MS, ease=timing.ease_out, follows_speed=False))

    def finish(self) -> None:
        """End the table's slide; everything is at its new position."""
        self._timeline.stop(self)

    def offset_px(self, key: Hashable, x: float, y: float) -> tuple[float, float]:
        """Return the offset in pixels of a drawing at x, y while the table slides; ``key`` names the table item it
        belongs to."""
        anchors = self._anchor_pairs.get(key) if self.is_moving else None
        if anchors is None:
            return 0.0, 0.0
        old, new = anchors
        ratio, remaining = old.scale / new.scale, self.remaining_fraction
        return (old.x + (x - new.x) * ratio - x) * remaining, (old.y + (y - new.y) * ratio - y) * remaining

    def scale_of(self, key: Hashable, default: float) -> float:
        """Return the scale of a table item's drawings while the table slides, pixels per logical pixel; ``default``
        after the slide."""
        anchors = self._anchor_pairs.get(key) if self.is_moving else None
        return default if anchors is None else default + (anchors[0].scale - default) * self.remaining_fraction

    def current_anchors(self, anchors: SlideAnchors) -> dict[Hashable, SlideAnchor]:
        """Return the current positions of drawings while the table slides, from their final positions."""
        current = {}
        for key, anchor in anchors.items():
            dx, dy = self.offset_px(key, anchor.x, anchor.y)
            current[key] = SlideAnchor(anchor.x + dx, anchor.y + dy, self.scale_of(key, anchor.scale))
        return current

    @contextmanager
    def shift(self, key: Hashable, renderer: Renderer, x: float, y: float) -> Iterator[None]:
        """Context manager that shifts drawings at x, y (logical pixels) to the current position of a table item while
        the table slides."""
        dx, dy = self.offset_px(key, *renderer.window_frame.to_outer(Point(x, y)))
        with renderer.shift_px(round(dx), round(dy)):
            yield
