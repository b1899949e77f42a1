"""Import of a deck from a folder or a zip of drawings, which are checked file by file.

Sizes are checked before reading, and no name in a zip is used as a path. ``scenes.work.deck_rendering`` renders the
checked drawings.
"""

import contextlib
import io
import os
import pyexpat
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from engine.moves import NO_PLACEHOLDERS, Placeholders
from engine.notices import Notice
from engine.profile.custom_decks import BACK, FACES, MAX_LICENCE_LENGTH, png_size
from engine.profile.safe_reading import TooLargeError, check_regular, is_folder, read_bytes

MAX_FILES = 400
"""Maximum number of files in a folder or zip."""
MAX_ZIP_BYTES, MAX_DECK_BYTES, MAX_DRAWING_BYTES = 32 << 20, 48 << 20, 1 << 20
"""Maximum bytes of a zip, of all unpacked drawings together, and of one drawing."""
MAX_LICENCE_BYTES = 64 << 10
"""Maximum bytes of a licence file."""
ALLOWED_PIXELS = (60, 2400)
"""Minimum and maximum width and height of a PNG."""
ALLOWED_ASPECT_RATIOS = (1.2, 1.7)
"""Minimum and maximum ratio of height to width; a card of 63:88 has 1.4."""
_SUFFIXES = (".svg", ".png")
_LICENCE_FILE_NAME = re.compile(r"(licen[cs]e|copying|readme)[^/]*?(\.txt|\.md)?", re.IGNORECASE)
_MAX_LICENCES = 4
_MAX_DEPTH, _MAX_ELEMENTS = 48, 20_000
"""Maximum depth and number of an SVG's elements."""
_IGNORED_FILES = ("__MACOSX", "Thumbs.db", "desktop.ini")
_SHORT_CARD_NAME = re.compile(r"(a|k|q|j|t|10|[2-9])([cdhs])", re.IGNORECASE)
_LONG_CARD_NAME = re.compile(r"(ace|king|queen|jack|10|[2-9])_of_(clubs|diamonds|hearts|spades)", re.IGNORECASE)
_UNSAFE_ELEMENTS = ("script", "foreignobject", "iframe", "animate", "set", "handler")
_UNSUPPORTED_ELEMENTS = ("text", "use", "image", "symbol")
"""Elements that the rasteriser silently omits."""


class DeckError(Exception):
    """The files to import are no usable card deck; ``notice`` explains why."""

    def __init__(self, key: str, placeholders: Placeholders = NO_PLACEHOLDERS) -> None:
        super().__init__(key)
        self.notice = Notice(key, placeholders)


class Drawing(NamedTuple):
    """A checked drawing of a card to import."""

    card: str
    """Name of the card: one of ``FACES``, or ``BACK``."""
    file: str
    """File name, for notices."""
    is_svg: bool
    content: bytes


class _Entry(NamedTuple):
    """A file in the folder or zip of a deck to import."""

    path: str
    """Path with ``/`` as separator."""
    size: int
    read_whole: Callable[[int], bytes]
    """Maximum bytes -> the content; a larger file raises TooLargeError, or returns one byte more."""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


def card_of(stem: str) -> str:
    """Return the card or back that a drawing's file name without suffix denotes; empty for other names.

    >>> [card_of(name) for name in ("KS", "10h", "td", "queen_of_clubs", "Back", "joker", "1S")]
    ['KS', '10H', '10D', 'QC', 'back', '', '']
    """
    found = _SHORT_CARD_NAME.fullmatch(stem) or _LONG_CARD_NAME.fullmatch(stem)
    if found is None:
        return BACK if stem.lower() == BACK else ""
    rank, suit = found[1].upper(), found[2][0].upper()
    rank = "10" if rank in ("T", "10") else rank[0]
    return rank + suit


