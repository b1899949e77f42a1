"""Days in words, and the sign for an unknown figure."""

from engine.moments import local, year_month_day
from scenes.text.words import Words

NO_FIGURE = "–"
"""Shown in place of an unknown figure."""


def date_of_day(words: Words, day: int) -> str:
    """Format a day that is counted as by ``date.toordinal``."""
    return words.date(*year_month_day(day))


def date_of_time(words: Words, seconds: float) -> str:
    """Format the local day of a time in seconds since 1970; empty for 0 and outside the calendar."""
    moment = local(seconds) if seconds else None
    return words.date(moment.year, moment.month, moment.day) if moment else ""
