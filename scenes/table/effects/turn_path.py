"""Draws the logo on the felt, the path of the turns around the table, and the arrow to a possible exchange partner."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pygame import FRect, Surface

from engine.moves import TABLE, Pile, Seat
from scenes.render.renderer import Renderer
from scenes.table.model.positions import PileGeometry
from scenes.table.model.table_model import TableModel
from scenes.ui.shared_slide import SharedSlide

CurvePoint = tuple[float, float]
_LOGO_SIZE = 132.0
_LOGO_OPACITY = 0.1
_GOLD_STROKE = 'stroke="#ffd166" stroke-opacity=".85" stroke-width="4"'
"""SVG attributes of the path to a possible exchange partner."""
_FAINT_STROKE = 'stroke="#ffe2a0" stroke-opacity=".28" stroke-width="3"'
"""SVG attributes of the path of the turns."""
_DOTTED_STROKE = 'stroke-dasharray="1 11"'
_CURVE_POINTS = 24
_CARD_CLEARANCE, _BEND_FRACTION = 14.0, 0.2
"""Distance from a card to the path, and the path's outward bend as a fraction of its length."""
_MAX_STRAIGHT_DIFFERENCE = 20.0
"""Difference in x or y up to which the path between two cards is straight."""
_START_GAP, _END_GAP = 18.0, 34.0
"""Distance from the own card to the start of the gold path, and from its arrow to the other seat's card."""
_EXCHANGE_SIDE_BEND, _MIN_EXCHANGE_BEND_DISTANCE, _MAX_X_DISTANCE_WHEN_ABOVE = 136.0, 300.0, 260.0
"""Bend of the gold path: its distance to the side of the own card, its minimum distance to the side of the other card,
and the distance in x between both cards below which that minimum applies."""
_EXCHANGE_RISE_HEIGHT = 98.0
_ARROW_HEAD_LENGTH, _ARROW_HALF_ANGLE_RAD = 24.0, 0.5
"""Length of the arrow's head, and half its angle in radians."""
_DRAWING_MARGIN = 6.0


class TurnPath:
    """Draws the paths of turns and exchange and the logo on the felt, below everything else.

    Args:
        model: the table.
        slide: the table's slide for the drawer.
    """

    def __init__(self, model: TableModel, slide: SharedSlide) -> None:
        self.renderer: Renderer
        """Renderer of the cards."""
        self.model = model
        self.slide = slide
        self._turn_seats: tuple[Seat, ...] = ()
        """Seats that have had their turn, as far as shown."""

    def logo_rect(self) -> FRect | None:
        """Return the area of the logo on the felt, on the cards' canvas; None without a logo."""
        canvas, y = self.model.canvas, self.model.layout.geometry.logo_y
        if not y:
            return None
        return FRect(
            canvas.width / 2 - _LOGO_SIZE / 2,
            y + canvas.centre_drop - _LOGO_SIZE / 2,
            _LOGO_SIZE,
            _LOGO_SIZE,
        )

    def draw(self, target: Surface) -> None:
        """Draw the logo on the felt and the paths of turns and exchange; no paths while the table slides aside."""
        house = self.logo_rect()
        if house is not None:
            with self.slide.shift("logo", self.renderer, *house.center):
                self.renderer.blit(
                    target,
                    self.renderer.svg("house on felt", _LOGO_SVG, (0, 0, _LOGO_SIZE, _LOGO_SIZE)),
                    *house.topleft,
                )
        if self.model.layout.help.shows_turn_path and not self.slide.is_moving:
            for points in self.turn_path_points():
                self._draw_dots(target, points, _FAINT_STROKE)
            ahead = self.exchange_path_points()
            if ahead:
                self._draw_dots(target, ahead, _GOLD_STROKE, arrow=True)

    # --- points -----------------------------------------------------------------------------------------------------

    def turn_path_points(self) -> Iterator[list[CurvePoint]]:
        """Yield the points of the path that the turns of this round took around the table, from hand to hand."""
        model = self.model
        if model.director.has_shown_all_events:
            self._turn_seats = model.match.game.acted_seats()
        seats = [
            *self._turn_seats,
            *(model.match.game.seats_to_act()[:1] if model.director.has_shown_all_events and self._turn_seats else ()),
        ]
        for seat, next_seat in pairwise(seats):
            ends = self._hand_geometry(seat), self._hand_geometry(next_seat)
            if model.viewer not in (seat, next_seat) and ends[0] is not None and ends[1] is not None:
                yield self._curve_between(ends[0], ends[1])

    def exchange_path_points(self) -> list[CurvePoint]:
        """Return the points of the path to the player's possible exchange partner; empty without one."""
        choice, own_geometry = self.model.choice, self.model.pile_geometry(self.model.hand.pile)
        named = (pile.owner for pile in (choice.named_piles if choice is not None else ()))
        seat = next((owner for owner in named if owner not in (TABLE, self.model.viewer)), None)
        other_geometry = self._hand_geometry(seat) if seat is not None else None
        return [] if own_geometry is None or other_geometry is None else _exchange_curve(own_geometry, other_geometry)

    def _hand_geometry(self, seat: Seat) -> PileGeometry | None:
        return self.model.pile_geometry(Pile(self.model.hand.pile.kind, seat))

    def _curve_between(self, start: PileGeometry, end: PileGeometry) -> list[CurvePoint]:
        """Return the points of a curve between two seats' cards, bent away from the centre of the table."""
        (x, y), (ax, ay), (bx, by) = self._centre(), (start.x, start.y), (end.x, end.y)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        distance = math.dist((x, y), (mx, my)) or 1.0
        is_straight = min(abs(ax - bx), abs(ay - by)) < _MAX_STRAIGHT_DIFFERENCE
        bend = 0.0 if is_straight else 2 * _BEND_FRACTION * math.dist((ax, ay), (bx, by))
        corner = (mx + (mx - x) / distance * bend, my + (my - y) / distance * bend)
        points = [_quadratic((ax, ay), corner, (bx, by), i / _CURVE_POINTS) for i in range(_CURVE_POINTS + 1)]
        card_rects = [_card_rect(card, _CARD_CLEARANCE) for card in (start, end)]
        return [point for point in points if not any(rect.collidepoint(point) for rect in card_rects)]

    def _centre(self) -> CurvePoint:
        canvas = self.model.canvas
        return canvas.width / 2, (self.model.layout.geometry.logo_y or canvas.height / 2) + canvas.centre_drop

    # --- drawing ----------------------------------------------------------------------------------------------------

    def _draw_dots(
        self, target: Surface, points: Sequence[CurvePoint], stroke_attributes: str, *, arrow: bool = False
    ) -> None:
        if len(points) < 2:
            return
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        attributes = f'{stroke_attributes} fill="none" stroke-linecap="round" stroke-linejoin="round"'
        body = f'<path d="{path}" {_DOTTED_STROKE} {attributes}/>'
        all_points = list(points)
        if arrow:
            head = _arrow_head(points[-2], points[-1])
            head_path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in head)
            body += f'<path d="{head_path}" {attributes}/>'
            all_points += head
        left, top = min(x for x, _ in all_points) - _DRAWING_MARGIN, min(y for _, y in all_points) - _DRAWING_MARGIN
        width = max(x for x, _ in all_points) + _DRAWING_MARGIN - left
        height = max(y for _, y in all_points) + _DRAWING_MARGIN - top
        self.renderer.blit(target, self.renderer.svg(body, body, (left, top, width, height)), left, top)


