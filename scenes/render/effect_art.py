"""Drawings of table effects: announced words with rays and ribbon, countdown ring, dotted arc between two seats.

Lengths are logical pixels. ``scale`` is the number of screen pixels per logical pixel.
"""

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Surface

from scenes.render import raster
from scenes.render.composite_font import CompositeFont
from scenes.render.theme import ANNOUNCEMENT_FONT, BRASS, GOLD, WHITE, hex_code, rgb

RAYS_RADIUS = 335.0
SHADE_RADII = (430.0, 260.0)
"""Half axes of the dark ellipse behind an announcement."""
LETTERS_SIZE = 148.0
"""Font size of an announcement."""
_OUTLINES_BY_GOOD_NEWS = {
    False: ((rgb("#2b0a05"), 10.0, 5.0), (rgb("#7d1424"), 6.0, 0.0)),
    True: ((rgb("#03170c"), 10.0, 5.0), (rgb("#14532d"), 6.0, 0.0)),
}
"""Outlines of the lettering by ``is_good_news``, the outermost first: colour, width, downward offset."""


class _RibbonColours(NamedTuple):
    gradient_top: str
    gradient_bottom: str
    tails: str
    edge: str
    lines: str


_RIBBON_COLOURS_BY_GOOD_NEWS = {
    False: _RibbonColours("#c3263f", "#8a1528", "#5e0d1b", "#3a0610", hex_code(GOLD)),
    True: _RibbonColours("#ffe09a", "#d39a3a", "#8a5f22", "#3d2606", "#7a4a10"),
}
"""Colours of the ribbon by ``is_good_news``."""
_MIN_HALF_SIZE_RIPPLE_SCALE = 2.0
"""Scale from which a ripple is drawn at half its size: it spreads and fades, so its edges need no detail."""
_FILLS_BY_GOOD_NEWS = {
    False: ((0.0, "#fff7f2"), (0.5, "#ffd9cc"), (1.0, "#e8907c")),
    True: ((0.0, "#fff3cc"), (0.5, "#ffd166"), (1.0, "#e09a2c")),
}
"""Gradients of the lettering by ``is_good_news``, from the top down: gold, or pale red."""


def draw_ray_light_mask(side_px: int) -> Surface:
    """Draw the light mask by which an announcement's rays of light are multiplied: a warm disc that fades outwards on
    black."""
    stops = ((0, "#ffe7a4", 0.62), (0.55, "#ffdc86", 0.22), (1, "#fff0c4", 0))
    light = raster.radial_gradient("l", stops, (0, 0), (RAYS_RADIUS, RAYS_RADIUS))
    body = f'<defs>{light}</defs><circle cx="0" cy="0" r="{RAYS_RADIUS}" fill="url(#l)"/>'
    drawn = Surface((side_px, side_px))
    drawn.blit(
        raster.rasterise_svg(body, (-RAYS_RADIUS, -RAYS_RADIUS, 2 * RAYS_RADIUS, 2 * RAYS_RADIUS), (side_px, side_px)),
        (0, 0),
    )
    return drawn


def draw_announcement_shade_mask(scale: float) -> Surface:
    """Draw the dark ellipse behind an announcement as a multiplication mask: white leaves the pixels unchanged."""
    half_width, half_height = SHADE_RADII
    stops = ((0, "#04140b", 0.66), (0.55, "#04140b", 0.46), (1, "#04140b", 0))
    dark = raster.radial_gradient("d", stops, (0, 0), (half_width, half_height))
    body = f'<defs>{dark}</defs><ellipse cx="0" cy="0" rx="{half_width}" ry="{half_height}" fill="url(#d)"/>'
    size = (round(half_width * scale / 2), round(half_height * scale / 2))
    drawn = Surface(size)
    drawn.fill((255, 255, 255))
    drawn.blit(
        raster.rasterise_svg(body, (-half_width, -half_height, 2 * half_width, 2 * half_height), size, stretch=True),
        (0, 0),
    )
    # drawn at a quarter of its size: the ellipse has no detail to lose, and this is much faster
    return pygame.transform.smoothscale(drawn, (4 * size[0], 4 * size[1]))


class Lettering(NamedTuple):
    """Announced word in gold letters of a given size."""

    word: str
    font_size_px: int
    """Font size in pixels."""
    is_good_news: bool
    """Whether it announces good news, which has other outline colours."""

    @property
    def _scale(self) -> float:
        return self.font_size_px / LETTERS_SIZE

    @property
    def outline_px(self) -> int:
        """Distance in pixels to which the outlines of an announcement extend beyond its letters."""
        return math.ceil(
            max(width + down for _, width, down in _OUTLINES_BY_GOOD_NEWS[self.is_good_news]) * self._scale
        )

    @property
    def outline_count(self) -> int:
        return len(_OUTLINES_BY_GOOD_NEWS[self.is_good_news])

    def font(self) -> CompositeFont:
        return CompositeFont(ANNOUNCEMENT_FONT, self.font_size_px)

    def draw_outline(self, index: int) -> Surface:
        """Draw one outline of an announcement's letters; index 0 is the outermost. Outlines are the slowest part."""
        colour, width, _ = _OUTLINES_BY_GOOD_NEWS[self.is_good_news][index]
        return self.font().render(self.word, colour, round(width * self._scale))

    def draw_word(self, outlines: Sequence[Surface]) -> Surface:
        """Draw an announcement's word in gold over its outlines, centred in the surface."""
        face, reach = self.font(), self.outline_px
        core = face.render(self.word, WHITE)
        drawn = raster.transparent_surface((core.get_width() + 2 * reach, core.get_height() + 2 * reach))
        for outline, (_, width, down) in zip(outlines, _OUTLINES_BY_GOOD_NEWS[self.is_good_news], strict=True):
            inset = reach - round(width * self._scale)
            drawn.blit(outline, (inset, inset + round(down * self._scale)))
        # the gradient spans the height of capitals, so that every word shows all of it
        head, foot = face.ascent_px * 0.27, float(face.ascent_px)
        stops = _FILLS_BY_GOOD_NEWS[self.is_good_news]
        fill = raster.rasterise_svg(
            f"<defs>{raster.linear_gradient('g', stops, head, foot)}</defs>"
            f'<rect x="0" y="0" width="4" height="{core.get_height()}" fill="url(#g)"/>',
            (0, 0, 4, core.get_height()),
            (4, core.get_height()),
        )
        filled = pygame.transform.scale(fill.subsurface((1, 0, 1, core.get_height())), core.get_size())
        raster.mask_with(filled, core)
        drawn.blit(filled, (reach, reach))
        return drawn


