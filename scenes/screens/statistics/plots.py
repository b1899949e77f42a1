"""Plots of the statistics over time: rolling means, rating, and daily deals."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.characters import LEVELS
from engine.local_time import year_month_day
from engine.statistics.daily import DailyResult
from engine.statistics.rating import Rating
from engine.statistics.sql_schema import HUNDREDTHS_PER_PERCENT
from engine.statistics.store import Period
from scenes.render.renderer import Renderer
from scenes.render.theme import GOLD, HAIRLINE_PAPER, INK_CAPTION, hex_code, rgb
from scenes.text.catalogue import Words
from scenes.text.dates import UNKNOWN_NUMBER
from scenes.ui.accessible_elements import AccessibleElement, table_element
from scenes.ui.widgets import Widget
from scenes.ui.widgets.line_plot import Axes, LinePlot, Series, grid_values_around, seat_line_style

MIN_MATCHES_PER_MEAN, MIN_DEALS_PER_MEAN, MIN_PARS_PER_MEAN = 20, 100, 30
"""Minimum number of matches, deals and pars for each rolling mean, if that many exist."""
EVEN_PAR = 50.0
"""Mean par of a player as good as Master, percent."""
RATING_MARGIN = 60.0
"""Margin above and below the range of ratings, rating points."""
NEUTRAL_COLOUR = rgb("#8d7c60")
_GOOD_COLOUR, _BAD_COLOUR = rgb("#2f8f5a"), rgb("#b4552d")
_TENTHS = 10
_MAX_DAY_WIDTH = 22.0
"""Maximum width of a day's column; half of it is the minimum."""
_MIN_DATE_SPACE, _MIN_NUMBER_SPACE = 150.0, 50.0
"""Minimum width for a date below a plot, and for the number of a match."""
_LEVEL_NAME_HEIGHT, _PLOT_MARGINS = 17.0, 38.0
"""Height of a level's name beside a plot; total margin above and below a plot's lines."""


class Measure(NamedTuple):
    """Mean of the statistics to plot: the quotient of two sums over each period."""

    sum_amount: Callable[[Period], float]
    sum_count: Callable[[Period], int]
    window_count: int
    """Count over which a rolling mean is taken, if that many exist."""


WON_MEASURE = Measure(lambda span: span.won, lambda span: span.matches, MIN_MATCHES_PER_MEAN)
POINTS_MEASURE = Measure(lambda span: span.points, lambda span: span.deals, MIN_DEALS_PER_MEAN)
PAR_MEASURE = Measure(
    lambda span: span.par_sum / HUNDREDTHS_PER_PERCENT - EVEN_PAR * span.pars, lambda span: span.pars, MIN_PARS_PER_MEAN
)
"""Difference from ``EVEN_PAR``, because plots emphasise the line at 0."""
MEASURES = {"won": WON_MEASURE, "points": POINTS_MEASURE, "par": PAR_MEASURE}


def rolling_means(amounts_and_counts: Sequence[tuple[float, int]], window_count: int) -> list[float | None]:
    """Return a rolling mean for each pair of amount and count; None for a count of 0.

    Each mean includes as many previous pairs as it needs for a total count of ``window_count``.

    >>> rolling_means([(1, 2), (0, 0), (2, 2), (0, 4)], 4)
    [0.5, None, 0.75, 0.0]
    """
    means: list[float | None] = []
    for i, (_, count) in enumerate(amounts_and_counts):
        amount_sum, count_sum = 0.0, 0
        for amount, part_count in reversed(amounts_and_counts[: i + 1]):
            amount_sum, count_sum = amount_sum + amount, count_sum + part_count
            if count_sum >= window_count:
                break
        means.append(amount_sum / count_sum if count else None)
    return means


def has_data(periods: Sequence[Period], measure: Measure) -> bool:
    """Whether any period, such as a match or a week, has data for a mean of the statistics."""
    return any(measure.sum_count(span) for span in periods)


class TimePlot(LinePlot):
    """Line plot over days, whose labels depend on its size."""

    def __init__(self, series: Series, make_axes: Callable[[FRect], Axes]) -> None:
        super().__init__([series], make_axes(FRect(0, 0, 0, 0)))
        self.make_axes = make_axes

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.axes = self.make_axes(rect)


