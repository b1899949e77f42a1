"""How strong a person plays a game, on one scale with the levels of the computer characters, and how sure that is.

The scale is the one known from chess: whoever stands 400 points above somebody wins ten times as many matches at one
table as they do. Medium is 1500 in every game; where the other levels stand was measured (see
``engine.bots.common.strengths``) and stays fixed, so that a person's figure means something from the first match on and
doesn't drift with the opponents they choose.

The model is Luce's (*Individual Choice Behavior*, 1959): a player wins with the chance of their strength over the sum
of all at the table. The update is algorithm 4 (Plackett and Luce) of R. C. Weng and C.-J. Lin, *A Bayesian
Approximation Method for Online Ranking*, JMLR 12 (2011), as the library openskill has it. As the opponents' strengths
are fixed, and by Luce's axiom, they count as one opponent with the sum of their strengths; a match tells whether the
person won. The places below the first are left out: measured, they tell strong players from weak ones less well than
the first does (tests/bench/opponents.md), so that one strength doesn't explain both.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

POINTS_PER_TENFOLD = 400.0
"""Points that make the odds ten to one."""
SCALE = POINTS_PER_TENFOLD / math.log(10)
"""Points that make the odds e to one."""
MIDDLE = 1500.0
"""Medium in every game; and what somebody is taken for who hasn't played."""
UNKNOWN = 300.0
"""Standard deviation of that guess: two people of three play within so many points of Medium."""
DRIFT = 2.0
"""Standard deviation of what somebody learns or forgets from one match to the next: with it old matches count less."""
Z_95 = 1.959964
"""Standard deviations to either side that hold 95 % of a normal distribution."""
_OPPONENT_SIGMA = 0.01
"""Standard deviation of an opponent's strength: the library divides by it, so it isn't 0."""


class Rating(NamedTuple):
    """How strong somebody plays."""

    mu: float = MIDDLE
    """The best guess."""
    sigma: float = UNKNOWN
    """Its standard deviation."""

    @property
    def margin(self) -> float:
        """The strength lies within so many points of ``mu`` with 95 %."""
        return Z_95 * self.sigma


def updated(before: Rating, opponents: Sequence[float], *, won: bool) -> Rating:
    """The rating after a match.

    Args:
        before: that of the person.
        opponents: the strengths of the others at the table, without those who won together with the person; where
            nobody is left, the match tells nothing.
        won: whether the person won.
    """
    if not opponents:
        return before
    from openskill.models import PlackettLuce  # noqa: PLC0415  # when the first match is over, not at the start

    model = PlackettLuce(beta=SCALE / math.sqrt(2), gamma=lambda *_: 1.0, tau=0.0)  # of two: 2 β² = SCALE²
    own = model.rating(before.mu, math.hypot(before.sigma, DRIFT))
    others = model.rating(_field(opponents, own.sigma), _OPPONENT_SIGMA)
    [[found], _] = model.rate([[own], [others]], ranks=[1, 2] if won else [2, 1])
    return Rating(found.mu, found.sigma)


def _field(several: Sequence[float], sigma: float) -> float:
    """The strength of one opponent who comes first as often as one of several does.

    Args:
        several: their strengths.
        sigma: of the person; the model makes strengths count less the less sure it is of them.
    """
    scale, most = math.hypot(SCALE, sigma), max(several)
    return most + scale * math.log(sum(math.exp((mu - most) / scale) for mu in several))
