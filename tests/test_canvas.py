"""Only what has changed is painted, and the picture is the same to the pixel."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from engine.games import GAMES
from scenes.app import App
from scenes.look.frame_cache import FrameCache, lay_floor
from scenes.shell.destinations import (
    Begin,
    Home,
    HouseRulesPage,
    ReplayList,
    RulesPage,
    Seating,
    SettingsPage,
    StatisticsPage,
)
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.records import new_record

pytestmark = pytest.mark.painted


class Counting(Surface):
    """A window that counts what is drawn on it."""

    def __init__(self) -> None:
        super().__init__((64, 48))
        self.drawn = 0

    def blit(self, *what: object, **named: object) -> Rect:
        self.drawn += 1
        return super().blit(*what, **named)  # type: ignore[arg-type]


def tile(colour: str, size: tuple[int, int] = (6, 6)) -> Surface:
    made = Surface(size, pygame.SRCALPHA)
    made.fill(colour)
    return made


STILL = 16
GROUND = Surface((64, 48))
"""Background of every frame."""


def paint(canvas: Surface, still: Sequence[Surface], moving: Surface, x: int) -> None:
    canvas.blit(GROUND, (0, 0))
    for i, one in enumerate(still):
        canvas.blit(one, (i * 3, i * 2))
    canvas.fill("#203040", (2, 30, 20, 5))
    canvas.blit(moving, (x, 20))


def same(window: Surface, expected: Surface) -> bool:
    return window.get_buffer().raw == expected.get_buffer().raw


def test_only_what_has_changed_is_painted() -> None:
    canvas, window = FrameCache(), Counting()
    still, moving = [tile("#803010b0") for _ in range(STILL)], tile("#ffffff")
    counts, painted = [], []
    for x in range(40, 46):
        window.drawn = 0
        with canvas.on(window):
            paint(canvas, still, moving, x)
        counts.append(window.drawn)
        painted.append(sum(area.width * area.height for area in canvas.painted))
        expected = Counting()
        paint(expected, still, moving, x)
        assert same(window, expected)
    assert counts[0] == STILL + 2 and painted[0] == 64 * 48
    assert max(counts[1:]) <= 4 and max(painted[1:]) <= 10 * 10, "the background and what moves"


def test_a_floor_is_painted_once_for_many_frames() -> None:
    canvas, window, counts = FrameCache(), Counting(), list[int]()
    still, veil, moving = (
        [tile("#803010b0", (20, 20)) for _ in range(STILL)],
        tile("#00000080", (64, 48)),
        tile("#ffffff"),
    )
    for x in range(20, 30):
        window.drawn = 0
        with canvas.on(window):
            paint(canvas, still, veil, 0)
            lay_floor(canvas)
            canvas.blit(moving, (x, 20))
        counts.append(window.drawn)
        expected = Counting()
        paint(expected, still, veil, 0)
        expected.blit(moving, (x, 20))
        assert same(window, expected)
    assert max(counts) == 2, "the floor and what moves"
    window.drawn = 0
    with canvas.on(window):
        paint(canvas, still, veil, 0)
        lay_floor(canvas)
        canvas.blit(moving, (29, 20))
    assert window.drawn == 0 and canvas.painted == []


def test_nothing_is_painted_for_an_equal_frame() -> None:
    canvas, window = FrameCache(), Counting()
    still, moving = [tile("#803010b0") for _ in range(STILL)], tile("#ffffff")
    for _ in range(2):
        window.drawn = 0
        with canvas.on(window):
            paint(canvas, still, moving, 9)
    assert window.drawn == 0 and canvas.painted == []


def test_a_change_below_is_visible_at_once() -> None:
    canvas, window = FrameCache(), Counting()
    still, moving = [tile("#803010") for _ in range(STILL)], tile("#ffffff")
    for x in range(5):
        with canvas.on(window):
            paint(canvas, still, moving, x)
    still[3] = tile("#00ff00")
    with canvas.on(window):
        paint(canvas, still, moving, 9)
    expected = Counting()
    paint(expected, still, moving, 9)
    assert same(window, expected)
    still[4].set_alpha(100)
    with canvas.on(window):
        paint(canvas, still, moving, 9)
        assert canvas.get_at((10, 21)) == window.get_at((10, 21)), "reading a pixel paints everything before"
    expected = Counting()
    paint(expected, still, moving, 9)
    assert same(window, expected)


@pytest.mark.parametrize("floor", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_any_change_of_a_list_of_drawings_gives_the_same_picture(seed: int, floor: bool) -> None:
    """Drawings come, go, move and change places, some of them transparent, clipped, cut or filled.

    Those below may be kept as a floor, now and then, which makes no difference.
    """
    dice = random.Random(seed)
    canvas, window = FrameCache(), Counting()
    tiles = [tile(f"#{dice.randrange(1 << 24):06x}{alpha}", (9, 7)) for alpha in ("ff", "80", "30")]
    opaque = Surface((30, 20))
    opaque.fill("#345678")

    def any_drawing() -> Any:
        at = dice.choice((dice.randrange(-8, 70), dice.uniform(-8, 70))), dice.randrange(-8, 50)
        clip = dice.choice((None, None, (dice.randrange(60), dice.randrange(40), 25, 15)))
        area = dice.choice((None, None, (2, 1, 5, 20), (-2, -1, 5, 5)))
        return dice.choice((*tiles, opaque, "#a0b0c0")), at, area, clip

    def paint_all(target: Surface) -> None:
        target.blit(GROUND, (0, 0))
        for i, (what, at, area, clip) in enumerate(drawings):
            if i == laid:
                lay_floor(target)
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
        with canvas.on(window):
            paint_all(canvas)
        expected = Counting()
        paint_all(expected)
        assert same(window, expected)


def test_drawings_keep_their_clip() -> None:
    canvas, window = FrameCache(), Counting()
    still = [tile("#803010", (30, 30)) for _ in range(STILL)]
    for x in range(6):
        with canvas.on(window):
            canvas.blit(GROUND, (0, 0))
            canvas.set_clip((0, 0, 8, 8))
            for one in still:
                canvas.blit(one, (0, 0))
            canvas.set_clip(None)
            canvas.blit(tile("#ffffff"), (30 + x, 30))
        assert window.get_at((7, 7)) == pygame.Color("#803010")
        assert window.get_at((8, 8)) == pygame.Color("black")
        assert window.get_at((31 + x, 31)) == pygame.Color("white")


def test_another_window_is_drawn_completely() -> None:
    canvas, still, moving = FrameCache(), [tile("#803010") for _ in range(STILL)], tile("#ffffff")
    for window in (Counting(), Counting()):
        for x in range(4):
            with canvas.on(window):
                paint(canvas, still, moving, x)
        assert window.get_at((1, 1)) == pygame.Color("#803010")


def test_a_window_whose_picture_was_lost_is_drawn_completely() -> None:
    canvas, still, moving = FrameCache(), [tile("#803010") for _ in range(STILL)], tile("#ffffff")
    window = Counting()
    for lost in (False, True):
        with canvas.on(window):
            paint(canvas, still, moving, 9)
        window.fill("black")
        if lost:
            canvas.forget()
    with canvas.on(window):
        paint(canvas, still, moving, 9)
    expected = Counting()
    paint(expected, still, moving, 9)
    assert same(window, expected)


def test_an_exposed_window_is_shown_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system asks for a picture that it has lost; everything has to be painted again."""
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Begin(new_record("gurch", 5)))
    pilot.rest()
    shown: list[object] = []
    monkeypatch.setattr(pilot.app.window.system, "show", lambda areas=None: shown.append(areas or "all"))
    before = pilot.app.window.surface.get_buffer().raw
    pilot.app.window.surface.fill("red")
    pilot.step([pygame.Event(pygame.WINDOWEXPOSED)])
    assert shown == ["all"] and pilot.app.window.surface.get_buffer().raw == before
    pilot.app.close_all()


