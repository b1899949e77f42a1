"""The deal of the day in words: its state, players and result. No pygame here."""

from typing import NamedTuple

from engine.match.record import PERSON, Record
from engine.people import CHARACTERS
from engine.statistics.daily import DailyResult
from engine.statistics.writing import helped
from scenes.text.dates import date_of_day
from scenes.text.words import Words

EVEN = 50.0
"""Par of a player as good as Master."""
_NEARLY = 12.0
"""Difference from it that twenty playouts cannot tell from chance."""


class DailyState(NamedTuple):
    """State of the deal of a day for the player."""

    day: int
    """Day as counted by ``date.toordinal``."""
    first: DailyResult | None = None
    """Result of the first attempt that was finished."""
    waits: bool = False
    """Whether it is the saved match."""
    seen: bool = False
    """Whether the player has seen its cards."""

    @property
    def kind(self) -> str:
        """The state as the keys of texts name it."""
        if self.waits:
            return "waits"
        if self.first is None:
            return "begun" if self.seen else "new"
        return "helped" if self.first.helped else "done"


def result_text(words: Words, one: DailyResult) -> str:
    """The points of an attempt, and beside Master's if they are known."""
    points = words("app.daily.points", n=one.points)
    if one.par is None:
        return points
    standing = "even" if abs(one.par - EVEN) <= _NEARLY else "better" if one.par > EVEN else "worse"
    return words(f"app.daily.par.{standing}", points=points)


def short_state(words: Words, state: DailyState) -> str:
    """The state in a few words."""
    return words(f"app.daily.state.{state.kind}", result=result_text(words, state.first) if state.first else "")


def long_state(words: Words, state: DailyState) -> str:
    """The state and its meaning in one or two sentences."""
    return words(f"app.daily.try.{state.kind}", result=result_text(words, state.first) if state.first else "")


def streak_text(words: Words, count: int) -> str:
    """The number of days in a row; empty below two."""
    return words("app.daily.run", n=count) if count > 1 else ""


def opponents_text(words: Words, record: Record) -> str:
    """The computer players of a record, with their levels."""
    return words.joined(
        [
            words("app.daily.seated", name=CHARACTERS[chair.who].name, level=words(f"app.level.{chair.level}"))
            for chair in record.chairs
            if chair.who != PERSON
        ]
    )


def table_tag(words: Words, record: Record) -> str:
    """The text shown at the table in place of the deal number."""
    if helped(record):
        return words("app.daily.tag_apart")
    return words("app.daily.tag", date=date_of_day(words, record.daily))
