"""Selection of a font file for each character of a text.

Lato and Fraunces draw most Latin letters, their extended fonts the rest, and subsets of Noto the characters of the
Chinese texts. Other characters, as in names typed by players, are searched in the system's fonts. A text that its own
font covers skips the lookup and opens no other font.
"""

import functools
import importlib.resources
import re
import struct
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from engine.sanitise import REPLACEMENT_CHARACTER
from scenes.render import bidi, raster

_CLUSTERS = functools.cache(lambda: re.compile("……|——|.[\u0300-\u036f\u200d\ufe00-\ufe0f]*", re.DOTALL))
"""Matches a character with its marks. Chinese has its own double dashes and ellipses."""
_DOUBLED_CHARS = ("……", "——")
_INVISIBLE_MARKS = frozenset(("\u200d", *map(chr, range(0xFE00, 0xFE10))))
"""Joiner and variation selectors, for which a font needs no glyph."""
_REPLACEMENT_CHAR = "?"
"""Drawn for a character that no font has."""
_MAX_OWN_LATIN_CODE_POINT = 0x2FFF
"""Last code point that ``own_latin_characters`` may contain; Latin letters and punctuation are below it."""
_UNPRINTABLE_CHARS = (*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA1)), "\u00ad")
_MAX_CMAP_BYTES = 2_000_000
UNSHAPED_SCRIPT = "Zzzz"
"""Script code (ISO 15924) of texts whose letters don't change beside others."""
_SHAPED_SCRIPTS = {
    "ARABIC": "Arab", "BENGALI": "Beng", "DEVANAGARI": "Deva", "GUJARATI": "Gujr", "GURMUKHI": "Guru", "HANGUL": "Hang",
    "HEBREW": "Hebr", "KANNADA": "Knda", "KHMER": "Khmr", "LAO": "Laoo", "MALAYALAM": "Mlym", "MONGOLIAN": "Mong",
    "MYANMAR": "Mymr", "NKO": "Nkoo", "ORIYA": "Orya", "SINHALA": "Sinh", "SYRIAC": "Syrc", "TAMIL": "Taml",
    "TELUGU": "Telu", "THAANA": "Thaa", "THAI": "Thai", "TIBETAN": "Tibt",
}  # fmt: skip
"""First word of the Unicode names of a script's characters -> its code (ISO 15924)."""


class FontRun(NamedTuple):
    """Adjacent characters drawn with one font in one direction, in the order in which they are read."""

    text: str
    file: Path
    script: str = UNSHAPED_SCRIPT
    is_right_to_left: bool = False


@dataclass(frozen=True, slots=True)
class CharacterRanges:
    """Set of the characters that a font has, as sorted ranges of code points."""

    first_code_points: tuple[int, ...]
    last_code_points: tuple[int, ...]

    def __contains__(self, chars: object) -> bool:
        """Whether the font has all of these characters."""
        return all(self._has_code_point(ord(char)) for char in str(chars))

    def _has_code_point(self, code: int) -> bool:
        at = bisect_right(self.first_code_points, code) - 1
        return at >= 0 and code <= self.last_code_points[at]


def font_file(name: str) -> Path:
    """Return the path of a font's file. Lato is in a package of its own, all other fonts are assets."""
    if name.startswith("Lato"):
        return Path(str(importlib.resources.files("font_lato"))) / "files" / f"{name}.ttf"
    return raster.ASSETS / "fonts" / f"{name}{'.otf' if name.startswith('Noto') else '.ttf'}"


@functools.cache
def own_latin_characters(name: str) -> frozenset[str]:
    """Return the Latin characters that a font draws itself, with blanks and control characters, for which it needs no
    glyph."""
    ranges = character_ranges(font_file(name))
    chars = set(_UNPRINTABLE_CHARS)
    for first, last in zip(ranges.first_code_points, ranges.last_code_points, strict=True):
        chars.update(map(chr, range(first, min(last, _MAX_OWN_LATIN_CODE_POINT) + 1)))
    return frozenset(chars)


def is_own_text(text: str, name: str) -> bool:
    """Whether a font draws all characters of a text itself, without fallback fonts."""
    return own_latin_characters(name).issuperset(text) and "……" not in text and "——" not in text


def split_by_font(text: str, name: str) -> list[FontRun]:
    """Split a line into runs of one font, script and direction, in the order in which they are drawn from left to
    right. The font of this name draws all characters that it has."""
    runs: list[FontRun] = []
    for part, is_right_to_left, _ in bidi.visual_runs(unicodedata.normalize("NFC", text)):
        own = [run._replace(is_right_to_left=is_right_to_left) for run in _split_by_coverage(part, name)]
        runs += reversed(own) if is_right_to_left else own
    return runs


def _split_by_coverage(text: str, name: str) -> list[FontRun]:
    parts = [_cluster_run(cluster, name) for cluster in _CLUSTERS().findall(text)]
    return [
        FontRun("".join(part.text for part in group), file, script)
        for (file, script), group in groupby(parts, lambda part: (part.file, part.script))
    ]


@functools.lru_cache(maxsize=4096)
def _cluster_run(cluster: str, name: str) -> FontRun:
    """Return a character with its marks, and its font; without the marks if no font has both, ``?`` if none has it."""
    chain, char = _font_chain(name), cluster[0]
    if not char.isprintable():
        return FontRun(cluster, chain[0])
    fonts = chain[1:] if cluster in _DOUBLED_CHARS else chain
    script = _SHAPED_SCRIPTS.get(re.split("[- ]", unicodedata.name(char, ""))[0], UNSHAPED_SCRIPT)
    for part in (cluster, char):
        needed = "".join(one for one in part if one not in _INVISIBLE_MARKS)
        bundled = next((file for file in fonts if needed in character_ranges(file)), None)
        if file := bundled or (None if char == REPLACEMENT_CHARACTER else system_font(needed)):
            return FontRun(part, file, script)
    return FontRun(_REPLACEMENT_CHAR, chain[0])


@functools.cache
def _font_chain(name: str) -> tuple[Path, ...]:
    """Return the bundled fonts in the order in which they are searched for a character. There is no italic Chinese
    font."""
    names: tuple[str, ...]
    if name.startswith("Fraunces-Display"):
        names = ("NotoSerifTC-Bold", "Lato-Bold")
    elif name in ("Lato-Regular", "Lato-Italic"):
        names = ("NotoSansTC-Regular",)
    else:
        names = ("NotoSansTC-Bold", "Lato-Bold")
    return tuple(map(font_file, (name, f"Extended-{name}", *names)))


def can_draw(char: str) -> bool:
    """Whether a bundled or system font has a character."""
    return any(char in character_ranges(file) for file in _font_chain("Lato-Bold")) or system_font(char) is not None


@functools.cache
def system_font(chars: str) -> Path | None:
    """Return a system font with all of these characters; None if there is none."""
    from scenes.render import system_fonts  # noqa: PLC0415  # late import: 8 ms, only names in rare scripts need it

    return next((file for file in system_fonts.font_candidates(chars) if chars in character_ranges(file)), None)


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
