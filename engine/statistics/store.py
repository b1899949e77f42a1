"""The statistics of a profile in SQLite: finished deals, matches, and precomputed sums for screens.

``matches``, ``chairs`` and ``deals`` hold the facts. ``daily``, ``monthly``, ``results``, ``rivals`` and ``meetings``
(rivals per day) are sums over them, grouped by all columns that can be filtered. Each transaction that changes facts
updates the sums, so screens read only sums, however many matches there are.

``pars`` compares deals with playouts by the strongest computer player; their sums are columns of ``daily`` and
``monthly``. ``days`` holds the attempts at deals of the day.

A match counts under the highest level of its computer players; all matches at fair tables form one group. Matches with
``helped`` are counted separately: a move was undone, a hint was requested, or the cards were known from another match.
"""

import math
import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from engine.characters import CHARACTERS, FAIR_TABLE_GROUP, FRIENDS_GROUP, LEVELS, is_strength, level_reached
from engine.events import DealScored
from engine.games import GAMES
from engine.local_time import LAST_DAY, day_of, start_of_day
from engine.match.record import PERSON, Record
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
    has_person,
    read_habits,
    rename_person,
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

MIN_DEALS_FOR_PARS = 3
"""Minimum number of deals of a game before its pars are shown, as pars would distract beginners."""
MAX_LIST_LENGTH, MAX_DAILY_RESULTS = 200, 4000
"""Maximum number of names, opponents or house rules returned, and of deals of the day."""
MAX_COUNT = 2**53
"""Exclusive limit of valid counts; larger values in a file are not from this program."""
_MAX_TEXT_LENGTH = 4000
"""Maximum length in characters of a name, or of house rules as text."""
CHANGED_RULES = "*"
"""Value of ``Selection.rules`` for all house rules except the standard ones."""

_NO_HABITS: Mapping[Seat, Mapping[str, bool]] = MappingProxyType({})


class Selection(NamedTuple):
    """Filter of the matches in the statistics; None in a field selects all."""

    name: str | None = None
    """The person's name."""
    game: str | None = None
    level: str | None = None
    """Highest level at the table: ``FAIR_TABLE_GROUP`` for fair tables, ``FRIENDS_GROUP`` for online matches, empty for
    tables of persons only."""
    rules: str | None = None
    """Rules as ``changed_rules_text`` formats them: empty for the standard ones; ``CHANGED_RULES`` for others."""
    helped: bool | None = False
    since_day: int | None = None
    """The first day, as from ``date.toordinal``."""


class Totals(NamedTuple):
    """Sums of a person over the selected matches: matches, deals, points, time, streaks."""

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
    """A person's number of matches played and won against one opponent."""

    opponent_slug: str
    """Slug of a character, or ``PERSON``."""
    level_or_name: str
    """Level of a character, or ``FAIR_TABLE_GROUP``; for a person, the name."""
    matches: int
    """Number of matches against this opponent."""
    person_wins: int
    """Matches that the person won."""
    rival_wins: int
    """Matches that the rival won."""


class HeadToHead(NamedTuple):
    """Matches of a game that a person and a character won when they met, at any level and without help."""

    person_wins: int
    rival_wins: int


class Period(NamedTuple):
    """A person's matches, deals and points, summed over a period of consecutive days."""

    first_day: int
    """The first day, as from ``date.toordinal``."""
    matches: int
    won: int
    deals: int
    deals_won: int
    points: int
    pars: int = 0
    """Number of deals with a par."""
    par_sum: int = 0
    """Sum of the pars, in hundredths of a per cent."""


class PlayedMatch(NamedTuple):
    """A finished match of a person."""

    kind: tuple[str, str, int]
    """Game, level of the match, and number of seats."""
    at: int
    """Time of its end, seconds since 1970."""
    won: bool
    has_house_rules: bool
    deals: int
    deals_won: int
    points: int
    pars: int
    """Number of deals with a par."""
    par_sum: int
    """Sum of the pars, in hundredths of a per cent."""
    ms: int
    """Milliseconds that the person thought."""
    decisions: int

    @property
    def period(self) -> Period:
        """The match as a period of its own."""
        return Period(
            day_of(self.at), 1, int(self.won), self.deals, self.deals_won, self.points, self.pars, self.par_sum
        )


