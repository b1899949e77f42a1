"""Order of the cards of Big Two by rank and suit, and bit sets of cards in this order.

In the modules of Big Two and its bots a set of cards is a bit set of *strengths*, 0 … 51. A strength is the index of
the rank in ``POWER_RANKS`` times 4 plus the index of the suit, from the lowest suit of the house rules. So bit 0 is the
lowest three, in the standard order that of diamonds, and bit 51 the highest two (big_two.R3).
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

from engine.cards import RANKS, SUITS, Card, make

SuitOrder = Literal["dchs", "cdhs", "cshd"]
"""The suits from the lowest to the highest: Hong Kong, Taiwan, the Philippines."""

POWER_RANKS = "3456789TJQKA2"
DECK = (1 << 52) - 1
LOW_SUIT = sum(1 << 4 * rank for rank in range(len(POWER_RANKS)))
"""Bit set of all cards of the lowest suit; shifted by 1 … 3, that of another suit."""


class CardOrder(NamedTuple):
    """Order of the cards in Big Two under a house rule on suits."""

    card_at: tuple[Card, ...]
    """Strength -> card."""
    strength: tuple[int, ...]
    """Card -> strength."""
    bit: tuple[int, ...]
    """Card -> bit of its strength; the last entry, 0, is that of ``HIDDEN``."""
    suits: tuple[int, ...]
    """Indices of the suits, as in ``SUITS``, from the lowest to the highest."""

    @property
    def lowest_card(self) -> Card:
        """The lowest three."""
        return self.card_at[0]

    @property
    def highest_card(self) -> Card:
        """The highest two."""
        return self.card_at[-1]

    def mask_of(self, cards: Iterable[Card]) -> int:
        """Return the bit set of the strengths of these different cards; hidden cards have no bit."""
        return sum(map(self.bit.__getitem__, cards))


def _make_order(suits: str) -> CardOrder:
    strength = tuple(POWER_RANKS.index(rank) * 4 + suits.index(suit) for rank in RANKS for suit in SUITS)
    return CardOrder(
        tuple(make(rank, suit) for rank in POWER_RANKS for suit in suits),
        strength,
        (*(1 << own for own in strength), 0),
        tuple(map(SUITS.index, suits)),
    )


ORDERS: Mapping[SuitOrder, CardOrder] = {suits: _make_order(suits.upper()) for suits in get_args(SuitOrder)}
STANDARD_ORDER = ORDERS["dchs"]
mask_of = STANDARD_ORDER.mask_of
"""Return the bit set of cards in the standard order; see ``CardOrder.mask_of``."""


def strengths_of(mask: int) -> list[int]:
    """List the strengths of cards in a bit set, from low to high."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
