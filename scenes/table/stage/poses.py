"""Where every card lies: pure arithmetic from piles to poses. No pygame here."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from engine.cards import Card
from engine.moves import TABLE, Pile, Seat
from scenes.table.layouts.layout import ASPECT, Layout, OpenSpread, SeatFrame, Spot


class Pose(NamedTuple):
    """A card's place: centre and width in logical pixels, angle in degrees clockwise, height in the stack."""

    x: float
    y: float
    width: float
    angle: float = 0.0
    z: float = 0.0
    buried: bool = False

    @property
    def height(self) -> float:
        """Height of the card, logical pixels."""
        return self.width * ASPECT

    def times(self, by: float) -> "Pose":
        """The same place in other logical pixels."""
        return self._replace(x=self.x * by, y=self.y * by, width=self.width * by)


class Placeable(Protocol):
    """A card to place: an id, a face and the number of the batch it came with."""

    @property
    def id(self) -> int: ...
    @property
    def card(self) -> Card: ...
    @property
    def batch(self) -> int: ...


class SeatPosition(NamedTuple):
    """Where a seat is: the outer top corner of its plate, and the side of the table."""

    x: float
    y: float
    side: str
    """``own``, ``left``, ``top`` or ``right``."""
    mirrored: bool = False
    """The corner is the plate's right one."""
    grows: bool = True
    """Whether the plate grows with the texts, and cards around it make room. False where seats are too close."""
    room: float = math.inf
    """From the corner to the next seat along the top edge, or to the tools: open hands end before that."""


class PilePlace(NamedTuple):
    """Where a pile lies."""

    x: float
    y: float
    spot: Spot
    z: float
    down: float = 0.0
    """How far below it the last card of a column lies."""

    @property
    def width(self) -> float:
        return self.spot.width

    @property
    def height(self) -> float:
        return self.spot.width * ASPECT


class Canvas(NamedTuple):
    """Size of the canvas in logical pixels, at least 1280x720 while the drawer is closed."""

    width: float
    height: float
    ui: float = 1.0
    """Factor of the size of plates, prompt and buttons, at most ``AROUND_MOST``."""
    rim: float = 1.0
    """Factor of the table's rail, which keeps its size where a bar or the drawer makes the canvas smaller."""
    beside: bool = False
    """Whether the drawer takes so much room that everything has to be closer together."""
    left_handed: bool = False
    """Answers at the left of the hand; tools, own plate and own piles of the corner at the right."""

    @property
    def extra(self) -> float:
        """Height above the smallest canvas."""
        return self.height - 720.0

    @property
    def foot(self) -> float:
        """The lower edge in the coordinates of plates, prompt and buttons."""
        return self.height / self.ui

    def around(self, pos: tuple[float, float]) -> tuple[float, float]:
        """A place in the coordinates of plates, prompt and buttons."""
        return pos[0] / self.ui, pos[1] / self.ui


class Middle(NamedTuple):
    """What takes the middle of the table, so that piles move aside."""

    most: int = 1
    """Number of cards of the largest play of the trick, at least 1."""
    taken: bool = False
    """Whether a board lies there."""

    @property
    def wide(self) -> bool:
        """Whether piles beside the middle move aside."""
        return self.taken or self.most > 1


