"""Card arithmetic of Gurch: values, swaps, votes, leads, and the duties of a follower."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from engine.cards import Card, packs, rank, suit

VALUE = tuple(rank(card) + 1 if rank(card) else 14 for card in packs(1))
"""Card -> value, 2 … 14; the ace is the highest (R1)."""

MIN_VALUE, MAX_VALUE = 2, 14
"""The lowest and the highest value."""

ORDER = tuple(VALUE[card] * 4 + suit(card) for card in packs(1))
"""Card -> sort key, by value; suits only make the order stable."""

_CARDS_OUTSIDE = {
    (least, most): frozenset(card for card in packs(1) if not least <= VALUE[card] <= most)
    for least in range(MIN_VALUE, MAX_VALUE + 1)
    for most in range(MAX_VALUE + 1)
}
"""Lowest and highest value -> all cards outside that range."""

Plays = list[tuple[Card, ...]]


class Duty(NamedTuple):
    """Duty of a follower in a trick of Gurch, and all different plays that fulfil it, from low to high."""

    kind: Literal["win", "beat", "low"]
    """``win``: a winning set (R17); ``beat``: a higher card with the lowest others (R18); ``low``: the lowest (R19)."""
    plays: Plays


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Sort cards of Gurch from low (2) to high (ace)."""
    return sorted(cards, key=ORDER.__getitem__)


def rank_of(value: int) -> int:
    """Return the rank index of a card value of Gurch, 2 … 14.

    >>> rank_of(14), rank_of(2), rank_of(13)
    (0, 1, 12)
    """
    return value - 1 if value < 14 else 0


def is_uniform(cards: Sequence[Card]) -> bool:
    """Whether the cards of a play are of one rank, as a winning play in Gurch must be (R16, R20)."""
    return len(set(map(rank, cards))) <= 1


def total(cards: Iterable[Card]) -> int:
    """Return the sum of the cards' values in Gurch (R22)."""
    return sum(VALUE[card] for card in cards)


def leads(held: Sequence[Card]) -> Plays:
    """Return all different leads to a trick from a sorted hand: one to four cards of a rank (R14)."""
    plays: Plays = []
    start = 0
    for i, card in enumerate(held):
        if VALUE[card] != VALUE[held[start]]:
            start = i
        plays.append(tuple(held[start : i + 1]))
    return plays


def duty(held: Sequence[Card], count: int, value_to_match: int, *, equal: bool = False) -> Duty:
    """Return a hand's duty when it follows a lead in Gurch, with the plays that fulfil it.

    Args:
        held: the hand from low to high, at least ``count`` cards.
        count: number of cards led, 1 … 4.
        value_to_match: value to match or beat, 2 … 14.
        equal: whether an equal card counts as higher (a house rule).
    """
    last = None
    sets: Plays = []
    singles: list[int] = []
    least = value_to_match if equal else value_to_match + 1
    for i, card in enumerate(held):
        value = VALUE[card]
        if value == last or value < value_to_match:
            continue
        last = value
        if i + count <= len(held) and VALUE[held[i + count - 1]] == value:
            sets.append(tuple(held[i : i + count]))
        if value >= least:
            singles.append(i)
    if sets:
        return Duty("win", sets)
    lowest = tuple(held[:count])
    if count == 1 or not singles:
        return Duty("low", [lowest])
    beats: Plays = [lowest] if singles[0] < count else []
    # a high card among the lowest ones gives the play of the lowest cards, which is listed once
    beats += [(*held[: count - 1], held[i]) for i in singles if i >= count]
    return Duty("beat", beats)


def cards_ruled_out_by_follow(cards: Sequence[Card], value_to_match: int, *, equal: bool = False) -> frozenset[Card]:
    """Return the cards that a seat's hand cannot contain after it followed a lead with these cards.

    A seat that does not win has no cards to win with, and none lower than those played.

    Args:
        cards: the cards played, a part of the hand.
        value_to_match: value to match or beat.
        equal: as in ``duty``.
    """
    values = sorted([VALUE[card] for card in cards])
    if values[0] == values[-1] >= value_to_match:
        return _CARDS_OUTSIDE[MIN_VALUE, MAX_VALUE]
    if values[-1] > value_to_match or (equal and values[-1] == value_to_match):
        return _CARDS_OUTSIDE[values[-2], MAX_VALUE]
    return _CARDS_OUTSIDE[values[-1], value_to_match - 1 if len(cards) == 1 or equal else value_to_match]


@lru_cache(maxsize=1 << 10)
def bounds_of_other_values(cards: frozenset[Card]) -> tuple[int, int]:
    """Return the lowest and the highest value with a card that is not among these; 14 and 2 if there is none."""
    others = {VALUE[card] for card in packs(1) if card not in cards}
    return min(others, default=MAX_VALUE), max(others, default=MIN_VALUE)


def swaps(held: Sequence[Card], up: Sequence[Card], count: int) -> Plays:
    """Return all different choices of ``count`` cards to swap; the up-card differs from equal ranks in the hand."""
    kinds = {card: VALUE[card] for card in held} | {card: -VALUE[card] for card in up}
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


def settle_points(
    seat_count: int, points_per_winner: int, winners: Sequence[int], losers: Sequence[int], *, losers_pay: bool
) -> list[int]:
    """Return the points of a deal of Gurch by seat (R23): each winner gets ``points_per_winner``.

    With ``losers_pay`` the losers pay the shares. If these cannot be divided equally, the first losers pay one more.
    Without losers all get 0 points.
    """
    points = [0] * seat_count
    if losers_pay and not losers:
        return points
    for seat in winners:
        points[seat] = points_per_winner
    for place, seat in enumerate(losers if losers_pay else ()):
        each, odd = divmod(points_per_winner * len(winners), len(losers))
        points[seat] = -each - (place < odd)
    return points
