"""The plots of the statistics over time: means, the rating, and the deals of the day."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.moments import year_month_day
from engine.people import LEVELS
from engine.statistics.daily import DailyResult
from engine.statistics.rating import Rating
from engine.statistics.store import Period
from engine.statistics.tables import HUNDREDTHS
from scenes.look.look import Look
from scenes.look.theme import GOLD, HAIRLINE_PAPER, INK_CAPTION, hex_code, rgb
from scenes.look.widgets import Widget
from scenes.look.widgets.plot import Axes, Plot, Series, grid_values, seat_line
from scenes.text.words import Words

LEAST_MATCHES, LEAST_DEALS, LEAST_PARS = 20, 100, 30
"""Minimum number of matches, deals and pars in each mean of a line, as far as there are as many."""
EVEN = 50.0
"""Mean par of a player as good as Master."""
RATING_ROOM = 60.0
"""Rating points shown above and below the levels and the rating."""
NEUTRAL = rgb("#8d7c60")
_GOOD, _BAD = rgb("#2f8f5a"), rgb("#b4552d")
_TENTHS = 10
_COLUMN = 22.0
"""Maximum width of a day; with half of it per day, as many days as fit are shown."""
_LABEL, _EDGES = 17.0, 38.0
"""Height of a level's name beside a plot; height of a plot above and below its lines."""


class Measure(NamedTuple):
    """The quotient that a line shows, from two sums over each period."""

    amount: Callable[[Period], float]
    count: Callable[[Period], int]
    least: int
    """Minimum count for a mean."""


WON = Measure(lambda span: span.won, lambda span: span.matches, LEAST_MATCHES)
POINTS = Measure(lambda span: span.points, lambda span: span.deals, LEAST_DEALS)
PAR = Measure(lambda span: span.par_sum / HUNDREDTHS - EVEN * span.pars, lambda span: span.pars, LEAST_PARS)
"""Difference from even, so that even is the emphasised line."""
MEASURES = {"won": WON, "points": POINTS, "par": PAR}


def rolling_means(parts: Sequence[tuple[float, int]], least: int) -> list[float | None]:
    """Return a mean for each pair of amount and count, over it and as many before as give a count of ``least``.

    A pair with the count 0 gives None.

    >>> rolling_means([(1, 2), (0, 0), (2, 2), (0, 4)], 4)
    [0.5, None, 0.75, 0.0]
    """
    found: list[float | None] = []
    for i, (_, count) in enumerate(parts):
        over, of = 0.0, 0
        for part, whole in reversed(parts[: i + 1]):
            over, of = over + part, of + whole
            if of >= least:
                break
        found.append(over / of if count else None)
    return found


def count_played(spans: Sequence[Period], measure: Measure) -> int:
    """Return the number of periods with something to show; a line needs two."""
    return sum(1 for span in spans if measure.count(span))


def mean_plot(words: Words, spans: Sequence[Period], rect: FRect, measure: Measure) -> Plot:
    """Return a plot of the rolling mean, with a dot for each period.

    Args:
        words: formats figures and days.
        spans: periods, at least two of them with something to show.
        rect: area.
        measure: the quotient to show.
    """
    parts = [(measure.amount(span), measure.count(span)) for span in spans]
    along = [i / (len(spans) - 1) for i in range(len(spans))]
    means = rolling_means(parts, measure.least)
    line = tuple((x, mean) for x, mean in zip(along, means, strict=True) if mean is not None)
    dots = tuple((x, over / of) for x, (over, of) in zip(along, parts, strict=True) if of)
    colour, _ = seat_line(0)
    series = Series(line, colour, strong=True, discs=line[-1:], faint=dots)
    marks = day_marks(words, [span.first for span in spans], along, rect.width)
    plot = Plot([series], Axes(_values(words, dots, measure), marks), rect)
    said = words.percent if measure is WON else words.decimal if measure is not PAR else _par(words)
    days = [span.first for span, mean in zip(spans, means, strict=True) if mean is not None]
    _tell(plot, words, days, [said(mean) for _, mean in line])
    return plot


def _par(words: Words) -> Callable[[float], str]:
    return lambda value: words.number(value + EVEN)


def _tell(plot: Plot, words: Words, days: Sequence[int], figures: Sequence[str]) -> None:
    """Let a plot say in a sentence where its line begins and ends, and all figures in a table of days."""
    if not figures:
        return
    dates = [words.date(*year_month_day(day)) for day in days]
    plot.summary = words("app.reader.line", name=f"{dates[0]} – {dates[-1]}", first=figures[0], last=figures[-1])
    plot.rows = [dates, figures]


def _values(words: Words, dots: Sequence[tuple[float, float]], measure: Measure) -> tuple[tuple[float, str], ...]:
    if measure is WON:
        return tuple((quarter / 4, words.percent(quarter / 4)) for quarter in range(5))
    if measure is PAR:
        return tuple((quarter * 25 - EVEN, words.number(quarter * 25)) for quarter in range(5))
    values = [value for _, value in dots]
    lines = grid_values(math.floor(min(0.0, *values) * _TENTHS), math.ceil(max(0.0, *values) * _TENTHS))
    return tuple((tenth / _TENTHS, words.decimal(tenth / _TENTHS)) for tenth in lines)


