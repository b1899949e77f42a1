"""Card arithmetic of Gurch: values, swaps, votes, leads, and the duties of a follower."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from engine.cards import Card, make, packs, rank, suit

VALUE = tuple(rank(card) + 1 if rank(card) else 14 for card in packs(1))
"""Card -> value, 2 … 14; the ace is the highest (R1)."""

MIN_VALUE, MAX_VALUE = 2, 14
"""The lowest and the highest value of a rank."""

TOP_CARD, TOP_VALUE = make("6", "C"), 21
"""The card that is higher than the aces by a house rule, and its value then."""

Values = tuple[int, ...]

VALUES_WITH_TOP_CARD: Values = tuple(TOP_VALUE if card == TOP_CARD else VALUE[card] for card in packs(1))
"""``VALUE`` by the house rule ``top_card``."""

_ORDERS = {
    values: tuple(values[card] * 4 + suit(card) for card in packs(1)) for values in (VALUE, VALUES_WITH_TOP_CARD)
}
ORDER = _ORDERS[VALUE]
"""Card -> sort key, by value; suits only make the order stable."""
ORDER_WITH_TOP_CARD = _ORDERS[VALUES_WITH_TOP_CARD]
"""``ORDER`` by the house rule ``top_card``."""


def _find_cards_outside(values: Values) -> dict[tuple[int, int], frozenset[Card]]:
    """Return the cards outside each range of values, by its lowest and its highest value."""
    return {
        (least, most): frozenset(card for card in packs(1) if not least <= values[card] <= most)
        for least in range(MIN_VALUE, TOP_VALUE + 1)
        for most in range(TOP_VALUE + 1)
    }


_CARDS_OUTSIDE = _find_cards_outside(VALUE)
_CARDS_OUTSIDE_WITH_TOP_CARD = _find_cards_outside(VALUES_WITH_TOP_CARD)

_NO_CARDS: frozenset[Card] = frozenset()

Plays = list[tuple[Card, ...]]


class Duty(NamedTuple):
    """Duty of a follower in a trick of Gurch, and all different plays that fulfil it, from low to high."""

    kind: Literal["win", "beat", "low", "duck", "duck_beat", "ace"]
    """``win``: a winning set (R17); ``beat``: a higher card with the lowest others (R18); ``low``: the lowest (R19).

    By house rules also ``duck``: a winning set or the lowest; ``duck_beat``: a higher card with the lowest, or the
    lowest; ``ace``: the lowest, because of an ace.
    """
    plays: Plays


def in_order(cards: Iterable[Card], values: Values = VALUE) -> list[Card]:
    """Sort cards of Gurch from low (2) to high (ace, or the top card)."""
    return sorted(cards, key=(ORDER if values is VALUE else ORDER_WITH_TOP_CARD).__getitem__)


def rank_of(value: int) -> int:
    """Return the rank index of a card value of Gurch, 2 … 14.

    >>> rank_of(14), rank_of(2), rank_of(13)
    (0, 1, 12)
    """
    return value - 1 if value < 14 else 0


def is_uniform(cards: Sequence[Card], values: Values = VALUE) -> bool:
    """Whether the cards of a play are of one value, as a winning play in Gurch must be (R16, R20)."""
    return len(cards) == 1 or len({values[card] for card in cards}) <= 1


def total(cards: Iterable[Card], values: Values = VALUE) -> int:
    """Return the sum of the cards' values in Gurch (R22)."""
    return sum([values[card] for card in cards])


def leads(held: Sequence[Card], values: Values = VALUE) -> Plays:
    """Return all different leads to a trick from a sorted hand: one to four cards of a rank (R14)."""
    plays: Plays = []
    start = 0
    for i, card in enumerate(held):
        if values[card] != values[held[start]]:
            start = i
        plays.append(tuple(held[start : i + 1]))
    return plays


def duty(
    held: Sequence[Card],
    count: int,
    value_to_match: int,
    *,
    value_to_beat: int = 0,
    equal: bool = False,
    free: bool = False,
    any_ranks: bool = False,
    values: Values = VALUE,
) -> Duty:
    """Return a hand's duty when it follows a lead in Gurch, with the plays that fulfil it.

    Args:
        held: the hand from low to high, at least ``count`` cards.
        count: number of cards led, 1 … 4.
        value_to_match: value for a winning set to match or beat, 2 … 14.
        value_to_beat: value for a single card to beat; 0 for ``value_to_match``.
        equal: whether an equal card counts as higher (a house rule).
        free: whether the lowest cards may be played instead of any others (a house rule).
        any_ranks: whether a winning set may have several ranks; then no card is to be beaten alone (a house rule).
        values: the value of each card.
    """
    if any_ranks:
        lowest = tuple(held[:count])
        sets = _sets_of_any_ranks([card for card in held if values[card] >= value_to_match], count, values)
        if free:
            return Duty("duck" if sets else "low", list(dict.fromkeys((lowest, *sets))))
        return Duty("win", sets) if sets else Duty("low", [lowest])
    last = None
    sets = []
    singles: list[int] = []
    least = (value_to_beat or value_to_match) + (not equal)
    lower = min(value_to_match, least)
    for i, card in enumerate(held):
        value = values[card]
        if value == last or value < lower:
            continue
        last = value
        if value >= value_to_match and i + count <= len(held) and values[held[i + count - 1]] == value:
            sets.append(tuple(held[i : i + count]))
        if value >= least:
            singles.append(i)
    if sets and not free:
        return Duty("win", sets)
    lowest = tuple(held[:count])
    # a high card among the lowest ones gives the play of the lowest cards, which is listed once
    beats: Plays = [(*held[: count - 1], held[i]) for i in singles if i >= count] if count > 1 else []
    if free:
        kind: Literal["duck", "duck_beat", "low"] = "duck" if sets else "duck_beat" if beats else "low"
        return Duty(kind, list(dict.fromkeys((lowest, *beats, *sets))))
    if count == 1 or not singles:
        return Duty("low", [lowest])
    return Duty("beat", [lowest, *beats] if singles[0] < count else beats)


