"""Empty screens: a picture, a sentence about their future content, and a button that leads there."""

import itertools
from dataclasses import replace

from pygame import FRect

from scenes.app import App
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.shell.destinations import ReplayList, StatisticsPage
from scenes.shell.empty_state import (
    NO_CUSTOM_DECKS,
    NO_LAB_RESULTS,
    NO_REPLAYS,
    NO_STATISTICS,
    EmptyStateArt,
    empty_state,
)
from scenes.shell.screen import Screen
from scenes.ui.boxes import Spacer
from scenes.ui.tree import Root
from scenes.ui.widgets import Button, Label
from tests.support.deck_files import pictures


def open_empty_screen(app: App) -> Screen:
    assert isinstance(app.top, Screen)
    return app.top


def press_next_step(app: App) -> None:
    """Press the screen's primary button."""
    (way,) = (one for one in open_empty_screen(app).root.children if isinstance(one, Button) and one.kind == "primary")
    assert way.on_click is not None
    way.on_click()


def test_empty_replays_and_statistics_lead_to_game(app: App) -> None:
    for page in (ReplayList(), StatisticsPage()):
        app.go(page)
        assert any(isinstance(one, EmptyStateArt) for one in open_empty_screen(app).root.children)
        press_next_step(app)
        assert isinstance(app.top, HomeScreen)


def test_unsaved_replays_lead_to_setting(app: App) -> None:
    app.settings = replace(app.settings, replays_kept=0)
    app.go(ReplayList())
    press_next_step(app)
    assert isinstance(app.top, SettingsScreen)


def test_player_without_own_cards_sees_how_to_add_some(app: App) -> None:
    def invited() -> bool:
        app.go(SettingsScreen(app, "cards"))
        nodes = open_empty_screen(app).root.children
        labels = [one.label for one in nodes if isinstance(one, Button)]
        assert app.words("app.deck.add") in labels, "the button to add a deck is always shown"
        return any(isinstance(one, EmptyStateArt) and one.picture == NO_CUSTOM_DECKS for one in nodes)

    assert invited()
    app.custom_decks.save("Mine", pictures(), "")
    assert not invited()


def test_low_area_has_no_picture_and_no_overlaps(app: App) -> None:
    text = "A text of some length that says what will be here one day, as soon as there is anything to show."
    for picture in (NO_REPLAYS, NO_STATISTICS, NO_LAB_RESULTS):
        for wide, high in ((1232, 600), (560, 300), (560, 180)):
            area = FRect(20, 90, wide, high)
            button, root = Button("Go", lambda: None), Root()
            root.describe(app.renderer, empty_state(picture, text, button, max_width=wide), area)
            parts = [one for one in root.children if not isinstance(one, Spacer)]
            assert any(isinstance(one, EmptyStateArt) for one in parts) == (high >= 300)
            assert sum(isinstance(one, Label) for one in parts) == 1
            for before, after in itertools.pairwise(parts):
                assert before.rect.bottom <= after.rect.top
            assert all(area.contains(one.rect) for one in parts)
