"""Keys on every keyboard: other scripts, the keypad, AltGr; text input only while a text field is edited."""

import os
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from engine.moves import Move
from scenes.screens.about.about_screen import PAGES, AboutScreen
from scenes.shell.destinations import AboutPage, Home, MatchTable, RulesPage, Seating
from scenes.shell.screen import Screen
from scenes.shell.window.sdl_functions import sdl_function
from scenes.ui.key_events import command_key, plain_key, standard_key, translate_keys
from scenes.ui.widgets import TextField
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import write_settings

CTRL, ALT_GR, NUM_LOCK = pygame.KMOD_LCTRL, pygame.KMOD_RALT, pygame.KMOD_NUM
RUSSIAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
GREEK = dict(zip("ertyuiopasdfghjklzxcvbnm", "ερτυθιοπασδφγηξκλζχψωβνμ", strict=True))
SCRIPTS = pytest.mark.parametrize("letters", [RUSSIAN, GREEK], ids=["ru", "gr"])


def key_down(key: int | str, scancode: int = 0, mod: int = 0) -> pygame.Event:
    code = ord(key) if isinstance(key, str) else key
    return pygame.Event(pygame.KEYDOWN, key=code, scancode=scancode, mod=mod, unicode="")


def letter_down(latin: str, letters: dict[str, str], mod: int = 0) -> list[pygame.Event]:
    """Return what SDL sends for a letter's key on a layout, which types with Ctrl, too."""
    scancode = pygame.KSCAN_A + ord(latin) - ord("a")
    return [key_down(letters[latin], scancode, mod), pygame.Event(pygame.TEXTINPUT, text=letters[latin])]


def takes_text_input() -> bool:
    is_active = sdl_function("SDL_IsTextInputActive")
    assert is_active is not None
    return bool(is_active())


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    write_settings(tmp_path, language="en", speed="instant")
    return Pilot(tmp_path)


def edit_name(pilot: Pilot) -> TextField:
    """Click into the name's text field of the seating screen."""
    pilot.app.go(Seating("roped"))
    pilot.step()
    assert isinstance(pilot.app.top, Screen)
    field = next(one for one in pilot.app.top.root.focus_order() if isinstance(one, TextField))
    x, y = next((x, y) for one, x, y in pilot.app.top.root.focusable_centres() if one is field)
    pilot.click((x * pilot.app.renderer.scale, y * pilot.app.renderer.scale))
    return field


# --- the same keys on every layout ------------------------------------------------------------------------------------


@SCRIPTS
def test_letter_of_other_script_counts_by_place(letters: dict[str, str]) -> None:
    for latin, letter in letters.items():
        (event, _) = letter_down(latin, letters)
        assert standard_key(event.key, event.scancode) == ord(latin), letter


@pytest.mark.parametrize(
    ("key", "scancode", "standard"),
    [
        ("z", pygame.KSCAN_Y, pygame.K_z),  # German
        ("a", pygame.KSCAN_Q, pygame.K_a),  # French
        ("é", pygame.KSCAN_W, ord("é")),  # Bépo
        ("ğ", pygame.KSCAN_E, ord("ğ")),  # Turkish F
        ("ắ", pygame.KSCAN_1, pygame.K_1),  # Vietnamese
        (",", pygame.KSCAN_M, pygame.K_COMMA),  # French
        ("&", pygame.KSCAN_1, pygame.K_1),  # French
        ("ç", pygame.KSCAN_9, pygame.K_9),  # French
        ("š", pygame.KSCAN_3, pygame.K_3),  # Czech
        ("ๅ", pygame.KSCAN_1, pygame.K_1),  # Thai
        (pygame.K_LEFT, pygame.KSCAN_H, pygame.K_LEFT),  # remapped by its user
        (pygame.K_0, pygame.KSCAN_0, pygame.K_0),
        (pygame.K_RETURN, pygame.KSCAN_RETURN, pygame.K_RETURN),
    ],
)
def test_latin_letter_counts_by_itself_and_digit_row_by_place(key: int | str, scancode: int, standard: int) -> None:
    assert standard_key(ord(key) if isinstance(key, str) else key, scancode) == standard


@pytest.mark.parametrize("mod", [0, NUM_LOCK])
def test_keypad_digit_is_digit_with_and_without_num_lock(mod: int) -> None:
    for n in range(9):
        (event,) = translate_keys([key_down(pygame.K_KP_1 + n, pygame.KSCAN_KP1 + n, mod)])
        assert plain_key(event) == pygame.K_1 + n