class DeckImport:
    """A card deck to import from a folder or zip of drawings.

    The constructor checks the list of files; ``drawings`` checks each drawing.

    Args:
        path: a folder or a zip.

    Raises:
        DeckError: the files are no deck.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._remaining_bytes = MAX_DECK_BYTES
        entries = list(_entries(path))
        self._drawings = _map_cards_to_drawings(entries)
        self._licences = [one for one in entries if _LICENCE_FILE_NAME.fullmatch(one.name)][:_MAX_LICENCES]

    @property
    def cards(self) -> tuple[str, ...]:
        """Names of the deck's 52 cards, and of the back if there is one."""
        return tuple(self._drawings)

    def file_name(self, card: str) -> str:
        """Return the file name of a card's drawing, as messages to the player name it."""
        return self._drawings[card].name

    def drawings(self) -> Iterator[Drawing]:
        """Read, check and yield the deck's drawings one by one.

        Raises:
            DeckError: a drawing is unusable.
        """
        for card, entry in self._drawings.items():
            content = _read(entry, MAX_DRAWING_BYTES)
            self._remaining_bytes -= len(content)
            if self._remaining_bytes < 0:
                raise DeckError("notice.deck_total", {"allowed": MAX_DECK_BYTES >> 20})
            svg = entry.name.lower().endswith(".svg")
            (check_svg if svg else check_png)(content, entry.name)
            yield Drawing(card, entry.name, svg, content)

    def licence(self) -> str:
        """Return the joined texts of a deck's readable licence and readme files, cut to ``MAX_LICENCE_LENGTH``."""
        parts = []
        for entry in self._licences:
            with contextlib.suppress(DeckError):
                text = _read(entry, MAX_LICENCE_BYTES).decode("utf-8", "replace")
                parts.append(f"{entry.name}\n\n{text.strip()}")
        whole = "\n\n".join(parts).replace("\r\n", "\n").replace("\r", "\n")
        return "".join(char if char.isprintable() or char == "\n" else " " for char in whole)[:MAX_LICENCE_LENGTH]


# --- the files of a folder or zip -------------------------------------------------------------------------------------


def _entries(path: Path) -> Iterator[_Entry]:
    """Yield the files in the folder or zip of a deck, except hidden files and files of the system.

    Raises:
        DeckError: the folder or zip is unreadable, too large, has too many files or a forbidden one.
    """
    try:
        entries = _folder_entries(path) if is_folder(path) else _zip_entries(path)
        for number, entry in enumerate(entries):
            if number >= MAX_FILES:
                raise DeckError("notice.deck_many", {"file": path.name, "allowed": MAX_FILES})
            names = entry.path.split("/")
            if not any(name in _IGNORED_FILES or name.startswith(".") for name in names):
                yield entry
    except (OSError, ValueError) as error:
        if isinstance(error, TooLargeError):
            raise DeckError("notice.deck_zip_size", {"file": path.name, "allowed": MAX_ZIP_BYTES >> 20}) from error
        raise DeckError("notice.deck_unread", {"file": path.name or str(path)}) from error


def _folder_entries(folder: Path, *, enter_only_subfolder: bool = True) -> Iterator[_Entry]:
    """Yield the files of a deck's folder, and of its only subfolder if it has no drawings, as in unpacked zips.

    Raises:
        DeckError: a drawing is a symbolic link, or there are too many subfolders.
    """
    subfolders, drawing_count = [], 0
    with os.scandir(folder) as children:
        for child in children:
            if child.is_symlink():
                if Path(child.name).suffix.lower() in _SUFFIXES:
                    raise DeckError("notice.deck_link", {"file": child.name})
            elif child.is_dir():
                subfolders.append(Path(child.path))
            elif child.is_file():
                drawing_count += Path(child.name).suffix.lower() in _SUFFIXES
                yield _Entry(child.name, child.stat().st_size, _make_reader(Path(child.path)))
            if len(subfolders) > MAX_FILES:
                raise DeckError("notice.deck_many", {"file": folder.name, "allowed": MAX_FILES})
    if enter_only_subfolder and not drawing_count and len(subfolders) == 1:
        yield from _folder_entries(subfolders[0], enter_only_subfolder=False)


