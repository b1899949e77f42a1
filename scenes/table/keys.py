"""What the keys do at a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from scenes.look.keys import MENU_KEY, is_confirm_key, is_undo_key, plain_key
from scenes.table.coach import Coach
from scenes.table.last_plays import LastPlays
from scenes.table.panels.tools import LAST_PLAYS, LOOK_THROUGH, WHAT_NOW
from scenes.table.ports import KeyActions, KeysPort
from scenes.table.stage.cursor import Stop

_ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
"""Key -> steps of the cursor to the right and down."""


class Keys:
    """Does with keys what buttons, drags and clicks do.

    Args:
        table: where the keys are pressed.
        actions: what they do where a match is played.
        coach: asked, and sent away.
        last_plays: shown and taken away.
    """

    def __init__(self, table: KeysPort, actions: KeyActions, coach: Coach, last_plays: LastPlays) -> None:
        self.table = table
        self.actions = actions
        self.coach = coach
        self.last_plays = last_plays

    def press(self, event: pygame.Event) -> bool:
        """Do what a key does; False when it does nothing here."""
        if self.table.drawer.key(event):
            return True
        key, actions = plain_key(event), self._actions()
        if is_undo_key(event):
            (self.actions.redo if event.mod & pygame.KMOD_SHIFT else self.actions.undo)()
            self.table.sounds.press()
        elif is_confirm_key(event):
            self._go_on()
            self.table.sounds.press()
        elif key in actions:
            actions[key]()
            if key != pygame.K_SPACE:  # taking cards up has its own sound
                self.table.sounds.press()
        elif key in _ARROWS and event.mod & pygame.KMOD_SHIFT and _ARROWS[key][0]:
            self.table.control.shift_focused(_ARROWS[key][0])
        elif key in _ARROWS:
            self.table.control.cursor.step(self._stops(), *_ARROWS[key])
        elif key == pygame.K_TAB:
            self.table.control.cursor.cycle(self._stops(), -1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif pygame.K_1 <= key <= pygame.K_9:
            self._digit(key - pygame.K_1)
            self.table.sounds.press()
        else:
            return False
        self.table.hud.show_focus(self._focused_button())
        self.table.hud.refresh_answers()
        return True

    def _actions(self) -> dict[int, Callable[[], object]]:
        """Key -> what it does."""
        table = self.table
        return {
            pygame.K_u: self.actions.undo,
            pygame.K_y: self.actions.redo,
            pygame.K_s: table.sort,
            pygame.K_h: self.actions.hint,
            WHAT_NOW: self.coach.ask,
            LAST_PLAYS: self.last_plays.toggle,
            pygame.K_l: partial(table.show_log, keyboard=True),
            LOOK_THROUGH: table.look_through,
            pygame.K_r: table.read,
            pygame.K_F1: table.house_rules,
            pygame.K_ESCAPE: self._escape,
            MENU_KEY: self.actions.menu,
            pygame.K_SPACE: self._space,
            pygame.K_RETURN: self._enter,
            pygame.K_KP_ENTER: self._enter,
        }

    def _stops(self) -> list[Stop]:
        return self.table.control.stops(self.table.hud.middles())

    def _focused_button(self) -> int | None:
        at = self.table.control.cursor.at
        return at[1] if self.table.control.cursor.visible and at is not None and at[0] == "button" else None

    def _escape(self) -> None:
        if not self.table.control.cancel() and not self.table.drawer.escape():
            self.actions.menu()

    def _space(self) -> None:
        if self.table.stage.director.busy and self.table.stage.choice is None:
            self.table.skip()
        elif not self._press_focused():
            self.table.control.select_focused()

    def _enter(self) -> None:
        if not self._press_focused():
            self._go_on()

    def _go_on(self) -> None:
        """Do what Enter says on a button, wherever the cursor is."""
        if self._got_it() or self.table.control.play_selected():
            return
        only = self.table.stage.choice.only() if self.table.stage.choice else None
        if only is not None:
            self.table.control.answer(only)

    def _got_it(self) -> bool:
        """Close an explanation with Enter, as its button says, unless cards were chosen to be played.

        A card under the cursor isn't chosen yet: the cursor still stands where the last turn left it.
        """
        choice = self.table.stage.choice
        plays = choice is not None and (choice.begun or choice.rearranged)
        return not plays and self.coach.go_on()

    def _press_focused(self) -> bool:
        focused = self._focused_button()
        usable = self.table.hud.reachable()
        if focused is None or focused >= len(usable):
            return False
        self.table.sounds.press()
        return usable[focused].widget.activate()

    def _digit(self, index: int) -> None:
        choice = self.table.stage.choice
        answers = choice.answers() if choice else []
        if index >= len(answers):
            return
        answer = answers[index]
        if answer.refusal is None:
            self.table.control.answer(answer.move)
        else:
            self.table.refuse(answer.refusal)