def mean_plot(words: Words, periods: Sequence[Period], measure: Measure, *, are_matches: bool = False) -> TimePlot:
    """Return a plot of a rolling mean of the statistics, with a dot for each period.

    Args:
        words: the text catalogue.
        periods: periods, at least one of them with data.
        measure: the mean to plot.
        are_matches: whether each period is one match; the labels then count them.
    """
    parts = [(measure.sum_amount(span), measure.sum_count(span)) for span in periods]
    positions = [i / (len(periods) - 1) for i in range(len(periods))] if len(periods) > 1 else [0.5]
    means = rolling_means(parts, measure.window_count)
    points = tuple((x, mean) for x, mean in zip(positions, means, strict=True) if mean is not None)
    dots = tuple((x, over / of) for x, (over, of) in zip(positions, parts, strict=True) if of)
    colour, _ = seat_line_style(0)
    series = Series(points, colour, is_main=True, disc_points=points[-1:], faint_dots=dots)
    values, first_days = _value_axis_labels(words, dots, measure), [span.first_day for span in periods]
    numbers = [words.number(i) for i in range(1, len(periods) + 1)]
    plot = TimePlot(
        series,
        lambda rect: Axes(
            values,
            spaced_labels(numbers, positions, rect.width / _MIN_NUMBER_SPACE)
            if are_matches
            else day_labels(words, first_days, positions, rect.width),
        ),
    )
    format_value = (
        words.percent
        if measure is WON_MEASURE
        else words.decimal
        if measure is not PAR_MEASURE
        else _par_difference_formatter(words)
    )
    days = [span.first_day for span, mean in zip(periods, means, strict=True) if mean is not None]
    _describe_plot(plot, words, days, [format_value(mean) for _, mean in points])
    return plot


def _par_difference_formatter(words: Words) -> Callable[[float], str]:
    return lambda value: words.number(value + EVEN_PAR)


def _describe_plot(plot: LinePlot, words: Words, days: Sequence[int], values: Sequence[str]) -> None:
    """Set a plot's texts for screen readers: a summary with first and last value, and a table of all values by day."""
    if not values:
        return
    dates = [words.date(*year_month_day(day)) for day in days]
    plot.summary = words("app.reader.line", name=f"{dates[0]} – {dates[-1]}", first=values[0], last=values[-1])
    plot.table_rows = [dates, values]


def _value_axis_labels(
    words: Words, dots: Sequence[tuple[float, float]], measure: Measure
) -> tuple[tuple[float, str], ...]:
    if measure is WON_MEASURE:
        return tuple((quarter / 4, words.percent(quarter / 4)) for quarter in range(5))
    if measure is PAR_MEASURE:
        return tuple((quarter * 25 - EVEN_PAR, words.number(quarter * 25)) for quarter in range(5))
    values = [value for _, value in dots]
    lines = grid_values_around(math.floor(min(0.0, *values) * _TENTHS), math.ceil(max(0.0, *values) * _TENTHS))
    return tuple((tenth / _TENTHS, words.decimal(tenth / _TENTHS)) for tenth in lines)


def day_labels(
    words: Words, days: Sequence[int], positions: Sequence[float], width: float
) -> tuple[tuple[float, str], ...]:
    """Return positions and labels of days below a plot: the first, the last, and as many between as fit.

    Args:
        words: the text catalogue.
        days: ordinals as from ``date.toordinal``.
        positions: position of each day, 0 … 1.
        width: width of the plot.
    """
    return spaced_labels([words.date(*year_month_day(day)) for day in days], positions, width / _MIN_DATE_SPACE)


def spaced_labels(labels: Sequence[str], positions: Sequence[float], max_count: float) -> tuple[tuple[float, str], ...]:
    """Return the first and the last of some labels with their positions, and evenly spaced ones between.

    There are at most ``max_count``, but at least two if there are as many.
    """
    count = max(2, min(len(labels), int(max_count)))
    wanted = [positions[0] + (positions[-1] - positions[0]) * i / (count - 1) for i in range(count)]
    chosen = sorted({min(range(len(labels)), key=lambda i: abs(positions[i] - place)) for place in wanted})
    return tuple((positions[i], labels[i]) for i in chosen)


def rating_plot(words: Words, level_ratings: Mapping[str, float], history: Sequence[tuple[int, Rating]]) -> TimePlot:
    """Return a plot of a person's rating over time, with its 95 % band and a line for each level.

    Args:
        words: the text catalogue.
        level_ratings: rating of each level.
        history: at least two days with their ratings.
    """
    positions = [i / (len(history) - 1) for i in range(len(history))]  # in order of play, as clocks may be wrong
    low = min(level_ratings["easy"], *(rating.mu for _, rating in history)) - RATING_MARGIN
    high = max(level_ratings["master"], *(rating.mu for _, rating in history)) + RATING_MARGIN
    band = tuple(
        (x, max(low, rating.mu - rating.margin), min(high, rating.mu + rating.margin))
        for x, (_, rating) in zip(positions, history, strict=True)
    )
    points = tuple((x, rating.mu) for x, (_, rating) in zip(positions, history, strict=True))
    days = [day for day, _ in history]

    def make_axes(rect: FRect) -> Axes:
        names, previous = list[tuple[float, str]](), low
        for level in LEVELS:
            distance = (level_ratings[level] - previous) * (rect.height - _PLOT_MARGINS) / (high - low)
            label = words(
                "app.stats.rating.level", level=words(f"app.level.{level}"), mu=words.number(level_ratings[level])
            )
            names.append((level_ratings[level], label if distance >= _LEVEL_NAME_HEIGHT else ""))
            previous = level_ratings[level] if distance >= _LEVEL_NAME_HEIGHT else previous
        return Axes(((low, ""), *names, (high, "")), day_labels(words, days, positions, rect.width))

    colour, _ = seat_line_style(0)
    plot = TimePlot(Series(points, colour, is_main=True, disc_points=points[-1:], band=band), make_axes)
    _describe_plot(plot, words, days, [words.number(rating.mu) for _, rating in history])
    return plot


