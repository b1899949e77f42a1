"""Settings screen: pages, the sample table beside them, resetting a page, undo, other languages."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.languages import LANGUAGES
from engine.options import Option
from engine.profile.storage import Profile
from engine.settings import Settings
from scenes.render import timing
from scenes.screens.settings.sample_table import HEAP_PILE, OTHER_HAND, OWN_HAND, SWEPT_PILE, SampleTable
from scenes.screens.settings.settings_preview import SettingsPreview
from scenes.screens.settings.settings_screen import SettingsScreen, list_offered_options
from scenes.shell.destinations import Home, MatchTable, ReplayList
from scenes.shell.identity_dialog import IdentityDialog
from scenes.shell.options_panel import OptionRow
from scenes.shell.toast import Toast
from scenes.text.catalogue import Words
from scenes.ui.widgets import Button, IconButton, Segmented, Stepper, TextField
from scenes.ui.widgets.seat_tiles import PortraitTile
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.screens import find_option_row, find_widget
from tests.support.table_nodes import tool
from tests.support.tables import open_program, start_program

CHOICES = list_offered_options()
PAGES = list(dict.fromkeys(choice.group for choice in CHOICES))


def open_settings(folder: Path, page: str = "", size: tuple[int, int] = (960, 540), **chosen: object) -> Pilot:
    pilot = open_program(folder, Home(), size, **chosen)
    pilot.app.open(SettingsScreen(pilot.app, page))
    pilot.run_frames(2)
    return pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return open_settings(tmp_path)


def settings_screen(pilot: Pilot) -> SettingsScreen:
    return pilot.expect(SettingsScreen)


def load_saved(folder: Path) -> Settings:
    profile = Profile(folder)
    found = profile.load_settings()
    assert profile.notices == []
    return found


def toast(pilot: Pilot) -> Toast:
    assert pilot.app.toast is not None
    return pilot.app.toast


def other_value(choice: Option, now: object) -> Any:
    """Return a value other than the current one."""
    return next(value for value in choice.values if value != now)


# --- pages and values -------------------------------------------------------------------------------------------------


def test_every_setting_is_on_one_page(pilot: Pilot) -> None:
    seen = []
    for page in settings_screen(pilot).pages:
        pilot.app.close(settings_screen(pilot))
        pilot.app.open(SettingsScreen(pilot.app, page))
        rows = [one for one in settings_screen(pilot).root.focus_order() if isinstance(one, OptionRow)]
        assert rows and {one.option.group for one in rows} == {page}
        seen += [one.option.name for one in rows]
    assert sorted(seen) == sorted(choice.name for choice in CHOICES)


@pytest.mark.parametrize("page", PAGES)
def test_every_setting_can_be_changed_by_keyboard_saved_and_undone(page: str, tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, page)
    for choice in CHOICES:
        if choice.group != page:
            continue
        before = getattr(pilot.app.settings, choice.name)
        for _ in range(30):
            focus = settings_screen(pilot).root.focus
            if isinstance(focus, OptionRow) and focus.option.name == choice.name:
                break
            pilot.press_keys(pygame.K_TAB)
        at = choice.values.index(before)
        pilot.press_keys(pygame.K_RIGHT if at + 1 < len(choice.values) else pygame.K_LEFT)
        assert getattr(pilot.app.settings, choice.name) != before
        assert load_saved(tmp_path) == pilot.app.settings
        pilot.press_keys(pygame.K_z, mod=pygame.KMOD_CTRL)
        assert getattr(pilot.app.settings, choice.name) == before
        assert load_saved(tmp_path) == pilot.app.settings


def test_pages_turn_by_keyboard_and_by_mouse(pilot: Pilot) -> None:
    pages = settings_screen(pilot).pages
    pilot.press_keys(pygame.K_PAGEDOWN, mod=pygame.KMOD_CTRL)
    assert settings_screen(pilot).page_name == pages[1]
    pilot.press_keys(pygame.K_PAGEUP, pygame.K_PAGEUP, mod=pygame.KMOD_CTRL)
    assert settings_screen(pilot).page_name == pages[-1]
    tabs = next(one for one in settings_screen(pilot).root.focus_order() if isinstance(one, Segmented))
    pilot.click(tabs.segments()[2].center)
    assert settings_screen(pilot).page_name == pages[2]
    pilot.press_keys(pygame.K_LEFT)
    assert settings_screen(pilot).page_name == pages[1], "the focus stays on the page tabs"


def test_pages_are_opened_singly_at_large_texts(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, ui_scale="200", language="pt_BR")
    assert any(isinstance(one, Stepper) for one in settings_screen(pilot).root.focus_order())
    assert settings_screen(pilot).root.find("preview") is None
    pilot.press_keys(pygame.K_TAB, pygame.K_TAB, pygame.K_RIGHT)
    assert settings_screen(pilot).page_name == settings_screen(pilot).pages[1]


def test_language_and_text_size_apply_at_once_over_table(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, MatchTable(new_record("palacio", 8)))
    pilot.run_until_idle()
    table = pilot.table
    name, height = tool(table.hud, "rules").name, tool(table.hud, "menu").rect.height * table.hud.renderer.scale
    pilot.app.open(SettingsScreen(pilot.app))
    pilot.run_frames(2)
    settings_screen(pilot).change("language", "pt_BR")
    assert find_widget(settings_screen(pilot), "Pronto") and pilot.app.window.system.title == pilot.app.words(
        "app.title"
    )
    settings_screen(pilot).change("ui_scale", "125")
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.table is table
    assert tool(table.hud, "rules").name != name and tool(table.hud, "rules").name == pilot.app.words("app.table.rules")
    assert tool(table.hud, "menu").rect.height * table.hud.renderer.scale > height


def test_name_and_portrait_are_changed_in_dialog(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "play", (1280, 720), language="en")
    pilot.click_widget("Change your name and picture")
    pilot.run_frames(2)
    dialog = pilot.expect(IdentityDialog)
    tile = dialog.root.get(PortraitTile, ("portrait", "beret"))
    assert tile is not None
    pilot.click(tile.rect.center)
    name = dialog.root.get(TextField, "name")
    assert name is not None
    pilot.click(name.rect.center)
    pilot.write("Ana")
    pilot.click_widget("Done")
    assert (pilot.app.settings.name, pilot.app.settings.portrait) == ("Ana", "beret")
    assert pilot.app.top is settings_screen(pilot)


def test_muting_by_key_shows_on_sound_page(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "sound")
    control = find_option_row(settings_screen(pilot), "sound").control
    assert isinstance(control, Segmented)
    before = control.chosen_index
    pilot.press_keys(pygame.K_m)
    assert find_option_row(settings_screen(pilot), "sound").control is control and control.chosen_index != before


# --- reset and undo ---------------------------------------------------------------------------------------------------


def changed_page(pilot: Pilot, page: str) -> Settings:
    """Change every setting of a page; return all settings."""
    settings = settings_screen(pilot)
    for choice in CHOICES:
        if choice.group == page:
            settings.change(choice.name, other_value(choice, getattr(pilot.app.settings, choice.name)))
    return pilot.app.settings


@pytest.mark.parametrize(("page", "by"), [*((page, "toast") for page in PAGES), ("cards", "key"), ("sound", "button")])
def test_page_can_be_reset_and_reset_undone(page: str, by: str, tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, page, speed="2", ui_scale="125", sound=False)
    before = changed_page(pilot, page)
    pilot.click_widget("Reset this page")
    now = pilot.app.settings
    for choice in CHOICES:
        expected = choice.default if choice.group == page else getattr(before, choice.name)
        assert getattr(now, choice.name) == expected
    assert not settings_screen(pilot)._changed_page_values() and load_saved(tmp_path) == now
    if by == "toast":
        button = toast(pilot)._button
        scale = pilot.app.renderer.scale / settings_screen(pilot).renderer.scale
        pilot.click((button.rect.centerx * scale, button.rect.centery * scale))
    elif by == "key":
        pilot.press_keys(pygame.K_z, mod=pygame.KMOD_CTRL)
    else:
        pilot.click_widget("Undo")
    assert pilot.app.settings == before == load_saved(tmp_path)


def test_reset_and_undo_are_disabled_without_changes(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "cards")

    def usable() -> tuple[bool, bool]:
        buttons = [one for one in settings_screen(pilot).root.children if isinstance(one, Button | IconButton)]
        reset = next(one for one in buttons if getattr(one, "label", "") == "Reset this page")
        undo = next(one for one in buttons if getattr(one, "name", "") == "Undo")
        return reset.enabled, undo.enabled

    assert usable() == (False, False)
    settings_screen(pilot).change("four_colours", True)
    assert usable() == (True, True)
    pilot.press_keys(pygame.K_u)
    assert usable() == (False, False)
    settings_screen(pilot).reset_page()
    assert pilot.app.toast is None or pilot.app.toast.undo is None


def test_undo_leaves_changes_made_elsewhere_alone(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "cards")
    settings_screen(pilot).change("four_colours", True)
    pilot.press_keys(pygame.K_m)
    silent = pilot.app.settings.sound
    pilot.press_keys(pygame.K_u)
    assert pilot.app.settings.four_colours is False and pilot.app.settings.sound is silent


def test_dragging_slider_is_undone_at_once(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "sound")
    for value in (70, 60, 50):
        settings_screen(pilot).change("volume", value)
    settings_screen(pilot).change("music", 10)
    pilot.press_keys(pygame.K_u)
    assert (pilot.app.settings.volume, pilot.app.settings.music) == (50, 0)
    pilot.press_keys(pygame.K_u)
    assert pilot.app.settings.volume == Settings().volume


def test_undo_toast_disappears_by_itself_and_stays_longer_than_others(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "cards", speed="1")
    settings_screen(pilot).change("four_colours", True)
    settings_screen(pilot).reset_page()
    pilot.step(elapsed_ms=timing.TOAST_UNDO_MS - 1)
    assert toast(pilot).undo is not None
    pilot.step(elapsed_ms=2)
    assert pilot.app.toast is None


@pytest.mark.parametrize(
    "leave", [lambda pilot: pilot.press_keys(pygame.K_ESCAPE), lambda pilot: pilot.app.go(ReplayList())]
)
def test_undo_toast_disappears_with_screen(leave: Callable[[Pilot], object], pilot: Pilot) -> None:
    settings_screen(pilot).reset_tutorial_progress()
    assert toast(pilot).undo is not None
    leave(pilot)
    assert pilot.app.toast is None


@pytest.mark.every_frame
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(960, 540), (1000, 700), (1280, 720)])
def test_toast_covers_no_controls(size: tuple[int, int], language: str, tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "cards", size, language=language)
    settings_screen(pilot).change("four_colours", True)
    for way in (settings_screen(pilot).reset_page, settings_screen(pilot).undo):
        way()
        pilot.step()
        scale, rect = pilot.app.renderer.scale, toast(pilot).rect
        covered = FRect(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)
        pressed = [area for area in settings_screen(pilot).control_areas() if area.colliderect(covered)]
        assert rect.width > 100 and not pressed, (rect, pressed)


def test_toast_follows_language(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "cards", language="en")
    settings_screen(pilot).change("four_colours", True)
    settings_screen(pilot).reset_page()
    assert "cards" in toast(pilot).string and toast(pilot)._button.label == "Undo"
    settings_screen(pilot).change("language", "pt_BR")
    words = Words("pt_BR")
    assert toast(pilot).string == words("app.settings.was_reset", page=words("settings.group.cards"))
    assert toast(pilot)._button.label == words("app.rules.undo")
    pilot.app.show_toast("app.sound.off", "mute")
    settings_screen(pilot).change("language", "en")
    assert toast(pilot).string == Words("en")("app.sound.off")


# --- sample table -----------------------------------------------------------------------------------------------------


def card_counts(sample: SampleTable) -> dict[str, int]:
    return {
        pile.kind + str(pile.owner): len(sample.director.shown.piles.get(pile, ()))
        for pile in (OWN_HAND, OTHER_HAND, HEAP_PILE)
    }


def test_sample_hand_always_has_card_of_each_suit() -> None:
    sample = SampleTable()
    for _ in range(40):
        held = sample.game.cards(OWN_HAND)
        assert sorted(card % 4 for card in held) == [0, 1, 2, 3]
        assert len(sample.game.cards(OTHER_HAND)) == 3 and len(sample.game.cards(HEAP_PILE)) == 2
        assert sample.director.shown.differences() == []
        sample.play_round()
        sample.finish_round()


def round_ms(speed: float, pause: float) -> float:
    """Return the duration of a sample round, milliseconds."""
    sample, passed = SampleTable(), 0.0
    sample.play_round()
    for _ in range(5000):
        if not sample.update(20, speed=speed, reduced_motion=False, pause_ms=pause) and not sample.director.is_busy:
            break
        passed += 20
    assert sample.director.shown.differences() == [] and sample.turn is None
    return passed


def test_sample_plays_at_chosen_speed_and_pace() -> None:
    usual = round_ms(1, 800)
    assert 2000 < usual < 6000
    assert round_ms(0.5, 800) - 800 == pytest.approx(2 * (usual - 800), rel=0.1)
    assert round_ms(1, 1800) - usual == pytest.approx(1000, abs=60)
    assert round_ms(0, 0) < 200


def test_sample_round_is_played_on_pace_change_and_by_button(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "motion", speed="1")
    sample = settings_screen(pilot).sample_table
    thrown = len(sample.game.cards(SWEPT_PILE))
    settings_screen(pilot).change("pace", "slow")
    pilot.run_frames(20)
    assert sample.turn is not None or sample.director.is_busy
    for _ in range(200):
        pilot.step(elapsed_ms=60)
    assert not sample.director.is_busy and len(sample.game.cards(SWEPT_PILE)) == thrown + 2
    pilot.click_widget("Try it out")
    assert sample._queued_steps
    heard: list[str] = []
    pilot.app.sound.play = lambda cue, delay_ms=0.0: heard.append(cue)  # type: ignore[method-assign]
    for _ in range(200):
        pilot.step(elapsed_ms=60)
    assert {"sweep", "place", "slide"} <= set(heard), "the sample round has sounds"
    assert not pilot.app.step(16, []), "a finished round redraws nothing"


@pytest.mark.painted
def test_table_shows_felt_back_and_colours_at_once(tmp_path: Path) -> None:
    pilot = open_settings(tmp_path, "cards")

    def piece() -> bytes:
        pilot.app.finish_animations()
        preview = settings_screen(pilot).root.find("preview")
        assert preview is not None
        return pygame.image.tobytes(
            pilot.app.window.surface.subsurface(settings_screen(pilot).renderer.to_shifted_pixel_rect(preview.rect)),
            "RGB",
        )

    seen = [piece()]
    for choice in CHOICES:
        if choice.group == "cards":
            settings_screen(pilot).change(choice.name, other_value(choice, choice.default))
            seen.append(piece())
            if choice.name == "deck":  # its indices have no larger variant
                settings_screen(pilot).change(choice.name, choice.default)
    assert len(set(seen)) == len(seen) == 6
    pilot.app.change_settings(replace(pilot.app.settings, name="Zoë", left_handed=True))
    assert piece() not in seen


@pytest.mark.parametrize("size", [(960, 540), (1024, 768), (2560, 1080)])
def test_sample_table_items_do_not_overlap(size: tuple[int, int], tmp_path: Path) -> None:
    pilot = start_program(tmp_path, size, language="pt_BR")
    pilot.app.go(SettingsScreen(pilot.app))
    for scale in ("80", "100", "125", "150"):
        settings_screen(pilot).change("ui_scale", scale)
        preview = settings_screen(pilot).root.find("preview")
        if preview is None:
            assert scale == "150"
            continue
        assert isinstance(preview, SettingsPreview)
        sample, look = preview.sample_table, settings_screen(pilot).renderer
        plates = [
            plate.rect.move(-preview.rect.left, -preview.rect.top) for plate in preview._other_and_own_plates(look)
        ]
        inside = pygame.FRect(0, 0, *preview.rect.size)
        for token in sample.director.shown.tokens():
            pose = sample.director.rest_poses[token.id]
            card = pygame.FRect(0, 0, pose.width, pose.height)
            card.center = (pose.x, pose.y)
            assert inside.contains(card), f"{size} {scale}"
            assert card.collidelist(plates) < 0, f"{size} {scale}"
