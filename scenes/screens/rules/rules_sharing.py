"""Export and import of house rules as text."""

from collections.abc import Callable
from typing import Any

from engine.pasted_text import extract_toml
from engine.profile.presets import ascii_slug
from engine.profile.rules_file import LoadedRules, RulesError, from_text, to_link, to_text
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES
from scenes.shell import sharing
from scenes.shell.context import Context
from scenes.text.notice_texts import notice_text, notice_texts

OnImport = Callable[[LoadedRules], None]

_TEXT_KEYS = sharing.TextKeys(
    export_title="app.share.title",
    export_question="app.share.text",
    no_clipboard="app.share.no_clipboard",
    file_written="app.share.written",
    import_title="app.share.open",
    drop_hint="app.share.drop",
    import_failed="app.share.bad",
    nothing_changed="app.share.nothing",
)
UNKNOWN_GAME_TEXT_KEYS = _TEXT_KEYS._replace(import_failed="app.share.none")
"""Text keys for importing rules before their game is known."""


class RulesSharing(sharing.Sharing):
    """Exports and imports the house rules of one game.

    Args:
        context: the application.
        slug: slug of the game.
        on_import: called with imported rules.
    """

    file_suffix = "houserules"

    def __init__(self, context: Context, slug: str, on_import: OnImport) -> None:
        super().__init__(context, _TEXT_KEYS, MAX_SMALL_FILE_BYTES)
        self.slug = slug
        self._on_import = on_import

    def share(self, options: Any, name: str, summary: str, *, to_clipboard: bool = False) -> None:
        """Ask how to export the house rules; ``to_clipboard`` copies them to the clipboard without asking.

        ``summary`` says them in one line for people.
        """
        text, stem = f"# {summary}\n{to_text(self.slug, options, name)}", f"{self.slug}-{ascii_slug(name)}".rstrip("-")
        if to_clipboard:
            self.copy(text, stem)
        else:
            self.ask_how_to_export(text, stem, f"{summary}\n{to_link(self.slug, options)}")

    def import_cleaned(self, text: str, source_name: str) -> None:
        words = self.context.words
        try:
            loaded = from_text(extract_toml(text), self.context.profile.games, source_name, self.slug)
        except RulesError as error:
            self.report_errors([notice_text(words, error.notice)])
            return
        self._on_import(loaded)
        if loaded.notices:
            problems = [*notice_texts(words, loaded.notices), words("app.share.rest")]
            self.report_partial_import(words("app.share.partly"), problems)
