"""Entry of a table of contents beside a page."""

from pygame import Surface

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import Clickable, OnClick, PointerPos
from scenes.ui.widgets.static import Badge


class ContentsRow(Clickable):
    """Row of a table of contents with a wrapped label and perhaps a number, which jumps to a section."""

    def __init__(self, label: str, on_click: OnClick) -> None:
        super().__init__(on_click)
        self.label = label
        self.is_chosen = False
        """Whether its section is currently in view."""
        self.hit_count = 0
        """Number of search hits in the section; 0 is not shown."""
        self.focus_radius = 10.0
        self.is_focus_inside = True

    def is_hit(self, pos: PointerPos) -> bool:
        """Whether a position is exactly on the row of a table of contents. The target isn't enlarged, as rows are
        adjacent."""
        return pos is not None and bool(self.rect.collidepoint(pos))

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        """Return the row's size, as high as its label needs."""
        width = constraints.max_width
        height = renderer.paragraph_height(self.label, "strong_body", width - 28)
        return Size(width, max(renderer.min_target_size, height + 13))

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.label, str(self.hit_count or ""))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.is_chosen:
            renderer.draw_box(target, box_styles.ROW_NONSTANDARD, self.rect)
        elif self.hovered:
            renderer.draw_box(target, box_styles.ROW_HOVER, self.rect)
        text_width = self.rect.width - 28
        if self.hit_count:
            badge = Badge(str(self.hit_count))
            badge.place_at(renderer, self.rect.right - 10, self.rect.centery, "midright")
            badge.draw(renderer, target)
            text_width -= badge.rect.width + 6
        style = "strong_body" if self.is_chosen else "body"
        line = renderer.paragraph(self.label, style, GOLD if self.is_chosen else CREAM, text_width)
        renderer.blit(target, line, self.rect.left + 14, self.rect.centery, "midleft")
