"""What a refused drop leaves to see: outlines on the way back, a cross where the cards can't go."""

from pygame import Surface

from scenes.look.cards import dashed
from scenes.look.look import Look
from scenes.look.raster import faded
from scenes.look.theme import CREAM, hex_code, rgb
from scenes.table.layouts.layout import ASPECT
from scenes.table.stage.drag import Rejected
from scenes.table.stage.poses import Pose

_SHARES = (0.0, 0.3, 0.6)
"""Parts of the way back at which there is an outline."""
_REFUSED = rgb("#ffb3a6")
_RADIUS = 0.072
"""Radius of a card's corner, by its width."""
_CROSS = 24.0


def draw_rejected(look: Look, target: Surface, rejected: Rejected) -> None:
    """Draw over the felt, under the cards that fly back."""
    strength = rejected.strength
    if strength <= 0:
        return
    if rejected.place is not None:
        place = rejected.place
        look.blit(target, faded(_barred(look, place.width), strength), place.x, place.y + place.down, "center")
    for start, end in rejected.ways:
        for share in _SHARES:
            x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
            angle = start.angle + (end.angle - start.angle) * share
            outline = _outline(look, Pose(x, y, end.width, angle, 0.0))
            look.blit(target, faded(outline, strength * (1 - share / 2)), x, y, "center")


def _outline(look: Look, pose: Pose) -> Surface:
    """A card's outline, turned like the card."""
    wide, high, angle = round(pose.width), round(pose.width * ASPECT), round(pose.angle)
    reach = (wide**2 + high**2) ** 0.5 + 6
    body = (
        f'<rect x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}" rx="{wide * _RADIUS:.1f}"'
        f' fill="{hex_code(CREAM)}" fill-opacity="0.07" stroke="{hex_code(CREAM)}" stroke-opacity="0.5"'
        f' stroke-width="2" transform="rotate({angle})"/>'
    )
    return look.svg(f"ghost {wide} {angle}", body, (-reach / 2, -reach / 2, reach, reach))


def _barred(look: Look, width: float) -> Surface:
    """A dashed place with a cross."""
    wide, high = round(width) + 16, round(width * ASPECT) + 16
    ink = f'stroke="{hex_code(_REFUSED)}" fill="none" stroke-linecap="round"'
    c = _CROSS
    body = (
        f'<rect x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}" rx="{wide * _RADIUS:.1f}"'
        f' fill="#000000" fill-opacity="0.16"/>'
        f'<path d="{dashed((wide, high), 1.5, 9, 7)}" {ink} stroke-width="3"/>'
        f'<path d="M{-c} {-c}L{c} {c}M{c} {-c}L{-c} {c}" stroke-width="5" {ink}/>'
    )
    return look.svg(f"barred {wide}", body, (-wide / 2 - 3, -high / 2 - 3, wide + 6, high + 6))
