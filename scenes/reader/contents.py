"""The contents of the rules reader: a row for each section and each game; and how many places a search found."""

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, MUTED
from scenes.look.widgets import Badge, Clickable, Widget
from scenes.look.widgets.base import Click, Pos


class Entry(Clickable):
    """A row that leads to a section (``anchor``) or to a game (``slug``)."""

    def __init__(self, label: str, on_click: Click, *, anchor: str = "", slug: str = "") -> None:
        super().__init__(on_click)
        self.label = label
        self.anchor = anchor
        self.slug = slug
        self.chosen = False
        """It is read now."""
        self.count = 0
        """How many places a search found there; none are not written."""
        self.radius = 10.0

    def contains(self, pos: Pos) -> bool:
        """Exactly its row: the next one follows at once."""
        return pos is not None and bool(self.rect.collidepoint(pos))

    def place_in(self, look: Look, y: float, width: float) -> None:
        """Lies at a height of the list, as high as its words need."""
        text = look.paragraph(self.label, "strong_body", CREAM, width - 28)
        self.rect = FRect(0, y, width, max(look.reach, text.get_height() / look.scale + 13))

    def draw(self, look: Look, target: Surface) -> None:
        """The label, gold where one is, and the number of places found."""
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


class Count(Widget):
    """Which of the places found is shown."""

    def __init__(self, small: bool) -> None:
        super().__init__()
        self.string = ""
        self.style = "label" if small else "body"

    def preferred(self, look: Look) -> tuple[float, float]:
        """Room for what it may say."""
        return 150.0, 24.0

    def draw(self, look: Look, target: Surface) -> None:
        """The line, at the right of its place."""
        if self.string:
            line = look.text(self.string, self.style, MUTED, max_width=self.rect.width)
            look.blit(target, line, self.rect.right, self.rect.centery, "midright")