def _make_reader(path: Path) -> Callable[[int], bytes]:
    return lambda max_bytes: read_bytes(path, max_bytes)


def _zip_entries(path: Path) -> Iterator[_Entry]:
    """Yield the files in the zip of a deck."""
    check_regular(path)
    if path.stat().st_size > MAX_ZIP_BYTES:
        raise TooLargeError(path, MAX_ZIP_BYTES)
    content = read_bytes(path, MAX_ZIP_BYTES)
    _check_zip_directory(content, path.name)
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, struct.error, UnicodeError) as error:
        raise DeckError("notice.deck_zip", {"file": path.name}) from error
    for info in archive.infolist():
        name = info.filename
        member = PurePosixPath(name)
        if member.is_absolute() or ".." in member.parts or "\\" in name or ":" in name or "\0" in info.orig_filename:
            raise DeckError("notice.deck_outside", {"file": name})
        if stat.S_ISLNK(info.external_attr >> 16):
            raise DeckError("notice.deck_link", {"file": name})
        if info.is_dir():
            continue
        if info.flag_bits & 0x1:
            raise DeckError("notice.deck_locked", {"file": path.name})
        yield _Entry(name, info.file_size, _make_unpacker(archive, info))


def _check_zip_directory(content: bytes, file: str) -> None:
    """Check the number of files at the end of a deck's zip, before their list is read into memory.

    Raises:
        DeckError: the content is no zip, has too many files, or is a ZIP64 archive.
    """
    end_record = content.rfind(b"PK\x05\x06")
    if end_record < 0 or len(content) < end_record + 22:
        raise DeckError("notice.deck_zip", {"file": file})
    count, size = struct.unpack_from("<HL", content, end_record + 10)
    if count > MAX_FILES or size > MAX_FILES * 600:
        raise DeckError("notice.deck_many", {"file": file, "allowed": MAX_FILES})
    if content[max(0, end_record - 20) : end_record].startswith(b"PK\x06\x07"):
        raise DeckError("notice.deck_zip", {"file": file})


def _make_unpacker(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[int], bytes]:
    def read(max_bytes: int) -> bytes:
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise DeckError("notice.deck_zip", {"file": info.filename})
        try:
            with archive.open(info) as file:
                return file.read(max_bytes + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, struct.error) as error:
            raise DeckError("notice.deck_zip", {"file": info.filename}) from error

    return read


def _read(entry: _Entry, max_bytes: int) -> bytes:
    """Read a deck's file of at most ``max_bytes`` bytes; both its listed and its real size are checked.

    Raises:
        DeckError: the file is larger or unreadable.
    """
    too_large = DeckError("notice.deck_file_size", {"file": entry.name, "allowed": max_bytes >> 10})
    if entry.size > max_bytes:
        raise too_large
    try:
        content = entry.read_whole(max_bytes)
    except TooLargeError as error:
        raise too_large from error
    except OSError as error:
        raise DeckError("notice.deck_unread", {"file": entry.name}) from error
    if len(content) > max_bytes:
        raise too_large
    return content


def _map_cards_to_drawings(entries: Iterable[_Entry]) -> dict[str, _Entry]:
    """Return the drawing of each card of a deck, the faces first.

    Raises:
        DeckError: a drawing is missing, or a card has two.
    """
    drawings: dict[str, _Entry] = {}
    for entry in entries:
        stem, dot, kind = entry.name.rpartition(".")
        card = card_of(stem) if f"{dot}{kind.lower()}" in _SUFFIXES else ""
        if not card:
            continue
        if card in drawings:
            raise DeckError("notice.deck_twice", {"file": drawings[card].path, "other": entry.path})
        drawings[card] = entry
    missing = [card for card in FACES if card not in drawings]
    if len(missing) == len(FACES):
        raise DeckError("notice.deck_none")
    if missing:
        shown = ", ".join(f"{card}.svg" for card in missing[:3])
        raise DeckError("notice.deck_missing", {"n": len(missing), "file": shown})
    return {card: drawings[card] for card in (*FACES, BACK) if card in drawings}


