"""Positions of seats, piles and cards on the canvas, computed from a layout. No pygame here."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from engine.moves import TABLE, Pile, Seat
from scenes.render.space import CardSpace, Frame, Point, UiSpace
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.spots import PileSpot, SeatFrame
from scenes.table.layouts.spreads import CARD_ASPECT_RATIO, OpenHandSpread
from scenes.table.model.shown_piles import Token


class CardPose(NamedTuple):
    """Pose of a card: centre and width in logical pixels, angle in degrees clockwise, stacking height z."""

    x: float
    y: float
    width: float
    angle: float = 0.0
    z: float = 0.0
    is_buried: bool = False
    """Whether other cards cover it completely, so that it isn't drawn while at rest."""

    @property
    def height(self) -> float:
        return self.width * CARD_ASPECT_RATIO

    def scale(self, factor: float) -> "CardPose":
        """Return a card's pose with its position and width multiplied by a factor."""
        return self._replace(x=self.x * factor, y=self.y * factor, width=self.width * factor)


class SeatPosition(NamedTuple):
    """Position of a seat: the outer top corner of its name plate, and its side of the table."""

    corner: Point[CardSpace]
    side: Literal["own", "left", "top", "right"]
    is_mirrored: bool = False
    """Whether the corner is the plate's upper right one, as the plate is mirrored."""
    plate_may_grow: bool = True
    """Whether the plate grows with the texts, and cards around it move; False where seats are too close."""
    free_width: float = math.inf
    """Distance from the corner to the next seat at the top or to the tools, which limits open hands."""


class PileGeometry(NamedTuple):
    """Position and size of a pile on the canvas, logical pixels."""

    x: float
    y: float
    spot: PileSpot
    z: float
    column_length: float = 0.0
    """Distance from the first to the last card of a column; 0 for other piles."""

    @property
    def centre(self) -> Point[CardSpace]:
        return Point(self.x, self.y)

    @property
    def bottom(self) -> float:
        """Lower edge of the first card."""
        return self.y + self.card_height / 2

    @property
    def card_width(self) -> float:
        return self.spot.card_width

    @property
    def card_height(self) -> float:
        return self.spot.card_width * CARD_ASPECT_RATIO


class Canvas(NamedTuple):
    """Size of the card table's canvas in logical pixels, at least 1280x720 while the side drawer is closed."""

    width: float
    height: float
    ui_scale: float = 1.0
    """Scale of plates, prompt and buttons, at most ``MAX_UI_SCALE``."""
    rail_scale: float = 1.0
    """Scale of the table's rail, which stays the same when a bar or the drawer shrinks the canvas."""
    uses_open_drawer_layout: bool = False
    """Whether the layout beside the open drawer is used."""
    left_handed: bool = False
    """Whether answers are at the left of the hand, and tools, own plate and own piles in the corner at the right."""

    @property
    def extra_height(self) -> float:
        """Height of the canvas beyond that of the smallest one, logical pixels."""
        return self.height - 720.0

    @property
    def centre_drop(self) -> float:
        """Distance by which the table's centre is lower than on the smallest canvas, logical pixels."""
        return self.extra_height * 0.42

    @property
    def ui(self) -> Frame[CardSpace, UiSpace]:
        """The coordinates of name plates, prompt and buttons."""
        return Frame(self.ui_scale)

    @property
    def ui_bottom(self) -> float:
        """The canvas's bottom edge in the coordinates of name plates, prompt and buttons."""
        return self.ui.to_local_length(self.height)


