"""The statistics of a profile, in SQLite: finished deals, matches, and precomputed sums for the screen.

``matches``, ``chairs`` and ``deals`` hold the facts. ``daily``, ``monthly``, ``results``, ``rivals`` and ``meetings``
(rivals per day) are sums over them, grouped by everything that can be filtered. Each transaction that changes facts
updates the sums, so a screen reads only sums, however much was played.

``pars`` compares deals with what the strongest computer player would have achieved; their sums are columns of ``daily``
and ``monthly``. ``days`` holds the attempts at deals of the day.

A match counts under the strongest level of its computer players; those at fair tables, whose opponents play at a
strength of their own, form one group. A match is ``helped``, and counted separately, if a
decision was undone, a hint requested, or its cards were known: it continues or repeats another match.
"""

import math
import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.characters import CHARACTERS, FAIR_LEVEL, FRIENDS_LEVEL, LEVELS, is_strength, level_reached
from engine.events import DealScored
from engine.local_time import LAST_DAY, start_of_day
from engine.match.record import Record
from engine.moves import Seat
from engine.notices import Notice
from engine.profile.database import Database, ForeignDatabaseError
from engine.statistics import recount
from engine.statistics.daily import DailyResult
from engine.statistics.match_writer import (
    LOCAL_DAY_SQL,
    MatchPersons,
    TimeSpent,
    delete_game,
    vacuum_if_empty,
    write_match,
    write_par,
)
from engine.statistics.rating import Rating
from engine.statistics.rating_table import validate_rating
from engine.statistics.sql_schema import (
    APPLICATION_ID,
    DAYS_PER_MONTH,
    EXPORT_COLUMNS,
    EXPORT_QUERY,
    HUNDREDTHS_PER_PERCENT,
    MIGRATIONS,
)

MIN_PAR_DEALS = 3
"""Deals of a game from which its pars are shown: before, a beginner has other things to think of."""
MAX_TIMESTAMP = 2**62
"""A moment later than all others."""
MAX_ROWS, MAX_DAYS = 200, 4000
"""Maximum number of names, opponents and house rules that are shown, and of deals of the day."""
MAX_COUNT = 2**53
"""Counts of this size or more were not added up by this program."""
_MAX_TEXT_LENGTH = 4000
"""Maximum length of a name, or of house rules as text, characters."""
CHANGED_RULES = "*"
"""As ``Selection.rules``: any house rules but the standard ones."""


class Selection(NamedTuple):
    """Which matches to look at; None selects all."""

    name: str | None = None
    """The person's name."""
    game: str | None = None
    level: str | None = None
    """The strongest level at the table; ``FAIR_LEVEL`` for fair tables, ``FRIENDS_LEVEL`` for those of several
    computers, empty for
    tables of persons only."""
    rules: str | None = None
    """House rules as ``rules_text`` writes them: empty for the standard game; ``CHANGED_RULES`` for all others."""
    helped: bool | None = False
    since: int | None = None
    """The first day, a ``date.toordinal`` number."""


class Totals(NamedTuple):
    """Sums over the selected matches, from the person's side."""

    matches: int = 0
    won: int = 0
    deals: int = 0
    deals_won: int = 0
    points: int = 0
    ms: int = 0
    decisions: int = 0
    streak: int = 0
    """Current run of matches won in a row."""
    best_streak: int = 0


class Rival(NamedTuple):
    """Matches against one opponent."""

    opponent: str
    """A character, or ``PERSON``."""
    level: str
    """A character's level, or ``FAIR_LEVEL``; a person's name."""
    matches: int
    """Number of matches against this opponent."""
    won: int
    """Matches that the person won."""
    lost: int
    """Matches that the rival won."""


class Period(NamedTuple):
    """Sums over consecutive days."""

    first: int
    """The first day, a ``date.toordinal`` number."""
    matches: int
    won: int
    deals: int
    deals_won: int
    points: int
    pars: int = 0
    """Number of deals with a par."""
    par_sum: int = 0
    """Sum of the pars, in hundredths of a per cent."""


