"""Every screen except the table: layout and drawing, keyboard access, and functions."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pygame
import pytest
from pygame import FRect

from engine.characters import CHARACTERS, LEVELS, REGULARS
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import PERSON, Chair, Record
from engine.options import options_of
from engine.profile.storage import Notice, Profile
from scenes.app import App
from scenes.screens.about.about_screen import PAGES, AboutScreen
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.home.new_match_button import NewMatchButton
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.selftest.gamepad_pilot import RB, button_down_event, button_up_event
from scenes.shell.destinations import Destination, Home, MatchTable, ResumedTable
from scenes.shell.dialog import Dialog, confirm_dialog, move_notices_to_dialog
from scenes.shell.options_panel import OptionRow
from scenes.shell.scene import Scene
from scenes.shell.screen import Screen
from scenes.sound.cues import BUTTON_CUE
from scenes.table.menu import KeysDialog, house_rules_dialog, menu_dialog
from scenes.ui.boxes import Line, Spacer
from scenes.ui.scroll_view import ScrollView
from scenes.ui.tree import GUARD_MS, Root, visible_nodes
from scenes.ui.widgets import IconButton, Widget
from tests.support.counted_matches import begin_record, write_match
from tests.support.profile_pilot import expect
from tests.support.screens import (
    CHAIRS,
    RecordingWords,
    click,
    do_nothing,
    find_option_row,
    find_options_panel,
    find_widget,
    make_results_screen,
    open_app,
    press,
    type_in,
)
from tests.support.skip_drawing import draw_last_only

SIZES = [
    ((1280, 720), "100", "en"),
    ((1920, 1080), "100", "pt_BR"),
    *(((1000, 700), "150", language) for language in LANGUAGES),
    ((2560, 1080), "100", "en"),
]
"""Sizes of window and text, each in one language; the least space in every language."""


def all_screens(app: App) -> Iterator[Screen]:
    """Yield every screen in each state with a different appearance."""
    app.saved_matches.save(Record("big_two", 4, 5, GAMES["big_two"].Options(), CHAIRS))
    app.saved_matches.save(Record("palacio", 3, 5, GAMES["palacio"].Options(), CHAIRS[:3]))
    yield HomeScreen(app)
    app.saved_matches.delete("big_two")
    app.saved_matches.delete("palacio")
    yield HomeScreen(app)
    changed = {}
    for slug, game in GAMES.items():
        changed[slug] = game.Options(
            **{c.name: next(v for v in c.values if v != c.default) for c in options_of(game.Options)}
        )
        for seats in (game.seats_allowed[0], game.seats_allowed[-1]):
            seating = SeatingScreen(app, slug)
            seating.seats = seats
            yield seating
        rules = HouseRulesScreen(app, slug)
        rules.options = changed[slug]
        yield rules
        app.profile.save_options(slug, changed[slug])
        yield SeatingScreen(app, slug)
        yield house_rules_dialog(app, slug, changed[slug])
        yield house_rules_dialog(app, slug, game.Options())
    for page in SettingsScreen(app).pages:
        yield SettingsScreen(app, page)
    for part in PAGES:
        yield AboutScreen(app, part)
    yield menu_dialog(app, "big_two", changed["big_two"], do_nothing)
    yield KeysDialog(app)
    yield confirm_dialog(app, "app.menu.giving_up", do_nothing)
    yield confirm_dialog(app, "app.menu.giving_up", do_nothing, destructive=True)
    yield make_results_screen(app, "big_two", 1)
    yield make_results_screen(app, "big_two", 10, match=10)
    yield make_results_screen(app, "palacio", 1, 2)
    yield make_results_screen(app, "palacio", 2, 5, rounds=3)


def is_in_list(root: Root, widget: Widget) -> bool:
    """Whether a widget is in a scrolling list, in its coordinates."""
    return bool(root.place_of(widget).scroll_views)


@pytest.mark.parametrize(("size", "ui_scale", "language"), SIZES)
def test_every_screen_draws_all_texts_inside_window(
    tmp_path: Path, size: tuple[int, int], ui_scale: Any, language: str
) -> None:
    app = open_app(tmp_path, size, language)
    app.change_settings(replace(app.settings, ui_scale=ui_scale))
    app.words = words = RecordingWords(language)
    for screen in all_screens(app):
        app.go(screen)
        app.finish_animations()
        name = type(screen).__name__
        for line in visible_nodes(screen.root.top):
            if isinstance(line, Line):
                assert not line.overflow(screen.renderer), (name, [child.key for child in line.children])
        area = pygame.FRect(0, 0, screen.renderer.width + 0.5, screen.renderer.height + 0.5)
        for widget, x, y in screen.root.focusable_centres():
            if not is_in_list(screen.root, widget):
                assert area.collidepoint(x, y) and area.contains(widget.rect), (name, vars(widget))
    assert not words.missing


def test_overlong_title_is_shortened(app: App) -> None:
    screen = HomeScreen(app)
    tool = IconButton("house").with_layout("tool")
    header = screen.header("house", "A title that never ends " * 9, "Home", Spacer(), tool)
    screen.root.describe(app.renderer, header, FRect(0, 0, app.renderer.width, 64))
    assert tool.rect.right == app.renderer.width and not header.overflow(app.renderer)


@pytest.mark.painted
def test_no_screen_is_nearly_empty(app: App) -> None:
    wide, high = app.window.surface.get_size()
    for screen in all_screens(app):
        app.go(screen)
        app.finish_animations()
        seen = {tuple(app.window.surface.get_at((x, y))) for x in range(0, wide, 8) for y in range(0, high, 8)}
        assert len(seen) > 100, f"{type(screen).__name__} is nearly empty"


def test_no_two_widgets_overlap(app: App) -> None:
    for screen in all_screens(app):
        app.go(screen)
        apart_ones = [w for w in screen.root.focus_order() if not is_in_list(screen.root, w)]
        for one, other in itertools.combinations(apart_ones, 2):
            if isinstance(other, NewMatchButton) and cast(object, other.card) is one:
                continue  # it lies on its own card
            assert not one.rect.colliderect(other.rect), (type(screen).__name__, vars(one), vars(other))


HOUSE_RULES_STEPS = 12
"""Steps on a long screen of house rules; ``test_tab_reaches_every_house_rule`` goes through one of them."""
NEXT_WIDGET: dict[str, Callable[[App], object]] = {
    "Tab": lambda app: press(app, pygame.K_TAB),
    "Shift+Tab": lambda app: press(app, pygame.K_TAB, pygame.KMOD_SHIFT),
    "gamepad": lambda app: app.step(16, [button_down_event(RB), button_up_event(RB)]),
}


@pytest.mark.parametrize("way", NEXT_WIDGET)
def test_focus_reaches_every_widget_of_every_screen(way: str, app: App) -> None:
    for screen in all_screens(app):
        app.go(screen)
        NEXT_WIDGET[way](app)  # the layout changes for the gamepad's signs
        reached = set()
        is_editor = isinstance(screen, HouseRulesScreen)  # its layout changes with the focused row
        with draw_last_only(app):
            for _ in range(HOUSE_RULES_STEPS if is_editor else len(screen.root.focus_order())):
                NEXT_WIDGET[way](app)
                focus = screen.root.focus
                assert focus is not None and focus.focused
                reached.add(screen.root.focus_order().index(focus))
                if isinstance(screen, HouseRulesScreen) and isinstance(focus, OptionRow):
                    assert screen.explained_rule == focus.option
        if not is_editor:
            assert reached == set(range(len(screen.root.focus_order()))), type(screen).__name__


def test_tab_reaches_every_house_rule(app: App) -> None:
    screen = HouseRulesScreen(app, "palacio")
    app.go(screen)
    reached = set()
    for _ in range(len(screen.root.focus_order())):
        press(app, pygame.K_TAB)
        assert screen.explained_rule is not None and screen.root.focus is not None
        reached.add(screen.root.focus_order().index(screen.root.focus))
    assert reached == set(range(len(screen.root.focus_order())))


# --- home -------------------------------------------------------------------------------------------------------------


def test_home_offers_only_continuable_matches(app: App) -> None:
    app.saved_matches.save(Record("big_two", 4, 5, GAMES["big_two"].Options(), CHAIRS))
    home = HomeScreen(app)
    app.go(home)
    find_widget(home, "Continue")
    app.saved_matches.delete("big_two")
    home = HomeScreen(app)
    app.go(home)
    app.finish_animations()
    assert "Continue" not in [getattr(w, "label", "") for w in home.root.focus_order()]
    press(app, pygame.K_RETURN)
    assert app.top is home


def test_game_is_opened_by_keys(app: App) -> None:
    app.go(HomeScreen(app))
    for _ in range(list(GAMES).index("big_two") + 1):
        press(app, pygame.K_TAB)
    press(app, pygame.K_RETURN)
    assert expect(app, SeatingScreen).slug == "big_two"


def test_notices_are_shown_once_and_closed_by_enter(app: App) -> None:
    app.profile.notices = [
        Notice("notice.no_match", {"file": "match.toml"}),
        Notice("notice.no_match", {"file": "match.toml"}),
    ]
    home = HomeScreen(app)
    app.go(home)
    app.step(16, [])
    dialog = expect(app, Dialog)
    assert len(dialog.paragraphs) == 1, "the same message is shown once"
    assert "match.toml" in dialog.paragraphs[0].text
    assert app.profile.notices == []
    press(app, pygame.K_RETURN)
    app.step(16, [])
    assert app.top is home


# --- seating ----------------------------------------------------------------------------------------------------------


def test_line_up_follows_from_deal_number(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "new_seed", lambda: 4821)
    one, other = SeatingScreen(app, "palacio"), SeatingScreen(app, "palacio")
    assert one.chairs == other.chairs
    assert one.seed == 4821
    for seats in GAMES["palacio"].seats_allowed:
        one.set_seats(seats)
        assert len(one.chairs) == seats
        assert one.chairs[0] == Chair(PERSON)
        people = [chair.who for chair in one.chairs[1:]]
        assert len(set(people)) == len(people)
        assert all(chair.level == CHARACTERS[chair.who].default_level for chair in one.chairs[1:])


@pytest.mark.parametrize("slug", GAMES)
def test_deal_number_is_behind_more_by_keys(slug: str, app: App) -> None:
    screen = SeatingScreen(app, slug)
    app.go(screen)
    app.step(16, [])
    assert screen.root.find("deal number") is None
    screen.root.focus_key("more")
    press(app, pygame.K_RETURN)
    assert screen.root.find("deal number") is not None
    press(app, pygame.K_RETURN)
    assert screen.root.find("deal number") is None, "the link keeps the focus and hides it again"


def test_beginner_meets_easiest_first(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random seating gave masters to players who had never played."""
    for seed in range(8):
        monkeypatch.setattr(app, "new_seed", partial(int, seed))
        screen = SeatingScreen(app, "palacio")
        regulars, others = screen.plan.line_up[: len(REGULARS)], screen.plan.line_up[len(REGULARS) :]
        assert {chair.who for chair in regulars} == set(REGULARS)
        for line_up in (regulars, others):
            levels = [LEVELS.index(chair.level) for chair in line_up]
            assert levels == sorted(levels) and levels[0] == 0
    record = begin_record(3, "palacio")
    record.chairs = (Chair(PERSON), *(Chair(who, "easy") for who in list(CHARACTERS)[: record.seats - 1]))
    write_match(app.statistics, record, winners=(0,))
    assert app.statistics.beaten_levels("palacio", "") == {"easy"}
    found = [chair.level for chair in SeatingScreen(app, "palacio").plan.line_up]
    assert found != sorted(found, key=LEVELS.index)


