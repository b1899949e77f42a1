"""The player's own name and picture, as friends see them at the table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pygame import FRect

from scenes.look.widgets import Button, TextField
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog
from scenes.shell.person_panel import PersonShown, person_height, person_panel
from scenes.shell.screen import MARGIN

_ROOMY, _USUAL = 970.0, 820.0
"""Width of the panel if there is room for names below the portraits, and else."""
_FOOT = 64.0
"""Height below the panel for the button."""


class YouDialog(Dialog):
    """A panel with portraits and a field for the name; both are saved at once.

    Args:
        context: the program.
        on_close: called after it has closed.
        then: called after that if the player goes on with the button or Enter; None if nothing waits for the name.
    """

    least = (600.0, 350.0)

    def __init__(self, context: Context, on_close: Callable[[], None], then: Callable[[], None] | None = None) -> None:
        super().__init__(context, context.words("online.you"))
        self.least = YouDialog.least
        self._on_close = on_close
        self._then = then
        self._asked = False
        """Whether the field for the name was opened for writing, as it is at once where something waits for it."""

    def build(self) -> None:
        look, words, settings = self.look, self.context.words, self.context.settings
        most = look.width - 2 * MARGIN
        wide = _ROOMY if most >= _ROOMY else min(_USUAL, most)
        high = person_height(wide, high=look.height >= 400)
        panel = FRect((look.width - wide) / 2, (look.height - high - _FOOT) / 2, wide, high)
        shown = PersonShown(settings.name, settings.portrait, words("app.table.you"))
        widgets = person_panel(words, look, panel, shown, take=self._take, write=self._write)
        self.group.add(*widgets)
        done = Button(words("online.you.done"), self.confirm, kind="primary", icon="check")
        done.place(look, panel.right, panel.bottom + 16, "topright")
        self.group.add(done)
        if self._then is not None:
            field = next(widget for widget in widgets if isinstance(widget, TextField))
            field.on_enter = lambda _: self.confirm()
            if not self._asked:
                self.group.set_focus(field)
                field.editing = self._asked = True

    def _take(self, portrait: str) -> None:
        chosen: Any = portrait
        self.context.keep_setting(replace(self.context.settings, portrait=chosen))
        self.lay_out()

    def _write(self, name: str) -> None:
        self.context.keep_setting(replace(self.context.settings, name=name))

    def confirm(self) -> None:
        self.back()
        if self._then is not None:
            self._then()

    def back(self) -> None:
        self.context.close(self)
        self._on_close()
