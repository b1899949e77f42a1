"""Other values into a TOML text without touching anything else in it: comments, unknown keys and blanks stay.

Our files are flat, so single lines are replaced and what comes out is read again: where that doesn't give exactly the
wanted values beside everything that was there before, the edit is given up. That proof is why no library for editing
TOML is needed, and why notes can stand above keys that were there before.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import tomli_w

from engine.options import Value

NOTE = "#: "
"""How lines begin in which the program explains a key; it writes them anew. All other comments are the player's."""

Notes = Mapping[str, Sequence[str]]
"""Key -> lines that explain it; those of the key "" stand at the top of the file."""
NO_NOTES: Notes = MappingProxyType({})

_LINE = re.compile(
    r"""^(?P<before>\s*(?:(?P<bare>[A-Za-z0-9_-]+)|"(?P<double>[^"\\]*)"|'(?P<single>[^']*)')\s*=\s*)
    (?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#,\[\]{}"']+)(?P<after>\s*(?:\#.*)?)$""",
    re.VERBOSE,
)
_TABLE = re.compile(r"^\s*\[")
_NAME = re.compile(
    r"""^\s*(?P<table>\[{0,2})\s*(?:(?P<bare>[A-Za-z0-9_-]+)|"(?P<double>[^"\\]*)"|'(?P<single>[^']*)')\s*[=.\]]"""
)
"""How lines begin that name a key: of a value, of a part of one, of a table."""


def edited(text: str, values: Mapping[str, Value], notes: Notes = NO_NOTES) -> str | None:
    """The text with these values for keys outside tables; keys that are missing are added below the others.

    Returns:
        The new text, or None where it can't be done without harm: the text is no TOML, or a key has a value that
        takes several lines.
    """
    try:
        before = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    written = _with_notes(*_with_values(text, values), notes)
    try:
        after = tomllib.loads(written)
    except (ValueError, RecursionError):
        return None
    wanted = {**before, **values}
    return written if after == wanted and all(type(after[key]) is type(wanted[key]) for key in values) else None


def fresh(values: Mapping[str, Value], notes: Notes = NO_NOTES) -> str:
    """A new text with these values."""
    written = edited("", values, notes)
    assert written is not None
    return written


def noted(text: str) -> frozenset[str]:
    """The keys above which the program has written a note."""
    found, above, inside = set(), False, False
    for line in text.splitlines():
        inside = inside or bool(_TABLE.match(line))
        key = _named(line, inside)
        if key and above:
            found.add(key)
        above = line.startswith(NOTE)
    return frozenset(found)


def _key(line: str) -> str:
    """The key to which a line gives a whole value."""
    found = _LINE.match(line)
    return (found["bare"] or found["double"] or found["single"] or "") if found else ""


def _named(line: str, inside: bool) -> str:
    """The first name of what a line gives a value to; ``inside`` a table only what heads another one."""
    found = _NAME.match(line)
    if not found or (inside and not found["table"]):
        return ""
    return found["bare"] or found["double"] or found["single"] or ""


def _with_values(text: str, values: Mapping[str, Value]) -> tuple[list[str], list[str]]:
    """The lines outside tables, with the values, and those from the first table on."""
    head, tables = [], list[str]()
    left = dict(values)
    for line in text.splitlines():
        if tables or _TABLE.match(line):
            tables.append(line)
            continue
        found = _LINE.match(line)
        key = _key(line)
        if found and key in left:
            line = found["before"] + literal(left.pop(key)) + found["after"]  # noqa: PLW2901  # the same line, changed
        head.append(line)
    while head and not head[-1].strip():
        head.pop()
    head += [f"{key} = {literal(value)}" for key, value in left.items()]
    return head, tables


def literal(value: Value) -> str:
    """A value as TOML writes it."""
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def _with_notes(head: list[str], tables: list[str], notes: Notes) -> str:
    """The program's notes above their keys, those that were there gone."""
    if not notes:
        return "".join(f"{line}\n" for line in [*head, *tables])
    lines = [NOTE + line for line in notes.get("", ())]
    left = {key: told for key, told in notes.items() if key}
    for i, line in enumerate([*head, *([""] if tables else []), *tables]):
        if line.startswith(NOTE.rstrip()):
            continue
        told = left.pop(
            _named(line, i > len(head)), ()
        )  # once: a line of a text in several lines may look like its key
        above = lines[-1].strip() if lines else ""
        if told and above and (above.startswith(NOTE) or not above.startswith("#")):
            lines.append("")
        lines += [*(NOTE + one for one in told), line]
    return "".join(f"{line}\n" for line in lines)
