"""A person's results of the deals of the day, one deal per game and date, and the streak of days played."""

from collections.abc import Sequence
from typing import NamedTuple


class DailyResult(NamedTuple):
    """A person's first attempt at the deal of a day, with its result."""

    day: int
    """Number of the day, as from ``date.toordinal``."""
    points: int
    won: bool
    par_percent: float | None
    """Par in per cent; None if not known yet."""
    playouts: int = 0
    """Number of playouts from which the par was computed."""
    helped: bool = False


def first_attempt(results: Sequence[DailyResult], day: int) -> DailyResult | None:
    """Return a person's first attempt at the deal of a day, the only one that counts; None if there is none."""
    return next((one for one in results if one.day == day), None)


def day_streak(results: Sequence[DailyResult], day: int) -> int:
    """Return the number of consecutive days with a deal played without help, ending on this day or the day before."""
    played = {one.day for one in results if not one.helped}
    last = day if day in played else day - 1
    count = 0
    while last - count in played:
        count += 1
    return count
