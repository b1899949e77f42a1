"""The coach's page: the question, the possible moves with reasons, the rule, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from pygame import FRect, Surface

from engine.cards import Card
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_RATIO, INK, INK_SECONDARY, REFUSAL_DISC, rgb
from scenes.table.model.explanation import Explanation
from scenes.table.pages.page import ENTER_KEY, ComposedPage, DrawerPage, PageContent, page_text
from scenes.ui.boxes import Column, Row
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Button, Widget

TICK_COLOUR = rgb("#14745d")
CARD_WIDTH = 52.0
"""Width of the cards on a page, logical pixels."""
_CARD_GAP = 5.0
_TEXT_INDENT = 28.0
"""Left edge of texts beside a tick or cross."""
COACH_PORTRAIT = "coach"
"""Name of the coach's portrait."""


class TickOrCross(Widget):
    """Widget of a tick or a cross on paper."""

    def __init__(self, is_possible: bool) -> None:
        super().__init__(FRect(0, 0, 18, 18))
        self.icon, self.colour = ("check", TICK_COLOUR) if is_possible else ("cross", REFUSAL_DISC)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.blit(target, renderer.icon(self.icon, 18, self.colour), *self.rect.center, "center")


class CardRow(Widget):
    """Widget of cards side by side, overlapping if they don't fit a width. ``card_width`` is in logical pixels."""

    def __init__(self, cards: Sequence[Card], card_width: float = CARD_WIDTH) -> None:
        super().__init__()
        self.cards = cards
        self.card_width = card_width

    @property
    def full_width(self) -> float:
        """Width without overlaps, logical pixels."""
        return self.card_width + (len(self.cards) - 1) * (self.card_width + _CARD_GAP)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(min(self.full_width, constraints.max_width), self.card_width * CARD_RATIO)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        width = self.card_width
        step = min(width + _CARD_GAP, (self.rect.width - width) / max(1, len(self.cards) - 1))
        for i, card in enumerate(self.cards):
            renderer.draw_card(target, card, self.rect.left + width / 2 + step * i, self.rect.centery, width)


def judged_line(text: str, *, is_possible: bool) -> Row:
    """Return a line of text on the coach's page, marked with a tick or a cross."""
    return Row(
        TickOrCross(is_possible).with_layout(margin=(1, 2, _TEXT_INDENT - 19, 0)),
        page_text(text, "explanation", INK if is_possible else INK_SECONDARY, gap_below=6.0).with_layout(grow=1),
        align="start",
    )


def judged_cards(cards: Sequence[Card], text: str, names: str, *, is_possible: bool) -> Column:
    """Return a row of cards on the coach's page with their ``names``, below a line that applies to all of them."""
    row = CardRow(cards).with_layout(margin=(_TEXT_INDENT, 0, 0, 12), name=names)
    return Column(judged_line(text, is_possible=is_possible), row, padding=(0, 4, 0, 0))


def main_button(label: str, key_hint: str, action: Callable[[], None], *, is_plain: bool = False) -> Button:
    """Return the coach page's main button; a plain one is less prominent and isn't pressed by Enter."""
    kind: Literal["light", "primary"] = "light" if is_plain else "primary"
    button = Button(label, action, kind=kind, key_hint=key_hint, small=True, height=44)
    return button.with_layout("plain" if is_plain else ENTER_KEY)


class CoachPageSource(Protocol):
    """Protocol of the object that fills the coach's page and decides when the page closes."""

    @property
    def is_closable(self) -> bool: ...
    @property
    def returns_after_newer_page(self) -> bool: ...
    def compose_page(self) -> PageContent:
        """Return a description of the coach's page as it is now."""

    def close(self) -> bool:
        """Close the coach's page; return whether it was open."""

    def yield_to_newer_page(self) -> bool:
        """Yield the side drawer to a newer page; return whether the coach's page comes back afterwards."""


class CoachPage(ComposedPage):
    """The coach's page: paragraphs, lines with marks, cards, and buttons.

    Args:
        writer: describes the page at each layout.
    """

    portrait = COACH_PORTRAIT

    def __init__(self, writer: CoachPageSource) -> None:
        super().__init__()
        self.writer = writer

    @property
    def returns_after_newer_page(self) -> bool:
        return self.writer.returns_after_newer_page

    @property
    def is_closable(self) -> bool:
        return self.writer.is_closable

    def close(self) -> None:
        self.writer.close()

    def yield_to_newer_page(self) -> bool:
        return self.writer.yield_to_newer_page()

    def compose(self) -> PageContent:
        return self.writer.compose_page()


class PageToPrerender(NamedTuple):
    """A page that may open in the side drawer soon, and the marks on the table beside it, both to prerender."""

    page: DrawerPage
    explanation_on_table: Explanation
    """Explanation that the table marks beside the page."""
