"""Unusual events of a desktop: unrequested sizes, no focus, a hidden window, another monitor, clock changes."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.match.record import Record
from engine.profile.replays import ReplayStore
from engine.profile.storage import Profile
from engine.profile.window_placement import Placement
from engine.rng import Rng
from scenes.render import raster
from scenes.render.timing import RESIZE_DELAY_MS
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.selftest.pilot import FRAME_MS
from scenes.selftest.selftest import count_own_answers
from scenes.shell.destinations import Home, MatchTable, SettingsPage
from scenes.shell.dialog import Dialog
from scenes.shell.loop import MAX_STEP_MS
from scenes.shell.window.system_window import ACCELERATION_VARIABLE, SystemWindow
from scenes.shell.window.window import Window, enlarge_to_min_size
from scenes.shell.window.window_geometry import MIN_SIZE
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot, open_app
from tests.support.records import find_record, load_match, new_record, play_randomly
from tests.support.tables import (
    continue_match,
    drop_after_change,
    find_table_faults,
    has_playable_and_unplayable,
    is_at_rest,
    live_mode,
    open_program,
    pick_up,
    playable_and_unplayable_card,
    start_program,
    write_settings,
)

SIZES = ((1, 1), (200, 150), (959, 2000), (10000, 300), (300, 3000))


def resize_event(size: tuple[int, int]) -> pygame.Event:
    return pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])


@pytest.fixture
def playing(tmp_path: Path) -> Pilot:
    """Pilot at a table where the player has to play a card."""
    return continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))


# --- colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.painted
def test_screen_of_16_bits_shows_picture_drawn_with_32(playing: Pilot) -> None:
    window = playing.app.window
    window.system._shown_surface = shown = pygame.Surface(window.surface.get_size(), depth=16)
    playing.step([resize_event(shown.get_size())])
    playing.run_frames(3)
    assert window.surface.get_bitsize() == 32 and window.surface.get_size() == shown.get_size()
    middle = shown.get_rect().center
    expected, found = window.surface.get_at(middle), shown.get_at(middle)
    assert max(expected[:3]) > 0 and all(abs(a - b) < 16 for a, b in zip(expected[:3], found[:3], strict=True))


def test_opaque_pictures_have_32_bits_on_screen_of_16(monkeypatch: pytest.MonkeyPatch) -> None:
    """Smooth scaling refuses fewer."""
    screen_pixel = pygame.Surface((1, 1), depth=16)

    class ScreenOf16Bits(pygame.Surface):
        def convert(self, *target: Any) -> pygame.Surface:
            return super().convert(*target or (screen_pixel,))

    monkeypatch.setattr(raster, "Surface", ScreenOf16Bits)
    assert raster.to_opaque_display_format(ScreenOf16Bits((2, 2), pygame.SRCALPHA)).get_bitsize() == 32


# --- sizes ------------------------------------------------------------------------------------------------------------


class FixedSizeWindow(SystemWindow):
    """Window under a window manager that ignores the requested size."""

    request_count = 0

    def set_min_size(self, size: tuple[int, int]) -> None:
        """Ignore the minimum size."""

    def request_size(self, size: tuple[int, int]) -> None:
        self.request_count += 1


def fix_window_size(pilot: Pilot, size: tuple[int, int]) -> FixedSizeWindow:
    """Give the pilot's window a size that the program can't change."""
    system = FixedSizeWindow("House Rules", Placement(size), fullscreen=False)
    pilot.app.window.system, pilot.app.window.surface = system, system.surface
    return system


def resize_window(pilot: Pilot, size: tuple[int, int]) -> None:
    """Resize the pilot's window as the player does."""
    pilot.app.window.system.request_size(size)


