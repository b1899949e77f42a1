"""Positions of piles as data: on the table, around a seat, and of the plays of a trick. No pygame here.

Lengths are logical pixels (1280x720 is the smallest canvas); a position is the centre of a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from scenes.table.layouts.spreads import CARD_ASPECT_RATIO, RowSpread, Spread, StackSpread


@dataclass(frozen=True, slots=True)
class PileSpot:
    """Position and appearance of all piles of one kind in a table layout, in the coordinates of the table or a seat."""

    kind: str
    x: float
    y: float
    card_width: float
    spread: Spread = field(default_factory=StackSpread)
    pile_step: tuple[float, float] = (0.0, 0.0)
    """Offset from one pile to the next of the same kind and owner."""
    max_width: float = 200.0
    has_caption: bool = False
    """Whether text ``<slug>.pile.<kind>`` with ``n`` cards is written below."""
    has_slot_outline: bool = False
    """Whether a dashed outline marks an empty pile."""
    z: float = 0.0
    cover: Literal["", "back", "burnt"] = ""
    """Drawing over resting cards in place of their faces; empty shows the cards."""
    is_centred: bool = False
    """Whether the position is the centre of the row, which then runs from left to right on both sides of the table."""
    keeps_direction_if_mirrored: bool = False
    """Whether a mirrored pile also runs from left to right; its last card then lies at its position."""
    shows_player: bool = False
    """Whether the seat that played the last cards has its portrait at their upper right corner."""
    shows_worth: bool = False
    """Whether the pile's worth (``Game.worth_of``) is written on it."""
    has_label_left_of_own: bool = False
    """Whether text ``<slug>.label.<kind>`` is written left of the first own pile."""
    is_numbered: bool = False
    """Whether each pile's number, by which texts refer to it, is written above it."""
    has_heading_above_own: bool = False
    """Whether text ``<slug>.heading.<kind>`` with ``n`` piles is written above own piles."""
    outward_shift_for_wide_centre: float = 0.0
    """Distance by which a table pile moves outwards while votes or plays of several cards lie in the centre."""
    also_counted_kinds: tuple[str, ...] = ()
    """Other kinds of table piles at the same position, included in the caption's count."""
    title_side: Literal["", "above", "below", "beside"] = ""
    """Side of a seat's pile with text ``<slug>.pile.<kind>``, ``beside`` towards the centre of the table; empty for no
    text."""


_DIRECTIONS_BY_SEATS: Mapping[int, tuple[tuple[float, float], ...]] = {
    2: ((0, 1), (0, -1)),
    3: ((0, 1), (-1, 0), (1, 0)),
    4: ((0, 1), (-1, 0), (0, -1), (1, 0)),
    5: ((0, 1), (-1, 1), (-0.5, -1), (0.5, -1), (1, 1)),
    6: ((0, 1), (-1, 1), (-1, -1), (0, -1), (1, -1), (1, 1)),
}
"""Number of seats -> direction of each seat's play from the centre, clockwise from the own one."""


@dataclass(frozen=True, slots=True)
class TrickCross:
    """Positions of a trick's plays around the centre of the table, each towards its seat.

    The plays move apart when one of them has several cards.
    """

    kind: str
    y: float
    """Centre of the cross, from the top edge."""
    card_width: float
    gaps: tuple[float, float] = (13.0, 16.0)
    """Horizontal and vertical distance between two plays."""
    visible_fraction: float = 0.26
    """Visible fraction of a card's width under the next card of the same play."""
    large_play_scale: float = 0.92
    """Scale of the cards when a play has more than two."""

    def shrunk_by(self, fraction: float) -> "TrickCross":
        """Return a copy of the trick's positions with cards smaller by a fraction, 0 … 1."""
        return replace(self, card_width=self.card_width * (1 - fraction))

    def spot(self, seat_offset: int, seats: int, largest_play_size: int) -> PileSpot:
        """Return the position of one seat's play in the trick.

        Args:
            seat_offset: seats clockwise from the own one, 0 for itself.
            seats: number of seats.
            largest_play_size: number of cards of the largest play, at least 1.
        """
        width = self.card_width * (self.large_play_scale if largest_play_size > 2 else 1.0)
        step = self.visible_fraction * width
        across, down = _DIRECTIONS_BY_SEATS[seats][seat_offset]
        x = across * (width + (largest_play_size - 1) * step + self.gaps[0])
        y = self.y + down * (width * CARD_ASPECT_RATIO + self.gaps[1]) / 2
        return PileSpot(
            self.kind, x, y, width, RowSpread(step), max_width=width + (largest_play_size - 1) * step, is_centred=True
        )


POINTER_INSET = 33.0
"""Distance from the outer edge of a side seat's bubble to its pointer."""


class SeatFrame(NamedTuple):
    """Positions around an opponent's seat, from the outer top corner of its name plate; mirrored on the right side."""

    spots: tuple[PileSpot, ...]
    bubble_tip: tuple[float, float]
    """The tip of the bubble's pointer."""
    width_in_top_row: float
    """Width of plate and cards, for seats along the top edge."""
    open_hands_frame: "SeatFrame | None" = None
    """Replacement for this frame while all hands are open; None to keep it."""
