"""Means over sampled worlds with their standard errors."""

import math
from collections.abc import Sequence

from engine.bots.common.base import WorldComparison


def mean_and_error(values: Sequence[float], weights: Sequence[float] = ()) -> tuple[float, float]:
    """Return the weighted mean of values, and its standard error (of a ratio of sums); infinite below two values.

    The error includes one more value of 0, so that a few equal values do not give an error of 0. ``weights`` are 0 or
    more; empty if all are equal.
    """
    weights = weights or [1.0] * len(values)
    total, count = sum(weights), len(values)
    if not total:
        return 0.0, math.inf
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
    if count < 2:
        return mean, math.inf
    spread = sum((weight * (value - mean)) ** 2 for weight, value in zip(weights, values, strict=True))
    return mean, math.sqrt((spread + (total / count * mean) ** 2) * count / (count - 1)) / total


def lead_of_first(comparisons: Sequence[WorldComparison], other_index: int) -> tuple[float, float]:
    """Return the first move's lead in points over another move, and its standard error."""
    leads = [world.samples[0].points - world.samples[other_index].points for world in comparisons]
    return mean_and_error(leads, [world.weight for world in comparisons])
