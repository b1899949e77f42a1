"""Dialog for entering a line of text, such as a preset's name or a file's path."""

from collections.abc import Callable, Sequence

import pygame

from scenes.render.theme import MUTED
from scenes.render.widgets import Button, Label, PointerPos, TextField, Widget
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph


class TextInputDialog(Dialog):
    """A dialog with a focused text field; Enter accepts the text, Escape closes the dialog.

    Args:
        context: the application.
        title: heading of the panel.
        paragraphs: text above the field.
        text: initial content of the field.
        accept_label: label of the button that accepts.
        on_accept: called with the stripped, non-empty text after the dialog has closed.
        max_length: maximum number of characters.
        is_allowed: whether a character may be typed.
        accepts_undrawable: whether the text may contain characters that no font has, as a path may.
        make_note: returns the note below the field for the current text; empty for none.
        width: width of the panel, logical pixels.
    """

    def __init__(
        self,
        context: Context,
        title: str,
        paragraphs: Sequence[DialogParagraph],
        *,
        text: str,
        accept_label: str,
        on_accept: Callable[[str], None],
        max_length: int,
        is_allowed: Callable[[str], bool] = str.isprintable,
        accepts_undrawable: bool = False,
        make_note: Callable[[str], str] = lambda _: "",
        width: float = 600.0,
    ) -> None:
        super().__init__(
            context,
            title,
            paragraphs,
            [
                DialogButton(accept_label, self._call_on_accept, "check"),
                DialogButton(context.words("app.button.cancel")),
            ],
            width=width,
        )
        self.text = text
        self._on_accept = on_accept
        self._max_length = max_length
        self._is_allowed = is_allowed
        self._accepts_undrawable = accepts_undrawable
        self._make_note = make_note
        self._field = TextField()
        self._note_label = Label("")
        self._accept_button: Button | None = None
        self._focused = False

    def build(self) -> None:
        super().build()
        if not self._focused:
            self.group.set_focus(self._field)
            self._field.start_editing()
            self._focused = True
        self._on_change(self.text)

    def _make_text(self, width: float) -> tuple[list[Widget], float]:
        widgets, text_height = super()._make_text(width)
        top = text_height + 12 if widgets else 4.0
        self._field = TextField(
            self.text,
            max_length=self._max_length,
            is_allowed=self._is_allowed,
            accepts_undrawable=self._accepts_undrawable,
            on_change=self._on_change,
            on_enter=lambda _: self.confirm(),
            width=width - 8,
        )
        self._field.place_at(self.renderer, 4, top)
        self._note_label = Label(" ", "explanation", MUTED, wrap_width=width - 8)
        self._note_label.place_at(self.renderer, 4, top + 52)
        return [*widgets, self._field, self._note_label], top + 52 + 48

    def _make_buttons(self) -> list[Button]:
        buttons = super()._make_buttons()
        self._accept_button = buttons[0]
        return buttons

    def _on_change(self, text: str) -> None:
        self.text = text
        self._note_label.string = self._make_note(text.strip()) or " "
        if self._accept_button is not None:
            self._accept_button.enabled = bool(text.strip())

    def _call_on_accept(self) -> None:
        if self.text.strip():
            self._on_accept(self.text.strip())

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._field.stop_editing()  # with the only field unfocused, Escape closes the dialog
        return super().handle(event, pos)

    def confirm(self) -> None:
        if self.text.strip():
            super().confirm()
