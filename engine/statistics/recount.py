"""Recount: recomputes all sums and ratings from the stored matches and deals, in small steps between frames.

Each step is a transaction that also updates the progress, a row of the table ``recount``. So the next run continues
after a crash. The sums contain only the matches already reached, and matches written meanwhile are counted once they
are reached.
"""

import sqlite3
from enum import IntEnum
from typing import NamedTuple

from engine.profile.database import ForeignDatabaseError
from engine.statistics.rating_table import rerate_matches
from engine.statistics.sql_schema import SUM_TABLES, add_to_sums

MATCHES_PER_STEP = 50
"""Number of matches per step, which takes 5 to 10 ms."""
_MIN_INTEGER = -(2**63)


class _Phase(IntEnum):
    """Phases of a recount of the statistics, in order."""

    EMPTY = 0
    """Delete the sums."""
    SUMS = 1
    """Add the matches by id; ``last_match_id`` is the last one added."""
    RATINGS = 2
    """Rate the matches in order of play; ``last_finish`` and ``last_match_id`` identify the last one rated."""


class _Progress(NamedTuple):
    """Progress of a recount of the statistics: its phase and last match."""

    phase: int
    last_finish: int
    last_match_id: int
    done: int
    """Number of matches added plus number of matches rated."""
    total: int
    """Approximate final value of ``done``."""


def begin_recount(file: sqlite3.Connection) -> None:
    """Schedule a recount of all sums and ratings in the statistics."""
    file.execute("DELETE FROM recount")
    total = "(SELECT 2 * COUNT(*) FROM matches)"
    file.execute(f"INSERT INTO recount VALUES (?, ?, ?, 0, {total})", (_Phase.EMPTY, _MIN_INTEGER, _MIN_INTEGER))


def progress(file: sqlite3.Connection) -> float | None:
    """Return the progress of the statistics' recount, 0 … 1; None if there is none.

    Raises:
        ForeignDatabaseError: its row is not from this program.
    """
    current = _read_progress(file)
    return None if current is None else min(1.0, current.done / max(1, current.total))


def recount_more(file: sqlite3.Connection, max_matches: int = MATCHES_PER_STEP) -> bool:
    """Recount up to ``max_matches`` more matches into the statistics' sums and ratings; return False at the end.

    Raises:
        ForeignDatabaseError: the facts are not from this program.
    """
    current = _read_progress(file)
    if current is None:
        return False
    try:
        _recount_step(file, current, max_matches)
    except (TypeError, ValueError, LookupError, OverflowError) as error:
        raise ForeignDatabaseError(f"invalid facts: {error}") from error
    return _read_progress(file) is not None


def _read_progress(file: sqlite3.Connection) -> _Progress | None:
    row = file.execute("SELECT phase, finish, match, done, total FROM recount").fetchone()
    if row is not None and not all(isinstance(value, int) for value in row):
        raise ForeignDatabaseError(f"table recount has {row}, expected integers")
    return None if row is None else _Progress(*row)


def _recount_step(file: sqlite3.Connection, current: _Progress, max_matches: int) -> None:
    if current.phase == _Phase.EMPTY:
        for table in SUM_TABLES:
            file.execute(f"DELETE FROM {table}")
        _save_progress(file, _Phase.SUMS, _MIN_INTEGER, _MIN_INTEGER, 0)
    elif current.phase == _Phase.SUMS:
        query = "SELECT id FROM matches WHERE id > ? ORDER BY id LIMIT ?"
        match_ids = [match for (match,) in file.execute(query, (current.last_match_id, max_matches))]
        if match_ids:
            _save_progress(file, _Phase.SUMS, _MIN_INTEGER, match_ids[-1], len(match_ids))
        else:
            _save_progress(file, _Phase.RATINGS, _MIN_INTEGER, _MIN_INTEGER, 0)
        for match in match_ids:
            add_to_sums(file, match, 1)
    else:
        last = rerate_matches(file, (current.last_finish, current.last_match_id), max_matches)
        if last is None:
            file.execute("DELETE FROM recount")
        else:
            _save_progress(file, _Phase.RATINGS, *last, max_matches)


def _save_progress(file: sqlite3.Connection, phase: _Phase, finish: int, match: int, newly_done: int) -> None:
    values = (phase, finish, match, newly_done)
    file.execute("UPDATE recount SET phase = ?, finish = ?, match = ?, done = done + ?", values)
