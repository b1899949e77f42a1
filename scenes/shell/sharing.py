"""Something of the player's to and from others: as text by the clipboard, as a file written, opened, dropped."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.notices import Notice
from engine.profile.storage import text_of
from scenes.look.widgets import Pos, clipboard
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, notice_text
from scenes.shell.field_dialog import FieldDialog

_CONTROL = pygame.KMOD_CTRL | pygame.KMOD_META
_PATH = 400
"""Characters of a path that can be written."""


class Sayings(NamedTuple):
    """Keys of the texts that name what is shared."""

    out: str
    """Heading, going out."""
    how: str
    no_clipboard: str
    written: str
    back: str = ""
    """Heading, coming in."""
    drop: str = ""
    bad: str = ""
    nothing: str = ""


class _WhereFrom(Dialog):
    """Asks where it shall come from; Ctrl+V pastes."""

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_v and event.mod & _CONTROL:
            self._choose(self.choices[0].action)
            return True
        return super().handle(event, pos)


class Export:
    """Lets something go out.

    Args:
        context: the program.
        sayings: what is told about it.
    """

    ending = "toml"
    """Of its files."""

    def __init__(self, context: Context, sayings: Sayings) -> None:
        self.context = context
        self.sayings = sayings

    def offer(self, text: str, stem: str) -> None:
        """Ask how a text shall go out; ``stem`` is the file's name without its ending."""
        words = self.context.words
        choices = [
            DialogButton(words("app.share.copy"), lambda: self.copy(text, stem), "copy", words("app.key.enter")),
            DialogButton(words("app.share.write"), lambda: self.write(text, stem), "save"),
            DialogButton(words("app.button.cancel")),
        ]
        lines = [Paragraph(words(self.sayings.how))]
        self.context.open(Dialog(self.context, words(self.sayings.out), lines, choices, column=True))

    def copy(self, text: str, stem: str) -> None:
        """Put the text on the clipboard; where there is none it goes into a file."""
        if clipboard.copy(text):
            self.context.tell("app.share.copied", "copy")
        else:
            self.write(text, stem, [Paragraph(self.context.words(self.sayings.no_clipboard))])

    def write(self, text: str, stem: str, lines: Sequence[Paragraph] = ()) -> None:
        """Write the text into a file of its own and say where it is."""
        words, profile = self.context.words, self.context.profile
        folder = profile.folder / "shared"
        path, number = folder / f"{stem}.{self.ending}", 2
        while path.exists():
            path, number = folder / f"{stem}-{number}.{self.ending}", number + 1
        problems = profile.write(path, text)
        self.context.notices += problems
        if not problems and path.exists():
            told = [*lines, Paragraph(words(self.sayings.written, file=str(path)))]
            self.context.open(Dialog(self.context, words(self.sayings.out), told))


class Sharing(Export):
    """Lets something go out and come in; whatever is wrong is told, and nothing is lost.

    Args:
        context: the program.
        sayings: what is told about it.
        largest: bytes of a file that is read.
    """

    def __init__(self, context: Context, sayings: Sayings, largest: int) -> None:
        super().__init__(context, sayings)
        self.largest = largest

    def read(self, text: str, file: str) -> None:
        """Take what a text holds; ``file`` is what messages call it."""
        raise NotImplementedError

    def open(self) -> None:
        """Ask where it shall come from."""
        words = self.context.words
        choices = [
            DialogButton(words("app.share.paste"), self.paste, "copy", words("app.key.enter")),
            DialogButton(words("app.share.file"), self.ask_path, "folder"),
            DialogButton(words("app.button.cancel")),
        ]
        lines = [Paragraph(words(self.sayings.drop))]
        self.context.open(_WhereFrom(self.context, words(self.sayings.back), lines, choices, column=True))

    def drop(self, event: pygame.Event) -> None:
        """Take a file or a text that was dropped onto the window."""
        if event.type == pygame.DROPFILE:
            self.load(Path(event.file))
        else:
            self.read(event.text, self.context.words("app.share.clipboard"))

    def paste(self) -> None:
        """Take what is on the clipboard."""
        text = clipboard.paste()
        if text.strip():
            self.read(text, self.context.words("app.share.clipboard"))
        else:
            self.tell_bad([self.context.words("app.share.empty")])

    def ask_path(self) -> None:
        """Ask for a file by its path."""
        words = self.context.words
        self.context.open(
            FieldDialog(
                self.context,
                words("app.share.file"),
                [Paragraph(words("app.share.path"))],
                text="",
                yes=words("app.share.open_it"),
                take=lambda path: self.load(Path(path.strip("\"'")).expanduser()),
                limit=_PATH,
            )
        )

    def load(self, path: Path) -> None:
        """Take what is in a file."""
        found = text_of(path, self.largest)
        if isinstance(found, Notice):
            self.tell_bad([notice_text(self.context.words, found)])
        else:
            self.read(found, path.name)

    def tell_bad(self, texts: Sequence[str]) -> None:
        """Why nothing came in; what was there is still there."""
        self.context.open(bad_dialog(self.context, self.sayings, texts))


def bad_dialog(context: Context, sayings: Sayings, texts: Sequence[str]) -> Dialog:
    """A message why nothing came in; what was there is still there."""
    words = context.words
    lines = [*map(Paragraph, texts), Paragraph(words(sayings.nothing))]
    return Dialog(context, words(sayings.bad), lines, width=680)
