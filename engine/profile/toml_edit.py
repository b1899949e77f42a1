"""Changes values in a TOML text and keeps everything else: comments, unknown keys and blank lines.

The program's files are flat, so single lines are replaced. The result is parsed again: unless it has exactly the new
and the unchanged values, the edit fails. This check makes a TOML editing library unnecessary.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import tomli_w

from engine.options import Value
from engine.schemas import parse_toml

PROGRAM_COMMENT_PREFIX = "#: "
"""Prefix of the comment lines that the program writes; all other comments are the player's."""

KeyComments = Mapping[str, Sequence[str]]
"""Key -> comment lines above it; the key "" means the top of the file."""
NO_COMMENTS: KeyComments = MappingProxyType({})

_VALUE_LINE = re.compile(
    r"""^(?P<before>\s*(?:(?P<bare>[A-Za-z0-9_-]+)|"(?P<double>[^"\\]*)"|'(?P<single>[^']*)')\s*=\s*)
    (?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#,\[\]{}"']+)(?P<after>\s*(?:\#.*)?)$""",
    re.VERBOSE,
)
"""Line with a key and the whole of its value, without lists and tables."""
_TABLE_HEADER = re.compile(r"^\s*\[")
_KEY_START = re.compile(
    r"""^\s*(?P<table>\[{0,2})\s*(?:(?P<bare>[A-Za-z0-9_-]+)|"(?P<double>[^"\\]*)"|'(?P<single>[^']*)')\s*[=.\]]"""
)
"""Start of a line with a key or a table header."""


def edit_values(
    text: str,
    values: Mapping[str, Value],
    comments: KeyComments = NO_COMMENTS,
    unknown_key_comment: Sequence[str] = (),
) -> str | None:
    """Set top-level values in a TOML text and keep the rest; missing keys are added below the others.

    ``unknown_key_comment`` goes above the text's top-level keys that have none in ``comments``.

    Returns:
        The new text, or None if the edit is unsafe: the text is not TOML, or a value spans several lines.
    """
    try:
        before = parse_toml(text)
    except ValueError:
        return None
    notes = {**dict.fromkeys(before, unknown_key_comment), **comments} if comments else comments
    written = _join_with_comments(*_edit_head_and_split(text, values), notes)
    try:
        after = parse_toml(written)
    except ValueError:
        return None
    expected = {**before, **values}
    return written if after == expected and all(type(after[key]) is type(expected[key]) for key in values) else None


def format_values(values: Mapping[str, Value], comments: KeyComments = NO_COMMENTS) -> str:
    """Return a new TOML text with these values."""
    written = edit_values("", values, comments)
    assert written is not None
    return written


def keys_with_program_comment(text: str) -> frozenset[str]:
    """Return the keys of a TOML text with a comment of the program above them."""
    keys, has_note_above, is_inside_table = set(), False, False
    for line in text.splitlines():
        is_inside_table = is_inside_table or bool(_TABLE_HEADER.match(line))
        key = _first_name(line, is_inside_table)
        if key and has_note_above:
            keys.add(key)
        has_note_above = line.startswith(PROGRAM_COMMENT_PREFIX)
    return frozenset(keys)


def _key(line: str) -> str:
    """Return the key of a TOML line with a whole value; empty for other lines."""
    found = _VALUE_LINE.match(line)
    return (found["bare"] or found["double"] or found["single"] or "") if found else ""


def _first_name(line: str, is_inside_table: bool) -> str:
    """Return the first name of a TOML line's dotted key; with ``is_inside_table`` only of table headers."""
    found = _KEY_START.match(line)
    if not found or (is_inside_table and not found["table"]):
        return ""
    return found["bare"] or found["double"] or found["single"] or ""


def _edit_head_and_split(text: str, values: Mapping[str, Value]) -> tuple[list[str], list[str]]:
    """Return the top-level lines of a TOML text with new values, and the lines from the first table on."""
    head, tables = [], list[str]()
    remaining = dict(values)
    for line in text.splitlines():
        if tables or _TABLE_HEADER.match(line):
            tables.append(line)
            continue
        match = _VALUE_LINE.match(line)
        key = _key(line)
        if match and key in remaining:
            line = match["before"] + toml_literal(remaining.pop(key)) + match["after"]  # noqa: PLW2901  # the edited line
        head.append(line)
    while head and not head[-1].strip():
        head.pop()
    head += [f"{key} = {toml_literal(value)}" for key, value in remaining.items()]
    return head, tables


def toml_literal(value: Value) -> str:
    """Format a value as TOML."""
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


def _join_with_comments(head: list[str], tables: list[str], comments: KeyComments) -> str:
    """Join the lines of a TOML text, with the program's comments replaced."""
    if not comments:
        return "".join(f"{line}\n" for line in [*head, *tables])
    lines = [PROGRAM_COMMENT_PREFIX + line for line in comments.get("", ())]
    remaining = {key: note for key, note in comments.items() if key}
    for i, line in enumerate([*head, *([""] if tables else []), *tables]):
        if line.startswith(PROGRAM_COMMENT_PREFIX.rstrip()):
            continue
        # pop: only the first match counts, as a line in a multi-line string may look like the same key
        note = remaining.pop(_first_name(line, i > len(head)), ())
        above = lines[-1].strip() if lines else ""
        if note and above and (above.startswith(PROGRAM_COMMENT_PREFIX) or not above.startswith("#")):
            lines.append("")
        lines += [*(PROGRAM_COMMENT_PREFIX + note_line for note_line in note), line]
    return "".join(f"{line}\n" for line in lines)
