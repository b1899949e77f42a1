"""What was played, in SQLite: deals as they end, matches, and the sums that a screen shows at once.

``matches``, ``chairs`` and ``deals`` hold what happened. ``daily``, ``monthly``, ``results``, ``rivals`` and
``meetings`` (rivals day by day) are sums over them by everything that can be filtered; each is brought up to date in
the transaction that changes what it is a sum of, so that a screen reads only sums, however much was played.

A match counts under the strongest level of its computer players. One in which a decision was taken back or a hint asked
for, or that goes on from a point of another or plays its deal again, counts apart (``helped``).
"""

import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine import options
from engine.bots.people import LEVELS
from engine.database import Database
from engine.events import Scored
from engine.moments import begin_of
from engine.moves import Seat
from engine.notices import Notice
from engine.record import PERSON, Record
from engine.statistics_tables import MARK, MONTH, STEPS, SUMS, TABLES, contribute

CHANGED = "*"
"""As the wanted house rules: any that are not the standard ones."""
NO_ONE = ""
"""The name of a person who gave none."""


class Wanted(NamedTuple):
    """What is looked at; None takes everything."""

    name: str | None = None
    """Of the person."""
    game: str | None = None
    level: str | None = None
    """The strongest one at the table; empty where only persons sat."""
    rules: str | None = None
    """As ``rules_text`` writes them: empty for the standard game; ``CHANGED`` for any others."""
    helped: bool | None = False
    since: int | None = None
    """The first day, as ``date.toordinal`` counts them."""


class Turn(NamedTuple):
    """What a person spent on a deal."""

    ms: int = 0
    """Milliseconds in which something was asked of the person."""
    decisions: int = 0
    """Answers where there was a choice."""


class Persons(NamedTuple):
    """The persons at a table: their names, and what they spent on the last deal, by seat."""

    names: Mapping[Seat, str]
    turns: Mapping[Seat, Turn]


class Figures(NamedTuple):
    """Sums over what is wanted, from the person's side."""

    matches: int = 0
    won: int = 0
    deals: int = 0
    deals_won: int = 0
    points: int = 0
    ms: int = 0
    decisions: int = 0
    streak: int = 0
    """Matches won in a row up to now."""
    best_streak: int = 0


class Rival(NamedTuple):
    """Matches against somebody."""

    who: str
    """A character, or ``PERSON``."""
    level: str
    """Of a character; the name of a person."""
    met: int
    won: int
    """Those that the person won."""
    lost: int
    """Those that the rival won."""


class Span(NamedTuple):
    """What was played in some days that follow each other."""

    first: int
    """The first day, as ``date.toordinal`` counts them."""
    matches: int
    won: int
    deals: int
    deals_won: int
    points: int


def rules_text(rules: object) -> str:
    """House rules as one line that is the same for the same rules: what differs from the standard game.

    >>> from engine.games import GAMES
    >>> rules_text(next(iter(GAMES.values())).Options())
    ''
    """
    return "; ".join(f"{name}={value}" for name, value in sorted(options.write(rules).items()))


def strongest(record: Record) -> str:
    """The strongest level of the computer players at the table; empty where there are none."""
    found = [LEVELS.index(chair.level) for chair in record.chairs if chair.level in LEVELS]
    return LEVELS[max(found)] if found else ""


def helped(record: Record) -> bool:
    """Whether a match counts apart from others."""
    return bool(record.undone or record.hinted or record.adopted or record.known)


