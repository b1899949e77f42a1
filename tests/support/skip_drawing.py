"""The real program without most of its pixels, for tests of behaviour and content.

Scenes and widgets lay out and draw as usual. Drawings are blank, nothing reaches the window, and only some frames of a
motion are drawn. A test of pixels is marked ``painted``.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from scenes.app import App
from scenes.render import boxes
from scenes.render.backgrounds import Backgrounds
from scenes.render.boxes import Box
from scenes.render.incremental_surface import IncrementalSurface
from scenes.render.theme import Colour
from scenes.render.typesetting import ScaledFont
from scenes.table.cards.card_view import TableCardsView

DRAWN_FRAME_INTERVAL = 20
"""One in this many frames is drawn during motion and input."""
EMPTY_RECT = Rect(0, 0, 0, 0)


def blank(size: tuple[int, int]) -> Surface:
    """Return a transparent surface."""
    return Surface(size, pygame.SRCALPHA)


def _box(box: Box, size: tuple[int, int], scale: float, _texture: Surface | None = None) -> Surface:
    margin = boxes.margin_px(box, scale)
    return blank((size[0] + 2 * margin, size[1] + 2 * margin))


def _line(font: ScaledFont, text: str, _colour: Colour) -> Surface:
    return blank((math.ceil(font.width(text)), font.height))


def skip_pixels(patch: pytest.MonkeyPatch) -> None:
    """Make all drawings blank and draw nothing to the window until ``patch`` is undone."""
    patch.setattr(IncrementalSurface, "blit", lambda *_, **__: EMPTY_RECT)
    patch.setattr(IncrementalSurface, "fill", lambda *_, **__: EMPTY_RECT)
    for name in ("draw_home", "draw_felt_background", "draw_wood_background", "draw_curtain"):
        patch.setattr(Backgrounds, name, lambda backgrounds: blank(backgrounds.size))
    patch.setattr(Backgrounds, "draw_table_in_steps", lambda backgrounds: iter([blank(backgrounds.size)] * 2))
    patch.setattr(
        Backgrounds, "draw_small_table", lambda backgrounds, *size: blank(backgrounds._pixel_rect((0, 0, *size)).size)
    )
    patch.setattr(boxes, "draw_box", _box)
    patch.setattr(ScaledFont, "render", _line)
    patch.setattr(pygame.image, "load_sized_svg", lambda _, size: blank(tuple(size)))
    patch.setattr(pygame.transform, "gaussian_blur", lambda surface, _: surface)
    patch.setattr(pygame.transform, "rotozoom", lambda surface, *_: surface)
    patch.setattr(pygame.transform, "smoothscale", lambda _, size, *__: blank((int(size[0]), int(size[1]))))


@contextmanager
def draw_last_only(app: App) -> Iterator[None]:
    """Draw nothing inside the ``with``, and draw the last frame at its end."""
    app.draw = lambda: None  # type: ignore[method-assign]
    try:
        yield
    finally:
        del app.draw
    if app.scene_stack:
        app.draw()


def skip_frames(patch: pytest.MonkeyPatch, interval: int = DRAWN_FRAME_INTERVAL) -> None:
    """Draw only some of the frames during motion and input, but every frame at rest, and a program's first.

    The frame after an input is drawn once a step changes nothing more. The cards on the table are left out.
    """
    step, draw = App.step, App.draw
    seen = owed = 0
    wanted = False

    def seldom(app: App) -> None:
        nonlocal seen, owed
        seen += 1
        owed = not wanted and seen % interval != 1
        if not owed:
            draw(app)

    def stepped(app: App, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        nonlocal wanted, owed
        wanted = False
        drawn = step(app, elapsed_ms, events)
        if owed and not drawn and app.scene_stack and not app.sound.is_window_hidden:
            draw(app)
            owed = False
        return drawn

    def finished(app: App) -> Any:
        nonlocal wanted
        wanted = True
        return finish(app)

    finish = App.finish_animations
    for name in ("_draw_cards", "_draw_pile_backgrounds"):
        patch.setattr(TableCardsView, name, lambda *_: None)
    patch.setattr(App, "draw", seldom)
    patch.setattr(App, "step", stepped)
    patch.setattr(App, "finish_animations", finished)
