"""Store of the finished matches: one record file each in ``matches/`` of the profile; the oldest are removed.

Result and number of deals require a replay. ``index.json`` caches them for each file with unchanged size and time. It
is rebuilt if it is missing, damaged or of another program version.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from engine import __version__
from engine.events import DealScored
from engine.game import Game, Standing
from engine.match.record import MAX_RECORD_BYTES, Record, RecordError
from engine.match.replay import Replay
from engine.moves import Move, Note
from engine.notices import Notice
from engine.profile.safe_reading import is_folder, read_text
from engine.profile.storage import Profile
from engine.schemas import parse_toml

INDEX_FILE = "index.json"
MAX_MOVES_AT_ONCE = 1000
"""Maximum number of moves replayed in one call, at most 60 ms; longer matches take several calls."""
MAX_INDEX_BYTES = 2_000_000
"""Maximum size of the index in bytes, 300 to 500 per match. A larger index is rebuilt."""


class MatchResult(NamedTuple):
    """Result of a recorded match, computed by a replay."""

    moves: int = 0
    """Number of legal moves from the start."""
    deals: int = 0
    """Number of finished deals."""
    totals: tuple[int, ...] = ()
    """Score of each seat."""
    winners: tuple[int, ...] = ()
    """Seats that won the match; empty if it isn't over."""
    standings: tuple[Standing, ...] = ()
    """Each seat's standing, which counts in place of the totals; empty if points count or the match isn't over."""

    @classmethod
    def from_game(cls, game: Game, moves: int, first_counted_deal: int = 1) -> "MatchResult":
        """Return the result of a match from its position after ``moves`` moves."""
        if game.outcome is None:
            return cls(moves, len(game.history), game.scores)
        found = (game.standing(seat, first_counted_deal) for seat in range(game.seats))
        standings = tuple(one for one in found if one is not None)
        return cls(moves, len(game.history), game.scores, game.outcome.winners, standings)


class _ResultReplay(Replay):
    """Replay that finds out the first deal that counts."""

    first_counted_deal = 1

    def _push_move(self, move: Move) -> None:
        super()._push_move(move)
        for event in self.game.events or ():
            if isinstance(event, DealScored) and event.reason.key in self.game.fresh_start_reasons:
                self.first_counted_deal = event.deal + 1


class ReplayEntry(NamedTuple):
    """A finished match in the list of replays."""

    path: Path
    modified_at: float
    """Modification time of the file, seconds since 1970; the oldest files are removed first."""
    record_head: Record | None = None
    """The record without moves; None if the file is not a record."""
    result: MatchResult = MatchResult()
    notice: Notice | None = None
    """Error of the file: unreadable, or with an illegal move; None if there is none."""
    is_result_known: bool = True
    """Whether the result is known; False until a long match is completely replayed."""

    @property
    def sort_key(self) -> tuple[float, str]:
        """Sort key of a match in the list: its end, else its start, else the file's time; then the file name."""
        record = self.record_head
        return (record.ended or record.began if record else 0) or self.modified_at, self.path.name


class ImportResult(NamedTuple):
    """Result of importing a match record into the profile."""

    entry: ReplayEntry | None
    """Entry of the match; None if the text is not a record."""
    is_new: bool = False
    """Whether the profile did not have the match before."""
    notices: tuple[Notice, ...] = ()


