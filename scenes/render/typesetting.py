"""Text rendering: fonts, and the flow of texts with emphasised words, suit symbols, links and cards into lines."""

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import pygame
from pygame import Surface

from engine.cards import Card
from engine.sanitise import REPLACEMENT_CHARACTER
from scenes.render import line_breaks, raster
from scenes.render.composite_font import CompositeFont
from scenes.render.theme import BLACK, SUIT_BY_SIGN, WHITE, Colour, TextStyle

ELLIPSIS = "…"
_UNDRAWABLE_CHARS = re.compile("[\0\ud800-\udfff]")
"""Characters at which pygame raises an error. External texts are sanitised earlier; this is a last safeguard."""
_SUIT_SIGNS = re.compile(f"([{''.join(SUIT_BY_SIGN)}])")
_SUIT_WIDTH_FRACTION, _SUIT_HEIGHT_FRACTION = 0.84, 0.74
"""Width taken up by a suit symbol and its height, as fractions of the text size."""
_MAX_CACHED_WIDTHS = 4000
"""Maximum number of cached text widths."""
_ROUNDING_ERROR = 1e-6
_MAX_KERNING_PX, _MAX_KERNING_FRACTION = 12.0, 0.05
"""Maximum difference between a line's width and the sum of its words' widths, in pixels and relative to the line. It
comes from kerning across spaces."""


class Piece(NamedTuple):
    """A part of a text: characters in one style and colour, a suit symbol, or cards. Lengths are logical pixels."""

    text: str
    """The characters; any single one for a symbol or cards."""
    style: TextStyle
    colour: Colour = BLACK
    suit: str = ""
    """Letter of a suit symbol, one of CDHS; empty for none."""
    cards: tuple[Card, ...] = ()
    """Cards, which the caller draws."""
    link: str = ""
    """Target of a link; empty for none."""
    start: int = 0
    """Index of its first character in the caller's text."""
    needed_width: float = 0.0
    """Width that must be free in the line that its first word is added to."""
    x: float = 0.0
    """Distance of its left edge from that of its line."""
    width: float = 0.0
    """Width; given for cards, measured for all others."""

    @property
    def is_text(self) -> bool:
        return not self.suit and not self.cards

    def looks_like(self, other: "Piece") -> bool:
        """Whether both are text in the same style and colour, and of the same link."""
        return self.is_text and other.is_text and self[1:3] == other[1:3] and self.link == other.link


Line = tuple[Piece, ...]
"""Pieces of a text side by side."""


def parse_text(string: str, style: TextStyle, colour: Colour = BLACK, emphasis: Colour = BLACK) -> list[Piece]:
    """Return a text in pieces, with those between stars (``*words*``) emphasised, and with suit symbols.

    With an odd number of stars, all stars are ordinary characters.

    >>> [(piece.text, piece.suit) for piece in parse_text("a *b* 7♥", TextStyle("Lato-Regular", 17))]
    [('a ', ''), ('b', ''), (' 7', ''), ('♥', 'H')]
    """
    parts = [string] if string.count("*") % 2 else string.split("*")
    strong = style._replace(font=style.emphasis_font or style.font)
    looks = (style, colour), (strong, emphasis)
    return [piece for i, part in enumerate(parts) for piece in split_suits(Piece(part, *looks[i % 2]))]


def split_suits(piece: Piece) -> list[Piece]:
    """Return a piece of text divided into suit symbols and the text between them."""
    pieces, start = [], piece.start
    for part in _SUIT_SIGNS.split(piece.text):
        if part:
            pieces.append(piece._replace(text=part, suit=SUIT_BY_SIGN.get(part, ""), start=start))
        start += len(part)
    return pieces


