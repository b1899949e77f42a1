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

from scenes.look.keys import MENU_KEY

DEAD_ZONE = 0.35
"""Deflection, 0 … 1, from which a stick points somewhere."""
LET_GO = 0.25
"""Deflection below which it no longer does: a stick at the edge of the dead zone doesn't stutter."""
TURNS = 1.3
"""Factor by which the other axis must be deflected further until a held stick points that way instead."""
REPEAT_AFTER, REPEAT_EVERY = 400.0, 90.0
"""Milliseconds until a held direction is repeated, and then between two repetitions."""
SCROLLING = 0.018
"""Notches of a mouse wheel per millisecond that the right stick scrolls at most."""
_FULL = 32767
"""Deflection of an axis as SDL counts it."""

_ARROWS = {(-1, 0): pygame.K_LEFT, (1, 0): pygame.K_RIGHT, (0, -1): pygame.K_UP, (0, 1): pygame.K_DOWN}
_D_PAD = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (-1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (1, 0),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (0, -1),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (0, 1),
}
KEYS: Mapping[int, tuple[int, int]] = MappingProxyType(
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
RULES = pygame.K_r
"""The key of the right trigger; the left one is held as Shift."""
_STICK = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
_SCROLL = pygame.CONTROLLER_AXIS_RIGHTY
_TRIGGERS = (pygame.CONTROLLER_AXIS_TRIGGERLEFT, pygame.CONTROLLER_AXIS_TRIGGERRIGHT)

_JOYSTICK = (
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
_BY_HAND = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.FINGERDOWN)
"""Events of other devices, after which the prompts name keys again."""

_STYLES = (
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
    return next((style for style, parts in _STYLES if any(part in small for part in parts)), "xbox")


class Pad:
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
        self.stick: Direction | None = None
        """Where the left stick points."""
        self.pulled: set[int] = set()
        """The triggers that are pulled."""

    def move(self, axis: int, value: int) -> bool:
        """Set an axis; False if nothing follows from that."""
        self.axes[axis] = value / _FULL
        if axis in _STICK:
            return self._pointed() != self.stick
        if axis in _TRIGGERS:
            return self._pulls(axis) != (axis in self.pulled)
        return axis == _SCROLL

    def point(self) -> Direction | None:
        """Let the stick point where it is held now, and return that."""
        self.stick = self._pointed()
        return self.stick

    def pull(self, axis: int) -> bool:
        """Take over how a trigger is held; True if it is pulled."""
        (self.pulled.add if self._pulls(axis) else self.pulled.discard)(axis)
        return axis in self.pulled

    def _pulls(self, axis: int) -> bool:
        return self.axes.get(axis, 0.0) >= (LET_GO if axis in self.pulled else DEAD_ZONE)

    def _pointed(self) -> Direction | None:
        x, y = (self.axes.get(axis, 0.0) for axis in _STICK)
        far = LET_GO if self.stick else DEAD_ZONE
        if max(abs(x), abs(y)) < far:
            return None
        across = abs(x) * (TURNS if self.stick and self.stick[0] else 1.0)
        down = abs(y) * (TURNS if self.stick and self.stick[1] else 1.0)
        return (int(math.copysign(1, x)), 0) if across >= down else (0, int(math.copysign(1, y)))

    @property
    def scrolled(self) -> float:
        """How far the right stick is pushed down beyond the dead zone, −1 … 1."""
        y = self.axes.get(_SCROLL, 0.0)
        return math.copysign(max(0.0, abs(y) - DEAD_ZONE) / (1 - DEAD_ZONE), y)


class Gamepads:
    """All gamepads: opens them as they are plugged in and turns what they do into keys and turns of the wheel.

    Args:
        show_pointer: shows the mouse's pointer, or hides it while a pad is used.
    """

    def __init__(self, show_pointer: Callable[[bool], object]) -> None:
        self._show_pointer = show_pointer
        self.used = ""
        """Style of the pad that was used last; empty after any other device."""
        self.lost = False
        """Whether the pad in use has been unplugged; whoever says so to the player sets it back."""
        self._pads: dict[int, Pad] = {}
        self._last: int | None = None
        """The pad that was used last."""
        self._held: dict[tuple[int, int], Direction] = {}
        """Pad and button (−1 is the stick) -> direction, in the order in which they were pressed."""
        self._wait = REPEAT_AFTER
        """Milliseconds until the direction that was pressed last is repeated."""
        self._hides_pointer = False
        self._started = False
        self._opens: Callable[[int], Any] | None = None
        """Opens the controller of an index."""

    def start(self) -> None:
        """Look for gamepads from now on, once; not before the first picture, as it can take long."""
        if self._started:
            return
        self._started = True
        try:
            from pygame._sdl2 import controller  # noqa: PLC0415  # 7 ms of the start

            controller.init()
            self._opens = controller.Controller
        except (ImportError, pygame.error):
            return  # this computer's SDL has no gamepads

    def __len__(self) -> int:
        return len(self._pads)

    @property
    def numbers(self) -> tuple[int, ...]:
        """SDL's numbers of the pads that are here."""
        return tuple(self._pads)

    @property
    def due(self) -> float:
        """Milliseconds until something is repeated; infinite while no direction is held."""
        if any(pad.scrolled for pad in self._pads.values()):
            return 0.0
        return self._wait if self._held else math.inf

    # --- what comes in ----------------------------------------------------------------------------------------------

    def keys(self, events: Iterable[pygame.Event], dt: float, *, writing: bool = False) -> list[pygame.Event]:
        """The events with those of pads as keys; first what is repeated in these dt milliseconds.

        Nothing comes of a stick at rest, which trembles a little all the time.

        Args:
            events: what has happened.
            dt: milliseconds that passed before that.
            writing: whether text is being typed; A and X then end that.
        """
        return [*self._repeated(dt), *self._translated(events, writing)]

    def _translated(self, events: Iterable[pygame.Event], writing: bool) -> Iterator[pygame.Event]:
        for event in events:
            if event.type == pygame.CONTROLLERBUTTONDOWN:
                self._use(event.instance_id)
                yield from self._pressed(event.instance_id, event.button, writing)
            elif event.type == pygame.CONTROLLERBUTTONUP:
                self._held.pop((event.instance_id, event.button), None)
            elif event.type == pygame.CONTROLLERAXISMOTION:
                yield from self._moved(event.instance_id, event.axis, event.value)
            elif event.type == pygame.CONTROLLERDEVICEADDED:
                self._open(event.device_index)
            elif event.type == pygame.CONTROLLERDEVICEREMOVED:
                self._close(event.instance_id)
            elif event.type not in _JOYSTICK:
                self._other(event)
                yield event

    def _other(self, event: pygame.Event) -> None:
        """Follow an event of another device."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._let_go()
        elif event.type in _BY_HAND:
            self.used = ""
        if self._hides_pointer and (
            event.type == pygame.MOUSEBUTTONDOWN or (event.type == pygame.MOUSEMOTION and any(event.rel))
        ):
            self._hides_pointer = False
            self._show_pointer(True)

    # --- the devices ------------------------------------------------------------------------------------------------

    def _open(self, index: int) -> None:
        with contextlib.suppress(pygame.error):  # it may be unplugged again
            if self._opens is not None:
                device = self._opens(index)
                self._pads[device.id] = Pad(style_of(device.name), device)

    def _close(self, number: int) -> None:
        """Forget a pad that was unplugged; what it held is let go."""
        self._held = {held: way for held, way in self._held.items() if held[0] != number}
        self._pads.pop(number, None)
        if number == self._last:
            self._last, self.lost = None, bool(self.used)
            self.used = next((pad.style for pad in self._pads.values()), "") if self.used else ""

    def _pad(self, number: int) -> Pad:
        return self._pads.setdefault(number, Pad())

    def _use(self, number: int) -> None:
        """Name this pad's buttons in prompts from now on, and hide the pointer."""
        self._last, self.used = number, self._pad(number).style
        if not self._hides_pointer:
            self._hides_pointer = True
            self._show_pointer(False)

    def _let_go(self) -> None:
        """Let go of everything: the window gets no more events."""
        self._held.clear()
        for pad in self._pads.values():
            pad.axes.clear()
            pad.pulled.clear()
            pad.stick = None

    # --- what it means ----------------------------------------------------------------------------------------------

    def _pressed(self, number: int, button: int, writing: bool) -> Iterator[pygame.Event]:
        if button in _D_PAD:
            yield from self._hold(number, button, _D_PAD[button])
        elif writing and button in (pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_X):
            yield _key(pygame.K_RETURN)
        elif button in KEYS:
            yield _key(*KEYS[button])

    def _moved(self, number: int, axis: int, value: int) -> Iterator[pygame.Event]:
        pad = self._pad(number)
        before = pad.scrolled
        moves = pad.move(axis, value)
        if axis == _SCROLL:
            if pad.scrolled and not before:
                self._use(number)
        elif not moves:
            return
        elif axis in _TRIGGERS:
            if pad.pull(axis):
                self._use(number)
                if axis == pygame.CONTROLLER_AXIS_TRIGGERRIGHT:
                    yield _key(RULES)
        else:
            self._held.pop((number, -1), None)
            way = pad.point()
            if way is not None:
                self._use(number)
                yield from self._hold(number, -1, way)

    def _hold(self, number: int, button: int, way: Direction) -> Iterator[pygame.Event]:
        self._held.pop((number, button), None)
        self._held[number, button] = way
        self._wait = REPEAT_AFTER
        yield self._arrow(number, way)

    def _repeated(self, dt: float) -> Iterator[pygame.Event]:
        """Repeat the direction that was pressed last, at most once, however long it took; scroll on."""
        if self._held:
            self._wait -= dt
            if self._wait <= 0:
                self._wait = max(self._wait + REPEAT_EVERY, 1.0)
                (number, _), way = next(reversed(self._held.items()))
                yield self._arrow(number, way)
        for pad in self._pads.values():
            by = -pad.scrolled * abs(pad.scrolled) * SCROLLING * dt
            if by:
                yield pygame.Event(
                    pygame.MOUSEWHEEL, x=0, y=round(by), precise_x=0.0, precise_y=by, flipped=False, touch=False
                )

    def _arrow(self, number: int, way: Direction) -> pygame.Event:
        held = pygame.CONTROLLER_AXIS_TRIGGERLEFT in self._pad(number).pulled
        return _key(_ARROWS[way], pygame.KMOD_LSHIFT if held else 0)


def _key(key: int, mod: int = 0) -> pygame.Event:
    return pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
