"""Dates as text, and the placeholder for an unknown number."""

from engine.local_time import local_minute, year_month_day
from scenes.text.catalogue import Words

UNKNOWN_NUMBER = "–"
"""Shown in place of an unknown number."""


def day_text(words: Words, day_ordinal: int) -> str:
    """Format a day given as a proleptic Gregorian ordinal (``date.toordinal``)."""
    return words.date(*year_month_day(day_ordinal))


def time_text(words: Words, unix_seconds: float) -> str:
    """Format the local day and time of a Unix time in seconds; empty for 0 and outside the calendar."""
    moment = local_minute(unix_seconds) if unix_seconds else None
    return words.date_time(*moment) if moment else ""
