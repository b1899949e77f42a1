"""Messages for the player from the layers below the screens, and the messages about files that several share."""

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
"""Kind of problem with a value -> key of its text."""
MAX_NOTICES = 8
"""Maximum number of messages about the values in one file; another one says how many more there are."""
MORE_KEY = "notice.more"
"""Key of the message that stands for ``n`` others."""


class Notice(NamedTuple):
    """A message for the player: the key of a text and its figures.

    With figures ``file`` and ``line`` it points to the place in a file.
    """

    key: str
    placeholders: Placeholders = NO_PLACEHOLDERS


def toml_error_line(error: Exception) -> int:
    """Return the line number in a TOML parser's error, or 0 if it has none."""
    found = _LINE_PATTERN.search(str(error))
    return int(found.group(1)) if found else 0


def toml_error_notice(line: int) -> tuple[str, Placeholders]:
    """Return the message about a file that is not TOML; ``line`` is 0 if unknown."""
    return ("notice.not_toml_line", {"line": line}) if line else ("notice.not_toml", {})


def notices_about_values(problems: Iterable[Problem], file: str, text: str = "") -> list[Notice]:
    """Return a message for each of the first ``MAX_NOTICES`` unusable values, with its line if the text has it."""
    problems = list(problems)
    notices = []
    for problem in problems[:MAX_NOTICES]:
        figures = {"file": file, "key": sanitise(problem.key), "found": problem.found, "allowed": problem.allowed}
        line = line_of_key(text, problem.key)
        notices.append(Notice(_PROBLEM_KEYS[problem.kind], {**figures, "line": line} if line else figures))
    more = len(problems) - len(notices)
    return [*notices, Notice(MORE_KEY, {"file": file, "n": more})] if more else notices


def line_of_key(text: str, key: str) -> int:
    """Return the first line, counted from 1, that sets this key, or 0.

    >>> line_of_key('a = 1\\n  "b" = 2\\n', "b"), line_of_key("[c]", "c"), line_of_key("bb = 1", "b")
    (2, 1, 0)
    """
    name = re.escape(key.rpartition(".")[2])
    found = re.search(rf"""^[ \t]*(?:\[[ \t]*)?["']?{name}["']?[ \t]*[=.\]]""", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0
