"""Widgets of the rules reader: rows of the table of contents, and the number of search hits."""

from pygame import Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import MUTED
from scenes.render.widgets import Widget
from scenes.render.widgets.base import OnClick
from scenes.render.widgets.contents_row import ContentsRow


class RulebookContentsRow(ContentsRow):
    """Row in a rules page's table of contents that links to a section (``anchor``) or a game (``slug``)."""

    def __init__(self, label: str, on_click: OnClick, *, anchor: str = "", slug: str = "") -> None:
        super().__init__(label, on_click)
        self.anchor = anchor
        self.slug = slug


class HitPositionLabel(Widget):
    """Label with the number of the current search hit and of all hits."""

    def __init__(self, small: bool) -> None:
        super().__init__()
        self.string = ""
        self.style = "label" if small else "body"

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the constant size of the search hits' label, large enough for any number."""
        return 150.0, 24.0

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.string:
            line = renderer.text(self.string, self.style, MUTED, max_width=self.rect.width)
            renderer.blit(target, line, self.rect.right, self.rect.centery, "midright")
