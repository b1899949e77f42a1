"""The contents of the rules reader, a row for each section and each game, and the number of hits."""

from pygame import Surface

from scenes.look.look import Look
from scenes.look.theme import MUTED
from scenes.look.widgets import Widget
from scenes.look.widgets.base import Click
from scenes.look.widgets.entry import Entry


class ContentsEntry(Entry):
    """A row that leads to a section (``anchor``) or to a game (``slug``)."""

    def __init__(self, label: str, on_click: Click, *, anchor: str = "", slug: str = "") -> None:
        super().__init__(label, on_click)
        self.anchor = anchor
        self.slug = slug


class HitCount(Widget):
    """The number of the current hit."""

    def __init__(self, small: bool) -> None:
        super().__init__()
        self.string = ""
        self.style = "label" if small else "body"

    def preferred(self, look: Look) -> tuple[float, float]:
        """The largest size that it needs."""
        return 150.0, 24.0

    def draw(self, look: Look, target: Surface) -> None:
        if self.string:
            line = look.text(self.string, self.style, MUTED, max_width=self.rect.width)
            look.blit(target, line, self.rect.right, self.rect.centery, "midright")
