"""Straights of Big Two, by house rule: which there are, and their order (big_two.R11)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from engine.games.big_two.card_order import POWER_RANKS

Straights = Literal["to_two", "no_twos", "ace_low_or_high", "taiwan", "hong_kong"]

_RUNS_TO_ACE = ("34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")
_RANKS_BY_RULE: Mapping[Straights, tuple[str, ...]] = MappingProxyType(
    {
        "to_two": (*_RUNS_TO_ACE, "JQKA2"),
        "no_twos": _RUNS_TO_ACE,
        "ace_low_or_high": ("A2345", "23456", *_RUNS_TO_ACE),
        "taiwan": ("A2345", *_RUNS_TO_ACE, "34562"),
        "hong_kong": (*_RUNS_TO_ACE, "34562", "A3452"),
    }
)
"""House rule -> the ranks of each straight, from the lowest to the highest; the last rank's card decides a tie.

Where a low 2 makes a straight high, the 2 decides.
"""
_LOWEST_HEIGHT = 4
"""Height of the lowest straight: that of 3 4 5 6 7 is the rank of its highest card, as in every other straight."""


class Straight(NamedTuple):
    """Place of a straight among all straights of Big Two."""

    height: int
    """4 … 14; the higher straight wins."""
    deciding_index: int
    """Index of the card whose suit decides between equal straights, among the cards sorted by rank."""


def _order_straights(straights: tuple[str, ...]) -> dict[tuple[int, ...], Straight]:
    found = {}
    for height, letters in enumerate(straights, _LOWEST_HEIGHT):
        ranks = sorted(map(POWER_RANKS.index, letters))
        found[tuple(ranks)] = Straight(height, ranks.index(POWER_RANKS.index(letters[-1])))
    return found


STRAIGHTS: Mapping[Straights, Mapping[tuple[int, ...], Straight]] = {
    rule: _order_straights(_RANKS_BY_RULE[rule]) for rule in get_args(Straights)
}
"""House rule -> ascending indices of the ranks -> straight."""


def _starts_of(straights: Mapping[tuple[int, ...], Straight]) -> int:
    """Return the bit set of the lowest suit's cards with which these straights begin, the ace before the two."""
    count = len(POWER_RANKS)
    runs = {tuple(sorted((low + step) % count for step in range(5))): low for low in range(count)}
    return sum(1 << 4 * runs[ranks] for ranks in straights)


STRAIGHT_STARTS: Mapping[Straights, int] = {rule: _starts_of(STRAIGHTS[rule]) for rule in STRAIGHTS}
"""House rule -> bit set of the strengths of the lowest suit with which its straights begin."""
