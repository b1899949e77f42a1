"""The page with the cards of a browsable pile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_RATIO, INK_SECONDARY
from scenes.render.widgets import Widget
from scenes.table.pages.page import ComposedPage

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


class CardGrid(Widget):
    """Widget of cards in rows, from left to right."""

    def __init__(self, cards: Sequence[Card], width: float) -> None:
        self.cards = tuple(cards)
        self.columns = max(1, int((width - _SHADOW_MARGIN + _GAP) / (_CARD_WIDTH + _GAP)))
        rows = -(-len(self.cards) // self.columns)
        super().__init__(FRect(0, 0, width, rows * (_CARD_WIDTH * CARD_RATIO + _GAP)))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        for i, card in enumerate(self.cards):
            row, column = divmod(i, self.columns)
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

    def compose(self) -> None:
        source = self._source()
        self.title, self.cards = source.title, source.cards
        if len(self.cards) > 1:
            self.add_paragraph(source.order_text, "plate", INK_SECONDARY, gap_below=12.0)
        self.add(CardGrid(self.cards, self.content_width))