def fit_lettering(word: str, scale: float, size: float, max_width_px: int, *, is_good_news: bool) -> Lettering:
    """Return a word's lettering, with the font size reduced until it is at most ``max_width_px`` wide."""
    lettering = Lettering(word, max(8, round(size * scale)), is_good_news)
    while (
        lettering.font_size_px > 8 and (width := lettering.font().width(word) + 2 * lettering.outline_px) > max_width_px
    ):
        lettering = lettering._replace(
            font_size_px=max(8, min(lettering.font_size_px - 1, int(lettering.font_size_px * max_width_px / width)))
        )
    return lettering


def draw_ribbon(text: Surface, scale: float, *, is_good_news: bool = False) -> Surface:
    """Draw a curved ribbon as long as its text, which is centred in the surface.

    Good news has a brass ribbon, other news a red one.
    """
    colours = _RIBBON_COLOURS_BY_GOOD_NEWS[is_good_news]
    half = text.get_width() / scale / 2 + 44
    tail = half + 24
    rise = min(32.0, half * 0.131)
    metal = raster.linear_gradient("r", ((0, colours.gradient_top), (1, colours.gradient_bottom)), -16, 42)
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
    half_height = 60.0
    size = (2 * round((tail + 2) * scale), 2 * round(half_height * scale))
    drawn = raster.rasterise_svg(body, (-tail - 2, -half_height, 2 * tail + 4, 2 * half_height), size, stretch=True)
    drawn.blit(text, text.get_rect(center=drawn.get_rect().center))
    return drawn


def draw_ripple(radius: float, strength: float, scale: float) -> Surface:
    """Draw a ripple of two concentric rings; ``strength`` is their opacity, 0 … 1."""
    half = radius + 6
    rings = ((radius, 5.0, 0.8), (radius * 0.86, 2.5, 0.45))
    body = "".join(
        f'<circle cx="0" cy="0" r="{ring_radius:.1f}" fill="none" stroke="{hex_code(BRASS)}" stroke-width="{width}" '
        f'stroke-opacity="{strength * opacity:.2f}"/>'
        for ring_radius, width, opacity in rings
    )
    side = round(half * scale)
    coarse = 2 if scale >= _MIN_HALF_SIZE_RIPPLE_SCALE else 1
    small = raster.rasterise_svg(body, (0, 0, half, half), (-(-side // coarse),) * 2)
    quarter = pygame.transform.smoothscale(small, (side, side)) if coarse > 1 else small
    drawn = raster.transparent_surface((2 * side, 2 * side))
    for left, above in itertools.product((0, 1), repeat=2):  # mirrored: a full drawing takes four times as long
        drawn.blit(pygame.transform.flip(quarter, bool(left), bool(above)), (side * (1 - left), side * (1 - above)))
    return drawn


def draw_countdown_ring(remaining_fraction: float, diameter: float, scale: float) -> Surface:
    """Draw a countdown ring whose gold arc is the fraction ``remaining_fraction``, 0 … 1, of the circle."""
    circumference = math.tau * 32
    arc = max(0.0, min(1.0, remaining_fraction)) * circumference
    body = '<circle cx="0" cy="0" r="32" fill="#140d08" stroke="#4d3820" stroke-width="7"/>'
    if arc > 0.5:
        at = math.tau * min(0.9999, arc / circumference)
        large = int(at > math.pi)
        body += (
            f'<path d="M0 -32A32 32 0 {large} 1 {32 * math.sin(at):.3f} {-32 * math.cos(at):.3f}" fill="none"'
            f' stroke="{hex_code(GOLD)}" stroke-width="7" stroke-linecap="round"/>'
        )
    size = round(diameter * scale)
    return raster.rasterise_svg(body, (-38, -38, 76, 76), (size, size))


def draw_path_dot(scale: float) -> Surface:
    """Draw one dot of the dotted arc between two seats."""
    size = 2 * max(2, round(4.5 * scale))
    body = f'<circle r="4.4" fill="#2a1606" fill-opacity="0.65"/><circle r="2.6" fill="{hex_code(GOLD)}"/>'
    return raster.rasterise_svg(body, (-4.5, -4.5, 9, 9), (size, size))


def draw_arrow_head(angle: int, scale: float) -> Surface:
    """Draw an open arrow head that points right, rotated clockwise by degrees, with its tip at the centre."""
    body = "".join(
        f'<path d="M-20 -12L0 0L-20 12" fill="none" stroke="{colour}" stroke-width="{width}" stroke-opacity="{opacity}"'
        f' stroke-linecap="round" stroke-linejoin="round" transform="rotate({angle})"/>'
        for colour, width, opacity in (("#2a1606", 9, 0.65), (hex_code(GOLD), 5, 1))
    )
    size = 2 * max(2, round(29 * scale))
    return raster.rasterise_svg(body, (-29, -29, 58, 58), (size, size))
