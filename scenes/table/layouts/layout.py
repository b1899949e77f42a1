"""Table layouts as data: where the piles of a game lie, and how the cards of a pile are spread.

Lengths are logical pixels (1280x720 is the smallest canvas); a position is the centre of a card. No pygame here.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Protocol

from scenes.table.layouts.announcement_chip import ChipSpec
from scenes.table.layouts.goal_illustration import GoalIllustration
from scenes.table.layouts.reaction import Reaction

CARD_ASPECT_RATIO = 7 / 5
"""Height of a card divided by its width."""
DEFAULT_MIN_WIDTH = 1280.0
"""Minimum width of the canvas while the drawer is closed, logical pixels."""


class CardOffset(NamedTuple):
    """Position of a card relative to its pile, with its angle and scale."""

    x: float
    y: float
    angle: float = 0.0
    is_buried: bool = False
    """Whether the card is fully covered, so that it isn't drawn while at rest."""
    scale: float = 1.0


class Spread(Protocol):
    """Protocol of an arrangement of the cards within a pile."""

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        """Return the offset of each card from its pile's position, bottom first.

        Args:
            batch_numbers: a group number for each card. Neighbours with equal numbers arrived together, or in the own
                hand are equivalent.
            card_width: card width.
            max_width: maximum width of the pile.
        """
        ...


@dataclass(frozen=True, slots=True)
class StackSpread:
    """Arrangement of a pile as a squared-up stack; up to ``max_layers`` visible edges show its height."""

    max_layers: int = 6

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        n = len(batch_numbers)
        layers = min(self.max_layers, math.ceil(n / 6)) if n > 1 else 1
        top = max(0, n - layers)
        return [CardOffset(-1.6 * max(0, i - top), -2.2 * max(0, i - top), is_buried=i < top) for i in range(n)]


@dataclass(frozen=True, slots=True)
class HeapSpread:
    """Arrangement of a pile as an untidy heap in which the last cards stick out a little."""

    visible_cards: int = 6
    disorder: float = 1.0

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        n = len(batch_numbers)
        heap = []
        for i in range(n):
            # pseudo-random by index, so that a card stays in place when others land on it
            turn = math.sin(i * 12.9898 + 4.1) * 43758.5453 % 1 * 2 - 1
            dx = math.sin(i * 78.233 + 1.7) * 12543.123 % 1 * 2 - 1
            dy = math.sin(i * 39.425 + 0.3) * 23421.631 % 1 * 2 - 1
            calm, up = (0.35, 0.0) if i == n - 1 else (1.0, 4.0 * self.disorder)  # away from the caption below
            step = self.disorder * calm
            heap.append(
                CardOffset(6 * dx * step, 5 * dy * step - up, 9 * turn * step, is_buried=i < n - self.visible_cards)
            )
        return heap


@dataclass(frozen=True, slots=True)
class RowSpread:
    """Arrangement of cards in a row from the pile's position to the right, with more overlap where width is limited."""

    step: float
    min_step: float = 4.0

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        n = len(batch_numbers)
        step = self.step if n < 2 else max(self.min_step, min(self.step, (max_width - card_width) / (n - 1)))
        return [CardOffset(i * step, 0) for i in range(n)]


