"""Points in time as a calendar on the wall has them."""

from datetime import UTC, datetime
from typing import NamedTuple


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
