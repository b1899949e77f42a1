"""Statistics of duplicate matches: means with standard errors, and comparisons of two kinds of player.

The rotations of one deal are not independent, so they are averaged first. Standard errors are those of the mean over
deals, or over matches where whole matches are played.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.arena.duplicate import DuplicateResult, distinct_rotation_count


class EntrantSummary(NamedTuple):
    """Summary of the arena's results of one kind of player."""

    level: str
    """Name as given: a level, a character or a yardstick."""
    players: int
    """Number of seats of this kind."""
    points: float
    """Mean points per deal."""
    error: float
    wins: float
    """Fraction of the deals, or matches, won per player, 0 … 1; a shared win counts for each winner."""
    wins_error: float
    ms_a_decision: float
    worst_ms: float


class Difference(NamedTuple):
    """Lead of the first kind of player over the second in the arena, in points per deal."""

    first: str
    second: str
    points: float
    error: float

    @property
    def z_score(self) -> float:
        """Lead of the first kind of player over the second, in standard errors."""
        if self.points == 0:
            return 0.0
        return self.points / self.error if self.error else math.copysign(math.inf, self.points)


class DecidedShare(NamedTuple):
    """Fraction won by the first kind of player, among deals, or matches, won by only one of the two kinds."""

    first: str
    share: float
    """0 … 1; NaN if none was decided."""
    error: float
    decided: int
    """Number of deals, or matches, won by only one kind."""
    equal: float
    """Expected share for equal players: the first kind's fraction of the seats."""


def distinct_players(players: Sequence[str]) -> tuple[str, ...]:
    """Return the distinct kinds of player of a line-up, in its order."""
    return tuple(dict.fromkeys(players))


def summary_rows(players: Sequence[str], played: Sequence[DuplicateResult]) -> list[EntrantSummary]:
    """Return a row of arena results per kind of player, in the order of the line-up."""
    rows = []
    for kind in distinct_players(players):
        who = _player_indices(players, kind)
        points, error = mean_and_error([_mean_points(deal, who) for deal in played])
        wins, wins_error = mean_and_error([_win_rate(deal, who) for deal in played])
        decisions = sum(deal.decisions[place] for deal in played for place in who)
        seconds = sum(deal.seconds[place] for deal in played for place in who)
        worst = max(deal.worst_seconds[place] for deal in played for place in who)
        ms = 1000 * seconds / decisions if decisions else 0.0
        rows.append(EntrantSummary(kind, len(who), points, error, wins, wins_error, ms, 1000 * worst))
    return rows


def difference(players: Sequence[str], played: Sequence[DuplicateResult]) -> Difference | None:
    """Compare the points of a line-up's two kinds of player, paired by deal; None unless there are exactly two."""
    if len(distinct_players(players)) != 2:
        return None
    first, second = distinct_players(players)
    return Difference(first, second, *mean_and_error(leads_by_deal(players, played)))


def leads_by_deal(players: Sequence[str], played: Sequence[DuplicateResult]) -> list[float]:
    """Return the lead of the first kind of player over the second, in points, for each deal."""
    first, second = (_player_indices(players, kind) for kind in distinct_players(players))
    return [_mean_points(deal, first) - _mean_points(deal, second) for deal in played]


def decided_share(players: Sequence[str], played: Sequence[DuplicateResult]) -> DecidedShare | None:
    """Compare the wins of a line-up's two kinds of player, without shared wins; None unless there are exactly two."""
    if len(distinct_players(players)) != 2:
        return None
    first = set(_player_indices(players, players[0]))
    won, sole = [], []
    for deal in played:
        ours = sum(bool(winners) and first.issuperset(winners) for winners in deal.winners)
        theirs = sum(bool(winners) and first.isdisjoint(winners) for winners in deal.winners)
        won.append(float(ours))
        sole.append(float(ours + theirs))
    share, error = ratio_and_error(won, sole)
    count = round(sum(sole) * distinct_rotation_count(players) / len(players))  # each distinct rotation was played once
    return DecidedShare(players[0], share, error, count, len(first) / len(players))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values and its standard error, which is infinite for a single value."""
    middle = sum(values) / len(values)
    if len(values) < 2:
        return middle, math.inf
    return middle, math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))


def ratio_and_error(above: Sequence[float], below: Sequence[float]) -> tuple[float, float]:
    """Return the ratio of two paired sums and its standard error to first order (Cochran 1977, 2.11)."""
    total = sum(below)
    if not total:
        return math.nan, math.inf
    share, count = sum(above) / total, len(below)
    if count < 2:
        return share, math.inf
    spread = sum((top - share * bottom) ** 2 for top, bottom in zip(above, below, strict=True))
    return share, math.sqrt(spread * count / (count - 1)) / abs(total)


def _player_indices(players: Sequence[str], kind: str) -> list[int]:
    return [place for place, name in enumerate(players) if name == kind]


def _mean_points(deal: DuplicateResult, indices: Sequence[int]) -> float:
    return sum(deal.mean_points[place] for place in indices) / len(indices)


def _win_rate(deal: DuplicateResult, indices: Sequence[int]) -> float:
    return sum(place in winners for winners in deal.winners for place in indices) / len(indices) / len(deal.winners)
