"""Conversion of timestamps and day numbers to local dates and times.

A day is counted as ``date.toordinal`` does: day 1 is 1 January of the year 1.
"""

from datetime import UTC, date, datetime
from typing import NamedTuple

_LAST_DAY_WITHOUT_TIMESTAMP = date(1970, 1, 2).toordinal()
"""Last day that may have no timestamp in some time zone or on some system."""
LAST_DAY = date.max.toordinal()
"""Last day of the calendar, 31 December 9999."""


class LocalMinute(NamedTuple):
    """A minute of the local calendar: date and time of day."""

    year: int
    month: int
    day: int
    hour: int
    minute: int


def local_minute(seconds: float) -> LocalMinute | None:
    """Return the local date and time of a POSIX timestamp; None outside the calendar's range.

    >>> local_minute(10.0**30) is None
    True
    """
    try:
        found = datetime.fromtimestamp(seconds, UTC).astimezone()
    except (OverflowError, OSError, ValueError):
        return None
    return LocalMinute(found.year, found.month, found.day, found.hour, found.minute)


def day_of(seconds: float) -> int:
    """Return the local day number of a POSIX timestamp; 0 outside the calendar's range."""
    moment = local_minute(seconds)
    return date(moment.year, moment.month, moment.day).toordinal() if moment else 0


def year_month_day(day: int) -> tuple[int, int, int]:
    """Convert a day number to year, month and day of the month.

    >>> year_month_day(739_000)
    (2024, 4, 24)
    """
    found = date.fromordinal(day)
    return found.year, found.month, found.day


def first_of_month(day: int) -> int:
    """Return the number of the first day in the month of a day number.

    >>> year_month_day(first_of_month(739_000))
    (2024, 4, 1)
    """
    return date.fromordinal(day).replace(day=1).toordinal()


def days_in_month(day: int) -> int:
    """Return the number of days in the month of a day number.

    >>> days_in_month(739_000), days_in_month(LAST_DAY)
    (30, 31)
    """
    first = first_of_month(day)
    return next(
        count
        for count in range(31, 27, -1)
        if first + count - 1 <= LAST_DAY and first_of_month(first + count - 1) == first
    )


def iso_date(day: int) -> str:
    """Return the date of a day number in ISO 8601.

    Raises:
        ValueError: the day is not 1 … ``LAST_DAY``.

    >>> iso_date(739_000)
    '2024-04-24'
    """
    return date.fromordinal(day).isoformat()


def weekday(day: int) -> int:
    """Return the weekday of a day number, 0 (Monday) … 6 (Sunday).

    Raises:
        ValueError: the day is not 1 … ``LAST_DAY``.

    >>> weekday(739_000)
    2
    """
    return date.fromordinal(day).weekday()


def start_of_day(day: int) -> int:
    """Return the POSIX timestamp at which a day begins in local time; 0 for days before 1970."""
    return int(datetime.fromordinal(day).timestamp()) if day > _LAST_DAY_WITHOUT_TIMESTAMP else 0
