"""A gamepad pilot for the real program, on a profile's folder, and virtual gamepads created by SDL."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pygame

from scenes.app import App
from scenes.selftest import gamepad_pilot
from scenes.shell.window.sdl_functions import sdl_function
from tests.support.profile_pilot import Pilot


class GamepadPilot(gamepad_pilot.GamepadPilot[App], Pilot):
    """A simulated player who uses the real program by gamepad."""


def added_event(index: int) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERDEVICEADDED, device_index=index, guid="")


def removed_event(pad: int = 0) -> pygame.Event:
    return pygame.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=pad)


class VirtualGamepad:
    """A virtual gamepad of SDL. Its events come from SDL, even for windows without the focus."""

    def __init__(self) -> None:
        _set_background_events(b"1")
        attach = sdl_function("SDL_JoystickAttachVirtual")
        assert attach is not None
        self.index = attach(1, 6, 15, 0)
        assert self.index >= 0
        self._pad: ctypes.c_void_p | None = None

    def open(self, number: int) -> None:
        """Get its handle, after the program has opened it."""
        find = sdl_function("SDL_JoystickFromInstanceID", ctypes.c_void_p)
        assert find is not None
        self._pad = ctypes.c_void_p(find(number))

    def button(self, number: int, *, held: bool) -> None:
        press = sdl_function("SDL_JoystickSetVirtualButton")
        assert press is not None and press(self._pad, number, int(held)) == 0

    def unplug(self) -> None:
        detach = sdl_function("SDL_JoystickDetachVirtual")
        assert detach is not None
        detach(self.index)
        _set_background_events(b"0")


def _set_background_events(value: bytes) -> None:
    """Set SDL's hint for gamepad events in windows without the focus; ``1`` enables them."""
    setting = sdl_function("SDL_SetHint")
    assert setting is not None
    setting(b"SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", value)


def sdl_events() -> Iterator[pygame.Event]:
    pygame.event.pump()
    yield from pygame.event.get()
