"""Dialog to edit the player's name and portrait, as other participants see them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scenes.shell.context import Context
from scenes.shell.dialog import Dialog
from scenes.shell.person_panel import PanelPerson, person_panel
from scenes.shell.screen import MARGIN
from scenes.ui.boxes import Centered, Column, Row
from scenes.ui.widgets import Button, TextField, Widget

_MAX_WIDTH = 820.0
"""Maximum width of the panel, logical pixels."""


class IdentityDialog(Dialog):
    """Dialog with portraits and a name field; changes are saved at once.

    Args:
        context: the application.
        on_close: called after the dialog has closed.
        on_done: called after ``on_close`` if the player confirmed with the button or Enter; None for no action.
    """

    min_size = (600.0, 350.0)

    def __init__(
        self, context: Context, on_close: Callable[[], None], on_done: Callable[[], None] | None = None
    ) -> None:
        super().__init__(context, context.words("online.you"))
        self.min_size = IdentityDialog.min_size
        self._on_close = on_close
        self._on_done = on_done
        self.first_focus_key = None if on_done is None else "name"

    def compose(self) -> Widget:
        renderer, words, settings = self.renderer, self.context.words, self.context.settings
        width = min(_MAX_WIDTH, renderer.width - 2 * MARGIN)
        panel = person_panel(
            words,
            PanelPerson(settings.name, settings.portrait, words("app.table.you")),
            width=width,
            has_large_tiles=renderer.height >= 400,
            on_portrait=self._set_portrait,
            on_name=self.context.rename_player,
            on_enter=None if self._on_done is None else self.confirm,
        )
        done = Button(words("online.you.done"), self.confirm, kind="primary", icon="check").with_layout("done")
        return Centered(Column(panel, Row(done, is_reversed=True), gap=16).with_layout(width=width))

    def on_enter(self) -> None:
        field = self.root.focus
        if isinstance(field, TextField):
            field.start_editing()

    def _set_portrait(self, portrait: str) -> None:
        chosen: Any = portrait
        self.context.save_settings_without_layout(replace(self.context.settings, portrait=chosen))
        self.refresh()

    def confirm(self) -> None:
        self.back()
        if self._on_done is not None:
            self._on_done()

    def back(self) -> None:
        self.context.close(self)
        self._on_close()