class Statistics:
    """The statistics of one profile.

    Args:
        path: of the file.
        tell: hears what the player has to know about it.
    """

    def __init__(self, path: Path, tell: Callable[[Notice], object]) -> None:
        self.path = path
        self._file = Database(path, STEPS, MARK, tell)
        self._reset: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let go of the file; a reset that was not taken back is done."""
        self.finish_reset()
        self._file.close()

    # --- writing ----------------------------------------------------------------------------------------------------

    def note(
        self,
        record: Record,
        scored: Sequence[Scored],
        winners: Sequence[Seat] | None,
        *,
        names: Mapping[Seat, str],
        turns: Mapping[Seat, Turn],
        now: int,
    ) -> bool:
        """Write every deal of a match that has ended so far; the same again changes nothing.

        Args:
            record: the match; one without an ``id`` isn't counted.
            scored: the deals that ended, without those that ``record.adopted`` took over.
            winners: of the match; None while it goes on.
            names: of the persons at the table, by seat.
            turns: what each person spent on the last of these deals.
            now: seconds since 1970.

        Returns:
            Whether it was written.
        """
        if not record.id or not names:
            return False
        self.finish_reset()  # what is played from now on must not go with it when that is taken back
        persons = Persons(names, turns)
        return self._file.write(lambda file: _note(file, record, scored, winners, persons=persons, now=now))

    @property
    def newer(self) -> bool:
        """A newer program wrote the file: it is only read, as far as it is understood."""
        return self._file.newer

    @property
    def can_undo_reset(self) -> bool:
        """Whether what was forgotten last can be brought back."""
        return self._reset is not None

    def reset(self, game: str | None = None) -> bool:
        """Forget one game, or everything; until ``finish_reset`` it can be taken back.

        Nothing is written until then: should the program be killed, nothing was forgotten.

        Returns:
            False when the file can't be changed.
        """
        self.finish_reset()

        def begin(file: sqlite3.Connection) -> sqlite3.Connection:
            file.execute("BEGIN IMMEDIATE")
            _forget(file, game)
            return file

        if not self._file.newer:
            self._reset = self._file.read(begin, None)
        return self._reset is not None

    def undo_reset(self) -> None:
        """Everything is there again."""
        if self._reset is not None and self._reset.in_transaction:
            self._reset.execute("ROLLBACK")
        self._reset = None

    def finish_reset(self) -> None:
        """What was forgotten can't be brought back any more."""
        if self._reset is not None and self._reset.in_transaction:
            self._file.read(lambda file: file.execute("COMMIT"), None)
            self._file.read(_shrink, None)
        self._reset = None

    def rebuild(self) -> bool:
        """Make all sums anew from what happened."""

        def work(file: sqlite3.Connection) -> None:
            for table in SUMS:
                file.execute(f"DELETE FROM {table}")
            for (match,) in file.execute("SELECT id FROM matches").fetchall():
                contribute(file, match, 1)

        return self._file.write(work)

    # --- reading ----------------------------------------------------------------------------------------------------

    def figures(self, wanted: Wanted) -> Figures:
        """The sums, and the streaks of matches won."""
        where, values = _where(wanted)
        summed = ", ".join(f"COALESCE(SUM({name}), 0)" for name in Figures._fields[:7])

        def work(file: sqlite3.Connection) -> Figures:
            table = "monthly" if wanted.since is None else "daily"
            sums = file.execute(f"SELECT {summed} FROM {table} WHERE {where}", values).fetchone()
            ended, begins = _where(wanted, by="at")
            row = f"SELECT won FROM results WHERE {ended} ORDER BY at, match, name"  # the order of the primary key
            won = file.execute(f"SELECT group_concat(won, '') FROM ({row})", begins).fetchone()[0]
            streak, best = _streaks(won or "")
            return Figures(*sums)._replace(streak=streak, best_streak=best)

        return self._file.read(work, Figures())

    def rivals(self, wanted: Wanted) -> list[Rival]:
        """Whom one played against, the one met most often first."""
        where, values = _where(wanted)
        query = (
            "SELECT who, who_level, SUM(met) AS met, SUM(won), SUM(lost) FROM rivals "
            f"WHERE {where} GROUP BY who, who_level ORDER BY met DESC, who, who_level"
        )
        if wanted.since is not None:
            query = query.replace("FROM rivals", "FROM meetings")
        return self._file.read(lambda file: [Rival(*row) for row in file.execute(query, values)], [])

    def over_time(self, wanted: Wanted, most: int = 24) -> list[Span]:
        """What was played in each of at most ``most`` equally long spans of days, from the first day to the last one.

        Spans in which nothing was played are there as well.
        """
        where, values = _where(wanted)

        def work(file: sqlite3.Connection) -> list[Span]:
            for table, least in (("monthly", MONTH), ("daily", 1))[wanted.since is not None :]:
                ends = f"SELECT MIN(day), MAX(day) FROM {table} WHERE {where}"
                first, last = file.execute(ends, values).fetchone()
                if first is None:
                    return []
                days = length(last - first + least, most)
                if days >= least * 2 or least == 1:  # else it may be short enough to be told day by day
                    break
            summed = "SUM(matches), SUM(won), SUM(deals), SUM(deals_won), SUM(points)"
            query = f"SELECT (day - ?) / ? AS span, {summed} FROM {table} WHERE {where} GROUP BY span"
            found = {row[0]: row[1:] for row in file.execute(query, (first, days, *values))}
            count = (last - first) // days + 1
            return [Span(first + i * days, *found.get(i, (0, 0, 0, 0, 0))) for i in range(count)]

        return self._file.read(work, [])

    def names(self) -> list[str]:
        """The persons who played, the one with most deals first."""
        query = "SELECT name FROM monthly GROUP BY name ORDER BY SUM(deals) DESC, name"
        return self._file.read(lambda file: [row[0] for row in file.execute(query)], [])

    def levels(self) -> list[str]:
        """The levels at which something was counted; an empty one where only persons sat."""
        return self._file.read(lambda file: [row[0] for row in file.execute("SELECT DISTINCT level FROM monthly")], [])

    def rules(self, game: str | None) -> list[str]:
        """The house rules that were played by and are not the standard ones, the most usual first."""
        if game is None:
            return []
        query = (
            "SELECT rules FROM monthly WHERE game = ? AND rules <> '' GROUP BY rules ORDER BY SUM(deals) DESC, rules"
        )
        return self._file.read(lambda file: [row[0] for row in file.execute(query, (game,))], [])

    def rows(self) -> Generator[tuple[str | int, ...], None, None]:
        """Every deal from each person's side, match by match as these began, after a row of headings."""
        yield EXPORTED
        found = self._file.read(lambda file: file.execute(_EXPORT), None)
        yield from found or ()


