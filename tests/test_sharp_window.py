"""Screens with two pixels per point (Retina, Wayland at 200 %): sharp drawings, and the pointer in the right place.

The tests use a window of SDL's dummy driver that reports half of its size in pixels, as on macOS.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.profile.window_placement import Placement
from scenes.render.timing import RESIZE_DELAY_MS
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.selftest.pilot import FRAME_MS
from scenes.shell.destinations import Home, Seating
from scenes.shell.window.system_window import SystemWindow
from scenes.shell.window.window import HIDING_EVENTS, Window
from scenes.ui.widgets import TextField
from tests.support.profile_pilot import Pilot
from tests.support.records import find_record
from tests.support.tables import (
    continue_match,
    drop_after_change,
    has_playable_and_unplayable,
    playable_and_unplayable_card,
)

WINDOW_POINTS = (1280, 720)
Size = tuple[int, int]


class HighDensityWindow(SystemWindow):
    """Window with ``scale`` × ``scale`` pixels for each point."""

    scale = 2

    def _create_and_show_window(self, title: str, *, fullscreen: bool) -> pygame.Window:
        wide, high = self._last_placement.size or WINDOW_POINTS
        return pygame.Window(title, (wide * self.scale, high * self.scale), resizable=True, allow_high_dpi=True)

    @property
    def size(self) -> Size:
        wide, high = super().size
        return wide // self.scale, high // self.scale

    def request_size(self, size: Size) -> None:
        super().request_size((size[0] * self.scale, size[1] * self.scale))

    def set_min_size(self, size: Size) -> None:
        super().set_min_size((size[0] * self.scale, size[1] * self.scale))

    def go_to_screen_of(self, scale: int) -> None:
        """Move the window to a screen of another scale; its size in points stays."""
        size, self.scale = self.size, scale
        self.set_min_size((1, 1))
        self.request_size(size)


class PointsPilot(Pilot):
    """Pilot that sends pointer positions in points, as the system does."""

    touch = False

    def _mouse_event(self, kind: int, at: tuple[float, float], button: int = 1) -> pygame.Event:
        window, scale = self.app.window, self.app.top.renderer.scale
        part = window.system.size[0] / window.surface.get_width()
        where = (round(at[0] * scale * part), round(at[1] * scale * part))
        named: dict[str, Any] = {"pos": where, "touch": self.touch}
        named |= {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
        return pygame.Event(kind, named)

    @property
    def system(self) -> HighDensityWindow:
        system = self.app.window.system
        assert isinstance(system, HighDensityWindow)
        return system


@pytest.fixture
def retina(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.shell.window.window.SystemWindow", HighDensityWindow)


@pytest.fixture
def playing(retina: None, tmp_path: Path) -> Iterator[PointsPilot]:
    """Pilot at a table on such a screen, where the player has to play a card."""
    pilot = continue_match(tmp_path, find_record("palacio", has_playable_and_unplayable))
    pilot.__class__ = PointsPilot
    assert isinstance(pilot, PointsPilot)
    yield pilot
    pilot.app.release_everything()


def test_window_is_drawn_in_pixels(playing: PointsPilot) -> None:
    app = playing.app
    assert app.window.system.size == WINDOW_POINTS
    assert app.window.surface.get_size() == app.window.picture_size == app.top.renderer.size == (2560, 1440)
    assert app.top.renderer.scale == 2, "the logical size equals the size in points"


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_press_and_drag_hit_their_targets(touch: bool, playing: PointsPilot) -> None:
    """SDL reports a finger in points too, as a mouse event with ``touch``."""
    playing.touch = touch
    good, _ = playable_and_unplayable_card(playing)
    playing.press(playing.card_point(good))
    pressed = playing.table.hand_controller._press_start
    assert touch or (pressed is not None and pressed[0] == playing.table.model.find_token_id(good)), (
        "a mouse press hits the card at once, a finger only after its gesture"
    )
    playing.release(playing.card_point(good))
    playing.run_until_idle()
    assert playing.open_choice.selected_cards == [good]
    moves = len(playing.table.match.record.moves)
    playing.play_by_mouse(playing.open_choice.legal_moves[0])
    assert len(playing.table.match.record.moves) > moves


def test_button_is_clicked_at_drawn_position(retina: None, tmp_path: Path) -> None:
    pilot = PointsPilot(tmp_path)
    pilot.app.go(Home())
    home = pilot.app.top
    assert isinstance(home, HomeScreen)
    pilot.app.finish_animations()
    last = list(home.control_areas())[-1]
    middle = (round(last.centerx / 2), round(last.centery / 2))
    pilot.step([pygame.Event(pygame.MOUSEMOTION, pos=middle, rel=(0, 0), buttons=(0, 0, 0), touch=False)])
    assert [widget.hovered for widget in home.root.focus_order()].count(True) == 1 and home.root.focus_order()[
        -1
    ].hovered
    pilot.app.release_everything()


@pytest.mark.parametrize("scales", [(1,), (1, 2), (3, 1, 2)], ids=str)
def test_window_may_change_screen_scale_during_drag(scales: Sequence[int], playing: PointsPilot) -> None:
    good, _ = playable_and_unplayable_card(playing)
    x, y = playing.card_point(good)
    playing.press((x, y))
    playing.move((x + 5, y - 40))
    for scale in scales:
        playing.system.go_to_screen_of(scale)
        playing.step([pygame.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1)])
        playing.step([pygame.Event(pygame.WINDOWSIZECHANGED, x=WINDOW_POINTS[0], y=WINDOW_POINTS[1])])
    playing.step(elapsed_ms=RESIZE_DELAY_MS)
    pixels = (WINDOW_POINTS[0] * scales[-1], WINDOW_POINTS[1] * scales[-1])
    assert playing.app.window.surface.get_size() == playing.app.top.renderer.size == pixels
    drop_after_change(playing, good, (x, y + 90))


def test_unannounced_scale_change_is_noticed(playing: PointsPilot) -> None:
    playing.system.go_to_screen_of(1)
    playing.step()
    playing.step(elapsed_ms=RESIZE_DELAY_MS)
    assert playing.app.top.renderer.size == WINDOW_POINTS


def test_pointer_is_in_place_while_new_size_settles(playing: PointsPilot) -> None:
    """Until then the window shows the old picture stretched."""
    good, _ = playable_and_unplayable_card(playing)
    x, y = playing.card_point(good)
    playing.resize((1100, 700))
    window = playing.app.window
    assert window.surface.get_size() == (2200, 1400) and window.picture_size == (2560, 1440)
    at = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(x * 1100 / 1280, y * 700 / 720), button=1, touch=False)
    playing.step([at])
    pressed = playing.table.hand_controller._press_start
    assert pressed is not None and pressed[0] == playing.table.model.find_token_id(good)


def test_input_methods_get_place_of_text_in_points(
    retina: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", told.append)
    pilot = PointsPilot(tmp_path)
    pilot.app.go(Seating("gurch"))
    pilot.app.finish_animations()
    seating = pilot.app.top
    assert isinstance(seating, SeatingScreen)
    assert told == []
    field = seating.root.focus_order()
    number = next(widget for widget in field if type(widget).__name__ == "TextField")
    assert isinstance(number, TextField)
    pilot.click(number.rect.center)
    assert told
    caret = number.caret_area(seating.renderer)
    assert told[-1].topleft == pytest.approx(caret.topleft, abs=1)
    assert told[-1].size == pytest.approx(caret.size, abs=1)
    pilot.step([pygame.Event(pygame.TEXTINPUT, text="Anna")])
    assert told[-1].left > caret.left + 20, "candidates follow the caret"
    pilot.app.release_everything()


@pytest.mark.painted
@pytest.mark.every_frame
def test_screenshot_has_every_pixel(playing: PointsPilot, tmp_path: Path) -> None:
    playing.app.finish_animations()
    playing.save_screenshot(tmp_path / "shot.png")
    shot = pygame.image.load(tmp_path / "shot.png")
    assert shot.get_size() == (2560, 1440)
    half = pygame.transform.scale_by(pygame.transform.scale_by(shot, 0.5), 2)
    assert pygame.image.tobytes(shot, "RGB") != pygame.image.tobytes(half, "RGB"), (
        "the picture isn't a doubled smaller one"
    )


@pytest.mark.painted
@pytest.mark.every_frame
def test_only_changes_are_shown_in_pixels(playing: PointsPilot, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    playing.app.finish_animations()
    monkeypatch.setattr(playing.system, "present_areas", lambda areas=None: shown.append(areas))
    good, _ = playable_and_unplayable_card(playing)
    playing.move(playing.card_point(good))
    playing.run_frames(3)
    areas = [area for one in shown for area in one]
    assert areas and all(pygame.Rect(0, 0, 2560, 1440).contains(area) for area in areas)
    assert any(area.right > 1280 or area.bottom > 720 for area in areas)


@pytest.mark.parametrize("hiding", HIDING_EVENTS)
def test_window_resized_while_hidden_is_drawn_on_return(hiding: int, playing: PointsPilot) -> None:
    app = playing.app
    playing.step([pygame.Event(hiding)])
    playing.system.go_to_screen_of(1)
    assert not app.step(FRAME_MS, [pygame.Event(pygame.WINDOWSIZECHANGED, x=WINDOW_POINTS[0], y=WINDOW_POINTS[1])])
    assert not app.step(RESIZE_DELAY_MS, ()) and not app.step(FRAME_MS, ())
    assert app.step(FRAME_MS, [pygame.Event(pygame.WINDOWRESTORED)])
    assert app.top.renderer.size == app.window.surface.get_size() == WINDOW_POINTS


def test_areas_are_shown_with_sdl_and_else_whole_window(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window("House Rules", Placement(WINDOW_POINTS), fullscreen=False)
    whole: list[bool] = []

    class Counted(pygame.Window):
        def flip(self) -> None:
            whole.append(True)
            super().flip()

    monkeypatch.setattr(pygame, "Window", Counted)
    monkeypatch.setattr("scenes.shell.window.sdl_functions.sdl_function", lambda *_: None)
    without = SystemWindow("House Rules", Placement(WINDOW_POINTS), fullscreen=False)
    without.present_areas([pygame.Rect(0, 0, 10, 10)])
    assert whole == [True] and without.placement().size == WINDOW_POINTS
    monkeypatch.undo()
    window.system.present_areas([pygame.Rect(0, 0, 10, 10)])
    assert window.system.placement().size == WINDOW_POINTS
