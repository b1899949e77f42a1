"""A font of one size with fallback fonts for the characters that it lacks."""

from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import Surface
from pygame.font import Font

from scenes.render import font_files, raster
from scenes.render.font_files import UNSHAPED_SCRIPT, FontRun, font_file
from scenes.render.theme import Colour


class _LoadedFontRun(NamedTuple):
    text: str
    font: Font
    script: str = UNSHAPED_SCRIPT
    is_right_to_left: bool = False


class CompositeFont:
    """A font in a size in pixels, with fallback fonts on the same baseline for characters that it lacks.

    Fallback fonts are opened on first use, as each is an open file.
    """

    def __init__(self, name: str, size_px: int) -> None:
        self._name, self._size_px = name, size_px
        self._latin_font = Font(font_file(name), size_px)
        self._fallback_fonts: dict[Path, Font] = {}
        self.ascent_px: int = self._latin_font.get_ascent()
        """Pixels from the top of a line to its baseline."""
        self.descent_px: int = -self._latin_font.get_descent()
        """Pixels from the baseline to the bottom of a line."""

    def width(self, text: str) -> int:
        """Return the width of a text in pixels."""
        if font_files.is_own_text(text, self._name):
            return self._latin_font.size(text)[0]
        return sum(_run_width(part) for part in self._runs(text))

    def render(self, text: str, colour: Colour, thickened_px: int = 0) -> Surface:
        """Render a text with the letters thickened by ``thickened_px`` pixels on all sides."""
        if font_files.is_own_text(text, self._name):
            return _render_run(_LoadedFontRun(text, self._latin_font), colour, thickened_px)
        parts = self._runs(text)
        wide, high = sum(map(_run_width, parts)), self.ascent_px + self.descent_px
        sheet = raster.transparent_surface((wide + 2 * thickened_px, high + 2 * thickened_px))
        x = 0
        for part in parts:
            y = self.ascent_px - part.font.get_ascent() - _height_above_ascent_px(part)
            sheet.blit(_render_run(part, colour, thickened_px), (x, y))
            x += _run_width(part)
        return sheet

    def _runs(self, text: str) -> list[_LoadedFontRun]:
        return [self._load_run(run) for run in font_files.split_by_font(text, self._name)]

    def _load_run(self, run: FontRun) -> _LoadedFontRun:
        return _LoadedFontRun(run.text, self._font(run.file), run.script, run.is_right_to_left)

    def _font(self, file: Path) -> Font:
        if file == font_file(self._name):
            return self._latin_font
        if file not in self._fallback_fonts:
            try:
                self._fallback_fonts[file] = Font(file, self._size_px)
            except (pygame.error, OSError, ValueError):  # a system font that can't be read or lacks this size
                self._fallback_fonts[file] = self._latin_font
        return self._fallback_fonts[file]


def _render_run(run: _LoadedFontRun, colour: Colour, thickened_px: int) -> Surface:
    if run.text and not _run_width(run):  # combining marks without a letter: pygame raises an error
        return raster.transparent_surface((2 * thickened_px + 1, run.font.get_height() + 2 * thickened_px))
    _shape(run)
    run.font.outline = thickened_px
    try:
        return run.font.render(run.text, True, colour)
    finally:
        run.font.outline = 0


def _height_above_ascent_px(run: _LoadedFontRun) -> int:
    """Return by how many pixels a run's highest letter exceeds its font's ascent, as with two accents; else 0.

    The rendered run begins that much higher.
    """
    tops = (metrics[3] for metrics in run.font.metrics(run.text) if metrics)
    return max(0, max(tops, default=0) - run.font.get_ascent())


def _run_width(run: _LoadedFontRun) -> int:
    _shape(run)
    return run.font.size(run.text)[0]


def _shape(run: _LoadedFontRun) -> None:
    """Set direction and script of a run's font, which decide the order of its letters and their joined forms."""
    run.font.set_direction(pygame.DIRECTION_RTL if run.is_right_to_left else pygame.DIRECTION_LTR)
    run.font.set_script(run.script)
