"""A least-recently-used cache of drawings within a budget of bytes, and how large that is for a window."""

import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import pygame
from pygame import Surface

FIXED_BYTES, SCREENS_IN_BUDGET = 48 << 20, 3.4
"""Budget of a window's drawings: bytes, and besides the pixels of so many screens.

A screen is a background, of which home screen and table need one each. What else a table shows takes one screen at
rest, and another one while twelve cards are in the air, each drawn at every angle on its way. Small windows have the
same texts and cards in nearly as many sizes, so not everything follows the size. At 3840x2160 the program needs 120 MB
without drawings, the window included, and may take 300.
"""
MEMORY_DIVISOR = 12
"""The budget is at most one part in so many of the machine's memory."""
PROTECTED_PARTS_DIVISOR = 6
"""Parts that take at most one in so many of the budget's bytes are not dropped before other drawings."""
DEFAULT_MEMORY_BYTES = 4 << 30
"""Bytes of memory where the system doesn't tell (Windows)."""
_REHEARSAL_COUNT = 2
"""How often a picture is rehearsed: the size of some drawings follows from that of others."""


def physical_memory() -> int:
    """Bytes of the machine's memory."""
    if sys.platform == "win32":
        return DEFAULT_MEMORY_BYTES
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):  # a system without these two names
        return DEFAULT_MEMORY_BYTES


def cache_budget_bytes(picture_size: tuple[int, int], memory_bytes: int) -> int:
    """Bytes of drawings to keep for a picture of this width and height in pixels, on a machine with that much memory.

    >>> [cache_budget_bytes(size, 8 << 30) >> 20 for size in ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))]
    [59, 74, 95, 155]
    >>> cache_budget_bytes((3840, 2160), 1 << 30) >> 20
    85
    """
    return min(
        FIXED_BYTES + int(SCREENS_IN_BUDGET * 4 * picture_size[0] * picture_size[1]), memory_bytes // MEMORY_DIVISOR
    )


