"""What a desktop can do to a window: unrequested sizes, no focus, hidden, another monitor, strange clocks."""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.match.record import Record
from engine.profile.replays import ReplayStore
from engine.profile.storage import Profile
from engine.profile.window_placement import Placement
from engine.rng import Rng
from scenes.app import LONGEST_STEP
from scenes.home.home import HomeScreen
from scenes.look.speeds import RESIZE_DELAY
from scenes.replays.replays import ReplaysScreen
from scenes.selftest.pilot import FRAME
from scenes.selftest.selftest import own_answers
from scenes.shell.destinations import Begin, Home, SettingsPage
from scenes.shell.dialog import Dialog
from scenes.shell.placing import SMALLEST
from scenes.shell.system_window import ACCELERATION, SystemWindow
from scenes.shell.window import Window, picture_for
from scenes.statistics.statistics import StatisticsScreen
from scenes.table.table import Table
from tests.support.at_table import (
    at_home,
    choosing,
    continued,
    drop_after_change,
    faults,
    good_and_bad,
    hold,
    live,
    settings,
)
from tests.support.piloting import Pilot, open_app
from tests.support.records import new_record, play_at_random, record_where

SIZES = ((1, 1), (200, 150), (959, 2000), (10000, 300), (300, 3000))


def resized(size: tuple[int, int]) -> pygame.Event:
    return pygame.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Pilot]:
    """A table where the player has to play a card."""
    pilot = continued(tmp_path, record_where("palacio", choosing))
    yield pilot
    pilot.app.close_all()


# --- sizes ------------------------------------------------------------------------------------------------------------


class Stubborn(SystemWindow):
    """A window under a window manager that ignores the requested size."""

    asked = 0

    def keep_above(self, size: tuple[int, int]) -> None:
        """Not kept."""

    def enlarge(self, size: tuple[int, int]) -> None:
        self.asked += 1


def stubborn(pilot: Pilot, size: tuple[int, int]) -> Stubborn:
    """Give the pilot's window this size, whatever the program wants."""
    system = Stubborn("House Rules", Placement(size), fullscreen=False)
    pilot.app.window.system, pilot.app.window.surface = system, system.surface
    return system


def sized(pilot: Pilot, size: tuple[int, int]) -> None:
    """Give the pilot's window another size, as the player does."""
    pilot.app.window.system.enlarge(size)


@pytest.mark.parametrize("size", SIZES)
def test_a_window_of_any_size_can_be_played_in(size: tuple[int, int], playing: Pilot) -> None:
    manager = stubborn(playing, size)
    for _ in range(5):  # it reports its size again and again
        playing.step([resized(size)])
    assert manager.asked <= 1, "asked once for more, not in every frame"
    playing.step(dt=RESIZE_DELAY)
    playing.steps(3)
    app = playing.app
    assert app.window.surface.get_size() == size
    width, height = app.top.look.size
    assert (width, height) == picture_for(size) and width >= SMALLEST[0] and height >= SMALLEST[1]
    assert faults(playing.table) == []
    before = len(playing.table.match.record.moves)
    playing.play_by_keys(playing.choice.legal[0])
    assert len(playing.table.match.record.moves) > before


def test_in_a_window_that_is_too_small_the_pointer_is_in_place(playing: Pilot) -> None:
    size = (480, 270)
    stubborn(playing, size)
    playing.step([resized(size)])
    playing.step(dt=RESIZE_DELAY)
    good, _ = good_and_bad(playing)
    x, y = playing.where(good)
    scale = playing.app.top.look.scale / 2  # the picture is 960 × 540
    place = (round(x * scale), round(y * scale))
    playing.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)])
    pressed = playing.table.control._pressed
    assert pressed is not None and pressed[0] == playing.table.stage.find(good)


def test_a_larger_monitor_is_used_at_once(playing: Pilot) -> None:
    system = stubborn(playing, (200, 150))
    playing.step([resized((200, 150))])
    playing.step(dt=RESIZE_DELAY)
    SystemWindow.enlarge(system, (1280, 720))
    playing.step([resized((1280, 720))])
    playing.step(dt=RESIZE_DELAY)
    assert playing.app.top.look.size == (1280, 720)


