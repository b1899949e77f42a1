"""Ratings: a person's strength in a game with its uncertainty, on one scale with the computer players.

The scale is that of chess: 400 points more mean ten times as many wins at the same table. Medium is 1500 in every game.
The other levels were measured (see ``engine.bots.common.strengths``) and stay fixed, so a rating is meaningful from the
first match on and does not drift with the choice of opponents.

The model is Luce's (*Individual Choice Behavior*, 1959): a player's chance to win is their strength divided by the sum
of all strengths at the table. The update is algorithm 4 (Plackett-Luce) of R. C. Weng and C.-J. Lin, *A Bayesian
Approximation Method for Online Ranking*, JMLR 12 (2011), as implemented by openskill. The opponents' strengths are
fixed, so by Luce's axiom they form one opponent with the sum of their strengths, and a match only shows whether the
person won. Lower places are ignored: by measurement they separate strong from weak players less well than wins do
(tests/bench/opponents.md), so a single strength does not explain both.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

POINTS_PER_TENFOLD = 400.0
"""Rating difference for odds of ten to one."""
SCALE = POINTS_PER_TENFOLD / math.log(10)
"""Rating difference for odds of e to one."""
INITIAL_MU = 1500.0
"""Rating of Medium in every game, and the initial rating of a person."""
INITIAL_SIGMA = 300.0
"""Standard deviation of the initial rating: two in three persons are this close to Medium."""
DRIFT_SIGMA = 2.0
"""Standard deviation of the change of strength between two matches; it reduces the weight of old matches."""
Z_95 = 1.959964
"""Half-width of a 95 % confidence interval, in standard deviations."""
_OPPONENT_SIGMA = 0.01
"""Standard deviation of an opponent's strength; not 0, as openskill divides by it."""


class Rating(NamedTuple):
    """Estimated strength of a player, with its uncertainty."""

    mu: float = INITIAL_MU
    """The estimate."""
    sigma: float = INITIAL_SIGMA
    """Standard deviation of the estimate."""

    @property
    def margin(self) -> float:
        """Half-width of the 95 % confidence interval around the rating ``mu``."""
        return Z_95 * self.sigma


def update_rating(before: Rating, opponents: Sequence[float], *, won: bool) -> Rating:
    """Return a person's rating after one more match.

    Args:
        before: the person's rating before the match.
        opponents: ratings of the other players, without those who shared the person's win. If empty, the rating stays.
        won: whether the person won.
    """
    if not opponents:
        return before
    from openskill.models import PlackettLuce  # noqa: PLC0415  # 25 to 40 ms, needed only after a match

    model = PlackettLuce(beta=SCALE / math.sqrt(2), gamma=lambda *_: 1.0, tau=0.0)  # two players: 2 β² = SCALE²
    own = model.rating(before.mu, math.hypot(before.sigma, DRIFT_SIGMA))
    others = model.rating(_field_strength(opponents, own.sigma), _OPPONENT_SIGMA)
    [[found], _] = model.rate([[own], [others]], ranks=[1, 2] if won else [2, 1])
    return Rating(found.mu, found.sigma)


def _field_strength(opponent_ratings: Sequence[float], person_sigma: float) -> float:
    """Return the strength of a single opponent who wins as often as several opponents together.

    Args:
        opponent_ratings: the opponents' ratings.
        person_sigma: the person's standard deviation; in the model, uncertainty reduces differences in strength.
    """
    scale, most = math.hypot(SCALE, person_sigma), max(opponent_ratings)
    return most + scale * math.log(sum(math.exp((mu - most) / scale) for mu in opponent_ratings))
