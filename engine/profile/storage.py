"""Files of the player: written whole or not at all, read with patience, never destroyed."""

import contextlib
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import platformdirs

from engine import __version__, options
from engine.formats import KEY, NewerError, Schema, said_in
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Record, RecordError
from engine.notices import Notice, about, not_toml, toml_line
from engine.options import Choice, Problem, choices_of, short
from engine.profile import rules_file
from engine.profile.rules_file import RulesError
from engine.profile.toml_edit import edited, fresh, literal, noted
from engine.settings import Settings

__all__ = ["Notice", "Profile", "portable_folder", "set_aside", "text_of", "write_atomic"]

PROGRAM = "HouseRules"
SETTINGS = Schema(1)
LARGEST = 32_000_000
"""Bytes of a file that is read; the longest match takes a twentieth."""
PORTABLE_MARK, PORTABLE_FOLDER = "portable.txt", "profile"
"""Beside the program: a file that says to keep everything there, and the folder in which it is kept."""

_UNFINISHED = re.compile(r"\..+\.(toml|json|txt|csv)\.[a-z0-9_]{8}\.tmp")
"""Name of a file that ``write_atomic`` has begun."""
Explain = Callable[[Choice], Sequence[str]]
"""What a file says about a setting, in lines."""


def write_atomic(path: Path, text: str) -> None:
    """Write a file so that at any moment, even after a power cut, it holds the old text or the new one.

    Raises:
        OSError: it could not be written; the old file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def remove_unfinished(folder: Path) -> None:
    """Remove what ``write_atomic`` left half-written in a folder, or one level below, when it was killed.

    For nobody but the one window that writes there.
    """
    with contextlib.suppress(OSError):
        for place in (folder, *(one for one in folder.iterdir() if one.is_dir() and not one.is_symlink())):
            for path in place.glob(".*.tmp"):
                if _UNFINISHED.fullmatch(path.name) and path.is_file():
                    path.unlink(missing_ok=True)


def text_of(path: Path, largest: int) -> str | Notice:
    """The text of a file that is only read, or why there is none; one of more than ``largest`` bytes isn't read."""
    try:
        if path.stat().st_size > largest:
            return Notice("notice.too_large", {"file": path.name})
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        return Notice("notice.not_toml", {"file": path.name})
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        why = getattr(error, "strerror", None) or str(error)
        return Notice("notice.unreadable", {"file": path.name or str(path), "why": why})


def set_aside(path: Path) -> Path:
    """Keep a copy of a file beside it as ``NAME.bad-1.toml``, ``NAME.bad-2.toml`` …; returns the copy's path.

    No copy is ever overwritten; a file already kept is not copied again.

    Raises:
        OSError: the file could not be read or the copy not written.
    """
    content = path.read_bytes()
    number = 1
    while True:
        copy = path.with_name(f"{path.stem}.bad-{number}{path.suffix}")
        try:
            with copy.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            return copy
        except FileExistsError:
            if copy.is_file() and copy.read_bytes() == content:
                return copy
            number += 1


def program_folder() -> Path:
    """Where the program lies: the folder of ``main.py``, or what a packed program was put into by its user."""
    if not getattr(sys, "frozen", False):
        return Path(__file__).resolve().parent.parent.parent
    image = os.environ.get("APPIMAGE")
    program = Path(image or sys.executable).resolve()
    bundle = next((folder for folder in program.parents if folder.suffix == ".app"), None)
    return (bundle or program).parent


def portable_folder(beside: Path | None = None) -> Path | None:
    """The profile that travels with the program, should there be one: ``profile/`` beside it, or ``portable.txt``."""
    beside = beside or program_folder()
    folder = beside / PORTABLE_FOLDER
    return folder if folder.is_dir() or (beside / PORTABLE_MARK).is_file() else None


def usual_folder() -> Path:
    """Where the system has such files; beside the program where it knows no home of this user."""
    found = platformdirs.user_data_path(PROGRAM, appauthor=False, roaming=True)
    return found if found.is_absolute() else program_folder() / PORTABLE_FOLDER


def _allowed(choice: Choice) -> Sequence[str]:
    """What a file says about a setting where nobody has better words."""
    return (", ".join(map(literal, choice.values)),) if not choice.length else ()


