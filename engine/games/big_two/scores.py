"""Points of a deal of Big Two for the cards left in a hand, by house rule (big_two.R15)."""

from collections.abc import Sequence
from typing import Literal

from engine.cards import RANKS, SUITS, Card, rank
from engine.moves import Note

Scoring = Literal["linear", "hk", "bands", "twos_cost_five", "by_rank", "places"]

_TWO = RANKS.index("2")
_TEN = 10


def card_costs(hand: Sequence[Card], scoring: Scoring) -> tuple[int, ...]:
    """Return the points that each card left in a hand costs, before they are multiplied for large hands."""
    if scoring == "twos_cost_five":
        return tuple(1 + 4 * (rank(card) == _TWO) for card in hand)
    if scoring == "by_rank":
        return tuple(min(rank(card) + 1, _TEN) for card in hand)
    return (1,) * len(hand)


def find_card_factor(count: int, scoring: Scoring) -> int:
    """Return the factor by which the costs of ``count`` cards left are multiplied."""
    if scoring == "hk":
        return 3 if count >= 13 else 2 if count >= 10 else 1
    if scoring == "bands":
        return 3 if count >= 10 else 2 if count >= 5 else 1
    return 1


def points_lost(hand: Sequence[Card], scoring: Scoring) -> int:
    """Return the points that the cards left in a hand cost; with ``places``, one point a card, which is not scored."""
    return sum(card_costs(hand, scoring)) * find_card_factor(len(hand), scoring)


def max_points_lost(card_count: int, scoring: Scoring) -> int:
    """Return the points that the most expensive hand of this many cards costs."""
    if scoring == "by_rank":
        return _TEN * card_count
    if scoring == "twos_cost_five":
        return card_count + 4 * len(SUITS)
    return points_lost((Card(0),) * card_count, scoring)


def describe_count(hand: Sequence[Card], scoring: Scoring) -> Note | None:
    """Return a note on how the cards left are counted; None if each costs one point."""
    count = len(hand)
    if points_lost(hand, scoring) == count:
        return None
    if (factor := find_card_factor(count, scoring)) > 1:
        return Note("times", {"n": count, "factor": factor})
    return Note("twos" if scoring == "twos_cost_five" else "by_rank", {"n": count})
