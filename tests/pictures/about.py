"""Pictures of the page about the program, for ``tests.pictures``."""

from collections.abc import Callable
from functools import partial

import pygame

from engine.updates.answers import Answer
from engine.updates.project import Project
from scenes.shell.destinations import AboutPage, Home
from scenes.work.updates import Updates
from tests.support.piloting import Pilot

Shot = Callable[[Pilot, str], None]
HOME = Project("https://github.com/house-rules/house-rules", "2026-11-22")
LICENCE = 4


def about(pilot: Pilot, slug: str, part: str = "") -> None:
    """One part of the page, over the home screen."""
    pilot.app.go(Home())
    pilot.app.open(AboutPage(part))


def told(pilot: Pilot, slug: str, kind: str, version: str = "") -> None:
    """After a look for new versions."""
    pilot.app.updates = Updates(pilot.app, about=HOME)
    about(pilot, slug)
    pilot.app.updates.look()
    pilot.app.background.stop()
    pilot.app.updates._take(Answer(kind, version))  # type: ignore[arg-type]
    pilot.steps(2)


def licence(pilot: Pilot, slug: str) -> None:
    """One licence from the list."""
    about(pilot, slug, "licences")
    pilot.key(*[pygame.K_TAB] * 2, *[pygame.K_DOWN] * LICENCE, pygame.K_RETURN)


def after_an_error(pilot: Pilot, slug: str) -> None:
    """The report when something has gone wrong before."""
    pilot.app.go(Home())
    try:
        raise ZeroDivisionError("integer division or modulo by zero")
    except ZeroDivisionError as error:
        pilot.app.failures.recover(error)
    about(pilot, slug, "report")


def home_newer(pilot: Pilot, slug: str) -> None:
    """The home screen when a new version is known."""
    pilot.app.settings = pilot.app.settings.__class__(language=pilot.app.settings.language, look_for_updates=True)
    pilot.app.updates = Updates(pilot.app, about=HOME)
    pilot.app.updates._note(pilot.app.now(), "1.2.0")
    pilot.app.go(Home())
    pilot.steps(120)


ONCE: dict[str, Shot] = {
    "about": about,
    "about_newer": partial(told, kind="found", version="1.2.0"),
    "about_current": partial(told, kind="found", version="0.1.0"),
    "about_untrusted": partial(told, kind="untrusted"),
    "about_news": partial(about, part="news"),
    "about_licences": partial(about, part="licences"),
    "about_licence": licence,
    "about_report": partial(about, part="report"),
    "about_report_error": after_an_error,
    "home_newer": home_newer,
}
