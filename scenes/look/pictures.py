"""Portraits, icons, suit signs and samples of tables and backs, in pixels, from the assets."""

from collections.abc import Callable

import pygame
from pygame import Surface

from engine.cards import HIDDEN, parse
from scenes.look import raster
from scenes.look.backgrounds import Backgrounds
from scenes.look.boxes import Shadow, tinted
from scenes.look.cards import CardArt
from scenes.look.faces import Expression, looking, with_expression
from scenes.look.table_themes import TABLE_THEMES
from scenes.look.theme import CARD_RATIO, GOLD, Colour, hex_code

PORTRAIT_MARGIN = 40.0
"""Margin around a portrait's disc for rings, shadow and halo, logical pixels."""
_WHOLE_TABLE = 1280.0
"""Logical width of the table that a sample shows in small."""
_SAMPLE = tuple(map(parse, ("9D", "AC", "QH")))
"""The cards that show a deck: signs, an ace, a court card and three suits."""
_STEP, _AIR = 0.52, 0.12
"""Distance between them and the room around a card for its shadow, in card widths."""


def icon(name: str, size: int, colour: Colour) -> Surface:
    """An icon in one colour, ``size`` pixels square."""
    text = (raster.ASSETS / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    grid = 24 if 'viewBox="0 0 24 24"' in text else 100
    body = text[text.index(">") + 1 : text.rindex("</svg>")].replace("#ffffff", hex_code(colour))
    return raster.svg(body, (0, 0, grid, grid), (size, size))


def portrait(name: str, size: int, scale: float, *, turn: bool, dim: bool) -> Surface:
    """A round portrait with its rings, ``size`` pixels in diameter, with ``PORTRAIT_MARGIN`` around it."""
    margin = round(PORTRAIT_MARGIN * scale)
    whole = size + 2 * margin
    area = (-whole / 2, -whole / 2, float(whole), float(whole))
    drawn = raster.blank((whole, whole))
    radius = size / 2
    shadow = Shadow(0, 26, 0.55, 8, GOLD) if turn else Shadow(4, 9, 0.5, 4)
    body = f'<circle cx="0" cy="{shadow.down * scale}" r="{radius + shadow.spread * scale}" fill="#ffffff"/>'
    soft = raster.blurred(body, area, (whole, whole), shadow.blur * scale)
    drawn.blit(tinted(soft, shadow.colour, shadow.alpha), (0, 0))
    drawn.blit(raster.svg(_rings(radius, scale, turn), area, (whole, whole)), (0, 0))
    drawn.blit(face(name, size, "neutral"), (margin, margin))
    if dim:
        darken(drawn)
    return drawn


def face(name: str, size: int, expression: Expression, gaze: int | None = None) -> Surface:
    """A portrait's disc without its rings, ``size`` pixels in diameter; ``gaze``: see ``Look.face``."""
    text = (raster.ASSETS / "portraits" / f"{name}.svg").read_text(encoding="utf-8")
    if gaze is not None:
        text = looking(text, gaze)
    drawn = raster.svg(raster.inside(with_expression(text, expression)), (0, 0, 100, 100), (size, size))
    raster.mask_with(
        drawn, raster.svg('<circle cx="50" cy="50" r="50" fill="#ffffff"/>', (0, 0, 100, 100), (size, size))
    )
    return drawn


def darken(drawn: Surface) -> None:
    """Darken the portrait of somebody who is out."""
    drawn.fill((128, 128, 128), special_flags=pygame.BLEND_RGB_MULT)


def _rings(radius: float, scale: float, turn: bool) -> str:
    """SVG of discs below the face, the widest first: each shows as a ring."""
    discs: tuple[tuple[float, str, float], ...]
    if turn:
        discs = ((8.0, hex_code(GOLD), 0.55), (5.0, "#24140a", 1.0), (3.0, hex_code(GOLD), 1.0))
    else:
        discs = ((4.0, "#24140a", 1.0), (2.5, "#c69a4c", 1.0))
    return "".join(
        f'<circle cx="0" cy="0" r="{radius + wide * scale:.2f}" fill="{fill}" fill-opacity="{alpha}"/>'
        for wide, fill, alpha in discs
    )


def table_sample(name: str, size: tuple[int, int], texture: Callable[[str], Surface]) -> Surface:
    """A whole table in small, in the light of the real one; ``size`` in pixels."""
    drawn = raster.blank(size)
    drawn.blit(Backgrounds(size, size[0] / _WHOLE_TABLE, texture, TABLE_THEMES[name]).table(), (0, 0))
    raster.mask_with(drawn, raster.rounded_mask(size, size[1] * 0.1))
    return drawn


def deck_sample(cards: CardArt, size: tuple[int, int]) -> Surface:
    """A few cards of a deck side by side, the last one in full view, as large as fits ``size`` pixels."""
    drawn = raster.blank(size)
    wide = min(size[0] / (1 + _STEP * (len(_SAMPLE) - 1)), size[1] / CARD_RATIO) / (1 + _AIR)
    x = size[0] / 2 - wide * _STEP * (len(_SAMPLE) - 1) / 2
    for card in _SAMPLE:
        whole = cards.whole(card, wide / cards.scale, dim=False, lifted=False)
        drawn.blit(whole, whole.get_rect(center=(round(x), round(size[1] / 2))))
        x += wide * _STEP
    return drawn


def back_sample(cards: CardArt, size: tuple[int, int]) -> Surface:
    """A card's back on its shadow, as large as fits ``size`` pixels."""
    drawn = raster.blank(size)
    wide = min(size[0], size[1] / CARD_RATIO) / (1 + _AIR)
    whole = cards.whole(HIDDEN, wide / cards.scale, dim=False, lifted=False)
    drawn.blit(whole, whole.get_rect(center=drawn.get_rect().center))
    return drawn
