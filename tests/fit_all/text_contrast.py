"""Measures the contrast of texts in rendered pictures: each colour against the pixels below."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest
from pygame import Rect, Surface

from scenes.render import high_contrast, theme
from scenes.render.incremental_surface import IncrementalSurface
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, Colour

Pixel = tuple[int, int, int, int]
MIN_CONTRAST = 4.5
"""Minimum contrast of a text of any size (WCAG 2.2, success criterion 1.4.3)."""
_MAX_LOW_CONTRAST_FRACTION = 0.1
"""Maximum fraction of the pixels below a text with less contrast: the rim of a chip, a thread of the felt."""
_GRID_POINTS = 16
"""Number of sample points below a text in each direction."""


class ColouredText(NamedTuple):
    """A text with its surface, kept alive so that no other surface gets the same ``id``."""

    surface: Surface
    string: str
    colours: tuple[Colour, ...]
    letters: Rect


class PendingText(NamedTuple):
    """A text on a transparent surface that is drawn later, and its background so far."""

    surface: Surface
    text: ColouredText
    points: list[tuple[int, int]]
    pixels: list[Pixel]


class MeasuredText(NamedTuple):
    """A drawn text and its minimum contrast."""

    string: str
    colour: Colour
    background: Colour
    ratio: float


@dataclass
class ContrastRecorder:
    """Measures the contrast of all texts drawn since ``clear``."""

    measured_texts: list[MeasuredText] = field(default_factory=list)
    pending_texts: dict[int, list[PendingText]] = field(default_factory=dict)
    """Texts on transparent surfaces, by the surface's ``id``. They are measured when the surface is drawn."""
    texts: dict[int, ColouredText] = field(default_factory=dict)

    def clear(self) -> None:
        """Start a new drawing."""
        self.measured_texts = []

    def on_surface_drawn(self, target: Surface, surface: Surface, place: Rect) -> None:
        """Measure the texts of a surface before it is drawn."""
        for waiting in self.pending_texts.get(id(surface), ()):
            if waiting.surface is surface:
                self._judge_pending(target, waiting, place)
        inked = self.texts.get(id(surface))
        if inked is None:
            return
        area = inked.letters.move(place.topleft).clip(target.get_clip())
        if not area.width or not area.height:
            return
        places = sample_points(area.clip(target.get_rect()))
        pixels = pixels_at(target, places)
        if any(alpha < 250 for *_, alpha in pixels):
            pending = [one for one in self.pending_texts.get(id(target), ()) if one.surface is target]
            self.pending_texts[id(target)] = [*pending, PendingText(target, inked, places, pixels)]
        else:
            self._judge(inked, pixels)

    def _judge_pending(self, target: Surface, waiting: PendingText, place: Rect) -> None:
        """Measure the texts of a transparent surface against the background that shows through."""
        clip = target.get_clip().clip(target.get_rect())
        there = [(x + place.x, y + place.y) for x, y in waiting.points]
        both = [
            (near, far)
            for spot, near in zip(there, waiting.pixels, strict=True)
            if clip.collidepoint(spot)
            for far in pixels_at(target, [spot])
        ]
        if both:
            self._judge(waiting.text, [blend(near, far) for near, far in both])

    def _judge(self, inked: ColouredText, pixels: list[Pixel]) -> None:
        for ink in inked.colours:
            known = {ground: contrast(ink, ground) for ground in {pixel[:3] for pixel in pixels}}
            ratios = sorted((known[pixel[:3]], pixel[:3]) for pixel in pixels)
            ratio, ground = ratios[int(len(ratios) * _MAX_LOW_CONTRAST_FRACTION)]
            self.measured_texts.append(MeasuredText(inked.string, ink, ground, ratio))

    def faults(self) -> list[str]:
        """Return the texts with too little contrast."""
        return [
            f"{text.ratio:.2f}: {text.string!r} {theme.hex_code(text.colour)} on {theme.hex_code(text.background)}"
            for text in self.measured_texts
            if text.ratio < MIN_CONTRAST
        ]


