"""The house on the felt, the way that the turn has gone round the table, and the way that an answer would go."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pygame import FRect, Surface

from engine.moves import Pile, Seat
from scenes.look.look import Look
from scenes.table.felt.slide import Slide
from scenes.table.stage.poses import PilePlace
from scenes.table.stage.stage import Stage

Point = tuple[float, float]
HOUSE = "house"
"""Name of the house among what moves with the table."""
_HOUSE = 132.0
_HOUSE_SEEN = 0.1
_GOLD = 'stroke="#ffd166" stroke-opacity=".85" stroke-width="4"'
_FAINT = 'stroke="#ffe2a0" stroke-opacity=".28" stroke-width="3"'
_DOTS = 'stroke-dasharray="1 11"'
_POINTS = 24
_ROUND, _BENT = 14.0, 0.2
"""From a card to the way, and how far the way bends outwards, by its length."""
_STRAIGHT = 20.0
"""Difference of heights up to which the way from one card to the next is straight."""
_START, _END = 18.0, 34.0
"""From the own card to the beginning of the gold way, and from its arrow to the card of the other seat."""
_OUT, _FAR, _ABOVE = 136.0, 300.0, 260.0
"""How far the gold way goes to the side at first: from the own card, and from one that is hardly to the side of it."""
_RISE = 98.0
_HEAD, _OPEN = 24.0, 0.5
"""Length of the arrow's head, and half its angle in radians."""
_MARGIN = 6.0


class Ways:
    """Draws the ways below everything else.

    Args:
        look: of the cards.
        stage: the table.
        slide: the motion in which the table makes room.
    """

    def __init__(self, look: Look, stage: Stage, slide: Slide) -> None:
        self.look = look
        self.stage = stage
        self.slide = slide
        self._gone: tuple[Seat, ...] = ()
        """The seats whose turn it has been, as it is shown."""

    def house(self) -> FRect | None:
        """The area of the house on the canvas of the cards; None without one."""
        canvas, y = self.stage.canvas, self.stage.layout.house_y
        if not y:
            return None
        return FRect(canvas.width / 2 - _HOUSE / 2, y + canvas.extra * 0.42 - _HOUSE / 2, _HOUSE, _HOUSE)

    def draw(self, target: Surface) -> None:
        """Draw the house, and while nothing makes room the ways."""
        house = self.house()
        if house is not None:
            with self.slide.shifted(HOUSE, self.look, *house.center):
                self.look.blit(target, self.look.svg("house on felt", _BRAND, (0, 0, _HOUSE, _HOUSE)), *house.topleft)
        if self.stage.layout.ways and not self.slide.moving:
            for points in self.gone():
                self._draw_dots(target, points, _FAINT)
            ahead = self.ahead()
            if ahead:
                self._draw_dots(target, ahead, _GOLD, arrow=True)

    # --- where they go ----------------------------------------------------------------------------------------------

    def gone(self) -> Iterator[list[Point]]:
        """The way that the turn has gone, from card to card; it lags until everything has been shown."""
        stage = self.stage
        if stage.director.quiet:
            self._gone = stage.match.game.way()
        seats = [*self._gone, *(stage.match.game.waiting()[:1] if stage.director.quiet and self._gone else ())]
        for one, other in pairwise(seats):
            ends = self._card(one), self._card(other)
            if stage.viewer not in (one, other) and ends[0] is not None and ends[1] is not None:
                yield self._between(ends[0], ends[1])

    def ahead(self) -> list[Point]:
        """The way to the seat with which the player may exchange cards; empty while there is none."""
        choice = self.stage.choice
        partners = [choice.view.partner_of(move) for move in choice.legal] if choice is not None else []
        own = self.stage.place(self.stage.hand.pile)
        seat = next((seat for seat in partners if seat is not None), None)
        other = self._card(seat) if seat is not None else None
        return [] if own is None or other is None else _to(own, other)

    def _card(self, seat: Seat) -> PilePlace | None:
        return self.stage.place(Pile(self.stage.hand.pile.kind, seat))

    def _between(self, one: PilePlace, other: PilePlace) -> list[Point]:
        """A curve between two cards, outside around the middle of the table."""
        (x, y), (ax, ay), (bx, by) = self._middle(), (one.x, one.y), (other.x, other.y)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        far = math.dist((x, y), (mx, my)) or 1.0
        straight = min(abs(ax - bx), abs(ay - by)) < _STRAIGHT
        bend = 0.0 if straight else 2 * _BENT * math.dist((ax, ay), (bx, by))
        corner = (mx + (mx - x) / far * bend, my + (my - y) / far * bend)
        points = [_quadratic((ax, ay), corner, (bx, by), i / _POINTS) for i in range(_POINTS + 1)]
        boxes = [_around(card, _ROUND) for card in (one, other)]
        return [point for point in points if not any(box.collidepoint(point) for box in boxes)]

    def _middle(self) -> Point:
        canvas = self.stage.canvas
        return canvas.width / 2, (self.stage.layout.house_y or canvas.height / 2) + canvas.extra * 0.42

    # --- drawing ----------------------------------------------------------------------------------------------------

    def _draw_dots(self, target: Surface, points: Sequence[Point], style: str, *, arrow: bool = False) -> None:
        if len(points) < 2:
            return
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        body = f'<path d="{path}" {_DOTS} {style} fill="none" stroke-linecap="round" stroke-linejoin="round"/>'
        shown = list(points)
        if arrow:
            head = _head(points[-2], points[-1])
            tips = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in head)
            body += f'<path d="{tips}" {style} fill="none" stroke-linecap="round" stroke-linejoin="round"/>'
            shown += head
        left, top = min(x for x, _ in shown) - _MARGIN, min(y for _, y in shown) - _MARGIN
        wide = max(x for x, _ in shown) + _MARGIN - left
        high = max(y for _, y in shown) + _MARGIN - top
        self.look.blit(target, self.look.svg(body, body, (left, top, wide, high)), left, top)


