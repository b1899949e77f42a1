"""Layouts: data about where a game's piles lie on the table, and the ways to spread the cards of a pile.

Lengths are logical pixels (1280x720 is the smallest canvas); a place is the centre of a card. No pygame here.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from scenes.table.layouts.announcement_chip import ChipSpec
from scenes.table.layouts.goal_illustration import GoalIllustration
from scenes.table.layouts.reaction import Reaction

CARD_ASPECT_RATIO = 7 / 5
"""Height of a card by its width."""
DEFAULT_WIDTH = 1280.0
"""Minimum width of the canvas while the drawer is closed."""


class CardOffset(NamedTuple):
    """Where a card lies, from its pile's place."""

    x: float
    y: float
    angle: float = 0.0
    is_buried: bool = False
    """Fully covered: not drawn while at rest."""
    scale: float = 1.0


class Spread(Protocol):
    """Places the cards of a pile, bottom first."""

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        """One offset for each card.

        Args:
            batches: a number for each card, equal for neighbours that belong together: that came together, or in the
                own hand are alike.
            width: of a card.
            room: maximum width of the pile.
        """
        ...


@dataclass(frozen=True, slots=True)
class StackSpread:
    """Squared up; a few edges show the pile's height."""

    max_layers: int = 6

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        n = len(batches)
        high = min(self.max_layers, math.ceil(n / 6)) if n > 1 else 1
        top = max(0, n - high)
        return [CardOffset(-1.6 * max(0, i - top), -2.2 * max(0, i - top), is_buried=i < top) for i in range(n)]


@dataclass(frozen=True, slots=True)
class HeapSpread:
    """Thrown on one another; the last cards stick out a little."""

    visible_cards: int = 6
    disorder: float = 1.0

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        n = len(batches)
        heap = []
        for i in range(n):
            # A fixed irregular walk, so that a card keeps its place while others are thrown onto it.
            turn = math.sin(i * 12.9898 + 4.1) * 43758.5453 % 1 * 2 - 1
            dx = math.sin(i * 78.233 + 1.7) * 12543.123 % 1 * 2 - 1
            dy = math.sin(i * 39.425 + 0.3) * 23421.631 % 1 * 2 - 1
            calm, up = (0.35, 0.0) if i == n - 1 else (1.0, 4.0 * self.disorder)  # nothing sticks out towards the label
            step = self.disorder * calm
            heap.append(
                CardOffset(6 * dx * step, 5 * dy * step - up, 9 * turn * step, is_buried=i < n - self.visible_cards)
            )
        return heap


@dataclass(frozen=True, slots=True)
class RowSpread:
    """Side by side from the place to the right, closer together where room is scarce."""

    step: float
    min_step: float = 4.0

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        n = len(batches)
        step = self.step if n < 2 else max(self.min_step, min(self.step, (max_width - width) / (n - 1)))
        return [CardOffset(i * step, 0) for i in range(n)]


