"""Positions of a game's table as data. No pygame here.

Lengths are logical pixels (1280x720 is the smallest canvas); a position is the centre of a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scenes.table.layouts.spots import POINTER_INSET, PileSpot, SeatFrame, TrickCross
from scenes.table.layouts.spreads import CARD_ASPECT_RATIO, FanSpread, OpenHandSpread, RowSpread

DEFAULT_MIN_WIDTH = 1280.0
"""Minimum width of the canvas while the drawer is closed, logical pixels."""
_HAND_AT_SIDE = SeatFrame(
    (PileSpot("hand", 52, 118, 44, RowSpread(9), max_width=160),), bubble_tip=(60, 168), width_in_top_row=240
)
_HAND_AT_TOP = SeatFrame(
    (PileSpot("hand", 52, 100, 38, RowSpread(9), max_width=130),), bubble_tip=(120, 110), width_in_top_row=280
)
"""Positions around an opponent's seat in games whose players have only a hand."""


@dataclass(frozen=True, slots=True)
class TableGeometry:
    """Positions of piles, seats, prompt and answers; by default, each player has only a hand."""

    centre_spots: tuple[PileSpot, ...]
    """Table piles; x from the centre of the canvas, y from the top edge, or from the bottom edge if negative."""
    own_spots: tuple[PileSpot, ...] = (PileSpot("hand", 0, -93, 112, FanSpread()),)
    """The player's piles; x from the centre of the canvas, y from the bottom edge."""
    side_frame: SeatFrame = _HAND_AT_SIDE
    top_frame: SeatFrame = _HAND_AT_TOP
    prompt_y: float = 475.0
    """Vertical centre of the prompt; by default just above a hand in one row."""
    open_hands_centre: tuple[PileSpot, ...] = ()
    """Replacement for ``centre_spots`` while all hands are open; empty to keep them."""
    trick_cross: TrickCross | None = None
    """Positions of the plays of a trick; None unless every seat has a pile for its play."""
    kind_beside_hand: str = ""
    """Kind of own piles between hand and answers, for which the hand moves aside; their width is ``max_width``."""
    answers_in_row: bool = False
    """Whether buttons form a row, with more above it near the hand, to keep the corner above free for piles."""
    logo_y: float = 0.0
    """Vertical centre of the faint logo on the felt; 0 for no logo."""
    max_top_seats: int = 3
    """Maximum number of seats at the top while a side has one; further opponents sit at the sides."""
    max_side_seats: int = 2
    """Maximum number of seats at a side; the remaining ones sit at the top."""
    mirrors_top: bool = False
    """Whether two seats at the top are mirror images, if their plates fit."""
    side_seat_step: float = 168.0
    """Distance from one seat at a side to the one below it; by default two fit above the tools."""
    upper_side_seat_y: float = 195.0
    side_seat_inset: float = 56.0
    """Distance from the table's edge to the side seats; smaller for large plates."""
    max_bubble_shift_y: float = 130.0
    """Maximum vertical shift of a speech bubble from its usual place; less where it would come to another seat."""
    top_extends_to_drawer: bool = False
    """Whether the top seats extend to the open drawer, which the tools then cover."""
    min_width: float = DEFAULT_MIN_WIDTH
    """Minimum width of the canvas, logical pixels; on a narrower one, positions would overlap."""
    geometries_by_seats: Mapping[int, "TableGeometry"] = field(default_factory=dict)
    """Number of seats -> replacement."""
    drawer_geometries_by_max_seats: Mapping[int, "TableGeometry"] = field(default_factory=dict)
    """Maximum number of seats -> replacement beside the open drawer, with closer positions so that cards stay large."""

    @property
    def all_spots(self) -> tuple[PileSpot, ...]:
        """Positions on the table, of the player and of an opponent at the side and at the top, in this order."""
        return *self.centre_spots, *self.own_spots, *self.side_frame.spots, *self.top_frame.spots

    def for_seats(self, seats: int) -> "TableGeometry":
        """Return the positions for a number of seats."""
        return self.geometries_by_seats.get(seats, self)

    def for_open_drawer(self, seats: int) -> "TableGeometry":
        """Return the positions beside the open side drawer, for a number of seats."""
        usual = self.for_seats(seats)
        fitting = [most for most in usual.drawer_geometries_by_max_seats if seats <= most]
        return usual.drawer_geometries_by_max_seats[min(fitting)] if fitting else usual

    def for_open_hands(self) -> "TableGeometry":
        """Return the positions for a match in which the other seats' hands are open."""
        return replace(
            self,
            centre_spots=self.open_hands_centre or self.centre_spots,
            side_frame=_open_hands_frame(self.side_frame, POINTER_INSET),
            top_frame=_open_hands_frame(self.top_frame),
            geometries_by_seats={seats: other.for_open_hands() for seats, other in self.geometries_by_seats.items()},
            drawer_geometries_by_max_seats={},  # no closer positions: open hands need the full width
        )


def _open_hands_frame(frame: SeatFrame, bubble_overhang: float = 0.0) -> SeatFrame:
    """Return a seat's positions with an open hand as wide as its neighbours allow, and the speech bubble beyond the
    hand.

    ``bubble_overhang`` is how far a bubble beside the hand extends back towards it, logical pixels.
    """
    frame = frame.open_hands_frame or frame
    hand = next((spot for spot in frame.spots if spot.kind == "hand" and isinstance(spot.spread, RowSpread)), None)
    if hand is None:
        return frame
    spread = OpenHandSpread()
    left, height = hand.x - hand.card_width / 2, hand.card_width * CARD_ASPECT_RATIO
    top = hand.y - height / 2
    limit = 1.8 * hand.max_width
    for other in frame.spots:
        edge = other.x - (other.max_width if other.is_centred else other.card_width) / 2
        is_beside = abs(other.y - (top + 0.6 * height)) < 0.6 * height + other.card_width * CARD_ASPECT_RATIO / 2 - 6
        if edge > left + hand.card_width and is_beside:
            limit = min(limit, edge - 6 - left)
    width = max(limit, 0.8 * hand.max_width)
    x, y = frame.bubble_tip
    if x > hand.x and abs(y - hand.y) < height / 2:
        x = max(x, left + width + 8 + bubble_overhang)
    elif y >= hand.y and left <= x <= left + width:
        y += (spread.scale - 1) * height + 4
    opened = replace(hand, spread=spread, max_width=width, keeps_direction_if_mirrored=True)
    return frame._replace(spots=tuple(opened if spot is hand else spot for spot in frame.spots), bubble_tip=(x, y))
