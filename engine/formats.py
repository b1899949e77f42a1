"""Versions of the player's files: an older file is upgraded step by step, a newer one is left alone.

Every file says ``format = N``; without it the format is 1. A change of a file's contents raises the number and adds the
step that turns the old form into the new one. ``parsed`` reads TOML from outside within a limit of work.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

KEY = "format"
MOST_DOTS = 16
"""Maximum dots between names in a line, as in a key. The parser's time and memory grow with the square of their number:
40 kB took 10 s and 2.4 GB. The program's own files have none."""
MOST_DEPTH = 32
"""Maximum depth of lists and tables within one another; the program's own files have 4."""
Raw = dict[str, Any]
Step = Callable[[Raw], Raw]

_SAID = re.compile(rf"^[ \t]*{KEY}[ \t]*=[ \t]*\+?(\d{{1,9}})(?:[\d_]*)[ \t]*(?:#.*)?$", re.MULTILINE)
"""The first 9 digits of a number are enough: that is larger than any format."""
_DOT = re.compile(r"""[\w"'-][ \t]*\.(?=[ \t]*[\w"'-])""")
"""A dot between two names, or what looks like that in a string, a number or a comment."""


def parsed(text: str) -> Raw:
    """Parse TOML from outside. The time grows with the length alone: at worst 1 MB a second.

    Raises:
        ValueError: the text is not TOML, has too many dots in a line or digits in an integer, or is nested too deeply.
    """
    import tomllib  # noqa: PLC0415  # 2 ms of the first start, which finds nothing to parse

    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS and len(_DOT.findall(line)) > MOST_DOTS:
            raise ValueError(f"more than {MOST_DOTS} dots (at line {number})")
    try:
        raw = tomllib.loads(text)
    except RecursionError:
        raise ValueError("too deeply nested") from None
    if _deeper(raw, MOST_DEPTH):
        raise ValueError("too deeply nested")
    return raw


def _deeper(raw: object, most: int) -> bool:
    """Whether lists and tables lie within one another more than ``most`` deep."""
    level: list[Any] = [raw]
    for _ in range(most):
        level = [value for held in level for value in _contents(held) if isinstance(value, dict | list)]
    return bool(level)


def _contents(held: Any) -> Iterable[Any]:
    return held.values() if isinstance(held, dict) else held


class NewerError(ValueError):
    """The file is from a newer version of the program; ``found`` is its format, ``known`` the newest one here."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"format {found} is newer than {known}")
        self.found = found
        self.known = known


class Schema(NamedTuple):
    """The formats of one kind of file."""

    known: int
    """The newest format, which is written."""
    steps: Mapping[int, Step] = MappingProxyType({})
    """Format -> the function that upgrades it to the next one."""

    def upgraded(self, raw: Mapping[str, Any]) -> Raw:
        """Return a file's contents in the newest format, without the format number.

        A format that is not an integer above 0 counts as the newest.

        Raises:
            NewerError: the file is from a newer version of the program.
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
    """Return the format that a text gives, even if the text is not TOML; 1 if it gives none.

    >>> said_in("# mine\\nformat = 12\\nspeed = '1'"), said_in("speed = '1'"), said_in("'format' = 0x1F")
    (12, 1, 31)
    >>> said_in("format = " + "9" * 400) > 99, said_in('format = 9\\nx = "'), said_in('x = "')
    (True, 9, 1)
    """
    try:
        said = parsed(text).get(KEY, 1)
        return said if type(said) is int else 1
    except ValueError:
        found = _SAID.search(text)
    return int(found.group(1)) if found else 1
