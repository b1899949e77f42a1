"""Gamepads: what they press becomes keys; sticks, repetition, several pads, plugging in and out. Time is injected."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame
import pytest

from scenes.app import App
from scenes.look.keys import MENU_KEY
from scenes.selftest import pad_pilot as pads
from scenes.selftest.pad_pilot import A, B, axis, down, up
from scenes.shell.destinations import Begin, Home
from scenes.shell.dialog import Dialog
from scenes.shell.gamepad import DEAD_ZONE, LET_GO, REPEAT_AFTER, REPEAT_EVERY, Gamepads, style_of
from tests.support.at_table import settings
from tests.support.pads import PadPilot, VirtualPad, events, removed
from tests.support.records import new_record

SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


class Pads(Gamepads):
    """Gamepads without a window; they note when the pointer is shown and hidden."""

    def __init__(self) -> None:
        self.shown: list[bool] = []
        super().__init__(self.shown.append)


def keys(pad: Gamepads, *events: pygame.Event, dt: float = 0.0, writing: bool = False) -> list[int]:
    """The keys that come of events."""
    return [one.key for one in pad.keys(events, dt, writing=writing) if one.type == pygame.KEYDOWN]


@pytest.mark.parametrize(
    ("button", "key", "mod"),
    [
        (pads.A, pygame.K_SPACE, 0),
        (pads.B, pygame.K_ESCAPE, 0),
        (pads.X, pygame.K_RETURN, CTRL),
        (pads.Y, pygame.K_h, 0),
        (pads.LB, pygame.K_TAB, SHIFT),
        (pads.RB, pygame.K_TAB, 0),
        (pads.VIEW, pygame.K_l, 0),
        (pads.MENU, MENU_KEY, 0),
        (pygame.CONTROLLER_BUTTON_LEFTSTICK, pygame.K_z, CTRL),
        (pads.LEFT, pygame.K_LEFT, 0),
        (pads.UP, pygame.K_UP, 0),
    ],
)
def test_a_button_is_a_key(button: int, key: int, mod: int) -> None:
    pad = Pads()
    (event,) = pad.keys([down(button), up(button)], 16.0)
    assert (event.type, event.key, bool(event.mod & mod) or not mod) == (pygame.KEYDOWN, key, True)
    assert pad.due == math.inf, "nothing is held any more"


def test_other_events_pass_and_those_of_joysticks_do_not() -> None:
    motion = pygame.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 0), buttons=(0, 0, 0))
    noise = [pygame.Event(pygame.JOYBUTTONDOWN, button=0), pygame.Event(pygame.JOYAXISMOTION, axis=0, value=1.0)]
    assert Pads().keys([*noise, motion], 16.0) == [motion]


def test_the_pointer_hides_until_the_mouse_moves() -> None:
    pad = Pads()
    still, moved = (pygame.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(by, 0), buttons=(0, 0, 0)) for by in (0, 3))
    pad.keys([moved, down(A), down(A), still], 0.0)
    assert pad.shown == [False]
    pad.keys([moved, moved], 0.0)
    assert pad.shown == [False, True]


# --- the stick --------------------------------------------------------------------------------------------------------


def test_a_stick_within_the_dead_zone_is_nothing_at_all() -> None:
    pad = Pads()
    for part in (0.1, -0.2, DEAD_ZONE - 0.01, 0.0, -DEAD_ZONE + 0.01):
        assert pad.keys([axis(pads.STICK_X, part)], 16.0) == []
    assert pad.due == math.inf and pad.used == ""


def test_a_stick_at_the_edge_of_the_dead_zone_does_not_stutter() -> None:
    pad = Pads()
    assert keys(pad, axis(pads.STICK_X, DEAD_ZONE + 0.01)) == [pygame.K_RIGHT]
    for part in (DEAD_ZONE - 0.02, DEAD_ZONE + 0.02, LET_GO + 0.01, DEAD_ZONE + 0.05):
        assert keys(pad, axis(pads.STICK_X, part)) == [], "it is still held"
    assert keys(pad, axis(pads.STICK_X, LET_GO - 0.01)) == [] and pad.due == math.inf
    assert keys(pad, axis(pads.STICK_X, DEAD_ZONE - 0.01)) == [], "let go: the whole way again"
    assert keys(pad, axis(pads.STICK_X, DEAD_ZONE + 0.01)) == [pygame.K_RIGHT]


def test_a_slanting_stick_keeps_to_its_way() -> None:
    pad = Pads()
    assert keys(pad, axis(pads.STICK_Y, 0.8)) == [pygame.K_DOWN]
    assert keys(pad, axis(pads.STICK_X, 0.9)) == [], "hardly more to the side than down"
    assert keys(pad, axis(pads.STICK_Y, 0.6)) == [pygame.K_RIGHT], "clearly to the side"
    assert keys(pad, axis(pads.STICK_X, -0.9)) == [pygame.K_LEFT]


def test_a_stick_let_go_in_the_same_frame_is_not_held() -> None:
    pad = Pads()
    assert keys(pad, axis(pads.STICK_X, 0.9), axis(pads.STICK_X, 0.1)) == [pygame.K_RIGHT]
    assert keys(pad, dt=1000) == []


# --- repetition -------------------------------------------------------------------------------------------------------


def repeated(pad: Gamepads, times: Sequence[float]) -> list[int]:
    return [len(keys(pad, dt=dt)) for dt in times]


@pytest.mark.parametrize("press", [down(pads.RIGHT), axis(pads.STICK_X, 1.0)])
def test_a_held_direction_is_repeated(press: pygame.Event) -> None:
    pad = Pads()
    assert keys(pad, press) == [pygame.K_RIGHT] and pad.due == REPEAT_AFTER
    assert repeated(pad, (399.0, 1.0, 89.0, 1.0, 90.0)) == [0, 1, 0, 1, 1]
    assert pad.due == REPEAT_EVERY


def test_a_long_frame_brings_one_repetition_only() -> None:
    pad = Pads()
    keys(pad, down(pads.DOWN))
    assert repeated(pad, (5000.0, 16.0)) == [1, 1] and 0 < pad.due <= REPEAT_EVERY


def test_the_newest_direction_is_repeated_and_the_older_one_after_it() -> None:
    pad = Pads()
    keys(pad, down(pads.DOWN))
    keys(pad, down(pads.RIGHT), dt=300)
    assert keys(pad, dt=399) == [] and keys(pad, dt=1) == [pygame.K_RIGHT]
    assert keys(pad, up(pads.RIGHT), dt=90) == [pygame.K_RIGHT] and keys(pad, dt=90) == [pygame.K_DOWN]
    keys(pad, up(pads.DOWN))
    assert pad.due == math.inf and keys(pad, dt=1000) == []


def test_buttons_are_not_repeated() -> None:
    pad = Pads()
    assert keys(pad, down(A), down(B)) == [pygame.K_SPACE, pygame.K_ESCAPE]
    assert keys(pad, dt=5000) == []


# --- triggers, scrolling, writing -------------------------------------------------------------------------------------


def test_the_left_trigger_is_shift_and_the_right_one_opens_the_rules() -> None:
    pad = Pads()
    (event,) = pad.keys([axis(pads.LT, 1.0), down(pads.RIGHT)], 0.0)
    assert event.key == pygame.K_RIGHT and event.mod & SHIFT
    (event,) = pad.keys([axis(pads.LT, 0.0), down(pads.LEFT)], 0.0)
    assert event.key == pygame.K_LEFT and not event.mod & SHIFT
    assert keys(pad, axis(pads.RT, 0.3)) == [] and keys(pad, axis(pads.RT, 0.5)) == [pygame.K_r]
    assert keys(pad, axis(pads.RT, 0.9), axis(pads.RT, 0.3), axis(pads.RT, 0.4)) == [], "still pulled"
    assert keys(pad, axis(pads.RT, 0.0), axis(pads.RT, 1.0)) == [pygame.K_r]


def test_the_right_stick_turns_the_wheel_as_far_as_it_is_pushed() -> None:
    pad = Pads()
    pad.keys([axis(pads.SCROLL, 1.0)], 16.0)
    (full,) = pad.keys([], 16.0)
    pad.keys([axis(pads.SCROLL, 0.6)], 16.0)
    (half,) = pad.keys([], 16.0)
    assert full.type == half.type == pygame.MOUSEWHEEL
    assert full.precise_y < half.precise_y < 0 and pad.due == 0.0
    pad.keys([axis(pads.SCROLL, 0.2)], 16.0)
    assert pad.keys([], 16.0) == [] and pad.due == math.inf and pad.used == "xbox"


def test_a_and_x_end_writing() -> None:
    pad = Pads()
    for button in (A, pads.X):
        (event,) = pad.keys([down(button)], 0.0, writing=True)
        assert event.key == pygame.K_RETURN and not event.mod


# --- plugging in and out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("press", [down(pads.RIGHT), axis(pads.STICK_X, 1.0), axis(pads.SCROLL, 1.0)])
def test_what_an_unplugged_pad_held_is_let_go(press: pygame.Event) -> None:
    pad = Pads()
    pad.keys([press], 0.0)
    assert pad.keys([removed()], 0.0) == [] and pad.keys([], 5000.0) == []
    assert pad.due == math.inf and pad.used == "" and pad.lost


def test_a_window_without_the_focus_holds_nothing() -> None:
    pad = Pads()
    keys(pad, down(pads.RIGHT), axis(pads.STICK_Y, 1.0))
    keys(pad, pygame.Event(pygame.WINDOWFOCUSLOST))
    assert keys(pad, dt=5000) == [] and pad.due == math.inf


def test_only_the_pad_in_use_is_missed() -> None:
    pad = Pads()
    keys(pad, down(A, 0), up(A, 0), down(A, 1), up(A, 1))
    keys(pad, removed(0))
    assert not pad.lost and pad.used == "xbox" and len(pad) == 1
    keys(pad, pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=0))
    keys(pad, removed(1))
    assert not pad.lost and pad.used == "" and len(pad) == 0


def test_two_pads_hold_their_own_directions() -> None:
    pad = Pads()
    keys(pad, down(pads.RIGHT, 0), down(pads.DOWN, 1))
    keys(pad, removed(1))
    assert keys(pad, dt=400) == [pygame.K_RIGHT]


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
def test_a_pads_name_tells_its_signs(name: str, style: str) -> None:
    assert style_of(name) == style


@pytest.fixture
def opened() -> Iterator[Gamepads]:
    """Gamepads that SDL looks for."""
    pygame.display.init()
    one = Pads()
    one.start()
    yield one
    for event in events():
        one.keys([event], 0.0)
    controller = __import__("pygame._sdl2.controller", fromlist=["quit"])
    controller.quit()


def test_a_pad_of_sdl_is_opened_used_and_closed(opened: Gamepads) -> None:
    list(events())
    device = VirtualPad()
    opened.keys(events(), 0.0)
    assert len(opened) == 1
    device.open(next(iter(opened.numbers)))
    device.button(0, held=True)
    assert keys(opened, *events()) == [pygame.K_SPACE]
    device.button(14, held=True)  # the d-pad's right
    assert keys(opened, *events()) == [pygame.K_RIGHT] and opened.due == REPEAT_AFTER
    device.unplug()
    assert keys(opened, *events()) == []
    assert len(opened) == 0 and opened.due == math.inf and opened.lost


# --- in the program ---------------------------------------------------------------------------------------------------


@pytest.fixture
def player(tmp_path: Path) -> Iterator[PadPilot]:
    pilot = PadPilot(tmp_path)
    pilot.app.go(Home())
    pilot.steps(3)
    yield pilot
    pilot.app.close_all()


def test_signs_follow_the_device_at_once(player: PadPilot) -> None:
    app: App = player.app
    assert app.looks.pad == app.look.pad == ""
    player.pad(pads.RIGHT)
    assert app.looks.pad == app.look.pad == player.screen.look.pad == "xbox"
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="", scancode=0)
    player.step([key])
    assert app.looks.pad == app.look.pad == ""


def place_of_focus(player: PadPilot) -> int:
    group = player.screen.group
    return next(i for i, widget in enumerate(group.order()) if widget is group.focus)


def test_an_unplugged_pad_is_mentioned_and_costs_nothing(player: PadPilot) -> None:
    player.pad(pads.RIGHT)
    player.step([down(pads.RIGHT)])
    at = place_of_focus(player)
    player.step([removed()])
    toast = player.app.toast
    assert toast is not None and toast.key == "app.pad.gone"
    player.steps(60)
    assert place_of_focus(player) == at and player.app.looks.pad == ""
    player.pad(pads.RIGHT)
    assert player.app.looks.pad == "xbox"


def test_nothing_is_said_of_a_pad_that_was_not_used(player: PadPilot) -> None:
    player.step([axis(pads.STICK_X, 0.1), removed()])
    assert player.app.toast is None


# --- cards of the own hand --------------------------------------------------------------------------------------------


def own(player: PadPilot) -> list[int]:
    return [token.id for token in player.table.stage.shown.piles[player.table.stage.hand.pile]]


def test_a_card_is_moved_within_the_hand(tmp_path: Path) -> None:
    settings(tmp_path)
    player = PadPilot(tmp_path)
    player.app.go(Begin(new_record("big_two", 5)))
    player.rest()
    first, *others = own(player)
    player.focus_card(first)
    player.step([axis(pads.LT, 1.0)])
    player.pad(pads.RIGHT, pads.RIGHT)
    assert own(player) == [*others[:2], first, *others[2:]]
    player.pad(pads.LEFT, pads.LEFT, pads.LEFT)
    assert own(player) == [first, *others] and player.table.control.focused_card() == first
    player.step([axis(pads.LT, 0.0)])
    player.pad(pads.RIGHT)
    assert own(player) == [first, *others] and player.table.control.focused_card() == others[0]
    assert player.table.stage.hand.mode == "", "the order is the player's"
    player.app.close_all()


def test_the_menu_button_opens_and_closes_the_menu(tmp_path: Path) -> None:
    settings(tmp_path)
    player = PadPilot(tmp_path)
    player.app.go(Begin(new_record("gurch", 5)))
    player.rest()
    player.pad(A)
    player.pad(pads.MENU)
    assert isinstance(player.screen, Dialog), "at once, whatever is chosen"
    player.pad(pads.MENU)
    assert player.table.stage.choice is not None
    player.app.close_all()
