"""Finished matches: one record file each in ``matches/`` of the profile; the oldest are removed over time.

What the list shows of a match (winner, number of deals) takes a replay to find out. ``index.json`` caches it for each
file while size and time stay the same. It is only a cache, rebuilt if missing, damaged or of another program version.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from engine import __version__
from engine.game import Game
from engine.match.record import MAX_RECORD_BYTES, Record, RecordError
from engine.match.replay import Replay
from engine.notices import Notice
from engine.profile.safe_reading import read_text
from engine.profile.storage import Profile
from engine.schemas import parse_toml

INDEX_FILE = "index.json"
MAX_MOVES_AT_ONCE = 1000
"""Maximum number of moves replayed at once, 60 ms at most: a longer match is read in several parts."""
MAX_INDEX_BYTES = 2_000_000
"""Maximum size of the index in bytes: 300 to 500 for a match. A larger one is made again."""


class MatchResult(NamedTuple):
    """The outcome of a match, found by replaying it."""

    moves: int = 0
    """Number of moves that can be replayed."""
    deals: int = 0
    """Number of finished deals."""
    totals: tuple[int, ...] = ()
    """Points of each seat."""
    winners: tuple[int, ...] = ()
    """Seats that won the match; empty if it isn't over."""

    @classmethod
    def from_game(cls, game: Game, moves: int) -> "MatchResult":
        """The result of a position reached after ``moves`` moves."""
        return cls(moves, len(game.history), game.scores, game.outcome.winners if game.outcome else ())


class ReplayEntry(NamedTuple):
    """A match in the list."""

    path: Path
    time: float
    """When the file was written, seconds since 1970: the oldest are removed first."""
    record: Record | None = None
    """The record without its moves; None if the file is not a record."""
    result: MatchResult = MatchResult()
    notice: Notice | None = None
    """What is wrong with the file: unreadable, or replayable only up to some move."""
    is_complete: bool = True
    """Whether the result is known; not so while a long match is being replayed."""

    @property
    def sort_key(self) -> tuple[float, str]:
        """Sort key of the list: when the match ended, else began, else when the file was written."""
        record = self.record
        return (record.ended or record.began if record else 0) or self.time, self.path.name


class ImportResult(NamedTuple):
    """The result of importing a record."""

    entry: ReplayEntry | None
    """The match in the list; None if the text is not a record."""
    is_new: bool = False
    """Whether it is new here."""
    notices: tuple[Notice, ...] = ()


