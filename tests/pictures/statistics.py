"""The statistics screen in its states, for ``tests.pictures``."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import pygame

from engine.games import GAMES
from engine.local_time import day_of
from engine.statistics.feats import list_feats
from scenes.screens.statistics.feats_screen import FeatsScreen
from scenes.screens.statistics.filters import Query
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.destinations import Home
from tests.support import many_deals
from tests.support.counted_matches import begin_record, write_match
from tests.support.profile_pilot import Pilot

DEALS = 2400
GAME = list(GAMES)[3]


def open_with_history(pilot: Pilot, *, persons: bool = False) -> StatisticsScreen:
    """Open the screen with six years of play, by one person or by two."""
    path = delete_statistics(pilot)
    many_deals.write_statistics(path, DEALS)
    file = sqlite3.connect(path)
    file.execute("UPDATE chairs SET won = 1 WHERE seat = 0 AND match % 7 < 3 AND match > 120")
    today = day_of(pilot.app.unix_seconds())
    (last,) = file.execute("SELECT MAX(day) FROM matches").fetchone()
    file.execute("UPDATE matches SET day = day + ?", (today - 9 - last,))
    file.execute("UPDATE matches SET at = (day - ?) * 86400 + id % 3600", (date(1970, 1, 1).toordinal(),))
    if not persons:
        file.execute("UPDATE chairs SET name = ''")
    file.execute("UPDATE pars SET par = MIN(10000, par * 9 / 10 + match * 9)")
    file.execute("UPDATE matches SET of_day = 0")
    condition = "game = ? AND rules = '' AND level <> 'easy'"
    file.execute(
        "UPDATE matches SET of_day = ? - before FROM (SELECT id AS which, ROW_NUMBER() OVER (ORDER BY id DESC) * 5 / 4 "
        f"- 1 AS before FROM matches WHERE {condition} ORDER BY id DESC LIMIT 26) WHERE id = which",
        (today, GAME),
    )
    file.commit()
    file.close()
    pilot.app.statistics.rebuild_sums()
    return open_statistics(pilot)


def delete_statistics(pilot: Pilot) -> Path:
    """Delete the statistics file; return its path."""
    pilot.app.go(Home())
    pilot.app.statistics.close()
    pilot.app.statistics.path.unlink(missing_ok=True)
    return pilot.app.statistics.path


def open_statistics(pilot: Pilot) -> StatisticsScreen:
    pilot.app.go(Home())
    screen = StatisticsScreen(pilot.app)
    pilot.app.open(screen)
    pilot.run_frames(2)
    return screen


def statistics(pilot: Pilot) -> None:
    open_with_history(pilot)


def statistics_people(pilot: Pilot) -> None:
    """Show two persons at one computer with another filter, and the focus on it."""
    screen = open_with_history(pilot, persons=True)
    screen.set_query(Query(level="master"))
    pilot.press_keys(*[pygame.K_TAB] * 6)


def statistics_few(pilot: Pilot) -> None:
    """Show three matches of one day."""
    delete_statistics(pilot)
    for number, winners in enumerate(((1,), (0,), (0, 2)), 1):
        write_match(pilot.app.statistics, begin_record(number), winners=winners, now=pilot.app.unix_seconds())
    open_statistics(pilot)


def statistics_game(pilot: Pilot) -> None:
    show(open_for_one_game(pilot), "points")


def open_for_one_game(pilot: Pilot) -> StatisticsScreen:
    screen = open_with_history(pilot)
    screen.set_query(Query(game=GAME))
    return screen


def show(screen: StatisticsScreen, line: str) -> None:
    """Show one of the trends, also in a window where only one pane fits."""
    screen._show_pane(2)
    screen._show_trend(line)


def statistics_par(pilot: Pilot) -> None:
    show(open_with_history(pilot), "par")


def statistics_rating(pilot: Pilot) -> None:
    """Show a person's rating in a game, beside the levels."""
    show(open_for_one_game(pilot), "rating")


def statistics_ratings(pilot: Pilot) -> None:
    show(open_with_history(pilot), "rating")


def statistics_days(pilot: Pilot) -> None:
    show(open_for_one_game(pilot), "days")


def statistics_unrated(pilot: Pilot) -> None:
    screen = open_for_one_game(pilot)
    screen.results = screen.results._replace(mean_par=None, ratings_by_game={}, days=[])
    show(screen, "rating")


def statistics_opponents(pilot: Pilot) -> None:
    open_with_history(pilot)._show_pane(1)


def statistics_line(pilot: Pilot) -> None:
    open_with_history(pilot)._show_pane(2)


def statistics_filters(pilot: Pilot) -> None:
    screen = open_with_history(pilot, persons=True)
    screen.set_query(Query(game=GAME))
    screen._open_filters()


def statistics_none(pilot: Pilot) -> None:
    open_with_history(pilot).set_query(Query(game=GAME, period_days=7, rules="", helped=True))


def statistics_empty(pilot: Pilot) -> None:
    delete_statistics(pilot)
    open_statistics(pilot)


def statistics_reset(pilot: Pilot) -> None:
    screen = open_with_history(pilot)
    screen.set_query(Query(game=GAME))
    screen.ask_reset()


def statistics_forgotten(pilot: Pilot) -> None:
    screen = open_with_history(pilot)
    screen.reset()


def statistics_export(pilot: Pilot) -> None:
    open_with_history(pilot).ask_export()


def feats(pilot: Pilot) -> None:
    """Show the page of feats of a player who has earned some."""
    open_with_history(pilot)
    earned = [str(feat) for feat in list_feats()][1::3]
    pilot.app.earned_feats.add(earned, pilot.app.settings.name, day_of(pilot.app.unix_seconds()))
    pilot.app.open(FeatsScreen(pilot.app))
    pilot.run_frames(60)
