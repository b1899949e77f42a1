"""Attempts at the deals of the day: the first of each day, and days played in a row."""

from collections.abc import Sequence
from typing import NamedTuple


class DailyResult(NamedTuple):
    """The first try of a person at the deal of a day."""

    day: int
    """As ``date.toordinal`` counts days."""
    points: int
    won: bool
    par: float | None
    """In per cent; None where it isn't known yet."""
    playings: int = 0
    """Of the computer, on which the par rests."""
    helped: bool = False


def first_attempt(days: Sequence[DailyResult], day: int) -> DailyResult | None:
    """The first try at the deal of a day, which is the one that may count; None where there was none."""
    return next((one for one in days if one.day == day), None)


def day_streak(days: Sequence[DailyResult], day: int) -> int:
    """So many days in a row were played up to this one, or up to the day before it, which may still be to come."""
    played = {one.day for one in days if not one.helped}
    last = day if day in played else day - 1
    count = 0
    while last - count in played:
        count += 1
    return count