class ReplayStore:
    """The finished matches of a profile. As in ``Profile``, nothing here raises."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.entries: list[ReplayEntry] = []
        """Matches read so far, newest first."""
        self._unread_paths: list[Path] = []
        self._current_replay: Replay | None = None
        """The replay of the first unread file, as far as it got."""
        self._index: dict[str, Any] = {}
        self._is_index_dirty = False

    @property
    def folder(self) -> Path:
        """The folder with the match files."""
        return self.profile.folder / "matches"

    # --- the list ---------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """List the folder: indexed matches are in ``entries`` at once, the others wait for ``read_more``."""
        self._read_index()
        self.entries, self._unread_paths, self._current_replay = [], [], None
        paths = self.profile.list_files(self.folder)
        for path in paths:
            entry = self._indexed(path)
            if entry is None:
                self._unread_paths.append(path)
            else:
                self.entries.append(entry)
        self.entries.sort(key=lambda entry: entry.sort_key, reverse=True)
        gone = self._index.keys() - {path.name for path in paths}
        for name in gone:
            del self._index[name]
        self._is_index_dirty = bool(gone)
        self._save_if_complete()

    @property
    def unread_count(self) -> int:
        """Number of files still to be read."""
        return len(self._unread_paths)

    def read_more(self, count: int = 1) -> bool:
        """Read up to ``count`` files that are not in the index, or a part of a long one; False if none were left."""
        if not self._unread_paths:
            return False
        left = MAX_MOVES_AT_ONCE
        for _ in range(count):
            if not self._unread_paths or left <= 0:
                break
            left -= self._replay_more(self._unread_paths[0], left)
        self._save_if_complete()
        return True

    def _replay_more(self, path: Path, max_moves: int) -> int:
        """Replay up to ``most`` moves of the first unread file; return how many, at least 1."""
        reading = self._current_replay or self._begin(path)
        if isinstance(reading, ReplayEntry):
            self._finish(reading)
            return 1
        made = reading.step(max_moves)
        self._current_replay = reading
        if reading.is_done:
            self._finish(self._entry(path, reading))
        return max(1, made)

    def _finish(self, entry: ReplayEntry) -> None:
        self._current_replay = None
        del self._unread_paths[0]
        self._insert(entry)

    def _save_if_complete(self) -> None:
        if not self._unread_paths and self._is_index_dirty:
            self._write_index()

    def _insert(self, entry: ReplayEntry) -> None:
        """Insert a match into the sorted list, replacing an older entry of the same file."""
        self.entries = [other for other in self.entries if other.path != entry.path] + [entry]
        self.entries.sort(key=lambda one: one.sort_key, reverse=True)

    def _begin(self, path: Path) -> Replay | ReplayEntry:
        """Begin to replay a file; the entry if it can't be read."""
        text, notice = self._text(path)
        time = _file_stamp(path)[1] / 1e9
        if text is None:
            return ReplayEntry(path, time, notice=notice)
        try:
            return Replay(Record.from_text(text, self.profile.games))
        except RecordError as error:
            return ReplayEntry(path, time, notice=_notice(error, path.name))

    def _entry(self, path: Path, replay: Replay) -> ReplayEntry:
        """The list entry of a replayed match; one without a mistake also goes into the index."""
        head, time = replace(replay.record, moves=[]), _file_stamp(path)[1] / 1e9
        if replay.error is not None:
            return ReplayEntry(path, time, head, _result(replay), _notice(replay.error, path.name))
        self._add_to_index(path, head, _result(replay))
        return ReplayEntry(path, time, head, _result(replay))

    def _read(self, path: Path) -> ReplayEntry:
        """Read a file at once if it is short; else it goes to the front of the unread files."""
        reading = self._begin(path)
        if isinstance(reading, ReplayEntry):
            return reading
        reading.step(MAX_MOVES_AT_ONCE)
        if reading.is_done:
            return self._entry(path, reading)
        self._queue_first(path)
        self._current_replay = reading
        return ReplayEntry(path, _file_stamp(path)[1] / 1e9, replace(reading.record, moves=[]), is_complete=False)

    def _queue_first(self, path: Path) -> None:
        """Put a file before the other unread ones."""
        self._current_replay = None
        self._unread_paths = [path, *(other for other in self._unread_paths if other != path)]

    def _text(self, path: Path) -> tuple[str | None, Notice | None]:
        found = self.profile.read_untouched(path, MAX_RECORD_BYTES)
        return (None, found) if isinstance(found, Notice) else (found, None)

    # --- adding finished matches ------------------------------------------------------------------------------------

    def path_of(self, record: Record) -> Path:
        """The file of a match with an ``id``; the name works on every system."""
        return self.folder / f"{record.game}-{record.id}.toml"

    def save(self, record: Record, game: Game, *, max_replays: int, now: int) -> list[Notice]:
        """Save a finished match, and remove the oldest matches without a star beyond ``most``.

        Args:
            record: the match; one without an ``id`` is not saved. A second save replaces the first.
            game: its last position.
            most: maximum number of matches without a star; 0 saves nothing and removes nothing.
            now: seconds since 1970.
        """
        if not max_replays or not record.id:
            return []
        path, record = self.path_of(record), replace(record, ended=record.ended or now)
        notices = self.profile.write(path, record.to_text())
        self._read_index()
        self._add_to_index(path, record, MatchResult.from_game(game, len(record.moves)))
        notices += self._remove_oldest(max_replays, path)
        self._write_index()
        return notices

    def _remove_oldest(self, max_replays: int, newest: Path) -> list[Notice]:
        """Remove the oldest matches beyond ``most``. Matches with a star and unreadable files don't count and stay."""
        paths = self.profile.list_files(self.folder)
        if len(paths) <= max_replays:
            return []
        plain = sorted((_file_stamp(path)[1], path) for path in paths if path != newest and self._removable(path))
        notices: list[Notice] = []
        for _, path in plain[: max(0, len(plain) + 1 - max_replays)]:
            notices += self.profile.remove(path)
            self._index.pop(path.name, None)
        return notices

    def _removable(self, path: Path) -> bool:
        """Whether a file is a readable match without a star."""
        entry = self._indexed(path)
        if entry is not None:
            return entry.record is not None and not entry.record.starred
        text, _ = self._text(path)
        try:
            return text is not None and not Record.from_text(text, self.profile.games).starred
        except RecordError:
            return False

    # --- single matches ---------------------------------------------------------------------------------------------

    def load(self, entry: ReplayEntry) -> Record | Notice:
        """A match with its moves, or a notice if its file can no longer be read."""
        text, notice = self._text(entry.path)
        if text is None:
            return notice or Notice("notice.unreadable", {"file": entry.path.name, "why": ""})
        try:
            return Record.from_text(text, self.profile.games)
        except RecordError as error:
            return _notice(error, entry.path.name)

    def set_star(self, entry: ReplayEntry, starred: bool) -> list[Notice]:
        """Add or remove a star; the file keeps its age."""
        record = self.load(entry)
        if isinstance(record, Notice):
            return [record]
        stamp = _file_stamp(entry.path)
        record.starred = int(starred)
        notices = self.profile.write(entry.path, record.to_text())
        if not self.profile.is_unsaved(entry.path):
            _set_time(entry.path, stamp[1])
        head = replace(record, moves=[])
        if entry.notice is None and entry.is_complete:
            self._add_to_index(entry.path, head, entry.result)
        self._insert(entry._replace(record=head))
        self._write_index()
        return notices

    def delete(self, entry: ReplayEntry) -> tuple[str | None, list[Notice]]:
        """Delete a match; return its text for ``restore``, or None if it could not be read."""
        text, _ = self._text(entry.path)
        notices = self.profile.remove(entry.path)
        self.entries = [other for other in self.entries if other.path != entry.path]
        self._unread_paths, self._current_replay = [path for path in self._unread_paths if path != entry.path], None
        self._index.pop(entry.path.name, None)
        self._write_index()
        return text, notices

    def restore(self, entry: ReplayEntry, text: str) -> list[Notice]:
        """Restore a deleted match."""
        notices = self.profile.write(entry.path, text)
        if not self.profile.is_unsaved(entry.path):
            _set_time(entry.path, round(entry.time * 1e9))
        if not entry.is_complete:
            self._queue_first(entry.path)
        elif entry.record is not None and entry.notice is None:
            self._add_to_index(entry.path, entry.record, entry.result)
        self._insert(entry)
        self._write_index()
        return notices

    def import_text(self, text: str, file: str, new_id: str) -> ImportResult:
        """Import a match from a text.

        Args:
            text: a record; one with an illegal move is accepted, too.
            file: the file name used in notices.
            new_id: identifier for the match if it has none, or if a different match here already has it.
        """
        try:
            record = Record.from_text(text, self.profile.games)
        except RecordError as error:
            return ImportResult(None, notices=(_notice(error, file),))
        record.starred = 0
        if record.id:
            existing, _ = self._text(self.path_of(record))
            if existing is not None:
                if _is_same_match(existing, record, self.profile.games):
                    entry = self._read(self.path_of(record))
                    self._insert(entry)
                    return ImportResult(entry, notices=_notices_about(entry, file))
                record.id = ""
        record.id = record.id or new_id
        path, text = self.path_of(record), record.to_text()
        notices = self.profile.write(path, text)
        entry = self._read(path)
        self._insert(entry)
        self._write_index()
        return ImportResult(entry, True, (*notices, *_notices_about(entry, file)))

    # --- the index --------------------------------------------------------------------------------------------------

    def _read_index(self) -> None:
        import json  # noqa: PLC0415  # 1 ms of the start

        try:
            found = json.loads(read_text(self.folder / INDEX_FILE, MAX_INDEX_BYTES))
            good = found["version"] == __version__ and isinstance(found["files"], dict)
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            good = False
        self._index = found["files"] if good else {}

    def _write_index(self) -> None:
        """Write the index; as it is only a cache, failures are ignored."""
        import json  # noqa: PLC0415

        self._is_index_dirty = False
        text = json.dumps({"version": __version__, "files": self._index}, separators=(",", ":"), ensure_ascii=False)
        if self.folder.is_dir():
            self.profile.write_if_possible(self.folder / INDEX_FILE, text)

    def _add_to_index(self, path: Path, record: Record, result: MatchResult) -> None:
        """Add a match that was just written or read to the index."""
        if self.profile.is_unsaved(path):
            return
        raw = parse_toml(replace(record, moves=[]).to_text())
        self._index[path.name] = [*_file_stamp(path), raw, *result]
        self._is_index_dirty = True

    def _indexed(self, path: Path) -> ReplayEntry | None:
        """The index's entry for a file; None if the file has changed since, or the entry is invalid."""
        known = self._index.get(path.name)
        if known is None or self.profile.is_unsaved(path):
            return None
        try:
            size, time, raw, moves, deals, totals, winners = known
            if (size, time) != _file_stamp(path):
                return None
            record = Record.from_raw(raw, self.profile.games)
            seats = range(record.seats)
            result = MatchResult(int(moves), int(deals), tuple(map(int, totals)), tuple(map(int, winners)))
            if len(result.totals) != len(seats) or not set(result.winners) <= set(seats):
                return None
        except (RecordError, ValueError, TypeError, AttributeError):
            return None
        return ReplayEntry(path, time / 1e9, record, result)


def _result(replay: Replay) -> MatchResult:
    return MatchResult.from_game(replay.game, replay.moves_made)


def _notice(error: RecordError, file: str) -> Notice:
    return Notice(error.key, {**error.placeholders, "file": file})


def _notices_about(entry: ReplayEntry, file: str) -> tuple[Notice, ...]:
    """The entry's notice, with this file name in it."""
    if entry.notice is None:
        return ()
    return (entry.notice._replace(placeholders={**entry.notice.placeholders, "file": file}),)


def _is_same_match(text: str, record: Record, games: Mapping[str, type[Game]]) -> bool:
    try:
        other = Record.from_text(text, games)
    except RecordError:
        return False
    return replace(other, starred=0) == record


def _file_stamp(path: Path) -> tuple[int, int]:
    """Size and modification time (nanoseconds since 1970) of a file; zeros if it doesn't exist."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _set_time(path: Path, nanoseconds: int) -> None:
    try:
        os.utime(path, ns=(nanoseconds, nanoseconds))
    except OSError:
        return
