"""The deal of the day as the player meets it: how today's stands, what is told of it, and sitting down to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from engine.match.daily import deal_of
from engine.match.record import PERSON, Record
from engine.moments import day_of, year_month_day
from engine.people import CHARACTERS
from engine.profile.daily_attempts import DailyAttempt
from engine.statistics.daily import DailyResult, day_streak, first_attempt
from engine.statistics.writing import helped
from scenes.shell.dialog import Action, Choice, Dialog, Line, confirm_dialog, replacing
from scenes.text.words import Words

if TYPE_CHECKING:
    from scenes.app import App


class State(NamedTuple):
    """How the deal of a day stands for the player."""

    day: int
    """As ``date.toordinal`` counts days."""
    first: DailyResult | None = None
    """The first try that was played to its end."""
    waits: bool = False
    """It lies on the table and can be gone on with."""
    begun: bool = False
    """Its cards were seen."""

    @property
    def kind(self) -> str:
        """In one word, as the texts have it."""
        if self.waits:
            return "waits"
        if self.first is None:
            return "begun" if self.begun else "new"
        return "helped" if self.first.helped else "done"


def today(app: App) -> int:
    """The local day; 0 where no calendar has it."""
    return day_of(app.now())


def state_of(app: App, slug: str, day: int) -> State:
    """How a game's deal of that day stands."""
    name, saved = app.settings.name, app.saved
    return State(
        day,
        first_attempt(app.statistics.daily_results(slug, name), day),
        saved is not None and (saved.game, saved.daily) == (slug, day),
        DailyAttempt(slug, day, name) in app.daily_attempts,
    )


def date_of(words: Words, day: int) -> str:
    """The day as the language writes it."""
    return words.date(*year_month_day(day))


def came_to(app: App, one: DailyResult) -> str:
    """What a try came to: points, and the par where it is known."""
    words = app.words
    points = words("app.daily.points", n=one.points)
    return points if one.par is None else words("app.daily.points_par", points=points, par=round(one.par))


def briefly(app: App, state: State) -> str:
    """How it stands, in a few words."""
    return app.words(f"app.daily.state.{state.kind}", result=came_to(app, state.first) if state.first else "")


def in_full(app: App, state: State) -> str:
    """How it stands and what that means, in one or two sentences."""
    return app.words(f"app.daily.try.{state.kind}", result=came_to(app, state.first) if state.first else "")


def in_a_row(app: App, slug: str, day: int) -> str:
    """So many days in a row; empty for less than two."""
    count = day_streak(app.statistics.daily_results(slug, app.settings.name), day)
    return app.words("app.daily.run", n=count) if count > 1 else ""


def company(app: App, record: Record) -> str:
    """Who plays, with their levels."""
    words = app.words
    return words.joined(
        [
            words("app.daily.seated", name=CHARACTERS[chair.who].name, level=words(f"app.level.{chair.level}"))
            for chair in record.chairs
            if chair.who != PERSON
        ]
    )


def day_dialog(app: App, slug: str) -> Dialog:
    """Today's deal of a game: what it is, who plays, how it stands, and the way to its table."""
    words, day = app.words, today(app)
    state = state_of(app, slug, day)
    lines = [
        Line(words("app.daily.about"), heading=date_of(words, day)),
        Line(company(app, deal_of(slug, day)), heading=words("app.daily.company")),
        Line(in_full(app, state), heading=in_a_row(app, slug, day) or words("app.daily.try")),
    ]
    play = partial(replacing, app, partial(begin, app, slug, day))
    choices = [Choice(words("app.button.close"))]
    if state.waits:
        choices.insert(0, Choice(words("app.home.continue"), partial(_go_on, app), "play"))
    elif state.kind == "new":
        choices.insert(0, Choice(words("app.seating.play"), play, "play"))
    else:
        choices.append(Choice(words("app.daily.again"), play, "restart"))
    choices[0] = choices[0]._replace(hint=words("app.key.enter"))
    title = words("app.daily.of_game", game=words(f"{slug}.title"))
    return Dialog(app, title, lines, choices, width=620)


def begin(app: App, slug: str, day: int) -> None:
    """Sit down to the deal of a day; whoever has seen its cards before has had the try that counts."""
    from scenes.table.table import start  # noqa: PLC0415  # a table leads back to the screens

    record, state = deal_of(slug, day), state_of(app, slug, day)
    record.known = int(state.begun or state.first is not None)
    app.notices += app.daily_attempts.begin(DailyAttempt(slug, day, app.settings.name))
    start(app, record)


def _go_on(app: App) -> None:
    from scenes.table.table import resume  # noqa: PLC0415  # a table leads back to the screens

    resume(app)


def with_help(app: App, record: Record, act: Action) -> None:
    """Do what counts as help; where a deal of the day would not count any more with it, the player is asked first."""
    if not record.daily or helped(record):
        act()
    else:
        app.open(confirm_dialog(app, "app.daily.help", act, wary=True))


def tag(words: Words, record: Record) -> str:
    """What stands at the table in place of the deal's number."""
    if helped(record):
        return words("app.daily.tag_apart")
    return words("app.daily.tag", date=date_of(words, record.daily))
