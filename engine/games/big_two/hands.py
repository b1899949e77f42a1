"""Hands of Big Two: classifies, compares and finds them. Sets of cards are bit sets, as in ``card_order``."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Literal, NamedTuple

from engine.cards import Card
from engine.games.big_two.card_order import LOW_SUIT, ORDERS, POWER_RANKS, SuitOrder, strengths_of
from engine.games.big_two.straights import STRAIGHT_STARTS, STRAIGHTS, Straights

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
    "dragon",
]
FlushCompare = Literal["top_card", "all_ranks_then_suit", "suit_first"]
FourCards = Literal["two_pair_or_quads", "quads", "none"]

MAX_CARDS = 5
CARD_COUNTS = range(1, MAX_CARDS + 1)
FIVE_CARD_ORDER: tuple[Kind, ...] = ("straight", "flush", "full_house", "four_plus_one", "straight_flush")
"""Kinds of five cards from the lowest to the highest (big_two.R14)."""

_KEY_OF = itemgetter(0)
"""Gets the key of a combination."""
_LOWEST_WRAPPED_START = 1 << 36
"""Bit of the lowest queen: a run from there on goes past the two."""
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
    suits: SuitOrder = "dchs"
    four_cards: FourCards = "two_pair_or_quads"
    straights: Straights = "to_two"
    flushes: bool = True
    triples: bool = True
    same_kind_only: bool = False
    """Whether five cards are beaten by the same kind only."""
    bombs: bool = False
    """Whether four of a kind and straight flushes beat any other play."""
    dragon: bool = False
    """Whether one card of each rank may be played together."""


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
    bomb: int = 0
    """Strength as a bomb, comparable between all bombs; 0 for other hands."""

    def beats(self, other: "Combination", rules: HandRules) -> bool:
        """Whether this hand of Big Two beats another one (big_two.R4)."""
        if self.bomb or other.bomb:
            return self.bomb > other.bomb
        if rules.same_kind_only and self.kind != other.kind and len(self.cards) == MAX_CARDS:
            return False
        return len(self.cards) == len(other.cards) and self.key > other.key


@lru_cache(maxsize=1 << 12)
def classify(mask: int, rules: HandRules) -> Combination | None:
    """Return the valid hand of Big Two that these cards form (big_two.R7 … R14); None if they form none."""
    held = strengths_of(mask)
    card_at = ORDERS[rules.suits].card_at
    if len(held) == 1:
        card = card_at[held[0]]
        return Combination(held[0], mask, "single", (card,), (card,), card)
    if rules.dragon and len(held) == len(POWER_RANKS):
        return _dragon_of(held, rules)
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
        tuple(sorted(card_at[strength] for strength in held)),
        tuple(card_at[strength] for strength in shown),
        card_at[top],
        _bomb_strength(kind, key, top) if rules.bombs else 0,
    )


def _bomb_strength(kind: Kind, key: int, top: int) -> int:
    """Return the strength of a hand as a bomb: four of a kind by its rank, above it straight flushes; 0 for others."""
    if kind == "straight_flush":
        return 64 + (key & 63)
    return 1 + (top >> 2) if kind in ("quads", "four_plus_one") else 0


def _recognise(held: list[int], rules: HandRules) -> tuple[Kind, int, int] | None:
    """Return kind, key and deciding strength of two or more ascending strengths; None if they are no valid hand."""
    if not 2 <= len(held) <= MAX_CARDS:
        return None
    if len(held) == MAX_CARDS:
        return _recognise_five_cards(held, rules)
    top = held[-1]
    ranks = [strength >> 2 for strength in held]
    if ranks[0] == ranks[-1]:
        same: tuple[tuple[Kind, int], ...] = (
            ("pair", top),
            ("triple", top >> 2),
            ("quads", _QUADS_KEY_OFFSET + (top >> 2)),
        )
        kind, key = same[len(held) - 2]
        is_hand = rules.triples if kind == "triple" else kind != "quads" or rules.four_cards != "none"
        return (kind, key, top) if is_hand else None
    if rules.four_cards == "two_pair_or_quads" and len(held) == 4 and ranks[0] == ranks[1] and ranks[2] == ranks[3]:
        return "two_pair", top, top
    return None


def _recognise_five_cards(held: list[int], rules: HandRules) -> tuple[Kind, int, int] | None:
    ranks = [strength >> 2 for strength in held]
    suits = {strength & 3 for strength in held}
    top = held[-1]
    kind: Kind | None = None
    key = top
    straight = STRAIGHTS[rules.straights].get(tuple(ranks))
    if straight is not None:
        kind = "straight_flush" if len(suits) == 1 else "straight"
        top = held[straight.deciding_index]
        key = straight.height * 4 + (top & 3)
    elif len(suits) == 1 and rules.flushes:
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


def is_run_of_ranks(mask: int) -> bool:
    """Whether these are five cards in a row if the three follows the two, as in a circle.

    This is for the message about cards that are no straight under the house rules (big_two.R11).
    """
    ranks = {strength >> 2 for strength in strengths_of(mask)}
    if len(ranks) != MAX_CARDS or mask.bit_count() != MAX_CARDS:
        return False
    return any(ranks == {(low + i) % 13 for i in range(5)} for low in range(13))


def _dragon_of(held: list[int], rules: HandRules) -> Combination | None:
    """Return one card of each rank as a combination, the dragon; None if these ascending strengths are no dragon."""
    if [strength >> 2 for strength in held] != [*range(len(POWER_RANKS))]:
        return None
    card_at = ORDERS[rules.suits].card_at
    found = tuple(card_at[strength] for strength in held)
    mask = sum(1 << strength for strength in held)
    return Combination(0, mask, "dragon", tuple(sorted(found)), found, found[-1])


@lru_cache(maxsize=1 << 12)
def combinations_of(mask: int, count: int, rules: HandRules) -> tuple[Combination, ...]:
    """Return all valid hands of ``count`` of these cards in Big Two, from low to high."""
    if mask.bit_count() < count:
        return ()
    plays = []
    for candidate in _candidates(mask, count, rules):
        play = classify(candidate, rules)
        if play is not None:
            plays.append(play)
    plays.sort()
    return tuple(plays)


@lru_cache(maxsize=1 << 10)
def all_combinations(mask: int, rules: HandRules) -> tuple[Combination, ...]:
    """Return all valid hands of these cards in Big Two, by number of cards, then from low to high."""
    return tuple([play for count in CARD_COUNTS for play in combinations_of(mask, count, rules)])


def followers(mask: int, last: Combination, rules: HandRules) -> Sequence[Combination]:
    """Return all valid hands of these cards that beat the last play of Big Two, by number of cards, from low to high.

    Bombs of another number of cards come last.
    """
    plays = combinations_of(mask, len(last.cards), rules)
    if not (rules.bombs or rules.same_kind_only):
        return plays[bisect_right(plays, last.key, key=_KEY_OF) :]
    found = [play for play in plays if play.beats(last, rules)]
    if rules.bombs:
        counts = [count for count in (4, MAX_CARDS) if count != len(last.cards)]
        found += [play for count in counts for play in combinations_of(mask, count, rules) if play.bomb > last.bomb]
    return found


def _candidates(mask: int, count: int, rules: HandRules) -> list[int]:
    """Return all sets of ``count`` of these cards that may be a hand of Big Two, each once."""
    if count == MAX_CARDS:
        return _five_card_candidates(mask, rules)
    if count == 1:
        return [1 << strength for strength in strengths_of(mask)]
    return _four_card_candidates(mask, rules) if count == 4 else _same_rank_sets(mask, count)


def _same_rank_sets(mask: int, size: int) -> list[int]:
    """Return all sets of ``size`` cards of one rank among these cards."""
    found = []
    subsets = _SUBSETS_BY_SIZE_AND_SUITS[size]
    shift = 0
    while mask:
        parts = subsets[mask & 15]
        if parts:
            found += [part << shift for part in parts]
        mask >>= 4
        shift += 4
    return found


def _four_card_candidates(mask: int, rules: HandRules) -> list[int]:
    """Return all sets of four of these cards that may be a hand of Big Two: two pairs and four of a kind."""
    if rules.four_cards == "none":
        return []
    if rules.four_cards == "quads":
        return _same_rank_sets(mask, 4)
    pairs = combinations(_same_rank_sets(mask, 2), 2)
    return _same_rank_sets(mask, 4) + [low | high for low, high in pairs if not _have_same_rank(low, high)]


def _five_card_candidates(mask: int, rules: HandRules) -> list[int]:
    """Return all sets of five of these cards that may be a hand of Big Two, each once."""
    found = _straights(mask, STRAIGHT_STARTS[rules.straights])
    found += [flush for flush in _one_suit_sets(mask) if flush not in found]
    triples = _same_rank_sets(mask, 3)
    if triples:
        pairs = _same_rank_sets(mask, 2)
        found += [triple | pair for triple in triples for pair in pairs if not _have_same_rank(triple, pair)]
        found += [quad | other for quad in _same_rank_sets(mask, 4) for other in _same_rank_sets(mask & ~quad, 1)]
    return found


def _have_same_rank(one_mask: int, other_mask: int) -> bool:
    return (one_mask.bit_length() - 1) >> 2 == (other_mask.bit_length() - 1) >> 2


def _straights(mask: int, allowed_starts: int) -> list[int]:
    """Return all straights among these cards, including straight flushes, that begin with an allowed rank."""
    present = mask | mask >> 1
    present = (present | present >> 2) & LOW_SUIT  # the lowest bit of each rank present
    # the three may follow the two
    circle = present | present << 52 if allowed_starts >= _LOWEST_WRAPPED_START else present
    starts = circle & circle >> 4 & circle >> 8 & circle >> 12 & circle >> 16 & allowed_starts
    found: list[int] = []
    while starts:
        low = (starts & -starts).bit_length() - 1
        starts &= starts - 1
        runs = [0]
        for place in range(low, low + 20, 4):
            shift = place % 52
            parts = [part << shift for part in _SUBSETS_BY_SIZE_AND_SUITS[1][mask >> shift & 15]]
            runs = [run | part for run in runs for part in parts]
        found += runs
    return found


def _one_suit_sets(mask: int) -> list[int]:
    """Return all sets of five of these cards of one suit, flushes and straight flushes."""
    found: list[int] = []
    for suit in range(4):
        held = mask & LOW_SUIT << suit
        if held.bit_count() >= MAX_CARDS:
            fives = combinations(strengths_of(held), MAX_CARDS)
            found += [sum(1 << strength for strength in five) for five in fives]
    return found
