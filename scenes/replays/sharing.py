"""Export and import of finished matches as texts of their records."""

from collections.abc import Callable

from engine.match.record import LARGEST_RECORD, Record
from engine.profile.replays import ImportResult, ReplayEntry, ReplayStore
from scenes.shell import sharing
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, Paragraph
from scenes.text.notices import notice_text

_SAYINGS = sharing.Sayings(
    out="app.replay.share.title",
    how="app.replay.share.text",
    no_clipboard="app.replay.share.no_clipboard",
    written="app.replay.share.written",
    back="app.replay.share.open",
    drop="app.replay.share.drop",
    bad="app.replay.share.bad",
    nothing="app.replay.share.nothing",
)


class MatchSharing(sharing.Sharing):
    """Exports and imports matches.

    Args:
        context: the program.
        replays: store for imported matches.
        take: called with the imported match, and whether it is new in the store.
    """

    ending = "houserulesmatch"

    def __init__(self, context: Context, replays: ReplayStore, take: Callable[[ReplayEntry, bool], None]) -> None:
        super().__init__(context, _SAYINGS, LARGEST_RECORD)
        self.replays = replays
        self._take = take

    def share(self, record: Record) -> None:
        """Ask how to export a match."""
        record.starred = 0
        self.offer(record.to_text(), f"{record.game}-{record.id}".rstrip("-"))

    def read(self, text: str, file: str) -> None:
        """Import the match of a text."""
        words = self.context.words
        taken: ImportResult = self.replays.add(text, file, self.context.new_id())
        problems = [notice_text(words, notice) for notice in taken.notices]
        if taken.entry is None:
            self.report_errors(problems)
            return
        self._take(taken.entry, taken.new)
        if problems:
            lines = [*map(Paragraph, problems), Paragraph(words("app.replay.share.upto", n=taken.entry.result.moves))]
            self.context.open(Dialog(self.context, words("app.replay.share.partly"), lines, width=680))
