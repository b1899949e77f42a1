"""Miniature table of the seat picker, with the seat plates around it."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from scenes.render.renderer import Renderer
from scenes.ui.widgets import SeatPlate, Widget

_FAN_POSES = ((-52.0, 2.0, -24), (-19.0, -11.0, -8), (17.0, -11.0, 8), (52.0, 2.0, 24))
"""Offset from the fan's centre and angle of each of its four cards."""
_FAN_CARD_WIDTH = 54.0
_SIDE_PORTRAIT_DISTANCE = 80.0
"""Distance from the table to the centre of a portrait beside it."""
_MIN_PLATE_GAP = 8.0
"""Minimum distance between two plates at the top of the table."""
_MAX_GROWN_AREA_HEIGHT = 400.0
"""Maximum height of a growing area, logical pixels."""
_GROWTH_STEP = 8.0
"""Step in which it grows, logical pixels."""


class SeatSpot(NamedTuple):
    """Position of a seat at the miniature table: the centre of its plate at the top, the centre of its portrait at the
    sides."""

    x: float
    y: float
    side: str
    """Side of the table: ``top``, ``left`` or ``right``."""


_SEAT_FRACTIONS: Sequence[tuple[Sequence[float], Sequence[float]]] = (
    ((), (0.5,)),
    ((0.5,), ()),
    ((0.5,), (0.5,)),
    ((0.5,), (0.24, 0.76)),
    ((0.5,), (0.0, 0.5, 1.0)),
    ((0.76, 0.32), (0.24, 0.76)),
    ((0.76, 0.32), (0.0, 0.5, 1.0)),
    ((0.86, 0.53, 0.2), (0.24, 0.76)),
    ((0.86, 0.53, 0.2), (0.0, 0.5, 1.0)),
    ((0.86, 0.64, 0.42, 0.2), (0.24, 0.76)),
    ((0.86, 0.64, 0.42, 0.2), (0.0, 0.5, 1.0)),
)
"""For 1 … 11 opponents: positions down each side and along the top, as fractions of the table."""


def seat_spots(opponent_count: int, table: FRect) -> list[SeatSpot]:
    """Return the positions of the opponents at the miniature table, clockwise from the person at the bottom."""
    sides, top = _SEAT_FRACTIONS[opponent_count - 1]
    left = [SeatSpot(table.left - _SIDE_PORTRAIT_DISTANCE, table.top + at * table.height, "left") for at in sides]
    right = [
        SeatSpot(table.right + _SIDE_PORTRAIT_DISTANCE, table.top + at * table.height, "right")
        for at in reversed(sides)
    ]
    return [*left, *(SeatSpot(table.left + at * table.width, table.top - 12, "top") for at in top), *right]


def place_plates_apart(
    renderer: Renderer, area: FRect, plates: Sequence[SeatPlate], *, may_heighten_area: bool = False
) -> FRect:
    """Place all seat plates with ``place_plates``, closer if they would overlap; return the miniature table's
    rectangle.

    With ``may_heighten_area``, ``area`` is heightened in place until they don't overlap.
    """
    table = place_plates(renderer, area, plates)
    if have_overlap(plates):
        table = place_plates(renderer, area, plates, is_table_high=True)
    if may_heighten_area and have_overlap(plates):
        steps = max(0, math.ceil((_MAX_GROWN_AREA_HEIGHT - area.height) / _GROWTH_STEP))
        heights = [area.height + _GROWTH_STEP * step for step in range(steps + 1)]

        def is_high_enough(height: float) -> bool:
            area.height = height
            place_plates(renderer, area, plates, is_table_high=True)
            return not have_overlap(plates)

        area.height = heights[bisect_left(heights, True, hi=len(heights) - 1, key=is_high_enough)]
        table = place_plates(renderer, area, plates, is_table_high=True)
    return table


