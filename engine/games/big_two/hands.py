"""Hands of Big Two: classifies, compares and finds them.

In this module and in the bots a set of cards is a bit set of *strengths*, 0 … 51. A strength is the index of the rank
in ``POWER_RANKS`` times 4 plus the index of the suit in ``POWER_SUITS``. So bit 0 is the three of diamonds, and bit 51
the two of spades (big_two.R3).
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from engine.cards import RANKS, SUITS, Card, make

Kind = Literal[
    "single",
    "pair",
    "triple",
    "two_pair",
    "quads",
    "straight",
    "flush",
    "full_house",
    "four_plus_one",
    "straight_flush",
]
FlushCompare = Literal["top_card", "all_ranks_then_suit", "suit_first"]

POWER_RANKS = "3456789TJQKA2"
POWER_SUITS = "DCHS"
CARD_AT: tuple[Card, ...] = tuple(make(rank, suit) for rank in POWER_RANKS for suit in POWER_SUITS)
"""Strength -> card."""
STRENGTH: tuple[int, ...] = tuple(
    POWER_RANKS.index(rank) * 4 + POWER_SUITS.index(suit) for rank in RANKS for suit in SUITS
)
"""Card -> strength."""
BIT: tuple[int, ...] = (*(1 << strength for strength in STRENGTH), 0)
"""Card -> bit of its strength; the last entry, 0, is that of ``HIDDEN``."""

DECK = (1 << len(CARD_AT)) - 1
LOW_SUIT = sum(1 << 4 * rank for rank in range(len(POWER_RANKS)))
"""Bit set of all diamonds; shifted by 1 … 3, that of another suit."""

MAX_CARDS = 5
CARD_COUNTS = range(1, MAX_CARDS + 1)
FIVE_CARD_ORDER: tuple[Kind, ...] = ("straight", "flush", "full_house", "four_plus_one", "straight_flush")
"""Kinds of five cards from the lowest to the highest (big_two.R14)."""

_QUADS_KEY_OFFSET = 64
_KIND_SHIFT = 24
_SUBSETS_BY_SIZE_AND_SUITS = tuple(
    tuple(
        tuple(part for part in range(1, 16) if part & held == part and part.bit_count() == size) for held in range(16)
    )
    for size in range(5)
)
"""Number of cards -> bit set of suits -> its subsets of that size."""


class HandRules(NamedTuple):
    """House rules of Big Two on valid hands and their order."""

    flush_compare: FlushCompare = "top_card"
    four_plus_one: bool = False


class Combination(NamedTuple):
    """A valid hand of Big Two: cards that may be played together. Combinations sort by ``key``, from low to high."""

    key: int
    """Only comparable between combinations of the same number of cards."""
    mask: int
    """Bit set of strengths."""
    kind: Kind
    cards: tuple[Card, ...]
    """Sorted by card number, as in moves."""
    cards_in_display_order: tuple[Card, ...]
    """Sorted as on the table: larger groups first, then from low to high."""
    deciding_card: Card
    """The card that decides the comparison with another combination of this kind."""

    def beats(self, other: "Combination") -> bool:
        """Whether this hand of Big Two beats another one (big_two.R4)."""
        return len(self.cards) == len(other.cards) and self.key > other.key


def mask_of(cards: Iterable[Card]) -> int:
    """Return the bit set of the strengths of these different cards; hidden cards have no bit."""
    return sum(map(BIT.__getitem__, cards))


def strengths_of(mask: int) -> list[int]:
    """List the strengths of cards in a bit set, from low to high."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@lru_cache(maxsize=1 << 12)
def classify(mask: int, rules: HandRules) -> Combination | None:
    """Return the valid hand of Big Two that these cards form (big_two.R7 … R14); None if they form none."""
    held = strengths_of(mask)
    found = _recognise(held, rules)
    if found is None:
        return None
    kind, key, top = found
    ranks = [strength >> 2 for strength in held]
    shown = sorted(held, key=lambda strength: (-ranks.count(strength >> 2), strength))
    return Combination(
        key,
        mask,
        kind,
        tuple(sorted(CARD_AT[strength] for strength in held)),
        tuple(CARD_AT[strength] for strength in shown),
        CARD_AT[top],
    )


def _recognise(held: list[int], rules: HandRules) -> tuple[Kind, int, int] | None:
    """Return kind, key and deciding strength of a hand given by ascending strengths; None if it is invalid."""
    if not 1 <= len(held) <= MAX_CARDS:
        return None
    if len(held) == MAX_CARDS:
        return _recognise_five_cards(held, rules)
    top = held[-1]
    ranks = [strength >> 2 for strength in held]
    if ranks[0] == ranks[-1]:
        same: tuple[tuple[Kind, int], ...] = (
            ("single", top),
            ("pair", top),
            ("triple", top >> 2),
            ("quads", _QUADS_KEY_OFFSET + (top >> 2)),
        )
        kind, key = same[len(held) - 1]
        return kind, key, top
    if len(held) == 4 and ranks[0] == ranks[1] and ranks[2] == ranks[3]:
        return "two_pair", top, top
    return None


