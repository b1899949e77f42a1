"""The coach's page: the question, the possible moves with reasons, the rule, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from pygame import FRect, Surface

from engine.cards import Card
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_RATIO, INK, INK_SECONDARY, REFUSAL_DISC, rgb
from scenes.render.widgets import Button, Widget
from scenes.table.model.explanation import Explanation
from scenes.table.pages.page import ComposedPage, DrawerPage, PageParagraph

TICK_COLOUR = rgb("#14745d")
_CARD_WIDTH = 52.0
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
    """Widget of cards side by side, overlapping if they don't fit a width."""

    def __init__(self, cards: Sequence[Card], width: float) -> None:
        self.cards = cards
        self.card_step = min(_CARD_WIDTH + 5, (width - _CARD_WIDTH) / max(1, len(cards) - 1))
        super().__init__(FRect(0, 0, _CARD_WIDTH + (len(cards) - 1) * self.card_step, _CARD_WIDTH * CARD_RATIO))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        for i, card in enumerate(self.cards):
            renderer.draw_card(
                target, card, self.rect.left + _CARD_WIDTH / 2 + self.card_step * i, self.rect.centery, _CARD_WIDTH
            )


class CoachPageSource(Protocol):
    """Protocol of the object that fills the coach's page and decides when the page closes."""

    @property
    def is_closable(self) -> bool: ...
    @property
    def returns_after_newer_page(self) -> bool: ...
    def fill_page(self, page: CoachPage) -> None:
        """Add all content to the coach's page."""

    def close(self) -> bool:
        """Close the coach's page; return whether it was open."""

    def yield_to_newer_page(self) -> bool:
        """Yield the side drawer to a newer page; return whether the coach's page comes back afterwards."""


class CoachPage(ComposedPage):
    """The coach's page: paragraphs, lines with marks, cards, and buttons.

    Args:
        writer: fills the page at each layout.
    """

    portrait = COACH_PORTRAIT

    def __init__(self, writer: CoachPageSource) -> None:
        super().__init__()
        self.writer = writer
        self._enter_button: Button | None = None

    @property
    def returns_after_newer_page(self) -> bool:
        return self.writer.returns_after_newer_page

    @property
    def is_closable(self) -> bool:
        return self.writer.is_closable

    @property
    def enter_button(self) -> Button | None:
        return self._enter_button

    def close(self) -> None:
        self.writer.close()

    def yield_to_newer_page(self) -> bool:
        return self.writer.yield_to_newer_page()

    # --- composing ----------------------------------------------------------------------------------------------------

    def compose(self) -> None:
        self._enter_button = None
        self.writer.fill_page(self)

    def add_line(self, text: str, *, is_possible: bool) -> None:
        """Add a line of text to the coach's page, marked with a tick or a cross."""
        part = PageParagraph(
            self.renderer, text, "explanation", self.content_width - _TEXT_INDENT, INK if is_possible else INK_SECONDARY
        )
        self.add_at(TickOrCross(is_possible), 1, self.content_height + 2)
        self.add(part, _TEXT_INDENT, gap_below=6.0)

    def add_cards(self, cards: Sequence[Card], text: str, *, is_possible: bool) -> None:
        """Add a row of cards to the coach's page, below a line that applies to all of them."""
        self.content_height += 4
        self.add_line(text, is_possible=is_possible)
        self.add(CardRow(cards, self.content_width - _TEXT_INDENT), _TEXT_INDENT, gap_below=12.0)

    def add_main_button(self, label: str, key_hint: str, action: Callable[[], None], *, is_plain: bool = False) -> None:
        """Add the coach page's main button; a plain one is less prominent and isn't pressed by Enter."""
        kind: Literal["light", "primary"] = "light" if is_plain else "primary"
        button = Button(label, action, kind=kind, key_hint=key_hint, small=True, height=44)
        self._enter_button = None if is_plain else button
        self.add_foot_button(button)


class PageToPrerender(NamedTuple):
    """A page that may open in the side drawer soon, and the marks on the table beside it, both to prerender."""

    page: DrawerPage
    explanation_on_table: Explanation
    """Explanation that the table marks beside the page."""
