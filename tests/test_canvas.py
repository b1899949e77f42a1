"""The frame cache reuses unchanged drawings, and the picture is the same to the pixel."""

import random
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface

from engine.games import GAMES
from scenes.app import App
from scenes.look.frame_cache import MIN_GAIN, FrameCache
from scenes.shell.destinations import Begin
from tests.support.at_table import new_record, settings
from tests.support.piloting import Pilot

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


GROUND = Surface((64, 48))
"""Background of every frame."""


def paint(canvas: Surface, still: Sequence[Surface], moving: Surface, x: int) -> None:
    canvas.blit(GROUND, (0, 0))
    for i, one in enumerate(still):
        canvas.blit(one, (i * 3, i * 2))
    canvas.fill("#203040", (2, 30, 20, 5))
    canvas.blit(moving, (x, 20))


def test_unchanged_drawings_are_drawn_once() -> None:
    canvas, window = FrameCache(), Counting()
    still, moving = [tile("#803010b0") for _ in range(2 * MIN_GAIN)], tile("#ffffff")
    counts = []
    for x in range(6):
        window.drawn = 0
        with canvas.on(window):
            paint(canvas, still, moving, x)
        counts.append(window.drawn)
        told = Surface((64, 48))
        paint(told, still, moving, x)
        assert window.get_at((x + 1, 21)) == told.get_at((x + 1, 21))
    assert counts[0] == counts[1] == 2 * MIN_GAIN + 2
    assert counts[3:] == [2, 2, 2], "the saved picture and the moving drawing"


def test_a_change_below_is_visible_at_once() -> None:
    canvas, window = FrameCache(), Counting()
    still, moving = [tile("#803010") for _ in range(2 * MIN_GAIN)], tile("#ffffff")
    for x in range(5):
        with canvas.on(window):
            paint(canvas, still, moving, x)
    still[3] = tile("#00ff00")
    with canvas.on(window):
        paint(canvas, still, moving, 9)
    told = Surface((64, 48))
    paint(told, still, moving, 9)
    assert all(window.get_at((x, y)) == told.get_at((x, y)) for x in range(64) for y in range(48))
    still[4].set_alpha(100)
    with canvas.on(window):
        paint(canvas, still, moving, 9)
        assert canvas.get_at((10, 21)) == window.get_at((10, 21)), "reading a pixel draws everything held back"


def test_drawings_keep_their_clip() -> None:
    canvas, window = FrameCache(), Counting()
    still = [tile("#803010", (30, 30)) for _ in range(2 * MIN_GAIN)]
    for x in range(6):
        window.fill("black")
        with canvas.on(window):
            canvas.set_clip((0, 0, 8, 8))
            for one in still:
                canvas.blit(one, (0, 0))
            canvas.set_clip(None)
            canvas.blit(tile("#ffffff"), (30 + x, 30))
        assert window.get_at((7, 7)) == pygame.Color("#803010")
        assert window.get_at((8, 8)) == pygame.Color("black")
        assert window.get_at((31 + x, 31)) == pygame.Color("white")


def test_another_window_is_drawn_completely() -> None:
    canvas, still, moving = FrameCache(), [tile("#803010") for _ in range(2 * MIN_GAIN)], tile("#ffffff")
    for window in (Counting(), Counting()):
        for x in range(4):
            with canvas.on(window):
                paint(canvas, still, moving, x)
        assert window.get_at((1, 1)) == pygame.Color("#803010")


@pytest.mark.parametrize("slug", GAMES)
def test_every_frame_is_the_same_as_without_the_cache(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With cards in flight, the pointer over buttons and cards, and a dialog above."""
    settings(tmp_path, speed="1")
    pilot = Pilot(tmp_path, (960, 540))
    pilot.app.go(Begin(new_record(slug, 5)))
    pilot.rest()
    twin = Surface(pilot.app.window.surface.get_size(), depth=pilot.app.window.surface.get_bitsize())
    dice, frames = random.Random(slug), 0
    used = 0

    def draw(app: App) -> None:
        nonlocal frames, used
        original(app)
        if app.window._old is not None:
            return
        for scene in app.stack:
            scene.draw(twin)
        app.draw_toast(twin)
        assert app.window.surface.get_buffer().raw == twin.get_buffer().raw, f"frame {frames}"
        frames += 1
        used += app.window._canvas.reused > 0

    original = App.draw
    monkeypatch.setattr(App, "draw", draw)
    for turn in range(90):
        if turn % 30 == 0 and pilot.table.stage.choice is not None:
            pilot.play_by_keys(pilot.choice.legal[0])
        if turn % 8 == 0:
            pilot.move((dice.randrange(1280), dice.randrange(720)))
        pilot.steps(1)
    pilot.key(pygame.K_ESCAPE)
    pilot.steps(5)
    assert frames > 60
    assert used > 10, "the cache was used"