class _Word(NamedTuple):
    """Pieces that are never broken across lines."""

    has_space_before: bool
    pieces: list[Piece]
    width: float


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
    """Lays out and draws texts at one scale. Lengths are logical pixels unless they end in ``px``.

    ``suit`` draws a suit symbol from a letter, a height in pixels and a colour.
    """

    def __init__(self, scale: float, suit: Callable[[str, int, Colour], Surface]) -> None:
        self.scale = scale
        self._suit = suit
        self._fonts: dict[tuple[str, int], ScaledFont] = {}

    def close_fonts(self) -> None:
        """Close all fonts of the typesetter. Each size is an open file, and some systems limit a process to 256."""
        self._fonts.clear()

    def font(self, style: TextStyle) -> ScaledFont:
        """Return the font of a text style at its scaled size."""
        height = max(6, round(style.size * self.scale))
        key = (style.font, height)
        if key not in self._fonts:
            self._fonts[key] = ScaledFont(style.font, height)
        return self._fonts[key]

    # --- measuring --------------------------------------------------------------------------------------------------

    def piece_width(self, piece: Piece, text: str | None = None) -> float:
        """Return the width of a piece, or of a part of its text."""
        if piece.cards:
            return piece.width
        if piece.suit:
            return piece.style.size * _SUIT_WIDTH_FRACTION
        return self.font(piece.style).width(piece.text if text is None else text) / self.scale

    def text_width_px(self, string: str, style: TextStyle) -> int:
        """Return the width of a text in one line of a style, in pixels."""
        return self.line_width_px(self.set_line(parse_text(string, style)))

    def line_width_px(self, line: Line) -> int:
        """Return the width of a line in pixels."""
        return math.ceil(line_width(line) * self.scale - _ROUNDING_ERROR)

    def line_height_px(self, style: TextStyle) -> int:
        """Return the distance between the tops of two text lines in pixels."""
        return round(style.size * style.line_spacing * self.scale)

    def block_height_px(self, line_count: int, style: TextStyle) -> int:
        """Return the height of text lines below one another in pixels, including the descenders of the last line."""
        last = max(self.line_height_px(style), self.font(style).height)
        return max(1, self.line_height_px(style) * (line_count - 1) + last)

    # --- one line ---------------------------------------------------------------------------------------------------

    def set_line(self, pieces: Sequence[Piece], max_width: float = math.inf) -> Line:
        """Set a text in one line of at most ``max_width``; a text that was too long ends in an ellipsis."""
        line = self._place(pieces)
        if not line or not _exceeds(line, max_width):
            return line
        low, high = 0, len(line_text(pieces))
        while low < high:
            middle = (low + high + 1) // 2
            if _exceeds(self._place(_truncate(pieces, middle)), max_width):
                high = middle - 1
            else:
                low = middle
        return self._place(_truncate(pieces, low))

    def _place(self, pieces: Iterable[Piece]) -> Line:
        """Place pieces side by side."""
        line, x = [], 0.0
        for piece in pieces:
            line.append(piece._replace(x=x, width=self.piece_width(piece)))
            x += line[-1].width
        return tuple(line)

    def _set_words(self, words: Iterable[_Word], style: TextStyle) -> Line:
        """Set words in one line; pieces that look alike become one, as kerning depends on both sides of a space."""
        line: list[Piece] = []
        for word in words:
            if line and word.has_space_before:
                _append(line, _space_between(line[-1], word.pieces[0], style))
            for piece in word.pieces:
                _append(line, piece)
        return self._place(line)

    # --- lines ------------------------------------------------------------------------------------------------------

    def set_lines(
        self,
        pieces: Iterable[Piece],
        style: TextStyle,
        max_width: float,
        *,
        splits_words: bool = False,
        joins_keys: bool = True,
    ) -> list[Line]:
        """Break a text into lines of at most ``max_width``, at its line feeds, and where words end.

        A longer word gets its own line and ends in an ellipsis, or is split if ``splits_words``. The spaces between
        pieces that look different are in ``style``. ``joins_keys`` keeps letters that name keys with their neighbours.
        """
        blocks = [self._words(block, joins_keys=joins_keys) for block in _split_blocks(pieces)]
        if splits_words:
            blocks = [list(self._split_long_words(block, max_width)) for block in blocks]
        return self._break_lines(blocks, style, max_width)

    def set_balanced_lines(self, pieces: Iterable[Piece], style: TextStyle, max_width: float) -> list[Line]:
        """Break a text into as many lines as ``set_lines``, of about equal width."""
        blocks = [self._words(block, joins_keys=True) for block in _split_blocks(pieces)]
        lines = self._break_lines(blocks, style, max_width)
        letters = _letters(lines)
        high_px = round(max_width * self.scale)
        low_px = high_px // 2
        while high_px - low_px > 4:
            middle_px = (low_px + high_px) // 2
            tried = self._break_lines(blocks, style, middle_px / self.scale)
            if len(tried) <= len(lines) and _letters(tried) == letters:  # else a word was cut
                lines, high_px = tried, middle_px
            else:
                low_px = middle_px
        return lines

    def longest_word_width(self, pieces: Sequence[Piece]) -> float:
        """Return the width of the longest word of a text."""
        return max((word.width for word in self._words(pieces)), default=0.0)

    def _words(self, pieces: Sequence[Piece], *, joins_keys: bool = False) -> list[_Word]:
        """Return the words of a text with the widths of their pieces."""
        starts = list(accumulate((len(piece.text) for piece in pieces), initial=0))
        text, words = line_text(pieces), list[_Word]()
        spans = line_breaks.find_words(text)
        for has_space_before, start, end in line_breaks.join_key_letters(text, spans) if joins_keys else spans:
            parts, i = [], bisect_right(starts, start) - 1
            while i < len(pieces) and starts[i] < end:
                parts.append(self._cut(pieces[i], max(0, start - starts[i]), end - starts[i]))
                i += 1
            words.append(_Word(has_space_before, parts, sum(part.width for part in parts)))
        return words

    def _cut(self, piece: Piece, start: int, end: int) -> Piece:
        """Return the part of a piece between two indices, with its width."""
        text, needed_width = piece.text[start:end], 0.0 if start else piece.needed_width
        width = self.piece_width(piece, text)
        return piece._replace(text=text, start=piece.start + start, needed_width=needed_width, width=width)

    def _break_lines(self, blocks: Iterable[Iterable[_Word]], style: TextStyle, max_width: float) -> list[Line]:
        """Break measured words into lines of at most ``max_width``."""
        lines: list[Line] = []
        space = self.piece_width(Piece(" ", style))
        for block in blocks:
            line: list[_Word] = []
            width = 0.0
            for word in block:
                space_before = space if line and word.has_space_before else 0.0
                if line and not self._has_room(line, word, width + space_before, style, max_width):
                    lines.append(self._finish_line(line, style, max_width))
                    line, width, space_before = [], 0.0, 0.0
                line.append(word)
                width += space_before + word.width
            lines.append(self._finish_line(line, style, max_width))
        return lines

    def _has_room(
        self, line: Sequence[_Word], word: _Word, width_before: float, style: TextStyle, max_width: float
    ) -> bool:
        """Whether a line has room for one more word; measured exactly only if kerning could matter."""
        needed_width = width_before + max(word.width, word.pieces[0].needed_width)
        doubt = max(_MAX_KERNING_PX / self.scale, max_width * _MAX_KERNING_FRACTION)
        if abs(needed_width - max_width) > doubt or word.pieces[0].needed_width:
            return needed_width <= max_width
        return not _exceeds(self._set_words([*line, word], style), max_width)

    def _finish_line(self, words: Sequence[_Word], style: TextStyle, max_width: float) -> Line:
        line = self._set_words(words, style)
        return self.set_line(line, max_width) if len(words) == 1 else line

    def _split_long_words(self, words: Iterable[_Word], max_width: float) -> Iterator[_Word]:
        """Yield words, those longer than a line in parts without a space between them."""
        for word in words:
            if word.width <= max_width:
                yield word
                continue
            for i, whole in enumerate(word.pieces):
                rest, has_space_before = whole, word.has_space_before and not i
                while rest.text:
                    end = self._fitting_count(rest, max_width)
                    part = self._cut(rest, 0, end)
                    yield _Word(has_space_before, [part], part.width)
                    rest, has_space_before = self._cut(rest, end, len(rest.text)), False

    def _fitting_count(self, piece: Piece, max_width: float) -> int:
        """Return the number of characters of a piece that fit a width, at least 1."""
        counts = range(1, len(piece.text) + 1)
        return max(1, bisect_right(counts, max_width, key=lambda count: self._cut(piece, 0, count).width))

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw_line(self, line: Line, style: TextStyle) -> Surface:
        """Draw the texts and suit symbols of a line, as high as the style's font."""
        plain = self.font(style)
        drawn = raster.transparent_surface((self.line_width_px(line), plain.height))
        for piece in line:
            if piece.suit:
                height = round(piece.style.size * self.scale * _SUIT_HEIGHT_FRACTION)
                sign = self._suit(piece.suit, height, piece.colour)
                x = round(piece.x * self.scale + (piece.width * self.scale - height) / 2)
                drawn.blit(sign, (x, plain.ascent - round(height * 0.97)))
            elif piece.is_text and piece.text.strip():
                font = self.font(piece.style)
                drawn.blit(
                    font.render(piece.text, piece.colour), (round(piece.x * self.scale), plain.ascent - font.ascent)
                )
        return drawn

    def draw_block(self, lines: Sequence[Line], style: TextStyle, width_px: int, align: str) -> Surface:
        """Draw lines of text below one another, aligned left, center or right."""
        line_height = self.line_height_px(style)
        lead = max(0, line_height - self.font(style).height) // 2
        drawn = raster.transparent_surface((width_px, self.block_height_px(len(lines), style)))
        for i, line in enumerate(lines):
            space = width_px - self.line_width_px(line)
            x = {"left": 0, "center": space // 2, "right": space}[align]
            drawn.blit(self.draw_line(line, style), (x, i * line_height + lead))
        return drawn


def line_width(line: Line) -> float:
    """Return the width of a line."""
    return line[-1].x + line[-1].width if line else 0.0


def line_text(pieces: Iterable[Piece]) -> str:
    """Return the characters of pieces of text."""
    return "".join(piece.text for piece in pieces)


def _letters(lines: Iterable[Line]) -> str:
    """Return the characters of lines, except spaces."""
    return "".join(map(line_text, lines)).replace(" ", "")


def _exceeds(line: Line, max_width: float) -> bool:
    return line_width(line) > max_width + _ROUNDING_ERROR


def _append(line: list[Piece], piece: Piece) -> None:
    """Append a piece to a line; it is joined with the last one if they look alike."""
    if line and line[-1].looks_like(piece):
        line[-1] = line[-1]._replace(text=line[-1].text + piece.text)
    else:
        line.append(piece)


def _space_between(last: Piece, piece: Piece, style: TextStyle) -> Piece:
    """Return the space between two pieces of a line, in ``style`` unless both look alike."""
    plain = (one for one in (last, piece) if one.is_text and one.style == style and not one.link)
    look = last if last.looks_like(piece) else next(plain, Piece("", style))
    return look._replace(text=" ", start=piece.start - 1)


def _truncate(pieces: Sequence[Piece], count: int) -> list[Piece]:
    """Return at most ``count`` characters of a text and an ellipsis."""
    count = len(line_text(pieces)[:count].rstrip(" ,;:，；：、"))
    kept: list[Piece] = []
    for piece in pieces:
        if count > 0:
            kept.append(piece._replace(text=piece.text[:count]))
        count -= len(piece.text)
    last = kept[-1] if kept else pieces[0]
    _append(kept, Piece(ELLIPSIS, last.style, last.colour, link=last.link))
    return kept


def _split_blocks(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Return the pieces of each line that a text has because of line feeds."""
    blocks: list[list[Piece]] = [[]]
    for piece in pieces:
        start = piece.start
        for i, part in enumerate(piece.text.split("\n")):
            if i:
                blocks.append([])
            if part:
                blocks[-1].append(piece._replace(text=part, start=start))
            start += len(part) + 1
    return blocks


def init_fonts() -> None:
    """Initialise pygame's font module if needed."""
    if not pygame.font.get_init():
        pygame.font.init()
