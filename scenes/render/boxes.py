"""Boxes: rectangles with round corners, gradients, strokes, highlights and shadows, described as data and drawn at any
size. All lengths are logical pixels."""

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import pygame
from pygame import Surface

from scenes.render import raster
from scenes.render.theme import BLACK, Colour, hex_code

_FADE_DISTANCE_IN_RADII = 3.0
"""Distance from an edge beyond which its blur is invisible, in blur radii."""


class Shadow(NamedTuple):
    """Shadow of a box: its shape moved down, blurred and enlarged, drawn below it. A glow is a shadow in a bright
    colour."""

    offset_y: float
    blur: float
    alpha: float
    """Opacity, 0 … 1."""
    spread: float = 0.0
    colour: Colour = BLACK


class Stroke(NamedTuple):
    """Colour, width and opacity (0 … 1) of a line."""

    colour: Colour
    width: float
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """Visual style of a drawn box: corner radius, fill, lines and shadows."""

    radius: float
    fill: tuple[tuple[float, Colour], ...] = ()
    """Vertical gradient as stops (0 … 1, colour). One stop is a flat colour; without stops the box is transparent."""
    fill_alpha: float = 1.0
    """Opacity of the fill."""
    border: Stroke | None = None
    """Line along the inside of the edge."""
    dashes: tuple[float, ...] = ()
    """Lengths of the border's dashes and gaps; empty for a solid border."""
    top_highlight: Stroke | None = None
    """Light line below the upper edge."""
    bottom_shade: Stroke | None = None
    """Dark line above the lower edge."""
    outlines: tuple[Stroke, ...] = ()
    """Lines around the box, from the inside out."""
    shadows: tuple[Shadow, ...] = ()
    inner_shadow: Shadow | None = None
    """Shadow that the edge casts inwards, as in a pressed button."""
    texture: str = ""
    """Name of the texture over the fill; empty for none."""
    brightness: float = 1.0
    """Factor applied to all colours, 0 … 1.2."""

    @property
    def margin(self) -> float:
        """Distance to which a box's strokes and shadows extend beyond it."""
        around = sum(edge.width for edge in self.outlines)
        return math.ceil(
            max([around + 1, *(raster.blur_extent(s.blur) + abs(s.offset_y) + s.spread for s in self.shadows)])
        )


def draw_box(box: Box, size: tuple[int, int], scale: float, texture: Surface | None = None) -> Surface:
    """Draw a box of ``size`` pixels, surrounded by a margin of ``margin_px``."""
    margin = margin_px(box, scale)
    whole = (size[0] + 2 * margin, size[1] + 2 * margin)
    drawn = raster.transparent_surface(whole)
    for shadow in box.shadows:
        _draw_shadow(drawn, box, shadow, size, margin=margin, scale=scale)
    if box.fill:
        _draw_fill(drawn, box, size, margin=margin, scale=scale, texture=texture)
    _draw_lines(drawn, box, size, margin=margin, scale=scale)
    return drawn


def min_widenable_width_px(box: Box, scale: float) -> int | None:
    """Return the minimum width in pixels of a box drawing that ``widen`` can extend by repeating its middle column.

    None if the box can't be drawn that way.
    """
    if box.texture or box.dashes:
        return None
    shadows = (*box.shadows, box.inner_shadow) if box.inner_shadow else box.shadows
    reach = max((2 * shadow.blur + shadow.spread for shadow in shadows), default=0.0)
    return 2 * math.ceil((box.radius + reach) * scale) + 3


def widen(surface: Surface, added_px: int) -> Surface:
    """Return a copy of a box drawing with its middle column repeated ``added_px`` times."""
    whole = raster.transparent_surface((surface.get_width() + added_px, surface.get_height()))
    raster.draw_nine_slice(whole, surface)
    return whole


def margin_px(box: Box, scale: float) -> int:
    """Return the box's margin in pixels."""
    return math.ceil(box.margin * scale)


