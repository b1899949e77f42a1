"""The player's portrait and name, chosen on the seating screen; and the application's icon."""

import io
import struct
from pathlib import Path
from types import ModuleType
from typing import get_args, get_type_hints

import pygame
import pytest

from engine import options
from engine.profile.storage import Profile
from engine.settings import MAX_NAME_LENGTH, Settings
from scenes.render.theme import PERSON_PORTRAITS
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.selftest.selftest import new_record
from scenes.shell.destinations import MatchTable
from scenes.shell.window.system_window import ICON_FILE
from scenes.ui.widgets.seat_tiles import PortraitTile
from tests.support.profile_pilot import Pilot
from tests.support.screens import seat_plate
from tests.support.scripts import script


def open_seating(folder: Path, settings: str = "") -> tuple[Pilot, SeatingScreen]:
    """Return the seating screen of Gurch with the player's own chair chosen."""
    (folder / "settings.toml").write_text(f'language = "en"\nspeed = "instant"\n{settings}', encoding="utf-8")
    pilot = Pilot(folder)
    screen = SeatingScreen(pilot.app, "gurch")
    pilot.app.go(screen)
    screen.choose_chair(0)
    pilot.run_frames(2)
    return pilot, screen


def portrait_tiles(screen: SeatingScreen) -> list[PortraitTile]:
    return [child for child in screen.root.children if isinstance(child, PortraitTile)]


def test_only_player_portraits_are_offered(tmp_path: Path) -> None:
    _, screen = open_seating(tmp_path)
    assert (
        tuple(face.portrait for face in portrait_tiles(screen))
        == PERSON_PORTRAITS
        == get_args(get_type_hints(Settings)["portrait"])
    )
    assert [face.portrait for face in portrait_tiles(screen) if face.is_chosen] == ["you"]


@pytest.mark.parametrize("by_keys", [False, True])
def test_portrait_and_name_are_chosen_stored_and_shown(tmp_path: Path, by_keys: bool) -> None:
    pilot, screen = open_seating(tmp_path)
    field = next(widget for widget in screen.root.focus_order() if type(widget).__name__ == "TextField")
    if by_keys:
        for widget in (portrait_tiles(screen)[6], field):
            label = getattr(widget, "portrait", "field")
            for _ in range(60):
                focus = screen.root.focus
                if getattr(focus, "portrait", "field" if getattr(focus, "key", "") == "name" else "") == label and (
                    isinstance(focus, PortraitTile) == isinstance(widget, PortraitTile)
                ):
                    break
                pilot.press_keys(pygame.K_TAB)
            pilot.press_keys(pygame.K_RETURN)
    else:
        pilot.click(portrait_tiles(screen)[6].rect.center)
        field = next(widget for widget in screen.root.focus_order() if type(widget).__name__ == "TextField")
        pilot.click(field.rect.center)
    pilot.write(" Zoë*{ D")
    pilot.press_keys(pygame.K_RETURN)
    assert (pilot.app.settings.portrait, pilot.app.settings.name) == (PERSON_PORTRAITS[6], "Zoë D")
    assert Profile(tmp_path).load_settings() == pilot.app.settings and pilot.app.profile.notices == []
    pilot.app.go(MatchTable(new_record("gurch", 3)))
    table = pilot.table_below()
    viewer = table.match.viewer
    plate = table.hud.plates.plate(viewer)
    assert (plate.portrait, plate.name) == (PERSON_PORTRAITS[6], "You"), "one name for one person on a screen"
    assert table.words.seat_name(viewer) == "You"  # sentences address the player
    assert "Zoë D" not in table.hud.plates.text(viewer, is_turn=False)


def test_plate_follows_typing_and_empty_name_is_you(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path, 'name = "A"\nportrait = "scarf"\n')
    assert (seat_plate(screen, 0).name, seat_plate(screen, 0).portrait) == ("A", "scarf")
    field = next(widget for widget in screen.root.focus_order() if type(widget).__name__ == "TextField")
    pilot.click(field.rect.center)
    pilot.press_keys(pygame.K_BACKSPACE)
    assert (seat_plate(screen, 0).name, pilot.app.settings.name) == ("You", "A"), "stored when editing ends"
    pilot.press_keys(pygame.K_TAB)
    assert (seat_plate(screen, 0).name, pilot.app.settings.name) == ("You", "")
    pilot.click(field.rect.center)
    pilot.write("n" * 30)
    assert seat_plate(screen, 0).name == "n" * MAX_NAME_LENGTH