class Profile:
    """The folder that holds one player's settings, house rules and the match being played.

    Nothing here raises: what could not be read or written becomes a notice, and the program goes on with defaults and
    with what it holds in memory. One window at a time uses a folder (see ``engine.profile.lock``). A file of a newer
    program is read as far as it is understood and never written.
    """

    def __init__(self, folder: Path | None = None, games: Mapping[str, type[Game]] = GAMES) -> None:
        self.folder = folder or usual_folder()
        self.games = games
        self.explain: Explain = _allowed
        """What the settings file says above each of them; a program with words puts its own here."""
        self.heading: Sequence[str] = ()
        """The same for the top of the file."""
        self.unknown: Sequence[str] = ("not known",)
        """The same for a key that isn't known."""
        self.over: Game | None = None
        """How the match on disk stands, should it be over when it is loaded."""
        self._unsaved: dict[Path, str | None] = {}
        self._schemas: dict[Path, Schema | None] = {}
        """Of the unsaved ones, for trying again."""
        self._kept: set[Path] = set()
        """Copies of bad files of which the player was told."""
        self._match = ""
        self._told = False

    @property
    def settings_path(self) -> Path:
        """The file of the program's settings."""
        return self.folder / "settings.toml"

    @property
    def match_path(self) -> Path:
        """The file of the match being played."""
        return self.folder / "match.toml"

    def options_path(self, slug: str) -> Path:
        """The file of a game's house rules."""
        return self.folder / "options" / f"{slug}.toml"

    def load_settings(self) -> tuple[Settings, list[Notice]]:
        """The settings; what can't be used in the file has its default and a notice.

        Keys that aren't known are told once: saving marks them in the file, where they stay.
        """
        path = self.settings_path
        text, notices = self.read(path)
        if text is None:
            return Settings(), notices
        try:
            whole = tomllib.loads(text)
            raw = SETTINGS.upgraded(whole)
        except NewerError as error:
            found, _ = options.read(Settings, whole)
            return found, [_newer(path, error)]
        except (ValueError, RecursionError) as error:
            key, figures = not_toml(toml_line(error))
            return Settings(), [Notice(key, {**figures, "file": path.name}), *self.keep(path)]
        found, problems = options.read(Settings, raw)
        marked = noted(text)
        problems = [one for one in problems if one.kind != "unknown" or one.key not in marked]
        return found, [*about(problems, path.name, text), *(self.keep(path) if problems else ())]

    def save_settings(self, settings: Settings) -> list[Notice]:
        """Write the settings into their file; whatever else stands in it stays there."""
        path = self.settings_path
        values = {KEY: SETTINGS.known, **{c.name: getattr(settings, c.name) for c in choices_of(Settings)}}
        notes = {"": self.heading, **{choice.name: self.explain(choice) for choice in choices_of(Settings)}}
        old = self.read(path)[0] or ""
        for key in _keys(old):
            notes.setdefault(key, self.unknown)
        notes[KEY] = ()
        text = edited(old, values, notes)
        notices = self._keep_once(path) if text is None and path not in self._unsaved else []
        return notices + self.write(path, fresh(values, notes) if text is None else text, SETTINGS)

    def load_options(self, slug: str) -> tuple[Any, list[Notice]]:
        """A game's house rules; what can't be used in the file has its default and a notice."""
        path = self.options_path(slug)
        text, notices = self.read(path)
        if text is None:
            return self.games[slug].Options(), notices
        try:
            loaded = rules_file.from_text(text, self.games, path.name, slug)
        except RulesError as error:
            newer = error.notice.key == "notice.newer_rules"
            return self.games[slug].Options(), [error.notice, *(() if newer else self.keep(path))]
        return loaded.options, [*loaded.notices, *(self.keep(path) if loaded.notices else ())]

    def save_options(self, slug: str, rules: Any) -> list[Notice]:
        """Write a game's house rules."""
        return self.write(self.options_path(slug), rules_file.to_text(slug, rules), rules_file.SCHEMA)

    def load_match(self) -> tuple[Record | None, list[Notice]]:
        """The match that was being played, if any and if it can be replayed; else a copy of the file is kept."""
        path = self.match_path
        text, notices = self.read(path)
        if text is None:
            return None, notices
        try:
            record = Record.from_text(text, self.games)
            game = record.replay()
        except RecordError as error:
            notice = Notice(error.key, {**error.figures, "file": path.name})
            return None, [notice, Notice("notice.no_match", {"file": path.name}), *self.keep(path)]
        self._match = text
        self.over = game if game.outcome is not None else None
        if record.version != __version__:
            figures = {"file": path.name, "found": record.version, "allowed": __version__}
            record.version = __version__  # it was just replayed by today's rules
            return record, [Notice("notice.other_version", figures), *self.keep(path)]
        return record, []

    def save_match(self, record: Record) -> list[Notice]:
        """Write the match being played; called after every move."""
        self._match = record.to_text()
        return self.write(self.match_path, self._match)

    def drop_match(self) -> list[Notice]:
        """Forget the match, as it is over; a match that another window has saved since stays."""
        path = self.match_path
        text, notices = self.read(path)
        if text is None or text != self._match:
            return notices
        return self.remove(path)

    # --- single files -----------------------------------------------------------------------------------------------

    def read(self, path: Path) -> tuple[str | None, list[Notice]]:
        """The text of a file; None when there is none or it can't be read."""
        if path in self._unsaved:
            return self._unsaved[path], []
        try:
            if path.stat().st_size > LARGEST:
                return None, [Notice("notice.too_large", {"file": path.name}), *self.keep(path)]
            return path.read_text(encoding="utf-8-sig"), []
        except FileNotFoundError:
            return None, []
        except UnicodeDecodeError:
            return None, [Notice("notice.not_toml", {"file": path.name}), *self.keep(path)]
        except OSError as error:
            return None, [Notice("notice.unreadable", {"file": path.name, "why": error.strerror or ""})]

    def read_values(
        self, path: Path, schema: Schema, known: Mapping[str, tuple[Callable[[object], bool], str]]
    ) -> tuple[Mapping[str, Any], list[Notice]]:
        """The values of a small TOML file, whatever they are worth, and what is wrong with them.

        A file that can't be read has none; of one that can't be used in full a copy is kept before it is written anew.

        Args:
            path: of the file.
            schema: its formats.
            known: the keys that there are -> whether a value can be used, and what a message says is allowed.
        """
        text, notices = self.read(path)
        if text is None:
            return {}, notices
        try:
            raw = schema.upgraded(tomllib.loads(text))
        except NewerError as error:
            return {}, [_newer(path, error)]
        except (ValueError, RecursionError) as error:
            key, more = not_toml(toml_line(error))
            return {}, [Notice(key, {**more, "file": path.name}), *self.keep(path)]
        allowed = ", ".join((KEY, *known))
        problems = [Problem("unknown", key, short(raw[key]), allowed) for key in raw.keys() - known]
        problems += [
            Problem("value", key, short(raw[key]), told)
            for key, (fits, told) in known.items()
            if key in raw and not fits(raw[key])
        ]
        return raw, [*about(sorted(problems), path.name, text), *self.keep(path)] if problems else []

    def write(self, path: Path, text: str, schema: Schema | None = None) -> list[Notice]:
        """Write a file; one that a newer program wrote by this schema stays, and the text is kept in memory."""
        self._schemas[path] = schema
        if schema is not None and self._of_newer(path, schema):
            self._unsaved[path] = text
            return []
        try:
            write_atomic(path, text)
        except OSError as error:
            self._unsaved[path] = text
            return self._unwritable(error)
        self._unsaved.pop(path, None)
        return []

    def write_quietly(self, path: Path, text: str) -> None:
        """Write a file that can be made anew at any time; where that fails nothing is said."""
        with contextlib.suppress(OSError):
            write_atomic(path, text)

    def unsaved(self, path: Path) -> bool:
        """Whether a file could not be written or deleted as it should be: what holds is in memory."""
        return path in self._unsaved

    def remove(self, path: Path) -> list[Notice]:
        """Delete a file; one that can't be deleted counts as gone until the program closes."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self._unsaved[path] = None
            return self._unwritable(error)
        self._unsaved.pop(path, None)
        return []

    def retry(self) -> None:
        """Write what could not be written before, for there may be room again; what still can't be stays in memory."""
        for path, text in list(self._unsaved.items()):
            if text is None:
                self.remove(path)
            else:
                self.write(path, text, self._schemas.get(path))

    def listed(self, folder: Path) -> list[Path]:
        """The TOML files of a folder by name, those that couldn't be written with them, copies of bad ones without."""
        try:
            found = {path for path in folder.iterdir() if path.suffix == ".toml"}
        except OSError:
            found = set()
        found |= {path for path in self._unsaved if path.parent == folder}
        gone = {path for path, text in self._unsaved.items() if text is None}
        return sorted(path for path in found - gone if ".bad-" not in path.name and not path.name.startswith("."))

    @staticmethod
    def _of_newer(path: Path, schema: Schema) -> bool:
        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                return said_in(file.read(10_000)) > schema.known
        except OSError:
            return False

    def keep(self, path: Path) -> list[Notice]:
        """Keep a copy of a file before anything replaces it."""
        try:
            copy = set_aside(path)
            self._kept.add(copy)
            return [Notice("notice.kept", {"file": path.name, "kept": copy.name})]
        except OSError as error:
            return self._unwritable(error)

    def _keep_once(self, path: Path) -> list[Notice]:
        """The same; of a copy that was there already, as from reading the file, nothing is said again."""
        known = set(self._kept)
        told = self.keep(path)
        return [] if self._kept == known else told

    def _unwritable(self, error: OSError) -> list[Notice]:
        """Say once that nothing is saved: it would be said again after every move."""
        if self._told:
            return []
        self._told = True
        return [Notice("notice.unwritable", {"folder": str(self.folder), "why": error.strerror or ""})]


def _newer(path: Path, error: NewerError) -> Notice:
    figures = {"file": path.name, "found": str(error.found), "allowed": str(error.known)}
    return Notice("notice.newer_file", figures)


def _keys(text: str) -> Sequence[str]:
    """The keys of a TOML text; none where it can't be read."""
    try:
        return tuple(tomllib.loads(text))
    except (ValueError, RecursionError):
        return ()