def test_alt_gr_is_no_shortcut_and_types() -> None:
    """Windows sends Ctrl together with AltGr, with which Polish types ż on Z and ć on C."""
    typed = pygame.Event(pygame.TEXTINPUT, text="ż")
    for mod in (ALT_GR, ALT_GR | CTRL, pygame.KMOD_MODE):
        pressed, text = translate_keys([key_down("z", pygame.KSCAN_Z, mod), typed])
        assert command_key(pressed) == plain_key(pressed) == 0 and text is typed


def test_text_of_shortcut_is_dropped_and_next_text_is_kept() -> None:
    events = [*letter_down("v", RUSSIAN, CTRL), *letter_down("v", RUSSIAN)]
    pressed, after, text = translate_keys(events)
    assert command_key(pressed) == plain_key(after) == pygame.K_v and text.text == "м"


@SCRIPTS
def test_table_answers_letters_of_other_script(letters: dict[str, str], pilot: Pilot) -> None:
    pilot.app.go(MatchTable(new_record("palacio")))
    pilot.run_until_idle()
    table = pilot.table
    pilot.step(letter_down("l", letters))
    assert table.log.is_open
    pilot.step(letter_down("m", letters))
    assert not pilot.app.settings.sound
    table.hand_controller.answer(pilot.open_choice.legal_moves[0])
    pilot.run_until_idle()
    count = len(table.match.record.moves)
    pilot.step(letter_down("z", letters, CTRL))
    pilot.run_until_idle()
    assert len(table.match.record.moves) < count


@pytest.mark.parametrize("mod", [0, NUM_LOCK])
def test_keypad_answers_at_table(mod: int, pilot: Pilot) -> None:
    pilot.app.go(MatchTable(new_record("pass_the_ace")))
    pilot.run_until_idle()
    seat = pilot.open_choice.seat
    pilot.step([key_down(pygame.K_KP_1, pygame.KSCAN_KP1, mod)])
    assert Move(seat, "swap") in pilot.table.match.record.moves


@SCRIPTS
def test_ctrl_v_pastes_on_every_layout(letters: dict[str, str], pilot: Pilot, board: list[str]) -> None:
    board.append("Bo")
    field = edit_name(pilot)
    pilot.step(letter_down("v", letters, CTRL))
    assert field.text == "Bo"
    pilot.step(letter_down("m", letters))
    assert field.text == "Bo" + letters["m"]


def test_about_page_is_chosen_by_keypad_and_copied_by_place(pilot: Pilot, board: list[str]) -> None:
    pilot.app.go(Home())
    pilot.app.open(AboutPage())
    about = pilot.expect(AboutScreen)
    at = PAGES.index("report")
    pilot.step([key_down(pygame.K_KP_1 + at, pygame.KSCAN_KP1 + at)])
    assert about.page == "report"
    pilot.step(letter_down("c", RUSSIAN, CTRL))
    assert board[-1]


# --- text input -------------------------------------------------------------------------------------------------------


def test_text_input_is_off_until_field_is_edited(pilot: Pilot) -> None:
    """An input method such as fcitx with Chewing would keep every key of a table to itself."""
    pilot.app.go(Home())
    pilot.step()
    assert not takes_text_input()
    pilot.app.go(MatchTable(new_record("big_two")))
    pilot.run_until_idle()
    assert not takes_text_input()
    edit_name(pilot)
    assert takes_text_input()
    pilot.press_keys(pygame.K_RETURN)
    assert not takes_text_input()


LEAVE: list[Callable[[Pilot], object]] = [
    lambda pilot: pilot.press_keys(pygame.K_TAB),
    lambda pilot: pilot.press_keys(pygame.K_ESCAPE),
    lambda pilot: pilot.click((2, 2)),
    lambda pilot: pilot.app.go(Home()),
]


@pytest.mark.parametrize("leave", LEAVE, ids=["tab", "esc", "click elsewhere", "other screen"])
def test_text_input_ends_with_editing(leave: Callable[[Pilot], object], pilot: Pilot) -> None:
    edit_name(pilot)
    leave(pilot)
    pilot.step()
    assert not takes_text_input()


def test_text_input_in_rulebook_belongs_to_its_search_field(pilot: Pilot) -> None:
    pilot.app.go(Home())
    pilot.app.open(RulesPage("gurch"))
    pilot.step()
    assert takes_text_input()
    pilot.press_keys(pygame.K_TAB)
    assert not takes_text_input(), "a link has the focus"
    pilot.press_keys(pygame.K_ESCAPE)
    assert not takes_text_input()
