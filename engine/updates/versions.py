"""Parsing and comparing the program's versions, as Python does for packages (PEP 440)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.version import Version

MAX_LENGTH = 40
"""Maximum length of a version's text in characters."""


def parse_version(text: str) -> Version | None:
    """Parse a text as a version, without its build metadata; None if it isn't one.

    >>> parse_version("v1.2"), parse_version("1.2.0-rc.3"), parse_version("latest")
    (<Version('1.2')>, <Version('1.2.0rc3')>, None)
    """
    if not 0 < len(text) <= MAX_LENGTH:
        return None
    # late import: 8 ms, needed only once a newer version has been found
    from packaging.version import InvalidVersion, Version  # noqa: PLC0415

    try:
        return Version(text.partition("+")[0])
    except InvalidVersion:
        return None


def normalise_version(text: str) -> str:
    """Return a version in the form of PEP 440 without build metadata; empty if the text is not a version.

    >>> normalise_version("v1.2.0-rc.1+linux"), normalise_version("1.2.")
    ('1.2.0rc1', '')
    """
    version = parse_version(text)
    return str(version or "")


def is_newer(one: str, other: str) -> bool:
    """Whether a version of the program is newer than another one; False if one of the texts is not a version.

    >>> is_newer("1.10.0", "1.9.9"), is_newer("1.2", "1.2.0"), is_newer("1.2.0", "1.2.0-rc.1"), is_newer("new", "1")
    (True, False, True, False)
    """
    first, second = parse_version(one), parse_version(other)
    return first is not None and second is not None and first > second
