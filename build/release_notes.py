"""Print a version's section of CHANGELOG.md: ``python build/release_notes.py 1.2.3 [windows=true] [macos=false]``.

The words after the version tell for which systems the downloads are signed; notes about that follow the section.
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def version_notes(version: str, changelog: str) -> str:
    r"""Return the section of a version in the changelog without its heading.

    Raises:
        LookupError: the section is missing or empty.

    >>> version_notes("1.2.0", "\n".join(["# Changelog", "## [1.2.0] - 2026-01-02", "- New.", "## [1.1.0]", "- Old."]))
    '- New.'
    """
    sections = re.split(r"^## \[(.+?)\].*$", changelog, flags=re.M)
    notes = dict(zip(sections[1::2], sections[2::2], strict=True)).get(version, "").strip()
    if not notes:
        raise LookupError(f"CHANGELOG.md has no section for version {version}, or an empty one")
    return notes


def release_dates(changelog: str) -> dict[str, str]:
    r"""Return version -> date of the versions released in the changelog, newest first.

    >>> release_dates("\n".join(["## [Unreleased]", "- Now.", "## [1.2.0] - 2026-01-02", "- New."]))
    {'1.2.0': '2026-01-02'}
    """
    return dict(re.findall(r"^## \[(.+?)\] - (\d{4}-\d\d-\d\d)$", changelog, flags=re.M))


SYSTEMS = {"windows": "Windows", "macos": "macOS"}


def signing_notes(signed_systems: Mapping[str, str]) -> str:
    """Return notes on the warnings of Windows and macOS when a download is opened.

    Args:
        signed_systems: ``windows`` and ``macos`` -> ``true`` if that system's downloads are signed.

    >>> print(signing_notes({"windows": "true", "macos": "false"}))
    - The downloads for Windows are signed.
    - The downloads for macOS are not signed by a known developer: macOS asks before it opens them. The README says how.
    """
    return "\n".join(
        f"- The downloads for {SYSTEMS[system]} are "
        + (
            "signed."
            if signed == "true"
            else f"not signed by a known developer: {SYSTEMS[system]} asks before it opens them. The README says how."
        )
        for system, signed in signed_systems.items()
    )


def main(arguments: list[str]) -> int:
    """Print the release notes of a version; return 1 if the section is missing or empty, and 2 for wrong arguments."""
    if not arguments or not all(word.partition("=")[0] in SYSTEMS for word in arguments[1:]):
        print(__doc__)
        return 2
    try:
        print(version_notes(arguments[0], CHANGELOG.read_text(encoding="utf-8")))
        if arguments[1:]:
            print(f"\n### Opening the downloads\n\n{signing_notes(dict(word.split('=', 1) for word in arguments[1:]))}")
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
