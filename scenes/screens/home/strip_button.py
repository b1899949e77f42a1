"""Button on the home screen's wooden edge: an icon above its label."""

from pygame import Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widget import OnClick
from scenes.ui.widgets import Clickable
from scenes.ui.widgets.buttons import icon_button_box


class StripButton(Clickable):
    """Button on the home screen's wooden edge, with an icon above its label. The label is never left out.

    Args:
        icon: name of the icon.
        label: text below the icon.
        on_click: action of the button.
        style: text style of the label.
        min_width: minimum width, logical pixels.
        padding: space beside the label, logical pixels.
        height: height of the button, logical pixels.
    """

    def __init__(
        self, icon: str, label: str, on_click: OnClick, *, style: str, min_width: float, padding: float, height: float
    ) -> None:
        super().__init__(on_click)
        self.icon = icon
        self.label = label
        self.style = style
        self.min_width = min_width
        self.padding = padding
        self.height = height

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return max(self.min_width, renderer.text_width(self.label, self.style) + 2 * self.padding), self.height

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.label)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect = self.rect.move(0, 2.0 if self.pressed and self.hovered else 0.0)
        renderer.draw_box(target, icon_button_box(self), rect)
        size, line = 24.0, renderer.text_surface_height(self.style)
        gap = min(4.0, max(0.0, (rect.height - size - line) / 3))
        top = rect.centery - (size + gap + line) / 2
        renderer.blit(target, renderer.icon(self.icon, size, CREAM), rect.centerx, top, "midtop")
        renderer.blit(target, renderer.text(self.label, self.style, CREAM), rect.centerx, top + size + gap, "midtop")