BARE = Middle()
"""The middle with nothing that other piles move aside for."""
AROUND_MOST = 1.25
"""Largest factor of plates, prompt and buttons: any larger they would cover cards, which fill the window."""
_PLATE = (190.0, 68.0)
"""Width and height of most plates; what lies beside or below a larger one makes room."""
_BELOW = 55.0
"""Distance from a plate's top at which things lie below it and not beside it."""
_CORNER = 400.0
"""Distance from the middle at which piles lie in a corner: left hands have them in the other one."""
_DRAWER = 24.0
"""From the seats at the top to the drawer."""
_SMALLER = 0.24
"""By what part the plays of a trick are smaller between plates and prompt of twice the height."""
_TOOLS, _ANSWERS = 262.0, 296.0
"""From the edges of the table to the own hand: beside the plate and the tools, and beside the answers."""
_BESIDE_ANSWERS, _BESIDE_HAND = 12.0, 20.0
"""Distance of own piles beside the hand from the answers, with the points at their corner, and from the hand."""
_HAND_MOST = 486.0
"""Width that the own hand takes at most beside own piles, if that keeps it nearer to the middle."""
_OWN_Z, _HAND_Z = 200.0, 400.0
_TOP_APART, _TOP_LEAST = 96.0, 24.0
"""Distance between the cards of two mirrored seats at the top, and its minimum where texts are large."""
_AFTER_HAND = 8.0
"""From an open hand at the top to the next seat or the tools, logical pixels."""
_USUAL_EDGE = 56.0
"""From the edges of the table to plates at the sides that have grown, where smaller ones are further from them."""
_CORNER_TEXTS, _CORNER_TOOLS = 127.0, 120.0
"""Height of the texts in the upper left corner, and width of the tools in the upper right one."""


def seat_positions(layout: Layout, seats: int, viewer: Seat, canvas: Canvas) -> dict[Seat, SeatPosition]:
    """The position of every seat: the viewer at the bottom, the others clockwise from the viewer's left."""
    others = [(viewer + 1 + i) % seats for i in range(seats - 1)]
    own_x = canvas.width - 40.0 if canvas.left_handed else 40.0
    found = {viewer: SeatPosition(own_x, canvas.height - 90.0, "own", canvas.left_handed)}
    wanted = max(1, math.ceil((len(others) - layout.top_seats) / 2))
    sides = 0 if len(others) == 1 else min(wanted, layout.most_at_side)
    left, top, right = others[:sides], others[sides : len(others) - sides], others[len(others) - sides :]
    side_y = max(layout.side_y + canvas.extra * 0.3, _CORNER_TEXTS * canvas.ui)
    gap = layout.side_gap + canvas.extra * 0.2 / max(1, sides - 1)
    edge = min(layout.side_edge, max(_USUAL_EDGE, layout.side_edge - _PLATE[0] * max(0.0, canvas.ui - 1)))
    for i, seat in enumerate(left):
        found[seat] = SeatPosition(edge, side_y + (len(left) - 1 - i) * gap, "left")
    for i, seat in enumerate(right if sides else ()):
        found[seat] = SeatPosition(canvas.width - edge, side_y + i * gap, "right", True)
    if sides == 0:
        top = others
    width = layout.top.width
    top_y = 44.0 + min(44.0 * (canvas.rim - 1), 0.06 * canvas.extra)
    beside = 300.0 + 60.0 * max(0.0, canvas.ui - 1)  # the game's name and house rules grow at the left
    tools = _DRAWER if canvas.beside and layout.to_drawer else _CORNER_TOOLS * canvas.ui
    first, last = (beside, canvas.width - tools) if len(top) > 1 else (0.0, canvas.width)
    step = (last - first) / max(1, len(top))
    grown = _PLATE[0] * max(0.0, canvas.ui - 1)
    grows = width + grown <= step
    if layout.mirrored_top and len(top) == 2:
        corner = max(beside, canvas.width / 2 - _TOP_APART / 2 - width - grown)
        if corner + width + grown <= canvas.width / 2 - _TOP_LEAST / 2:
            found[top[0]] = SeatPosition(corner, top_y, "top")
            found[top[1]] = SeatPosition(canvas.width - corner, top_y, "top", mirrored=True)
            return found
    for i, seat in enumerate(top):
        room = step if i < len(top) - 1 else (step + width) / 2
        found[seat] = SeatPosition(first + step * (i + 0.5) - width / 2, top_y, "top", grows=grows, room=room)
    return found