class CentreOccupancy(NamedTuple):
    """Occupancy of the table's centre by a trick or a vote's board, from which other piles keep away."""

    largest_play_size: int = 1
    """Number of cards of the largest play of the trick, at least 1."""
    has_board: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether a vote's board or a play of several cards makes piles beside the table's centre move aside."""
        return self.has_board or self.largest_play_size > 1


FREE_CENTRE = CentreOccupancy()
MAX_UI_SCALE = 1.25
"""Maximum scale of plates, prompt and buttons; larger ones would cover cards."""
_MIN_PLATE_SIZE = (190.0, 68.0)
"""Width and height of the smallest plate; things beside or below a larger one move."""
_MIN_BELOW_PLATE_FROM_TOP = 55.0
"""Distance from a plate's top from which things are below it rather than beside it."""
_MIN_CORNER_X_FROM_CENTRE = 400.0
"""Distance from the centre from which a pile counts as in a corner; the corners are swapped for left hands."""
_TOP_SEATS_DRAWER_GAP = 24.0
"""Distance from the seats at the top to the side drawer."""
_TRICK_SHRINK_PER_UI_SCALE = 0.24
"""Fraction by which the cards of a trick shrink when plates and prompt have twice their height."""
HAND_INSET_AT_TOOLS, _HAND_INSET_AT_ANSWERS = 262.0, 296.0
"""Distance from the table's edges to the own hand: on the side of plate and tools, and on that of the answers."""
_OWN_PILES_ANSWERS_GAP, _OWN_PILES_HAND_GAP = 12.0, 20.0
"""Distance of own piles beside the hand from the answers and their overhanging points, and from the hand."""
_MAX_HAND_WIDTH_BESIDE_PILES = 486.0
"""Maximum width of the own hand beside own piles."""
_OWN_PILES_Z, _HAND_Z = 200.0, 400.0
"""Stacking height of the viewer's piles other than the hand, and of the hand."""
_TOP_HANDS_GAP, _MIN_TOP_HANDS_GAP = 96.0, 24.0
"""Distance between the cards of two mirrored top seats, and its minimum with large texts."""
_OPEN_HAND_GAP = 8.0
"""Distance from an open hand at the top to the next seat or the tools."""
_MIN_GROWN_PLATE_INSET = 56.0
"""Minimum distance from the table's edge to a grown plate of a side seat."""
_MIN_SIDE_PLATES_GAP = 30.0
"""Minimum distance between two grown plates at a side."""
_TOOLS_HEIGHT, _SIDE_SEAT_HEIGHT = 168.0, 84.0
"""Height of the tools and answers at the bottom, and of a side seat's plate and card, which end above them."""
_CORNER_TEXTS_HEIGHT, _CORNER_TOOLS_WIDTH = 127.0, 120.0
"""Height of the texts in the upper left corner, and width of the tools in the upper right one."""


def top_seats_left(canvas: Canvas) -> float:
    """Return the least x of the seats at the top, beside the name and house rules of the game."""
    return 300.0 + 60.0 * max(0.0, canvas.ui_scale - 1)


def seat_positions(table: TableGeometry, seats: int, viewer: Seat, canvas: Canvas) -> dict[Seat, SeatPosition]:
    """Return the position of every seat: the viewer at the bottom, the others clockwise from the viewer's left."""
    others = [(viewer + 1 + i) % seats for i in range(seats - 1)]
    own_x = canvas.width - 40.0 if canvas.left_handed else 40.0
    positions = {viewer: SeatPosition(Point(own_x, canvas.height - 90.0), "own", canvas.left_handed)}
    per_side = max(1, math.ceil((len(others) - table.max_top_seats) / 2))
    sides = 0 if len(others) == 1 else min(per_side, table.max_side_seats)
    left, top, right = others[:sides], others[sides : len(others) - sides], others[len(others) - sides :]
    side_y = max(table.upper_side_seat_y + canvas.extra_height * 0.3, _CORNER_TEXTS_HEIGHT * canvas.ui_scale)
    gap = table.side_seat_step + canvas.extra_height * 0.2 / max(1, sides - 1)
    last_y = canvas.height - _TOOLS_HEIGHT * canvas.ui_scale - _SIDE_SEAT_HEIGHT
    gap = min(gap, (last_y - side_y) / max(1, sides - 1))
    sides_may_grow = sides < 2 or gap >= _MIN_PLATE_SIZE[1] * canvas.ui_scale + _MIN_SIDE_PLATES_GAP
    edge = min(
        table.side_seat_inset,
        max(_MIN_GROWN_PLATE_INSET, table.side_seat_inset - _MIN_PLATE_SIZE[0] * max(0.0, canvas.ui_scale - 1)),
    )
    for i, seat in enumerate(left):
        positions[seat] = SeatPosition(
            Point(edge, side_y + (len(left) - 1 - i) * gap), "left", plate_may_grow=sides_may_grow
        )
    for i, seat in enumerate(right if sides else ()):
        positions[seat] = SeatPosition(Point(canvas.width - edge, side_y + i * gap), "right", True, sides_may_grow)
    if sides == 0:
        top = others
    width = table.top_frame.width_in_top_row
    top_y = 44.0 + min(44.0 * (canvas.rail_scale - 1), 0.06 * canvas.extra_height)
    left_inset = top_seats_left(canvas)
    right_inset = (
        _TOP_SEATS_DRAWER_GAP
        if canvas.uses_open_drawer_layout and table.top_extends_to_drawer
        else _CORNER_TOOLS_WIDTH * canvas.ui_scale
    )
    first, last = (left_inset, canvas.width - right_inset) if len(top) > 1 else (0.0, canvas.width)
    step = (last - first) / max(1, len(top))
    plate_growth = _MIN_PLATE_SIZE[0] * max(0.0, canvas.ui_scale - 1)
    plate_may_grow = width + plate_growth <= step
    if table.mirrors_top and len(top) == 2:
        corner = max(left_inset, canvas.width / 2 - _TOP_HANDS_GAP / 2 - width - plate_growth)
        if corner + width + plate_growth <= canvas.width / 2 - _MIN_TOP_HANDS_GAP / 2:
            positions[top[0]] = SeatPosition(Point(corner, top_y), "top")
            positions[top[1]] = SeatPosition(Point(canvas.width - corner, top_y), "top", is_mirrored=True)
            return positions
    for i, seat in enumerate(top):
        free_width = step if i < len(top) - 1 else (step + width) / 2
        corner_point = Point[CardSpace](first + step * (i + 0.5) - width / 2, top_y)
        positions[seat] = SeatPosition(corner_point, "top", plate_may_grow=plate_may_grow, free_width=free_width)
    return positions


