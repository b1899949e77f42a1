"""A text that fits its rectangle: it wraps, or ends in an ellipsis."""

from pygame import FRect, Surface

from scenes.render.renderer import Align, Renderer
from scenes.render.theme import CREAM, Colour
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets.static import Label


class Text(Label):
    """A text in one line, or in as many lines as it needs if it wraps, centred in the height of its rectangle."""

    def __init__(
        self,
        string: str,
        style: str = "body",
        colour: Colour = CREAM,
        *,
        wraps: bool = False,
        align: Align = "left",
        emphasis: Colour | None = None,
    ) -> None:
        super().__init__(string, style, colour, align=align, emphasis=emphasis)
        self.wraps = wraps
        self.with_layout(shrink_order=2)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = min(renderer.text_width(self.string, self.style), constraints.max_width)
        if self.wraps:
            return Size(width, renderer.paragraph_height(self.string, self.style, width))
        return Size(width, renderer.text_surface_height(self.style))

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.max_width, self.wrap_width = (None, rect.width) if self.wraps else (rect.width + 1, 0.0)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        drawn = self._surface(renderer)
        width, height = renderer.width_of(drawn), renderer.height_of(drawn)
        share = {"left": 0.0, "center": 0.5, "right": 1.0}[self.align]
        x = self.rect.left + (self.rect.width - width) * share
        renderer.blit(target, drawn, x, self.rect.top + (self.rect.height - height) / 2)
