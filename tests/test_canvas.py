"""Canvas: only changes are painted, and the picture is identical to a full redraw."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from engine.games import GAMES
from scenes.app import App
from scenes.render.incremental_surface import IncrementalSurface, cache_background
from scenes.shell.destinations import (
    Home,
    HouseRulesPage,
    MatchTable,
    ReplayList,
    RulesPage,
    Seating,
    SettingsPage,
    StatisticsPage,
)
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import open_program, start_program

pytestmark = pytest.mark.painted


class CountingWindow(Surface):
    """Window that counts the drawings on it."""

    def __init__(self) -> None:
        super().__init__((64, 48))
        self.draw_count = 0

    def blit(self, *what: object, **named: object) -> Rect:
        self.draw_count += 1
        return super().blit(*what, **named)  # type: ignore[arg-type]


def make_tile(colour: str, size: tuple[int, int] = (6, 6)) -> Surface:
    made = Surface(size, pygame.SRCALPHA)
    made.fill(colour)
    return made


STILL_TILES = 16
BACKGROUND = Surface((64, 48))
"""Background of every frame."""


def paint(canvas: Surface, still: Sequence[Surface], moving: Surface, x: int) -> None:
    canvas.blit(BACKGROUND, (0, 0))
    for i, one in enumerate(still):
        canvas.blit(one, (i * 3, i * 2))
    canvas.fill("#203040", (2, 30, 20, 5))
    canvas.blit(moving, (x, 20))


def is_same_picture(window: Surface, expected: Surface) -> bool:
    return window.get_buffer().raw == expected.get_buffer().raw


def test_only_changes_are_painted() -> None:
    canvas, window = IncrementalSurface(), CountingWindow()
    still, moving = [make_tile("#803010b0") for _ in range(STILL_TILES)], make_tile("#ffffff")
    counts, painted = [], []
    for x in range(40, 46):
        window.draw_count = 0
        with canvas.frame(window):
            paint(canvas, still, moving, x)
        counts.append(window.draw_count)
        painted.append(sum(area.width * area.height for area in canvas.painted_areas))
        expected = CountingWindow()
        paint(expected, still, moving, x)
        assert is_same_picture(window, expected)
    assert counts[0] == STILL_TILES + 2 and painted[0] == 64 * 48
    assert max(counts[1:]) <= 4 and max(painted[1:]) <= 10 * 10, "only the background and the moving square are painted"


def test_floor_is_painted_once_for_many_frames() -> None:
    canvas, window, counts = IncrementalSurface(), CountingWindow(), list[int]()
    still, veil, moving = (
        [make_tile("#803010b0", (20, 20)) for _ in range(STILL_TILES)],
        make_tile("#00000080", (64, 48)),
        make_tile("#ffffff"),
    )
    for x in range(20, 30):
        window.draw_count = 0
        with canvas.frame(window):
            paint(canvas, still, veil, 0)
            cache_background(canvas)
            canvas.blit(moving, (x, 20))
        counts.append(window.draw_count)
        expected = CountingWindow()
        paint(expected, still, veil, 0)
        expected.blit(moving, (x, 20))
        assert is_same_picture(window, expected)
    assert max(counts) == 2, "only the floor and the moving square are painted"
    window.draw_count = 0
    with canvas.frame(window):
        paint(canvas, still, veil, 0)
        cache_background(canvas)
        canvas.blit(moving, (29, 20))
    assert window.draw_count == 0 and canvas.painted_areas == []


def test_equal_frame_paints_nothing() -> None:
    canvas, window = IncrementalSurface(), CountingWindow()
    still, moving = [make_tile("#803010b0") for _ in range(STILL_TILES)], make_tile("#ffffff")
    for _ in range(2):
        window.draw_count = 0
        with canvas.frame(window):
            paint(canvas, still, moving, 9)
    assert window.draw_count == 0 and canvas.painted_areas == []


def test_change_below_is_visible_at_once() -> None:
    canvas, window = IncrementalSurface(), CountingWindow()
    still, moving = [make_tile("#803010") for _ in range(STILL_TILES)], make_tile("#ffffff")
    for x in range(5):
        with canvas.frame(window):
            paint(canvas, still, moving, x)
    still[3] = make_tile("#00ff00")
    with canvas.frame(window):
        paint(canvas, still, moving, 9)
    expected = CountingWindow()
    paint(expected, still, moving, 9)
    assert is_same_picture(window, expected)
    still[4].set_alpha(100)
    with canvas.frame(window):
        paint(canvas, still, moving, 9)
        assert canvas.get_at((10, 21)) == window.get_at((10, 21)), "reading a pixel paints everything before"
    expected = CountingWindow()
    paint(expected, still, moving, 9)
    assert is_same_picture(window, expected)


@pytest.mark.parametrize("floor", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_any_change_of_drawings_gives_same_picture(seed: int, floor: bool) -> None:
    """Drawings appear, disappear, move and change places, some of them transparent, clipped, cut or filled.

    Now and then the lower ones are kept as a floor, which changes no pixel.
    """
    dice = random.Random(seed)
    canvas, window = IncrementalSurface(), CountingWindow()
    tiles = [make_tile(f"#{dice.randrange(1 << 24):06x}{alpha}", (9, 7)) for alpha in ("ff", "80", "30")]
    opaque = Surface((30, 20))
    opaque.fill("#345678")

    def any_drawing() -> Any:
        at = dice.choice((dice.randrange(-8, 70), dice.uniform(-8, 70))), dice.randrange(-8, 50)
        clip = dice.choice((None, None, (dice.randrange(60), dice.randrange(40), 25, 15)))
        area = dice.choice((None, None, (2, 1, 5, 20), (-2, -1, 5, 5)))
        return dice.choice((*tiles, opaque, "#a0b0c0")), at, area, clip

    def paint_all(target: Surface) -> None:
        target.blit(BACKGROUND, (0, 0))
        for i, (what, at, area, clip) in enumerate(drawings):
            if i == laid:
                cache_background(target)
            target.set_clip(clip)
            if isinstance(what, str):
                target.fill(what, (*map(int, at), 12, 8))
            else:
                target.blit(what, at, area)
        target.set_clip(None)

    drawings, laid = [any_drawing() for _ in range(30)], -1
    for turn in range(60):
        laid = (4 if turn % 20 < 15 else -1) if floor else -1
        for _ in range(dice.randrange(4)):
            at = dice.randrange(len(drawings))
            change = dice.randrange(4)
            if change == 0:
                drawings.insert(at, any_drawing())
            elif change == 1:
                drawings.append(drawings.pop(at))
            elif change == 2 and len(drawings) > 5:
                del drawings[at]
            else:
                drawings[at] = (drawings[at][0], any_drawing()[1], *drawings[at][2:])
        with canvas.frame(window):
            paint_all(canvas)
        expected = CountingWindow()
        paint_all(expected)
        assert is_same_picture(window, expected)


def test_drawings_keep_clip() -> None:
    canvas, window = IncrementalSurface(), CountingWindow()
    still = [make_tile("#803010", (30, 30)) for _ in range(STILL_TILES)]
    for x in range(6):
        with canvas.frame(window):
            canvas.blit(BACKGROUND, (0, 0))
            canvas.set_clip((0, 0, 8, 8))
            for one in still:
                canvas.blit(one, (0, 0))
            canvas.set_clip(None)
            canvas.blit(make_tile("#ffffff"), (30 + x, 30))
        assert window.get_at((7, 7)) == pygame.Color("#803010")
        assert window.get_at((8, 8)) == pygame.Color("black")
        assert window.get_at((31 + x, 31)) == pygame.Color("white")


def test_another_window_is_drawn_completely() -> None:
    canvas, still, moving = (
        IncrementalSurface(),
        [make_tile("#803010") for _ in range(STILL_TILES)],
        make_tile("#ffffff"),
    )
    for window in (CountingWindow(), CountingWindow()):
        for x in range(4):
            with canvas.frame(window):
                paint(canvas, still, moving, x)
        assert window.get_at((1, 1)) == pygame.Color("#803010")


def test_window_with_lost_picture_is_drawn_completely() -> None:
    canvas, still, moving = (
        IncrementalSurface(),
        [make_tile("#803010") for _ in range(STILL_TILES)],
        make_tile("#ffffff"),
    )
    window = CountingWindow()
    for lost in (False, True):
        with canvas.frame(window):
            paint(canvas, still, moving, 9)
        window.fill("black")
        if lost:
            canvas.invalidate()
    with canvas.frame(window):
        paint(canvas, still, moving, 9)
    expected = CountingWindow()
    paint(expected, still, moving, 9)
    assert is_same_picture(window, expected)


def test_exposed_window_is_shown_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system asks for the window's lost picture, so everything has to be painted again."""
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(MatchTable(new_record("gurch", 5)))
    pilot.run_until_idle()
    shown: list[object] = []
    monkeypatch.setattr(pilot.app.window.system, "present_areas", lambda areas=None: shown.append(areas or "all"))
    before = pilot.app.window.surface.get_buffer().raw
    pilot.app.window.surface.fill("red")
    pilot.step([pygame.Event(pygame.WINDOWEXPOSED)])
    assert shown == ["all"] and pilot.app.window.surface.get_buffer().raw == before
    pilot.app.release_everything()


