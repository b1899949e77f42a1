"""The deal of the day in words: how it stands, who plays, what it came to. No pygame here."""

from typing import NamedTuple

from engine.match.record import PERSON, Record
from engine.people import CHARACTERS
from engine.statistics.daily import DailyResult
from engine.statistics.writing import helped
from scenes.text.dates import date_of_day
from scenes.text.words import Words


class DailyState(NamedTuple):
    """How the deal of a day stands for the player."""

    day: int
    """As ``date.toordinal`` counts days."""
    first: DailyResult | None = None
    """The first try that was played to its end."""
    waits: bool = False
    """Whether it is the match that can be continued."""
    begun: bool = False
    """Whether its cards were seen."""

    @property
    def kind(self) -> str:
        """The state in one word, as the texts' keys have it."""
        if self.waits:
            return "waits"
        if self.first is None:
            return "begun" if self.begun else "new"
        return "helped" if self.first.helped else "done"


def came_to(words: Words, one: DailyResult) -> str:
    """The points of a try, with its par where that is known."""
    points = words("app.daily.points", n=one.points)
    return points if one.par is None else words("app.daily.points_par", points=points, par=round(one.par))


def briefly(words: Words, state: DailyState) -> str:
    """The state in a few words."""
    return words(f"app.daily.state.{state.kind}", result=came_to(words, state.first) if state.first else "")


def in_full(words: Words, state: DailyState) -> str:
    """The state and what it means, in one or two sentences."""
    return words(f"app.daily.try.{state.kind}", result=came_to(words, state.first) if state.first else "")


def in_a_row(words: Words, count: int) -> str:
    """The number of days in a row; empty for less than two."""
    return words("app.daily.run", n=count) if count > 1 else ""


def company(words: Words, record: Record) -> str:
    """The computer players of a record, with their levels."""
    return words.joined(
        [
            words("app.daily.seated", name=CHARACTERS[chair.who].name, level=words(f"app.level.{chair.level}"))
            for chair in record.chairs
            if chair.who != PERSON
        ]
    )


def tag(words: Words, record: Record) -> str:
    """The text in place of the deal's number at the table."""
    if helped(record):
        return words("app.daily.tag_apart")
    return words("app.daily.tag", date=date_of_day(words, record.daily))
