"""After a deal of the day: whether it counts, and the player's par of each of the last days, on paper."""

from pygame import FRect

from engine.match.record import Record
from engine.moments import year_month_day
from engine.statistics.daily import day_streak
from engine.statistics.writing import helped
from scenes.look.look import Look
from scenes.look.theme import INK_CAPTION, INK_SECOND
from scenes.look.widgets import Label, Widget
from scenes.look.widgets.plot import Axes, Plot, Series, seat_line
from scenes.shell.context import Context
from scenes.text.daily import streak_text

SHOWN = 14
"""So many days have a place on the plot."""
_EACH = 34.0
"""Room for the number of a day; where there is less, some go without."""
_LOWEST = 90.0
"""A plot that would be less high is left out."""
_EVEN = 50.0
"""The par of whoever does as well as the computer."""


def verdict(context: Context, record: Record) -> str:
    """Whether this try counts, and why not."""
    kind = "counts"
    if helped(record):
        kind = "counts_not.known" if record.known else "counts_not.helped"
    return context.words(f"app.daily.{kind}")


def days_widgets(context: Context, look: Look, record: Record, area: FRect) -> list[Widget]:
    """What stands below the title: the verdict, and the plot or what will be there."""
    told = Label(verdict(context, record), "explanation", INK_SECOND, wrap=area.width)
    told.place(look, area.left, area.top)
    found: list[Widget] = [told]
    top = told.rect.bottom + 4
    places = _places(context, record)
    days = context.statistics.daily_results(record.game, context.settings.name)
    row = streak_text(context.words, day_streak(days, record.daily))
    if row or not places:
        colour, style = (INK_SECOND, "strong_body") if row else (INK_CAPTION, "explanation")
        second = Label(row or context.words("app.daily.no_par"), style, colour, wrap=area.width)
        second.place(look, area.left, top)
        found.append(second)
        top = second.rect.bottom + 4
    plot = FRect(area.left - 12, top + 6, area.width + 12, area.bottom - top - 6)
    if plot.height >= _LOWEST:
        found.append(_plot(context, record.daily, places, plot))
    return found


def _places(context: Context, record: Record) -> tuple[tuple[float, float], ...]:
    """The pars of the last days that count, each with how far along its day is."""
    days = context.statistics.daily_results(record.game, context.settings.name)
    first = record.daily - SHOWN + 1
    pars = [(one.day, one.par) for one in days if one.par is not None and not one.helped]
    return tuple((_along(day - first), par) for day, par in pars if 0 <= day - first < SHOWN)


def _plot(context: Context, last: int, places: tuple[tuple[float, float], ...], rect: FRect) -> Plot:
    first = last - SHOWN + 1
    series = [Series(places, *seat_line(0), strong=True, discs=places)] if places else []
    values = tuple((value, context.words.number(value)) for value in (0.0, _EVEN, 100.0))
    every = next(step for step in (1, 2, 3, SHOWN - 1) if rect.width / SHOWN * step >= _EACH or step == SHOWN - 1)
    shown = range(SHOWN - 1, -1, -every)
    marks = tuple((_along(i), str(year_month_day(max(1, first + i))[2])) for i in shown)
    return Plot(series, Axes(values, marks), rect)


def _along(place: int) -> float:
    return place / (SHOWN - 1)
