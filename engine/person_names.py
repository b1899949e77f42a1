"""Names of persons at online tables, safe from look-alikes, invisible characters and stacked accents.

The rules follow Unicode's security mechanisms (UTS 39): names are normalized and compared by their skeletons. Names in
the player's own files are checked by ``engine.options.is_name`` only.
"""

import unicodedata
from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from engine.options import collapse_spaces, is_name
from engine.settings import MAX_NAME_LENGTH

CONFUSABLES_FILE = Path(__file__).resolve().parent.parent / "assets" / "names" / "confusables.txt"
"""Table of confusable letters, written by ``build/make_confusables.py``."""
MAX_MARKS_PER_LETTER = 4
"""Maximum number of marks on a letter, as in UTS 39, 5.4: Thai needs two, Tibetan up to four."""
_IGNORABLE_CHARACTERS = tuple(
    frozenset(map(chr, range(first, last + 1)))
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0000, 0xE0FFF),
    )
)
"""Invisible letters and marks (Default_Ignorable_Code_Point). ``is_name`` excludes invisible symbols and spaces."""


def is_ignorable(char: str) -> bool:
    """Whether a character of a name is invisible: fillers, variation selectors, tags.

    >>> [is_ignorable(char) for char in "a\\u3164\\ufe0f"]
    [False, True, True]
    """
    return any(char in several for several in _IGNORABLE_CHARACTERS)


def normalise_name(name: str) -> str:
    """Normalise a person's name for display: the usual form of each letter (NFKC), one space between words.

    >>> normalise_name("Ｈｏｎｅｓｔ"), normalise_name("e\\u0301"), normalise_name("𝓐nna")
    ('Honest', 'é', 'Anna')
    """
    return collapse_spaces(unicodedata.normalize("NFKC", name))


def is_valid_guest_name(name: str) -> bool:
    """Whether a person's name is allowed at an online table: short, normalised, without invisible characters.

    It may be empty.

    >>> [is_valid_guest_name(name) for name in ("Zoë", "", "ที่นี่")]
    [True, True, True]
    >>> [is_valid_guest_name(name) for name in ("a\\u202eb", "a\\nb", "x" * 17, "Ｈ", "a\\u3164", "a\\u0300\\u0300")]
    [False, False, False, False, False, False]
    """
    fine = is_name(name, MAX_NAME_LENGTH) and name == normalise_name(name) and not any(map(is_ignorable, name))
    return fine and _has_valid_marks(name)


def _has_valid_marks(name: str) -> bool:
    """Whether a name has few combining marks, each after a letter and none repeated."""
    marks = MAX_MARKS_PER_LETTER
    before = ""
    for char in unicodedata.normalize("NFD", name):
        mark = unicodedata.category(char) in ("Mn", "Me")
        marks = marks + 1 if mark else MAX_MARKS_PER_LETTER if not char.isalnum() else 0
        if (mark and char == before) or marks > MAX_MARKS_PER_LETTER:
            return False
        before = char
    return True


@cache
def _load_prototypes() -> Mapping[int, str]:
    """Load the table of confusable letters: code point of a letter -> the text that it looks like."""
    lines = (line.split("\t") for line in CONFUSABLES_FILE.read_text(encoding="utf-8").splitlines())
    return MappingProxyType({ord(letter): target for target, letters in lines for letter in letters})


def name_skeleton(name: str) -> str:
    """Return a person's name in a form that is equal for names that look alike (UTS 39, 4), ignoring case.

    >>> name_skeleton("Нonest") == name_skeleton("honest"), name_skeleton("Il") == name_skeleton("ll")
    (True, True)
    >>> name_skeleton("Ana") == name_skeleton("Anna")
    False
    """
    shown = unicodedata.normalize("NFD", name).translate(_load_prototypes())
    return unicodedata.normalize("NFD", shown).casefold()


def disambiguate_name(name: str, other_skeletons: Container[str], max_others: int) -> str:
    """Append a number to a person's name if another name looks like it; an empty name stays empty.

    Args:
        name: the wanted name.
        other_skeletons: skeletons of the other names.
        max_others: maximum number of other names.
    """
    found = name
    for number in range(2, max_others + 2):
        if not found or name_skeleton(found) not in other_skeletons:
            break
        found = f"{name[: MAX_NAME_LENGTH - 3].strip()} {number}"
    return found
