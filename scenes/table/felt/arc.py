"""A dotted arc between two seats, on the outer side of what is in the light."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.look.look import Look

PAD = 12.0
"""Distance from plates, cards and letters."""
_EDGE = 16.0
"""Distance from the edge of the window."""
_SHORTEST = 24.0
"""Minimum length of an arc."""
_LEAST_BEND, _BENDS, _POINTS = 70.0, 10, 40
"""How far the arc bends at least, how much further it may, and the number of its points that are looked at."""
_STEP = 13.0
"""From one dot to the next."""
_HEAD = 20.0
"""Length of an arrow's head, in which there are no dots."""
Point = tuple[float, float]


class Arc(NamedTuple):
    """A quadratic curve."""

    start: Point
    by: Point
    """Towards which it bends."""
    end: Point

    def at(self, t: float) -> Point:
        """The point at a part of the way, 0 … 1."""
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return (
            a * self.start[0] + b * self.by[0] + c * self.end[0],
            a * self.start[1] + b * self.by[1] + c * self.end[1],
        )

    def points(self) -> list[Point]:
        """Points all along."""
        return [self.at(i / _POINTS) for i in range(_POINTS + 1)]

    def draw(self, look: Look, target: Surface, *, both: bool, part: float) -> None:
        """Draw ``part`` of the arc, 0 … 1, from its start; its head, or two with ``both``, once it is whole."""
        steps = list(evenly(self.points(), _STEP))
        kept = [point for point in steps if math.dist(point, self.end) > _HEAD]
        if both:
            kept = [point for point in kept if math.dist(point, self.start) > _HEAD]
        dot = look.dot()
        for point in kept[: math.ceil(part * len(kept))]:
            look.blit(target, dot, *point, "center")
        if part >= 1.0:
            for tip in (self.end, self.start) if both else (self.end,):
                look.blit(target, look.arrow_head(_direction(self.by, tip)), *tip, "center")


def arc(one: FRect, other: FRect, middle: Point, kept: Collection[FRect], whole: FRect) -> Arc | None:
    """An arc from the edge of a box to that of another one; None where there is no room for one.

    It bends away from the ``middle``, as far as it takes to keep off the boxes that are ``kept`` free, and stays inside
    the ``whole``.
    """
    start, end = _edge(one, other.center), _edge(other, one.center)
    length = math.dist(start, end)
    if length < _SHORTEST:
        return None
    half = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    away = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
    if away[0] * (half[0] - middle[0]) + away[1] * (half[1] - middle[1]) < 0:
        away = (-away[0], -away[1])
    free = [(box.left - PAD, box.top - PAD, box.right + PAD, box.bottom + PAD) for box in kept]
    left, top, right, bottom = whole.left + _EDGE, whole.top + _EDGE, whole.right - _EDGE, whole.bottom - _EDGE
    tried = []
    for step in range(_BENDS):
        far = min(_LEAST_BEND, length * 0.22) + step * _LEAST_BEND
        found = Arc(start, (half[0] + away[0] * far, half[1] + away[1] * far), end)
        points = found.points()
        outside = sum(not (left <= x < right and top <= y < bottom) for x, y in points)
        crossed = len({(x, y) for x, y in points for x0, y0, x1, y1 in free if x0 <= x < x1 and y0 <= y < y1})
        tried.append((outside + crossed, step, found))
        if not outside + crossed:
            break
    return min(tried)[2]


def evenly(points: Sequence[Point], step: float) -> Iterator[Point]:
    """Points along a line through these points, all ``step`` apart.

    >>> list(evenly([(0.0, 0.0), (5.0, 0.0), (5.0, 4.0)], 3.0))
    [(0.0, 0.0), (3.0, 0.0), (5.0, 1.0), (5.0, 4.0)]
    """
    due = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.dist((x0, y0), (x1, y1))
        while due <= length and length:
            yield x0 + (x1 - x0) * due / length, y0 + (y1 - y0) * due / length
            due += step
        due -= length


def _direction(start: Point, end: Point) -> float:
    """Degrees clockwise from the right."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def _edge(box: FRect, towards: Sequence[float]) -> Point:
    """The point a little outside the edge of a box, towards another point."""
    dx, dy = towards[0] - box.centerx, towards[1] - box.centery
    reach = [(size / 2 + PAD) / abs(by) for size, by in ((box.width, dx), (box.height, dy)) if by]
    part = min([1.0, *reach])
    return box.centerx + dx * part, box.centery + dy * part
