"""What RoPeD counts: matching cards, sets of four, points (rules R3, R10, R14, R16, R24, R25)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from engine.cards import RANKS, Card, rank

FOUR = 4
ACE = RANKS.index("A")
KING = RANKS.index("K")

SUIT, FLUSH, KIND = "suit", "flush", "kind"
"""The kinds of set: four of a suit, straight flush, four of a kind."""

FACTORS = {SUIT: 1, FLUSH: 2, KIND: 3}
HIGH_ACE = 11
"""What an ace counts in a straight flush, at either end (R16, D14)."""

_ROYAL = (ACE, KING - 2, KING - 1, KING)
_VALUES = tuple(min(index + 1, 10) for index in range(len(RANKS)))
"""By rank index: an ace counts 1, royal cards 10, the others their face value."""


def matches(card: Card, other: Card) -> bool:
    """Whether two cards have the same suit or the same rank (R3, R11)."""
    return (card ^ other) & 3 == 0 or card >> 2 == other >> 2


def kind_of(cards: Sequence[Card]) -> str:
    """The kind of set that these cards are, the best one; empty when they are none (R14)."""
    if len(set(cards)) != FOUR or len(cards) != FOUR:
        return ""
    if len({card & 3 for card in cards}) == 1:
        ranks = tuple(sorted(map(rank, cards)))
        straight = ranks[-1] - ranks[0] == FOUR - 1 or ranks == _ROYAL
        return FLUSH if straight else SUIT
    return KIND if len(set(map(rank, cards))) == 1 else ""


def points_of(cards: Sequence[Card]) -> int:
    """What a set is worth (R24); 0 for cards that are no set.

    >>> from engine.cards import cards
    >>> points_of(cards("AS 2S 3S 4S")), points_of(cards("AC 5C 9C KC")), points_of(cards("7C 7D 7H 7S"))
    (40, 25, 84)
    """
    kind = kind_of(cards)
    if not kind:
        return 0
    ace = HIGH_ACE if kind == FLUSH else 1
    return FACTORS[kind] * sum(value(card, ace) for card in cards)


def value(card: Card, ace: int) -> int:
    """Points of one card, an ace counting as given."""
    index = rank(card)
    return _VALUES[index] if index else ace


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a set as they are laid side by side: from the lowest up, an ace over a king after it (R16)."""
    laid = sorted(cards)
    if kind_of(laid) == FLUSH and (rank(laid[0]), rank(laid[-1])) == (ACE, KING):
        laid.append(laid.pop(0))
    return tuple(laid)


def serves(card: Card, hand: Iterable[Card]) -> bool:
    """Whether some set of four with this card lies in a hand that has it (R10)."""
    suited = ranked = 0
    for other in hand:
        suited += (other ^ card) & 3 == 0
        ranked += other >> 2 == card >> 2
    return suited >= FOUR or ranked >= FOUR


def sets_in(hand: Iterable[Card]) -> list[tuple[Card, ...]]:
    """Every set of four in a hand, each sorted; of each suit the most valuable first, four of a kind last."""
    masks = [0, 0, 0, 0]
    for card in hand:
        masks[card & 3] |= 1 << (card >> 2)
    found: list[tuple[Card, ...]] = []
    for suit, mask in enumerate(masks):
        if mask.bit_count() >= FOUR:
            found += _suited(suit, mask)
    common = masks[0] & masks[1] & masks[2] & masks[3]
    while common:
        index = (common & -common).bit_length() - 1
        found.append(tuple(Card(index * 4 + suit) for suit in range(4)))
        common &= common - 1
    return found


@lru_cache(maxsize=256)
def _suited(suit: int, mask: int) -> tuple[tuple[Card, ...], ...]:
    """All sets from the cards of one suit, the most valuable first; there are up to 715 of them."""
    own = [Card(index * 4 + suit) for index in range(len(RANKS)) if mask >> index & 1]
    return tuple(sorted(combinations(own, FOUR), key=points_of, reverse=True))
