"""Trends of the statistics, each with a number, a sentence and a plot.

The trends are matches won, points, par (which does not depend on luck), rating, and daily deals.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.bots.common.strengths import LEVEL_RATINGS
from engine.characters import LEVELS
from engine.games import GAMES
from engine.statistics.daily import DailyResult, day_streak
from engine.statistics.insights import Insight
from engine.statistics.rating import Z_95, Rating
from engine.statistics.store import MeanPar, Period, RatingHistory
from scenes.render.renderer import Renderer
from scenes.render.theme import GOLD, HAIRLINE_PAPER, INK, INK_CAPTION, hex_code
from scenes.screens.statistics.plots import (
    MEASURES,
    NEUTRAL_COLOUR,
    RATING_MARGIN,
    DailyParChart,
    has_data,
    mean_plot,
    rating_plot,
)
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.boxes import Column
from scenes.ui.scroll_view import ScrollView
from scenes.ui.widgets import Widget
from scenes.ui.widgets.line_plot import seat_line_style, spread_apart

_RATING_RANGE = (
    min(anchors["easy"] for anchors in LEVEL_RATINGS.values()) - RATING_MARGIN,
    max(anchors["master"] for anchors in LEVEL_RATINGS.values()) + RATING_MARGIN,
)
"""Ratings at the ends of the scale, equal for all games to make their rows comparable."""
TRENDS = ("won", "points", "par", "rating", "days")
_ONE_GAME_TRENDS = ("points", "days")
"""Trends that need one selected game."""
_RATING_ROW_HEIGHT = 70.0
_EQUAL_MARGIN = 25.0
"""Maximum distance from a level's rating, in rating points, at which a player is called equal to the level."""


class TrendData(NamedTuple):
    """Data of all trends of the statistics."""

    game: str | None
    periods: Sequence[Period] = ()
    par: MeanPar | None = None
    ratings_by_game: Mapping[str, RatingHistory] = {}
    """The person's ratings by game; empty unless one person is selected."""
    is_single_person: bool = True
    """Whether one person is selected."""
    days: Sequence[DailyResult] = ()
    today: int = 0
    has_finished_match: bool = True
    are_periods_matches: bool = False
    """Whether each of ``periods`` is one match."""

    @property
    def rating_history(self) -> RatingHistory | None:
        """The person's ratings in the selected game; None if there are none."""
        return self.ratings_by_game.get(self.game) if self.game is not None else None


def trend_names(trends: TrendData) -> list[str]:
    """Return the names of the statistics' trends available for the selected game or games."""
    return [trend for trend in TRENDS if trends.game is not None or trend not in _ONE_GAME_TRENDS]


# --- texts ------------------------------------------------------------------------------------------------------------


def trend_number_text(words: Words, trend: str, trends: TrendData) -> str:
    """Return the number of a statistics trend as text; empty if there is none."""
    if trend == "par" and trends.par is not None:
        return of_hundred_text(words, trends.par.mean_percent)
    if trend == "rating" and trends.rating_history is not None:
        return words.number(trends.rating_history.current_rating.mu)
    if trend == "days":
        pars = [day.par_percent for day in trends.days if day.par_percent is not None and not day.helped]
        return of_hundred_text(words, sum(pars) / len(pars)) if pars else ""
    return ""


def of_hundred_text(words: Words, mean: float) -> str:
    """Return a mean par as text: "43 of 100"."""
    return words("app.stats.par.of_hundred", par=words.number(mean))


def exact_trend_lines(words: Words, trend: str, trends: TrendData) -> list[str]:
    """Return lines with the exact numbers of a statistics trend and their margins; empty if it has no more to say."""
    if trend == "par" and trends.par is not None:
        return exact_par_lines(words, trends.par)
    if trend != "rating":
        return []
    histories = trends.ratings_by_game
    if trends.game is not None:
        histories = {slug: history for slug, history in histories.items() if slug == trends.game}
    ratings = {words(f"{slug}.title"): history.current_rating for slug, history in histories.items()}
    lines = [
        words("app.rules.valued", name=game, value=with_margin_text(words, rating.mu, rating.margin))
        for game, rating in ratings.items()
    ]
    return [*lines, words("app.stats.rating.exact")] if lines else []


