"""Formats of the player's files: an older file is upgraded by migrations, a newer one is not changed.

Every file has ``format = N``, by default 1. A change of a file's format raises the number and adds a migration from the
old format. ``parse_toml`` parses untrusted TOML with limits.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

FORMAT_KEY = "format"
MAX_DOTS_PER_LINE = 16
"""Maximum dots between names in a line, as in dotted keys. The parser's time and memory grow with the square of their
number: 40 kB took 10 s and 2.4 GB. The program's own files have none."""
MAX_DEPTH = 32
"""Maximum depth of nested lists and tables; the program's own files have 4."""
Raw = dict[str, Any]
Migration = Callable[[Raw], Raw]

_FORMAT_LINE = re.compile(rf"^[ \t]*{FORMAT_KEY}[ \t]*=[ \t]*\+?(\d{{1,9}})(?:[\d_]*)[ \t]*(?:#.*)?$", re.MULTILINE)
"""Matches the line with the format. Nine digits suffice: any such number is larger than all formats."""
_NAME_DOT = re.compile(r"""[\w"'-][ \t]*\.(?=[ \t]*[\w"'-])""")
"""Matches a dot between two names, also within a string, a number or a comment."""


def parse_toml(text: str) -> Raw:
    """Parse untrusted TOML in linear time, at worst 1 MB a second.

    Raises:
        ValueError: the text is not TOML, has too many dots in a line or digits in an integer, or is nested too deeply.
    """
    import tomllib  # noqa: PLC0415  # 2 ms of the first start, which finds nothing to parse

    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS_PER_LINE and len(_NAME_DOT.findall(line)) > MAX_DOTS_PER_LINE:
            raise ValueError(f"more than {MAX_DOTS_PER_LINE} dots in a line (at line {number})")
    try:
        raw = tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"nested more than {MAX_DEPTH} deep") from None
    if _is_deeper(raw, MAX_DEPTH):
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
    return raw


def _is_deeper(raw: object, max_depth: int) -> bool:
    """Whether lists and tables of TOML data are nested more than ``max_depth`` deep."""
    level: list[Any] = [raw]
    for _ in range(max_depth):
        level = [value for held in level for value in _children(held) if isinstance(value, dict | list)]
    return bool(level)


def _children(held: Any) -> Iterable[Any]:
    return held.values() if isinstance(held, dict) else held


class NewerFormatError(ValueError):
    """Error for a file from a newer version of the program; ``known_format`` is this version's newest format."""

    def __init__(self, found_format: int, known_format: int) -> None:
        super().__init__(f"format {found_format} is newer than {known_format}, the newest known format")
        self.found_format = found_format
        self.known_format = known_format


class Schema(NamedTuple):
    """The formats of one kind of the player's files, with migrations between them."""

    current_format: int
    """The newest format, in which files are written."""
    migrations: Mapping[int, Migration] = MappingProxyType({})
    """Format -> function that upgrades it to the next one; missing if the contents need no change."""

    def migrate(self, raw: Mapping[str, Any]) -> Raw:
        """Return a file's contents migrated to the newest format, without the format number.

        A format that is not an integer above 0 counts as the newest.

        Raises:
            NewerFormatError: the file is from a newer version of the program.
        """
        raw_format = raw.get(FORMAT_KEY, 1)
        file_format = raw_format if type(raw_format) is int and raw_format > 0 else self.current_format
        if file_format > self.current_format:
            raise NewerFormatError(file_format, self.current_format)
        contents = {key: value for key, value in raw.items() if key != FORMAT_KEY}
        for number in range(file_format, self.current_format):
            step = self.migrations.get(number)
            contents = step(contents) if step else contents
        return contents


def format_in_text(text: str) -> int:
    """Return the format number in the text of a file, even if it is not valid TOML; 1 if it has none.

    >>> format_in_text("# mine\\nformat = 12\\nspeed = '1'"), format_in_text("speed = '1'")
    (12, 1)
    >>> format_in_text("'format' = 0x1F")
    31
    >>> format_in_text("format = " + "9" * 400) > 99, format_in_text('format = 9\\nx = "'), format_in_text('x = "')
    (True, 9, 1)
    """
    try:
        value = parse_toml(text).get(FORMAT_KEY, 1)
        return value if type(value) is int else 1
    except ValueError:
        found = _FORMAT_LINE.search(text)
    return int(found.group(1)) if found else 1
