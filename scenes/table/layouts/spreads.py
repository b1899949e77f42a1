"""Spreads, which tell where the cards of a pile lie within it. Lengths are logical pixels. No pygame here."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

CARD_ASPECT_RATIO = 7 / 5
"""Height of a card divided by its width."""


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


MAX_ONE_ROW_CARDS = 20
"""Maximum size of a hand in one row; larger hands have two."""
MAX_UNGROUPED_CARDS = 36
"""Maximum size of an ungrouped hand; larger hands group equal cards and show each group's count."""


@dataclass(frozen=True, slots=True)
class FanSpread:
    """Arrangement of the own hand as a fan: flatter and tighter the more cards it has.

    Above ``MAX_ONE_ROW_CARDS`` it has two rows, above ``MAX_UNGROUPED_CARDS`` also groups of equal cards.
    """

    max_step_fraction: float = 0.72
    min_step: float = 26.0
    row_height: float = 62.0
    step_in_group: float = 7.0

    def offsets(self, batch_numbers: Sequence[int], card_width: float, max_width: float) -> list[CardOffset]:
        n = len(batch_numbers)
        if n <= MAX_ONE_ROW_CARDS:
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