def test_without_full_screen_mode_there_is_a_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a program set to full screen could never be opened again."""
    settings(tmp_path, fullscreen=True)

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
    pilot.key(pygame.K_F11)
    pilot.key(pygame.K_F11)
    pilot.steps(3)
    assert isinstance(pilot.app.top, HomeScreen) and pilot.app.window.surface.get_size() == (1280, 720)
    pilot.app.close_all()


@pytest.mark.parametrize(("before", "after"), [("0", "1"), (None, "0")])
def test_a_picture_that_cant_be_presented_is_presented_the_other_way(
    before: str | None, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wayland needs OpenGL for it, and a broken OpenGL leaves only the other way."""
    monkeypatch.setenv(ACCELERATION, before or "")
    if before is None:
        monkeypatch.delenv(ACCELERATION)
    done = []

    class OneWay(pygame.Window):
        def get_surface(self) -> pygame.Surface:
            if os.environ.get(ACCELERATION) != after:
                raise pygame.error("Window framebuffer support not available")
            return super().get_surface()

        def destroy(self) -> None:
            done.append("destroyed")
            super().destroy()

    monkeypatch.setattr(pygame, "Window", OneWay)
    monkeypatch.setattr(pygame.display, "quit", lambda: done.append("quit"))
    window = Window("House Rules", Placement((1280, 720)), fullscreen=False)
    assert window.surface.get_size() == (1280, 720)
    assert done == ["destroyed", "quit"], "SDL tries a way only once for each initialised display"


@pytest.mark.parametrize("slug", ["gurch", "big_two"])
def test_the_smallest_possible_window_shows_a_game(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(tmp_path)
    monkeypatch.setattr("scenes.shell.window.SystemWindow", Stubborn)
    pilot = Pilot(tmp_path, (1, 1))
    pilot.app.go(Home())
    pilot.steps(2)
    pilot.app.go(Begin(new_record(slug)))
    pilot.rest()
    assert faults(pilot.table) == []
    pilot.app.close_all()


# --- another monitor --------------------------------------------------------------------------------------------------


def unplug_monitor(pilot: Pilot, size: tuple[int, int]) -> None:
    """Move the window to another monitor, where it gets another size."""
    sized(pilot, size)
    events = [
        pygame.Event(pygame.WINDOWMOVED, x=0, y=0),
        pygame.Event(pygame.WINDOWDISPLAYCHANGED, display_index=0),
        resized(size),
        pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]),
    ]
    for event in events:
        pilot.step([event])
    pilot.step(dt=RESIZE_DELAY)
    pilot.steps(2)


def test_unplugging_a_monitor_during_a_drag_loses_nothing(playing: Pilot) -> None:
    good, _ = good_and_bad(playing)
    x, y = hold(playing, good)
    unplug_monitor(playing, (1000, 640))
    assert playing.app.top.look.size == (1000, 640)
    drop_after_change(playing, good, (x, y + 90))


def test_a_dialog_survives_unplugging_a_monitor(playing: Pilot) -> None:
    playing.key(pygame.K_ESCAPE)
    dialog = playing.app.top
    assert isinstance(dialog, Dialog)
    unplug_monitor(playing, (960, 540))
    assert playing.app.top is dialog and dialog.look.size == (960, 540)
    playing.key(pygame.K_ESCAPE)
    playing.rest()
    assert isinstance(playing.app.top, Table) and faults(playing.table) == []


def test_a_display_that_changes_without_reporting_a_size_is_measured(playing: Pilot) -> None:
    sized(playing, (1100, 700))
    playing.step([pygame.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1)])
    playing.step(dt=RESIZE_DELAY)
    assert playing.app.top.look.size == (1100, 700)


# --- hidden windows ---------------------------------------------------------------------------------------------------

HIDING = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
SHOWING = (pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED, pygame.WINDOWSHOWN, pygame.WINDOWFOCUSGAINED, pygame.KEYDOWN)


def test_without_focus_a_dragged_card_goes_back(playing: Pilot) -> None:
    good, _ = good_and_bad(playing)
    hold(playing, good)
    playing.step([pygame.Event(pygame.WINDOWFOCUSLOST)])
    assert playing.table.control.drag is None
    playing.rest()
    assert at_home(playing.table, good)


