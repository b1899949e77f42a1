"""Room on the table for panels: over bare felt where that can be had."""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pygame import FRect

from scenes.render.renderer import Renderer
from scenes.table.model.poses import Canvas

CLEARANCE = 8.0
"""Distance between a panel and what it must not cover, logical pixels."""


def put_beside_hand(rect: FRect, inset: float, renderer: Renderer, canvas: Canvas, *, is_tool: bool) -> None:
    """Put something this far from its edge: tools at the left, answers at the right; reversed for left hands."""
    if is_tool == canvas.left_handed:
        rect.right = renderer.width - inset
    else:
        rect.left = inset


def covered_area(rect: FRect, areas: Iterable[FRect]) -> float:
    """Area of what is taken that a panel there would cover, square logical pixels."""
    return sum(part.width * part.height for part in (rect.clip(other) for other in areas))


class Placement(NamedTuple):
    """A place for a panel."""

    rect: FRect
    cost: float
    """Covered area in square logical pixels, each times its weight; weights below 1 don't count."""


_MARGIN_WEIGHT = 0.01
"""Weight of the air around a thing, by that of the thing."""
_MIN_MARGIN = 2.0
"""Least distance around a thing, if it can be had."""


class _Edges(NamedTuple):
    """A thing on the table: its edges and its weight."""

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
    """The place where a panel covers least; of equal places the one whose middle is nearest to a point.

    Args:
        size: width and height of the panel, logical pixels; one that is too large begins at the upper left corner.
        bounds: the area for the panel.
        taken: what it had better not cover, with weights.
        near: the point.

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
    """The cost of a panel there, as in ``Placement``.

    >>> placement_cost(FRect(0, 0, 10, 10), [(FRect(0, 5, 99, 99), 2.0), (FRect(0, 0, 99, 99), 0.1)])
    100.0
    """
    return sum(weight * covered_area(rect, [other]) for other, weight in weighted_areas if weight >= 1)


def _candidate_coordinates(first: float, last: float, edges: Iterable[float]) -> list[float]:
    """The coordinates to try along a side."""
    return sorted({first, max(first, last), *(round(edge, 2) for edge in edges if first <= edge <= last)})


def _with_margins(weighted_areas: Iterable[tuple[FRect, float]]) -> Iterator[_Edges]:
    """The edges of each thing with a little air, and with more of it at a lower weight."""
    for rect, weight in weighted_areas:
        for air, by in ((_MIN_MARGIN, weight), (CLEARANCE, weight * _MARGIN_WEIGHT)):
            yield _Edges(rect.left - air, rect.top - air, rect.right + air, rect.bottom + air, by)