def pile_geometry(
    pile: Pile,
    table: TableGeometry,
    seats: Mapping[Seat, SeatPosition],
    viewer: Seat,
    canvas: Canvas,
    *,
    piles_beside_hand: bool = False,
    centre: CentreOccupancy = FREE_CENTRE,
) -> PileGeometry | None:
    """Return the position and size of a pile on the canvas; None for a kind that the table doesn't show.

    ``piles_beside_hand`` tells whether the hand leaves space for own piles, which aren't shown otherwise.
    """
    middle = canvas.width / 2
    if table.trick_cross is not None and pile.kind == table.trick_cross.kind and pile.owner != TABLE:
        cross = table.trick_cross.shrunk_by(_TRICK_SHRINK_PER_UI_SCALE * max(0.0, canvas.ui_scale - 1))
        play = cross.spot((pile.owner - viewer) % len(seats), len(seats), centre.largest_play_size)
        return PileGeometry(middle + play.x, play.y + canvas.centre_drop, play, 100.0)
    if pile.owner == TABLE:
        spot = _find_spot(table.centre_spots, pile.kind)
        if spot is None:
            return None
        shift = math.copysign(spot.outward_shift_for_wide_centre, spot.x) if centre.is_wide else 0.0
        direction = -1 if canvas.left_handed and spot.y < 0 else 1  # piles in a lower corner
        y = spot.y + canvas.centre_drop if spot.y >= 0 else canvas.height + spot.y
        return _step_by_index(PileGeometry(middle + direction * (spot.x + shift), y, spot, spot.z), pile, direction)
    if pile.owner == viewer:
        spot = _find_spot(table.own_spots, pile.kind)
        z = _HAND_Z if pile.kind == "hand" else _OWN_PILES_Z
        if spot is None:
            return None
        if table.kind_beside_hand and pile.kind in ("hand", table.kind_beside_hand):
            if pile.kind != "hand" and not piles_beside_hand:
                return None
            x = (
                hand_centre_x_and_max_width(table, canvas, piles_beside_hand=piles_beside_hand)[0]
                if pile.kind == "hand"
                else _x_beside_hand(spot, canvas)
            )
            return _step_by_index(PileGeometry(x, canvas.height + spot.y, spot, z + spot.z), pile, 1)
        in_row = canvas.uses_open_drawer_layout and spot.y == _find_spot_y(table.own_spots, "hand")
        direction = -1 if canvas.left_handed and (abs(spot.x) > _MIN_CORNER_X_FROM_CENTRE or in_row) else 1
        return _step_by_index(
            PileGeometry(middle + direction * spot.x, canvas.height + spot.y, spot, z + spot.z), pile, direction
        )
    position = seats[pile.owner]
    spot = _find_spot(seat_frame(table, position).spots, pile.kind)
    sign = -1 if position.is_mirrored else 1
    if spot is None:
        return None
    dx, dy = plate_growth_offset(canvas, position, spot.y - spot.card_width * CARD_ASPECT_RATIO / 2)
    dx = 0.0 if spot.x < 0 else dx  # left of the corner that stays fixed when the plate grows
    if isinstance(spot.spread, OpenHandSpread):
        end = position.free_width - _OPEN_HAND_GAP
        spot = replace(spot, max_width=min(spot.max_width, end - (spot.x + dx - spot.card_width / 2)))
    geometry = PileGeometry(
        position.corner.x + sign * (spot.x + dx), position.corner.y + spot.y + dy, spot, 100.0 + spot.z
    )
    return _step_by_index(geometry, pile, sign)


