"""What the keys do at a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from scenes.shell.toast import is_undo_key
from scenes.table.coach import WHAT_NOW
from scenes.table.stage.cursor import Where

if TYPE_CHECKING:
    from scenes.table.table import Table


class Keys:
    """Turns keys into what buttons, drags and clicks do as well."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def press(self, event: pygame.Event) -> bool:
        """Do what a key does; False when it does nothing here."""
        if self.table.review.key(event):
            self.table.ears.press()
            return True
        if self.table.log.key(event):
            return True
        actions: dict[int, Callable[[], object]] = {
            pygame.K_u: self.table.undo,
            pygame.K_y: self.table.redo,
            pygame.K_s: self.table.sort,
            pygame.K_h: self.table.hint,
            WHAT_NOW: self.table.coach.ask,
            pygame.K_l: partial(self.table.show_log, keyboard=True),
            pygame.K_r: self.table.read,
            pygame.K_F1: self.table.rules,
            pygame.K_ESCAPE: self._escape,
            pygame.K_SPACE: self._space,
            pygame.K_RETURN: self._enter,
            pygame.K_KP_ENTER: self._enter,
        }
        arrows = {
            pygame.K_LEFT: (-1, 0),
            pygame.K_RIGHT: (1, 0),
            pygame.K_UP: (0, -1),
            pygame.K_DOWN: (0, 1),
        }
        if is_undo_key(event):
            actions[pygame.K_z] = self.table.redo if event.mod & pygame.KMOD_SHIFT else self.table.undo
        if event.key in actions:
            actions[event.key]()
            if event.key != pygame.K_SPACE:  # it takes cards up, which is heard by itself
                self.table.ears.press()
        elif event.key in arrows:
            self.table.control.cursor.step(self._standing(), *arrows[event.key])
        elif event.key == pygame.K_TAB:
            self.table.control.cursor.cycle(self._standing(), -1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif pygame.K_1 <= event.key <= pygame.K_9:
            self._digit(event.key - pygame.K_1)
            self.table.ears.press()
        else:
            return False
        self.show_focus()
        self.table.hud.refresh_answers()
        return True

    def _standing(self) -> list[Where]:
        return self.table.control.standing(self.table.hud.middles())

    def _focused_button(self) -> int | None:
        at = self.table.control.cursor.at
        return at[1] if self.table.control.cursor.visible and at is not None and at[0] == "button" else None

    def show_focus(self) -> None:
        """Let the button under the cursor have its ring, and no other."""
        focused = self._focused_button()
        for i, button in enumerate(self.table.hud.pressable()):
            button.focused = i == focused

    def _escape(self) -> None:
        if not self.table.control.cancel() and not self.table.coach.close():
            self.table.menu()

    def _space(self) -> None:
        if self.table.stage.director.busy and self.table.stage.choice is None:
            self.table.skip()
        elif not self._press_focused():
            self.table.control.select_focused()

    def _enter(self) -> None:
        if self._press_focused() or self._got_it() or self.table.control.play_selected():
            return
        only = self.table.stage.choice.only() if self.table.stage.choice else None
        if only is not None:
            self.table.control.answer(only)

    def _got_it(self) -> bool:
        """Enter takes an explanation away, as its button says, unless cards were chosen to be played.

        Only having been there doesn't choose a card: the keyboard's cursor still stands on one from the last turn.
        """
        choice = self.table.stage.choice
        plays = choice is not None and (choice.begun or choice.rearranged)
        return not plays and self.table.coach.go_on()

    def _press_focused(self) -> bool:
        focused = self._focused_button()
        usable = self.table.hud.pressable()
        if focused is None or focused >= len(usable):
            return False
        self.table.ears.press()
        return usable[focused].activate()

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
