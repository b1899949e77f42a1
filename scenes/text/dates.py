"""Days in words, and the sign for an unknown figure."""

from engine.local_time import local_minute, year_month_day
from scenes.text.catalogue import Words

UNKNOWN_FIGURE = "–"
"""Shown in place of an unknown figure."""


def day_text(words: Words, day: int) -> str:
    """Format a day that is counted as by ``date.toordinal``."""
    return words.date(*year_month_day(day))


def day_of_time_text(words: Words, seconds: float) -> str:
    """Format the local day of a time in seconds since 1970; empty for 0 and outside the calendar."""
    moment = local_minute(seconds) if seconds else None
    return words.date(moment.year, moment.month, moment.day) if moment else ""
