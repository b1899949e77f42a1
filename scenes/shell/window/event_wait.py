"""Waits for input with ``SDL_WaitEventTimeout`` instead of polling.

``pygame.event.wait`` polls every millisecond, which takes 2.5 % of a core. SDL's wait takes 0.04 %, as the system wakes
it within half a millisecond. Other threads wake it with ``wake_window``.
"""

import contextlib
from collections.abc import Callable

import pygame

from scenes.shell.window.sdl_functions import sdl_function

WAKING_DRIVERS = ("x11", "wayland", "windows", "cocoa")
"""SDL video drivers with a blocking wait; with all others SDL polls every millisecond, too."""

WaitFunction = Callable[[None, int], int]
WAKE_EVENT = pygame.event.custom_type()
"""Event without effect that ends the wait."""


def wake_window() -> None:
    """End the window's wait for input at once. Any thread may call this."""
    with contextlib.suppress(pygame.error):  # the window is closed
        pygame.event.post(pygame.Event(WAKE_EVENT))


def find_sdl_wait() -> WaitFunction | None:
    """Return ``SDL_WaitEventTimeout``; None if it would poll or isn't found.

    Called with None and a number of milliseconds, it leaves the events in the queue.
    """
    return sdl_function("SDL_WaitEventTimeout") if pygame.display.get_driver() in WAKING_DRIVERS else None
