"""Licences of all components of the program, for the page about the program.

A build writes them to ``LICENSES.txt``. Run from source, the program lets ``build/collect_licences.py`` collect them.
"""

import re
import runpy
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BUNDLED_FILE = ROOT / "LICENSES.txt"
"""The file with all licences in a built program."""
COLLECTOR_FILE = ROOT / "build" / "collect_licences.py"
SEPARATOR = "=" * 100


class Component(NamedTuple):
    """A component of the built program, such as a library, with its licence."""

    title: str
    notice: str
    text: str
    """The full licence; empty if the notice suffices."""


def bundled_licences() -> list[Component]:
    """Return the components of this copy of the program with their licences."""
    if BUNDLED_FILE.is_file():
        return parse_licences(BUNDLED_FILE.read_text(encoding="utf-8"))
    components: list[Component] = runpy.run_path(str(COLLECTOR_FILE))["installed_components"]()
    return components


def parse_licences(text: str) -> list[Component]:
    """Parse the text of ``LICENSES.txt`` into the components with their licences."""
    _, *pieces = re.split(rf"^{SEPARATOR}\n", text, flags=re.MULTILINE)
    heads = (piece.partition("\n") for piece in pieces[::2])
    return [
        Component(title, notice.strip("\n"), text.strip("\n"))
        for (title, _, notice), text in zip(heads, pieces[1::2], strict=True)
    ]
