"""The cards that decided a deal, laid out one by one, above or beside those that they beat."""

from collections.abc import Callable, Sequence

from pygame import FRect, Surface

from engine.cards import Card
from engine.events import Decided
from scenes.look import speeds
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import GOLD, GOLD_ON_FELT, ON_FELT, hex_code, rgb
from scenes.look.widgets import Widget
from scenes.text.words import Words

WIDE, BEATEN = 112.0, 64.0
"""Width of a card that decided the deal, and of one that was beaten, logical pixels."""
_GAP = 6.0
"""Space between two cards where there is room."""
_BEATEN_STEP = 26.0
"""Distance from one beaten card to the next."""
_TILT = 3
"""Angle of the outermost cards, degrees."""
_APART = 90.0
"""Milliseconds from one card to the next."""
_SMALLEST, _LARGEST = 0.3, 1.25
"""Least and greatest factor on the size of cards."""
_PILL = Box(17, ((0, rgb("#08120c")),))
_PILL_HIGH, _BELOW, _ROW_GAP = 34.0, 14.0, 22.0
"""Height of the caption, the space above it, and the space above what was beaten."""
_BESIDE = 2.6
"""Width of the area, in heights, from which what was beaten lies at the left."""
_ROUNDING = 2.0
"""Height that rounding to whole pixels may add to the cards."""
_ARROW, _ARROW_GAP = 38.0, 16.0
"""Length of the arrow to what was beaten, and the space at each end of it."""
_BEATEN_WIDEST = 200.0
"""Maximum width of the lines below what was beaten at the left."""
_BEATEN_TILT = 4
"""Angle of the outermost beaten cards at the left, degrees."""

_ARROW_BODY = (
    f'<path d="M{_ARROW} 0H2M13 -11L2 0L13 11" fill="none" stroke="#2a1606" stroke-opacity="0.65" stroke-width="9"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
    f'<path d="M{_ARROW} 0H2M13 -11L2 0L13 11" fill="none" stroke="{hex_code(GOLD)}" stroke-width="4"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
)