@dataclass(frozen=True, slots=True)
class ClosedHandSpread(RowSpread):
    """Arrangement of another seat's closed hand: a row bent into a flat fan."""

    max_tilt_degrees: float = 4.0
    """Angle of the first and the last card of a full fan, degrees."""
    full_fan_cards: int = 5
    """Minimum number of cards of a full fan; the cards of smaller fans are turned less."""
    bow_depth: float = 3.0
    """Distance by which the outer cards of a full fan lie lower than the middle one."""

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        row = RowSpread.offsets(self, batch_numbers, card_width, max_width)
        n = len(row)
        if n < 2:
            return row
        fullness = min(1.0, (n - 1) / (self.full_fan_cards - 1))
        turns = [fullness * (2 * i / (n - 1) - 1) for i in range(n)]
        return [
            CardOffset(offset.x, self.bow_depth * turn * turn, self.max_tilt_degrees * turn)
            for offset, turn in zip(row, turns, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class LastPlayOnHeapSpread:
    """Arrangement of plays as a heap, on which only the cards of the last play lie side by side."""

    heap: HeapSpread = field(default_factory=HeapSpread)
    step: float = 26.0

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        n = len(batch_numbers)
        last = sum(1 for _ in itertools.takewhile(lambda batch: batch == batch_numbers[-1], reversed(batch_numbers)))
        below = self.heap.offsets(batch_numbers, card_width, max_width)
        if last < 2:
            return below
        step = min(self.step, (max_width - card_width) / (last - 1))
        middle = (last - 1) / 2
        play = [CardOffset((i - middle) * step, 0, 2.0 * (i - middle) / middle) for i in range(last)]
        return [*below[: n - last], *play]


@dataclass(frozen=True, slots=True)
class OpenHandSpread:
    """Arrangement of another seat's open hand: enlarged, in up to ``max_rows`` rows, with every corner index
    readable."""

    scale: float = 1.2
    max_rows: int = 3
    min_visible_fraction: float = 0.3
    """Visible fraction of a card's width below which another row is added."""

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        n, large_width = len(batch_numbers), card_width * self.scale
        columns, step = n, 0.0
        for rows in range(1, self.max_rows + 1):
            columns = max(1, -(-n // rows))
            step = min(0.6 * large_width, (max_width - large_width) / max(1, columns - 1))
            if step >= self.min_visible_fraction * large_width:
                break
        left, top = (large_width - card_width) / 2, (large_width - card_width) * CARD_ASPECT_RATIO / 2
        return [
            CardOffset(left + i % columns * step, top + i // columns * 0.56 * large_width, scale=self.scale)
            for i in range(n)
        ]


@dataclass(frozen=True, slots=True)
class ColumnSpread:
    """Arrangement of a pile as a column of limited height with every corner index visible; long columns are smaller."""

    step: float
    max_last_card_offset: float
    """Maximum distance from the first card's position to the last one's."""
    min_visible_height_per_width: float = 0.33
    """Minimum visible height of a covered card, by its width: enough for the rank."""

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        between, seen, card = (
            max(1, len(batch_numbers) - 1),
            self.min_visible_height_per_width * card_width,
            card_width * CARD_ASPECT_RATIO,
        )
        step = max(seen, min(self.step, self.max_last_card_offset / between))
        scale = min(1.0, (self.max_last_card_offset + card) / (between * step + card))
        top = (scale - 1) * card / 2
        return [CardOffset(0, top + i * step * scale, scale=scale) for i in range(len(batch_numbers))]


@dataclass(frozen=True, slots=True)
class TrickSpread:
    """Arrangement of a trick: the last play large and fanned, earlier plays small in a strip below, the newest at the
    right."""

    strip_offset_down: float = 150.0
    """Distance from the centre of the last play down to that of the strip."""
    strip_offset_down_if_named: float = 150.0
    """That distance below a play whose name is written under its cards."""
    min_named_play_size: int = 5
    """Minimum number of cards of a play whose name is written below it."""
    strip_scale: float = 0.42
    max_strip_plays: int = 5

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        if not batch_numbers:
            return []
        last = batch_numbers[-1]
        last_indexes = [i for i, batch in enumerate(batch_numbers) if batch == last]
        offsets: dict[int, CardOffset] = {}
        step = min(card_width * 0.6, (max_width - card_width) / max(1, len(last_indexes) - 1))
        for k, i in enumerate(last_indexes):
            t = k - (len(last_indexes) - 1) / 2
            offsets[i] = CardOffset(t * step, abs(t) * 1.5, t * 1.4 - (1.5 if len(last_indexes) == 1 else 0))
        y = self.strip_offset_down_if_named if len(last_indexes) >= self.min_named_play_size else self.strip_offset_down
        offsets.update(
            self._strip(batch_numbers, [b for b in dict.fromkeys(batch_numbers) if b != last], card_width, y)
        )
        return [offsets[i] for i in range(len(batch_numbers))]

    def _strip(
        self, batch_numbers: Sequence[int], earlier_batches: list[int], card_width: float, y: float
    ) -> dict[int, CardOffset]:
        small = card_width * self.strip_scale
        shown_batches = earlier_batches[-self.max_strip_plays :]
        sizes = {batch: batch_numbers.count(batch) for batch in shown_batches}
        lengths = [small + (sizes[batch] - 1) * small * 0.42 for batch in shown_batches]
        x = -(sum(lengths) + 14 * (len(shown_batches) - 1)) / 2
        places: dict[int, CardOffset] = {}
        for batch, length in zip(shown_batches, lengths, strict=True):
            indexes = [i for i, other in enumerate(batch_numbers) if other == batch]
            for k, i in enumerate(indexes):
                places[i] = CardOffset(x + small / 2 + k * small * 0.42, y, scale=self.strip_scale)
            x += length + 14
        for i, batch in enumerate(batch_numbers):
            if batch in earlier_batches and batch not in shown_batches:
                places[i] = CardOffset(-card_width * 2, y, is_buried=True, scale=self.strip_scale)
        return places


MAX_UNGROUPED_CARDS = 36
"""Maximum size of an ungrouped hand; larger hands group equal cards and show each group's count."""


@dataclass(frozen=True, slots=True)
class FanSpread:
    """Arrangement of the own hand as a fan: flatter and tighter the more cards it has.

    Above ``max_one_row_cards`` it has two rows, above ``MAX_UNGROUPED_CARDS`` also groups of equal cards.
    """

    max_step_fraction: float = 0.72
    min_step: float = 26.0
    max_one_row_cards: int = 20
    row_height: float = 62.0
    step_in_group: float = 7.0

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        n = len(batch_numbers)
        if n <= self.max_one_row_cards:
            return self._fan(n, card_width, max_width, 0)
        if n > MAX_UNGROUPED_CARDS:
            return self._groups(batch_numbers, card_width, max_width)
        back = n - n // 2
        return [
            *self._fan(back, card_width, max_width, -self.row_height),
            *self._fan(n - back, card_width, max_width, 0),
        ]

    def _groups(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        groups = [
            list(group) for _, group in itertools.groupby(range(len(batch_numbers)), key=batch_numbers.__getitem__)
        ]
        back = len(groups) - len(groups) // 2
        offsets = []
        for row, y in ((groups[:back], -self.row_height), (groups[back:], 0.0)):
            deepest = max((len(group) for group in row), default=1)
            group_width = card_width + (deepest - 1) * self.step_in_group
            step = min(group_width + 12, (max_width - group_width) / max(1, len(row) - 1))
            left = -((len(row) - 1) * step + group_width) / 2 + card_width / 2
            for i, group in enumerate(row):
                offsets += [CardOffset(left + i * step + k * self.step_in_group, y) for k in range(len(group))]
        return offsets

    def _fan(self, n: int, card_width: float, max_width: float, y: float) -> list[CardOffset]:
        if n == 0:
            return []
        step = 0.0 if n == 1 else min(card_width * self.max_step_fraction, (max_width - card_width) / (n - 1))
        if (max_width - card_width) / max(1, n - 1) > self.min_step:
            step = max(step, self.min_step) if n > 1 else 0.0
        tilt = 3.0 if n <= 10 else 2.0 if n <= 13 else 1.0 if n <= 16 else 0.0
        fan = []
        for i in range(n):
            t = 0.0 if n == 1 else i / (n - 1) * 2 - 1
            fan.append(CardOffset((i - (n - 1) / 2) * step, y + (6.0 if tilt else 0.0) * t * t, t * tilt))
        return fan


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


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Table layout of one game: positions of piles and seats, and the announcements, effects and texts of its table."""

    slug: str
    centre_spots: tuple[PileSpot, ...]
    """Table piles; x from the centre of the canvas, y from the top edge, or from the bottom edge if negative."""
    own_spots: tuple[PileSpot, ...]
    """The player's piles; x from the centre of the canvas, y from the bottom edge."""
    side_frame: SeatFrame
    top_frame: SeatFrame
    prompt_y: float
    drop_kinds_by_verb: Mapping[str, str]
    """Verb -> kind of pile onto which its cards are dropped."""
    choosable_kinds_by_verb: Mapping[str, str] = field(default_factory=dict)
    """Verb -> kind of pile that a click chooses: the pile's index becomes the move's ``to``."""
    takeable_kinds_by_verb: Mapping[str, str] = field(default_factory=dict)
    """Verb without cards -> kind of pile that is taken, by dragging it onto the hand or double-clicking it."""
    always_offered_verbs: tuple[str, ...] = ()
    """Verbs without cards that have a button for every question they can answer, also while they aren't legal."""
    passing_verbs: frozenset[str] = frozenset()
    """Verbs that pass or keep what the player has, at most one for each question; all have the same key."""
    first_digits_by_verb: Mapping[str, int] = field(default_factory=dict)
    """Verb -> digit of the key of its answer, to which the move's ``to`` is added; for verbs with several answers."""
    fillable_kinds_by_question: Mapping[str, str] = field(default_factory=dict)
    """Question -> kind of pile whose slots the move's cards fill; the player chooses by exchanges with the hand."""
    match_setup_cards: str = ""
    """Cards that stand for the game on the small table of the seating screen."""
    remaining_and_lost_icons_by_fact: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Fact on a plate (key of ``Game.facts``, placeholders ``n`` and ``of``) -> icons for a remaining and for a lost
    one."""
    counted_kinds: tuple[str, ...] = ("hand",)
    """Kinds of a seat's piles whose cards its plate counts; empty to show no count."""
    standing_announcements: frozenset[str] = frozenset()
    """Announcement keys that stay true of hidden cards. Their bubble becomes a dark pill without pointer when another
    seat speaks."""
    announcements_without_bubble: frozenset[str] = frozenset()
    """Announcement keys without a bubble, because cards or plates already show the same."""
    named_play_verbs_by_kind: Mapping[str, str] = field(default_factory=dict)
    """Kind of table pile -> verb of its plays; the name of the last one, if in ``named_plays``, is written below."""
    named_plays: frozenset[str] = frozenset()
    """Announcement keys of plays that are hard to recognise at a glance."""
    trick_cross: TrickCross | None = None
    """Positions of the plays of a trick; None unless every seat has a pile for its play."""
    vote_verb: str = ""
    """Verb of a vote, and key of the announcement that reveals it. Its choices are tiles in the centre."""
    answers_in_row: bool = False
    """Whether buttons form a row, with more above it near the hand, to keep the corner above free for piles."""
    logo_y: float = 0.0
    """Vertical centre of the faint logo on the felt; 0 for no logo."""
    shows_turn_path: bool = False
    """Whether dots on the felt show the path of the turn (``Game.acted_seats``) and a possible exchange of cards."""
    ringed_drop_kinds: frozenset[str] = frozenset()
    """Kinds of table piles whose open top card gets a ring while a card of the own hand may be put on it."""
    secret_kind: str = ""
    """Kind of own pile marked as visible to the player alone; empty for none."""
    kind_beside_hand: str = ""
    """Kind of own piles between hand and answers, for which the hand moves aside; their width is ``max_width``."""
    shows_sheet_each_deal: bool = True
    """Whether the score sheet is shown after each deal; without it, the next deal follows at once."""
    max_top_seats: int = 3
    """Maximum number of seats at the top while a side has one; further opponents sit at the sides."""
    max_side_seats: int = 2
    """Maximum number of seats at a side; the remaining ones sit at the top."""
    mirrors_top: bool = False
    """Whether two seats at the top are mirror images, if their plates fit."""
    side_seat_step: float = 182.0
    """Distance from one seat at a side to the one below it."""
    upper_side_seat_y: float = 195.0
    side_seat_inset: float = 56.0
    """Distance from the table's edge to the side seats; smaller for large plates."""
    top_extends_to_drawer: bool = False
    """Whether the top seats extend to the open drawer, which the tools then cover."""
    board_questions: frozenset[str] = frozenset()
    """Questions during which the game's board (``Game.board_for``) is shown."""
    rules_by_question: Mapping[str, str] = field(default_factory=dict)
    """Key of ``Game.prompt_for``, or its beginning -> the rule that the coach cites."""
    board_announcements: frozenset[str] = frozenset()
    """Announcement keys that the board shows, in place of highlight texts."""
    spotlit_kinds_by_announcement: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Announcement key -> kinds of piles whose cards are spotlit, at the seats that the announcement concerns.

    Other announcements spotlight the cards that the move moves."""
    pre_move_highlights: frozenset[str] = frozenset()
    """Announcement keys highlighted together with the card movement that follows; text ``<slug>.peak.<key>``."""
    highlight_font_size: float = 96.0
    """Font size of highlight texts."""
    highlight_above_prompt: float = 0.0
    """Distance of highlight texts above the prompt."""
    post_move_highlights: frozenset[str] = frozenset()
    """Announcement keys highlighted at once: at the cards that moved last, or at the plate of placeholder ``seat``."""
    chips_by_announcement: Mapping[str, tuple[ChipSpec, ...]] = field(default_factory=dict)
    """Announcement key -> chips that show its effect on seats."""
    rope_throw_announcements: frozenset[str] = frozenset()
    """Announcement keys with which seat ``seat`` throws a rope around cards of seat ``seat_to`` (placeholders)."""
    announcements_bad_for_first_seat: frozenset[str] = frozenset()
    """Announcement keys that are bad for the seat they name first."""
    goal_illustration: GoalIllustration | None = None
    """Picture of how a match is won, shown with the text ``<slug>.goal``."""
    reactions_by_announcement: Mapping[str, tuple[Reaction, ...]] = field(default_factory=dict)
    """Announcement key -> reactions. Tricks and deals won please in every game (``scenes.table.model.expressions``)."""
    kinds_to_empty: tuple[str, ...] = ()
    """Kinds of a seat's piles that must be empty to go out: characters comment on the last card."""
    layout_above_three_seats: "TableLayout | None" = None
    """Replacement for tables of more than three seats; None to keep this layout."""
    open_hands_centre: tuple[PileSpot, ...] = ()
    """Replacement for ``centre_spots`` while all hands are open; empty to keep them."""
    layouts_by_seats: Mapping[int, "TableLayout"] = field(default_factory=dict)
    """Number of seats -> replacement; it takes precedence over ``layout_above_three_seats``."""
    drawer_layouts_by_max_seats: Mapping[int, "TableLayout"] = field(default_factory=dict)
    """Maximum number of seats -> replacement beside the open drawer, with closer positions so that cards stay large."""
    min_width: float = DEFAULT_MIN_WIDTH
    """Minimum width of the canvas, logical pixels; on a narrower one, positions would overlap."""

    def without_secret_mark(self) -> "TableLayout":
        """Return the table layout for a spectator, without the mark on cards that only the player sees."""
        crowded = self.layout_above_three_seats.without_secret_mark() if self.layout_above_three_seats else None
        beside = {most: other.without_secret_mark() for most, other in self.drawer_layouts_by_max_seats.items()}
        seated = {seats: other.without_secret_mark() for seats, other in self.layouts_by_seats.items()}
        return replace(
            self,
            secret_kind="",
            layout_above_three_seats=crowded,
            layouts_by_seats=seated,
            drawer_layouts_by_max_seats=beside,
        )

    def for_open_hands(self) -> "TableLayout":
        """Return the table layout for a match in which the other seats' hands are open."""
        side, top = _open_hands_frame(self.side_frame, POINTER_INSET), _open_hands_frame(self.top_frame)
        crowded = self.layout_above_three_seats.for_open_hands() if self.layout_above_three_seats else None
        seated = {seats: layout.for_open_hands() for seats, layout in self.layouts_by_seats.items()}
        centre = self.open_hands_centre or self.centre_spots
        # no closer positions beside the drawer: open hands need the full width
        return replace(
            self,
            centre_spots=centre,
            side_frame=side,
            top_frame=top,
            layout_above_three_seats=crowded,
            layouts_by_seats=seated,
            drawer_layouts_by_max_seats={},
        )

    @property
    def drop_or_press_kinds(self) -> frozenset[str]:
        """Kinds of pile that the player can press: cards are dropped on them, or they are chosen or taken."""
        return frozenset(
            (
                *self.drop_kinds_by_verb.values(),
                *self.choosable_kinds_by_verb.values(),
                *self.takeable_kinds_by_verb.values(),
            )
        )

    def for_seats(self, seats: int) -> "TableLayout":
        """Return the table layout for a number of seats."""
        if seats in self.layouts_by_seats:
            return self.layouts_by_seats[seats]
        return self.layout_above_three_seats if self.layout_above_three_seats is not None and seats > 3 else self

    def for_open_drawer(self, seats: int) -> "TableLayout":
        """Return the table layout beside the open side drawer, for a number of seats."""
        usual = self.for_seats(seats)
        return next(
            (
                usual.drawer_layouts_by_max_seats[most]
                for most in sorted(usual.drawer_layouts_by_max_seats)
                if seats <= most
            ),
            usual,
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
