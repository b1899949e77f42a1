"""The motion in which the table makes room for the drawer: everything on it starts together and arrives together."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from scenes.render import timing
from scenes.render.renderer import Renderer


class SlideAnchor(NamedTuple):
    """Where something lies in the window, pixels, and how many of them its logical pixel has."""

    x: float
    y: float
    scale: float


SlideAnchors = Mapping[Hashable, SlideAnchor]


class Slide:
    """How far the table has moved, and where everything on it comes from."""

    def __init__(self) -> None:
        self._elapsed_ms = timing.DRAWER_SLIDE_MS
        self._anchor_pairs: dict[Hashable, tuple[SlideAnchor, SlideAnchor]] = {}
        """Where each thing was and where it lies now, for all that was there before."""

    @property
    def is_moving(self) -> bool:
        """Whether anything is on its way."""
        return self._elapsed_ms < timing.DRAWER_SLIDE_MS

    @property
    def remaining_share(self) -> float:
        """Part of the way that is left, 1 … 0."""
        return 1.0 - timing.ease_out(self._elapsed_ms / timing.DRAWER_SLIDE_MS)

    def start(self, old_anchors: SlideAnchors, new_anchors: SlideAnchors) -> None:
        """Let everything glide from where it was to where it lies now; what wasn't there before is there at once."""
        self._anchor_pairs = {key: (old_anchors[key], at) for key, at in new_anchors.items() if key in old_anchors}
        self._elapsed_ms = 0.0

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when something moved."""
        moved = self.is_moving
        self._elapsed_ms = min(timing.DRAWER_SLIDE_MS, self._elapsed_ms + dt)
        return moved

    def finish(self) -> None:
        """Let everything arrive."""
        self._elapsed_ms = timing.DRAWER_SLIDE_MS

    def offset_px(self, key: Hashable, x: float, y: float) -> tuple[float, float]:
        """How far from its place something is that belongs to ``key`` and lies at x, y; all in pixels."""
        way = self._anchor_pairs.get(key) if self.is_moving else None
        if way is None:
            return 0.0, 0.0
        was, now = way
        grown, left = was.scale / now.scale, self.remaining_share
        return (was.x + (x - now.x) * grown - x) * left, (was.y + (y - now.y) * grown - y) * left

    def scale_of(self, key: Hashable, default: float) -> float:
        """Pixels in a logical pixel of what belongs to ``key``; ``default`` once it has arrived."""
        way = self._anchor_pairs.get(key) if self.is_moving else None
        return default if way is None else default + (way[0].scale - default) * self.remaining_share

    def current_anchors(self, anchors: SlideAnchors) -> dict[Hashable, SlideAnchor]:
        """Where things are seen now that lie at these places."""
        found = {}
        for key, at in anchors.items():
            dx, dy = self.offset_px(key, at.x, at.y)
            found[key] = SlideAnchor(at.x + dx, at.y + dy, self.scale_of(key, at.scale))
        return found

    @contextmanager
    def shifted(self, key: Hashable, renderer: Renderer, x: float, y: float) -> Iterator[None]:
        """Draw what belongs to ``key`` and lies at x, y (logical pixels of the look) where it is now."""
        dx, dy = self.offset_px(key, x * renderer.scale, y * renderer.scale)
        with renderer.moved_px(round(dx), round(dy)):
            yield
