"""Keyboard control of the card table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame

from scenes.table.coach import Coach
from scenes.table.hud.keys import BROWSE_KEY, PASS_KEY, WHAT_NOW_KEY
from scenes.table.model.cursor import CursorStop
from scenes.table.table_base import TableBase
from scenes.ui.key_events import MENU_KEY, is_command_enter, is_undo_key, plain_key

_ARROW_STEPS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
"""Key -> steps of the cursor to the right and downwards."""


class KeyHandler:
    """Handles the card table's keys: cursor, selection, answers, and shortcuts of its buttons.

    Args:
        table: the table that the keys control.
        coach: opened and closed with keys.
        mode_actions: key -> action that depends on the table's mode: undo, redo, menu, hint and last plays.
    """

    def __init__(self, table: TableBase, coach: Coach, mode_actions: Mapping[int, Callable[[], None]]) -> None:
        self.table = table
        self.coach = coach
        self.mode_actions = mode_actions

    def handle(self, event: pygame.Event) -> bool:
        """Handle a key at the card table; return whether the key has an effect here."""
        if self.table.hud.root.handle_page_key(event):
            return True
        key, actions = plain_key(event), self._actions()
        if is_undo_key(event):
            actions[pygame.K_y if event.mod & pygame.KMOD_SHIFT else pygame.K_u]()
            self.table.sounds.play_press()
        elif is_command_enter(event):
            self._do_enter_action()
            self.table.sounds.play_press()
        elif key in actions:
            actions[key]()
            if key != pygame.K_SPACE:  # picking up cards has its own sound
                self.table.sounds.play_press()
        elif key in _ARROW_STEPS and event.mod & pygame.KMOD_SHIFT and _ARROW_STEPS[key][0]:
            self.table.hand_controller.shift_focused(_ARROW_STEPS[key][0])
        elif key in _ARROW_STEPS:
            self.table.hand_controller.cursor.move(self._cursor_stops(), *_ARROW_STEPS[key])
        elif key == pygame.K_TAB:
            self.table.hand_controller.cursor.cycle(self._cursor_stops(), -1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif key == PASS_KEY or pygame.K_1 <= key <= pygame.K_9:
            self._give_answer(0 if key == PASS_KEY else key - pygame.K_0)
            self.table.sounds.play_press()
        else:
            return False
        self.table.hud.refresh()
        self.table.hud.focus_key(self.table.hand_controller.cursor.button_key)
        return True

    def _actions(self) -> dict[int, Callable[[], object]]:
        """Return key -> action for the keys of the card table."""
        table = self.table
        return {
            **self.mode_actions,
            pygame.K_s: table.cycle_sort,
            WHAT_NOW_KEY: self.coach.toggle_explanation,
            pygame.K_l: partial(table.toggle_log, keyboard=True),
            BROWSE_KEY: table.pile_browser.cycle,
            pygame.K_r: table.open_rules,
            pygame.K_F1: table.show_house_rules,
            pygame.K_ESCAPE: self._handle_escape,
            pygame.K_SPACE: self._handle_space,
            pygame.K_RETURN: self._handle_enter,
            pygame.K_KP_ENTER: self._handle_enter,
        }

    def _cursor_stops(self) -> list[CursorStop]:
        return self.table.hand_controller.cursor_stops(self.table.hud.button_stops())

    def _handle_escape(self) -> None:
        if not self.table.hand_controller.cancel() and not self.table.drawer.close_temporary_page():
            self.mode_actions[MENU_KEY]()

    def _handle_space(self) -> None:
        if self.table.model.director.is_busy and self.table.model.choice is None:
            self.table.finish_motion()
        elif not self._press_focused():
            self.table.hand_controller.select_focused()

    def _handle_enter(self) -> None:
        if not self._press_focused():
            self._do_enter_action()

    def _do_enter_action(self) -> None:
        """Do the action of the Enter key, independently of the cursor: end an explanation, play the selection, or give
        the only answer."""
        if self._end_explanation_unless_selecting() or self.table.hand_controller.play_selected_or_focused():
            return
        only = self.table.model.choice.only_answer() if self.table.model.choice else None
        if only is not None:
            self.table.hand_controller.answer(only)

    def _end_explanation_unless_selecting(self) -> bool:
        """End the coach's explanation with the Enter key, as its main button does, unless cards are selected.

        A card under the cursor isn't selected yet: the cursor stays where the last turn left it.
        """
        choice = self.table.model.choice
        plays = choice is not None and not choice.follows_hint
        return not plays and self.coach.end_explanation()

    def _press_focused(self) -> bool:
        focused = self.table.hud.root.focus
        if focused is None or self.table.hand_controller.cursor.button_key is None:
            return False
        self.table.sounds.play_press()
        return focused.activate()

    def _give_answer(self, digit: int) -> None:
        """Give the answer with this digit, or say why it isn't legal; 0 for passing."""
        choice = self.table.model.choice
        answer = next((one for one in choice.answers() if one.digit == digit), None) if choice else None
        if answer is None:
            return
        if answer.refusal is None:
            self.table.hand_controller.answer(answer.move)
        else:
            self.table.show_refusal(answer.refusal)
