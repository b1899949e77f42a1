"""Screens at small and large texts: keyboard and mouse reach every control, and the focus stays after a change."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.games import GAMES
from scenes.render import timing
from scenes.render.space import Point
from tests.fit_all.states import SMALL_WINDOW, pilot_on_profile
from tests.pictures.shots import SHOTS_PER_GAME, SHOTS_WITHOUT_GAME
from tests.support.profile_pilot import Pilot

SCREENS = (
    "home_continue", "home_table", "settings_play", "settings_cards", "settings_sound", "deck_page", "deck_add",
    "presets", "presets_shelf", "presets_open", "about_newer", "about_licence", "about_report", "lobby", "lobby_you",
    "lobby_joining", "room_host", "room_guest", "room_invitation", "room_phrases", "room_rules", "seating",
    "shared_seating", "house_rules", "goal", "menu", "keys", "rules_in_force", "reader_search", "statistics",
    "statistics_filters", "statistics_export", "replays", "replay_view", "match_review", "elsewhere_menu",
    "elsewhere_talk", "day_help", "day_result", "failure", "curtain",
)  # fmt: skip
"""Pictures of every kind of screen and dialog."""


@pytest.fixture
def screen_pilot(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pilot]:
    """Pilot at the screen of a picture, in the smallest window."""
    pilot = pilot_on_profile(tmp_path, "en")
    (SHOTS_WITHOUT_GAME | SHOTS_PER_GAME)[request.param](pilot, next(iter(GAMES)))
    pilot.app.finish_animations()
    yield pilot
    pilot.app.release_everything()


def change(pilot: Pilot, *, size: tuple[int, int] = SMALL_WINDOW, **settings: Any) -> None:
    """Change settings and the size of the window."""
    pilot.app.change_settings(replace(pilot.app.settings, **settings))
    if pilot.app.window.picture_size != size:
        pilot.resize(size)
    pilot.step(elapsed_ms=timing.RESIZE_DELAY_MS + 1)


@pytest.mark.parametrize("screen_pilot", SCREENS, indirect=True)
def test_controls_are_reached_and_keep_focus_at_every_text_size(screen_pilot: Pilot) -> None:
    check_reach(screen_pilot)
    check_focus(screen_pilot)


def check_reach(screen_pilot: Pilot) -> None:
    """Check that keyboard and mouse reach every control."""
    screen = screen_pilot.screen
    for scale in ("125" if screen.is_opaque else "80", "200"):
        change(screen_pilot, ui_scale=scale)
        screen.root.set_focus(None)
        reached = set()
        screen_pilot.press_keys(pygame.K_TAB)
        while (focus := screen.root.focus) not in reached:
            assert focus is not None
            reached.add(focus)
            x, y = screen.root.place_of(focus).visible_area.center
            width, height = screen.renderer.visible_size
            assert 0 < x - screen.pan.x < width and 0 < y - screen.pan.y < height, f"{scale} %: {focus.key} is outside"
            hit = screen.root.pressable_at(Point(x, y))
            # the button for another match lies on the card of its game
            assert hit is focus or type(hit).__name__ == "NewMatchButton", (
                f"{scale} %: a press on {focus.key} hits {hit}"
            )
            screen_pilot.press_keys(pygame.K_TAB)
        assert reached == set(screen.root.focus_order())


def check_focus(screen_pilot: Pilot) -> None:
    """Check that the focus stays after a change of language, text or window."""
    screen = screen_pilot.screen
    change(screen_pilot, ui_scale="100")
    order = screen.root.focus_order()
    changes: list[dict[str, Any]] = [{"ui_scale": "125"}, {"size": (1280, 720)}]
    if screen.is_opaque:  # no language is chosen below a dialog, whose buttons have their labels as keys
        changes.append({"language": "de"})
    some = [node.key for node in order[:: max(1, len(order) // len(changes))]]
    for key, changed in zip(some, changes, strict=False):
        change(screen_pilot, language="en", ui_scale="100")
        node = screen.root.find_focusable(key)
        if node is None:  # large texts leave no space for it
            continue
        nodes = screen.root.focus_order()
        screen.root.set_focus(nodes[nodes.index(node) - 1])
        screen_pilot.press_keys(pygame.K_TAB)
        change(screen_pilot, **changed)
        assert "language" not in changed or screen.root.find_focusable(key), f"{key} is another thing in German"
        if screen.root.find_focusable(key):
            assert screen.root.focus is not None and screen.root.focus.key == key, changed
