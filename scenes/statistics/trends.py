"""Trends of the statistics, each with a figure, a sentence and a plot.

These are matches won, points, par (which does not depend on luck), the rating beside the levels, and the deals of the
day.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.bots.common.strengths import ANCHORS
from engine.people import LEVELS
from engine.statistics.daily import DailyResult, day_streak
from engine.statistics.rating import Z_95, Rating
from engine.statistics.store import MeanPar, Period, RatingHistory
from scenes.look.look import Look
from scenes.look.theme import GOLD, HAIRLINE_PAPER, INK, INK_CAPTION, hex_code
from scenes.look.widgets import Widget
from scenes.look.widgets.plot import seat_line, spread_apart
from scenes.statistics.plots import MEASURES, NEUTRAL, RATING_ROOM, DayStrip, count_played, mean_plot, rating_plot
from scenes.text.words import Words

_AXIS = (
    min(anchors["easy"] for anchors in ANCHORS.values()) - RATING_ROOM,
    max(anchors["master"] for anchors in ANCHORS.values()) + RATING_ROOM,
)
"""Rating at each end of the scale, the same for every game, so that the rows can be compared."""
TRENDS = ("won", "points", "par", "rating", "days")
_ONE_GAME = ("points", "days")
"""Trends that are meaningless over several games."""
RATING_ROW = 70.0
_NEAR = 25.0
"""Rating points within which a player counts as equal to a level."""


class Trends(NamedTuple):
    """The data of all trends."""

    game: str | None
    spans: Sequence[Period] = ()
    par: MeanPar | None = None
    rated: Mapping[str, RatingHistory] = {}
    """Game -> the person's ratings; empty unless one person is selected."""
    person: bool = True
    """Whether one person is selected."""
    days: Sequence[DailyResult] = ()
    today: int = 0

    @property
    def one(self) -> RatingHistory | None:
        """The person's ratings in the selected game."""
        return self.rated.get(self.game) if self.game is not None else None


def trend_names(trends: Trends) -> list[str]:
    """Return the available trends."""
    return [trend for trend in TRENDS if trends.game is not None or trend not in _ONE_GAME]


# --- in words ---------------------------------------------------------------------------------------------------------


def figure_text(words: Words, trend: str, trends: Trends) -> str:
    """Return the figure of a trend; empty if there is none."""
    if trend == "par" and trends.par is not None:
        return of_hundred(words, trends.par.mean)
    if trend == "rating" and trends.one is not None:
        rating = trends.one.rating
        return with_margin(words, rating.mu, rating.margin)
    if trend == "days":
        pars = [day.par for day in trends.days if day.par is not None and not day.helped]
        return of_hundred(words, sum(pars) / len(pars)) if pars else ""
    return ""


def of_hundred(words: Words, mean: float) -> str:
    """Return a mean of pars: "43 of 100"."""
    return words("app.stats.par.of_hundred", par=words.number(mean))


def exact_par(words: Words, par: MeanPar) -> list[str]:
    """Return what the figure of the pars means, in exact figures."""
    mean = words.number(par.mean, places=1)
    if par.deals > 1:
        mean = words("app.stats.spread", mean=mean, margin=words.number(Z_95 * par.error, places=1))
    return [words("app.stats.par.exact"), words("app.stats.par.exact_of", n=par.deals, par=mean)]


def with_margin(words: Words, mean: float, margin: float) -> str:
    """Return a figure with its 95 % margin: "1,560 ± 80"."""
    return words("app.stats.spread", mean=words.number(mean), margin=words.number(margin))


def sentence(words: Words, trend: str, trends: Trends) -> str:
    """Return a sentence about a trend; without data, how to get some."""
    if trend == "won":
        return words("app.stats.mean", n=MEASURES[trend].least)
    if trend == "points":
        return words("app.stats.mean_points", n=MEASURES[trend].least)
    if trend == "par":
        return words("app.stats.par.of", n=trends.par.deals) if trends.par else words("app.stats.par.none")
    if trend == "rating":
        if not trends.person:
            return words("app.stats.rating.person")
        if trends.game is None and trends.rated:
            return words("app.stats.rating.scale")
        if trends.game is None or trends.one is None:
            return words("app.stats.rating.none")
        where = rating_text(words, trends.game, trends.one.rating)
        return words("app.stats.rating.of", where=where, n=trends.one.matches)
    if not trends.days:
        return words("app.stats.days.none")
    counted = [day for day in trends.days if not day.helped]
    in_row = day_streak(trends.days, trends.today)
    text = words("app.stats.days.of", n=len(counted))
    text = words("app.stats.days.row", text=text, n=in_row) if in_row > 1 else text
    return text if len(counted) == len(trends.days) else words("app.stats.days.open", text=text)


