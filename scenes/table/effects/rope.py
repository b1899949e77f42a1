"""Rope that is thrown from a seat's plate around cards, and tightens."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ReusedPixels
from scenes.table.effects.connecting_arc import CurvePoint, resample_points

_SIDE_CLEARANCE, _TOP_CLEARANCE = 58.0, 20.0
"""Distance from the cards to the tightened loop, at the sides and above."""
_TIGHTENING = 8.0
"""Distance by which the loop tightens."""
_START_SCALE = 0.3
"""Scale of the loop at the start of the throw."""
_THROW_HEIGHT = 60.0
"""Height of the throw above the straight line."""
_TWIST_SPACING = 9.0
"""Distance between twists."""
_PIECE_ANGLES = 16
"""Number of angles in which a piece of rope is drawn."""
_LOOP_POINTS, _LINE_POINTS = 72, 24
"""Numbers of points of the loop and of the line to it."""
_KNOT_ANGLE_RAD = 0.82
_KNOT_HALF_WIDTH = 13.0
"""Half the width of the knot's drawing, the widest part, logical pixels."""
_PIECE_HALF_WIDTH, _EDGE_HALF_WIDTH = 10.0, 8.0
"""Half the widths of a piece and of its dark edge, logical pixels. Small, because a frame has hundreds of them."""


class _Loop(NamedTuple):
    """An ellipse as the loop of a thrown rope."""

    x: float
    y: float
    radius_x: float
    radius_y: float

    def point_at(self, angle: float) -> CurvePoint:
        return self.x + self.radius_x * math.cos(angle), self.y + self.radius_y * math.sin(angle)


