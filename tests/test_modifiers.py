"""Ctrl, Cmd and Alt: shortcuts work with Ctrl and Cmd, and other letters with them do nothing."""

import dataclasses
import re
from itertools import cycle
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from scenes.shell.destinations import Home, MatchTable
from scenes.table.table import Table
from scenes.text.catalogue import Words
from scenes.ui.key_events import is_full_screen_key
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record

LETTERS = [*range(pygame.K_a, pygame.K_z + 1), *range(pygame.K_0, pygame.K_9 + 1)]
MODIFIERS = {"cmd": pygame.KMOD_LMETA, "ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT}


@pytest.mark.parametrize(("slug", "modifier"), list(zip(GAMES, cycle(MODIFIERS), strict=False)))
def test_letters_with_modifier_do_nothing_at_table(slug: str, modifier: str, tmp_path: Path) -> None:
    """On macOS Cmd+M minimises and Cmd+H hides: neither may mute or give a hint as well."""
    pilot = Pilot(tmp_path)
    pilot.app.go(MatchTable(new_record(slug)))
    pilot.run_until_idle()
    explained = pilot.table.drawer.page
    before = (
        dataclasses.asdict(pilot.app.settings),
        pilot.table.model.grabbable_token_ids(),
        len(pilot.table.match.record.moves),
    )
    for key in LETTERS:
        pilot.press_keys(key, mod=MODIFIERS[modifier])
        table = pilot.app.top
        assert isinstance(table, Table), "no page opens"
        assert table.drawer.page is explained and not table.log.is_open, chr(key)
        after = (
            dataclasses.asdict(pilot.app.settings),
            table.model.grabbable_token_ids(),
            len(table.match.record.moves),
        )
        assert after == before, chr(key)
    pilot.app.release_everything()


@pytest.mark.parametrize("modifier", ["cmd", "ctrl"])
def test_decisions_are_taken_back_with_ctrl_and_with_cmd(modifier: str, tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(MatchTable(new_record("palacio")))
    pilot.run_until_idle()
    pilot.answer(pilot.open_choice.legal_moves[0])
    pilot.run_until_idle()
    count = len(pilot.table.match.record.moves)
    pilot.press_keys(pygame.K_z, mod=MODIFIERS[modifier])
    pilot.run_until_idle()
    assert len(pilot.table.match.record.moves) < count
    pilot.app.release_everything()


@pytest.mark.parametrize("modifier", MODIFIERS)
def test_letters_with_modifier_do_nothing_on_home(modifier: str, tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    top, before = pilot.app.top, dataclasses.asdict(pilot.app.settings)
    for key in LETTERS:
        pilot.press_keys(key, mod=MODIFIERS[modifier])
    assert pilot.app.top is top and dataclasses.asdict(pilot.app.settings) == before
    pilot.app.release_everything()


@pytest.mark.parametrize(
    ("key", "mod", "on"),
    [
        (pygame.K_F11, 0, {"linux", "win32", "darwin"}),
        (pygame.K_RETURN, pygame.KMOD_LALT, {"linux", "win32"}),
        (pygame.K_f, pygame.KMOD_LCTRL | pygame.KMOD_LMETA, {"darwin"}),
        (pygame.K_f, pygame.KMOD_LCTRL, set()),
        (pygame.K_RETURN, 0, set()),
    ],
)
def test_full_screen_has_keys_of_each_system(key: int, mod: int, on: set[str]) -> None:
    event = pygame.Event(pygame.KEYDOWN, key=key, mod=mod)
    assert {system for system in ("linux", "win32", "darwin") if is_full_screen_key(event, system)} == on


def test_texts_name_keys_of_system() -> None:
    texts = ("app.share.drop", "settings.fullscreen.help", "app.key.f11")
    elsewhere, macos = Words("en", "linux"), Words("en", "darwin")
    assert "Cmd+" not in "".join(map(elsewhere, texts)) and "F11" in elsewhere("app.key.f11")
    assert "F11" not in "".join(map(macos, texts)) and macos("app.key.f11") == "Ctrl+Cmd+F"
    for language in LANGUAGES:
        keys = {system: Words(language, system)("app.share.drop") for system in ("linux", "darwin")}
        assert re.search(r"(Ctrl|Strg)\+V", keys["linux"]) and "Cmd+V" in keys["darwin"]
