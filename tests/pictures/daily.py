"""The deal of the day in its states, for ``tests.pictures``."""

from __future__ import annotations

from datetime import date
from types import MethodType

import pygame

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.events import DealScored
from engine.games import GAMES
from engine.local_time import start_of_day
from engine.match.daily import daily_record
from engine.moves import Note
from engine.par import PLAYOUTS_PER_DEAL
from engine.rng import Rng
from scenes.app import App
from scenes.screens.home.daily_calendar import DailyCalendar
from scenes.screens.home.daily_deal import daily_deal_dialog
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import DailyDealTable, Home, ResumedTable
from tests.pictures.par import show_par
from tests.support.profile_pilot import Pilot

MONDAY = date(2026, 11, 23).toordinal()
"""A day on which the opponents answer at once."""
SEED = 7
SLUG = next(iter(GAMES))


def set_clock(app: App, day: int, hour: int = 12) -> None:
    """Set the program's clock to an hour of a day."""
    now = start_of_day(day) + hour * 3600
    app.unix_seconds = MethodType(lambda _: now, app)  # type: ignore[method-assign]


def note_day(app: App, slug: str, day: int, par: float | None, *, hinted: int = 0, points: int = 3) -> None:
    """Record a finished attempt at the deal of a day."""
    record = daily_record(slug, day)
    record.id, record.hinted = f"day-{slug.replace('_', '-')}-{day}-{hinted}", hinted
    everyone = (points, *[-points] * (record.seats - 1))
    scored = DealScored(1, everyone, everyone, (0,), Note("won"))
    app.statistics.write_match(
        record, [scored], None, names={0: app.settings.name}, last_deal_time_spent={}, now=start_of_day(day) + 3600
    )
    if par is not None:
        app.statistics.write_par(record, 1, 0, par, PLAYOUTS_PER_DEAL)


def past_days(app: App, slug: str, day: int) -> None:
    """Record two weeks of attempts before a day, with two days left out and one with help."""
    pars = (40, 25, None, 55, 62.5, 30, 70, None, 52.5, 77.5, 45, 90, 65)
    for i, par in enumerate(pars):
        if i not in (3, 7):
            note_day(app, slug, day - len(pars) + i, par, hinted=int(par is None))


def hurry(pilot: Pilot, rng: Rng) -> None:
    """Skip to the person's last answers; earlier moves are played without display."""
    record = pilot.table.match.record
    game, points = record.replay(), [len(record.moves)]
    for _ in range(60_000):
        if game.outcome is not None:
            break
        if game.seats_to_act() == (0,):
            points.append(len(record.moves))
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.push(move)
        record.append(move)
    del record.moves[points[-1] :]
    pilot.app.saved_matches.save(record)
    pilot.app.go(ResumedTable())


def _play(pilot: Pilot, slug: str, answers: int = 400) -> None:
    """Start today's deal and let a medium bot give up to ``answers`` answers, at most until its results are shown."""
    set_clock(pilot.app, MONDAY)
    pilot.app.go(DailyDealTable(slug, MONDAY))
    pilot.run_until_idle()
    policy, rng = bot_for(slug, "medium"), Rng(SEED)
    if answers > 1:
        hurry(pilot, rng)
    for _ in range(answers):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            return
        pilot.answer(final_thought(policy, pilot.open_choice.view, 0, rng).move)
    pilot.run_until_idle()


def day_home(pilot: Pilot) -> None:
    """Show the home screen: one game played, another unfinished, a third game's calendar leaf with the focus."""
    app = pilot.app
    games = list(GAMES)
    set_clock(app, MONDAY)
    note_day(app, games[0], MONDAY, 72.5)
    app.go(DailyDealTable(games[3], MONDAY))
    pilot.run_until_idle()
    app.go(Home())
    pilot.press_keys(*[pygame.K_TAB] * (2 * len(games)))
    pilot.run_frames(80)


def day_new(pilot: Pilot) -> None:
    set_clock(pilot.app, MONDAY)
    pilot.app.go(Home())
    pilot.app.open(daily_deal_dialog(pilot.app, SLUG))


def day_done(pilot: Pilot) -> None:
    """Show the deal of the day after five days in a row."""
    past_days(pilot.app, SLUG, MONDAY)
    note_day(pilot.app, SLUG, MONDAY, 72.5)
    day_new(pilot)


def day_calendar(pilot: Pilot) -> None:
    """Show the calendar after two weeks of one game and some days of another."""
    set_clock(pilot.app, MONDAY)
    past_days(pilot.app, SLUG, MONDAY)
    for before in (0, 1, 3):
        note_day(pilot.app, list(GAMES)[1], MONDAY - before, None)
    pilot.app.go(Home())
    pilot.app.open(DailyCalendar(pilot.app, MONDAY))


def day_help(pilot: Pilot) -> None:
    _play(pilot, SLUG, 1)
    pilot.press_keys(pygame.K_h)


def day_table(pilot: Pilot) -> None:
    """Show the table during play, with a hint taken."""
    day_help(pilot)
    pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    pilot.run_until_idle()


def day_result(pilot: Pilot, slug: str) -> None:
    """Show the result of the first attempt, after two weeks of daily deals."""
    past_days(pilot.app, slug, MONDAY)
    _play(pilot, slug)
    show_par(pilot.app.top, PLAYOUTS_PER_DEAL)
    record = pilot.table_below().match.record
    pilot.app.statistics.write_par(record, 1, 0, 82.5, PLAYOUTS_PER_DEAL)
    pilot.app.top.lay_out()


def day_again(pilot: Pilot, slug: str) -> None:
    """Show a second attempt at the first deal of the day: it doesn't count, and there is no par yet."""
    set_clock(pilot.app, MONDAY)
    note_day(pilot.app, slug, MONDAY, None)
    _play(pilot, slug)