@pytest.mark.parametrize("size", SIZES)
def test_window_of_any_size_can_be_played_in(size: tuple[int, int], playing: Pilot) -> None:
    manager = fix_window_size(playing, size)
    for _ in range(5):  # the window manager repeats its size
        playing.step([resize_event(size)])
    assert manager.request_count <= 1, "the program requests a larger window only once"
    playing.step(elapsed_ms=RESIZE_DELAY_MS)
    playing.run_frames(3)
    app = playing.app
    assert app.window.surface.get_size() == size
    width, height = app.top.renderer.size
    assert (width, height) == enlarge_to_min_size(size) and width >= MIN_SIZE[0] and height >= MIN_SIZE[1]
    assert find_table_faults(playing.table) == []
    before = len(playing.table.match.record.moves)
    playing.play_by_keys(playing.open_choice.legal_moves[0])
    assert len(playing.table.match.record.moves) > before


def test_pointer_is_in_place_in_too_small_window(playing: Pilot) -> None:
    size = (480, 270)
    fix_window_size(playing, size)
    playing.step([resize_event(size)])
    playing.step(elapsed_ms=RESIZE_DELAY_MS)
    good, _ = playable_and_unplayable_card(playing)
    x, y = playing.card_point(good)
    scale = playing.app.top.renderer.scale / 2  # the picture has 960 × 540 pixels
    place = (round(x * scale), round(y * scale))
    playing.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)])
    pressed = playing.table.hand_controller._press_start
    assert pressed is not None and pressed[0] == playing.table.model.find_token_id(good)


def test_larger_monitor_is_used_at_once(playing: Pilot) -> None:
    system = fix_window_size(playing, (200, 150))
    playing.step([resize_event((200, 150))])
    playing.step(elapsed_ms=RESIZE_DELAY_MS)
    SystemWindow.request_size(system, (1280, 720))
    playing.step([resize_event((1280, 720))])
    playing.step(elapsed_ms=RESIZE_DELAY_MS)
    assert playing.app.top.renderer.size == (1280, 720)


def test_missing_full_screen_mode_gives_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a program set to full screen could never be opened again."""
    write_settings(tmp_path, fullscreen=True)

    class NoMode(pygame.Window):
        def __init__(self, *words: Any, **named: Any) -> None:
            if "fullscreen_desktop" in named:
                raise pygame.error("No video mode large enough for 0x0")
            super().__init__(*words, **named)

        def set_fullscreen(self, desktop: bool = False) -> None:
            raise pygame.error("No video mode large enough for 0x0")

    monkeypatch.setattr(pygame, "Window", NoMode)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.press_keys(pygame.K_F11)
    pilot.press_keys(pygame.K_F11)
    pilot.run_frames(3)
    assert isinstance(pilot.app.top, HomeScreen) and pilot.app.window.surface.get_size() == (1280, 720)


@pytest.mark.parametrize(("before", "after"), [("0", "1"), (None, "0")])
def test_failed_presentation_tries_other_way(before: str | None, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wayland needs OpenGL for the first way, and a broken OpenGL leaves only the second."""
    monkeypatch.setenv(ACCELERATION_VARIABLE, before or "")
    if before is None:
        monkeypatch.delenv(ACCELERATION_VARIABLE)
    done = []

    class OneWay(pygame.Window):
        def get_surface(self) -> pygame.Surface:
            if os.environ.get(ACCELERATION_VARIABLE) != after:
                raise pygame.error("Window framebuffer support not available")
            return super().get_surface()

        def destroy(self) -> None:
            done.append("destroyed")
            super().destroy()

    monkeypatch.setattr(pygame, "Window", OneWay)
    monkeypatch.setattr(pygame.display, "quit", lambda: done.append("quit"))
    window = Window("House Rules", Placement((1280, 720)), fullscreen=False)
    assert window.surface.get_size() == (1280, 720)
    assert done == ["destroyed", "quit"], "the display is initialised again, as SDL tries a way only once"


