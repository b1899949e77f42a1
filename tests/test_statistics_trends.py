"""Trends on the statistics screen: par, rating and deals of the day as numbers, texts and plots; texts without data."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pygame
import pytest
from pygame import FRect, Surface

from engine.bots.common.strengths import LEVEL_RATINGS
from engine.characters import LEVELS
from engine.languages import LANGUAGES
from engine.statistics.daily import DailyResult
from engine.statistics.rating import Z_95, Rating
from engine.statistics.store import MeanPar, RatingHistory, RatingSample
from scenes.render.renderer import Renderer
from scenes.screens.statistics.filters import Query
from scenes.screens.statistics.plots import DailyParChart, TimePlot, rating_plot
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.screens.statistics.trends import (
    TRENDS,
    RatingRow,
    TrendData,
    exact_par_lines,
    rating_comparison_text,
    trend_names,
    trend_number_text,
    trend_sentence,
)
from scenes.shell.dialog import Dialog
from scenes.text.catalogue import Words
from scenes.ui.widgets import Label, Segmented, Stepper, Widget
from tests.support.counted_matches import begin_record, make_deals, write_match
from tests.support.profile_pilot import Pilot
from tests.support.statistics_history import DAY_SECONDS, NOW, SLUGS, TODAY, open_statistics

SLUG = SLUGS[0]


@pytest.fixture
def pilot(newcomer: Pilot) -> Pilot:
    """Pilot of a player with five matches of one game, five deals of the day, and pars for all."""
    kept = newcomer.app.statistics
    for number in range(10):
        daily = TODAY - number + 1 if number > 4 else 0
        record = begin_record(number, daily=daily, hinted=int(number == 9))
        write_match(kept, record, winners=(number % 2,), now=NOW - (10 - number) * DAY_SECONDS)
        assert kept.write_par(record, 1, 0, 10 * number, 20)
    return newcomer


def tabs_of(screen: StatisticsScreen) -> Segmented | Stepper:
    first = screen.context.words("app.stats.line.won")
    return next(w for w in screen.root.children if isinstance(w, Segmented | Stepper) and w.labels[0] == first)


def drawn_widgets(screen: StatisticsScreen) -> list[Widget]:
    kinds = (TimePlot, DailyParChart, RatingRow)
    return [w for w in screen.root.children if isinstance(w, kinds)]


def labels(screen: StatisticsScreen) -> set[str]:
    return {w.string for w in screen.root.children if isinstance(w, Label)}


def test_each_tab_is_reached_by_keyboard_and_shows_figure(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    words, kept = pilot.app.words, pilot.app.statistics
    assert len(tabs_of(screen).labels) == 3
    screen.set_query(Query(game=SLUG))
    while screen.root.focus is not tabs_of(screen):
        pilot.press_keys(pygame.K_TAB)
    seen = [screen.trend]
    kinds = [type(drawn_widgets(screen)[0])]
    for _ in TRENDS[1:]:
        pilot.press_keys(pygame.K_RIGHT)
        seen.append(screen.trend)
        assert len(drawn_widgets(screen)) == 1
        kinds.append(type(drawn_widgets(screen)[0]))
        text = trend_number_text(words, screen.trend, screen._trends())
        assert not text or text in labels(screen)
    assert tuple(seen) == TRENDS
    assert kinds == [TimePlot, TimePlot, TimePlot, TimePlot, DailyParChart]
    par, rated = screen.results.mean_par, kept.rating_history(SLUG, "")
    assert par is not None and rated is not None
    assert (par.mean_percent, par.deals) == (45, 10)
    assert trend_number_text(words, "par", screen._trends()) == "45 of 100"
    assert f"{par.deals} deals: 45.0 ± {Z_95 * par.standard_error:.1f}." in exact_par_lines(words, par)[1]
    assert rated.matches == 5
    rating, margin = words.number(rated.current_rating.mu), words.number(rated.current_rating.margin)
    assert trend_number_text(words, "rating", screen._trends()) == rating
    screen._show_trend("rating")
    assert not any("±" in text for text in labels(screen)), "the margin is behind a button"
    pilot.click_widget(words("app.stats.exact"))
    assert pilot.expect(Dialog).paragraphs[0].text == f"{words(f'{SLUG}.title')}: {rating} ± {margin}"


def test_all_games_are_rated_side_by_side(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    screen._show_trend("rating")
    rows = drawn_widgets(screen)
    assert [row.game for row in rows if isinstance(row, RatingRow)] == list(LEVEL_RATINGS)
    assert [row.rating_history is not None for row in rows if isinstance(row, RatingRow)] == [
        slug == SLUG for slug in LEVEL_RATINGS
    ]
    pilot.run_frames(2)
    screen._show_trend("days")
    assert type(drawn_widgets(screen)[0]) is TimePlot, "without a game the first plot replaces the deals of the day"


@pytest.mark.parametrize("slug", LEVEL_RATINGS)
def test_every_level_has_name_on_scale_of_game(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words, look, said, text = Words("en"), Renderer((1280, 720)), list[str](), Renderer.text

    def noted(look: Renderer, string: str, *more: Any, **named: Any) -> Surface:
        said.append(string)
        return text(look, string, *more, **named)

    monkeypatch.setattr(Renderer, "text", noted)
    row = RatingRow(words, slug, None)
    row.rect = FRect(0, 0, 700, 60)
    row.draw(look, Surface((800, 80)))
    assert {words(f"app.level.{level}") for level in LEVELS} <= set(said)


def test_day_streaks_skip_days_with_help(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    screen.set_query(Query(game=SLUG))
    screen._show_trend("days")
    (strip,) = drawn_widgets(screen)
    assert isinstance(strip, DailyParChart)
    assert sorted(strip.days) == [TODAY - 8, TODAY - 7, TODAY - 6, TODAY - 5, TODAY - 4]
    course = screen._trends()
    assert trend_number_text(pilot.app.words, "days", course) == "65 of 100"
    assert trend_sentence(pilot.app.words, "days", course) in labels(screen)
    open_bars = Words("en")("app.stats.days.open", text="")
    assert trend_sentence(Words("en"), "days", course).endswith(open_bars)
    counted = course._replace(days=[day for day in course.days if not day.helped], today=TODAY - 4)
    text = trend_sentence(Words("en"), "days", counted)
    assert text.startswith("4 days") and text.endswith("4 days in a row.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_tabs_without_figures_describe_their_content(newcomer: Pilot, language: str) -> None:
    app = newcomer.app
    app.change_settings(replace(app.settings, language=language))
    record = begin_record(1)
    write_match(app.statistics, record, now=NOW)
    screen = open_statistics(newcomer)
    screen.set_query(Query(game=SLUG))
    for line, key in (("won", "no_line"), ("par", "par.none"), ("rating", "rating.none"), ("days", "days.none")):
        screen._show_trend(line)
        assert not drawn_widgets(screen)
        assert app.words(f"app.stats.{key}") in labels(screen)
    app.statistics.write_par(record, 1, 0, 62, 20)
    screen.set_query(Query(game=SLUG))
    screen._show_trend("par")
    assert app.words("app.stats.par.none") in labels(screen), "the par of a first deal isn't shown"
    write_match(app.statistics, record, make_deals(1, 1, 1), now=NOW)
    screen.set_query(Query(game=SLUG))
    figure = app.words("app.stats.par.of_hundred", par="62")
    assert {figure, app.words("app.stats.no_line"), app.words("app.stats.par.of", n=1)} <= labels(screen)
    pressed = next(w for w in screen.root.focus_order() if getattr(w, "name", "") == app.words("app.stats.exact"))
    newcomer.click(pressed.rect.center)
    assert isinstance(newcomer.app.top, Dialog)


def test_rating_belongs_to_one_person(newcomer: Pilot) -> None:
    kept = newcomer.app.statistics
    for number, name in enumerate(("Ana", "Rui")):
        write_match(kept, begin_record(number), winners=(0,), name=name, now=NOW + number)
    screen = open_statistics(newcomer)
    screen.set_query(Query(game=SLUG))
    screen._show_trend("rating")
    assert newcomer.app.words("app.stats.rating.person") in labels(screen) and not drawn_widgets(screen)
    screen.set_query(Query(game=SLUG, name="Rui"))
    assert screen.results.ratings_by_game[SLUG].matches == 1


@pytest.mark.parametrize("slug", LEVEL_RATINGS)
def test_words_for_rating_follow_levels(slug: str) -> None:
    words, anchors = Words("en"), LEVEL_RATINGS[slug]
    names = [words(f"app.level.{level}") for level in LEVELS]
    for level, name in zip(LEVELS, names, strict=True):
        assert rating_comparison_text(words, slug, Rating(anchors[level])) == f"like {name}"
    assert rating_comparison_text(words, slug, Rating(anchors["easy"] - 90)) == f"below {names[0]}"
    assert rating_comparison_text(words, slug, Rating(anchors["master"] + 90)) == f"above {names[-1]}"
    low, high = max(pairwise(LEVELS), key=lambda two: anchors[two[1]] - anchors[two[0]])
    text = rating_comparison_text(words, slug, Rating((anchors[low] + anchors[high]) / 2))
    assert text == f"between {words(f'app.level.{low}')} and {words(f'app.level.{high}')}"


def test_rating_plot_has_levels_and_margin() -> None:
    anchors = LEVEL_RATINGS[SLUG]
    history = [(TODAY - 30, Rating(1400, 200)), (TODAY - 3, Rating(1450, 60)), (TODAY, Rating(1460, 50))]
    plot = rating_plot(Words("en"), anchors, history)
    (line,) = plot.series
    assert [y for _, y in line.points] == [1400, 1450, 1460] and [x for x, _ in line.points] == [0, 0.5, 1]
    assert line.band[-1] == pytest.approx((1, 1460 - Z_95 * 50, 1460 + Z_95 * 50))
    high, low = (plot.make_axes(FRect(0, 0, 700, height)).horizontal_lines for height in (400, 80))
    values = [value for value, _ in high]
    assert values == sorted(values) and set(anchors.values()) <= set(values)
    assert all(values[0] <= least <= most <= values[-1] for _, least, most in line.band)
    assert sum(bool(label) for _, label in low) < sum(bool(label) for _, label in high)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (3440, 1440)])
def test_dates_below_plot_keep_apart(size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    history = [(TODAY - 200 + 12 * i, Rating(1400 + 5 * i, 60)) for i in range(16)]
    drawn, blit, look = list[pygame.Rect](), Renderer.blit, Renderer(size)

    def noted(look: Renderer, target: Surface, surface: Surface, x: float, y: float, *more: Any) -> None:
        if "midbottom" in more:
            drawn.append(surface.get_rect(midbottom=(x * look.scale, y * look.scale)))
        blit(look, target, surface, x, y, *more)

    monkeypatch.setattr(Renderer, "blit", noted)
    for width in range(330, 900, 60):
        drawn.clear()
        plot = rating_plot(Words(language), LEVEL_RATINGS[SLUG], history)
        plot.arrange(look, FRect(0, 0, width, 200))
        plot.draw(look, Surface((64, 64)))
        drawn.sort(key=lambda rect: rect.left)
        assert len(drawn) > 1
        assert all(one.right + 6 * look.scale <= other.left for one, other in pairwise(drawn)), width


def test_single_deal_has_no_margin_and_all_games_have_fewer_tabs() -> None:
    words = Words("en")
    assert trend_number_text(words, "par", TrendData(None, par=MeanPar(62.4, 50, 2))) == "62 of 100"
    assert exact_par_lines(words, MeanPar(62.4, 1, float("inf")))[1] == "1 deal: 62.4."
    assert "50 deals: 62.4 ± 3.9." in exact_par_lines(words, MeanPar(62.4, 50, 2))[1]
    assert trend_names(TrendData(None)) == ["won", "par", "rating"] and trend_names(TrendData(SLUG)) == list(TRENDS)
    rated = RatingHistory(Rating(1500, 100), 3, [RatingSample(TODAY, Rating(1500, 100))])
    assert "after 3 matches" in trend_sentence(words, "rating", TrendData(SLUG, ratings_by_game={SLUG: rated}))


@pytest.mark.painted
@pytest.mark.parametrize("days", [[0], [0, -1], [0, -400], list(range(-90, 1))])
@pytest.mark.parametrize("width", [260, 660])
def test_any_number_of_days_is_drawn(days: list[int], width: float, newcomer: Pilot) -> None:
    several = [
        DailyResult(TODAY + day, 1, True, None if day % 3 else (50 + day) % 101, 9, day % 5 == 1) for day in days
    ]
    strip, look = DailyParChart(Words("pt_BR"), several, TODAY), newcomer.app.renderer
    strip.arrange(look, FRect(0, 0, width, 120))
    target = pygame.Surface((look.to_pixels(width), look.to_pixels(120)), pygame.SRCALPHA)
    strip.draw(look, target)
    assert pygame.mask.from_surface(target).count() > width
