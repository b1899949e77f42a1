"""Pictures of settings, presets, and exported and imported house rules, for ``tests.pictures``."""

from collections.abc import Callable
from dataclasses import replace

import pygame

from engine.options import options_of
from engine.settings import Settings
from scenes.rules.house_rules import HouseRulesScreen
from scenes.settings.settings import ELSEWHERE, SettingsScreen
from tests.support.piloting import Pilot

Shot = Callable[[Pilot, str], None]
PLAIN = "palacio"
"""The game whose presets are shown."""


def presets(pilot: Pilot, slug: str) -> None:
    """Own presets beside the game's; one of them is in force, and its differences are shown."""
    screen = HouseRulesScreen(pilot.app, PLAIN)
    pilot.app.go(screen)
    common = [preset for preset in screen.all_presets() if not preset.path]
    for name, options in zip(("Casa da tia Bia", "Sunday at grandma’s, long"), (common[1], common[-1]), strict=True):
        screen.set(replace(options.options, play_on=True), "")
        screen.editor._save(name)
    pilot.steps(2)
    for button in screen.presets_shown:
        if button.preset.path:
            screen.group.set_focus(button)
    pilot.key(pygame.K_LEFT)


def presets_save(pilot: Pilot, slug: str) -> None:
    presets(pilot, slug)
    house_rules_screen(pilot).editor.save()


def presets_rename(pilot: Pilot, slug: str) -> None:
    presets(pilot, slug)
    screen = house_rules_screen(pilot)
    screen.editor.rename(screen.presets.own[0])
    for char in " 2":
        pilot.step([pygame.Event(pygame.TEXTINPUT, text=char)])


def presets_share(pilot: Pilot, slug: str) -> None:
    presets(pilot, slug)
    house_rules_screen(pilot).share()


def presets_open(pilot: Pilot, slug: str) -> None:
    presets(pilot, slug)
    house_rules_screen(pilot).sharing.open()


def presets_bad(pilot: Pilot, slug: str) -> None:
    presets(pilot, slug)
    house_rules_screen(pilot).sharing.read('name = "Ours"\nrounds = 7\nplay_on = "yes"\nluck = 1\n', "bia.toml")


def presets_refused(pilot: Pilot, slug: str) -> None:
    presets(pilot, slug)
    house_rules_screen(pilot).sharing.read("Hi! Here are our rules:\nrounds = 3", "bia.txt")


def presets_shelf(pilot: Pilot, slug: str) -> None:
    presets(pilot, slug)
    house_rules_screen(pilot).editor.show()


def house_rules_screen(pilot: Pilot) -> HouseRulesScreen:
    top = pilot.app.top
    assert isinstance(top, HouseRulesScreen)
    return top


def settings(pilot: Pilot, slug: str) -> None:
    pilot.app.go(SettingsScreen(pilot.app))


PAGES = [group for group in dict.fromkeys(choice.group for choice in options_of(Settings)) if group != ELSEWHERE]


def settings_page(page: str) -> Shot:
    def make(pilot: Pilot, slug: str) -> None:
        pilot.app.go(SettingsScreen(pilot.app, page))
        pilot.key(pygame.K_TAB)

    return make


def settings_reset(pilot: Pilot, slug: str) -> None:
    screen = SettingsScreen(pilot.app, "cards")
    pilot.app.go(screen)
    screen.change("four_colours", True)
    screen.change("back", "lantern")
    screen.reset()


def settings_round(pilot: Pilot, slug: str) -> None:
    """A round of the sample table, in motion."""
    screen = SettingsScreen(pilot.app, "motion")
    pilot.app.go(screen)
    screen.change("speed", "0.5")
    pilot.steps(205)


ONCE: dict[str, Shot] = {
    "settings": settings,
    **{f"settings_{page}": settings_page(page) for page in PAGES},
    "settings_reset": settings_reset,
    "settings_round": settings_round,
    "presets": presets,
    "presets_save": presets_save,
    "presets_rename": presets_rename,
    "presets_share": presets_share,
    "presets_open": presets_open,
    "presets_bad": presets_bad,
    "presets_refused": presets_refused,
    "presets_shelf": presets_shelf,
}