def exact_par_lines(words: Words, par: MeanPar) -> list[str]:
    """Return lines that explain the mean par with exact numbers."""
    mean = words.number(par.mean_percent, places=1)
    if par.deals > 1:
        mean = words("app.stats.spread", mean=mean, margin=words.number(Z_95 * par.standard_error, places=1))
    return [words("app.stats.par.exact"), words("app.stats.par.exact_of", n=par.deals, par=mean)]


def with_margin_text(words: Words, mean: float, margin: float) -> str:
    """Return a number with its 95 % margin as text: "1,560 ± 80"."""
    return words("app.stats.spread", mean=words.number(mean), margin=words.number(margin))


def trend_sentence(words: Words, trend: str, trends: TrendData) -> str:
    """Return a sentence about a trend of the statistics; without data, it says how to get some."""
    if trends.are_periods_matches and trend in ("won", "points"):
        return words(f"app.stats.each_match.{trend}")
    if trend == "won":
        return words("app.stats.mean", n=MEASURES[trend].window_count)
    if trend == "points":
        return words("app.stats.mean_points", n=MEASURES[trend].window_count)
    if trend == "par":
        return words("app.stats.par.of", n=trends.par.deals) if trends.par else words("app.stats.par.none")
    if trend == "rating":
        if not trends.is_single_person:
            return words("app.stats.rating.person")
        if trends.game is None and trends.ratings_by_game:
            return words("app.stats.rating.scale")
        if trends.game is None or trends.rating_history is None:
            return words("app.stats.rating.none")
        comparison = rating_comparison_text(words, trends.game, trends.rating_history.current_rating)
        return words("app.stats.rating.of", where=comparison, n=trends.rating_history.matches)
    if not trends.days:
        return words("app.stats.days.none")
    counted = [day for day in trends.days if not day.helped]
    in_row = day_streak(trends.days, trends.today)
    text = words("app.stats.days.of", n=len(counted))
    text = words("app.stats.days.row", text=text, n=in_row) if in_row > 1 else text
    return text if len(counted) == len(trends.days) else words("app.stats.days.open", text=text)


def insight_text(words: Words, insight: Insight, game: str | None) -> str:
    """Return a sentence about a difference between two groups of a person's matches, with the larger share first, or
    between a game's deals with and without a habit.
    """
    if insight.is_habit and game is not None:
        shares = [1 - won if GAMES[game].has_deal_losers else won for won in (insight.inside, insight.outside)]
        share, others = map(words.percent, shares)
        return words(f"{game}.habit.{insight.key}", share=share, others=others)
    more, less = sorted((insight.inside, insight.outside), reverse=True)
    key = f"app.stats.insight.{insight.key}.{'more' if insight.is_more else 'less'}"
    return words(key, more=words.percent(more), less=words.percent(less))


def rating_comparison_text(words: Words, game: str, rating: Rating) -> str:
    """Return a text that compares a player's rating with the levels: "between Medium and Hard"."""
    anchors = LEVEL_RATINGS[game]
    names = {level: words(f"app.level.{level}") for level in LEVELS}
    near = min(LEVELS, key=lambda level: abs(anchors[level] - rating.mu))
    if abs(anchors[near] - rating.mu) <= _EQUAL_MARGIN:
        return words("app.stats.rating.like", level=names[near])
    below = [level for level in LEVELS if anchors[level] < rating.mu]
    if not below:
        return words("app.stats.rating.below", level=names[LEVELS[0]])
    if len(below) == len(LEVELS):
        return words("app.stats.rating.above", level=names[LEVELS[-1]])
    return words("app.stats.rating.between", low=names[below[-1]], high=names[LEVELS[len(below)]])


# --- drawing ----------------------------------------------------------------------------------------------------------


