"""Writing to the statistics: matches (also unfinished ones), pars (results against Master's), and deletions.

Each function needs an open connection within a transaction.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import options
from engine.characters import FAIR_TABLE_GROUP, FRIENDS_GROUP, LEVELS, is_strength
from engine.events import DealScored
from engine.match.record import PERSON, Record
from engine.moves import Seat
from engine.profile.database import ForeignDatabaseError
from engine.statistics.rating_table import rate_match
from engine.statistics.sql_schema import ONLINE_PERSON, SUM_TABLES, add_to_sums

NO_NAME = ""
"""Name of a person without a name."""


FINISH_NUMBER_LIMIT = 2**53
"""Exclusive limit of the column ``finish``, which numbers ended matches in order of play. Larger values in a file are
not from this program."""
LOCAL_DAY_SQL = "CAST(julianday(?, 'unixepoch', 'localtime') - 1721424.5 AS INTEGER)"
"""SQL expression for the local day of a timestamp, as from ``date.toordinal``."""


class TimeSpent(NamedTuple):
    """Time and number of decisions that a person spent on a deal."""

    thinking_ms: int = 0
    """Milliseconds during which the person had to answer."""
    decisions: int = 0
    """Number of answers with more than one legal move."""


class MatchPersons(NamedTuple):
    """Names of the persons at a table, and their time and habits in the last deal, by seat."""

    names: Mapping[Seat, str]
    last_deal_time_spent: Mapping[Seat, TimeSpent]
    last_deal_habits: Mapping[Seat, Mapping[str, bool]]


def habits_text(habits: Mapping[str, bool]) -> str:
    """Return the habits of a deal as text, those that it doesn't show with a minus.

    >>> habits_text({"lasso": True, "mismatch": False}), read_habits("lasso,-mismatch")
    ('lasso,-mismatch', {'lasso': True, 'mismatch': False})
    """
    return ",".join(f"{'' if is_shown else '-'}{key}" for key, is_shown in habits.items())


def read_habits(text: str) -> dict[str, bool]:
    """Read the habits of a deal from a text of ``habits_text``."""
    return {key.removeprefix("-"): not key.startswith("-") for key in text.split(",") if key}


def changed_rules_text(record: Record) -> str:
    """Format the differences of a match's house rules from the standard of its time as one line.

    Equal rules of one format give equal lines.
    """
    return "; ".join(
        f"{name}={value}" for name, value in sorted(options.changed_values(record.options, record.format).items())
    )


def statistics_level(record: Record) -> str:
    """Return the highest level among the computer players of a match; empty if there are none.

    It is ``FRIENDS_GROUP`` for online matches and ``FAIR_TABLE_GROUP`` for fair tables.
    """
    if record.friends:
        return FRIENDS_GROUP
    if any(is_strength(chair.level) for chair in record.chairs):
        return FAIR_TABLE_GROUP
    found = [LEVELS.index(chair.level) for chair in record.chairs if chair.level in LEVELS]
    return LEVELS[max(found)] if found else ""


def was_helped(record: Record) -> bool:
    """Whether a person had help in a match (undo, hints …), so that it is counted separately."""
    return bool(record.undone or record.hinted or record.adopted or record.known)


def write_match(
    file: sqlite3.Connection,
    record: Record,
    scored: Sequence[DealScored],
    winners: Sequence[Seat] | None,
    *,
    persons: MatchPersons,
    now: int,
) -> None:
    """Write a match and its finished deals to the database, as described in ``Statistics.write_match``."""
    row = file.execute("SELECT id, IIF(over, finish, NULL) FROM matches WHERE key = ?", (record.id,)).fetchone()
    match, before = row or (_insert_match(file, record, persons.names), None)
    finish = 0 if winners is None else _next_finish(file) if before is None else before
    add_to_sums(file, match, -1)
    last_number = scored[-1].deal if scored else 0
    for table, replayed in (("deals", 0), ("pars", _undone_since(file, record, match))):
        file.execute(f"DELETE FROM {table} WHERE match = ? AND number > ?", (match, last_number - replayed))
    file.execute(
        f"UPDATE matches SET at = ?, day = {LOCAL_DAY_SQL}, over = ?, finish = ?, undone = ?, hinted = ?, helped = ? "
        "WHERE id = ?",
        (now, now, winners is not None, finish, record.undone, record.hinted, was_helped(record), match),
    )
    for seat in range(record.seats):
        won = None if winners is None else seat in winners
        file.execute("UPDATE chairs SET won = ? WHERE match = ? AND seat = ?", (won, match, seat))
    for event in scored:
        last = event is scored[-1]
        for seat in persons.names:
            turn = persons.last_deal_time_spent.get(seat, TimeSpent()) if last else TimeSpent()
            habits = persons.last_deal_habits.get(seat, {}) if last else {}
            values = (event.points[seat], seat in event.winners, ",".join(map(str, event.points)))
            file.execute(
                "INSERT INTO deals (match, number, seat, at, points, won, everyone, ms, decisions, habits) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "points = excluded.points, won = excluded.won, everyone = excluded.everyone",
                (match, event.deal, seat, now, *values, *turn, habits_text(habits)),
            )
    add_to_sums(file, match, 1)
    rate_match(file, match, before)


def _next_finish(file: sqlite3.Connection) -> int:
    """Return the next value of the column ``finish``, which numbers ended matches in order of play.

    Raises:
        ForeignDatabaseError: the last number is not from this program.
    """
    (last,) = file.execute("SELECT MAX(finish) FROM matches WHERE finish > 0").fetchone()
    if last is not None and not (isinstance(last, int) and last < FINISH_NUMBER_LIMIT):
        raise ForeignDatabaseError(f"number of a match's end: {last}, expected 1 … {FINISH_NUMBER_LIMIT}")
    return (last or 0) + 1


def _undone_since(file: sqlite3.Connection, record: Record, match: int) -> bool:
    """Whether a move was undone since the match was last written, so that its last deal was replayed."""
    written = file.execute("SELECT undone FROM matches WHERE id = ?", (match,)).fetchone()
    return bool(written != (record.undone,))


def write_par(
    file: sqlite3.Connection, record: Record, deal_number: int, seat: Seat, par_hundredths_and_playouts: tuple[int, int]
) -> bool:
    """Store a deal's par (result against Master's) and number of playouts; return False if the deal is not stored."""
    query = "SELECT id FROM matches JOIN deals ON match = id WHERE key = ? AND number = ? AND seat = ?"
    found = file.execute(query, (record.id, deal_number, seat)).fetchone()
    if found is None:
        return False
    (match,) = found
    add_to_sums(file, match, -1)
    file.execute(
        "INSERT OR REPLACE INTO pars (match, number, seat, par, playings) VALUES (?, ?, ?, ?, ?)",
        (match, deal_number, seat, *par_hundredths_and_playouts),
    )
    add_to_sums(file, match, 1)
    return True


def _insert_match(file: sqlite3.Connection, record: Record, names: Mapping[Seat, str]) -> int:
    """Insert a new match into the statistics database; return its id."""
    rules, level = changed_rules_text(record), statistics_level(record)
    cursor = file.execute(
        "INSERT INTO matches (key, game, seed, seats, rules, level, began, of_day) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (record.id, record.game, record.deal_name, record.seats, rules, level, record.began, record.daily),
    )
    for seat, chair in enumerate(record.chairs):
        who = PERSON if seat in names else ONLINE_PERSON if chair.who == PERSON else chair.who
        file.execute(
            "INSERT INTO chairs (match, seat, who, level, name) VALUES (?, ?, ?, ?, ?)",
            (cursor.lastrowid, seat, who, chair.level, names.get(seat, chair.name)),
        )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def has_person(file: sqlite3.Connection, name: str) -> bool:
    """Whether a person of this name has a match in the statistics."""
    query = "SELECT 1 FROM chairs WHERE who = ? AND name = ? LIMIT 1"
    return file.execute(query, (PERSON, name)).fetchone() is not None


def rename_person(file: sqlite3.Connection, old: str, new: str) -> None:
    """Rename a person in all matches and sums of the statistics; ``new`` is nobody's name in them."""
    file.execute("UPDATE chairs SET name = ? WHERE who = ? AND name = ?", (new, PERSON, old))
    for table in SUM_TABLES:
        file.execute(f"UPDATE {table} SET name = ? WHERE name = ?", (new, old))
    for table in ("rivals", "meetings"):
        file.execute(f"UPDATE {table} SET who_level = ? WHERE who = ? AND who_level = ?", (new, PERSON, old))


def delete_game(file: sqlite3.Connection, game: str) -> None:
    """Delete all matches and sums of a game from the statistics."""
    for table in ("chairs", "deals", "pars"):
        file.execute(f"DELETE FROM {table} WHERE match IN (SELECT id FROM matches WHERE game = ?)", (game,))
    for table in ("matches", *SUM_TABLES):
        file.execute(f"DELETE FROM {table} WHERE game = ?", (game,))


def vacuum_if_empty(file: sqlite3.Connection) -> None:
    """Shrink the statistics file if it is empty.

    Otherwise its free pages are reused, which avoids rewriting a large file.
    """
    if not file.execute("SELECT COUNT(*) FROM monthly").fetchone()[0]:
        file.execute("VACUUM")
