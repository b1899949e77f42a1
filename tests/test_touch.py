"""Fingers do all that a mouse does: every test touches the real program with the events that SDL sends."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move, Pile
from engine.profile.storage import Profile
from scenes.home.home import HomeScreen
from scenes.look.widgets import IconButton, Scroll, Segmented, TextField
from scenes.look.widgets.key_hint import hint_width, is_hinted
from scenes.rules.house_rules import HouseRulesScreen
from scenes.seating.seating import SeatingScreen
from scenes.selftest.finger_pilot import Point
from scenes.selftest.pilot import FRAME
from scenes.shell.destinations import Home, HouseRulesPage, Resume, RulesPage, Seating, SettingsPage
from scenes.shell.dialog import Dialog, DialogButton
from scenes.shell.letters import LetterBoard
from scenes.shell.options_panel import OptionsPanel
from scenes.shell.screen import Screen
from scenes.shell.touch import LONG_PRESS, STEADY
from scenes.table.goal import GoalDialog
from scenes.table.table import Table
from tests import touch
from tests.support.at_table import FELT, at_home, choosing, drop_pile, good_and_bad, settings
from tests.support.fingers import FingerPilot
from tests.support.records import record_where

ANSWERS = 5
"""Number of the player's answers in the short form of a match."""
SHORT = LONG_PRESS - 3 * FRAME


def at(folder: Path, record: Record, size: tuple[int, int] = (1280, 720), **values: object) -> FingerPilot:
    """Fingers at the table of this match."""
    settings(folder, **values)
    Profile(folder).save_match(record)
    pilot = FingerPilot(folder, size)
    pilot.app.go(Resume())
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    pilot.rest()
    return pilot


def playing(folder: Path, **values: object) -> FingerPilot:
    return at(folder, record_where("palacio", choosing), (1280, 720), **values)


def in_house_rules(folder: Path, **values: object) -> tuple[FingerPilot, HouseRulesScreen, OptionsPanel]:
    """Fingers at house rules, which are a list that scrolls."""
    settings(folder, ui_scale="150", **values)
    pilot = FingerPilot(folder)
    pilot.app.go(Home())
    pilot.app.open(HouseRulesPage("palacio"))
    screen = pilot.app.top
    assert isinstance(screen, HouseRulesScreen) and screen.panel is not None and screen.panel.furthest > 250
    return pilot, screen, screen.panel


