"""Ribbon on the card of a game with a match in progress."""

from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render import raster
from scenes.render.renderer import Renderer
from scenes.render.theme import RIBBON_TEXT

_OVERHANG = 10.0
"""Overhang at each side of a card of the usual width, logical pixels."""
_HEIGHT, _TAIL_LENGTH = 32.0, 12.0
_MIN_LARGE_RIBBON_CARD_WIDTH = 180.0
"""Minimum width of a card with a large ribbon, logical pixels."""
_LABEL_STYLES = ("choice", "tile", "tile_small")


class Ribbon(NamedTuple):
    """Wine-red ribbon on a game's card, which says that a click continues the match."""

    label: str
    short_label: str
    """Label used if the other is too wide."""
    accessible_text: str
    """Description of the match and its players."""

    @staticmethod
    def area(card: FRect, picture_bottom: float) -> FRect:
        """Return the ribbon's area on a game's card; ``picture_bottom`` is the lower edge of the picture, from the
        card's top, logical pixels."""
        is_large = card.width >= _MIN_LARGE_RIBBON_CARD_WIDTH
        overhang = _OVERHANG if is_large else _OVERHANG / 2
        height = _HEIGHT if is_large else _HEIGHT * 0.8
        top = card.top + picture_bottom - height + (8 if is_large else -4)
        return FRect(card.left - overhang, top, card.width + 2 * overhang, height)

    def draw(
        self, renderer: Renderer, target: Surface, card: FRect, picture_bottom: float, *, is_highlighted: bool
    ) -> None:
        """Draw the ribbon onto a picture of its game's card; see ``area``."""
        area = self.area(card, picture_bottom)
        width, height = area.size
        overhang = (width - card.width) / 2
        body = _ribbon_svg(width, height, overhang, is_highlighted=is_highlighted)
        key = f"home ribbon {width:.1f} {height:.1f} {is_highlighted}"
        renderer.blit(target, renderer.svg(key, body, (0, 0, width, height + _TAIL_LENGTH)), *area.topleft)
        icon, gap = height * 0.44, 7.0
        text_width = card.width - 2 * 8 - icon - gap
        style = renderer.first_fitting_style(self.label, _LABEL_STYLES, text_width)
        fits = renderer.text_width(self.label, style) <= text_width
        line = renderer.text(self.label if fits else self.short_label, style, RIBBON_TEXT, max_width=text_width)
        left = area.centerx - (renderer.width_of(line) + icon + gap) / 2
        renderer.blit(target, renderer.icon("play", icon, RIBBON_TEXT), left, area.centery, "midleft")
        renderer.blit(target, line, left + icon + gap, area.centery, "midleft")


def _ribbon_svg(width: float, height: float, overhang: float, *, is_highlighted: bool) -> str:
    stops = ((0, "#e2465e"), (1, "#a81d34")) if is_highlighted else ((0, "#c3263f"), (1, "#8a1528"))
    fill = raster.linear_gradient("r", stops, 0, height)
    right = width - overhang
    return (
        f"<defs>{fill}</defs>"
        f'<path d="M{overhang:.1f} {height:.1f}H0L{overhang:.1f} {height + _TAIL_LENGTH:.1f}Z" fill="#3a0610"/>'
        f'<path d="M{right:.1f} {height:.1f}H{width:.1f}L{right:.1f} {height + _TAIL_LENGTH:.1f}Z" fill="#3a0610"/>'
        f'<path d="M0 0H{width:.1f}V{height:.1f}H0Z" fill="url(#r)" stroke="#3a0610" stroke-width="1.2"/>'
        f'<path d="M0 4H{width:.1f}M0 {height - 4:.1f}H{width:.1f}" stroke="#ffd166" stroke-width="1.3"/>'
    )
