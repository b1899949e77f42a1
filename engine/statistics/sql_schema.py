"""SQL schema of the statistics: its tables, the update of the sums, and the export query."""

import sqlite3

from engine.characters import level_group
from engine.match.record import PERSON
from engine.profile.database import ForeignDatabaseError

APPLICATION_ID = 0x48525331
"""SQLite ``application_id`` of the file ("HRS1")."""

_KEY_COLUMNS_SQL = """
    name TEXT NOT NULL, game TEXT NOT NULL, level TEXT NOT NULL, rules TEXT NOT NULL, helped INTEGER NOT NULL
"""

_SUM_COLUMNS_SQL = """
    matches INTEGER NOT NULL, won INTEGER NOT NULL, deals INTEGER NOT NULL, deals_won INTEGER NOT NULL,
    points INTEGER NOT NULL, ms INTEGER NOT NULL, decisions INTEGER NOT NULL, pars INTEGER NOT NULL DEFAULT 0,
    par_sum INTEGER NOT NULL DEFAULT 0, par_squares INTEGER NOT NULL DEFAULT 0
"""

_FORMAT_4_SQL = f"""
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, game TEXT NOT NULL, seed INTEGER NOT NULL,
        seats INTEGER NOT NULL, rules TEXT NOT NULL, level TEXT NOT NULL, began INTEGER NOT NULL,
        at INTEGER NOT NULL DEFAULT 0, day INTEGER NOT NULL DEFAULT 0, over INTEGER NOT NULL DEFAULT 0,
        undone INTEGER NOT NULL DEFAULT 0, hinted INTEGER NOT NULL DEFAULT 0, helped INTEGER NOT NULL DEFAULT 0,
        of_day INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE chairs (
        match INTEGER NOT NULL, seat INTEGER NOT NULL, who TEXT NOT NULL, level TEXT NOT NULL, name TEXT NOT NULL,
        won INTEGER, PRIMARY KEY (match, seat)) WITHOUT ROWID;
    CREATE TABLE deals (
        match INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, at INTEGER NOT NULL,
        points INTEGER NOT NULL, won INTEGER NOT NULL, everyone TEXT NOT NULL, ms INTEGER NOT NULL,
        decisions INTEGER NOT NULL, PRIMARY KEY (match, number, seat)) WITHOUT ROWID;
    CREATE TABLE pars (
        match INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, par INTEGER NOT NULL,
        playings INTEGER NOT NULL, PRIMARY KEY (match, number, seat)) WITHOUT ROWID;
    CREATE TABLE daily ({_KEY_COLUMNS_SQL}, day INTEGER NOT NULL, {_SUM_COLUMNS_SQL},
        PRIMARY KEY (name, game, level, rules, helped, day)) WITHOUT ROWID;
    CREATE TABLE monthly ({_KEY_COLUMNS_SQL}, day INTEGER NOT NULL, {_SUM_COLUMNS_SQL},
        PRIMARY KEY (name, game, level, rules, helped, day)) WITHOUT ROWID;
    CREATE TABLE results ({_KEY_COLUMNS_SQL}, at INTEGER NOT NULL, match INTEGER NOT NULL, won INTEGER NOT NULL,
        PRIMARY KEY (at, match, name)) WITHOUT ROWID;
    CREATE TABLE rivals ({_KEY_COLUMNS_SQL}, who TEXT NOT NULL, who_level TEXT NOT NULL,
        met INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL,
        PRIMARY KEY (name, game, level, rules, helped, who, who_level)) WITHOUT ROWID;
    CREATE TABLE meetings ({_KEY_COLUMNS_SQL}, day INTEGER NOT NULL, who TEXT NOT NULL, who_level TEXT NOT NULL,
        met INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL,
        PRIMARY KEY (day, name, game, level, rules, helped, who, who_level)) WITHOUT ROWID;
    CREATE TABLE days ({_KEY_COLUMNS_SQL}, of_day INTEGER NOT NULL, match INTEGER NOT NULL, points INTEGER NOT NULL,
        won INTEGER NOT NULL, par INTEGER, playings INTEGER NOT NULL,
        PRIMARY KEY (game, of_day, match, name)) WITHOUT ROWID;
    CREATE TABLE ratings (
        name TEXT NOT NULL, game TEXT NOT NULL, at INTEGER NOT NULL, match INTEGER NOT NULL, mu REAL NOT NULL,
        sigma REAL NOT NULL, number INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (name, game, at, match)) WITHOUT ROWID
"""
"""The tables as in version 0.1.0. Earlier formats were never released."""
_FORMAT_5_SQL = """
    CREATE TABLE recount (
        phase INTEGER NOT NULL, at INTEGER NOT NULL, match INTEGER NOT NULL, done INTEGER NOT NULL,
        total INTEGER NOT NULL);
    INSERT INTO recount SELECT 0, 0, 0, 0, 2 * COUNT(*) FROM matches
        WHERE NOT EXISTS (SELECT 1 FROM meetings) OR NOT EXISTS (SELECT 1 FROM ratings) HAVING COUNT(*)
"""
_FORMAT_6_SQL = f"""
    ALTER TABLE matches ADD COLUMN finish INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX finished ON matches (finish) WHERE finish > 0;
    ALTER TABLE results RENAME TO old_results;
    CREATE TABLE results ({_KEY_COLUMNS_SQL}, finish INTEGER NOT NULL, match INTEGER NOT NULL, at INTEGER NOT NULL,
        won INTEGER NOT NULL, PRIMARY KEY (finish, match, name)) WITHOUT ROWID;
    INSERT INTO results SELECT name, game, level, rules, helped, 0, match, at, won FROM old_results;
    DROP TABLE old_results;
    ALTER TABLE ratings RENAME TO old_ratings;
    CREATE TABLE ratings (
        name TEXT NOT NULL, game TEXT NOT NULL, finish INTEGER NOT NULL, match INTEGER NOT NULL, at INTEGER NOT NULL,
        mu REAL NOT NULL, sigma REAL NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (name, game, finish, match)
    ) WITHOUT ROWID;
    INSERT INTO ratings SELECT name, game, 0, match, at, mu, sigma, number FROM old_ratings;
    DROP TABLE old_ratings;
    ALTER TABLE recount RENAME COLUMN at TO finish;
    UPDATE recount SET phase = 0;
    INSERT INTO recount SELECT 2, -1, 0, 0, COUNT(*) FROM matches WHERE NOT EXISTS (SELECT 1 FROM recount)
        HAVING COUNT(*)
"""
"""Adds the column ``finish``, which numbers ended matches in order of play, as clocks may be wrong. It is 0 before a
match's end. Those that ended in earlier formats have 0, too: they come first, in order of their ids, and are rated
again."""
_FORMAT_7_SQL = "ALTER TABLE deals ADD COLUMN habits TEXT NOT NULL DEFAULT ''"
"""Adds the habits of the game that a person shows in a deal, or shows not (``-``), with commas; empty if unknown."""
MIGRATIONS = (_FORMAT_4_SQL, "", "", "", _FORMAT_5_SQL, _FORMAT_6_SQL, _FORMAT_7_SQL)
"""For each format, the SQL that upgrades from the previous one. Work of seconds is left to ``recount``."""

