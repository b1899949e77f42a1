"""An overlay that asks for a line of text: a preset's name, a file's path."""

from collections.abc import Callable, Sequence

from scenes.look.theme import MUTED
from scenes.look.widgets import Button, Label, TextField, Widget
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, Paragraph


class FieldDialog(Dialog):
    """A dialog with a field that is being written in as soon as it opens; Enter takes what stands there.

    Args:
        context: the program.
        title: heading of the panel.
        lines: what is to be read above the field.
        text: what stands in the field at first.
        yes: label of the button that takes it.
        take: gets the text, after the dialog has closed; never an empty one.
        limit: most characters.
        allowed: decides on every character.
        note: what is told below the field about a text while it is written.
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
    ) -> None:
        super().__init__(
            context,
            title,
            lines,
            [DialogButton(yes, self._accept, "check"), DialogButton(context.words("app.button.cancel"))],
        )
        self.text = text
        self._take = take
        self._limit = limit
        self._allowed = allowed
        self._note = note
        self._field = TextField()
        self._told = Label("")
        self._yes: Button | None = None
        self._begun = False

    def build(self) -> None:
        super().build()
        if not self._begun:
            self.group.set_focus(self._field)
            self._field.editing = self._begun = True
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
        self._told = Label(" ", "explanation", MUTED, wrap=width - 8)
        self._told.place(self.look, 4, top + 52)
        return [*widgets, self._field, self._told], top + 52 + 48

    def _buttons(self) -> list[Button]:
        buttons = super()._buttons()
        self._yes = buttons[0]
        return buttons

    def _changed(self, text: str) -> None:
        self.text = text
        self._told.string = self._note(text.strip()) or " "
        if self._yes is not None:
            self._yes.enabled = bool(text.strip())

    def _accept(self) -> None:
        if self.text.strip():
            self._take(self.text.strip())

    def confirm(self) -> None:
        if self.text.strip():
            super().confirm()
