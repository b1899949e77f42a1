"""A person's playing strength in a game, on one scale with the levels of the computer players, with its uncertainty.

The scale is that of chess: 400 points more mean ten times as many wins at the same table. Medium is 1500 in every game.
The other levels were measured (see ``engine.bots.common.strengths``) and stay fixed, so a rating means something from
the first match on and doesn't drift with the choice of opponents.

The model is Luce's (*Individual Choice Behavior*, 1959): a player's chance to win is their strength divided by the sum
of all strengths at the table. The update is algorithm 4 (Plackett-Luce) of R. C. Weng and C.-J. Lin, *A Bayesian
Approximation Method for Online Ranking*, JMLR 12 (2011), as implemented by openskill. The opponents' strengths are
fixed, so by Luce's axiom they form one opponent with the sum of their strengths, and a match only shows whether the
person won. Lower places are ignored: measured, they separate strong players from weak ones less well than first place
does (tests/bench/opponents.md), so a single strength doesn't explain both.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

POINTS_PER_TENFOLD = 400.0
"""Rating difference at odds of ten to one."""
SCALE = POINTS_PER_TENFOLD / math.log(10)
"""Rating difference at odds of e to one."""
INITIAL_MU = 1500.0
"""Rating of Medium in every game, and the initial rating of a person."""
INITIAL_SIGMA = 300.0
"""Standard deviation of the initial rating: two people in three are within this of Medium."""
DRIFT_SIGMA = 2.0
"""Standard deviation of the change in strength from one match to the next; it makes old matches count less."""
Z_95 = 1.959964
"""Half-width of a 95 % confidence interval, in standard deviations."""
_OPPONENT_SIGMA = 0.01
"""Standard deviation of an opponent's strength: not 0, because openskill divides by it."""


class Rating(NamedTuple):
    """A player's strength."""

    mu: float = INITIAL_MU
    """The estimate."""
    sigma: float = INITIAL_SIGMA
    """Standard deviation of the estimate."""

    @property
    def margin(self) -> float:
        """Half-width of the 95 % confidence interval around ``mu``."""
        return Z_95 * self.sigma


def update_rating(before: Rating, opponents: Sequence[float], *, won: bool) -> Rating:
    """The rating after a match.

    Args:
        before: the person's rating before it.
        opponents: strengths of the other players, without those who shared the person's win. If empty, the rating
            stays.
        won: whether the person won.
    """
    if not opponents:
        return before
    from openskill.models import PlackettLuce  # noqa: PLC0415  # 25 to 40 ms, needed only after a match

    model = PlackettLuce(beta=SCALE / math.sqrt(2), gamma=lambda *_: 1.0, tau=0.0)  # of two: 2 β² = SCALE²
    own = model.rating(before.mu, math.hypot(before.sigma, DRIFT_SIGMA))
    others = model.rating(_field_strength(opponents, own.sigma), _OPPONENT_SIGMA)
    [[found], _] = model.rate([[own], [others]], ranks=[1, 2] if won else [2, 1])
    return Rating(found.mu, found.sigma)


def _field_strength(several: Sequence[float], sigma: float) -> float:
    """The strength of a single opponent who wins as often as any of several opponents.

    Args:
        several: the opponents' strengths.
        sigma: the person's standard deviation; in the model, uncertainty flattens differences in strength.
    """
    scale, most = math.hypot(SCALE, sigma), max(several)
    return most + scale * math.log(sum(math.exp((mu - most) / scale) for mu in several))
