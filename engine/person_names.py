"""Names of persons at a table of several computers: none looks like another, and none draws outside its place.

The rules are those of Unicode's security mechanisms (UTS 39): names are normalized, compared by their skeletons, and
have no characters that cannot be seen and no stacks of marks. Names in the player's own files are judged by
``engine.options.is_name`` alone.
"""

import unicodedata
from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from engine.options import collapse_spaces, is_name
from engine.settings import MAX_NAME_LENGTH

CONFUSABLES_FILE = Path(__file__).resolve().parent.parent / "assets" / "names" / "confusables.txt"
"""Letters that look like others, as ``build/make_confusables.py`` writes them."""
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
"""Letters and marks that are not seen (Default_Ignorable_Code_Point); no name has signs and spaces of that kind."""


def is_ignorable(char: str) -> bool:
    """Whether a letter or a mark is not seen: fillers, variation selectors, tags.

    >>> [is_ignorable(char) for char in "a\\u3164\\ufe0f"]
    [False, True, True]
    """
    return any(char in several for several in _IGNORABLE_CHARACTERS)


def fold_name(name: str) -> str:
    """Return the name as it is shown at a table: the usual form of each letter (NFKC), one space between words.

    >>> fold_name("Ｈｏｎｅｓｔ"), fold_name("e\\u0301"), fold_name("𝓐nna")
    ('Honest', 'é', 'Anna')
    """
    return collapse_spaces(unicodedata.normalize("NFKC", name))


def is_guest_name(name: str) -> bool:
    """Whether somebody at a table may have this name: short, folded, and all of it can be seen. It may be empty.

    >>> [is_guest_name(name) for name in ("Zoë", "", "ที่นี่")]
    [True, True, True]
    >>> [is_guest_name(name) for name in ("a\\u202eb", "a\\nb", "x" * 17, "Ｈ", "a\\u3164", "a\\u0300\\u0300")]
    [False, False, False, False, False, False]
    """
    fine = is_name(name, MAX_NAME_LENGTH) and name == fold_name(name) and not any(map(is_ignorable, name))
    return fine and _has_valid_marks(name)


def _has_valid_marks(name: str) -> bool:
    """Whether every mark is on a letter, without too many others, and not twice in a row."""
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
    """Letter -> what it looks like."""
    lines = (line.split("\t") for line in CONFUSABLES_FILE.read_text(encoding="utf-8").splitlines())
    return MappingProxyType({ord(letter): target for target, letters in lines for letter in letters})


def name_skeleton(name: str) -> str:
    """Return what all names have in common that look like this one (UTS 39, 4), small and capital letters alike.

    >>> name_skeleton("Нonest") == name_skeleton("honest"), name_skeleton("Il") == name_skeleton("ll")
    (True, True)
    >>> name_skeleton("Ana") == name_skeleton("Anna")
    False
    """
    shown = unicodedata.normalize("NFD", name).translate(_load_prototypes())
    return unicodedata.normalize("NFD", shown).casefold()


def disambiguate_name(name: str, others: Container[str], max_length: int) -> str:
    """Return the name, with a number behind it if another looks like it; an empty one stays empty.

    Args:
        name: as its owner wants it.
        others: skeletons of the other names.
        most: maximum number of others.
    """
    found = name
    for number in range(2, max_length + 2):
        if not found or name_skeleton(found) not in others:
            break
        found = f"{name[: MAX_NAME_LENGTH - 3].strip()} {number}"
    return found
