"""Placement of the window: its first size and position, those of the last time, and the fallback."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

from engine.profile.storage import Profile
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.routes import build_scene
from scenes.shell.destinations import Home
from scenes.shell.window.sdl_functions import work_areas
from scenes.shell.window.system_window import SystemWindow
from scenes.shell.window.window import SAVE_PLACEMENT_DELAY_MS
from scenes.shell.window.window_geometry import FRAME_HEIGHT, MIN_SIZE, first_size, min_size_for, opening_placement

FULL_HD = Rect(0, 0, 1920, 1040)
RIGHT_SCREEN = Rect(1920, 0, 2560, 1440)
UPPER_SCREEN = Rect(0, -1080, 1920, 1080)


def start_program(folder: Path) -> App:
    app = App(Profile(folder), Thinker(process=False), build_scene)
    app.go(Home())
    return app


def resize_window(app: App, size: tuple[int, int]) -> None:
    app.window.system.request_size(size)
    app.step(0.0, [pygame.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])])


# --- first start ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", [(1366, 728), (1920, 1040), (2560, 1400), (3840, 2100), (1600, 1200)])
def test_new_window_takes_70_per_cent_of_work_area(screen: tuple[int, int]) -> None:
    size, place, maximised = opening_placement(Placement(), [Rect(0, 0, *screen)])
    assert size is not None and place is None and not maximised
    share = size[0] * size[1] / (screen[0] * screen[1])
    assert 0.65 <= share <= 0.71 and 4 / 3 <= size[0] / size[1] <= 16 / 9 + 0.01


@pytest.mark.parametrize("screen", [(3440, 1400), (5120, 1400), (1080, 1880), (960, 580), (1024, 768)])
def test_new_window_has_sensible_shape_on_any_screen(screen: tuple[int, int]) -> None:
    size = opening_placement(Placement(), [Rect(0, 0, *screen)]).size
    assert size is not None and size[0] >= MIN_SIZE[0] and size[1] >= MIN_SIZE[1]
    assert size[0] <= screen[0] and size[1] <= screen[1] and 1.3 <= size[0] / size[1] <= 1.8


def test_screen_below_minimum_is_filled_not_exceeded() -> None:
    small = Rect(0, 0, 800, 480)
    assert opening_placement(Placement(), [small]).size == (800, 480 - FRAME_HEIGHT)
    assert min_size_for([small]) == (800, 480 - FRAME_HEIGHT)
    assert min_size_for([small, FULL_HD]) == MIN_SIZE


def test_texts_take_same_share_of_screen_at_any_scale(tmp_path: Path) -> None:
    """A 4K screen at 200 % is measured in pixels on Windows and X11, in points elsewhere: both look the same."""
    points, pixels = first_size(Rect(0, 0, 1920, 1040)), first_size(Rect(0, 0, 3840, 2080))
    assert pixels == pytest.approx((2 * points[0], 2 * points[1]), abs=2)


# --- next start -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [
    Placement((1200, 800), (300, 150)),
    Placement((1200, 800), (-200, 600)),
    Placement((2000, 1200), (2200, 100), is_maximised=True),
    Placement((1200, 800), (1900, 100)),
])  # fmt: skip
def test_window_in_view_opens_as_before(last: Placement) -> None:
    assert opening_placement(last, [FULL_HD, RIGHT_SCREEN]) == last


@pytest.mark.parametrize(
    ("place", "areas", "on"),
    [
        ((2500, 200), [FULL_HD], FULL_HD),
        ((300, -900), [FULL_HD], FULL_HD),
        ((-30_000, 30_000), [FULL_HD, RIGHT_SCREEN], FULL_HD),
        ((9000, 300), [FULL_HD, RIGHT_SCREEN], RIGHT_SCREEN),
        ((300, 1030), [FULL_HD], FULL_HD),
        ((1900, 2000), [FULL_HD, UPPER_SCREEN], FULL_HD),
    ],
)
def test_window_out_of_view_is_brought_back(place: tuple[int, int], areas: Sequence[Rect], on: Rect) -> None:
    size, found, _ = opening_placement(Placement((1200, 800), place), areas)
    assert size == (1200, 800) and found is not None
    assert on.contains(Rect(found, size)) and found[1] >= on.top + FRAME_HEIGHT


def test_window_larger_than_screen_is_shrunk() -> None:
    size, place, maximised = opening_placement(Placement((3800, 2100), (20, 20), is_maximised=True), [FULL_HD])
    assert (size, place, maximised) == ((1920, 1040 - FRAME_HEIGHT), (20, 20), True)


def test_size_and_position_are_remembered(tmp_path: Path) -> None:
    app = start_program(tmp_path)
    assert app.window.system.size == opening_placement(Placement(), work_areas()).size
    resize_window(app, (1000, 600))
    app.release_everything()
    profile = Profile(tmp_path)
    kept = WindowPlacementStore(profile)
    assert profile.notices == [] and kept.placement.size == (1000, 600)
    again = start_program(tmp_path)
    assert again.window.system.size == (1000, 600) and again.profile.notices == []
    again.release_everything()


def test_killed_program_has_remembered_window(tmp_path: Path) -> None:
    app = start_program(tmp_path)
    path = tmp_path / "window.toml"
    for _ in range(3):  # nothing is written while the player drags the edge
        resize_window(app, (1000, 600))
        app.step(SAVE_PLACEMENT_DELAY_MS / 2, ())
        assert not path.exists()
    app.step(SAVE_PLACEMENT_DELAY_MS, ())
    text = path.read_text(encoding="utf-8")
    assert "1000" in text
    app.release_everything()
    assert path.read_text(encoding="utf-8") == text


def test_unchanged_window_is_written_once(tmp_path: Path) -> None:
    start_program(tmp_path).release_everything()
    path = tmp_path / "window.toml"
    before = path.stat().st_mtime_ns
    start_program(tmp_path).release_everything()
    assert path.stat().st_mtime_ns == before


def test_full_screen_keeps_previous_size(tmp_path: Path) -> None:
    app = start_program(tmp_path)
    resize_window(app, (1000, 600))
    app.step(16.0, [pygame.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="", scancode=0)])
    assert app.settings.fullscreen and app.window.system.is_fullscreen
    app.release_everything()
    again = start_program(tmp_path)
    assert again.window.system.is_fullscreen and again.window.surface.get_size() == (1024, 768), (
        "full screen has the size of SDL's dummy screen"
    )
    again.step(16.0, [pygame.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="", scancode=0)])
    assert again.window.system.size == (1000, 600) and not again.window.system.is_fullscreen
    again.release_everything()


def test_screen_filling_window_counts_as_maximised(tmp_path: Path) -> None:
    """On X11, SDL reports a maximised window that was minimised as an ordinary one of that size."""
    app = start_program(tmp_path)
    resize_window(app, (1000, 600))
    app.step(SAVE_PLACEMENT_DELAY_MS, ())
    resize_window(app, (1024, 768 - FRAME_HEIGHT))
    app.release_everything()
    kept = WindowPlacementStore(Profile(tmp_path))
    assert kept.placement.size == (1000, 600) and kept.placement.is_maximised


@pytest.mark.parametrize(("driver", "at_once"), [("x11", True), ("windows", True), ("cocoa", True), ("wayland", False)])
def test_window_is_maximised_as_system_supports(driver: str, at_once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Wayland (SDL 2.32, libdecor) a window that is created maximised crashes the program."""
    done: list[str] = []

    class Watched(pygame.Window):
        def __init__(self, *words: Any, maximized: bool, **named: Any) -> None:
            if maximized:
                done.append("at once")
            super().__init__(*words, **named)

        def maximize(self) -> None:
            done.append("later")

    monkeypatch.setattr(pygame, "Window", Watched)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    SystemWindow("House Rules", Placement((1000, 600), is_maximised=True), fullscreen=False)
    assert done == ["at once" if at_once else "later"]


def test_no_position_is_remembered_on_wayland(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "wayland")
    window = SystemWindow("House Rules", Placement((1000, 600), (30, 40)), fullscreen=False)
    assert window.placement() == Placement((1000, 600), None)


def test_window_with_given_size_is_not_remembered(tmp_path: Path) -> None:
    App(Profile(tmp_path), Thinker(process=False), build_scene, (1280, 720)).release_everything()
    assert not (tmp_path / "window.toml").exists()
