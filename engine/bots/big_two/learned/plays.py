"""Plays of many hands of Big Two in numpy arrays, and their heights, the classes of plays for the network."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.games.big_two.card_order import DECK
from engine.games.big_two.hands import CARD_COUNTS, MAX_CARDS, HandRules, combinations_of

Masks = NDArray[np.uint64]
Ints = NDArray[np.int64]

SIZE_SHIFT = 32
"""Bit position of the number of cards in a code."""
PASS_CODE = 1 << 40
"""Code of a pass, above the codes of all plays, so that a pass is always legal as a follow."""
PASS_HEIGHT = -1
_MIN_FOUR_KEY = 64
"""Minimum key of four of a kind; keys of two pair are below."""


class Plays(NamedTuple):
    """All plays of several Big Two hands, one hand after another, by number of cards and from low to high.

    The plays of each number of cards are followed by an entry for the pass, without cards.
    """

    masks: Masks
    codes: Ints
    """Number of cards << ``SIZE_SHIFT`` | key; of two plays of the same size, the one with the higher code beats."""
    heights: Ints
    """``heights_of`` each play, ``PASS_HEIGHT`` for a pass."""
    starts_by_size: Ints
    """[hand, number of cards 0 … 6] -> index of the first play; column 6 is the end of the hand."""


def plays_of(hands: Iterable[int]) -> Plays:
    """Return all plays of the given Big Two hands under the standard house rules."""
    deck = _plays_of_deck()
    entries = [np.flatnonzero(deck.masks & ~hand == 0) for hand in np.array([*hands], dtype=np.uint64)]
    begins = np.cumsum([0, *map(len, entries[:-1])])
    starts = [np.searchsorted(found, deck.starts_by_size[0]) for found in entries]
    chosen = np.concatenate(entries)
    return Plays(deck.masks[chosen], deck.codes[chosen], deck.heights[chosen], np.stack(starts) + begins[:, None])


@cache
def _plays_of_deck() -> Plays:
    """Return all plays of Big Two under the standard house rules, as the plays of one hand with all cards."""
    masks: list[int] = []
    codes: list[int] = []
    starts = [0]
    for size in CARD_COUNTS:
        starts.append(len(masks))
        plays = combinations_of(DECK, size, HandRules())
        masks += [*(play.mask for play in plays), 0]
        codes += [*(play.key | size << SIZE_SHIFT for play in plays), PASS_CODE]
    code_array = np.array(codes, dtype=np.int64)
    return Plays(
        np.array(masks, dtype=np.uint64), code_array, heights_of(code_array), np.array([[*starts, len(masks)]])
    )


def heights_of(codes: Ints) -> Ints:
    """Return the height, a class by kind and rank, of each Big Two play: 0 … 194, or ``PASS_HEIGHT``.

    A height encodes the card of a single, the highest card of a pair, or kind and rank of a larger play.
    """
    size, key = codes >> SIZE_SHIFT, codes & 0xFFFF
    kind = codes >> 24 & 7
    low = key >> 2
    heights = np.select(
        [
            codes == PASS_CODE,
            size == 1,
            size == 2,
            size == 3,
            (size == 4) & (key < _MIN_FOUR_KEY),
            size == 4,
            kind == 2,
        ],
        [PASS_HEIGHT, key, 52 + key, 104 + key, 117 + low, 130 + key - _MIN_FOUR_KEY, 169 + key],
        default=np.where(kind == 4, 182, 143 + 13 * kind) + low,
    )
    return heights.astype(np.int64)


def _pass_bits_by_height() -> Masks:
    """Return the table of bits that encode a pass in Big Two, indexed by the height of the play passed on."""
    bits = []
    for height in range(195):
        if height < 104:
            rank, kind = height % 52 >> 2, height // 52
        else:
            rank, kind = height % 13, 2 if height < 143 else 3
        bits.append(1 << 4 * rank + kind)
    return np.array(bits, dtype=np.uint64)


PASS_BITS_BY_HEIGHT = _pass_bits_by_height()
assert MAX_CARDS == 5
