"""SDL functions that pygame doesn't offer, called with ctypes in the library that pygame has loaded.

If the library isn't found, the application polls for events, presents whole frames, and takes the whole screen for the
work area.
"""

import ctypes
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pygame
from pygame import Rect

HEADLESS_DRIVERS = ("dummy", "offscreen")
"""SDL video drivers without a visible window."""
FULLSCREEN_FLAG, MINIMISED_FLAG, MAXIMISED_FLAG = 0x1, 0x40, 0x80
"""Bits of ``WindowFunctions.flags``: https://wiki.libsdl.org/SDL2/SDL_WindowFlags."""
_HIDDEN_FLAG = 0x8

SdlFunction = Callable[..., Any]


def sdl_function(name: str, result_type: Any = ctypes.c_int) -> SdlFunction | None:
    """Return an SDL function; None if it isn't found."""
    # dlsym also searches the dependencies of pygame's module; on Windows the DLL must be named.
    library = "SDL2.dll" if sys.platform == "win32" else pygame.base.__file__
    try:
        found = getattr(ctypes.CDLL(library), name)
    except (OSError, AttributeError, TypeError):
        return None
    found.restype = result_type
    return found  # type: ignore[no-any-return]


class WindowFunctions:
    """SDL's functions for one window.

    Args:
        window_id: SDL's id of the window.
    """

    def __init__(self, window_id: int) -> None:
        find = sdl_function("SDL_GetWindowFromID", ctypes.c_void_p)
        self._window = ctypes.c_void_p(find(window_id)) if find else None
        self._update = sdl_function("SDL_UpdateWindowSurfaceRects")
        self._flags = sdl_function("SDL_GetWindowFlags", ctypes.c_uint32)
        self._borders = sdl_function("SDL_GetWindowBordersSize")

    def present_areas(self, areas: Sequence[Rect]) -> bool:
        """Present these areas of the window surface, pixels, with SDL; return whether SDL did so."""
        if not self._window or self._update is None:
            return False
        numbers = (ctypes.c_int * (4 * len(areas)))(*(number for area in areas for number in area))
        return self._update(self._window, numbers, len(areas)) == 0  # type: ignore[no-any-return]

    def flags(self) -> int | None:
        """Return the window's SDL flags; None if unknown."""
        return self._flags(self._window) if self._window and self._flags else None

    def frame_offset(self) -> tuple[int, int]:
        """Return the width of the window frame's left border and the height of its top; 0 if unknown."""
        top, left = ctypes.c_int(), ctypes.c_int()
        if not self._window or self._borders is None:
            return 0, 0
        found = self._borders(self._window, ctypes.byref(top), ctypes.byref(left), None, None) == 0
        return (left.value, top.value) if found else (0, 0)


def work_areas() -> list[Rect]:
    """Return the work area (the part free for windows) of each display, in desktop coordinates, main display first."""
    pygame.display.init()
    usable, number = sdl_function("SDL_GetDisplayUsableBounds"), pygame.display.get_num_displays()
    areas = []
    for i in range(number if usable else 0):
        area = (ctypes.c_int * 4)()
        if usable and usable(i, area) == 0:
            areas.append(Rect(*area))
    return areas or [Rect((0, 0), pygame.display.get_desktop_sizes()[0])]
