"""Selection of a font file for each character of a text.

Lato and Fraunces draw Latin letters, subsets of Noto the characters of the Chinese texts. Other characters, as in names
typed by players, are searched in the system's fonts. Latin characters skip the lookup, so that a Latin text opens no
other font.
"""

import functools
import importlib.resources
import re
import struct
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from engine.sanitise import REPLACEMENT_CHARACTER
from scenes.render import raster

_LATIN_PUNCTUATION = frozenset("‐‑‒–—―‘’‚‛“”„‟•…−")
_MAYBE_MISSING_CHARS = functools.cache(
    lambda: re.compile("(?:……|——|[^\0-\u024f\u2010-\u2015\u2018-\u201f\u2022\u2026\u2212])+")
)
"""Matches characters that the Latin fonts may lack. Chinese has its own double dashes and ellipses."""
_DOUBLED_CHARS = "…—"
_REPLACEMENT_CHAR = "?"
"""Drawn for a character that no font has."""
_COMBINING_MARKS = functools.cache(lambda: re.compile("[\u0300-\u036f\u200d\ufe00-\ufe0f]"))
"""Matches marks that belong to the character before them."""
_MAX_CMAP_BYTES = 2_000_000
_RIGHT_TO_LEFT_CHARS = functools.cache(lambda: re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"))


class FontRun(NamedTuple):
    """Adjacent characters drawn with one font."""

    text: str
    file: Path
    is_right_to_left: bool = False


@dataclass(frozen=True, slots=True)
class CharacterRanges:
    """Set of the characters that a font has, as sorted ranges of code points."""

    first_code_points: tuple[int, ...]
    last_code_points: tuple[int, ...]

    def __contains__(self, char: object) -> bool:
        code = ord(str(char))
        at = bisect_right(self.first_code_points, code) - 1
        return at >= 0 and code <= self.last_code_points[at]


def font_file(name: str) -> Path:
    """Return the path of a font's file. Lato is in a package of its own, all other fonts are assets."""
    if name.startswith("Lato"):
        return Path(str(importlib.resources.files("font_lato"))) / "files" / f"{name}.ttf"
    return raster.ASSETS / "fonts" / f"{name}{'.otf' if name.startswith('Noto') else '.ttf'}"


def split_by_font(text: str, name: str) -> list[FontRun]:
    """Split a text into runs of one font each; the font of this name draws the Latin letters."""
    latin_file = font_file(name)
    runs: list[FontRun] = []
    end = 0
    for match in _MAYBE_MISSING_CHARS().finditer(text):
        if match.start() > end:
            runs.append(FontRun(text[end : match.start()], latin_file))
        runs += _split_by_coverage(match[0], name)
        end = match.end()
    if end < len(text):
        runs.append(FontRun(text[end:], latin_file))
    return runs


def is_latin(text: str) -> bool:
    """Whether the bundled Latin fonts have all characters of a text."""
    return all(char < "\u0250" or char in _LATIN_PUNCTUATION for char in text) and "……" not in text and "——" not in text


def _split_by_coverage(text: str, name: str) -> list[FontRun]:
    parts: list[tuple[str, Path]] = []
    chain = _font_chain(name)
    for char in text:
        if parts and _COMBINING_MARKS().match(char):
            parts[-1] = (parts[-1][0] + char, parts[-1][1])
            continue
        fonts = chain[1:] if char in _DOUBLED_CHARS else chain
        bundled = next((file for file in fonts if char in character_ranges(file)), None)
        file = bundled if bundled or char == REPLACEMENT_CHARACTER else system_font(char)
        parts.append((char, file) if file else (_REPLACEMENT_CHAR, chain[0]))
    joined = ((key, "".join(char for char, _ in group)) for key, group in groupby(parts, _font_and_direction))
    return [FontRun(part, file, leftwards) for (file, leftwards), part in joined]


def _font_and_direction(char_and_file: tuple[str, Path]) -> tuple[Path, bool]:
    return char_and_file[1], _RIGHT_TO_LEFT_CHARS().match(char_and_file[0]) is not None


@functools.cache
def _font_chain(name: str) -> tuple[Path, ...]:
    """Return the bundled fonts in the order in which they are searched for a character. There is no italic Chinese
    font."""
    names: tuple[str, ...]
    if name.startswith("Fraunces-Display"):
        names = (name, "NotoSerifTC-Bold", "Lato-Bold")
    elif name in ("Lato-Regular", "Lato-Italic"):
        names = (name, "NotoSansTC-Regular")
    else:
        names = (name, "NotoSansTC-Bold", "Lato-Bold")
    return tuple(map(font_file, names))


def can_draw(char: str) -> bool:
    """Whether a bundled or system font has a character."""
    return any(char in character_ranges(file) for file in _font_chain("Lato-Bold")) or system_font(char) is not None


@functools.cache
def system_font(char: str) -> Path | None:
    """Return a system font with this character; None if there is none."""
    from scenes.render import system_fonts  # noqa: PLC0415  # late import: 8 ms, only names in rare scripts need it

    return next((file for file in system_fonts.font_candidates(char) if char in character_ranges(file)), None)


# --- characters of a font --------------------------------------------------------------------------------------------


@functools.cache
def character_ranges(file: Path) -> CharacterRanges:
    """Return the set of characters that a font file has; empty if the file can't be read."""
    try:
        with file.open("rb") as font:
            return _subtable_ranges(_best_cmap_subtable(lambda at, size: _read_at(font.seek, font.read, at, size)))
    except (OSError, ValueError, struct.error, IndexError):
        return CharacterRanges((), ())


def _read_at(seek: Callable[[int], object], read: Callable[[int], bytes], offset: int, size: int) -> bytes:
    seek(offset)
    return read(size)


def _best_cmap_subtable(read: Callable[[int, int], bytes]) -> bytes:
    """Return the best subtable of a font file's cmap, for a collection that of its first font.

    Raises:
        ValueError: the font has no cmap, or none for Unicode in format 4 or 12.
    """
    start = struct.unpack(">I", read(12, 4))[0] if read(0, 4) == b"ttcf" else 0
    tables = struct.unpack(">H", read(start + 4, 2))[0]
    directory = read(start + 12, 16 * tables)
    places = {directory[i : i + 4]: struct.unpack(">II", directory[i + 8 : i + 16]) for i in range(0, 16 * tables, 16)}
    if b"cmap" not in places:
        raise ValueError("font has no cmap table")
    at, size = places[b"cmap"]
    cmap = read(at, min(size, _MAX_CMAP_BYTES))
    count = struct.unpack(">H", cmap[2:4])[0]
    subtables = [struct.unpack(">HHI", cmap[4 + 8 * i : 12 + 8 * i]) for i in range(count)]
    usable = {
        struct.unpack(">H", cmap[place : place + 2])[0]: place
        for platform, encoding, place in subtables
        if platform == 0 or (platform == 3 and encoding in (1, 10))
    }
    for form in (12, 4):
        if form in usable:
            return cmap[usable[form] :]
    raise ValueError("font has no Unicode cmap of format 4 or 12")


def _subtable_ranges(table: bytes) -> CharacterRanges:
    """Return the character ranges of a font's cmap subtable of format 12 or 4.

    Those of format 4 may include a few characters without a glyph.
    """
    if table[:2] == b"\0\x0c":
        count = struct.unpack(">I", table[12:16])[0]
        numbers = struct.unpack(f">{3 * count}I", table[16 : 16 + 12 * count])
        return CharacterRanges(numbers[0::3], numbers[1::3])
    twice = struct.unpack(">H", table[6:8])[0]
    last = struct.unpack(f">{twice // 2}H", table[14 : 14 + twice])
    first = struct.unpack(f">{twice // 2}H", table[16 + twice : 16 + 2 * twice])
    return CharacterRanges(first, last)
