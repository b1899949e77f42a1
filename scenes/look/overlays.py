"""Drawings over the table: an announcement in gold letters over rays, its ribbon, a countdown, a path between seats.

Lengths are logical pixels; ``scale`` is the number of screen pixels in one of them.
"""

import math
from typing import NamedTuple

import pygame
from pygame import Surface
from pygame.font import Font

from scenes.look import raster
from scenes.look.theme import ANNOUNCEMENT_FONT, BRASS, GOLD, Colour, hex_code, rgb
from scenes.look.typesetting import font_file

RAYS = 360.0
"""Radius of the dark disc behind the rays."""
LETTERS = 148.0
"""Font size of an announcement."""
_OUTLINES = {
    False: ((rgb("#2b0a05"), 10.0, 5.0), (rgb("#7d1424"), 6.0, 0.0)),
    True: ((rgb("#03170c"), 10.0, 5.0), (rgb("#14532d"), 6.0, 0.0)),
}
"""Outlines of the letters, the outermost first: colour, width, offset downwards; and those of good news."""


class _RibbonColours(NamedTuple):
    """Colours of a ribbon."""

    top: str
    foot: str
    tails: str
    edge: str
    lines: str


_RIBBONS = {
    False: _RibbonColours("#c3263f", "#8a1528", "#5e0d1b", "#3a0610", hex_code(GOLD)),
    True: _RibbonColours("#ffe09a", "#d39a3a", "#8a5f22", "#3d2606", "#7a4a10"),
}
"""The ribbon, and that of good news."""
_COARSE = 600
"""Pixels of the rays' radius from which they are drawn at half their size: they shine, and nobody sees their edges."""
_FILL = ((0.0, "#fff3cc"), (0.5, "#ffd166"), (1.0, "#e09a2c"))


