"""What many trials say: each figure under both rules, the difference, and how far chance may have moved them.

A figure is a ratio of two sums over matches (moves a deal, won deals of all deals). Its standard error, and that of the
difference of two such ratios over the same deals, are those of ratios to first order (Cochran, Sampling Techniques,
1977, 2.11 and 6.3): luck that both rules share cancels.

A difference is told while the matches are still being played, to somebody who looks on for as long as they like. With a
fixed number of standard errors something is told by chance sooner or later: with three, in three of four comparisons of
rules that don't differ at all. So the number is the one of a boundary that is passed but seldom, however often one
looks (``threshold``), and what was told isn't unsaid for a step back.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.lab.trials import Sums

MIN_MATCHES = 10
"""Matches; with fewer nothing is told of differences."""
FALSE_ALARM_RATE = 0.0025
"""The chance that a figure which doesn't differ is ever told to: with twenty of them, one comparison in twenty."""
BEST_MATCHES = 30.0
"""So many matches are about where a difference is found soonest; much earlier and much later, more is needed."""
HYSTERESIS = 1.0
"""What was told stays told until so many standard errors less than needed are left of it."""
CHECK_GROWTH = 1.05
"""After so many times the matches it is asked again what can be told; between, it stays as it is."""


def threshold(matches: int) -> float:
    """So many standard errors a difference must have after that many matches (at least 1) to be told.

    Chance alone exceeds it, at any point of a comparison without end, with probability ``FALSE_ALARM_RATE``: the
    boundary of a mixture of normal distributions (Robbins, Statistical methods related to the law of the iterated
    logarithm, Annals of Mathematical Statistics 41, 1970).

    >>> [round(threshold(matches), 1) for matches in (10, 30, 100, 1000, 10_000)]
    [7.0, 5.0, 4.2, 4.0, 4.2]
    """
    return math.sqrt((1 + BEST_MATCHES / matches) * math.log((1 + matches / BEST_MATCHES) / FALSE_ALARM_RATE**2))


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
    sure: bool
    """Whether chance hardly explains the difference, so that it can be told."""

    @property
    def errors(self) -> float:
        """How many standard errors the difference is; 0 where there is none, or the error isn't known."""
        if self.same or not math.isfinite(self.difference) or math.isinf(self.error):
            return 0.0
        return self.difference / self.error if self.error else math.copysign(math.inf, self.difference)

    @property
    def times(self) -> float:
        """The second as a multiple of the first; not a number where the first is 0."""
        return self.second / self.first if self.first else math.nan


class Comparison:
    """The notes of all trials so far; what it takes to look at them doesn't grow with their number."""

    def __init__(self) -> None:
        self._figures: dict[str, _RunningFigure] = {}
        self.trials = 0
        """How many were added."""

    def add(self, first: Sums, second: Sums) -> None:
        """One trial more: what was written down under the first rules and under the second."""
        self.trials += 1
        for name, pair in first.items():
            if name not in self._figures:
                self._figures[name] = _RunningFigure(name)
            self._figures[name].add((*pair, *second[name]))

    def estimates(self) -> Iterator[Estimate]:
        """Every figure that came up under either of the rules, in the order in which they are noted."""
        for figure in self._figures.values():
            if figure.came_up:
                yield figure.estimate()

    def estimate(self, name: str) -> Estimate:
        """One figure.

        Raises:
            KeyError: it was never noted.
        """
        return self._figures[name].estimate()

    @property
    def unchanged(self) -> bool:
        """Whether nothing at all was different in any match."""
        return all(estimate.same for estimate in self.estimates())


Observation = tuple[float, float, float, float]
"""Of one match: what is counted and what that is divided by, under the first rules and under the second."""


class _RunningFigure:
    """Sums of one figure's notes, and of their products, from which ratios and errors follow.

    All is counted from the first match's notes: the sums stay small, and what never varies has an error of exactly 0.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.came_up = False
        """Whether there was anything to divide by."""
        self._matches = 0
        self._start: Observation = (0.0, 0.0, 0.0, 0.0)
        self._sums = [0.0] * 4
        self._products = [[0.0] * 4 for _ in range(4)]
        """Of each place with those not before it."""
        self._happened = self._differed = False
        self._told = False
        self._due = MIN_MATCHES
        """Matches after which it is asked next what can be told."""

    def add(self, noted: Observation) -> None:
        if not self._matches:
            self._start = noted
        self._matches += 1
        self.came_up = self.came_up or bool(noted[1] or noted[3])
        self._happened = self._happened or bool(noted[0] or noted[2])
        self._differed = self._differed or noted[:2] != noted[2:]
        beyond = [value - start for value, start in zip(noted, self._start, strict=True)]
        for i, one in enumerate(beyond):
            if one:
                self._sums[i] += one
                row = self._products[i]
                for j in range(i, 4):
                    row[j] += one * beyond[j]
        if self._matches >= self._due:
            self._due = max(self._matches + 1, math.ceil(self._matches * CHECK_GROWTH))
            lead = abs(self.estimate().errors)
            self._told = lead >= threshold(self._matches) - (HYSTERESIS if self._told else 0.0)

    def estimate(self) -> Estimate:
        """What is known of it."""
        one, from_one = self._ratio(0)
        two, from_two = self._ratio(2)
        same = not (self._happened and self._differed)
        if same:
            difference = error = 0.0
        elif from_one is None or from_two is None:
            difference, error = two - one, math.inf
        else:
            apart = tuple(weight - other for weight, other in zip(from_two, from_one, strict=True))
            difference, error = two - one, self._error(apart)
        errors = self._error(from_one), self._error(from_two)
        return Estimate(self.name, one, errors[0], two, errors[1], difference, error, self._matches, same, self._told)

    def _ratio(self, place: int) -> tuple[float, list[float] | None]:
        """The ratio whose notes begin at a place, and how much it moves with each of the four means.

        Not a number, and None, where there is nothing to divide by.
        """
        above, below = (self._start[i] + self._sums[i] / self._matches for i in (place, place + 1))
        if not below:
            return math.nan, None
        weights = [0.0] * 4
        weights[place], weights[place + 1] = 1 / below, -above / below**2
        return above / below, weights

    def _error(self, weights: Sequence[float] | None) -> float:
        """Standard error of the mean of the notes, weighted so; infinite without weights or for a single match."""
        if weights is None or self._matches < 2:
            return math.inf
        spread = 0.0
        for i, weight in enumerate(weights):
            for j in range(i, 4):
                centred = self._products[i][j] - self._sums[i] * self._sums[j] / self._matches
                spread += (1 if i == j else 2) * weight * weights[j] * centred
        return math.sqrt(max(0.0, spread) / (self._matches - 1) / self._matches)
