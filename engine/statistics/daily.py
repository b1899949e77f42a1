"""Attempts at the deals of the day: the first of each day, and days played in a row."""

from collections.abc import Sequence
from typing import NamedTuple


class DailyResult(NamedTuple):
    """A person's first attempt at the deal of a day."""

    day: int
    """The day, a ``date.toordinal`` number."""
    points: int
    won: bool
    par: float | None
    """Par in per cent; None if not known yet."""
    playouts: int = 0
    """Number of playouts behind the par."""
    helped: bool = False


def first_attempt(days: Sequence[DailyResult], day: int) -> DailyResult | None:
    """The first attempt at the deal of a day, the only one that counts; None if there was none."""
    return next((one for one in days if one.day == day), None)


def day_streak(days: Sequence[DailyResult], day: int) -> int:
    """Number of days in a row played without help, up to this day, or up to the day before if this one isn't played."""
    played = {one.day for one in days if not one.helped}
    last = day if day in played else day - 1
    count = 0
    while last - count in played:
        count += 1
    return count
