"""Accessibility: text sizes, high contrast, left-handed layout, carrying cards, reduced motion."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import FRect

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.profile.storage import Profile
from engine.settings import Settings
from scenes.render import box_styles, boxes, high_contrast, theme, timing
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.table_themes import TABLE_THEMES
from scenes.shell.dialog import Dialog, DialogButton
from scenes.table.menu import menu_dialog
from scenes.table.model.director import Glide
from scenes.table.model.positions import CardPose
from scenes.ui.widgets import Button
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record, new_record
from tests.support.skip_drawing import draw_last_only
from tests.support.table_nodes import tool
from tests.support.tables import (
    continue_match,
    find_table_faults,
    has_only_turn_ending_answers,
    has_playable_and_unplayable,
    has_real_choice,
    is_at_rest,
    open_program,
    pile_for_drop,
    playable_and_unplayable_card,
)

SCALES = ("80", "100", "125", "150", "175", "200")
SIZES = ((960, 540), (1280, 720), (1920, 1080))


def resize(pilot: Pilot, size: tuple[int, int]) -> None:
    pilot.resize(size)
    pilot.step(elapsed_ms=timing.RESIZE_DELAY_MS + 1)
    assert pilot.app.window.surface.get_size() == size


# --- text sizes -------------------------------------------------------------------------------------------------------


def change_settings(pilot: Pilot, **values: Any) -> Settings:
    return replace(pilot.app.settings, **values)


def test_wheel_scrolls_menu_larger_than_window(tmp_path: Path) -> None:
    pilot = open_program(tmp_path, ui_scale="200")
    menu = Dialog(pilot.app, "Menu", (), [DialogButton(str(i)) for i in range(12)], is_stacked=True)
    pilot.app.open(menu)
    assert menu.pan.max_offset[1] > 0
    for _ in range(40):
        pilot.step([pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False)])
    assert menu.pan.y == menu.pan.max_offset[1]
    last = menu.root.focus_order()[-1]
    pilot.click((last.rect.centerx - menu.pan.x, last.rect.centery - menu.pan.y))
    assert pilot.app.top is not menu, "the last button of the menu works"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_button_is_in_view_with_label(language: str, tmp_path: Path) -> None:
    pilot = open_program(tmp_path, language=language)
    menu = menu_dialog(pilot.app, "gurch", GAMES["gurch"].Options(), lambda: None)
    pilot.app.open(menu)
    for size, ui_scale in product(((960, 540), (1280, 720), (1280, 800), (1920, 1080)), ("100", "125", "150", "200")):
        with draw_last_only(pilot.app):
            resize(pilot, size)
            pilot.app.change_settings(change_settings(pilot, ui_scale=ui_scale))
        buttons = [one for one in menu.root.children if isinstance(one, Button)]
        assert len(buttons) == 7 and menu.pan.max_offset == (0, 0)
        for one in buttons:
            assert FRect(0, 0, menu.renderer.width, menu.renderer.height).contains(one.rect), (
                f"{size}: {one.label} is outside the window"
            )
            assert one._contents_width(menu.renderer) <= one.rect.width - 20, f"{size}: {one.label} is cut off"
            assert not any(other.rect.colliderect(one.rect) for other in buttons if other is not one)


# --- high contrast --------------------------------------------------------------------------------------------------


def test_texts_in_high_contrast_have_contrast_of_7_to_1() -> None:
    light = (
        theme.CREAM,
        theme.MUTED,
        theme.GOLD,
        theme.REFUSAL_TEXT,
        theme.TEXT_ON_FELT,
        theme.BRASS,
        theme.DISABLED_TEXT,
    )
    grounds = [
        high_contrast.DARK_FILL_COLOUR,
        *(colour for table in TABLE_THEMES.values() for colour in table.high_contrast.felt_colours),
    ]
    for ink in light[:-1]:
        for ground in grounds:
            assert theme.contrast_ratio(high_contrast.text_colour(ink), ground) >= 7
    assert theme.contrast_ratio(high_contrast.text_colour(theme.DISABLED_TEXT), high_contrast.DARK_FILL_COLOUR) >= 7
    for ink in (theme.INK, theme.INK_SECONDARY, theme.INK_CAPTION, theme.INK_BROWN):
        for paper in (theme.PAPER, theme.CREAM, theme.CARD_FACE):
            assert theme.contrast_ratio(high_contrast.text_colour(ink), paper) >= 7
    for red in high_contrast.CARD_COLOURS.values():
        assert theme.contrast_ratio(theme.rgb(red), theme.CARD_FACE) >= 7


def test_boxes_in_high_contrast_are_opaque_with_clear_border() -> None:
    usual = [box for box in vars(box_styles).values() if isinstance(box, Box) and box.fill and box.fill_alpha >= 0.5]
    assert len(usual) > 30
    for box in map(high_contrast.high_contrast_box, usual):
        assert box.fill_alpha == 1 and len(box.fill) == 1
        assert box.border is not None and box.border.width >= high_contrast.MIN_BORDER
        assert theme.contrast_ratio(box.border.colour, box.fill[0][1]) >= 7
    assert boxes.Stroke(theme.WHITE, 5) in high_contrast.high_contrast_box(box_styles.FOCUS_RING).outlines


@pytest.mark.painted
def test_unplayable_card_is_hatched_in_high_contrast() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 200))
    look = Renderer((1280, 720), high_contrast=True)
    card = 0
    plain, dim = look.card(card, 112), look.card(card, 112, dim=True)
    black = [
        (x, y)
        for x in range(10, 100)
        for y in range(20, 140, 3)
        if sum(dim.get_at((x, y))[:3]) < 150 < sum(plain.get_at((x, y))[:3])
    ]
    assert len(black) > 100, "disabled cards have bars, not only less brightness"
    look = Renderer((1280, 720), high_contrast=True, deck="dark")
    plain, dim = look.card(card, 112), look.card(card, 112, dim=True)
    light = [
        (x, y)
        for x in range(10, 100)
        for y in range(20, 140, 3)
        if sum(plain.get_at((x, y))[:3]) < 150 < sum(dim.get_at((x, y))[:3])
    ]
    assert len(light) > 100, "the bars are light on a dark card"


# --- left-handed layout -----------------------------------------------------------------------------------------------


def test_key_c_switches_between_two_and_four_colours(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("palacio"))
    pilot.run_until_idle()
    two = pilot.app.renderer.cards
    pilot.press_keys(pygame.K_c)
    assert pilot.app.settings.four_colours and pilot.app.renderer.cards is not two
    assert Profile(tmp_path).load_settings().four_colours
    pilot.press_keys(pygame.K_c, mod=pygame.KMOD_CTRL)
    assert pilot.app.settings.four_colours, "Ctrl+C copies and changes no colours"
    pilot.press_keys(pygame.K_c)
    assert not pilot.app.settings.four_colours
    assert not find_table_faults(pilot.table)


def test_left_handed_answers_and_tools_change_sides(tmp_path: Path) -> None:
    record = find_record("palacio", has_real_choice)
    for left in (False, True):
        pilot = continue_match(tmp_path / str(left), record, left_handed=left)
        table, middle = pilot.table, pilot.app.renderer.width / 2
        assert all((button.rect.centerx < middle) == left for button in table.hud.answer_buttons)
        tools = (tool(table.hud, "sort"), tool(table.hud, "undo"), tool(table.hud, "hint"))
        assert all((tool.rect.centerx > middle) == left for tool in tools)
        assert (table.model.seat_positions[0].corner.x > middle) == left


# --- carrying cards ---------------------------------------------------------------------------------------------------


def test_click_picks_card_up_and_next_press_plays_it(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_only_turn_ending_answers), carry=True)
    good, _ = playable_and_unplayable_card(pilot)
    start, end = pilot.card_point(good), pilot.pile_point(pile_for_drop(pilot.table.match.game))
    moves = len(pilot.table.match.record.moves)
    pilot.press(start)
    pilot.release(start)
    drag = pilot.card_drag
    assert drag is not None and drag.cards == [good]
    pilot.move(end)
    pilot.run_frames(30)
    assert abs(drag.pose.x - end[0]) < 60, "a carried card follows the pointer without a pressed button"
    assert pilot.table.hand_controller.drop_target() == pile_for_drop(pilot.table.match.game)
    pilot.press(end)
    pilot.release(end)
    assert pilot.card_drag is None
    assert len(pilot.table.match.record.moves) > moves


@pytest.mark.parametrize("how", ["escape", "right button", "not legal"])
def test_carried_card_can_go_back(how: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable), carry=True)
    good, bad = playable_and_unplayable_card(pilot)
    card = bad if how == "not legal" else good
    start, end = pilot.card_point(card), pilot.pile_point(pile_for_drop(pilot.table.match.game))
    moves = len(pilot.table.match.record.moves)
    pilot.press(start)
    pilot.release(start)
    pilot.move(end)
    pilot.run_frames(30)
    if how == "escape":
        pilot.press_keys(pygame.K_ESCAPE)
    elif how == "right button":
        pilot.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(round(end[0]), round(end[1])), button=3, touch=False)])
    else:
        pilot.press(end)
        assert pilot.refusal is not None
    assert pilot.card_drag is None
    pilot.run_frames(40)
    assert is_at_rest(pilot.table, card) and len(pilot.table.match.record.moves) == moves


def test_second_click_in_place_selects(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable), carry=True)
    good, _ = playable_and_unplayable_card(pilot)
    at = pilot.card_point(good)
    pilot.click(at)
    assert pilot.card_drag is not None and pilot.open_choice.selected_cards == []
    pilot.click(at)
    assert pilot.card_drag is None and pilot.open_choice.selected_cards == [good]


# --- reduced motion ---------------------------------------------------------------------------------------------------


def test_hovered_card_rises_and_neighbours_move_aside(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("big_two", has_playable_and_unplayable), speed="1")
    stage = pilot.table.model
    tokens = stage.shown.piles[stage.hand.pile]
    row = sorted((token.id for token in tokens), key=lambda key: stage.rest_pose(key).x)
    key = next(k for k in row[1:-1] if stage.token_face(k) in pilot.open_choice.piles_by_card)
    left, right = row[row.index(key) - 1], row[row.index(key) + 1]
    pilot.move((stage.rest_pose(key).x - stage.rest_pose(key).width / 2 + 8, stage.rest_pose(key).y))
    pilot.step(elapsed_ms=timing.HOVER_MS)
    pilot.step(elapsed_ms=1)
    up, rest = stage.hand.raised_and_hovered_pose(key, stage.rest_pose(key)), stage.rest_pose(key)
    assert rest.y - up.y == pytest.approx(14) and up.width == pytest.approx(1.05 * rest.width)
    assert stage.hand.raised_and_hovered_pose(left, stage.rest_pose(left)).x == pytest.approx(
        stage.rest_pose(left).x - 10
    )
    assert stage.hand.raised_and_hovered_pose(right, stage.rest_pose(right)).x == pytest.approx(
        stage.rest_pose(right).x + 10
    )
    pilot.table.timeline.reduces_motion = True
    pilot.step(elapsed_ms=1)
    assert stage.hand.raised_and_hovered_pose(left, stage.rest_pose(left)) == stage.rest_pose(left), (
        "no card moves with reduced motion"
    )


def test_springs_end_in_place_and_only_drop_overshoots() -> None:
    for how in ("drop", "settle", ""):
        assert timing.ease(how, 0) == pytest.approx(0) and timing.ease(how, 1) == pytest.approx(1)
    way = [timing.ease("drop", i / 50) for i in range(51)]
    assert 1 < max(way) < 1.05 and timing.ease("drop", 160 / timing.DROP_MS) > 0.8
    close = [timing.ease("settle", i / 50) for i in range(51)]
    assert close == sorted(close) and timing.ease("settle", 150 / timing.SETTLE_MS) > 0.6
    lift = [timing.ease_lift(i / 50) for i in range(51)]
    assert 1 < max(lift) < 1.1 and lift[-1] == pytest.approx(1)


def test_legal_drop_springs_and_refused_one_returns_straight(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_only_turn_ending_answers), speed="1")
    good, bad = playable_and_unplayable_card(pilot)
    end = pilot.pile_point(pile_for_drop(pilot.table.match.game))
    director, stage = pilot.director, pilot.table.model
    for card, ease, length in ((bad, "", timing.RETURN_MS), (good, "drop", timing.DROP_MS)):
        key = stage.find_token_id(card)
        assert key is not None
        pilot.drag(pilot.card_point(card), (end[0] + 40, end[1]))
        glide: Glide = director._glides[key]
        assert (glide.easing, glide.duration_ms, glide.arc_height) == (ease, length, 0.0)
        pilot.run_frames(60)


def test_reduced_motion_has_no_tilt_and_no_overshoot(tmp_path: Path) -> None:
    pilot = continue_match(
        tmp_path, find_record("palacio", has_only_turn_ending_answers), speed="1", reduced_motion=True
    )
    good, _ = playable_and_unplayable_card(pilot)
    key = pilot.table.model.find_token_id(good)
    assert key is not None
    start, end = pilot.card_point(good), pilot.pile_point(pile_for_drop(pilot.table.match.game))
    pilot.press(start)
    for i in range(1, 9):
        pilot.move((start[0] + 12 * i, start[1] - 20 * i))
        drag = pilot.card_drag
        assert drag is None or abs(drag.pose.angle) <= abs(pilot.table.model.rest_pose(key).angle)
    pilot.move(end)
    pilot.run_frames(20)
    pilot.release(end)
    glide = pilot.director._glides[key]
    assert (glide.easing, glide.duration_ms) == ("", timing.REDUCED_MOTION_MS)


def test_picked_up_card_grows_in_designed_time(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable), speed="1")
    good, _ = playable_and_unplayable_card(pilot)
    start = pilot.card_point(good)
    pilot.press(start)
    pilot.move((start[0], start[1] - 10))
    drag = pilot.card_drag
    assert drag is not None
    rest: CardPose = pilot.table.model.rest_pose(drag.token_ids[0])
    assert drag.pose.width < 1.07 * rest.width
    pilot.step(elapsed_ms=timing.PICK_UP_MS)
    pilot.step(elapsed_ms=1)
    assert drag.pose.width == pytest.approx(1.08 * rest.width)
