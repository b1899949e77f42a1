"""Gamepads: keys for buttons, sticks, repetition, several pads, plugging in and out. The tests set the time."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from scenes.app import App
from scenes.selftest import gamepad_pilot as pads
from scenes.selftest.gamepad_pilot import A, B, axis_event, button_down_event, button_up_event
from scenes.shell.destinations import Home, MatchTable
from scenes.shell.dialog import Dialog
from scenes.shell.input.gamepad import DEAD_ZONE, RELEASE_ZONE, REPEAT_DELAY_MS, REPEAT_INTERVAL_MS, Gamepads, style_of
from scenes.ui.key_events import MENU_KEY
from tests.support.gamepads import GamepadPilot, VirtualGamepad, removed_event, sdl_events
from tests.support.records import new_record
from tests.support.tables import write_settings

SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


class WindowlessGamepads(Gamepads):
    """Gamepads without a window; ``shown`` records when the pointer is shown (True) or hidden."""

    def __init__(self) -> None:
        self.shown: list[bool] = []
        super().__init__(self.shown.append)


def pressed_keys(pad: Gamepads, *events: pygame.Event, elapsed_ms: float = 0.0, writing: bool = False) -> list[int]:
    return [one.key for one in pad.to_key_events(events, elapsed_ms, is_typing=writing) if one.type == pygame.KEYDOWN]


@pytest.mark.parametrize(
    ("button", "key", "mod"),
    [
        (pads.A, pygame.K_SPACE, 0),
        (pads.B, pygame.K_ESCAPE, 0),
        (pads.X, pygame.K_RETURN, CTRL),
        (pads.Y, pygame.K_h, 0),
        (pads.LB, pygame.K_TAB, SHIFT),
        (pads.RB, pygame.K_TAB, 0),
        (pads.VIEW_BUTTON, pygame.K_l, 0),
        (pads.MENU_BUTTON, MENU_KEY, 0),
        (pygame.CONTROLLER_BUTTON_LEFTSTICK, pygame.K_z, CTRL),
        (pads.LEFT, pygame.K_LEFT, 0),
        (pads.UP, pygame.K_UP, 0),
    ],
)
def test_gamepad_button_becomes_key(button: int, key: int, mod: int) -> None:
    pad = WindowlessGamepads()
    (event,) = pad.to_key_events([button_down_event(button), button_up_event(button)], 16.0)
    assert (event.type, event.key, bool(event.mod & mod) or not mod) == (pygame.KEYDOWN, key, True)
    assert pad.next_update_ms == math.inf, "no button is held"


def test_other_events_pass_and_joystick_events_do_not() -> None:
    motion = pygame.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 0), buttons=(0, 0, 0))
    noise = [pygame.Event(pygame.JOYBUTTONDOWN, button=0), pygame.Event(pygame.JOYAXISMOTION, axis=0, value=1.0)]
    assert WindowlessGamepads().to_key_events([*noise, motion], 16.0) == [motion]


def test_pointer_hides_until_mouse_moves() -> None:
    pad = WindowlessGamepads()
    still, moved = (pygame.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(by, 0), buttons=(0, 0, 0)) for by in (0, 3))
    pad.to_key_events([moved, button_down_event(A), button_down_event(A), still], 0.0)
    assert pad.shown == [False]
    pad.to_key_events([moved, moved], 0.0)
    assert pad.shown == [False, True]


# --- stick ------------------------------------------------------------------------------------------------------------


def test_stick_within_dead_zone_is_ignored() -> None:
    pad = WindowlessGamepads()
    for part in (0.1, -0.2, DEAD_ZONE - 0.01, 0.0, -DEAD_ZONE + 0.01):
        assert pad.to_key_events([axis_event(pads.STICK_X, part)], 16.0) == []
    assert pad.next_update_ms == math.inf and pad.last_used_style == ""


def test_stick_at_edge_of_dead_zone_does_not_stutter() -> None:
    pad = WindowlessGamepads()
    assert pressed_keys(pad, axis_event(pads.STICK_X, DEAD_ZONE + 0.01)) == [pygame.K_RIGHT]
    for part in (DEAD_ZONE - 0.02, DEAD_ZONE + 0.02, RELEASE_ZONE + 0.01, DEAD_ZONE + 0.05):
        assert pressed_keys(pad, axis_event(pads.STICK_X, part)) == [], "the stick still counts as held"
    assert pressed_keys(pad, axis_event(pads.STICK_X, RELEASE_ZONE - 0.01)) == [] and pad.next_update_ms == math.inf
    assert pressed_keys(pad, axis_event(pads.STICK_X, DEAD_ZONE - 0.01)) == [], (
        "a released stick must leave the dead zone again"
    )
    assert pressed_keys(pad, axis_event(pads.STICK_X, DEAD_ZONE + 0.01)) == [pygame.K_RIGHT]


def test_slanting_stick_keeps_direction() -> None:
    pad = WindowlessGamepads()
    assert pressed_keys(pad, axis_event(pads.STICK_Y, 0.8)) == [pygame.K_DOWN]
    assert pressed_keys(pad, axis_event(pads.STICK_X, 0.9)) == [], (
        "a slightly larger sideways value keeps the direction"
    )
    assert pressed_keys(pad, axis_event(pads.STICK_Y, 0.6)) == [pygame.K_RIGHT], (
        "a clearly larger sideways value changes the direction"
    )
    assert pressed_keys(pad, axis_event(pads.STICK_X, -0.9)) == [pygame.K_LEFT]


def test_stick_released_in_same_frame_is_not_held() -> None:
    pad = WindowlessGamepads()
    assert pressed_keys(pad, axis_event(pads.STICK_X, 0.9), axis_event(pads.STICK_X, 0.1)) == [pygame.K_RIGHT]
    assert pressed_keys(pad, elapsed_ms=1000) == []


# --- repetition -------------------------------------------------------------------------------------------------------


def repeat_counts(pad: Gamepads, times: Sequence[float]) -> list[int]:
    return [len(pressed_keys(pad, elapsed_ms=dt)) for dt in times]


@pytest.mark.parametrize("press", [button_down_event(pads.RIGHT), axis_event(pads.STICK_X, 1.0)])
def test_held_direction_is_repeated(press: pygame.Event) -> None:
    pad = WindowlessGamepads()
    assert pressed_keys(pad, press) == [pygame.K_RIGHT] and pad.next_update_ms == REPEAT_DELAY_MS
    assert repeat_counts(pad, (399.0, 1.0, 89.0, 1.0, 90.0)) == [0, 1, 0, 1, 1]
    assert pad.next_update_ms == REPEAT_INTERVAL_MS


def test_long_frame_gives_single_repetition() -> None:
    pad = WindowlessGamepads()
    pressed_keys(pad, button_down_event(pads.DOWN))
    assert repeat_counts(pad, (5000.0, 16.0)) == [1, 1] and 0 < pad.next_update_ms <= REPEAT_INTERVAL_MS


def test_newest_direction_is_repeated_then_older_one() -> None:
    pad = WindowlessGamepads()
    pressed_keys(pad, button_down_event(pads.DOWN))
    pressed_keys(pad, button_down_event(pads.RIGHT), elapsed_ms=300)
    assert pressed_keys(pad, elapsed_ms=399) == [] and pressed_keys(pad, elapsed_ms=1) == [pygame.K_RIGHT]
    assert pressed_keys(pad, button_up_event(pads.RIGHT), elapsed_ms=90) == [pygame.K_RIGHT] and pressed_keys(
        pad, elapsed_ms=90
    ) == [pygame.K_DOWN]
    pressed_keys(pad, button_up_event(pads.DOWN))
    assert pad.next_update_ms == math.inf and pressed_keys(pad, elapsed_ms=1000) == []


def test_buttons_are_not_repeated() -> None:
    pad = WindowlessGamepads()
    assert pressed_keys(pad, button_down_event(A), button_down_event(B)) == [pygame.K_SPACE, pygame.K_ESCAPE]
    assert pressed_keys(pad, elapsed_ms=5000) == []


# --- triggers, scrolling, writing -------------------------------------------------------------------------------------


def test_left_trigger_is_shift_and_right_one_opens_rules() -> None:
    pad = WindowlessGamepads()
    (event,) = pad.to_key_events([axis_event(pads.LT, 1.0), button_down_event(pads.RIGHT)], 0.0)
    assert event.key == pygame.K_RIGHT and event.mod & SHIFT
    (event,) = pad.to_key_events([axis_event(pads.LT, 0.0), button_down_event(pads.LEFT)], 0.0)
    assert event.key == pygame.K_LEFT and not event.mod & SHIFT
    assert pressed_keys(pad, axis_event(pads.RT, 0.3)) == [] and pressed_keys(pad, axis_event(pads.RT, 0.5)) == [
        pygame.K_r
    ]
    assert pressed_keys(pad, axis_event(pads.RT, 0.9), axis_event(pads.RT, 0.3), axis_event(pads.RT, 0.4)) == [], (
        "a trigger that is still pulled presses no second key"
    )
    assert pressed_keys(pad, axis_event(pads.RT, 0.0), axis_event(pads.RT, 1.0)) == [pygame.K_r]


def test_right_stick_scrolls_by_deflection() -> None:
    pad = WindowlessGamepads()
    pad.to_key_events([axis_event(pads.SCROLL_AXIS, 1.0)], 16.0)
    (full,) = pad.to_key_events([], 16.0)
    pad.to_key_events([axis_event(pads.SCROLL_AXIS, 0.6)], 16.0)
    (half,) = pad.to_key_events([], 16.0)
    assert full.type == half.type == pygame.MOUSEWHEEL
    assert full.precise_y < half.precise_y < 0 and pad.next_update_ms == 0.0
    pad.to_key_events([axis_event(pads.SCROLL_AXIS, 0.2)], 16.0)
    assert pad.to_key_events([], 16.0) == [] and pad.next_update_ms == math.inf and pad.last_used_style == "xbox"


def test_a_and_x_end_writing() -> None:
    pad = WindowlessGamepads()
    for button in (A, pads.X):
        (event,) = pad.to_key_events([button_down_event(button)], 0.0, is_typing=True)
        assert event.key == pygame.K_RETURN and not event.mod


# --- plugging in and out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "press", [button_down_event(pads.RIGHT), axis_event(pads.STICK_X, 1.0), axis_event(pads.SCROLL_AXIS, 1.0)]
)
def test_unplugged_gamepad_releases_held_buttons(press: pygame.Event) -> None:
    pad = WindowlessGamepads()
    pad.to_key_events([press], 0.0)
    assert pad.to_key_events([removed_event()], 0.0) == [] and pad.to_key_events([], 5000.0) == []
    assert pad.next_update_ms == math.inf and pad.last_used_style == "" and pad.was_unplugged


def test_unfocused_window_holds_no_button() -> None:
    pad = WindowlessGamepads()
    pressed_keys(pad, button_down_event(pads.RIGHT), axis_event(pads.STICK_Y, 1.0))
    pressed_keys(pad, pygame.Event(pygame.WINDOWFOCUSLOST))
    assert pressed_keys(pad, elapsed_ms=5000) == [] and pad.next_update_ms == math.inf


def test_only_used_gamepad_is_missed() -> None:
    pad = WindowlessGamepads()
    pressed_keys(pad, button_down_event(A, 0), button_up_event(A, 0), button_down_event(A, 1), button_up_event(A, 1))
    pressed_keys(pad, removed_event(0))
    assert not pad.was_unplugged and pad.last_used_style == "xbox" and len(pad) == 1
    pressed_keys(pad, pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=0))
    pressed_keys(pad, removed_event(1))
    assert not pad.was_unplugged and pad.last_used_style == "" and len(pad) == 0


def test_two_gamepads_hold_own_directions() -> None:
    pad = WindowlessGamepads()
    pressed_keys(pad, button_down_event(pads.RIGHT, 0), button_down_event(pads.DOWN, 1))
    pressed_keys(pad, removed_event(1))
    assert pressed_keys(pad, elapsed_ms=400) == [pygame.K_RIGHT]


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("Xbox Series X Controller", "xbox"),
        ("Microsoft X-Box 360 pad", "xbox"),
        ("Steam Deck Controller", "xbox"),
        ("PS4 Controller", "playstation"),
        ("DualSense Wireless Controller", "playstation"),
        ("Sony Interactive Entertainment Wireless Controller", "playstation"),
        ("Nintendo Switch Pro Controller", "switch"),
        ("Joy-Con (L/R)", "switch"),
    ],
)
def test_gamepad_name_determines_signs(name: str, style: str) -> None:
    assert style_of(name) == style


@pytest.fixture
def opened() -> Iterator[Gamepads]:
    """Gamepads, started so that SDL detects devices."""
    pygame.display.init()
    one = WindowlessGamepads()
    one.enable()
    yield one
    for event in sdl_events():
        one.to_key_events([event], 0.0)
    controller = __import__("pygame._sdl2.controller", fromlist=["quit"])
    controller.quit()


def test_sdl_gamepad_is_opened_used_and_closed(opened: Gamepads) -> None:
    list(sdl_events())
    device = VirtualGamepad()
    opened.to_key_events(sdl_events(), 0.0)
    assert len(opened) == 1
    device.open(next(iter(opened._gamepads)))
    device.button(0, held=True)
    assert pressed_keys(opened, *sdl_events()) == [pygame.K_SPACE]
    device.button(14, held=True)  # right on the d-pad
    assert pressed_keys(opened, *sdl_events()) == [pygame.K_RIGHT] and opened.next_update_ms == REPEAT_DELAY_MS
    device.unplug()
    assert pressed_keys(opened, *sdl_events()) == []
    assert len(opened) == 0 and opened.next_update_ms == math.inf and opened.was_unplugged


# --- in the real program ----------------------------------------------------------------------------------------------


@pytest.fixture
def player(tmp_path: Path) -> GamepadPilot:
    pilot = GamepadPilot(tmp_path)
    pilot.app.go(Home())
    pilot.run_frames(3)
    return pilot


def test_signs_follow_device_at_once(player: GamepadPilot) -> None:
    app: App = player.app
    assert app.renderers.gamepad_style == app.renderer.gamepad_style == ""
    player.press_buttons(pads.RIGHT)
    assert app.renderers.gamepad_style == app.renderer.gamepad_style == player.screen.renderer.gamepad_style == "xbox"
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="", scancode=0)
    player.step([key])
    assert app.renderers.gamepad_style == app.renderer.gamepad_style == ""


def focus_index(player: GamepadPilot) -> int:
    group = player.screen.root
    return next(i for i, widget in enumerate(group.focus_order()) if widget is group.focus)


def test_unplugged_gamepad_is_mentioned_and_focus_stays(player: GamepadPilot) -> None:
    player.press_buttons(pads.RIGHT)
    player.step([button_down_event(pads.RIGHT)])
    at = focus_index(player)
    player.step([removed_event()])
    toast = player.app.toast
    assert toast is not None and toast.key == "app.pad.gone"
    player.run_frames(60)
    assert focus_index(player) == at and player.app.renderers.gamepad_style == ""
    player.press_buttons(pads.RIGHT)
    assert player.app.renderers.gamepad_style == "xbox"


def test_unused_gamepad_is_not_mentioned(player: GamepadPilot) -> None:
    player.step([axis_event(pads.STICK_X, 0.1), removed_event()])
    assert player.app.toast is None


# --- cards in hand ----------------------------------------------------------------------------------------------------


def own_hand(player: GamepadPilot) -> list[int]:
    return [token.id for token in player.table.model.shown.piles[player.table.model.hand.pile]]


def test_card_is_moved_within_hand(tmp_path: Path) -> None:
    write_settings(tmp_path)
    player = GamepadPilot(tmp_path)
    player.app.go(MatchTable(new_record("big_two", 5)))
    player.run_until_idle()
    first, *others = own_hand(player)
    player.focus_card(first)
    player.step([axis_event(pads.LT, 1.0)])
    player.press_buttons(pads.RIGHT, pads.RIGHT)
    assert own_hand(player) == [*others[:2], first, *others[2:]]
    player.press_buttons(pads.LEFT, pads.LEFT, pads.LEFT)
    assert own_hand(player) == [first, *others] and player.table.hand_controller.focused_token_id() == first
    player.step([axis_event(pads.LT, 0.0)])
    player.press_buttons(pads.RIGHT)
    assert own_hand(player) == [first, *others] and player.table.hand_controller.focused_token_id() == others[0]
    assert player.table.model.hand.manual_order, "moving a card ends automatic sorting"


def test_menu_button_opens_and_closes_menu(tmp_path: Path) -> None:
    write_settings(tmp_path)
    player = GamepadPilot(tmp_path)
    player.app.go(MatchTable(new_record("gurch", 5)))
    player.run_until_idle()
    player.press_buttons(A)
    player.press_buttons(pads.MENU_BUTTON)
    assert isinstance(player.screen, Dialog), "the menu button closes the menu whatever is focused"
    player.press_buttons(pads.MENU_BUTTON)
    assert player.choice is not None