SUM_TABLES = ("daily", "monthly", "results", "rivals", "meetings", "days", "ratings")

MAX_CHAIRS = 16
"""Maximum number of chairs of a match in a file; no game has more than twelve."""
HUNDREDTHS_PER_PERCENT = 100
"""Pars are stored in hundredths of a per cent: integer sums stay exact when values are added and removed."""
DAYS_PER_MONTH = 30
"""Length of a month in days; ``monthly`` has one row per month, under its first day."""

_SUMMED_COLUMNS = (
    "matches",
    "won",
    "deals",
    "deals_won",
    "points",
    "ms",
    "decisions",
    "pars",
    "par_sum",
    "par_squares",
)
_COLUMNS = {
    "daily": (("day",), _SUMMED_COLUMNS),
    "monthly": (("day",), _SUMMED_COLUMNS),
    "rivals": (("who", "who_level"), ("met", "won", "lost")),
    "meetings": (("day", "who", "who_level"), ("met", "won", "lost")),
}
"""Table of sums -> its additional key columns and its summed columns."""


EXPORT_COLUMNS = (
    "ended", "match", "game", "deal_number_of_cards", "seats", "house_rules", "strongest_opponent", "undone", "hinted",
    "match_over", "person", "seat", "deal", "points", "deal_won", "match_won", "points_of_all", "milliseconds",
    "decisions", "opponents", "par", "par_playings", "deal_of_day",
)  # fmt: skip
"""Column names of the export. They are for programs, so they are not translated."""

EXPORT_QUERY = """
SELECT datetime(deals.at, 'unixepoch', 'localtime'), matches.key, game, seed,
    seats, rules, matches.level, undone, hinted, over, chairs.name, deals.seat,
    deals.number, points, deals.won, COALESCE(chairs.won, ''), everyone, ms, decisions,
    (SELECT group_concat(TRIM(o.who || ' ' || o.level || ' ' || o.name), ', ') FROM chairs AS o
     WHERE o.match = deals.match AND o.seat <> deals.seat),
    COALESCE(ROUND(par / 100.0, 2), ''), COALESCE(playings, ''),
    CASE of_day WHEN 0 THEN '' ELSE date(of_day + 1721424.5) END
FROM deals JOIN matches ON matches.id = deals.match
JOIN chairs ON chairs.match = deals.match AND chairs.seat = deals.seat
LEFT JOIN pars ON pars.match = deals.match AND pars.number = deals.number AND pars.seat = deals.seat
ORDER BY deals.match, deals.number, deals.seat
"""
"""All rows of the export, in primary key order, so that the first row comes without sorting."""