def _recognise_five_cards(held: list[int], rules: HandRules) -> tuple[Kind, int, int] | None:
    ranks = [strength >> 2 for strength in held]
    suits = {strength & 3 for strength in held}
    top = held[-1]
    kind: Kind | None = None
    key = top
    if all(ranks[i] == ranks[0] + i for i in range(1, 5)):
        kind = "straight_flush" if len(suits) == 1 else "straight"
    elif len(suits) == 1:
        kind, key = "flush", _flush_key(held, rules.flush_compare)
    elif ranks[0] == ranks[1] and ranks[3] == ranks[4] and ranks[2] in (ranks[0], ranks[4]):
        kind, key = "full_house", ranks[2]
        top = held[2] if ranks[2] == ranks[0] else top
    elif rules.four_plus_one and (ranks[0] == ranks[3] or ranks[1] == ranks[4]):
        kind, key = "four_plus_one", ranks[2]
        top = held[3] if ranks[0] == ranks[3] else top
    if kind is None:
        return None
    return kind, FIVE_CARD_ORDER.index(kind) << _KIND_SHIFT | key, top


def _flush_key(held: list[int], compare: FlushCompare) -> int:
    """Return the sort key of a flush in Big Two, below 2**24.

    Two flushes never have the same key, as they share no card.
    """
    top = held[-1]
    if compare == "top_card":
        return top
    if compare == "suit_first":
        return (top & 3) << 6 | top
    key = 0
    for strength in reversed(held):
        key = key << 4 | strength >> 2
    return key << 2 | top & 3


def is_invalid_wrapped_straight(mask: int) -> bool:
    """Whether these five cards form a straight only if it wraps around from two to three.

    Straights do not wrap (big_two.R11). This is for the message about such cards.
    """
    ranks = {strength >> 2 for strength in strengths_of(mask)}
    if len(ranks) != MAX_CARDS or mask.bit_count() != MAX_CARDS:
        return False
    return any(ranks == {(low + i) % 13 for i in range(5)} for low in range(9, 13))


@lru_cache(maxsize=1 << 12)
def combinations_of(mask: int, count: int, rules: HandRules) -> tuple[Combination, ...]:
    """Return all valid hands of ``count`` of these cards in Big Two, from low to high."""
    if mask.bit_count() < count:
        return ()
    plays = []
    for candidate in _FINDERS[count](mask):
        play = classify(candidate, rules)
        if play is not None:
            plays.append(play)
    plays.sort()
    return tuple(plays)


def all_combinations(mask: int, rules: HandRules) -> list[Combination]:
    """Return all valid hands of these cards in Big Two, by number of cards, then from low to high."""
    return [play for count in CARD_COUNTS for play in combinations_of(mask, count, rules)]


def _no_plays(_: int) -> list[int]:
    return []


def _singles(mask: int) -> list[int]:
    return [1 << strength for strength in strengths_of(mask)]


def _same_rank_sets(mask: int, size: int) -> list[int]:
    """Return all sets of ``size`` cards of one rank among these cards."""
    found = []
    subsets = _SUBSETS_BY_SIZE_AND_SUITS[size]
    shift = 0
    while mask:
        found += [part << shift for part in subsets[mask & 15]]
        mask >>= 4
        shift += 4
    return found


def _pairs(mask: int) -> list[int]:
    return _same_rank_sets(mask, 2)


def _triples(mask: int) -> list[int]:
    return _same_rank_sets(mask, 3)


def _four_card_candidates(mask: int) -> list[int]:
    """Return all sets of four of these cards that may be a hand of Big Two: two pairs and four of a kind."""
    pairs = combinations(_same_rank_sets(mask, 2), 2)
    return _same_rank_sets(mask, 4) + [low | high for low, high in pairs if not _have_same_rank(low, high)]


def _five_card_candidates(mask: int) -> list[int]:
    """Return all sets of five of these cards that may be a hand of Big Two under any house rules."""
    found = _straights(mask) + _plain_flushes(mask)
    triples = _same_rank_sets(mask, 3)
    if triples:
        pairs = _same_rank_sets(mask, 2)
        found += [triple | pair for triple in triples for pair in pairs if not _have_same_rank(triple, pair)]
        found += [quad | other for quad in _same_rank_sets(mask, 4) for other in _singles(mask & ~quad)]
    return found


def _have_same_rank(one_mask: int, other_mask: int) -> bool:
    return (one_mask.bit_length() - 1) >> 2 == (other_mask.bit_length() - 1) >> 2


def _straights(mask: int) -> list[int]:
    """Return all straights among these cards, including straight flushes."""
    present = mask | mask >> 1
    present = (present | present >> 2) & LOW_SUIT  # the lowest bit of each rank present
    starts = present & present >> 4 & present >> 8 & present >> 12 & present >> 16
    found: list[int] = []
    while starts:
        low = (starts & -starts).bit_length() - 1
        starts &= starts - 1
        runs = [0]
        for shift in range(low, low + 20, 4):
            parts = [part << shift for part in _SUBSETS_BY_SIZE_AND_SUITS[1][mask >> shift & 15]]
            runs = [run | part for run in runs for part in parts]
        found += runs
    return found


def _plain_flushes(mask: int) -> list[int]:
    """Return all flushes among these cards except straight flushes."""
    found: list[int] = []
    for suit in range(4):
        held = mask & LOW_SUIT << suit
        if held.bit_count() >= MAX_CARDS:
            fives = combinations(strengths_of(held), MAX_CARDS)
            found += [sum(1 << strength for strength in five) for five in fives if five[4] - five[0] != 16]
    return found


_FINDERS = (_no_plays, _singles, _pairs, _triples, _four_card_candidates, _five_card_candidates)
