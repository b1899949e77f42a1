"""Vectorized deals of Big Two in numpy arrays, one deal per row, by the standard house rules.

``Deals`` holds the state and the public history of many deals. It lists the moves of many rows at once and makes one
move in each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bots.big_two.learned.plays import PASS_BITS_BY_HEIGHT, SIZE_SHIFT, Ints, Masks, Plays
from engine.games.big_two.card_order import DECK, STANDARD_ORDER
from engine.games.big_two.game import SEATS

LEAD_BAR = 0
"""Bar of a lead, below the codes of all plays."""
_DECK, _TOP = np.uint64(DECK), np.uint64(STANDARD_ORDER.bit[STANDARD_ORDER.highest_card])


class Moves(NamedTuple):
    """Legal Big Two moves in several rows of ``Deals``: all moves of the first row, then of the second, and so on.

    A pass comes last.
    """

    rows: Ints
    """Indices of the rows in ``Deals``."""
    first_moves: Ints
    """For each row, index of its first move."""
    indices_in_rows: Ints
    """For each move, index of its row in ``rows``."""
    masks: Masks
    """For each move, bit set of the cards played; 0 for a pass."""
    codes: Ints
    heights: Ints

    def counts(self) -> Ints:
        """Return the number of legal Big Two moves in each deal's row."""
        return np.diff(self.first_moves, append=len(self.indices_in_rows))

    def select_rows(self, places: Ints) -> "Moves":
        """Return the legal Big Two moves of some of the deals, given by their indices in ``rows``."""
        kept = np.zeros(len(self.rows), dtype=np.bool_)
        kept[places] = True
        entries = np.flatnonzero(kept[self.indices_in_rows])
        place = (np.cumsum(kept) - 1)[self.indices_in_rows[entries]]
        first = np.searchsorted(place, np.arange(len(places)))
        found = (self.masks[entries], self.codes[entries], self.heights[entries])
        return Moves(self.rows[places], first, place, *found)

    def first_marked(self, marked: NDArray[np.bool_]) -> Ints:
        """Return for each deal the index of its first move marked in a boolean array, -1 if none is marked."""
        places = np.flatnonzero(marked)[::-1]
        found = np.full(len(self.rows), -1)
        found[self.indices_in_rows[places]] = places
        return found

    def best(self, values: NDArray[np.float32]) -> Ints:
        """Return for each deal the index of its move with the greatest value, the first of equals."""
        return self.first_marked(values == np.maximum.reduceat(values, self.first_moves)[self.indices_in_rows])


class Deals:
    """Many Big Two deals in progress as numpy arrays, one deal per row."""

    def __init__(self, count: int, plays: Plays) -> None:
        """Make ``count`` empty rows of Big Two deals for the caller to fill in."""
        self.plays = plays
        self.hands = np.zeros((count, SEATS), dtype=np.uint64)
        self.hand_indices = np.zeros((count, SEATS), dtype=np.int64)
        """For each seat, index in ``plays`` of a hand that includes all its cards."""
        self.played = np.zeros((count, SEATS), dtype=np.uint64)
        """Cards that each seat played in this deal."""
        self.passed_on = np.zeros((count, SEATS), dtype=np.uint64)
        """Plays that each seat passed on in this deal, as bits of ``PASS_BITS_BY_HEIGHT``."""
        self.counts = np.zeros((count, SEATS), dtype=np.int64)
        """Number of cards of each seat."""
        self.passed = np.zeros((count, SEATS), dtype=np.bool_)
        """Whether each seat passed since the last play."""
        self.turn = np.zeros(count, dtype=np.int64)
        self.leader = np.zeros(count, dtype=np.int64)
        """Seat that made the last play, or is in control."""
        self.bar = np.zeros(count, dtype=np.int64)
        """Code of the play to beat, ``LEAD_BAR`` for none."""
        self.height = np.zeros(count, dtype=np.int64)
        """Height of the play to beat (see ``heights_of``); undefined for a lead."""

    def moves(self, rows: Ints) -> Moves:
        """Return the legal Big Two moves of the deals in these rows; none of the deals may be over."""
        turn, bar = self.turn[rows], self.bar[rows]
        hands, lists = self.hands[rows, turn], self.hand_indices[rows, turn]
        starts = self.plays.starts_by_size
        size = bar >> SIZE_SHIFT
        leads = bar == LEAD_BAR
        begin = starts[lists, np.where(leads, 1, size)]
        length = starts[lists, np.where(leads, 6, size + 1)] - begin
        place = np.repeat(np.arange(len(rows)), length)
        entries = np.arange(len(place)) + np.repeat(begin - np.cumsum(length) + length, length)
        masks, codes = self.plays.masks[entries], self.plays.codes[entries]
        legal = (masks & ~hands[place] == 0) & (codes > bar[place]) & ((masks != 0) | ~leads[place])
        place = place[legal]
        first = np.searchsorted(place, np.arange(len(rows)))
        return Moves(rows, first, place, masks[legal], codes[legal], self.plays.heights[entries[legal]])

    def play(self, moves: Moves, chosen: Ints) -> None:
        """Make the chosen Big Two move in each row's deal, given by its index in ``moves``."""
        rows, turn = moves.rows, self.turn[moves.rows]
        masks = moves.masks[chosen]
        passes = masks == 0
        self._lay(rows[~passes], turn[~passes], masks[~passes], chosen[~passes], moves)
        gone, who = rows[passes], turn[passes]
        self.passed[gone, who] = True
        self.passed_on[gone, who] |= PASS_BITS_BY_HEIGHT[self.height[gone]]
        following = turn + 1 & 3
        control = following == self.leader[rows]
        control |= masks == _TOP
        self.turn[rows] = np.where(control, self.leader[rows], following)
        won = rows[control]
        self.bar[won] = LEAD_BAR
        self.passed[won] = False

    def _lay(self, rows: Ints, turn: Ints, masks: Masks, chosen: Ints, moves: Moves) -> None:
        self.hands[rows, turn] ^= masks
        self.played[rows, turn] |= masks
        self.counts[rows, turn] -= np.bitwise_count(masks)
        self.leader[rows] = turn
        self.bar[rows] = moves.codes[chosen]
        self.height[rows] = moves.heights[chosen]
        self.passed[rows] = False

    def unseen(self, rows: Ints) -> Masks:
        """Return for each deal the cards that the seat to move has not seen: in no play and not in its hand."""
        seen = np.bitwise_or.reduce(self.played[rows], axis=1) | self.hands[rows, self.turn[rows]]
        unseen: Masks = ~seen & _DECK
        return unseen
