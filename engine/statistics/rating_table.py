"""The table ``ratings``: one row per rated match, each computed from the row before.

A match is rated if it is over, without help, by the standard rules with the usual number of seats, not a deal of the
day (which ends early), not at a table of several computers, and with one person among computer players: for such
matches the levels were measured. Elsewhere luck may weigh more or less, and the strength of other persons is unknown.

A row holds the person's rating after the match, so a screen has nothing to compute. When a match changes or is undone,
the later rows are recomputed: for the newest match, the usual case, that is one row.
"""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from engine.bots.common.strengths import RATED_SEATS, rating_of
from engine.characters import FRIENDS_LEVEL
from engine.match.record import PERSON
from engine.profile.database import ForeignDatabaseError
from engine.statistics.rating import Rating, update_rating

_RowOrder = tuple[int, int]
"""End and number of a match: the order of the rows."""


class _RatingKey(NamedTuple):
    """Person and game: each pair has its own sequence of ratings."""

    name: str
    game: str


MAX_MU = 1e6
"""Ratings of this size or more were not computed by this program."""
_SAME_KEY_SQL = "name = ? AND game = ?"


def rate_match(file: sqlite3.Connection, match: int, before: int | None = None) -> None:
    """Update the ratings after a match was written.

    Args:
        file: the open file, within a transaction.
        match: number of the match.
        before: its end as it was written before; None for a new match.
    """
    game, at = file.execute("SELECT game, at FROM matches WHERE id = ?", (match,)).fetchone()
    persons = file.execute("SELECT name FROM chairs WHERE match = ? AND who = ?", (match, PERSON)).fetchall()
    if game not in RATED_SEATS or len(persons) != 1:
        return
    line = _RatingKey(persons[0][0], game)
    if before is not None:
        file.execute(f"DELETE FROM ratings WHERE {_SAME_KEY_SQL} AND at = ? AND match = ?", (*line, before, match))
    since = (at if before is None else min(at, before), match)
    if file.execute("SELECT 1 FROM recount").fetchone():  # all are rated again: this one, too, when it is reached
        again = "UPDATE recount SET at = ?, match = ? WHERE phase = 2 AND (at, match) >= (?, ?)"
        file.execute(again, (since[0], since[1] - 1, *since))
        return
    later = file.execute(
        f"SELECT at, match FROM ratings WHERE {_SAME_KEY_SQL} AND (at, match) > (?, ?)", (*line, *since)
    )
    found = sorted([*later.fetchall(), *_rated_matches(file, "AND id = ?", match).get(line, ())])
    _write_ratings(file, line, *_rating_before(file, line, since), found)


def rerate_matches(file: sqlite3.Connection, after: _RowOrder, max_matches: int) -> _RowOrder | None:
    """Recompute the ratings of up to ``max_matches`` matches in order; return the last one of them, None if none was
    left.

    Args:
        file: the open file, within a transaction.
        after: the match before the first one.
        most: maximum number of matches.
    """
    query = "SELECT DISTINCT at, match FROM results WHERE (at, match) > (?, ?) ORDER BY at, match LIMIT ?"
    several: list[_RowOrder] = file.execute(query, (*after, max_matches)).fetchall()
    for at, match in several:
        for line in _rated_matches(file, "AND id = ?", match):
            _write_ratings(file, line, *_rating_before(file, line, (at, match)), [(at, match)])
    return several[-1] if several else None


def validate_rating(mu: float, sigma: float, number: int) -> tuple[Rating, int]:
    """A rating from the file, and the number of matches behind it.

    Raises:
        NotOursError: no matches lead to it.
    """
    if not (isinstance(number, int) and number > 0 and abs(mu) < MAX_MU and 0 < sigma < MAX_MU):
        raise ForeignDatabaseError(f"a rating of {mu} ± {sigma} after {number} matches")
    return Rating(mu, sigma), number


def _rating_before(file: sqlite3.Connection, line: _RatingKey, when: _RowOrder) -> tuple[Rating, int]:
    """The rating before a match, and the number of matches behind it."""
    found = file.execute(
        f"SELECT mu, sigma, number FROM ratings WHERE {_SAME_KEY_SQL} AND (at, match) < (?, ?) "
        "ORDER BY at DESC, match DESC LIMIT 1",
        (*line, *when),
    ).fetchone()
    return (Rating(), 0) if found is None else validate_rating(*found)


def _rated_matches(file: sqlite3.Connection, which: str = "", *values: str | int) -> dict[_RatingKey, list[_RowOrder]]:
    """The rated matches in order, all or those that match an extra SQL condition."""
    lines = dict[_RatingKey, list[_RowOrder]]()
    query = (
        "SELECT MIN(name), game, at, match, seats FROM matches JOIN chairs ON match = id AND who = ? "
        f"WHERE over AND NOT helped AND rules = '' AND NOT of_day AND matches.level <> '{FRIENDS_LEVEL}' {which} "
        "GROUP BY match HAVING COUNT(*) = 1 ORDER BY at, match"
    )
    for name, game, at, match, seats in file.execute(query, (PERSON, *values)).fetchall():
        if RATED_SEATS.get(game) == seats:
            lines.setdefault(_RatingKey(name, game), []).append((at, match))
    return lines


def _write_ratings(
    file: sqlite3.Connection, line: _RatingKey, rating: Rating, number: int, several: Iterable[_RowOrder]
) -> None:
    """Write the ratings after several matches in order, starting from ``rating``, the one after ``number`` matches."""
    for at, match in several:
        chairs = file.execute("SELECT who, level, won FROM chairs WHERE match = ?", (match,)).fetchall()
        won = any(who == PERSON and first for who, _, first in chairs)
        others = [rating_of(line.game, level) for who, level, first in chairs if who != PERSON and not (won and first)]
        known = [mu for mu in others if mu is not None]
        if len(known) == len(others):  # else the file is damaged
            rating, number = update_rating(rating, known, won=won), number + 1
            values = (*line, at, match, *rating, number)
            file.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", values)
