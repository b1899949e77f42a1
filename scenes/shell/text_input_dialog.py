"""Dialog for entering a line of text, such as a preset's name or a file's path."""

from collections.abc import Callable, Sequence

import pygame

from scenes.render.space import ScenePos
from scenes.render.theme import MUTED
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.ui.boxes import Column
from scenes.ui.text import Text
from scenes.ui.widgets import Button, TextField, Widget

_NOTE_HEIGHT = 42.0
"""Height that is kept free for the note below the field, logical pixels."""


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
        self.first_focus_key = "text"

    def compose_content(self) -> Sequence[Widget]:
        field = TextField(
            self.text,
            max_length=self._max_length,
            is_allowed=self._is_allowed,
            accepts_undrawable=self._accepts_undrawable,
            on_change=self._on_change,
            on_enter=lambda _: self.confirm(),
        )
        name = self.paragraphs[-1].text if self.paragraphs else self.title
        note = self._make_note(self.text.strip())
        return [
            *super().compose_content(),
            field.with_layout("text", name=name, margin=(0, 4, 0, 0)),
            Column(
                Text(note, "explanation", MUTED, wraps=True) if note else None,
            ).with_layout(height=_NOTE_HEIGHT, margin=(0, -6, 0, 0)),
        ]

    def make_buttons(self) -> list[Button]:
        buttons = super().make_buttons()
        buttons[0].enabled = bool(self.text.strip())
        return buttons

    @property
    def _field(self) -> TextField:
        field = self.root.find("text")
        assert isinstance(field, TextField)
        return field

    def on_enter(self) -> None:
        self._field.start_editing()

    def _on_change(self, text: str) -> None:
        self.text = text
        self.refresh()

    def _call_on_accept(self) -> None:
        if self.text.strip():
            self._on_accept(self.text.strip())

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._field.stop_editing()  # with the only field unfocused, Escape closes the dialog
        return super().handle(event, pos)

    def confirm(self) -> None:
        if self.text.strip():
            super().confirm()
