"""Least-recently-used cache of surfaces with a budget in bytes that depends on the window size."""

import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import pygame
from pygame import Surface

FIXED_BYTES, SCREENS_IN_BUDGET = 48 << 20, 3.4
"""Cache budget of a window: constant bytes, plus the pixels of this number of screens.

Home screen and table need a background of one screen each. The rest of a table takes one screen at rest, and another
while twelve cards fly, each drawn at every angle on its way. Small windows have nearly as many texts and cards, so the
constant does not follow the size. At 3840x2160 the program takes 120 MB without drawings, and may take 300 MB.
"""
MEMORY_DIVISOR = 12
"""The budget is at most this fraction (1/n) of the machine's memory."""
PROTECTED_INTERMEDIATES_DIVISOR = 6
"""Intermediates are dropped first only while they take more than this fraction (1/n) of the budget."""
DEFAULT_MEMORY_BYTES = 4 << 30
"""Assumed memory where the system doesn't report it (Windows)."""
_REHEARSAL_COUNT = 2
"""Number of dry runs of a frame, as the sizes of some drawings depend on others."""


def physical_memory_bytes() -> int:
    """Return the machine's memory in bytes."""
    if sys.platform == "win32":
        return DEFAULT_MEMORY_BYTES
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):  # names unknown on this system
        return DEFAULT_MEMORY_BYTES


def cache_budget_bytes(picture_size: tuple[int, int], memory_bytes: int) -> int:
    """Return the cache budget in bytes for a frame of this size in pixels, on a machine with this memory.

    >>> [cache_budget_bytes(size, 8 << 30) >> 20 for size in ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))]
    [59, 74, 95, 155]
    >>> cache_budget_bytes((3840, 2160), 1 << 30) >> 20
    85
    """
    return min(
        FIXED_BYTES + int(SCREENS_IN_BUDGET * 4 * picture_size[0] * picture_size[1]), memory_bytes // MEMORY_DIVISOR
    )


