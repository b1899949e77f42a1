"""Finds room on the table for panels that lie there for a while: over felt, not over cards, where that can be had."""

from collections.abc import Iterable, Sequence

from pygame import FRect

APART = 8.0
"""Between a panel and what it must not cover, logical pixels."""


def gaps(left: float, right: float, top: float, bottom: float, taken: Iterable[FRect]) -> list[tuple[float, float]]:
    """The free stretches, from top to bottom, of a strip of the table: upper and lower end of each.

    >>> gaps(0, 100, 0, 300, [FRect(50, 100, 200, 40)])
    [(0, 92.0), (148.0, 300)]
    """
    found, at = [], top
    for rect in sorted(taken, key=lambda rect: rect.top):
        if rect.right + APART <= left or rect.left - APART >= right:
            continue
        if rect.top - APART > at:
            found.append((at, min(bottom, rect.top - APART)))
        at = max(at, rect.bottom + APART)
    if at < bottom:
        found.append((at, bottom))
    return [(upper, lower) for upper, lower in found if lower > upper]


def covered(rect: FRect, taken: Iterable[FRect]) -> float:
    """How much of what is taken a panel there would cover, square logical pixels."""
    return sum(part.width * part.height for part in (rect.clip(other) for other in taken))


def best_place(
    size: tuple[float, float], bounds: FRect, taken: Iterable[tuple[FRect, float]], near: tuple[float, float]
) -> FRect:
    """Where a panel covers least within these bounds; of equal places the one whose middle is nearest to a point.

    Args:
        size: width and height of the panel, logical pixels; one that is too large begins at the upper left corner.
        bounds: within which it lies.
        taken: what it had better not cover, and how much that matters.
        near: a point.

    >>> best_place((10, 10), FRect(0, 0, 100, 40), [(FRect(0, 0, 50, 40), 1.0)], (0, 0))
    FRect(58.0, 0.0, 10.0, 10.0)
    """
    wide, high = size
    rects = [(rect.inflate(2 * APART, 2 * APART), weight) for rect, weight in taken]

    def stops(first: float, last: float, edges: Iterable[float]) -> list[float]:
        return sorted({first, max(first, last), *(edge for edge in edges if first <= edge <= last)})

    right, bottom = bounds.right - wide, bounds.bottom - high
    across = stops(bounds.left, right, (x for rect, _ in rects for x in (rect.right, rect.left - wide)))
    down = stops(bounds.top, bottom, (y for rect, _ in rects for y in (rect.bottom, rect.top - high)))
    places = [FRect(x, y, wide, high) for x in across for y in down]

    def cost(place: FRect) -> tuple[float, float]:
        over = sum(weight * covered(place, [rect]) for rect, weight in rects)
        return round(over), (place.centerx - near[0]) ** 2 + (place.centery - near[1]) ** 2

    return min(places, key=cost)


def least_covering(places: Sequence[FRect], taken: Sequence[FRect]) -> FRect:
    """Of several places the one that covers least; of equal ones the first."""
    return min(places, key=lambda rect: covered(rect, taken))
