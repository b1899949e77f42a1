"""Waiting for input without polling: SDL's own wait.

``pygame.event.wait`` looks for events every millisecond, which takes 2.5 % of a core. SDL's own wait takes 0.04 % and
wakes up within half a millisecond, because the system wakes it. What comes from other threads wakes it by
``wake_window``.
"""

import contextlib
from collections.abc import Callable

import pygame

from scenes.shell.sdl_functions import sdl_function

WAKING_DRIVERS = ("x11", "wayland", "windows", "cocoa")
"""SDL video drivers that the system wakes up; with all others SDL looks every millisecond, too."""

WaitFunction = Callable[[None, int], int]
WAKE_EVENT = pygame.event.custom_type()
"""An event for which there is nothing to do: it only ends the wait."""


def wake_window() -> None:
    """End the window's wait for input. Any thread may call this."""
    with contextlib.suppress(pygame.error):  # the window is closed
        pygame.event.post(pygame.Event(WAKE_EVENT))


def find_sdl_wait() -> WaitFunction | None:
    """Find ``SDL_WaitEventTimeout``; None where it would poll or isn't found.

    Called with None it leaves the events in the queue. Its second argument is a number of milliseconds.
    """
    return sdl_function("SDL_WaitEventTimeout") if pygame.display.get_driver() in WAKING_DRIVERS else None