def test_seating_begins_chosen_match(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Record] = []
    screen = SeatingScreen(app, "palacio")
    app.go(screen)
    monkeypatch.setattr(app, "go", lambda to: begun.append(to.record))
    screen.set_seats(3)
    screen.choose_chair(2)
    away = next(slug for slug in CHARACTERS if slug not in {chair.who for chair in screen.chairs})
    screen.seat_character(away)
    assert screen.chairs[2] == Chair(away, CHARACTERS[away].default_level)
    screen.set_level("hard")
    screen.toggle_more()
    number = next(w for w in screen.root.focus_order() if type(w).__name__ == "TextField")
    click(app, number.rect.center)
    press(app, pygame.K_a, pygame.KMOD_LCTRL)
    for digit in "48x2139071":
        type_in(app, digit)
    press(app, pygame.K_RETURN)
    assert len(begun) == 1
    record = begun[0]
    assert (record.game, record.seats, record.seed) == ("palacio", 3, 48_213_907)
    assert record.chairs == (Chair(PERSON), screen.plan.line_up[0], Chair(away, "hard"))
    assert record.options == GAMES["palacio"].Options()
    assert Record.from_text(record.to_text()).replay() == record.initial_position()


def test_seated_character_cannot_be_chosen_again_and_surprises_are_newcomers(app: App) -> None:
    screen = SeatingScreen(app, "big_two")
    screen.chosen_seat = 1
    before = screen.chairs
    screen.seat_character(before[2].who)
    assert screen.chairs == before
    for _ in range(10):
        present = {chair.who for chair in screen.chairs}
        screen.seat_random_character()
        assert screen.chairs[1].who not in present
        assert screen.chairs[2:] == before[2:]


