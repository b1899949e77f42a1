"""The motion in which the table makes room for the drawer: everything on it starts together and arrives together."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from scenes.look import speeds
from scenes.look.look import Look


class Anchor(NamedTuple):
    """Where something lies in the window, pixels, and how many of them its logical pixel has."""

    x: float
    y: float
    scale: float


Anchors = Mapping[Hashable, Anchor]


class Slide:
    """How far the table has moved, and where everything on it comes from."""

    def __init__(self) -> None:
        self._elapsed = speeds.MAKE_ROOM
        self._ways: dict[Hashable, tuple[Anchor, Anchor]] = {}
        """Where each thing was and where it lies now, for all that was there before."""

    @property
    def moving(self) -> bool:
        """Whether anything is on its way."""
        return self._elapsed < speeds.MAKE_ROOM

    @property
    def left(self) -> float:
        """Part of the way that is left, 1 … 0."""
        return 1.0 - speeds.ease_out(self._elapsed / speeds.MAKE_ROOM)

    def start(self, before: Anchors, now: Anchors) -> None:
        """Let everything glide from where it was to where it lies now; what wasn't there before is there at once."""
        self._ways = {key: (before[key], at) for key, at in now.items() if key in before}
        self._elapsed = 0.0

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when something moved."""
        moved = self.moving
        self._elapsed = min(speeds.MAKE_ROOM, self._elapsed + dt)
        return moved

    def finish(self) -> None:
        """Let everything arrive."""
        self._elapsed = speeds.MAKE_ROOM

    def off(self, key: Hashable, x: float, y: float) -> tuple[float, float]:
        """How far from its place something is that belongs to ``key`` and lies at x, y; all in pixels."""
        way = self._ways.get(key) if self.moving else None
        if way is None:
            return 0.0, 0.0
        was, now = way
        grown, left = was.scale / now.scale, self.left
        return (was.x + (x - now.x) * grown - x) * left, (was.y + (y - now.y) * grown - y) * left

    def scale(self, key: Hashable, usual: float) -> float:
        """Pixels in a logical pixel of what belongs to ``key``; ``usual`` once it has arrived."""
        way = self._ways.get(key) if self.moving else None
        return usual if way is None else usual + (way[0].scale - usual) * self.left

    def seen(self, anchors: Anchors) -> dict[Hashable, Anchor]:
        """Where things are seen now that lie at these places."""
        found = {}
        for key, at in anchors.items():
            dx, dy = self.off(key, at.x, at.y)
            found[key] = Anchor(at.x + dx, at.y + dy, self.scale(key, at.scale))
        return found

    @contextmanager
    def shifted(self, key: Hashable, look: Look, x: float, y: float) -> Iterator[None]:
        """Draw what belongs to ``key`` and lies at x, y (logical pixels of the look) where it is now."""
        dx, dy = self.off(key, x * look.scale, y * look.scale)
        with look.moved(round(dx), round(dy)):
            yield
