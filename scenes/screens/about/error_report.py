"""Problem report to copy into a bug report: version, system, changed settings and the last error, anonymised.

Its format is TOML-like and its language always English, because developers read it.
"""

import os
import platform
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pygame

from engine import __version__
from engine.options import Value, changed_options
from engine.profile.safe_reading import read_text_head
from engine.profile.toml_edit import toml_literal
from engine.sanitise import sanitise
from engine.settings import Settings
from engine.updates.project import project
from scenes.shell.error_recovery import REPORTS_FOLDER

MAX_ERROR_BYTES = 16_000
"""Maximum number of bytes read from the last error's report."""
MAX_ERROR_LINES = 30
"""Maximum number of lines shown of the last error: its last ones."""
_MAX_LINE_LENGTH = 160
_MIN_NAME_LENGTH = 2
PRIVATE_SETTINGS = ("name", "portrait")
"""Names of settings left out of the report."""
_REPORT_FILE_NAME = re.compile(r"\d{1,12}(-\d{1,4})?\.txt")
_MATCH_RECORD_START = re.compile(r"^(?:format = \d|no match$)", re.MULTILINE)
"""Matches the start of the match record within an error report."""


class LastError(NamedTuple):
    """An earlier error report found in the profile."""

    file: str
    text: str
    """The error without the match record."""


def last_error(profile_folder: Path, redact: Callable[[str], str] = str) -> LastError | None:
    """Return the latest error report of a profile; None if no report can be read.

    ``redact`` removes private text before long lines are cut, as a cut name would not be recognised.
    """
    try:
        files = [path for path in (profile_folder / REPORTS_FOLDER).iterdir() if _REPORT_FILE_NAME.fullmatch(path.name)]
        latest = max(files, key=lambda path: (path.stat().st_mtime_ns, path.name))
        text = read_text_head(latest, MAX_ERROR_BYTES)
    except (OSError, ValueError):
        return None
    if len(text) >= MAX_ERROR_BYTES - 3:  # the last line may end within a name
        text = text.rpartition("\n")[0]
    lines = _MATCH_RECORD_START.split(text, maxsplit=1)[0].strip().splitlines()
    redacted_lines = redact("\n".join(_printable_line(line) for line in lines)).splitlines()[-MAX_ERROR_LINES:]
    return LastError(f"{REPORTS_FOLDER}/{latest.name}", "\n".join(_shorten_line(line) for line in redacted_lines))


def _printable_line(line: str) -> str:
    """Return a line of an error report made printable, with up to 16 of its leading spaces."""
    return " " * min(16, len(line) - len(line.lstrip(" "))) + sanitise(line, MAX_ERROR_BYTES)


def _shorten_line(line: str) -> str:
    return line if len(line) <= _MAX_LINE_LENGTH else f"{line[: _MAX_LINE_LENGTH - 1]}…"


def system_facts(picture_size: tuple[int, int], environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the versions of application, system, Python and libraries, and facts about the display.

    ``picture_size`` is the size of the drawn picture in pixels.
    """
    packed = "built" if hasattr(sys, "frozen") else "source"
    facts = {
        "house_rules": ", ".join(filter(None, (__version__, packed, project().made))),
        "system": f"{_system_name()}, {platform.machine()}",
        "python": platform.python_version(),
        "pygame": f"{pygame.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}",
    }
    desktop = [environment.get(name, "") for name in ("XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE")]
    if any(desktop):
        facts["desktop"] = ", ".join(sanitise(one) for one in desktop if one)
    facts["picture"] = _size_text(picture_size)
    if pygame.display.get_init():
        facts["video"] = pygame.display.get_driver()
        facts["screens"] = ", ".join(map(_size_text, pygame.display.get_desktop_sizes()))
    return facts


def _size_text(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _system_name() -> str:
    """Return the name and version of the operating system."""
    name = f"{platform.system()} {platform.release()}"
    if sys.platform == "darwin":
        return f"macOS {platform.mac_ver()[0]}"
    if sys.platform == "win32":
        return f"{name} ({platform.version()})"
    try:
        return f"{name}, {sanitise(platform.freedesktop_os_release()['PRETTY_NAME'])}"
    except (OSError, KeyError, ValueError):
        return name


def changed_public_settings(settings: Settings) -> dict[str, Value]:
    """Return the settings that differ from their defaults, except ``PRIVATE_SETTINGS``."""
    return {choice.name: value for choice, value in changed_options(settings) if choice.name not in PRIVATE_SETTINGS}


def anonymise(text: str, folders: Mapping[str, str], names: Iterable[str]) -> str:
    """Replace the private folders and names in a report's text.

    Args:
        text: the text.
        folders: replacement of each folder.
        names: names of players and of the computer's user; each is replaced by "…".

    >>> anonymise("/home/bia/x.toml: Bia, Biana", {"/home/bia": "~"}, ["Bia"])
    '~/x.toml: …, Biana'
    """
    for folder in sorted(folders, key=len, reverse=True):
        spellings = {folder, folder.replace("\\", "\\\\"), folder.replace("\\", "/")}
        for spelling in sorted(spellings, key=len, reverse=True):
            if len(spelling) > _MIN_NAME_LENGTH:
                text = re.sub(re.escape(spelling), folders[folder], text, flags=re.IGNORECASE)
    for name in sorted(set(names), key=len, reverse=True):
        if len(name) >= _MIN_NAME_LENGTH:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text, flags=re.IGNORECASE)
    return text


def format_report(
    profile_folder: Path, settings: Settings, names: Iterable[str], home: Path | None, picture_size: tuple[int, int]
) -> str:
    """Return the text of the problem report.

    Args:
        profile_folder: the profile's folder.
        settings: the player's settings.
        names: names of players.
        home: the user's home folder, whose name is also anonymised as a name; None if unknown.
        picture_size: size of the drawn picture in pixels.
    """
    folders = {str(profile_folder): "(profile)"} | ({str(home): "~"} if home is not None else {})
    private = [*names, *([home.name] if home is not None else [])]
    parts = [_as_toml(system_facts(picture_size))]
    values = changed_public_settings(settings)
    if values:
        parts.append(f"[settings]\n{_as_toml(values)}")
    error = last_error(profile_folder, lambda text: anonymise(text, folders, private))
    if error is not None:
        parts.append(f"[{error.file}]\n{error.text}\n")
    return "\n".join(parts)


def _as_toml(values: Mapping[str, Value]) -> str:
    return "".join(f"{key} = {toml_literal(value)}\n" for key, value in values.items())


def home_folder() -> Path | None:
    """Return the user's home folder; None if unknown."""
    try:
        return Path.home()
    except RuntimeError:
        return None
