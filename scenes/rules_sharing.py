"""House rules to and from others: as text by the clipboard, as a file that is written, opened or dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.notices import Notice
from engine.presets import plain
from engine.rules_file import LARGEST, Loaded, RulesError, from_text, to_text
from scenes import clipboard
from scenes.dialog import Choice, Dialog, Line, notice_text
from scenes.field_dialog import FieldDialog

if TYPE_CHECKING:
    from scenes.app import App

_PATH = 400
"""Characters of a path that can be written."""

Take = Callable[[Loaded], None]


class Sharing:
    """Lets the rules of one game go out and come in; whatever is wrong is told, and nothing is lost.

    Args:
        app: the program.
        slug: the game.
        take: gets rules that came in.
    """

    def __init__(self, app: App, slug: str, take: Take) -> None:
        self.app = app
        self.slug = slug
        self._take = take

    # --- out --------------------------------------------------------------------------------------------------------

    def share(self, options: Any, name: str) -> None:
        """Ask how the rules shall go out."""
        words = self.app.words
        text = to_text(self.slug, options, name)
        choices = [
            Choice(words("app.share.copy"), lambda: self.copy(text), "copy", words("app.key.enter")),
            Choice(words("app.share.write"), lambda: self.write(text, name), "save"),
            Choice(words("app.button.cancel")),
        ]
        self.app.open(Dialog(self.app, words("app.share.title"), [Line(words("app.share.text"))], choices, column=True))

    def copy(self, text: str) -> None:
        """Put the rules on the clipboard; where there is none they go into a file."""
        if clipboard.copy(text):
            self.app.tell(self.app.words("app.share.copied"), "copy")
        else:
            self.write(text, "", [Line(self.app.words("app.share.no_clipboard"))])

    def write(self, text: str, name: str, lines: Sequence[Line] = ()) -> None:
        """Write the rules into a file of their own and say where it is."""
        words, profile = self.app.words, self.app.profile
        folder = profile.folder / "shared"
        stem = f"{self.slug}-{plain(name)}".rstrip("-")
        path, number = folder / f"{stem}.toml", 2
        while path.exists():
            path, number = folder / f"{stem}-{number}.toml", number + 1
        problems = profile.write(path, text)
        self.app.notices += problems
        if not problems and path.exists():
            told = [*lines, Line(words("app.share.written", file=str(path)))]
            self.app.open(Dialog(self.app, words("app.share.title"), told))

    # --- in ---------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Ask where rules shall come from."""
        words = self.app.words
        choices = [
            Choice(words("app.share.paste"), self.paste, "copy", words("app.key.enter")),
            Choice(words("app.share.file"), self.ask_path, "folder"),
            Choice(words("app.button.cancel")),
        ]
        lines = [Line(words("app.share.drop"))]
        self.app.open(Dialog(self.app, words("app.share.open"), lines, choices, column=True))

    def paste(self) -> None:
        """Take the rules that are on the clipboard."""
        text = clipboard.paste()
        if text.strip():
            self.read(text, self.app.words("app.share.clipboard"))
        else:
            self._tell([self.app.words("app.share.empty")])

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
        """Take the rules that are in a file."""
        found = _text_of(path)
        if isinstance(found, Notice):
            self._tell([notice_text(self.app.words, found)])
        else:
            self.read(found, path.name)

    def read(self, text: str, file: str) -> None:
        """Take the rules that a text holds; ``file`` is what messages call it."""
        words = self.app.words
        try:
            found = from_text(text, self.app.profile.games, file, self.slug)
        except RulesError as error:
            self._tell([notice_text(words, error.notice)])
            return
        self._take(found)
        if found.notices:
            told = [Line(notice_text(words, notice)) for notice in found.notices]
            lines = [*told, Line(words("app.share.rest"))]
            self.app.open(Dialog(self.app, words("app.share.partly"), lines, width=680))

    def _tell(self, texts: Sequence[str]) -> None:
        """Why nothing came in; what was there is still there."""
        words = self.app.words
        lines = [*map(Line, texts), Line(words("app.share.nothing"))]
        self.app.open(Dialog(self.app, words("app.share.bad"), lines, width=680))


def _text_of(path: Path) -> str | Notice:
    """What stands in a file of the player's, which is only read."""
    try:
        if path.stat().st_size > 4 * LARGEST:
            return Notice("notice.too_large", {"file": path.name})
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return Notice("notice.not_toml", {"file": path.name})
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        why = getattr(error, "strerror", None) or str(error)
        return Notice("notice.unreadable", {"file": path.name or str(path), "why": why})
