"""Translates gamepad events into equivalent key events, so that screens handle keys only.

Buttons have the names of SDL's mapping (``pygame.CONTROLLER_BUTTON_A`` and so on), which covers most gamepads. On
Nintendo's gamepads, A and B follow the labels.
"""

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pygame

from scenes.ui.key_events import MENU_KEY

DEAD_ZONE = 0.35
"""Minimum deflection, 0 … 1, at which a stick has a direction."""
RELEASE_ZONE = 0.25
"""Deflection below which a held stick is released. Lower than ``DEAD_ZONE``, so that the direction does not flicker."""
AXIS_SWITCH_FACTOR = 1.3
"""Factor by which the other axis must exceed the current one before a held stick changes direction."""
REPEAT_DELAY_MS, REPEAT_INTERVAL_MS = 400.0, 90.0
"""Milliseconds until a held direction is first repeated, and between further repetitions."""
SCROLL_NOTCHES_PER_MS = 0.018
"""Maximum mouse wheel notches per millisecond scrolled by the right stick."""
_AXIS_MAX = 32767
"""Maximum deflection of an axis in SDL's units."""

_ARROW_KEYS = {(-1, 0): pygame.K_LEFT, (1, 0): pygame.K_RIGHT, (0, -1): pygame.K_UP, (0, 1): pygame.K_DOWN}
_D_PAD_DIRECTIONS = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0, 1),
}
KEYS_BY_BUTTON: Mapping[int, tuple[int, int]] = MappingProxyType(
    {
        pygame.CONTROLLER_BUTTON_A: (pygame.K_SPACE, 0),
        pygame.CONTROLLER_BUTTON_B: (pygame.K_ESCAPE, 0),
        pygame.CONTROLLER_BUTTON_X: (pygame.K_RETURN, pygame.KMOD_LCTRL),
        pygame.CONTROLLER_BUTTON_Y: (pygame.K_h, 0),
        pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (pygame.K_TAB, pygame.KMOD_LSHIFT),
        pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (pygame.K_TAB, 0),
        pygame.CONTROLLER_BUTTON_BACK: (pygame.K_l, 0),
        pygame.CONTROLLER_BUTTON_START: (MENU_KEY, 0),
        pygame.CONTROLLER_BUTTON_LEFTSTICK: (pygame.K_z, pygame.KMOD_LCTRL),
    }
)
"""Key and modifiers for each button. Ctrl+Enter confirms wherever the focus is."""
RULES_KEY = pygame.K_r
"""Key of the right trigger; the left trigger acts as Shift."""
_STICK_AXES = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
_SCROLL_AXIS = pygame.CONTROLLER_AXIS_RIGHTY
_TRIGGER_AXES = (pygame.CONTROLLER_AXIS_TRIGGERLEFT, pygame.CONTROLLER_AXIS_TRIGGERRIGHT)

_JOYSTICK_EVENTS = (
    pygame.JOYAXISMOTION,
    pygame.JOYBALLMOTION,
    pygame.JOYHATMOTION,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.JOYDEVICEADDED,
    pygame.JOYDEVICEREMOVED,
    pygame.CONTROLLERSENSORUPDATE,
    pygame.CONTROLLERTOUCHPADDOWN,
    pygame.CONTROLLERTOUCHPADMOTION,
    pygame.CONTROLLERTOUCHPADUP,
)
"""Joystick events, which duplicate the controller events. SDL derives the latter from them, so they can't be
blocked."""
_OTHER_DEVICE_EVENTS = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.FINGERDOWN)
"""Events of other input devices, after which key hints show keys again."""

_NAMES_BY_STYLE = (
    ("playstation", ("playstation", "dualsense", "dualshock", "ps3", "ps4", "ps5", "sony")),
    ("switch", ("switch", "nintendo", "joy-con", "joycon", "wii")),
)
"""Parts of gamepad names for each style of button symbols; all others have Xbox symbols."""

Direction = tuple[int, int]
"""Unit vector: right and down."""


