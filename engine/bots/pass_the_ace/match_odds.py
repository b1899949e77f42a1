"""Chances to win a match of Pass the Ace, from the lives left (rules R11, R14 … R16)."""

from collections.abc import Sequence

from engine.games.pass_the_ace import PassTheAce
from engine.moves import Seat

LIVES_EXPONENT = 2.1
"""Exponent on the lives: two lives win about 2 ** 2.1 times as often as one.

Fitted to a Markov model of equally strong players. The chances differ from its by 0.01 on average, 0.06 at most.
"""


def match_win_chance(playout: PassTheAce, seat: Seat) -> float:
    """Return a seat's chance, 0 … 1, to win the match of Pass the Ace after a finished round."""
    if any(playout.lives):
        return _chance_by_lives(_expected_lives(playout, playout.lives, len(playout.extra_life_seats)), seat)
    everyone = playout.options.double_game == "everyone"
    return 1 / playout.seats if everyone else (seat in playout.dealt_seats) / len(playout.dealt_seats)


def lead_in_lives(playout: PassTheAce, seat: Seat) -> float:
    """Return the value of a finished round for a seat that wants to win the match, in its own lives.

    0 if nobody loses a life, -1 if the seat alone loses one, and more than 0 if others do.
    """
    saved = _seats_just_saved(playout)
    before = _expected_lives(playout, playout.lives_at_deal, len(playout.extra_life_seats) - saved)
    alone = [lives - (other == seat) for other, lives in enumerate(before)]
    chance = _chance_by_lives(before, seat)
    return (match_win_chance(playout, seat) - chance) / (chance - _chance_by_lives(alone, seat))


def _seats_just_saved(playout: PassTheAce) -> int:
    """Return how many seats got the extra life for the first one out in the round just played."""
    lost = playout.history[-1]
    return sum(
        lives + lost[other] <= 0 < playout.lives[other]
        for other, lives in enumerate(playout.lives_at_deal)
        if lives and other in playout.extra_life_seats
    )


def _expected_lives(playout: PassTheAce, lives: Sequence[int], extra_lives_taken: int) -> Sequence[float]:
    """Return the lives, with the extra life for the first one out shared by the seats with the fewest."""
    if playout.options.extra_life != "first" or extra_lives_taken:
        return lives
    fewest = min(filter(None, lives))
    share = 1 / lives.count(fewest)
    return [count + share * (count == fewest) for count in lives]


def _chance_by_lives(lives: Sequence[float], seat: Seat) -> float:
    return float(lives[seat] ** LIVES_EXPONENT / sum(count**LIVES_EXPONENT for count in lives))