def place_plates(renderer: Renderer, area: FRect, plates: Sequence[SeatPlate], *, is_table_high: bool = False) -> FRect:
    """Place all seat plates around a miniature table in an area, the person's first; return the table's rectangle.

    With ``is_table_high`` the table is as high as possible, and plates at the sides may be close together.
    """
    diameter = plates[0].diameter
    width = area.width - 196 - diameter
    height = min(area.height - 44 - diameter, width * (0.8 if is_table_high else 0.62))
    table = FRect(area.centerx - width / 2, area.centery + 2 - height / 2, width, height)
    plates[0].place_at(renderer, table.centerx, table.bottom - 8, "center")
    spots = seat_spots(len(plates) - 1, table)
    top_count = sum(spot.side == "top" for spot in spots)
    for plate, spot in zip(plates[1:], spots, strict=True):
        side = area.width / 2 - (table.left - _SIDE_PORTRAIT_DISTANCE - diameter / 2 - area.left) - _MIN_PLATE_GAP
        plate.limit_width((area.width - (top_count - 1) * _MIN_PLATE_GAP) / top_count if spot.side == "top" else side)
    wider = _top_spread_factor(renderer, area, spots, plates[1:])
    for plate, spot in zip(plates[1:], spots, strict=True):
        plate.mirrored = spot.side == "right"
        if spot.side == "top":
            plate.place_at(renderer, area.centerx + (spot.x - area.centerx) * wider, spot.y, "center")
        elif spot.side == "left":
            plate.place_at(renderer, spot.x - diameter / 2, spot.y, "midleft")
        else:
            plate.place_at(renderer, spot.x + diameter / 2, spot.y, "midright")
    if is_table_high:
        _lift_apart(
            table.bottom - 8, [plate for plate, spot in zip(plates[1:], spots, strict=True) if spot.side == "left"]
        )
        _lift_apart(
            table.bottom - 8, [plate for plate, spot in zip(plates[1:], spots, strict=True) if spot.side == "right"]
        )
    return table


def _lift_apart(centre_below_y: float, plates: Sequence[SeatPlate]) -> None:
    """Move the seat plates of one side up until none overlaps the one below; ``centre_below_y`` is the lowest plate's
    centre."""
    for plate in sorted(plates, key=lambda plate: -plate.rect.centery):
        plate.rect.centery = centre_below_y = min(plate.rect.centery, centre_below_y - plate.rect.height - 4)


def have_overlap(plates: Sequence[SeatPlate]) -> bool:
    """Whether two seat plates overlap or touch."""
    rects = [plate.rect.inflate(2, 2) for plate in plates]
    return any(one.colliderect(other) for i, one in enumerate(rects) for other in rects[i + 1 :])


def _top_spread_factor(
    renderer: Renderer, area: FRect, spots: Sequence[SeatSpot], plates: Sequence[SeatPlate]
) -> float:
    """Return the factor that spreads the seat plates at the top until none overlaps, limited by ``area``."""
    top = {spot.x - area.centerx: plate for spot, plate in zip(spots, plates, strict=True) if spot.side == "top"}
    distance = min([other - x for x, other in pairwise(sorted(top))], default=0.0)
    if not distance:
        return 1.0
    width = max(plate.preferred_size(renderer)[0] for plate in top.values())
    return max(1.0, min((width + _MIN_PLATE_GAP) / distance, (area.width - width) / 2 / max(top)))


class SmallTable(Widget):
    """Drawing of a miniature table with a fan of up to four cards."""

    def __init__(self, rect: FRect, cards: tuple[Card, ...]) -> None:
        super().__init__(rect)
        self.cards = cards

    def draw(self, renderer: Renderer, target: Surface) -> None:
        x, y = self.rect.center
        renderer.blit(target, renderer.small_table(self.rect.width, self.rect.height), x, y, "center")
        by = max(0.6, min(1.5, self.rect.height / 268))
        for card, (dx, dy, angle) in zip(self.cards, _FAN_POSES, strict=False):
            renderer.draw_card(target, card, x + dx * 0.78 * by, y + (6 + dy) * by, _FAN_CARD_WIDTH * by, angle=angle)
