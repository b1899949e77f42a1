"""Touch: what fingers do, as events of a pointer with one button. No screen knows of fingers.

SDL reports the first finger twice: as a mouse (events with ``touch``), and as a finger (``FINGERDOWN`` and its kin),
in this order. The mouse is enough, and tells the fingers apart: SDL lets only one at a time be a mouse. A finger isn't
a button, though: when it comes down, nobody knows yet whether it taps, drags, scrolls or asks. So a press is passed on
only when that is clear, and a finger that asks or scrolls has never pressed anything.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import pygame

from scenes.render.renderer import Renderer
from scenes.render.widgets import PointerPos
from scenes.render.widgets.base import LEFT_BUTTON, WHEEL_STEP
from scenes.shell.scene import Scene

STEADY_DISTANCE = 10.0
"""Maximum distance that a resting finger wanders, logical pixels."""
LONG_PRESS_MS = 500.0
"""Milliseconds after which a resting finger asks what is below it."""
_POINT_DELAY_MS = 100.0
"""Milliseconds after which a resting finger points where it could also scroll."""
_FLING_DECAY_MS = 325.0
"""Milliseconds in which a list that scrolls on loses most of its speed."""
_MIN_FLING_SPEED = 0.02
"""Speed at which it stops, logical pixels per millisecond."""
_MIN_FLING_START_SPEED = 0.1
"""Speed below which a finger doesn't set a list going, and lifts off a list without having stopped it."""
_PULL_UP_DISTANCE = 36.0
"""Distance upwards at which a finger that slides along cards takes one of them up, logical pixels."""
_FINGER_EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_LOST_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
"""Events after which nothing is heard of a finger, or nothing that the player meant."""
_SPEED_SAMPLES = 6
"""Number of steps over which the speed of a finger that scrolls is measured."""


_Gesture = Literal["nothing yet", "presses", "scrolls", "slides", "asks", "stops"]
"""What the finger does. One that slides points along narrow things: that from which it is lifted is pressed, and that
which it pulls up is held. One that asks has rested: lifting it presses nothing, but it may still drag. One that stops
has stopped a list that was scrolling: lifting it presses nothing, but it may scroll again."""


