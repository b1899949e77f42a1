"""Something of the player's to and from others: as text by the clipboard, as a file written, opened, dropped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pygame

from engine.notices import Notice
from engine.profile.storage import text_of
from scenes.look.widgets import clipboard
from scenes.shell.dialog import Choice, Dialog, Line, notice_text
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.scene import Pos

if TYPE_CHECKING:
    from scenes.app import App

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

    def handle(self, event: pygame.Event, pos: Pos | None) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_v and event.mod & _CONTROL:
            self._choose(self.choices[0].action)
            return True
        return super().handle(event, pos)


class Export:
    """Lets something go out.

    Args:
        app: the program.
        sayings: what is told about it.
    """

    ending = "toml"
    """Of its files."""

    def __init__(self, app: App, sayings: Sayings) -> None:
        self.app = app
        self.sayings = sayings

    def offer(self, text: str, stem: str) -> None:
        """Ask how a text shall go out; ``stem`` is the file's name without its ending."""
        words = self.app.words
        choices = [
            Choice(words("app.share.copy"), lambda: self.copy(text, stem), "copy", words("app.key.enter")),
            Choice(words("app.share.write"), lambda: self.write(text, stem), "save"),
            Choice(words("app.button.cancel")),
        ]
        lines = [Line(words(self.sayings.how))]
        self.app.open(Dialog(self.app, words(self.sayings.out), lines, choices, column=True))

    def copy(self, text: str, stem: str) -> None:
        """Put the text on the clipboard; where there is none it goes into a file."""
        if clipboard.copy(text):
            self.app.tell("app.share.copied", "copy")
        else:
            self.write(text, stem, [Line(self.app.words(self.sayings.no_clipboard))])

    def write(self, text: str, stem: str, lines: Sequence[Line] = ()) -> None:
        """Write the text into a file of its own and say where it is."""
        words, profile = self.app.words, self.app.profile
        folder = profile.folder / "shared"
        path, number = folder / f"{stem}.{self.ending}", 2
        while path.exists():
            path, number = folder / f"{stem}-{number}.{self.ending}", number + 1
        problems = profile.write(path, text)
        self.app.notices += problems
        if not problems and path.exists():
            told = [*lines, Line(words(self.sayings.written, file=str(path)))]
            self.app.open(Dialog(self.app, words(self.sayings.out), told))


class Sharing(Export):
    """Lets something go out and come in; whatever is wrong is told, and nothing is lost.

    Args:
        app: the program.
        sayings: what is told about it.
        largest: bytes of a file that is read.
    """

    def __init__(self, app: App, sayings: Sayings, largest: int) -> None:
        super().__init__(app, sayings)
        self.largest = largest

    def read(self, text: str, file: str) -> None:
        """Take what a text holds; ``file`` is what messages call it."""
        raise NotImplementedError

    def open(self) -> None:
        """Ask where it shall come from."""
        words = self.app.words
        choices = [
            Choice(words("app.share.paste"), self.paste, "copy", words("app.key.enter")),
            Choice(words("app.share.file"), self.ask_path, "folder"),
            Choice(words("app.button.cancel")),
        ]
        lines = [Line(words(self.sayings.drop))]
        self.app.open(_WhereFrom(self.app, words(self.sayings.back), lines, choices, column=True))

    def drop(self, event: pygame.Event) -> None:
        """Take a file or a text that was dropped onto the window."""
        if event.type == pygame.DROPFILE:
            self.load(Path(event.file))
        else:
            self.read(event.text, self.app.words("app.share.clipboard"))

    def paste(self) -> None:
        """Take what is on the clipboard."""
        text = clipboard.paste()
        if text.strip():
            self.read(text, self.app.words("app.share.clipboard"))
        else:
            self.tell_bad([self.app.words("app.share.empty")])

    def ask_path(self) -> None:
        """Ask for a file by its path."""
        words = self.app.words
        self.app.open(
            FieldDialog(
                self.app,
                words("app.share.file"),
                [Line(words("app.share.path"))],
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
            self.tell_bad([notice_text(self.app.words, found)])
        else:
            self.read(found, path.name)

    def tell_bad(self, texts: Sequence[str]) -> None:
        """Why nothing came in; what was there is still there."""
        words = self.app.words
        lines = [*map(Line, texts), Line(words(self.sayings.nothing))]
        self.app.open(Dialog(self.app, words(self.sayings.bad), lines, width=680))
