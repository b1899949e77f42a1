"""The profile's files on disk: settings, house rules and matches in progress.

Writes are atomic, and bad files are backed up.
"""

import contextlib
import math
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import platformdirs

from engine import __version__, options
from engine.game import Game
from engine.games import GAMES
from engine.match.record import MAX_RECORD_BYTES, Chair, Record, RecordError, chairs_of
from engine.match.replay import Replay
from engine.notices import Notice, notices_about_values, toml_error_line, toml_error_notice
from engine.options import Option, options_of
from engine.profile import atomic_replace, rules_file
from engine.profile.match_summary import MatchSummary
from engine.profile.rules_file import RulesError
from engine.profile.safe_reading import (
    MAX_SMALL_FILE_BYTES,
    NotRegularFileError,
    TooLargeError,
    read_bytes,
    read_text,
    read_text_end,
    read_text_head,
)
from engine.profile.toml_edit import edit_values, format_values, keys_with_program_comment, toml_literal
from engine.schemas import FORMAT_KEY, NewerFormatError, Schema, format_in_text, parse_toml
from engine.settings import Settings

__all__ = [
    "Notice",
    "Profile",
    "copy_to_quarantine",
    "move_to_quarantine",
    "newer_format_notice",
    "portable_folder",
    "read_text_or_notice",
    "write_atomic",
]

PROGRAM = "HouseRules"
SETTINGS_SCHEMA = Schema(1)
SAVES_FOLDER = "saved"
"""Folder of the matches in progress, one file for each game."""
_HEAD_BYTES = 4096
"""Number of bytes read for the head of a match file; the program writes about 600."""
_END_BYTES = 512
"""Number of bytes read for the last appended line of a match file; a line has less than 100."""
PORTABLE_FILE, PORTABLE_FOLDER = "portable.txt", "profile"
"""Marker file beside a portable program, and the folder of its profile."""

_TEMPORARY_NAME = re.compile(r"\..+\.(toml|json|txt|csv|houserules|houserulesmatch)\.[a-z0-9_]{8}\.tmp")
"""Name of a temporary file of ``write_atomic``."""
OptionDescriber = Callable[[Option], Sequence[str]]
"""Setting -> the comment lines above it in the settings file."""


def _text_file(handle: int) -> IO[str]:
    """Open a file handle for writing UTF-8 text.

    After an error the handle is closed, since Windows can't remove an open file.
    """
    try:
        return os.fdopen(handle, "w", encoding="utf-8", newline="\n")
    except BaseException:
        os.close(handle)
        raise


def write_atomic(path: Path, text: str, *, durable: bool = True) -> None:
    """Write a file atomically: at any moment it holds either the old text or the new one.

    Args:
        path: the file.
        text: its new text.
        durable: wait about 20 ms until the text is on the disk, so that it also survives a power cut.

    Raises:
        OSError: writing failed; the old file is unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = atomic_replace.create_temporary(path)
    try:
        with _text_file(handle) as file:
            file.write(text)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        atomic_replace.replace_file(Path(name), path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def remove_temporary_files(folder: Path) -> None:
    """Remove temporary files that a killed ``write_atomic`` left in a folder or one level below.

    Only the window that holds the profile may call this.
    """
    with contextlib.suppress(OSError):
        for parent in (folder, *(child for child in folder.iterdir() if child.is_dir() and not child.is_symlink())):
            for path in parent.glob(".*.tmp"):
                if _TEMPORARY_NAME.fullmatch(path.name) and path.is_file():
                    path.unlink(missing_ok=True)


def read_text_or_notice(path: Path, max_bytes: int) -> str | Notice:
    """Read a file of at most ``max_bytes`` bytes; return its text, or a notice about the failure."""
    try:
        return read_text(path, max_bytes)
    except (OSError, ValueError) as error:
        return _unread_notice(path, error)


def _unread_notice(path: Path, error: Exception) -> Notice:
    """Return the notice about a file that can't be read, with the reason.

    A ValueError means invalid UTF-8, or a null character in the path.
    """
    if isinstance(error, TooLargeError):
        return Notice("notice.too_large", {"file": path.name})
    if isinstance(error, NotRegularFileError):
        return Notice("notice.not_a_file", {"file": path.name or str(path)})
    if isinstance(error, UnicodeDecodeError):
        return Notice("notice.not_toml", {"file": path.name})
    why = getattr(error, "strerror", None) or str(error)
    return Notice("notice.unreadable", {"file": path.name or str(path), "why": why})


def copy_to_quarantine(path: Path) -> Path:
    """Copy a file beside itself as ``NAME.bad-1.toml``, ``NAME.bad-2.toml`` …; return the copy's path.

    Copies are never overwritten. If an identical copy exists, its path is returned. Folders, devices and files of more
    than ``MAX_RECORD_BYTES`` are renamed instead.

    Raises:
        OSError: the file can't be read or renamed, or the copy can't be written.
    """
    try:
        content = read_bytes(path, MAX_RECORD_BYTES)
    except (NotRegularFileError, TooLargeError):
        return move_to_quarantine(path)
    number = 1
    while True:
        copy = _quarantine_path(path, number)
        try:
            with copy.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            return copy
        except FileExistsError:
            with contextlib.suppress(OSError):
                if read_bytes(copy, len(content)) == content:
                    return copy
            number += 1


def move_to_quarantine(path: Path) -> Path:
    """Rename a file to the first unused name of the form ``NAME.bad-1.toml``; return the new path.

    Raises:
        OSError: the file can't be renamed.
    """
    number = 1
    while os.path.lexists(_quarantine_path(path, number)):
        number += 1
    return path.rename(_quarantine_path(path, number))


def _quarantine_path(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.bad-{number}{path.suffix}")


def program_folder() -> Path:
    """Return the program's folder: that of ``main.py``, the AppImage, the ``.app`` bundle or the executable."""
    if not getattr(sys, "frozen", False):
        return Path(__file__).resolve().parent.parent.parent
    image = os.environ.get("APPIMAGE")
    program = Path(image or sys.executable).resolve()
    bundle = next((folder for folder in program.parents if folder.suffix == ".app"), None)
    return (bundle or program).parent


