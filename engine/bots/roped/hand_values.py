"""Values of RoPeD hands between two turns, and the sets in them, in dictionaries filled on demand."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.bots.roped.position import COSTS, SUITS, bits
from engine.cards import Card
from engine.games.roped.sets import ACE, FACTORS, FOUR, FOUR_OF_KIND, KING, set_points

MAX_WEIGHTED_HAND_SIZE = 9
"""Maximum hand size that the weights distinguish; larger hands count as this size."""
STANDARD_BONUS = 100
"""Bonus for the first seat without cards for which the weights hold, in points (R23)."""
_MAX_CACHED_HANDS = 20_000
"""Maximum number of cached hands."""
_STRAIGHT_FLUSHES = tuple(
    sum(1 << (rank << 2) for rank in ranks)
    for ranks in (*(range(low, low + FOUR) for low in range(10)), (ACE, KING - 2, KING - 1, KING))
)
"""Bit sets of the straight flushes of one suit, shifted down to clubs."""


class HandWeights(NamedTuple):
    """Weights for the value of a RoPeD hand in one phase of the deal, in points unless stated otherwise."""

    by_size_and_longest_suit: tuple[tuple[float, ...], ...]
    """Value by number of cards in the hand (0 … 9) and by length of the longest suit (0 … 4 or more)."""
    kept_set_fraction: float
    """Value of a complete set kept for a later turn, as a fraction of its points."""
    beside_set_deduction_fraction: float
    """Deduction for more cards of the suit beside a complete set, as a fraction of the set's points."""
    suited_three_fraction: float
    """Value of three cards of a suit, as a fraction of their points."""
    suited_two_fraction: float
    """Value of two cards of a suit, as a fraction of their points."""
    three_of_kind_fraction: float
    """Value of three of a kind, as a fraction of the points of four of a kind."""
    held_cost_fraction: float
    """Cost of a card in the hand, as a fraction of its cost at the end of the deal."""
    ace_bonus: float
    """Bonus for each ace in the hand, which may rope a set."""
    straight_flush_increase: float = 0.15
    """Increase of ``suited_three_fraction`` for three cards of a straight flush, as a fraction."""


def _points(mask: int) -> int:
    """Return the points of RoPeD cards of one suit as members of a set of that suit."""
    costs = COSTS[1]
    return sum([costs[card] for card in bits(mask)])


class BestSuitSets(dict[int, tuple[tuple[int, int], ...]]):
    """Cache: bit set of one suit's cards, shifted down to clubs -> points and cards of RoPeD sets to lay, best first.

    These are the most valuable set and, if that has no ace, the most valuable one with the ace, which can't be roped.
    """

    def __missing__(self, mask: int) -> tuple[tuple[int, int], ...]:
        cards = [Card(card) for card in bits(mask)]
        fours = sorted((set_points(four), sum(1 << card for card in four)) for four in combinations(cards, FOUR))[::-1]
        best = fours[:1]
        if mask & 1 and not best[0][1] & 1:
            best.append(next(four for four in fours if four[1] & 1))
        self[mask] = found = tuple(best)
        return found


BEST_SUIT_SETS = BestSuitSets()


class SuitValues(dict[int, float]):
    """Cache: bit set of one suit's cards, shifted down to clubs -> value of these cards in a RoPeD hand."""

    def __init__(self, weights: HandWeights, ace: int) -> None:
        super().__init__()
        self.weights, self.costs = weights, COSTS[ace]

    def __missing__(self, mask: int) -> float:
        weights, count = self.weights, mask.bit_count()
        total = 0.0
        if count >= FOUR:
            points, four = BEST_SUIT_SETS[mask][0]
            total += (
                weights.kept_set_fraction * points
                + self[mask ^ four]
                - (weights.beside_set_deduction_fraction * points if four != mask else 0.0)
            )
        else:
            total += weights.ace_bonus * (mask & 1) - weights.held_cost_fraction * sum(
                [self.costs[card] for card in bits(mask)]
            )
            if count == 3:
                close = any((mask & window).bit_count() == 3 for window in _STRAIGHT_FLUSHES)
                total += weights.suited_three_fraction * _points(mask) * (1 + weights.straight_flush_increase * close)
            elif count == 2:
                total += weights.suited_two_fraction * _points(mask)
        self[mask] = total
        return total


