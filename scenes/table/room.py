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


def least_covering(places: Sequence[FRect], taken: Sequence[FRect]) -> FRect:
    """Of several places the one that covers least; of equal ones the first."""
    return min(places, key=lambda rect: covered(rect, taken))