class SurfaceCache:
    """Surfaces by key; those unused for longest are dropped first.

    A part is a surface that only serves to make others, and isn't needed while they are kept. Parts are dropped before
    all others, except for the last few.
    """

    def __init__(self, budget_bytes: int) -> None:
        self.budget_bytes = budget_bytes
        """Maximum bytes of pixels. A single drawing larger than this is kept until the next one."""
        self.used_bytes = 0
        """Bytes of pixels in the cache."""
        self.created_count = 0
        """Number of surfaces that were made so far."""
        self._surfaces: OrderedDict[Hashable, Surface] = OrderedDict()
        self._intermediates: OrderedDict[Hashable, Surface] = OrderedDict()
        self._intermediate_bytes = 0
        self._missing: list[Callable[[], Surface]] | None = None
        """Where drawings that aren't in the cache are noted; None while they are made."""
        self._recorded_keys: list[Hashable] | None = None
        """Where the keys of drawings are noted; None usually."""

    def __len__(self) -> int:
        return len(self._surfaces) + len(self._intermediates)

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """The drawing of a key, made now if it isn't in the cache."""
        return self._get_or_make(self._surfaces, key, make)

    def get_intermediate(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """The part of a key, made now if it isn't in the cache."""
        return self._get_or_make(self._intermediates, key, make)

    def _get_or_make(
        self, surfaces: OrderedDict[Hashable, Surface], key: Hashable, make: Callable[[], Surface]
    ) -> Surface:
        if self._recorded_keys is not None:
            self._recorded_keys.append(key)
        kept = surfaces.get(key)
        if kept is not None:
            surfaces.move_to_end(key)
            return kept
        if self._missing is not None:
            self._missing.append(lambda: self._get_or_make(surfaces, key, make))
            return Surface((1, 1), pygame.SRCALPHA)
        made = make()
        self.created_count += 1
        surfaces[key] = made
        self.used_bytes += pixel_bytes(made)
        if surfaces is self._intermediates:
            self._intermediate_bytes += pixel_bytes(made)
        self._evict_oldest()
        return made

    @contextmanager
    def collect_missing(self) -> Iterator[list[Callable[[], Surface]]]:
        """Note inside the ``with`` what would have to be made; each can be made later by calling it.

        A drawing that isn't in the cache is a single clear pixel meanwhile.
        """
        missing = self._missing = []
        try:
            yield missing
        finally:
            self._missing = None

    def make_drawings_for(self, draw: Callable[[], None]) -> Iterator[None]:
        """Make everything that ``draw`` uses and the cache lacks; yields after each drawing."""
        for _ in range(_REHEARSAL_COUNT):
            with self.collect_missing() as missing:
                draw()
            for make in missing:
                make()
                yield

    @contextmanager
    def record_keys(self) -> Iterator[list[Hashable]]:
        """Note inside the ``with`` the keys of all drawings that are used, in order; none is made meanwhile."""
        before, self._recorded_keys = self._recorded_keys, []
        try:
            with self.collect_missing():
                yield self._recorded_keys
        finally:
            self._recorded_keys = before

    def keys_by_id(self) -> dict[int, Hashable]:
        """The key of each drawing in the cache, by the drawing's ``id``."""
        return {id(surface): key for key, surface in self._surfaces.items()}

    def _evict_oldest(self) -> None:
        while self.used_bytes > self.budget_bytes and len(self) > 1:
            if self._intermediate_bytes > self.budget_bytes // PROTECTED_PARTS_DIVISOR or not self._surfaces:
                size = pixel_bytes(self._intermediates.popitem(last=False)[1])
                self._intermediate_bytes -= size
            else:
                size = pixel_bytes(self._surfaces.popitem(last=False)[1])
            self.used_bytes -= size

    def has(self, key: Hashable) -> bool:
        """Whether a key's drawing is in the cache."""
        return key in self._surfaces

    def clear(self) -> None:
        """Drop all drawings."""
        self._surfaces.clear()
        self._intermediates.clear()
        self.used_bytes = self._intermediate_bytes = 0


class ScaledSurfacePool:
    """Surfaces for scaled drawings of one frame each, used again in the next: new memory costs as much as scaling."""

    def __init__(self) -> None:
        self._free_surfaces: dict[tuple[int, int], list[Surface]] = {}
        self._used_surfaces: list[Surface] = []
        self._scaled_copies: dict[tuple[int, tuple[int, int], bool], tuple[Surface, Surface]] = {}
        """What was scaled in this frame, with what it was scaled from: many backs lie on a table."""

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Draw a frame inside the ``with``, on the surfaces of the last one; those it doesn't need are freed."""
        for surface in self._used_surfaces:
            self._free_surfaces.setdefault(surface.get_size(), []).append(surface)
        self._used_surfaces = []
        yield
        self._free_surfaces.clear()
        self._scaled_copies.clear()

    def scaled(self, drawing: Surface, size: tuple[int, int], *, soft: bool = False) -> Surface:
        """A copy of a drawing in another size for this frame; a ``soft`` one has no edges that would show steps."""
        key = id(drawing), size, soft
        found = self._scaled_copies.get(key)
        if found is None:
            found = self._scaled_copies[key] = drawing, self._scale(drawing, size, soft=soft)
        return found[1]

    def _scale(self, drawing: Surface, size: tuple[int, int], *, soft: bool) -> Surface:
        scale = pygame.transform.scale if soft else pygame.transform.smoothscale
        width, height = drawing.get_size()
        whole = width + width // 8, height + height // 8  # cards and words may overshoot a little
        if size[0] > whole[0] or size[1] > whole[1]:
            return scale(drawing, size)
        free = self._free_surfaces.get(whole)
        sheet = free.pop() if free else Surface(whole, pygame.SRCALPHA)
        self._used_surfaces.append(sheet)
        return scale(drawing, size, sheet.subsurface((0, 0, *size)))

    def resized(self, drawing: Surface, factor: float) -> Surface:
        """A drawing as large as this part of it: itself for 1, else a copy for this frame."""
        if factor == 1.0:
            return drawing
        return self.scaled(
            drawing, (max(1, round(drawing.get_width() * factor)), max(1, round(drawing.get_height() * factor)))
        )


class ReusedPixels:
    """Pixels that are drawn anew from time to time; each time they are handed out as another surface.

    A frame that shows the drawing again thus differs from the frame before, and no memory is asked for.
    """

    def __init__(self, flags: int = pygame.SRCALPHA) -> None:
        self._flags = flags
        self._pixels = Surface((1, 1), flags)

    def surface(self, size: tuple[int, int]) -> Surface:
        """A surface of this size, with whatever was drawn there before."""
        width, height = max(1, size[0]), max(1, size[1])
        if width > self._pixels.get_width() or height > self._pixels.get_height():
            self._pixels = Surface((width, height), self._flags)
        return self._pixels.subsurface((0, 0, width, height))

    def clear(self) -> None:
        """Free the pixels."""
        self._pixels = Surface((1, 1), self._flags)


def pixel_bytes(surface: Surface) -> int:
    """Bytes of a surface's pixels."""
    return surface.get_pitch() * surface.get_height()
