"""What was played, in SQLite: deals as they end, matches, and the sums that a screen shows at once.

``matches``, ``chairs`` and ``deals`` hold what happened. ``daily``, ``monthly``, ``results``, ``rivals`` and
``meetings`` (rivals day by day) are sums over them by everything that can be filtered; each is brought up to date in
the transaction that changes what it is a sum of, so that a screen reads only sums, however much was played.

``pars`` tells how a deal compares to what the strongest computer player would have made of it; their sums are columns
of ``daily`` and ``monthly``. ``days`` are the tries at deals of the day.

A match counts under the strongest level of its computer players. One in which a decision was taken back or a hint asked
for, or that goes on from a point of another or plays its deal again, counts apart (``helped``).
"""

import math
import sqlite3
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.events import Scored
from engine.match.record import Record
from engine.moments import begin_of
from engine.moves import Seat
from engine.notices import Notice
from engine.profile.database import Database
from engine.statistics.daily import DailyResult
from engine.statistics.rating import Rating
from engine.statistics.rating_rows import rate_all
from engine.statistics.tables import ALL_ROWS, EXPORTED, HUNDREDTHS, MARK, MONTH, STEPS, SUMS, contribute
from engine.statistics.writing import LOCAL_DAY, Participants, TimeSpent, forget, shrink, write_match, write_par

LATEST = 2**62
"""A moment after all others."""
CHANGED = "*"
"""As the wanted house rules: any that are not the standard ones."""


class Selection(NamedTuple):
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


class Totals(NamedTuple):
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


class Period(NamedTuple):
    """What was played in some days that follow each other."""

    first: int
    """The first day, as ``date.toordinal`` counts them."""
    matches: int
    won: int
    deals: int
    deals_won: int
    points: int
    pars: int = 0
    """Deals that have a par."""
    par_sum: int = 0
    """Of these, in hundredths of a per cent."""


class MeanPar(NamedTuple):
    """Pars of the deals that are wanted."""

    mean: float
    """In per cent; 50 is as good as the strongest computer player, on the mean."""
    deals: int
    error: float
    """Standard error of the mean, in per cent; infinite for a single deal."""


