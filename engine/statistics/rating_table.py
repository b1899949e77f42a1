"""The SQL table ``ratings``: one row per rated match, each computed from the previous row.

Rated are finished offline matches of one person without help, by the standard rules with the default number of seats.
Deals of the day, which end early, are excluded. The levels were measured for such matches only, and the strength of
other persons is unknown.

A row holds the person's rating after the match, so that screens compute nothing. When a match changes, all later rows
are recomputed, which is usually one row.
"""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from engine.bots.common.strengths import RATED_SEATS, rating_of
from engine.characters import FRIENDS_GROUP
from engine.match.record import PERSON
from engine.profile.database import ForeignDatabaseError
from engine.statistics.rating import Rating, update_rating

_FinishAndMatchId = tuple[int, int]
"""A match's number in order of play (column ``finish``) and its id. Rows are sorted by both, as clocks may be wrong."""


class _RatingKey(NamedTuple):
    """Person and game: the key of a sequence of ratings. Each pair has its own sequence of ratings."""

    name: str
    game: str


MAX_MU = 1e6
"""Exclusive limit of valid ratings; larger values in a file are not from this program."""
_SAME_KEY_SQL = "name = ? AND game = ?"


def rate_match(file: sqlite3.Connection, match: int, previous_finish: int | None = None) -> None:
    """Update a person's ratings after a match was written to the statistics.

    Args:
        file: connection within a transaction.
        match: id of the match.
        previous_finish: its ``finish`` number before it was written again; None if it was not over.
    """
    query = "SELECT game, finish, over FROM matches WHERE id = ?"
    game, finish, over = file.execute(query, (match,)).fetchone()
    persons = file.execute("SELECT name FROM chairs WHERE match = ? AND who = ?", (match, PERSON)).fetchall()
    if game not in RATED_SEATS or len(persons) != 1 or (previous_finish is None and not over):
        return
    key = _RatingKey(persons[0][0], game)
    since = (finish if previous_finish is None else previous_finish, match)
    file.execute(f"DELETE FROM ratings WHERE {_SAME_KEY_SQL} AND finish = ? AND match = ?", (*key, *since))
    if file.execute("SELECT 1 FROM recount").fetchone():  # a recount will rate this match, too
        update = "UPDATE recount SET finish = ?, match = ? WHERE phase = 2 AND (finish, match) >= (?, ?)"
        file.execute(update, (since[0], since[1] - 1, *since))
        return
    later = file.execute(
        f"SELECT finish, match FROM ratings WHERE {_SAME_KEY_SQL} AND (finish, match) > (?, ?)", (*key, *since)
    )
    rows = [*_matches_to_rate(file, "AND id = ?", match).get(key, ()), *later.fetchall()]
    _compute_and_write_ratings(file, key, *_rating_before(file, key, since), rows)


def rerate_matches(file: sqlite3.Connection, after: _FinishAndMatchId, max_matches: int) -> _FinishAndMatchId | None:
    """Recompute the ratings of the next matches; return the last of these matches, None if none was left.

    Args:
        file: connection within a transaction.
        after: the match before the first one.
        max_matches: maximum number of matches.
    """
    query = "SELECT DISTINCT finish, match FROM results WHERE (finish, match) > (?, ?) ORDER BY finish, match LIMIT ?"
    matches: list[_FinishAndMatchId] = file.execute(query, (*after, max_matches)).fetchall()
    for when in matches:
        for key in _matches_to_rate(file, "AND id = ?", when[1]):
            _compute_and_write_ratings(file, key, *_rating_before(file, key, when), [when])
    return matches[-1] if matches else None


def validate_rating(mu: float, sigma: float, match_count: int) -> tuple[Rating, int]:
    """Check a rating read from the statistics file and its number of matches; return both.

    Raises:
        ForeignDatabaseError: a value is out of range.
    """
    if not (isinstance(match_count, int) and match_count > 0 and abs(mu) < MAX_MU and 0 < sigma < MAX_MU):
        raise ForeignDatabaseError(f"rating out of range: {mu} ± {sigma} after {match_count} matches")
    return Rating(mu, sigma), match_count


def _rating_before(file: sqlite3.Connection, key: _RatingKey, when: _FinishAndMatchId) -> tuple[Rating, int]:
    """Return a person's rating before a match, and the number of matches that it is based on."""
    row = file.execute(
        f"SELECT mu, sigma, number FROM ratings WHERE {_SAME_KEY_SQL} AND (finish, match) < (?, ?) "
        "ORDER BY finish DESC, match DESC LIMIT 1",
        (*key, *when),
    ).fetchone()
    return (Rating(), 0) if row is None else validate_rating(*row)


def _matches_to_rate(
    file: sqlite3.Connection, and_condition: str = "", *values: str | int
) -> dict[_RatingKey, list[_FinishAndMatchId]]:
    """Return the rated matches by person and game, in order, optionally limited by an SQL condition with its values."""
    matches = dict[_RatingKey, list[_FinishAndMatchId]]()
    query = (
        "SELECT MIN(name), game, finish, match, seats FROM matches JOIN chairs ON match = id AND who = ? "
        f"WHERE over AND NOT helped AND rules = '' AND NOT of_day AND matches.level <> '{FRIENDS_GROUP}' "
        f"{and_condition} "
        "GROUP BY match HAVING COUNT(*) = 1 ORDER BY finish, match"
    )
    for name, game, finish, match, seats in file.execute(query, (PERSON, *values)).fetchall():
        if RATED_SEATS.get(game) == seats:
            matches.setdefault(_RatingKey(name, game), []).append((finish, match))
    return matches


def _compute_and_write_ratings(
    file: sqlite3.Connection,
    key: _RatingKey,
    rating_before: Rating,
    earlier_match_count: int,
    matches: Iterable[_FinishAndMatchId],
) -> None:
    """Store a person's rating after each of these matches, beginning with ``rating_before``."""
    for finish, match in matches:
        (at,) = file.execute("SELECT at FROM matches WHERE id = ?", (match,)).fetchone()
        chairs = file.execute("SELECT who, level, won FROM chairs WHERE match = ?", (match,)).fetchall()
        won = any(who == PERSON and first for who, _, first in chairs)
        opponents = [
            rating_of(key.game, level) for who, level, first in chairs if who != PERSON and not (won and first)
        ]
        known_ratings = [mu for mu in opponents if mu is not None]
        if len(known_ratings) == len(opponents):  # else the file has an unknown level
            rating_before, earlier_match_count = (
                update_rating(rating_before, known_ratings, won=won),
                earlier_match_count + 1,
            )
            values = (*key, finish, match, at, *rating_before, earlier_match_count)
            file.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