def portable_folder(base_folder: Path | None = None) -> Path | None:
    """Return the profile folder of a portable program; None unless ``profile/`` or ``portable.txt`` is beside it."""
    base_folder = base_folder or program_folder()
    folder = base_folder / PORTABLE_FOLDER
    return folder if folder.is_dir() or (base_folder / PORTABLE_FILE).is_file() else None


def system_profile_folder() -> Path:
    """Return the profile folder in the system's user data; beside the program if the user has no home folder."""
    found = Path()
    with contextlib.suppress(RuntimeError):  # neither HOME nor an entry in the list of users; before 4.14 relative
        found = platformdirs.user_data_path(PROGRAM, appauthor=False, roaming=True)
    return found if found.is_absolute() else program_folder() / PORTABLE_FOLDER


def _describe_allowed(choice: Option) -> Sequence[str]:
    """Return the default comment for a setting in its file: the allowed values, none for a free text."""
    return (", ".join(map(toml_literal, choice.values)),) if not choice.max_length else ()


class _SavedMatch(NamedTuple):
    """A match file as last written, to which moves are appended while nothing else of the record changes."""

    record: Record
    text_around_moves: tuple[str, str]
    """The record's text before and after the list of moves."""
    move_count: int
    """Number of moves in the file."""
    size: int
    """Size of the file in bytes."""