def _around(card: PilePlace, air: float) -> FRect:
    return FRect(card.x - card.width / 2, card.y - card.height / 2, card.width, card.height).inflate(2 * air, 2 * air)


def _to(own: PilePlace, other: PilePlace) -> list[Point]:
    """A curve from the side of the own card to below another one."""
    side = -1 if other.x <= own.x else 1
    start = own.x + side * (own.width / 2 + _START), own.y - (0 if side < 0 else 0.25 * own.height)
    end = other.x, other.y + other.height / 2 + _END
    out = start[0] + side * _OUT
    if abs(end[0] - own.x) < _ABOVE:  # around the prompt, which is between the two cards
        out = side * max(side * out, side * end[0] + _FAR)
    first, second = (out, start[1] - 6), (end[0] - side * 22, end[1] + _RISE)
    return [_cubic(start, first, second, end, i / _POINTS) for i in range(_POINTS + 1)]


def _quadratic(a: Point, b: Point, c: Point, t: float) -> Point:
    p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1]


def _cubic(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def _head(before: Point, tip: Point) -> list[Point]:
    """The open head of an arrow: one end, the tip, the other end."""
    back = math.atan2(before[1] - tip[1], before[0] - tip[0])
    ends = [(tip[0] + _HEAD * math.cos(back + by), tip[1] + _HEAD * math.sin(back + by)) for by in (_OPEN, -_OPEN)]
    return [ends[0], tip, ends[1]]


_BRAND = (
    f'<g transform="scale({_HOUSE / 100})" fill="#ffe2a0" fill-opacity="{_HOUSE_SEEN}" fill-rule="evenodd">'
    '<path d="M50 6L66 18.2V12H76V25.8L92 40V45H86V94H14V45H8V40Z'
    "M50 42.1C54.2 51.4 72.4 59.8 72.4 72.2C72.4 79.5 67.2 83.7 61.4 83.7C57.3 83.7 54.2 81.6 52.3 78.5"
    "C52.9 84.2 54.7 87.8 58.8 90.4L41.2 90.4C45.3 87.8 47.1 84.2 47.7 78.5C45.8 81.6 42.7 83.7 38.6 83.7"
    'C32.8 83.7 27.6 79.5 27.6 72.2C27.6 59.8 45.8 51.4 50 42.1Z"/></g>'
)
"""The house with its door, a spade, through which the felt is seen."""