class Frames:
    """Draws each frame of the program a second time, without the cache, and compares the pixels."""

    def __init__(self, app: App, patch: pytest.MonkeyPatch) -> None:
        self.app = app
        self.count = self.partly = 0
        """Numbers of frames that were compared, and of those that painted less than half of the window."""
        self._twin = Surface(app.window.surface.get_size(), depth=app.window.surface.get_bitsize())
        self._draw = App.draw
        patch.setattr(App, "draw", self._compare)

    def _compare(self) -> None:
        self._draw(self.app)
        if self.app.window._old is not None:
            return
        for scene in self.app.stack.visible:
            scene.draw(self._twin)
        self.app.draw_toast(self._twin)
        window = self.app.window.surface
        assert window.get_buffer().raw == self._twin.get_buffer().raw, f"{self.app.top}, frame {self.count}"
        self.count += 1
        areas = sum(area.width * area.height for area in self.app.window._canvas.painted)
        self.partly += areas < 0.5 * window.get_width() * window.get_height()


@pytest.mark.parametrize("slug", GAMES)
def test_every_frame_is_the_same_as_without_the_cache(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With cards in flight, the pointer over buttons and cards, and a dialog above."""
    settings(tmp_path, speed="1")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Begin(new_record(slug, 5)))
    pilot.rest()
    dice, frames = random.Random(slug), Frames(pilot.app, monkeypatch)
    for turn in range(200):
        if turn % 30 == 0 and pilot.table.stage.choice is not None:
            pilot.play_by_keys(pilot.choice.legal[0])
        if turn % 8 == 0:
            pilot.move((dice.randrange(1280), dice.randrange(720)))
        pilot.steps(1)
    pilot.key(pygame.K_ESCAPE)
    pilot.steps(5)
    assert frames.count > 60
    assert frames.partly > 40, "most frames changed only a part of the window"


def test_every_frame_of_every_screen_is_the_same_as_without_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While pages and lists scroll, buttons are hovered, and one screen follows another."""
    settings(tmp_path, speed="1")
    pilot = Pilot(tmp_path, (960, 540))
    app = pilot.app
    app.go(Home())
    frames = Frames(app, monkeypatch)
    pages = (Seating("roped"), ReplayList(), SettingsPage(), StatisticsPage(), Home())
    for page in (RulesPage("gurch"), HouseRulesPage("big_two"), *pages):
        app.open(page) if isinstance(page, RulesPage | HouseRulesPage) else app.go(page)
        pilot.steps(2)
        for place in ((640, 360), (300, 300), (900, 500)):
            pilot.move(place)
            pilot.step([pygame.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0, which=0)])
            pilot.steps(6)
    assert frames.count > 20
    app.close_all()
