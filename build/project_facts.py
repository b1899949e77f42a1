"""Build metadata for ``project.toml``: the project's URL and the date of the version."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import platforms
import release_notes

from engine.updates.project import PROJECT_FILE, parse_project

FACTS_PATH = PROJECT_FILE.relative_to(platforms.ROOT).as_posix()
"""Path of the file relative to the root, in the sources and in a built program."""


def project_facts(environment: Mapping[str, str], source: str, changelog: str) -> str:
    """Return the contents of ``project.toml`` for a build: the project's URL and the date.

    The URL is that in ``source``, or else the repository that GitHub builds. The date is that in ``source``, or of the
    version's section in the changelog, or else SOURCE_DATE_EPOCH. Unknown values are empty.

    >>> print(project_facts({"GITHUB_REPOSITORY": "o/n", "SOURCE_DATE_EPOCH": "0"}, "", ""), end="")
    home = "https://github.com/o/n"
    made = "1970-01-01"
    """
    known = parse_project(source)
    home = platforms.find_home(source, environment)
    made = known.made or release_notes.release_dates(changelog).get(platforms.VERSION, "")
    if not made and "SOURCE_DATE_EPOCH" in environment:
        made = datetime.fromtimestamp(int(environment["SOURCE_DATE_EPOCH"]), UTC).date().isoformat()
    return f"home = {json.dumps(home)}\nmade = {json.dumps(made)}\n"


def write_project_facts(file: Path, environment: Mapping[str, str]) -> None:
    """Write ``project.toml``, with the project's URL and the date of the version, for a build."""
    texts = (path.read_text(encoding="utf-8") for path in (PROJECT_FILE, release_notes.CHANGELOG))
    file.write_text(project_facts(environment, *texts), encoding="utf-8", newline="\n")