class SurfaceCache:
    """Least-recently-used cache of surfaces, limited by their bytes.

    An intermediate is a surface that only serves to make others and isn't needed once they are cached. Intermediates
    are dropped before all others, except for the last few.
    """

    def __init__(self, budget_bytes: int) -> None:
        self.budget_bytes = budget_bytes
        """Maximum bytes of pixels. A single larger surface stays until the next one is made."""
        self.used_bytes = 0
        """Bytes of pixels in the cache."""
        self.created_count = 0
        """Number of surfaces made so far."""
        self._surfaces: OrderedDict[Hashable, Surface] = OrderedDict()
        self._intermediates: OrderedDict[Hashable, Surface] = OrderedDict()
        self._intermediate_bytes = 0
        self._missing: list[Callable[[], Surface]] | None = None
        """Collects makers of missing surfaces during ``collect_missing``; None otherwise."""

    def __len__(self) -> int:
        return len(self._surfaces) + len(self._intermediates)

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """Return the cached surface of a key, made now if it is missing."""
        return self._get_or_make(self._surfaces, key, make)

    def get_intermediate(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """Return the cached intermediate surface of a key, made now if it is missing."""
        return self._get_or_make(self._intermediates, key, make)

    def _get_or_make(
        self, surfaces: OrderedDict[Hashable, Surface], key: Hashable, make: Callable[[], Surface]
    ) -> Surface:
        cached = surfaces.get(key)
        if cached is not None:
            surfaces.move_to_end(key)
            return cached
        if self._missing is not None:
            self._missing.append(lambda: self._get_or_make(surfaces, key, make))
            return Surface((1, 1), pygame.SRCALPHA)
        surface = make()
        self.created_count += 1
        surfaces[key] = surface
        self.used_bytes += pixel_bytes(surface)
        if surfaces is self._intermediates:
            self._intermediate_bytes += pixel_bytes(surface)
        self._evict_oldest()
        return surface

    @property
    def is_collecting(self) -> bool:
        """Whether missing surfaces are only collected; drawings made of their replacements must not be kept."""
        return self._missing is not None

    @contextmanager
    def collect_missing(self) -> Iterator[list[Callable[[], Surface]]]:
        """Collect the functions that make the cache's missing surfaces inside the ``with``, to be called later.

        Meanwhile a missing surface is replaced by a single transparent pixel.
        """
        missing = self._missing = []
        try:
            yield missing
        finally:
            self._missing = None

    def make_drawings_for(self, draw: Callable[[], None]) -> Iterator[None]:
        """Make all surfaces that ``draw`` uses and the cache lacks; yield after each one."""
        for _ in range(_REHEARSAL_COUNT):
            with self.collect_missing() as missing:
                draw()
            for make in missing:
                make()
                yield

    def _evict_oldest(self) -> None:
        while self.used_bytes > self.budget_bytes and len(self) > 1:
            if self._intermediate_bytes > self.budget_bytes // PROTECTED_INTERMEDIATES_DIVISOR or not self._surfaces:
                size = pixel_bytes(self._intermediates.popitem(last=False)[1])
                self._intermediate_bytes -= size
            else:
                size = pixel_bytes(self._surfaces.popitem(last=False)[1])
            self.used_bytes -= size

    def has(self, key: Hashable) -> bool:
        """Whether the surface of a key is cached; False for intermediates."""
        return key in self._surfaces

    def clear(self) -> None:
        """Drop all surfaces from the cache."""
        self._surfaces.clear()
        self._intermediates.clear()
        self.used_bytes = self._intermediate_bytes = 0


class ScaledSurfacePool:
    """Pool of surfaces for scaled drawings, reused from frame to frame, because allocation costs as much as scaling."""

    def __init__(self) -> None:
        self._free_surfaces: dict[tuple[int, int], list[Surface]] = {}
        self._used_surfaces: list[Surface] = []
        self._scaled_copies: dict[tuple[int, tuple[int, int], bool], tuple[Surface, Surface]] = {}
        """Sources and scaled copies of this frame, shared by equal drawings such as the backs on a table."""

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Draw a frame inside the ``with``, reusing the last frame's scaled surfaces. Unused ones are freed."""
        for surface in self._used_surfaces:
            self._free_surfaces.setdefault(surface.get_size(), []).append(surface)
        self._used_surfaces = []
        yield
        self._free_surfaces.clear()
        self._scaled_copies.clear()

    def scale(self, drawing: Surface, size: tuple[int, int], *, fast: bool = False) -> Surface:
        """Return a scaled copy of a drawing, valid for this frame only. ``fast`` scales faster, for drawings without
        sharp edges."""
        key = id(drawing), size, fast
        source_and_copy = self._scaled_copies.get(key)
        if source_and_copy is None:
            source_and_copy = self._scaled_copies[key] = drawing, self._scale(drawing, size, fast=fast)
        return source_and_copy[1]

    def _scale(self, drawing: Surface, size: tuple[int, int], *, fast: bool) -> Surface:
        scale = pygame.transform.scale if fast else pygame.transform.smoothscale
        width, height = drawing.get_size()
        whole = width + width // 8, height + height // 8  # spare pixels: animations overshoot their size a little
        if size[0] > whole[0] or size[1] > whole[1]:
            return scale(drawing, size)
        free = self._free_surfaces.get(whole)
        sheet = free.pop() if free else Surface(whole, pygame.SRCALPHA)
        self._used_surfaces.append(sheet)
        return scale(drawing, size, sheet.subsurface((0, 0, *size)))

    def scale_by(self, drawing: Surface, factor: float) -> Surface:
        """Return a copy of a drawing scaled by a factor, valid for this frame; the drawing itself for 1."""
        if factor == 1.0:
            return drawing
        return self.scale(
            drawing, (max(1, round(drawing.get_width() * factor)), max(1, round(drawing.get_height() * factor)))
        )


class ReusedPixels:
    """A pixel buffer that is redrawn from time to time and handed out as a new surface each time.

    The new identity lets ``IncrementalSurface`` detect the change, without allocating memory.
    """

    def __init__(self, flags: int = pygame.SRCALPHA) -> None:
        self._flags = flags
        self._pixels = Surface((1, 1), flags)

    def surface(self, size: tuple[int, int]) -> Surface:
        """Return a new surface of this size on the reused pixel buffer, with its old contents."""
        width, height = max(1, size[0]), max(1, size[1])
        if width > self._pixels.get_width() or height > self._pixels.get_height():
            self._pixels = Surface((width, height), self._flags)
        return self._pixels.subsurface((0, 0, width, height))

    def clear(self) -> None:
        """Free the reused pixel buffer."""
        self._pixels = Surface((1, 1), self._flags)


def pixel_bytes(surface: Surface) -> int:
    """Return the size of a surface's pixels in bytes."""
    return surface.get_pitch() * surface.get_height()
