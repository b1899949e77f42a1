"""A figure of a rules page, such as ``8S: see-through``, with small cards, outside the page."""

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.shell.rules_page_layout import FigureSizes, PageTypesetter, PlacedBlock
from scenes.shell.spoken_rules import GetCardName, describe_block
from scenes.text.rules_document import Document, Figure
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Widget

_SIZES = FigureSizes(card_width=42.0, margin=6.0, group_gap=12.0, arrow_length=28.0, min_caption_width=82.0)


class RulesFigure(Widget):
    """Widget that draws a figure of a rules page; ``card_name`` names its cards for screen readers."""

    def __init__(self, figure: Figure, card_name: GetCardName) -> None:
        super().__init__()
        self.figure = figure
        self.card_name = card_name
        self._placed: PlacedBlock | None = None

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, self._typeset(renderer, constraints.max_width).rect.height)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self._placed = self._typeset(renderer, rect.width)

    def _typeset(self, renderer: Renderer, width: float) -> PlacedBlock:
        typesetter = PageTypesetter(renderer, width, gutter=0.0, sizes=_SIZES)
        (placed,), _ = typesetter.place_blocks(Document((self.figure,)))
        return placed

    def as_accessible(self) -> AccessibleElement:
        return describe_block(self.figure, self.card_name)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self._placed is None:
            return
        with renderer.shift(self.rect.left, self.rect.top):
            self._placed.draw_except_figure_cards(renderer, target)
            for card in self._placed.figure_cards:
                self._placed.draw_figure_card(renderer, target, card)
