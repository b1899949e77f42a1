"""Card arithmetic of RoPeD: matching cards, sets, points (R3, R10, R14, R16, R24, R25)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from engine.cards import RANKS, Card, rank

FOUR = 4
ACE = RANKS.index("A")
KING = RANKS.index("K")

FOUR_OF_SUIT, STRAIGHT_FLUSH, FOUR_OF_KIND = "suit", "flush", "kind"
"""Kinds of sets: four of a suit, straight flush, four of a kind."""

FACTORS = {FOUR_OF_SUIT: 1, STRAIGHT_FLUSH: 2, FOUR_OF_KIND: 3}
HIGH_ACE_POINTS = 11
"""Points of an ace at either end of a straight flush (R16, D14)."""

_VALUES = tuple(min(index + 1, 10) for index in range(len(RANKS)))
"""Rank index -> points: an ace counts 1, court cards 10, others their number."""


def matches(card: Card, other: Card) -> bool:
    """Whether two cards have the same suit or rank (R3, R11)."""
    return (card ^ other) & 3 == 0 or card >> 2 == other >> 2


def kind_of(cards: Sequence[Card], corner: bool = False) -> str:
    """Return the best kind of RoPeD set that these cards form (R14); empty if they form none.

    A set of a suit may have more than four cards, by the house rule ``add_cards``. ``corner`` says whether a straight
    flush may go round the corner, like K A 2 3 (R16).
    """
    count = len(cards)
    if count < FOUR or len(set(cards)) != count:
        return ""
    if len({card & 3 for card in cards}) == 1:
        ranks = sorted(map(rank, cards))
        lowest = _lowest_of_wrapped(ranks)
        is_wrapped = lowest > ACE and (corner or lowest == ranks[1])
        straight = is_wrapped or ranks[-1] - ranks[0] == count - 1
        return STRAIGHT_FLUSH if straight else FOUR_OF_SUIT
    return FOUR_OF_KIND if len(set(map(rank, cards))) == 1 else ""


def _lowest_of_wrapped(ranks: Sequence[int]) -> int:
    """Return the lowest rank of a row that goes on from the king to the ace, -1 for other ranks, sorted."""
    if ranks[0] != ACE or ranks[-1] != KING:
        return -1
    after_gap = [higher for lower, higher in pairwise(ranks) if higher - lower > 1]
    return after_gap[0] if len(after_gap) == 1 else -1


@lru_cache(maxsize=1 << 12)
def set_points(cards: tuple[Card, ...], corner: bool = False) -> int:
    """Return the points of a set (R24); 0 for cards that are no set. ``corner`` as in ``kind_of``.

    >>> from engine.cards import cards
    >>> set_points(cards("AS 2S 3S 4S")), set_points(cards("AC 5C 9C KC")), set_points(cards("7C 7D 7H 7S"))
    (40, 25, 84)
    """
    values, factor = values_and_factor(cards, corner)
    return factor * sum(values)


def values_and_factor(cards: Sequence[Card], corner: bool = False) -> tuple[tuple[int, ...], int]:
    """Return the values of a set's cards and the factor of their sum (R16, R24); 0 for cards that are no set.

    ``corner`` as in ``kind_of``.

    >>> from engine.cards import cards
    >>> values_and_factor(cards("9H TH JH QH"))
    ((9, 10, 10, 10), 2)
    """
    kind = kind_of(cards, corner)
    ace = HIGH_ACE_POINTS if kind == STRAIGHT_FLUSH else 1
    return tuple(value(card, ace) for card in cards), FACTORS.get(kind, 0)


def points_added(lying: Sequence[Card], card: Card, corner: bool = False) -> int:
    """Return the points that a card adds to a set (R14, house rule ``add_cards``); 0 if it can't be added.

    It must be of the suit, and for a straight flush be its next card at either end. ``corner`` as in ``kind_of``.
    """
    longer = (*lying, card)
    kind = kind_of(longer, corner)
    if not kind or (kind != STRAIGHT_FLUSH and kind_of(lying, corner) == STRAIGHT_FLUSH):
        return 0
    return set_points(longer, corner) - set_points(tuple(lying), corner)


def value(card: Card, ace_points: int) -> int:
    """Return the points of a card in RoPeD, with ``ace_points`` points for an ace."""
    index = rank(card)
    return _VALUES[index] if index else ace_points


def in_display_order(cards: Iterable[Card], corner: bool = False) -> tuple[Card, ...]:
    """Sort the cards of a set for display: lowest card first, an ace above the king after it (R16)."""
    laid = sorted(cards)
    lowest = _lowest_of_wrapped([rank(card) for card in laid])
    if lowest > 0 and kind_of(laid, corner) == STRAIGHT_FLUSH:
        laid.sort(key=lambda card: (rank(card) < lowest, card))
    return tuple(laid)


def has_set_with(card: Card, hand_with_card: Iterable[Card]) -> bool:
    """Whether a hand that contains this card has a set of four with it (R10)."""
    suited = ranked = 0
    for other in hand_with_card:
        suited += (other ^ card) & 3 == 0
        ranked += other >> 2 == card >> 2
    return suited >= FOUR or ranked >= FOUR


def sets_in(hand: Iterable[Card], corner: bool = False) -> list[tuple[Card, ...]]:
    """Return all sets of four in a hand: by suit, the most valuable first, then four of a kind.

    ``corner`` as in ``kind_of``.
    """
    masks = [0, 0, 0, 0]
    for card in hand:
        masks[card & 3] |= 1 << (card >> 2)
    found: list[tuple[Card, ...]] = []
    for suit, mask in enumerate(masks):
        if mask.bit_count() >= FOUR:
            found += _sets_of_suit(suit, mask, corner)
    common = masks[0] & masks[1] & masks[2] & masks[3]
    while common:
        index = (common & -common).bit_length() - 1
        found.append(tuple(Card(index * 4 + suit) for suit in range(4)))
        common &= common - 1
    return found


@lru_cache(maxsize=256)
def _sets_of_suit(suit: int, mask: int, corner: bool) -> tuple[tuple[Card, ...], ...]:
    """Return all sets of four from cards of one suit, the most valuable first; up to 715."""
    own = [Card(index * 4 + suit) for index in range(len(RANKS)) if mask >> index & 1]
    return tuple(sorted(combinations(own, FOUR), key=lambda four: set_points(four, corner), reverse=True))
