"""A screen on which a point is two pixels (Retina, Wayland at 200 %): everything is sharp, and the pointer in place.

The window is one of SDL's dummy driver whose size is said to be half of what it has in pixels, as macOS says it.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.profile.window_placement import Placement
from scenes.home.home import HomeScreen
from scenes.look.speeds import RESIZE_DELAY
from scenes.seating.seating import SeatingScreen
from scenes.selftest.pilot import FRAME
from scenes.shell.destinations import Home, Seating
from scenes.shell.system_window import SystemWindow
from scenes.shell.window import HIDING, Window
from tests.support.at_table import choosing, continued, drop_after_change, good_and_bad
from tests.support.piloting import Pilot
from tests.support.records import record_where

POINTS = (1280, 720)
Size = tuple[int, int]


class Retina(SystemWindow):
    """A window with ``scale`` × ``scale`` pixels for each point."""

    scale = 2

    def _made(self, title: str, *, fullscreen: bool) -> pygame.Window:
        wide, high = self._last.size or POINTS
        return pygame.Window(title, (wide * self.scale, high * self.scale), resizable=True, allow_high_dpi=True)

    @property
    def size(self) -> Size:
        wide, high = super().size
        return wide // self.scale, high // self.scale

    def enlarge(self, size: Size) -> None:
        super().enlarge((size[0] * self.scale, size[1] * self.scale))

    def keep_above(self, size: Size) -> None:
        super().keep_above((size[0] * self.scale, size[1] * self.scale))

    def go_to_screen_of(self, scale: int) -> None:
        """Move to another screen: the size in points stays."""
        size, self.scale = self.size, scale
        self.keep_above((1, 1))
        self.enlarge(size)


class PointsPilot(Pilot):
    """A pilot whose pointer is somewhere in points, as the system tells it."""

    touch = False

    def _mouse(self, kind: int, at: tuple[float, float], button: int = 1) -> pygame.Event:
        window, scale = self.app.window, self.app.top.look.scale
        part = window.system.size[0] / window.surface.get_width()
        where = (round(at[0] * scale * part), round(at[1] * scale * part))
        named: dict[str, Any] = {"pos": where, "touch": self.touch}
        named |= {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
        return pygame.Event(kind, named)

    @property
    def system(self) -> Retina:
        system = self.app.window.system
        assert isinstance(system, Retina)
        return system


@pytest.fixture
def retina(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.shell.window.SystemWindow", Retina)


@pytest.fixture
def playing(retina: None, tmp_path: Path) -> Iterator[PointsPilot]:
    """A table on such a screen, where the player has to play a card."""
    pilot = continued(tmp_path, record_where("palacio", choosing))
    pilot.__class__ = PointsPilot
    assert isinstance(pilot, PointsPilot)
    yield pilot
    pilot.app.close_all()


def test_everything_is_drawn_in_pixels(playing: PointsPilot) -> None:
    app = playing.app
    assert app.window.system.size == POINTS
    assert app.window.surface.get_size() == app.window.picture == app.top.look.size == (2560, 1440)
    assert app.top.look.scale == 2, "as many logical pixels as in a window of so many points"


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_a_press_and_a_drag_hit_what_is_under_them(touch: bool, playing: PointsPilot) -> None:
    """SDL tells a finger as a mouse with ``touch``, in points, too."""
    playing.touch = touch
    good, _ = good_and_bad(playing)
    playing.press(playing.where(good))
    pressed = playing.table.control._pressed
    assert touch or (pressed is not None and pressed[0] == playing.table.stage.find(good)), "a finger may yet do more"
    playing.release(playing.where(good))
    playing.rest()
    assert playing.choice.selected == [good]
    moves = len(playing.table.match.record.moves)
    playing.play_by_mouse(playing.choice.legal[0])
    assert len(playing.table.match.record.moves) > moves


def test_a_button_is_where_it_is_drawn(retina: None, tmp_path: Path) -> None:
    pilot = PointsPilot(tmp_path)
    pilot.app.go(Home())
    home = pilot.app.top
    assert isinstance(home, HomeScreen)
    pilot.app.finish()
    last = list(home.controls())[-1]
    middle = (round(last.centerx / 2), round(last.centery / 2))
    pilot.step([pygame.Event(pygame.MOUSEMOTION, pos=middle, rel=(0, 0), buttons=(0, 0, 0), touch=False)])
    assert [widget.hovered for widget in home.group.order()].count(True) == 1 and home.group.order()[-1].hovered
    pilot.app.close_all()


@pytest.mark.parametrize("scales", [(1,), (1, 2), (3, 1, 2)], ids=str)
def test_a_window_may_move_between_screens_of_different_scales_in_the_middle_of_a_drag(
    scales: Sequence[int], playing: PointsPilot
) -> None:
    good, _ = good_and_bad(playing)
    x, y = playing.where(good)
    playing.press((x, y))
    playing.move((x + 5, y - 40))
    for scale in scales:
        playing.system.go_to_screen_of(scale)
        playing.step([pygame.Event(pygame.WINDOWDISPLAYCHANGED, display_index=1)])
        playing.step([pygame.Event(pygame.WINDOWSIZECHANGED, x=POINTS[0], y=POINTS[1])])
    playing.step(dt=RESIZE_DELAY)
    pixels = (POINTS[0] * scales[-1], POINTS[1] * scales[-1])
    assert playing.app.window.surface.get_size() == playing.app.top.look.size == pixels
    drop_after_change(playing, good, (x, y + 90))


def test_another_scale_that_no_event_tells_is_noticed(playing: PointsPilot) -> None:
    playing.system.go_to_screen_of(1)
    playing.step()
    playing.step(dt=RESIZE_DELAY)
    assert playing.app.top.look.size == POINTS


def test_the_pointer_is_in_place_while_a_new_size_settles(playing: PointsPilot) -> None:
    """Until then the window shows the old picture stretched."""
    good, _ = good_and_bad(playing)
    x, y = playing.where(good)
    playing.resize((1100, 700))
    window = playing.app.window
    assert window.surface.get_size() == (2200, 1400) and window.picture == (2560, 1440)
    at = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(x * 1100 / 1280, y * 700 / 720), button=1, touch=False)
    playing.step([at])
    pressed = playing.table.control._pressed
    assert pressed is not None and pressed[0] == playing.table.stage.find(good)


def test_input_methods_get_the_place_of_a_text_in_points(
    retina: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", told.append)
    pilot = PointsPilot(tmp_path)
    pilot.app.go(Seating("gurch"))
    pilot.app.finish()
    seating = pilot.app.top
    assert isinstance(seating, SeatingScreen)
    assert told == []
    field = seating.group.order()
    number = next(widget for widget in field if type(widget).__name__ == "TextField")
    pilot.click(number.rect.center)
    assert told
    assert told[-1].topleft == pytest.approx(number.rect.topleft, abs=1)
    assert told[-1].size == pytest.approx(number.rect.size, abs=1)
    pilot.app.close_all()


@pytest.mark.painted
@pytest.mark.every_frame
def test_a_screenshot_has_every_pixel(playing: PointsPilot, tmp_path: Path) -> None:
    playing.app.finish()
    playing.picture(tmp_path / "shot.png")
    shot = pygame.image.load(tmp_path / "shot.png")
    assert shot.get_size() == (2560, 1440)
    half = pygame.transform.scale_by(pygame.transform.scale_by(shot, 0.5), 2)
    assert pygame.image.tobytes(shot, "RGB") != pygame.image.tobytes(half, "RGB"), "not drawn small and doubled"


@pytest.mark.painted
@pytest.mark.every_frame
def test_only_what_has_changed_is_shown_in_pixels(playing: PointsPilot, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    playing.app.finish()
    monkeypatch.setattr(playing.system, "show", lambda areas=None: shown.append(areas))
    good, _ = good_and_bad(playing)
    playing.move(playing.where(good))
    playing.steps(3)
    areas = [area for one in shown for area in one]
    assert areas and all(pygame.Rect(0, 0, 2560, 1440).contains(area) for area in areas)
    assert any(area.right > 1280 or area.bottom > 720 for area in areas)


@pytest.mark.parametrize("hiding", HIDING)
def test_a_window_that_is_resized_while_it_is_hidden_is_drawn_when_it_comes_back(
    hiding: int, playing: PointsPilot
) -> None:
    app = playing.app
    playing.step([pygame.Event(hiding)])
    playing.system.go_to_screen_of(1)
    assert not app.step(FRAME, [pygame.Event(pygame.WINDOWSIZECHANGED, x=POINTS[0], y=POINTS[1])])
    assert not app.step(RESIZE_DELAY, ()) and not app.step(FRAME, ())
    assert app.step(FRAME, [pygame.Event(pygame.WINDOWRESTORED)])
    assert app.top.look.size == app.window.surface.get_size() == POINTS


def test_areas_are_shown_where_sdl_is_found_and_else_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window("House Rules", Placement(POINTS), fullscreen=False)
    whole: list[bool] = []

    class Counted(pygame.Window):
        def flip(self) -> None:
            whole.append(True)
            super().flip()

    monkeypatch.setattr(pygame, "Window", Counted)
    monkeypatch.setattr("scenes.shell.sdl.sdl_function", lambda *_: None)
    without = SystemWindow("House Rules", Placement(POINTS), fullscreen=False)
    without.show([pygame.Rect(0, 0, 10, 10)])
    assert whole == [True] and without.placement().size == POINTS
    monkeypatch.undo()
    window.system.show([pygame.Rect(0, 0, 10, 10)])
    assert window.system.placement().size == POINTS