def place(
    pile: Pile,
    layout: Layout,
    seats: Mapping[Seat, SeatPosition],
    viewer: Seat,
    canvas: Canvas,
    *,
    beside: bool = False,
    around: Middle = BARE,
) -> PilePlace | None:
    """Where a pile lies; None for a kind that the layout doesn't show.

    ``beside``: the hand makes room for own piles beside it, which have no place otherwise. ``around``: what takes
    the middle.
    """
    middle = canvas.width / 2
    if layout.cross is not None and pile.kind == layout.cross.kind and pile.owner != TABLE:
        cross = layout.cross.smaller(_SMALLER * max(0.0, canvas.ui - 1))
        play = cross.spot((pile.owner - viewer) % len(seats), len(seats), around.most)
        return PilePlace(middle + play.x, play.y + canvas.extra * 0.42, play, 100.0)
    if pile.owner == TABLE:
        spot = _find(layout.centre, pile.kind)
        if spot is None:
            return None
        aside = math.copysign(spot.aside, spot.x) if around.wide else 0.0
        turned = -1 if canvas.left_handed and abs(spot.x) > _CORNER else 1
        y = spot.y + canvas.extra * 0.42 if spot.y >= 0 else canvas.height + spot.y
        return _stepped(PilePlace(middle + turned * (spot.x + aside), y, spot, spot.z), pile, turned)
    if pile.owner == viewer:
        spot = _find(layout.own, pile.kind)
        z = _HAND_Z if pile.kind == "hand" else _OWN_Z
        if spot is None:
            return None
        if layout.beside_hand and pile.kind in ("hand", layout.beside_hand):
            if pile.kind != "hand" and not beside:
                return None
            x = hand_space(layout, canvas, beside=beside)[0] if pile.kind == "hand" else _beside(spot, canvas)
            return _stepped(PilePlace(x, canvas.height + spot.y, spot, z + spot.z), pile, 1)
        in_row = canvas.beside and spot.y == _find_y(layout.own, "hand")
        turned = -1 if canvas.left_handed and (abs(spot.x) > _CORNER or in_row) else 1
        return _stepped(PilePlace(middle + turned * spot.x, canvas.height + spot.y, spot, z + spot.z), pile, turned)
    position = seats[pile.owner]
    spot = _find(frame(layout, position).spots, pile.kind)
    sign = -1 if position.mirrored else 1
    if spot is None:
        return None
    dx, dy = room_for_plate(canvas, position, spot.y - spot.width * ASPECT / 2)
    dx = 0.0 if spot.x < 0 else dx  # on the other side of the plate's fixed corner
    if isinstance(spot.spread, OpenSpread):
        end = position.room - _AFTER_HAND
        spot = replace(spot, room=min(spot.room, end - (spot.x + dx - spot.width / 2)))
    first = PilePlace(position.x + sign * (spot.x + dx), position.y + spot.y + dy, spot, 100.0 + spot.z)
    return _stepped(first, pile, sign)


def room_for_plate(canvas: Canvas, position: SeatPosition, top: float) -> tuple[float, float]:
    """How far something moves for a seat's plate that has grown; ``top`` is its distance from the plate's top."""
    grown = max(0.0, canvas.ui - 1) if position.grows else 0.0
    return (0.0, _PLATE[1] * grown) if top >= _BELOW else (_PLATE[0] * grown, 0.0)


def frame(layout: Layout, position: SeatPosition) -> SeatFrame:
    """The frame of an opponent's seat."""
    return layout.top if position.side == "top" else layout.side


def poses(
    piles: Mapping[Pile, Sequence[Placeable]],
    layout: Layout,
    seats: Mapping[Seat, SeatPosition],
    viewer: Seat,
    canvas: Canvas,
    *,
    alike: Callable[[Placeable], int] | None = None,
    beside: bool = False,
    taken: bool = False,
) -> dict[int, Pose]:
    """A pose for every card of every pile that the layout shows.

    ``alike`` gives equal numbers to cards of the own hand that are the same choice, so that a large hand groups them.
    ``beside``: the hand makes room for own piles beside it even if none lie there. ``taken``: a board lies in the
    middle.
    """
    found: dict[int, Pose] = {}
    beside = beside or lies_beside(piles, layout, viewer)
    around = middle_of(piles, layout, taken=taken)
    for pile, pieces in piles.items():
        spot_place = place(pile, layout, seats, viewer, canvas, beside=beside, around=around) if pieces else None
        if spot_place is None:
            continue
        own = pile == Pile("hand", viewer)
        room = hand_space(layout, canvas, beside=beside)[1] if own else spot_place.spot.room
        together = [alike(piece) if own and alike else piece.batch for piece in pieces]
        centred = spot_place.spot.centred
        mirrored = pile.owner not in (TABLE, viewer) and seats[pile.owner].mirrored
        sign = -1 if mirrored and not centred else 1
        offsets = spot_place.spot.spread.offsets(together, spot_place.width, room)
        middle = (offsets[0].x + offsets[-1].x) / 2 if centred else 0.0
        if sign < 0 and spot_place.spot.read:
            sign, middle = 1, min(offset.x for offset in offsets) + max(offset.x for offset in offsets)
        for i, (piece, offset) in enumerate(zip(pieces, offsets, strict=True)):
            found[piece.id] = Pose(
                spot_place.x + sign * offset.x - middle,
                spot_place.y + offset.y,
                spot_place.width * offset.scale,
                sign * offset.angle,
                spot_place.z + i * 0.5,
                offset.buried,
            )
    return found