def rating_text(words: Words, game: str, rating: Rating) -> str:
    """Return a rating in terms of the levels: "between Medium and Hard"."""
    anchors = ANCHORS[game]
    names = {level: words(f"app.level.{level}") for level in LEVELS}
    near = min(LEVELS, key=lambda level: abs(anchors[level] - rating.mu))
    if abs(anchors[near] - rating.mu) <= _NEAR:
        return words("app.stats.rating.like", level=names[near])
    below = [level for level in LEVELS if anchors[level] < rating.mu]
    if not below:
        return words("app.stats.rating.below", level=names[LEVELS[0]])
    if len(below) == len(LEVELS):
        return words("app.stats.rating.above", level=names[LEVELS[-1]])
    return words("app.stats.rating.between", low=names[below[-1]], high=names[LEVELS[len(below)]])


# --- drawing ----------------------------------------------------------------------------------------------------------


def trend_widget(words: Words, trend: str, trends: Trends, rect: FRect) -> Widget | None:
    """Return the plot of a trend; None if there is too little data."""
    if trend == "par" and trends.par is None:
        return None
    if trend in MEASURES:
        return (
            mean_plot(words, trends.spans, rect, MEASURES[trend])
            if count_played(trends.spans, MEASURES[trend]) > 1
            else None
        )
    if trend == "days":
        return DayStrip(words, trends.days, trends.today, rect) if trends.days else None
    if trends.game is None or trends.one is None:
        return None
    history = trends.one.history
    return rating_plot(words, ANCHORS[trends.game], history, rect) if len(history) > 1 else None


class RatingRow(Widget):
    """A person's rating in a game: figure, words, and a scale with the levels."""

    def __init__(self, words: Words, game: str, found: RatingHistory | None) -> None:
        super().__init__()
        self.words = words
        self.game = game
        self.found = found

    def draw(self, look: Look, target: Surface) -> None:
        rect, words = self.rect, self.words
        look.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        room = rect.width * 0.38
        title = look.text(words(f"{self.game}.title"), "name", INK, max_width=room)
        look.blit(target, title, rect.left + 4, rect.centery - 13, "midleft")
        text = words("app.stats.rating.no_match")
        if self.found is not None:
            rating = self.found.rating
            text = rating_text(words, self.game, rating)
            value = look.text(with_margin(words, rating.mu, rating.margin), "strong", INK)
            look.blit(target, value, rect.right - 4, rect.centery - 14, "midright")
        second = look.text(text, "small", INK_CAPTION, max_width=room)
        look.blit(target, second, rect.left + 4, rect.centery + 13, "midleft")
        self._scale(look, target, FRect(rect.left + room + 16, rect.top, rect.width - room - 20, rect.height))

    def _scale(self, look: Look, target: Surface, area: FRect) -> None:
        anchors = ANCHORS[self.game]
        low, high = _AXIS
        rating = self.found.rating if self.found is not None else None
        y = 12.0

        def x(value: float) -> float:
            return 4 + (area.width - 8) * (max(low, min(high, value)) - low) / (high - low)

        drawn = f'<path d="M4 {y}H{area.width - 4:.2f}" stroke="{hex_code(NEUTRAL)}" stroke-width="1.6"/>'
        for level in LEVELS:
            drawn += (
                f'<path d="M{x(anchors[level]):.2f} {y - 6}V{y + 6}" stroke="{hex_code(NEUTRAL)}" stroke-width="1.6"/>'
            )
        if rating is not None:
            ink, _ = seat_line(0)
            ends = x(rating.mu - rating.margin), x(rating.mu + rating.margin)
            drawn += (
                f'<path d="M{ends[0]:.2f} {y}H{ends[1]:.2f}" stroke="{hex_code(ink)}" stroke-width="5" opacity="0.55"/>'
            )
            drawn += (
                f'<circle cx="{x(rating.mu):.2f}" cy="{y}" r="6.5" fill="{hex_code(GOLD)}" stroke="{hex_code(ink)}"'
                ' stroke-width="2.5"/>'
            )
        key = f"levels {self.game} {rating} {area.size}"
        look.blit(target, look.svg(key, drawn, (0.0, 0.0, area.width, 24.0)), area.left, area.centery - 6)
        marks = [look.text(self.words(f"app.level.{level}"), "small", INK_CAPTION) for level in LEVELS]
        widest = max(mark.get_width() for mark in marks) / look.scale
        wanted = [x(anchors[level]) for level in LEVELS]
        for mark, at in zip(marks, spread_apart(wanted, widest + 4, widest / 2, area.width - widest / 2), strict=True):
            look.blit(target, mark, area.left + at, area.centery + 16, "midtop")
