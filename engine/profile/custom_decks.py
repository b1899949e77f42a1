"""The player's own decks as they are kept: ``decks/<name>`` in the profile, a PNG for each card. No pygame here."""

import contextlib
import os
import re
import shutil
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.cards import RANKS, SUITS
from engine.options import collapse_spaces, is_name_character
from engine.profile import atomic_replace
from engine.profile.safe_reading import NotRegularFileError, read_bytes, read_head
from engine.settings import BUILT_IN_DECKS, MAX_DECK_NAME_LENGTH

DECKS_FOLDER = "decks"
BACK = "back"
FACES = tuple(f"{'10' if rank == 'T' else rank}{suit}" for suit in SUITS for rank in RANKS)
"""Names of the 52 drawings without their suffix: ``"10S"``."""
PICTURE_SIZE = (378, 528)
"""Width and height in pixels of a kept drawing, 63:88: as large as a card gets on a screen of 3840 by 2160."""
MAX_FILE_BYTES = 1 << 20
"""Maximum bytes of a kept drawing."""
MAX_LICENCE_LENGTH = 64_000
"""Maximum length in characters of the licence that is kept."""
_PNG_HEAD_BYTES = 33
"""Bytes of a PNG with its width and height."""
LICENCE_FILE = "LICENCE.txt"
_RESERVED_NAMES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names of devices on Windows."""


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height by the head of a PNG; None if it is none."""
    if len(content) < 33 or content[:8] != b"\x89PNG\r\n\x1a\n" or content[8:16] != b"\0\0\0\rIHDR":
        return None
    wide, high = struct.unpack_from(">LL", content, 16)
    return wide, high


def unused_name(path: Path, taken: Iterable[str]) -> str:
    """A name for a new deck, after its folder or zip, that can be a setting and a folder on every system.

    >>> unused_name(Path("/x/Old_Maid (1).zip"), ["old Maid 1"]), unused_name(Path("house"), [])
    ('Old Maid 1 2', 'house 2')
    >>> unused_name(Path("…"), [])
    'Deck'
    """
    stem = path.stem if path.suffix.lower() == ".zip" else path.name
    kept = "".join(char if is_name_character(char) and char != "." else " " for char in stem)
    name = collapse_spaces(collapse_spaces(kept)[: MAX_DECK_NAME_LENGTH - 4]) or "Deck"
    if _RESERVED_NAMES.fullmatch(name):
        name = f"{name} deck"
    used, number, found = {one.lower() for one in (*taken, *BUILT_IN_DECKS)}, 2, name
    while found.lower() in used:
        found, number = f"{name} {number}", number + 1
    return found


def _is_picture(path: Path) -> bool:
    """Whether a file is a picture of the right size by its head."""
    try:
        return png_size(read_head(path, _PNG_HEAD_BYTES)) == PICTURE_SIZE
    except OSError:
        return False


class CustomDecks:
    """The decks in a profile's folder.

    Args:
        profile: the profile's folder.
    """

    def __init__(self, profile: Path) -> None:
        self.folder = profile / DECKS_FOLDER

    def names(self) -> tuple[str, ...]:
        """Names of all decks, sorted; whether one is complete is found out when it is used."""
        try:
            with os.scandir(self.folder) as found:
                names = [one.name for one in found if not one.name.startswith(".") and one.is_dir()]
        except OSError:
            return ()
        return tuple(
            sorted(name for name in names if len(name) <= MAX_DECK_NAME_LENGTH and all(map(is_name_character, name)))
        )

    def has_back(self, name: str) -> bool:
        """Whether a deck has a back of its own."""
        return (self.folder / name / f"{BACK}.png").is_file()

    def licence(self, name: str) -> str:
        """The licence that came with a deck; empty if there is none."""
        try:
            return read_bytes(self.folder / name / LICENCE_FILE, 4 * MAX_LICENCE_LENGTH).decode("utf-8", "replace")
        except OSError:
            return ""

    def first_damaged_file(self, name: str) -> str:
        """The first of a deck's faces that is missing or isn't such a picture by its head, or the deck's folder if that
        is missing; empty if all are there."""
        folder = self.folder / name
        if not folder.is_dir():
            return f"{DECKS_FOLDER}/{name}"
        return next(
            (f"{DECKS_FOLDER}/{name}/{face}.png" for face in FACES if not _is_picture(folder / f"{face}.png")), ""
        )

    def save(self, name: str, pictures: Mapping[str, bytes], licence: str) -> None:
        """Keep a deck: complete, or not at all.

        Args:
            name: a name that isn't taken.
            pictures: PNGs of ``PICTURE_SIZE`` pixels by card.
            licence: text of its licence; may be empty.

        Raises:
            OSError: it can't be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        self.remove_unfinished()
        part = self.folder / f".{name}.{os.urandom(4).hex()}.tmp"
        part.mkdir()
        try:
            for card, picture in pictures.items():
                (part / f"{card}.png").write_bytes(picture)
            if licence:
                (part / LICENCE_FILE).write_text(licence, encoding="utf-8", newline="\n")
            atomic_replace.replace_file(part, self.folder / name)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise

    def remove(self, name: str) -> None:
        """Delete a deck. Under another name first, so that no half of it stays.

        Raises:
            OSError: it can't be deleted.
        """
        folder = self.folder / name
        if not name or name not in self.names() or folder.is_symlink():
            raise NotRegularFileError(folder)
        part = self.folder / f".{name}.{os.urandom(4).hex()}.tmp"
        atomic_replace.replace_file(folder, part)
        shutil.rmtree(part, ignore_errors=True)

    def remove_unfinished(self) -> None:
        """Delete what a killed ``save`` or ``remove`` left."""
        with contextlib.suppress(OSError):
            for one in self.folder.glob(".*.tmp"):
                if one.is_dir() and not one.is_symlink():
                    shutil.rmtree(one, ignore_errors=True)
