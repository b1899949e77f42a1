"""Translates touch events into events of a one-button pointer; screens handle the pointer only.

SDL reports the first finger twice, in this order: as a mouse (events with ``touch``) and as a finger (``FINGERDOWN``
and so on). The mouse events suffice, as SDL lets only one finger at a time act as the mouse. While a finger comes
down, it is open whether it taps, drags, scrolls or rests. So a press is sent only once that is clear, and a finger
that scrolls or shows a tooltip never presses anything.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

import pygame

from scenes.render.renderer import Renderer
from scenes.render.space import Point, ScenePos, SceneSpace
from scenes.shell.scene import Scene
from scenes.ui.widget import LEFT_BUTTON, WHEEL_STEP

STEADY_DISTANCE = 10.0
"""Maximum movement of a resting finger, logical pixels."""
LONG_PRESS_MS = 500.0
"""Milliseconds after which a resting finger shows the tooltip below it."""
_HOVER_DELAY_MS = 100.0
"""Milliseconds after which a resting finger moves the pointer in a scrollable area."""
_FLING_DECAY_MS = 325.0
"""Time constant of a fling's exponential decay, milliseconds."""
_MIN_FLING_SPEED = 0.02
"""Speed at which a fling ends, logical pixels per millisecond."""
_MIN_FLING_START_SPEED = 0.1
"""Minimum speed of a fling, logical pixels per millisecond. A slower release starts none; a press on a faster list only
stops it."""
_PULL_UP_DISTANCE = 36.0
"""Upward distance at which a finger sliding over cards picks one up, logical pixels."""
_FINGER_EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_LOST_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
"""Window events that cancel a touch: finger events no longer arrive or are not intended."""
_SPEED_SAMPLE_COUNT = 6
"""Number of frames over which the speed of a scrolling finger is averaged."""


_Gesture = Literal["nothing yet", "presses", "scrolls", "slides", "asks", "stops"]
"""State of the gesture.

``slides``: moves over narrow items; the item below is pressed on release, or dragged when pulled up.
``asks``: has rested and shown a tooltip; a release presses nothing, but a drag may start.
``stops``: has stopped a fling; a release presses nothing, but scrolling may start."""