def test_signs_of_keys_are_left_out_while_a_finger_is_used_and_nothing_moves_below_it(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    look, hud = pilot.table.look, pilot.table.hud
    places = [(type(one), tuple(one.rect)) for one in hud.widgets()]
    assert is_hinted(look, "Enter") and hint_width(look, "Enter") > 0
    pilot.tap(FELT)
    assert not is_hinted(look, "Enter") and hint_width(look, "Enter") == 0 < hint_width(look, "Enter", always=True)
    assert [(type(one), tuple(one.rect)) for one in hud.widgets()] == places
    moved = pygame.Event(pygame.MOUSEMOTION, pos=(640, 300), rel=(9, 9), buttons=(0, 0, 0), touch=False)
    pilot.app.step(FRAME, [moved])
    assert is_hinted(pilot.table.look, "Enter")


def hovered(pilot: FingerPilot) -> list[object]:
    """All that believes that a pointer is on it."""
    found: list[object] = []
    for scene in pilot.app.stack:
        if isinstance(scene, Screen):
            found += [one for one in scene.group.order() if one.hovered]
        elif isinstance(scene, Table):
            found += [one for one in scene.hud.widgets() if one.hovered]
            found += [scene.log] if scene.log.hovered else []
            found += [scene.control.hovered] if scene.control.hovered is not None else []
    return found


# --- taps -------------------------------------------------------------------------------------------------------------


def test_a_tap_is_one_press_and_not_two(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    card, _ = good_and_bad(pilot)
    pilot.tap(pilot.where(card))
    assert pilot.choice.selected == [card]
    pilot.step(dt=500)
    pilot.tap(pilot.where(card))
    assert pilot.choice.selected == []


def test_a_card_that_is_tapped_twice_in_quick_succession_is_played(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    moves = len(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    for _ in range(2):
        pilot.tap(pilot.where(card))
    assert pilot.table.match.record.moves[moves] == Move(0, "play", (card,))


def test_a_chosen_card_is_played_by_its_button(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    moves = len(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    pilot.tap(pilot.where(card))
    pilot.steps(2)
    pilot.tap(pilot.button(Move(0, "play", (card,))))
    assert pilot.table.match.record.moves[moves] == Move(0, "play", (card,))


def test_a_setting_is_changed_by_a_tap(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = FingerPilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.open(SettingsPage())
    row, value = pilot.choose_value(lambda row: isinstance(row.control, Segmented) and len(row.control.labels) == 2)
    assert getattr(pilot.app.settings, row.choice.name) == value


def test_a_second_finger_presses_nothing_and_lets_nothing_go(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    card, other = good_and_bad(pilot)
    at, there = pilot.where(card), pilot.where(other)
    pilot.press(at)
    pilot.step([*pilot.finger_down(there, 1), *pilot.finger_motion(FELT, 1)])
    for i in range(1, 9):
        pilot.move((at[0], at[1] - 20.0 * i))
    pilot.step(pilot.finger_up(FELT, 1))
    assert pilot.table.control.drag is not None and pilot.table.control.drag.cards == [card]
    pilot.step(pilot.finger_down(there, 2))
    pilot.release(FELT)
    assert pilot.table.control.drag is None
    pilot.step(pilot.finger_up(there, 2))
    pilot.steps(40)
    assert pilot.choice.selected == [] and at_home(pilot.table, card)


def test_what_opens_below_a_finger_is_not_pressed(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    pressed: list[str] = []
    dialog = Dialog(pilot.app, "?", (), [DialogButton("Yes", lambda: pressed.append("yes"))])
    pilot.app.open(dialog)
    button = dialog.group.order()[0].rect.center
    pilot.app.close(dialog)
    by = dialog.look.scale / pilot.table.look.scale
    pilot.press((button[0] * by, button[1] * by))
    pilot.app.open(dialog)
    pilot.release(button)
    assert pilot.app.top is dialog and not pressed
    pilot.tap(button)
    assert pressed == ["yes"]


# --- resting ----------------------------------------------------------------------------------------------------------


def test_a_finger_that_rests_chooses_nothing(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    card, _ = good_and_bad(pilot)
    pilot.hold(pilot.where(card))
    pilot.release(pilot.where(card))
    assert pilot.choice.selected == [] and not hovered(pilot)


def test_a_shorter_press_is_a_tap(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    card, _ = good_and_bad(pilot)
    pilot.hold(pilot.where(card), SHORT)
    pilot.release(pilot.where(card))
    assert pilot.choice.selected == [card]


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (2560, 1440)])
def test_a_finger_on_a_tool_reads_its_name_beside_the_finger(size: tuple[int, int], tmp_path: Path) -> None:
    pilot = at(tmp_path, record_where("palacio", choosing), size)
    hud = pilot.table.hud
    by = hud.look.scale / pilot.table.look.scale
    for tool in hud.tools.icons:
        middle = (tool.rect.centerx * by, tool.rect.centery * by)
        pilot.hold(middle, SHORT)
        assert hud.tip.shown is None, "a tap shows nothing"
        pilot.steps(4)
        assert hud.tip.shown is tool
        rect = hud.tip.rect(hud.look)
        finger = pygame.FRect(0, 0, 56, 56)
        finger.center = tool.rect.center
        assert not rect.colliderect(finger), tool.name
        assert pygame.FRect(0, 0, hud.look.width, hud.look.height).contains(rect)
        pilot.release(middle)
        pilot.steps(2)
        assert hud.tip.shown is None and not hovered(pilot)
        assert pilot.app.top is pilot.table and pilot.table.drawer.page is None, "nothing was pressed"


def test_a_finger_that_wanders_a_little_still_rests(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    hud = pilot.table.hud
    tool = hud.tools.icons[-1]
    x, y = tool.rect.center
    pilot.press((x, y))
    for i in range(40):
        pilot.move((x + (STEADY - 2 if i % 2 else 0.0), y))
    assert hud.tip.shown is tool


def test_a_finger_on_a_pile_looks_through_it(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    pile = next(iter(pilot.table.stage.looked_through()))
    where = pilot.where_pile(pile)
    pilot.hold(where)
    assert pilot.table.pile_view.pile == pile
    pilot.release(where)
    pilot.rest()
    assert pilot.table.pile_view.pile == pile
    assert pilot.table.match.game.ask is not None and pilot.choice.selected == []


def test_a_finger_that_rests_on_a_house_rule_reads_it_and_changes_nothing(tmp_path: Path) -> None:
    pilot, screen, panel = in_house_rules(tmp_path)
    before, row = screen.options, panel.rows[2]
    place = pilot.place_of(lambda one: one is row)
    pilot.hold(place)
    assert screen.explained == row.choice
    pilot.release(place)
    assert screen.options == before


# --- dragging ---------------------------------------------------------------------------------------------------------


def drag_up(pilot: FingerPilot, at: Point, end: Point) -> None:
    for i in range(1, 13):
        pilot.move((at[0] + (end[0] - at[0]) * i / 12, at[1] + (end[1] - at[1]) * i / 12))
    pilot.steps(20)


def test_a_dragged_card_is_seen_above_the_finger_and_falls_where_it_is_seen(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    moves = len(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    pile = drop_pile(pilot.table.match.game)
    x, y = pilot.where_pile(pile)
    start = pilot.where(card)
    pilot.press(start)
    drag_up(pilot, start, (x, y + 100))
    drag = pilot.table.control.drag
    assert drag is not None and drag.pose.y + drag.pose.height / 2 < y + 100
    assert pilot.table.control.target() == pile
    pilot.release((x, y + 100))
    assert pilot.table.match.record.moves[moves] == Move(0, "play", (card,))


def test_a_finger_on_a_pile_drops_there(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    moves = len(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    pilot.swipe(pilot.where(card), pilot.where_pile(drop_pile(pilot.table.match.game)))
    assert pilot.table.match.record.moves[moves] == Move(0, "play", (card,))


def test_the_pile_below_the_finger_takes_the_card_even_if_the_card_is_seen_on_another(tmp_path: Path) -> None:
    record = record_where("roped", lambda game: len(game.cards(Pile("slot"))) > 3, 4, 200)
    pilot = at(tmp_path, record, log="open")
    stage, control = pilot.table.stage, pilot.table.control
    start, pile = pilot.where(stage.card(stage.own_keys()[0])), Pile("aside")
    assert pile.kind in stage.layout.drops.values()
    pilot.press(start)
    drag_up(pilot, start, pilot.where_pile(pile))
    assert control.target() == pile


def test_a_card_is_also_dragged_after_a_rest(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    moves = len(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    start, end = pilot.where(card), pilot.where_pile(drop_pile(pilot.table.match.game))
    pilot.hold(start)
    drag_up(pilot, start, end)
    pilot.release(end)
    assert pilot.table.match.record.moves[moves] == Move(0, "play", (card,))


def test_cards_of_the_hand_are_put_in_order_by_finger(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    stage = pilot.table.stage
    keys = sorted(stage.hand_keys() if hasattr(stage, "hand_keys") else stage.own_keys(), key=lambda k: stage.rest(k).x)
    row = [key for key in keys if stage.pile_of(key).kind == "hand"]
    first, last = pilot.where(stage.card(row[0])), stage.rest(row[-1])
    pilot.swipe(first, (last.x + 30, last.y))
    pilot.steps(40)
    assert stage.rest(row[0]).x > stage.rest(row[-1]).x


def narrow(folder: Path) -> FingerPilot:
    """Fingers at a hand whose cards show less than 44 pixels of their width."""
    return at(folder, record_where("big_two", choosing), (960, 540))


def test_a_finger_chooses_among_narrow_cards_by_sliding(tmp_path: Path) -> None:
    pilot = narrow(tmp_path)
    stage = pilot.table.stage
    row = stage.row(stage.own_keys()[0])
    cards = [stage.card(key) for key in row]
    start, end = pilot.where(cards[2]), pilot.where(cards[6])
    assert end[0] - start[0] < 4 * 44 / stage.canvas.ui / pilot.table.look.scale
    pilot.press(start)
    for i in range(1, 13):
        pilot.move((start[0] + (end[0] - start[0]) * i / 12, start[1]))
        assert pilot.table.control.hovered in row and pilot.table.control.drag is None
    assert pilot.table.control.hovered == row[6], "the card below the finger is the one that rises"
    pilot.steps(12)
    rest = stage.rest(row[6])
    top = stage.hand.raised(row[6], rest).y - rest.height / 2
    assert start[1] - top > 40, "and its index is seen above the finger"
    pilot.release((end[0], start[1]))
    assert pilot.choice.selected == [cards[6]] and stage.row(row[0]) == row and not hovered(pilot)


def test_a_finger_that_slides_off_narrow_cards_chooses_none(tmp_path: Path) -> None:
    pilot = narrow(tmp_path)
    stage = pilot.table.stage
    row = stage.row(stage.own_keys()[0])
    start = pilot.where(stage.card(row[2]))
    pilot.swipe(start, (10.0, start[1]))
    assert pilot.choice.selected == [] and stage.row(row[0]) == row


def test_a_narrow_card_is_pulled_out_after_sliding(tmp_path: Path) -> None:
    pilot = narrow(tmp_path)
    stage = pilot.table.stage
    row = stage.row(stage.own_keys()[0])
    start, end = pilot.where(stage.card(row[2])), pilot.where(stage.card(row[5]))
    pilot.press(start)
    drag_up(pilot, start, (end[0], start[1]))
    drag_up(pilot, (end[0], start[1]), (end[0], start[1] - 250))
    drag = pilot.table.control.drag
    assert drag is not None and drag.keys == [row[5]]


@pytest.mark.parametrize("way", ["focus", "lifted outside", "hidden"])
def test_a_lost_finger_loses_nothing(way: str, tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    before = list(pilot.table.match.record.moves)
    card, _ = good_and_bad(pilot)
    pilot.tap(pilot.where(card))
    start, end = pilot.where(card), pilot.where_pile(drop_pile(pilot.table.match.game))
    pilot.step(dt=500)
    pilot.press(start)
    drag_up(pilot, start, end)
    assert pilot.table.control.drag is not None
    if way == "lifted outside":
        pilot.step(pilot.finger_up(end, heard=False))
    else:
        pilot.step([pygame.Event(pygame.WINDOWFOCUSLOST if way == "focus" else pygame.WINDOWMINIMIZED)])
        if way == "hidden":
            pilot.step([pygame.Event(pygame.WINDOWRESTORED)])
    assert pilot.table.control.drag is None and not pilot.table.control.pressing
    if way != "lifted outside":
        pilot.move(end)
        pilot.release(end)
    pilot.steps(40)
    assert at_home(pilot.table, card) and pilot.choice.selected == [card]
    assert pilot.table.match.record.moves == before and not hovered(pilot)
    pilot.tap(pilot.where(card))
    assert pilot.choice.selected == [], "the next finger is a new one"


def test_a_finger_that_was_lost_before_it_moved_presses_nothing(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    card, _ = good_and_bad(pilot)
    at = pilot.where(card)
    pilot.press(at)
    pilot.step([pygame.Event(pygame.WINDOWFOCUSLOST)])
    pilot.release(at)
    assert pilot.choice.selected == [] and not hovered(pilot)


# --- scrolling --------------------------------------------------------------------------------------------------------


def test_a_list_follows_the_finger_and_nothing_in_it_is_pressed(tmp_path: Path) -> None:
    pilot, screen, panel = in_house_rules(tmp_path)
    before, explained = screen.options, screen.explained
    for across in (120.0, panel.rect.width - 60.0):  # from names and from values
        for row in panel.rows[1:7]:
            assert screen.panel is panel
            panel.scroll(-5000)
            start = (panel.rect.left + across, panel.rect.top + min(row.rect.centery, panel.rect.height - 20))
            assert screen.scrolls_at(start)
            pilot.swipe(start, (start[0], start[1] - 100))
            assert panel.offset == pytest.approx(100, abs=1.5)
    assert screen.options == before and screen.explained == explained and not hovered(pilot)


def test_a_list_scrolls_on_and_a_touch_stops_it(tmp_path: Path) -> None:
    pilot, screen, scroll = in_house_rules(tmp_path)
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
    pilot.steps(10)
    assert lifted == pytest.approx(60, abs=1.5) and scroll.offset > lifted + 40
    pilot.steps(200)
    rest = scroll.offset
    pilot.steps(30)
    assert scroll.offset == rest
    flick()
    pilot.steps(3)
    held = scroll.offset
    pilot.tap((x, y))
    pilot.steps(20)
    assert held <= scroll.offset < held + 30 < rest
    assert screen.options == before


def test_with_reduced_motion_a_list_stops_with_the_finger(tmp_path: Path) -> None:
    pilot, _, scroll = in_house_rules(tmp_path, reduced_motion=True)
    x, y = scroll.rect.left + 120, scroll.rect.centery
    pilot.press((x, y))
    for i in range(1, 6):
        pilot.move((x, y - 12 * i))
    pilot.release((x, y - 60))
    pilot.steps(30)
    assert scroll.offset == pytest.approx(60, abs=1.5)


def test_rules_are_read_by_finger(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = FingerPilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.open(RulesPage("gurch"))
    page = next(one for one in pilot.screen.group.children if type(one).__name__ == "PageView" or hasattr(one, "aim"))
    assert isinstance(page, Scroll)
    pilot.steps(60)
    before = page.offset
    pilot.swipe(page.rect.center, (page.rect.centerx, page.rect.centery - 200))
    assert page.offset == pytest.approx(before + 200, abs=1.5)


def test_a_screen_larger_than_the_window_follows_the_finger_from_anywhere(tmp_path: Path) -> None:
    settings(tmp_path, ui_scale="200")
    pilot = FingerPilot(tmp_path)
    pilot.app.go(Home())
    pressed: list[int] = []
    buttons = [DialogButton(str(i), lambda: pressed.append(1)) for i in range(12)]
    menu = Dialog(pilot.app, "Menu", (), buttons, column=True)
    pilot.app.open(menu)
    assert menu.pan.furthest[1] > 100
    x, y = pilot.place_of(lambda one: getattr(one, "label", "") == "4")
    pilot.swipe((x, y), (x, y - 90))
    assert menu.pan.y == pytest.approx(90, abs=1.5) and pilot.app.top is menu and not pressed


@pytest.mark.parametrize("ui_scale", ["100", "150"])
def test_the_log_follows_the_finger(ui_scale: str, tmp_path: Path) -> None:
    record = record_where("palacio", lambda game: not game.history and not game.cards(Pile("stock")), 2, 120)
    pilot = at(tmp_path, record, log="open", ui_scale=ui_scale)
    table = pilot.table
    by = table.drawer.look.scale / table.look.scale
    x, y = table.log.area.centerx * by, table.log.area.centery * by
    pilot.swipe((x, y), (x, y + 150))
    assert table.log.up * by == pytest.approx(150, abs=2.5)
    assert table.control.drag is None and not hovered(pilot)


# --- writing ----------------------------------------------------------------------------------------------------------


def writing(folder: Path) -> FingerPilot:
    """Fingers that have tapped the field of the name."""
    settings(folder)
    pilot = FingerPilot(folder)
    pilot.app.go(Seating("roped"))
    pilot.steps(2)
    pilot.tap(pilot.place_of(lambda one: isinstance(one, TextField)))
    pilot.steps(2)
    assert isinstance(pilot.screen, LetterBoard)
    return pilot


def test_a_name_is_written_by_finger(tmp_path: Path) -> None:
    pilot = writing(tmp_path)
    for letter in "Zé":
        pilot.tap_label(letter)
    pilot.tap_label(pilot.app.words("app.button.done"))
    assert isinstance(pilot.screen, SeatingScreen) and pilot.app.settings.name == "Zé"


def test_the_board_makes_way_for_a_keyboard(tmp_path: Path) -> None:
    pilot = writing(tmp_path)
    pilot.app.step(FRAME, [pygame.Event(pygame.TEXTINPUT, text="B")])
    assert isinstance(pilot.screen, SeatingScreen)
    for event in (
        pygame.Event(pygame.TEXTINPUT, text="o"),
        pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0),
    ):
        pilot.app.step(FRAME, [event])
    assert pilot.app.settings.name == "Bo"


# --- afterwards -------------------------------------------------------------------------------------------------------


def test_nothing_glows_after_a_touch(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    hud = pilot.table.hud
    pilot.tap(hud.tools.sort.rect.center)
    pilot.rest()
    assert not hovered(pilot)
    pilot.tap(hud.tools.menu.rect.center)
    pilot.steps(30)
    assert isinstance(pilot.app.top, Dialog)
    assert not hud.tools.menu.hovered and not hovered(pilot), "what opened a dialog doesn't glow below it, either"


def test_the_button_of_a_message_does_not_glow_after_a_touch(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    undone: list[bool] = []
    pilot.app.tell("app.sound.on", "sound", lambda: undone.append(True))
    toast = pilot.app.toast
    pilot.app.finish()
    assert toast is not None
    middle = toast._button.rect.center
    by = pilot.app.look.scale / pilot.table.look.scale
    pilot.hold((middle[0] * by, middle[1] * by), 700)
    assert toast._button.hovered
    pilot.release((middle[0] * by, middle[1] * by))
    assert not toast._button.hovered and not undone


def test_no_name_appears_after_a_tap(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = FingerPilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.open(SettingsPage())
    back = next(one for one in pilot.screen.group.order() if isinstance(one, IconButton))
    pilot.press(back.rect.center)
    pilot.move((back.rect.centerx, back.rect.centery + 200))
    pilot.release((back.rect.centerx, back.rect.centery + 200))
    pilot.step(dt=2000)
    pilot.steps(3)
    assert pilot.screen.tip.shown is None


def test_the_pointer_is_drawn_only_while_a_mouse_is_used(tmp_path: Path) -> None:
    pilot = playing(tmp_path)
    pygame.mouse.set_visible(True)
    pilot.tap(FELT)
    assert not pygame.mouse.get_visible() and pilot.app.touch.used
    still = pygame.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0), touch=False)
    pilot.app.step(FRAME, [still])
    assert not pygame.mouse.get_visible(), "nobody moved it"
    pilot.app.step(FRAME, [pygame.Event(pygame.MOUSEMOTION, pos=(9, 5), rel=(4, 0), buttons=(0, 0, 0), touch=False)])
    assert pygame.mouse.get_visible() and not pilot.app.touch.used


# --- from the first screen to the result ------------------------------------------------------------------------------


def test_settings_rules_and_a_lesson_by_fingers_alone(tmp_path: Path) -> None:
    pilot = touch.at_home(tmp_path)
    touch.change_a_setting(pilot)
    assert touch.read_the_rules(pilot) > 3
    assert touch.follow_a_lesson(pilot, next(iter(GAMES))) > 5
    touch.expect(pilot, HomeScreen)


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_is_begun_by_fingers_alone(slug: str, tmp_path: Path) -> None:
    """The whole matches: ``python -m tests.touch``."""
    pilot = touch.at_home(tmp_path)
    touch.change_a_house_rule(pilot, slug)
    assert touch.play_a_match(pilot, ANSWERS) == ANSWERS
