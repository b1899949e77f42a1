"""How strong a person plays a game, on one scale with the levels of the computer characters, and how sure that is.

The scale is the one known from chess: whoever stands 400 points above somebody comes in ahead of them ten times as
often as behind them. Medium is 1500 in every game; where the other levels stand was measured (``ANCHORS``) and stays
fixed, so that a person's figure tells something from the first match on and doesn't drift with whom they play.

The model is Plackett's and Luce's (R. D. Luce, *Individual Choice Behavior*, 1959; R. L. Plackett, *The Analysis of
Permutations*, 1975): the first place goes to a player with the chance of their strength over the sum of all, the second
place likewise among those who are left, and so on. The update is algorithm 4 of R. C. Weng and C.-J. Lin, *A Bayesian
Approximation Method for Online Ranking*, JMLR 12 (2011), as the library openskill has it.

As the opponents' strengths are fixed, the places of a match are, for the person, a row of questions: did they come
first among all, if not, second among those left …, until they did. By Luce's axiom the others at each question count as
one opponent with the sum of their strengths. Asked this way nobody's order has to be known where the score tells none:
those who are level with the person are left out, and of two who are ahead, it doesn't matter which is first.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.moves import Seat

TENFOLD = 400.0
"""Points that make the odds ten to one."""
SCALE = TENFOLD / math.log(10)
"""Points that make the odds e to one."""
MIDDLE = 1500.0
"""Medium in every game; and what somebody is taken for who hasn't played."""
UNKNOWN = 300.0
"""Standard deviation of that guess: two people of three play within so many points of Medium."""
DRIFT = 2.0
"""Standard deviation of what somebody learns or forgets from one match to the next: with it old matches count less."""
SURE = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""
_FIXED = 0.01
"""Standard deviation of an opponent's strength: the library divides by it, so it isn't 0."""

ANCHORS: Mapping[str, Mapping[str, float]] = {
    slug: {"easy": 1400, "medium": 1500, "hard": 1600, "master": 1700}
    for slug in ("gurch", "roped", "pass_the_ace", "big_two", "palacio")
}


class Rating(NamedTuple):
    """How strong somebody plays."""

    mu: float = MIDDLE
    """The best guess."""
    sigma: float = UNKNOWN
    """Its standard deviation."""

    @property
    def margin(self) -> float:
        """The strength lies within so many points of ``mu`` with 95 %."""
        return SURE * self.sigma


class Opponent(NamedTuple):
    """Somebody of known strength, and where they came in."""

    mu: float
    place: int
    """From 1; equal ones shared it."""


def places(deals: Sequence[Sequence[int]], winners: Sequence[Seat]) -> tuple[int, ...]:
    """Where each seat of a match came in, from 1; seats that nothing tells apart share a place.

    Winners come first. Others follow by their totals, which are good or bad as the winners' are; equal ones by the
    totals before the last deal that made them equal, so that whoever was out later comes before who was out earlier.

    Args:
        deals: the points of each seat, deal by deal; at least one.
        winners: of the match.

    >>> places([(3, -1, -1, -1)], (0,))
    (1, 2, 2, 2)
    >>> places([(-1, -2, -2), (0, 0, -1), (0, -1, 0)], (0,))
    (1, 2, 3)
    >>> places([(20, 50, 31)], (0,))
    (1, 3, 2)
    """
    totals = [tuple(map(sum, zip(*deals[:count], strict=True))) for count in range(1, len(deals) + 1)]
    last = totals[-1]
    mean = sum(last) / len(last)
    sign = -1 if sum(last[seat] - mean for seat in winners) > 0 else 1
    keys = [
        (seat not in winners, () if seat in winners else tuple(sign * deal[seat] for deal in reversed(totals)))
        for seat in range(len(last))
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def after(before: Rating, opponents: Iterable[Opponent], place: int) -> Rating:
    """The rating after a match.

    Args:
        before: that of the person.
        opponents: the others at the table, at least one.
        place: where the person came in, from 1.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415  # when the first match is over, not at the start

    model = PlackettLuce(beta=SCALE / math.sqrt(2), gamma=lambda *_: 1.0, tau=0.0)  # 2 β² = SCALE²: see ``_field``
    own = model.rating(before.mu, math.hypot(before.sigma, DRIFT))
    left = sorted(opponents, key=lambda one: one.place)
    for ahead, group in groupby(left[:], key=lambda one: one.place):
        if ahead >= place:
            break
        for one in group:
            rest = model.rating(_field(left, own.sigma), _FIXED)
            [[own], _] = model.rate([[own], [rest]], ranks=[2, 1])
            left.remove(one)
    behind = [one for one in left if one.place > place]
    if behind:
        rest = model.rating(_field(behind, own.sigma), _FIXED)
        [[own], _] = model.rate([[own], [rest]], ranks=[1, 2])
    return Rating(own.mu, own.sigma)


def _field(others: Sequence[Opponent], sigma: float) -> float:
    """The strength of one opponent who comes first as often as one of several does.

    Args:
        others: at least one.
        sigma: of the person; the model makes strengths count less the less sure it is of them.
    """
    scale = math.hypot(SCALE, sigma)
    most = max(one.mu for one in others)
    return most + scale * math.log(sum(math.exp((one.mu - most) / scale) for one in others))