class HandValues(dict[int, float]):
    """Cache: RoPeD hand as a bit set -> its value between two turns in one phase of the deal."""

    def __init__(self, weights: HandWeights, ace: int, bonus: int = STANDARD_BONUS) -> None:
        """Make the cache for two house rules of RoPeD: the cost of an ace in hand and the bonus, both in points."""
        super().__init__()
        self.weights, self.suits, self.bonus = weights, SuitValues(weights, ace), bonus

    def __missing__(self, hand: int) -> float:
        if len(self) > _MAX_CACHED_HANDS:
            self.clear()
        weights, suits = self.weights, self.suits
        clubs, diamonds, hearts, spades = (
            hand & SUITS[0],
            (hand & SUITS[1]) >> 1,
            (hand & SUITS[2]) >> 2,
            (hand & SUITS[3]) >> 3,
        )
        longest = max(clubs.bit_count(), diamonds.bit_count(), hearts.bit_count(), spades.bit_count())
        total = weights.by_size_and_longest_suit[min(hand.bit_count(), MAX_WEIGHTED_HAND_SIZE)][min(longest, FOUR)]
        total += suits[clubs] + suits[diamonds] + suits[hearts] + suits[spades]
        three = (clubs & diamonds & (hearts | spades)) | ((clubs | diamonds) & hearts & spades)
        if three:
            four = clubs & diamonds & hearts & spades
            for low in bits(three):
                whole = FACTORS[FOUR_OF_KIND] * FOUR * COSTS[1][low]
                total += (weights.kept_set_fraction if four >> low & 1 else weights.three_of_kind_fraction) * whole
        if not hand:
            total += self.bonus - STANDARD_BONUS
        self[hand] = total
        return total


class BestHandSets(dict[int, tuple[tuple[int, int], ...]]):
    """Cache: RoPeD hand as a bit set -> points and cards of the sets in it worth laying, which may share cards."""

    def __missing__(self, hand: int) -> tuple[tuple[int, int], ...]:
        if len(self) > _MAX_CACHED_HANDS:
            self.clear()
        found = []
        for suit in range(4):
            mask = hand & SUITS[suit]
            if mask.bit_count() >= FOUR:
                found += [(points, four << suit) for points, four in BEST_SUIT_SETS[mask >> suit]]
        for low in bits(hand & hand >> 1 & hand >> 2 & hand >> 3 & SUITS[0]):
            found.append((FACTORS[FOUR_OF_KIND] * FOUR * COSTS[1][low], 15 << low))
        self[hand] = sets = tuple(found)
        return sets


BEST_SETS_BY_HAND = BestHandSets()


class BestSuitSetWith(dict[tuple[int, int], tuple[int, int]]):
    """Cache: bit set of a suit's cards, shifted down to clubs, and a card -> points and cards of its best RoPeD set."""

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int]:
        mask, low = key
        four = max(combinations(bits(mask ^ low), FOUR - 1), key=lambda three: _set_points(three, low))
        self[key] = found = (_set_points(four, low), low | sum(1 << card for card in four))
        return found


def _set_points(three: Sequence[int], card_bit: int) -> int:
    return set_points(tuple(Card(card) for card in (*three, card_bit.bit_length() - 1)))


BEST_SUIT_SETS_WITH = BestSuitSetWith()


def best_sets_with(hand: int, card: int) -> Sequence[tuple[int, int]]:
    """Return points and cards of the best RoPeD sets with a card: a set of its suit, a set of its rank, if possible."""
    found = []
    suit, low = card & 3, card & ~3
    mask = hand & SUITS[suit]
    if mask.bit_count() >= FOUR:
        points, four = BEST_SUIT_SETS_WITH[mask >> suit, 1 << low]
        found.append((points, four << suit))
    if hand >> low & 15 == 15:
        found.append((FACTORS[FOUR_OF_KIND] * FOUR * COSTS[1][low], 15 << low))
    return found
