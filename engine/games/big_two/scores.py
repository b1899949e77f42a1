"""Points of a deal of Big Two for the cards left in a hand, by house rule (big_two.R15)."""

from collections.abc import Sequence
from typing import Literal

from engine.cards import RANKS, Card, rank
from engine.moves import Note

Scoring = Literal["linear", "hk", "bands", "twos_cost_five", "by_rank", "places"]

_TWO = RANKS.index("2")
_TEN = 10


def find_card_factor(count: int, scoring: Scoring) -> int:
    """Return the points that each of ``count`` cards left costs, apart from its rank."""
    if scoring == "hk":
        return 3 if count >= 13 else 2 if count >= 10 else 1
    if scoring == "bands":
        return 3 if count >= 10 else 2 if count >= 5 else 1
    return 1


def points_lost(hand: Sequence[Card], scoring: Scoring) -> int:
    """Return the points that the cards left in a hand cost; with ``places``, one point a card, which is not scored."""
    count = len(hand)
    if scoring == "twos_cost_five":
        return count + 4 * sum(rank(card) == _TWO for card in hand)
    if scoring == "by_rank":
        return sum(min(rank(card) + 1, _TEN) for card in hand)
    return count * find_card_factor(count, scoring)


def describe_count(hand: Sequence[Card], scoring: Scoring) -> Note | None:
    """Return a note on how the cards left are counted; None if each costs one point."""
    count = len(hand)
    if points_lost(hand, scoring) == count:
        return None
    if (factor := find_card_factor(count, scoring)) > 1:
        return Note("times", {"n": count, "factor": factor})
    return Note("twos" if scoring == "twos_cost_five" else "by_rank", {"n": count})
