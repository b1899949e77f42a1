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

from scenes.look.look import Look
from scenes.look.widgets import Pos
from scenes.look.widgets.base import LEFT_BUTTON, WHEEL
from scenes.shell.scene import Scene

STEADY = 10.0
"""Maximum distance that a resting finger wanders, logical pixels."""
LONG_PRESS = 500.0
"""Milliseconds after which a resting finger asks what is below it."""
_POINTS_AFTER = 100.0
"""Milliseconds after which a resting finger points where it could also scroll."""
_FADING = 325.0
"""Milliseconds in which a list that scrolls on loses most of its speed."""
_SLOWEST = 0.02
"""Speed at which it stops, logical pixels per millisecond."""
_SLOW = 0.1
"""Speed below which a finger doesn't set a list going, and lifts off a list without having stopped it."""
_PULLED = 36.0
"""Distance upwards at which a finger that slides along cards takes one of them up, logical pixels."""
_FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_LOST = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
"""Events after which nothing is heard of a finger, or nothing that the player meant."""
_SAMPLES = 6
"""Number of steps over which the speed of a finger that scrolls is measured."""


_Does = Literal["nothing yet", "presses", "scrolls", "slides", "asks", "stops"]
"""What the finger does. One that slides points along narrow things: that from which it is lifted is pressed, and that
which it pulls up is held. One that asks has rested: lifting it presses nothing, but it may still drag. One that stops
has stopped a list that was scrolling: lifting it presses nothing, but it may scroll again."""