EXPORTED = (
    "ended", "match", "game", "deal_number_of_cards", "seats", "house_rules", "strongest_opponent", "undone", "hinted",
    "match_over", "person", "seat", "deal", "points", "deal_won", "match_won", "points_of_all", "milliseconds",
    "decisions", "opponents",
)  # fmt: skip
"""Headings of the exported table: names for a program that reads it, the same in every language."""

_DAY = "CAST(julianday(?, 'unixepoch', 'localtime') - 1721424.5 AS INTEGER)"
"""The day of a moment as the clock on the wall has it, counted as ``date.toordinal`` does."""

_EXPORT = """
SELECT datetime(deals.at, 'unixepoch', 'localtime'), matches.key, game, seed,
    seats, rules, matches.level, undone, hinted, over, chairs.name, deals.seat,
    number, points, deals.won, COALESCE(chairs.won, ''), everyone, ms, decisions,
    (SELECT group_concat(TRIM(o.who || ' ' || o.level || ' ' || o.name), ', ') FROM chairs AS o
     WHERE o.match = deals.match AND o.seat <> deals.seat)
FROM deals JOIN matches ON matches.id = deals.match
JOIN chairs ON chairs.match = deals.match AND chairs.seat = deals.seat
ORDER BY deals.match, number, deals.seat
"""
"""In the order of the primary key, so that the first row comes at once, however many there are."""


