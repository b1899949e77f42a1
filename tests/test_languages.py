"""Another language needs no restart: open screens look as if opened in it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from scenes.shell.destinations import AboutPage, Home, RulesPage
from scenes.statistics.statistics import StatisticsScreen
from tests.support.at_table import choosing, continued, good_and_bad, live
from tests.support.piloting import Pilot
from tests.support.records import record_where

GAME = "palacio"
Step = Callable[[Pilot], object]


def refuse(pilot: Pilot) -> None:
    _, bad = good_and_bad(pilot)
    pilot.move(pilot.where(bad))
    pilot.click(pilot.where(bad))
    assert pilot.table.hud.refusal is not None
    pilot.move((30, 500))


def accept(pilot: Pilot) -> None:
    pilot.table.hud.drop_refusal()


def hint(pilot: Pilot) -> None:
    pilot.key(pygame.K_h)
    for _ in range(2000):
        if pilot.table.match.hint:
            return
        pilot.step()
    raise AssertionError("no hint came")


def press(*keys: int) -> Step:
    return lambda pilot: pilot.key(*keys)


AT_TABLE: Mapping[str, tuple[Step, Step]] = {
    "nothing": (lambda pilot: None, lambda pilot: None),
    "log": (press(pygame.K_l), press(pygame.K_l, pygame.K_l)),
    "review": (press(pygame.K_t), press(pygame.K_t)),
    "what now": (press(pygame.K_w), lambda pilot: live(pilot.table).coach.close()),
    "refusal": (refuse, accept),
    "hint": (hint, press(pygame.K_h)),
}
"""What can be open on the table: how to open it and how to close it."""
SCREENS: Mapping[str, tuple[Step, Step]] = {
    "statistics": (lambda pilot: pilot.app.open(StatisticsScreen(pilot.app)), press(pygame.K_ESCAPE)),
    "reader": (lambda pilot: pilot.app.open(RulesPage(GAME, f"{GAME}.R9")), press(pygame.K_ESCAPE)),
    "about": (lambda pilot: pilot.app.open(AboutPage("news")), press(pygame.K_ESCAPE)),
    "home": (lambda pilot: pilot.app.go(Home()), lambda pilot: None),
}


def pictures(folder: Path, states: Mapping[str, tuple[Step, Step]], first: str) -> dict[str, bytes]:
    """Pictures of each state in Portuguese; if English comes first, the language changes while the state is open."""
    pilot = continued(folder, record_where(GAME, choosing, most=30), language=first, speed="instant", coach="off")
    found, usual = {}, pilot.app.settings.language
    for name, (come, go) in states.items():
        come(pilot)
        pilot.steps(3)
        pilot.app.change(replace(pilot.app.settings, language="pt_BR"))
        pilot.steps(3)
        pilot.app.finish()
        pilot.step()
        found[name] = pygame.image.tobytes(pilot.app.window.surface, "RGB")
        pilot.app.change(replace(pilot.app.settings, language=usual))
        go(pilot)
    pilot.app.close_all()
    return found


@pytest.mark.painted
def test_everything_open_on_the_table_speaks_the_new_language_at_once(tmp_path: Path) -> None:
    changed, fresh = (pictures(tmp_path / first, AT_TABLE, first) for first in ("en", "pt_BR"))
    assert [name for name in AT_TABLE if changed[name] != fresh[name]] == []
    assert len(set(fresh.values())) == len(AT_TABLE)


@pytest.mark.painted
def test_screens_speak_the_new_language_at_once(tmp_path: Path) -> None:
    changed, fresh = (pictures(tmp_path / first, SCREENS, first) for first in ("en", "pt_BR"))
    assert [name for name in SCREENS if changed[name] != fresh[name]] == []


@pytest.mark.painted
def test_names_of_tools_and_of_the_window_change_as_well(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(GAME, choosing, most=30), language="en", speed="instant")
    before = [tool.name for tool in pilot.table.hud.tools.icons]
    pilot.app.change(replace(pilot.app.settings, language="pt_BR"))
    after = [tool.name for tool in pilot.table.hud.tools.icons]
    assert len(before) == len(after) and set(before) & set(after) <= {"Menu"}
    assert pilot.app.window.system.title == pilot.app.words("app.title")
    pilot.app.close_all()
