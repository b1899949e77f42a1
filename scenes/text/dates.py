"""Days in words, and the sign for a figure that is not known."""

from engine.moments import local, year_month_day
from scenes.text.words import Words

NO_FIGURE = "–"
"""Shown in place of a figure that is not known."""


def date_of_day(words: Words, day: int) -> str:
    """A day, as ``date.toordinal`` counts them, in the form of the language."""
    return words.date(*year_month_day(day))


def date_of_time(words: Words, seconds: float) -> str:
    """The local day of a time in seconds since 1970; empty for 0 and for times outside the calendar."""
    moment = local(seconds) if seconds else None
    return words.date(moment.year, moment.month, moment.day) if moment else ""