@pytest.mark.parametrize("name", ["x" * (MAX_NAME_LENGTH + 1), " Ana", "A  B", "*Ana*", "{seat}", "a\u200bb", "a\nb"])
def test_unprintable_name_is_reported_and_not_used(name: str) -> None:
    found, problems = options.from_mapping(Settings, {"name": name})
    assert found == Settings()
    assert [(problem.kind, problem.key, problem.allowed) for problem in problems] == [("text", "name", "16")]
    assert [problem.kind for problem in options.from_mapping(Settings, {"name": 7})[1]] == ["text"]


@pytest.mark.parametrize("name", ["", "Ana", "Аня", "小明", "João-Zé", "O’Neil 2nd", "x" * MAX_NAME_LENGTH])
def test_name_survives_saving(name: str) -> None:
    settings = Settings(name=name)
    assert options.from_mapping(Settings, options.changed_values(settings)) == (settings, [])


def test_new_player_is_asked_for_portrait(tmp_path: Path) -> None:
    """The own chair starts open with its faces. Tab goes to the first one, arrows move along them, Enter chooses."""
    (tmp_path / "settings.toml").write_text('language = "en"\nspeed = "instant"\n', encoding="utf-8")
    pilot = Pilot(tmp_path)
    screen = SeatingScreen(pilot.app, "gurch")
    pilot.app.go(screen)
    pilot.run_frames(2)
    assert screen.chosen_seat == 0 and [face.portrait for face in portrait_tiles(screen)] == list(PERSON_PORTRAITS)
    assert any(getattr(child, "string", "") == "Choose your face" for child in screen.root.children)
    for _ in range(60):
        pilot.press_keys(pygame.K_TAB)
        if isinstance(screen.root.focus, PortraitTile):
            break
    for _ in range(3):
        pilot.press_keys(pygame.K_RIGHT)
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.app.settings.portrait == PERSON_PORTRAITS[3]
    assert seat_plate(screen, 0).portrait == PERSON_PORTRAITS[3] and screen.chosen_seat == 0
    assert not any(getattr(child, "string", "") == "Choose your face" for child in screen.root.children)
    later = SeatingScreen(pilot.app, "roped")
    assert later.chosen_seat == 1, "with a portrait, the first opponent's chair is open"


# --- application icon -------------------------------------------------------------------------------------------------


def icon_script() -> ModuleType:
    return script("make_icons")


def png_width(picture: bytes) -> int:
    """Check a square PNG by decoding it; return its width in pixels."""
    surface = pygame.image.load(io.BytesIO(picture), "icon.png")
    assert surface.get_width() == surface.get_height()
    assert surface.get_at((surface.get_width() // 2, surface.get_height() // 5)).a == 255
    return surface.get_width()


def test_icon_for_windows_has_every_size() -> None:
    data = ICON_FILE.with_suffix(".ico").read_bytes()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind) == (0, 1)
    sizes, end = [], 6 + 16 * count
    for i in range(count):
        wide, high, _, _, _, bits, length, place = struct.unpack_from("<BBBBHHII", data, 6 + 16 * i)
        assert place == end and wide == high and bits == 32
        end += length
        assert png_width(data[place:end]) == (wide or 256)
        sizes.append(wide or 256)
    assert tuple(sizes) == icon_script().ICO_SIZES and {16, 32, 48, 256} <= set(sizes)
    assert end == len(data)


def test_icon_for_macos_has_every_size() -> None:
    data = ICON_FILE.with_suffix(".icns").read_bytes()
    assert struct.unpack_from(">4sI", data) == (b"icns", len(data))
    found, at = {}, 8
    while at < len(data):
        kind, length = struct.unpack_from(">4sI", data, at)
        found[kind.decode("ascii")] = png_width(data[at + 8 : at + length])
        at += length
    assert found == icon_script().ICNS_TYPES


def test_window_has_icon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    icons: list[tuple[int, int]] = []

    class Watched(pygame.Window):
        def set_icon(self, icon: pygame.Surface, /) -> None:
            icons.append(icon.get_size())
            super().set_icon(icon)

    monkeypatch.setattr(pygame, "Window", Watched)
    Pilot(tmp_path)
    assert icons == [(256, 256)]


def test_dealer_mark_is_in_language_of_player(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "de"\nspeed = "instant"\n', encoding="utf-8")
    pilot = Pilot(tmp_path)
    pilot.app.go(MatchTable(new_record("gurch", 3)))
    table = pilot.table_below()
    marks = {seat: table.hud.plates.plate(seat).dealer_mark for seat in range(table.match.game.seats)}
    assert {seat: mark for seat, mark in marks.items() if mark} == {table.match.game.dealer: "G"}
