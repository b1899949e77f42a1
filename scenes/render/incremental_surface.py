"""Incremental repainting, which paints only the pixels of a frame that differ from the last frame.

Scenes draw everything in every frame. ``IncrementalSurface`` records the draw calls and compares them with the last
frame's. Only the areas of added and removed calls are repainted, from the lowest call up. Scenes need no dirty
rectangles, and the result is identical to a full repaint.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import pygame
from pygame import Color, Rect, Surface
from pygame.typing import ColorLike, Point, RectLike

TILES_PER_ROW = 60
"""Number of tiles in a row of the window. Repainted areas are rounded up to whole tiles."""


class DrawCall(NamedTuple):
    """One blit or fill recorded while a frame is drawn. Surfaces are compared by identity, as they are never changed
    after they are made."""

    surface: Surface | None
    """Surface to blit; None for a filled rectangle."""
    alpha: int | None
    """Alpha of the whole surface, its only property that may change; None for a fill or without alpha."""
    destination: tuple[float, ...]
    source_area: tuple[float, ...]
    flags: int
    colour: tuple[int, ...]
    clip: tuple[int, ...]

    def covered_pixels(self) -> Rect:
        """Return the bounds of the pixels that a draw call may change."""
        clip = Rect(self.clip)
        if self.surface is None:
            return Rect(self.destination).clip(clip) if self.destination else clip
        size = self.source_area[2:] if self.source_area else self.surface.get_size()
        return Rect(self.destination[:2], size).clip(clip)

    @property
    def is_opaque(self) -> bool:
        """Whether a draw call hides everything below it."""
        if self.flags:
            return False
        if self.surface is None:
            return True
        if self.source_area and not self.surface.get_rect().contains(self.source_area):
            return False
        see_through = self.surface.get_flags() & pygame.SRCALPHA or self.surface.get_colorkey() is not None
        return self.alpha in (None, 255) and not see_through


class IncrementalSurface(Surface):
    """A surface that records the draw calls of a frame and paints the changes on a target surface.

    It supports the methods that scenes use: ``blit``, ``fill``, the clip, sizes and single pixels.
    """

    def __init__(self) -> None:
        super().__init__((1, 1))
        self._target: Surface = self
        self._bounds = Rect(0, 0, 1, 1)
        self._clip: tuple[int, ...] = (0, 0, 1, 1)
        self._target_address = 0
        """Address of the target's pixels, which changes when the window is reopened."""
        self._shown_calls: list[DrawCall] = []
        """Draw calls that the target shows, the lowest first."""
        self._extents: list[Rect] = []
        """Bounds of each of the shown draw calls."""
        self._current_calls: list[DrawCall] = []
        """Draw calls of this frame so far."""
        self._must_repaint_all = True
        """Whether the target's contents are unknown."""
        self._background_count = 0
        """Number of draw calls of this frame that belong to the cached background; 0 without one."""
        self._background: tuple[IncrementalSurface, Surface] | None = None
        """Cache and pixels of the background."""
        self.painted_areas: list[Rect] = []
        """Areas of the target painted for the last frame."""

    @contextmanager
    def frame(self, target: Surface) -> Iterator[None]:
        """Record a frame's draw calls inside the ``with``, then paint the changes on ``target``. A changed target is
        repainted completely."""
        whole, pixels = target.get_rect(), target._pixels_address
        if target is not self._target or whole != self._bounds or pixels != self._target_address:
            self._target, self._bounds, self._target_address, self._must_repaint_all = target, whole, pixels, True
        self._current_calls, self._background_count = [], 0
        self._clip = tuple(target.get_clip())
        self.painted_areas = []
        yield
        self._paint()

    def invalidate(self) -> None:
        """Repaint the whole target in the next frame, as its contents were changed or lost."""
        self._must_repaint_all = True

    def cache_background(self) -> None:
        """Merge this frame's draw calls so far into one background surface.

        Later frames that also call this reuse it. It costs the memory of one screen, and pays off below a large area
        that changes in every frame. The background itself is repainted incrementally, too.
        """
        self._background_count = len(self._current_calls)

    # --- surface methods ----------------------------------------------------------------------------------------------

    def blit(
        self,
        source: Surface,
        dest: Point | RectLike = (0, 0),
        area: RectLike | None = None,
        special_flags: int = 0,
    ) -> Rect:
        """Record a blit as a draw call of this frame. Return an empty rectangle, as the changed area is not yet
        known."""
        place: tuple[float, ...] = tuple(dest)  # type: ignore[arg-type]  # scenes pass points and rectangles only
        part = () if area is None else _rect_tuple(area)
        self._current_calls.append(DrawCall(source, source.get_alpha(), place, part, special_flags, (), self._clip))
        return Rect(0, 0, 0, 0)

    def fill(self, color: ColorLike, rect: RectLike | None = None, special_flags: int = 0) -> Rect:
        """Record a fill as a draw call of this frame."""
        place = () if rect is None else _rect_tuple(rect)
        self._current_calls.append(DrawCall(None, None, place, (), special_flags, tuple(Color(color)), self._clip))
        return Rect(0, 0, 0, 0)

    def set_clip(self, rect: RectLike | None, /) -> None:
        """Restrict this frame's drawing to a rectangle; None for the whole surface."""
        self._clip = tuple(self._bounds if rect is None else Rect(rect).clip(self._bounds))

    def get_clip(self) -> Rect:
        """Return the rectangle to which this frame's drawing is restricted."""
        return Rect(self._clip)

    def get_at(self, x_y: Point, /) -> Color:
        """Return a pixel's colour after all draw calls of this frame so far."""
        self._paint()
        return self._target.get_at(x_y)

    def get_rect(self, **places: object) -> Rect:
        return self._target.get_rect(**places)

    def get_size(self) -> tuple[int, int]:
        return self._bounds.size

    def get_width(self) -> int:
        return self._bounds.width

    def get_height(self) -> int:
        return self._bounds.height

    # --- painting ----------------------------------------------------------------------------------------------------

    def _paint(self) -> None:
        """Paint the changes by this frame's draw calls so far on the target."""
        calls, repainted = self._merge_background()
        if self._must_repaint_all:
            self._extents = [drawing.covered_pixels() for drawing in calls]
            changed = [self._bounds]
        elif calls == self._shown_calls and not repainted:
            return
        else:
            changed = merge_into_tiles([*self._compare(calls), *repainted], self._bounds)
        self._must_repaint_all = False
        self._shown_calls = calls
        clip = self._target.get_clip()
        for area in changed:
            self._paint_area(area)
        self._target.set_clip(clip)
        self.painted_areas += changed

    def _merge_background(self) -> tuple[list[DrawCall], list[Rect]]:
        """Return this frame's draw calls with the background as a single call, and the background's changed areas."""
        if not self._background_count:
            self._background = None
            return list(self._current_calls), []
        if self._background is None or self._background[1].get_size() != self._bounds.size:
            self._background = IncrementalSurface(), Surface(self._bounds.size, 0, self._target)
        cache, pixels = self._background
        with cache.frame(pixels):
            cache._current_calls = self._current_calls[: self._background_count]
        floor = DrawCall(pixels, pixels.get_alpha(), (0, 0), (), 0, (), tuple(self._bounds))
        return [floor, *self._current_calls[self._background_count :]], cache.painted_areas

    def _compare(self, new: list[DrawCall]) -> list[Rect]:
        """Return the areas of all draw calls added or removed since the last frame, and update their bounds."""
        old = self._shown_calls
        first, last = _common_end_lengths(old, new)
        old_end, new_end = len(old) - last, len(new) - last
        extents, changed = [], []
        at: dict[DrawCall, list[int]] = {}
        for i in range(first, old_end):
            at.setdefault(old[i], []).append(i)
        following = first
        for drawing in new[first:new_end]:
            places = at.get(drawing, ())
            i = bisect_left(places, following)
            if i < len(places):
                changed += self._extents[following : places[i]]
                following = places[i] + 1
                extents.append(self._extents[places[i]])
            else:
                extents.append(drawing.covered_pixels())
                changed.append(extents[-1])
        changed += self._extents[following:old_end]
        self._extents[first:old_end] = extents
        return changed

    def _paint_area(self, area: Rect) -> None:
        """Repaint an area of the target, from the topmost opaque draw call that covers all of it."""
        target, shown, extents = self._target, self._shown_calls, self._extents
        indices = area.collidelistall(extents)
        lowest = 0
        for i in range(len(indices) - 1, 0, -1):
            if extents[indices[i]].contains(area) and shown[indices[i]].is_opaque:
                lowest = i
                break
        target.set_clip(area)
        current_clip = tuple(self._bounds)
        for i in indices[lowest:]:
            surface, _, place, source_area, flags, colour, clip = shown[i]
            if clip != current_clip:
                target.set_clip(area.clip(clip))
                current_clip = clip
            if surface is None:
                target.fill(colour, place or None, flags)
            else:
                target.blit(surface, place, source_area or None, flags)


