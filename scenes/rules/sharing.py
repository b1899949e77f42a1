"""Export and import of house rules."""

from collections.abc import Callable
from typing import Any

from engine.profile.presets import ascii_slug
from engine.profile.reading import LARGEST
from engine.profile.rules_file import LoadedRules, RulesError, from_text, to_text
from scenes.shell import sharing
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog, Paragraph
from scenes.text.notices import notice_text, notice_texts

Take = Callable[[LoadedRules], None]

_SAYINGS = sharing.Sayings(
    out="app.share.title",
    how="app.share.text",
    no_clipboard="app.share.no_clipboard",
    written="app.share.written",
    back="app.share.open",
    drop="app.share.drop",
    bad="app.share.bad",
    nothing="app.share.nothing",
)
UNNAMED = _SAYINGS._replace(bad="app.share.none")
"""Texts for rules whose game is unknown."""


class RulesSharing(sharing.Sharing):
    """Exports and imports the rules of one game.

    Args:
        context: the program.
        slug: game.
        take: called with imported rules.
    """

    ending = "houserules"

    def __init__(self, context: Context, slug: str, take: Take) -> None:
        super().__init__(context, _SAYINGS, LARGEST)
        self.slug = slug
        self._take = take

    def share(self, options: Any, name: str, *, at_once: bool = False) -> None:
        """Ask how to export the rules, or copy them to the clipboard ``at_once``."""
        export = self.copy if at_once else self.offer
        export(to_text(self.slug, options, name), f"{self.slug}-{ascii_slug(name)}".rstrip("-"))

    def read(self, text: str, file: str) -> None:
        """Import the rules of a text; ``file`` is its name in messages."""
        words = self.context.words
        try:
            found = from_text(text, self.context.profile.games, file, self.slug)
        except RulesError as error:
            self.report_errors([notice_text(words, error.notice)])
            return
        self._take(found)
        if found.notices:
            lines = [*map(Paragraph, notice_texts(words, found.notices)), Paragraph(words("app.share.rest"))]
            self.context.open(Dialog(self.context, words("app.share.partly"), lines, width=680))
