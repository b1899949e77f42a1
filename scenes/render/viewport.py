"""Mapping of logical to screen pixels: sizes, positions, clipping, translation."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Literal

from pygame import FRect, Rect, Surface

from scenes.render.space import Frame, Local, Outer, SceneSpace, WindowSpace
from scenes.render.theme import MIN_TARGET_SIZE, Colour

Anchor = Literal[
    "topleft", "midtop", "topright", "midleft", "center", "midright", "bottomleft", "midbottom", "bottomright"
]
BASE_SIZE = (1280, 720)
"""Minimum width and height of the canvas at factor 1, logical pixels."""


class Viewport:
    """A canvas of ``width`` by ``height`` logical pixels, mapped to the pixels of a window. A logical pixel is
    ``scale`` screen pixels."""

    def __init__(
        self,
        size: tuple[int, int],
        *,
        zoom: float = 1.0,
        min_size: tuple[float, float] = (0, 0),
        drawer_width_px: int = 0,
    ) -> None:
        self.size = size
        """Width and height of the window, pixels."""
        self.scale = min(size[0] / BASE_SIZE[0], size[1] / BASE_SIZE[1]) * zoom
        self.visible_size = ((size[0] - drawer_width_px) / self.scale, size[1] / self.scale)
        """Width and height of the visible part of the canvas, logical pixels."""
        self.width = max(self.visible_size[0], min_size[0])
        self.height = max(self.visible_size[1], min_size[1])
        self._shift_logical = (0.0, 0.0)
        self._shift_px = (0, 0)
        """Additional translation in screen pixels."""

    def to_pixels(self, v: float) -> int:
        """Convert a logical length to whole pixels."""
        return round(v * self.scale)

    @property
    def window_frame(self) -> Frame[WindowSpace, SceneSpace]:
        """The logical coordinates within the window's pixels."""
        return Frame(self.scale)

    @property
    def window_area(self) -> FRect:
        """The area of the whole window, logical pixels."""
        return self.window_frame.to_local_area(FRect(0, 0, *self.size))

    def frame_in(self, outer: "Viewport") -> Frame[Outer, Local]:
        """Return this viewport's logical coordinates within those of another one of the same window."""
        return Frame(self.scale / outer.scale)

    def to_shifted_pixel_rect(self, rect: FRect) -> Rect:
        """Convert a logical rectangle to screen pixels, moved by the current translations in logical and in screen
        pixels."""
        left, top = self.to_pixels(rect.x + self._shift_logical[0]), self.to_pixels(rect.y + self._shift_logical[1])
        right, bottom = (
            self.to_pixels(rect.right + self._shift_logical[0]),
            self.to_pixels(rect.bottom + self._shift_logical[1]),
        )
        return Rect(left + self._shift_px[0], top + self._shift_px[1], right - left, bottom - top)

    def width_of(self, surface: Surface) -> float:
        """Return the width of a drawing, logical pixels."""
        return surface.get_width() / self.scale

    def height_of(self, surface: Surface) -> float:
        """Return the height of a drawing, logical pixels."""
        return surface.get_height() / self.scale

    @property
    def min_target_size(self) -> float:
        """Minimum size of a pointer target, logical pixels: at least 44, and at least 44 screen pixels."""
        return max(MIN_TARGET_SIZE, MIN_TARGET_SIZE / self.scale)

    def row_gap(self, minimum: float, height: float = MIN_TARGET_SIZE) -> float:
        """Return the distance between two rows of controls at which their pointer targets don't overlap."""
        return max(minimum, self.min_target_size - height)

    def blit(self, target: Surface, surface: Surface, x: float, y: float, anchor: Anchor = "topleft") -> None:
        """Draw a surface with its ``anchor`` point at a logical position."""
        place = surface.get_rect()
        setattr(place, anchor, (self.to_pixels(x + self._shift_logical[0]), self.to_pixels(y + self._shift_logical[1])))
        target.blit(surface, place.move(self._shift_px))

    def fill(self, target: Surface, colour: Colour, rect: FRect) -> None:
        """Fill a logical rectangle, at least one pixel wide and high, as for hairlines and bars of a plot."""
        area = self.to_shifted_pixel_rect(rect)
        target.fill(colour, (area.left, area.top, max(1, area.width), max(1, area.height)))

    def drawable_area(self, target: Surface) -> FRect:
        """Return the area of a target that its clipping lets through, in logical pixels after the translations."""
        clip = target.get_clip().move(-self._shift_px[0], -self._shift_px[1])
        area = self.window_frame.to_local_area(FRect(clip))
        return area.move(-self._shift_logical[0], -self._shift_logical[1])

    @contextmanager
    def shift(self, dx: float, dy: float) -> Iterator[None]:
        """Translate all drawing inside the ``with`` by logical pixels."""
        before = self._shift_logical
        self._shift_logical = (before[0] + dx, before[1] + dy)
        try:
            yield
        finally:
            self._shift_logical = before

    @contextmanager
    def shift_px(self, dx: int, dy: int) -> Iterator[None]:
        """Translate all drawing inside the ``with`` by whole screen pixels, so that rounding keeps every size."""
        before = self._shift_px
        self._shift_px = (before[0] + dx, before[1] + dy)
        try:
            yield
        finally:
            self._shift_px = before

    def shift_as(self, other: "Viewport") -> AbstractContextManager[None]:
        """Return a context manager that translates all drawing by as many screen pixels as another viewport's."""
        return self.shift_px(other._shift_px[0] - self._shift_px[0], other._shift_px[1] - self._shift_px[1])

    @contextmanager
    def at_origin(self, x: float, y: float) -> Iterator[None]:
        """Place the logical origin at (x, y) of the target inside the ``with``, whatever the current translation is, to
        draw on another surface."""
        with (
            self.shift(x - self._shift_logical[0], y - self._shift_logical[1]),
            self.shift_px(-self._shift_px[0], -self._shift_px[1]),
        ):
            yield

    @contextmanager
    def clip(self, target: Surface, rect: FRect) -> Iterator[None]:
        """Restrict drawing inside the ``with`` to a logical rectangle."""
        before = target.get_clip()
        target.set_clip(self.to_shifted_pixel_rect(rect).clip(before))
        try:
            yield
        finally:
            target.set_clip(before)