def style_of(name: str) -> str:
    """Return the style of a gamepad's button symbols by its name: ``playstation``, ``switch`` or ``xbox``.

    >>> style_of("PS5 Controller"), style_of("Nintendo Switch Pro Controller"), style_of("Steam Deck")
    ('playstation', 'switch', 'xbox')
    """
    small = name.lower()
    return next((style for style, parts in _NAMES_BY_STYLE if any(part in small for part in parts)), "xbox")


class Gamepad:
    """State of one gamepad.

    Args:
        style: see ``style_of``.
        device: SDL's controller; this reference keeps it open.
    """

    def __init__(self, style: str = "xbox", device: Any = None) -> None:
        self.style = style
        self.device = device
        self.axes: dict[int, float] = {}
        """Deflection of each axis, −1 … 1."""
        self.stick_direction: Direction | None = None
        """Direction of the left stick; None at rest."""
        self.pulled_triggers: set[int] = set()
        """Axes of the pulled triggers."""

    def set_axis(self, axis: int, value: int) -> None:
        """Store the deflection of a gamepad's axis, −32768 … 32767. Direction and triggers are updated separately."""
        self.axes[axis] = value / _AXIS_MAX

    def is_stick_outdated(self) -> bool:
        """Whether the axes of a gamepad's left stick give another direction than ``stick_direction``."""
        return self._direction() != self.stick_direction

    def update_stick_direction(self) -> None:
        """Update the direction of a gamepad's left stick from its axes."""
        self.stick_direction = self._direction()

    def is_trigger_outdated(self, axis: int) -> bool:
        """Whether a gamepad's trigger was pulled or released since ``update_trigger``."""
        return self._is_pulled(axis) != (axis in self.pulled_triggers)

    def update_trigger(self, axis: int) -> None:
        """Add a gamepad's trigger to ``pulled_triggers`` or remove it, by the deflection of its axis."""
        (self.pulled_triggers.add if self._is_pulled(axis) else self.pulled_triggers.discard)(axis)

    def _is_pulled(self, axis: int) -> bool:
        return self.axes.get(axis, 0.0) >= (RELEASE_ZONE if axis in self.pulled_triggers else DEAD_ZONE)

    def _direction(self) -> Direction | None:
        x, y = (self.axes.get(axis, 0.0) for axis in _STICK_AXES)
        far = RELEASE_ZONE if self.stick_direction else DEAD_ZONE
        if max(abs(x), abs(y)) < far:
            return None
        across = abs(x) * (AXIS_SWITCH_FACTOR if self.stick_direction and self.stick_direction[0] else 1.0)
        down = abs(y) * (AXIS_SWITCH_FACTOR if self.stick_direction and self.stick_direction[1] else 1.0)
        return (int(math.copysign(1, x)), 0) if across >= down else (0, int(math.copysign(1, y)))

    @property
    def scroll_deflection(self) -> float:
        """Vertical deflection of a gamepad's right stick beyond the dead zone, −1 … 1, down is positive."""
        y = self.axes.get(_SCROLL_AXIS, 0.0)
        return math.copysign(max(0.0, abs(y) - DEAD_ZONE) / (1 - DEAD_ZONE), y)