def cache_background(target: Surface) -> None:
    """Merge an incremental surface's draw calls so far into its cached background; do nothing for other surfaces."""
    if isinstance(target, IncrementalSurface):
        target.cache_background()


def _common_end_lengths(old: Sequence[DrawCall], new: Sequence[DrawCall]) -> tuple[int, int]:
    """Return the lengths of the common prefix and suffix of two frames' draw calls."""
    shorter = min(len(old), len(new))
    first = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    last = next((i for i in range(shorter - first) if old[-1 - i] != new[-1 - i]), shorter - first)
    return first, last


def merge_into_tiles(areas: Sequence[Rect], whole: Rect) -> list[Rect]:
    """Return disjoint rectangles of whole tiles that cover all areas to repaint.

    >>> merge_into_tiles([Rect(1, 1, 5, 5), Rect(9, 1, 2, 30), Rect(50, 50, 500, 9)], Rect(0, 0, 600, 100))
    [Rect(0, 0, 20, 40), Rect(50, 50, 500, 10)]
    """
    side = -(-whole.width // TILES_PER_ROW)
    rows = [0] * -(-whole.height // side)
    for area in areas:
        if area.width and area.height:
            left, right = area.left // side, -(-area.right // side)
            bits = (1 << right) - (1 << left)
            for row in range(area.top // side, -(-area.bottom // side)):
                rows[row] |= bits
    rects = []
    begun: dict[tuple[int, int], int] = {}
    """First row by the columns of the rectangles that reach down to the previous row."""
    for row, bits in enumerate([*rows, 0]):
        current = dict.fromkeys(_starts_and_ends_of_ones(bits), row)
        for columns, top in begun.items():
            if columns in current:
                current[columns] = top
            else:
                left, right = columns
                rects.append(Rect(left * side, top * side, (right - left) * side, (row - top) * side).clip(whole))
        begun = current
    return rects


def _starts_and_ends_of_ones(bits: int) -> Iterator[tuple[int, int]]:
    """Iterate over the start and end of each run of ones in an integer's bits, lowest first."""
    while bits:
        start = (bits & -bits).bit_length() - 1
        higher = bits >> start
        end = start + (higher ^ (higher + 1)).bit_length() - 1
        yield start, end
        bits = bits >> end << end


def _rect_tuple(rect: RectLike) -> tuple[int, int, int, int]:
    whole = Rect(rect)
    return whole.x, whole.y, whole.w, whole.h
