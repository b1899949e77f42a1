"""The player's own decks: folders ``decks/<name>`` of the profile with a PNG for each card."""

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
from engine.profile.safe_reading import NotRegularFileError, is_file, is_folder, read_bytes, read_head
from engine.settings import BUILT_IN_DECKS, MAX_DECK_NAME_LENGTH

DECKS_FOLDER = "decks"
BACK = "back"
FACES = tuple(f"{'10' if rank == 'T' else rank}{suit}" for suit in SUITS for rank in RANKS)
"""File names of the 52 faces without suffix, such as ``"10S"``."""
PICTURE_SIZE = (378, 528)
"""Width and height of a stored picture in pixels: the largest card on a screen of 3840 × 2160. The ratio is 63:88."""
MAX_FILE_BYTES = 1 << 20
"""Maximum bytes of a stored picture."""
MAX_LICENCE_LENGTH = 64_000
"""Maximum length of a stored licence in characters."""
_PNG_HEAD_BYTES = 33
"""Number of bytes at the start of a PNG that contain its width and height."""
LICENCE_FILE = "LICENCE.txt"
_RESERVED_NAMES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Device names, which can't be folder names on Windows."""


def png_size(content: bytes) -> tuple[int, int] | None:
    """Read width and height from the head of a PNG; None if the content is no PNG."""
    if len(content) < 33 or content[:8] != b"\x89PNG\r\n\x1a\n" or content[8:16] != b"\0\0\0\rIHDR":
        return None
    width, height = struct.unpack_from(">LL", content, 16)
    return width, height


def unused_deck_name(path: Path, taken: Iterable[str]) -> str:
    """Return a name for an imported deck, derived from its folder or zip, that is a valid folder name on every system.

    >>> unused_deck_name(Path("/x/Old_Maid (1).zip"), ["old Maid 1"]), unused_deck_name(Path("house"), [])
    ('Old Maid 1 2', 'house 2')
    >>> unused_deck_name(Path("…"), [])
    'Deck'
    """
    stem = path.stem if path.suffix.lower() == ".zip" else path.name
    cleaned = "".join(char if is_name_character(char) and char != "." else " " for char in stem)
    name = collapse_spaces(collapse_spaces(cleaned)[: MAX_DECK_NAME_LENGTH - 4]) or "Deck"
    if _RESERVED_NAMES.fullmatch(name):
        name = f"{name} deck"
    used_names, number, candidate = {taken_name.lower() for taken_name in (*taken, *BUILT_IN_DECKS)}, 2, name
    while candidate.lower() in used_names:
        candidate, number = f"{name} {number}", number + 1
    return candidate


def _has_picture_size(path: Path) -> bool:
    """Whether a file is a card picture, a PNG of ``PICTURE_SIZE``; only its head is read."""
    try:
        return png_size(read_head(path, _PNG_HEAD_BYTES)) == PICTURE_SIZE
    except OSError:
        return False


class CustomDecks:
    """Store of the player's own card decks in a profile's folder.

    Args:
        profile: the profile's folder.
    """

    def __init__(self, profile: Path) -> None:
        self.folder = profile / DECKS_FOLDER

    def names(self) -> tuple[str, ...]:
        """Return the names of all own card decks, sorted; the decks may be incomplete."""
        try:
            with os.scandir(self.folder) as found:
                names = [one.name for one in found if not one.name.startswith(".") and one.is_dir()]
        except OSError:
            return ()
        return tuple(
            sorted(name for name in names if len(name) <= MAX_DECK_NAME_LENGTH and all(map(is_name_character, name)))
        )

    def has_back(self, name: str) -> bool:
        """Whether a custom card deck has its own picture of the back."""
        return is_file(self.folder / name / f"{BACK}.png")

    def licence(self, name: str) -> str:
        """Return the licence text of a custom card deck; empty if there is none."""
        try:
            return read_bytes(self.folder / name / LICENCE_FILE, 4 * MAX_LICENCE_LENGTH).decode("utf-8", "replace")
        except OSError:
            return ""

    def first_damaged_file(self, name: str) -> str:
        """Return the path of a deck's first missing or bad face, or of its missing folder; empty if all are valid."""
        folder = self.folder / name
        if not is_folder(folder):
            return f"{DECKS_FOLDER}/{name}"
        return next(
            (f"{DECKS_FOLDER}/{name}/{face}.png" for face in FACES if not _has_picture_size(folder / f"{face}.png")), ""
        )

    def save(self, name: str, pictures: Mapping[str, bytes], licence: str) -> None:
        """Save a custom card deck atomically in the profile.

        Args:
            name: an unused name.
            pictures: card -> PNG of ``PICTURE_SIZE`` pixels.
            licence: text of the licence; may be empty.

        Raises:
            OSError: it can't be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        self.remove_unfinished()
        temporary = self.folder / f".{name}.{os.urandom(4).hex()}.tmp"
        temporary.mkdir()
        try:
            for card, picture in pictures.items():
                (temporary / f"{card}.png").write_bytes(picture)
            if licence:
                (temporary / LICENCE_FILE).write_text(licence, encoding="utf-8", newline="\n")
            atomic_replace.replace_file(temporary, self.folder / name)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise

    def remove(self, name: str) -> None:
        """Delete a custom card deck from the profile.

        It is renamed first, so that an interrupted deletion leaves no partial deck.

        Raises:
            OSError: it can't be deleted.
        """
        folder = self.folder / name
        if not name or name not in self.names() or folder.is_symlink():
            raise NotRegularFileError(folder)
        temporary = self.folder / f".{name}.{os.urandom(4).hex()}.tmp"
        atomic_replace.replace_file(folder, temporary)
        shutil.rmtree(temporary, ignore_errors=True)

    def remove_unfinished(self) -> None:
        """Delete temporary deck folders left by an interrupted ``save`` or ``remove``."""
        with contextlib.suppress(OSError):
            for one in self.folder.glob(".*.tmp"):
                if one.is_dir() and not one.is_symlink():
                    shutil.rmtree(one, ignore_errors=True)
