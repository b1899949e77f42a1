"""Recomputing all sums and ratings from the facts in parts, so that no frame of the window takes long.

How far it got is a row of the table ``recount``, and each part is a transaction: if the program is killed, the next run
goes on from there, and nothing played meanwhile is lost. Matches that were not reached yet aren't in the sums; one that
is written then is counted when it is reached.
"""

import sqlite3
from enum import IntEnum
from typing import NamedTuple

from engine.profile.database import NotOursError
from engine.statistics.rating_rows import rate_more
from engine.statistics.tables import SUMS, contribute

PER_PART = 50
"""Number of matches recounted in a part: 5 to 10 ms."""
_FIRST = -(2**63)


class _Phase(IntEnum):
    """What a recount does, in this order."""

    EMPTY = 0
    """Empty the sums."""
    SUMS = 1
    """Add the matches by number; ``match`` is the last one added."""
    RATINGS = 2
    """Rate the matches by time; ``at`` and ``match`` are those of the last one rated."""


class _Place(NamedTuple):
    """How far a recount got."""

    phase: int
    at: int
    match: int
    done: int
    """Number of matches added and rated."""
    total: int
    """Approximate value of ``done`` at the end."""


def begin(file: sqlite3.Connection) -> None:
    """Note that everything has to be recounted."""
    file.execute("DELETE FROM recount")
    total = "(SELECT 2 * COUNT(*) FROM matches)"
    file.execute(f"INSERT INTO recount VALUES (?, ?, ?, 0, {total})", (_Phase.EMPTY, _FIRST, _FIRST))


def share(file: sqlite3.Connection) -> float | None:
    """Progress of the recount, 0 … 1; None if there is none.

    Raises:
        NotOursError: its place is none that this program wrote.
    """
    place = _place(file)
    return None if place is None else min(1.0, place.done / max(1, place.total))


def go_on(file: sqlite3.Connection, most: int = PER_PART) -> bool:
    """Recount up to ``most`` more matches; False at the end.

    Raises:
        NotOursError: the facts are none that this program wrote.
    """
    place = _place(file)
    if place is None:
        return False
    try:
        _part(file, place, most)
    except (TypeError, ValueError, LookupError, OverflowError) as error:
        raise NotOursError(f"strange figures: {error}") from error
    return _place(file) is not None


def _place(file: sqlite3.Connection) -> _Place | None:
    found = file.execute("SELECT phase, at, match, done, total FROM recount").fetchone()
    if found is not None and not all(isinstance(value, int) for value in found):
        raise NotOursError(f"a recount at {found}")
    return None if found is None else _Place(*found)


def _part(file: sqlite3.Connection, place: _Place, most: int) -> None:
    if place.phase == _Phase.EMPTY:
        for table in SUMS:
            file.execute(f"DELETE FROM {table}")
        _move(file, _Phase.SUMS, _FIRST, _FIRST, 0)
    elif place.phase == _Phase.SUMS:
        query = "SELECT id FROM matches WHERE id > ? ORDER BY id LIMIT ?"
        several = [match for (match,) in file.execute(query, (place.match, most))]
        if several:
            _move(file, _Phase.SUMS, _FIRST, several[-1], len(several))
        else:
            _move(file, _Phase.RATINGS, _FIRST, _FIRST, 0)
        for match in several:
            contribute(file, match, 1)
    else:
        last = rate_more(file, (place.at, place.match), most)
        if last is None:
            file.execute("DELETE FROM recount")
        else:
            _move(file, _Phase.RATINGS, *last, most)


def _move(file: sqlite3.Connection, phase: _Phase, at: int, match: int, count: int) -> None:
    file.execute("UPDATE recount SET phase = ?, at = ?, match = ?, done = done + ?", (phase, at, match, count))
