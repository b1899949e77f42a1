"""Placement of panels on the table, over bare felt as far as possible."""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pygame import FRect

from scenes.render.renderer import Renderer
from scenes.table.model.poses import Canvas

CLEARANCE = 8.0
"""Distance between a panel and the areas it avoids, logical pixels."""


def put_beside_hand(rect: FRect, inset: float, renderer: Renderer, canvas: Canvas, *, is_tool: bool) -> None:
    """Align a rectangle at an inset from the window's edge: tools at the left, answers at the right, reversed if
    left-handed."""
    if is_tool == canvas.left_handed:
        rect.right = renderer.width - inset
    else:
        rect.left = inset


def covered_area(rect: FRect, areas: Iterable[FRect]) -> float:
    """Return the total area of other rectangles that a panel would cover, square logical pixels."""
    return sum(part.width * part.height for part in (rect.clip(other) for other in areas))


class Placement(NamedTuple):
    """Position of a panel, and its cost."""

    rect: FRect
    cost: float
    """Covered areas in square logical pixels, each times its weight; weights below 1 don't count."""


_MARGIN_WEIGHT = 0.01
"""Weight of the margin around an area, relative to the area's weight."""
_MIN_MARGIN = 2.0
"""Distance around an area that has the area's full weight, logical pixels."""


class _Edges(NamedTuple):
    """Edges and weight of an area to avoid."""

    left: float
    top: float
    right: float
    bottom: float
    weight: float


def best_placement(
    size: tuple[float, float],
    bounds: FRect,
    weighted_areas: Iterable[tuple[FRect, float]],
    preferred_centre: tuple[float, float],
) -> Placement:
    """Return the placement of least cost; of equal ones the one whose centre is nearest to a point.

    Args:
        size: width and height of the panel, logical pixels; one that is too large begins at the upper left corner.
        bounds: the area for the panel.
        weighted_areas: areas to avoid, with their weights.
        preferred_centre: the point.

    >>> best_placement((10, 10), FRect(0, 0, 100, 40), [(FRect(0, 0, 50, 40), 1.0)], (0, 0)).rect.left
    58.0
    >>> best_placement((10, 10), FRect(0, 0, 12, 10), [(FRect(0, 0, 50, 40), 1.0)], (0, 0)).cost
    100.0
    """
    wide, high = size
    rects = [(rect, weight) for rect, weight in weighted_areas if rect.width > 0 and rect.height > 0]
    edges = [rect.inflate(2 * CLEARANCE, 2 * CLEARANCE) for rect, _ in rects]
    sides = [preferred_centre[0] - wide / 2, *(x for e in edges for x in (e.right, e.left - wide))]
    heights = [preferred_centre[1] - high / 2, *(y for e in edges for y in (e.bottom, e.top - high))]
    across = _candidate_coordinates(bounds.left, bounds.right - wide, sides)
    down = _candidate_coordinates(bounds.top, bounds.bottom - high, heights)
    lying = sorted(_with_margins(rects), key=lambda one: -one.weight)
    best, least = FRect(across[0], down[0], wide, high), (math.inf, math.inf)
    for x in across:
        end = x + wide
        beside = [
            (top, bottom, weight * ((right if right < end else end) - (left if left > x else x)))
            for left, top, right, bottom, weight in lying
            if left < end and right > x
        ]
        dx = (x + wide / 2 - preferred_centre[0]) ** 2
        for y in down:
            foot, most, cost = y + high, least[0] + 1, 0.0
            for top, bottom, by in beside:
                if top < foot and bottom > y:
                    cost += by * ((bottom if bottom < foot else foot) - (top if top > y else y))
                    if cost > most:
                        break
            else:
                rank = (round(cost), dx + (y + high / 2 - preferred_centre[1]) ** 2)
                if rank < least:
                    best, least = FRect(x, y, wide, high), rank
    return Placement(best, placement_cost(best, rects))


def placement_cost(rect: FRect, weighted_areas: Iterable[tuple[FRect, float]]) -> float:
    """Return the cost of a panel at a rectangle, as in ``Placement``."""
    return sum(weight * covered_area(rect, [other]) for other, weight in weighted_areas if weight >= 1)


def _candidate_coordinates(first: float, last: float, edges: Iterable[float]) -> list[float]:
    """Return the coordinates to try along an axis, ascending."""
    return sorted({first, max(first, last), *(round(edge, 2) for edge in edges if first <= edge <= last)})


def _with_margins(weighted_areas: Iterable[tuple[FRect, float]]) -> Iterator[_Edges]:
    """Yield each area with a small margin, and again with a larger margin at a lower weight."""
    for rect, weight in weighted_areas:
        for air, by in ((_MIN_MARGIN, weight), (CLEARANCE, weight * _MARGIN_WEIGHT)):
            yield _Edges(rect.left - air, rect.top - air, rect.right + air, rect.bottom + air, by)
