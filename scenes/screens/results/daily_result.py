"""A daily deal's result: whether the attempt counts, the streak, and a plot of recent pars."""

from collections.abc import Sequence

from engine.local_time import year_month_day
from engine.match.record import Record
from engine.statistics.daily import DailyResult, day_streak
from engine.statistics.match_writer import was_helped
from scenes.render.theme import INK_CAPTION, INK_SECONDARY
from scenes.shell.services import Services
from scenes.text.catalogue import Words
from scenes.text.daily_texts import streak_text
from scenes.ui.boxes import Column, FirstThatFits, Spacer
from scenes.ui.text import Text
from scenes.ui.widgets.line_plot import Axes, LinePlot, Series, seat_line_style

SHOWN_DAYS = 14
"""Number of days on the plot; the last is the day of the deal."""
_MIN_PLOT_HEIGHT = 90.0
"""Minimum height of the plot; in less height, it is left out."""
_EVEN_PAR = 50.0
"""Par of a player as good as Master, percent."""


def whether_attempt_counts_text(words: Words, record: Record) -> str:
    """Return a text that says whether this attempt at a daily deal counts, or why not."""
    kind = "counts"
    if was_helped(record):
        kind = "counts_not.known" if record.known else "counts_not.helped"
    return words(f"app.daily.{kind}")


def daily_result(services: Services, record: Record) -> Column:
    """Return a daily deal's result: verdict, streak, and a plot if high enough."""
    words = services.words
    days = services.statistics.daily_results_hiding_early_pars(record.game, services.settings.name)
    positions = _x_fractions_and_pars(days, record.daily)
    streak = streak_text(words, day_streak(days, record.daily))
    colour, style = (INK_SECONDARY, "strong_body") if streak else (INK_CAPTION, "explanation")
    second_line = streak or ("" if positions else words("app.daily.no_par"))
    plot = _par_plot(words, record.daily, positions).with_layout(height=_MIN_PLOT_HEIGHT, margin=(-12, 10, 0, 0))
    return Column(
        Text(whether_attempt_counts_text(words, record), "explanation", INK_SECONDARY, wraps=True),
        Text(second_line, style, colour, wraps=True).with_layout(margin=(0, 4, 0, 0)) if second_line else None,
        FirstThatFits(plot, Spacer(0.0), by_height=True).with_layout(grow=1.0),
    )


def _x_fractions_and_pars(days: Sequence[DailyResult], last_day: int) -> tuple[tuple[float, float], ...]:
    """Return x (0 … 1) and par (percent) for each of the last ``SHOWN_DAYS`` days with a par and no help."""
    first = last_day - SHOWN_DAYS + 1
    pars = [(one.day, one.par_percent) for one in days if one.par_percent is not None and not one.helped]
    return tuple((_x_fraction(day - first), par) for day, par in pars if 0 <= day - first < SHOWN_DAYS)


def _par_plot(words: Words, last_day: int, x_fractions_and_pars: tuple[tuple[float, float], ...]) -> LinePlot:
    first = last_day - SHOWN_DAYS + 1
    series = (
        [Series(x_fractions_and_pars, *seat_line_style(0), is_main=True, disc_points=x_fractions_and_pars)]
        if x_fractions_and_pars
        else []
    )
    values = tuple((value, words.number(value)) for value in (0.0, _EVEN_PAR, 100.0))
    labelled_days = range(SHOWN_DAYS - 1, -1, -1)
    marks = tuple((_x_fraction(i), str(year_month_day(max(1, first + i))[2])) for i in labelled_days)
    plot = LinePlot(series, Axes(values, marks))
    if x_fractions_and_pars:
        figures = [words.number(par) for _, par in x_fractions_and_pars]
        plot.summary = words("app.reader.line", name=words("app.daily.title"), first=figures[0], last=figures[-1])
        plot.table_rows = [figures]
    return plot


def _x_fraction(day_index: int) -> float:
    return day_index / (SHOWN_DAYS - 1)