class Profile:
    """The folder with one player's settings, house rules and matches in progress.

    Methods don't raise. A failed read or write is reported, and the program continues with defaults and the values in
    memory. Only one window uses a folder at a time (see ``engine.profile.lock``). Files of a newer program
    are read as far as possible and never overwritten.
    """

    def __init__(self, folder: Path | None = None, games: Mapping[str, type[Game]] = GAMES) -> None:
        self.folder = folder or system_profile_folder()
        self.games = games
        self.notices: list[Notice] = []
        """Notices for the player that no screen has shown, oldest first."""
        self.describe_option: OptionDescriber = _describe_allowed
        """Returns the comment lines above a setting; the window replaces it by one with translated texts."""
        self.file_heading: Sequence[str] = ()
        """Comment lines at the top of the settings file."""
        self.unknown_key_comment: Sequence[str] = ("not known",)
        """Comment lines above an unknown key."""
        self._unsaved_texts: dict[Path, str | None] = {}
        """Path -> text of a file that could not be written; None for one that could not be deleted."""
        self._schemas: dict[Path, Schema | None] = {}
        """Path -> schema of a written file, for ``retry_failed_writes``."""
        self._reported: set[object] = set()
        """Subjects of ``report_once``."""
        self._match_texts: dict[str, str] = {}
        """Game -> text of its match file, as this window last read or wrote it."""
        self._saved_matches: dict[str, _SavedMatch] = {}
        """Game -> its match file as this window last wrote it."""

    def report(self, *notices: Notice) -> None:
        """Add notices for the player to ``notices``."""
        self.notices += notices

    def report_once(self, subject: object, *notices: Notice) -> None:
        """Report notices about a subject, such as a file, unless there was a report about it before."""
        if subject not in self._reported:
            self._reported.add(subject)
            self.report(*notices)

    @property
    def settings_path(self) -> Path:
        return self.folder / "settings.toml"

    def match_path(self, slug: str) -> Path:
        """Path of the file with a game's match in progress."""
        return self.folder / SAVES_FOLDER / f"{slug}.toml"

    @property
    def legacy_match_path(self) -> Path:
        """Path of the file with the only match in progress of versions up to 0.1.0."""
        return self.folder / "match.toml"

    def options_path(self, slug: str) -> Path:
        return self.folder / "options" / f"{slug}.toml"

    def load_settings(self) -> Settings:
        """Read the program's settings from the profile; bad values are replaced by their defaults and reported.

        An unknown key is reported once. Saving keeps it and marks it with a comment, which prevents a second report.
        """
        path = self.settings_path
        text = self.read_for_update(path)
        if text is None:
            return Settings()
        try:
            unmigrated = parse_toml(text)
            raw = SETTINGS_SCHEMA.migrate(unmigrated)
        except NewerFormatError as error:
            self.report(newer_format_notice(path, error))
            return options.from_mapping(Settings, unmigrated)[0]
        except ValueError as error:
            key, placeholders = toml_error_notice(toml_error_line(error))
            self.back_up(path, Notice(key, {**placeholders, "file": path.name}))
            return Settings()
        settings, problems = options.from_mapping(Settings, raw)
        reported_keys = keys_with_program_comment(text)
        problems = [problem for problem in problems if problem.kind != "unknown" or problem.key not in reported_keys]
        if problems:
            self.back_up(path, *notices_about_values(problems, path.name, text))
        return settings

    def save_settings(self, settings: Settings) -> None:
        """Write the program's settings to the profile; comments and unknown keys in the file stay."""
        path = self.settings_path
        values = {
            FORMAT_KEY: SETTINGS_SCHEMA.current_format,
            **{c.name: getattr(settings, c.name) for c in options_of(Settings)},
        }
        notes = {
            "": self.file_heading,
            **{choice.name: self.describe_option(choice) for choice in options_of(Settings)},
        }
        old = self.read_for_update(path) or ""
        notes[FORMAT_KEY] = ()
        text = edit_values(old, values, notes, self.unknown_key_comment)
        if text is None and path not in self._unsaved_texts:
            self.back_up(path)
        self.write(path, format_values(values, notes) if text is None else text, SETTINGS_SCHEMA)

    def load_options(self, slug: str) -> Any:
        """Read a game's house rules for the next match; bad values are replaced by their defaults and reported.

        Rules that the player left at the standard are today's standard ones, also in a file of an earlier version.
        """
        path = self.options_path(slug)
        text = self.read_for_update(path)
        if text is None:
            return self.games[slug].Options()
        try:
            loaded = rules_file.from_text(text, self.games, path.name, slug, follows_standard=True)
        except RulesError as error:
            if error.notice.key == "notice.newer_rules":
                self.report_once(path, error.notice)
            else:
                self.back_up(path, error.notice)
            return self.games[slug].Options()
        if loaded.notices:
            self.back_up(path, *loaded.notices)
        return loaded.options

    def save_options(self, slug: str, rules: Any) -> None:
        self.write(self.options_path(slug), rules_file.to_text(slug, rules), rules_file.SCHEMA)

    # --- matches in progress ----------------------------------------------------------------------------------------

    def games_in_progress(self) -> list[str]:
        """Return the games with a match in progress, the last saved first."""
        return sorted(filter(self._saved_at, self.games), key=lambda slug: -self._saved_at(slug))

    def _saved_at(self, slug: str) -> float:
        """Return when a game's match was saved, seconds since 1970; infinite if saving failed, 0 without a match."""
        path = self.match_path(slug)
        if path in self._unsaved_texts:
            return 0.0 if self._unsaved_texts[path] is None else math.inf
        try:
            return path.lstat().st_mtime
        except OSError:
            return 0.0

    def migrate_legacy_match(self) -> None:
        """Move the match file of an earlier version to the path of its game.

        The file stays while its game has another match in progress. An unusable file is quarantined and removed.
        """
        path = self.legacy_match_path
        if not os.path.lexists(path):
            return
        text, record = self.read_for_update(path, MAX_RECORD_BYTES), None
        if text is not None:
            try:
                record = Record.from_text(text, self.games)
            except RecordError as error:
                self._report_lost_match(path, error)
        if record is None or text is None:
            with contextlib.suppress(OSError):  # a file without a copy stays
                copy_to_quarantine(path)
                self.remove(path)
            return
        target = self.match_path(record.game)
        existing_text = self.read_for_update(target, MAX_RECORD_BYTES) if self._saved_at(record.game) else None
        if existing_text is not None:
            if _is_same_match(record, existing_text):
                self.remove(path)
            return
        try:
            target.parent.mkdir(exist_ok=True)
            atomic_replace.replace_file(path, target)
        except OSError:
            self._unsaved_texts[target] = text  # the match can be continued until the program ends

    def read_match(self, slug: str) -> Record | None:
        """Read a game's match in progress without a replay, so that its moves may be illegal; None if it is unusable.

        A file of no use is backed up.
        """
        path = self.match_path(slug)
        text = self.read_for_update(path, MAX_RECORD_BYTES)
        if text is None:
            return None
        try:
            record = Record.from_text(text, {slug: self.games[slug]})
        except RecordError as error:
            self._report_lost_match(path, error)
            return None
        record.games = self.games
        # a match without a person could not be continued
        record.chairs = record.chairs or (Chair(), *chairs_of(record)[1:])
        self._match_texts[slug] = text
        return record

    def update_match_after_replay(self, replay: Replay) -> None:
        """Set a loaded match's deal and version after its replay; report illegal moves and another program version."""
        record, path = replay.record, self.match_path(replay.record.game)
        if replay.error is not None:
            self._report_lost_match(path, replay.error)
            return
        record.current_deal = replay.game.deal_number
        if record.version != __version__:
            placeholders = {"file": path.name, "found": record.version, "allowed": __version__}
            record.version = __version__  # the replay has shown that the moves are legal in this version
            self.back_up(path, Notice("notice.other_version", placeholders))

    def _report_lost_match(self, path: Path, error: RecordError) -> None:
        """Back up and report the file of a match that can't be continued."""
        notice = Notice(error.key, {**error.placeholders, "file": path.name})
        self.back_up(path, notice, Notice("notice.no_match", {"file": path.name}))

    def match_summary(self, slug: str) -> MatchSummary | None:
        """Read the summary of a game's match in progress from its file; None if it is missing or its head unusable."""
        path = self.match_path(slug)
        try:
            if path in self._unsaved_texts:
                text = self._unsaved_texts[path]
                return MatchSummary.from_head(text) if text is not None else None
            return MatchSummary.from_head(read_text_head(path, _HEAD_BYTES), read_text_end(path, _END_BYTES))
        except OSError:
            return None

    def save_match(self, record: Record) -> None:
        """Write a game's match in progress to its file; called after every move.

        Moves are appended to the file if nothing else has changed since this window wrote it.
        """
        slug, path, without_moves = record.game, self.match_path(record.game), record.text_around_moves()
        saved = self._saved_matches.pop(slug, None)
        if saved and saved.record is record and saved.text_around_moves == without_moves and not self.is_unsaved(path):
            lines = record.appended_text(saved.move_count)
            content = lines.encode("utf-8")
            with contextlib.suppress(OSError):  # fall back to writing the whole file
                if lines:
                    atomic_replace.append_bytes(path, content, saved.size)
                    self._match_texts[slug] += lines
                    size = saved.size + len(content)
                    self._saved_matches[slug] = saved._replace(move_count=len(record.moves), size=size)
                    return
        text = self._match_texts[slug] = f"{MatchSummary.head_comment(record)}{record.to_text()}"
        self._saved_matches[slug] = _SavedMatch(record, without_moves, len(record.moves), len(text.encode("utf-8")))
        self.write(path, text)

    def delete_match(self, slug: str) -> None:
        """Delete the file of a game's match in progress, unless another program has changed it."""
        path = self.match_path(slug)
        text = self.read_for_update(path, MAX_RECORD_BYTES)
        if text is not None and text == self._match_texts.get(slug, ""):
            self.remove(path)

    # --- single files -----------------------------------------------------------------------------------------------

    def read_for_update(self, path: Path, max_bytes: int = MAX_SMALL_FILE_BYTES) -> str | None:
        """Return the text of a profile's file that the program will overwrite; None if it is missing or unusable.

        An unusable file is backed up.
        """
        if path in self._unsaved_texts:
            return self._unsaved_texts[path]
        try:
            return read_text(path, max_bytes)
        except FileNotFoundError:
            pass
        except (NotRegularFileError, TooLargeError, UnicodeDecodeError) as error:
            self.back_up(path, _unread_notice(path, error))
        except OSError as error:
            if os.access(path.parent, os.X_OK):
                self.report_once(path, _unread_notice(path, error))
            else:  # one report for all files
                self.report_unwritable(error)
        return None

    def read_untouched(self, path: Path, max_bytes: int) -> str | Notice | None:
        """Return the text of a profile's file, or a notice if it is unreadable; None if it was deleted.

        Nothing is backed up.
        """
        return self._unsaved_texts[path] if path in self._unsaved_texts else read_text_or_notice(path, max_bytes)

    def write(self, path: Path, text: str, schema: Schema | None = None) -> None:
        """Write a text to a file of the profile.

        If the existing file has a newer format, it stays and the text is held in memory.
        """
        self._schemas[path] = schema
        if schema is not None and self._has_newer_format(path, schema):
            self._unsaved_texts[path] = text
            return
        try:
            write_atomic(path, text)
            self._unsaved_texts.pop(path, None)
        except OSError as error:
            self._unsaved_texts[path] = text
            self.report_unwritable(error)

    def write_if_possible(self, path: Path, text: str) -> None:
        """Write a cache file of the profile, which can be recreated at any time; ignore failures."""
        with contextlib.suppress(OSError):
            write_atomic(path, text)

    def is_unsaved(self, path: Path) -> bool:
        """Whether the last write or delete of a profile's file failed."""
        return path in self._unsaved_texts

    def remove(self, path: Path) -> None:
        """Delete a file of the profile. If that fails, it counts as deleted until the program ends."""
        try:
            path.unlink(missing_ok=True)
            self._unsaved_texts.pop(path, None)
        except OSError as error:
            self._unsaved_texts[path] = None
            self.report_unwritable(error)

    def retry_failed_writes(self) -> None:
        """Retry the failed writes and deletes of profile files."""
        for path, text in list(self._unsaved_texts.items()):
            if text is None:
                self.remove(path)
            else:
                self.write(path, text, self._schemas.get(path))

    def list_toml_files(self, folder: Path) -> list[Path]:
        """Return the TOML files of a folder by name, also those not written yet, without backups of bad files."""
        try:
            paths = {path for path in folder.iterdir() if path.suffix == ".toml"}
        except OSError:
            paths = set()
        paths |= {path for path in self._unsaved_texts if path.parent == folder}
        deleted = {path for path, text in self._unsaved_texts.items() if text is None}
        return sorted(path for path in paths - deleted if ".bad-" not in path.name and not path.name.startswith("."))

    @staticmethod
    def _has_newer_format(path: Path, schema: Schema) -> bool:
        try:
            return format_in_text(read_text_head(path, 10_000)) > schema.current_format
        except OSError:
            return False

    def back_up(self, path: Path, *problems: Notice) -> None:
        """Copy a profile's file before it is overwritten; report its problems and the copy, once for each copy."""
        try:
            copy = copy_to_quarantine(path)
            self.report_once(copy, *problems, Notice("notice.kept", {"file": path.name, "kept": copy.name}))
        except OSError as error:
            self.report_once(path, *problems)
            self.report_unwritable(error)

    def report_unwritable(self, error: OSError) -> None:
        """Report that nothing can be saved in the profile, only once, as matches are saved after every move."""
        notice = Notice("notice.unwritable", {"folder": str(self.folder), "why": error.strerror or ""})
        self.report_once("notice.unwritable", notice)


def _is_same_match(record: Record, text: str) -> bool:
    """Whether a record text is of the same match as a record; the moves may differ."""
    try:
        other = Record.from_text(text, record.games)
    except RecordError:
        return False
    return (record.seed, record.id, record.began) == (other.seed, other.id, other.began)


def newer_format_notice(path: Path, error: NewerFormatError) -> Notice:
    """Return the notice about a profile's file that a newer program has written."""
    placeholders = {"file": path.name, "found": str(error.found_format), "allowed": str(error.known_format)}
    return Notice("notice.newer_file", placeholders)
