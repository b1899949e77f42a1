"""A simulated player with a touchscreen.

Its events are those of SDL, in SDL's order: the mouse emulated by the first finger, then the finger. See
``SDL_SendTouch`` and ``SDL_SendTouchMotion`` in src/events/SDL_touch.c of SDL 2.32.
"""

from collections.abc import Callable
from typing import Any

import pygame

from scenes.screens.results.results_screen import ResultsScreen
from scenes.selftest.pilot import FRAME_MS, P, Pilot, StuckError
from scenes.shell.dialog import Dialog
from scenes.shell.options_panel import OptionRow
from scenes.table.goal_dialog import GoalDialog
from scenes.ui.widgets import IconButton, Segmented, Widget

TOUCH_DEVICE = 7
Pos = tuple[float, float]


class FingerPilot(Pilot[P]):
    """Simulated player that only touches the window; positions are logical pixels of the top scene."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._mouse_finger_id: int | None = None
        """The finger that also emulates the mouse; None for none."""
        self.touch_count = 0
        """Number of times that a finger came down."""
        self._fingers: dict[int, tuple[int, int]] = {}

    # --- SDL events -------------------------------------------------------------------------------------------------

    def _pixel(self, point: Pos) -> tuple[int, int]:
        scale = self.app.top.renderer.scale
        return round(point[0] * scale), round(point[1] * scale)

    def _finger_event(self, kind: int, finger: int, pos: tuple[int, int]) -> pygame.Event:
        width, height = self.app.window.system.size
        x, y = pos[0] / width, pos[1] / height
        before = self._fingers.get(finger, pos)
        dx, dy = (pos[0] - before[0]) / width, (pos[1] - before[1]) / height
        self._fingers[finger] = pos
        return pygame.Event(kind, touch_id=TOUCH_DEVICE, finger_id=finger, x=x, y=y, dx=dx, dy=dy, pressure=1.0)

    def _mouse_motion_event(self, pos: tuple[int, int], *, held: bool) -> pygame.Event:
        return pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 0), buttons=(int(held), 0, 0), touch=True)

    def finger_down_events(self, point: Pos, finger: int = 0) -> list[pygame.Event]:
        """Return SDL's events for a finger that comes down."""
        pos, events = self._pixel(point), []
        self.touch_count += 1
        if self._mouse_finger_id is None:
            self._mouse_finger_id = finger
            events = [
                self._mouse_motion_event(pos, held=False),
                pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=True),
            ]
        return [*events, self._finger_event(pygame.FINGERDOWN, finger, pos)]

    def finger_motion_events(self, point: Pos, finger: int = 0) -> list[pygame.Event]:
        """Return SDL's events for a finger that moves."""
        pos = self._pixel(point)
        events = [self._mouse_motion_event(pos, held=True)] if finger == self._mouse_finger_id else []
        return [*events, self._finger_event(pygame.FINGERMOTION, finger, pos)]

    def finger_up_events(self, point: Pos, finger: int = 0, *, reaches_window: bool = True) -> list[pygame.Event]:
        """Return SDL's events for a finger that is lifted.

        Without ``reaches_window`` it is lifted outside all windows, which get no event of the mouse button.
        """
        pos, events = self._pixel(point), []
        if finger == self._mouse_finger_id:
            self._mouse_finger_id = None
            if reaches_window:
                events = [pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1, touch=True)]
        return [*events, self._finger_event(pygame.FINGERUP, finger, pos)]

    # --- gestures ---------------------------------------------------------------------------------------------------

    def press(self, point: Pos) -> None:
        self.step(self.finger_down_events(point))

    def move(self, point: Pos) -> None:
        self.step(self.finger_motion_events(point))

    def release(self, point: Pos) -> None:
        self.step(self.finger_up_events(point))

    def tap(self, point: Pos) -> None:
        """Touch a point of the window for a few frames."""
        self.press(point)
        self.run_frames(4)
        self.release(point)

    def hold_without_release(self, point: Pos, duration_ms: float = 600.0) -> None:
        """Touch a point of the window and keep the finger there for ``duration_ms``; it stays down."""
        self.press(point)
        for _ in range(int(duration_ms / FRAME_MS)):
            self.step()

    def swipe(self, start: Pos, end: Pos, frames: int = 12) -> None:
        """Move a finger from one point to another, rest there, and lift it."""
        self.press(start)
        for i in range(1, frames + 1):
            self.move((start[0] + (end[0] - start[0]) * i / frames, start[1] + (end[1] - start[1]) * i / frames))
        self.run_frames(8)
        self.release(end)
        self.run_frames(2)

    # --- screens ----------------------------------------------------------------------------------------------------

    def centre_of(self, predicate: Callable[[Widget], bool]) -> Pos:
        """Return the centre of the first widget on the screen that fulfils ``predicate``.

        Raises:
            StuckError: no widget does.
        """
        screen = self.screen
        centre = next(((x, y) for widget, x, y in screen.root.focusable_centres() if predicate(widget)), None)
        if centre is None:
            raise StuckError(f"no matching widget on {type(screen).__name__}")
        return centre[0] - screen.pan.x, centre[1] - screen.pan.y

    def tap_any_label(self, *labels: str) -> None:
        """Tap the button with one of these labels."""
        self.tap(self.centre_of(lambda one: getattr(one, "label", getattr(one, "name", None)) in labels))
        self.run_frames(2)

    def choose_value(self, predicate: Callable[[OptionRow], bool], by: int = 1) -> tuple[OptionRow, object]:
        """Tap the value ``by`` positions further in the first option row that fulfils ``predicate``; return row and
        value.
        """
        row, x, y = next(
            (row, x, y)
            for row, x, y in self.screen.root.focusable_centres()
            if isinstance(row, OptionRow) and predicate(row)
        )
        control = row.control
        assert isinstance(control, Segmented)
        index = (control.chosen_index + by) % len(control.labels)
        area, pan = control.segments()[index], self.screen.pan
        across, down = area.centerx - row.rect.centerx, area.centery - row.rect.centery
        self.tap((x + across - pan.x, y + down - pan.y))
        self.run_frames(2)
        return row, row.option.values[index]

    def go_back(self) -> None:
        """Tap the back button in the screen's corner."""
        screen = self.screen
        self.tap(self.centre_of(lambda one: isinstance(one, IconButton) and one.on_click == screen.back))
        self.run_frames(30)

    def skip_goal(self, goal: GoalDialog) -> None:
        self.tap_any_label(goal.buttons[-1].label)

    def dismiss_result(self) -> None:
        result = self.app.top
        assert isinstance(result, ResultsScreen)
        for _ in range(3):  # the first taps may only end its animation
            if self.app.top is result:
                self.tap(self.centre_of(lambda one: getattr(one, "kind", "") == "primary"))
        self.run_frames(2)

    def confirm_if_asked(self) -> None:
        top = self.app.top
        if isinstance(top, Dialog):
            self.tap_any_label(top.buttons[-1].label)
