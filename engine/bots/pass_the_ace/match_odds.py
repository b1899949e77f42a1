"""Chances to win a match of Pass the Ace, from the lives left (rules R11, R14 … R16).

A Markov model of equally strong players. With three or more left, each is equally likely to lose a round, as the dealer
changes; sometimes two lose together. With two left, it matters who deals: the dealer acts last, with a large advantage
if the house rules allow the swap with the neighbour. ``build/solve_pass_the_ace.py`` prints the rates.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

DOUBLE_LOSS_CHANCES = (0.0, 0.0, 0.06, 0.09, 0.11, 0.14, 0.17, 0.20, 0.22)
"""Probability that two players lose a round together, by number of players left."""
FIRST_LOSES_CHANCE_BY_DECK_ONLY = {False: 0.68, True: 0.47}
"""``deck_only`` -> probability that, of two players left, the one who doesn't deal loses a round alone."""


@cache
def duel_win_chance(own: int, other: int, first: bool, deck_only: bool) -> float:
    """Return the chance, 0 … 1, to win Pass the Ace with two players left; ``first`` if the opponent deals.

    If both go out together, it is 0.5.
    """
    if not own or not other:
        return 0.5 if own == other else float(own > 0)
    alone = FIRST_LOSES_CHANCE_BY_DECK_ONLY[deck_only]
    both = DOUBLE_LOSS_CHANCES[2]
    lose, win = (alone, 1 - both - alone) if first else (1 - both - alone, alone)
    return (
        lose * duel_win_chance(own - 1, other, not first, deck_only)
        + win * duel_win_chance(own, other - 1, not first, deck_only)
        + both * duel_win_chance(own - 1, other - 1, not first, deck_only)
    )


@cache
def win_chance(own: int, others: tuple[int, ...], deck_only: bool) -> float:
    """Return the chance, 0 … 1, to win a match of Pass the Ace with these lives left.

    ``others`` are the opponents' lives in ascending order, without players who are out.
    """
    if not own:
        return 0.0
    if not others:
        return 1.0
    if len(others) == 1:
        return (
            duel_win_chance(own, others[0], True, deck_only) + duel_win_chance(own, others[0], False, deck_only)
        ) / 2
    players = len(others) + 1
    both = DOUBLE_LOSS_CHANCES[players]
    single, pair = (1 - both) / players, both / (players * (players - 1) / 2)
    total = single * win_chance(own - 1, others, deck_only)
    counts = sorted(Counter(others).items())
    for index, (lives, count) in enumerate(counts):
        less = _after_loss(others, lives)
        total += count * single * win_chance(own, less, deck_only) + count * pair * win_chance(own - 1, less, deck_only)
        if count > 1:
            total += count * (count - 1) / 2 * pair * win_chance(own, _after_loss(others, lives, lives), deck_only)
        for more, many in counts[index + 1 :]:
            total += count * many * pair * win_chance(own, _after_loss(others, lives, more), deck_only)
    return total


def _after_loss(others: tuple[int, ...], *losing: int) -> tuple[int, ...]:
    """Return the other Pass the Ace players' lives after some lost one; ``losing`` are the losers' lives before."""
    left = list(others)
    for lives in losing:
        left.remove(lives)
    return tuple(sorted(left + [lives - 1 for lives in losing if lives > 1]))


def win_chance_after_round(
    lives: Sequence[int], losers: int, me: int, *, double_game: str, deck_only: bool, already_out: int
) -> float:
    """Return a player's chance, 0 … 1, to win the match of Pass the Ace after a round.

    Args:
        lives: of each player before the round, in turn order, the dealer last.
        losers: bit set of the players who lose a life, by index in the turn order.
        me: index of the player in the turn order.
        double_game: value of the house rule "double game" (R16).
        deck_only: whether the dealer may only swap with the stock (R9).
        already_out: number of players out before the round.
    """
    left = [count - (losers >> place & 1) for place, count in enumerate(lives)]
    others = sorted(count for place, count in enumerate(left) if count and place != me)
    if not others and not left[me]:
        return 1 / (len(lives) + (already_out if double_game == "everyone" else 0))
    if len(others) == 1 and left[me]:
        ring = [place for place, count in enumerate(left) if count]
        return duel_win_chance(left[me], others[0], ring[0] != me, deck_only)  # the first one left deals next
    return win_chance(left[me], tuple(others), deck_only)
