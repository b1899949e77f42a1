"""Build metadata from ``assets/app/project.toml``: the project's URL and the build date."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

PROJECT_FILE = Path(__file__).resolve().parent.parent.parent / "assets" / "app" / "project.toml"
FLATPAK_FILE = Path("/.flatpak-info")
"""File that exists only in Flatpak's sandbox."""
_HOME_PATTERN = re.compile(r"https://github\.com/([A-Za-z0-9][\w-]{0,38}/[\w.-]{1,100})", re.ASCII)
_DAY_PATTERN = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class Project(NamedTuple):
    """Build metadata of this copy of the program: the project's URL and the build date."""

    home: str = ""
    """URL of the project; empty if unknown."""
    made: str = ""
    """Build date, ``YYYY-MM-DD``; empty if unknown."""

    @property
    def releases_page(self) -> str:
        """URL of the web page with the program's releases; empty if the project's URL ``home`` is unknown."""
        return f"{self.home}/releases" if self.home else ""

    @property
    def newest_release_api_url(self) -> str:
        """URL of GitHub's API for the newest release; empty if the project's URL ``home`` is not at GitHub."""
        found = _HOME_PATTERN.fullmatch(self.home)
        return f"https://api.github.com/repos/{found[1]}/releases/latest" if found else ""


def parse_project(text: str) -> Project:
    """Parse the text of ``project.toml``, the build metadata; invalid values count as unknown.

    >>> parse_project('home = "https://github.com/o/n"').newest_release_api_url
    'https://api.github.com/repos/o/n/releases/latest'
    >>> parse_project('home = "http://example.org"\\nmade = "soon"')
    Project(home='', made='')
    """
    try:
        raw = tomllib.loads(text)
    except ValueError:
        return Project()
    home, made = (str(raw.get(name, "")) for name in Project._fields)
    return Project(home if _HOME_PATTERN.fullmatch(home) else "", made if _DAY_PATTERN.fullmatch(made) else "")


@cache
def project() -> Project:
    """Return this copy's build metadata, in Flatpak without URL, as Flatpak updates it."""
    try:
        facts = parse_project(PROJECT_FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Project()
    return facts._replace(home="") if FLATPAK_FILE.exists() else facts