def _sets_of_any_ranks(high: Sequence[Card], count: int, values: Values) -> Plays:
    """Return all different choices of ``count`` cards from these, which are sorted, from low to high."""
    different: dict[tuple[int, ...], tuple[Card, ...]] = {}
    for cards in combinations(high, count):
        different.setdefault(tuple([values[card] for card in cards]), cards)
    return list(different.values())


def cards_ruled_out_by_follow(
    cards: Sequence[Card],
    value_to_match: int,
    *,
    value_to_beat: int = 0,
    equal: bool = False,
    free: bool = False,
    any_ranks: bool = False,
    values: Values = VALUE,
) -> frozenset[Card]:
    """Return the cards that a seat's hand cannot contain after it followed a lead with these cards.

    A seat that does not win has no cards to win with, and none lower than those played.

    Args:
        cards: the cards played, a part of the hand.
        value_to_match: value for a winning set to match or beat.
        value_to_beat: as in ``duty``.
        equal: as in ``duty``.
        free: as in ``duty``; then the hand may have cards to win with.
        any_ranks: as in ``duty``; then a hand that can't win may still have some high cards.
        values: as in ``duty``.
    """
    outside = _CARDS_OUTSIDE if values is VALUE else _CARDS_OUTSIDE_WITH_TOP_CARD
    if len(cards) == 1:
        value = values[cards[0]]
        if value >= value_to_match:
            return _NO_CARDS
        return outside[value, TOP_VALUE if free else value_to_match - 1]
    played = sorted([values[card] for card in cards])
    if played[0] >= value_to_match and (any_ranks or played[0] == played[-1]):
        return _NO_CARDS
    if any_ranks:
        return outside[played[-1], TOP_VALUE]
    highest_losing = (value_to_beat or value_to_match) - equal
    if played[-1] > highest_losing:
        return outside[played[-2], TOP_VALUE]
    return outside[played[-1], TOP_VALUE if free else highest_losing]


def cards_below(cards: Sequence[Card], values: Values = VALUE) -> frozenset[Card]:
    """Return the cards lower than all that a seat played as its lowest."""
    outside = _CARDS_OUTSIDE if values is VALUE else _CARDS_OUTSIDE_WITH_TOP_CARD
    return outside[max(values[card] for card in cards), TOP_VALUE]


@lru_cache(maxsize=1 << 10)
def bounds_of_other_values(cards: frozenset[Card], *, has_top_card: bool = False) -> tuple[int, int]:
    """Return the lowest and the highest value with a card that is not among these; 14 and 2 if there is none."""
    values = VALUES_WITH_TOP_CARD if has_top_card else VALUE
    others = {values[card] for card in packs(1) if card not in cards}
    return min(others, default=MAX_VALUE), max(others, default=MIN_VALUE)


def swaps(held: Sequence[Card], up: Sequence[Card], count: int, values: Values = VALUE) -> Plays:
    """Return all different choices of ``count`` cards to swap; the up-card differs from equal ranks in the hand."""
    kinds = {card: values[card] for card in held} | {card: -values[card] for card in up}
    different: dict[tuple[int, ...], tuple[Card, ...]] = {}
    for cards in combinations(kinds, count):
        different.setdefault(tuple([kinds[card] for card in cards]), cards)
    return list(different.values())


def vote_result(votes: Sequence[int], *, strict: bool = False) -> int:
    """Return the result of the vote in Gurch (R9): the number with the most votes, the lowest in a tie.

    With ``strict``, if no number has more than half of the votes, the lowest voted number wins.

    >>> vote_result([5, 5, 4, 4, 1]), vote_result([5, 5, 4, 4, 1], strict=True)
    (4, 1)
    """
    count = Counter(votes)
    most = max(count.values())
    if strict and most * 2 <= len(votes):
        return min(votes)
    return min(number for number, times in count.items() if times == most)
