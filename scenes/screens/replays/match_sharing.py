"""Export and import of finished matches as text records."""

from collections.abc import Callable

from engine.match.record import MAX_RECORD_BYTES, Record
from engine.pasted_text import extract_toml
from engine.profile.replays import ImportResult, ReplayEntry, ReplayStore
from scenes.shell import sharing
from scenes.shell.context import Context
from scenes.text.notice_texts import notice_text

_TEXT_KEYS = sharing.TextKeys(
    export_title="app.replay.share.title",
    export_question="app.replay.share.text",
    no_clipboard="app.replay.share.no_clipboard",
    file_written="app.replay.share.written",
    import_title="app.replay.share.open",
    drop_hint="app.replay.share.drop",
    import_failed="app.replay.share.bad",
    nothing_changed="app.replay.share.nothing",
)


class MatchSharing(sharing.Sharing):
    """Exports and imports finished matches as text records.

    Args:
        context: the application.
        replays: store for imported matches.
        on_import: called with the imported match, and whether it is new in the store.
    """

    file_suffix = "houserulesmatch"

    def __init__(self, context: Context, replays: ReplayStore, on_import: Callable[[ReplayEntry, bool], None]) -> None:
        super().__init__(context, _TEXT_KEYS, MAX_RECORD_BYTES)
        self.replays = replays
        self._on_import = on_import

    def share(self, record: Record) -> None:
        """Ask how to export a finished match. The exported text carries no star."""
        record.starred = 0
        self.ask_how_to_export(record.to_text(), f"{record.game}-{record.id}".rstrip("-"))

    def import_cleaned(self, text: str, source_name: str) -> None:
        words = self.context.words
        result: ImportResult = self.replays.import_text(extract_toml(text), source_name, self.context.new_match_id())
        problems = [notice_text(words, notice) for notice in result.notices]
        if result.entry is None:
            self.report_errors(problems)
            return
        self._on_import(result.entry, result.is_new)
        if problems:
            problems.append(words("app.replay.share.upto", n=result.entry.result.moves))
            self.report_partial_import(words("app.replay.share.partly"), problems)
