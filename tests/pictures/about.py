"""Pictures of the page about the program, for ``tests.pictures``."""

from functools import partial

import pygame

from engine.updates.check_result import CheckResult
from engine.updates.project import Project
from scenes.shell.destinations import AboutPage, Home, ManualPage
from scenes.work.update_checker import UpdateChecker
from tests.support.profile_pilot import Pilot

HOME = Project("https://github.com/house-rules/house-rules", "2026-11-22")
LICENCE = 4


def about(pilot: Pilot, part: str = "") -> None:
    """Open one of the pages, over the home screen."""
    pilot.app.go(Home())
    pilot.app.open(AboutPage(part))


def manual(pilot: Pilot) -> None:
    pilot.app.go(ManualPage())


def _check_result(pilot: Pilot, kind: str, version: str = "") -> None:
    pilot.app.update_checker = UpdateChecker(pilot.app, own_project=HOME)
    about(pilot)
    pilot.app.update_checker.check_now()
    pilot.app.background.remove_all()
    pilot.app.update_checker._on_answer(CheckResult(kind, version))  # type: ignore[arg-type]
    pilot.run_frames(2)


def about_licence(pilot: Pilot) -> None:
    about(pilot, "licences")
    pilot.press_keys(pygame.K_TAB, *[pygame.K_DOWN] * LICENCE, pygame.K_RETURN)


def about_more(pilot: Pilot) -> None:
    about(pilot)
    pilot.press_keys(pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN)


def about_report_error(pilot: Pilot) -> None:
    """Show the report after an earlier error."""
    pilot.app.go(Home())
    try:
        raise ZeroDivisionError("integer division or modulo by zero")
    except ZeroDivisionError as error:
        pilot.app.error_recovery.recover(error)
    about(pilot, "report")


def home_newer(pilot: Pilot) -> None:
    """Show the home screen when a new version is known."""
    pilot.app.settings = pilot.app.settings.__class__(language=pilot.app.settings.language, look_for_updates=True)
    pilot.app.update_checker = UpdateChecker(pilot.app, own_project=HOME)
    pilot.app.update_checker._memory.record_check(pilot.app.unix_seconds(), "1.2.0")
    pilot.app.go(Home())
    pilot.run_frames(120)


MORE_SHOTS = {
    "about_newer": partial(_check_result, kind="found", version="1.2.0"),
    "about_current": partial(_check_result, kind="found", version="0.1.0"),
    "about_untrusted": partial(_check_result, kind="untrusted"),
    **{f"about_{part}": partial(about, part=part) for part in ("news", "places", "licences", "report")},
}
