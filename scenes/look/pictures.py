"""Portraits, icons, suit signs, emblems and samples of tables and backs, in pixels, from the assets."""

import math
import re
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from scenes.look import raster
from scenes.look.boxes import Shadow, tinted
from scenes.look.cards import CardArt
from scenes.look.faces import Expression, with_expression
from scenes.look.table_themes import TABLE_THEMES
from scenes.look.theme import CARD_RADIUS, CARD_RATIO, EMBLEM_GROUND, GOLD, Colour, hex_code

EMBLEM = (196.0, 222.0)
"""Width and height of an emblem with its ground, logical pixels."""
_CARD_MARK = re.compile(r"<!--card (\S+) (\S+) (\S+) (\S+) (\S+)-->")
"""A card in an emblem, outside all groups: name, middle, width and angle."""
_CARD_REACH = (256 / 500, 366 / 500)
"""Distance from a card's middle to the edge of the card and its shadow, in widths."""
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
    drawn.blit(face(name, size, "neutral"), (margin, margin))
    if dim:
        darken(drawn)
    return drawn


def face(name: str, size: int, expression: Expression) -> Surface:
    """A portrait's disc without its rings, ``size`` pixels in diameter."""
    text = (raster.ASSETS / "portraits" / f"{name}.svg").read_text(encoding="utf-8")
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


_GROUND = re.compile(r'data-ground="(#[0-9a-f]{6}) (#[0-9a-f]{6})"')
"""Inner and outer colour of an emblem's ground, as its drawing names them."""


def emblem(slug: str, size: tuple[int, int], scale: float, *, cards: CardArt, frame: Surface, mask: Surface) -> Surface:
    """A game's emblem on its ground, with cards of the deck in use, in a frame and cut to a mask of its size."""
    wide, high = size[0] / scale, size[1] / scale
    text = (raster.ASSETS / "emblems" / f"{slug}.svg").read_text(encoding="utf-8")
    named = _GROUND.search(text)
    light, dark = named.groups() if named else map(hex_code, EMBLEM_GROUND)
    fit = min(wide / EMBLEM[0], high / EMBLEM[1])
    ground = (((0.0, light, 1.0), (1.0, dark, 1.0)), (wide * 0.4, high * 0.2), (wide * 0.85, high * 1.13))
    left, top = (wide - 180 * fit) / 2, (high - 200 * fit) / 2
    drawn = raster.blank(size)
    drawn.blit(raster.wash(size, scale, ground), (0, 0))
    place = Place(left * scale, top * scale, fit * scale)
    art = raster.inside(text)
    at = 0
    for mark in (*_CARD_MARK.finditer(art), None):
        below = art[at : mark.start() if mark else len(art)].strip()
        if below:
            place.draw(drawn, below, drawn.get_rect())
        if mark:
            at = mark.end()
            _draw_card(drawn, mark, place, cards)
    drawn.blit(frame, (0, 0))
    raster.mask_with(drawn, mask)
    return drawn


def emblem_frame(size: tuple[int, int], scale: float) -> Surface:
    """The thin gold frame and the dark edge of an emblem."""
    wide, high = size[0] / scale, size[1] / scale
    frame = raster.rounded(6.75, 6.75, wide - 13.5, high - 13.5, 5.5)
    edge = raster.rounded(1, 1, wide - 2, high - 2, 9)
    body = (
        f'<path d="{frame}" fill="none" stroke="#ffe2a0" stroke-opacity="0.55" stroke-width="1.5"/>'
        f'<path d="{edge}" fill="none" stroke="#000000" stroke-opacity="0.35" stroke-width="2"/>'
    )
    return raster.svg(body, (0, 0, wide, high), size, stretch=True)


class Place(NamedTuple):
    """Where a drawing lies on a surface: its origin, pixels, and the pixels to a unit of it."""

    left: float
    top: float
    scale: float

    def draw(self, target: Surface, body: str, area: Rect) -> None:
        """Draw SVG elements on an area of the surface: the rasteriser takes longer for large ones."""
        view_box = (
            (area.left - self.left) / self.scale,
            (area.top - self.top) / self.scale,
            area.width / self.scale,
            area.height / self.scale,
        )
        target.blit(raster.svg(body, view_box, area.size, stretch=True), area)


def _draw_card(target: Surface, mark: re.Match[str], place: Place, cards: CardArt) -> None:
    """Draw a card with its shadow."""
    x, y, width, angle = map(float, mark.groups()[1:])
    sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
    half = (width * _CARD_REACH[0], width * _CARD_REACH[1])
    across, down = half[0] * cosine + half[1] * sine, half[0] * sine + half[1] * cosine
    left, top = math.floor(place.left + (x - across) * place.scale), math.floor(place.top + (y - down) * place.scale)
    size = (math.ceil(2 * across * place.scale) + 1, math.ceil(2 * down * place.scale) + 1)
    shade = raster.rounded(0, 0, 500, 700, 30)
    body = (
        f'<g transform="translate({x} {y}) rotate({angle}) scale({width / 500:.5f}) translate(-250 -350)">'
        f'<path d="{shade}" transform="translate(-6 16)" fill="#000000" fill-opacity="0.30"/>'
        f"{cards.elements(mark[1])}</g>"
    )
    place.draw(target, body, Rect((left, top), size).clip(target.get_rect()))


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
