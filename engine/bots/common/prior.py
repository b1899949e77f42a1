"""A policy's estimate as the prior of a search, where playouts measure no better than the policy does.

Both estimates of a move's lead are combined, weighted by their precision, as two normal distributions.
"""

import math
from typing import NamedTuple

from engine.bots.common.sequential_halving import Candidate
from engine.moves import Move


class PolicyPrior(NamedTuple):
    """How well a policy's values predict results of playouts, in points of the search."""

    error: float
    """Standard deviation of the policy's estimate of the difference between two moves."""
    deviation_per_world: float
    """Prior standard deviation of one move's lead over another from world to world."""
    worlds: int = 4
    """Weight of the prior ``deviation_per_world``, in worlds."""
    hopeless_deficit: float = math.inf
    """Moves that the policy rates this much below its best aren't tried."""


class PriorCandidate(Candidate):
    """A candidate move with the policy's estimate of its lead over the policy's move, in points, as prior mean."""

    def __init__(self, move: Move, bonus: float, mean: float, prior: PolicyPrior) -> None:
        super().__init__(move, bonus)
        self.mean = mean
        self.prior = prior

    def _variance(self) -> float:
        """Return the variance of the mean lead in playouts, steadied by a prior for the spread of leads."""
        mean, prior = super().gain(), self.prior
        spread = (self.squares - self.worlds * mean * mean + prior.worlds * prior.deviation_per_world**2) / (
            self.worlds + prior.worlds
        )
        return spread / max(1, self.worlds)

    def gain(self) -> float:
        """Return the posterior mean of a move's lead over the policy's move."""
        if not self.worlds:
            return self.mean
        share = self.prior.error**2 / (self.prior.error**2 + self._variance())
        return share * super().gain() + (1 - share) * self.mean

    def error(self) -> float:
        """Return the standard deviation of a move's posterior lead."""
        return 1 / math.sqrt(1 / self.prior.error**2 + 1 / self._variance())
