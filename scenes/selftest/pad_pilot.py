"""A pilot whose only device is a gamepad."""

from collections.abc import Callable
from typing import Any

import pygame

from engine.moves import Move
from scenes.look.widgets import Widget
from scenes.selftest.pilot import P, Pilot, StuckError
from scenes.shell.dialog import Dialog
from scenes.shell.screen import Screen
from scenes.table.goal import GoalDialog

A, B = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
X, Y = pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_Y
LEFT, RIGHT = pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_DPAD_RIGHT
UP, DOWN = pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_DPAD_DOWN
LB, RB = pygame.CONTROLLER_BUTTON_LEFTSHOULDER, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
VIEW, MENU = pygame.CONTROLLER_BUTTON_BACK, pygame.CONTROLLER_BUTTON_START
STICK_X, STICK_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
SCROLL = pygame.CONTROLLER_AXIS_RIGHTY
LT, RT = pygame.CONTROLLER_AXIS_TRIGGERLEFT, pygame.CONTROLLER_AXIS_TRIGGERRIGHT
FULL = 32767

_OF_KEY = {pygame.K_SPACE: A, pygame.K_ESCAPE: B, pygame.K_RETURN: X, pygame.K_h: Y, pygame.K_TAB: RB, pygame.K_l: VIEW}
"""Key -> the button that does the same."""
MOST = 300
"""Maximum presses to get to something."""


def down(button: int, pad: int = 0) -> pygame.Event:
    """Return the event of a button of a gamepad going down."""
    return pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=pad)


def up(button: int, pad: int = 0) -> pygame.Event:
    """Return the event of a button being let go."""
    return pygame.Event(pygame.CONTROLLERBUTTONUP, button=button, instance_id=pad)


def axis(number: int, part: float, pad: int = 0) -> pygame.Event:
    """An axis deflected by this part, −1 … 1."""
    return pygame.Event(pygame.CONTROLLERAXISMOTION, axis=number, value=round(part * FULL), instance_id=pad)


class PadPilot(Pilot[P]):
    """A simulated player with a gamepad: no key and no mouse event is ever sent."""

    def pad(self, *buttons: int) -> None:
        """Press and let go of buttons, one per frame."""
        for button in buttons:
            self.step([down(button), up(button)])

    def key(self, *keys: int, mod: int = 0) -> None:
        """Press the buttons that do what keys do; a digit is an answer, whose button is pressed."""
        for key in keys:
            if pygame.K_1 <= key <= pygame.K_9:
                self._answer(key - pygame.K_1)
            else:
                self.pad(_OF_KEY[key])

    def _answer(self, index: int) -> None:
        for _ in range(MOST):
            if self.focused_tool() is self.table.hud.answers.buttons[-len(self.choice.answers()) :][index]:
                self.pad(A)
                return
            self.pad(RB)
        raise StuckError(f"no way to answer {index + 1}")

    def focused_tool(self) -> Widget | None:
        """What on the table the cursor stands on, if it isn't a card."""
        cursor, reachable = self.table.control.cursor, self.table.hud.reachable()
        if not cursor.visible or cursor.at is None or cursor.at[0] != "button" or cursor.at[1] >= len(reachable):
            return None
        return reachable[cursor.at[1]].widget

    def play_by_mouse(self, move: Move) -> None:
        raise StuckError("there is no mouse")

    def skip_goal(self, goal: GoalDialog) -> None:
        self.pad(B)

    def insist(self) -> None:
        if isinstance(self.app.top, Dialog):
            self.pad(RB, A)

    def focus_card(self, key: int) -> None:
        """Move the cursor to a card."""
        self._focus(key)

    # --- screens of widgets -----------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """The screen on top, which has widgets."""
        top = self.app.top
        if not isinstance(top, Screen):
            raise StuckError(f"{type(top).__name__} is on top")
        return top

    def focus(self, wanted: Callable[[Widget], bool]) -> Widget:
        """Go to a widget with the shoulder button; return it."""
        screen = self.screen
        for _ in range(MOST):
            focus = screen.group.focus
            if screen.group.keyboard and focus is not None and wanted(focus):
                return focus
            self.pad(RB)
        raise StuckError(f"nothing of the kind on {type(screen).__name__}")

    def choose(self, **has: Any) -> Widget:
        """Go to the widget with these attributes and press A."""
        found = self.focus(lambda one: all(getattr(one, name, None) == value for name, value in has.items()))
        self.pad(A)
        return found