ONLINE_PERSON = "friend"
"""Value of ``chairs.who`` for another person in an online match."""


def add_to_sums(file: sqlite3.Connection, match: int, sign: int) -> None:
    """Add a match as stored now to all sums of the statistics (``sign`` 1), or subtract it (−1).

    Ratings are not sums: each depends on the previous one. A match that a recount has not reached is skipped.

    Raises:
        ForeignDatabaseError: the match has more chairs than any game.
    """
    if file.execute("SELECT 1 FROM recount WHERE phase = 1 AND match < ?", (match,)).fetchone():
        return
    head = "SELECT game, level, rules, helped, day, at, finish, over, of_day FROM matches WHERE id = ?"
    game, level, rules, helped, day, at, finish, over, of_day = file.execute(head, (match,)).fetchone()
    query = "SELECT seat, who, level, name, won FROM chairs WHERE match = ? LIMIT ?"
    chairs = file.execute(query, (match, MAX_CHAIRS + 1)).fetchall()
    if len(chairs) > MAX_CHAIRS:
        raise ForeignDatabaseError(f"match {match} has more than {MAX_CHAIRS} chairs")
    for seat, who, _, name, won in chairs:
        if who != PERSON:
            continue
        key = (name, game, level, rules, helped)
        sums = file.execute(
            "SELECT COUNT(*), COALESCE(SUM(won), 0), COALESCE(SUM(points), 0), COALESCE(SUM(ms), 0), "
            "COALESCE(SUM(decisions), 0), COUNT(par), COALESCE(SUM(par), 0), COALESCE(SUM(par * par), 0) "
            "FROM deals LEFT JOIN pars USING (match, number, seat) WHERE match = ? AND seat = ?",
            (match, seat),
        ).fetchone()
        if of_day:
            _add_daily_attempt(file, match, seat, (*key, of_day), sign)
        figures = (over, (won or 0) if over else 0, *sums)
        _add_to_row(file, "daily", (*key, day), figures, sign)
        _add_to_row(file, "monthly", (*key, day - day % DAYS_PER_MONTH), figures, sign)
        if not over:
            continue
        if sign > 0:
            values = (*key, finish, match, at, won)
            file.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        else:
            file.execute("DELETE FROM results WHERE finish = ? AND match = ? AND name = ?", (finish, match, name))
        for other, other_who, other_level, other_name, other_won in chairs:
            if other != seat:
                rival = (other_who, other_name if other_who in (PERSON, ONLINE_PERSON) else level_group(other_level))
                _add_to_row(file, "rivals", (*key, *rival), (1, won, other_won), sign)
                _add_to_row(file, "meetings", (*key, day, *rival), (1, won, other_won), sign)


def _add_daily_attempt(file: sqlite3.Connection, match: int, seat: int, key: tuple[str | int, ...], sign: int) -> None:
    """Add or remove (``sign`` −1) a person's attempt at a deal of the day, the first deal of its match."""
    if sign < 0:
        same = "match = ? AND name = ? AND game = ? AND of_day = ?"
        file.execute(f"DELETE FROM days WHERE {same}", (match, key[0], key[1], key[-1]))
        return
    file.execute(
        "INSERT OR REPLACE INTO days (name, game, level, rules, helped, of_day, match, points, won, par, playings) "
        "SELECT ?, ?, ?, ?, ?, ?, match, points, won, par, COALESCE(playings, 0) FROM deals "
        "LEFT JOIN pars USING (match, number, seat) WHERE match = ? AND number = 1 AND seat = ?",
        (*key, match, seat),
    )


def _add_to_row(
    file: sqlite3.Connection, table: str, key: tuple[str | int, ...], figures: tuple[int, ...], sign: int
) -> None:
    """Add values to one row of an SQL table of sums; delete the row if all its sums are 0 afterwards."""
    if not any(figures):
        return
    more, summed = _COLUMNS[table]
    columns = ("name", "game", "level", "rules", "helped", *more)
    places = ", ".join("?" * (len(columns) + len(summed)))
    added = ", ".join(f"{name} = {name} + excluded.{name}" for name in summed)
    file.execute(
        f"INSERT INTO {table} ({', '.join((*columns, *summed))}) VALUES ({places}) ON CONFLICT DO UPDATE SET {added}",
        (*key, *(sign * figure for figure in figures)),
    )
    if sign < 0:
        same = " AND ".join(f"{name} = ?" for name in columns)
        empty = " AND ".join(f"{name} = 0" for name in summed)
        file.execute(f"DELETE FROM {table} WHERE {same} AND {empty}", key)
