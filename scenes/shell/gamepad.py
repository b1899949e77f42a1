"""Gamepads: what is pressed on them becomes the keys that do the same, so that no screen knows of them.

Buttons are named by SDL's mapping (``pygame.CONTROLLER_BUTTON_A`` and so on), which knows most pads by itself. On a pad
of Nintendo's, A and B are where its labels say.
"""

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pygame

from scenes.render.key_events import MENU_KEY

DEAD_ZONE = 0.35
"""Deflection, 0 … 1, from which a stick points somewhere."""
RELEASE_ZONE = 0.25
"""Deflection below which it no longer does: a stick at the edge of the dead zone doesn't stutter."""
TURN_FACTOR = 1.3
"""Factor by which the other axis must be deflected further until a held stick points that way instead."""
REPEAT_DELAY_MS, REPEAT_INTERVAL_MS = 400.0, 90.0
"""Milliseconds until a held direction is repeated, and then between two repetitions."""
SCROLL_NOTCHES_PER_MS = 0.018
"""Notches of a mouse wheel per millisecond that the right stick scrolls at most."""
_AXIS_MAX = 32767
"""Deflection of an axis as SDL counts it."""

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
"""Button -> the key that does the same and its modifiers. Ctrl+Enter is Enter, wherever the focus is."""
RULES_KEY = pygame.K_r
"""The key of the right trigger; the left one is held as Shift."""
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
"""Events that come besides; SDL makes its controllers of them, so they can't be blocked."""
_OTHER_DEVICE_EVENTS = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.FINGERDOWN)
"""Events of other devices, after which the prompts name keys again."""

_NAMES_BY_STYLE = (
    ("playstation", ("playstation", "dualsense", "dualshock", "ps3", "ps4", "ps5", "sony")),
    ("switch", ("switch", "nintendo", "joy-con", "joycon", "wii")),
)
"""Style of the buttons' signs -> parts of the names of its pads; all others have those of an Xbox."""

Direction = tuple[int, int]
"""Steps to the right and down."""


def style_of(name: str) -> str:
    """The style of a pad's signs by its name: ``playstation``, ``switch`` or ``xbox``.

    >>> style_of("PS5 Controller"), style_of("Nintendo Switch Pro Controller"), style_of("Steam Deck")
    ('playstation', 'switch', 'xbox')
    """
    small = name.lower()
    return next((style for style, parts in _NAMES_BY_STYLE if any(part in small for part in parts)), "xbox")


class Gamepad:
    """What is held on one gamepad.

    Args:
        style: as ``style_of``.
        device: SDL's controller, kept open as long as it is here.
    """

    def __init__(self, style: str = "xbox", device: Any = None) -> None:
        self.style = style
        self.device = device
        self.axes: dict[int, float] = {}
        """Axis -> deflection, −1 … 1."""
        self.stick_direction: Direction | None = None
        """Where the left stick points."""
        self.pulled_triggers: set[int] = set()
        """The triggers that are pulled."""

    def set_axis(self, axis: int, value: int) -> bool:
        """Set an axis; False if nothing follows from that."""
        self.axes[axis] = value / _AXIS_MAX
        if axis in _STICK_AXES:
            return self._direction() != self.stick_direction
        if axis in _TRIGGER_AXES:
            return self._is_pulled(axis) != (axis in self.pulled_triggers)
        return axis == _SCROLL_AXIS

    def read_stick_direction(self) -> Direction | None:
        """Let the stick point where it is held now, and return that."""
        self.stick_direction = self._direction()
        return self.stick_direction

    def update_trigger(self, axis: int) -> bool:
        """Take over how a trigger is held; True if it is pulled."""
        (self.pulled_triggers.add if self._is_pulled(axis) else self.pulled_triggers.discard)(axis)
        return axis in self.pulled_triggers

    def _is_pulled(self, axis: int) -> bool:
        return self.axes.get(axis, 0.0) >= (RELEASE_ZONE if axis in self.pulled_triggers else DEAD_ZONE)

    def _direction(self) -> Direction | None:
        x, y = (self.axes.get(axis, 0.0) for axis in _STICK_AXES)
        far = RELEASE_ZONE if self.stick_direction else DEAD_ZONE
        if max(abs(x), abs(y)) < far:
            return None
        across = abs(x) * (TURN_FACTOR if self.stick_direction and self.stick_direction[0] else 1.0)
        down = abs(y) * (TURN_FACTOR if self.stick_direction and self.stick_direction[1] else 1.0)
        return (int(math.copysign(1, x)), 0) if across >= down else (0, int(math.copysign(1, y)))

    @property
    def scroll_deflection(self) -> float:
        """How far the right stick is pushed down beyond the dead zone, −1 … 1."""
        y = self.axes.get(_SCROLL_AXIS, 0.0)
        return math.copysign(max(0.0, abs(y) - DEAD_ZONE) / (1 - DEAD_ZONE), y)


