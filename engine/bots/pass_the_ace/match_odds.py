"""Chances to win a match of Pass the Ace, from the lives left (rules R11, R14 … R16)."""

from engine.games.pass_the_ace import PassTheAce
from engine.moves import Seat

LIVES_EXPONENT = 2.1
"""Exponent on the lives: two lives win about 2 ** 2.1 times as often as one.

Fitted to a Markov model of equally strong players. The chances differ from its by 0.01 on average, 0.06 at most.
"""


def match_win_chance(playout: PassTheAce, seat: Seat) -> float:
    """Return a seat's chance, 0 … 1, to win the match of Pass the Ace after a finished round."""
    lives = playout.lives
    if not any(lives):
        everyone = playout.options.double_game == "everyone"
        return 1 / playout.seats if everyone else (seat in playout.dealt_seats) / len(playout.dealt_seats)
    return float(lives[seat] ** LIVES_EXPONENT / sum(count**LIVES_EXPONENT for count in lives))
