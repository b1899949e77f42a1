"""Parsing and comparing versions such as ``1.2.0`` and ``1.3.0-rc.1``, as in Semantic Versioning and Python."""

import re
from typing import NamedTuple

MAX_LENGTH = 40
"""Maximum length of a version's text in characters."""
_VERSION_PATTERN = re.compile(
    r"[vV]?(?P<numbers>\d{1,6}(?:\.\d{1,6}){0,3})"
    r"(?:[-._]?(?P<stage>dev|alpha|a|beta|b|pre|rc|c)[-._]?(?P<number>\d{0,6}))?(?:\+[0-9A-Za-z.-]+)?",
    re.ASCII,
)
_STAGES = {"dev": 0, "alpha": 1, "a": 1, "beta": 2, "b": 2, "pre": 3, "rc": 3, "c": 3}
_FINAL_STAGE = 4


class Version(NamedTuple):
    """A version of the program; later versions are larger."""

    numbers: tuple[int, ...]
    """Four numbers; missing ones are 0."""
    stage: int = _FINAL_STAGE
    """Stage, 0 … 4: development, alpha, beta, release candidate, final."""
    number: int = 0
    """Number of the development, alpha, beta or candidate version."""


def parse_version(text: str) -> Version | None:
    """Parse a text as a version; None if it is none.

    >>> parse_version("v1.2"), parse_version("1.2.0-rc.3"), parse_version("latest")
    (Version(numbers=(1, 2, 0, 0), stage=4, number=0), Version(numbers=(1, 2, 0, 0), stage=3, number=3), None)
    """
    found = _VERSION_PATTERN.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if found is None:
        return None
    numbers = [int(number) for number in found["numbers"].split(".")]
    stage = _STAGES[found["stage"]] if found["stage"] else _FINAL_STAGE
    return Version((*numbers, *(0,) * (4 - len(numbers))), stage, int(found["number"] or 0))


def normalise_version(text: str) -> str:
    """Return the text of a version without leading ``v`` and build metadata; empty if it is not a version.

    >>> normalise_version("v1.2.0+linux"), normalise_version("1.2\\n")
    ('1.2.0', '')
    """
    return text.lstrip("vV").partition("+")[0] if parse_version(text) else ""


def is_newer(one: str, other: str) -> bool:
    """Whether a version of the program is newer than another one; False if one of the texts is not a version.

    >>> is_newer("1.10.0", "1.9.9"), is_newer("1.2", "1.2.0"), is_newer("1.2.0", "1.2.0-rc.1"), is_newer("new", "1")
    (True, False, True, False)
    """
    first, second = parse_version(one), parse_version(other)
    return first is not None and second is not None and first > second
