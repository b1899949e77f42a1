"""A change of language needs no restart: open screens look like screens opened in the new language."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.destinations import AboutPage, Home, RulesPage
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record
from tests.support.table_nodes import icon_tools
from tests.support.tables import continue_match, has_playable_and_unplayable, live_mode, playable_and_unplayable_card

GAME = "palacio"
Step = Callable[[Pilot], object]


def make_refused_move(pilot: Pilot) -> None:
    _, bad = playable_and_unplayable_card(pilot)
    pilot.move(pilot.card_point(bad))
    pilot.click(pilot.card_point(bad))
    assert pilot.refusal is not None
    pilot.move((30, 500))


def dismiss_refusal(pilot: Pilot) -> None:
    pilot.table.hud.hide_refusal()


def show_hint(pilot: Pilot) -> None:
    pilot.press_keys(pygame.K_h)
    for _ in range(2000):
        if pilot.table.match.hint:
            return
        pilot.step()
    raise AssertionError("no hint came")


def press(*keys: int) -> Step:
    return lambda pilot: pilot.press_keys(*keys)


TABLE_STATES: Mapping[str, tuple[Step, Step]] = {
    "nothing": (lambda pilot: None, lambda pilot: None),
    "log": (press(pygame.K_l), press(pygame.K_l)),
    "review": (press(pygame.K_t), press(pygame.K_t)),
    "what now": (press(pygame.K_w), lambda pilot: live_mode(pilot.table).coach.close()),
    "refusal": (make_refused_move, dismiss_refusal),
    "hint": (show_hint, press(pygame.K_h)),
}
"""Item that can be open on the table -> functions to open and to close it."""
SCREEN_STATES: Mapping[str, tuple[Step, Step]] = {
    "statistics": (lambda pilot: pilot.app.open(StatisticsScreen(pilot.app)), press(pygame.K_ESCAPE)),
    "reader": (lambda pilot: pilot.app.open(RulesPage(GAME, f"{GAME}.R9")), press(pygame.K_ESCAPE)),
    "about": (lambda pilot: pilot.app.open(AboutPage("news")), press(pygame.K_ESCAPE)),
    "home": (lambda pilot: pilot.app.go(Home()), lambda pilot: None),
}


def take_pictures(folder: Path, states: Mapping[str, tuple[Step, Step]], first: str) -> dict[str, bytes]:
    """Take pictures of each state in Portuguese, either from the start or after switching from English while it is
    open."""
    pilot = continue_match(
        folder,
        find_record(GAME, has_playable_and_unplayable, max_moves=30),
        language=first,
        speed="instant",
        coach="off",
    )
    found, usual = {}, pilot.app.settings.language
    for name, (come, go) in states.items():
        come(pilot)
        pilot.run_frames(3)
        pilot.app.change_settings(replace(pilot.app.settings, language="pt_BR"))
        pilot.run_frames(3)
        pilot.app.finish_animations()
        pilot.step()
        found[name] = pygame.image.tobytes(pilot.app.window.surface, "RGB")
        pilot.app.change_settings(replace(pilot.app.settings, language=usual))
        go(pilot)
    pilot.app.release_everything()
    return found


@pytest.mark.painted
def test_open_table_parts_change_language_at_once(tmp_path: Path) -> None:
    changed, fresh = (take_pictures(tmp_path / first, TABLE_STATES, first) for first in ("en", "pt_BR"))
    assert [name for name in TABLE_STATES if changed[name] != fresh[name]] == []
    assert len(set(fresh.values())) == len(TABLE_STATES)


@pytest.mark.painted
def test_screens_change_language_at_once(tmp_path: Path) -> None:
    changed, fresh = (take_pictures(tmp_path / first, SCREEN_STATES, first) for first in ("en", "pt_BR"))
    assert [name for name in SCREEN_STATES if changed[name] != fresh[name]] == []


@pytest.mark.painted
def test_names_of_tools_and_of_window_change_as_well(tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record(GAME, has_playable_and_unplayable, max_moves=30), language="en", speed="instant"
    )
    before = [tool.name for tool in icon_tools(pilot.table.hud)]
    pilot.app.change_settings(replace(pilot.app.settings, language="pt_BR"))
    after = [tool.name for tool in icon_tools(pilot.table.hud)]
    assert len(before) == len(after) and set(before) & set(after) <= {"Menu"}
    assert pilot.app.window.system.title == pilot.app.words("app.title")
