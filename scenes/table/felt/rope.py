"""A rope that is thrown from a seat's plate around cards, and tightens."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.look import speeds
from scenes.look.cache import Sheet
from scenes.look.look import Look
from scenes.table.felt.arc import Point, evenly

_BESIDE, _ABOVE = 58.0, 20.0
"""From the cards to the loop, at the sides and above."""
_SLACK = 8.0
"""By how much the loop tightens."""
_SMALL = 0.3
"""Size of the loop when it leaves the hand."""
_RISE = 60.0
"""Height of the throw above the straight way."""
_STEP = 9.0
"""From one twist to the next."""
_ANGLES = 16
"""Number of directions in which a piece of rope is drawn."""
_LOOP, _LINE = 72, 24
"""Numbers of points of the loop and of the rope that leads there."""
_KNOT = 0.82
"""Angle of the knot below the loop's side, radians."""
_HALF = 13.0
"""Half the width of the drawing of the knot, the widest part, logical pixels."""
_PIECE, _EDGE = 10.0, 8.0
"""The same of a piece and of its dark edge, no larger than needed: a frame has hundreds of them."""


class _Loop(NamedTuple):
    """An ellipse."""

    x: float
    y: float
    across: float
    down: float

    def at(self, angle: float) -> Point:
        return self.x + self.across * math.cos(angle), self.y + self.down * math.sin(angle)


class Rope:
    """Draws the rope in the coordinates of one look."""

    def __init__(self) -> None:
        self._sheet = Sheet()
        self._drawn: tuple[object, Surface, Point] | None = None
        """What was drawn last, the drawing and its place."""

    def clear(self) -> None:
        """Free the drawing."""
        self._drawn = None
        self._sheet.clear()

    def draw(self, look: Look, target: Surface, plate: FRect, cards: FRect, *, age: float) -> None:
        """Draw the rope.

        Args:
            look: how.
            target: where.
            plate: of the seat that throws.
            cards: the box around the cards that are roped.
            age: milliseconds since it left the hand.
        """
        thrown = speeds.ease_out(min(1.0, max(0.0, age / speeds.THROW)))
        slack = _SLACK * (1 - speeds.ease_out(min(1.0, max(0.0, (age - speeds.THROW) / speeds.TIGHTEN))))
        key = look.scale, tuple(plate), tuple(cards), round(thrown, 3), round(slack, 2)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = key, *self._made(look, *_line(plate, cards, thrown, slack))
        look.blit(target, self._drawn[1], *self._drawn[2])

    def _made(self, look: Look, points: list[Point], knot: Point) -> tuple[Surface, Point]:
        """The drawing and the place of its upper left corner, logical pixels."""
        left, top = min(x for x, _ in points) - _HALF, min(y for _, y in points) - _HALF
        wide, high = max(x for x, _ in points) + _HALF - left, max(y for _, y in points) + _HALF - top
        sheet = self._sheet.surface((look.px(wide), look.px(high)))
        sheet.fill((0, 0, 0, 0))
        places = list(evenly(points, _STEP))
        pieces = [_piece(look, angle) for angle in range(_ANGLES)]
        edge, by = _edge(look), look.scale
        edges, middles = [], []
        for (x0, y0), (x1, y1) in pairwise(places):
            x, y = (x0 + x1) / 2 - left, (y0 + y1) / 2 - top
            edges.append((edge, ((x - _EDGE) * by, (y - _EDGE) * by)))
            piece = pieces[round(math.atan2(y1 - y0, x1 - x0) / math.pi * _ANGLES) % _ANGLES]
            middles.append((piece, ((x - _PIECE) * by, (y - _PIECE) * by)))
        sheet.fblits([*edges, *middles])
        sheet.blit(_knot(look), ((knot[0] - left - _HALF) * look.scale, (knot[1] - top - _HALF) * look.scale))
        return sheet, (left, top)

    @staticmethod
    def prepare(look: Look) -> Iterator[Callable[[], object]]:
        """What makes the pieces."""
        for angle in range(_ANGLES):
            yield partial(_piece, look, angle)
        yield partial(_edge, look)
        yield partial(_knot, look)


def _line(plate: FRect, cards: FRect, thrown: float, slack: float) -> tuple[list[Point], Point]:
    """Points along the rope and around its loop, and the place of the knot."""
    side = -1.0 if plate.centerx < cards.centerx else 1.0
    above = plate.centery < cards.top - 40
    start = (plate.right, plate.centery + 14) if side < 0 else (plate.left, plate.centery + 14)
    grown = _SMALL + (1 - _SMALL) * thrown
    middle = (start[0] + (cards.centerx - start[0]) * thrown, start[1] + (cards.centery - start[1]) * thrown)
    rise = _RISE * math.sin(math.pi * thrown)
    across, down = cards.width / 2 + _BESIDE + slack, cards.height / 2 + _ABOVE + slack
    loop = _Loop(middle[0], middle[1] - rise, across * grown, down * grown)
    at = math.pi / 2 - side * (math.pi / 2 - (0.0 if above else _KNOT))
    knot = loop.at(at)
    reach = math.dist(start, knot)
    first = (start[0] - side * reach * 0.45, start[1]) if not above else (start[0], start[1] + reach * 0.4)
    last = (knot[0] + side * reach * 0.35, knot[1] + (0.0 if above else reach * 0.1))
    line = [_cubic(start, first, last, knot, i / _LINE) for i in range(_LINE)]
    return [*line, *(loop.at(at + math.tau * i / _LOOP) for i in range(_LOOP + 1))], knot


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    parts = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (sum(part * point[i] for part, point in zip(parts, (a, b, c, d), strict=True)) for i in (0, 1))
    return x, y


def _svg(look: Look, body: str, half: float) -> Surface:
    return look.svg(body, body, (-half, -half, 2 * half, 2 * half))


def _edge(look: Look) -> Surface:
    return _svg(look, '<circle r="7" fill="#2c1808"/>', _EDGE)


def _piece(look: Look, angle: int) -> Surface:
    turned = 180 * angle / _ANGLES
    body = (
        f'<g transform="rotate({turned})" stroke-linecap="round">'
        '<path d="M-5 0H5" stroke="#d9ac68" stroke-width="9.5"/>'
        '<path d="M-4 -2.4H4" stroke="#f1d3a0" stroke-width="2" stroke-opacity="0.6"/>'
        '<path d="M-2 -4L2 4" stroke="#8a5d28" stroke-width="2"/></g>'
    )
    return _svg(look, body, _PIECE)


def _knot(look: Look) -> Surface:
    return _svg(
        look,
        '<circle r="11" fill="#d9ac68" stroke="#2c1808" stroke-width="2.5"/>'
        '<path d="M-7 -4Q0 2 -5 8M0 -9Q5 0 1 9" fill="none" stroke="#8a5d28" stroke-width="2"/>',
        _HALF,
    )
