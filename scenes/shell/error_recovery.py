"""Recovery from unexpected errors: saves the match, writes a report, and shows the home screen.

Repeated errors end the application with a message.
"""

import contextlib
import os
import platform
import re
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pygame

from engine import __version__
from engine.bots.common.fallback import BotFailure
from engine.match.record import Record
from engine.native_output import suppress_native_stderr
from engine.notices import Notice
from engine.profile.lock import NoCopyError
from engine.profile.safe_reading import is_file
from engine.profile.storage import Profile
from engine.sanitise import sanitise
from scenes.shell.context import Context
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph
from scenes.shell.window.sdl_functions import HEADLESS_DRIVERS
from scenes.text.catalogue import Words
from scenes.text.system_language import detect_language
from scenes.ui import clipboard

REPORTS_FOLDER = "reports"
"""Folder of reports in the profile."""
MAX_REPORTS = 20
"""Maximum number of stored reports; the oldest are deleted."""
MAX_SUCCESSIVE_FAILURES = 3
"""Number of successive failures that ends the application."""
MESSAGE_BOX_LINE_LENGTH = 80
"""Maximum characters per line of a message box."""
CALM_MS = 1000.0
"""Milliseconds without a failure after which successive failures are counted from 0 again."""
PROGRAM_FOLDER = Path(__file__).resolve().parent.parent.parent
_TRACEBACK_FILE = re.compile(r'File "[^"]*?((?:[^"/\\]+[/\\])?[^"/\\]+)"')
"""Matches a file name in a traceback; the group is its last two path components."""
_ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end the application."""
_REPORT_NAME = re.compile(r"\d+(-\d+)?\.txt")


class GaveUpError(Exception):
    """The application can't continue after repeated errors. The text is for the player; a report is already written."""


def format_report(error: BaseException, record: Record | None) -> str:
    """Return an error report for developers without private paths: versions, traceback and the match."""
    import traceback  # noqa: PLC0415  # 1 ms of the start

    return _format_report("".join(traceback.format_exception(error)), record)


def _format_report(traceback_text: str, record: Record | None) -> str:
    """Return a report with the text of a traceback.

    The application's files are named relative to its folder, others by their last two path components.
    """
    for folder in _private_folders():
        if len(folder) > 1:
            traceback_text = traceback_text.replace(f"{folder}/", "").replace(f"{folder}\\", "")
    traceback_text = re.sub(_TRACEBACK_FILE, _shorten_path, traceback_text)
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    head = [
        f"House Rules {__version__}",
        f"{platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        f"pygame-ce {pygame.ver}, SDL {sdl}",
    ]
    if pygame.display.get_init():
        head.append(f"{pygame.display.get_driver()}, {pygame.display.get_desktop_sizes()}")
    return "\n".join((*head, "", traceback_text, record.to_text() if record else "no match", ""))


def _private_folders() -> list[str]:
    """Return the folders whose paths must not appear in an error report."""
    try:
        return [str(PROGRAM_FOLDER), str(Path.home())]
    except RuntimeError:  # the user has no home folder
        return [str(PROGRAM_FOLDER)]


def _shorten_path(match: re.Match[str]) -> str:
    whole = match.group(0)
    own = whole.startswith(('File "scenes', 'File "engine', 'File "main.py'))
    return whole if own else f'File "{match.group(1)}"'


def write_report_file(profile: Profile, report: str, unix_seconds: int) -> str:
    """Write an error report to ``reports/<seconds since 1970>.txt`` in the profile and return the file's name.

    Only the latest ``MAX_REPORTS`` are kept. Write errors are ignored, as the player can copy the report.
    """
    folder = profile.folder / REPORTS_FOLDER
    name, number = f"{unix_seconds}.txt", 2
    while is_file(folder / name):
        name, number = f"{unix_seconds}-{number}.txt", number + 1
    profile.write_if_possible(folder / name, report)
    with contextlib.suppress(OSError):
        old = [path for path in folder.iterdir() if _REPORT_NAME.fullmatch(path.name)]
        old.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
        for path in old[:-MAX_REPORTS]:
            path.unlink()
    return name


class WrittenReport(NamedTuple):
    """An error report that was written to the profile."""

    text: str
    file: str
    """Path relative to the profile's folder: ``reports/<seconds since 1970>.txt``."""


