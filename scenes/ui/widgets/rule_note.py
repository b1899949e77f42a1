"""House rules as notes on paper."""

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import HAIRLINE_PAPER, INK, INK_SECONDARY, rgb
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import Widget

_MAX_WIDTH = 1000.0
"""Width of a note in a box without a maximum width, logical pixels."""
_HOUSE_ICON_COLOUR = rgb("#8a5312")


class RuleNote(Widget):
    """A house rule on paper, with a separator line, an icon, its name and an explanation."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self.name = name
        self.text = text

    def _texts(self, renderer: Renderer, width: float) -> tuple[Surface, Surface]:
        return (
            renderer.paragraph(self.name, "strong_body", INK, width - 32),
            renderer.paragraph(self.text, "explanation", INK_SECONDARY, width - 32),
        )

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = min(constraints.max_width, _MAX_WIDTH)
        height = sum(map(renderer.height_of, self._texts(renderer, width)))
        return Size(width, height + 24)

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.name, self.text)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.fill(target, HAIRLINE_PAPER, FRect(self.rect.left, self.rect.top, self.rect.width, 1))
        x, y = self.rect.left, self.rect.top + 12
        renderer.blit(target, renderer.icon("house", 20, _HOUSE_ICON_COLOUR), x, y + 1)
        name, text = self._texts(renderer, self.rect.width)
        renderer.blit(target, name, x + 32, y)
        renderer.blit(target, text, x + 32, y + renderer.height_of(name))
