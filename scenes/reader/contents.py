"""The contents of the rules reader, a row for each section and each game, and the number of hits."""

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import Badge, Clickable, Widget
from scenes.look.widgets.base import Click, Pos


class ContentsEntry(Clickable):
    """A row that leads to a section (``anchor``) or to a game (``slug``)."""

    def __init__(self, label: str, on_click: Click, *, anchor: str = "", slug: str = "") -> None:
        super().__init__(on_click)
        self.label = label
        self.anchor = anchor
        self.slug = slug
        self.chosen = False
        """Whether it is being read."""
        self.count = 0
        """Number of search hits there; 0 is not shown."""
        self.radius = 10.0

    def contains(self, pos: Pos) -> bool:
        """Whether a position is exactly on its row, as the next one is adjacent."""
        return pos is not None and bool(self.rect.collidepoint(pos))

    def place_in(self, look: Look, y: float, width: float) -> None:
        """Place it at y in the list, as high as its label needs."""
        text = look.paragraph(self.label, "strong_body", CREAM, width - 28)
        self.rect = FRect(0, y, width, max(look.reach, text.get_height() / look.scale + 13))

    def draw(self, look: Look, target: Surface) -> None:
        if self.chosen:
            look.draw_box(target, box_styles.ROW_DIFFERS, self.rect)
        elif self.hovered:
            look.draw_box(target, box_styles.ROW_HOVER, self.rect)
        room = self.rect.width - 28
        if self.count:
            badge = Badge(str(self.count))
            badge.place(look, self.rect.right - 10, self.rect.centery, "midright")
            badge.draw(look, target)
            room -= badge.rect.width + 6
        style = "strong_body" if self.chosen else "body"
        line = look.paragraph(self.label, style, GOLD if self.chosen else CREAM, room)
        look.blit(target, line, self.rect.left + 14, self.rect.centery, "midleft")


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
