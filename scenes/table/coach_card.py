"""The coach's paper card: what is asked, what is possible and why, the rule, and what to do with the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import FRect, Surface

from engine.cards import Card
from scenes.look import kit
from scenes.look.look import Look
from scenes.look.theme import INK, INK_BROWN, INK_CAPTION, INK_SECOND, REFUSAL_DISC, Colour, rgb
from scenes.look.widgets import Button, Clickable, Link, Widget
from scenes.look.widgets.base import Pos, is_press, is_release

_WIDTH = 380.0
_PAD = 16.0
_FACE = 46.0
_YES = rgb("#14745d")
_CARD, _STEP, _MOST = 30.0, 19.0, 6
"""Small pictures of cards: width, from one to the next, at most so many."""
COACH = "coach"
"""The coach's portrait."""


class Mark(Widget):
    """A tick or a cross, on paper."""

    def __init__(self, possible: bool) -> None:
        super().__init__(FRect(0, 0, 18, 18))
        self.icon, self.colour = ("check", _YES) if possible else ("cross", REFUSAL_DISC)

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, look.icon(self.icon, 18, self.colour), *self.rect.center, "center")


class Face(Widget):
    """A portrait."""

    def __init__(self, portrait: str) -> None:
        super().__init__(FRect(0, 0, _FACE, _FACE))
        self.portrait = portrait

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, look.portrait(self.portrait, _FACE), *self.rect.center, "center")


class Text(Widget):
    """A paragraph; the words between stars are brown."""

    def __init__(self, look: Look, string: str, style: str, width: float, colour: Colour = INK) -> None:
        super().__init__()
        self.string, self.style, self.width, self.colour = string, style, width, colour
        self.rect = FRect(0, 0, width, self._drawn(look).get_height() / look.scale)

    def _drawn(self, look: Look) -> Surface:
        return look.paragraph(self.string, self.style, self.colour, self.width, emphasis=INK_BROWN)

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, self._drawn(look), *self.rect.topleft)


class SmallCards(Widget):
    """Cards side by side; of very many the first."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards[:_MOST]
        super().__init__(FRect(0, 0, _CARD + (len(self.cards) - 1) * _STEP, _CARD * 7 / 5))

    def draw(self, look: Look, target: Surface) -> None:
        for i, card in enumerate(self.cards):
            look.draw_card(target, card, self.rect.left + _CARD / 2 + _STEP * i, self.rect.centery, _CARD)


class CoachCard(Widget):
    """Paper with a portrait, paragraphs, lines with marks, and buttons; build it from top to bottom, then place it.

    Args:
        look: of texts and buttons.
        title: small, above everything.
        portrait: of who speaks.
    """

    def __init__(self, look: Look, title: str, *, portrait: str = COACH) -> None:
        super().__init__(FRect(0, 0, _WIDTH, _PAD))
        self.look = look
        self.parts: list[Widget] = []
        self.buttons: list[Clickable] = []
        """What the keyboard reaches: the way on first, then links."""
        self._beside = _PAD + _FACE + 12
        self._held = False
        self._add(Face(portrait), _PAD, _PAD - 2)
        self._add(Text(look, title, "label", 200, INK_CAPTION), self._beside, _PAD - 3)
        self.rect.height = _PAD + 19

    # --- building -----------------------------------------------------------------------------------------------------

    def _add(self, part: Widget, x: float, y: float) -> None:
        part.rect.topleft = (x, y)
        part.set_reach(self.look.reach)
        self.parts.append(part)

    def say(self, text: str) -> None:
        """What is explained, beside the portrait."""
        part = Text(self.look, text, "body", self.rect.width - self._beside - _PAD)
        self._add(part, self._beside, self.rect.height)
        self.rect.height = max(self.rect.height + part.rect.height, _PAD + _FACE) + 9

    def way(self, text: str, *, possible: bool) -> None:
        """A line with a tick or a cross."""
        part = Text(self.look, text, "explanation", self.rect.width - 2 * _PAD - 28, INK if possible else INK_SECOND)
        self._add(Mark(possible), _PAD + 1, self.rect.height + 2)
        self._add(part, _PAD + 28, self.rect.height)
        self.rect.height += part.rect.height + 3

    def hand(self, cards: Sequence[Card], text: str, *, possible: bool, rest: Callable[[int], str]) -> None:
        """Cards, and what can be said of all of them."""
        more = rest(len(cards) - _MOST) if len(cards) > _MOST else ""
        row = SmallCards(cards)
        aside = _PAD + 28 + max(row.rect.width, _CARD + 2 * _STEP) + 12
        told = f"{text} ({more})" if more else text
        part = Text(self.look, told, "explanation", self.rect.width - aside - _PAD, INK if possible else INK_SECOND)
        high = max(row.rect.height, part.rect.height)
        self.rect.height += 5
        self._add(Mark(possible), _PAD + 1, self.rect.height + high / 2 - 9)
        self._add(row, _PAD + 28, self.rect.height + (high - row.rect.height) / 2)
        self._add(part, aside, self.rect.height + (high - part.rect.height) / 2)
        self.rect.height += high

    def link(self, label: str, act: Callable[[], None]) -> None:
        """A link at the upper right: the rule that says more."""
        link = Link(label, act, style="small", dark=False)
        link.rect = FRect(0, 0, *link.preferred(self.look))
        self._add(link, self.rect.width - _PAD - link.rect.width, _PAD - 8)
        self.buttons.append(link)

    def foot(
        self,
        label: str,
        hint: str,
        act: Callable[[], None],
        other: tuple[str, Callable[[], None]] | None = None,
        *,
        plain: bool = False,
    ) -> None:
        """The way on at the right, ``plain`` where it isn't; perhaps another at the left; the last that is built."""
        go = Button(label, act, kind="light" if plain else "primary", hint=hint, small=True, height=40)
        go.rect = FRect(0, 0, *go.preferred(self.look))
        self.rect.height += 11
        self._add(go, self.rect.width - _PAD - go.rect.width, self.rect.height)
        self.buttons.insert(0, go)
        if other is not None:
            link = Link(other[0], other[1], icon="", style="explanation", dark=False)
            link.rect = FRect(0, 0, *link.preferred(self.look))
            self._add(link, _PAD + 2, self.rect.height + 6)
            self.buttons.append(link)
        self.rect.height += 40 + _PAD

    def move_to(self, left: float, top: float) -> None:
        """Lie there, with everything on it."""
        dx, dy = left - self.rect.left, top - self.rect.top
        for part in self.parts:
            part.rect.move_ip(dx, dy)
        self.rect.topleft = (left, top)

    # --- use ----------------------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """Its buttons first; a press beside them on the paper is nobody else's."""
        used = False
        for button in self.buttons:
            used |= button.handle(event, pos)
        inside = pos is not None and bool(self.rect.collidepoint(pos))
        if is_press(event) and not used and inside:
            self._held = True
            return True
        if is_release(event) and self._held:
            self._held = False
            return True
        return used

    def draw(self, look: Look, target: Surface) -> None:
        look.draw_box(target, kit.PAPER_BOX, self.rect)
        for part in self.parts:
            part.draw(look, target)
        for part in self.parts:
            part.draw_focus(look, target)
