"""Differences in a person's results that chance would hardly ever produce. Used by the statistics screen."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.local_time import local_minute
from engine.statistics.store import PlayedDeal, PlayedMatch

MAX_CHANCE = 0.01
"""Maximum probability that chance alone makes any of the compared differences as large."""
MIN_MATCHES = 15
"""Minimum number of matches, or deals, on each side of a comparison."""
_EVENING_HOUR = 18


class _Played(Protocol):
    """A match or a deal that a person has played."""

    @property
    def kind(self) -> tuple[str, str, int]: ...
    @property
    def won(self) -> bool: ...


class Insight(NamedTuple):
    """A difference between two groups of a person's matches, or of their deals of a game."""

    key: str
    """Common feature of the first group: ``lately``, ``slow``, ``evening`` or ``house_rules``, or a game's habit."""
    inside: float
    """Fraction won of the first group, 0 … 1."""
    outside: float
    """Fraction won of all others, 0 … 1."""
    is_habit: bool = False
    """Whether deals with a habit of the game are compared with those without it."""

    @property
    def is_more(self) -> bool:
        """Whether the person won more of the first group."""
        return self.inside > self.outside


class _Comparison(NamedTuple):
    """A group of matches or deals and all others."""

    key: str
    played: Sequence[_Played]
    is_inside: Sequence[bool]
    is_habit: bool = False

    def insight(self) -> Insight:
        inside = [one.won for one, is_in in zip(self.played, self.is_inside, strict=True) if is_in]
        outside = [one.won for one, is_in in zip(self.played, self.is_inside, strict=True) if not is_in]
        return Insight(self.key, sum(inside) / len(inside), sum(outside) / len(outside), self.is_habit)


def find_insights(matches: Sequence[PlayedMatch], deals: Sequence[PlayedDeal] = ()) -> list[Insight]:
    """Return the significant differences between groups of a person's matches in order of play, and between deals of
    one game with and without its habits; the clearest first.

    Only matches of the same game, level and number of seats are compared, so another mix of games makes no difference.
    Deals have the same house rules, too.
    """
    groups = [_Comparison(key, matches, group) for key, group in _groups(matches).items()]
    for key in dict.fromkeys(key for deal in deals for key in deal.habits):
        counted = [deal for deal in deals if key in deal.habits]
        groups.append(_Comparison(key, counted, [deal.habits[key] for deal in counted], is_habit=True))
    large = [group for group in groups if _is_large(group.is_inside)]
    chances = {group.key: chance_of_difference(group.played, group.is_inside) * len(large) for group in large}
    found = []
    for group in sorted(large, key=lambda group: chances[group.key]):
        insight = group.insight()
        if chances[group.key] <= MAX_CHANCE and insight.is_more == (_excess(group.played, group.is_inside)[0] > 0):
            found.append(insight)
    return found


def chance_of_difference(matches: Sequence[_Played], is_inside: Sequence[bool]) -> float:
    """Return the probability, 0 … 1, that a group's share of wins differs as much from the others' by chance.

    This is the test of Cochran, Mantel and Haenszel, two-sided, with a stratum for each kind of match.
    """
    excess, variance = _excess(matches, is_inside)
    if not variance:
        return 1.0
    return math.erfc(max(0.0, abs(excess) - 0.5) / math.sqrt(2 * variance))


def _excess(matches: Sequence[_Played], is_inside: Sequence[bool]) -> tuple[float, float]:
    """Return the group's wins above the number expected without a difference, and the variance of that number."""
    total = Counter(match.kind for match in matches)
    won = Counter(match.kind for match in matches if match.won)
    inside = Counter(match.kind for match, is_in in zip(matches, is_inside, strict=True) if is_in)
    excess = float(sum(match.won for match, is_in in zip(matches, is_inside, strict=True) if is_in))
    variance = 0.0
    for kind, count in total.items():
        excess -= inside[kind] * won[kind] / count
        if count > 1:
            variance += (
                inside[kind] * (count - inside[kind]) * won[kind] * (count - won[kind]) / (count**2 * (count - 1))
            )
    return excess, variance


def _is_large(group: Sequence[bool]) -> bool:
    return min(sum(group), len(group) - sum(group)) >= MIN_MATCHES


def _groups(matches: Sequence[PlayedMatch]) -> dict[str, list[bool]]:
    """Return the groups to compare with all other matches: key -> whether each match is in the group."""
    paces = [match.ms / match.decisions if match.decisions else 0.0 for match in matches]
    median = statistics.median(paces) if paces else 0.0
    moments = [local_minute(match.at) for match in matches]
    return {
        "lately": [i >= len(matches) // 2 for i in range(len(matches))],
        "slow": [pace > median for pace in paces],
        "evening": [moment is not None and moment.hour >= _EVENING_HOUR for moment in moments],
        "house_rules": [match.has_house_rules for match in matches],
    }
