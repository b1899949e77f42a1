"""A dialog that asks for a line of text: a preset's name, a file's path."""

from collections.abc import Callable, Sequence

import pygame

from scenes.look.theme import MUTED
from scenes.look.widgets import Button, Label, Pos, TextField, Widget
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, Paragraph


class FieldDialog(Dialog):
    """A dialog with a text field, focused at once; Enter accepts the text, Escape closes the dialog.

    Args:
        context: the program.
        title: heading of the panel.
        lines: text above the field.
        text: initial content of the field.
        yes: label of the button that accepts.
        take: called with the text, never empty, after the dialog has closed.
        limit: maximum number of characters.
        allowed: whether a character may be typed.
        note: remark below the field about the present text.
        width: width of the panel, logical pixels.
    """

    def __init__(
        self,
        context: Context,
        title: str,
        lines: Sequence[Paragraph],
        *,
        text: str,
        yes: str,
        take: Callable[[str], None],
        limit: int,
        allowed: Callable[[str], bool] = str.isprintable,
        note: Callable[[str], str] = lambda _: "",
        width: float = 600.0,
    ) -> None:
        super().__init__(
            context,
            title,
            lines,
            [DialogButton(yes, self._accept, "check"), DialogButton(context.words("app.button.cancel"))],
            width=width,
        )
        self.text = text
        self._take = take
        self._limit = limit
        self._allowed = allowed
        self._note = note
        self._field = TextField()
        self._remark = Label("")
        self._yes: Button | None = None
        self._focused = False

    def build(self) -> None:
        super().build()
        if not self._focused:
            self.group.set_focus(self._field)
            self._field.editing = self._focused = True
        self._changed(self.text)

    def _text(self, width: float) -> tuple[list[Widget], float]:
        widgets, high = super()._text(width)
        editing = self._field.editing
        top = high + 12 if widgets else 4.0
        self._field = TextField(
            self.text,
            limit=self._limit,
            allowed=self._allowed,
            on_change=self._changed,
            on_enter=lambda _: self.confirm(),
            width=width - 8,
        )
        self._field.editing = editing
        self._field.place(self.look, 4, top)
        self._remark = Label(" ", "explanation", MUTED, wrap=width - 8)
        self._remark.place(self.look, 4, top + 52)
        return [*widgets, self._field, self._remark], top + 52 + 48

    def _buttons(self) -> list[Button]:
        buttons = super()._buttons()
        self._yes = buttons[0]
        return buttons

    def _changed(self, text: str) -> None:
        self.text = text
        self._remark.string = self._note(text.strip()) or " "
        if self._yes is not None:
            self._yes.enabled = bool(text.strip())

    def _accept(self) -> None:
        if self.text.strip():
            self._take(self.text.strip())

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._field.editing = False  # there is nothing else to write in: Escape means the dialog
        return super().handle(event, pos)

    def confirm(self) -> None:
        if self.text.strip():
            super().confirm()