class DailyParChart(Widget):
    """Bar chart of the pars of daily deals; bars start from the middle line, a par as good as Master.

    A deal without known par is a ring, one played with help an outlined bar, a day without play a gap.
    """

    def __init__(self, words: Words, days: Sequence[DailyResult], today: int) -> None:
        super().__init__()
        self.words = words
        self.days = {day.day: day for day in days}
        self.first_day = min(self.days)
        self.last_day = max(*self.days, min(today, max(self.days) + 1))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, words = self.rect, self.words
        labels = [words.number(value) for value in (100, 50, 0)]
        left = 18 + max(renderer.text_width(label, "small") for label in labels)
        width, height = rect.width - left - 12, rect.height - 12 - 28
        day_count = max(2, min(int(width / (_MAX_DAY_WIDTH / 2)), self.last_day - self.first_day + 1))
        column = min(_MAX_DAY_WIDTH, width / day_count)
        first = self.last_day - day_count + 1
        key = f"days {sorted(self.days.values())} {first} {self.last_day} {left} {rect.size}"
        svg = self._lines_svg(left, rect.width - 12, height)
        for day in range(first, self.last_day + 1):
            if day in self.days:
                svg += self._day_svg(self.days[day], left + (day - first + 0.5) * column, column * 0.62, height)
        renderer.blit(target, renderer.svg(key, svg, (0.0, 0.0, rect.width, rect.height)), *rect.topleft)
        for i, label in enumerate(labels):
            mark = renderer.text(label, "small", INK_CAPTION)
            renderer.blit(target, mark, rect.left + left - 12, rect.top + 12 + height * i / 2, "midright")
        ends = {first: left + column / 2, self.last_day: left + (day_count - 0.5) * column}
        min_x = rect.left
        for day, x in ends.items():
            mark = renderer.text(words.date(*year_month_day(day)), "small", INK_CAPTION)
            half = renderer.width_of(mark) / 2
            x_centre = max(min_x + half, min(rect.right - half, rect.left + x))
            if x_centre <= rect.right - half:
                renderer.blit(target, mark, x_centre, rect.bottom - 2, "midbottom")
            min_x = x_centre + half + 16

    def as_accessible(self) -> AccessibleElement:
        """Return the first and last day for screen readers, and a table of the pars of all days."""
        words, days = self.words, sorted(self.days.values())
        dates = [words.date(*year_month_day(day.day)) for day in days]
        pars = [UNKNOWN_NUMBER if day.par_percent is None else words.number(day.par_percent) for day in days]
        return AccessibleElement("image", f"{dates[0]} – {dates[-1]}", children=(table_element("", [dates, pars]),))

    @staticmethod
    def _lines_svg(left: float, right: float, height: float) -> str:
        drawn = ""
        for i, (ink, width) in enumerate(((HAIRLINE_PAPER, 1.0), (NEUTRAL_COLOUR, 1.6), (HAIRLINE_PAPER, 1.0))):
            y = 12 + height * i / 2
            drawn += f'<path d="M{left} {y:.2f}H{right:.2f}" stroke="{hex_code(ink)}" stroke-width="{width}"/>'
        return drawn

    @staticmethod
    def _day_svg(day: DailyResult, centre_x: float, width: float, height: float) -> str:
        middle = 12 + height / 2
        if day.par_percent is None:
            return (
                f'<circle cx="{centre_x:.2f}" cy="{middle:.2f}" r="{min(5, width / 2):.2f}" fill="{hex_code(GOLD)}"'
                f' stroke="{hex_code(NEUTRAL_COLOUR)}" stroke-width="2"/>'
            )
        ink = hex_code(_GOOD_COLOUR if day.par_percent >= EVEN_PAR else _BAD_COLOUR)
        tall = max(4.0, abs(day.par_percent - EVEN_PAR) / 100 * height)
        y = middle - tall if day.par_percent >= EVEN_PAR else middle
        inner = f'fill="none" stroke="{ink}" stroke-width="2"' if day.helped else f'fill="{ink}"'
        left = centre_x - width / 2
        return f'<rect x="{left:.2f}" y="{y:.2f}" width="{width:.2f}" height="{tall:.2f}" rx="2.5" {inner}/>'
