"""The page with the cards of a pile that may be looked through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from scenes.look.look import Look
from scenes.look.theme import CARD_RATIO, INK_SECOND
from scenes.look.widgets import Widget
from scenes.table.panels.page import Sheet

_CARD = 58.0
_GAP = 8.0
_EDGE = 3.0
"""Room for the shadow at the left."""


class PileSource(NamedTuple):
    """What the page says."""

    title: str
    order: str
    """Which card comes first."""
    cards: tuple[Card, ...]
    """As the viewer sees them, the uppermost first."""


class CardGrid(Widget):
    """Cards in rows, from left to right."""

    def __init__(self, cards: Sequence[Card], width: float) -> None:
        self.cards = tuple(cards)
        self.columns = max(1, int((width - _EDGE + _GAP) / (_CARD + _GAP)))
        rows = -(-len(self.cards) // self.columns)
        super().__init__(FRect(0, 0, width, rows * (_CARD * CARD_RATIO + _GAP)))

    def draw(self, look: Look, target: Surface) -> None:
        for i, card in enumerate(self.cards):
            row, column = divmod(i, self.columns)
            x = self.rect.left + _EDGE + column * (_CARD + _GAP) + _CARD / 2
            y = self.rect.top + row * (_CARD * CARD_RATIO + _GAP) + _CARD * CARD_RATIO / 2
            look.draw_card(target, card, x, y, _CARD)


class PilePage(Sheet):
    """The cards of a pile in the drawer.

    Args:
        source: what it says, asked whenever it is laid out.
        drop: takes the page away.
    """

    def __init__(self, source: Callable[[], PileSource], drop: Callable[[], object]) -> None:
        super().__init__()
        self._source = source
        self._drop = drop
        self.cards: tuple[Card, ...] = ()

    def close(self) -> None:
        self._drop()

    def write(self) -> None:
        source = self._source()
        self.title, self.cards = source.title, source.cards
        if len(self.cards) > 1:
            self.say(source.order, "plate", INK_SECOND, gap=12.0)
        self.add(CardGrid(self.cards, self.width))