class TouchInput:
    """Translates touch events into pointer events.

    A tap is a press and a release. A moving finger scrolls, or holds the button where nothing scrolls. A finger resting
    for half a second shows a tooltip. After each touch the pointer leaves the window.

    Args:
        top: returns the scene that receives input; None if there is none.
        to_logical: returns an event's position in a renderer's logical pixels.
        show_pointer: shows or hides the mouse pointer.
        reduced_motion: returns whether scrolling stops on release, without a fling.
    """

    def __init__(
        self,
        top: Callable[[], Scene | None],
        to_logical: Callable[[pygame.Event, Renderer], ScenePos],
        show_pointer: Callable[[bool], object],
        reduced_motion: Callable[[], bool],
    ) -> None:
        self._top = top
        self._to_logical = to_logical
        self._show_pointer = show_pointer
        self._reduced_motion = reduced_motion
        self.used_last = False
        """Whether the last pointer input was touch, not a mouse."""
        self._press_start: pygame.Event | None = None
        """The event of the finger's press; None while no finger is down."""
        self._press_pos = (0, 0)
        """Position of the last press, as SDL reports it."""
        self._scene: Scene | None = None
        """Scene on which the finger came down."""
        self._gesture: _Gesture = "nothing yet"
        self._finger_id: tuple[int, int] | None = None
        """Touch device and finger id; None until SDL reports them."""
        self._can_scroll = False
        """Whether the position of the press is scrollable."""
        self._has_pointed = False
        """Whether a motion event to the press was already sent."""
        self._rested_ms = 0.0
        self._last_pos = Point[SceneSpace](0.0, 0.0)
        """Last position of the finger while scrolling, before that its first one, logical pixels."""
        self._speed_samples: deque[tuple[float, float, float]] = deque(maxlen=_SPEED_SAMPLE_COUNT)
        """Milliseconds, horizontal and vertical distance of the last frames, the current one last."""
        self._fling_speed = (0.0, 0.0)
        """Speed of the fling, logical pixels per millisecond."""
        self.scene_changed = False
        """Whether the last call of ``to_pointer_events`` changed a scene other than by events."""

    def to_pointer_events(self, elapsed_ms: float, events: Iterable[pygame.Event]) -> Iterator[pygame.Event]:
        """Yield the pointer events for touch input and ``elapsed_ms``; each must be handled before taking the next."""
        self.scene_changed = False
        if self._press_start is not None or any(self._fling_speed):
            yield from self._advance(elapsed_ms)
        for event in events:
            if event.type in _FINGER_EVENTS:
                yield from self._cancel_if_lifted_outside(event)
            elif event.type in _MOUSE_EVENTS and getattr(event, "touch", False):
                yield from self._handle_emulated_mouse(event)
            else:
                if self._press_start is not None and event.type in _LOST_EVENTS:
                    yield from self._cancel_touch()
                self._note_other_input(event)
                yield event

    def _note_other_input(self, event: pygame.Event) -> None:
        """Show the pointer again when a mouse is used; any mouse or key input stops a fling."""
        if event.type in (*_MOUSE_EVENTS, pygame.MOUSEWHEEL, pygame.KEYDOWN):
            self._fling_speed = (0.0, 0.0)
        if self.used_last and (event.type == pygame.MOUSEBUTTONDOWN or _is_mouse_motion(event)):
            self.used_last = False
            self._show_pointer(True)

    # --- time -------------------------------------------------------------------------------------------------------

    def _advance(self, elapsed_ms: float) -> Iterator[pygame.Event]:
        if self._press_start is None:
            yield from self._advance_fling(elapsed_ms)
            return
        self._speed_samples.append((elapsed_ms, 0.0, 0.0))
        if self._gesture != "nothing yet":
            return
        self._rested_ms += elapsed_ms
        if self._scene is not self._top():
            yield from self._cancel_touch()
            return
        if not self._has_pointed and self._rested_ms >= _HOVER_DELAY_MS:
            yield self._make_motion_to_press()
        if self._rested_ms >= LONG_PRESS_MS and self._scene is not None:
            self._gesture = "asks"
            self.scene_changed |= self._scene.show_tooltip_at(self._logical_pos(self._press_start))

    def _advance_fling(self, elapsed_ms: float) -> Iterator[pygame.Event]:
        """Yield the scrolling event of a fling for ``elapsed_ms`` milliseconds, and slow the fling down."""
        if self._scene is not self._top():
            self._fling_speed = (0.0, 0.0)
            return
        share = math.exp(-elapsed_ms / _FLING_DECAY_MS)
        far = _FLING_DECAY_MS * (1 - share)
        across, down = self._fling_speed
        yield self._wheel_event(across * far, down * far)
        self._fling_speed = (across * share, down * share)
        if math.hypot(*self._fling_speed) < _MIN_FLING_SPEED:
            self._fling_speed = (0.0, 0.0)

    # --- fingers ----------------------------------------------------------------------------------------------------

    def _cancel_if_lifted_outside(self, event: pygame.Event) -> Iterator[pygame.Event]:
        """Cancel the touch if the finger is lifted outside the window, which only SDL's finger events report."""
        one = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN and self._press_start is not None and self._finger_id is None:
            self._finger_id = one
        elif event.type == pygame.FINGERUP and self._press_start is not None and self._finger_id == one:
            yield from self._cancel_touch()

    def _handle_emulated_mouse(self, event: pygame.Event) -> Iterator[pygame.Event]:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            if self._press_start is not None:
                yield from self._cancel_touch()
            yield from self._begin_touch(event)
        elif self._press_start is not None and self._scene is not self._top():
            yield from self._cancel_touch()  # another scene lies below the finger now
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
        self._speed_samples.clear()
        self._can_scroll = self._scene is not None and self._scene.can_scroll_at(at)
        if not self._can_scroll:
            yield self._make_motion_to_press()

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
            yield _window_leave_event()
            yield self._scroll_event(event)
        elif self._gesture in ("nothing yet", "asks") and self._begins_slide(event):
            self._gesture = "slides"
            yield from self._slide(event)
        elif self._gesture == "nothing yet" or (self._gesture == "asks" and self._can_drag()):
            self._gesture = "presses"
            yield from self._press_events()
            yield event

    def _begins_slide(self, event: pygame.Event) -> bool:
        """Whether the finger begins to move sideways over narrow items."""
        x, y = self._logical_pos(event)
        sideways = abs(x - self._last_pos[0]) > abs(y - self._last_pos[1])
        return sideways and self._scene is not None and self._scene.can_slide_select_at(self._last_pos)

    def _slide(self, event: pygame.Event) -> Iterator[pygame.Event]:
        """Point at the item below the sliding finger, or pick it up."""
        assert self._press_start is not None and self._scene is not None
        place = self._logical_pos(event)
        if self._last_pos[1] - place[1] > _PULL_UP_DISTANCE:
            self._gesture = "presses"
            yield from self._press_events()
        elif self._scene.can_slide_select_at(place):
            self._press_start = pygame.Event(self._press_start.type, {**self._press_start.dict, "pos": event.pos})
        yield event

    def _can_drag(self) -> bool:
        """Whether the item below the finger's press is draggable."""
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
            yield pygame.Event(event.type, {**event.dict, "pos": place})  # the finger may have moved slightly
        elif does == "presses":
            yield event
        elif does == "scrolls" and not self._reduced_motion():
            self._fling_speed = self._fling_start_speed()
        yield _window_leave_event()

    def _is_on_narrow_item(self, event: pygame.Event) -> bool:
        """Whether the finger is still on a narrow item."""
        return self._scene is not None and self._scene.can_slide_select_at(self._logical_pos(event))

    def _cancel_touch(self) -> Iterator[pygame.Event]:
        """Cancel the touch: a dragged item returns, and nothing else changes."""
        scene, pressed = self._scene, self._gesture == "presses"
        self._press_start, self._gesture = None, "nothing yet"
        if pressed and scene is not None:
            scene.on_focus_lost()
            self.scene_changed = True
        yield _window_leave_event()

    # --- events of the pointer --------------------------------------------------------------------------------------

    def _logical_pos(self, event: pygame.Event) -> Point[SceneSpace]:
        """Return the position of a touch event in logical pixels of the touched scene."""
        place = self._to_logical(event, self._scene.renderer) if self._scene is not None else None
        return place or Point(0.0, 0.0)

    def _make_motion_to_press(self) -> pygame.Event:
        """Return a pointer motion event to the position of the finger's press."""
        assert self._press_start is not None
        self._has_pointed = True
        return pygame.Event(pygame.MOUSEMOTION, pos=self._press_start.pos, rel=(1, 1), buttons=(0, 0, 0), touch=True)

    def _press_events(self) -> Iterator[pygame.Event]:
        """Yield the pointer press at the finger's position, after a motion event if none was sent."""
        assert self._press_start is not None
        if not self._has_pointed:
            yield self._make_motion_to_press()
        yield self._press_start

    def _scroll_event(self, event: pygame.Event) -> pygame.Event:
        before, self._last_pos = self._last_pos, self._logical_pos(event)
        across, down = self._last_pos[0] - before[0], self._last_pos[1] - before[1]
        if self._speed_samples:
            time, x, y = self._speed_samples[-1]
            self._speed_samples[-1] = (time, x + across, y + down)
        return self._wheel_event(across, down)

    def _wheel_event(self, across: float, down: float) -> pygame.Event:
        """Return a wheel event that scrolls by this finger movement to the right and down, logical pixels."""
        x, y = -across / WHEEL_STEP, down / WHEEL_STEP
        return pygame.Event(
            pygame.MOUSEWHEEL, x=0, y=0, precise_x=x, precise_y=y, flipped=False, touch=True, pos=self._press_pos
        )

    def _fling_start_speed(self) -> tuple[float, float]:
        """Return the finger's average speed, logical pixels per millisecond; 0, 0 if too slow for a fling."""
        time = sum(one[0] for one in self._speed_samples)
        if not time:
            return 0.0, 0.0
        across, down = (sum(one[i] for one in self._speed_samples) / time for i in (1, 2))
        return (across, down) if math.hypot(across, down) >= _MIN_FLING_START_SPEED else (0.0, 0.0)


def _window_leave_event() -> pygame.Event:
    """Return a window-leave event, after which nothing is hovered."""
    return pygame.Event(pygame.WINDOWLEAVE)


def _is_mouse_motion(event: pygame.Event) -> bool:
    return event.type == pygame.MOUSEMOTION and event.dict.get("rel", (0, 0)) != (0, 0)