class ReplayStore:
    """Store of the finished matches of a profile, one record file each.

    As in ``Profile``, methods report failures instead of raising.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.entries: list[ReplayEntry] = []
        """Entries of the matches read so far, newest first."""
        self._unread_paths: list[Path] = []
        self._current_replay: _ResultReplay | None = None
        """Unfinished replay of the first unread file."""
        self._index: dict[str, Any] = {}
        self._is_index_dirty = False

    @property
    def folder(self) -> Path:
        """Folder of the record files of finished matches."""
        return self.profile.folder / "matches"

    # --- the list ---------------------------------------------------------------------------------------------------

    def scan(self) -> None:
        """List the finished matches: put indexed ones into ``entries``, queue the others for ``try_read_more``."""
        self._read_index()
        self.entries, self._unread_paths, self._current_replay = [], [], None
        paths = self.profile.list_toml_files(self.folder)
        for path in paths:
            entry = self._indexed(path)
            if entry is None:
                self._unread_paths.append(path)
            else:
                self.entries.append(entry)
        self.entries.sort(key=lambda entry: entry.sort_key, reverse=True)
        missing = self._index.keys() - {path.name for path in paths}
        for name in missing:
            del self._index[name]
        self._is_index_dirty = bool(missing)
        self._write_index_if_complete()

    @property
    def unread_count(self) -> int:
        """Number of record files that are not completely read."""
        return len(self._unread_paths)

    def try_read_more(self, count: int = 1) -> bool:
        """Read up to ``count`` unread record files, or a part of a long one; return False if none was left."""
        if not self._unread_paths:
            return False
        remaining_moves = MAX_MOVES_AT_ONCE
        for _ in range(count):
            if not self._unread_paths or remaining_moves <= 0:
                break
            remaining_moves -= self._replay_more(self._unread_paths[0], remaining_moves)
        self._write_index_if_complete()
        return True

    def _replay_more(self, path: Path, max_moves: int) -> int:
        """Replay up to ``max_moves`` moves of the first unread record file; return their number, at least 1."""
        replay = self._current_replay or self._begin_replay(path)
        if isinstance(replay, ReplayEntry):
            self._finish(replay)
            return 1
        move_count = replay.step(max_moves)
        self._current_replay = replay
        if replay.is_done:
            self._finish(self._make_and_index_entry(path, replay))
        return max(1, move_count)

    def _finish(self, entry: ReplayEntry) -> None:
        self._current_replay = None
        del self._unread_paths[0]
        self._insert(entry)

    def _write_index_if_complete(self) -> None:
        if not self._unread_paths and self._is_index_dirty:
            self._write_index()

    def _insert(self, entry: ReplayEntry) -> None:
        """Insert the entry of a finished match into the sorted list, replacing an older one of the same file."""
        self.entries = [other for other in self.entries if other.path != entry.path] + [entry]
        self.entries.sort(key=lambda one: one.sort_key, reverse=True)

    def _begin_replay(self, path: Path) -> _ResultReplay | ReplayEntry:
        """Begin to replay a record file; return the ``Replay``, or a list entry with a notice if it is unreadable."""
        text, notice = self._read_text(path)
        time = _size_and_mtime_ns(path)[1] / 1e9
        if text is None:
            return ReplayEntry(path, time, notice=notice)
        try:
            return _ResultReplay(Record.from_text(text, self.profile.games))
        except RecordError as error:
            return ReplayEntry(path, time, notice=_notice(error, path.name))

    def _make_and_index_entry(self, path: Path, replay: _ResultReplay) -> ReplayEntry:
        """Return the list entry of a replayed match, and add it to the index if all moves are legal."""
        head, time = replace(replay.record, moves=[]), _size_and_mtime_ns(path)[1] / 1e9
        if replay.error is not None:
            return ReplayEntry(path, time, head, _result(replay), _notice(replay.error, path.name))
        self._add_to_index(path, head, _result(replay))
        return ReplayEntry(path, time, head, _result(replay))

    def _read_entry_or_begin(self, path: Path) -> ReplayEntry:
        """Return a match file's list entry; a long match is replayed only in part, and continued by later calls."""
        replay = self._begin_replay(path)
        if isinstance(replay, ReplayEntry):
            return replay
        replay.step(MAX_MOVES_AT_ONCE)
        if replay.is_done:
            return self._make_and_index_entry(path, replay)
        self._queue_first(path)
        self._current_replay = replay
        return ReplayEntry(
            path, _size_and_mtime_ns(path)[1] / 1e9, replace(replay.record, moves=[]), is_result_known=False
        )

    def _queue_first(self, path: Path) -> None:
        """Move a record file to the front of the unread files."""
        self._current_replay = None
        self._unread_paths = [path, *(other for other in self._unread_paths if other != path)]

    def _read_text(self, path: Path) -> tuple[str | None, Notice | None]:
        found = self.profile.read_untouched(path, MAX_RECORD_BYTES)
        return (None, found) if isinstance(found, Notice) else (found, None)

    # --- adding finished matches ------------------------------------------------------------------------------------

    def path_of(self, record: Record) -> Path:
        """Return the path of the record file for a finished match with an ``id``, valid on every system."""
        return self.folder / f"{record.game}-{record.id}.toml"

    def save(self, record: Record, game: Game, *, max_replays: int, now: int) -> None:
        """Save a finished match, and remove the oldest matches without a star beyond ``max_replays``.

        Args:
            record: the match; one without an ``id`` is not saved. A second save replaces the first.
            game: its last position.
            max_replays: maximum number of matches without a star; 0 saves nothing and removes nothing.
            now: seconds since 1970.
        """
        if not max_replays or not record.id:
            return
        path, record = self.path_of(record), replace(record, ended=record.ended or now)
        self.profile.write(path, record.to_text())
        self._read_index()
        if not game.fresh_start_reasons:  # else only a replay tells which deals count
            self._add_to_index(path, record, MatchResult.from_game(game, len(record.moves)))
        self._remove_oldest(max_replays, path)
        self._write_index()

    def _remove_oldest(self, max_replays: int, newest: Path) -> None:
        """Remove the oldest finished matches beyond ``max_replays``, not counting starred and unreadable ones."""
        paths = self.profile.list_toml_files(self.folder)
        if len(paths) <= max_replays:
            return
        removable = sorted(
            (_size_and_mtime_ns(path)[1], path) for path in paths if path != newest and self._is_removable(path)
        )
        for _, path in removable[: max(0, len(removable) + 1 - max_replays)]:
            self.profile.remove(path)
            self._index.pop(path.name, None)

    def _is_removable(self, path: Path) -> bool:
        """Whether a record file is readable and its match has no star, so that it may be removed."""
        entry = self._indexed(path)
        if entry is not None:
            return entry.record_head is not None and not entry.record_head.starred
        text, _ = self._read_text(path)
        try:
            return text is not None and not Record.from_text(text, self.profile.games).starred
        except RecordError:
            return False

    # --- single matches ---------------------------------------------------------------------------------------------

    def load(self, entry: ReplayEntry) -> Record | Notice:
        """Read a finished match with its moves from its file; return a notice if that is unreadable."""
        text, notice = self._read_text(entry.path)
        if text is None:
            return notice or Notice("notice.unreadable", {"file": entry.path.name, "why": ""})
        try:
            return Record.from_text(text, self.profile.games)
        except RecordError as error:
            return _notice(error, entry.path.name)

    def set_star(self, entry: ReplayEntry, starred: bool) -> None:
        """Mark a finished match with a star or remove the star; the file keeps its modification time."""
        record = self.load(entry)
        if isinstance(record, Notice):
            self.profile.report(record)
            return
        stamp = _size_and_mtime_ns(entry.path)
        record.starred = int(starred)
        self.profile.write(entry.path, record.to_text())
        if not self.profile.is_unsaved(entry.path):
            _set_time(entry.path, stamp[1])
        head = replace(record, moves=[])
        if entry.notice is None and entry.is_result_known:
            self._add_to_index(entry.path, head, entry.result)
        self._insert(entry._replace(record_head=head))
        self._write_index()

    def delete(self, entry: ReplayEntry) -> str | None:
        """Delete a finished match; return its record text for ``restore``, None if it was unreadable."""
        text, _ = self._read_text(entry.path)
        self.profile.remove(entry.path)
        self.entries = [other for other in self.entries if other.path != entry.path]
        self._unread_paths, self._current_replay = [path for path in self._unread_paths if path != entry.path], None
        self._index.pop(entry.path.name, None)
        self._write_index()
        return text

    def restore(self, entry: ReplayEntry, text: str) -> None:
        """Restore the file of a deleted finished match from its record text."""
        self.profile.write(entry.path, text)
        if not self.profile.is_unsaved(entry.path):
            _set_time(entry.path, round(entry.modified_at * 1e9))
        if not entry.is_result_known:
            self._queue_first(entry.path)
        elif entry.record_head is not None and entry.notice is None:
            self._add_to_index(entry.path, entry.record_head, entry.result)
        self._insert(entry)
        self._write_index()

    def import_text(self, text: str, file: str, new_id: str) -> ImportResult:
        """Import a finished match into the profile from the text of its record.

        Args:
            text: a record; illegal moves are accepted.
            file: the file name used in notices.
            new_id: new identifier for a match without one, or with that of a different match of the profile.
        """
        try:
            record = Record.from_text(text, self.profile.games)
        except RecordError as error:
            return ImportResult(None, notices=(_notice(error, file),))
        record.starred = 0
        if record.id:
            existing, _ = self._read_text(self.path_of(record))
            if existing is not None:
                if _is_equal_except_star(existing, record, self.profile.games):
                    entry = self._read_entry_or_begin(self.path_of(record))
                    self._insert(entry)
                    return ImportResult(entry, notices=_notices_about(entry, file))
                record.id = ""
        record.id = record.id or new_id
        path, text = self.path_of(record), record.to_text()
        self.profile.write(path, text)
        entry = self._read_entry_or_begin(path)
        self._insert(entry)
        self._write_index()
        return ImportResult(entry, True, _notices_about(entry, file))

    # --- the index --------------------------------------------------------------------------------------------------

    def _read_index(self) -> None:
        import json  # noqa: PLC0415  # 1 ms of the start

        try:
            index = json.loads(read_text(self.folder / INDEX_FILE, MAX_INDEX_BYTES))
            is_valid = index["version"] == __version__ and isinstance(index["files"], dict)
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            is_valid = False
        self._index = index["files"] if is_valid else {}

    def _write_index(self) -> None:
        """Write the index of the finished matches; ignore failures, since it is a cache."""
        import json  # noqa: PLC0415

        self._is_index_dirty = False
        text = json.dumps({"version": __version__, "files": self._index}, separators=(",", ":"), ensure_ascii=False)
        if is_folder(self.folder):
            self.profile.write_if_possible(self.folder / INDEX_FILE, text)

    def _add_to_index(self, path: Path, record: Record, result: MatchResult) -> None:
        """Add a match to the index, unless its file could not be written."""
        if self.profile.is_unsaved(path):
            return
        raw = parse_toml(replace(record, moves=[]).to_text())
        standings = [_raw_standing(one) for one in result.standings]
        self._index[path.name] = [*_size_and_mtime_ns(path), raw, *result[:-1], *standings]
        self._is_index_dirty = True

    def _indexed(self, path: Path) -> ReplayEntry | None:
        """Return a record file's entry in the index; None if the file has changed, or the entry is missing or bad."""
        values = self._index.get(path.name)
        if values is None or self.profile.is_unsaved(path):
            return None
        try:
            size, time, raw, moves, deals, totals, winners, *standings = values
            if (size, time) != _size_and_mtime_ns(path):
                return None
            record = Record.from_raw(raw, self.profile.games)
            seats = range(record.seats)
            result = MatchResult(
                int(moves),
                int(deals),
                tuple(map(int, totals)),
                tuple(map(int, winners)),
                tuple(map(_standing_from_raw, standings)),
            )
            if len(result.totals) != len(seats) or not set(result.winners) <= set(seats):
                return None
            has_standings = bool(result.winners and self.profile.games[record.game].fresh_start_reasons)
            if len(result.standings) != has_standings * len(seats):
                return None
        except (RecordError, ValueError, TypeError, AttributeError):
            return None
        return ReplayEntry(path, time / 1e9, record, result)