class Rope:
    """Draws the rope thrown around cards, and keeps the last drawing for the next frame."""

    def __init__(self) -> None:
        self._sheet = ReusedPixels()
        self._last_drawing: tuple[object, Surface, CurvePoint] | None = None
        """Key, drawing and position of the last drawing."""

    def clear(self) -> None:
        self._last_drawing = None
        self._sheet.clear()

    def draw(
        self, renderer: Renderer, target: Surface, plate: FRect, cards: FRect, *, thrown: float, tightened: float
    ) -> None:
        """Draw the rope that a seat throws around cards.

        Args:
            renderer: renderer, whose coordinates the rectangles have.
            target: surface to draw on.
            plate: plate of the throwing seat.
            cards: rectangle around the roped cards.
            thrown: progress of the throw, 0 … 1.
            tightened: progress of the tightening of the loop, 0 … 1.
        """
        slack = _TIGHTENING * (1 - tightened)
        key = renderer.scale, tuple(plate), tuple(cards), round(thrown, 3), round(slack, 2)
        if self._last_drawing is None or self._last_drawing[0] != key:
            self._last_drawing = key, *self._render(renderer, *_rope_points(plate, cards, thrown, slack))
        renderer.blit(target, self._last_drawing[1], *self._last_drawing[2])

    def _render(self, renderer: Renderer, points: list[CurvePoint], knot: CurvePoint) -> tuple[Surface, CurvePoint]:
        """Return the drawing of the thrown rope and the position of its upper left corner, logical pixels."""
        left, top = min(x for x, _ in points) - _KNOT_HALF_WIDTH, min(y for _, y in points) - _KNOT_HALF_WIDTH
        width, height = (
            max(x for x, _ in points) + _KNOT_HALF_WIDTH - left,
            max(y for _, y in points) + _KNOT_HALF_WIDTH - top,
        )
        sheet = self._sheet.surface((renderer.to_pixels(width), renderer.to_pixels(height)))
        sheet.fill((0, 0, 0, 0))
        twists = list(resample_points(points, _TWIST_SPACING))
        pieces = [_piece(renderer, angle) for angle in range(_PIECE_ANGLES)]
        edge, scale = _edge(renderer), renderer.scale
        edges, middles = [], []
        for (x0, y0), (x1, y1) in pairwise(twists):
            x, y = (x0 + x1) / 2 - left, (y0 + y1) / 2 - top
            edges.append((edge, ((x - _EDGE_HALF_WIDTH) * scale, (y - _EDGE_HALF_WIDTH) * scale)))
            piece = pieces[round(math.atan2(y1 - y0, x1 - x0) / math.pi * _PIECE_ANGLES) % _PIECE_ANGLES]
            middles.append((piece, ((x - _PIECE_HALF_WIDTH) * scale, (y - _PIECE_HALF_WIDTH) * scale)))
        sheet.fblits([*edges, *middles])
        sheet.blit(
            _knot(renderer),
            ((knot[0] - left - _KNOT_HALF_WIDTH) * renderer.scale, (knot[1] - top - _KNOT_HALF_WIDTH) * renderer.scale),
        )
        return sheet, (left, top)

    @staticmethod
    def prerender(renderer: Renderer) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the pieces of a thrown rope."""
        for angle in range(_PIECE_ANGLES):
            yield partial(_piece, renderer, angle)
        yield partial(_edge, renderer)
        yield partial(_knot, renderer)


def _rope_points(
    plate: FRect, cards: FRect, throw_progress: float, slack: float
) -> tuple[list[CurvePoint], CurvePoint]:
    """Return the points along the line and the loop of a thrown rope, and the position of its knot."""
    side = -1.0 if plate.centerx < cards.centerx else 1.0
    above = plate.centery < cards.top - 40
    start = (plate.right, plate.centery + 14) if side < 0 else (plate.left, plate.centery + 14)
    scale = _START_SCALE + (1 - _START_SCALE) * throw_progress
    middle = (
        start[0] + (cards.centerx - start[0]) * throw_progress,
        start[1] + (cards.centery - start[1]) * throw_progress,
    )
    rise = _THROW_HEIGHT * math.sin(math.pi * throw_progress)
    across, down = cards.width / 2 + _SIDE_CLEARANCE + slack, cards.height / 2 + _TOP_CLEARANCE + slack
    loop = _Loop(middle[0], middle[1] - rise, across * scale, down * scale)
    knot_angle = math.pi / 2 - side * (math.pi / 2 - (0.0 if above else _KNOT_ANGLE_RAD))
    knot = loop.point_at(knot_angle)
    distance = math.dist(start, knot)
    first = (start[0] - side * distance * 0.45, start[1]) if not above else (start[0], start[1] + distance * 0.4)
    last = (knot[0] + side * distance * 0.35, knot[1] + (0.0 if above else distance * 0.1))
    line = [_cubic(start, first, last, knot, i / _LINE_POINTS) for i in range(_LINE_POINTS)]
    return [*line, *(loop.point_at(knot_angle + math.tau * i / _LOOP_POINTS) for i in range(_LOOP_POINTS + 1))], knot


def _cubic(a: CurvePoint, b: CurvePoint, c: CurvePoint, d: CurvePoint, t: float) -> CurvePoint:
    parts = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (sum(part * point[i] for part, point in zip(parts, (a, b, c, d), strict=True)) for i in (0, 1))
    return x, y


def _svg(renderer: Renderer, body: str, half_size: float) -> Surface:
    return renderer.svg(body, body, (-half_size, -half_size, 2 * half_size, 2 * half_size))


def _edge(renderer: Renderer) -> Surface:
    return _svg(renderer, '<circle r="7" fill="#2c1808"/>', _EDGE_HALF_WIDTH)


def _piece(renderer: Renderer, angle_index: int) -> Surface:
    degrees = 180 * angle_index / _PIECE_ANGLES
    body = (
        f'<g transform="rotate({degrees})" stroke-linecap="round">'
        '<path d="M-5 0H5" stroke="#d9ac68" stroke-width="9.5"/>'
        '<path d="M-4 -2.4H4" stroke="#f1d3a0" stroke-width="2" stroke-opacity="0.6"/>'
        '<path d="M-2 -4L2 4" stroke="#8a5d28" stroke-width="2"/></g>'
    )
    return _svg(renderer, body, _PIECE_HALF_WIDTH)


def _knot(renderer: Renderer) -> Surface:
    return _svg(
        renderer,
        '<circle r="11" fill="#d9ac68" stroke="#2c1808" stroke-width="2.5"/>'
        '<path d="M-7 -4Q0 2 -5 8M0 -9Q5 0 1 9" fill="none" stroke="#8a5d28" stroke-width="2"/>',
        _KNOT_HALF_WIDTH,
    )
