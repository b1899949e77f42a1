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
"""So many drawings more must have stayed the same before they are kept: keeping costs as much as the background."""


class Drawing(NamedTuple):
    """One thing that is drawn. Surfaces are the same when they are the same object: nobody changes one later."""

    surface: Surface | None
    """None for a plain rectangle."""
    alpha: int | None
    """Of the whole surface: that alone may change."""
    place: tuple[float, ...]
    area: tuple[float, ...]
    flags: int
    colour: tuple[int, ...]
    clip: tuple[int, ...]


class FrameCache(Surface):
    """Draws on another surface whatever is drawn on it, inside ``on``.

    Only what scenes need of a surface is here: ``blit``, ``fill``, the clip, sizes and single pixels.
    """

    def __init__(self) -> None:
        super().__init__((1, 1))
        self._under: Surface = self
        self._last: list[Drawing] = []
        """The frame before."""
        self._now: list[Drawing] = []
        self._kept: Surface | None = None
        self._length = 0
        """The kept picture shows so many drawings of the frame before; 0 when there is none."""
        self._equal = False
        """Whether every drawing of this frame was the same as in the frame before."""
        self._changed_at = 0
        """The first different drawing of the frame before."""
        self._held = False
        """Whether what is drawn now is held back."""
        self.spared = 0
        """So many drawings of the last frame came from the kept picture."""
        self._clip: tuple[int, ...] = ()
        self._size = (0, 0)

    @contextmanager
    def on(self, under: Surface) -> Iterator[None]:
        """Inside the ``with`` a frame is drawn on that surface; all of it anew when that or its size is another."""
        if under is not self._under or under.get_size() != self._size:
            self._under, self._size, self._last, self._length = under, under.get_size(), [], 0
        self._now = []
        self.spared = 0
        self._equal = True
        self._held = self._length > 0
        self._clip = tuple(under.get_clip())
        yield
        self._let_go()
        if self._equal:
            self._differs()
        self._last = self._now

    # --- a surface ----------------------------------------------------------------------------------------------------

    def blit(
        self,
        source: Surface,
        dest: Point | RectLike = (0, 0),
        area: RectLike | None = None,
        special_flags: int = 0,
    ) -> Rect:
        """Draw a surface, now or when the first different one comes. The rectangle that changes is not known yet."""
        place: tuple[float, ...] = tuple(dest)  # type: ignore[arg-type]  # a point or a rectangle, not one of pygame's other forms
        part = () if area is None else _corners(area)
        self._take(Drawing(source, source.get_alpha(), place, part, special_flags, (), self._clip))
        return Rect(0, 0, 0, 0)

    def fill(self, color: ColorLike, rect: RectLike | None = None, special_flags: int = 0) -> Rect:
        """Fill a rectangle, now or when the first different drawing comes."""
        place = () if rect is None else _corners(rect)
        self._take(Drawing(None, None, place, (), special_flags, tuple(Color(color)), self._clip))
        return Rect(0, 0, 0, 0)

    def set_clip(self, rect: RectLike | None, /) -> None:
        """Where may be drawn from now on."""
        self._under.set_clip(rect)
        self._clip = tuple(self._under.get_clip())

    def get_clip(self) -> Rect:
        """Where may be drawn."""
        return self._under.get_clip()

    def get_at(self, x_y: Point, /) -> Color:
        """A pixel, as everything that was drawn before has left it."""
        self._let_go()
        return self._under.get_at(x_y)

    def get_rect(self, **places: object) -> Rect:
        """The whole."""
        return self._under.get_rect(**places)

    def get_size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return self._under.get_size()

    def get_width(self) -> int:
        """Pixels."""
        return self._under.get_width()

    def get_height(self) -> int:
        """Pixels."""
        return self._under.get_height()

    # --- keeping ------------------------------------------------------------------------------------------------------

    def _take(self, drawing: Drawing) -> None:
        at = len(self._now)
        if self._equal and (at >= len(self._last) or self._last[at] != drawing):
            self._let_go()
            self._differs()
        self._now.append(drawing)
        if not self._held:
            self._draw(drawing)
        elif at + 1 == self._length:
            self._show_kept()

    def _differs(self) -> None:
        """All before was the same as in the last frame: keep it when it ended there in that frame too."""
        self._equal = False
        at = len(self._now)
        if at == self._changed_at and at >= self._length + MIN_GAIN:
            if self._kept is None or self._kept.get_size() != self._under.get_size():
                self._kept = Surface(self._under.get_size(), depth=self._under.get_bitsize())
            self._whole(self._kept, self._under)
            self._length = at
        self._changed_at = at

    def _show_kept(self) -> None:
        assert self._kept is not None
        self._held, self.spared = False, self._length
        self._whole(self._under, self._kept)

    @staticmethod
    def _whole(target: Surface, source: Surface) -> None:
        clip = target.get_clip()
        target.set_clip(None)
        target.blit(source, (0, 0))
        target.set_clip(clip)

    def _let_go(self) -> None:
        """What was held back is drawn one by one: less of it than was kept has come."""
        if not self._held:
            return
        self._held, self._length = False, 0
        for drawing in self._now:
            self._draw(drawing)

    def _draw(self, drawing: Drawing) -> None:
        under = self._under
        if tuple(under.get_clip()) != drawing.clip:
            under.set_clip(drawing.clip)
        if drawing.surface is None:
            under.fill(drawing.colour, drawing.place or None, drawing.flags)
        else:
            under.blit(drawing.surface, drawing.place, drawing.area or None, drawing.flags)
        if drawing.clip != self._clip:
            under.set_clip(self._clip)


def _corners(rect: RectLike) -> tuple[int, int, int, int]:
    whole = Rect(rect)
    return whole.x, whole.y, whole.w, whole.h