def lies_beside(piles: Mapping[Pile, Sequence[object]], layout: Layout, viewer: Seat) -> bool:
    """Whether there are own piles for which the hand makes room."""
    kind = layout.beside_hand
    return bool(kind) and any(lying and pile[:2] == (kind, viewer) for pile, lying in piles.items())


def hand_space(layout: Layout, canvas: Canvas, *, beside: bool) -> tuple[float, float]:
    """The middle and the maximum width of the own hand; ``beside``: it makes room for own piles beside it."""
    hand = _find(layout.own, "hand")
    x = 0.0 if hand is None else hand.x
    other = _find(layout.own, layout.beside_hand) if beside and layout.beside_hand else None
    if other is None:
        in_row = canvas.beside and canvas.left_handed
        x = canvas.width / 2 + (-x if in_row else x)
        return x, hand_room(canvas, x)
    sign = -1 if canvas.left_handed else 1
    far = sign * (_beside(other, canvas) - canvas.width / 2) - other.room / 2 - _BESIDE_HAND
    near = max(1.0, canvas.ui) * _TOOLS - canvas.width / 2
    room = far - near
    return canvas.width / 2 + sign * min(x, far - min(room, _HAND_MOST) / 2), min(room, _HAND_MOST)


def _beside(spot: Spot, canvas: Canvas) -> float:
    """The middle of own piles beside the hand, which keep clear of the answers."""
    most = canvas.width / 2 - _ANSWERS * max(1.0, canvas.ui) - _BESIDE_ANSWERS - spot.room / 2
    sign = -1 if canvas.left_handed else 1
    return canvas.width / 2 + sign * min(spot.x, most)


def middle_of(piles: Mapping[Pile, Sequence[object]], layout: Layout, *, taken: bool) -> Middle:
    """Return what takes the middle of the table; ``taken``: whether a board is shown there."""
    if layout.cross is None:
        return Middle(1, taken)
    plays = (len(lying) for pile, lying in piles.items() if pile.kind == layout.cross.kind)
    return Middle(max((1, *plays)), taken)


def hand_room(canvas: Canvas, x: float) -> float:
    """Maximum width of the own hand with its middle at x, between the own plate and the answers."""
    near, far = (_ANSWERS, _TOOLS) if canvas.left_handed else (_TOOLS, _ANSWERS)
    ui = max(1.0, canvas.ui)
    return min(2 * min(x - near * ui, canvas.width - far * ui - x), 1100.0)


def _find_y(spots: tuple[Spot, ...], kind: str) -> float | None:
    return next((spot.y for spot in spots if spot.kind == kind), None)


def _find(spots: tuple[Spot, ...], kind: str) -> Spot | None:
    return next((spot for spot in spots if spot.kind == kind), None)


def _stepped(spot_place: PilePlace, pile: Pile, sign: int) -> PilePlace:
    dx, dy = spot_place.spot.step
    up = 0.1 if sign * dx >= 0 and dy >= 0 else -0.1  # the pile further right or further down shows its whole face
    return spot_place._replace(
        x=spot_place.x + sign * dx * pile.index, y=spot_place.y + dy * pile.index, z=spot_place.z + up * pile.index
    )
