"""Type of one size: a Latin font, and beside it those that draw what it lacks."""

from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import Surface
from pygame.font import Font

from scenes.look import font_files, raster
from scenes.look.font_files import Stretch, font_file
from scenes.look.theme import Colour


class _Part(NamedTuple):
    text: str
    font: Font
    leftwards: bool


class Type:
    """A font in a size in pixels. Characters that it lacks are drawn by others, on the same baseline.

    Other fonts are opened when they are needed: each is an open file.
    """

    def __init__(self, name: str, px: int) -> None:
        self._name, self._px = name, px
        self._main = Font(font_file(name), px)
        self._others: dict[Path, Font] = {}
        self.ascent: int = self._main.get_ascent()
        """Pixels from the top of a line to its baseline."""
        self.descent: int = -self._main.get_descent()
        """Pixels from the baseline to the bottom of a line."""

    def width(self, text: str) -> int:
        """Width of a text, pixels."""
        if font_files.is_usual(text):
            return self._main.size(text)[0]
        return sum(_width(part) for part in self._parts(text))

    def render(self, text: str, colour: Colour, outline: int = 0) -> Surface:
        """The text; with an ``outline`` in pixels, letters that are thicker by this much on all sides."""
        if font_files.is_usual(text):
            return _drawn(_Part(text, self._main, leftwards=False), colour, outline)
        parts = self._parts(text)
        wide, high = sum(map(_width, parts)), self.ascent + self.descent
        sheet = raster.blank((wide + 2 * outline, high + 2 * outline))
        x = 0
        for part in parts:
            sheet.blit(_drawn(part, colour, outline), (x, self.ascent - part.font.get_ascent()))
            x += _width(part)
        return sheet

    def _parts(self, text: str) -> list[_Part]:
        return [self._part(stretch) for stretch in font_files.stretches(text, self._name)]

    def _part(self, stretch: Stretch) -> _Part:
        return _Part(stretch.text, self._font(stretch.file), stretch.leftwards)

    def _font(self, file: Path) -> Font:
        if file == font_file(self._name):
            return self._main
        if file not in self._others:
            try:
                self._others[file] = Font(file, self._px)
            except (pygame.error, OSError, ValueError):  # a font of the system that can't be read, or has no such size
                self._others[file] = self._main
        return self._others[file]


def _drawn(part: _Part, colour: Colour, outline: int) -> Surface:
    if part.text and not _width(part):  # marks without a letter: pygame raises an error
        return raster.blank((2 * outline + 1, part.font.get_height() + 2 * outline))
    part.font.outline = outline
    part.font.set_direction(pygame.DIRECTION_RTL if part.leftwards else pygame.DIRECTION_LTR)
    try:
        return part.font.render(part.text, True, colour)
    finally:
        part.font.outline = 0


def _width(part: _Part) -> int:
    return part.font.size(part.text)[0]
