"""Reader of the manual, opened from the about screen."""

from collections.abc import Mapping

from scenes.screens.rulebook.rulebook_screen import RulebookScreen
from scenes.shell.context import Context
from scenes.text.rules_document import MANUAL_FOLDER, Document, parse_page, plain_text

PAGES = ("features", "games", "keys", "opening", "files", "friends", "server", "screen_reader", "command_line")
"""Names of the manual's pages in ``MANUAL_FOLDER``, in reading order."""


class ManualScreen(RulebookScreen):
    """Shows the pages of the manual, which are in English only, with their contents and a search."""

    title_key = pages_key = "about.manual"

    def __init__(self, context: Context) -> None:
        super().__init__(context, PAGES[0])

    def _load_page(self, slug: str) -> Document:
        return parse_page((MANUAL_FOLDER / f"{slug}.md").read_text(encoding="utf-8"))

    def page_titles(self) -> Mapping[str, str]:
        return {name: plain_text(self.page_of(name).blocks[0].texts) for name in PAGES}

    @property
    def document_with_badges(self) -> Document:
        """The current page; the manual has no house rules to mark."""
        return self.page_of(self.slug)
