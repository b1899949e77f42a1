"""Touch: fingers can do everything that a mouse can. Every test sends SDL's touch events to the real program."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.cards import Card
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move, Pile
from engine.profile.storage import Profile
from scenes.render.space import Point
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.rulebook.rules_page import RulesPageView
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.selftest.finger_pilot import Pos
from scenes.selftest.pilot import FRAME_MS
from scenes.shell.destinations import Destination, Home, HouseRulesPage, ResumedTable, RulesPage, Seating, SettingsPage
from scenes.shell.dialog import Dialog, DialogButton
from scenes.shell.input.on_screen_keyboard import OnScreenKeyboard
from scenes.shell.input.touch import LONG_PRESS_MS, STEADY_DISTANCE
from scenes.shell.options_panel import OptionsPanel
from scenes.shell.screen import Screen
from scenes.table.goal_dialog import GoalDialog
from scenes.table.table import Table
from scenes.ui.widgets import Chip, IconButton, Segmented, TextField
from scenes.ui.widgets.key_hint import key_hint_width, shows_key_hint
from tests import device_play
from tests.support.finger_pilot import FingerPilot
from tests.support.records import find_record
from tests.support.screens import find_option_rows, find_options_panel
from tests.support.table_nodes import clickable_nodes, icon_tools, tool
from tests.support.tables import (
    FELT_POINT,
    has_playable_and_unplayable,
    is_at_rest,
    pile_for_drop,
    playable_and_unplayable_card,
    write_settings,
)

ANSWER_COUNT = 5
"""Number of the player's answers in the short form of a match."""
SHORT_PRESS = LONG_PRESS_MS - 3 * FRAME_MS


def fingers_at_table(
    folder: Path, record: Record, size: tuple[int, int] = (1280, 720), **values: object
) -> FingerPilot:
    write_settings(folder, **values)
    Profile(folder).save_match(record)
    pilot = FingerPilot(folder, size)
    pilot.app.go(ResumedTable())
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    pilot.run_until_idle()
    return pilot


def fingers_playing(folder: Path, **values: object) -> FingerPilot:
    return fingers_at_table(folder, find_record("palacio", has_playable_and_unplayable), (1280, 720), **values)


def fingers_at(folder: Path, page: Destination, **values: object) -> FingerPilot:
    """Return a finger pilot on a page that is open over the home screen."""
    write_settings(folder, **values)
    pilot = FingerPilot(folder)
    pilot.app.go(Home())
    pilot.app.open(page)
    return pilot


def fingers_at_house_rules(folder: Path, **values: object) -> tuple[FingerPilot, HouseRulesScreen, OptionsPanel]:
    """Return a finger pilot on the house rules screen, with its list that scrolls."""
    pilot = fingers_at(folder, HouseRulesPage("palacio"), ui_scale="150", **values)
    screen = pilot.expect(HouseRulesScreen)
    panel = find_options_panel(screen)
    assert panel.max_offset > 250
    return pilot, screen, panel