def trend_widget(words: Words, trend: str, trends: TrendData) -> Widget | None:
    """Return the plot of a statistics trend, or a list of ratings in all games; None without enough data."""
    if trend == "par" and trends.par is None:
        return None
    if trend in MEASURES:
        if not trends.has_finished_match or not has_data(trends.periods, MEASURES[trend]):
            return None
        return mean_plot(words, trends.periods, MEASURES[trend], are_matches=trends.are_periods_matches)
    if trend == "days":
        return DailyParChart(words, trends.days, trends.today) if trends.days else None
    if trends.game is None and trends.ratings_by_game:
        rows = (RatingRow(words, slug, trends.ratings_by_game.get(slug)) for slug in LEVEL_RATINGS)
        return ScrollView(Column(*rows, padding=(4.0, 0.0)), key="ratings")
    if trends.game is None or trends.rating_history is None:
        return None
    history = trends.rating_history.samples
    return rating_plot(words, LEVEL_RATINGS[trends.game], history) if len(history) > 1 else None


class RatingRow(Widget):
    """Row with a person's rating in a game: number, text, and a scale with the levels."""

    def __init__(self, words: Words, game: str, rating_history: RatingHistory | None) -> None:
        super().__init__()
        self.words = words
        self.game = game
        self.rating_history = rating_history

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 0.0, _RATING_ROW_HEIGHT

    def texts(self) -> tuple[str, str, str]:
        """Return the game's title, a comparison with the levels, and the rating, empty if there is none."""
        words, title = self.words, self.words(f"{self.game}.title")
        if self.rating_history is None:
            return title, words("app.stats.rating.no_match"), ""
        rating = self.rating_history.current_rating
        return (
            title,
            rating_comparison_text(words, self.game, rating),
            words.number(rating.mu),
        )

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(*self.texts())

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect = self.rect
        renderer.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        room = rect.width * 0.38
        title, comparison, rating = self.texts()
        renderer.blit(
            target, renderer.text(title, "name", INK, max_width=room), rect.left + 4, rect.centery - 13, "midleft"
        )
        renderer.blit(target, renderer.text(rating, "strong", INK), rect.right - 4, rect.centery - 14, "midright")
        second = renderer.text(comparison, "small", INK_CAPTION, max_width=room)
        renderer.blit(target, second, rect.left + 4, rect.centery + 13, "midleft")
        self._draw_scale(renderer, target, FRect(rect.left + room + 16, rect.top, rect.width - room - 20, rect.height))

    def _draw_scale(self, renderer: Renderer, target: Surface, area: FRect) -> None:
        anchors = LEVEL_RATINGS[self.game]
        low, high = _RATING_RANGE
        rating = self.rating_history.current_rating if self.rating_history is not None else None
        y = 12.0

        def x(value: float) -> float:
            return 4 + (area.width - 8) * (max(low, min(high, value)) - low) / (high - low)

        svg = f'<path d="M4 {y}H{area.width - 4:.2f}" stroke="{hex_code(NEUTRAL_COLOUR)}" stroke-width="1.6"/>'
        for level in LEVELS:
            stroke = f'stroke="{hex_code(NEUTRAL_COLOUR)}" stroke-width="1.6"'
            svg += f'<path d="M{x(anchors[level]):.2f} {y - 6}V{y + 6}" {stroke}/>'
        if rating is not None:
            ink, _ = seat_line_style(0)
            ends = x(rating.mu - rating.margin), x(rating.mu + rating.margin)
            svg += (
                f'<path d="M{ends[0]:.2f} {y}H{ends[1]:.2f}" stroke="{hex_code(ink)}" stroke-width="5" opacity="0.55"/>'
            )
            svg += (
                f'<circle cx="{x(rating.mu):.2f}" cy="{y}" r="6.5" fill="{hex_code(GOLD)}" stroke="{hex_code(ink)}"'
                ' stroke-width="2.5"/>'
            )
        key = f"levels {self.game} {rating} {area.size}"
        renderer.blit(target, renderer.svg(key, svg, (0.0, 0.0, area.width, 24.0)), area.left, area.centery - 6)
        marks = [renderer.text(self.words(f"app.level.{level}"), "small", INK_CAPTION) for level in LEVELS]
        widest = max(map(renderer.width_of, marks))
        level_positions = [x(anchors[level]) for level in LEVELS]
        for mark, centre in zip(
            marks, spread_apart(level_positions, widest + 4, widest / 2, area.width - widest / 2), strict=True
        ):
            renderer.blit(target, mark, area.left + centre, area.centery + 16, "midtop")