class Gamepads:
    """All gamepads: opens them as they are plugged in and turns what they do into keys and turns of the wheel.

    Args:
        show_pointer: shows the mouse's pointer, or hides it while a pad is used.
    """

    def __init__(self, show_pointer: Callable[[bool], object]) -> None:
        self._show_pointer = show_pointer
        self.last_used_style = ""
        """Style of the pad that was used last; empty after any other device."""
        self.was_unplugged = False
        """Whether the pad in use has been unplugged; whoever says so to the player sets it back."""
        self._gamepads: dict[int, Gamepad] = {}
        self._last_gamepad: int | None = None
        """The pad that was used last."""
        self._held_directions: dict[tuple[int, int], Direction] = {}
        """Pad and button (−1 is the stick) -> direction, in the order in which they were pressed."""
        self._repeat_ms = REPEAT_DELAY_MS
        """Milliseconds until the direction that was pressed last is repeated."""
        self._hides_pointer = False
        self._is_started = False
        self._open_controller: Callable[[int], Any] | None = None
        """Opens the controller of an index."""

    def start(self) -> None:
        """Look for gamepads from now on, once; not before the first picture, as it can take long."""
        if self._is_started:
            return
        self._is_started = True
        try:
            from pygame._sdl2 import controller  # noqa: PLC0415  # 7 ms of the start

            controller.init()
            self._open_controller = controller.Controller
        except (ImportError, pygame.error):
            return  # this computer's SDL has no gamepads

    def __len__(self) -> int:
        return len(self._gamepads)

    @property
    def gamepad_ids(self) -> tuple[int, ...]:
        """SDL's numbers of the pads that are here."""
        return tuple(self._gamepads)

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until something is repeated; infinite while no direction is held."""
        if any(pad.scroll_deflection for pad in self._gamepads.values()):
            return 0.0
        return self._repeat_ms if self._held_directions else math.inf

    # --- what comes in ----------------------------------------------------------------------------------------------

    def to_key_events(
        self, events: Iterable[pygame.Event], dt: float, *, is_typing: bool = False
    ) -> list[pygame.Event]:
        """The events with those of pads as keys; first what is repeated in these dt milliseconds.

        Nothing comes of a stick at rest, which trembles a little all the time.

        Args:
            events: what has happened.
            dt: milliseconds that passed before that.
            writing: whether text is being typed; A and X then end that.
        """
        return [*self._repeat_events(dt), *self._translate(events, is_typing)]

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
        """Follow an event of another device."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._release_all()
        elif event.type in _OTHER_DEVICE_EVENTS:
            self.last_used_style = ""
        if self._hides_pointer and (
            event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.MOUSEMOTION and any(event.rel))
        ):
            self._hides_pointer = False
            self._show_pointer(True)

    # --- the devices ------------------------------------------------------------------------------------------------

    def _open(self, index: int) -> None:
        with contextlib.suppress(pygame.error):  # it may be unplugged again
            if self._open_controller is not None:
                device = self._open_controller(index)
                self._gamepads[device.id] = Gamepad(style_of(device.name), device)

    def _close(self, number: int) -> None:
        """Forget a pad that was unplugged; what it held is let go."""
        self._held_directions = {held: way for held, way in self._held_directions.items() if held[0] != number}
        self._gamepads.pop(number, None)
        if number == self._last_gamepad:
            self._last_gamepad, self.was_unplugged = None, bool(self.last_used_style)
            self.last_used_style = (
                next((pad.style for pad in self._gamepads.values()), "") if self.last_used_style else ""
            )

    def _gamepad(self, number: int) -> Gamepad:
        return self._gamepads.setdefault(number, Gamepad())

    def _set_last_used(self, number: int) -> None:
        """Name this pad's buttons in prompts from now on, and hide the pointer."""
        self._last_gamepad, self.last_used_style = number, self._gamepad(number).style
        if not self._hides_pointer:
            self._hides_pointer = True
            self._show_pointer(False)

    def _release_all(self) -> None:
        """Let go of everything: the window gets no more events."""
        self._held_directions.clear()
        for pad in self._gamepads.values():
            pad.axes.clear()
            pad.pulled_triggers.clear()
            pad.stick_direction = None

    # --- what it means ----------------------------------------------------------------------------------------------

    def _button_events(self, number: int, button: int, is_typing: bool) -> Iterator[pygame.Event]:
        if button in _D_PAD_DIRECTIONS:
            yield from self._press_direction(number, button, _D_PAD_DIRECTIONS[button])
        elif is_typing and button in (pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_X):
            yield _key_event(pygame.K_RETURN)
        elif button in KEYS_BY_BUTTON:
            yield _key_event(*KEYS_BY_BUTTON[button])

    def _axis_events(self, number: int, axis: int, value: int) -> Iterator[pygame.Event]:
        pad = self._gamepad(number)
        before = pad.scroll_deflection
        moves = pad.set_axis(axis, value)
        if axis == _SCROLL_AXIS:
            if pad.scroll_deflection and not before:
                self._set_last_used(number)
        elif not moves:
            return
        elif axis in _TRIGGER_AXES:
            if pad.update_trigger(axis):
                self._set_last_used(number)
                if axis == pygame.CONTROLLER_AXIS_TRIGGERRIGHT:
                    yield _key_event(RULES_KEY)
        else:
            self._held_directions.pop((number, -1), None)
            way = pad.read_stick_direction()
            if way is not None:
                self._set_last_used(number)
                yield from self._press_direction(number, -1, way)

    def _press_direction(self, number: int, button: int, direction: Direction) -> Iterator[pygame.Event]:
        self._held_directions.pop((number, button), None)
        self._held_directions[number, button] = direction
        self._repeat_ms = REPEAT_DELAY_MS
        yield self._arrow_event(number, direction)

    def _repeat_events(self, dt: float) -> Iterator[pygame.Event]:
        """Repeat the direction that was pressed last, at most once, however long it took; scroll on."""
        if self._held_directions:
            self._repeat_ms -= dt
            if self._repeat_ms <= 0:
                self._repeat_ms = max(self._repeat_ms + REPEAT_INTERVAL_MS, 1.0)
                (number, _), way = next(reversed(self._held_directions.items()))
                yield self._arrow_event(number, way)
        for pad in self._gamepads.values():
            by = -pad.scroll_deflection * abs(pad.scroll_deflection) * SCROLL_NOTCHES_PER_MS * dt
            if by:
                yield pygame.Event(
                    pygame.MOUSEWHEEL, x=0, y=round(by), precise_x=0.0, precise_y=by, flipped=False, touch=False
                )

    def _arrow_event(self, number: int, direction: Direction) -> pygame.Event:
        held = pygame.CONTROLLER_AXIS_TRIGGERLEFT in self._gamepad(number).pulled_triggers
        return _key_event(_ARROW_KEYS[direction], pygame.KMOD_LSHIFT if held else 0)


def _key_event(key: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
