"""Pictures of the page about the program, for ``tests.pictures``."""

from collections.abc import Callable
from functools import partial

import pygame

from engine.updates.check_result import CheckResult
from engine.updates.project import Project
from scenes.shell.destinations import AboutPage, Home
from scenes.work.update_checker import UpdateChecker
from tests.support.profile_pilot import Pilot

Shot = Callable[[Pilot, str], None]
HOME = Project("https://github.com/house-rules/house-rules", "2026-11-22")
LICENCE = 4


def about(pilot: Pilot, slug: str, part: str = "") -> None:
    """Open one tab of the page, over the home screen."""
    pilot.app.go(Home())
    pilot.app.open(AboutPage(part))


def check_result(pilot: Pilot, slug: str, kind: str, version: str = "") -> None:
    pilot.app.update_checker = UpdateChecker(pilot.app, own_project=HOME)
    about(pilot, slug)
    pilot.app.update_checker.check_now()
    pilot.app.background.remove_all()
    pilot.app.update_checker._on_answer(CheckResult(kind, version))  # type: ignore[arg-type]
    pilot.run_frames(2)


def licence(pilot: Pilot, slug: str) -> None:
    """Open one licence from the list."""
    about(pilot, slug, "licences")
    pilot.press_keys(*[pygame.K_TAB] * 2, *[pygame.K_DOWN] * LICENCE, pygame.K_RETURN)


def after_an_error(pilot: Pilot, slug: str) -> None:
    """Show the report after an earlier error."""
    pilot.app.go(Home())
    try:
        raise ZeroDivisionError("integer division or modulo by zero")
    except ZeroDivisionError as error:
        pilot.app.error_recovery.recover(error)
    about(pilot, slug, "report")


def home_newer(pilot: Pilot, slug: str) -> None:
    """Show the home screen when a new version is known."""
    pilot.app.settings = pilot.app.settings.__class__(language=pilot.app.settings.language, look_for_updates=True)
    pilot.app.update_checker = UpdateChecker(pilot.app, own_project=HOME)
    pilot.app.update_checker._memory.record_check(pilot.app.unix_seconds(), "1.2.0")
    pilot.app.go(Home())
    pilot.run_frames(120)


SHOTS_WITHOUT_GAME: dict[str, Shot] = {
    "about": about,
    "about_newer": partial(check_result, kind="found", version="1.2.0"),
    "about_current": partial(check_result, kind="found", version="0.1.0"),
    "about_untrusted": partial(check_result, kind="untrusted"),
    "about_news": partial(about, part="news"),
    "about_licences": partial(about, part="licences"),
    "about_licence": licence,
    "about_report": partial(about, part="report"),
    "about_report_error": after_an_error,
    "home_newer": home_newer,
}
