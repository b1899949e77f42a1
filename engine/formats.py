"""Versions of the player's files: an older one is brought up to date step by step, a newer one is left alone.

Every file says ``format = N``; one that says nothing is of format 1. Whoever changes what a file holds raises its
number and adds the step that turns the old form into the new one.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

KEY = "format"
Raw = dict[str, Any]
Step = Callable[[Raw], Raw]

_SAID = re.compile(rf"^[ \t]*{KEY}[ \t]*=[ \t]*\+?(\d{{1,9}})(?:[\d_]*)[ \t]*(?:#.*)?$", re.MULTILINE)
"""Of a very long number the first digits are enough: it is larger than any format that there is."""


class NewerError(ValueError):
    """A file was written by a newer version of the program; ``found`` is its format, ``known`` the newest one here."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"format {found} is newer than {known}")
        self.found = found
        self.known = known


class Schema(NamedTuple):
    """The formats of one kind of file."""

    known: int
    """The newest, which is written."""
    steps: Mapping[int, Step] = MappingProxyType({})
    """Format -> what makes the next one of it."""

    def upgraded(self, raw: Mapping[str, Any]) -> Raw:
        """What a file holds, in the form of the newest format and without its number.

        A number that isn't one, or is below 1, counts as the newest.

        Raises:
            NewerError: it was written by a newer program.
        """
        said = raw.get(KEY, 1)
        found = said if type(said) is int and said > 0 else self.known
        if found > self.known:
            raise NewerError(found, self.known)
        held = {key: value for key, value in raw.items() if key != KEY}
        for number in range(found, self.known):
            step = self.steps.get(number)
            held = step(held) if step else held
        return held


def said_in(text: str) -> int:
    """The format that a text says it has, also one that is no TOML; 1 where it says none.

    >>> said_in("# mine\\nformat = 12\\nspeed = '1'"), said_in("speed = '1'"), said_in("'format' = 0x1F")
    (12, 1, 31)
    >>> said_in("format = " + "9" * 400) > 99, said_in('format = 9\\nx = "'), said_in('x = "')
    (True, 9, 1)
    """
    try:
        said = tomllib.loads(text).get(KEY, 1)
        return said if type(said) is int else 1
    except (ValueError, RecursionError):
        found = _SAID.search(text)
    return int(found.group(1)) if found else 1
