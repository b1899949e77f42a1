"""Print a version's section of CHANGELOG.md: ``python build/release_notes.py 1.2.3``."""

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def notes_of(version: str, changelog: str) -> str:
    r"""Section of a version without its heading.

    Raises:
        LookupError: the section is missing or empty.

    >>> notes_of("1.2.0", "\n".join(["# Changelog", "## [1.2.0] - 2026-01-02", "- New.", "## [1.1.0]", "- Old."]))
    '- New.'
    """
    sections = re.split(r"^## \[(.+?)\].*$", changelog, flags=re.M)
    found = dict(zip(sections[1::2], sections[2::2], strict=True)).get(version, "").strip()
    if not found:
        raise LookupError(f"CHANGELOG.md says nothing about {version}")
    return found


def dates(changelog: str) -> dict[str, str]:
    r"""Dates of the released versions, newest first.

    >>> dates("\n".join(["## [Unreleased]", "- Now.", "## [1.2.0] - 2026-01-02", "- New."]))
    {'1.2.0': '2026-01-02'}
    """
    return dict(re.findall(r"^## \[(.+?)\] - (\d{4}-\d\d-\d\d)$", changelog, flags=re.M))


def main(words: list[str]) -> int:
    """Print the notes. Return 1, with a message, if there are none, and 2 if no version is given."""
    if len(words) != 1:
        print(__doc__)
        return 2
    try:
        print(notes_of(words[0], CHANGELOG.read_text(encoding="utf-8")))
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
