"""An entry of a list beside a page: words that lead to a part of it."""

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD
from scenes.look.widgets.base import Click, Clickable, Pos
from scenes.look.widgets.static import Badge


class Entry(Clickable):
    """A row with a label, which is wrapped, and optionally a number at its end."""

    def __init__(self, label: str, on_click: Click) -> None:
        super().__init__(on_click)
        self.label = label
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
