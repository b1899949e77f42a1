"""Short phrases for friends at the same table, which everybody reads in their own language; and lines of one's own."""

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
    """What somebody says: a phrase in the player's language, else their own line."""
    return words(f"online.phrase.{phrase}") if phrase in PHRASES else text


class PhrasesDialog(Dialog):
    """The phrases to choose from, and a field for a line of one's own where the table allows that.

    Args:
        context: the program.
        say: called with the key of a phrase, or with an empty key and a line, after the dialog has closed.
        free_text: whether lines of one's own are allowed.
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
        """The phrases as buttons in lines, below the note; the field for a line of one's own first."""
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
            wide = button.preferred_size(self.renderer)[0]
            if x > 4 and x + wide > width - 4:
                x, y = 4.0, y + _BUTTON_HEIGHT + self.renderer.row_gap(_GAP)
            button.rect = FRect(x, y, min(wide, width - 8), _BUTTON_HEIGHT)
            x += wide + _GAP
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