def rays(scale: float) -> Surface:
    """The lower right quarter of thirty-two rays over a dark disc; the others are its mirror images."""
    half, count, reach = RAYS, 32, 345.0
    path = ""
    for i in range(count):
        at = math.tau * i / count
        ends = [f"{reach * math.cos(at + d):.2f} {reach * math.sin(at + d):.2f}" for d in (-0.06, 0.06)]
        path += f"M0 0L{ends[0]}L{ends[1]}Z"
    dark = raster.radial_gradient(
        "d", ((0, "#04140b", 0.5), (0.7, "#04140b", 0.22), (1, "#04140b", 0)), (0, 0), (half, half)
    )
    stops = ((0, "#ffe7a4", 0.85), (0.55, "#ffdc86", 0.27), (1, "#fff0c4", 0))
    light = raster.radial_gradient("l", stops, (0, 0), (330, 330))
    body = (
        f'<defs>{dark}{light}</defs><circle cx="0" cy="0" r="{half}" fill="url(#d)"/><path d="{path}" fill="url(#l)"/>'
    )
    size = round(half * scale)
    coarse = 2 if size >= _COARSE else 1
    drawn = raster.svg(body, (0, 0, half, half), (size // coarse, size // coarse))
    return pygame.transform.smoothscale(drawn, (size, size)) if coarse > 1 else drawn


def gold_letters(string: str, scale: float, size: float = LETTERS, *, good: bool = False) -> Surface:
    """A word in gold with two outlines, centred in the surface; ``good`` news have others."""
    part = size / LETTERS
    face = Font(font_file(ANNOUNCEMENT_FONT), max(8, round(size * scale)))
    widest = max(width + down for _, width, down in _OUTLINES[good])
    reach = math.ceil(widest * part * scale)
    core = face.render(string, True, (255, 255, 255))
    drawn = raster.blank((core.get_width() + 2 * reach, core.get_height() + 2 * reach))
    for colour, width, down in _OUTLINES[good]:
        face.outline = round(width * part * scale)
        inset = reach - face.outline
        drawn.blit(face.render(string, True, colour), (inset, inset + round(down * part * scale)))
    face.outline = 0
    # the gradient spans the height of capitals, so that every word shows all of it
    head, foot = face.get_ascent() * 0.27, float(face.get_ascent())
    gold = raster.svg(
        f"<defs>{raster.linear_gradient('g', _FILL, head, foot)}</defs>"
        f'<rect x="0" y="0" width="4" height="{core.get_height()}" fill="url(#g)"/>',
        (0, 0, 4, core.get_height()),
        (4, core.get_height()),
    )
    filled = pygame.transform.scale(gold.subsurface((1, 0, 1, core.get_height())), core.get_size())
    raster.mask_with(filled, core)
    drawn.blit(filled, (reach, reach))
    return drawn


def ribbon(text: Surface, scale: float, *, good: bool = False) -> Surface:
    """A curved ribbon as long as its text needs; the text is centred in the surface. ``good`` news are on brass."""
    colours = _RIBBONS[good]
    half = text.get_width() / scale / 2 + 44
    tail = half + 24
    rise = min(32.0, half * 0.131)
    metal = raster.linear_gradient("r", ((0, colours.top), (1, colours.foot)), -16, 42)
    body = f"<defs>{metal}</defs>"
    for side in (-1, 1):
        body += (
            f'<path d="M{side * tail:.2f} -11L{side * (half - 8):.2f} -39V25L{side * tail:.2f} 53'
            f'L{side * (tail - 18):.2f} 19Z" fill="{colours.tails}"/>'
        )
    body += (
        f'<path d="M{-half:.2f} -17Q0 {-17 - rise:.2f} {half:.2f} -17V41Q0 {41 - rise:.2f} {-half:.2f} 41Z"'
        f' fill="url(#r)" stroke="{colours.edge}" stroke-width="2"/>'
        f'<path d="M{-half:.2f} -11.5Q0 {-11.5 - rise:.2f} {half:.2f} -11.5M{-half:.2f} 35.5'
        f'Q0 {35.5 - rise:.2f} {half:.2f} 35.5" fill="none" stroke="{colours.lines}" stroke-width="1.6"/>'
    )
    high = 60.0
    size = (2 * round((tail + 2) * scale), 2 * round(high * scale))
    drawn = raster.svg(body, (-tail - 2, -high, 2 * tail + 4, 2 * high), size, stretch=True)
    drawn.blit(text, text.get_rect(center=drawn.get_rect().center))
    return drawn


def announcement(word: Surface, ribbon: Surface | None, scale: float, *, has_tail: bool) -> Surface:
    """A word over its ribbon. With ``has_tail`` a letter reaches below the line, and the ribbon's text stays clear."""

    def px(v: float) -> int:
        return round(v * scale)

    width = max(word.get_width(), ribbon.get_width() if ribbon else 0)
    middle = round(word.get_height() * 0.80) + (px(34) if has_tail else 0)
    height = max(word.get_height(), middle + (ribbon.get_height() // 2 + px(58) if ribbon else 0))
    drawn = raster.blank((width, height))
    if ribbon:
        drawn.blit(ribbon, ribbon.get_rect(center=(width // 2, middle + px(26))))
    drawn.blit(word, word.get_rect(midtop=(width // 2, 0)))
    return drawn


def ripple(radius: float, strength: float, scale: float) -> Surface:
    """Two rings, one inside the other, of this radius and opacity."""
    half = radius + 6
    rings = ((radius, 5.0, 0.8), (radius * 0.86, 2.5, 0.45))
    body = "".join(
        f'<circle cx="0" cy="0" r="{far:.1f}" fill="none" stroke="{hex_code(BRASS)}" stroke-width="{wide}" '
        f'stroke-opacity="{strength * seen:.2f}"/>'
        for far, wide, seen in rings
    )
    size = 2 * round(half * scale)
    return raster.svg(body, (-half, -half, 2 * half, 2 * half), (size, size))


def countdown(left: float, diameter: float, scale: float) -> Surface:
    """A ring of which the part ``left`` (0 … 1) is gold."""
    around = math.tau * 32
    arc = max(0.0, min(1.0, left)) * around
    body = '<circle cx="0" cy="0" r="32" fill="#140d08" stroke="#4d3820" stroke-width="7"/>'
    if arc > 0.5:
        at = math.tau * min(0.9999, arc / around)
        large = int(at > math.pi)
        body += (
            f'<path d="M0 -32A32 32 0 {large} 1 {32 * math.sin(at):.3f} {-32 * math.cos(at):.3f}" fill="none"'
            f' stroke="{hex_code(GOLD)}" stroke-width="7" stroke-linecap="round"/>'
        )
    size = round(diameter * scale)
    return raster.svg(body, (-38, -38, 76, 76), (size, size))


def path(
    start: tuple[float, float], by: tuple[float, float], end: tuple[float, float], colour: Colour, *, both: bool
) -> tuple[str, tuple[float, float, float, float]]:
    """A dotted arc from a point to another with an arrow at its end, or at both ends: its SVG elements and view box.

    ``by`` is the point towards which it bends, that of a quadratic curve.
    """
    (x0, y0), (mx, my), (x1, y1) = start, by, end
    style = f'fill="none" stroke="{hex_code(colour)}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"'
    body = f'<path d="M{x0:.1f} {y0:.1f}Q{mx:.1f} {my:.1f} {x1:.1f} {y1:.1f}" stroke-dasharray="2 11" {style}/>'
    ends = [(x1, y1, math.atan2(y1 - my, x1 - mx))]
    if both:
        ends.append((x0, y0, math.atan2(y0 - my, x0 - mx)))
    for x, y, at in ends:
        wings = [f"{x - 24 * math.cos(at + d):.1f} {y - 24 * math.sin(at + d):.1f}" for d in (-0.5, 0.5)]
        body += f'<path d="M{wings[0]}L{x:.1f} {y:.1f}L{wings[1]}" {style}/>'
    left, top = min(x0, x1, mx) - 30, min(y0, y1, my) - 30
    return body, (left, top, max(x0, x1, mx) + 30 - left, max(y0, y1, my) + 30 - top)
