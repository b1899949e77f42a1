"""Waiting for input without polling: SDL's own wait.

``pygame.event.wait`` looks for events every millisecond, which takes 2.5 % of a core. SDL's own wait takes 0.04 % and
wakes up within half a millisecond, because the system wakes it.
"""

from collections.abc import Callable

import pygame

from scenes.shell.sdl import sdl_function

WAKING = ("x11", "wayland", "windows", "cocoa")
"""SDL video drivers that the system wakes up; with all others SDL looks every millisecond, too."""

Wait = Callable[[None, int], int]


def sdl_wait() -> Wait | None:
    """Find ``SDL_WaitEventTimeout``; None where it would poll or isn't found.

    Called with None it leaves the events in the queue. Its second argument is a number of milliseconds.
    """
    return sdl_function("SDL_WaitEventTimeout") if pygame.display.get_driver() in WAKING else None