def test_unfinished_match_is_not_replaced_without_asking(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Destination | Scene] = []
    app.saved_matches.save(Record("palacio", 3, 5, GAMES["palacio"].Options(), CHAIRS[:3]))
    screen = SeatingScreen(app, "palacio")
    app.go(screen)
    monkeypatch.setattr(app, "go", begun.append)
    press(app, pygame.K_RETURN)
    assert isinstance(app.top, Dialog)
    assert "Palace" in app.top.paragraphs[0].text and "Kwame" in app.top.paragraphs[0].text
    press(app, pygame.K_ESCAPE)
    assert app.scene_stack.scenes == [screen]
    assert not begun
    press(app, pygame.K_RETURN)
    press(app, pygame.K_RETURN)
    assert begun == [ResumedTable("palacio")], "Enter continues the unfinished match"
    press(app, pygame.K_RETURN)
    give_up, heard = find_widget(app.top, "Give it up and start a new one"), list[str]()
    monkeypatch.setattr(app.sound, "play", heard.append)
    click(app, give_up.rect.center)
    assert begun == [ResumedTable("palacio")] and heard == [], "too early"
    app.step(GUARD_MS, [])
    click(app, give_up.rect.center)
    assert isinstance(begun[-1], MatchTable) and begun[-1].record.game == "palacio" and heard == [BUTTON_CUE]
    begun.clear()
    screen = SeatingScreen(app, "big_two")
    app.scene_stack.push(screen)
    press(app, pygame.K_RETURN)
    assert isinstance(begun[-1], MatchTable), "another game has its own match"


