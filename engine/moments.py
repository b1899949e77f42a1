"""Points in time as a calendar on the wall has them. Nothing here asks what time it is now."""

from datetime import UTC, date, datetime
from typing import NamedTuple

_FIRST_DAY = date(1970, 1, 2).toordinal()
"""From the next day on the clocks of all places and systems can be asked."""
LAST_DAY = date.max.toordinal()
"""The last day that a calendar has, as ``date.toordinal`` counts them; the first one is 1."""


class Moment(NamedTuple):
    """A minute of the local calendar."""

    year: int
    month: int
    day: int
    hour: int
    minute: int


def local(seconds: float) -> Moment | None:
    """The local date and time so many seconds after the beginning of 1970; None where no calendar goes so far.

    >>> local(10.0**30) is None
    True
    """
    try:
        found = datetime.fromtimestamp(seconds, UTC).astimezone()
    except (OverflowError, OSError, ValueError):
        return None
    return Moment(found.year, found.month, found.day, found.hour, found.minute)


def day_of(seconds: float) -> int:
    """The local day so many seconds after the beginning of 1970, as ``date.toordinal`` counts days; 0 for no day."""
    moment = local(seconds)
    return date(moment.year, moment.month, moment.day).toordinal() if moment else 0


def year_month_day(day: int) -> tuple[int, int, int]:
    """A day that is counted so, as a calendar has it.

    >>> year_month_day(739_000)
    (2024, 4, 24)
    """
    found = date.fromordinal(day)
    return found.year, found.month, found.day


def iso_date(day: int) -> str:
    """A day that is counted so, as ISO 8601 writes it.

    Raises:
        ValueError: it is not 1 … ``LAST_DAY``.

    >>> iso_date(739_000)
    '2024-04-24'
    """
    return date.fromordinal(day).isoformat()


def weekday(day: int) -> int:
    """Which day of the week a day that is counted so is: 0 on Monday … 6 on Sunday.

    Raises:
        ValueError: it is not 1 … ``LAST_DAY``.

    >>> weekday(739_000)
    2
    """
    return date.fromordinal(day).weekday()


def begin_of(day: int) -> int:
    """Seconds since the beginning of 1970 at which a day that is counted so begins here; 0 for days before that."""
    return int(datetime.fromordinal(day).timestamp()) if day > _FIRST_DAY else 0