def blend(upper: Pixel, lower: Pixel) -> Pixel:
    """Return a pixel drawn over another."""
    part = upper[3] / 255
    red, green, blue = (round(part * a + (1 - part) * b) for a, b in zip(upper[:3], lower[:3], strict=True))
    return red, green, blue, max(upper[3], lower[3])


def sample_points(where: Rect) -> list[tuple[int, int]]:
    columns = {where.x + i * (where.w - 1) // (_GRID_POINTS - 1) for i in range(_GRID_POINTS)} if where.w else set()
    rows = {where.y + i * (where.h - 1) // (_GRID_POINTS - 1) for i in range(_GRID_POINTS)} if where.h else set()
    return [(x, y) for x in columns for y in rows]


def pixels_at(target: Surface, places: Iterable[tuple[int, int]]) -> list[Pixel]:
    """Return pixels of a surface as (red, green, blue, alpha)."""
    found = []
    for place in places:
        red, green, blue, alpha = target.get_at(place)
        found.append((red, green, blue, alpha))
    return found


@cache
def luminance(colour: Colour) -> float:
    """Cache ``theme.luminance``: felt has few colours."""
    return theme.luminance(colour)


def contrast(one: Colour, other: Colour) -> float:
    """Return ``theme.contrast``, with cached luminances."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def measure_contrasts(patch: pytest.MonkeyPatch) -> ContrastRecorder:
    """Measure every text of a Renderer until ``patch`` is undone."""
    recorder = ContrastRecorder()
    text, plain_text, paragraph, blit = Renderer.text, Renderer.plain_text, Renderer.paragraph, Renderer.blit

    def keep(renderer: Renderer, drawn: Surface, string: str, colour: Colour, emphasis: Colour | None) -> Surface:
        if id(drawn) not in recorder.texts or recorder.texts[id(drawn)].surface is not drawn:
            strong = emphasis if emphasis is not None and "*" in string else colour
            normal_colours = (colour,) if strong == colour else (colour, strong)
            colours = (
                tuple(map(high_contrast.text_colour, normal_colours)) if renderer.high_contrast else normal_colours
            )
            recorder.texts[id(drawn)] = ColouredText(drawn, string, colours, drawn.get_bounding_rect(60))
        return drawn

    def line(renderer: Renderer, string: str, style: str, colour: Colour = CREAM, **named: Any) -> Surface:
        return keep(renderer, text(renderer, string, style, colour, **named), string, colour, named.get("emphasis"))

    def plain_line(renderer: Renderer, string: str, style: str, colour: Colour, **named: Any) -> Surface:
        return keep(renderer, plain_text(renderer, string, style, colour, **named), string, colour, None)

    def block(
        renderer: Renderer, string: str, style: str, colour: Colour, width: float, *more: Any, **named: Any
    ) -> Surface:
        drawn = paragraph(renderer, string, style, colour, width, *more, **named)
        return keep(renderer, drawn, string, colour, named.get("emphasis"))

    def drawn(renderer: Renderer, target: Surface, surface: Surface, x: float, y: float, *more: Any) -> None:
        (anchor,) = more or ("topleft",)
        place = surface.get_rect()
        setattr(
            place,
            anchor,
            (renderer.to_pixels(x + renderer._shift_logical[0]), renderer.to_pixels(y + renderer._shift_logical[1])),
        )
        known = recorder.texts.get(id(surface))
        if isinstance(target, IncrementalSurface):
            pass  # only the final picture is measured: reading pixels would paint each frame
        elif known is None or known.colours != (theme.TITLE_SHADOW,):  # a title's shadow isn't a text
            recorder.on_surface_drawn(target, surface, place)
        blit(renderer, target, surface, x, y, *more)

    patch.setattr(Renderer, "text", line)
    patch.setattr(Renderer, "plain_text", plain_line)
    patch.setattr(Renderer, "paragraph", block)
    patch.setattr(Renderer, "blit", drawn)
    return recorder