class Touch:
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
        logical: Callable[[pygame.Event, Look], Pos],
        show_pointer: Callable[[bool], object],
        calm: Callable[[], bool],
    ) -> None:
        self._top = top
        self._logical = logical
        self._show_pointer = show_pointer
        self._calm = calm
        self.used = False
        """Whether a finger was used last, and not a mouse."""
        self._down: pygame.Event | None = None
        """How the finger came down; None while there is none."""
        self._from = (0, 0)
        """Where the last one came down, as SDL says it."""
        self._scene: Scene | None = None
        """The scene on which it came down."""
        self._does: _Does = "nothing yet"
        self._id: tuple[int, int] | None = None
        """Touch device and finger, as far as SDL has told."""
        self._scrolling = False
        """Whether something scrolls where the finger came down."""
        self._points = False
        """Whether the pointer has been moved there."""
        self._rested = 0.0
        self._at: tuple[float, float] = (0.0, 0.0)
        """Where the finger was last while it scrolled, logical pixels."""
        self._ways: deque[tuple[float, float, float]] = deque(maxlen=_SAMPLES)
        """Milliseconds and distance across and down of the last steps, the present one last."""
        self._speed = (0.0, 0.0)
        """At which a list scrolls on, logical pixels per millisecond."""
        self.changed = False
        """Whether a scene has been changed otherwise than by events since the last call of ``read``."""

    def read(self, dt: float, events: Iterable[pygame.Event]) -> Iterator[pygame.Event]:
        """Yield the events for the scenes after dt milliseconds; each must be handled before the next one is taken."""
        self.changed = False
        if self._down is not None or any(self._speed):
            yield from self._pass(dt)
        for event in events:
            if event.type in _FINGERS:
                yield from self._finger(event)
            elif event.type in _MOUSE and getattr(event, "touch", False):
                yield from self._touched(event)
            else:
                if self._down is not None and event.type in _LOST:
                    yield from self._lose()
                self._leave_to_mouse(event)
                yield event

    def _leave_to_mouse(self, event: pygame.Event) -> None:
        """Show the pointer again when a mouse is used; it also stops a list."""
        if event.type in (*_MOUSE, pygame.MOUSEWHEEL, pygame.KEYDOWN):
            self._speed = (0.0, 0.0)
        if self.used and (event.type == pygame.MOUSEBUTTONDOWN or _moved_by_hand(event)):
            self.used = False
            self._show_pointer(True)

    # --- time -------------------------------------------------------------------------------------------------------

    def _pass(self, dt: float) -> Iterator[pygame.Event]:
        if self._down is None:
            yield from self._scroll_on(dt)
            return
        self._ways.append((dt, 0.0, 0.0))
        if self._does != "nothing yet":
            return
        self._rested += dt
        if self._scene is not self._top():
            yield from self._lose()
            return
        if not self._points and self._rested >= _POINTS_AFTER:
            yield self._point()
        if self._rested >= LONG_PRESS and self._scene is not None:
            self._does = "asks"
            self.changed |= self._scene.explain(self._place(self._down))

    def _scroll_on(self, dt: float) -> Iterator[pygame.Event]:
        """Let what was scrolled go on for a while, more and more slowly."""
        if self._scene is not self._top():
            self._speed = (0.0, 0.0)
            return
        share = math.exp(-dt / _FADING)
        far = _FADING * (1 - share)
        across, down = self._speed
        yield self._wheel(across * far, down * far)
        self._speed = (across * share, down * share)
        if math.hypot(*self._speed) < _SLOWEST:
            self._speed = (0.0, 0.0)

    # --- fingers ----------------------------------------------------------------------------------------------------

    def _finger(self, event: pygame.Event) -> Iterator[pygame.Event]:
        """Follow SDL's own report only to learn of a finger that is lifted outside the window."""
        one = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN and self._down is not None and self._id is None:
            self._id = one
        elif event.type == pygame.FINGERUP and self._down is not None and self._id == one:
            yield from self._lose()

    def _touched(self, event: pygame.Event) -> Iterator[pygame.Event]:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            if self._down is not None:
                yield from self._lose()
            yield from self._come_down(event)
        elif self._down is not None and self._scene is not self._top():
            yield from self._lose()  # what lies there now isn't what was touched
        elif self._down is not None and event.type == pygame.MOUSEMOTION:
            yield from self._move(event)
        elif self._down is not None and event.type == pygame.MOUSEBUTTONUP:
            yield from self._lift(event)

    def _come_down(self, event: pygame.Event) -> Iterator[pygame.Event]:
        self.used = True
        self._show_pointer(False)
        self._scene = self._top()
        at = self._place(event)
        stops = math.hypot(*self._speed) >= _SLOW
        self._down, self._from, self._id, self._speed = event, event.pos, None, (0.0, 0.0)
        self._does = "stops" if stops else "nothing yet"
        self._rested, self._points, self._at = 0.0, False, at
        self._ways.clear()
        self._scrolling = self._scene is not None and self._scene.scrolls_at(at)
        if not self._scrolling:
            yield self._point()

    def _move(self, event: pygame.Event) -> Iterator[pygame.Event]:
        assert self._down is not None
        if self._does == "presses":
            yield event
        elif self._does == "scrolls":
            yield self._scroll(event)
        elif self._does == "slides":
            yield from self._slide(event)
        elif math.dist(self._at, self._place(event)) <= STEADY:
            pass
        elif self._scrolling and self._does in ("nothing yet", "stops"):
            self._does = "scrolls"
            yield _left()
            yield self._scroll(event)
        elif self._does in ("nothing yet", "asks") and self._goes_along(event):
            self._does = "slides"
            yield from self._slide(event)
        elif self._does == "nothing yet" or (self._does == "asks" and self._drags()):
            self._does = "presses"
            yield from self._press()
            yield event

    def _goes_along(self, event: pygame.Event) -> bool:
        """Whether the finger goes sideways along narrow things."""
        x, y = self._place(event)
        sideways = abs(x - self._at[0]) > abs(y - self._at[1])
        return sideways and self._scene is not None and self._scene.slides_at(self._at)

    def _slide(self, event: pygame.Event) -> Iterator[pygame.Event]:
        """Point at what is below the finger now, or take it up."""
        assert self._down is not None and self._scene is not None
        place = self._place(event)
        if self._at[1] - place[1] > _PULLED:
            self._does = "presses"
            yield from self._press()
        elif self._scene.slides_at(place):
            self._down = pygame.Event(self._down.type, {**self._down.dict, "pos": event.pos})
        yield event

    def _drags(self) -> bool:
        """Whether what lies where the finger came down can be dragged."""
        return self._scene is not None and self._down is not None and self._scene.drags_at(self._place(self._down))

    def _lift(self, event: pygame.Event) -> Iterator[pygame.Event]:
        assert self._down is not None
        does, press, place = self._does, list(self._press()), self._down.pos
        self._down, self._does = None, "nothing yet"
        if does == "nothing yet" or (does == "slides" and self._slides(event)):
            yield from press
            yield pygame.Event(event.type, {**event.dict, "pos": place})  # it may have wandered a little
        elif does == "presses":
            yield event
        elif does == "scrolls" and not self._calm():
            self._speed = self._measured()
        yield _left()

    def _slides(self, event: pygame.Event) -> bool:
        """Whether the finger is still on one of the narrow things."""
        return self._scene is not None and self._scene.slides_at(self._place(event))

    def _lose(self) -> Iterator[pygame.Event]:
        """Forget the finger: what it held goes back, and nothing else changes."""
        scene, pressed = self._scene, self._does == "presses"
        self._down, self._does = None, "nothing yet"
        if pressed and scene is not None:
            scene.lose_focus()
            self.changed = True
        yield _left()

    # --- events of the pointer --------------------------------------------------------------------------------------

    def _place(self, event: pygame.Event) -> tuple[float, float]:
        """Where an event is, logical pixels of the scene that was touched."""
        place = self._logical(event, self._scene.look) if self._scene is not None else None
        return place or (0.0, 0.0)

    def _point(self) -> pygame.Event:
        """The pointer's way to where the finger came down."""
        assert self._down is not None
        self._points = True
        return pygame.Event(pygame.MOUSEMOTION, pos=self._down.pos, rel=(1, 1), buttons=(0, 0, 0), touch=True)

    def _press(self) -> Iterator[pygame.Event]:
        """The press, where the finger came down."""
        assert self._down is not None
        if not self._points:
            yield self._point()
        yield self._down

    def _scroll(self, event: pygame.Event) -> pygame.Event:
        before, self._at = self._at, self._place(event)
        across, down = self._at[0] - before[0], self._at[1] - before[1]
        if self._ways:
            time, x, y = self._ways[-1]
            self._ways[-1] = (time, x + across, y + down)
        return self._wheel(across, down)

    def _wheel(self, across: float, down: float) -> pygame.Event:
        """The turn of a wheel that moves what lies below the finger this far to the right and down."""
        x, y = -across / WHEEL, down / WHEEL
        return pygame.Event(
            pygame.MOUSEWHEEL, x=0, y=0, precise_x=x, precise_y=y, flipped=False, touch=True, pos=self._from
        )

    def _measured(self) -> tuple[float, float]:
        """The speed of the finger in the last steps, logical pixels per millisecond."""
        time = sum(one[0] for one in self._ways)
        if not time:
            return 0.0, 0.0
        across, down = (sum(one[i] for one in self._ways) / time for i in (1, 2))
        return (across, down) if math.hypot(across, down) >= _SLOW else (0.0, 0.0)


def _left() -> pygame.Event:
    """No pointer is over the window any more."""
    return pygame.Event(pygame.WINDOWLEAVE)


def _moved_by_hand(event: pygame.Event) -> bool:
    return event.type == pygame.MOUSEMOTION and event.dict.get("rel", (0, 0)) != (0, 0)