def plate_growth_offset(canvas: Canvas, position: SeatPosition, distance_from_plate_top: float) -> tuple[float, float]:
    """Return the x and y offset of a drawing beside or below a name plate that has grown, logical pixels.

    ``distance_from_plate_top`` is its distance from the plate's top; things below the plate move down, others sideways.
    """
    growth = max(0.0, canvas.ui_scale - 1) if position.plate_may_grow else 0.0
    return (
        (0.0, _MIN_PLATE_SIZE[1] * growth)
        if distance_from_plate_top >= _MIN_BELOW_PLATE_FROM_TOP
        else (_MIN_PLATE_SIZE[0] * growth, 0.0)
    )


def seat_frame(table: TableGeometry, position: SeatPosition) -> SeatFrame:
    """Return the positions around an opponent's seat, by its side of the table."""
    return table.top_frame if position.side == "top" else table.side_frame


def card_poses(
    piles: Mapping[Pile, Sequence[Token]],
    table: TableGeometry,
    seats: Mapping[Seat, SeatPosition],
    viewer: Seat,
    canvas: Canvas,
    *,
    group_key: Callable[[Token], int] | None = None,
    piles_beside_hand: bool = False,
    board_in_centre: bool = False,
) -> dict[int, CardPose]:
    """Return card id -> pose for every card of every pile that the table shows.

    Args:
        piles: cards by pile, bottom first.
        table: positions for this canvas and number of seats.
        seats: positions of the seats.
        viewer: the seat at the bottom.
        canvas: its size.
        group_key: equal for equivalent cards, to group those of a large own hand; None groups by batch.
        piles_beside_hand: whether to leave space for own piles beside the hand although there are none.
        board_in_centre: whether a board is in the centre of the table.
    """
    poses: dict[int, CardPose] = {}
    piles_beside_hand = piles_beside_hand or has_piles_beside_hand(piles, table, viewer)
    centre = centre_occupancy(piles, table, board_in_centre=board_in_centre)
    for pile, pieces in piles.items():
        geometry = (
            pile_geometry(pile, table, seats, viewer, canvas, piles_beside_hand=piles_beside_hand, centre=centre)
            if pieces
            else None
        )
        if geometry is None:
            continue
        is_own_hand = pile == Pile("hand", viewer)
        max_width = (
            hand_centre_x_and_max_width(table, canvas, piles_beside_hand=piles_beside_hand)[1]
            if is_own_hand
            else geometry.spot.max_width
        )
        group_keys = [group_key(piece) if is_own_hand and group_key else piece.batch for piece in pieces]
        centred = geometry.spot.is_centred
        is_mirrored = pile.owner not in (TABLE, viewer) and seats[pile.owner].is_mirrored
        sign = -1 if is_mirrored and not centred else 1
        offsets = geometry.spot.spread.offsets(group_keys, geometry.card_width, max_width)
        middle = (offsets[0].x + offsets[-1].x) / 2 if centred else 0.0
        if sign < 0 and geometry.spot.keeps_direction_if_mirrored:
            sign, middle = 1, min(offset.x for offset in offsets) + max(offset.x for offset in offsets)
        for i, (piece, offset) in enumerate(zip(pieces, offsets, strict=True)):
            poses[piece.id] = CardPose(
                geometry.x + sign * offset.x - middle,
                geometry.y + offset.y,
                geometry.card_width * offset.scale,
                sign * offset.angle,
                geometry.z + i * 0.5,
                offset.is_buried,
            )
    return poses