class FrameComparison:
    """Draws each frame of the program a second time without the cache, and compares the pixels."""

    def __init__(self, app: App, patch: pytest.MonkeyPatch) -> None:
        self.app = app
        self.count = self.partly = 0
        """Numbers of compared frames, and of those that painted less than half of the window."""
        self._twin = Surface(app.window.surface.get_size(), depth=app.window.surface.get_bitsize())
        self._draw = App.draw
        patch.setattr(App, "draw", self._compare)

    def _compare(self) -> None:
        self._draw(self.app)
        if self.app.window._old_picture is not None:
            return
        for scene in self.app.scene_stack.visible:
            scene.draw(self._twin)
        self.app.draw_toast(self._twin)
        window = self.app.window.surface
        assert window.get_buffer().raw == self._twin.get_buffer().raw, f"{self.app.top}, frame {self.count}"
        self.count += 1
        areas = sum(area.width * area.height for area in self.app.window._canvas.painted_areas)
        self.partly += areas < 0.5 * window.get_width() * window.get_height()


@pytest.mark.parametrize("slug", GAMES)
def test_every_frame_equals_uncached_one(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards fly, the pointer is over buttons and cards, and a dialog opens."""
    pilot = open_program(tmp_path, MatchTable(new_record(slug, 5)), (960, 540), speed="1")
    pilot.run_until_idle()
    dice, frames = random.Random(slug), FrameComparison(pilot.app, monkeypatch)
    for turn in range(200):
        if turn % 30 == 0 and pilot.choice is not None:
            pilot.play_by_keys(pilot.open_choice.legal_moves[0])
        if turn % 8 == 0:
            pilot.move((dice.randrange(1280), dice.randrange(720)))
        pilot.run_frames(1)
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_frames(5)
    assert frames.count > 60
    assert frames.partly > 40, "most frames changed only a part of the window"


def test_every_frame_of_every_screen_equals_uncached_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and lists scroll, buttons are hovered, and one screen follows another."""
    pilot = start_program(tmp_path, (960, 540), speed="1")
    app = pilot.app
    app.go(Home())
    frames = FrameComparison(app, monkeypatch)
    pages = (Seating("roped"), ReplayList(), SettingsPage(), StatisticsPage(), Home())
    for page in (RulesPage("gurch"), HouseRulesPage("big_two"), *pages):
        app.open(page) if isinstance(page, RulesPage | HouseRulesPage) else app.go(page)
        pilot.run_frames(2)
        for place in ((640, 360), (300, 300), (900, 500)):
            pilot.move(place)
            pilot.step([pygame.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0, which=0)])
            pilot.run_frames(6)
    assert frames.count > 20
    app.release_everything()
