"""The real program without most of its pixels: for tests of behaviour and content, not of appearance.

Scenes and widgets lay out and draw as usual, but drawings are blank, nothing reaches the window, and only some frames
of a motion are drawn. A test of pixels is marked ``painted``.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from scenes.app import App
from scenes.look import boxes, raster
from scenes.look.backgrounds import Backgrounds
from scenes.look.boxes import Box
from scenes.look.frame_cache import FrameCache
from scenes.look.theme import Colour
from scenes.look.typesetting import ScaledFont

ONE_IN = 4
"""One frame of a motion in this many is drawn."""
INPUT = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.TEXTINPUT, pygame.WINDOWSIZECHANGED)
"""Events after which the frame is always drawn."""
NOWHERE = Rect(0, 0, 0, 0)


@lru_cache(256)
def blank(size: tuple[int, int]) -> Surface:
    """A transparent surface, shared by all drawings of a size."""
    return Surface(size, pygame.SRCALPHA)


def _box(box: Box, size: tuple[int, int], scale: float, _texture: Surface | None = None) -> Surface:
    margin = boxes.margin_px(box, scale)
    return blank((size[0] + 2 * margin, size[1] + 2 * margin))


def _line(font: ScaledFont, text: str, _colour: Colour) -> Surface:
    return blank((math.ceil(font.width(text)), font.height))


def leave_out_pixels(patch: pytest.MonkeyPatch) -> None:
    """Make all drawings blank and draw nothing to the window, as long as ``patch`` lasts."""
    patch.setattr(FrameCache, "blit", lambda *_, **__: NOWHERE)
    patch.setattr(FrameCache, "fill", lambda *_, **__: NOWHERE)
    for name in ("table", "home", "felt", "room", "curtain"):
        patch.setattr(Backgrounds, name, lambda backgrounds: blank(backgrounds.size))
    patch.setattr(Backgrounds, "table_in_steps", lambda backgrounds: iter((blank(backgrounds.size),)))
    patch.setattr(boxes, "draw", _box)
    patch.setattr(ScaledFont, "render", _line)
    patch.setattr(raster, "tile", lambda *_: None)
    patch.setattr(raster, "converted", lambda surface: surface)
    patch.setattr(raster, "converted_opaque", lambda surface: surface)
    patch.setattr(pygame.image, "load_sized_svg", lambda _, size: blank(tuple(size)))
    patch.setattr(pygame.transform, "gaussian_blur", lambda surface, _: surface)
    patch.setattr(pygame.transform, "rotozoom", lambda surface, *_: surface)
    patch.setattr(pygame.transform, "smoothscale", lambda _, size, *__: blank((int(size[0]), int(size[1]))))


def leave_out_frames(patch: pytest.MonkeyPatch, one_in: int = ONE_IN) -> None:
    """Draw only some of the frames of a motion, but every frame at rest or after input, and a program's first."""
    step, draw = App.step, App.draw
    seen = owed = 0
    wanted = False

    def seldom(app: App) -> None:
        nonlocal seen, owed
        seen += 1
        owed = not wanted and seen % one_in != 1
        if not owed:
            draw(app)

    def stepped(app: App, dt: float, events: Sequence[pygame.Event]) -> bool:
        nonlocal wanted, owed
        wanted = any(event.type in INPUT for event in events)
        drawn = step(app, dt, events)
        if owed and not drawn and app.stack and not app.hidden:
            draw(app)
            owed = False
        return drawn

    def finished(app: App) -> Any:
        nonlocal wanted
        wanted = True
        return finish(app)

    finish = App.finish
    patch.setattr(App, "draw", seldom)
    patch.setattr(App, "step", stepped)
    patch.setattr(App, "finish", finished)
