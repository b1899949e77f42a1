"""Files of the player: written whole or not at all, read with patience, never destroyed."""

import os
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import platformdirs
import tomli_w

from engine import __version__, options
from engine.game import Game
from engine.games import GAMES
from engine.moves import NO_FIGURES, Figures
from engine.record import Record, RecordError, not_toml, toml_line
from engine.settings import Settings

D = TypeVar("D")

PROGRAM = "HouseRules"
_PROBLEMS = MappingProxyType({"unknown": "notice.unknown_key", "value": "notice.bad_value", "text": "notice.bad_text"})
"""Kind of problem with a value -> text."""


class Notice(NamedTuple):
    """A message for the player: the key of a text and its figures."""

    key: str
    figures: Figures = NO_FIGURES


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


class Profile:
    """The folder that holds one player's settings, house rules and the match being played.

    Nothing here raises: what could not be read or written becomes a notice, and the program goes on with defaults and
    with what it holds in memory. Several windows may use one folder; the last to write wins, file by file.
    """

    def __init__(self, folder: Path | None = None, games: Mapping[str, type[Game]] = GAMES) -> None:
        self.folder = folder or platformdirs.user_data_path(PROGRAM, appauthor=False, roaming=True)
        self.games = games
        self._unsaved: dict[Path, str | None] = {}
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
        """The settings; what can't be used in the file has its default and a notice."""
        return self._load(self.settings_path, Settings)

    def save_settings(self, settings: Settings) -> list[Notice]:
        """Write the settings."""
        return self._write(self.settings_path, tomli_w.dumps(options.write(settings)))

    def load_options(self, slug: str) -> tuple[Any, list[Notice]]:
        """A game's house rules; what can't be used in the file has its default and a notice."""
        return self._load(self.options_path(slug), self.games[slug].Options)

    def save_options(self, slug: str, rules: Any) -> list[Notice]:
        """Write a game's house rules."""
        return self._write(self.options_path(slug), tomli_w.dumps(options.write(rules)))

    def load_match(self) -> tuple[Record | None, list[Notice]]:
        """The match that was being played, if any and if it can be replayed; else a copy of the file is kept."""
        path = self.match_path
        text, notices = self._read(path)
        if text is None:
            return None, notices
        try:
            record = Record.from_text(text, self.games)
            record.replay()
        except RecordError as error:
            notice = Notice(error.key, {**error.figures, "file": path.name})
            return None, [notice, Notice("notice.no_match", {"file": path.name}), *self._keep(path)]
        self._match = text
        if record.version != __version__:
            figures = {"file": path.name, "found": record.version, "allowed": __version__}
            record.version = __version__  # it was just replayed by today's rules
            return record, [Notice("notice.other_version", figures), *self._keep(path)]
        return record, []

    def save_match(self, record: Record) -> list[Notice]:
        """Write the match being played; called after every move."""
        self._match = record.to_text()
        return self._write(self.match_path, self._match)

    def drop_match(self) -> list[Notice]:
        """Forget the match, as it is over; a match that another window has saved since stays."""
        path = self.match_path
        text, notices = self._read(path)
        if text is None or text != self._match:
            return notices
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            self._unsaved[path] = None
            return self._unwritable(error)
        self._unsaved.pop(path, None)
        return []

    def _load(self, path: Path, owner: type[D]) -> tuple[D, list[Notice]]:
        text, notices = self._read(path)
        if text is None:
            return owner(), notices
        try:
            raw = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            key, figures = not_toml(toml_line(error))
            return owner(), [Notice(key, {**figures, "file": path.name}), *self._keep(path)]
        found, problems = options.read(owner, raw)
        if not problems:
            return found, []
        for problem in problems:
            key = _PROBLEMS[problem.kind]
            figures = {"file": path.name, "key": problem.key, "found": problem.found, "allowed": problem.allowed}
            notices.append(Notice(key, figures))
        return found, notices + self._keep(path)

    def _read(self, path: Path) -> tuple[str | None, list[Notice]]:
        """The text of a file; None when there is none or it can't be read."""
        if path in self._unsaved:
            return self._unsaved[path], []
        try:
            return path.read_text(encoding="utf-8"), []
        except FileNotFoundError:
            return None, []
        except UnicodeDecodeError:
            return None, [Notice("notice.not_toml", {"file": path.name}), *self._keep(path)]
        except OSError as error:
            return None, [Notice("notice.unreadable", {"file": path.name, "why": error.strerror or ""})]

    def _write(self, path: Path, text: str) -> list[Notice]:
        try:
            write_atomic(path, text)
        except OSError as error:
            self._unsaved[path] = text
            return self._unwritable(error)
        self._unsaved.pop(path, None)
        return []

    def _keep(self, path: Path) -> list[Notice]:
        """Keep a copy of a file before anything replaces it."""
        try:
            return [Notice("notice.kept", {"file": path.name, "kept": set_aside(path).name})]
        except OSError as error:
            return self._unwritable(error)

    def _unwritable(self, error: OSError) -> list[Notice]:
        """Say once that nothing is saved: it would be said again after every move."""
        if self._told:
            return []
        self._told = True
        return [Notice("notice.unwritable", {"folder": str(self.folder), "why": error.strerror or ""})]