class DecidedCards(Widget):
    """The cards with their captions. They come from ``origin``, one after the other.

    Args:
        words: texts, with the names of the seats.
        slug: the game.
        decided: the cards, perhaps after those that they beat.
        rect: area.
        origin: point of the screen from which the cards come.
        told: milliseconds for which the result has been told.
    """

    def __init__(
        self,
        words: Words,
        slug: str,
        decided: Sequence[Decided],
        rect: FRect,
        *,
        origin: tuple[float, float],
        told: Callable[[], float],
    ) -> None:
        super().__init__(rect)
        self.words = words
        self.slug = slug
        self.won = next(one for one in decided if not one.beaten)
        self.beaten = next((one for one in decided if one.beaten), None)
        self.origin = origin
        self.told = told

    def caption(self, decided: Decided) -> str:
        """The description of these cards."""
        return self.words.note(self.slug, "lies", decided.note)

    @property
    def _beside(self) -> bool:
        """Whether what was beaten lies at the left, not below."""
        return self.rect.width >= _BESIDE * self.rect.height

    def _height(self, look: Look, by: float) -> float:
        high = look.card_height(WIDE * by) + _BELOW + _PILL_HIGH
        below = self.beaten is not None and not self._beside
        return high + (_ROW_GAP + look.card_height(BEATEN * by) if below else 0.0)

    def _scale(self, look: Look) -> float:
        """Factor on the size of cards: less than 1 in a low area, more for a few cards with much room."""
        extra = self._height(look, 0.001)
        high = (self.rect.height - extra - _ROUNDING) / (self._height(look, 1.0) - extra)
        wide = (self.rect.width - 4 * _GAP) / ((WIDE + _GAP) * len(self.won.cards))
        return max(_SMALLEST, min(_LARGEST, high, max(1.0, wide)))

    def places(self, look: Look) -> list[tuple[Card, float, float, float, float]]:
        """The deciding cards from left to right: card, centre, width, angle."""
        by = self._scale(look)
        wide, cards = WIDE * by, self.won.cards
        count = len(cards)
        step = min(wide + _GAP, (self.rect.width - wide - 4 * _GAP) / max(1, count - 1))
        top = self.rect.centery - self._height(look, by) / 2
        middle = top + look.card_height(wide) / 2
        found = []
        for i, card in enumerate(cards):
            aside = i - (count - 1) / 2
            angle = round(_TILT * aside / max(1.0, (count - 1) / 2))
            found.append((card, self.rect.centerx + aside * step, middle, wide, float(angle)))
        return found

    def draw(self, look: Look, target: Surface) -> None:
        places = self.places(look)
        _, _, middle, wide, _ = places[0]
        bottom = middle + look.card_height(wide) / 2 + _BELOW
        told, apart = self.told(), min(_APART, speeds.RESULT_LAID / 2 / len(places))
        flight = speeds.RESULT_LAID - apart * (len(places) - 1)
        if self.beaten and self._beside:
            self._draw_beaten_beside(look, target, self.beaten, places[0])
        elif self.beaten:
            self._draw_beaten(look, target, self.beaten, bottom + _PILL_HIGH + _ROW_GAP)
        for i, (card, x, y, width, angle) in enumerate(places):
            part = (told - i * apart) / flight
            if part <= 0:
                continue
            left = 1 - speeds.ease_out(min(1.0, part))
            at = x + (self.origin[0] - x) * left, y + (self.origin[1] - y) * left
            laid = part >= 1
            look.draw_card(target, card, *at, width, angle=angle, lifted=not laid, ring="selected" if laid else None)
        if told >= speeds.RESULT_LAID:
            self._draw_caption(look, target, bottom)

    def _draw_caption(self, look: Look, target: Surface, top: float) -> None:
        text = look.text(self.caption(self.won), "choice", GOLD_ON_FELT, max_width=self.rect.width - 36)
        pill = FRect(0, top, text.get_width() / look.scale + 32, _PILL_HIGH)
        pill.centerx = self.rect.centerx
        look.draw_box(target, _PILL, pill)
        look.blit(target, text, *pill.center, "center")

    def _draw_beaten(self, look: Look, target: Surface, beaten: Decided, top: float) -> None:
        """What was beaten: small and dark, with its caption beside it."""
        wide = BEATEN * self._scale(look)
        step = _BEATEN_STEP * wide / BEATEN
        cards = wide + step * (len(beaten.cards) - 1)
        room = self.rect.width - cards - 16
        lines = self.words("app.results.beat"), self.caption(beaten)
        words = look.paragraph("\n".join(lines), "explanation", ON_FELT, room)
        wanted = min(room, max(look.text_width(line, "explanation") for line in lines))
        x = self.rect.centerx - (cards + 16 + wanted) / 2
        middle = top + look.card_height(wide) / 2
        for i, card in enumerate(beaten.cards):
            look.draw_card(target, card, x + wide / 2 + i * step, middle, wide, dim=True)
        look.blit(target, words, x + cards + 16, middle, "midleft")

    def _draw_beaten_beside(
        self, look: Look, target: Surface, beaten: Decided, first: tuple[Card, float, float, float, float]
    ) -> None:
        """What was beaten: small and dark at the left, with an arrow to it and its caption below."""
        _, x, middle, width, _ = first
        wide = BEATEN * self._scale(look)
        count = len(beaten.cards)
        step = _BEATEN_STEP * wide / BEATEN
        tip = x - width / 2 - _ARROW - _ARROW_GAP - 8
        lines = "\n".join((self.words("app.results.beat"), self.caption(beaten)))
        room = min(_BEATEN_WIDEST, tip - _ARROW_GAP - self.rect.left)
        words = look.paragraph(lines, "explanation", ON_FELT, room, "center", balance=True)
        across = max(wide + step * (count - 1) + 8, words.get_width() / look.scale)
        centre = max(self.rect.left + across / 2, tip - _ARROW_GAP - across / 2)
        below = words.get_height() / look.scale
        y = middle - (below + _BELOW) / 2
        for i, card in enumerate(beaten.cards):
            aside = i - (count - 1) / 2
            angle = round(_BEATEN_TILT * aside / max(1.0, (count - 1) / 2))
            look.draw_card(target, card, centre + aside * step, y, wide, angle=angle, dim=True)
        look.blit(target, words, centre, y + look.card_height(wide) / 2 + _BELOW, "midtop")
        look.blit(target, look.svg("decided arrow", _ARROW_BODY, (-4, -14, _ARROW + 8, 28)), tip - 4, middle, "midleft")