class PlayedDeal(NamedTuple):
    """A finished deal of a person whose habits are known."""

    kind: tuple[str, str, int]
    """Game, level and house rules of the match, and number of seats."""
    won: bool
    """Whether the person won the deal or, in a game whose deals have losers, didn't lose it."""
    habits: Mapping[str, bool]
    """Habit of the game -> whether the person shows it in the deal; without those that don't count."""


class MeanPar(NamedTuple):
    """Mean par of a person's selected deals: the percentage of Master's playouts beaten, ties counting half."""

    mean_percent: float
    """Mean in per cent; 50 is as good as the strongest computer player."""
    deals: int
    """Number of deals with a par."""
    standard_error: float
    """Standard error of the mean, in per cent; infinite for a single deal."""


class RatingSample(NamedTuple):
    """A person's rating in a game after a match on that day."""

    day: int
    """The local day, as from ``date.toordinal``."""
    rating: Rating


class RatingHistory(NamedTuple):
    """A person's current rating in a game and its course over time."""

    current_rating: Rating
    """The current rating."""
    matches: int
    """Number of rated matches."""
    samples: list[RatingSample]
    """Ratings in order of play, the current one last."""


class Statistics:
    """The match statistics of one profile, stored in an SQLite file.

    Args:
        path: the SQLite file.
        report: called with notices for the player.
    """

    def __init__(self, path: Path, report: Callable[[Notice], object]) -> None:
        self.path = path
        self.is_recounting = False
        """Whether the sums are incomplete after an upgrade or an interrupted run; ``recount_more`` continues."""
        self._file = Database(path, MIGRATIONS, APPLICATION_ID, report, self._update_recounting)
        self._reset_connection: sqlite3.Connection | None = None
        """Connection with the uncommitted deletion of one game; None without one."""
        self._hidden_database: Database | None = None
        """The file while it is going to be deleted, replaced by an empty database in memory; else None."""

    def close(self) -> None:
        """Close the statistics file; makes a pending reset permanent."""
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
        last_deal_time_spent: Mapping[Seat, TimeSpent],
        last_deal_habits: Mapping[Seat, Mapping[str, bool]] = _NO_HABITS,
        now: int,
    ) -> bool:
        """Write a match and all its finished deals to the statistics; writing it again without changes has no effect.

        Args:
            record: the match; not counted without an ``id``.
            scored: the finished deals, without those finished before ``record.adopted``.
            winners: winners of the match; None while it continues.
            names: seat -> name of each person at the table.
            last_deal_time_spent: seat -> time that the person spent on the last of these deals.
            last_deal_habits: seat -> the person's habits in it (``PlayedDeal.habits``).
            now: current time, seconds since 1970.

        Returns:
            Whether it was written.
        """
        if not record.id or not names:
            return False
        self.finish_reset()  # undoing a reset would lose this match
        persons = MatchPersons(names, last_deal_time_spent, last_deal_habits)
        return self._file.write(lambda file: write_match(file, record, scored, winners, persons=persons, now=now))

    def write_par(self, record: Record, deal_number: int, seat: Seat, par_percent: float, playouts: int) -> bool:
        """Write or replace the par of a deal that is already in the statistics.

        Args:
            record: the match.
            deal_number: number of the deal in the match, from 1.
            seat: the person's seat.
            par_percent: percentage of the computer's playouts in this seat that the person beat; a tie counts half.
            playouts: number of playouts, at least 1.

        Returns:
            Whether it was written; False if the deal is not in the statistics.

        Raises:
            ValueError: a value is out of range.
        """
        if not 0 <= par_percent <= 100 or playouts < 1:
            raise ValueError(f"par must be 0 … 100, not {par_percent}; playouts must be at least 1, not {playouts}")
        if not record.id:
            return False
        self.finish_reset()
        written = list[bool]()

        def work(file: sqlite3.Connection) -> None:
            written.append(
                write_par(file, record, deal_number, seat, (round(par_percent * HUNDREDTHS_PER_PERCENT), playouts))
            )

        return self._file.write(work) and written[-1]

    def has_person(self, name: str) -> bool:
        """Whether a person of this name has a match in the statistics."""
        return self._file.read(lambda file: has_person(file, name), False)

    def rename_person(self, old: str, new: str) -> bool:
        """Give a person's matches another name, which must be nobody's; return whether there were any."""
        self.finish_reset()
        return self.has_person(old) and self._file.write(lambda file: rename_person(file, old, new))

    @property
    def is_newer_format(self) -> bool:
        """Whether a newer version of the program wrote the statistics file, which is then only read."""
        return self._file.is_newer_format

    @property
    def can_undo_reset(self) -> bool:
        """Whether the last reset of the statistics can be undone."""
        return self._reset_connection is not None or self._hidden_database is not None

    def reset(self, game: str | None = None) -> bool:
        """Delete the statistics of one game, or of all games (None). It can be undone until ``finish_reset``.

        Nothing is committed until then, so nothing is lost if the program is killed.

        Returns:
            Whether the file can be changed.
        """
        self.finish_reset()
        if self._file.is_newer_format or not self._file.read(lambda _: True, default=False):
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
        if not self._file.write(lambda _: None):  # then it can't be deleted either
            return False
        self._hidden_database, self._file = self._file, self._make_memory_database()
        self.is_recounting = False
        return True

    def _make_memory_database(self) -> Database:
        """Return an empty statistics database in memory."""
        empty = Database(self.path, MIGRATIONS, APPLICATION_ID, lambda _: None)
        empty.is_in_memory = True
        return empty

    def undo_reset(self) -> None:
        """Undo the last reset of the statistics."""
        if self._reset_connection is not None and self._reset_connection.in_transaction:
            self._reset_connection.execute("ROLLBACK")
        self._reset_connection = None
        if self._hidden_database is not None:
            self._file, self._hidden_database = self._hidden_database, None
            self._file.read(self._update_recounting, None)

    def finish_reset(self) -> None:
        """Make the last reset of the statistics permanent."""
        if self._reset_connection is not None and self._reset_connection.in_transaction:
            self._file.read(lambda file: file.execute("COMMIT"), None)
            self._file.read(vacuum_if_empty, None)
        self._reset_connection = None
        if self._hidden_database is not None:
            self._file, self._hidden_database = self._hidden_database, None
            self._file.delete()

    def rebuild_sums(self) -> bool:
        """Recompute all sums of the statistics from the stored matches and deals; return whether that succeeded.

        A million deals take 15 s.
        """

        begun = self._file.write(recount.begin_recount)
        while self.recount_more():
            pass
        return begun and not self.is_recounting

    def _update_recounting(self, file: sqlite3.Connection) -> None:
        self.is_recounting = recount.progress(file) is not None

    @property
    def recount_progress(self) -> float:
        """Progress of the recount of the statistics, 0 … 1; 1 if there is none."""
        share = self._file.read(recount.progress, None)
        return 1.0 if share is None else share

    def recount_more(self) -> bool:
        """Run a step of the statistics' recount, 5 to 10 ms; return False at the end or if writing fails."""
        more = list[bool]()
        written = self._file.write(lambda file: more.append(recount.recount_more(file)))
        if written:
            self.is_recounting = more[-1]
        return written and more[-1]

    # --- reading ----------------------------------------------------------------------------------------------------

    def totals(self, selection: Selection) -> Totals:
        """Return a person's sums over the selected matches and the streaks of matches won."""
        where, values = _sql_condition(selection)
        summed = ", ".join(f"COALESCE(SUM({name}), 0)" for name in Totals._fields[:7])

        def work(file: sqlite3.Connection) -> Totals:
            table = "monthly" if selection.since_day is None else "daily"
            sums = file.execute(f"SELECT {summed} FROM {table} WHERE {where}", values).fetchone()
            ended, begins = _sql_condition(selection, time_column="at")
            rows = f"SELECT won FROM results WHERE {ended} ORDER BY finish, match, name"  # primary key order
            won = "".join(["1" if win else "0" for (win,) in file.execute(rows, begins).fetchall()])
            streak, best = _streaks(won)
            totals = Totals(*sums)._replace(streak=streak, best_streak=best)
            _check_values(_are_counts(*totals._replace(points=0)) and abs(totals.points) < MAX_COUNT, *totals)
            _check_values(totals.won <= totals.matches and totals.deals_won <= totals.deals, *totals)
            return totals

        return self._file.read(work, Totals())

    def matches_won_by_game(self, name: str) -> dict[str, int]:
        """Return game -> matches that a person has won without help, for the games that the person has played."""
        query = "SELECT game, SUM(won) FROM monthly WHERE name = ? AND NOT helped GROUP BY game"

        def work(file: sqlite3.Connection) -> dict[str, int]:
            found = dict(file.execute(query, (name,)).fetchall())
            _check_values(_are_counts(*found.values()), *found.values())
            return found

        return self._file.read(work, {})

    def rivals(self, selection: Selection) -> list[Rival]:
        """Return a person's opponents in the selected matches, most frequent first."""
        where, values = _sql_condition(selection)
        query = (
            "SELECT who, who_level, SUM(met) AS met, SUM(won), SUM(lost) FROM rivals "
            f"WHERE {where} GROUP BY who, who_level ORDER BY met DESC, who, who_level LIMIT {MAX_LIST_LENGTH}"
        )
        if selection.since_day is not None:
            query = query.replace("FROM rivals", "FROM meetings")

        def work(file: sqlite3.Connection) -> list[Rival]:
            rivals = [Rival(*row) for row in file.execute(query, values)]
            for rival in rivals:
                _check_values(
                    _are_counts(*rival[2:]) and 0 < rival.matches >= max(rival.person_wins, rival.rival_wins), *rival
                )
                _check_values(
                    rival.level_or_name in (*LEVELS, FAIR_TABLE_GROUP) or rival.opponent_slug not in CHARACTERS, *rival
                )
            return rivals

        return self._file.read(work, [])

    def heads_to_heads(self, game: str, name: str) -> dict[str, HeadToHead]:
        """Return character -> matches of a game won against it and by it, for the characters that a person has met."""
        found = dict[str, HeadToHead]()
        for rival in self.rivals(Selection(name=name, game=game)):
            if rival.opponent_slug in CHARACTERS:
                before = found.get(rival.opponent_slug, HeadToHead(0, 0))
                found[rival.opponent_slug] = HeadToHead(
                    before.person_wins + rival.person_wins, before.rival_wins + rival.rival_wins
                )
        return found

    def counted_deals(self, match_key: str) -> list[tuple[int, Seat, str]]:
        """Return number, seat and person's name for each deal of a match that a person here has played to its end."""
        query = (
            "SELECT deals.number, deals.seat, chairs.name FROM matches JOIN deals ON deals.match = matches.id "
            "JOIN chairs ON chairs.match = deals.match AND chairs.seat = deals.seat "
            "WHERE matches.key = ? ORDER BY deals.number, deals.seat"
        )

        def work(file: sqlite3.Connection) -> list[tuple[int, Seat, str]]:
            found = [(number, seat, name) for number, seat, name in file.execute(query, (match_key,))]
            for number, seat, name in found:
                _check_values(_are_counts(number, seat) and isinstance(name, str), number, seat, name)
            return found

        return self._file.read(work, [])

    def over_time(self, selection: Selection, max_periods: int = 24) -> list[Period]:
        """Return a person's sums over at most ``max_periods`` equal periods, from the first day played to the last.

        Periods without matches are included.
        """
        where, values = _sql_condition(selection)

        def work(file: sqlite3.Connection) -> list[Period]:
            for table, days_per_row in (("monthly", DAYS_PER_MONTH), ("daily", 1))[selection.since_day is not None :]:
                ends = f"SELECT MIN(day), MAX(day) FROM {table} WHERE {where}"
                first, last = file.execute(ends, values).fetchone()
                if first is None:
                    return []
                _check_values(_are_counts(first, last) and 0 < first <= last <= LAST_DAY, first, last)
                days = days_per_period(last - first + days_per_row, max_periods)
                if days >= days_per_row * 2 or days_per_row == 1:  # else daily sums may be necessary
                    break
            summed = ", ".join(f"SUM({name})" for name in Period._fields[1:])
            query = f"SELECT (day - ?) / ? AS span, {summed} FROM {table} WHERE {where} GROUP BY span"
            sums = {row[0]: row[1:] for row in file.execute(query, (first, days, *values))}
            count = (last - first) // days + 1
            periods = [Period(first + i * days, *sums.get(i, (0,) * len(Period._fields[1:]))) for i in range(count)]
            for period in periods:
                _check_values(_are_counts(*period._replace(points=0)) and abs(period.points) < MAX_COUNT, *period)
                _check_values(
                    period.won <= period.matches
                    and period.deals_won <= period.deals
                    and _is_par_sum(period.pars, period.par_sum),
                    *period,
                )
            return periods

        return self._file.read(work, [])

    def last_matches(self, selection: Selection, max_matches: int) -> list[PlayedMatch]:
        """Return the last finished ones of the selected matches in order of play, at most ``max_matches``."""
        where, values = _sql_condition(selection, time_column="at")
        sums = ", ".join(f"COALESCE(SUM(d.{name}), 0)" for name in ("won", "points", "ms", "decisions"))
        query = (
            "SELECT r.game, r.level, (SELECT COUNT(*) FROM chairs WHERE chairs.match = r.match), r.at, r.won, "
            f"r.rules <> '', COUNT(d.number), {sums}, COUNT(par), COALESCE(SUM(par), 0) FROM "
            f"(SELECT * FROM results WHERE {where} ORDER BY finish DESC, match DESC, name DESC LIMIT ?) AS r "
            "JOIN chairs AS c ON c.match = r.match AND c.name = r.name AND c.who = ? "
            "LEFT JOIN deals AS d ON d.match = r.match AND d.seat = c.seat "
            "LEFT JOIN pars AS p ON p.match = d.match AND p.number = d.number AND p.seat = d.seat "
            "GROUP BY r.finish, r.match, r.name ORDER BY r.finish, r.match, r.name"
        )

        def work(file: sqlite3.Connection) -> list[PlayedMatch]:
            found = []
            for row in file.execute(query, (*values, max_matches, PERSON)):
                *kind, at, won, has_house_rules, deals, deals_won, points, ms, decisions, pars, par_sum = row
                _check_values(_are_counts(at, won, deals, deals_won, ms, decisions, pars), *row)
                _check_values(abs(points) < MAX_COUNT and _is_par_sum(pars, par_sum), *row)
                facts = at, bool(won), bool(has_house_rules), deals, deals_won, points, pars, par_sum, ms, decisions
                found.append(PlayedMatch((str(kind[0]), str(kind[1]), int(kind[2])), *facts))
            return found

        return self._file.read(work, [])

    def last_deals(self, selection: Selection, max_deals: int) -> list[PlayedDeal]:
        """Return the last ones of the selected deals whose habits are known, at most ``max_deals``, the last first."""
        where, values = _sql_condition(selection, time_column="match_at")
        query = (
            "SELECT game, level, rules, seats, d.won, points, habits FROM deals AS d JOIN ("
            "SELECT id AS match, c.seat, c.name, game, m.level, rules, helped, at AS match_at, seats "
            "FROM matches AS m JOIN chairs AS c ON c.match = m.id) AS p ON p.match = d.match AND p.seat = d.seat "
            f"WHERE habits <> '' AND {where} ORDER BY d.match DESC, d.number DESC LIMIT ?"
        )

        def work(file: sqlite3.Connection) -> list[PlayedDeal]:
            found = []
            for game, level, rules, seats, won, points, habits in file.execute(query, (*values, max_deals)):
                _check_values(_are_counts(seats, won) and isinstance(habits, str), seats, won, habits)
                _check_values(abs(points) < MAX_COUNT, points)
                is_won = points >= 0 if game in GAMES and GAMES[game].has_deal_losers else bool(won)
                found.append(PlayedDeal((game, f"{level} {rules}", seats), is_won, read_habits(habits)))
            return found

        return self._file.read(work, [])

    def mean_par(self, selection: Selection) -> MeanPar | None:
        """Return the mean par of a person's deals in the selected matches; None if no deal has a par."""
        where, values = _sql_condition(selection)
        table = "monthly" if selection.since_day is None else "daily"
        query = f"SELECT SUM(pars), SUM(par_sum), SUM(par_squares) FROM {table} WHERE {where}"

        def work(file: sqlite3.Connection) -> tuple[int, int, int]:
            count, total, squares = (figure or 0 for figure in file.execute(query, values).fetchone())
            _check_values(_are_counts(count, total, squares) and _is_par_sum(count, total), count, total, squares)
            return count, total, squares

        count, total, squares = self._file.read(work, (0, 0, 0))
        if not count:
            return None
        spread = (squares - total * total / count) / (count - 1) if count > 1 else math.inf
        error = math.sqrt(max(0.0, spread) / count)
        return MeanPar(total / count / HUNDREDTHS_PER_PERCENT, count, error / HUNDREDTHS_PER_PERCENT)

    def has_enough_deals_to_show_pars(self, game: str | None) -> bool:
        """Whether a person has played enough deals of a game (None: any game) to show results against Master (pars)."""
        query = "SELECT SUM(deals) FROM monthly WHERE game = COALESCE(?, game) GROUP BY game, name"

        def work(file: sqlite3.Connection) -> int:
            return max((count for (count,) in file.execute(query, (game,))), default=0)

        return self._file.read(work, 0) >= MIN_DEALS_FOR_PARS

    def daily_results_hiding_early_pars(
        self, game: str, name: str | None = None, since_day: int = 0
    ) -> list[DailyResult]:
        """Return a person's results of the deals of the day, without pars until ``has_enough_deals_to_show_pars``."""
        days = self.daily_results(game, name, since_day)
        return (
            days
            if self.has_enough_deals_to_show_pars(game)
            else [day._replace(par_percent=None, playouts=0) for day in days]
        )

    def daily_results(self, game: str, name: str | None = None, since_day: int = 0) -> list[DailyResult]:
        """Return the first attempts at a game's deals of the day, by day; at most the last ``MAX_DAILY_RESULTS``.

        Args:
            game: the game.
            name: the person's name; None for the first attempt by any person.
            since_day: the first day, as from ``date.toordinal``.
        """
        query = (  # with MIN() SQLite takes the other columns from the row of the minimum
            "SELECT of_day, points, won, par, playings, helped, MIN(match) FROM days "
            "WHERE game = ? AND of_day >= ? AND name = COALESCE(?, name) GROUP BY of_day "
            f"ORDER BY of_day DESC LIMIT {MAX_DAILY_RESULTS}"
        )

        def work(file: sqlite3.Connection) -> list[DailyResult]:
            results = []
            for day, points, won, par, playouts, helped, _ in file.execute(query, (game, since_day, name)):
                _check_values(
                    _are_counts(day, playouts) and 0 < day <= LAST_DAY and _is_par_sum(1, par or 0), day, playouts, par
                )
                _check_values(isinstance(points, int) and abs(points) < MAX_COUNT, points)
                mean = None if par is None else par / HUNDREDTHS_PER_PERCENT
                results.append(DailyResult(day, points, bool(won), mean, playouts, bool(helped)))
            return results[::-1]

        return self._file.read(work, [])

    def has_finished_match(self, game: str) -> bool:
        """Whether any match of a game has been played to its end."""
        query = "SELECT 1 FROM monthly WHERE game = ? AND matches > 0 LIMIT 1"
        return self._file.read(lambda file: file.execute(query, (game,)).fetchone() is not None, False)

    def beaten_levels(self, game: str, name: str) -> set[str]:
        """Return the levels that a person has beaten in a game without help.

        These are the levels of matches and deals of the day that the person won. At a fair table it is the level that
        the opponents' strength reaches.
        """
        query = (
            "SELECT level FROM results WHERE game = :game AND name = :name AND won AND NOT helped "
            "UNION SELECT level FROM days WHERE game = :game AND name = :name AND won AND NOT helped"
        )
        fair_query = (
            "SELECT DISTINCT chairs.level FROM results JOIN chairs USING (match) WHERE results.game = :game "
            "AND results.name = :name AND results.level = :fair AND results.won AND NOT results.helped"
        )
        values = {"game": game, "name": name, "fair": FAIR_TABLE_GROUP}

        def work(file: sqlite3.Connection) -> set[str]:
            levels = {level for (level,) in file.execute(query, values)} - {FAIR_TABLE_GROUP, FRIENDS_GROUP}
            fair_levels = [level for (level,) in file.execute(fair_query, values) if is_strength(level)]
            return levels | set(filter(None, map(level_reached, fair_levels)))

        return self._file.read(work, set())

    def rating_history(self, game: str, name: str, max_samples: int = 2) -> RatingHistory | None:
        """Return a person's rating in a game with samples of its history; None if no match was rated.

        Args:
            game: the game.
            name: the person's name.
            max_samples: maximum number of evenly spaced samples in the history, at least 2.
        """
        query = (
            f"SELECT {LOCAL_DAY_SQL.replace('?', 'at')}, mu, sigma, number FROM ratings WHERE name = ? AND game = ? "
        )
        newest_query = f"{query} ORDER BY finish DESC, match DESC LIMIT 1"

        def work(file: sqlite3.Connection) -> RatingHistory | None:
            newest = file.execute(newest_query, (name, game)).fetchone()
            if newest is None:
                return None
            rating, count = validate_rating(*newest[1:])
            numbers = sorted({1 + (count - 1) * i // (max_samples - 1) for i in range(max_samples)})
            which = f"AND number IN ({', '.join(map(str, numbers))}) ORDER BY finish, match LIMIT {max_samples}"
            rows = file.execute(f"{query} {which}", (name, game)).fetchall()
            history = [RatingSample(day, validate_rating(mu, sigma, number)[0]) for day, mu, sigma, number in rows]
            _check_values(_are_counts(*(sample.day for sample in history)), *history)
            return RatingHistory(rating, count, history)

        return self._file.read(work, None)

    def person_names(self) -> list[str]:
        """Return the names of all persons in the statistics, those with the most deals first."""
        return self._query_texts(
            f"SELECT name FROM monthly GROUP BY name ORDER BY SUM(deals) DESC, name LIMIT {MAX_LIST_LENGTH}",
            _MAX_TEXT_LENGTH,
        )

    def _query_texts(self, query: str, max_length: int, *values: str) -> list[str]:
        """Return the texts that an SQL query selects, of at most ``max_length`` characters each."""

        def work(file: sqlite3.Connection) -> list[str]:
            found = [text for (text,) in file.execute(query, values)]
            for text in found:
                _check_values(isinstance(text, str) and len(text) <= max_length, text)
            return found

        return self._file.read(work, [])

    def levels_played(self) -> list[str]:
        """Return all levels of play in the statistics; the empty text stands for tables without computer players."""
        return self._query_texts(f"SELECT DISTINCT level FROM monthly LIMIT {MAX_LIST_LENGTH}", _MAX_TEXT_LENGTH)

    def export_rows(self) -> Generator[tuple[str | int, ...], None, None]:
        """Yield the rows of the CSV export: a header, then a row for each deal and person, in order of beginning."""
        yield EXPORT_COLUMNS
        found = self._file.read(lambda file: file.execute(EXPORT_QUERY), None)
        yield from found or ()


def days_per_period(days: int, max_periods: int) -> int:
    """Return the shortest period (1, 2, 7, 14 or 30 × n days) of which at most ``max_periods`` cover ``days`` days.

    >>> [days_per_period(days, 24) for days in (1, 24, 40, 150, 300, 721, 3000)]
    [1, 1, 2, 7, 14, 60, 150]
    """
    usual = next((span for span in (1, 2, 7, 14, 30) if span * max_periods >= days), 0)
    return usual or -(-days // (30 * max_periods)) * 30


def _check_values(sensible: bool, *figures: object) -> None:
    """Raise an error about values read from the statistics file unless ``sensible`` is True.

    Raises:
        ForeignDatabaseError: ``sensible`` is False.
    """
    if not sensible:
        raise ForeignDatabaseError(f"values out of range: {figures}")


def _are_counts(*figures: object) -> bool:
    return all(isinstance(figure, int) and 0 <= figure < MAX_COUNT for figure in figures)


def _is_par_sum(count: int, total: int) -> bool:
    """Whether ``total`` is possible as the sum of ``count`` pars of 0 … 100 %, in hundredths of a per cent."""
    return 0 <= total <= count * 100 * HUNDREDTHS_PER_PERCENT


def _streaks(won: str) -> tuple[int, int]:
    """Return the final and the longest streak of wins in a text with the results of matches.

    >>> _streaks("1101")
    (1, 2)
    """
    runs = won.split("0")
    return len(runs[-1]), max(map(len, runs))


def _sql_condition(selection: Selection, time_column: str = "day") -> tuple[str, list[str | int]]:
    """Return the SQL condition of a selection of matches, and its values.

    ``time_column`` is the time column, ``day`` or ``at``.
    """
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
    if selection.since_day is not None:
        conditions.append(f"{time_column} >= ?")
        values.append(selection.since_day if time_column == "day" else start_of_day(selection.since_day))
    return " AND ".join(conditions), values