class MeanPar(NamedTuple):
    """The mean par of the selected deals."""

    mean: float
    """Mean in per cent; 50 is on average as good as the strongest computer player."""
    deals: int
    """Number of deals with a par."""
    error: float
    """Standard error of the mean, in per cent; infinite for a single deal."""


class RatingHistory(NamedTuple):
    """A person's rating over time."""

    rating: Rating
    """The current rating."""
    matches: int
    """Number of rated matches."""
    history: list[tuple[int, Rating]]
    """Sampled days (``date.toordinal`` numbers) with the rating at the time; the current one is last."""


class Statistics:
    """The statistics of one profile.

    Args:
        path: the file.
        tell: called with notices for the player.
    """

    def __init__(self, path: Path, on_notice: Callable[[Notice], object]) -> None:
        self.path = path
        self.is_recounting = False
        """Whether the sums are incomplete, as an upgrade or an earlier run has left them; ``recount_more`` goes on."""
        self._file = Database(path, MIGRATIONS, APPLICATION_ID, on_notice, self._look)
        self._reset_connection: sqlite3.Connection | None = None
        """The file, with the deletion of one game not committed."""
        self._hidden_database: Database | None = None
        """The file, if everything is to be deleted: an empty database in memory stands for it meanwhile."""

    def close(self) -> None:
        """Close the file; a reset that was not undone takes effect."""
        self.finish_reset()
        self._file.close()

    # --- writing ----------------------------------------------------------------------------------------------------

    def write_match(
        self,
        record: Record,
        scored: Sequence[DealScored],
        winners: Sequence[Seat] | None,
        *,
        names: Mapping[Seat, str],
        turns: Mapping[Seat, TimeSpent],
        now: int,
    ) -> bool:
        """Write a match and all its finished deals. Writing the same again changes nothing.

        Args:
            record: the match; one without an ``id`` is not counted.
            scored: the finished deals, without those finished before ``record.adopted``.
            winners: winners of the match; None while it continues.
            names: seat -> name of each person at the table.
            turns: seat -> time that the person spent on the last of these deals.
            now: seconds since 1970.

        Returns:
            Whether it was written.
        """
        if not record.id or not names:
            return False
        self.finish_reset()  # undoing a reset must not drop what was played after it
        persons = MatchPersons(names, turns)
        return self._file.write(lambda file: write_match(file, record, scored, winners, persons=persons, now=now))

    def write_par(self, record: Record, number: int, seat: Seat, par: float, playouts: int) -> bool:
        """Write the par of a deal that was written before, replacing an earlier par.

        Args:
            record: the match.
            number: number of the deal in the match, from 1.
            seat: the person's seat.
            par: percentage of the computer's playouts in this seat that the person beat, 0 … 100, ties counting half.
            playouts: number of playouts behind the par, at least 1.

        Returns:
            Whether it was written; False if the deal doesn't count (any more).

        Raises:
            ValueError: a figure is out of range.
        """
        if not 0 <= par <= 100 or playouts < 1:
            raise ValueError(f"par {par} of {playouts} playouts: 0 … 100, of at least 1")
        if not record.id:
            return False
        self.finish_reset()
        written = list[bool]()

        def work(file: sqlite3.Connection) -> None:
            written.append(write_par(file, record, number, seat, (round(par * HUNDREDTHS_PER_PERCENT), playouts)))

        return self._file.write(work) and written[-1]

    @property
    def is_newer_format(self) -> bool:
        """Whether a newer program wrote the file: it is only read, as far as it is understood."""
        return self._file.is_newer_format

    @property
    def can_undo_reset(self) -> bool:
        """Whether the last reset can be undone."""
        return self._reset_connection is not None or self._hidden_database is not None

    def reset(self, game: str | None = None) -> bool:
        """Delete the statistics of one game, or all; until ``finish_reset`` this can be undone.

        Nothing is committed until then: if the program is killed, nothing was deleted.

        Returns:
            False if the file can't be changed.
        """
        self.finish_reset()
        if self._file.is_newer_format or not self._file.read(lambda _: True, instead=False):
            return False
        return self._reset_all() if game is None else self._reset_game(game)

    def _reset_game(self, game: str) -> bool:
        def begin(file: sqlite3.Connection) -> sqlite3.Connection:
            file.execute("BEGIN IMMEDIATE")
            delete_game(file, game)
            return file

        self._reset_connection = self._file.read(begin, None)
        return self._reset_connection is not None

    def _reset_all(self) -> bool:
        if not self._file.write(lambda _: None):  # nor can it be deleted
            return False
        self._hidden_database, self._file = self._file, self._make_empty()
        self.is_recounting = False
        return True

    def _make_empty(self) -> Database:
        """An empty database in memory."""
        empty = Database(self.path, MIGRATIONS, APPLICATION_ID, lambda _: None)
        empty.is_in_memory = True
        return empty

    def undo_reset(self) -> None:
        """Undo the last reset."""
        if self._reset_connection is not None and self._reset_connection.in_transaction:
            self._reset_connection.execute("ROLLBACK")
        self._reset_connection = None
        if self._hidden_database is not None:
            self._file, self._hidden_database = self._hidden_database, None
            self._file.read(self._look, None)

    def finish_reset(self) -> None:
        """Make the last reset permanent."""
        if self._reset_connection is not None and self._reset_connection.in_transaction:
            self._file.read(lambda file: file.execute("COMMIT"), None)
            self._file.read(vacuum_if_empty, None)
        self._reset_connection = None
        if self._hidden_database is not None:
            self._file, self._hidden_database = self._hidden_database, None
            self._file.delete()

    def rebuild(self) -> bool:
        """Recompute all sums from the facts at once; a million deals take 15 s."""

        begun = self._file.write(recount.begin_recount)
        while self.recount_more():
            pass
        return begun and not self.is_recounting

    def _look(self, file: sqlite3.Connection) -> None:
        self.is_recounting = recount.progress(file) is not None

    @property
    def recount_progress(self) -> float:
        """Progress of the recount, 0 … 1; 1 if there is none."""
        share = self._file.read(recount.progress, None)
        return 1.0 if share is None else share

    def recount_more(self) -> bool:
        """Recompute a part of the sums, in 5 to 10 ms; False if nothing is left to do, or it can't be done."""
        more = list[bool]()
        written = self._file.write(lambda file: more.append(recount.recount_more(file)))
        if written:
            self.is_recounting = more[-1]
        return written and more[-1]

    # --- reading ----------------------------------------------------------------------------------------------------

    def totals(self, selection: Selection) -> Totals:
        """Sums over a selection, and the streaks of matches won."""
        where, values = _sql_condition(selection)
        summed = ", ".join(f"COALESCE(SUM({name}), 0)" for name in Totals._fields[:7])

        def work(file: sqlite3.Connection) -> Totals:
            table = "monthly" if selection.since is None else "daily"
            sums = file.execute(f"SELECT {summed} FROM {table} WHERE {where}", values).fetchone()
            ended, begins = _sql_condition(selection, by="at")
            rows = f"SELECT won FROM results WHERE {ended} ORDER BY at, match, name"  # the order of the primary key
            won = "".join(["1" if one else "0" for (one,) in file.execute(rows, begins).fetchall()])
            streak, best = _streaks(won)
            found = Totals(*sums)._replace(streak=streak, best_streak=best)
            _check_figures(_are_counts(*found._replace(points=0)) and abs(found.points) < MAX_COUNT, *found)
            _check_figures(found.won <= found.matches and found.deals_won <= found.deals, *found)
            return found

        return self._file.read(work, Totals())

    def rivals(self, selection: Selection) -> list[Rival]:
        """The opponents, most frequent first."""
        where, values = _sql_condition(selection)
        query = (
            "SELECT who, who_level, SUM(met) AS met, SUM(won), SUM(lost) FROM rivals "
            f"WHERE {where} GROUP BY who, who_level ORDER BY met DESC, who, who_level LIMIT {MAX_ROWS}"
        )
        if selection.since is not None:
            query = query.replace("FROM rivals", "FROM meetings")

        def work(file: sqlite3.Connection) -> list[Rival]:
            found = [Rival(*row) for row in file.execute(query, values)]
            for one in found:
                _check_figures(_are_counts(*one[2:]) and 0 < one.matches >= max(one.won, one.lost), *one)
                _check_figures(one.level in (*LEVELS, FAIR_LEVEL) or one.opponent not in CHARACTERS, *one)
            return found

        return self._file.read(work, [])

    def over_time(self, selection: Selection, max_periods: int = 24) -> list[Period]:
        """Sums over equally long periods, at most ``most``, from the first day played to the last.

        Periods without play are included.
        """
        where, values = _sql_condition(selection)

        def work(file: sqlite3.Connection) -> list[Period]:
            for table, least in (("monthly", DAYS_PER_MONTH), ("daily", 1))[selection.since is not None :]:
                ends = f"SELECT MIN(day), MAX(day) FROM {table} WHERE {where}"
                first, last = file.execute(ends, values).fetchone()
                if first is None:
                    return []
                _check_figures(_are_counts(first, last) and 0 < first <= last <= LAST_DAY, first, last)
                days = days_per_period(last - first + least, max_periods)
                if days >= least * 2 or least == 1:  # else the time may be short enough to count by days
                    break
            summed = ", ".join(f"SUM({name})" for name in Period._fields[1:])
            query = f"SELECT (day - ?) / ? AS span, {summed} FROM {table} WHERE {where} GROUP BY span"
            found = {row[0]: row[1:] for row in file.execute(query, (first, days, *values))}
            count = (last - first) // days + 1
            periods = [Period(first + i * days, *found.get(i, (0,) * len(Period._fields[1:]))) for i in range(count)]
            for one in periods:
                _check_figures(_are_counts(*one._replace(points=0)) and abs(one.points) < MAX_COUNT, *one)
                _check_figures(
                    one.won <= one.matches and one.deals_won <= one.deals and _is_par(one.pars, one.par_sum), *one
                )
            return periods

        return self._file.read(work, [])

    def mean_par(self, selection: Selection) -> MeanPar | None:
        """The mean par of a selection; None if no deal has one."""
        where, values = _sql_condition(selection)
        table = "monthly" if selection.since is None else "daily"
        query = f"SELECT SUM(pars), SUM(par_sum), SUM(par_squares) FROM {table} WHERE {where}"

        def work(file: sqlite3.Connection) -> tuple[int, int, int]:
            count, total, squares = (figure or 0 for figure in file.execute(query, values).fetchone())
            _check_figures(_are_counts(count, total, squares) and _is_par(count, total), count, total, squares)
            return count, total, squares

        count, total, squares = self._file.read(work, (0, 0, 0))
        if not count:
            return None
        spread = (squares - total * total / count) / (count - 1) if count > 1 else math.inf
        error = math.sqrt(max(0.0, spread) / count)
        return MeanPar(total / count / HUNDREDTHS_PER_PERCENT, count, error / HUNDREDTHS_PER_PERCENT)

    def has_enough_pars(self, game: str | None) -> bool:
        """Whether somebody has played enough deals of a game for its pars to be shown; None for any game."""
        query = "SELECT SUM(deals) FROM monthly WHERE game = COALESCE(?, game) GROUP BY game, name"

        def work(file: sqlite3.Connection) -> int:
            return max((count for (count,) in file.execute(query, (game,))), default=0)

        return self._file.read(work, 0) >= MIN_PAR_DEALS

    def shown_daily_results(self, game: str, name: str | None = None, since: int = 0) -> list[DailyResult]:
        """As ``daily_results``, without pars as long as the game shows none."""
        days = self.daily_results(game, name, since)
        return days if self.has_enough_pars(game) else [day._replace(par=None, playouts=0) for day in days]

    def daily_results(self, game: str, name: str | None = None, since: int = 0) -> list[DailyResult]:
        """The first attempt at each deal of the day of a game, in the order of the days; the last ``MAX_DAYS``.

        Args:
            game: the game.
            name: the person's name; None for the first attempt by anyone.
            since: the first day wanted, a ``date.toordinal`` number.
        """
        query = (  # with MIN() SQLite takes the other columns from the row of the minimum
            "SELECT of_day, points, won, par, playings, helped, MIN(match) FROM days "
            "WHERE game = ? AND of_day >= ? AND name = COALESCE(?, name) GROUP BY of_day "
            f"ORDER BY of_day DESC LIMIT {MAX_DAYS}"
        )

        def work(file: sqlite3.Connection) -> list[DailyResult]:
            found = []
            for day, points, won, par, playouts, helped, _ in file.execute(query, (game, since, name)):
                _check_figures(
                    _are_counts(day, playouts) and 0 < day <= LAST_DAY and _is_par(1, par or 0), day, playouts, par
                )
                _check_figures(isinstance(points, int) and abs(points) < MAX_COUNT, points)
                mean = None if par is None else par / HUNDREDTHS_PER_PERCENT
                found.append(DailyResult(day, points, bool(won), mean, playouts, bool(helped)))
            return found[::-1]

        return self._file.read(work, [])

    def beaten_levels(self, game: str, name: str) -> set[str]:
        """The levels that a person has beaten in a game, without help.

        Each is that of the strongest opponent in a match, or a deal of the day, that the person won. At a fair table it
        is the level that the opponents' strength reaches.
        """
        query = (
            "SELECT level FROM results WHERE game = :game AND name = :name AND won AND NOT helped "
            "UNION SELECT level FROM days WHERE game = :game AND name = :name AND won AND NOT helped"
        )
        fair = (
            "SELECT DISTINCT chairs.level FROM results JOIN chairs USING (match) WHERE results.game = :game "
            "AND results.name = :name AND results.level = :fair AND results.won AND NOT results.helped"
        )
        values = {"game": game, "name": name, "fair": FAIR_LEVEL}

        def work(file: sqlite3.Connection) -> set[str]:
            found = {level for (level,) in file.execute(query, values)} - {FAIR_LEVEL, FRIENDS_LEVEL}
            met = [level for (level,) in file.execute(fair, values) if is_strength(level)]
            return found | set(filter(None, map(level_reached, met)))

        return self._file.read(work, set())

    def rating(self, game: str, name: str, max_points: int = 2) -> RatingHistory | None:
        """A person's rating in a game; None if no match was rated.

        Args:
            game: the game.
            name: the person's name.
            most: maximum number of evenly spaced samples in the history, at least 2.
        """
        query = (
            f"SELECT {LOCAL_DAY_SQL.replace('?', 'at')}, mu, sigma, number, at FROM ratings WHERE name = ? "
            "AND game = ? AND at <= ? ORDER BY at DESC, match DESC LIMIT 1"
        )
        begin = "SELECT MIN(at) FROM ratings WHERE name = ? AND game = ?"

        def work(file: sqlite3.Connection) -> RatingHistory | None:
            newest = file.execute(query, (name, game, MAX_TIMESTAMP)).fetchone()
            if newest is None:
                return None
            (first,), last, count = file.execute(begin, (name, game)).fetchone(), newest[-1], newest[-2]
            _check_figures(isinstance(first, int) and isinstance(last, int), first, last)
            moments = sorted({first + (last - first) * i // (max_points - 1) for i in range(max_points)})
            rows = dict.fromkeys(file.execute(query, (name, game, moment)).fetchone() for moment in moments)
            history = [(day, validate_rating(mu, sigma, number)[0]) for day, mu, sigma, number, _ in rows]
            _check_figures(_are_counts(*(day for day, _ in history)), *history)
            return RatingHistory(history[-1][1], count, history)

        return self._file.read(work, None)

    def person_names(self) -> list[str]:
        """Names of the persons who played, by number of deals, most first."""
        return self._texts(
            f"SELECT name FROM monthly GROUP BY name ORDER BY SUM(deals) DESC, name LIMIT {MAX_ROWS}", _MAX_TEXT_LENGTH
        )

    def _texts(self, query: str, max_length: int, *values: str) -> list[str]:
        """The texts that a query finds, of at most ``max_length`` characters each."""

        def work(file: sqlite3.Connection) -> list[str]:
            found = [text for (text,) in file.execute(query, values)]
            for text in found:
                _check_figures(isinstance(text, str) and len(text) <= max_length, text)
            return found

        return self._file.read(work, [])

    def levels_played(self) -> list[str]:
        """The levels that occur; empty stands for tables of persons only."""
        return self._texts(f"SELECT DISTINCT level FROM monthly LIMIT {MAX_ROWS}", _MAX_TEXT_LENGTH)

    def rules_played(self, game: str | None) -> list[str]:
        """The house rules played besides the standard ones, most frequent first."""
        if game is None:
            return []
        query = (
            "SELECT rules FROM monthly WHERE game = ? AND rules <> '' GROUP BY rules ORDER BY SUM(deals) DESC, rules "
            f"LIMIT {MAX_ROWS}"
        )
        return self._texts(query, _MAX_TEXT_LENGTH, game)

    def export_rows(self) -> Generator[tuple[str | int, ...], None, None]:
        """A header row, then every deal from each person's side, in the order in which the matches began."""
        yield EXPORT_COLUMNS
        found = self._file.read(lambda file: file.execute(EXPORT_QUERY), None)
        yield from found or ()


def days_per_period(days: int, max_periods: int) -> int:
    """The shortest period so that ``most`` of them cover ``days`` days: 1, 2, 7, 14, or a multiple of 30.

    >>> [days_per_period(days, 24) for days in (1, 24, 40, 150, 300, 721, 3000)]
    [1, 1, 2, 7, 14, 60, 150]
    """
    usual = next((span for span in (1, 2, 7, 14, 30) if span * max_periods >= days), 0)
    return usual or -(-days // (30 * max_periods)) * 30


def _check_figures(sensible: bool, *figures: object) -> None:
    """Check figures from the file.

    Raises:
        NotOursError: they can't come from this program.
    """
    if not sensible:
        raise ForeignDatabaseError(f"strange figures: {figures}")


def _are_counts(*figures: object) -> bool:
    return all(isinstance(figure, int) and 0 <= figure < MAX_COUNT for figure in figures)


def _is_par(count: int, total: int) -> bool:
    """Whether a number of pars can have this sum, in hundredths of a per cent."""
    return 0 <= total <= count * 100 * HUNDREDTHS_PER_PERCENT


def _streaks(won: str) -> tuple[int, int]:
    """The streak at the end of a string of results, and the longest one.

    >>> _streaks("1101")
    (1, 2)
    """
    runs = won.split("0")
    return len(runs[-1]), max(map(len, runs))


def _sql_condition(selection: Selection, by: str = "day") -> tuple[str, list[str | int]]:
    """SQL condition for a selection, and its values; ``by`` is the time column: ``day`` or ``at``."""
    conditions, values = ["1"], list[str | int]()
    for column in ("name", "game", "level", "rules", "helped"):
        value = getattr(selection, column)
        if value is None:
            continue
        if column == "rules" and value == CHANGED_RULES:
            conditions.append("rules <> ''")
            continue
        conditions.append(f"{column} = ?")
        values.append(value)
    if selection.since is not None:
        conditions.append(f"{by} >= ?")
        values.append(selection.since if by == "day" else start_of_day(selection.since))
    return " AND ".join(conditions), values
