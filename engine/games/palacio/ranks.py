"""Ranks of Palácio: their order (R2), and the powers that house rules give to some of them.

Ranks are indices of ``engine.cards.RANKS``.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.cards import MAX_PACKS, RANKS, Card, packs, rank

TWO, TEN = RANKS.index("2"), RANKS.index("T")
STRENGTH = tuple(RANKS.index(letter) + (13 if letter in "A2" else 0) for letter in RANKS)
"""Rank index -> strength: 3 is the lowest, then 4 … K, A and 2 (R2)."""
ALL_RANKS = tuple(sorted(range(len(RANKS)), key=STRENGTH.__getitem__))
"""All ranks, from low to high."""
NO_RANK = len(RANKS)
"""Stands for the rank to follow where there is none: on an empty pile, or on see-through cards alone."""
RANK = (*map(rank, packs(MAX_PACKS)), NO_RANK)
"""Card -> rank index; the last entry, that of ``HIDDEN``, is no rank."""

NEXT_LOWER, SEE_THROUGH, SKIP, REVERSE, AGAIN, SENDS = POWERS = (
    "lower", "see_through", "skip", "reverse", "again", "sends",
)  # fmt: skip
"""Powers of a rank, the values of the house rules ``two`` … ``queen``.

After a card of ``NEXT_LOWER`` the next play must be equal or lower. A ``SEE_THROUGH`` card goes on anything, and the
card beneath is to be followed. Each card of ``SKIP`` makes a player miss a turn. A play of ``REVERSE`` turns the
direction. After one of ``AGAIN`` the same seat plays again, if it has cards.
After one of ``SENDS`` the seat names another, which takes the pile.
"""


class RankPowers(NamedTuple):
    """Powers of the ranks under some house rules."""

    by_rank: tuple[str, ...]
    """By rank: its power, ``""`` for none."""
    fitting: tuple[tuple[int, ...], ...]
    """By rank to follow, ``NO_RANK`` at the end: the ranks that may be played, from low to high (R3, R4, R9).

    Empty for see-through ranks, which are not followed."""
    see_through: frozenset[int]

    def rank_to_follow(self, pile: Sequence[Card]) -> int:
        """Return the rank of a pile's highest card that is not see-through, else ``NO_RANK``."""
        for card in reversed(pile):
            if RANK[card] not in self.see_through:
                return RANK[card]
        return NO_RANK

    def count_equal_on_top(self, pile: Sequence[Card]) -> int:
        """Return how many cards on top of a pile have the rank of the highest.

        See-through cards of other ranks in between are passed over.
        """
        index, count = RANK[pile[-1]], 0
        for card in reversed(pile):
            if RANK[card] == index:
                count += 1
            elif RANK[card] not in self.see_through or index in self.see_through:
                break
        return count


def find_powers(power_by_letter: Mapping[str, str], ten_on_anything: bool) -> RankPowers:
    """Return the powers of the ranks.

    Args:
        power_by_letter: power of a rank by its letter in ``RANKS``; other values than the powers mean none.
        ten_on_anything: whether a ten need not fit (R4).
    """
    by_rank = tuple(power if (power := power_by_letter.get(letter, "")) in POWERS else "" for letter in RANKS)
    see_through = frozenset(index for index, power in enumerate(by_rank) if power == SEE_THROUGH)

    def fits(index: int, top: int) -> bool:
        if TWO in (index, top) or index in see_through or (index == TEN and ten_on_anything):
            return True
        difference = STRENGTH[index] - STRENGTH[top]
        return difference <= 0 if by_rank[top] == NEXT_LOWER else difference >= 0

    by_top = tuple(
        () if top in see_through else tuple(index for index in ALL_RANKS if fits(index, top))
        for top in range(len(RANKS))
    )
    return RankPowers((*by_rank, ""), (*by_top, ALL_RANKS), see_through)
