"""The window as scenes draw on it: the unchanged first drawings of a frame come from a saved picture.

A frame of the table is a long list of drawings, of which only the last ones move: cards in the air fly above everything
that lies still. ``FrameCache`` compares each drawing with the one at the same index in the frame before, and holds back
those that are equal. At the first different one it draws everything held back at once, from a saved picture. Callers
need to tell it nothing, and the result is the same to the pixel.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from pygame import Color, Rect, Surface
from pygame.typing import ColorLike, Point, RectLike

MIN_GAIN = 8
"""Minimum number of additional unchanged drawings before a new picture is saved: saving costs a full-screen blit."""


class Drawing(NamedTuple):
    """One call that draws. Surfaces are compared by identity, as none is changed after it is made."""

    surface: Surface | None
    """None for a filled rectangle."""
    alpha: int | None
    """Alpha of the whole surface, the only thing about it that may change."""
    place: tuple[float, ...]
    area: tuple[float, ...]
    flags: int
    colour: tuple[int, ...]
    clip: tuple[int, ...]


class FrameCache(Surface):
    """A surface that draws on another one inside ``on``, and redraws only what has changed.

    It supports what scenes need of a surface: ``blit``, ``fill``, the clip, sizes and single pixels.
    """

    def __init__(self) -> None:
        super().__init__((1, 1))
        self._target: Surface = self
        self._last: list[Drawing] = []
        """Drawings of the frame before."""
        self._now: list[Drawing] = []
        self._saved: Surface | None = None
        self._length = 0
        """Number of drawings of the frame before that the saved picture shows; 0 without one."""
        self._equal = False
        """Whether every drawing of this frame so far equals that of the frame before."""
        self._changed_at = 0
        """Index of the first drawing that differed in the frame before."""
        self._held = False
        """Whether drawings are being held back."""
        self.reused = 0
        """Number of drawings of the last frame that came from the saved picture."""
        self._clip: tuple[int, ...] = ()
        self._size = (0, 0)

    @contextmanager
    def on(self, target: Surface) -> Iterator[None]:
        """Draw a frame on ``target`` inside the ``with``; all of it, if the surface or its size has changed."""
        if target is not self._target or target.get_size() != self._size:
            self._target, self._size, self._last, self._length = target, target.get_size(), [], 0
        self._now = []
        self.reused = 0
        self._equal = True
        self._held = self._length > 0
        self._clip = tuple(target.get_clip())
        yield
        self._flush()
        if self._equal:
            self._end_equal_part()
        self._last = self._now

    # --- a surface ----------------------------------------------------------------------------------------------------

    def blit(
        self,
        source: Surface,
        dest: Point | RectLike = (0, 0),
        area: RectLike | None = None,
        special_flags: int = 0,
    ) -> Rect:
        """Draw a surface, now or at the first difference. Return an empty rectangle: the changed one is unknown."""
        place: tuple[float, ...] = tuple(dest)  # type: ignore[arg-type]  # a point or a rectangle, not one of pygame's other forms
        part = () if area is None else _corners(area)
        self._take(Drawing(source, source.get_alpha(), place, part, special_flags, (), self._clip))
        return Rect(0, 0, 0, 0)

    def fill(self, color: ColorLike, rect: RectLike | None = None, special_flags: int = 0) -> Rect:
        """Fill a rectangle, now or at the first difference."""
        place = () if rect is None else _corners(rect)
        self._take(Drawing(None, None, place, (), special_flags, tuple(Color(color)), self._clip))
        return Rect(0, 0, 0, 0)

    def set_clip(self, rect: RectLike | None, /) -> None:
        """Restrict drawing to a rectangle."""
        self._target.set_clip(rect)
        self._clip = tuple(self._target.get_clip())

    def get_clip(self) -> Rect:
        """The rectangle that drawing is restricted to."""
        return self._target.get_clip()

    def get_at(self, x_y: Point, /) -> Color:
        """A pixel's colour after everything drawn so far."""
        self._flush()
        return self._target.get_at(x_y)

    def get_rect(self, **places: object) -> Rect:
        """The whole surface's rectangle."""
        return self._target.get_rect(**places)

    def get_size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return self._target.get_size()

    def get_width(self) -> int:
        """Width, pixels."""
        return self._target.get_width()

    def get_height(self) -> int:
        """Height, pixels."""
        return self._target.get_height()

    # --- saving ------------------------------------------------------------------------------------------------------

    def _take(self, drawing: Drawing) -> None:
        at = len(self._now)
        if self._equal and (at >= len(self._last) or self._last[at] != drawing):
            self._flush()
            self._end_equal_part()
        self._now.append(drawing)
        if not self._held:
            self._draw(drawing)
        elif at + 1 == self._length:
            self._show_saved()

    def _end_equal_part(self) -> None:
        """End the equal part of the frame; save it as a picture if it ended here in the last frame, too."""
        self._equal = False
        at = len(self._now)
        if at == self._changed_at and at >= self._length + MIN_GAIN:
            if self._saved is None or self._saved.get_size() != self._target.get_size():
                self._saved = Surface(self._target.get_size(), depth=self._target.get_bitsize())
            self._copy(self._saved, self._target)
            self._length = at
        self._changed_at = at

    def _show_saved(self) -> None:
        assert self._saved is not None
        self._held, self.reused = False, self._length
        self._copy(self._target, self._saved)

    @staticmethod
    def _copy(target: Surface, source: Surface) -> None:
        clip = target.get_clip()
        target.set_clip(None)
        target.blit(source, (0, 0))
        target.set_clip(clip)

    def _flush(self) -> None:
        """Draw one by one what was held back: the frame differs before the saved picture is complete."""
        if not self._held:
            return
        self._held, self._length = False, 0
        for drawing in self._now:
            self._draw(drawing)

    def _draw(self, drawing: Drawing) -> None:
        target = self._target
        if tuple(target.get_clip()) != drawing.clip:
            target.set_clip(drawing.clip)
        if drawing.surface is None:
            target.fill(drawing.colour, drawing.place or None, drawing.flags)
        else:
            target.blit(drawing.surface, drawing.place, drawing.area or None, drawing.flags)
        if drawing.clip != self._clip:
            target.set_clip(self._clip)


def _corners(rect: RectLike) -> tuple[int, int, int, int]:
    whole = Rect(rect)
    return whole.x, whole.y, whole.w, whole.h
