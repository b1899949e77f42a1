"""Dialog with short phrases for the other participants of an online table, shown to each in their own language."""

from collections.abc import Callable, Sequence
from functools import partial

from engine.online.protocol.table_rules import MAX_CHAT_LENGTH, PHRASES
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.text.catalogue import Words
from scenes.ui.boxes import Flow
from scenes.ui.widgets import Button, TextField, Widget

_GAP = 8.0


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

    def compose_content(self) -> Sequence[Widget]:
        words, gap = self.context.words, self.renderer.row_gap(_GAP)
        field = TextField(
            max_length=MAX_CHAT_LENGTH, on_enter=self._say_line, placeholder=words("online.phrases.own")
        ).with_layout("line", margin=(0, 6, 0, self.renderer.row_gap(_GAP + 4) - 14))
        phrases = [
            Button(words(f"online.phrase.{one}"), partial(self._say_phrase, one), small=True).with_layout(one)
            for one in PHRASES
        ]
        flow = Flow(*phrases, gaps=(_GAP, gap)).with_layout(margin=(0, 0 if self._free_text else 6, 0, 6))
        return [*super().compose_content(), *([field] if self._free_text else []), flow]

    def _say_phrase(self, phrase: str) -> None:
        self.context.close(self)
        self._on_say(phrase, "")

    def _say_line(self, text: str) -> None:
        text = text.strip()
        if text:
            self.context.close(self)
            self._on_say("", text)