# --- house rules and settings -----------------------------------------------------------------------------------------


def test_house_rule_is_changed_by_keys_and_saved(app: App) -> None:
    seating = SeatingScreen(app, "palacio")
    app.go(seating)
    seating.open_house_rules()
    screen = expect(app, HouseRulesScreen)
    while not isinstance(screen.root.focus, OptionRow):
        press(app, pygame.K_TAB)
    press(app, pygame.K_DOWN)
    focus = screen.root.focus
    assert isinstance(focus, OptionRow)
    assert focus.option.name == "exchange"
    press(app, pygame.K_RIGHT)
    assert screen.options.exchange == "choose"
    assert find_option_row(screen, "exchange").is_nonstandard
    assert find_widget(screen, "Done").key_hint == "1 change"  # type: ignore[attr-defined]
    press(app, pygame.K_ESCAPE)
    assert app.top is seating
    assert seating.options.exchange == "choose"
    again = Profile(app.profile.folder)
    assert (again.load_options("palacio"), again.notices) == (seating.options, [])


def test_click_on_value_chooses_it(app: App) -> None:
    screen = HouseRulesScreen(app, "big_two")
    app.go(screen)
    line = find_option_row(screen, "pass_rule")
    area = find_options_panel(screen).rect
    x, y = line.control.segments()[1].center  # type: ignore[union-attr]
    click(app, (area.left + x, area.top + y))
    assert screen.options.pass_rule == "locked_out"
    assert screen.explained_rule is not None
    assert screen.explained_rule.name == "pass_rule"


