"""Export and import of matches, house rules and decks as text: clipboard, files, drag and drop."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.notices import Notice
from engine.pasted_text import clean_pasted_text
from engine.profile.safe_reading import is_file, parse_path
from engine.profile.storage import read_text_or_notice
from engine.sanitise import sanitise
from scenes.render.space import ScenePos
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.text.notice_texts import notice_text
from scenes.ui import clipboard
from scenes.ui.key_events import command_key

_MAX_PATH_LENGTH = 400
"""Maximum number of characters of a typed path."""


class TextKeys(NamedTuple):
    """Keys of the catalogue texts for the dialogs that export and import one kind of item, such as house rules.

    The last four are used only for import.
    """

    export_title: str
    """Heading of the export dialog."""
    export_question: str
    """Question about the way to export."""
    no_clipboard: str
    file_written: str
    """Message with the path of the written file."""
    import_title: str = ""
    """Heading of the import dialog."""
    drop_hint: str = ""
    """Hint that files can be dropped onto the window."""
    import_failed: str = ""
    """Heading when an import failed."""
    nothing_changed: str = ""
    """Note that nothing has changed."""


class _ImportSourceDialog(Dialog):
    """Dialog to choose the source of an import, such as the clipboard; Ctrl+V pastes."""

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and command_key(event) == pygame.K_v:
            self._choose(self.buttons[0].action)
            return True
        return super().handle(event, pos)


class Export:
    """Exports texts, such as match records or house rules, to the clipboard or a file.

    Args:
        context: the application.
        text_keys: keys of the dialogs' texts.
    """

    file_suffix: str
    """Suffix of exported files, without the dot."""

    def __init__(self, context: Context, text_keys: TextKeys) -> None:
        self.context = context
        self.text_keys = text_keys

    def ask_how_to_export(self, text: str, stem: str, message: str = "") -> None:
        """Ask how to export a text; ``stem`` is the file name without suffix, ``message`` a short form with a link."""
        words = self.context.words
        link = DialogButton(words("app.share.copy_link"), lambda: self.copy(message, stem), "share")
        choices = [
            DialogButton(words("app.share.copy"), lambda: self.copy(text, stem), "copy", words("app.key.enter")),
            *([link] if message else []),
            DialogButton(words("app.share.write"), lambda: self.save_text_file(text, stem), "save"),
            DialogButton(words("app.button.cancel")),
        ]
        lines = [DialogParagraph(words(self.text_keys.export_question))]
        self.context.open(Dialog(self.context, words(self.text_keys.export_title), lines, choices, is_stacked=True))

    def copy(self, text: str, stem: str) -> None:
        """Copy an exported text to the clipboard, or write it to a file if there is no clipboard."""
        if clipboard.copy(text):
            self.context.show_toast("app.share.copied", "copy")
        else:
            self.save_text_file(text, stem, [DialogParagraph(self.context.words(self.text_keys.no_clipboard))])

    def save_text_file(self, text: str, stem: str, intro_paragraphs: Sequence[DialogParagraph] = ()) -> None:
        """Write an exported text to a new file and show its path."""
        words, profile = self.context.words, self.context.profile
        folder = profile.folder / "shared"
        path, number = folder / f"{stem}.{self.file_suffix}", 2
        while is_file(path):
            path, number = folder / f"{stem}-{number}.{self.file_suffix}", number + 1
        profile.write(path, text)
        if is_file(path):
            paragraphs = [
                *intro_paragraphs,
                DialogParagraph(words(self.text_keys.file_written, file=sanitise(str(path), _MAX_PATH_LENGTH))),
            ]
            self.context.open(Dialog(self.context, words(self.text_keys.export_title), paragraphs))


class Sharing(Export):
    """Exports and imports texts, such as match records or house rules, by clipboard, file or drop. A failed import
    shows a message and changes nothing.

    Args:
        context: the application.
        text_keys: keys of the dialogs' texts.
        max_bytes: maximum size of an imported file, and length of a pasted text.
    """

    def __init__(self, context: Context, text_keys: TextKeys, max_bytes: int) -> None:
        super().__init__(context, text_keys)
        self.max_bytes = max_bytes

    def import_text(self, text: str, source_name: str) -> None:
        """Clean and import a pasted text, or refuse a too long one; ``source_name`` names its source in messages."""
        if len(text) > self.max_bytes:
            self.report_errors([notice_text(self.context.words, Notice("notice.too_large", {"file": source_name}))])
        else:
            self.import_cleaned(clean_pasted_text(text), source_name)

    def import_cleaned(self, text: str, source_name: str) -> None:
        """Import a text that was cleaned with ``clean_pasted_text``."""
        raise NotImplementedError

    def ask_source(self) -> None:
        """Ask for the source of an import: the clipboard or a file."""
        words = self.context.words
        choices = [
            DialogButton(words("app.share.paste"), self.paste, "copy", words("app.key.enter")),
            DialogButton(words("app.share.file"), self.ask_path, "folder"),
            DialogButton(words("app.button.cancel")),
        ]
        lines = [DialogParagraph(words(self.text_keys.drop_hint))]
        self.context.open(
            _ImportSourceDialog(self.context, words(self.text_keys.import_title), lines, choices, is_stacked=True)
        )

    def import_drop(self, event: pygame.Event) -> None:
        """Import the text of a DROPFILE or DROPTEXT event."""
        if event.type == pygame.DROPFILE:
            self.import_file(Path(event.file))
        else:
            self.import_text(event.text, self.context.words("app.share.clipboard"))

    def paste(self) -> None:
        """Import the text on the clipboard."""
        text = clipboard.paste()
        if text.strip():
            self.import_text(text, self.context.words("app.share.clipboard"))
        else:
            self.report_errors([self.context.words("app.share.empty")])

    def ask_path(self) -> None:
        """Ask for the path of a file to import."""
        words = self.context.words
        self.context.open(
            TextInputDialog(
                self.context,
                words("app.share.file"),
                [DialogParagraph(words("app.share.path"))],
                text="",
                accept_label=words("app.share.open_it"),
                on_accept=lambda path: self.import_file(parse_path(path)),
                max_length=_MAX_PATH_LENGTH,
                accepts_undrawable=True,
            )
        )

    def import_file(self, path: Path) -> None:
        text = read_text_or_notice(path, self.max_bytes)
        if isinstance(text, Notice):
            self.report_errors([notice_text(self.context.words, text)])
        else:
            self.import_text(text, sanitise(path.name))

    def report_errors(self, texts: Sequence[str]) -> None:
        """Open a dialog with the reasons of a failed import."""
        self.context.open(import_failed_dialog(self.context, self.text_keys, texts))

    def report_partial_import(self, title: str, texts: Sequence[str]) -> None:
        """Open a dialog that says what of an import was left out."""
        self.context.open(Dialog(self.context, title, list(map(DialogParagraph, texts)), width=680))


def import_failed_dialog(context: Context, text_keys: TextKeys, texts: Sequence[str]) -> Dialog:
    """Return a dialog with the reasons of a failed import."""
    words = context.words
    lines = [*map(DialogParagraph, texts), DialogParagraph(words(text_keys.nothing_changed))]
    return Dialog(context, words(text_keys.import_failed), lines, width=680)