class ErrorRecovery:
    """Error handler of the main loop; counts successive failures.

    Args:
        context: the application.
        abandon: drops all scenes, whatever their state.
    """

    def __init__(self, context: Context, abandon: Callable[[], None]) -> None:
        self.context = context
        self._abandon = abandon
        self._failure_count = 0
        self._success_ms = 0.0
        self._report_files_by_failure: dict[tuple[object, ...], str] = {}
        """File of the report for each type and location of a failure."""

    def note_success(self, elapsed_ms: float) -> None:
        """Note that a step of the main loop succeeded, which took ``elapsed_ms`` milliseconds."""
        self._success_ms += elapsed_ms
        if self._success_ms >= CALM_MS:
            self._failure_count = 0

    def recover(self, error: Exception) -> None:
        """Show the home screen with an explanation of the error.

        A report is written to the profile, once for each location of a failure.

        Raises:
            GaveUpError: failures follow in quick succession, or the home screen can't be shown.
        """
        self._failure_count, self._success_ms = self._failure_count + 1, 0.0
        report = self._ensure_report(error)
        file = report.file
        self._abandon()
        if self._failure_count < MAX_SUCCESSIVE_FAILURES:
            try:
                self._go_home(error, report)
            except Exception as another:
                file = self._ensure_report(another).file
            else:
                return
        words = self.context.words
        paragraphs = [
            words("failure.title"),
            _describe_error(words, error),
            words("failure.last"),
            words("failure.report", file=file),
        ]
        raise GaveUpError("\n\n".join(paragraphs)) from error

    def _ensure_report(self, error: Exception) -> WrittenReport:
        """Return the report of an error; write it if no error of this type and location has one."""
        import traceback  # noqa: PLC0415

        frames = traceback.extract_tb(error.__traceback__)
        location = (type(error), *((frame.filename, frame.lineno) for frame in frames))
        return self._write_once(location, "".join(traceback.format_exception(error)))

    def _write_once(self, failure: tuple[object, ...], traceback_text: str) -> WrittenReport:
        """Return the report of a failure with the text of its traceback; write it if the failure is new."""
        context = self.context
        try:
            report = _format_report(traceback_text, context.last_saved_match)
        except Exception:  # the match itself may be damaged
            report = _format_report(traceback_text, None)
        if failure not in self._report_files_by_failure:
            self._report_files_by_failure[failure] = (
                f"{REPORTS_FOLDER}/{write_report_file(context.profile, report, context.unix_seconds())}"
            )
        return WrittenReport(report, self._report_files_by_failure[failure])

    def report_bot_failures(self, failures: Iterable[BotFailure]) -> None:
        """Write a report of each bot that failed, and notify the player once per game."""
        for failure in failures:
            key = (failure.slug, failure.bot)
            if key in self._report_files_by_failure:
                continue
            file = self._write_once(key, f"{failure}\n{failure.traceback_text}").file
            game = self.context.words(f"{failure.slug}.title")
            placeholders = {"game": game, "error": failure.error_text, "file": file}
            self.context.profile.report_once(("bots", failure.slug), Notice("failure.bot", placeholders))

    def _go_home(self, error: Exception, report: WrittenReport) -> None:
        context, words = self.context, self.context.words
        context.go(Home())

        def copy() -> None:
            done = clipboard.copy(report.text)
            context.show_toast("failure.copied" if done else "failure.not_copied", "copy")
            context.open(message())

        def message() -> Dialog:
            lines = [
                DialogParagraph(_describe_error(words, error)),
                DialogParagraph(words("failure.kept" if context.last_saved_match else "failure.goes_on")),
                DialogParagraph(words("failure.report", file=report.file)),
            ]
            choices = [
                DialogButton(words("failure.ok"), key_hint=words("app.key.enter")),
                DialogButton(words("failure.copy"), copy, icon="copy"),
            ]
            return Dialog(context, words("failure.title"), lines, choices, width=720)

        context.open(message())


def _describe_error(words: Words, error: Exception) -> str:
    return words("failure.text", error=f"{type(error).__name__}: {sanitise(str(error), 200)}")


def system_words() -> Words:
    """Return the text catalogue in the system's language, for messages before the settings are read."""
    return Words(detect_language())


def write_report_and_format_message(profile: Profile | None, error: Exception, unix_seconds: int = 0) -> str:
    """Return the message that explains why the application ends; write an error report unless the error has one.

    Args:
        profile: profile that stores the report; None for no report.
        error: error that ends the application.
        unix_seconds: seconds since 1970.
    """
    if isinstance(error, GaveUpError):
        return str(error)
    file = ""
    if profile is not None:
        file = f"{REPORTS_FOLDER}/{write_report_file(profile, format_report(error, None), unix_seconds)}"
    try:
        words = system_words()
        if isinstance(error, NoCopyError):
            return words("failure.no_copy", why=error.strerror or "")
        lines = [words("failure.title"), _describe_error(words, error)]
        return "\n\n".join([*lines, words("failure.report", file=file)] if file else lines)
    except Exception:  # the text catalogues may be missing
        return f"{type(error).__name__}: {sanitise(str(error), 200)}\n\n{file}".rstrip()


def show_message_box(text: str) -> None:
    """Show a message box of the system, if available, and wait until it is closed.

    Raises:
        SystemExit: SIGTERM, Ctrl+C or a closed terminal has closed it. Only on Linux; elsewhere they end the process.
    """
    import textwrap  # noqa: PLC0415  # 1 ms of the start

    lines = [textwrap.fill(line, MESSAGE_BOX_LINE_LENGTH) for line in text.split("\n")]  # some systems don't wrap

    def show() -> None:
        with contextlib.suppress(pygame.error), suppress_native_stderr():  # there may be no screen
            pygame.display.message_box("House Rules", "\n".join(lines), message_type="error")

    if not pygame.display.get_init() or pygame.display.get_driver() not in HEADLESS_DRIVERS:
        for number in _ENDING_SIGNALS:
            signal.signal(number, signal.SIG_DFL)  # SDL's handlers only queue an event
        if sys.platform == "linux":
            _call_in_killable_process(show)
            return
    show()


def _call_in_killable_process(do: Callable[[], None]) -> None:
    """Call a function in a forked process with a group of its own, which the ending signals kill.

    SDL shows a box in a further process, which would stay open without its parent.

    Raises:
        SystemExit: one of those signals has come.
    """
    pygame.display.quit()  # two processes can't share the connection to the desktop
    try:
        child = os.fork()
    except OSError:  # the system is out of processes; SDL's box is then in this one, too
        do()
        return
    if child == 0:
        os.setpgid(0, 0)
        do()
        os._exit(0)

    def end(number: int, _: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        raise SystemExit(128 + number)

    with contextlib.suppress(OSError):
        os.setpgid(child, child)  # whichever process comes first
    for number in _ENDING_SIGNALS:
        signal.signal(number, end)
    os.waitpid(child, 0)
