"""A seat's box in the result of a deal: face, what the deal brought, the cards that it laid open, and its total."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import Seat
from scenes.look import box_styles
from scenes.look.boxes import Box, Shadow, Stroke
from scenes.look.faces import Expression
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, HAIRLINE, MUTED, ON_BRASS, REFUSAL, RING_INK, Colour, rgb
from scenes.look.widgets import Widget
from scenes.results.telling import Telling
from scenes.text.words import Words

_PAD = 14.0
_FACE, _SMALL_FACE, _CARD = 76.0, 56.0, 52.0
"""Diameter of a face, usually and in a narrow box, and width of a card laid open."""
_CARD_STEP = 24.0
"""Distance from one card to the next."""
_BOTH = 240.0
"""Width of a box from which the name is beside the face, not below it."""
_NAMES = ("name", "numeral_small", "label")
_CHANGES = ("change", "total", "figure")
_TROPHY = 52.0
"""Size of the sign of a winner that has nothing else to show."""
_TOTAL = 70.0
"""Width for the total."""
_WON = Box(
    14,
    ((0, rgb("#ffe7b2")), (1, rgb("#efc26c"))),
    outlines=(Stroke(RING_INK, 2),),
    shadows=(Shadow(0, 22, 0.4, 4, GOLD),),
)
_OTHER = replace(box_styles.PANEL_BOX, radius=14, shadows=(Shadow(6, 14, 0.4),))
_GAIN, _LINE_WON = rgb("#14532d"), rgb("#b58a3c")


class SeatResult(NamedTuple):
    """What a deal brought one seat."""

    seat: Seat
    portrait: str
    name: str
    second: str
    """Line below the name."""
    winner: bool
    points: int
    place: str
    """Its place, shown instead of points; empty where only the points count."""
    total: int | None
    """All its points after the deal; None where the deal is the whole match."""
    cards: tuple[Card, ...]
    parts: tuple[str, ...]
    """What the points add up from, in words."""


class SeatBox(Widget):
    """Draws the box; the winner's is bright.

    Args:
        words: texts.
        result: what it shows.
        rect: area.
        telling: how far the result has been told.
        signed: whether positive figures have a plus.
        mood: returns how the seat takes the result.
    """

    def __init__(
        self,
        words: Words,
        result: SeatResult,
        rect: FRect,
        *,
        telling: Telling,
        signed: bool,
        mood: Callable[[Seat], Expression],
    ) -> None:
        super().__init__(rect)
        self.words = words
        self.result = result
        self.telling = telling
        self.signed = signed
        self.mood = mood

    @property
    def change(self) -> str:
        """The points as counted up so far, or the place, which is shown with the faces."""
        if self.result.place:
            return self.result.place if self.telling.faces else ""
        return self.words.number(round(self.result.points * self.telling.changed), signed=self.signed)

    @property
    def total(self) -> str:
        """The total as counted up so far; empty where there is none."""
        if self.result.total is None:
            return ""
        before = self.result.total - self.result.points
        return self.words.number(before + round(self.result.points * self.telling.counted), signed=self.signed)

    @property
    def _beside(self) -> bool:
        return self.rect.width >= _BOTH

    @property
    def _face(self) -> float:
        return _FACE if self._beside else min(_SMALL_FACE, self.rect.width * 0.36)

    @property
    def _ink(self) -> Colour:
        return ON_BRASS if self.result.winner else CREAM

    @property
    def _second_ink(self) -> Colour:
        return ON_BRASS if self.result.winner else MUTED

    @property
    def _change_ink(self) -> Colour:
        if self.result.winner:
            return _GAIN
        return CREAM if self.result.place or self.result.points >= 0 else REFUSAL

    def draw(self, look: Look, target: Surface) -> None:
        look.draw_box(target, _WON if self.result.winner else _OTHER, self.rect)
        line = self._draw_head(look, target)
        look.fill(
            target,
            _LINE_WON if self.result.winner else HAIRLINE,
            FRect(self.rect.left + _PAD, line, self.rect.width - 2 * _PAD, 1.5),
        )
        self._draw_foot(look, target, line)

    def _draw_head(self, look: Look, target: Surface) -> float:
        """Draw face, change, name and second line; return where the line below them is."""
        rect, result, face = self.rect, self.result, self._face
        x, y = rect.left + _PAD + face / 2, rect.top + _PAD + face / 2
        look.blit(target, look.portrait(result.portrait, face), x, y, "center")
        mood = self.mood(result.seat)
        if mood != "neutral":
            look.blit(target, look.face(result.portrait, face, mood), x, y, "center")
        left = rect.left + _PAD + face + 12
        style = look.fitting(self._widest(), _CHANGES, rect.right - _PAD - left - (60 if self._beside else 0))
        wide = look.text_width(self._widest(), style)
        room = rect.right - _PAD - left
        long = look.text_width(result.name, _NAMES[1]) > room - wide - 8  # then it is below the change
        middle = y - (22 if long else 13) if self._beside else y
        look.blit(target, look.text(self.change, style, self._change_ink), rect.right - _PAD, middle, "midright")
        if self._beside:
            self._draw_name(look, target, left, y + (8 if long else -12), room if long else room - wide - 8)
            self._draw_second(look, target, left, y + (28 if long else 14), room)
            return rect.top + _PAD + face + 12
        foot = rect.top + _PAD + face
        self._draw_name(look, target, rect.left + _PAD, foot + 16, rect.width - 2 * _PAD)
        self._draw_second(look, target, rect.left + _PAD, foot + 36, rect.width - 2 * _PAD)
        return foot + 50

    def _widest(self) -> str:
        """The change when it is counted: nothing grows into its neighbour."""
        return self.result.place or self.words.number(self.result.points, signed=self.signed)

    def _draw_name(self, look: Look, target: Surface, x: float, y: float, room: float) -> None:
        style = look.fitting(self.result.name, _NAMES, room)
        look.blit(target, look.text(self.result.name, style, self._ink, max_width=room), x, y, "midleft")

    def _draw_second(self, look: Look, target: Surface, x: float, y: float, room: float) -> None:
        second = look.text(self.result.second, "small", self._second_ink, max_width=room)
        look.blit(target, second, x, y, "midleft")

    def _draw_foot(self, look: Look, target: Surface, top: float) -> None:
        """Draw what the points add up from, the cards, and the total at the right."""
        rect = self.rect
        left, right, bottom = rect.left + _PAD, rect.right - _PAD, rect.bottom - 12
        if self.total:
            right -= _TOTAL
            figure = look.text(self.total, "total", self._ink)
            look.blit(target, figure, rect.right - _PAD, bottom, "bottomright")
            label = look.text(self.words("app.results.total"), "small", self._second_ink)
            look.blit(target, label, rect.right - _PAD, bottom - look.text_height("total"), "bottomright")
        top += 8
        if self.result.parts:
            drawn = look.paragraph(" · ".join(self.result.parts), "small", self._ink, rect.width - 2 * _PAD)
            look.blit(target, drawn, left, top)
            top += drawn.get_height() / look.scale + 4
        elif self.result.winner and not self.result.cards:
            sign = look.icon("trophy", min(_TROPHY, bottom - top), _LINE_WON)
            look.blit(target, sign, left, (top + bottom) / 2, "midleft")
        _draw_cards(look, target, self.result.cards, FRect(left, top, right - left - 8, bottom - top))


def _draw_cards(look: Look, target: Surface, cards: Sequence[Card], room: FRect) -> None:
    """Draw cards that overlap from left to right, as large as there is room for, at the foot of an area."""
    wide = min(_CARD, room.height * _CARD / look.card_height(_CARD))
    step = min(_CARD_STEP * wide / _CARD, (room.width - wide) / max(1, len(cards) - 1))
    if wide < _CARD / 2:
        return
    for i, card in enumerate(cards):
        x = room.left + wide / 2 + i * step
        look.draw_card(target, card, x, room.bottom - look.card_height(wide) / 2, wide)
