"""Drawings of portraits, icons and suit symbols, and previews of tables, decks and backs."""

from collections.abc import Callable

import pygame
from pygame import Surface

from engine.cards import HIDDEN, parse
from scenes.render import raster
from scenes.render.backgrounds import Backgrounds
from scenes.render.boxes import Shadow, tint_in_place
from scenes.render.cards import CardArt
from scenes.render.expressions import Expression, with_expression, with_gaze
from scenes.render.table_themes import TABLE_THEMES
from scenes.render.theme import CARD_RATIO, GOLD, Colour, hex_code

PORTRAIT_HALO_MARGIN = 40.0
"""Margin around a portrait's disc for rings, shadow and halo, logical pixels."""
_PREVIEWED_TABLE_WIDTH = 1280.0
"""Logical width of the table that a preview shows at a reduced size."""
_DECK_PREVIEW_CARDS = tuple(map(parse, ("9D", "AC", "QH")))
"""Cards of a deck preview: number cards, an ace and a court card, in three suits."""
_STEP_IN_CARD_WIDTHS, _MARGIN_IN_CARD_WIDTHS = 0.52, 0.12
"""Distance between the preview cards, and margin around a card for its shadow, in card widths."""


def icon(name: str, size: int, colour: Colour) -> Surface:
    """Draw an icon in one colour, ``size`` pixels square."""
    text = (raster.ASSETS / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    grid = 24 if 'viewBox="0 0 24 24"' in text else 100
    body = text[text.index(">") + 1 : text.rindex("</svg>")].replace("#ffffff", hex_code(colour))
    return raster.rasterise_svg(body, (0, 0, grid, grid), (size, size))


def portrait(name: str, size: int, scale: float, *, is_turn: bool, dim: bool) -> Surface:
    """Draw a round portrait of ``size`` pixels in diameter with its rings and a margin of ``PORTRAIT_HALO_MARGIN``."""
    margin = round(PORTRAIT_HALO_MARGIN * scale)
    whole = size + 2 * margin
    area = (-whole / 2, -whole / 2, float(whole), float(whole))
    drawn = raster.transparent_surface((whole, whole))
    radius = size / 2
    shadow = Shadow(0, 26, 0.55, 8, GOLD) if is_turn else Shadow(4, 9, 0.5, 4)
    body = f'<circle cx="0" cy="{shadow.offset_y * scale}" r="{radius + shadow.spread * scale}" fill="#ffffff"/>'
    soft = raster.rasterise_blurred_svg(body, area, (whole, whole), shadow.blur * scale)
    drawn.blit(tint_in_place(soft, shadow.colour, shadow.alpha), (0, 0))
    drawn.blit(raster.rasterise_svg(_rings(radius, scale, is_turn), area, (whole, whole)), (0, 0))
    drawn.blit(portrait_face(name, size, "neutral"), (margin, margin))
    if dim:
        darken(drawn)
    return drawn


def portrait_face(name: str, size: int, expression: Expression, gaze: int | None = None) -> Surface:
    """Draw a portrait's disc without its rings; ``gaze`` is the direction of its eyes, None to leave them as drawn."""
    text = (raster.ASSETS / "portraits" / f"{name}.svg").read_text(encoding="utf-8")
    if gaze is not None:
        text = with_gaze(text, gaze)
    drawn = raster.rasterise_svg(raster.inner_svg(with_expression(text, expression)), (0, 0, 100, 100), (size, size))
    raster.mask_with(
        drawn, raster.rasterise_svg('<circle cx="50" cy="50" r="50" fill="#ffffff"/>', (0, 0, 100, 100), (size, size))
    )
    return drawn


def darken(surface: Surface) -> None:
    """Darken the surface of an eliminated player's portrait."""
    surface.fill((128, 128, 128), special_flags=pygame.BLEND_RGB_MULT)


def _rings(radius: float, scale: float, is_turn: bool) -> str:
    """Return the SVG of a portrait's rings as discs below the face, the largest first. The visible edge of each is a
    ring."""
    discs: tuple[tuple[float, str, float], ...]
    if is_turn:
        discs = ((8.0, hex_code(GOLD), 0.55), (5.0, "#24140a", 1.0), (3.0, hex_code(GOLD), 1.0))
    else:
        discs = ((4.0, "#24140a", 1.0), (2.5, "#c69a4c", 1.0))
    return "".join(
        f'<circle cx="0" cy="0" r="{radius + wide * scale:.2f}" fill="{fill}" fill-opacity="{alpha}"/>'
        for wide, fill, alpha in discs
    )


def table_preview(name: str, size: tuple[int, int], texture: Callable[[str], Surface]) -> Surface:
    """Draw a preview of a whole table at a reduced size in pixels."""
    drawn = raster.transparent_surface(size)
    drawn.blit(Backgrounds(size, size[0] / _PREVIEWED_TABLE_WIDTH, texture, TABLE_THEMES[name]).draw_table(), (0, 0))
    raster.mask_with(drawn, raster.rounded_mask(size, size[1] * 0.1))
    return drawn


def deck_preview(cards: CardArt, size: tuple[int, int]) -> Surface:
    """Draw a preview of a deck: a few cards side by side, as large as fits ``size`` pixels."""
    drawn = raster.transparent_surface(size)
    wide = min(size[0] / (1 + _STEP_IN_CARD_WIDTHS * (len(_DECK_PREVIEW_CARDS) - 1)), size[1] / CARD_RATIO) / (
        1 + _MARGIN_IN_CARD_WIDTHS
    )
    x = size[0] / 2 - wide * _STEP_IN_CARD_WIDTHS * (len(_DECK_PREVIEW_CARDS) - 1) / 2
    for card in _DECK_PREVIEW_CARDS:
        whole = cards.card_with_shadow(card, wide / cards.scale, dim=False, lifted=False)
        drawn.blit(whole, whole.get_rect(center=(round(x), round(size[1] / 2))))
        x += wide * _STEP_IN_CARD_WIDTHS
    return drawn


def back_preview(cards: CardArt, size: tuple[int, int]) -> Surface:
    """Draw a preview of a card's back on its shadow, as large as fits ``size`` pixels."""
    drawn = raster.transparent_surface(size)
    wide = min(size[0], size[1] / CARD_RATIO) / (1 + _MARGIN_IN_CARD_WIDTHS)
    whole = cards.card_with_shadow(HIDDEN, wide / cards.scale, dim=False, lifted=False)
    drawn.blit(whole, whole.get_rect(center=drawn.get_rect().center))
    return drawn
