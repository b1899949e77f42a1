"""Draws the trace of a rejected drop: fading outlines along the way back, and a cross at the target."""

from pygame import Surface

from scenes.render.cards import dashed_outline
from scenes.render.raster import with_opacity
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, hex_code, rgb
from scenes.table.layouts.spreads import CARD_ASPECT_RATIO
from scenes.table.model.drag import RefusalTrace
from scenes.table.model.positions import CardPose

_OUTLINE_FRACTIONS = (0.0, 0.3, 0.6)
"""Fractions of the way back at which an outline is drawn."""
_CROSS_COLOUR = rgb("#ffb3a6")
_CORNER_RADIUS_FRACTION = 0.072
"""Corner radius, as a fraction of the card's width."""
_CROSS_HALF_SIZE = 24.0


def draw_refusal_trace(renderer: Renderer, target: Surface, rejected: RefusalTrace) -> None:
    """Draw the trace of a rejected drop on the felt, below the cards that fly back."""
    opacity = rejected.opacity
    if opacity <= 0:
        return
    if rejected.drop_target is not None:
        geometry = rejected.drop_target
        renderer.blit(
            target,
            with_opacity(_barred_outline(renderer, geometry.card_width), opacity),
            geometry.x,
            geometry.y + geometry.column_length,
            "center",
        )
    for start, end in rejected.return_paths:
        for share in _OUTLINE_FRACTIONS:
            x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
            angle = start.angle + (end.angle - start.angle) * share
            outline = _outline(renderer, CardPose(x, y, end.width, angle, 0.0))
            renderer.blit(target, with_opacity(outline, opacity * (1 - share / 2)), x, y, "center")


def _outline(renderer: Renderer, pose: CardPose) -> Surface:
    """Return the drawing of a tilted card's outline."""
    width, height, angle = round(pose.width), round(pose.width * CARD_ASPECT_RATIO), round(pose.angle)
    size = (width**2 + height**2) ** 0.5 + 6
    body = (
        f'<rect x="{-width / 2}" y="{-height / 2}" width="{width}" height="{height}"'
        f' rx="{width * _CORNER_RADIUS_FRACTION:.1f}" fill="{hex_code(CREAM)}" fill-opacity="0.07"'
        f' stroke="{hex_code(CREAM)}" stroke-opacity="0.5"'
        f' stroke-width="2" transform="rotate({angle})"/>'
    )
    return renderer.svg(f"ghost {width} {angle}", body, (-size / 2, -size / 2, size, size))


def _barred_outline(renderer: Renderer, width: float) -> Surface:
    """Return the drawing of a dashed card outline with a cross."""
    wide, high = round(width) + 16, round(width * CARD_ASPECT_RATIO) + 16
    ink = f'stroke="{hex_code(_CROSS_COLOUR)}" fill="none" stroke-linecap="round"'
    c = _CROSS_HALF_SIZE
    body = (
        f'<rect x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}"'
        f' rx="{wide * _CORNER_RADIUS_FRACTION:.1f}" fill="#000000" fill-opacity="0.16"/>'
        f'<path d="{dashed_outline((wide, high), 1.5, 9, 7)}" {ink} stroke-width="3"/>'
        f'<path d="M{-c} {-c}L{c} {c}M{c} {-c}L{-c} {c}" stroke-width="5" {ink}/>'
    )
    return renderer.svg(f"barred {wide}", body, (-wide / 2 - 3, -high / 2 - 3, wide + 6, high + 6))
