"""A button of the home screen's wooden edge: an icon over its name, which every language keeps at every size."""

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM
from scenes.look.widgets import Clickable
from scenes.look.widgets.base import Click


class Tile(Clickable):
    """An icon with its name below.

    Args:
        icon: name of the icon.
        label: the name.
        on_click: what it does.
        style: of the name.
        least: minimum width.
        pad: room beside the name.
        height: of the whole button.
    """

    def __init__(
        self, icon: str, label: str, on_click: Click, *, style: str, least: float, pad: float, height: float
    ) -> None:
        super().__init__(on_click)
        self.icon = icon
        self.label = label
        self.style = style
        self.least = least
        self.pad = pad
        self.height = height

    def preferred(self, look: Look) -> tuple[float, float]:
        return max(self.least, look.text_width(self.label, self.style) + 2 * self.pad), self.height

    def draw(self, look: Look, target: Surface) -> None:
        held = self.pressed and self.hovered
        box = box_styles.ICON_PRESSED if held else box_styles.ICON_HOVER if self.hovered else box_styles.ICON
        rect: FRect = self.rect.move(0, 2.0 if held else 0.0)
        look.draw_box(target, box, rect)
        size, line = 24.0, look.text_height(self.style)
        gap = min(4.0, max(0.0, (rect.height - size - line) / 3))
        top = rect.centery - (size + gap + line) / 2
        look.blit(target, look.icon(self.icon, size, CREAM), rect.centerx, top, "midtop")
        look.blit(target, look.text(self.label, self.style, CREAM), rect.centerx, top + size + gap, "midtop")
