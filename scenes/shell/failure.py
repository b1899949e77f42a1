"""When something in the program itself goes wrong: the match is kept, a report can be copied, and home is shown.

What goes wrong again and again, so that no page could be read or left, ends the program with a message instead.
"""

import contextlib
import platform
import re
import textwrap
import traceback
from collections.abc import Callable
from pathlib import Path

import pygame

from engine import __version__
from engine.match.record import Record
from engine.profile.storage import Profile
from engine.settings import system_language
from scenes.look.widgets import clipboard
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog, DialogButton, Paragraph
from scenes.text.words import Words

FOLDER = "reports"
"""Where reports lie in the profile."""
MOST_REPORTS = 20
"""So many are kept; the oldest make room."""
IN_A_ROW = 3
"""Failures that follow each other at once; the last of them ends the program."""
WIDEST_BOX = 80
"""Characters in a line of a message box."""
CALM = 1000.0
"""Milliseconds without a failure after which the next one follows none."""
PROGRAM = Path(__file__).resolve().parent.parent.parent
_ELSEWHERE = re.compile(r'File "[^"]*?((?:[^"/\\]+[/\\])?[^"/\\]+)"')
"""A file in a traceback, of which its folder's and its own name are kept."""
_REPORT = re.compile(r"\d+(-\d+)?\.txt")


class GaveUpError(Exception):
    """The program can't go on; the text says so to the player, and the report is written."""


def report_of(error: BaseException, record: Record | None) -> str:
    """What whoever mends the program needs to know: versions, traceback, the match; nothing of where files lie.

    Files of the program are named from its folder on, others by their last two names.
    """
    lines = "".join(traceback.format_exception(error))
    for folder in _own_folders():
        if len(folder) > 1:
            lines = lines.replace(f"{folder}/", "").replace(f"{folder}\\", "")
    lines = re.sub(_ELSEWHERE, _shortened, lines)
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    head = [
        f"House Rules {__version__}",
        f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        f"pygame-ce {pygame.ver}, SDL {sdl}",
    ]
    if pygame.display.get_surface():
        head.append(f"{pygame.display.get_driver()}, {pygame.display.get_window_size()}")
    return "\n".join((*head, "", lines, record.to_text() if record else "no match", ""))


def _own_folders() -> list[str]:
    """Folders whose names are nobody's business."""
    try:
        return [str(PROGRAM), str(Path.home())]
    except RuntimeError:  # this system knows no home of this user
        return [str(PROGRAM)]


def _shortened(found: re.Match[str]) -> str:
    whole = found.group(0)
    own = whole.startswith(('File "scenes', 'File "engine', 'File "main.py'))
    return whole if own else f'File "{found.group(1)}"'


def write_report(profile: Profile, report: str, now: int) -> str:
    """Write a report into the profile, as ``reports/<seconds since 1970>.txt``; the file's name.

    The oldest ones make room, so that there are never more than ``MOST_REPORTS``. Where it can't be written nothing is
    said: the report can be copied.
    """
    folder = profile.folder / FOLDER
    name, number = f"{now}.txt", 2
    while (folder / name).exists():
        name, number = f"{now}-{number}.txt", number + 1
    profile.write_if_possible(folder / name, report)
    with contextlib.suppress(OSError):
        old = [path for path in folder.iterdir() if _REPORT.fullmatch(path.name)]
        old.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
        for path in old[:-MOST_REPORTS]:
            path.unlink()
    return name


class Failures:
    """What has gone wrong in this run of the program.

    Args:
        context: which is led home.
        abandon: drops every scene, whatever state it is in.
    """

    def __init__(self, context: Context, abandon: Callable[[], None]) -> None:
        self.context = context
        self._abandon = abandon
        self._row = 0
        self._well = 0.0
        self._written: dict[tuple[object, ...], str] = {}
        """Kind and place of a failure -> file of its report."""

    def went_well(self, dt: float) -> None:
        """A step of so many milliseconds passed without a failure."""
        self._well += dt
        if self._well >= CALM:
            self._row = 0

    def recover(self, error: Exception) -> None:
        """Leave everything for the home screen, and say what happened over it.

        The report is also written to the profile, once for every place where something goes wrong.

        Raises:
            GaveUpError: it goes wrong at once again and again, or there is no way home.
        """
        self._row, self._well = self._row + 1, 0.0
        report, file = self._report(error)
        self._abandon()
        if self._row < IN_A_ROW:
            try:
                self._go_home(error, report, file)
            except Exception as another:
                file = self._report(another)[1]
            else:
                return
        words = self.context.words
        said = [words("failure.title"), _what(words, error), words("failure.last"), words("failure.report", file=file)]
        raise GaveUpError("\n\n".join(said)) from error

    def _report(self, error: Exception) -> tuple[str, str]:
        """What is to be told of a failure, and where it was written."""
        context = self.context
        try:
            report = report_of(error, context.saved)
        except Exception:  # the match itself may be what is wrong
            report = report_of(error, None)
        frames = traceback.extract_tb(error.__traceback__)
        place = (type(error), *((frame.filename, frame.lineno) for frame in frames))
        if place not in self._written:
            self._written[place] = f"{FOLDER}/{write_report(context.profile, report, context.now())}"
        return report, self._written[place]

    def _go_home(self, error: Exception, report: str, file: str) -> None:
        context, words = self.context, self.context.words
        context.go(Home())

        def copy() -> None:
            done = clipboard.copy(report)
            context.tell("failure.copied" if done else "failure.not_copied", "copy")
            context.open(message())

        def message() -> Dialog:
            lines = [
                Paragraph(_what(words, error)),
                Paragraph(words("failure.kept" if context.saved else "failure.goes_on")),
                Paragraph(words("failure.report", file=file)),
            ]
            choices = [
                DialogButton(words("failure.ok"), hint=words("app.key.enter")),
                DialogButton(words("failure.copy"), copy, icon="copy"),
            ]
            return Dialog(context, words("failure.title"), lines, choices, width=720)

        context.open(message())


def _what(words: Words, error: Exception) -> str:
    return words("failure.text", error=f"{type(error).__name__}: {str(error)[:200]}")


def last_words(profile: Profile, error: Exception, now: int) -> str:
    """Why the program ends, in short paragraphs.

    Args:
        profile: for the report, unless it is written already.
        error: what ends it.
        now: seconds since 1970.
    """
    text = str(error)
    if not isinstance(error, GaveUpError):
        file = f"{FOLDER}/{write_report(profile, report_of(error, None), now)}"
        try:
            words = Words(system_language())
            text = "\n\n".join((words("failure.title"), _what(words, error), words("failure.report", file=file)))
        except Exception:  # the texts themselves may be what is missing
            text = f"{type(error).__name__}: {error}\n\n{file}"
    return text


def say_in_box(text: str) -> None:
    """Say it in a box of the system, and wait until it was read; nothing happens where there are no such boxes."""
    lines = (textwrap.fill(line, WIDEST_BOX) for line in text.split("\n"))  # some systems don't
    with contextlib.suppress(pygame.error):  # no system for it: a machine without a screen, a driver of tests
        pygame.display.message_box("House Rules", "\n".join(lines), message_type="error")
