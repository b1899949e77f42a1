"""Gamepad on all screens: every widget, the way back, signs on buttons, a match, text fields."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from scenes.app import App
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.selftest import gamepad_pilot as pads
from scenes.selftest.gamepad_pilot import A, B, X
from scenes.shell.destinations import (
    AboutPage,
    Destination,
    Home,
    HouseRulesPage,
    LabPage,
    Lessons,
    LessonTable,
    MatchTable,
    ReplayList,
    ReplayTable,
    RulesPage,
    Seating,
    SettingsPage,
    StatisticsPage,
)
from scenes.shell.dialog import Dialog
from scenes.shell.input.gamepad import Gamepad, style_of
from scenes.shell.input.on_screen_keyboard import OnScreenKeyboard
from scenes.shell.options_panel import OptionRow
from scenes.shell.screen import Screen
from scenes.table.hud.refusal import RefusalPill
from scenes.table.menu import KeysDialog, menu_dialog
from scenes.text.catalogue import Words
from scenes.text.key_sentences import KEYS_BY_TEXT
from scenes.ui.key_names import GAMEPAD_BUTTONS_BY_KEY, KeyName
from scenes.ui.timeline import Timeline
from scenes.ui.tooltip import Tooltip
from scenes.ui.widgets import Button, IconButton, TextField
from scenes.ui.widgets.key_hint import key_hint_width, shows_key_hint
from tests import device_play
from tests.support.catalogue_texts import texts_by_key
from tests.support.gamepads import GamepadPilot, removed_event
from tests.support.records import new_record, random_record
from tests.support.table_nodes import clickable_nodes
from tests.support.tables import write_settings
from tests.test_screens import all_screens

ICONS = Path(__file__).resolve().parent.parent / "assets" / "icons" / "pad"
STYLES = ("xbox", "playstation", "switch")


def hold_button(app: App, button: int) -> None:
    app.step(16, [pads.button_down_event(button), pads.button_up_event(button)])


# --- every widget -----------------------------------------------------------------------------------------------------


def test_d_pad_reaches_every_table_widget(tmp_path: Path) -> None:
    write_settings(tmp_path)
    pilot = GamepadPilot(tmp_path)
    for slug in GAMES:
        pilot.app.go(MatchTable(new_record(slug, 5)))
        pilot.run_until_idle()
        table = pilot.table
        pilot.press_buttons(pads.RB)
        clickable = [
            one for one in clickable_nodes(table.hud) if one.is_visible_and_enabled and not isinstance(one, RefusalPill)
        ]
        cards = {stop.id for stop in table.hand_controller.cursor_stops(table.hud.button_stops())}
        reached, stops = [], set()
        for _ in range(len(cards) + 2):
            pilot.press_buttons(pads.RB)
            reached.append(pilot.focused_table_widget())
            stops.add(table.hand_controller.cursor.stop_id)
        assert cards <= stops, slug
        assert [one for one in clickable if not any(one is other for other in reached)] == [], slug


def test_d_pad_alone_reaches_every_widget(app: App) -> None:
    for screen in all_screens(app):
        app.go(screen)
        group = screen.root
        first, *_ = group.focus_order()
        found, new = {first}, [first]
        while new:
            start = new.pop()
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                group.keyboard_used_last = True
                group.set_focus(start)
                if group.move_focus(*way) and group.focus is not None and group.focus not in found:
                    found.add(group.focus)
                    new.append(group.focus)
        assert set(group.focus_order()) <= found, type(screen).__name__


@pytest.mark.parametrize("page", [SettingsScreen, lambda app: HouseRulesScreen(app, "roped")])
def test_list_is_below_back_button(page: Callable[[App], Screen], app: App) -> None:
    screen = page(app)
    app.go(screen)
    hold_button(app, pads.RB)
    back = next(one for one in screen.root.focus_order() if isinstance(one, IconButton) and one.rect.left < 30)
    screen.root.set_focus(back)
    hold_button(app, pads.DOWN)
    row = next(one for one in screen.root.focus_order() if isinstance(one, OptionRow))
    assert screen.root.focus is row


# --- going back -------------------------------------------------------------------------------------------------------


def all_destinations() -> Iterator[Destination]:
    yield from (Seating("gurch"), Lessons(), ReplayList(), RulesPage("roped"), HouseRulesPage("palacio"))
    yield from (StatisticsPage(), SettingsPage(), AboutPage(), LabPage("gurch", GAMES["gurch"].Options(), ()))


@pytest.mark.parametrize("to", list(all_destinations()), ids=lambda to: type(to).__name__)
def test_b_goes_back_from_every_screen(app: App, to: Destination) -> None:
    app.go(Home())
    app.open(to)
    screen = app.top
    hold_button(app, pads.RB)
    hold_button(app, B)
    assert app.top is not screen


@pytest.mark.parametrize(
    "to", [MatchTable(new_record("gurch", 5)), LessonTable("gurch")], ids=lambda to: type(to).__name__
)
def test_b_opens_and_closes_menu_of_table(app: App, to: Destination) -> None:
    app.go(to)
    table = app.scene_stack.scenes[0]
    for _ in range(6):  # the goal of the game and the coach come first
        for _ in range(100):
            app.step(100, [])
        hold_button(app, B)
        if isinstance(app.top, Dialog):
            break
    assert isinstance(app.top, Dialog)
    hold_button(app, B)
    assert app.top is table


def test_b_leaves_replay_but_not_program(app: App) -> None:
    app.go(ReplayTable(random_record("pass_the_ace", 5)))
    watched = app.top
    hold_button(app, B)
    assert app.top is not watched
    app.go(Home())
    hold_button(app, B)
    assert isinstance(app.top, HomeScreen) and app.is_running


# --- signs on buttons -------------------------------------------------------------------------------------------------


def test_every_button_has_sign_in_every_style() -> None:
    wanted = {button for buttons in GAMEPAD_BUTTONS_BY_KEY.values() for button in buttons.split()}
    for style in STYLES:
        assert {file.stem for file in (ICONS / style).glob("*.svg")} >= wanted
    assert {style_of(name) for name in ("PS5", "Switch", "")} == set(STYLES)


def test_key_without_button_is_not_named_to_gamepad(app: App) -> None:
    app.go(Home())
    enter, sort = app.words("app.key.enter"), app.words("app.key.s")
    assert isinstance(enter, KeyName) and enter == "Enter" and enter.gamepad_buttons == ("x",)
    assert (
        shows_key_hint(app.renderer, enter) and shows_key_hint(app.renderer, sort) and shows_key_hint(app.renderer, "1")
    )
    hold_button(app, A)
    assert shows_key_hint(app.renderer, enter)
    assert not shows_key_hint(app.renderer, sort)
    assert not shows_key_hint(app.renderer, "1")
    assert key_hint_width(app.renderer, sort) == 0.0 < key_hint_width(app.renderer, enter)


def drawn_signs(app: App, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the gamepad signs in a new frame."""
    found: set[str] = set()
    icon = type(app.renderer).icon

    def noted(look: object, name: str, *more: object) -> pygame.Surface:
        found.add(name)
        return icon(look, name, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(type(app.renderer), "icon", noted)
    app.finish_animations()
    monkeypatch.undo()
    return {name for name in found if name.startswith("pad/")}


@pytest.mark.every_frame
@pytest.mark.parametrize("style", STYLES)
def test_signs_follow_last_used_device(style: str, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.input_router.gamepads._gamepads[3] = Gamepad(style)
    app.go(Seating("gurch"))
    assert drawn_signs(app, monkeypatch) == set()
    app.step(16, [pads.button_down_event(pads.RB, 3)])
    assert drawn_signs(app, monkeypatch) == {f"pad/{style}/x"}
    click = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(640, 715), button=1, touch=False)
    app.step(16, [click])
    assert drawn_signs(app, monkeypatch) == set()


@pytest.mark.every_frame
def test_page_of_keys_lists_buttons_and_follows_device(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.go(Home())
    dialog = KeysDialog(app)
    app.open(dialog)
    assert dialog.title == app.words("app.keys.title") and len(dialog.paragraphs) > 15
    hold_button(app, pads.RB)
    assert dialog.title == app.words("app.pad.title")
    buttons = {button for line in dialog.paragraphs for button in getattr(line.key_name, "gamepad_buttons", ())}
    assert buttons == {button for several in GAMEPAD_BUTTONS_BY_KEY.values() for button in several.split()}
    assert drawn_signs(app, monkeypatch) == {f"pad/xbox/{button}" for button in buttons}
    app.step(16, [pygame.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="", scancode=0)])
    assert dialog.title == app.words("app.keys.title")


def test_menu_names_list_of_current_device(app: App) -> None:
    app.go(MatchTable(new_record("gurch", 5)))
    menu = menu_dialog(app, "gurch", GAMES["gurch"].Options(), lambda: None)
    app.open(menu)

    def labels() -> set[str]:
        return {one.label for one in menu.root.children if isinstance(one, Button)}

    keys, pad = app.words("app.menu.keys"), app.words("app.pad.title")
    assert {keys, pad} & labels() == {keys}
    hold_button(app, pads.RB)
    assert {keys, pad} & labels() == {pad}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_sentences_naming_keys_are_left_out_for_gamepad(language: str, system: str) -> None:
    words = Words(language, system)
    copy = words.for_game("gurch")
    for key in KEYS_BY_TEXT:
        whole = words(key, name="N")
        words.set_gamepad_used(used=True)
        rest = copy(key, name="N")
        words.set_gamepad_used(used=False)
        assert len(rest) < len(whole) == len(copy(key, name="N")) and rest.rstrip() == rest, key
        assert not re.search(r"(?<!\w)[LMUW](?!\w)|F11|Ctrl|Strg|Cmd", rest), key


def test_every_sentence_naming_key_is_known() -> None:
    naming = {key for key, text in texts_by_key("en").items() if re.search(r"[Pp]ress [A-Z](?!\w)|F11|Ctrl", text)}
    assert naming - set(KEYS_BY_TEXT) == {"app.key.f11"}


def test_tooltip_has_room_for_sign(app: App) -> None:
    app.go(Home())
    tip, (narrow, wide) = Tooltip(Timeline()), ("s", "h")
    widths = []
    for _ in range(2):
        for key in (narrow, wide):
            tip.button = IconButton("sort_rank", name="Sort", key_hint=app.words(f"app.key.{key}"))
            widths.append(tip.rect(app.renderer).width)
        hold_button(app, A)
    assert widths[2] < widths[0] and widths[3] > widths[2]
    assert (
        Button("Play", key_hint=app.words("app.key.enter")).preferred_size(app.renderer)[0]
        > Button("Play").preferred_size(app.renderer)[0]
    )


# --- writing ----------------------------------------------------------------------------------------------------------


def is_field(one: object) -> bool:
    return isinstance(one, TextField)


@pytest.fixture
def writer(tmp_path: Path) -> GamepadPilot:
    """Player in the text field of their name."""
    write_settings(tmp_path)
    pilot = GamepadPilot(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.run_frames(2)
    pilot.focus(is_field)
    pilot.press_buttons(A)
    return pilot


def test_name_is_written_on_on_screen_keyboard(writer: GamepadPilot) -> None:
    assert isinstance(writer.screen, OnScreenKeyboard)
    for letter in "Zéx":
        writer.press_widget(label=letter)
    writer.press_widget(icon="erase")
    writer.press_widget(icon="chevron_up")
    writer.press_widget(label="A")
    writer.press_buttons(X)
    assert isinstance(writer.screen, SeatingScreen) and writer.app.settings.name == "ZéA"
    writer.press_buttons(pads.RB)
    assert writer.screen.typing_area is None, "a shoulder button leaves the text field"


def test_on_screen_keyboard_offers_allowed_letters_and_b_ends_it(writer: GamepadPilot) -> None:
    def letter(name: str) -> Button:
        return next(one for one in writer.screen.root.children if isinstance(one, Button) and one.label == name)

    assert letter("A").enabled and letter("1").enabled and not letter("?").enabled
    writer.press_widget(label="A")
    writer.press_buttons(B)
    assert isinstance(writer.screen, SeatingScreen) and writer.screen.typing_area is None


def test_on_screen_keyboard_survives_unplugging(writer: GamepadPilot) -> None:
    writer.step([removed_event()])
    assert isinstance(writer.screen, OnScreenKeyboard), "the keyboard stays open"
    writer.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)])
    assert isinstance(writer.screen, SeatingScreen)


