"""Text rendering: fonts, lines with emphasised words and suit symbols, wrapped paragraphs."""

import math
import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

import pygame
from pygame import Surface

from engine.sanitise import REPLACEMENT_CHARACTER
from scenes.render import line_breaks, raster
from scenes.render.composite_font import CompositeFont
from scenes.render.theme import SUIT_BY_SIGN, WHITE, Colour, TextStyle

ELLIPSIS = "…"
_UNDRAWABLE_CHARS = re.compile("[\0\ud800-\udfff]")
"""Characters at which pygame raises an error. External texts are sanitised earlier; this is a last safeguard."""
_SINGLE_KEY = re.compile("[B-DF-HJ-NP-Z][.,;:)]?")
"""Matches a consonant with optional punctuation: no word in any of our languages, so it names a key."""
_MAX_CACHED_WIDTHS = 4000
"""Maximum number of cached text widths."""
_MAX_KERNING_PX, _MAX_KERNING_FRACTION = 12.0, 0.05
"""Maximum difference between a line's width and the sum of its words' widths, in pixels and relative to the line. It
comes from kerning across spaces."""


class Glyph(NamedTuple):
    """A character of a text, with its emphasis."""

    char: str
    is_emphasised: bool


class GlyphRun(NamedTuple):
    """Adjacent characters of a text drawn in one font and colour. A suit symbol is a run of its own."""

    text: str
    is_emphasised: bool
    suit: str = ""


def parse_glyphs(string: str) -> list[Glyph]:
    """Return the characters of a text, with those between stars (``*words*``) emphasised.

    With an odd number of stars, all stars are ordinary characters.

    >>> "".join(m.char for m in parse_glyphs("a *b* c") if m.is_emphasised)
    'b'
    """
    if string.count("*") % 2:
        return [Glyph(char, False) for char in string]
    return [Glyph(char, bool(i % 2)) for i, part in enumerate(string.split("*")) for char in part]


def with_stars(line: Iterable[Glyph]) -> str:
    """Return characters as a text with stars around emphasised words, the inverse of ``parse_glyphs``.

    >>> with_stars(parse_glyphs("a *b c* d"))
    'a *b c* d'
    """
    parts = (
        (strong, "".join(glyph.char for glyph in part)) for strong, part in groupby(line, lambda one: one.is_emphasised)
    )
    return "".join(f"*{part}*" if strong else part for strong, part in parts)


def group_runs(line: Iterable[Glyph]) -> list[GlyphRun]:
    """Group adjacent characters of the same font and colour into runs."""
    joined: list[GlyphRun] = []
    for char, strong in line:
        suit = SUIT_BY_SIGN.get(char, "")
        last = joined[-1] if joined else None
        if last and not suit and not last.suit and last.is_emphasised == strong:
            joined[-1] = GlyphRun(last.text + char, strong)
        else:
            joined.append(GlyphRun(char, strong, suit))
    return joined


class Word(NamedTuple):
    """An unbreakable word of a line of text."""

    has_space_before: bool
    glyphs: list[Glyph]


