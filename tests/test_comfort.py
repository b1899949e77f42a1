"""Accessibility: text sizes, high contrast, left-handed layout, carrying cards, reduced motion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.profile.storage import Profile
from engine.settings import Settings
from scenes.about.about import AboutScreen
from scenes.home.home import HomeScreen
from scenes.look import box_styles, boxes, high_contrast, speeds, theme
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.table_themes import TABLE_THEMES
from scenes.look.widgets import Button
from scenes.rules.house_rules import HouseRulesScreen
from scenes.seating.seating import SeatingScreen
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog, DialogButton
from scenes.shell.screen import Screen
from scenes.table.menu import menu_dialog
from scenes.table.stage.director import Glide
from scenes.table.stage.poses import Pose
from scenes.table.table import Table
from tests.support.at_table import (
    at_home,
    choosing,
    continued,
    deciding,
    drop_pile,
    faults,
    good_and_bad,
    passes_on,
    settings,
)
from tests.support.piloting import Pilot
from tests.support.records import new_record, record_where

SCALES = ("80", "100", "125", "150", "175", "200")
SIZES = ((960, 540), (1280, 720), (1920, 1080))


def resize(pilot: Pilot, size: tuple[int, int]) -> None:
    pilot.resize(size)
    pilot.step(dt=speeds.RESIZE_DELAY + 1)
    assert pilot.app.window.surface.get_size() == size


def on_screen(table: Table, rect: FRect) -> FRect:
    """A rectangle of the canvas around the cards, in pixels of the window."""
    scale = table.hud.look.scale
    return FRect(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)


def own_cards(table: Table) -> list[FRect]:
    """The cards of the hand at rest, in pixels of the window."""
    scale, rects = table.look.scale, []
    for token in table.stage.shown.piles.get(table.stage.hand.pile, ()):
        pose = table.stage.rest(token.id)
        rect = FRect(0, 0, pose.width * scale, pose.height * scale)
        rect.center = (pose.x * scale, pose.y * scale)
        rects.append(rect)
    return rects


# --- sizes of texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("slug", GAMES)
def test_everything_around_the_cards_fits_at_every_size(slug: str, left: bool, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where(slug, deciding), left_handed=left)
    for size in SIZES:
        resize(pilot, size)
        for scale in SCALES:
            pilot.app.change(changed(pilot, ui_scale=scale))
            table = pilot.table
            window = FRect(-1, -1, size[0] + 2, size[1] + 2)
            for widget in table.hud.widgets():
                where = on_screen(table, widget.rect)
                assert window.contains(where), f"{slug} {size} {scale}: {where}"
                middle = widget.rect.center
                assert widget.contains((middle[0], middle[1] - 21.9)), "44 logical pixels high"
            answers = [on_screen(table, button.rect) for button in table.hud.answers.buttons]
            for card in own_cards(table):
                assert window.colliderect(card)
                assert card.collidelist(answers) < 0, f"{slug} {size} {scale}: an answer lies on the hand"


def changed(pilot: Pilot, **values: Any) -> Settings:
    return replace(pilot.app.settings, **values)


@pytest.mark.parametrize("scale", ["125", "200"])
@pytest.mark.parametrize("name", ["home", "settings", "rules", "seating", "about"])
def test_the_keyboard_scrolls_every_focused_widget_into_view(name: str, scale: str, tmp_path: Path) -> None:
    settings(tmp_path, ui_scale=scale)
    pilot = Pilot(tmp_path)
    make: dict[str, Callable[[], Screen]] = {
        "home": lambda: HomeScreen(pilot.app),
        "settings": lambda: SettingsScreen(pilot.app),
        "rules": lambda: HouseRulesScreen(pilot.app, "gurch"),
        "seating": lambda: SeatingScreen(pilot.app, "gurch"),
        "about": lambda: AboutScreen(pilot.app),
    }
    screen = make[name]()
    pilot.app.go(screen)
    seen = FRect(0, 0, *screen.look.visible_size)
    for _ in range(len(screen.group.order())):
        pilot.key(pygame.K_TAB)
        focus = screen.group.focus
        assert focus is not None
        x, y = next((x, y) for widget, x, y in screen.group.places() if widget is focus)
        assert seen.collidepoint(x - screen.pan.x, y - screen.pan.y), f"{name} {scale}: {focus}"


def test_a_wheel_scrolls_a_menu_that_is_larger_than_the_window(tmp_path: Path) -> None:
    settings(tmp_path, ui_scale="200")
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    menu = Dialog(pilot.app, "Menu", (), [DialogButton(str(i)) for i in range(12)], column=True)
    pilot.app.open(menu)
    assert menu.pan.furthest[1] > 0
    for _ in range(40):
        pilot.step([pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)])
    assert menu.pan.y == menu.pan.furthest[1]
    last = menu.group.order()[-1]
    pilot.click((last.rect.centerx - menu.pan.x, last.rect.centery - menu.pan.y))
    assert pilot.app.top is not menu, "the last button of the menu works"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ui_scale", ["100", "125", "150", "200"])
def test_every_button_of_the_menu_is_in_view_with_its_label(ui_scale: str, language: str, tmp_path: Path) -> None:
    settings(tmp_path, ui_scale=ui_scale, language=language)
    pilot = Pilot(tmp_path)
    menu = menu_dialog(pilot.app, "gurch", GAMES["gurch"].Options(), lambda: None)
    for size in ((960, 540), (1280, 720), (1280, 800), (1920, 1080)):
        pilot.resize(size)
        pilot.step(dt=speeds.RESIZE_DELAY)
        pilot.app.go(Home())
        pilot.app.open(menu)
        buttons = [one for one in menu.group.children if isinstance(one, Button)]
        assert len(buttons) == 7 and menu.pan.furthest == (0, 0)
        for one in buttons:
            assert FRect(0, 0, menu.look.width, menu.look.height).contains(one.rect), f"{size}: {one.label}"
            assert one._contents(menu.look) <= one.rect.width - 20, f"{size}: {one.label} is cut off"
            assert not any(other.rect.colliderect(one.rect) for other in buttons if other is not one)


# --- high contrast --------------------------------------------------------------------------------------------------


def test_texts_in_high_contrast_have_a_contrast_of_7_to_1() -> None:
    light = (theme.CREAM, theme.MUTED, theme.GOLD, theme.REFUSAL, theme.ON_FELT, theme.BRASS, theme.DISABLED_TEXT)
    grounds = [
        high_contrast.DARK_FILL,
        *(colour for table in TABLE_THEMES.values() for colour in table.high_contrast.felt),
    ]
    for ink in light[:-1]:
        for ground in grounds:
            assert theme.contrast(high_contrast.ink(ink), ground) >= 7
    assert theme.contrast(high_contrast.ink(theme.DISABLED_TEXT), high_contrast.DARK_FILL) >= 7
    for ink in (theme.INK, theme.INK_SECOND, theme.INK_CAPTION, theme.INK_BROWN):
        for paper in (theme.PAPER, theme.CREAM, theme.CARD_FACE):
            assert theme.contrast(high_contrast.ink(ink), paper) >= 7
    for red in high_contrast.CARD_INKS.values():
        assert theme.contrast(theme.rgb(red), theme.CARD_FACE) >= 7


def test_boxes_in_high_contrast_are_opaque_with_a_clear_border() -> None:
    usual = [box for box in vars(box_styles).values() if isinstance(box, Box) and box.fill and box.alpha >= 0.5]
    assert len(usual) > 30
    for box in map(high_contrast.box, usual):
        assert box.alpha == 1 and len(box.fill) == 1
        assert box.border is not None and box.border.width >= high_contrast.MIN_BORDER
        assert theme.contrast(box.border.colour, box.fill[0][1]) >= 7
    assert boxes.Stroke(theme.WHITE, 5) in high_contrast.box(box_styles.FOCUS).outlines


@pytest.mark.painted
def test_a_card_that_cannot_be_played_is_hatched_in_high_contrast() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 200))
    look = Look((1280, 720), high_contrast=True)
    card = 0
    plain, dim = look.card(card, 112), look.card(card, 112, dim=True)
    black = [
        (x, y)
        for x in range(10, 100)
        for y in range(20, 140, 3)
        if sum(dim.get_at((x, y))[:3]) < 150 < sum(plain.get_at((x, y))[:3])
    ]
    assert len(black) > 100, "bars, not only less brightness"
    look = Look((1280, 720), high_contrast=True, deck="dark")
    plain, dim = look.card(card, 112), look.card(card, 112, dim=True)
    light = [
        (x, y)
        for x in range(10, 100)
        for y in range(20, 140, 3)
        if sum(plain.get_at((x, y))[:3]) < 150 < sum(dim.get_at((x, y))[:3])
    ]
    assert len(light) > 100, "light bars on a dark card"


# --- left hands -----------------------------------------------------------------------------------------------------


def test_the_key_c_switches_between_two_and_four_colours(tmp_path: Path) -> None:
    pilot = continued(tmp_path, new_record("palacio"))
    pilot.rest()
    two = pilot.app.look.cards
    pilot.key(pygame.K_c)
    assert pilot.app.settings.four_colours and pilot.app.look.cards is not two
    assert Profile(tmp_path).load_settings()[0].four_colours
    pilot.key(pygame.K_c, mod=pygame.KMOD_CTRL)
    assert pilot.app.settings.four_colours, "with Ctrl, C copies"
    pilot.key(pygame.K_c)
    assert not pilot.app.settings.four_colours
    assert not faults(pilot.table)


def test_left_handed_answers_and_tools_change_sides(tmp_path: Path) -> None:
    record = record_where("palacio", deciding)
    for left in (False, True):
        pilot = continued(tmp_path / str(left), record, left_handed=left)
        table, middle = pilot.table, pilot.app.look.width / 2
        assert all((button.rect.centerx < middle) == left for button in table.hud.answers.buttons)
        tools = (table.hud.tools.sort, table.hud.tools.undo, table.hud.tools.hint)
        assert all((tool.rect.centerx > middle) == left for tool in tools)
        assert (table.stage.seats[0].x > middle) == left


# --- carrying -------------------------------------------------------------------------------------------------------


def test_a_click_picks_a_card_up_and_the_next_press_plays_it(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", passes_on), carry=True)
    good, _ = good_and_bad(pilot)
    start, end = pilot.where(good), pilot.where_pile(drop_pile(pilot.table.match.game))
    moves = len(pilot.table.match.record.moves)
    pilot.press(start)
    pilot.release(start)
    drag = pilot.table.control.drag
    assert drag is not None and drag.cards == [good]
    pilot.move(end)
    pilot.steps(30)
    assert abs(drag.pose.x - end[0]) < 60, "it follows the pointer while no button is down"
    assert pilot.table.control.target() == drop_pile(pilot.table.match.game)
    pilot.press(end)
    pilot.release(end)
    assert pilot.table.control.drag is None
    assert len(pilot.table.match.record.moves) > moves


@pytest.mark.parametrize("how", ["escape", "right button", "not legal"])
def test_a_carried_card_can_go_back(how: str, tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing), carry=True)
    good, bad = good_and_bad(pilot)
    card = bad if how == "not legal" else good
    start, end = pilot.where(card), pilot.where_pile(drop_pile(pilot.table.match.game))
    moves = len(pilot.table.match.record.moves)
    pilot.press(start)
    pilot.release(start)
    pilot.move(end)
    pilot.steps(30)
    if how == "escape":
        pilot.key(pygame.K_ESCAPE)
    elif how == "right button":
        pilot.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(round(end[0]), round(end[1])), button=3, touch=False)])
    else:
        pilot.press(end)
        assert pilot.table.hud.refusal is not None
    assert pilot.table.control.drag is None
    pilot.steps(40)
    assert at_home(pilot.table, card) and len(pilot.table.match.record.moves) == moves


def test_a_second_click_in_place_selects(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing), carry=True)
    good, _ = good_and_bad(pilot)
    at = pilot.where(good)
    pilot.click(at)
    assert pilot.table.control.drag is not None and pilot.choice.selected == []
    pilot.click(at)
    assert pilot.table.control.drag is None and pilot.choice.selected == [good]


# --- motion ---------------------------------------------------------------------------------------------------------


def test_the_card_under_the_pointer_rises_and_its_neighbours_move_aside(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("big_two", choosing), speed="1")
    stage = pilot.table.stage
    tokens = stage.shown.piles[stage.hand.pile]
    row = sorted((token.id for token in tokens), key=lambda key: stage.rest(key).x)
    key = next(k for k in row[1:-1] if stage.card(k) in pilot.choice.piles)
    left, right = row[row.index(key) - 1], row[row.index(key) + 1]
    pilot.move((stage.rest(key).x - stage.rest(key).width / 2 + 8, stage.rest(key).y))
    pilot.step(dt=speeds.HOVER)
    pilot.step(dt=1)
    up, rest = stage.hand.raised(key, stage.rest(key)), stage.rest(key)
    assert rest.y - up.y == pytest.approx(14) and up.width == pytest.approx(1.05 * rest.width)
    assert stage.hand.raised(left, stage.rest(left)).x == pytest.approx(stage.rest(left).x - 10)
    assert stage.hand.raised(right, stage.rest(right)).x == pytest.approx(stage.rest(right).x + 10)
    pilot.table.control.reduced = True
    pilot.step(dt=1)
    assert stage.hand.raised(left, stage.rest(left)) == stage.rest(left), "reduced motion"


def test_springs_end_in_place_and_only_a_drop_overshoots() -> None:
    for how in ("drop", "settle", ""):
        assert speeds.ease(how, 0) == pytest.approx(0) and speeds.ease(how, 1) == pytest.approx(1)
    way = [speeds.ease("drop", i / 50) for i in range(51)]
    assert 1 < max(way) < 1.05 and speeds.ease("drop", 160 / speeds.DROP) > 0.8
    close = [speeds.ease("settle", i / 50) for i in range(51)]
    assert close == sorted(close) and speeds.ease("settle", 150 / speeds.SETTLE) > 0.6
    lift = [speeds.ease_lift(i / 50) for i in range(51)]
    assert 1 < max(lift) < 1.1 and lift[-1] == pytest.approx(1)


def test_a_legal_drop_is_a_spring_and_a_refused_one_goes_straight_back(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", passes_on), speed="1")
    good, bad = good_and_bad(pilot)
    end = pilot.where_pile(drop_pile(pilot.table.match.game))
    director, stage = pilot.table.stage.director, pilot.table.stage
    for card, ease, length in ((bad, "", speeds.RETURN), (good, "drop", speeds.DROP)):
        key = stage.find(card)
        assert key is not None
        pilot.drag(pilot.where(card), (end[0] + 40, end[1]))
        glide: Glide = director._glides[key]
        assert (glide.ease, glide.duration, glide.arc) == (ease, length, 0.0)
        pilot.steps(60)


def test_reduced_motion_has_no_tilt_and_no_overshoot(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", passes_on), speed="1", reduced_motion=True)
    good, _ = good_and_bad(pilot)
    key = pilot.table.stage.find(good)
    assert key is not None
    start, end = pilot.where(good), pilot.where_pile(drop_pile(pilot.table.match.game))
    pilot.press(start)
    for i in range(1, 9):
        pilot.move((start[0] + 12 * i, start[1] - 20 * i))
        drag = pilot.table.control.drag
        assert drag is None or abs(drag.pose.angle) <= abs(pilot.table.stage.rest(key).angle)
    pilot.move(end)
    pilot.steps(20)
    pilot.release(end)
    glide = pilot.table.stage.director._glides[key]
    assert (glide.ease, glide.duration) == ("", speeds.REDUCED_MOTION)


def test_a_picked_up_card_grows_in_the_designed_time(tmp_path: Path) -> None:
    pilot = continued(tmp_path, record_where("palacio", choosing), speed="1")
    good, _ = good_and_bad(pilot)
    start = pilot.where(good)
    pilot.press(start)
    pilot.move((start[0], start[1] - 10))
    drag = pilot.table.control.drag
    assert drag is not None
    rest: Pose = pilot.table.stage.rest(drag.keys[0])
    assert drag.pose.width < 1.07 * rest.width
    pilot.step(dt=speeds.PICK_UP)
    pilot.step(dt=1)
    assert drag.pose.width == pytest.approx(1.08 * rest.width)