class Gamepads:
    """Opens all gamepads as they are plugged in and translates their events into key and wheel events.

    Args:
        show_pointer: shows or hides the mouse pointer, which is hidden while a gamepad is used.
    """

    def __init__(self, show_pointer: Callable[[bool], object]) -> None:
        self._show_pointer = show_pointer
        self.last_used_style = ""
        """Style of the gamepad used last; empty if another device was used since."""
        self.was_unplugged = False
        """Whether the gamepad in use was unplugged. The application resets it after informing the player."""
        self._gamepads: dict[int, Gamepad] = {}
        self._last_gamepad_id: int | None = None
        """Id of the gamepad used last; None if none was used."""
        self._held_directions: dict[tuple[int, int], Direction] = {}
        """Direction by gamepad id and button (−1 for the stick), in the order of pressing."""
        self._repeat_ms = REPEAT_DELAY_MS
        """Milliseconds until the direction pressed last is repeated."""
        self._is_pointer_hidden = False
        self._is_enabled = False
        self._open_controller: Callable[[int], Any] | None = None
        """Opens the controller with an SDL device index; None before ``enable``."""

    def enable(self) -> None:
        """Enable gamepads, only once. Called after the first frame, because it can be slow."""
        if self._is_enabled:
            return
        self._is_enabled = True
        try:
            from pygame._sdl2 import controller  # noqa: PLC0415  # 7 ms of the start

            controller.init()
            self._open_controller = controller.Controller
        except (ImportError, pygame.error):
            return  # this build of SDL has no controller support

    def __len__(self) -> int:
        return len(self._gamepads)

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until a gamepad's direction is repeated; 0 while scrolling, infinite while nothing is held."""
        if any(pad.scroll_deflection for pad in self._gamepads.values()):
            return 0.0
        return self._repeat_ms if self._held_directions else math.inf

    # --- what comes in ----------------------------------------------------------------------------------------------

    def to_key_events(
        self, events: Iterable[pygame.Event], elapsed_ms: float, *, is_typing: bool = False
    ) -> list[pygame.Event]:
        """Translate gamepad events into key events, after repetitions of the held direction that are due.

        The jitter of a stick at rest produces no events.

        Args:
            events: all new events.
            elapsed_ms: milliseconds before the events.
            is_typing: whether a text field is being edited; A and X then end editing.
        """
        return [*self._repeat_and_scroll_events(elapsed_ms), *self._translate(events, is_typing)]

    def _translate(self, events: Iterable[pygame.Event], is_typing: bool) -> Iterator[pygame.Event]:
        for event in events:
            if event.type == pygame.CONTROLLERBUTTONDOWN:
                self._set_last_used(event.instance_id)
                yield from self._button_events(event.instance_id, event.button, is_typing)
            elif event.type == pygame.CONTROLLERBUTTONUP:
                self._held_directions.pop((event.instance_id, event.button), None)
            elif event.type == pygame.CONTROLLERAXISMOTION:
                yield from self._axis_events(event.instance_id, event.axis, event.value)
            elif event.type == pygame.CONTROLLERDEVICEADDED:
                self._open(event.device_index)
            elif event.type == pygame.CONTROLLERDEVICEREMOVED:
                self._close(event.instance_id)
            elif event.type not in _JOYSTICK_EVENTS:
                self._note_other_device(event)
                yield event

    def _note_other_device(self, event: pygame.Event) -> None:
        """Update the gamepads' state after an event of another input device."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._release_all()
        elif event.type in _OTHER_DEVICE_EVENTS:
            self.last_used_style = ""
        if self._is_pointer_hidden and (
            event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.MOUSEMOTION and any(event.rel))
        ):
            self._is_pointer_hidden = False
            self._show_pointer(True)

    # --- the devices ------------------------------------------------------------------------------------------------

    def _open(self, device_index: int) -> None:
        with contextlib.suppress(pygame.error):  # it may be unplugged again
            if self._open_controller is not None:
                device = self._open_controller(device_index)
                self._gamepads[device.id] = Gamepad(style_of(device.name), device)

    def _close(self, gamepad_id: int) -> None:
        """Remove an unplugged gamepad and release its directions."""
        self._held_directions = {held: way for held, way in self._held_directions.items() if held[0] != gamepad_id}
        self._gamepads.pop(gamepad_id, None)
        if gamepad_id == self._last_gamepad_id:
            self._last_gamepad_id, self.was_unplugged = None, bool(self.last_used_style)
            self.last_used_style = (
                next((pad.style for pad in self._gamepads.values()), "") if self.last_used_style else ""
            )

    def _gamepad(self, gamepad_id: int) -> Gamepad:
        return self._gamepads.setdefault(gamepad_id, Gamepad())

    def _set_last_used(self, gamepad_id: int) -> None:
        """Show the symbols of the gamepad used last in key hints, and hide the pointer."""
        self._last_gamepad_id, self.last_used_style = gamepad_id, self._gamepad(gamepad_id).style
        if not self._is_pointer_hidden:
            self._is_pointer_hidden = True
            self._show_pointer(False)

    def _release_all(self) -> None:
        """Release all gamepad buttons and axes, because the window gets no events without focus."""
        self._held_directions.clear()
        for pad in self._gamepads.values():
            pad.axes.clear()
            pad.pulled_triggers.clear()
            pad.stick_direction = None

    # --- what it means ----------------------------------------------------------------------------------------------

    def _button_events(self, gamepad_id: int, button: int, is_typing: bool) -> Iterator[pygame.Event]:
        if button in _D_PAD_DIRECTIONS:
            yield from self._press_direction(gamepad_id, button, _D_PAD_DIRECTIONS[button])
        elif is_typing and button in (pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_X):
            yield _key_event(pygame.K_RETURN)
        elif button in KEYS_BY_BUTTON:
            yield _key_event(*KEYS_BY_BUTTON[button])

    def _axis_events(self, gamepad_id: int, axis: int, value: int) -> Iterator[pygame.Event]:
        pad = self._gamepad(gamepad_id)
        before = pad.scroll_deflection
        pad.set_axis(axis, value)
        if axis == _SCROLL_AXIS:
            if pad.scroll_deflection and not before:
                self._set_last_used(gamepad_id)
        elif axis in _TRIGGER_AXES:
            if not pad.is_trigger_outdated(axis):
                return
            pad.update_trigger(axis)
            if axis in pad.pulled_triggers:
                self._set_last_used(gamepad_id)
                if axis == pygame.CONTROLLER_AXIS_TRIGGERRIGHT:
                    yield _key_event(RULES_KEY)
        elif axis in _STICK_AXES and pad.is_stick_outdated():
            self._held_directions.pop((gamepad_id, -1), None)
            pad.update_stick_direction()
            if pad.stick_direction is not None:
                self._set_last_used(gamepad_id)
                yield from self._press_direction(gamepad_id, -1, pad.stick_direction)

    def _press_direction(self, gamepad_id: int, button: int, direction: Direction) -> Iterator[pygame.Event]:
        self._held_directions.pop((gamepad_id, button), None)
        self._held_directions[gamepad_id, button] = direction
        self._repeat_ms = REPEAT_DELAY_MS
        yield self._make_arrow_key_event(gamepad_id, direction)

    def _repeat_and_scroll_events(self, elapsed_ms: float) -> Iterator[pygame.Event]:
        """Repeat the gamepad direction pressed last, at most once per frame, and continue scrolling."""
        if self._held_directions:
            self._repeat_ms -= elapsed_ms
            if self._repeat_ms <= 0:
                self._repeat_ms = max(self._repeat_ms + REPEAT_INTERVAL_MS, 1.0)
                (number, _), direction = next(reversed(self._held_directions.items()))
                yield self._make_arrow_key_event(number, direction)
        for pad in self._gamepads.values():
            notches = -pad.scroll_deflection * abs(pad.scroll_deflection) * SCROLL_NOTCHES_PER_MS * elapsed_ms
            if notches:
                yield pygame.Event(
                    pygame.MOUSEWHEEL,
                    x=0,
                    y=round(notches),
                    precise_x=0.0,
                    precise_y=notches,
                    flipped=False,
                    touch=False,
                )

    def _make_arrow_key_event(self, gamepad_id: int, direction: Direction) -> pygame.Event:
        held = pygame.CONTROLLER_AXIS_TRIGGERLEFT in self._gamepad(gamepad_id).pulled_triggers
        return _key_event(_ARROW_KEYS[direction], pygame.KMOD_LSHIFT if held else 0)


def _key_event(key: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