def test_focus_stays_on_changed_setting(app: App) -> None:
    app.change_settings(replace(app.settings, ui_scale="200"))
    settings = SettingsScreen(app, "cards")
    app.go(settings)
    while not isinstance(settings.root.focus, OptionRow) or settings.root.focus.option.name != "back":
        press(app, pygame.K_TAB)
    assert find_options_panel(settings).offset > 0, "the list stays scrolled to the focused row"
    before = app.settings.back
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RIGHT)
    assert app.settings.back != before
    focus = settings.root.focus
    assert isinstance(focus, OptionRow)
    assert focus.option.name == "back"
    assert focus.focused


# --- dialogs ----------------------------------------------------------------------------------------------------------


def test_enter_does_not_confirm_dangerous_question(app: App) -> None:
    done: list[str] = []
    app.go(Home())
    app.open(confirm_dialog(app, "app.menu.giving_up", lambda: done.append("yes"), destructive=True))
    press(app, pygame.K_RETURN)
    assert isinstance(app.top, HomeScreen)
    assert not done
    app.open(confirm_dialog(app, "app.menu.giving_up", lambda: done.append("yes")))
    press(app, pygame.K_RETURN)
    assert done == ["yes"]


def test_menu_leads_to_screens_over_table_and_gives_up_match(app: App) -> None:
    left: list[str] = []
    under = HomeScreen(app)
    app.go(under)
    saved = Record("big_two", 4, 5, GAMES["big_two"].Options(), CHAIRS)
    app.saved_matches.save(saved)

    def choose(label: str) -> None:
        menu = menu_dialog(app, "big_two", saved.options, lambda: left.append("home"))
        app.open(menu)
        click(app, find_widget(menu, label).rect.center)

    for label, kind in (("House rules in play", Dialog), ("Settings", SettingsScreen), ("Keys", Dialog)):
        choose(label)
        assert isinstance(app.top, kind)
        press(app, pygame.K_ESCAPE)
        assert app.scene_stack.scenes == [under]
    choose("Leave the table")
    assert left == ["home"]
    assert app.last_saved_match is saved
    choose("Give up this match")
    asked = expect(app, Dialog)
    click(app, find_widget(asked, "Give up").rect.center)
    assert left == ["home", "home"]
    assert app.last_saved_match is None


def test_notices_of_any_length_fit(app: App) -> None:
    app.profile.notices = [
        Notice("notice.bad_value", {"file": f"{i}.toml", "key": "key", "found": "x" * 40, "allowed": "1, " * 60})
        for i in range(12)
    ]
    app.go(Home())
    dialog = move_notices_to_dialog(app)
    app.open(dialog)
    area = pygame.FRect(0, 0, app.renderer.width, app.renderer.height)
    assert all(area.contains(one.screen_area) for one in dialog.root.placed if not one.scroll_views)
    scroll = next(child for child in dialog.root.children if isinstance(child, ScrollView))
    assert scroll.max_offset > 0
    press(app, pygame.K_PAGEDOWN)
    assert scroll.offset > 0


def test_closed_scene_and_all_above_it_are_left_from_top_to_bottom(tmp_path: Path) -> None:
    left: list[str] = []

    class Named(Dialog):
        def on_leave(self) -> None:
            super().on_leave()
            left.append(self.title)

    app = open_app(tmp_path)
    dialogs = [Named(app, name) for name in ("below", "middle", "above")]
    for dialog in dialogs:
        app.open(dialog)
    app.close(dialogs[1])
    assert left == ["above", "middle"] and app.top is dialogs[0]
