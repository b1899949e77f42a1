"""Dialog with short phrases for the other participants of an online table, shown to each in their own language."""

from collections.abc import Callable
from functools import partial

from pygame import FRect

from engine.online.protocol.table_rules import MAX_CHAT_LENGTH, PHRASES
from scenes.render.widgets import Button, TextField, Widget
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.text.catalogue import Words

_GAP = 8.0
_BUTTON_HEIGHT = 44.0


def phrase_text(words: Words, phrase: str, text: str) -> str:
    """Return a chat phrase in the player's language, or a typed line if there is no such phrase."""
    return words(f"online.phrase.{phrase}") if phrase in PHRASES else text


class PhrasesDialog(Dialog):
    """Dialog to choose a chat phrase, with a field for a typed line if the table allows that.

    Args:
        context: the application.
        on_say: called with a phrase's key and an empty text, or an empty key and a typed line, after closing.
        free_text: whether typed lines are allowed.
    """

    def __init__(self, context: Context, on_say: Callable[[str, str], None], *, free_text: bool) -> None:
        words = context.words
        lines = [DialogParagraph(words("online.phrases.note"))]
        close = DialogButton(words("app.button.cancel"), None, "", words("app.key.esc"))
        super().__init__(context, words("online.phrases.title"), lines, [close], width=620)
        self.min_size = (600.0, 430.0)
        self._on_say = on_say
        self._free_text = free_text

    def _make_text(self, width: float) -> tuple[list[Widget], float]:
        """Return a note, a field for a typed line and the chat phrases as buttons, and their total height."""
        widgets, y = super()._make_text(width)
        y += 14
        if self._free_text:
            field = TextField(
                max_length=MAX_CHAT_LENGTH,
                on_enter=self._say_line,
                placeholder=self.context.words("online.phrases.own"),
                width=width - 8,
            )
            field.place_at(self.renderer, 4, y)
            widgets.append(field)
            y += _BUTTON_HEIGHT + self.renderer.row_gap(_GAP + 4)
        x = 4.0
        for phrase in PHRASES:
            text = self.context.words(f"online.phrase.{phrase}")
            button = Button(text, partial(self._say_phrase, phrase), small=True)
            button_width = button.preferred_size(self.renderer)[0]
            if x > 4 and x + button_width > width - 4:
                x, y = 4.0, y + _BUTTON_HEIGHT + self.renderer.row_gap(_GAP)
            button.rect = FRect(x, y, min(button_width, width - 8), _BUTTON_HEIGHT)
            x += button_width + _GAP
            widgets.append(button)
        return widgets, y + _BUTTON_HEIGHT + 12

    def _say_phrase(self, phrase: str) -> None:
        self.context.close(self)
        self._on_say(phrase, "")

    def _say_line(self, text: str) -> None:
        text = text.strip()
        if text:
            self.context.close(self)
            self._on_say("", text)
