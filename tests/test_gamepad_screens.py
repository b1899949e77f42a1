"""Everything by gamepad: every widget of every screen, every way back, the signs on buttons, a match, text fields."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from scenes.app import App
from scenes.home.home import HomeScreen
from scenes.look.key_names import BUTTONS, KeyName
from scenes.look.widgets import Button, IconButton, TextField, Tooltip
from scenes.look.widgets.key_hint import hint_width, is_hinted
from scenes.rules.house_rules import HouseRulesScreen
from scenes.seating.seating import SeatingScreen
from scenes.selftest import pad_pilot as pads
from scenes.selftest.pad_pilot import A, B, X
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import (
    AboutPage,
    Begin,
    Destination,
    Home,
    HouseRulesPage,
    LabPage,
    Learn,
    Lessons,
    ReplayList,
    RulesPage,
    Seating,
    SettingsPage,
    StatisticsPage,
    Watch,
)
from scenes.shell.dialog import Dialog
from scenes.shell.gamepad import KEYS, Pad, style_of
from scenes.shell.letters import LetterBoard
from scenes.shell.options_panel import ChoiceRow
from scenes.shell.screen import Screen
from scenes.table.menu import KeysDialog, menu_dialog
from scenes.table.panels.refusal import RefusalPill
from scenes.text.key_sentences import NAMING
from scenes.text.words import Words
from tests.gamepad import tour
from tests.support.at_table import settings
from tests.support.pads import PadPilot, removed
from tests.support.records import new_record, random_record
from tests.support.texts import flat
from tests.test_screens import screens

ICONS = Path(__file__).resolve().parent.parent / "assets" / "icons" / "pad"
STYLES = ("xbox", "playstation", "switch")


def held(app: App, button: int) -> None:
    app.step(16, [pads.down(button), pads.up(button)])


# --- everything can be reached ----------------------------------------------------------------------------------------


def test_the_shoulders_reach_every_widget_of_every_screen(app: App) -> None:
    for screen in screens(app):
        app.go(screen)
        for button in (pads.RB, pads.LB):
            held(app, button)  # lays the screen out for the pad's signs
            reached = set()
            for _ in range(len(screen.group.order())):
                held(app, button)
                focus = screen.group.focus
                assert focus is not None and focus.focused
                reached.add(screen.group.order().index(focus))
            if not isinstance(screen, HouseRulesScreen):  # it explains the focused row, and is laid out again for it
                assert reached == set(range(len(screen.group.order()))), type(screen).__name__


def test_the_d_pad_goes_where_the_arrows_go(app: App) -> None:
    arrows = {pads.LEFT: pygame.K_LEFT, pads.UP: pygame.K_UP, pads.RIGHT: pygame.K_RIGHT, pads.DOWN: pygame.K_DOWN}
    ways = [pads.DOWN, pads.RIGHT, pads.DOWN, pads.LEFT, pads.UP, pads.RIGHT, pads.UP]
    for make in (HomeScreen, lambda app: HouseRulesScreen(app, "gurch")):
        trails = []
        for by_pad in (True, False):
            screen = make(app)
            app.go(screen)
            trail = []
            for way in ways:
                key = pygame.Event(pygame.KEYDOWN, key=arrows[way], mod=0, unicode="", scancode=0)
                app.step(16, [pads.down(way), pads.up(way)] if by_pad else [key])
                focus = screen.group.focus
                assert focus is not None
                trail.append(screen.group.order().index(focus))
            trails.append(trail)
        assert trails[0] == trails[1]


def test_everything_at_a_table_can_be_reached(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = PadPilot(tmp_path)
    for slug in GAMES:
        pilot.app.go(Begin(new_record(slug, 5)))
        pilot.rest()
        table = pilot.table
        pilot.pad(pads.RB)
        clickable = [one for one in table.hud.widgets() if one.active and not isinstance(one, RefusalPill)]
        cards = {stop.id for stop in table.control.stops(table.hud.middles())}
        reached, stops = [], set()
        for _ in range(len(cards) + 2):
            pilot.pad(pads.RB)
            reached.append(pilot.focused_tool())
            stops.add(table.control.cursor.at)
        assert cards <= stops, slug
        assert [one for one in clickable if not any(one is other for other in reached)] == [], slug
    pilot.app.close_all()


def test_the_d_pad_alone_reaches_every_widget(app: App) -> None:
    for screen in screens(app):
        app.go(screen)
        group = screen.group
        first, *_ = group.order()
        found, new = {first}, [first]
        while new:
            start = new.pop()
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                group.keyboard, group.on_focus = True, None
                group.set_focus(start)
                if group.move(*way) and group.focus is not None and group.focus not in found:
                    found.add(group.focus)
                    new.append(group.focus)
        assert set(group.order()) <= found, type(screen).__name__


@pytest.mark.parametrize("page", [SettingsScreen, lambda app: HouseRulesScreen(app, "roped")])
def test_below_the_button_that_goes_back_is_the_list(page: Callable[[App], Screen], app: App) -> None:
    screen = page(app)
    app.go(screen)
    held(app, pads.RB)
    back = next(one for one in screen.group.order() if isinstance(one, IconButton) and one.rect.left < 30)
    screen.group.set_focus(back)
    held(app, pads.DOWN)
    row = next(one for one in screen.group.order() if isinstance(one, ChoiceRow))
    assert screen.group.focus is row


# --- every way back ---------------------------------------------------------------------------------------------------


def destinations() -> Iterator[Destination]:
    yield from (Seating("gurch"), Lessons(), ReplayList(), RulesPage("roped"), HouseRulesPage("palacio"))
    yield from (StatisticsPage(), SettingsPage(), AboutPage(), LabPage("gurch", GAMES["gurch"].Options(), ()))


@pytest.mark.parametrize("to", list(destinations()), ids=lambda to: type(to).__name__)
def test_b_goes_back_from_every_screen(app: App, to: Destination) -> None:
    app.go(Home())
    app.open(to)
    screen = app.top
    held(app, pads.RB)
    held(app, B)
    assert app.top is not screen


@pytest.mark.parametrize("to", [Begin(new_record("gurch", 5)), Learn("gurch")], ids=lambda to: type(to).__name__)
def test_b_opens_and_closes_the_menu_of_a_table(app: App, to: Destination) -> None:
    app.go(to)
    table = app.stack.scenes[0]
    for _ in range(6):  # the goal of the game and the coach come first
        for _ in range(100):
            app.step(100, [])
        held(app, B)
        if isinstance(app.top, Dialog):
            break
    assert isinstance(app.top, Dialog)
    held(app, B)
    assert app.top is table


def test_b_leaves_a_replay_but_not_the_program(app: App) -> None:
    app.go(Watch(random_record("pass_the_ace", 5)))
    watched = app.top
    held(app, B)
    assert app.top is not watched
    app.go(Home())
    held(app, B)
    assert isinstance(app.top, HomeScreen) and app.running


# --- signs ------------------------------------------------------------------------------------------------------------


def test_every_button_has_a_sign_in_every_style() -> None:
    wanted = {button for buttons in BUTTONS.values() for button in buttons.split()}
    for style in STYLES:
        assert {file.stem for file in (ICONS / style).glob("*.svg")} >= wanted
    assert {style_of(name) for name in ("PS5", "Switch", "")} == set(STYLES)


def test_a_key_without_a_button_is_not_named_to_a_pad(app: App) -> None:
    app.go(Home())
    enter, sort = app.words("app.key.enter"), app.words("app.key.s")
    assert isinstance(enter, KeyName) and enter == "Enter" and enter.buttons == ("x",)
    assert is_hinted(app.look, enter) and is_hinted(app.look, sort) and is_hinted(app.look, "1")
    held(app, A)
    assert is_hinted(app.look, enter) and not is_hinted(app.look, sort) and not is_hinted(app.look, "1")
    assert hint_width(app.look, sort) == 0.0 < hint_width(app.look, enter)


def drawn_signs(app: App, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The buttons' signs in a new picture."""
    found: set[str] = set()
    icon = type(app.look).icon

    def noted(look: object, name: str, *more: object) -> pygame.Surface:
        found.add(name)
        return icon(look, name, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(type(app.look), "icon", noted)
    app.finish()
    monkeypatch.undo()
    return {name for name in found if name.startswith("pad/")}


@pytest.mark.every_frame
@pytest.mark.parametrize("style", STYLES)
def test_signs_are_those_of_the_device_used_last(style: str, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.pads._pads[3] = Pad(style)
    app.go(Seating("gurch"))
    assert drawn_signs(app, monkeypatch) == set()
    app.step(16, [pads.down(pads.RB, 3)])
    assert drawn_signs(app, monkeypatch) == {f"pad/{style}/x"}
    click = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(640, 715), button=1, touch=False)
    app.step(16, [click])
    assert drawn_signs(app, monkeypatch) == set()


@pytest.mark.every_frame
def test_the_page_of_keys_lists_the_buttons_and_follows_the_device(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.go(Home())
    dialog = KeysDialog(app)
    app.open(dialog)
    assert dialog.title == app.words("app.keys.title") and len(dialog.lines) > 15
    held(app, pads.RB)
    assert dialog.title == app.words("app.pad.title")
    buttons = {button for line in dialog.lines for button in getattr(line.key, "buttons", ())}
    assert buttons == {button for several in BUTTONS.values() for button in several.split()}
    assert drawn_signs(app, monkeypatch) == {f"pad/xbox/{button}" for button in buttons}
    app.step(16, [pygame.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="", scancode=0)])
    assert dialog.title == app.words("app.keys.title")


def test_the_menu_names_the_list_of_the_device_while_it_is_open(app: App) -> None:
    app.go(Begin(new_record("gurch", 5)))
    menu = menu_dialog(app, "gurch", GAMES["gurch"].Options(), lambda: None)
    app.open(menu)

    def labels() -> set[str]:
        return {one.label for one in menu.group.children if isinstance(one, Button)}

    keys, pad = app.words("app.menu.keys"), app.words("app.pad.title")
    assert {keys, pad} & labels() == {keys}
    held(app, pads.RB)
    assert {keys, pad} & labels() == {pad}


def test_every_button_that_means_a_key_is_listed() -> None:
    assert len(KEYS) == 9 and len(BUTTONS) == 12, "list it in KeysDialog and README.md"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_sentences_that_name_a_key_are_left_out_for_a_pad(language: str, system: str) -> None:
    words = Words(language, system)
    copy = words.of_game("gurch")
    for key in NAMING:
        whole = words(key, name="N")
        words.on_pad(used=True)
        rest = copy(key, name="N")
        words.on_pad(used=False)
        assert len(rest) < len(whole) == len(copy(key, name="N")) and rest.rstrip() == rest, key
        assert not re.search(r"(?<!\w)[LMUW](?!\w)|F11|Ctrl|Strg|Cmd", rest), key


def test_every_sentence_that_names_a_key_is_known() -> None:
    naming = {key for key, text in flat("en").items() if re.search(r"[Pp]ress [A-Z](?!\w)|F11|Ctrl", text)}
    assert naming - set(NAMING) == {"app.key.f11"}


def test_a_tooltip_has_room_for_its_sign(app: App) -> None:
    app.go(Home())
    tip, (narrow, wide) = Tooltip(0), ("s", "h")
    widths = []
    for _ in range(2):
        for key in (narrow, wide):
            tip.shown = IconButton("sort", name="Sort", key=app.words(f"app.key.{key}"))
            widths.append(tip.rect(app.look).width)
        held(app, A)
    assert widths[2] < widths[0] and widths[3] > widths[2]
    assert (
        Button("Play", hint=app.words("app.key.enter")).preferred(app.look)[0] > Button("Play").preferred(app.look)[0]
    )


# --- writing ----------------------------------------------------------------------------------------------------------


def is_field(one: object) -> bool:
    return isinstance(one, TextField)


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[PadPilot]:
    """A player who writes their name."""
    settings(tmp_path)
    pilot = PadPilot(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.steps(2)
    pilot.focus(is_field)
    pilot.pad(A)
    yield pilot
    pilot.app.close_all()


def test_a_name_is_written_on_a_board_of_letters(writer: PadPilot) -> None:
    assert isinstance(writer.screen, LetterBoard)
    for letter in "Zéx":
        writer.choose(label=letter)
    writer.choose(icon="chevron_left")
    writer.choose(icon="chevron_up")
    writer.choose(label="A")
    writer.pad(X)
    assert isinstance(writer.screen, SeatingScreen) and writer.app.settings.name == "ZéA"
    writer.pad(pads.RB)
    assert writer.screen.writing is None, "the shoulder moves on again"


def test_the_board_offers_only_what_the_field_takes_and_b_ends_it(writer: PadPilot) -> None:
    def letter(name: str) -> Button:
        return next(one for one in writer.screen.group.children if isinstance(one, Button) and one.label == name)

    assert letter("A").enabled and letter("1").enabled and not letter("?").enabled
    writer.choose(label="A")
    writer.pad(B)
    assert isinstance(writer.screen, SeatingScreen) and writer.screen.writing is None


def test_a_board_without_its_pad_stays_and_is_left_with_a_key(writer: PadPilot) -> None:
    writer.step([removed()])
    assert isinstance(writer.screen, LetterBoard), "nothing is lost"
    writer.step([pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)])
    assert isinstance(writer.screen, SeatingScreen)


def test_the_systems_own_keyboard_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[bool] = []
    monkeypatch.setattr("scenes.shell.letters.system_keyboard", lambda: lambda: shown.append(True))
    settings(tmp_path)
    pilot = PadPilot(tmp_path)
    pilot.app.go(Seating("roped"))
    pilot.focus(is_field)
    pilot.pad(A)
    pilot.steps(3)
    assert shown == [True] and isinstance(pilot.screen, SeatingScreen) and pilot.screen.writing is not None
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="Bo")])
    pilot.pad(A)
    assert pilot.app.settings.name == "Bo" and pilot.screen.writing is None
    pilot.app.close_all()


def test_a_keyboard_gets_no_board(app: App) -> None:
    app.go(Seating("roped"))
    for _ in range(40):
        app.step(16, [pygame.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0)])
        assert isinstance(app.top, SeatingScreen)
        if is_field(app.top.group.focus):
            break
    app.step(16, [pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)])
    assert isinstance(app.top, SeatingScreen) and app.top.writing is not None


# --- playing ----------------------------------------------------------------------------------------------------------


def test_everything_is_done_by_pad_alone(tmp_path: Path) -> None:
    said: list[str] = []
    tour(tmp_path, ["pass_the_ace"], said.append)
    assert len(said) == 5, "python -m tests.gamepad does the same with all games"


def test_a_message_is_undone_with_the_button_whose_sign_it_shows(app: App) -> None:
    undone: list[bool] = []
    app.go(Home())
    held(app, pads.RB)  # from now on signs are a gamepad's
    app.tell("app.coach.again_done", "learn", lambda: undone.append(True))
    app.step(16, [])
    toast = app.toast
    assert toast is not None and hint_width(app.look, toast._button.hint) > 0
    held(app, pygame.CONTROLLER_BUTTON_LEFTSTICK)
    assert undone == [True]
    app.step(16, [])
    assert app.toast is None
