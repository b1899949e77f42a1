"""Waiting for input without polling: SDL's own wait, called in the library that pygame has loaded.

``pygame.event.wait`` looks for events every millisecond, which takes 2.5 % of a core. SDL's own wait takes 0.04 % and
wakes up within half a millisecond, because the system wakes it.
"""

import contextlib
import ctypes
import sys
from collections.abc import Callable

import pygame

WAKING = ("x11", "wayland", "windows", "cocoa")
"""SDL video drivers that the system wakes up; with all others SDL looks every millisecond, too."""

Wait = Callable[[None, int], int]


def sdl_wait() -> Wait | None:
    """Find ``SDL_WaitEventTimeout``; None where it would poll or isn't found.

    Called with None it leaves the events in the queue. Its second argument is a number of milliseconds.
    """
    if pygame.display.get_driver() not in WAKING:
        return None
    # A symbol is looked for in the libraries on which a library depends, too, except on Windows.
    library = "SDL2.dll" if sys.platform == "win32" else pygame.base.__file__
    with contextlib.suppress(OSError, AttributeError, TypeError):
        found: Wait = ctypes.CDLL(library).SDL_WaitEventTimeout
        return found
    return None
