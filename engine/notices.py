"""Messages for the player from below the screens: the key of a text and its figures, and those that files share."""

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import NamedTuple

from engine.moves import NO_FIGURES, Figures
from engine.options import Problem

_LINE = re.compile(r"at line (\d+)")
_PROBLEMS = MappingProxyType({"unknown": "notice.unknown_key", "value": "notice.bad_value", "text": "notice.bad_text"})
"""Kind of problem with a value -> text."""


class Notice(NamedTuple):
    """A message for the player: the key of a text and its figures.

    A figure ``line`` beside ``file`` says where in the file the trouble is.
    """

    key: str
    figures: Figures = NO_FIGURES


def toml_line(error: Exception) -> int:
    """The line that a TOML reader complains about; 0 when it doesn't say."""
    found = _LINE.search(str(error))
    return int(found.group(1)) if found else 0


def not_toml(line: int) -> tuple[str, Figures]:
    """The message for a player about a file that is no TOML."""
    return ("notice.not_toml_line", {"line": line}) if line else ("notice.not_toml", {})


def about(problems: Iterable[Problem], file: str, text: str = "") -> list[Notice]:
    """A message for each value that could not be used, with its line where the text shows it."""
    notices = []
    for problem in problems:
        figures = {"file": file, "key": problem.key, "found": problem.found, "allowed": problem.allowed}
        line = line_of(text, problem.key)
        notices.append(Notice(_PROBLEMS[problem.kind], {**figures, "line": line} if line else figures))
    return notices


def line_of(text: str, key: str) -> int:
    """The first line, from 1 on, that gives a value to this key; 0 where none does.

    >>> line_of('a = 1\\n  "b" = 2\\n', "b"), line_of("[c]", "c"), line_of("bb = 1", "b")
    (2, 1, 0)
    """
    name = re.escape(key.rpartition(".")[2])
    found = re.search(rf"""^[ \t]*(?:\[[ \t]*)?["']?{name}["']?[ \t]*[=.\]]""", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 0
