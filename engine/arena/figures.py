"""What duplicate matches say: means with standard errors over deals, and who is better than whom by how much.

The rotations of one deal are averaged first, as they are not independent; a standard error is that of the mean over
deals (over matches, where whole matches are played).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.arena.play import DuplicateResult, rotations


class EntrantFigures(NamedTuple):
    """The figures of one kind of player."""

    level: str
    """As it was asked for: a level, a character or a yardstick."""
    players: int
    points: float
    """A deal."""
    error: float
    wins: float
    """Share of the deals, or matches, that one of them wins, 0 … 1; a shared win counts for each."""
    wins_error: float
    ms_a_decision: float
    worst_ms: float


class Difference(NamedTuple):
    """By how many points a deal the players of the first kind did better than those of the other, deal by deal."""

    first: str
    second: str
    points: float
    error: float

    @property
    def errors(self) -> float:
        """How many standard errors that is."""
        if self.points == 0:
            return 0.0
        return self.points / self.error if self.error else math.copysign(math.inf, self.points)


class Decided(NamedTuple):
    """The first kind's share of the deals, or matches, that only one of two kinds won."""

    first: str
    share: float
    """0 … 1; not a number when nothing was decided."""
    error: float
    decided: int
    """How many were decided, of all that were played."""
    equal: float
    """The share that equal players would have: their share of the seats."""


def kinds(players: Sequence[str]) -> tuple[str, ...]:
    """The different players of a line-up, in its order."""
    return tuple(dict.fromkeys(players))


def table(players: Sequence[str], played: Sequence[DuplicateResult]) -> list[EntrantFigures]:
    """One row a kind of player, in the order of the line-up."""
    rows = []
    for kind in kinds(players):
        who = _places(players, kind)
        points, error = mean([_points(deal, who) for deal in played])
        wins, wins_error = mean([_wins(deal, who) for deal in played])
        decisions = sum(deal.decisions[place] for deal in played for place in who)
        seconds = sum(deal.seconds[place] for deal in played for place in who)
        worst = max(deal.worst[place] for deal in played for place in who)
        ms = 1000 * seconds / decisions if decisions else 0.0
        rows.append(EntrantFigures(kind, len(who), points, error, wins, wins_error, ms, 1000 * worst))
    return rows


def difference(players: Sequence[str], played: Sequence[DuplicateResult]) -> Difference | None:
    """How the two kinds of a line-up compare, paired by deals; None where there aren't two."""
    if len(kinds(players)) != 2:
        return None
    first, second = kinds(players)
    return Difference(first, second, *mean(leads(players, played)))


def leads(players: Sequence[str], played: Sequence[DuplicateResult]) -> list[float]:
    """For each deal, by how many points the first of two kinds did better than the second."""
    first, second = (_places(players, kind) for kind in kinds(players))
    return [_points(deal, first) - _points(deal, second) for deal in played]


def decided(players: Sequence[str], played: Sequence[DuplicateResult]) -> Decided | None:
    """Which of the two kinds of a line-up won what was won by one of them alone; None where there aren't two."""
    if len(kinds(players)) != 2:
        return None
    first = set(_places(players, players[0]))
    won, sole = [], []
    for deal in played:
        ours = sum(bool(winners) and first.issuperset(winners) for winners in deal.winners)
        theirs = sum(bool(winners) and first.isdisjoint(winners) for winners in deal.winners)
        won.append(float(ours))
        sole.append(float(ours + theirs))
    share, error = ratio(won, sole)
    count = round(sum(sole) * rotations(players) / len(players))  # equal rotations were played once
    return Decided(players[0], share, error, count, len(first) / len(players))


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Mean and its standard error, which a single value doesn't have: it is infinite."""
    middle = sum(values) / len(values)
    if len(values) < 2:
        return middle, math.inf
    return middle, math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))


def ratio(above: Sequence[float], below: Sequence[float]) -> tuple[float, float]:
    """Ratio of two sums whose terms belong together, and its standard error to first order (Cochran 1977, 2.11)."""
    total = sum(below)
    if not total:
        return math.nan, math.inf
    share, count = sum(above) / total, len(below)
    if count < 2:
        return share, math.inf
    spread = sum((top - share * bottom) ** 2 for top, bottom in zip(above, below, strict=True))
    return share, math.sqrt(spread * count / (count - 1)) / abs(total)


def _places(players: Sequence[str], kind: str) -> list[int]:
    return [place for place, name in enumerate(players) if name == kind]


def _points(deal: DuplicateResult, who: Sequence[int]) -> float:
    return sum(deal.points[place] for place in who) / len(who)


def _wins(deal: DuplicateResult, who: Sequence[int]) -> float:
    return sum(place in winners for winners in deal.winners for place in who) / len(who) / len(deal.winners)
