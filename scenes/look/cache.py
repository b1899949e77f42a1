"""A least-recently-used cache of drawings within a budget of bytes, and how large that is for a window."""

import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import pygame
from pygame import Surface

FIXED, SCREENS = 48 << 20, 3.4
"""Budget of a window's drawings: bytes, and besides the pixels of so many screens.

A screen is a background, of which home screen and table need one each. What else a table shows takes one screen at
rest, and another one while twelve cards are in the air, each drawn at every angle on its way. Small windows have the
same texts and cards in nearly as many sizes, so not everything follows the size. At 3840x2160 the program needs 120 MB
without drawings, the window included, and may take 300.
"""
SHARE = 12
"""The budget is at most one part in so many of the machine's memory."""
FEW_PARTS = 6
"""Parts that take at most one in so many of the budget's bytes are not dropped before other drawings."""
USUAL_MEMORY = 4 << 30
"""Bytes of memory where the system doesn't tell (Windows)."""
_REHEARSALS = 2
"""How often a picture is rehearsed: the size of some drawings follows from that of others."""


def physical_memory() -> int:
    """Bytes of the machine's memory."""
    if sys.platform == "win32":
        return USUAL_MEMORY
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):  # a system without these two names
        return USUAL_MEMORY


def budget_for(picture: tuple[int, int], memory: int) -> int:
    """Bytes of drawings to keep for a picture of this width and height in pixels, on a machine with that much memory.

    >>> [budget_for(size, 8 << 30) >> 20 for size in ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))]
    [59, 74, 95, 155]
    >>> budget_for((3840, 2160), 1 << 30) >> 20
    85
    """
    return min(FIXED + int(SCREENS * 4 * picture[0] * picture[1]), memory // SHARE)


class SurfaceCache:
    """Surfaces by key; those unused for longest are dropped first.

    A part is a surface that only serves to make others, and isn't needed while they are kept. Parts are dropped before
    all others, except for the last few.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        """Maximum bytes of pixels. A single drawing larger than this is kept until the next one."""
        self.held = 0
        """Bytes of pixels in the cache."""
        self.made = 0
        """Number of surfaces that were made so far."""
        self._kept: OrderedDict[Hashable, Surface] = OrderedDict()
        self._parts: OrderedDict[Hashable, Surface] = OrderedDict()
        self._parts_held = 0
        self._missing: list[Callable[[], Surface]] | None = None
        """Where drawings that aren't in the cache are noted; None while they are made."""
        self._asked: list[Hashable] | None = None
        """Where the keys of drawings are noted; None usually."""

    def __len__(self) -> int:
        return len(self._kept) + len(self._parts)

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """The drawing of a key, made now if it isn't in the cache."""
        return self._take(self._kept, key, make)

    def part(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """The part of a key, made now if it isn't in the cache."""
        return self._take(self._parts, key, make)

    def _take(self, shelf: OrderedDict[Hashable, Surface], key: Hashable, make: Callable[[], Surface]) -> Surface:
        if self._asked is not None:
            self._asked.append(key)
        kept = shelf.get(key)
        if kept is not None:
            shelf.move_to_end(key)
            return kept
        if self._missing is not None:
            self._missing.append(lambda: self._take(shelf, key, make))
            return Surface((1, 1), pygame.SRCALPHA)
        made = make()
        self.made += 1
        shelf[key] = made
        self.held += pixel_bytes(made)
        if shelf is self._parts:
            self._parts_held += pixel_bytes(made)
        self._make_room()
        return made

    @contextmanager
    def rehearsed(self) -> Iterator[list[Callable[[], Surface]]]:
        """Note inside the ``with`` what would have to be made; each can be made later by calling it.

        A drawing that isn't in the cache is a single clear pixel meanwhile.
        """
        missing = self._missing = []
        try:
            yield missing
        finally:
            self._missing = None

    def make_for(self, draw: Callable[[], None]) -> Iterator[None]:
        """Make everything that ``draw`` uses and the cache lacks; yields after each drawing."""
        for _ in range(_REHEARSALS):
            with self.rehearsed() as missing:
                draw()
            for make in missing:
                make()
                yield

    @contextmanager
    def noted(self) -> Iterator[list[Hashable]]:
        """Note inside the ``with`` the keys of all drawings that are used, in order; none is made meanwhile."""
        before, self._asked = self._asked, []
        try:
            with self.rehearsed():
                yield self._asked
        finally:
            self._asked = before

    def keys(self) -> dict[int, Hashable]:
        """The key of each drawing in the cache, by the drawing's ``id``."""
        return {id(surface): key for key, surface in self._kept.items()}

    def _make_room(self) -> None:
        while self.held > self.budget and len(self) > 1:
            if self._parts_held > self.budget // FEW_PARTS or not self._kept:
                size = pixel_bytes(self._parts.popitem(last=False)[1])
                self._parts_held -= size
            else:
                size = pixel_bytes(self._kept.popitem(last=False)[1])
            self.held -= size

    def has(self, key: Hashable) -> bool:
        """Whether a key's drawing is in the cache."""
        return key in self._kept

    def clear(self) -> None:
        """Drop all drawings."""
        self._kept.clear()
        self._parts.clear()
        self.held = self._parts_held = 0


class Scratch:
    """Surfaces for scaled drawings of one frame each, used again in the next: new memory costs as much as scaling."""

    def __init__(self) -> None:
        self._free: dict[tuple[int, int], list[Surface]] = {}
        self._used: list[Surface] = []
        self._scaled: dict[tuple[int, tuple[int, int], bool], tuple[Surface, Surface]] = {}
        """What was scaled in this frame, with what it was scaled from: many backs lie on a table."""

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Draw a frame inside the ``with``, on the surfaces of the last one; those it doesn't need are freed."""
        for surface in self._used:
            self._free.setdefault(surface.get_size(), []).append(surface)
        self._used = []
        yield
        self._free.clear()
        self._scaled.clear()

    def scaled(self, drawing: Surface, size: tuple[int, int], *, soft: bool = False) -> Surface:
        """A copy of a drawing in another size for this frame; a ``soft`` one has no edges that would show steps."""
        key = id(drawing), size, soft
        found = self._scaled.get(key)
        if found is None:
            found = self._scaled[key] = drawing, self._scale(drawing, size, soft=soft)
        return found[1]

    def _scale(self, drawing: Surface, size: tuple[int, int], *, soft: bool) -> Surface:
        scale = pygame.transform.scale if soft else pygame.transform.smoothscale
        width, height = drawing.get_size()
        whole = width + width // 8, height + height // 8  # cards and words may overshoot a little
        if size[0] > whole[0] or size[1] > whole[1]:
            return scale(drawing, size)
        free = self._free.get(whole)
        sheet = free.pop() if free else Surface(whole, pygame.SRCALPHA)
        self._used.append(sheet)
        return scale(drawing, size, sheet.subsurface((0, 0, *size)))

    def grown(self, drawing: Surface, part: float) -> Surface:
        """A drawing as large as this part of it: itself for 1, else a copy for this frame."""
        if part == 1.0:
            return drawing
        return self.scaled(
            drawing, (max(1, round(drawing.get_width() * part)), max(1, round(drawing.get_height() * part)))
        )


class Sheet:
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