@pytest.mark.parametrize("slug", ["gurch", "big_two"])
def test_smallest_possible_window_shows_game(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings(tmp_path)
    monkeypatch.setattr("scenes.shell.window.window.SystemWindow", FixedSizeWindow)
    pilot = Pilot(tmp_path, (1, 1))
    pilot.app.go(Home())
    pilot.run_frames(2)
    pilot.app.go(MatchTable(new_record(slug)))
    pilot.run_until_idle()
    assert find_table_faults(pilot.table) == []


# --- another monitor --------------------------------------------------------------------------------------------------


def unplug_monitor(pilot: Pilot, size: tuple[int, int]) -> None:
    """Move the window to another monitor, which gives it another size."""
    resize_window(pilot, size)
    events = [
        pygame.Event(pygame.WINDOWMOVED, x=0, y=0),
        pygame.Event(pygame.WINDOWDISPLAYCHANGED, display_index=0),
        resize_event(size),
        pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]),
    ]
    for event in events:
        pilot.step([event])
    pilot.step(elapsed_ms=RESIZE_DELAY_MS)
    pilot.run_frames(2)


def test_unplugging_monitor_during_drag_loses_nothing(playing: Pilot) -> None:
    good, _ = playable_and_unplayable_card(playing)
    x, y = pick_up(playing, good)
    unplug_monitor(playing, (1000, 640))
    assert playing.app.top.renderer.size == (1000, 640)
    drop_after_change(playing, good, (x, y + 90))


def test_dialog_survives_unplugging_monitor(playing: Pilot) -> None:
    playing.press_keys(pygame.K_ESCAPE)
    dialog = playing.expect(Dialog)
    unplug_monitor(playing, (960, 540))
    assert playing.app.top is dialog and dialog.renderer.size == (960, 540)
    playing.press_keys(pygame.K_ESCAPE)
    playing.run_until_idle()
    assert isinstance(playing.app.top, Table) and find_table_faults(playing.table) == []


def test_display_change_without_size_event_is_measured(playing: Pilot) -> None:
    resize_window(playing, (1100, 700))
    playing.step([pygame.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1)])
    playing.step(elapsed_ms=RESIZE_DELAY_MS)
    assert playing.app.top.renderer.size == (1100, 700)


# --- hidden windows ---------------------------------------------------------------------------------------------------

HIDING_EVENTS = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
SHOWING_EVENTS = (
    pygame.WINDOWRESTORED,
    pygame.WINDOWMAXIMIZED,
    pygame.WINDOWSHOWN,
    pygame.WINDOWFOCUSGAINED,
    pygame.KEYDOWN,
)


def test_without_focus_dragged_card_goes_back(playing: Pilot) -> None:
    good, _ = playable_and_unplayable_card(playing)
    pick_up(playing, good)
    playing.step([pygame.Event(pygame.WINDOWFOCUSLOST)])
    assert playing.card_drag is None
    playing.run_until_idle()
    assert is_at_rest(playing.table, good)


@pytest.mark.parametrize("hiding", HIDING_EVENTS)
def test_hidden_window_is_not_drawn_and_returns_dragged_card(hiding: int, playing: Pilot) -> None:
    good, _ = playable_and_unplayable_card(playing)
    app = playing.app
    pick_up(playing, good)
    playing.step([pygame.Event(hiding)])
    assert playing.card_drag is None and app.sound.is_window_hidden
    waited = live_mode(playing.table).match_stats._deciding_ms
    app.input_router.toggle_sound()  # a visible change
    for _ in range(50):
        assert not app.step(MAX_STEP_MS, ())
    assert live_mode(playing.table).match_stats._deciding_ms == waited, "hidden time doesn't count as the player's"
    for showing in SHOWING_EVENTS:
        app.input_router.note_hidden(True)
        event = {"key": pygame.K_F12, "mod": 0, "unicode": "", "scancode": 0} if showing == pygame.KEYDOWN else {}
        assert app.step(FRAME_MS, [pygame.Event(showing, event)]), "a window shown again is drawn at once"
        assert not app.sound.is_window_hidden


