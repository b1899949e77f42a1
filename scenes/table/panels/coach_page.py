"""The coach's page: what is asked, what is possible and why, the rule, and what to do with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from pygame import FRect, Surface

from engine.cards import Card
from scenes.look.look import Look
from scenes.look.theme import CARD_RATIO, INK, INK_SECOND, REFUSAL_DISC, rgb
from scenes.look.widgets import Button, Widget
from scenes.table.panels.page import Page, Paragraph, Sheet
from scenes.table.stage.explained import Explanation

YES = rgb("#14745d")
_CARD = 52.0
"""Width of cards."""
_ASIDE = 28.0
"""Left end of texts beside a mark."""
COACH = "coach"
"""The coach's portrait."""


class TickOrCross(Widget):
    """A tick or a cross, on paper."""

    def __init__(self, possible: bool) -> None:
        super().__init__(FRect(0, 0, 18, 18))
        self.icon, self.colour = ("check", YES) if possible else ("cross", REFUSAL_DISC)

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, look.icon(self.icon, 18, self.colour), *self.rect.center, "center")


class CardRow(Widget):
    """Cards side by side within a width, ``_CARD`` wide, closer together where there are many."""

    def __init__(self, cards: Sequence[Card], width: float) -> None:
        self.cards = cards
        self.step = min(_CARD + 5, (width - _CARD) / max(1, len(cards) - 1))
        super().__init__(FRect(0, 0, _CARD + (len(cards) - 1) * self.step, _CARD * CARD_RATIO))

    def draw(self, look: Look, target: Surface) -> None:
        for i, card in enumerate(self.cards):
            look.draw_card(target, card, self.rect.left + _CARD / 2 + self.step * i, self.rect.centery, _CARD)


class Writer(Protocol):
    """Who says what is on the page."""

    @property
    def closes(self) -> bool: ...
    @property
    def lasts(self) -> bool: ...
    def write(self, page: CoachPage) -> None:
        """Put everything on the page."""

    def close(self) -> bool:
        """Take the page away."""

    def give_way(self) -> bool:
        """Let a newer page take the place; False if this one doesn't come back after it."""


class CoachPage(Sheet):
    """Paragraphs, lines with marks, cards, and buttons.

    Args:
        writer: writes it whenever it is laid out.
    """

    portrait = COACH

    def __init__(self, writer: Writer) -> None:
        super().__init__()
        self.writer = writer
        self._enter: Button | None = None

    @property
    def lasts(self) -> bool:
        return self.writer.lasts

    @property
    def closes(self) -> bool:
        return self.writer.closes

    @property
    def enter(self) -> Button | None:
        return self._enter

    def close(self) -> None:
        self.writer.close()

    def give_way(self) -> bool:
        return self.writer.give_way()

    # --- writing ------------------------------------------------------------------------------------------------------

    def write(self) -> None:
        self._enter = None
        self.writer.write(self)

    def line(self, text: str, *, possible: bool) -> None:
        """Add a line with a tick or a cross."""
        part = Paragraph(self.look, text, "explanation", self.width - _ASIDE, INK if possible else INK_SECOND)
        self.beside(TickOrCross(possible), 1, self.high + 2)
        self.add(part, _ASIDE, gap=6.0)

    def show_cards(self, cards: Sequence[Card], text: str, *, possible: bool) -> None:
        """Add cards below the words that apply to all of them."""
        self.high += 4
        self.line(text, possible=possible)
        self.add(CardRow(cards, self.width - _ASIDE), _ASIDE, gap=12.0)

    def end(self, label: str, hint: str, act: Callable[[], None], *, plain: bool = False) -> None:
        """Add the main button, ``plain`` where it isn't the way on and has a key of its own."""
        kind: Literal["light", "primary"] = "light" if plain else "primary"
        button = Button(label, act, kind=kind, hint=hint, small=True, height=44)
        self._enter = None if plain else button
        self.button(button)


class Draft(NamedTuple):
    """A page that the player may well open, to be drawn beforehand."""

    page: Page
    explanation: Explanation
    """What the table marks beside it."""