def _card_rect(card: PileGeometry, margin: float) -> FRect:
    return FRect(
        card.x - card.card_width / 2, card.y - card.card_height / 2, card.card_width, card.card_height
    ).inflate(2 * margin, 2 * margin)


def _exchange_curve(own_geometry: PileGeometry, other_geometry: PileGeometry) -> list[CurvePoint]:
    """Return the points of a curve from the side of the player's card to below an exchange partner's card."""
    side = -1 if other_geometry.x <= own_geometry.x else 1
    start = (
        own_geometry.x + side * (own_geometry.card_width / 2 + _START_GAP),
        own_geometry.y - (0 if side < 0 else 0.25 * own_geometry.card_height),
    )
    end = other_geometry.x, other_geometry.y + other_geometry.card_height / 2 + _END_GAP
    side_x = start[0] + side * _EXCHANGE_SIDE_BEND
    if abs(end[0] - own_geometry.x) < _MAX_X_DISTANCE_WHEN_ABOVE:  # around the prompt between the two cards
        side_x = side * max(side * side_x, side * end[0] + _MIN_EXCHANGE_BEND_DISTANCE)
    first, second = (side_x, start[1] - 6), (end[0] - side * 22, end[1] + _EXCHANGE_RISE_HEIGHT)
    return [_cubic(start, first, second, end, i / _CURVE_POINTS) for i in range(_CURVE_POINTS + 1)]


def _quadratic(a: CurvePoint, b: CurvePoint, c: CurvePoint, t: float) -> CurvePoint:
    p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return p * a[0] + q * b[0] + r * c[0], p * a[1] + q * b[1] + r * c[1]


def _cubic(a: CurvePoint, b: CurvePoint, c: CurvePoint, d: CurvePoint, t: float) -> CurvePoint:
    p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def _arrow_head(before: CurvePoint, tip: CurvePoint) -> list[CurvePoint]:
    """Return the points of an arrow's open head: one end, the tip, the other end."""
    reverse_angle = math.atan2(before[1] - tip[1], before[0] - tip[0])
    ends = [
        (
            tip[0] + _ARROW_HEAD_LENGTH * math.cos(reverse_angle + turn),
            tip[1] + _ARROW_HEAD_LENGTH * math.sin(reverse_angle + turn),
        )
        for turn in (_ARROW_HALF_ANGLE_RAD, -_ARROW_HALF_ANGLE_RAD)
    ]
    return [ends[0], tip, ends[1]]


_LOGO_SVG = (
    f'<g transform="scale({_LOGO_SIZE / 100})" fill="#ffe2a0" fill-opacity="{_LOGO_OPACITY}" fill-rule="evenodd">'
    '<path d="M50 6L66 18.2V12H76V25.8L92 40V45H86V94H14V45H8V40Z'
    "M50 42.1C54.2 51.4 72.4 59.8 72.4 72.2C72.4 79.5 67.2 83.7 61.4 83.7C57.3 83.7 54.2 81.6 52.3 78.5"
    "C52.9 84.2 54.7 87.8 58.8 90.4L41.2 90.4C45.3 87.8 47.1 84.2 47.7 78.5C45.8 81.6 42.7 83.7 38.6 83.7"
    'C32.8 83.7 27.6 79.5 27.6 72.2C27.6 59.8 45.8 51.4 50 42.1Z"/></g>'
)
"""The logo: a house whose door, a spade, is a hole."""