def length(days: int, most: int) -> int:
    """How many days a span has so that ``most`` of them hold all these days: 1, 2, 7, 14, then months of 30.

    >>> [length(days, 24) for days in (1, 24, 40, 150, 300, 721, 3000)]
    [1, 1, 2, 7, 14, 60, 150]
    """
    usual = next((span for span in (1, 2, 7, 14, 30) if span * most >= days), 0)
    return usual or -(-days // (30 * most)) * 30


def _streaks(won: str) -> tuple[int, int]:
    """The streak at the end, and the longest one.

    >>> _streaks("1101")
    (1, 2)
    """
    runs = won.split("0")
    return len(runs[-1]), max(map(len, runs))


def _where(wanted: Wanted, by: str = "day") -> tuple[str, list[str | int]]:
    """The condition for a row of sums, and its values; ``by`` is the column that tells when: ``day``, or ``at``."""
    conditions, values = ["1"], list[str | int]()
    for column in ("name", "game", "level", "rules", "helped"):
        value = getattr(wanted, column)
        if value is None:
            continue
        if column == "rules" and value == CHANGED:
            conditions.append("rules <> ''")
            continue
        conditions.append(f"{column} = ?")
        values.append(value)
    if wanted.since is not None:
        conditions.append(f"{by} >= ?")
        values.append(wanted.since if by == "day" else begin_of(wanted.since))
    return " AND ".join(conditions), values


def _forget(file: sqlite3.Connection, game: str | None) -> None:
    if game is None:
        for table in TABLES:
            file.execute(f"DELETE FROM {table}")
        return
    for table in ("chairs", "deals"):
        file.execute(f"DELETE FROM {table} WHERE match IN (SELECT id FROM matches WHERE game = ?)", (game,))
    for table in ("matches", *SUMS):
        file.execute(f"DELETE FROM {table} WHERE game = ?", (game,))


def _shrink(file: sqlite3.Connection) -> None:
    """Give the room in an empty file back; elsewhere it is used for what comes, and a large file isn't written anew."""
    if not file.execute("SELECT COUNT(*) FROM monthly").fetchone()[0]:
        file.execute("VACUUM")


def _note(
    file: sqlite3.Connection,
    record: Record,
    scored: Sequence[Scored],
    winners: Sequence[Seat] | None,
    *,
    persons: Persons,
    now: int,
) -> None:
    found = file.execute("SELECT id FROM matches WHERE key = ?", (record.id,)).fetchone()
    match = found[0] if found else _begin(file, record, persons.names)
    contribute(file, match, -1)
    file.execute(
        f"UPDATE matches SET at = ?, day = {_DAY}, over = ?, undone = ?, hinted = ?, helped = ? WHERE id = ?",
        (now, now, winners is not None, record.undone, record.hinted, helped(record), match),
    )
    for seat in range(record.seats):
        won = None if winners is None else seat in winners
        file.execute("UPDATE chairs SET won = ? WHERE match = ? AND seat = ?", (won, match, seat))
    file.execute("DELETE FROM deals WHERE match = ? AND number > ?", (match, scored[-1].deal if scored else 0))
    for event in scored:
        last = event is scored[-1]
        for seat in persons.names:
            turn = persons.turns.get(seat, Turn()) if last else Turn()
            values = (event.points[seat], seat in event.winners, ",".join(map(str, event.points)))
            file.execute(
                "INSERT INTO deals (match, number, seat, at, points, won, everyone, ms, decisions) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "points = excluded.points, won = excluded.won, everyone = excluded.everyone",
                (match, event.deal, seat, now, *values, *turn),
            )
    contribute(file, match, 1)


def _begin(file: sqlite3.Connection, record: Record, names: Mapping[Seat, str]) -> int:
    """Enter a match; returns its number in the file."""
    rules, level = rules_text(record.options), strongest(record)
    cursor = file.execute(
        "INSERT INTO matches (key, game, seed, seats, rules, level, began) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (record.id, record.game, record.seed, record.seats, rules, level, record.began),
    )
    for seat, chair in enumerate(record.chairs):
        who = PERSON if seat in names else chair.who
        file.execute(
            "INSERT INTO chairs (match, seat, who, level, name) VALUES (?, ?, ?, ?, ?)",
            (cursor.lastrowid, seat, who, chair.level, names.get(seat, NO_ONE)),
        )
    assert cursor.lastrowid is not None
    return cursor.lastrowid