@pytest.mark.parametrize("hiding", HIDING)
def test_a_hidden_window_is_not_drawn_puts_a_dragged_card_back_and_waits(hiding: int, playing: Pilot) -> None:
    good, _ = good_and_bad(playing)
    app = playing.app
    hold(playing, good)
    playing.step([pygame.Event(hiding)])
    assert playing.table.control.drag is None and app.hidden
    waited = live(playing.table).tally._deciding
    app.mute()  # a visible change
    for _ in range(50):
        assert not app.step(LONGEST_STEP, ())
    assert live(playing.table).tally._deciding == waited, "no opponent is thinking"
    for showing in SHOWING:
        app.hide(True)
        event = {"key": pygame.K_F12, "mod": 0, "unicode": ""} if showing == pygame.KEYDOWN else {}
        assert app.step(FRAME, [pygame.Event(showing, event)]), "drawn at once"
        assert not app.hidden


def test_no_countdown_runs_while_the_window_is_hidden(tmp_path: Path) -> None:
    record = record_where("roped", lambda game: game.ask is not None and game.ask.what in game.timed)
    pilot = continued(tmp_path, record, countdown="5", coach="off")
    before = own_answers(record)
    pilot.step([pygame.Event(pygame.WINDOWMINIMIZED)])
    for _ in range(100):
        pilot.step(dt=LONGEST_STEP)
    assert own_answers(pilot.table.match.record) == before, "10 seconds of a countdown of 5"
    pilot.step([pygame.Event(pygame.WINDOWRESTORED)])
    for _ in range(60):
        pilot.step(dt=LONGEST_STEP)
    assert own_answers(pilot.table.match.record) > before, "it runs again"
    pilot.app.close_all()


# --- clocks -----------------------------------------------------------------------------------------------------------


def test_hours_asleep_and_a_clock_that_goes_back_are_one_short_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(tmp_path)
    app = open_app(tmp_path)
    app.go(Home())
    moments = (0.0, 0.016, 9 * 3600.0, 9 * 3600.0 + 0.016, 3600.0, 3600.016, -5.0, 1e9, 1e9)
    steps: list[float] = []
    slept: list[float] = []

    def step(dt: float, events: Sequence[pygame.Event]) -> bool:
        steps.append(dt)
        if len(steps) == len(moments) - 1:
            app.quit()
        return True

    monkeypatch.setattr(app, "step", step)
    monkeypatch.setattr("scenes.app.time.perf_counter", lambda: moments[len(steps)])
    monkeypatch.setattr("scenes.app.time.sleep", slept.append)
    app.run()
    assert all(0.0 <= dt <= LONGEST_STEP for dt in steps) and LONGEST_STEP in steps and 0.0 in steps
    assert all(0.0 < seconds < 0.1 for seconds in slept)


def test_a_clock_before_1970_counts_as_1970(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A negative time in a file couldn't be read back."""
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    monkeypatch.setattr(time, "time", lambda: -86_400.0)
    pilot.app.go(Begin(new_record("pass_the_ace")))
    pilot.rest()
    pilot.key(pygame.K_RETURN)
    pilot.app.close_all()
    record, notices = Profile(tmp_path).load_match()
    assert record is not None and record.began == 0 and notices == []


def test_a_match_that_ends_before_it_began_is_kept_listed_and_counted(tmp_path: Path) -> None:
    """With the clock set back in between."""
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    app, record = pilot.app, new_record("pass_the_ace", 3)
    record.id, record.began = "early", 2_000_000_000
    game = play_at_random(record, Rng(3))
    app.now = lambda: 1_000_000_000  # type: ignore[method-assign]
    app.keep_finished(record, game)
    for screen in (ReplaysScreen, StatisticsScreen):
        app.go(screen(app))
        pilot.steps(30)
        assert app.top.__class__ is screen
    (kept,) = _kept(tmp_path)
    assert (kept.began, kept.ended) == (2_000_000_000, 1_000_000_000)
    app.close_all()


def _kept(folder: Path) -> list[Record]:
    replays = ReplayStore(Profile(folder))
    replays.open()
    while replays.unread:
        replays.read_more()
    return [one.record for one in replays.entries if one.record is not None]


def test_settings_can_be_left_in_a_window_of_any_size(tmp_path: Path) -> None:
    settings(tmp_path)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.app.open(SettingsPage())
    for size in SIZES[:3]:
        stubborn(pilot, size)
        pilot.step([resized(size)])
        pilot.step(dt=RESIZE_DELAY)
        pilot.steps(2)
        pilot.click((100, 100))
    pilot.key(pygame.K_ESCAPE)
    pilot.steps(2)
    assert isinstance(pilot.app.top, HomeScreen)
    pilot.app.close_all()
