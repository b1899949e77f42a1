"""Export and import of the player's own things as text: clipboard, files, drag and drop."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.notices import Notice
from engine.printable import printable
from engine.profile.storage import text_of
from scenes.look.keys import command_key
from scenes.look.widgets import Pos, clipboard
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, Paragraph
from scenes.shell.field_dialog import FieldDialog
from scenes.text.notices import notice_text

_PATH = 400
"""Maximum length of a typed path."""


class Sayings(NamedTuple):
    """Keys of the texts about one kind of shared thing; the last four only for import."""

    out: str
    """Heading of the export dialog."""
    how: str
    """Question how to export."""
    no_clipboard: str
    written: str
    """Where the file was written."""
    back: str = ""
    """Heading of the import dialog."""
    drop: str = ""
    """Hint that files can be dropped onto the window."""
    bad: str = ""
    """Heading when an import failed."""
    nothing: str = ""
    """Note that nothing was changed."""


class _SourceDialog(Dialog):
    """The choice of a source to import from; Ctrl+V pastes."""

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and command_key(event) == pygame.K_v:
            self._choose(self.choices[0].action)
            return True
        return super().handle(event, pos)


class Export:
    """Exports texts by clipboard or file.

    Args:
        context: the program.
        sayings: keys of its texts.
    """

    ending: str
    """Suffix of its files."""

    def __init__(self, context: Context, sayings: Sayings) -> None:
        self.context = context
        self.sayings = sayings

    def offer(self, text: str, stem: str) -> None:
        """Ask how to export a text; ``stem`` is the file name without suffix."""
        words = self.context.words
        choices = [
            DialogButton(words("app.share.copy"), lambda: self.copy(text, stem), "copy", words("app.key.enter")),
            DialogButton(words("app.share.write"), lambda: self.write(text, stem), "save"),
            DialogButton(words("app.button.cancel")),
        ]
        lines = [Paragraph(words(self.sayings.how))]
        self.context.open(Dialog(self.context, words(self.sayings.out), lines, choices, column=True))

    def copy(self, text: str, stem: str) -> None:
        """Copy the text to the clipboard, or write it into a file if there is no clipboard."""
        if clipboard.copy(text):
            self.context.tell("app.share.copied", "copy")
        else:
            self.write(text, stem, [Paragraph(self.context.words(self.sayings.no_clipboard))])

    def write(self, text: str, stem: str, lines: Sequence[Paragraph] = ()) -> None:
        """Write the text into a new file and show its path."""
        words, profile = self.context.words, self.context.profile
        folder = profile.folder / "shared"
        path, number = folder / f"{stem}.{self.ending}", 2
        while path.exists():
            path, number = folder / f"{stem}-{number}.{self.ending}", number + 1
        problems = profile.write(path, text)
        self.context.notices += problems
        if not problems and path.exists():
            paragraphs = [*lines, Paragraph(words(self.sayings.written, file=printable(str(path), _PATH)))]
            self.context.open(Dialog(self.context, words(self.sayings.out), paragraphs))


class Sharing(Export):
    """Exports and imports texts; problems are reported, and nothing is lost.

    Args:
        context: the program.
        sayings: keys of its texts.
        largest: maximum file size, bytes.
    """

    def __init__(self, context: Context, sayings: Sayings, largest: int) -> None:
        super().__init__(context, sayings)
        self.largest = largest

    def read(self, text: str, file: str) -> None:
        """Import a text; ``file`` is its name in messages."""
        raise NotImplementedError

    def open(self) -> None:
        """Ask where to import from."""
        words = self.context.words
        choices = [
            DialogButton(words("app.share.paste"), self.paste, "copy", words("app.key.enter")),
            DialogButton(words("app.share.file"), self.ask_path, "folder"),
            DialogButton(words("app.button.cancel")),
        ]
        lines = [Paragraph(words(self.sayings.drop))]
        self.context.open(_SourceDialog(self.context, words(self.sayings.back), lines, choices, column=True))

    def drop(self, event: pygame.Event) -> None:
        """Import a file or text that was dropped onto the window."""
        if event.type == pygame.DROPFILE:
            self.load(Path(event.file))
        else:
            self.read(event.text, self.context.words("app.share.clipboard"))

    def paste(self) -> None:
        """Import from the clipboard."""
        text = clipboard.paste()
        if text.strip():
            self.read(text, self.context.words("app.share.clipboard"))
        else:
            self.report_errors([self.context.words("app.share.empty")])

    def ask_path(self) -> None:
        """Ask for the path of a file to import."""
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
        """Import a file."""
        found = text_of(path, self.largest)
        if isinstance(found, Notice):
            self.report_errors([notice_text(self.context.words, found)])
        else:
            self.read(found, printable(path.name))

    def report_errors(self, texts: Sequence[str]) -> None:
        """Open a message why nothing was imported."""
        self.context.open(bad_dialog(self.context, self.sayings, texts))


def bad_dialog(context: Context, sayings: Sayings, texts: Sequence[str]) -> Dialog:
    """A message why nothing was imported."""
    words = context.words
    lines = [*map(Paragraph, texts), Paragraph(words(sayings.nothing))]
    return Dialog(context, words(sayings.bad), lines, width=680)
