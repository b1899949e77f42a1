"""Finished matches: each a record in a file of its own in ``matches/`` of the profile, the oldest given up in time.

What a list shows of a match (who won, how many deals it had) takes a replay to find out. ``index.json`` beside the
files remembers it for each file as long as its size and time stay the same; nothing is in it that is not in the files,
and it is made anew where it is missing, damaged or of another version of the program.
"""

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from engine import __version__
from engine.game import Game
from engine.match.record import Record, RecordError
from engine.notices import Notice
from engine.profile.storage import LARGEST, Profile, text_of

INDEX = "index.json"


class MatchResult(NamedTuple):
    """What a replay of a match finds out."""

    moves: int = 0
    """So many can be played again."""
    deals: int = 0
    """So many have been scored."""
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    """Of the match; empty where it isn't over."""

    @classmethod
    def of(cls, game: Game, moves: int) -> "MatchResult":
        """How a position came out that was reached by so many moves."""
        return cls(moves, len(game.history), game.scores, game.outcome.winners if game.outcome else ())


class ReplayEntry(NamedTuple):
    """A match in the list."""

    path: Path
    time: float
    """When its file was written, seconds since 1970: the oldest are given up first."""
    record: Record | None = None
    """Without its moves; None where the file is no record."""
    result: MatchResult = MatchResult()
    notice: Notice | None = None
    """What is wrong with the file: it can't be read at all, or only played up to a move."""

    @property
    def when(self) -> tuple[float, str]:
        """By this the list is sorted: when the match was over, or began, or came here."""
        record = self.record
        return (record.ended or record.began if record else 0) or self.time, self.path.name


class ImportResult(NamedTuple):
    """What came of a text that was brought in."""

    kept: ReplayEntry | None
    new: bool = False
    """It wasn't there before."""
    notices: tuple[Notice, ...] = ()


