"""Notices: messages to the player from the engine, with functions that make those about files."""

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import NamedTuple

from engine.moves import NO_PLACEHOLDERS, Placeholders
from engine.options import Problem
from engine.sanitise import sanitise

_LINE_PATTERN = re.compile(r"at line (\d+)")
_PROBLEM_KEYS = MappingProxyType(
    {"unknown": "notice.unknown_key", "value": "notice.bad_value", "text": "notice.bad_text"}
)
"""Kind of ``Problem`` -> text key."""
MAX_NOTICES_ABOUT_FILE = 8
"""Maximum number of notices about the values in one file; one further notice counts the remaining values."""
MORE_KEY = "notice.more"
"""Text key of the notice that ``n`` further values are unusable."""


class Notice(NamedTuple):
    """A message to the player: text key and the values of its placeholders.

    The placeholders ``file`` and ``line`` name a position in a file.
    """

    key: str
    placeholders: Placeholders = NO_PLACEHOLDERS


def toml_error_line(error: Exception) -> int:
    """Return the line number in a TOML parser's error; 0 if it has none."""
    found = _LINE_PATTERN.search(str(error))
    return int(found.group(1)) if found else 0


def toml_error_notice(line: int) -> tuple[str, Placeholders]:
    """Return text key and placeholders of a notice about a file that is not TOML; ``line`` is 0 if unknown."""
    return ("notice.not_toml_line", {"line": line}) if line else ("notice.not_toml", {})


def notices_about_values(problems: Iterable[Problem], file: str, text: str = "") -> list[Notice]:
    """Return notices about a file's first ``MAX_NOTICES_ABOUT_FILE`` unusable values, with lines found in its text."""
    problems = list(problems)
    notices = []
    for problem in problems[:MAX_NOTICES_ABOUT_FILE]:
        figures = {"file": file, "key": sanitise(problem.key), "found": problem.value, "allowed": problem.allowed}
        line = line_of_key(text, problem.key)
        notices.append(Notice(_PROBLEM_KEYS[problem.kind], {**figures, "line": line} if line else figures))
    more = len(problems) - len(notices)
    return [*notices, Notice(MORE_KEY, {"file": file, "n": more})] if more else notices


def line_of_key(text: str, key: str) -> int:
    """Return the number of the first line of a file's text that sets this key, from 1; 0 if there is none.

    >>> line_of_key('a = 1\\n  "b" = 2\\n', "b"), line_of_key("[c]", "c"), line_of_key("bb = 1", "b")
    (2, 1, 0)
    """
    name = re.escape(key.rpartition(".")[2])
    found = re.search(rf"""^[ \t]*(?:\[[ \t]*)?["']?{name}["']?[ \t]*[=.\]]""", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0