def _result(replay: _ResultReplay) -> MatchResult:
    return MatchResult.from_game(replay.game, replay.moves_made, replay.first_counted_deal)


def _raw_standing(standing: Standing) -> list[Any]:
    return [standing.rank, standing.note.key, *standing.note.placeholders.items()]


def _standing_from_raw(raw: Sequence[Any]) -> Standing:
    rank, key, *placeholders = raw
    return Standing(int(rank), Note(str(key), {str(name): int(value) for name, value in placeholders}))


def _notice(error: RecordError, file: str) -> Notice:
    return Notice(error.key, {**error.placeholders, "file": file})


def _notices_about(entry: ReplayEntry, file: str) -> tuple[Notice, ...]:
    """Return the notice about an imported replay, with this file name in its text; empty if there is none."""
    if entry.notice is None:
        return ()
    return (entry.notice._replace(placeholders={**entry.notice.placeholders, "file": file}),)


def _is_equal_except_star(text: str, record: Record, games: Mapping[str, type[Game]]) -> bool:
    try:
        other = Record.from_text(text, games)
    except RecordError:
        return False
    return replace(other, starred=0) == record


def _size_and_mtime_ns(path: Path) -> tuple[int, int]:
    """Return a file's size in bytes and modification time in nanoseconds since 1970; zeros if it is missing."""
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
