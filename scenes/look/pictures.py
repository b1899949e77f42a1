"""Portraits, icons, suit signs, emblems and samples of tables and backs, in pixels, from the assets."""

import re

import pygame
from pygame import Surface

from scenes.look import raster
from scenes.look.boxes import Shadow, tinted
from scenes.look.cards import CardArt
from scenes.look.table_themes import TABLE_THEMES
from scenes.look.theme import CARD_RADIUS, CARD_RATIO, EMBLEM_GROUND, GOLD, Colour, hex_code

EMBLEM = (196.0, 222.0)
"""Width and height of an emblem with its ground, logical pixels."""
_CARD_MARK = re.compile(r"<!--card (\S+) (\S+) (\S+) (\S+) (\S+)-->")
PORTRAIT_MARGIN = 40.0
"""Margin around a portrait's disc for rings, shadow and halo, logical pixels."""


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
    art = raster.elements(raster.ASSETS / "portraits" / f"{name}.svg")
    face = raster.svg(art, (0, 0, 100, 100), (size, size))
    raster.mask_with(
        face, raster.svg('<circle cx="50" cy="50" r="50" fill="#ffffff"/>', (0, 0, 100, 100), (size, size))
    )
    drawn.blit(face, (margin, margin))
    if dim:
        drawn.fill((128, 128, 128), special_flags=pygame.BLEND_RGB_MULT)
    return drawn


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


_GROUND = re.compile(r'data-ground="(#[0-9a-f]{6}) (#[0-9a-f]{6})"')
"""Inner and outer colour of an emblem's ground, as its drawing names them."""


def emblem(slug: str, size: tuple[int, int], scale: float, cards: CardArt) -> Surface:
    """A game's emblem on its ground in a thin gold frame, with cards of the deck in use."""
    wide, high = size[0] / scale, size[1] / scale
    file = raster.ASSETS / "emblems" / f"{slug}.svg"
    named = _GROUND.search(file.read_text(encoding="utf-8"))
    light, dark = named.groups() if named else map(hex_code, EMBLEM_GROUND)
    fit = min(wide / EMBLEM[0], high / EMBLEM[1])
    art = _CARD_MARK.sub(lambda mark: _card(mark, cards), raster.elements(file))
    stops = ((0.0, light, 1.0), (1.0, dark, 1.0))
    ground = raster.radial_gradient("ground", stops, (wide * 0.4, high * 0.2), (wide * 0.85, high * 1.13))
    left, top = (wide - 180 * fit) / 2, (high - 200 * fit) / 2
    frame = raster.rounded(6.75, 6.75, wide - 13.5, high - 13.5, 5.5)
    edge = raster.rounded(1, 1, wide - 2, high - 2, 9)
    body = (
        f'<defs>{ground}</defs><rect x="0" y="0" width="{wide}" height="{high}" fill="url(#ground)"/>'
        f'<g transform="translate({left:.3f} {top:.3f}) scale({fit:.4f})">{art}</g>'
        f'<path d="{frame}" fill="none" stroke="#ffe2a0" stroke-opacity="0.55" stroke-width="1.5"/>'
        f'<path d="{edge}" fill="none" stroke="#000000" stroke-opacity="0.35" stroke-width="2"/>'
    )
    drawn = raster.svg(body, (0, 0, wide, high), size, stretch=True)
    raster.mask_with(drawn, raster.rounded_mask(size, 10 * scale))
    return drawn


def _card(mark: re.Match[str], cards: CardArt) -> str:
    name, x, y, width, angle = mark.groups()
    shade = raster.rounded(0, 0, 500, 700, 30)
    return (
        f'<g transform="translate({x} {y}) rotate({angle}) scale({float(width) / 500:.5f}) translate(-250 -350)">'
        f'<path d="{shade}" transform="translate(-6 16)" fill="#000000" fill-opacity="0.30"/>{cards.elements(name)}</g>'
    )


def table_sample(name: str, size: tuple[int, int]) -> Surface:
    """A table in small: felt under a lamp in its wooden rail; ``size`` in pixels."""
    theme = TABLE_THEMES[name]
    wide, high = map(float, size)
    edge = high * 0.16
    wood = raster.linear_gradient("w", theme.rail, 0, high)
    stops = tuple((at, hex_code(c), 1.0) for at, c in zip((0, 0.32, 0.58, 0.86, 1), theme.felt, strict=True))
    light = raster.radial_gradient("f", stops, (wide / 2, high * 0.4), (wide * 0.62, high * 0.8))
    outer = raster.rounded(0, 0, wide, high, high * 0.24)
    brass = raster.rounded(edge - high * 0.03, edge - high * 0.03, wide - 1.94 * edge, high - 1.94 * edge, high * 0.15)
    inner = raster.rounded(edge, edge, wide - 2 * edge, high - 2 * edge, high * 0.13)
    body = (
        f'<defs>{wood}{light}</defs><path d="{outer}" fill="url(#w)"/><path d="{brass}" fill="#c8963e"/>'
        f'<path d="{inner}" fill="url(#f)"/>'
    )
    return raster.svg(body, (0, 0, wide, high), size)


def back_sample(name: str, size: tuple[int, int]) -> Surface:
    """A card's back, as large as fits ``size`` pixels."""
    high = min(float(size[1]), size[0] * CARD_RATIO)
    card = (round(high / CARD_RATIO), round(high))
    drawn = raster.svg(
        raster.elements(raster.ASSETS / "deck" / "backs" / f"{name}.svg"), (0, 0, 500, 700), card, stretch=True
    )
    raster.mask_with(drawn, raster.rounded_mask(card, card[0] * CARD_RADIUS))
    return drawn
