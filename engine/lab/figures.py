"""What many trials say: each figure under both rules, the difference, and how far chance may have moved them.

A figure is a ratio of two sums over matches (moves a deal, won deals of all deals). Its standard error, and that of the
difference of two such ratios over the same deals, are those of ratios to first order (Cochran, Sampling Techniques,
1977, 2.11 and 6.3): luck that both rules share cancels.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.arena_figures import ratio
from engine.lab.observe import Sums

SURE = 3.0
"""A difference of so many standard errors is told as one: with twenty figures that are looked at again and again, two
would soon be passed by chance."""


class Estimate(NamedTuple):
    """One figure, compared."""

    name: str
    first: float
    """Under the first rules; not a number where it never came up."""
    first_error: float
    second: float
    second_error: float
    difference: float
    """Second minus first."""
    error: float
    """Standard error of the difference; infinite for a single match."""
    matches: int
    same: bool
    """Whether the figure was the same in every single match, or what it counts never happened: no difference was seen,
    not even by chance."""

    @property
    def sure(self) -> bool:
        """Whether chance hardly explains the difference."""
        return not self.same and self.error < math.inf and abs(self.difference) >= SURE * self.error

    @property
    def times(self) -> float:
        """The second as a multiple of the first; not a number where the first is 0."""
        return self.second / self.first if self.first else math.nan


class Comparison:
    """The notes of all trials so far."""

    def __init__(self) -> None:
        self._first: dict[str, list[tuple[float, float]]] = {}
        self._second: dict[str, list[tuple[float, float]]] = {}
        self.trials = 0
        """How many were added."""

    def add(self, first: Sums, second: Sums) -> None:
        """One trial more: what was written down under the first rules and under the second."""
        self.trials += 1
        for notes, sums in ((self._first, first), (self._second, second)):
            for name, pair in sums.items():
                notes.setdefault(name, []).append(pair)

    def estimates(self) -> Iterator[Estimate]:
        """Every figure that came up under either of the rules, in the order in which they are noted."""
        for name, first in self._first.items():
            second = self._second[name]
            if any(below for _, below in (*first, *second)):
                yield _estimate(name, first, second)

    def estimate(self, name: str) -> Estimate:
        """One figure.

        Raises:
            KeyError: it was never noted.
        """
        return _estimate(name, self._first[name], self._second[name])

    @property
    def unchanged(self) -> bool:
        """Whether nothing at all was different in any match."""
        return all(estimate.same for estimate in self.estimates())


Pairs = Sequence[tuple[float, float]]


def _estimate(name: str, first: Pairs, second: Pairs) -> Estimate:
    one, one_error = _ratio(first)
    two, two_error = _ratio(second)
    never = not any(above for above, _ in (*first, *second))
    same = never or list(first) == list(second)
    error = 0.0 if same else _error_of_difference(first, one, second, two)
    difference = 0.0 if same else two - one
    return Estimate(name, one, one_error, two, two_error, difference, error, len(first), same)


def _ratio(pairs: Pairs) -> tuple[float, float]:
    return ratio([above for above, _ in pairs], [below for _, below in pairs])


def _error_of_difference(first: Pairs, one: float, second: Pairs, two: float) -> float:
    count = len(first)
    below_one, below_two = (sum(below for _, below in pairs) / count for pairs in (first, second))
    if count < 2 or not below_one or not below_two:
        return math.inf
    residuals = [
        (c - two * d) / below_two - (a - one * b) / below_one for (a, b), (c, d) in zip(first, second, strict=True)
    ]
    return math.sqrt(sum(residual**2 for residual in residuals) / (count - 1) / count)