def has_piles_beside_hand(piles: Mapping[Pile, Sequence[object]], table: TableGeometry, viewer: Seat) -> bool:
    """Whether piles of the player lie beside the hand."""
    kind = table.kind_beside_hand
    return bool(kind) and any(lying and pile[:2] == (kind, viewer) for pile, lying in piles.items())


def hand_centre_x_and_max_width(
    table: TableGeometry, canvas: Canvas, *, piles_beside_hand: bool
) -> tuple[float, float]:
    """Return the x of the centre and the maximum width of the player's hand, logical pixels.

    ``piles_beside_hand`` tells whether to leave space for own piles beside it.
    """
    hand = _find_spot(table.own_spots, "hand")
    x = 0.0 if hand is None else hand.x
    neighbour = (
        _find_spot(table.own_spots, table.kind_beside_hand) if piles_beside_hand and table.kind_beside_hand else None
    )
    if neighbour is None:
        in_row = canvas.uses_open_drawer_layout and canvas.left_handed
        x = canvas.width / 2 + (-x if in_row else x)
        return x, max_hand_width(canvas, x)
    sign = -1 if canvas.left_handed else 1
    far_edge = (
        sign * (_x_beside_hand(neighbour, canvas) - canvas.width / 2) - neighbour.max_width / 2 - _OWN_PILES_HAND_GAP
    )
    near_edge = max(1.0, canvas.ui_scale) * HAND_INSET_AT_TOOLS - canvas.width / 2
    width = far_edge - near_edge
    return canvas.width / 2 + sign * min(x, far_edge - min(width, _MAX_HAND_WIDTH_BESIDE_PILES) / 2), min(
        width, _MAX_HAND_WIDTH_BESIDE_PILES
    )


def _x_beside_hand(spot: PileSpot, canvas: Canvas) -> float:
    """Return the x of the centre of the player's piles beside the hand, clear of the answer buttons."""
    max_offset = (
        canvas.width / 2
        - _HAND_INSET_AT_ANSWERS * max(1.0, canvas.ui_scale)
        - _OWN_PILES_ANSWERS_GAP
        - spot.max_width / 2
    )
    sign = -1 if canvas.left_handed else 1
    return canvas.width / 2 + sign * min(spot.x, max_offset)


def centre_occupancy(
    piles: Mapping[Pile, Sequence[object]], table: TableGeometry, *, board_in_centre: bool
) -> CentreOccupancy:
    """Return the occupancy of the table's centre by the trick and a vote's board."""
    if table.trick_cross is None:
        return CentreOccupancy(1, board_in_centre)
    plays = (len(lying) for pile, lying in piles.items() if pile.kind == table.trick_cross.kind)
    return CentreOccupancy(max((1, *plays)), board_in_centre)


def max_hand_width(canvas: Canvas, centre_x: float) -> float:
    """Return the maximum width of the player's hand centred at x, between the own name plate and the answer buttons."""
    near, far = (
        (_HAND_INSET_AT_ANSWERS, HAND_INSET_AT_TOOLS)
        if canvas.left_handed
        else (HAND_INSET_AT_TOOLS, _HAND_INSET_AT_ANSWERS)
    )
    ui = max(1.0, canvas.ui_scale)
    return min(2 * min(centre_x - near * ui, canvas.width - far * ui - centre_x), 1100.0)


def _find_spot_y(spots: tuple[PileSpot, ...], kind: str) -> float | None:
    return next((spot.y for spot in spots if spot.kind == kind), None)


def _find_spot(spots: tuple[PileSpot, ...], kind: str) -> PileSpot | None:
    return next((spot for spot in spots if spot.kind == kind), None)


def _step_by_index(geometry: PileGeometry, pile: Pile, sign: int) -> PileGeometry:
    dx, dy = geometry.spot.pile_step
    z_step = 0.1 if sign * dx >= 0 and dy >= 0 else -0.1  # the pile further right or down covers its neighbour
    return geometry._replace(
        x=geometry.x + sign * dx * pile.index, y=geometry.y + dy * pile.index, z=geometry.z + z_step * pile.index
    )
