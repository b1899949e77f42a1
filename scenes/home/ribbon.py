"""The ribbon across the picture on a game's card: a click on it continues the game's match."""

from typing import Protocol

from pygame import FRect, Surface

from scenes.look import box_styles, raster
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import RIBBON_TEXT
from scenes.look.widgets import Clickable
from scenes.look.widgets.base import Click, Pos

_OVER = 10.0
"""How far it stands out at each side of a card of the usual width."""
_HEIGHT, _TAIL = 32.0, 12.0
_LARGE = 180.0
"""Width of a card from which its ribbon is large."""
_STYLES = ("choice", "tile", "tile_small")


class RibbonHolder(Protocol):
    """The card that wears a ribbon; it draws it."""

    rect: FRect
    ribbon: "Ribbon | None"

    @property
    def lift(self) -> float:
        """Height above its resting place, logical pixels."""

    @property
    def picture_foot(self) -> float:
        """Lower edge of the picture on the card, from the card's top."""


class Ribbon(Clickable):
    """A wine-red ribbon with "Continue": a button drawn by its card.

    Args:
        card: the game's card, which rises for the ribbon, too.
        text: what it says.
        short: what it says where that is too long.
        name: the whole of it in words: which match, and who sits there.
        on_click: continues the match.
    """

    def __init__(self, card: RibbonHolder, text: str, short: str, on_click: Click, *, name: str) -> None:
        super().__init__(on_click)
        self.card = card
        self.label = text
        self.short = short
        self.name = self.spoken = name
        self.radius = 4.0
        large = card.rect.width >= _LARGE
        over = _OVER if large else _OVER / 2
        high = _HEIGHT if large else _HEIGHT * 0.8
        top = card.rect.top + card.picture_foot - high + (8 if large else -4)
        self.rect = FRect(card.rect.left - over, top, card.rect.width + 2 * over, high)
        card.ribbon = self

    @property
    def hot(self) -> bool:
        """Whether it is hovered or focused."""
        return self.hovered or self.focused

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.rect.size

    def contains(self, pos: Pos) -> bool:
        """Whether a position is on its resting place or the strip above, as its card rises."""
        if pos is None:
            return False
        high = max(self.rect.height, self.reach)
        area = FRect(self.rect.left, self.rect.centery - high / 2 - 16, self.rect.width, high + 16)
        return bool(area.collidepoint(pos))

    def draw(self, look: Look, target: Surface) -> None:
        """Do nothing: the card draws it."""

    def draw_focus(self, look: Look, target: Surface) -> None:
        if self.focused:
            ring = self.rect.move(0, -self.card.lift).inflate(2 * box_styles.FOCUS_GAP, 2 * box_styles.FOCUS_GAP)
            look.draw_box(target, Box(self.radius + box_styles.FOCUS_GAP, outlines=box_styles.FOCUS.outlines), ring)

    def draw_on(self, look: Look, target: Surface, card: FRect) -> None:
        """Draw it on a picture of its card, which is at ``card``."""
        place = self.rect.move(card.left - self.card.rect.left, card.top - self.card.rect.top)
        wide, high = place.size
        over = (wide - card.width) / 2
        body = _body(wide, high, over, hot=self.hot)
        key = f"home ribbon {wide:.1f} {high:.1f} {self.hot}"
        look.blit(target, look.svg(key, body, (0, 0, wide, high + _TAIL)), *place.topleft)
        icon, gap = high * 0.44, 7.0
        room = card.width - 2 * 8 - icon - gap
        style = look.fitting(self.label, _STYLES, room)
        fits = look.text_width(self.label, style) <= room
        line = look.text(self.label if fits else self.short, style, RIBBON_TEXT, max_width=room)
        left = place.centerx - (line.get_width() / look.scale + icon + gap) / 2
        look.blit(target, look.icon("play", icon, RIBBON_TEXT), left, place.centery, "midleft")
        look.blit(target, line, left + icon + gap, place.centery, "midleft")


def _body(wide: float, high: float, over: float, *, hot: bool) -> str:
    stops = ((0, "#e2465e"), (1, "#a81d34")) if hot else ((0, "#c3263f"), (1, "#8a1528"))
    fill = raster.linear_gradient("r", stops, 0, high)
    right = wide - over
    return (
        f'<defs>{fill}</defs><path d="M{over:.1f} {high:.1f}H0L{over:.1f} {high + _TAIL:.1f}Z" fill="#3a0610"/>'
        f'<path d="M{right:.1f} {high:.1f}H{wide:.1f}L{right:.1f} {high + _TAIL:.1f}Z" fill="#3a0610"/>'
        f'<path d="M0 0H{wide:.1f}V{high:.1f}H0Z" fill="url(#r)" stroke="#3a0610" stroke-width="1.2"/>'
        f'<path d="M0 4H{wide:.1f}M0 {high - 4:.1f}H{wide:.1f}" stroke="#ffd166" stroke-width="1.3"/>'
    )