# --- single drawings --------------------------------------------------------------------------------------------------


def check_png(content: bytes, file: str) -> None:
    """Check the head of a card's PNG, without decoding its pixels.

    Raises:
        DeckError: the content is no PNG, or its size or ratio is not allowed.
    """
    size = png_size(content)
    if size is None:
        raise DeckError("notice.deck_png", {"file": file})
    minimum, maximum = ALLOWED_PIXELS
    if not (minimum <= size[0] <= maximum and minimum <= size[1] <= maximum):
        raise DeckError(
            "notice.deck_pixels", {"file": file, "wide": size[0], "high": size[1], "least": minimum, "most": maximum}
        )
    check_aspect_ratio(size, file)


def check_aspect_ratio(size: tuple[float, float], file: str) -> None:
    """Check that a drawing's ratio of height to width is about that of a card.

    Raises:
        DeckError: it is not.
    """
    if not ALLOWED_ASPECT_RATIOS[0] <= size[1] / max(size[0], 1e-9) <= ALLOWED_ASPECT_RATIOS[1]:
        raise DeckError("notice.deck_shape", {"file": file})


class _SvgChecker:
    """Parser of a card's SVG that rejects forbidden elements and attributes.

    Raises, while ``parser`` parses:
        DeckError: the content isn't SVG, refers to something outside the file, or has unsupported elements.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.depth = self.count = 0
        self.is_in_style = False
        self.parser = pyexpat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse_entity
        self.parser.ProcessingInstructionHandler = self._check_instruction

    def _refuse(self, key: str, part: str = "") -> None:
        raise DeckError(key, {"file": self.file, "part": part})

    def _refuse_entity(self, *_: object) -> None:
        self._refuse("notice.deck_svg_outside")

    def _check_instruction(self, target: str, _: str) -> None:
        if target.lower() == "xml-stylesheet":
            self._refuse("notice.deck_svg_outside")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = name.rpartition(":")[2].lower()
        self.depth += 1
        self.count += 1
        if self.count == 1 and tag != "svg":
            self._refuse("notice.deck_svg")
        if self.depth > _MAX_DEPTH or self.count > _MAX_ELEMENTS:
            self._refuse("notice.deck_svg_parts_many")
        if tag.startswith(_UNSAFE_ELEMENTS):
            self._refuse("notice.deck_svg_outside")
        for key, value in attributes.items():
            self._check_attribute(key.rpartition(":")[2].lower(), value.strip().lower())
        if tag in _UNSUPPORTED_ELEMENTS:
            self._refuse("notice.deck_svg_part", tag)
        self.is_in_style = tag == "style"

    def _check_attribute(self, key: str, value: str) -> None:
        leads = key in ("href", "src") and value and not value.startswith(("#", "data:"))
        if leads or key.startswith("on") or _has_external_url(value) or "javascript:" in value:
            self._refuse("notice.deck_svg_outside")

    def _end(self, _: str) -> None:
        self.depth -= 1
        self.is_in_style = False

    def _text(self, text: str) -> None:
        if self.is_in_style and text.strip():
            outside = _has_external_url(text.lower()) or "@import" in text
            self._refuse("notice.deck_svg_outside" if outside else "notice.deck_svg_part", "style")


def _has_external_url(value: str) -> bool:
    """Whether an SVG value has a ``url(…)`` to something outside the SVG, other than ``url(#name)``."""
    return any(not part.strip(" \"'").startswith("#") for part in value.split("url(")[1:])


def check_svg(content: bytes, file: str) -> None:
    """Check the SVG drawing of a card without rendering it.

    Raises:
        DeckError: as ``_SvgChecker``.
    """
    try:
        _SvgChecker(file).parser.Parse(content, True)  # expat takes positional arguments only
    except (pyexpat.ExpatError, ValueError, LookupError) as error:
        raise DeckError("notice.deck_svg", {"file": file}) from error
