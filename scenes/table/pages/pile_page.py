"""The page with the cards of a browsable pile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import Surface

from engine.cards import Card
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_RATIO, INK_SECONDARY
from scenes.table.pages.page import ComposedPage, PageContent, page_text
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Widget

_CARD_WIDTH = 58.0
_GAP = 8.0
_SHADOW_MARGIN = 3.0
"""Space for the cards' shadow at the left."""


class PileSource(NamedTuple):
    """Content of the page with a pile's cards."""

    title: str
    order_text: str
    """Text that says which card comes first."""
    cards: tuple[Card, ...]
    """The cards as the viewer sees them, top card first."""
    card_names: str


class CardGrid(Widget):
    """Widget of cards in rows, from left to right."""

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__()
        self.cards = cards

    def _column_count(self, width: float) -> int:
        return max(1, int((width - _SHADOW_MARGIN + _GAP) / (_CARD_WIDTH + _GAP)))

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        row_count = -(-len(self.cards) // self._column_count(constraints.max_width))
        return Size(constraints.max_width, row_count * (_CARD_WIDTH * CARD_RATIO + _GAP))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        columns = self._column_count(self.rect.width)
        for i, card in enumerate(self.cards):
            row, column = divmod(i, columns)
            x = self.rect.left + _SHADOW_MARGIN + column * (_CARD_WIDTH + _GAP) + _CARD_WIDTH / 2
            y = self.rect.top + row * (_CARD_WIDTH * CARD_RATIO + _GAP) + _CARD_WIDTH * CARD_RATIO / 2
            renderer.draw_card(target, card, x, y, _CARD_WIDTH)


class PilePage(ComposedPage):
    """The side drawer's page with the cards of a browsable pile.

    Args:
        source: returns the content for each layout.
        on_close: called when the page is closed.
    """

    def __init__(self, source: Callable[[], PileSource], on_close: Callable[[], object]) -> None:
        super().__init__()
        self._source = source
        self._on_close = on_close
        self.cards: tuple[Card, ...] = ()

    def close(self) -> None:
        self._on_close()

    def compose(self) -> PageContent:
        title, order_text, self.cards, names = self._source()
        order = [page_text(order_text, "plate", INK_SECONDARY, gap_below=12.0)] if len(self.cards) > 1 else []
        return PageContent(title, [*order, CardGrid(self.cards).with_layout(name=names)])