def _draw_shadow(
    target: Surface, box: Box, shadow: Shadow, size: tuple[int, int], *, margin: int, scale: float
) -> None:
    """Draw a box's shadow, for a large box as a nine-slice of a small shadow, as blurring is slow."""
    corner = (box.radius + shadow.spread + _FADE_DISTANCE_IN_RADII * shadow.blur + abs(shadow.offset_y)) * scale
    small = _nine_slice_size(size, math.ceil(corner))
    reach = min(
        margin, math.ceil((_FADE_DISTANCE_IN_RADII * shadow.blur + abs(shadow.offset_y) + shadow.spread) * scale)
    )
    area = (margin - reach, margin - reach, size[0] + 2 * reach, size[1] + 2 * reach)
    raster.draw_nine_slice(target.subsurface(area), _whole_shadow(box, shadow, small, reach, scale))


def _nine_slice_size(size: tuple[int, int], corner: int) -> tuple[int, int]:
    """Return the size of the smallest box that has room for corners of ``corner`` pixels; at most ``size``."""
    return min(size[0], 2 * corner + 1), min(size[1], 2 * corner + 1)


def _whole_shadow(box: Box, shadow: Shadow, size: tuple[int, int], margin: int, scale: float) -> Surface:
    whole = (size[0] + 2 * margin, size[1] + 2 * margin)
    grown = shadow.spread * scale
    path = raster.rounded_rect_path(
        -grown, shadow.offset_y * scale - grown, size[0] + 2 * grown, size[1] + 2 * grown, box.radius * scale + grown
    )
    body = f'<path d="{path}" fill="#ffffff"/>'
    mask = raster.rasterise_blurred_svg(body, (-margin, -margin, *whole), whole, shadow.blur * scale)
    return tint_in_place(mask, shadow.colour, shadow.alpha)


def tint_in_place(mask: Surface, colour: Colour, alpha: float) -> Surface:
    """Tint a white mask in place, and multiply its opacity by ``alpha``. No dark fringes remain."""
    mask.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    mask.fill((*colour, round(255 * alpha)), special_flags=pygame.BLEND_RGBA_MULT)
    return mask


def _draw_fill(
    target: Surface, box: Box, size: tuple[int, int], *, margin: int, scale: float, texture: Surface | None
) -> None:
    stops = [(at, hex_code(_brighten(colour, box.brightness))) for at, colour in box.fill]
    filled = raster.gradient_fill(stops, size)
    if texture is not None:
        raster.tile_texture(filled, texture, filled.get_rect())
    if box.inner_shadow:
        filled.blit(inner_shadow(size, box.radius * scale, box.inner_shadow, scale), (0, 0))
    raster.round_corners(filled, box.radius * scale)
    if box.fill_alpha < 1:
        filled.fill((255, 255, 255, round(255 * box.fill_alpha)), special_flags=pygame.BLEND_RGBA_MULT)
    target.blit(filled, (margin, margin))


def inner_shadow(size: tuple[int, int], radius_px: float, shadow: Shadow, scale: float) -> Surface:
    """Draw the shadow that the edge of a recessed rectangle casts into it; ``radius_px`` in pixels."""
    reach = math.ceil(raster.blur_extent(shadow.blur * scale) + abs(shadow.offset_y) * scale) + 1
    whole = (size[0] + 2 * reach, size[1] + 2 * reach)
    edge = f"M{-reach} {-reach}H{size[0] + reach}V{size[1] + reach}H{-reach}Z"
    hole = raster.rounded_rect_path(0, shadow.offset_y * scale, *size, radius_px)
    body = f'<path fill-rule="evenodd" fill="#ffffff" d="{edge}{hole}"/>'
    mask = raster.rasterise_blurred_svg(body, (-reach, -reach, *whole), whole, shadow.blur * scale)
    return tint_in_place(mask.subsurface((reach, reach, *size)), shadow.colour, shadow.alpha)