class ScaledFont:
    """A font of a given height in pixels.

    Small sizes are rendered larger and scaled down, so that letter distances aren't rounded to whole pixels.
    """

    def __init__(self, name: str, height: int) -> None:
        self._factor = max(1, min(4, -(-64 // height)))
        self._font = CompositeFont(name, height * self._factor)
        self._widths: dict[str, float] = {}
        self._last_render = ("", Surface((0, 0)))
        """Last rendered text and its surface in white, reused when a title is drawn in three colours."""
        self.ascent = -(-self._font.ascent_px // self._factor)
        """Pixels from the top of a line to its baseline."""
        self.height = self.ascent + -(-self._font.descent_px // self._factor)

    def width(self, text: str) -> float:
        """Return the width of a text in pixels. Cached, as line breaking measures the same words many times."""
        known = self._widths.get(text)
        if known is None:
            if len(self._widths) >= _MAX_CACHED_WIDTHS:
                self._widths.clear()
            known = self._widths[text] = (
                self._font.width(_UNDRAWABLE_CHARS.sub(REPLACEMENT_CHARACTER, text)) / self._factor
            )
        return known

    def render(self, text: str, colour: Colour) -> Surface:
        """Render a text, as high as the font's ``height`` in pixels."""
        if text != self._last_render[0]:
            self._last_render = (text, self._render_white(text))
        drawn = self._last_render[1].copy()
        drawn.fill((*colour, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return drawn

    def _render_white(self, text: str) -> Surface:
        factor = self._factor
        large = self._font.render(_UNDRAWABLE_CHARS.sub(REPLACEMENT_CHARACTER, text), WHITE)
        size = (-(-large.get_width() // factor), self.height)
        sheet = Surface((size[0] * factor, size[1] * factor), pygame.SRCALPHA)
        sheet.fill((*WHITE, 0))
        sheet.blit(large, (0, self.ascent * factor - self._font.ascent_px))
        return pygame.transform.smoothscale(sheet, size)


class Typesetter:
    """Lays out and draws texts at one scale. ``suit`` draws a suit symbol from a letter, a height in pixels and a
    colour."""

    def __init__(self, scale: float, suit: Callable[[str, int, Colour], Surface]) -> None:
        self.scale = scale
        self._suit = suit
        self._fonts: dict[tuple[str, int], ScaledFont] = {}
        self._widths: dict[tuple[str, TextStyle], int] = {}

    def close_fonts(self) -> None:
        """Close all fonts of the typesetter. Each size is an open file, and some systems limit a process to 256."""
        self._fonts.clear()

    def font(self, style: TextStyle, is_emphasised: bool = False) -> ScaledFont:
        """Return the font of a text style at its scaled size."""
        name = style.emphasis_font or style.font if is_emphasised else style.font
        height = max(6, round(style.size * self.scale))
        key = (name, height)
        if key not in self._fonts:
            self._fonts[key] = ScaledFont(name, height)
        return self._fonts[key]

    def text_width(self, string: str, style: TextStyle) -> int:
        """Return the width of a text in one line of a style, in pixels. Cached, as plates and bubbles need it in
        every frame."""
        known = self._widths.get((string, style))
        if known is None:
            if len(self._widths) >= _MAX_CACHED_WIDTHS:
                self._widths.clear()
            known = self._widths[string, style] = self.line_width(parse_glyphs(string), style)
        return known

    def line_width(self, line: Iterable[Glyph], style: TextStyle) -> int:
        """Return the width of a line of characters in pixels."""
        return math.ceil(sum(self._run_width(run, style) for run in group_runs(line)))

    def _run_width(self, run: GlyphRun, style: TextStyle) -> float:
        if run.suit:
            return style.size * self.scale * 0.84
        return self.font(style, run.is_emphasised).width(run.text)

    def truncate(self, line: list[Glyph], style: TextStyle, max_width_px: int) -> list[Glyph]:
        """Cut a line of text to at most ``max_width_px`` pixels; a line that was too long ends in an ellipsis."""
        if self.line_width(line, style) <= max_width_px:
            return line
        low, high = 0, len(line)
        while low < high:
            middle = (low + high + 1) // 2
            if self.line_width(self._truncate_at(line, middle), style) <= max_width_px:
                low = middle
            else:
                high = middle - 1
        return self._truncate_at(line, low)

    @staticmethod
    def _truncate_at(line: list[Glyph], count: int) -> list[Glyph]:
        kept = line[:count]
        while kept and kept[-1].char in " ,;:，；：、":
            kept.pop()
        return [*kept, Glyph(ELLIPSIS, bool(kept) and kept[-1].is_emphasised)]

    def draw_line(self, line: list[Glyph], style: TextStyle, colour: Colour, emphasis: Colour) -> Surface:
        """Draw a line of text, as high as the style's font."""
        plain = self.font(style)
        drawn = raster.transparent_surface((self.line_width(line, style), plain.height))
        x = 0.0
        for run in group_runs(line):
            ink = emphasis if run.is_emphasised else colour
            width = self._run_width(run, style)
            if run.suit:
                height = round(style.size * self.scale * 0.74)
                sign = self._suit(run.suit, height, ink)
                drawn.blit(sign, (round(x + (width - height) / 2), plain.ascent - round(height * 0.97)))
            elif run.text.strip():
                font = self.font(style, run.is_emphasised)
                drawn.blit(font.render(run.text, ink), (round(x), plain.ascent - font.ascent))
            x += width
        return drawn

    def wrap(self, string: str, style: TextStyle, max_width_px: int) -> list[list[Glyph]]:
        """Break a text into lines of at most ``max_width_px`` pixels. A longer word gets its own line and ends in an
        ellipsis."""
        return self._break_lines(self._measure_words(string, style), style, max_width_px)

    def wrap_balanced(self, string: str, style: TextStyle, max_width_px: int) -> list[list[Glyph]]:
        """Break a text into as many lines as ``wrap``, of about equal width."""
        blocks = self._measure_words(string, style)
        lines = self._break_lines(blocks, style, max_width_px)
        low, high = max_width_px // 2, max_width_px
        while high - low > 4:
            middle = (low + high) // 2
            tried = self._break_lines(blocks, style, middle)
            cut = any(line and line[-1].char == ELLIPSIS for line in tried)
            if len(tried) <= len(lines) and not cut:
                lines, high = tried, middle
            else:
                low = middle
        return lines

    def _measure_words(self, string: str, style: TextStyle) -> list[list[tuple[Word, int]]]:
        """Return the words of each block of text with their widths in pixels."""
        return [
            [(word, self.line_width(word.glyphs, style)) for word in split_words(block)]
            for block in _split_blocks(parse_glyphs(string))
        ]

    def _break_lines(
        self, blocks: list[list[tuple[Word, int]]], style: TextStyle, max_width_px: int
    ) -> list[list[Glyph]]:
        """Break measured words into lines of at most ``max_width_px`` pixels."""
        lines: list[list[Glyph]] = []
        blank = self.font(style).width(" ")
        doubt = max(_MAX_KERNING_PX, max_width_px * _MAX_KERNING_FRACTION)
        for block in blocks:
            line: list[Glyph] = []
            estimate = 0.0
            single = True
            for (spaced, word), width in block:
                if line:
                    addition = [Glyph(" ", line[-1].is_emphasised and word[0].is_emphasised), *word] if spaced else word
                    estimate += width + (blank if spaced else 0.0)
                    near = abs(estimate - max_width_px) <= doubt  # measured exactly only if kerning could matter
                    if (self.line_width([*line, *addition], style) if near else estimate) <= max_width_px:
                        line += addition
                        single = False
                        continue
                    lines.append(self.truncate(line, style, max_width_px) if single else line)
                line, estimate, single = list(word), width, True
            lines.append(self.truncate(line, style, max_width_px) if single else line)
        return lines

    def draw_block(
        self, lines: list[list[Glyph]], style: TextStyle, *, colour: Colour, emphasis: Colour, width: int, align: str
    ) -> Surface:
        """Draw lines of text below one another, aligned left, center or right."""
        line_height = self.line_height(style)
        lead = max(0, line_height - self.font(style).height) // 2
        drawn = raster.transparent_surface((width, self.block_height(lines, style)))
        for i, line in enumerate(lines):
            space = width - self.line_width(line, style)
            x = {"left": 0, "center": space // 2, "right": space}[align]
            drawn.blit(self.draw_line(line, style, colour, emphasis), (x, i * line_height + lead))
        return drawn

    def line_height(self, style: TextStyle) -> int:
        """Return the distance between the tops of two text lines in pixels."""
        return round(style.size * style.line_spacing * self.scale)

    def block_height(self, lines: list[list[Glyph]], style: TextStyle) -> int:
        """Return the height of a block of text lines in pixels, including the descenders of the last line."""
        last = max(self.line_height(style), self.font(style).height)
        return max(1, self.line_height(style) * (len(lines) - 1) + last)


def _split_blocks(text: list[Glyph]) -> list[list[Glyph]]:
    blocks: list[list[Glyph]] = [[]]
    for glyph in text:
        if glyph.char == "\n":
            blocks.append([])
        else:
            blocks[-1].append(glyph)
    return blocks


def split_words(text: list[Glyph]) -> list[Word]:
    """Split a line of text into words that must not be broken.

    A letter that names a key stays with its neighbours, as it would look cut off at a line's end.

    >>> ["".join(glyph.char for glyph in word.glyphs) for word in split_words(parse_glyphs("Or press W to ask. I do"))]
    ['Or', 'press W to', 'ask.', 'I', 'do']
    >>> ["".join(glyph.char for glyph in word.glyphs) for word in split_words(parse_glyphs("*輪到你*：再出牌"))]
    ['輪', '到', '你：', '再', '出牌']
    """
    words: list[Word] = []
    positions = line_breaks.spaceless_break_positions("".join(glyph.char for glyph in text))
    starts_word = has_space = False
    for i, glyph in enumerate(text):
        if glyph.char == " ":
            starts_word = has_space = True
            continue
        if not words or starts_word or i in positions:
            words.append(Word(has_space, []))
        words[-1].glyphs.append(glyph)
        starts_word = has_space = False
    return _join_key_letters_to_neighbours(words)


def _join_key_letters_to_neighbours(words: list[Word]) -> list[Word]:
    """Join single letters that name keys with their neighbours, so that no line of text breaks there."""
    joined: list[Word] = []
    joins = False
    for word in words:
        key = _SINGLE_KEY.fullmatch("".join(glyph.char for glyph in word.glyphs)) is not None
        if joined and word.has_space_before and (key or joins):
            last = joined[-1].glyphs
            last += [Glyph(" ", last[-1].is_emphasised and word.glyphs[0].is_emphasised), *word.glyphs]
        else:
            joined.append(word)
        joins = key and word.glyphs[-1].char.isalpha()  # a line may break after punctuation
    return joined


def init_fonts() -> None:
    """Initialise pygame's font module if needed."""
    if not pygame.font.get_init():
        pygame.font.init()
