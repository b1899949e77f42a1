"""Statistics screen: numbers equal to a naive recount; mouse, keyboard and news."""

import math
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pygame
import pytest

from engine.characters import LEVELS
from engine.languages import LANGUAGES
from engine.match.match import Match
from engine.match.record import PERSON, Chair
from engine.rng import Rng
from engine.statistics.store import CHANGED_RULES, Period, Selection, Statistics, Totals
from engine.work.thinking import Thinker
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.results.result_summary import first_win_or_run_text
from scenes.screens.statistics.figure_tiles import duration_text, tile_texts
from scenes.screens.statistics.filters import PERIOD_DAYS, FilterDialog, Query
from scenes.screens.statistics.opponents import RivalRow
from scenes.screens.statistics.plots import (
    POINTS_MEASURE,
    WON_MEASURE,
    has_data,
    mean_plot,
    rolling_means,
)
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.text.catalogue import Words
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Label, Segmented, Stepper, Widget
from scenes.ui.widgets.line_plot import LinePlot
from tests.support.counted_matches import begin_record, write_match
from tests.support.profile_pilot import Pilot
from tests.support.records import short_record
from tests.support.statistics_history import (
    DAY_SECONDS,
    NOW,
    SLUGS,
    TODAY,
    InventedMatch,
    button,
    count_rivals,
    is_selected,
    open_statistics,
    recount,
    shown_tile_texts,
)

# --- numbers ----------------------------------------------------------------------------------------------------------


def test_filters_give_figures_of_naive_recount(history: tuple[Path, list[InventedMatch]]) -> None:
    path, matches = history
    kept, rng, seen = Statistics(path, print), Rng(5), list[int]()
    for _ in range(150):
        wanted = Selection(
            rng.choice([None, None, "", "Ana", "P1"]),
            rng.choice([None, *SLUGS]),
            rng.choice([None, None, *LEVELS, ""]),
            rng.choice([None, "", CHANGED_RULES]),
            rng.choice([None, False, True]),
            rng.choice([None, TODAY - 29, TODAY - 364]),
        )
        if (
            wanted.name is None or wanted.name == "P1"
        ):  # with several persons, the sums of the default name contain only its own deals
            wanted = wanted._replace(name="")
        figures, rivals = recount(matches, wanted)
        assert kept.totals(wanted) == figures, wanted
        assert count_rivals(kept.rivals(wanted)) == +rivals, wanted
        spans = kept.over_time(wanted)
        summed = [sum(values) for values in zip(*(span[1:] for span in spans), strict=True)] or [0] * 5
        pars = [par for match in matches if is_selected(match, wanted) for par in match.pars]
        assert summed[:5] == [figures.matches, figures.won, figures.deals, figures.deals_won, figures.points]
        assert summed[5:] == ([len(pars), round(100 * sum(pars))] if summed else []) or not spans
        par = kept.mean_par(wanted)
        assert (par is None) == (not pars)
        if par is not None:
            assert par.deals == len(pars) and par.mean_percent == pytest.approx(fmean(pars))
            error = stdev(pars) / math.sqrt(len(pars)) if len(pars) > 1 else math.inf
            assert par.standard_error == pytest.approx(error, abs=1e-6)
        seen.append(figures.matches)
    assert sum(count > 0 for count in seen) > 60
    kept.close()


def test_each_filter_changes_shown_figures(pilot: Pilot, history: tuple[Path, list[InventedMatch]]) -> None:
    screen = open_statistics(pilot)
    kept = pilot.app.statistics
    for asked in (
        Query(), Query(name=""), Query(game=SLUGS[0]), Query(level="hard"), Query(rules=CHANGED_RULES), Query(rules=""),
        Query(helped=True), Query(period_days=30), Query(game=SLUGS[1], period_days=365, name="Ana"),
    ):  # fmt: skip
        screen.set_query(asked)
        found = kept.totals(asked.selection(TODAY))
        words = pilot.app.words
        assert screen.results.totals == found
        assert shown_tile_texts(screen) == {tile.label: tile.figure for tile in tile_texts(words, found, asked.game)}
        assert shown_tile_texts(screen)[words("app.stats.matches")] == words.number(found.matches)
    figures, _ = recount(history[1], Selection(name="", rules=CHANGED_RULES, helped=None))
    screen.set_query(Query(name="", rules=CHANGED_RULES))
    assert shown_tile_texts(screen)["Deals"] == str(figures.deals) and shown_tile_texts(screen)["Wins in a row"] == str(
        figures.streak
    )


