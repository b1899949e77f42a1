"""Measures the contrast of texts in rendered pictures: each colour against the pixels it is drawn on."""

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

from scenes.look import high_contrast, theme
from scenes.look.frame_cache import FrameCache
from scenes.look.look import Look
from scenes.look.theme import CREAM, Colour

Pixel = tuple[int, int, int, int]
LEAST = 4.5
"""Minimum contrast of a text of any size (WCAG 2.2, success criterion 1.4.3)."""
_WORST = 0.1
"""Part of the pixels below a text that may have less contrast: the rim of a chip, a thread of the felt."""
_GRID = 16
"""Number of sample points below a text in each direction."""


class Inked(NamedTuple):
    """A text with its surface, which is kept so that no other surface gets the same identity."""

    surface: Surface
    string: str
    inks: tuple[Colour, ...]
    letters: Rect


class Waiting(NamedTuple):
    """A text on a transparent surface that is drawn later, and the background below it so far."""

    sheet: Surface
    inked: Inked
    places: list[tuple[int, int]]
    pixels: list[Pixel]


class Seen(NamedTuple):
    """A drawn text and its minimum contrast."""

    string: str
    ink: Colour
    ground: Colour
    ratio: float


@dataclass
class Inks:
    """Texts drawn since ``clear``."""

    seen: list[Seen] = field(default_factory=list)
    waiting: dict[int, list[Waiting]] = field(default_factory=dict)
    """Texts on transparent surfaces, by the surface's identity. They are judged whenever the surface is drawn."""
    known: dict[int, Inked] = field(default_factory=dict)

    def clear(self) -> None:
        """Start a new drawing."""
        self.seen = []

    def placed(self, target: Surface, surface: Surface, place: Rect) -> None:
        """Note that a surface is about to be drawn."""
        for waiting in self.waiting.get(id(surface), ()):
            if waiting.sheet is surface:
                self._landed(target, waiting, place)
        inked = self.known.get(id(surface))
        if inked is None:
            return
        where = inked.letters.move(place.topleft).clip(target.get_clip())
        if not where.width or not where.height:
            return
        places = grid(where.clip(target.get_rect()))
        pixels = pixels_at(target, places)
        if any(alpha < 250 for *_, alpha in pixels):
            held = [one for one in self.waiting.get(id(target), ()) if one.sheet is target]
            self.waiting[id(target)] = [*held, Waiting(target, inked, places, pixels)]
        else:
            self._judge(inked, pixels)

    def _landed(self, target: Surface, waiting: Waiting, place: Rect) -> None:
        """Judge texts on a transparent surface that is being drawn: the background shows through it."""
        clip = target.get_clip().clip(target.get_rect())
        there = [(x + place.x, y + place.y) for x, y in waiting.places]
        both = [
            (near, far)
            for spot, near in zip(there, waiting.pixels, strict=True)
            if clip.collidepoint(spot)
            for far in pixels_at(target, [spot])
        ]
        if both:
            self._judge(waiting.inked, [over(near, far) for near, far in both])

    def _judge(self, inked: Inked, pixels: list[Pixel]) -> None:
        for ink in inked.inks:
            known = {ground: contrast(ink, ground) for ground in {pixel[:3] for pixel in pixels}}
            ratios = sorted((known[pixel[:3]], pixel[:3]) for pixel in pixels)
            ratio, ground = ratios[int(len(ratios) * _WORST)]
            self.seen.append(Seen(inked.string, ink, ground, ratio))

    def faults(self) -> list[str]:
        """Texts with too little contrast."""
        return [
            f"{seen.ratio:.2f}: {seen.string!r} {theme.hex_code(seen.ink)} on {theme.hex_code(seen.ground)}"
            for seen in self.seen
            if seen.ratio < LEAST
        ]


def over(near: Pixel, far: Pixel) -> Pixel:
    """One pixel drawn over another."""
    part = near[3] / 255
    red, green, blue = (round(part * a + (1 - part) * b) for a, b in zip(near[:3], far[:3], strict=True))
    return red, green, blue, max(near[3], far[3])


def grid(where: Rect) -> list[tuple[int, int]]:
    """Sample points in a rectangle."""
    columns = {where.x + i * (where.w - 1) // (_GRID - 1) for i in range(_GRID)} if where.w else set()
    rows = {where.y + i * (where.h - 1) // (_GRID - 1) for i in range(_GRID)} if where.h else set()
    return [(x, y) for x in columns for y in rows]


def pixels_at(target: Surface, places: Iterable[tuple[int, int]]) -> list[Pixel]:
    """Pixels of a surface: red, green, blue, alpha."""
    found = []
    for place in places:
        red, green, blue, alpha = target.get_at(place)
        found.append((red, green, blue, alpha))
    return found


@cache
def luminance(colour: Colour) -> float:
    """``theme.luminance``, cached: felt has few colours."""
    return theme.luminance(colour)


def contrast(one: Colour, other: Colour) -> float:
    """``theme.contrast`` with cached luminances."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def watch(patch: pytest.MonkeyPatch) -> Inks:
    """Measure every text that a Look draws, as long as ``patch`` lasts."""
    inks = Inks()
    text, paragraph, blit = Look.text, Look.paragraph, Look.blit

    def keep(look: Look, drawn: Surface, string: str, colour: Colour, emphasis: Colour | None) -> Surface:
        if id(drawn) not in inks.known or inks.known[id(drawn)].surface is not drawn:
            strong = emphasis if emphasis is not None and "*" in string else colour
            used = (colour,) if strong == colour else (colour, strong)
            shown = tuple(map(high_contrast.ink, used)) if look.high_contrast else used
            inks.known[id(drawn)] = Inked(drawn, string, shown, drawn.get_bounding_rect(60))
        return drawn

    def line(look: Look, string: str, style: str, colour: Colour = CREAM, **named: Any) -> Surface:
        return keep(look, text(look, string, style, colour, **named), string, colour, named.get("emphasis"))

    def block(look: Look, string: str, style: str, colour: Colour, width: float, *more: Any, **named: Any) -> Surface:
        drawn = paragraph(look, string, style, colour, width, *more, **named)
        return keep(look, drawn, string, colour, named.get("emphasis"))

    def drawn(look: Look, target: Surface, surface: Surface, x: float, y: float, *more: Any) -> None:
        (anchor,) = more or ("topleft",)
        place = surface.get_rect()
        setattr(place, anchor, (look.px(x + look._shift[0]), look.px(y + look._shift[1])))
        known = inks.known.get(id(surface))
        if isinstance(target, FrameCache):
            pass  # a frame on the way, whose every pixel that is read would be painted first: the picture is judged
        elif known is None or known.inks != (theme.TITLE_SHADE,):  # the shadow of a title is no text
            inks.placed(target, surface, place)
        blit(look, target, surface, x, y, *more)

    patch.setattr(Look, "text", line)
    patch.setattr(Look, "paragraph", block)
    patch.setattr(Look, "blit", drawn)
    return inks
