"""Rows of the rules reader's table of contents."""

from scenes.ui.widget import OnClick
from scenes.ui.widgets.contents_row import ContentsRow


class RulebookContentsRow(ContentsRow):
    """Row in a rules page's table of contents that links to a section (``anchor``) or a game (``slug``)."""

    def __init__(self, label: str, on_click: OnClick, *, anchor: str = "", slug: str = "") -> None:
        super().__init__(label, on_click)
        self.anchor = anchor
        self.slug = slug
