"""Placement of panels on the table, over bare felt as far as possible."""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pygame import FRect

from scenes.render.renderer import Renderer
from scenes.table.model.positions import Canvas

CLEARANCE = 8.0
"""Distance between a panel and the areas it avoids, logical pixels."""


def align_answer_or_tool(rect: FRect, inset: float, renderer: Renderer, canvas: Canvas, *, is_tool: bool) -> None:
    """Align a rectangle near the window's edge: tool buttons at the left, answer buttons at the right, reversed for
    left-handed players."""
    if is_tool == canvas.left_handed:
        rect.right = renderer.width - inset
    else:
        rect.left = inset


def covered_area(rect: FRect, areas: Iterable[FRect]) -> float:
    """Return the total area of other rectangles that a panel would cover, square logical pixels."""
    return sum(part.width * part.height for part in (rect.clip(other) for other in areas))


class Placement(NamedTuple):
    """Position of a panel on the table, and its cost by the areas that it covers."""

    rect: FRect
    cost: float
    """Covered areas in square logical pixels, each times its weight; weights below 1 don't count."""


_MARGIN_WEIGHT = 0.01
"""Weight of the margin around an area, relative to the area's weight."""
_FULL_WEIGHT_MARGIN = 2.0
"""Distance around an area that has the area's full weight, logical pixels."""


class _Edges(NamedTuple):
    """Edges and weight of an area that a panel should avoid."""

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
    """Return the placement of a panel with the least cost; of equal ones the one whose centre is nearest to a point.

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
    width, height = size
    rects = [(rect, weight) for rect, weight in weighted_areas if rect.width > 0 and rect.height > 0]
    edges = [rect.inflate(2 * CLEARANCE, 2 * CLEARANCE) for rect, _ in rects]
    sides = [preferred_centre[0] - width / 2, *(x for e in edges for x in (e.right, e.left - width))]
    heights = [preferred_centre[1] - height / 2, *(y for e in edges for y in (e.bottom, e.top - height))]
    xs = _candidate_coordinates(bounds.left, bounds.right - width, sides)
    ys = _candidate_coordinates(bounds.top, bounds.bottom - height, heights)
    areas = sorted(_with_margins(rects), key=lambda area: -area.weight)
    best, best_rank = FRect(xs[0], ys[0], width, height), (math.inf, math.inf)
    for x in xs:
        panel_right = x + width
        columns = [
            (top, bottom, weight * ((right if right < panel_right else panel_right) - (left if left > x else x)))
            for left, top, right, bottom, weight in areas
            if left < panel_right and right > x
        ]
        dx = (x + width / 2 - preferred_centre[0]) ** 2
        for y in ys:
            panel_bottom, max_cost, cost = y + height, best_rank[0] + 1, 0.0
            for top, bottom, weighted_width in columns:
                if top < panel_bottom and bottom > y:
                    cost += weighted_width * (
                        (bottom if bottom < panel_bottom else panel_bottom) - (top if top > y else y)
                    )
                    if cost > max_cost:
                        break
            else:
                rank = (round(cost), dx + (y + height / 2 - preferred_centre[1]) ** 2)
                if rank < best_rank:
                    best, best_rank = FRect(x, y, width, height), rank
    return Placement(best, placement_cost(best, rects))


def placement_cost(rect: FRect, weighted_areas: Iterable[tuple[FRect, float]]) -> float:
    """Return the cost of placing a panel at a rectangle, from the areas of the table that it covers."""
    return sum(weight * covered_area(rect, [other]) for other, weight in weighted_areas if weight >= 1)


def _candidate_coordinates(first: float, last: float, edges: Iterable[float]) -> list[float]:
    """Return the coordinates along an axis at which to try a panel, ascending."""
    return sorted({first, max(first, last), *(round(edge, 2) for edge in edges if first <= edge <= last)})


def _with_margins(weighted_areas: Iterable[tuple[FRect, float]]) -> Iterator[_Edges]:
    """Yield the edges of each area to avoid with a small margin, and again with a larger margin at a lower weight."""
    for rect, weight in weighted_areas:
        for margin, margin_weight in ((_FULL_WEIGHT_MARGIN, weight), (CLEARANCE, weight * _MARGIN_WEIGHT)):
            yield _Edges(
                rect.left - margin, rect.top - margin, rect.right + margin, rect.bottom + margin, margin_weight
            )
