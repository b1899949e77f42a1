"""Texts in pixels: fonts, lines with emphasised words and suit signs, wrapped paragraphs."""

import importlib.resources
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import Surface
from pygame.font import Font

from scenes.look import raster
from scenes.look.theme import SUIT_SIGNS, Colour, TextStyle

ELLIPSIS = "…"


_REMEMBERED = 4000
"""So many lengths of texts."""
_CLOSE, _SHARE = 12.0, 0.05
"""The words of a line, measured one by one, are as long together as the line is, but for so many pixels, or so much of
its length: letters stand closer to some than to others, also across a blank."""


class Glyph(NamedTuple):
    """A character, and whether it is emphasised."""

    char: str
    strong: bool


class Run(NamedTuple):
    """Characters drawn at once: one font, one colour; a suit sign is a piece of its own."""

    text: str
    strong: bool
    suit: str = ""


def glyphs(string: str) -> list[Glyph]:
    """The characters of a text in which ``*words*`` are emphasised; an odd star is a star.

    >>> "".join(m.char for m in glyphs("a *b* c") if m.strong)
    'b'
    """
    if string.count("*") % 2:
        return [Glyph(char, False) for char in string]
    return [Glyph(char, bool(i % 2)) for i, part in enumerate(string.split("*")) for char in part]


def runs(several: Iterable[Glyph]) -> list[Run]:
    """Neighbours of one kind joined."""
    joined: list[Run] = []
    for char, strong in several:
        suit = SUIT_SIGNS.get(char, "")
        last = joined[-1] if joined else None
        if last and not suit and not last.suit and last.strong == strong:
            joined[-1] = Run(last.text + char, strong)
        else:
            joined.append(Run(char, strong, suit))
    return joined