@dataclass(frozen=True, slots=True)
class ClosedHandSpread(RowSpread):
    """The closed hand of another seat: a row that is a flat fan, as somebody holds it."""

    max_tilt_degrees: float = 4.0
    """Angle of the first and of the last card, degrees."""
    full_fan_cards: int = 5
    """Number of cards from which the fan is as wide as that; fewer are turned less."""
    bow_depth: float = 3.0
    """How much lower the outer cards of a full fan are than the middle one."""

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        row = RowSpread.offsets(self, batches, width, max_width)
        n = len(row)
        if n < 2:
            return row
        part = min(1.0, (n - 1) / (self.full_fan_cards - 1))
        turns = [part * (2 * i / (n - 1) - 1) for i in range(n)]
        return [
            CardOffset(one.x, self.bow_depth * turn * turn, self.max_tilt_degrees * turn)
            for one, turn in zip(row, turns, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class PlayHeapSpread:
    """A heap of plays: what came last lies side by side on those below, so that each of its cards is seen."""

    heap: HeapSpread = field(default_factory=HeapSpread)
    step: float = 26.0

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        n = len(batches)
        last = sum(1 for _ in itertools.takewhile(lambda batch: batch == batches[-1], reversed(batches)))
        below = self.heap.offsets(batches, width, max_width)
        if last < 2:
            return below
        step = min(self.step, (max_width - width) / (last - 1))
        middle = (last - 1) / 2
        play = [CardOffset((i - middle) * step, 0, 2.0 * (i - middle) / middle) for i in range(last)]
        return [*below[: n - last], *play]


@dataclass(frozen=True, slots=True)
class OpenHandSpread:
    """An open hand of another seat: larger than face down, in rows, so that every index can be read."""

    scale: float = 1.2
    max_rows: int = 3
    min_visible_share: float = 0.3
    """Least visible part of a card, by its width, where room allows."""

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        n, wide = len(batches), width * self.scale
        columns, step = n, 0.0
        for rows in range(1, self.max_rows + 1):
            columns = max(1, -(-n // rows))
            step = min(0.6 * wide, (max_width - wide) / max(1, columns - 1))
            if step >= self.min_visible_share * wide:
                break
        left, top = (wide - width) / 2, (wide - width) * CARD_ASPECT_RATIO / 2
        return [
            CardOffset(left + i % columns * step, top + i // columns * 0.56 * wide, scale=self.scale) for i in range(n)
        ]


@dataclass(frozen=True, slots=True)
class ColumnSpread:
    """One below the other with every index visible, within a height; many cards are smaller."""

    step: float
    max_height: float
    """Maximum from the first card's place to the last one's."""
    min_visible_share: float = 0.33
    """Least visible part of a card, by its width: its rank."""

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        between, seen, card = max(1, len(batches) - 1), self.min_visible_share * width, width * CARD_ASPECT_RATIO
        step = max(seen, min(self.step, self.max_height / between))
        scale = min(1.0, (self.max_height + card) / (between * step + card))
        top = (scale - 1) * card / 2
        return [CardOffset(0, top + i * step * scale, scale=scale) for i in range(len(batches))]


@dataclass(frozen=True, slots=True)
class TrickSpread:
    """A trick: the last play large and fanned, earlier plays small in a strip below, the newest at the right."""

    strip_y: float = 150.0
    """From the middle of the last play to that of the strip."""
    named_strip_y: float = 150.0
    """The same for plays of so many cards that their name is written below them."""
    named_play_size: int = 5
    """That number of cards."""
    strip_scale: float = 0.42
    max_strip_plays: int = 5

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        if not batches:
            return []
        last = batches[-1]
        now = [i for i, batch in enumerate(batches) if batch == last]
        places: dict[int, CardOffset] = {}
        step = min(width * 0.6, (max_width - width) / max(1, len(now) - 1))
        for k, i in enumerate(now):
            t = k - (len(now) - 1) / 2
            places[i] = CardOffset(t * step, abs(t) * 1.5, t * 1.4 - (1.5 if len(now) == 1 else 0))
        y = self.named_strip_y if len(now) >= self.named_play_size else self.strip_y
        places.update(self._strip(batches, [b for b in dict.fromkeys(batches) if b != last], width, y))
        return [places[i] for i in range(len(batches))]

    def _strip(self, batches: Sequence[int], earlier: list[int], width: float, y: float) -> dict[int, CardOffset]:
        small = width * self.strip_scale
        shown = earlier[-self.max_strip_plays :]
        sizes = {batch: batches.count(batch) for batch in shown}
        lengths = [small + (sizes[batch] - 1) * small * 0.42 for batch in shown]
        x = -(sum(lengths) + 14 * (len(shown) - 1)) / 2
        places: dict[int, CardOffset] = {}
        for batch, length in zip(shown, lengths, strict=True):
            mine = [i for i, other in enumerate(batches) if other == batch]
            for k, i in enumerate(mine):
                places[i] = CardOffset(x + small / 2 + k * small * 0.42, y, scale=self.strip_scale)
            x += length + 14
        for i, batch in enumerate(batches):
            if batch in earlier and batch not in shown:
                places[i] = CardOffset(-width * 2, y, is_buried=True, scale=self.strip_scale)
        return places


MAX_UNGROUPED_CARDS = 36
"""Number of cards above which a hand is shown in groups of equal ones, each with its count."""


@dataclass(frozen=True, slots=True)
class FanSpread:
    """A fan of the own hand: flatter and closer the more cards, in two rows above twenty, then in groups."""

    full_width_share: float = 0.72
    min_step: float = 26.0
    max_one_row_cards: int = 20
    row_height: float = 62.0
    group_step: float = 7.0

    def offsets(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        n = len(batches)
        if n <= self.max_one_row_cards:
            return self._fan(n, width, max_width, 0)
        if n > MAX_UNGROUPED_CARDS:
            return self._groups(batches, width, max_width)
        back = n - n // 2
        return [*self._fan(back, width, max_width, -self.row_height), *self._fan(n - back, width, max_width, 0)]

    def _groups(self, batches: Sequence[int], width: float, max_width: float) -> list[CardOffset]:
        groups = [list(group) for _, group in itertools.groupby(range(len(batches)), key=batches.__getitem__)]
        back = len(groups) - len(groups) // 2
        places = []
        for row, y in ((groups[:back], -self.row_height), (groups[back:], 0.0)):
            deepest = max((len(group) for group in row), default=1)
            wide = width + (deepest - 1) * self.group_step
            step = min(wide + 12, (max_width - wide) / max(1, len(row) - 1))
            left = -((len(row) - 1) * step + wide) / 2 + width / 2
            for i, group in enumerate(row):
                places += [CardOffset(left + i * step + k * self.group_step, y) for k in range(len(group))]
        return places

    def _fan(self, n: int, width: float, max_width: float, y: float) -> list[CardOffset]:
        if n == 0:
            return []
        step = 0.0 if n == 1 else min(width * self.full_width_share, (max_width - width) / (n - 1))
        if (max_width - width) / max(1, n - 1) > self.min_step:
            step = max(step, self.min_step) if n > 1 else 0.0
        tilt = 3.0 if n <= 10 else 2.0 if n <= 13 else 1.0 if n <= 16 else 0.0
        fan = []
        for i in range(n):
            t = 0.0 if n == 1 else i / (n - 1) * 2 - 1
            fan.append(CardOffset((i - (n - 1) / 2) * step, y + (6.0 if tilt else 0.0) * t * t, t * tilt))
        return fan


@dataclass(frozen=True, slots=True)
class PileSpot:
    """Where the piles of a kind lie in their frame."""

    kind: str
    x: float
    y: float
    width: float
    spread: Spread = field(default_factory=StackSpread)
    pile_step: tuple[float, float] = (0.0, 0.0)
    """From one pile to the next of the same kind and owner, by index."""
    max_width: float = 200.0
    has_caption: bool = False
    """Written below: text ``<slug>.pile.<kind>`` with ``n`` cards."""
    has_slot_outline: bool = False
    """A dashed outline marks the empty place."""
    z: float = 0.0
    cover: str = ""
    """Drawn over resting cards in place of their faces: ``back`` or ``burnt``; empty shows the cards."""
    is_centred: bool = False
    """The place is the middle of the cards, which run from left to right at both sides of the table."""
    keeps_reading_order: bool = False
    """At the right side of the table, too, the cards run from left to right; they end where others begin."""
    shows_player: bool = False
    """The portrait of whoever played its last cards is at their upper right corner."""
    shows_worth: bool = False
    """The pile's worth is written at it (``Game.worth_of``)."""
    has_label: bool = False
    """A heading at the left of the first place, for own piles: text ``<slug>.label.<kind>``."""
    is_numbered: bool = False
    """The number of each pile, by which texts call it, is written above it."""
    has_heading: bool = False
    """A heading above own piles: text ``<slug>.heading.<kind>`` with ``n`` of them."""
    sideways_shift: float = 0.0
    """How much further from the middle a pile of the table lies while something wide does: votes, plays of several."""
    also_counted_kinds: tuple[str, ...] = ()
    """Kinds of piles of the table that lie here, too, and count in the caption."""
    title_side: str = ""
    """For piles of seats: text ``<slug>.pile.<kind>`` is written ``above``, ``below``, or ``layouts_beside_drawer``
    each, towards the
    middle of the table."""


_DIRECTIONS_BY_SEATS: Mapping[int, tuple[tuple[float, float], ...]] = {
    2: ((0, 1), (0, -1)),
    3: ((0, 1), (-1, 0), (1, 0)),
    4: ((0, 1), (-1, 0), (0, -1), (1, 0)),
    5: ((0, 1), (-1, 1), (-0.5, -1), (0.5, -1), (1, 1)),
    6: ((0, 1), (-1, 1), (-1, -1), (0, -1), (1, -1), (1, 1)),
}
"""Number of seats -> the direction of each seat's play from the middle: own, then clockwise."""


@dataclass(frozen=True, slots=True)
class TrickCross:
    """The plays of a trick around the middle of the table, each towards whoever made it.

    The plays move apart where one of them has several cards.
    """

    kind: str
    y: float
    """The middle, from the top edge."""
    width: float
    gaps: tuple[float, float] = (13.0, 16.0)
    """Distance between two plays, beside and above one another."""
    visible_share: float = 0.26
    """What is seen of a card under the next one of a play, by its width."""
    multi_card_scale: float = 0.92
    """Size of the cards where a play has more than two."""

    def shrunk(self, share: float) -> "TrickCross":
        """The same with cards that are smaller by this part."""
        return replace(self, width=self.width * (1 - share))

    def spot(self, seat_offset: int, seats: int, largest_play: int) -> PileSpot:
        """Where a play lies.

        Args:
            place: of the seat, 0 for the own one, then clockwise.
            seats: how many there are.
            most: number of cards of the largest play, at least 1.
        """
        width = self.width * (self.multi_card_scale if largest_play > 2 else 1.0)
        step = self.visible_share * width
        across, down = _DIRECTIONS_BY_SEATS[seats][seat_offset]
        x = across * (width + (largest_play - 1) * step + self.gaps[0])
        y = self.y + down * (width * CARD_ASPECT_RATIO + self.gaps[1]) / 2
        return PileSpot(
            self.kind, x, y, width, RowSpread(step), max_width=width + (largest_play - 1) * step, is_centred=True
        )


POINTER_INSET = 33.0
"""From the outer edge of a bubble at the side to its pointer."""


class SeatFrame(NamedTuple):
    """The things of an opponent's seat, from the outer top corner of the plate; mirrored at the right side."""

    spots: tuple[PileSpot, ...]
    bubble_tip: tuple[float, float]
    """The tip of the bubble's pointer."""
    width: float
    """Width of plate and cards, for seats along the top edge."""
    open_hands_frame: "SeatFrame | None" = None
    """Used instead while all hands are open, where that needs other places."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table of one game."""

    slug: str
    centre_spots: tuple[PileSpot, ...]
    """From the middle of the canvas, y from the top edge, or from the bottom edge if it is negative."""
    own_spots: tuple[PileSpot, ...]
    """From the middle of the canvas, y from the bottom edge."""
    side_frame: SeatFrame
    top_frame: SeatFrame
    prompt_y: float
    drop_kinds: Mapping[str, str]
    """Verb -> kind of pile onto which its cards are dropped."""
    choosable_kinds: Mapping[str, str] = field(default_factory=dict)
    """Verb -> kind of own pile whose index is the move's ``to``: a click on that pile chooses it."""
    takeable_kinds: Mapping[str, str] = field(default_factory=dict)
    """Verb without cards -> kind of pile that is dragged onto the own hand, or double-clicked, to choose it."""
    always_offered_verbs: tuple[str, ...] = ()
    """Verbs without cards, offered as buttons whenever they may answer what is asked."""
    arranged_kinds: Mapping[str, str] = field(default_factory=dict)
    """Ask -> kind of pile whose slots the move's cards fill: chosen by exchanging cards with the hand."""
    sample_cards: str = ""
    """Cards that stand for the game on the small table of the seating screen."""
    fact_icons: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Fact on a plate (a key of ``Game.facts`` with ``n`` of ``of``) -> icons for what is left and what is lost."""
    counted_kinds: tuple[str, ...] = ("hand",)
    """Kinds of a seat's piles whose cards its plate counts; empty where the count says nothing."""
    standing_notes: frozenset[str] = frozenset()
    """``said`` keys of bubbles that stay true of hidden cards: a dark pill without pointer once another seat
    has spoken."""
    visible_notes: frozenset[str] = frozenset()
    """``said`` keys of what the cards and the plates on the table show as well: no bubble says it once more."""
    captioned_verbs: Mapping[str, str] = field(default_factory=dict)
    """Kind of pile of the table -> verb of its last cards, whose name is written below them where it is ``named``."""
    named_plays: frozenset[str] = frozenset()
    """``said`` keys of plays whose name cannot be seen at a glance."""
    trick_cross: TrickCross | None = None
    """Where the plays of a trick lie, if every seat has a pile for its own."""
    vote_verb: str = ""
    """Verb of a vote, which is also said when the vote is revealed. Its choices are tiles in the middle."""
    answers_in_row: bool = False
    """Buttons lie side by side, with more of them above at the hand, so that piles have the corner above the row."""
    house_y: float = 0.0
    """Middle of the house that is faintly drawn on the felt; 0 for none."""
    shows_turn_path: bool = False
    """Dots on the felt show whose turn it has been (``Game.way``) and with whom an answer would exchange cards."""
    ringed_kinds: frozenset[str] = frozenset()
    """Kinds of pile of the table whose open top cards are ringed while one of the own cards may be put on them."""
    secret_kind: str = ""
    """Kind of own pile marked as seen by nobody else."""
    kind_beside_hand: str = ""
    """Kind of own piles between the hand, which makes room for them, and the answers: their ``max_width`` is their
    width."""
    shows_sheet_each_deal: bool = True
    """Whether the score sheet is shown after each deal; short deals with an announced result go on by themselves."""
    max_top_seats: int = 3
    """Number of seats at the top; with more opponents than these and one at each side, the sides take more."""
    max_side_seats: int = 2
    """Maximum number of seats at a side; the top takes those that are left."""
    mirrors_top: bool = False
    """Two seats at the top are mirror images of each other, where there is room for their plates."""
    side_gap: float = 182.0
    """From one seat at a side to the one below it."""
    side_y: float = 195.0
    side_edge: float = 56.0
    """From the edge of the table to the seats at the sides; less where the plates are larger."""
    reaches_drawer: bool = False
    """Whether the seats at the top reach up to the drawer, over which the tools lie while it is open."""
    board_questions: frozenset[str] = frozenset()
    """Asks during which the game's board (``Game.board``) is shown."""
    rules_by_question: Mapping[str, str] = field(default_factory=dict)
    """Key of ``Game.demand``, or its beginning -> the rule to which the coach points."""
    board_announcements: frozenset[str] = frozenset()
    """Announcements that the board makes in place of large letters."""
    spotlit_kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Announcement -> kinds of piles of the seats concerned whose cards it is about; by default what the move moves."""
    pre_move_highlights: frozenset[str] = frozenset()
    """What a seat says of cards that come next and that is worth a word of its own, ``<slug>.peak.<key>``."""
    highlight_size: float = 96.0
    """Size of these words' letters."""
    highlight_offset_y: float = 0.0
    """How much higher than the prompt these words are."""
    post_move_highlights: frozenset[str] = frozenset()
    """The same for what is said of cards that have just come, or by nobody in particular of a figure's ``seat``."""
    announcement_chips: Mapping[str, tuple[ChipSpec, ...]] = field(default_factory=dict)
    """Announcement -> what it means for whom."""
    rope_announcements: frozenset[str] = frozenset()
    """Announcements in which the figure's ``seat`` throws a rope around cards of ``seat_to``."""
    bad_announcements: frozenset[str] = frozenset()
    """Announcements that are bad for the seat that they name first."""
    goal_illustration: GoalIllustration | None = None
    """The picture of how one wins, with the sentence ``<slug>.goal``."""
    reactions_by_note: Mapping[str, tuple[Reaction, ...]] = field(default_factory=dict)
    """``said`` key -> how it is taken. Tricks and deals won please everywhere (``scenes.table.model.expressions``)."""
    final_card_kinds: tuple[str, ...] = ()
    """Kinds of a seat's piles that have to be emptied to go out: their last card is worth a word."""
    crowded_layout: "TableLayout | None" = None
    """Used instead with three or more opponents."""
    open_hands_centre: tuple[PileSpot, ...] = ()
    """Used instead of ``centre_spots`` while all hands are open, where that needs other places."""
    layouts_by_seats: Mapping[int, "TableLayout"] = field(default_factory=dict)
    """Used instead with that many seats."""
    layouts_beside_drawer: Mapping[int, "TableLayout"] = field(default_factory=dict)
    """Used instead beside the drawer, by the greatest number of seats: closer together, so that cards stay large."""
    min_width: float = DEFAULT_WIDTH
    """Minimum width of the canvas, logical pixels: on a narrower one things would lie on one another."""

    def for_spectator(self) -> "TableLayout":
        """The same layout for somebody who watches and sits nowhere: nothing is seen by them alone."""
        crowded = self.crowded_layout.for_spectator() if self.crowded_layout else None
        beside = {most: other.for_spectator() for most, other in self.layouts_beside_drawer.items()}
        seated = {seats: other.for_spectator() for seats, other in self.layouts_by_seats.items()}
        return replace(
            self, secret_kind="", crowded_layout=crowded, layouts_by_seats=seated, layouts_beside_drawer=beside
        )

    def for_open_hands(self) -> "TableLayout":
        """The same layout for open hands."""
        side, top = _open_hands_frame(self.side_frame, POINTER_INSET), _open_hands_frame(self.top_frame)
        crowded = self.crowded_layout.for_open_hands() if self.crowded_layout else None
        seated = {seats: layout.for_open_hands() for seats, layout in self.layouts_by_seats.items()}
        centre = self.open_hands_centre or self.centre_spots
        # open hands need all the room
        return replace(
            self,
            centre_spots=centre,
            side_frame=side,
            top_frame=top,
            crowded_layout=crowded,
            layouts_by_seats=seated,
            layouts_beside_drawer={},
        )

    @property
    def pressable_kinds(self) -> frozenset[str]:
        """Kinds of pile that can be pressed: cards go onto them, or they are chosen or taken."""
        return frozenset((*self.drop_kinds.values(), *self.choosable_kinds.values(), *self.takeable_kinds.values()))

    def for_seats(self, seats: int) -> "TableLayout":
        """The layout for that many seats."""
        if seats in self.layouts_by_seats:
            return self.layouts_by_seats[seats]
        return self.crowded_layout if self.crowded_layout is not None and seats > 3 else self

    def for_open_drawer(self, seats: int) -> "TableLayout":
        """The layout beside the drawer, where there is less room from left to right."""
        usual = self.for_seats(seats)
        return next(
            (usual.layouts_beside_drawer[most] for most in sorted(usual.layouts_beside_drawer) if seats <= most), usual
        )


def _open_hands_frame(frame: SeatFrame, bubble_overhang: float = 0.0) -> SeatFrame:
    """The frame with an open hand, as wide as the things beside it allow, and the bubble beyond it.

    ``bubble_overhang`` is how far a bubble beside the hand reaches back from its place.
    """
    frame = frame.open_hands_frame or frame
    hand = next((spot for spot in frame.spots if spot.kind == "hand" and isinstance(spot.spread, RowSpread)), None)
    if hand is None:
        return frame
    spread = OpenHandSpread()
    left, high = hand.x - hand.width / 2, hand.width * CARD_ASPECT_RATIO
    top = hand.y - high / 2
    most = 1.8 * hand.max_width
    for other in frame.spots:
        edge = other.x - (other.max_width if other.is_centred else other.width) / 2
        beside = abs(other.y - (top + 0.6 * high)) < 0.6 * high + other.width * CARD_ASPECT_RATIO / 2 - 6
        if edge > left + hand.width and beside:
            most = min(most, edge - 6 - left)
    room = max(most, 0.8 * hand.max_width)
    x, y = frame.bubble_tip
    if x > hand.x and abs(y - hand.y) < high / 2:
        x = max(x, left + room + 8 + bubble_overhang)
    elif y >= hand.y and left <= x <= left + room:
        y += (spread.scale - 1) * high + 4
    opened = replace(hand, spread=spread, max_width=room, keeps_reading_order=True)
    return frame._replace(spots=tuple(opened if spot is hand else spot for spot in frame.spots), bubble_tip=(x, y))