def day_marks(words: Words, days: Sequence[int], along: Sequence[float], width: float) -> tuple[tuple[float, str], ...]:
    """Return labels for days below a plot, as many as fit, including the first and the last.

    Args:
        words: formats days.
        days: days as counted by ``date.toordinal``, at least two.
        along: position of each day, 0 … 1.
        width: width of the plot.
    """
    count = max(2, min(len(days), int(width / 150)))
    wanted = [along[0] + (along[-1] - along[0]) * i / (count - 1) for i in range(count)]
    chosen = sorted({min(range(len(days)), key=lambda i: abs(along[i] - place)) for place in wanted})
    return tuple((along[i], words.date(*year_month_day(days[i]))) for i in chosen)


def rating_plot(words: Words, anchors: Mapping[str, float], history: Sequence[tuple[int, Rating]], rect: FRect) -> Plot:
    """Return a plot of the rating over time, with its 95 % band and lines for the levels.

    Args:
        words: formats names and days.
        anchors: level -> its rating.
        history: days with their ratings, at least two.
        rect: area.
    """
    first, last = history[0][0], history[-1][0]
    whole = max(1, last - first)
    along = [(day - first) / whole if last > first else i / (len(history) - 1) for i, (day, _) in enumerate(history)]
    low = min(anchors["easy"], *(rating.mu for _, rating in history)) - RATING_ROOM
    high = max(anchors["master"], *(rating.mu for _, rating in history)) + RATING_ROOM
    band = tuple(
        (x, max(low, rating.mu - rating.margin), min(high, rating.mu + rating.margin))
        for x, (_, rating) in zip(along, history, strict=True)
    )
    line = tuple((x, rating.mu) for x, (_, rating) in zip(along, history, strict=True))
    names, before = list[tuple[float, str]](), low
    for level in LEVELS:
        apart = (anchors[level] - before) * (rect.height - _EDGES) / (high - low)
        label = words("app.stats.rating.level", level=words(f"app.level.{level}"), mu=words.number(anchors[level]))
        names.append((anchors[level], label if apart >= _LABEL else ""))
        before = anchors[level] if apart >= _LABEL else before
    colour, _ = seat_line(0)
    series = Series(line, colour, strong=True, discs=line[-1:], band=band)
    marks = day_marks(words, [day for day, _ in history], along, rect.width)
    plot = Plot([series], Axes(((low, ""), *names, (high, "")), marks), rect)
    _tell(plot, words, [day for day, _ in history], [words.number(rating.mu) for _, rating in history])
    return plot


class DayStrip(Widget):
    """The last days as columns: each par above or below that of Master, which is the middle line.

    A deal without known par is a ring, one played with help an outline, a day without play a gap.
    """

    def __init__(self, words: Words, days: Sequence[DailyResult], today: int, rect: FRect) -> None:
        super().__init__(rect)
        self.words = words
        self.days = {day.day: day for day in days}
        self.first = min(self.days)
        self.last = max(*self.days, min(today, max(self.days) + 1))

    def draw(self, look: Look, target: Surface) -> None:
        rect, words = self.rect, self.words
        labels = [words.number(value) for value in (100, 50, 0)]
        left = 18 + max(look.text_width(label, "small") for label in labels)
        room, high = rect.width - left - 12, rect.height - 12 - 28
        shown = max(2, min(int(room / (_COLUMN / 2)), self.last - self.first + 1))
        column = min(_COLUMN, room / shown)
        first = self.last - shown + 1
        key = f"days {sorted(self.days.values())} {first} {self.last} {left} {rect.size}"
        drawn = self._lines(left, rect.width - 12, high)
        for day in range(first, self.last + 1):
            if day in self.days:
                drawn += self._day(self.days[day], left + (day - first + 0.5) * column, column * 0.62, high)
        look.blit(target, look.svg(key, drawn, (0.0, 0.0, rect.width, rect.height)), *rect.topleft)
        for i, label in enumerate(labels):
            mark = look.text(label, "small", INK_CAPTION)
            look.blit(target, mark, rect.left + left - 12, rect.top + 12 + high * i / 2, "midright")
        ends = {first: left + column / 2, self.last: left + (shown - 0.5) * column}
        before = rect.left
        for day, x in ends.items():
            mark = look.text(words.date(*year_month_day(day)), "small", INK_CAPTION)
            half = mark.get_width() / look.scale / 2
            at = max(before + half, min(rect.right - half, rect.left + x))
            if at <= rect.right - half:
                look.blit(target, mark, at, rect.bottom - 2, "midbottom")
            before = at + half + 16

    @staticmethod
    def _lines(left: float, right: float, high: float) -> str:
        drawn = ""
        for i, (ink, width) in enumerate(((HAIRLINE_PAPER, 1.0), (NEUTRAL, 1.6), (HAIRLINE_PAPER, 1.0))):
            y = 12 + high * i / 2
            drawn += f'<path d="M{left} {y:.2f}H{right:.2f}" stroke="{hex_code(ink)}" stroke-width="{width}"/>'
        return drawn

    @staticmethod
    def _day(day: DailyResult, x: float, wide: float, high: float) -> str:
        middle = 12 + high / 2
        if day.par is None:
            return (
                f'<circle cx="{x:.2f}" cy="{middle:.2f}" r="{min(5, wide / 2):.2f}" fill="{hex_code(GOLD)}"'
                f' stroke="{hex_code(NEUTRAL)}" stroke-width="2"/>'
            )
        ink = hex_code(_GOOD if day.par >= EVEN else _BAD)
        tall = max(4.0, abs(day.par - EVEN) / 100 * high)
        y = middle - tall if day.par >= EVEN else middle
        inner = f'fill="none" stroke="{ink}" stroke-width="2"' if day.helped else f'fill="{ink}"'
        return f'<rect x="{x - wide / 2:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{tall:.2f}" rx="2.5" {inner}/>'