def test_systems_own_keyboard_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.shell.input.on_screen_keyboard.has_system_keyboard", lambda: True)
    write_settings(tmp_path)
    pilot = GamepadPilot(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.focus(is_field)
    pilot.press_buttons(A)
    pilot.run_frames(3)
    assert isinstance(pilot.screen, SeatingScreen) and pilot.screen.typing_area is not None
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="Bo")])
    pilot.press_buttons(A)
    assert pilot.app.settings.name == "Bo" and pilot.screen.typing_area is None


def test_keyboard_gets_no_on_screen_keyboard(app: App) -> None:
    app.go(Seating("roped"))
    for _ in range(40):
        app.step(16, [pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0)])
        assert isinstance(app.top, SeatingScreen)
        if is_field(app.top.root.focus):
            break
    app.step(16, [pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)])
    assert isinstance(app.top, SeatingScreen) and app.top.typing_area is not None


# --- playing ----------------------------------------------------------------------------------------------------------


def test_gamepad_alone_plays_everything(tmp_path: Path) -> None:
    """``python -m tests.device_play pad`` does the same with all games."""
    assert device_play.play_game("pad", tmp_path, "pass_the_ace", (1280, 800))


def test_message_is_undone_with_signed_button(app: App) -> None:
    undone: list[bool] = []
    app.go(Home())
    hold_button(app, pads.RB)  # signs are a gamepad's from now on
    app.show_toast("app.coach.again_done", "learn", lambda: undone.append(True))
    app.step(16, [])
    toast = app.toast
    assert toast is not None and key_hint_width(app.renderer, toast._button.key_hint) > 0
    hold_button(app, pygame.CONTROLLER_BUTTON_LEFTSTICK)
    assert undone == [True]
    app.step(16, [])
    assert app.toast is None
