"""The report to copy into a message about a fault: the program, the system, settings, the last error. Nothing private.

It is for those who mend the program, so it is written as files of settings are, and is the same in every language.
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
"""Maximum size in bytes of the last error's report that is looked at."""
MAX_LINES = 30
"""Maximum number of lines of the last error that are shown; the last ones."""
_MAX_LINE_LENGTH = 160
_MIN_NAME_LENGTH = 2
PRIVATE_SETTINGS = ("name", "portrait")
"""Settings that are left out."""
_REPORT_FILE_NAME = re.compile(r"\d{1,12}(-\d{1,4})?\.txt")
_MATCH_START = re.compile(r"^(?:format = \d|no match$)", re.MULTILINE)
"""Where the match begins in the report of an error."""


class LastError(NamedTuple):
    """The report of an error in the profile."""

    file: str
    text: str
    """The error without the match."""


def last_error(folder: Path, redact: Callable[[str], str] = str) -> LastError | None:
    """The latest report of an error in a profile; None if there is none that can be read.

    ``redact`` takes out what is private, before long lines are cut.
    """
    try:
        files = [path for path in (folder / REPORTS_FOLDER).iterdir() if _REPORT_FILE_NAME.fullmatch(path.name)]
        latest = max(files, key=lambda path: (path.stat().st_mtime_ns, path.name))
        text = read_text_head(latest, MAX_ERROR_BYTES)
    except (OSError, ValueError):
        return None
    if len(text) >= MAX_ERROR_BYTES - 3:  # cut off, perhaps within a name
        text = text.rpartition("\n")[0]
    lines = _MATCH_START.split(text, maxsplit=1)[0].strip().splitlines()
    shown = redact("\n".join(_printable_line(line) for line in lines)).splitlines()[-MAX_LINES:]
    return LastError(f"{REPORTS_FOLDER}/{latest.name}", "\n".join(_shorten_line(line) for line in shown))


def _printable_line(line: str) -> str:
    """A line made printable that keeps up to 16 blanks at its start."""
    return " " * min(16, len(line) - len(line.lstrip(" "))) + sanitise(line, MAX_ERROR_BYTES)


def _shorten_line(line: str) -> str:
    return line if len(line) <= _MAX_LINE_LENGTH else f"{line[: _MAX_LINE_LENGTH - 1]}…"


def system_facts(picture_size: tuple[int, int], environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Versions of the system, of Python and of the libraries, and what the program draws on.

    ``picture_size`` is the size that it draws, pixels.
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
    """Name and version of the operating system."""
    name = f"{platform.system()} {platform.release()}"
    if sys.platform == "darwin":
        return f"macOS {platform.mac_ver()[0]}"
    if sys.platform == "win32":
        return f"{name} ({platform.version()})"
    try:
        return f"{name}, {sanitise(platform.freedesktop_os_release()['PRETTY_NAME'])}"
    except (OSError, KeyError, ValueError):
        return name


def changed_settings(settings: Settings) -> dict[str, Value]:
    """The settings that differ from the usual ones, without the player's name and portrait."""
    return {choice.name: value for choice, value in changed_options(settings) if choice.name not in PRIVATE_SETTINGS}


def anonymise(text: str, folders: Mapping[str, str], names: Iterable[str]) -> str:
    """A text without folders and names.

    Args:
        text: the text.
        folders: folder -> the word that replaces it in the report.
        names: names of players and of the computer's user.

    >>> anonymise("/home/bia/x.toml: Bia, Biana", {"/home/bia": "~"}, ["Bia"])
    '~/x.toml: …, Biana'
    """
    for folder in sorted(folders, key=len, reverse=True):
        ways = {folder, folder.replace("\\", "\\\\"), folder.replace("\\", "/")}
        for way in sorted(ways, key=len, reverse=True):
            if len(way) > _MIN_NAME_LENGTH:
                text = re.sub(re.escape(way), folders[folder], text, flags=re.IGNORECASE)
    for name in sorted(set(names), key=len, reverse=True):
        if len(name) >= _MIN_NAME_LENGTH:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text, flags=re.IGNORECASE)
    return text


def format_report(
    folder: Path, settings: Settings, names: Iterable[str], home: Path | None, picture_size: tuple[int, int]
) -> str:
    """The report.

    Args:
        folder: the profile.
        settings: the player's settings.
        names: names of players.
        home: the user's folder, whose last name is the user's; None if there is none.
        picture: size that the program draws, pixels.
    """
    folders = {str(folder): "(profile)"} | ({str(home): "~"} if home is not None else {})
    private = [*names, *([home.name] if home is not None else [])]
    parts = [_as_toml(system_facts(picture_size))]
    values = changed_settings(settings)
    if values:
        parts.append(f"[settings]\n{_as_toml(values)}")
    error = last_error(folder, lambda text: anonymise(text, folders, private))
    if error is not None:
        parts.append(f"[{error.file}]\n{error.text}\n")
    return "\n".join(parts)


def _as_toml(values: Mapping[str, Value]) -> str:
    return "".join(f"{key} = {toml_literal(value)}\n" for key, value in values.items())


def home_folder() -> Path | None:
    """The user's folder; None if there is none."""
    try:
        return Path.home()
    except RuntimeError:
        return None