class ScaledFont:
    """A font at a height in pixels. Small type is set larger and brought down: the distances between letters are then
    those of the design, and not whole pixels."""

    def __init__(self, name: str, height: int) -> None:
        self._factor = max(1, min(4, -(-64 // height)))
        self._font = Font(font_file(name), height * self._factor)
        self.ascent = -(-self._font.get_ascent() // self._factor)
        """Pixels from the top of a line to its baseline."""
        self.height = self.ascent + -(self._font.get_descent() // self._factor)

    def width(self, text: str) -> float:
        """Pixels."""
        return self._font.size(text)[0] / self._factor

    def render(self, text: str, colour: Colour) -> Surface:
        """The text, ``height`` pixels high."""
        factor = self._factor
        large = self._font.render(text, True, colour)
        size = (-(-large.get_width() // factor), self.height)
        sheet = Surface((size[0] * factor, size[1] * factor), pygame.SRCALPHA)
        sheet.fill((*colour, 0))
        sheet.blit(large, (0, self.ascent * factor - self._font.get_ascent()))
        return pygame.transform.smoothscale(sheet, size)


class Typesetter:
    """Sets texts at one scale. ``suit`` draws a suit sign: letter, height in pixels, colour."""

    def __init__(self, scale: float, suit: Callable[[str, int, Colour], Surface]) -> None:
        self.scale = scale
        self._suit = suit
        self._fonts: dict[tuple[str, int], ScaledFont] = {}
        self._lengths: dict[tuple[str, TextStyle], int] = {}

    def forget(self) -> None:
        """Close all fonts: each size is an open file, and some systems allow a program 256."""
        self._fonts.clear()

    def face(self, style: TextStyle, strong: bool = False) -> ScaledFont:
        """The font of a style at its size."""
        name = style.strong or style.font if strong else style.font
        height = max(6, round(style.size * self.scale))
        key = (name, height)
        if key not in self._fonts:
            self._fonts[key] = ScaledFont(name, height)
        return self._fonts[key]

    def length(self, string: str, style: TextStyle) -> int:
        """Pixels that a text takes in one line; remembered, for plates and bubbles ask in every frame."""
        known = self._lengths.get((string, style))
        if known is None:
            if len(self._lengths) >= _REMEMBERED:
                self._lengths.clear()
            known = self._lengths[string, style] = self.width(glyphs(string), style)
        return known

    def width(self, several: Iterable[Glyph], style: TextStyle) -> int:
        """Pixels that the characters take in one line."""
        return math.ceil(sum(self._width(piece, style) for piece in runs(several)))

    def _width(self, piece: Run, style: TextStyle) -> float:
        if piece.suit:
            return style.size * self.scale * 0.84
        return self.face(style, piece.strong).width(piece.text)

    def fitted(self, several: list[Glyph], style: TextStyle, limit: int) -> list[Glyph]:
        """As many characters as ``limit`` pixels hold, with an ellipsis if not all do."""
        if self.width(several, style) <= limit:
            return several
        low, high = 0, len(several)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(self._cut(several, middle), style) <= limit:
                low = middle
            else:
                high = middle - 1
        return self._cut(several, low)

    @staticmethod
    def _cut(several: list[Glyph], count: int) -> list[Glyph]:
        kept = several[:count]
        while kept and kept[-1].char in " ,;:":
            kept.pop()
        return [*kept, Glyph(ELLIPSIS, bool(kept) and kept[-1].strong)]

    def line(self, several: list[Glyph], style: TextStyle, colour: Colour, emphasis: Colour) -> Surface:
        """One line, as high as the style's font."""
        plain = self.face(style)
        drawn = raster.blank((self.width(several, style), plain.height))
        x = 0.0
        for piece in runs(several):
            ink = emphasis if piece.strong else colour
            wide = self._width(piece, style)
            if piece.suit:
                high = round(style.size * self.scale * 0.74)
                sign = self._suit(piece.suit, high, ink)
                drawn.blit(sign, (round(x + (wide - high) / 2), plain.ascent - round(high * 0.97)))
            elif piece.text.strip():
                face = self.face(style, piece.strong)
                drawn.blit(face.render(piece.text, ink), (round(x), plain.ascent - face.ascent))
            x += wide
        return drawn

    def wrapped(self, string: str, style: TextStyle, limit: int) -> list[list[Glyph]]:
        """Lines of at most ``limit`` pixels; a longer word stands alone and is cut with an ellipsis."""
        lines: list[list[Glyph]] = []
        blank = self.face(style).width(" ")
        for block in _blocks(glyphs(string)):
            line: list[Glyph] = []
            about = 0.0
            for word in _words(block):
                longer = [*line, Glyph(" ", line[-1].strong and word[0].strong), *word] if line else word
                wide = self.width(word, style)
                about += blank + wide if line else wide
                near = abs(about - limit) <= max(_CLOSE, limit * _SHARE)  # only there it has to be measured as a whole
                if line and (self.width(longer, style) if near else about) > limit:
                    lines.append(line)
                    longer, about = word, wide
                line = longer
            lines.append(line)
        return [self.fitted(line, style, limit) for line in lines]

    def balanced(self, string: str, style: TextStyle, limit: int) -> list[list[Glyph]]:
        """The same number of lines, as even as they can be."""
        lines = self.wrapped(string, style, limit)
        low, high = limit // 2, limit
        while high - low > 4:
            middle = (low + high) // 2
            tried = self.wrapped(string, style, middle)
            cut = any(line and line[-1].char == ELLIPSIS for line in tried)
            if len(tried) <= len(lines) and not cut:
                lines, high = tried, middle
            else:
                low = middle
        return lines

    def block(
        self, lines: list[list[Glyph]], style: TextStyle, *, colour: Colour, emphasis: Colour, width: int, align: str
    ) -> Surface:
        """Lines below each other; ``align`` is left, center or right."""
        high = self.line_height(style)
        lead = (high - self.face(style).height) // 2
        drawn = raster.blank((width, self.block_height(lines, style)))
        for i, several in enumerate(lines):
            room = width - self.width(several, style)
            x = {"left": 0, "center": room // 2, "right": room}[align]
            drawn.blit(self.line(several, style, colour, emphasis), (x, i * high + lead))
        return drawn

    def line_height(self, style: TextStyle) -> int:
        """From one line of a block to the next, pixels."""
        return round(style.size * style.leading * self.scale)

    def block_height(self, lines: list[list[Glyph]], style: TextStyle) -> int:
        """Pixels of a block."""
        return max(1, self.line_height(style) * len(lines))


def _blocks(several: list[Glyph]) -> list[list[Glyph]]:
    blocks: list[list[Glyph]] = [[]]
    for mark in several:
        if mark.char == "\n":
            blocks.append([])
        else:
            blocks[-1].append(mark)
    return blocks


def _words(several: list[Glyph]) -> list[list[Glyph]]:
    words: list[list[Glyph]] = []
    fresh = True
    for mark in several:
        if mark.char == " ":
            fresh = True
            continue
        if fresh:
            words.append([])
            fresh = False
        words[-1].append(mark)
    return words


def font_file(name: str) -> Path:
    """Where a font's file lies: Lato in its own package, all others in the assets."""
    if name.startswith("Lato"):
        return Path(str(importlib.resources.files("font_lato"))) / "files" / f"{name}.ttf"
    return raster.ASSETS / "fonts" / f"{name}.ttf"


def init_fonts() -> None:
    """Makes fonts usable; harmless when they are already."""
    if not pygame.font.get_init():
        pygame.font.init()
