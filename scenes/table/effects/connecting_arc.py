"""Dotted arc between two seats, around the outside of the spotlit cards."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render.renderer import Renderer

CLEARANCE = 12.0
"""Minimum distance of an arc from plates, cards and letters."""
_WINDOW_EDGE_CLEARANCE = 16.0
"""Minimum distance from the window's edge."""
_MIN_LENGTH = 24.0
_BEND_STEP, _BEND_COUNT, _CHECKED_POINTS = 70.0, 10, 40
"""Increment of the bend in the search for a free arc, number of bends to try, and points checked per arc."""
_DOT_SPACING = 13.0
"""Distance between dots."""
_ARROW_HEAD_LENGTH = 20.0
"""Length of an arrowhead, which replaces the dots there."""
CurvePoint = tuple[float, float]


class Arc(NamedTuple):
    """Dotted arc between two seats: a quadratic Bézier curve."""

    start: CurvePoint
    control_point: CurvePoint
    """Point towards which the curve bends."""
    end: CurvePoint

    def point_at(self, t: float) -> CurvePoint:
        """Return the arc's point at parameter t, 0 … 1."""
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return (
            a * self.start[0] + b * self.control_point[0] + c * self.end[0],
            a * self.start[1] + b * self.control_point[1] + c * self.end[1],
        )

    def points(self) -> list[CurvePoint]:
        """Return evenly parametrised points along the whole arc."""
        return [self.point_at(i / _CHECKED_POINTS) for i in range(_CHECKED_POINTS + 1)]

    def draw(self, renderer: Renderer, target: Surface, *, two_heads: bool, drawn_fraction: float) -> None:
        """Draw a fraction of the arc's dots from its start, 0 … 1. A complete arc gets one arrowhead, or one at each
        end."""
        steps = list(resample_points(self.points(), _DOT_SPACING))
        dots = [point for point in steps if math.dist(point, self.end) > _ARROW_HEAD_LENGTH]
        if two_heads:
            dots = [point for point in dots if math.dist(point, self.start) > _ARROW_HEAD_LENGTH]
        dot = renderer.path_dot()
        for point in dots[: math.ceil(drawn_fraction * len(dots))]:
            renderer.blit(target, dot, *point, "center")
        if drawn_fraction >= 1.0:
            for tip in (self.end, self.start) if two_heads else (self.end,):
                renderer.blit(target, renderer.arrow_head(_direction_degrees(self.control_point, tip)), *tip, "center")


def find_least_blocked_arc(
    start_rect: FRect, end_rect: FRect, centre: CurvePoint, avoid: Collection[FRect], bounds: FRect
) -> Arc | None:
    """Return a dotted arc from the edge of one seat's rectangle to that of another; None if they are too close.

    It bends away from ``centre`` until it crosses no rectangle of ``avoid`` and stays inside ``bounds``. If no bend
    succeeds, the best one is returned.
    """
    start, end = _edge_point(start_rect, end_rect.center), _edge_point(end_rect, start_rect.center)
    length = math.dist(start, end)
    if length < _MIN_LENGTH:
        return None
    midpoint = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    direction = ((end[1] - start[1]) / length, (start[0] - end[0]) / length)
    if direction[0] * (midpoint[0] - centre[0]) + direction[1] * (midpoint[1] - centre[1]) < 0:
        direction = (-direction[0], -direction[1])
    blocked = [
        (box.left - CLEARANCE, box.top - CLEARANCE, box.right + CLEARANCE, box.bottom + CLEARANCE) for box in avoid
    ]
    left, top, right, bottom = (
        bounds.left + _WINDOW_EDGE_CLEARANCE,
        bounds.top + _WINDOW_EDGE_CLEARANCE,
        bounds.right - _WINDOW_EDGE_CLEARANCE,
        bounds.bottom - _WINDOW_EDGE_CLEARANCE,
    )
    candidates = []
    for step in range(_BEND_COUNT):
        bend = min(_BEND_STEP, length * 0.22) + step * _BEND_STEP
        arc = Arc(start, (midpoint[0] + direction[0] * bend, midpoint[1] + direction[1] * bend), end)
        points = arc.points()
        outside_count = sum(not (left <= x < right and top <= y < bottom) for x, y in points)
        crossed_count = len({(x, y) for x, y in points for x0, y0, x1, y1 in blocked if x0 <= x < x1 and y0 <= y < y1})
        candidates.append((outside_count + crossed_count, step, arc))
        if not outside_count + crossed_count:
            break
    return min(candidates)[2]


def resample_points(points: Sequence[CurvePoint], spacing: float) -> Iterator[CurvePoint]:
    """Yield points along a polyline at equal distances.

    >>> list(resample_points([(0.0, 0.0), (5.0, 0.0), (5.0, 4.0)], 3.0))
    [(0.0, 0.0), (3.0, 0.0), (5.0, 1.0), (5.0, 4.0)]
    """
    due = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.dist((x0, y0), (x1, y1))
        while due <= length and length:
            yield x0 + (x1 - x0) * due / length, y0 + (y1 - y0) * due / length
            due += spacing
        due -= length


def _direction_degrees(start: CurvePoint, end: CurvePoint) -> float:
    """Return the direction from one point to another, in degrees clockwise from the right."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def _edge_point(rect: FRect, towards: Sequence[float]) -> CurvePoint:
    """Return the point just outside the edge of a rectangle, in the direction of another point."""
    dx, dy = towards[0] - rect.centerx, towards[1] - rect.centery
    reach = [
        (size / 2 + CLEARANCE) / abs(distance) for size, distance in ((rect.width, dx), (rect.height, dy)) if distance
    ]
    fraction = min([1.0, *reach])
    return rect.centerx + dx * fraction, rect.centery + dy * fraction
