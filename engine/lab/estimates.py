"""Estimates of figures such as moves per deal under two house rules, with difference and standard errors.

A figure is a ratio of two sums over matches (moves per deal, share of deals won). Standard errors of ratios and of
their differences are computed to first order (Cochran, Sampling Techniques, 1977, 2.11 and 6.3). Luck that both rules
share cancels out.

Differences are tested repeatedly while more matches are played. With a fixed threshold, chance alone would exceed it
sooner or later: three standard errors in three of four comparisons of identical rules. ``reporting_threshold`` allows
for repeated tests, and hysteresis keeps a reported difference after a small decrease.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.lab.trials import RatioSums

MIN_MATCHES = 10
"""Number of matches before any difference is reported."""
FALSE_ALARM_RATE = 0.0025
"""Probability that an equal figure is ever reported as different. With twenty figures: one comparison in twenty."""
TUNED_MATCHES = 30.0
"""Number of matches near which the threshold is lowest."""
HYSTERESIS = 1.0
"""Standard errors below the threshold at which a reported difference is withdrawn."""
CHECK_GROWTH = 1.05
"""Factor by which the number of matches grows between two tests of significance."""


def reporting_threshold(matches: int) -> float:
    """Return the significance threshold of the rule lab after ``matches`` matches (at least 1), in standard errors.

    Chance alone ever exceeds it, in an endless comparison, with probability ``FALSE_ALARM_RATE``. It is the boundary of
    a mixture of normal distributions (Robbins, Statistical methods related to the law of the iterated logarithm, Annals
    of Mathematical Statistics 41, 1970).

    >>> [round(reporting_threshold(matches), 1) for matches in (10, 30, 100, 1000, 10_000)]
    [7.0, 5.0, 4.2, 4.0, 4.2]
    """
    return math.sqrt((1 + TUNED_MATCHES / matches) * math.log((1 + matches / TUNED_MATCHES) / FALSE_ALARM_RATE**2))


class Estimate(NamedTuple):
    """Estimate of one figure of the rule lab under both house rules, with standard errors."""

    name: str
    first: float
    """Value under the first rules; NaN if it never occurred."""
    first_error: float
    second: float
    second_error: float
    difference: float
    """Second minus first."""
    error: float
    """Standard error of the difference; infinite for a single match."""
    matches: int
    same: bool
    """Whether all matches agree in this figure, or it is always 0."""
    sure: bool
    """Whether the difference is significant, so that it may be reported."""

    @property
    def z_score(self) -> float:
        """The difference between both house rules in standard errors; 0 if there is none or the error isn't known."""
        if self.same or not math.isfinite(self.difference) or math.isinf(self.error):
            return 0.0
        return self.difference / self.error if self.error else math.copysign(math.inf, self.difference)

    @property
    def ratio_to_first(self) -> float:
        """The figure under the second rules as a multiple of that under the first; NaN if the first is 0."""
        return self.second / self.first if self.first else math.nan


class Comparison:
    """Running comparison of two house rules over all trials; reading it takes constant time."""

    def __init__(self) -> None:
        self._estimates: dict[str, _RunningEstimate] = {}
        self.trials = 0
        """Number of trials added."""

    def add(self, first: RatioSums, second: RatioSums) -> None:
        """Add a trial to the comparison: its sums under the first rules and under the second."""
        self.trials += 1
        for name, pair in first.items():
            if name not in self._estimates:
                self._estimates[name] = _RunningEstimate(name)
            self._estimates[name].add((*pair, *second[name]))

    def estimates(self) -> Iterator[Estimate]:
        """Yield the estimates of all figures that occurred under either house rules, in order of first occurrence."""
        for figure in self._estimates.values():
            if figure.came_up:
                yield figure.estimate()

    def estimate(self, name: str) -> Estimate:
        """Return the estimate of one figure under both house rules.

        Raises:
            KeyError: the figure never occurred.
        """
        return self._estimates[name].estimate()

    @property
    def has_only_equal_figures(self) -> bool:
        """Whether all matches agree in all figures under both house rules."""
        return all(estimate.same for estimate in self.estimates())


Observation = tuple[float, float, float, float]
"""A figure of one match: numerator and denominator under the first rules, then under the second."""


class _RunningEstimate:
    """Running sums of one figure's values under both house rules and of their products, for ratios and errors.

    All values are relative to the first match. So sums stay small, and a constant figure has an error of exactly 0.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.came_up = False
        """Whether any denominator was not 0."""
        self._matches = 0
        self._start: Observation = (0.0, 0.0, 0.0, 0.0)
        self._sums = [0.0] * 4
        self._products = [[0.0] * 4 for _ in range(4)]
        """Upper triangle of the sums of products of two values."""
        self._has_happened = self._has_differed = False
        self._is_reported = False
        self._next_test = MIN_MATCHES
        """Number of matches at the next test of significance."""

    def add(self, observed: Observation) -> None:
        if not self._matches:
            self._start = observed
        self._matches += 1
        self.came_up = self.came_up or bool(observed[1] or observed[3])
        self._has_happened = self._has_happened or bool(observed[0] or observed[2])
        self._has_differed = self._has_differed or observed[:2] != observed[2:]
        beyond = [value - start for value, start in zip(observed, self._start, strict=True)]
        for i, one in enumerate(beyond):
            if one:
                self._sums[i] += one
                row = self._products[i]
                for j in range(i, 4):
                    row[j] += one * beyond[j]
        if self._matches >= self._next_test:
            self._next_test = max(self._matches + 1, math.ceil(self._matches * CHECK_GROWTH))
            lead = abs(self.estimate().z_score)
            self._is_reported = lead >= reporting_threshold(self._matches) - (HYSTERESIS if self._is_reported else 0.0)

    def estimate(self) -> Estimate:
        """Return the current estimate of this figure under both house rules."""
        first, first_weights = self._ratio_and_gradient(0)
        second, second_weights = self._ratio_and_gradient(2)
        same = not (self._has_happened and self._has_differed)
        if same:
            difference = error = 0.0
        elif first_weights is None or second_weights is None:
            difference, error = second - first, math.inf
        else:
            weights = tuple(weight - other for weight, other in zip(second_weights, first_weights, strict=True))
            difference, error = second - first, self._standard_error(weights)
        errors = self._standard_error(first_weights), self._standard_error(second_weights)
        compared = difference, error, self._matches, same, self._is_reported
        return Estimate(self.name, first, errors[0], second, errors[1], *compared)

    def _ratio_and_gradient(self, index: int) -> tuple[float, list[float] | None]:
        """Return the ratio of the means at ``index`` and ``index + 1``, and its derivatives by all four means.

        They are NaN and None if the denominator is 0.
        """
        above, below = (self._start[i] + self._sums[i] / self._matches for i in (index, index + 1))
        if not below:
            return math.nan, None
        weights = [0.0] * 4
        weights[index], weights[index + 1] = 1 / below, -above / below**2
        return above / below, weights

    def _standard_error(self, weights: Sequence[float] | None) -> float:
        """Return the standard error of a weighted sum of means; infinite for one match or without weights."""
        if weights is None or self._matches < 2:
            return math.inf
        spread = 0.0
        for i, weight in enumerate(weights):
            for j in range(i, 4):
                centred = self._products[i][j] - self._sums[i] * self._sums[j] / self._matches
                spread += (1 if i == j else 2) * weight * weights[j] * centred
        return math.sqrt(max(0.0, spread) / (self._matches - 1) / self._matches)