class TouchInput:
    """Turns the events of fingers into those of a pointer.

    A tap is a press and a release; a finger that moves scrolls where something scrolls, and elsewhere holds the button
    down where it began; one that rests for half a second asks what is there. Afterwards no pointer is over the window.

    Args:
        top: returns the scene that gets the player's input; None if there is none.
        logical: returns the position of an event in logical pixels of a look.
        show_pointer: shows the mouse's pointer, or hides it.
        calm: returns whether a list stops as soon as the finger is lifted.
    """

    def __init__(
        self,
        top: Callable[[], Scene | None],
        to_logical: Callable[[pygame.Event, Renderer], PointerPos],
        show_pointer: Callable[[bool], object],
        reduced_motion: Callable[[], bool],
    ) -> None:
        self._top = top
        self._to_logical = to_logical
        self._show_pointer = show_pointer
        self._reduced_motion = reduced_motion
        self.used_last = False
        """Whether a finger was used last, and not a mouse."""
        self._press_start: pygame.Event | None = None
        """How the finger came down; None while there is none."""
        self._press_pos = (0, 0)
        """Where the last one came down, as SDL says it."""
        self._scene: Scene | None = None
        """The scene on which it came down."""
        self._gesture: _Gesture = "nothing yet"
        self._finger_id: tuple[int, int] | None = None
        """Touch device and finger, as far as SDL has told."""
        self._can_scroll = False
        """Whether something scrolls where the finger came down."""
        self._has_pointed = False
        """Whether the pointer has been moved there."""
        self._rested_ms = 0.0
        self._last_pos: tuple[float, float] = (0.0, 0.0)
        """Where the finger was last while it scrolled, logical pixels."""
        self._recent_moves: deque[tuple[float, float, float]] = deque(maxlen=_SPEED_SAMPLES)
        """Milliseconds and distance across and down of the last steps, the present one last."""
        self._fling_speed = (0.0, 0.0)
        """At which a list scrolls on, logical pixels per millisecond."""
        self.scene_changed = False
        """Whether a scene has been changed otherwise than by events since the last call of ``to_pointer_events``."""

    def to_pointer_events(self, dt: float, events: Iterable[pygame.Event]) -> Iterator[pygame.Event]:
        """Yield the events for the scenes after dt milliseconds; each must be handled before the next one is taken."""
        self.scene_changed = False
        if self._press_start is not None or any(self._fling_speed):
            yield from self._pass_time(dt)
        for event in events:
            if event.type in _FINGER_EVENTS:
                yield from self._handle_finger(event)
            elif event.type in _MOUSE_EVENTS and getattr(event, "touch", False):
                yield from self._handle_touch(event)
            else:
                if self._press_start is not None and event.type in _LOST_EVENTS:
                    yield from self._cancel_touch()
                self._leave_to_mouse(event)
                yield event

    def _leave_to_mouse(self, event: pygame.Event) -> None:
        """Show the pointer again when a mouse is used; it also stops a list."""
        if event.type in (*_MOUSE_EVENTS, pygame.MOUSEWHEEL, pygame.KEYDOWN):
            self._fling_speed = (0.0, 0.0)
        if self.used_last and (event.type == pygame.MOUSEBUTTONDOWN or _is_mouse_motion(event)):
            self.used_last = False
            self._show_pointer(True)

    # --- time -------------------------------------------------------------------------------------------------------

    def _pass_time(self, dt: float) -> Iterator[pygame.Event]:
        if self._press_start is None:
            yield from self._scroll_on(dt)
            return
        self._recent_moves.append((dt, 0.0, 0.0))
        if self._gesture != "nothing yet":
            return
        self._rested_ms += dt
        if self._scene is not self._top():
            yield from self._cancel_touch()
            return
        if not self._has_pointed and self._rested_ms >= _POINT_DELAY_MS:
            yield self._motion_event()
        if self._rested_ms >= LONG_PRESS_MS and self._scene is not None:
            self._gesture = "asks"
            self.scene_changed |= self._scene.explain_at(self._logical_pos(self._press_start))

    def _scroll_on(self, dt: float) -> Iterator[pygame.Event]:
        """Let what was scrolled go on for a while, more and more slowly."""
        if self._scene is not self._top():
            self._fling_speed = (0.0, 0.0)
            return
        share = math.exp(-dt / _FLING_DECAY_MS)
        far = _FLING_DECAY_MS * (1 - share)
        across, down = self._fling_speed
        yield self._wheel_event(across * far, down * far)
        self._fling_speed = (across * share, down * share)
        if math.hypot(*self._fling_speed) < _MIN_FLING_SPEED:
            self._fling_speed = (0.0, 0.0)

    # --- fingers ----------------------------------------------------------------------------------------------------

    def _handle_finger(self, event: pygame.Event) -> Iterator[pygame.Event]:
        """Follow SDL's own report only to learn of a finger that is lifted outside the window."""
        one = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN and self._press_start is not None and self._finger_id is None:
            self._finger_id = one
        elif event.type == pygame.FINGERUP and self._press_start is not None and self._finger_id == one:
            yield from self._cancel_touch()

    def _handle_touch(self, event: pygame.Event) -> Iterator[pygame.Event]:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            if self._press_start is not None:
                yield from self._cancel_touch()
            yield from self._begin_touch(event)
        elif self._press_start is not None and self._scene is not self._top():
            yield from self._cancel_touch()  # what lies there now isn't what was touched
        elif self._press_start is not None and event.type == pygame.MOUSEMOTION:
            yield from self._move(event)
        elif self._press_start is not None and event.type == pygame.MOUSEBUTTONUP:
            yield from self._end_touch(event)

    def _begin_touch(self, event: pygame.Event) -> Iterator[pygame.Event]:
        self.used_last = True
        self._show_pointer(False)
        self._scene = self._top()
        at = self._logical_pos(event)
        stops = math.hypot(*self._fling_speed) >= _MIN_FLING_START_SPEED
        self._press_start, self._press_pos, self._finger_id, self._fling_speed = event, event.pos, None, (0.0, 0.0)
        self._gesture = "stops" if stops else "nothing yet"
        self._rested_ms, self._has_pointed, self._last_pos = 0.0, False, at
        self._recent_moves.clear()
        self._can_scroll = self._scene is not None and self._scene.can_scroll_at(at)
        if not self._can_scroll:
            yield self._motion_event()

    def _move(self, event: pygame.Event) -> Iterator[pygame.Event]:
        assert self._press_start is not None
        if self._gesture == "presses":
            yield event
        elif self._gesture == "scrolls":
            yield self._scroll_event(event)
        elif self._gesture == "slides":
            yield from self._slide(event)
        elif math.dist(self._last_pos, self._logical_pos(event)) <= STEADY_DISTANCE:
            pass
        elif self._can_scroll and self._gesture in ("nothing yet", "stops"):
            self._gesture = "scrolls"
            yield _pointer_left_event()
            yield self._scroll_event(event)
        elif self._gesture in ("nothing yet", "asks") and self._begins_slide(event):
            self._gesture = "slides"
            yield from self._slide(event)
        elif self._gesture == "nothing yet" or (self._gesture == "asks" and self._can_drag()):
            self._gesture = "presses"
            yield from self._press_events()
            yield event

    def _begins_slide(self, event: pygame.Event) -> bool:
        """Whether the finger goes sideways along narrow things."""
        x, y = self._logical_pos(event)
        sideways = abs(x - self._last_pos[0]) > abs(y - self._last_pos[1])
        return sideways and self._scene is not None and self._scene.can_slide_at(self._last_pos)

    def _slide(self, event: pygame.Event) -> Iterator[pygame.Event]:
        """Point at what is below the finger now, or take it up."""
        assert self._press_start is not None and self._scene is not None
        place = self._logical_pos(event)
        if self._last_pos[1] - place[1] > _PULL_UP_DISTANCE:
            self._gesture = "presses"
            yield from self._press_events()
        elif self._scene.can_slide_at(place):
            self._press_start = pygame.Event(self._press_start.type, {**self._press_start.dict, "pos": event.pos})
        yield event

    def _can_drag(self) -> bool:
        """Whether what lies where the finger came down can be dragged."""
        return (
            self._scene is not None
            and self._press_start is not None
            and self._scene.can_drag_at(self._logical_pos(self._press_start))
        )

    def _end_touch(self, event: pygame.Event) -> Iterator[pygame.Event]:
        assert self._press_start is not None
        does, press, place = self._gesture, list(self._press_events()), self._press_start.pos
        self._press_start, self._gesture = None, "nothing yet"
        if does == "nothing yet" or (does == "slides" and self._is_on_narrow_item(event)):
            yield from press
            yield pygame.Event(event.type, {**event.dict, "pos": place})  # it may have wandered a little
        elif does == "presses":
            yield event
        elif does == "scrolls" and not self._reduced_motion():
            self._fling_speed = self._measured_speed()
        yield _pointer_left_event()

    def _is_on_narrow_item(self, event: pygame.Event) -> bool:
        """Whether the finger is still on one of the narrow things."""
        return self._scene is not None and self._scene.can_slide_at(self._logical_pos(event))

    def _cancel_touch(self) -> Iterator[pygame.Event]:
        """Forget the finger: what it held goes back, and nothing else changes."""
        scene, pressed = self._scene, self._gesture == "presses"
        self._press_start, self._gesture = None, "nothing yet"
        if pressed and scene is not None:
            scene.on_focus_lost()
            self.scene_changed = True
        yield _pointer_left_event()

    # --- events of the pointer --------------------------------------------------------------------------------------

    def _logical_pos(self, event: pygame.Event) -> tuple[float, float]:
        """Where an event is, logical pixels of the scene that was touched."""
        place = self._to_logical(event, self._scene.renderer) if self._scene is not None else None
        return place or (0.0, 0.0)

    def _motion_event(self) -> pygame.Event:
        """The pointer's way to where the finger came down."""
        assert self._press_start is not None
        self._has_pointed = True
        return pygame.Event(pygame.MOUSEMOTION, pos=self._press_start.pos, rel=(1, 1), buttons=(0, 0, 0), touch=True)

    def _press_events(self) -> Iterator[pygame.Event]:
        """The press, where the finger came down."""
        assert self._press_start is not None
        if not self._has_pointed:
            yield self._motion_event()
        yield self._press_start

    def _scroll_event(self, event: pygame.Event) -> pygame.Event:
        before, self._last_pos = self._last_pos, self._logical_pos(event)
        across, down = self._last_pos[0] - before[0], self._last_pos[1] - before[1]
        if self._recent_moves:
            time, x, y = self._recent_moves[-1]
            self._recent_moves[-1] = (time, x + across, y + down)
        return self._wheel_event(across, down)

    def _wheel_event(self, across: float, down: float) -> pygame.Event:
        """The turn of a wheel that moves what lies below the finger this far to the right and down."""
        x, y = -across / WHEEL_STEP, down / WHEEL_STEP
        return pygame.Event(
            pygame.MOUSEWHEEL, x=0, y=0, precise_x=x, precise_y=y, flipped=False, touch=True, pos=self._press_pos
        )

    def _measured_speed(self) -> tuple[float, float]:
        """The speed of the finger in the last steps, logical pixels per millisecond."""
        time = sum(one[0] for one in self._recent_moves)
        if not time:
            return 0.0, 0.0
        across, down = (sum(one[i] for one in self._recent_moves) / time for i in (1, 2))
        return (across, down) if math.hypot(across, down) >= _MIN_FLING_START_SPEED else (0.0, 0.0)


def _pointer_left_event() -> pygame.Event:
    """No pointer is over the window any more."""
    return pygame.Event(pygame.WINDOWLEAVE)


def _is_mouse_motion(event: pygame.Event) -> bool:
    return event.type == pygame.MOUSEMOTION and event.dict.get("rel", (0, 0)) != (0, 0)