def test_tile_of_deals_tells_no_won_ones_where_deals_have_no_winners() -> None:
    words, totals = Words("en"), Totals(deals=9, deals_won=1)
    assert [tile_texts(words, totals, game)[1].second_line for game in ("big_two", "pass_the_ace")] == ["1 won", ""]


def test_points_are_shown_for_one_game_only(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    assert shown_tile_texts(screen)["Points per deal"] == "–"
    screen.set_query(Query(game=SLUGS[2], name=""))
    found = screen.results.totals
    assert shown_tile_texts(screen)[screen.words("app.stats.points")] == pilot.app.words.decimal(
        found.points / found.deals
    )


def test_game_with_own_word_for_deal_uses_it(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    assert {"Deals", "Points per deal"} <= set(shown_tile_texts(screen))
    screen.set_query(Query(game="pass_the_ace", name=""))
    assert screen.words("app.stats.deals") == "Rounds"
    assert screen.words("app.stats.mean_points", n=3) == "average of the last 3 rounds"
    screen.set_query(Query(game="big_two", name=""))
    assert screen.words("app.stats.deals") == "Deals"


def test_person_sees_own_matches_first(pilot: Pilot) -> None:
    assert open_statistics(pilot).query.name == ""  # the settings give no name
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.app.change_settings(replace(pilot.app.settings, name="Ana"))
    assert open_statistics(pilot).query.name == "Ana"
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.app.change_settings(replace(pilot.app.settings, name="Zoe"))
    assert open_statistics(pilot).query.name is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_durations_are_read_easily(language: str) -> None:
    words = Words(language)
    texts = [duration_text(words, ms) for ms in (8_400, 59_600, 12 * 60_000, 3_600_000 * 30 + 300_000)]
    chinese = ["8秒", "1分", "12分", "30小時5分"]
    assert texts == (chinese if language == "zh_TW" else ["8 s", "1 min", "12 min", "30 h 5 min"])


def test_opponents_are_listed_by_character_and_level(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    rows = [w for w in screen.root.children if isinstance(w, RivalRow)]
    assert [row.rival for row in rows] == screen.results.rivals and len(rows) > 8
    people = [row for row in rows if row.rival.opponent_slug == PERSON]
    assert {row.name for row in people} >= {"P1"} and all(row.second_line == "person" for row in people)
    view = screen.root.find("opponents")
    assert isinstance(view, ScrollView) and view.offset == 0
    pilot.press_keys(pygame.K_PAGEDOWN)
    assert view.offset > 0


# --- over time --------------------------------------------------------------------------------------------------------


def test_line_is_mean_over_enough_matches() -> None:
    spans = [Period(i, 10, i % 2 * 10, 0, 0, 0) for i in range(8)]  # all lost, all won, all lost …
    found = rolling_means([(span.won, span.matches) for span in spans], 20)
    assert found == [0.0, *[0.5] * 7]
    assert rolling_means([(1, 1), (0, 0), (0, 3)], 20) == [1.0, None, 0.25]


def test_plot_shows_when_and_how_much() -> None:
    words, first = Words("en"), date(2026, 1, 5).toordinal()
    spans = [Period(first + 7 * i, 10, 5, 40, 20, -48 * i) for i in range(5)]
    drawn = mean_plot(words, spans, WON_MEASURE)
    assert [label for _, label in drawn.axes.horizontal_lines] == ["0%", "25%", "50%", "75%", "100%"]
    assert (drawn.axes.labels_below[0], drawn.axes.labels_below[-1]) == ((0.0, "5 Jan 2026"), (1.0, "2 Feb 2026"))
    assert drawn.series[0].points[-1] == (1.0, 0.5) and len(drawn.series[0].faint_dots) == 5
    points = mean_plot(words, spans, POINTS_MEASURE)
    values = [value for value, _ in points.axes.horizontal_lines]
    assert values[0] <= -4.8 and values[-1] >= 0 and 0.0 in values
    assert all(values[0] <= y <= values[-1] for series in points.series for _, y in series.points)


@pytest.mark.parametrize("count", [1, 3])
def test_first_matches_have_dot_each(newcomer: Pilot, count: int) -> None:
    for number in range(count):
        write_match(newcomer.app.statistics, begin_record(number), winners=(number % 2,), now=NOW)
    screen = open_statistics(newcomer)
    assert has_data(screen.results.periods, WON_MEASURE)
    (plot,) = (child for child in screen.root.children if isinstance(child, LinePlot))
    assert [value for _, value in plot.series[0].faint_dots] == [1.0, 0.0, 1.0][:count]
    assert [label for _, label in plot.axes.labels_below] == [str(i + 1) for i in range(count)]
    assert plot.series[0].points[-1][1] == pytest.approx(-(-count // 2) / count)
    many = plot.series[0]._replace(faint_dots=((0.0, 0.0),) * 60)
    radii = [min(map(float, re.findall(r' r="([0-9.]+)"', plot._line_svg(one)))) for one in (plot.series[0], many)]
    assert radii[0] > radii[1], "few dots are large, so that they are seen beside the line"


def test_many_matches_share_dots_of_periods(newcomer: Pilot) -> None:
    for number in range(41):
        write_match(newcomer.app.statistics, begin_record(number), winners=(0,), now=NOW - number % 5 * DAY_SECONDS)
    screen = open_statistics(newcomer)
    assert not screen.results.are_periods_matches and len(screen.results.periods) == 5


def test_significant_difference_is_told_in_sentence(newcomer: Pilot) -> None:
    """Half of the matches, the later ones, are won three times as often."""
    for number in range(120):
        won = number % 4 == 0 if number < 60 else number % 4 > 0
        write_match(newcomer.app.statistics, begin_record(number), winners=(0 if won else 1,), now=NOW + number)
    screen = open_statistics(newcomer)
    texts = [child.string for child in screen.root.children if isinstance(child, Text)]
    assert "You win more often than you used to (75% instead of 25%)." in texts
    assert len(screen.results.insights) == 1


# --- keyboard and mouse -----------------------------------------------------------------------------------------------


def test_keyboard_reaches_every_control(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    reached = set[str]()
    for _ in range(20):
        pilot.press_keys(pygame.K_TAB)
        focus = screen.root.focus
        reached.add(type(focus).__name__ + getattr(focus, "label", getattr(focus, "name", "")))
    assert {"ButtonReplays", "ButtonMore", "IconButtonHome", "Tabs"} <= reached
    while getattr(screen.root.focus, "key", "") != "game":
        pilot.press_keys(pygame.K_TAB)
    pilot.press_keys(pygame.K_RIGHT, pygame.K_RIGHT)
    assert screen.query.game == SLUGS[1]
    pilot.press_keys(pygame.K_LEFT)
    assert screen.query.game == SLUGS[0]
    while getattr(screen.root.focus, "label", "") != "Filters":
        pilot.press_keys(pygame.K_TAB)
    pilot.press_keys(pygame.K_RETURN, pygame.K_RIGHT)
    dialog = pilot.expect(FilterDialog)
    assert screen.query.period_days == PERIOD_DAYS[1]
    assert dialog.root.focus is not None and dialog.root.focus.focused
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is screen
    while getattr(screen.root.focus, "name", "") != "Show everything":
        pilot.press_keys(pygame.K_TAB)
    pilot.press_keys(pygame.K_RETURN)
    assert screen.query == screen.initial_query
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen)


def test_unfiltered_figures_come_first_and_other_filters_behind_one_button(newcomer: Pilot) -> None:
    """Matches with hints are included: after a first match with one, statistics of zeros would be confusing."""
    write_match(newcomer.app.statistics, begin_record(1, hinted=1), winners=(0,), now=NOW)
    screen = open_statistics(newcomer)
    assert screen.results.totals.matches == 1
    controls = [w for w in screen.root.children if isinstance(w, Segmented | Stepper)]
    assert [w.labels[0] for w in controls] == ["All games", "Matches won"]
    assert button(screen, "Filters").key_hint == "" and not widgets_with_label(screen, "Show everything")


def widgets_with_label(screen: StatisticsScreen, label: str) -> list[Widget]:
    return [w for w in screen.root.focus_order() if getattr(w, "label", getattr(w, "name", "")) == label]


def test_filters_are_chosen_by_mouse(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    pilot.click(button(screen, "Filters").rect.center)
    dialog = pilot.expect(FilterDialog)
    for count, (field, index, value) in enumerate(
        (("period_days", 2, PERIOD_DAYS[2]), ("level", 3, LEVELS[2]), ("rules", 1, "")), 1
    ):
        label = {"period_days": "All time", "level": "Any opponents", "rules": "All rules"}[field]
        control = dialog.root.find(field)
        assert isinstance(control, Segmented) and control.labels[0] == label
        area, (x, y) = dialog.root.place_of(control).screen_area, control.segments()[index].center
        pilot.click((x + area.left - control.rect.left, y + area.top - control.rect.top))
        assert getattr(screen.query, field) == value and button(screen, "Filters").key_hint == str(count)
    pilot.press_keys(pygame.K_ESCAPE)
    (clear,) = widgets_with_label(screen, "Show everything")
    pilot.click(clear.rect.center)
    assert screen.query == screen.initial_query and button(screen, "Filters").key_hint == ""
    pilot.click(widgets_with_label(screen, "Replays")[0].rect.center)
    assert isinstance(pilot.app.top, ReplaysScreen)


@pytest.mark.parametrize("scale", ["150", "200"])
def test_large_texts_show_one_tab_and_filters_in_dialog(pilot: Pilot, scale: str) -> None:
    pilot.app.change_settings(replace(pilot.app.settings, ui_scale=scale))  # type: ignore[arg-type]
    screen = open_statistics(pilot)
    assert len(shown_tile_texts(screen)) == 6 and not any(isinstance(child, LinePlot) for child in screen.root.children)
    tabs = next(w for w in screen.root.children if isinstance(w, Segmented))
    pilot.click(tabs.segments()[2].center)
    assert any(isinstance(child, LinePlot) for child in screen.root.children) and not shown_tile_texts(screen)
    pilot.click(button(screen, "Filters").rect.center)
    dialog = pilot.expect(FilterDialog)
    pilot.press_keys(pygame.K_RIGHT, pygame.K_TAB, pygame.K_RIGHT)
    assert screen.query == Query(game=SLUGS[0], period_days=365, name="")
    assert sum(isinstance(w, Stepper | Segmented) for w in dialog.root.focus_order()) == 6
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is screen and button(screen, "Filters").key_hint == "2"


def test_empty_selection_leads_back_to_all_matches(pilot: Pilot) -> None:
    screen = open_statistics(pilot)
    pilot.app.statistics.reset(SLUGS[0])
    screen.set_query(Query(game=SLUGS[0]))
    assert not any(isinstance(child, LinePlot) for child in screen.root.children)
    texts = [w.string for w in screen.root.children if isinstance(w, Label)]
    assert "You haven’t played anything like that yet." in texts
    assert len(widgets_with_label(screen, "Show everything")) == 1, "one button shows everything again"
    pilot.click(button(screen, "Show everything").rect.center)
    assert screen.query == Query(name="") and screen.results.totals.deals > 0


# --- news -------------------------------------------------------------------------------------------------------------


def won_match(level: str, *, hinted: int = 0) -> Match:
    """Return a match that the person at seat 0 has won."""
    for seed in range(50):
        record = short_record(SLUGS[0], seed)
        record.chairs = (Chair(PERSON), *(Chair(chair.who, level) for chair in record.chairs[1:]))
        game, rng = record.initial_position(), Rng(seed)
        while game.outcome is None:
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.play(move)
            record.append(move)
        if game.outcome.winners == (0,):
            record.id, record.hinted = f"won-{level}-{seed}", hinted
            return Match(record, lambda _: None, Thinker(process=False))
    raise AssertionError("the person wins no match")


def test_won_match_reports_milestones(newcomer: Pilot) -> None:
    app, news = newcomer.app, list[str]()

    def ended(number: int, level: str, winner: int, **more: Any) -> str:
        match = won_match(level, **more)
        match.record.id = f"m-{number}"
        write_match(app.statistics, match.record, winners=(winner,), now=NOW + number)
        return first_win_or_run_text(app, match)

    title = app.words(f"{SLUGS[0]}.title")
    news += [ended(1, "easy", 0), ended(2, "easy", 0), ended(3, "hard", 0), ended(4, "hard", 0), ended(5, "hard", 1)]
    news += [ended(6, "easy", 0), ended(7, "easy", 0), ended(8, "easy", 0, hinted=1)]
    assert news == [
        f"Your first win in {title}",
        f"2 wins in a row in {title}",
        f"Your first win in {title} at level Hard",
        f"4 wins in a row in {title}: your longest run",
        "",
        "",
        f"2 wins in a row in {title}",
        "",
    ]
