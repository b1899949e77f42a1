"""A simulated player with a gamepad."""

from collections.abc import Callable
from typing import Any

import pygame

from engine.moves import Move
from scenes.selftest.pilot import P, Pilot, StuckError
from scenes.shell.dialog import Dialog
from scenes.table.goal_dialog import GoalDialog
from scenes.table.hud.answers import answer_key
from scenes.table.hud.keys import PASS_KEY
from scenes.ui.widgets import Widget

A, B = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B
X, Y = pygame.CONTROLLER_BUTTON_X, pygame.CONTROLLER_BUTTON_Y
LEFT, RIGHT = pygame.CONTROLLER_BUTTON_DPAD_LEFT, pygame.CONTROLLER_BUTTON_DPAD_RIGHT
UP, DOWN = pygame.CONTROLLER_BUTTON_DPAD_UP, pygame.CONTROLLER_BUTTON_DPAD_DOWN
LB, RB = pygame.CONTROLLER_BUTTON_LEFTSHOULDER, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
VIEW_BUTTON, MENU_BUTTON = pygame.CONTROLLER_BUTTON_BACK, pygame.CONTROLLER_BUTTON_START
STICK_X, STICK_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY
SCROLL_AXIS = pygame.CONTROLLER_AXIS_RIGHTY
LT, RT = pygame.CONTROLLER_AXIS_TRIGGERLEFT, pygame.CONTROLLER_AXIS_TRIGGERRIGHT
AXIS_MAX = 32767

_BUTTON_BY_KEY = {
    pygame.K_SPACE: A,
    pygame.K_ESCAPE: B,
    pygame.K_RETURN: X,
    pygame.K_h: Y,
    pygame.K_TAB: RB,
    pygame.K_l: VIEW_BUTTON,
}
"""Key -> equivalent gamepad button."""
MAX_PRESSES = 300
"""Maximum number of presses to reach a widget."""


def button_down_event(button: int, gamepad_id: int = 0) -> pygame.Event:
    """Return the event of a gamepad button that goes down."""
    return pygame.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=gamepad_id)


def button_up_event(button: int, gamepad_id: int = 0) -> pygame.Event:
    """Return the event of a gamepad button that is released."""
    return pygame.Event(pygame.CONTROLLERBUTTONUP, button=button, instance_id=gamepad_id)


def axis_event(axis_id: int, deflection: float, gamepad_id: int = 0) -> pygame.Event:
    """Return the event of a gamepad axis with this deflection, −1 … 1."""
    return pygame.Event(
        pygame.CONTROLLERAXISMOTION, axis=axis_id, value=round(deflection * AXIS_MAX), instance_id=gamepad_id
    )


class GamepadPilot(Pilot[P]):
    """Simulated player that sends only gamepad events, none of keys or the mouse."""

    def press_buttons(self, *buttons: int) -> None:
        """Press and release gamepad buttons, one per frame."""
        for button in buttons:
            self.step([button_down_event(button), button_up_event(button)])

    def press_keys(self, *keys: int, mod: int = 0) -> None:
        """Press the gamepad buttons equivalent to keys; for an answer's key, focus and press its button."""
        for key in keys:
            if key == PASS_KEY or pygame.K_1 <= key <= pygame.K_9:
                self._answer(0 if key == PASS_KEY else key - pygame.K_0)
            else:
                self.press_buttons(_BUTTON_BY_KEY[key])

    def _answer(self, digit: int) -> None:
        answers = self.open_choice.answers()
        move = next(answer.move for answer in answers if answer.digit == digit)
        for _ in range(MAX_PRESSES):
            if self.table.hand_controller.cursor.button_key == answer_key(move):
                self.press_buttons(A)
                return
            self.press_buttons(RB)
        raise StuckError(f"answer {digit} not focused after {MAX_PRESSES} presses")

    def focused_table_widget(self) -> Widget | None:
        """Return the focused widget of the table; None if the cursor is hidden or on a card."""
        return self.table.hud.root.focus if self.table.hand_controller.cursor.button_key is not None else None

    def play_by_mouse(self, move: Move) -> None:
        raise StuckError("a gamepad pilot has no mouse")

    def skip_goal(self, goal: GoalDialog) -> None:
        self.press_buttons(B)

    def confirm_if_asked(self) -> None:
        if isinstance(self.app.top, Dialog):
            self.press_buttons(RB, A)

    def focus_card(self, token_id: int) -> None:
        """Move the keyboard cursor at the table to a card."""
        self._focus(token_id)

    # --- screens ----------------------------------------------------------------------------------------------------

    def focus(self, predicate: Callable[[Widget], bool]) -> Widget:
        """Move the focus with the gamepad's shoulder button to a widget that fulfils ``predicate``; return the
        widget.
        """
        screen = self.screen
        for _ in range(MAX_PRESSES):
            focus = screen.root.focus
            if screen.root.keyboard_used_last and focus is not None and predicate(focus):
                return focus
            self.press_buttons(RB)
        raise StuckError(f"no matching widget on {type(screen).__name__} after {MAX_PRESSES} presses")

    def press_widget(self, **has: Any) -> Widget:
        """Focus and press the widget with these attributes by gamepad; return the widget."""
        found = self.focus(lambda one: all(getattr(one, name, None) == value for name, value in has.items()))
        self.press_buttons(A)
        return found
