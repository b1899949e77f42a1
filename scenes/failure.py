"""When something in the program itself goes wrong: the match is kept, a report can be copied, and home is shown."""

from __future__ import annotations

import platform
import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from engine import __version__
from engine.record import Record
from scenes import clipboard
from scenes.dialog import Choice, Dialog, Line

if TYPE_CHECKING:
    from scenes.app import App

FOLDER = "reports"
"""Where reports lie in the profile."""
PROGRAM = Path(__file__).resolve().parent.parent
_ELSEWHERE = re.compile(r'File "[^"]*?((?:[^"/\\]+[/\\])?[^"/\\]+)"')
"""A file in a traceback, of which its folder's and its own name are kept."""


def report_of(error: BaseException, record: Record | None) -> str:
    """What whoever mends the program needs to know: versions, traceback, the match; nothing of where files lie.

    Files of the program are named from its folder on, others by their last two names.
    """
    lines = "".join(traceback.format_exception(error))
    for folder in (str(PROGRAM), str(Path.home())):
        if len(folder) > 1:
            lines = lines.replace(f"{folder}/", "").replace(f"{folder}\\", "")
    lines = re.sub(_ELSEWHERE, _shortened, lines)
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    head = [
        f"House Rules {__version__}",
        f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        f"pygame-ce {pygame.ver}, SDL {sdl}",
    ]
    if pygame.display.get_init():
        head.append(f"{pygame.display.get_driver()}, {pygame.display.get_window_size()}")
    return "\n".join((*head, "", lines, record.to_text() if record else "no match", ""))


def _shortened(found: re.Match[str]) -> str:
    whole = found.group(0)
    own = whole.startswith(('File "scenes', 'File "engine', 'File "main.py'))
    return whole if own else f'File "{found.group(1)}"'


def recover(app: App, error: Exception) -> None:
    """Leave everything for the home screen, and say what happened over it.

    The report is also written to the profile, as ``reports/<seconds since 1970>.txt``.
    """
    from scenes.home import Home  # noqa: PLC0415  # it leads to the screens that may fail

    words = app.words
    report = report_of(error, app.saved)
    path = app.profile.folder / FOLDER / f"{app.now()}.txt"
    app.profile.write_quietly(path, report)
    app.abandon()
    app.go(Home(app))

    def copy() -> None:
        done = clipboard.copy(report)
        app.tell(words("failure.copied" if done else "failure.not_copied"), "copy")
        app.open(message())

    def message() -> Dialog:
        lines = [
            Line(words("failure.text", error=f"{type(error).__name__}: {str(error)[:200]}")),
            Line(words("failure.kept" if app.saved else "failure.goes_on")),
            Line(words("failure.report", file=f"{FOLDER}/{path.name}")),
        ]
        choices = [
            Choice(words("failure.ok"), hint=words("app.key.enter")),
            Choice(words("failure.copy"), copy, icon="copy"),
        ]
        return Dialog(app, words("failure.title"), lines, choices, width=720)

    app.open(message())