def test_key_signs_are_hidden_for_fingers_and_layout_stays(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    look, hud = pilot.table.renderer, pilot.table.hud
    places = [(type(one), tuple(one.rect)) for one in clickable_nodes(hud)]
    assert shows_key_hint(look, "Enter") and key_hint_width(look, "Enter") > 0
    pilot.tap(FELT_POINT)
    assert not shows_key_hint(look, "Enter") and key_hint_width(look, "Enter") == 0 < key_hint_width(
        look, "Enter", always=True
    )
    assert [(type(one), tuple(one.rect)) for one in clickable_nodes(hud)] == places
    moved = pygame.Event(pygame.MOUSEMOTION, pos=(640, 300), rel=(9, 9), buttons=(0, 0, 0), touch=False)
    pilot.app.step(FRAME_MS, [moved])
    assert shows_key_hint(pilot.table.renderer, "Enter")


def test_chip_with_hidden_key_hint_centres_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look, lefts = fingers_playing(tmp_path).table.renderer, list[float]()
    monkeypatch.setattr(look, "blit", lambda _target, _picture, x, *_: lefts.append(x))
    chip = Chip("Rules", icon="house", key_hint="F1")
    chip.rect = pygame.FRect((10, 10), chip.preferred_size(look))
    look.hides_key_hints = True
    chip.draw(look, pygame.Surface((1, 1)))
    icon, text = lefts
    assert icon - chip.rect.left == pytest.approx(chip.rect.right - text - look.text_width("Rules", "label"))


def hovered_widgets(pilot: FingerPilot) -> list[object]:
    found: list[object] = []
    for scene in pilot.app.scene_stack:
        if isinstance(scene, Screen):
            found += [one for one in scene.root.focus_order() if one.hovered]
        elif isinstance(scene, Table):
            found += [one for one in clickable_nodes(scene.hud) if one.hovered]
            found += [scene.log] if scene.log.hovered else []
            found += (
                [scene.hand_controller.hovered_token_id] if scene.hand_controller.hovered_token_id is not None else []
            )
    return found


# --- tapping ----------------------------------------------------------------------------------------------------------


def test_tap_is_single_press(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    card, _ = playable_and_unplayable_card(pilot)
    pilot.tap(pilot.card_point(card))
    assert pilot.open_choice.selected_cards == [card]
    pilot.step(elapsed_ms=500)
    pilot.tap(pilot.card_point(card))
    assert pilot.open_choice.selected_cards == []


def tap_card_twice(pilot: FingerPilot, card: Card) -> None:
    for _ in range(2):
        pilot.tap(pilot.card_point(card))


def tap_card_and_button(pilot: FingerPilot, card: Card) -> None:
    pilot.tap(pilot.card_point(card))
    pilot.run_frames(2)
    pilot.tap(pilot.answer_button_point(Move(0, "play", (card,))))


def swipe_card_onto_pile(pilot: FingerPilot, card: Card) -> None:
    pilot.swipe(pilot.card_point(card), pilot.pile_point(pile_for_drop(pilot.table.match.game)))


def drag_card_after_rest(pilot: FingerPilot, card: Card) -> None:
    start, end = pilot.card_point(card), pilot.pile_point(pile_for_drop(pilot.table.match.game))
    pilot.hold_without_release(start)
    drag_up(pilot, start, end)
    pilot.release(end)


def drop_card_shown_above_finger(pilot: FingerPilot, card: Card) -> None:
    pile = pile_for_drop(pilot.table.match.game)
    x, y = pilot.pile_point(pile)
    start = pilot.card_point(card)
    pilot.press(start)
    drag_up(pilot, start, (x, y + 100))
    drag = pilot.card_drag
    assert drag is not None and drag.pose.y + drag.pose.height / 2 < y + 100
    assert pilot.table.hand_controller.drop_target() == pile
    pilot.release((x, y + 100))


@pytest.mark.parametrize(
    "play",
    [tap_card_twice, tap_card_and_button, swipe_card_onto_pile, drag_card_after_rest, drop_card_shown_above_finger],
)
def test_card_is_played_by_finger(play: Callable[[FingerPilot, Card], None], tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    moves = len(pilot.table.match.record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    play(pilot, card)
    assert pilot.table.match.record.moves[moves] == Move(0, "play", (card,))


def test_setting_is_changed_by_tap(tmp_path: Path) -> None:
    pilot = fingers_at(tmp_path, SettingsPage())
    row, value = pilot.choose_value(lambda row: isinstance(row.control, Segmented) and len(row.control.labels) == 2)
    assert getattr(pilot.app.settings, row.option.name) == value


def test_second_finger_presses_and_releases_nothing(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    card, other = playable_and_unplayable_card(pilot)
    at, there = pilot.card_point(card), pilot.card_point(other)
    pilot.press(at)
    pilot.step([*pilot.finger_down_events(there, 1), *pilot.finger_motion_events(FELT_POINT, 1)])
    for i in range(1, 9):
        pilot.move((at[0], at[1] - 20.0 * i))
    pilot.step(pilot.finger_up_events(FELT_POINT, 1))
    assert pilot.card_drag is not None and pilot.card_drag.cards == [card]
    pilot.step(pilot.finger_down_events(there, 2))
    pilot.release(FELT_POINT)
    assert pilot.card_drag is None
    pilot.step(pilot.finger_up_events(there, 2))
    pilot.run_frames(40)
    assert pilot.open_choice.selected_cards == [] and is_at_rest(pilot.table, card)


def test_dialog_opening_below_finger_is_not_pressed(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    pressed: list[str] = []
    dialog = Dialog(pilot.app, "?", (), [DialogButton("Yes", lambda: pressed.append("yes"))])
    pilot.app.open(dialog)
    button = dialog.root.focus_order()[0].rect.center
    pilot.app.close(dialog)
    by = dialog.renderer.scale / pilot.table.renderer.scale
    pilot.press((button[0] * by, button[1] * by))
    pilot.app.open(dialog)
    pilot.release(button)
    assert pilot.app.top is dialog and not pressed
    pilot.tap(button)
    assert pressed == ["yes"]


# --- long presses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held_ms", "chooses"), [(SHORT_PRESS, True), (2 * LONG_PRESS_MS, False)])
def test_only_short_press_chooses_card(held_ms: float, chooses: bool, tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    card, _ = playable_and_unplayable_card(pilot)
    pilot.hold_without_release(pilot.card_point(card), held_ms)
    pilot.release(pilot.card_point(card))
    assert pilot.open_choice.selected_cards == [card] * chooses and not hovered_widgets(pilot)


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (2560, 1440)])
def test_finger_on_tool_shows_name_beside_finger(size: tuple[int, int], tmp_path: Path) -> None:
    pilot = fingers_at_table(tmp_path, find_record("palacio", has_playable_and_unplayable), size)
    hud = pilot.table.hud
    by = hud.renderer.scale / pilot.table.renderer.scale
    for one in icon_tools(hud):
        middle = (one.rect.centerx * by, one.rect.centery * by)
        pilot.hold_without_release(middle, SHORT_PRESS)
        assert hud.tooltip.button is None, "a tap shows nothing"
        pilot.run_frames(4)
        assert hud.tooltip.button is one
        rect = hud.tooltip.rect(hud.renderer)
        finger = pygame.FRect(0, 0, 56, 56)
        finger.center = one.rect.center
        assert not rect.colliderect(finger), one.name
        assert pygame.FRect(0, 0, hud.renderer.width, hud.renderer.height).contains(rect)
        pilot.release(middle)
        pilot.run_frames(2)
        assert hud.tooltip.button is None and not hovered_widgets(pilot)
        assert pilot.app.top is pilot.table and pilot.table.drawer.page is None, "a long press triggers no one"


def test_slightly_moving_finger_still_rests(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    hud = pilot.table.hud
    tool = icon_tools(hud)[-1]
    x, y = tool.rect.center
    pilot.press((x, y))
    for i in range(40):
        pilot.move((x + (STEADY_DISTANCE - 2 if i % 2 else 0.0), y))
    assert hud.tooltip.button is tool


def test_finger_on_pile_browses_it(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    pile = next(iter(pilot.table.model.browsable_piles()))
    where = pilot.pile_point(pile)
    pilot.hold_without_release(where)
    assert pilot.table.pile_browser.pile == pile
    pilot.release(where)
    pilot.run_until_idle()
    assert pilot.table.pile_browser.pile == pile
    assert pilot.table.match.game.ask is not None and pilot.open_choice.selected_cards == []


def test_resting_finger_on_house_rule_explains_it_without_change(tmp_path: Path) -> None:
    pilot, screen, _ = fingers_at_house_rules(tmp_path)
    before, row = screen.options, find_option_rows(screen)[2]
    place = pilot.centre_of(lambda one: one is row)
    pilot.hold_without_release(place)
    assert screen.explained_rule == row.option
    pilot.release(place)
    assert screen.options == before


# --- dragging ---------------------------------------------------------------------------------------------------------


def drag_up(pilot: FingerPilot, start: Pos, end: Pos) -> None:
    for i in range(1, 13):
        pilot.move((start[0] + (end[0] - start[0]) * i / 12, start[1] + (end[1] - start[1]) * i / 12))
    pilot.run_frames(20)


def test_pile_below_finger_takes_card_shown_over_another(tmp_path: Path) -> None:
    record = find_record("roped", lambda game: len(game.cards(Pile("slot"))) > 3, 4, 200)
    pilot = fingers_at_table(tmp_path, record, log="open")
    stage, control = pilot.table.model, pilot.table.hand_controller
    start, pile = pilot.card_point(stage.token_face(stage.grabbable_token_ids()[0])), Pile("aside")
    assert pile.kind in stage.layout.controls.drop_kinds_by_verb.values()
    pilot.press(start)
    drag_up(pilot, start, pilot.pile_point(pile))
    assert control.drop_target() == pile


def test_cards_of_hand_are_put_in_order_by_finger(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    stage = pilot.table.model
    keys = sorted(stage.grabbable_token_ids(), key=lambda k: stage.rest_pose(k).x)
    row = [key for key in keys if stage.pile_of(key).kind == "hand"]
    first, last = pilot.card_point(stage.token_face(row[0])), stage.rest_pose(row[-1])
    pilot.swipe(first, (last.x + 30, last.y))
    pilot.run_frames(40)
    assert stage.rest_pose(row[0]).x > stage.rest_pose(row[-1]).x


def fingers_at_narrow_hand(folder: Path) -> FingerPilot:
    """Return a finger pilot at a hand whose cards show less than 44 pixels of their width."""
    return fingers_at_table(folder, find_record("big_two", has_playable_and_unplayable), (960, 540))


def test_finger_chooses_among_narrow_cards_by_sliding(tmp_path: Path) -> None:
    pilot = fingers_at_narrow_hand(tmp_path)
    stage = pilot.table.model
    row = stage.hand_row(stage.grabbable_token_ids()[0])
    cards = [stage.token_face(key) for key in row]
    start, end = pilot.card_point(cards[2]), pilot.card_point(cards[6])
    assert end[0] - start[0] < 4 * 44 / stage.canvas.ui_scale / pilot.table.renderer.scale
    pilot.press(start)
    for i in range(1, 13):
        pilot.move((start[0] + (end[0] - start[0]) * i / 12, start[1]))
        assert pilot.table.hand_controller.hovered_token_id in row and pilot.card_drag is None
    assert pilot.table.hand_controller.hovered_token_id == row[6], "the card below the finger rises"
    pilot.run_frames(12)
    rest = stage.rest_pose(row[6])
    top = stage.hand.raised_and_hovered_pose(row[6], rest).y - rest.height / 2
    assert start[1] - top > 40, "the index of the raised card is above the finger"
    pilot.release((end[0], start[1]))
    assert (
        pilot.open_choice.selected_cards == [cards[6]] and stage.hand_row(row[0]) == row and not hovered_widgets(pilot)
    )


def test_finger_sliding_off_narrow_cards_chooses_none(tmp_path: Path) -> None:
    pilot = fingers_at_narrow_hand(tmp_path)
    stage = pilot.table.model
    row = stage.hand_row(stage.grabbable_token_ids()[0])
    start = pilot.card_point(stage.token_face(row[2]))
    pilot.swipe(start, (10.0, start[1]))
    assert pilot.open_choice.selected_cards == [] and stage.hand_row(row[0]) == row


def test_narrow_card_is_pulled_out_after_sliding(tmp_path: Path) -> None:
    pilot = fingers_at_narrow_hand(tmp_path)
    stage = pilot.table.model
    row = stage.hand_row(stage.grabbable_token_ids()[0])
    start, end = pilot.card_point(stage.token_face(row[2])), pilot.card_point(stage.token_face(row[5]))
    pilot.press(start)
    drag_up(pilot, start, (end[0], start[1]))
    drag_up(pilot, (end[0], start[1]), (end[0], start[1] - 250))
    drag = pilot.card_drag
    assert drag is not None and drag.token_ids == [row[5]]


def test_selected_narrow_card_is_dragged_along_its_row(tmp_path: Path) -> None:
    pilot = fingers_at_narrow_hand(tmp_path)
    stage = pilot.table.model
    key = stage.hand_row(stage.grabbable_token_ids()[0])[5]
    pilot.tap(pilot.card_point(stage.token_face(key)))
    pilot.step(elapsed_ms=500)
    assert pilot.open_choice.selected_cards == [stage.token_face(key)]
    start = pilot.card_point(stage.token_face(key))
    pilot.press(start)
    drag_up(pilot, start, (start[0] - 250, start[1] - 20))
    drag = pilot.card_drag
    assert drag is not None and drag.token_ids == [key]


@pytest.mark.parametrize("way", ["focus", "lifted outside", "hidden"])
def test_lost_finger_loses_nothing(way: str, tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    before = list(pilot.table.match.record.moves)
    card, _ = playable_and_unplayable_card(pilot)
    pilot.tap(pilot.card_point(card))
    start, end = pilot.card_point(card), pilot.pile_point(pile_for_drop(pilot.table.match.game))
    pilot.step(elapsed_ms=500)
    pilot.press(start)
    drag_up(pilot, start, end)
    assert pilot.card_drag is not None
    if way == "lifted outside":
        pilot.step(pilot.finger_up_events(end, reaches_window=False))
    else:
        pilot.step([pygame.Event(pygame.WINDOWFOCUSLOST if way == "focus" else pygame.WINDOWMINIMIZED)])
        if way == "hidden":
            pilot.step([pygame.Event(pygame.WINDOWRESTORED)])
    assert pilot.card_drag is None and not pilot.table.hand_controller.is_pressed
    if way != "lifted outside":
        pilot.move(end)
        pilot.release(end)
    pilot.run_frames(40)
    assert is_at_rest(pilot.table, card) and pilot.open_choice.selected_cards == [card]
    assert pilot.table.match.record.moves == before and not hovered_widgets(pilot)
    pilot.tap(pilot.card_point(card))
    assert pilot.open_choice.selected_cards == [], "the next tap works as usual"


def test_finger_lost_before_moving_presses_nothing(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    card, _ = playable_and_unplayable_card(pilot)
    at = pilot.card_point(card)
    pilot.press(at)
    pilot.step([pygame.Event(pygame.WINDOWFOCUSLOST)])
    pilot.release(at)
    assert pilot.open_choice.selected_cards == [] and not hovered_widgets(pilot)


# --- scrolling --------------------------------------------------------------------------------------------------------


def test_list_follows_finger_without_presses(tmp_path: Path) -> None:
    pilot, screen, panel = fingers_at_house_rules(tmp_path)
    before, explained = screen.options, screen.explained_rule
    for across in (120.0, panel.rect.width - 60.0):  # starting on names and on values
        for row in find_option_rows(screen)[1:7]:
            panel.scroll(-5000)
            start = (panel.rect.left + across, panel.rect.top + min(row.rect.centery, panel.rect.height - 20))
            assert screen.can_scroll_at(Point(*start))
            pilot.swipe(start, (start[0], start[1] - 100))
            assert panel.offset == pytest.approx(100, abs=1.5)
    assert screen.options == before and screen.explained_rule == explained and not hovered_widgets(pilot)


def test_list_keeps_scrolling_until_touched(tmp_path: Path) -> None:
    pilot, screen, scroll = fingers_at_house_rules(tmp_path)
    before = screen.options
    x, y = scroll.rect.left + 120, scroll.rect.centery

    def flick() -> None:
        scroll.scroll(-5000)
        pilot.press((x, y))
        for i in range(1, 6):
            pilot.move((x, y - 12 * i))
        pilot.release((x, y - 60))

    flick()
    lifted = scroll.offset
    pilot.run_frames(10)
    assert lifted == pytest.approx(60, abs=1.5) and scroll.offset > lifted + 40
    pilot.run_frames(200)
    rest = scroll.offset
    pilot.run_frames(30)
    assert scroll.offset == rest
    flick()
    pilot.run_frames(3)
    held = scroll.offset
    pilot.tap((x, y))
    pilot.run_frames(20)
    assert held <= scroll.offset < held + 30 < rest
    assert screen.options == before


def test_with_reduced_motion_list_stops_with_finger(tmp_path: Path) -> None:
    pilot, _, scroll = fingers_at_house_rules(tmp_path, reduced_motion=True)
    x, y = scroll.rect.left + 120, scroll.rect.centery
    pilot.press((x, y))
    for i in range(1, 6):
        pilot.move((x, y - 12 * i))
    pilot.release((x, y - 60))
    pilot.run_frames(30)
    assert scroll.offset == pytest.approx(60, abs=1.5)


def test_rules_are_read_by_finger(tmp_path: Path) -> None:
    pilot = fingers_at(tmp_path, RulesPage("gurch"))
    page = next(one for one in pilot.screen.root.children if isinstance(one, RulesPageView))
    pilot.run_frames(60)
    before = page.offset
    pilot.swipe(page.rect.center, (page.rect.centerx, page.rect.centery - 200))
    assert page.offset == pytest.approx(before + 200, abs=1.5)


def test_screen_larger_than_window_follows_finger_from_anywhere(tmp_path: Path) -> None:
    write_settings(tmp_path, ui_scale="200")
    pilot = FingerPilot(tmp_path)
    pilot.app.go(Home())
    pressed: list[int] = []
    buttons = [DialogButton(str(i), lambda: pressed.append(1)) for i in range(12)]
    menu = Dialog(pilot.app, "Menu", (), buttons, is_stacked=True)
    pilot.app.open(menu)
    assert menu.pan.max_offset[1] > 100
    x, y = pilot.centre_of(lambda one: getattr(one, "label", "") == "4")
    pilot.swipe((x, y), (x, y - 90))
    assert menu.pan.y == pytest.approx(90, abs=1.5) and pilot.app.top is menu and not pressed


@pytest.mark.parametrize("ui_scale", ["100", "150"])
def test_log_follows_finger(ui_scale: str, tmp_path: Path) -> None:
    record = find_record("palacio", lambda game: not game.history and not game.cards(Pile("stock")), 2, 120)
    pilot = fingers_at_table(tmp_path, record, log="open", ui_scale=ui_scale)
    table = pilot.table
    by = table.drawer.renderer.scale / table.renderer.scale
    x, y = table.log.area.centerx * by, table.log.area.centery * by
    pilot.swipe((x, y), (x, y + 150))
    assert table.log.scroll_offset * by == pytest.approx(150, abs=2.5)
    assert table.hand_controller.drag is None and not hovered_widgets(pilot)


# --- typing -----------------------------------------------------------------------------------------------------------


def fingers_in_field(folder: Path) -> FingerPilot:
    """Return a finger pilot that has tapped the text field of the name."""
    write_settings(folder)
    pilot = FingerPilot(folder)
    pilot.app.go(Seating("roped"))
    pilot.run_frames(2)
    pilot.tap(pilot.centre_of(lambda one: isinstance(one, TextField)))
    pilot.run_frames(2)
    assert isinstance(pilot.screen, OnScreenKeyboard)
    return pilot


def test_name_is_written_by_finger(tmp_path: Path) -> None:
    pilot = fingers_in_field(tmp_path)
    for letter in "Zé":
        pilot.tap_any_label(letter)
    pilot.tap_any_label(pilot.app.words("app.button.done"))
    assert isinstance(pilot.screen, SeatingScreen) and pilot.app.settings.name == "Zé"


def test_on_screen_keyboard_makes_way_for_keyboard(tmp_path: Path) -> None:
    pilot = fingers_in_field(tmp_path)
    pilot.app.step(FRAME_MS, [pygame.Event(pygame.TEXTINPUT, text="B")])
    assert isinstance(pilot.screen, SeatingScreen)
    for event in (
        pygame.Event(pygame.TEXTINPUT, text="o"),
        pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0),
    ):
        pilot.app.step(FRAME_MS, [event])
    assert pilot.app.settings.name == "Bo"


# --- after touching ---------------------------------------------------------------------------------------------------


def test_nothing_glows_after_touch(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    hud = pilot.table.hud
    pilot.tap(tool(hud, "sort").rect.center)
    pilot.run_until_idle()
    assert not hovered_widgets(pilot)
    pilot.tap(tool(hud, "menu").rect.center)
    pilot.run_frames(30)
    assert isinstance(pilot.app.top, Dialog)
    assert not tool(hud, "menu").hovered and not hovered_widgets(pilot), "the button that opened a dialog isn't hovered"


def test_message_button_does_not_glow_after_touch(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    undone: list[bool] = []
    pilot.app.show_toast("app.sound.on", "sound", lambda: undone.append(True))
    toast = pilot.app.toast
    pilot.app.finish_animations()
    assert toast is not None
    middle = toast._button.rect.center
    by = pilot.app.renderer.scale / pilot.table.renderer.scale
    pilot.hold_without_release((middle[0] * by, middle[1] * by), 700)
    assert toast._button.hovered
    pilot.release((middle[0] * by, middle[1] * by))
    assert not toast._button.hovered and not undone


def test_no_name_appears_after_tap(tmp_path: Path) -> None:
    pilot = fingers_at(tmp_path, SettingsPage())
    back = next(one for one in pilot.screen.root.focus_order() if isinstance(one, IconButton))
    pilot.press(back.rect.center)
    pilot.move((back.rect.centerx, back.rect.centery + 200))
    pilot.release((back.rect.centerx, back.rect.centery + 200))
    pilot.step(elapsed_ms=2000)
    pilot.run_frames(3)
    assert pilot.screen.root.tooltip.button is None


def test_pointer_is_drawn_only_while_mouse_is_used(tmp_path: Path) -> None:
    pilot = fingers_playing(tmp_path)
    pygame.mouse.set_visible(True)
    pilot.tap(FELT_POINT)
    assert not pygame.mouse.get_visible() and pilot.app.input_router.touch.used_last
    still = pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    pilot.app.step(FRAME_MS, [still])
    assert not pygame.mouse.get_visible(), "an event without motion shows no pointer"
    pilot.app.step(FRAME_MS, [pygame.Event(pygame.MOUSEMOTION, pos=(9, 5), rel=(4, 0), buttons=(0, 0, 0), touch=False)])
    assert pygame.mouse.get_visible() and not pilot.app.input_router.touch.used_last


# --- whole program ----------------------------------------------------------------------------------------------------


def test_fingers_alone_use_settings_rules_and_lesson(tmp_path: Path) -> None:
    player = device_play.open_home("touch", tmp_path)
    device_play.change_setting(player)
    assert device_play.read_rules(player) > 3
    assert device_play.follow_lesson(player, next(iter(GAMES))) > 5
    assert isinstance(player.pilot.app.top, HomeScreen)


@pytest.mark.parametrize("slug", GAMES)
def test_fingers_alone_begin_match(slug: str, tmp_path: Path) -> None:
    """``python -m tests.device_play touch`` plays whole matches."""
    player = device_play.open_home("touch", tmp_path)
    device_play.change_house_rule(player, slug)
    assert device_play.play_match(player, slug, ANSWER_COUNT) == ANSWER_COUNT
