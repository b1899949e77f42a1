"""Logical pixels on the screen: sizes, positions, clipping, and moving what is drawn."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from pygame import FRect, Rect, Surface

from scenes.render.theme import MIN_TARGET_SIZE, Colour

Anchor = Literal[
    "topleft", "midtop", "topright", "midleft", "center", "midright", "bottomleft", "midbottom", "bottomright"
]
BASE_SIZE = (1280, 720)
"""Minimum width and height of the canvas at a factor of 1, logical pixels."""


class Viewport:
    """A canvas of ``width`` by ``height`` logical pixels in a window; one logical pixel is ``scale`` screen pixels."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        factor: float = 1.0,
        min_size: tuple[float, float] = (0, 0),
        drawer_px: int = 0,
    ) -> None:
        self.size = size
        """Width and height of the window, pixels."""
        self.scale = min(size[0] / BASE_SIZE[0], size[1] / BASE_SIZE[1]) * factor
        self.visible_size = ((size[0] - drawer_px) / self.scale, size[1] / self.scale)
        """Width and height of the part of the canvas that the window shows, logical pixels."""
        self.width = max(self.visible_size[0], min_size[0])
        self.height = max(self.visible_size[1], min_size[1])
        self._shift = (0.0, 0.0)
        self._moved = (0, 0)
        """By how many pixels everything is moved besides."""

    def to_pixels(self, v: float) -> int:
        """Pixels of a logical length."""
        return round(v * self.scale)

    def to_logical(self, pos_px: tuple[float, float]) -> tuple[float, float]:
        """The logical position of a position on the screen."""
        return pos_px[0] / self.scale, pos_px[1] / self.scale

    def to_pixel_rect(self, rect: FRect) -> Rect:
        """The screen pixels of a logical rectangle, moved by ``shifted`` and ``moved_px``."""
        left, top = self.to_pixels(rect.x + self._shift[0]), self.to_pixels(rect.y + self._shift[1])
        right, bottom = self.to_pixels(rect.right + self._shift[0]), self.to_pixels(rect.bottom + self._shift[1])
        return Rect(left + self._moved[0], top + self._moved[1], right - left, bottom - top)

    @property
    def min_target_size(self) -> float:
        """Minimum width and height that answer the pointer, logical pixels: 44, and 44 pixels of the screen."""
        return max(MIN_TARGET_SIZE, MIN_TARGET_SIZE / self.scale)

    def row_gap(self, minimum: float, height: float = MIN_TARGET_SIZE) -> float:
        """Distance between two rows of controls of this height, so that their areas of ``min_target_size`` don't
        overlap."""
        return max(minimum, self.min_target_size - height)

    def blit(self, target: Surface, surface: Surface, x: float, y: float, anchor: Anchor = "topleft") -> None:
        """Draw a surface with its ``anchor`` at a logical position."""
        place = surface.get_rect()
        setattr(place, anchor, (self.to_pixels(x + self._shift[0]), self.to_pixels(y + self._shift[1])))
        target.blit(surface, place.move(self._moved))

    def fill(self, target: Surface, colour: Colour, rect: FRect) -> None:
        """Fill a logical rectangle, at least one pixel wide and high: hairlines, bars of a plot."""
        area = self.to_pixel_rect(rect)
        target.fill(colour, (area.left, area.top, max(1, area.width), max(1, area.height)))

    @contextmanager
    def shifted(self, dx: float, dy: float) -> Iterator[None]:
        """Move everything that is drawn inside the ``with``."""
        before = self._shift
        self._shift = (before[0] + dx, before[1] + dy)
        try:
            yield
        finally:
            self._shift = before

    @contextmanager
    def moved_px(self, dx: int, dy: int) -> Iterator[None]:
        """Move everything that is drawn inside the ``with`` by so many pixels: nothing changes its size on its way."""
        before = self._moved
        self._moved = (before[0] + dx, before[1] + dy)
        try:
            yield
        finally:
            self._moved = before

    @contextmanager
    def at_origin(self, x: float, y: float) -> Iterator[None]:
        """Put (0, 0) at this position, whatever shift is in force: for drawing on another surface."""
        with self.shifted(x - self._shift[0], y - self._shift[1]), self.moved_px(-self._moved[0], -self._moved[1]):
            yield

    @contextmanager
    def clipped(self, target: Surface, rect: FRect) -> Iterator[None]:
        """Draw only inside a logical rectangle."""
        before = target.get_clip()
        target.set_clip(self.to_pixel_rect(rect).clip(before))
        try:
            yield
        finally:
            target.set_clip(before)