class ReplayStore:
    """The finished matches of a profile. Nothing here raises, as in ``Profile``."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.found: list[ReplayEntry] = []
        """Those that were read, the newest first."""
        self._unread: list[Path] = []
        self._index: dict[str, Any] = {}
        self._changed = False

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return self.profile.folder / "matches"

    # --- the list ---------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Look into the folder: what the index knows is in ``found`` at once, the rest is for ``read_more``."""
        self._read_index()
        self.found, self._unread = [], []
        there = self.profile.listed(self.folder)
        for path in there:
            kept = self._remembered(path)
            if kept is None:
                self._unread.append(path)
            else:
                self.found.append(kept)
        self.found.sort(key=lambda kept: kept.when, reverse=True)
        names = {path.name for path in there}
        gone = self._index.keys() - names
        for name in gone:
            del self._index[name]
        self._changed = bool(gone)
        self._end()

    @property
    def unread(self) -> int:
        """How many files are still to be read."""
        return len(self._unread)

    def read_more(self, count: int = 1) -> bool:
        """Read so many files that the index doesn't know; False when there were none left."""
        if not self._unread:
            return False
        for path in self._unread[:count]:
            self._enter(self._read(path))
        del self._unread[:count]
        self._end()
        return True

    def _end(self) -> None:
        if not self._unread and self._changed:
            self._write_index()

    def _enter(self, kept: ReplayEntry) -> None:
        """Put a match where it belongs in the list, in place of what was there of its file."""
        self.found = [other for other in self.found if other.path != kept.path] + [kept]
        self.found.sort(key=lambda one: one.when, reverse=True)

    def _read(self, path: Path) -> ReplayEntry:
        text, notice = self._text(path)
        if text is None:
            return ReplayEntry(path, _stamp(path)[1] / 1e9, notice=notice)
        return self._judged(path, text)

    def _text(self, path: Path) -> tuple[str | None, Notice | None]:
        if self.profile.unsaved(path):
            return self.profile.read(path)[0], None
        found = text_of(path, LARGEST)
        return (None, found) if isinstance(found, Notice) else (found, None)

    def _judged(self, path: Path, text: str) -> ReplayEntry:
        """A match of its text, replayed to see how it came out; a good one is noted in the index."""
        stamp = _stamp(path)
        time = stamp[1] / 1e9
        try:
            record = Record.from_text(text, self.profile.games)
        except RecordError as error:
            return ReplayEntry(path, time, notice=_notice(error, path.name))
        result, wrong = result_of(record)
        head = replace(record, moves=[])
        if wrong is not None:
            return ReplayEntry(path, time, head, result, _notice(wrong, path.name))
        self._note(path, head, result)
        return ReplayEntry(path, time, head, result)

    # --- keeping ----------------------------------------------------------------------------------------------------

    def path_of(self, record: Record) -> Path:
        """Where a match with an ``id`` is kept: every system can write a name like this."""
        return self.folder / f"{record.game}-{record.id}.toml"

    def keep(self, record: Record, game: Game, *, most: int, now: int) -> list[Notice]:
        """Keep a match that is over, and give up the oldest of those without a star beyond ``most``.

        Args:
            record: with an ``id``; kept again it takes the place of what was kept before.
            game: its last position.
            most: 0 keeps nothing and gives nothing up.
            now: seconds since 1970.
        """
        if not most or not record.id:
            return []
        path, record = self.path_of(record), replace(record, ended=record.ended or now)
        notices = self.profile.write(path, record.to_text())
        self._read_index()
        self._note(path, record, MatchResult.of(game, len(record.moves)))
        notices += self._give_up(most, path)
        self._write_index()
        return notices

    def _give_up(self, most: int, newest: Path) -> list[Notice]:
        """Remove the oldest files beyond ``most``; those with a star don't count, and files that aren't understood
        stay whatever their number."""
        paths = self.profile.listed(self.folder)
        if len(paths) <= most:
            return []
        plain = sorted((_stamp(path)[1], path) for path in paths if path != newest and self._plain(path))
        notices: list[Notice] = []
        for _, path in plain[: max(0, len(plain) + 1 - most)]:
            notices += self.profile.remove(path)
            self._index.pop(path.name, None)
        return notices

    def _plain(self, path: Path) -> bool:
        """Whether a file is a match of this program without a star."""
        kept = self._remembered(path)
        if kept is not None:
            return kept.record is not None and not kept.record.starred
        text, _ = self._text(path)
        try:
            return text is not None and not Record.from_text(text, self.profile.games).starred
        except RecordError:
            return False

    # --- single matches ---------------------------------------------------------------------------------------------

    def load(self, kept: ReplayEntry) -> Record | Notice:
        """A match with its moves; a notice where its file can't be read any more."""
        text, notice = self._text(kept.path)
        if text is None:
            return notice or Notice("notice.unreadable", {"file": kept.path.name, "why": ""})
        try:
            return Record.from_text(text, self.profile.games)
        except RecordError as error:
            return _notice(error, kept.path.name)

    def star(self, kept: ReplayEntry, starred: bool) -> list[Notice]:
        """Give a match a star, or take it away; its place among the oldest stays."""
        record = self.load(kept)
        if isinstance(record, Notice):
            return [record]
        stamp = _stamp(kept.path)
        record.starred = int(starred)
        notices = self.profile.write(kept.path, record.to_text())
        if not self.profile.unsaved(kept.path):
            _set_time(kept.path, stamp[1])
        head = replace(record, moves=[])
        if kept.notice is None:
            self._note(kept.path, head, kept.result)
        self._enter(kept._replace(record=head))
        self._write_index()
        return notices

    def delete(self, kept: ReplayEntry) -> tuple[str | None, list[Notice]]:
        """Remove a match; its text is for ``put_back``, None where it couldn't be read."""
        text, _ = self._text(kept.path)
        notices = self.profile.remove(kept.path)
        self.found = [other for other in self.found if other.path != kept.path]
        self._index.pop(kept.path.name, None)
        self._write_index()
        return text, notices

    def put_back(self, kept: ReplayEntry, text: str) -> list[Notice]:
        """Bring a deleted match back."""
        notices = self.profile.write(kept.path, text)
        if not self.profile.unsaved(kept.path):
            _set_time(kept.path, round(kept.time * 1e9))
        if kept.record is not None and kept.notice is None:
            self._note(kept.path, kept.record, kept.result)
        self._enter(kept)
        self._write_index()
        return notices

    def add(self, text: str, file: str, new_id: str) -> ImportResult:
        """Take a match in from a text.

        Args:
            text: a record; one that can be played only up to a move is taken, too.
            file: what messages call it.
            new_id: the match's name, should it have none or should that be another match's here.
        """
        try:
            record = Record.from_text(text, self.profile.games)
        except RecordError as error:
            return ImportResult(None, notices=(_notice(error, file),))
        record.starred = 0
        if record.id:
            there, _ = self._text(self.path_of(record))
            if there is not None:
                if _same(there, record, self.profile.games):
                    kept = self._read(self.path_of(record))
                    self._enter(kept)
                    return ImportResult(kept, notices=_notices_about(kept, file))
                record.id = ""
        record.id = record.id or new_id
        path, text = self.path_of(record), record.to_text()
        notices = self.profile.write(path, text)
        kept = self._judged(path, text)
        self._enter(kept)
        self._write_index()
        return ImportResult(kept, True, (*notices, *_notices_about(kept, file)))

    # --- the index --------------------------------------------------------------------------------------------------

    def _read_index(self) -> None:
        try:
            found = json.loads((self.folder / INDEX).read_text(encoding="utf-8"))
            good = found["version"] == __version__ and isinstance(found["files"], dict)
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            good = False
        self._index = found["files"] if good else {}

    def _write_index(self) -> None:
        """Only a help: where it can't be written nothing is said."""
        self._changed = False
        text = json.dumps({"version": __version__, "files": self._index}, separators=(",", ":"), ensure_ascii=False)
        if self.folder.is_dir():
            self.profile.write_quietly(self.folder / INDEX, text)

    def _note(self, path: Path, record: Record, result: MatchResult) -> None:
        """Remember a match that was written or read."""
        if self.profile.unsaved(path):
            return
        raw = tomllib.loads(replace(record, moves=[]).to_text())
        self._index[path.name] = [*_stamp(path), raw, *result]
        self._changed = True

    def _remembered(self, path: Path) -> ReplayEntry | None:
        """What the index knows of a file; None where it is another file by now, or makes no sense."""
        known = self._index.get(path.name)
        if known is None or self.profile.unsaved(path):
            return None
        try:
            size, time, raw, moves, deals, totals, winners = known
            if (size, time) != _stamp(path):
                return None
            record = Record.from_raw(raw, self.profile.games)
            seats = range(record.seats)
            result = MatchResult(int(moves), int(deals), tuple(map(int, totals)), tuple(map(int, winners)))
            if len(result.totals) != len(seats) or not set(result.winners) <= set(seats):
                return None
        except (RecordError, ValueError, TypeError, AttributeError):
            return None
        return ReplayEntry(path, time / 1e9, record, result)


def result_of(record: Record) -> tuple[MatchResult, RecordError | None]:
    """How a match came out; one with an impossible move up to there, with what is wrong."""
    try:
        return MatchResult.of(record.replay(), len(record.moves)), None
    except RecordError as error:
        good = int(error.figures["number"]) - 1
        return MatchResult.of(record.replay(good), good), error


def _notice(error: RecordError, file: str) -> Notice:
    return Notice(error.key, {**error.figures, "file": file})


def _notices_about(kept: ReplayEntry, file: str) -> tuple[Notice, ...]:
    """What is wrong with a match, in a message that calls its file so."""
    if kept.notice is None:
        return ()
    return (kept.notice._replace(figures={**kept.notice.figures, "file": file}),)


def _same(there: str, record: Record, games: Mapping[str, type[Game]]) -> bool:
    try:
        other = Record.from_text(there, games)
    except RecordError:
        return False
    return replace(other, starred=0) == record


def _stamp(path: Path) -> tuple[int, int]:
    """Size and time of writing, nanoseconds since 1970; a file that isn't there yet is the oldest."""
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
