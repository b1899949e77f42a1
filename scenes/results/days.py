"""After a deal of the day: whether it counts, and a plot of the pars of the last days."""

from collections.abc import Sequence

from pygame import FRect

from engine.match.record import Record
from engine.moments import year_month_day
from engine.statistics.daily import DailyResult, day_streak
from engine.statistics.writing import helped
from scenes.look.look import Look
from scenes.look.theme import INK_CAPTION, INK_SECOND
from scenes.look.widgets import Label, Widget
from scenes.look.widgets.plot import Axes, Plot, Series, seat_line
from scenes.shell.context import Services
from scenes.text.daily import streak_text
from scenes.text.words import Words

SHOWN = 14
"""Number of days on the plot."""
_EACH = 34.0
"""Minimum width per day label; with less room, days are skipped."""
_LOWEST = 90.0
"""Minimum height of the plot."""
_EVEN = 50.0
"""Par of a player as good as the computer."""


def verdict(words: Words, record: Record) -> str:
    """Return whether this attempt counts, and why not."""
    kind = "counts"
    if helped(record):
        kind = "counts_not.known" if record.known else "counts_not.helped"
    return words(f"app.daily.{kind}")


def days_widgets(services: Services, look: Look, record: Record, area: FRect) -> list[Widget]:
    """Return the widgets below the title: the verdict, the streak, and the plot if there is room."""
    counts = Label(verdict(services.words, record), "explanation", INK_SECOND, wrap=area.width)
    counts.place(look, area.left, area.top)
    found: list[Widget] = [counts]
    top = counts.rect.bottom + 4
    days = services.statistics.shown_days(record.game, services.settings.name)
    places = _places(days, record.daily)
    streak = streak_text(services.words, day_streak(days, record.daily))
    if streak or not places:
        colour, style = (INK_SECOND, "strong_body") if streak else (INK_CAPTION, "explanation")
        second = Label(streak or services.words("app.daily.no_par"), style, colour, wrap=area.width)
        second.place(look, area.left, top)
        found.append(second)
        top = second.rect.bottom + 4
    plot = FRect(area.left - 12, top + 6, area.width + 12, area.bottom - top - 6)
    if plot.height >= _LOWEST:
        found.append(_plot(services.words, record.daily, places, plot))
    return found


def _places(days: Sequence[DailyResult], last: int) -> tuple[tuple[float, float], ...]:
    """Return position and par of each of the days up to ``last`` that count."""
    first = last - SHOWN + 1
    pars = [(one.day, one.par) for one in days if one.par is not None and not one.helped]
    return tuple((_along(day - first), par) for day, par in pars if 0 <= day - first < SHOWN)


def _plot(words: Words, last: int, places: tuple[tuple[float, float], ...], rect: FRect) -> Plot:
    first = last - SHOWN + 1
    series = [Series(places, *seat_line(0), strong=True, discs=places)] if places else []
    values = tuple((value, words.number(value)) for value in (0.0, _EVEN, 100.0))
    every = next(step for step in (1, 2, 3, SHOWN - 1) if rect.width / SHOWN * step >= _EACH or step == SHOWN - 1)
    shown = range(SHOWN - 1, -1, -every)
    marks = tuple((_along(i), str(year_month_day(max(1, first + i))[2])) for i in shown)
    plot = Plot(series, Axes(values, marks), rect)
    if places:
        figures = [words.number(par) for _, par in places]
        plot.summary = words("app.reader.line", name=words("app.daily.title"), first=figures[0], last=figures[-1])
        plot.rows = [figures]
    return plot


def _along(place: int) -> float:
    return place / (SHOWN - 1)