class RatingHistory(NamedTuple):
    """How strong a person was taken for."""

    rating: Rating
    """Now."""
    matches: int
    """That counted for it."""
    history: list[tuple[int, Rating]]
    """Some days, as ``date.toordinal`` counts them, with the rating of then; today's is the last."""


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

    def write_match(
        self,
        record: Record,
        scored: Sequence[Scored],
        winners: Sequence[Seat] | None,
        *,
        names: Mapping[Seat, str],
        turns: Mapping[Seat, TimeSpent],
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
        persons = Participants(names, turns)
        return self._file.write(lambda file: write_match(file, record, scored, winners, persons=persons, now=now))

    def write_par(self, record: Record, number: int, seat: Seat, par: float, playings: int) -> bool:
        """Write the par of a deal that was noted; the same again replaces it.

        Args:
            record: the match.
            number: of the deal in the match, from 1.
            seat: of the person.
            par: how many of a hundred playings by the computer in this seat the person did better than, 0 … 100; those
                that were equal count half.
            playings: on how many it rests, at least 1.

        Returns:
            Whether it was written: not when the deal is none that counts (any more).

        Raises:
            ValueError: a figure is out of its range.
        """
        if not 0 <= par <= 100 or playings < 1:
            raise ValueError(f"par {par} of {playings} playings: 0 … 100, of at least 1")
        if not record.id:
            return False
        self.finish_reset()
        written = list[bool]()

        def work(file: sqlite3.Connection) -> None:
            written.append(write_par(file, record, number, seat, (round(par * HUNDREDTHS), playings)))

        return self._file.write(work) and written[-1]

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
            forget(file, game)
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
            self._file.read(shrink, None)
        self._reset = None

    def rebuild(self) -> bool:
        """Make all sums anew from what happened."""

        def work(file: sqlite3.Connection) -> None:
            for table in SUMS:
                file.execute(f"DELETE FROM {table}")
            for (match,) in file.execute("SELECT id FROM matches").fetchall():
                contribute(file, match, 1)
            rate_all(file)

        return self._file.write(work)

    # --- reading ----------------------------------------------------------------------------------------------------

    def figures(self, wanted: Selection) -> Totals:
        """The sums, and the streaks of matches won."""
        where, values = _where(wanted)
        summed = ", ".join(f"COALESCE(SUM({name}), 0)" for name in Totals._fields[:7])

        def work(file: sqlite3.Connection) -> Totals:
            table = "monthly" if wanted.since is None else "daily"
            sums = file.execute(f"SELECT {summed} FROM {table} WHERE {where}", values).fetchone()
            ended, begins = _where(wanted, by="at")
            row = f"SELECT won FROM results WHERE {ended} ORDER BY at, match, name"  # the order of the primary key
            won = file.execute(f"SELECT group_concat(won, '') FROM ({row})", begins).fetchone()[0]
            streak, best = _streaks(won or "")
            return Totals(*sums)._replace(streak=streak, best_streak=best)

        return self._file.read(work, Totals())

    def rivals(self, wanted: Selection) -> list[Rival]:
        """Whom one played against, the one met most often first."""
        where, values = _where(wanted)
        query = (
            "SELECT who, who_level, SUM(met) AS met, SUM(won), SUM(lost) FROM rivals "
            f"WHERE {where} GROUP BY who, who_level ORDER BY met DESC, who, who_level"
        )
        if wanted.since is not None:
            query = query.replace("FROM rivals", "FROM meetings")
        return self._file.read(lambda file: [Rival(*row) for row in file.execute(query, values)], [])

    def over_time(self, wanted: Selection, most: int = 24) -> list[Period]:
        """What was played in each of at most ``most`` equally long spans of days, from the first day to the last one.

        Spans in which nothing was played are there as well.
        """
        where, values = _where(wanted)

        def work(file: sqlite3.Connection) -> list[Period]:
            for table, least in (("monthly", MONTH), ("daily", 1))[wanted.since is not None :]:
                ends = f"SELECT MIN(day), MAX(day) FROM {table} WHERE {where}"
                first, last = file.execute(ends, values).fetchone()
                if first is None:
                    return []
                days = period_length(last - first + least, most)
                if days >= least * 2 or least == 1:  # else it may be short enough to be told day by day
                    break
            summed = ", ".join(f"SUM({name})" for name in Period._fields[1:])
            query = f"SELECT (day - ?) / ? AS span, {summed} FROM {table} WHERE {where} GROUP BY span"
            found = {row[0]: row[1:] for row in file.execute(query, (first, days, *values))}
            count = (last - first) // days + 1
            return [Period(first + i * days, *found.get(i, (0,) * len(Period._fields[1:]))) for i in range(count)]

        return self._file.read(work, [])

    def par(self, wanted: Selection) -> MeanPar | None:
        """The mean of the pars; None where no deal has one."""
        where, values = _where(wanted)
        table = "monthly" if wanted.since is None else "daily"
        query = f"SELECT SUM(pars), SUM(par_sum), SUM(par_squares) FROM {table} WHERE {where}"
        count, total, squares = self._file.read(lambda file: file.execute(query, values).fetchone(), (0, 0, 0))
        if not count:
            return None
        spread = (squares - total * total / count) / (count - 1) if count > 1 else math.inf
        error = math.sqrt(max(0.0, spread) / count)
        return MeanPar(total / count / HUNDREDTHS, count, error / HUNDREDTHS)

    def daily_results(self, game: str, name: str | None = None, since: int = 0) -> list[DailyResult]:
        """The first try at the deal of each day of a game, in the order of the days; later tries don't count.

        Args:
            game: of the deals.
            name: of the person; None for whoever was first.
            since: the first day that is wanted, as ``date.toordinal`` counts them.
        """
        query = (  # beside a minimum SQLite puts what stands in its row
            "SELECT of_day, points, won, par, playings, helped, MIN(match) FROM days "
            "WHERE game = ? AND of_day >= ? AND name = COALESCE(?, name) GROUP BY of_day ORDER BY of_day"
        )

        def work(file: sqlite3.Connection) -> list[DailyResult]:
            return [
                DailyResult(day, points, bool(won), None if par is None else par / HUNDREDTHS, playings, bool(helped))
                for day, points, won, par, playings, helped, _ in file.execute(query, (game, since, name))
            ]

        return self._file.read(work, [])

    def rating(self, game: str, name: str, most: int = 2) -> RatingHistory | None:
        """How strong a person plays a game; None where no match counted for it.

        Args:
            game: in which.
            name: of the person.
            most: so many moments at most are told of, at equal distances; 2 or more.
        """
        query = (
            f"SELECT {LOCAL_DAY.replace('?', 'at')}, mu, sigma, number, at FROM ratings WHERE name = ? AND game = ? "
            "AND at <= ? ORDER BY at DESC, match DESC LIMIT 1"
        )
        begin = "SELECT MIN(at) FROM ratings WHERE name = ? AND game = ?"

        def work(file: sqlite3.Connection) -> RatingHistory | None:
            newest = file.execute(query, (name, game, LATEST)).fetchone()
            if newest is None:
                return None
            (first,), last, count = file.execute(begin, (name, game)).fetchone(), newest[-1], newest[-2]
            moments = sorted({first + (last - first) * i // (most - 1) for i in range(most)})
            rows = dict.fromkeys(file.execute(query, (name, game, moment)).fetchone() for moment in moments)
            history = [(day, Rating(mu, sigma)) for day, mu, sigma, *_ in rows]
            return RatingHistory(history[-1][1], count, history)

        return self._file.read(work, None)

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
        found = self._file.read(lambda file: file.execute(ALL_ROWS), None)
        yield from found or ()


def period_length(days: int, most: int) -> int:
    """How many days a span has so that ``most`` of them hold all these days: 1, 2, 7, 14, then months of 30.

    >>> [period_length(days, 24) for days in (1, 24, 40, 150, 300, 721, 3000)]
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


def _where(wanted: Selection, by: str = "day") -> tuple[str, list[str | int]]:
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