def _draw_lines(target: Surface, box: Box, size: tuple[int, int], *, margin: int, scale: float) -> None:
    """Draw a box's strokes, for a large box as a nine-slice, as rasterising empty pixels is slow."""
    thick = max(edge.width for edge in (box.bottom_shade, box.top_highlight, box.border, Stroke(BLACK, 1)) if edge)
    small = size if box.dashes else _nine_slice_size(size, math.ceil((box.radius + thick) * scale) + 1)
    whole = (small[0] + 2 * margin, small[1] + 2 * margin)
    lines = _lines_svg(box, small, scale)
    if lines:
        raster.draw_nine_slice(target, raster.rasterise_svg(lines, (-margin, -margin, *whole), whole), hollow=True)


def _lines_svg(box: Box, size: tuple[int, int], scale: float) -> str:
    width, height = size
    radius = min(box.radius * scale, width / 2, height / 2)
    body = ""
    if box.bottom_shade:
        body += rim_svg(box.bottom_shade, size, radius, scale=scale, brightness=box.brightness, bottom=True)
    if box.top_highlight:
        body += rim_svg(box.top_highlight, size, radius, scale=scale, brightness=box.brightness, bottom=False)
    if box.border:
        dashes = " ".join(f"{d * scale:.2f}" for d in box.dashes)
        inset = -box.border.width * scale / 2
        body += _stroke_svg(box.border, inset, size, radius, scale=scale, brightness=box.brightness, dashes=dashes)
    out = 0.0
    for edge in box.outlines:
        body += _stroke_svg(edge, out + edge.width * scale / 2, size, radius, scale=scale, brightness=box.brightness)
        out += edge.width * scale
    return body


def _stroke_svg(
    edge: Stroke,
    outset_px: float,
    size: tuple[int, int],
    radius: float,
    *,
    scale: float,
    brightness: float,
    dashes: str = "",
) -> str:
    path = raster.rounded_rect_path(
        -outset_px, -outset_px, size[0] + 2 * outset_px, size[1] + 2 * outset_px, max(0.0, radius + outset_px)
    )
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path d="{path}" fill="none" stroke="{hex_code(_brighten(edge.colour, brightness))}"'
        f' stroke-opacity="{edge.alpha}" stroke-width="{edge.width * scale:.3f}"{dash}/>'
    )


def rim_svg(edge: Stroke, size: tuple[int, int], r: float, *, scale: float, brightness: float, bottom: bool) -> str:
    """Return the SVG of the highlight at a box's upper edge, or with ``bottom`` of the shade at its lower edge.

    Its shape is the box without a copy of it that is shifted inwards.
    """
    thick = edge.width * scale
    width, height = size
    near, sweep = (float(height), 0) if bottom else (0.0, 1)
    turn = near - r if bottom else r
    d = -thick if bottom else thick
    far, back = near + d, 1 - sweep
    path = (
        f"M0 {turn:.3f}A{r:.3f} {r:.3f} 0 0 {sweep} {r:.3f} {near:.3f}H{width - r:.3f}"
        f"A{r:.3f} {r:.3f} 0 0 {sweep} {width:.3f} {turn:.3f}V{turn + d:.3f}"
        f"A{r:.3f} {r:.3f} 0 0 {back} {width - r:.3f} {far:.3f}H{r:.3f}"
        f"A{r:.3f} {r:.3f} 0 0 {back} 0 {turn + d:.3f}Z"
    )
    return f'<path d="{path}" fill="{hex_code(_brighten(edge.colour, brightness))}" fill-opacity="{edge.alpha}"/>'


def _brighten(colour: Colour, factor: float) -> Colour:
    red, green, blue = (min(255, round(c * factor)) for c in colour)
    return red, green, blue


def pressed_box(box: Box) -> Box:
    """Return the box style for the pressed state: darker, without highlight, shade and shadows."""
    return replace(
        box,
        brightness=0.92,
        top_highlight=None,
        bottom_shade=None,
        shadows=(),
        inner_shadow=Shadow(3, 4, 0.5, 0, (90, 50, 0)),
    )