def test_no_countdown_runs_while_window_is_hidden(tmp_path: Path) -> None:
    record = find_record("roped", lambda game: game.ask is not None and game.ask.what in game.timed_questions)
    pilot = continue_match(tmp_path, record, countdown="5", coach="off")
    before = count_own_answers(record)
    pilot.step([pygame.Event(pygame.WINDOWMINIMIZED)])
    for _ in range(100):
        pilot.step(elapsed_ms=MAX_STEP_MS)
    assert count_own_answers(pilot.table.match.record) == before, (
        "the countdown of 5 seconds stops for 10 hidden seconds"
    )
    pilot.step([pygame.Event(pygame.WINDOWRESTORED)])
    for _ in range(60):
        pilot.step(elapsed_ms=MAX_STEP_MS)
    assert count_own_answers(pilot.table.match.record) > before, "the countdown runs again"


# --- system clock -----------------------------------------------------------------------------------------------------


def test_sleep_and_clock_set_back_are_one_short_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings(tmp_path)
    app = open_app(tmp_path)
    app.go(Home())
    moments = (0.0, 0.016, 9 * 3600.0, 9 * 3600.0 + 0.016, 3600.0, 3600.016, -5.0, 1e9, 1e9)
    steps: list[float] = []
    slept: list[float] = []

    def step(elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        steps.append(elapsed_ms)
        if len(steps) == len(moments) - 1:
            app.quit()
        return True

    monkeypatch.setattr(app, "step", step)
    monkeypatch.setattr("scenes.shell.clock.time.perf_counter", lambda: moments[len(steps)])
    monkeypatch.setattr("scenes.shell.clock.time.sleep", slept.append)
    app.run()
    assert all(0.0 <= dt <= MAX_STEP_MS for dt in steps) and MAX_STEP_MS in steps and 0.0 in steps
    assert all(0.0 < seconds < 0.1 for seconds in slept)


def test_clock_before_1970_counts_as_1970(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A negative time in a file couldn't be read back."""
    pilot = start_program(tmp_path)
    monkeypatch.setattr(time, "time", lambda: -86_400.0)
    pilot.app.go(MatchTable(new_record("pass_the_ace")))
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_RETURN)
    pilot.app.release_everything()
    record, notices = load_match(Profile(tmp_path))
    assert record is not None and record.began == 0 and notices == []


def test_match_ending_before_its_start_is_stored_listed_and_counted(tmp_path: Path) -> None:
    """The clock was set back during the match."""
    pilot = start_program(tmp_path)
    app, record = pilot.app, new_record("pass_the_ace", 3)
    record.id, record.began = "early", 2_000_000_000
    game = play_randomly(record, Rng(3))
    app.unix_seconds = lambda: 1_000_000_000  # type: ignore[method-assign]
    app.save_replay(record, game)
    for screen in (ReplaysScreen, StatisticsScreen):
        app.go(screen(app))
        pilot.run_frames(30)
        assert app.top.__class__ is screen
    (kept,) = _saved_records(tmp_path)
    assert (kept.began, kept.ended) == (2_000_000_000, 1_000_000_000)


def _saved_records(folder: Path) -> list[Record]:
    replays = ReplayStore(Profile(folder))
    replays.scan()
    while replays.unread_count:
        replays.try_read_more()
    return [one.record_head for one in replays.entries if one.record_head is not None]


def test_settings_can_be_left_in_window_of_any_size(tmp_path: Path) -> None:
    pilot = open_program(tmp_path)
    pilot.app.open(SettingsPage())
    for size in SIZES[:3]:
        fix_window_size(pilot, size)
        pilot.step([resize_event(size)])
        pilot.step(elapsed_ms=RESIZE_DELAY_MS)
        pilot.run_frames(2)
        pilot.click((100, 100))
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_frames(2)
    assert isinstance(pilot.app.top, HomeScreen)
