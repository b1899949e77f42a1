"""Pictures of settings, presets, and exported and imported house rules, for ``tests.pictures``."""

from dataclasses import replace
from functools import partial

import pygame

from engine.notices import Notice
from engine.options import options_of
from engine.profile.custom_decks import PICTURE_SIZE
from engine.settings import Settings
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.rules.presets_panel import PresetButton
from scenes.screens.settings.add_deck import deck_refused_dialog
from scenes.screens.settings.custom_deck_screen import DeckScreen
from scenes.screens.settings.settings_screen import IDENTITY_GROUP, SettingsScreen
from tests.support.deck_files import pictures, png
from tests.support.profile_pilot import Pilot

PRESETS_GAME = "palacio"


def presets(pilot: Pilot) -> None:
    """Show custom presets beside the game's; one of them is selected, and its differences are shown."""
    screen = HouseRulesScreen(pilot.app, PRESETS_GAME)
    pilot.app.go(screen)
    common = [preset for preset in screen.all_presets() if not preset.path]
    for name, options in zip(("Casa da tia Bia", "Sunday at grandma’s, long"), (common[1], common[-1]), strict=True):
        screen.set_rules(replace(options.options, play_on=True), "")
        screen.editor._save_as(name)
    pilot.run_frames(2)
    for button in screen.root.focus_order():
        if isinstance(button, PresetButton) and button.preset.path:
            screen.root.set_focus(button)
    pilot.press_keys(pygame.K_LEFT)


def presets_save(pilot: Pilot) -> None:
    presets(pilot)
    house_rules_screen(pilot).editor.ask_name_and_save()


def presets_rename(pilot: Pilot) -> None:
    presets(pilot)
    screen = house_rules_screen(pilot)
    screen.editor.ask_name_and_rename(screen.presets.presets[0])
    for char in " 2":
        pilot.step([pygame.Event(pygame.TEXTINPUT, text=char)])


def presets_share(pilot: Pilot) -> None:
    presets(pilot)
    house_rules_screen(pilot).share()


def presets_open(pilot: Pilot) -> None:
    presets(pilot)
    house_rules_screen(pilot).sharing.ask_source()


def presets_bad(pilot: Pilot) -> None:
    presets(pilot)
    house_rules_screen(pilot).sharing.import_text('name = "Ours"\nrounds = 7\nplay_on = "yes"\nluck = 1\n', "bia.toml")


def presets_refused(pilot: Pilot) -> None:
    presets(pilot)
    house_rules_screen(pilot).sharing.import_text("Hi! Here are our rules:\nrounds = 3", "bia.txt")


def presets_shelf(pilot: Pilot) -> None:
    presets(pilot)
    house_rules_screen(pilot).editor.open_dialog()


def house_rules_screen(pilot: Pilot) -> HouseRulesScreen:
    top = pilot.app.top
    assert isinstance(top, HouseRulesScreen)
    return top


def settings(pilot: Pilot) -> None:
    pilot.app.go(SettingsScreen(pilot.app))


def _settings_page(pilot: Pilot, page: str) -> None:
    pilot.app.go(SettingsScreen(pilot.app, page))
    pilot.press_keys(pygame.K_TAB)


def settings_reset(pilot: Pilot) -> None:
    screen = SettingsScreen(pilot.app, "cards")
    pilot.app.go(screen)
    screen.change("four_colours", True)
    screen.change("back", "lantern")
    screen.reset_page()


def settings_round(pilot: Pilot) -> None:
    """Show a round of the sample table, in motion."""
    screen = SettingsScreen(pilot.app, "motion")
    pilot.app.go(screen)
    screen.change("speed", "0.5")
    pilot.run_frames(205)


LICENCE = (
    "LICENSE.txt\n\nThese cards were drawn by Bia for her grandmother’s 90th birthday.\n\nYou may use, copy and change "
    "them as you like, as long as her name stays with them.\n\nThey come without any warranty."
)


def deck_page(pilot: Pilot) -> None:
    pilot.app.custom_decks.save("Grandma’s cards", {**pictures(), "back": png(*PICTURE_SIZE)}, LICENCE)
    page = DeckScreen(pilot.app, "Grandma’s cards")
    pilot.app.go(page)
    pilot.press_keys(pygame.K_END)


def deck_chosen(pilot: Pilot) -> None:
    deck_page(pilot)
    pilot.app.change_settings(replace(pilot.app.settings, deck="Grandma’s cards", back="own"))
    pilot.app.go(SettingsScreen(pilot.app, "cards"))


def deck_refused(pilot: Pilot) -> None:
    pilot.app.go(SettingsScreen(pilot.app, "cards"))
    pilot.app.open(
        deck_refused_dialog(pilot.app, Notice("notice.deck_svg_part", {"file": "queen_of_hearts.svg", "part": "text"}))
    )


def deck_add(pilot: Pilot) -> None:
    screen = SettingsScreen(pilot.app, "cards")
    pilot.app.go(screen)
    screen.add_deck()


MORE_SHOTS = {
    f"settings_{page}": partial(_settings_page, page=page)
    for page in dict.fromkeys(choice.group for choice in options_of(Settings))
    if page != IDENTITY_GROUP
}
