"""Fair tables: how strong the opponents of each person play so that the person wins a fair share. In ``fair.toml``.

At a table of four a fair share is one match in four. After each match the strength moves a little: up after a win, down
otherwise, in such proportions that it rests where the person wins exactly that share. This finds the root of "share won
less fair share" by stochastic approximation (H. Robbins and S. Monro, 1951) and needs no model of the game or of the
house rules. The steps shrink over the first matches, but not to nothing, since people learn.

Matches with hints or undone decisions count, as that is how the person plays. Others don't: matches whose cards were
known before, deals of the day, and matches of several persons, of whom nobody can say whom the table should suit.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.characters import STRONGEST, WEAKEST, format_strength, is_strength
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.moves import Seat
from engine.notices import Notice
from engine.options import is_name
from engine.profile.storage import Profile
from engine.profile.value_file import Key, ValueFile
from engine.schemas import Schema
from engine.settings import MAX_NAME_LENGTH

SCHEMA = Schema(1)
INITIAL_STRENGTH = 0.5
"""Strength at the first match of somebody without a rating: halfway between Easy and Medium. From 0.7, players who
play at random won less than 70 % of their share at Pass the Ace even after ten matches."""
FIRST_STEP, LAST_STEP = 1.2, 0.4
"""How far a win moves the strength, in levels: after the first match, and at least."""
HALVING_MATCHES = 3.0
"""Matches for each seat of the table after which the step is half of the first one. A match tells less at a large
table."""
STRENGTH_MARGIN = 1.0
"""How far the sum of all steps may leave the limits of a strength, so that one lost match does not bring whoever wins
against masters down at once."""
MAX_PERSONS = 20
"""Maximum number of persons remembered for each game; those who played last stay."""
MAX_MATCHES = 100_000


class FairTable(NamedTuple):
    """One person's fair table in one game."""

    name: str = ""
    """The person's name in the settings."""
    place: float = INITIAL_STRENGTH
    """Sum of the start and all steps; the opponents' strength is this within its limits."""
    matches: int = 0
    """Number of matches behind it, which sets the length of the steps."""
    chosen: bool = False
    """Whether the next match is played at a fair table."""
    pinned: bool = False
    """Whether the strength is kept as it is."""
    last: str = ""
    """Id of the last match that counted; empty for none."""
    before: float = INITIAL_STRENGTH
    """``place`` before that match."""

    @property
    def level(self) -> str:
        """The strength as written in a chair."""
        return format_strength(self.place)


class StrengthChange(NamedTuple):
    """What a match changed at a fair table."""

    before: str
    """The strength at which the opponents played, as written."""
    after: str
    """Their strength in the next match."""


def next_strength(place: float, seats: int, matches: int, share: float) -> float:
    """The place after a match.

    Args:
        place: the place before it.
        seats: number of seats.
        matches: number of matches before it.
        share: what the person won of the match: 0, 1, or a part of a shared win.

    >>> next_strength(1.0, 4, 0, 1.0), next_strength(1.0, 4, 0, 0.0), next_strength(1.0, 4, 0, 0.25)
    (2.2, 0.6, 1.0)
    >>> next_strength(1.0, 4, 1000, 1.0)
    1.4
    """
    win = max(LAST_STEP, FIRST_STEP / (1 + matches / (HALVING_MATCHES * seats)))
    fair = 1 / seats
    found = place + win * (share - fair) / (1 - fair)
    return round(max(WEAKEST - STRENGTH_MARGIN, min(STRONGEST + STRENGTH_MARGIN, found)), 3)


def is_counted(record: Record) -> bool:
    """Whether a match moves a fair table."""
    persons = sum(chair.who == PERSON for chair in record.chairs)
    return is_fair(record) and persons == 1 and not (record.known or record.adopted or record.daily)


def is_fair(record: Record) -> bool:
    """Whether a match is played at a fair table."""
    return any(is_strength(chair.level) for chair in record.chairs)


class FairTables:
    """The fair tables of all games and persons; every change is written to ``fair.toml``.

    The usable part of a damaged file is read; a copy is kept before it is rewritten.

    Args:
        profile: the profile that holds the file. It is read when it is first needed, not at the program's start.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "fair.toml", SCHEMA, _KEYS)
        self._tables: dict[str, tuple[FairTable, ...]] | None = None
        """Game -> its tables, the one that changed last at the end."""

    def load(self) -> list[Notice]:
        """Read the file unless that was done; return notices about what is wrong with it."""
        if self._tables is not None:
            return []
        values, notices = self.file.read()
        self._tables = {slug: _latest_by_name(rows) for slug, rows in values.items()}
        return notices

    def find(self, game: str, name: str) -> FairTable | None:
        """A person's table in a game; None before the first one."""
        return next((table for table in self._tables_of(game) if table.name == name), None)

    def save(self, game: str, table: FairTable) -> list[Notice]:
        """Remember a table in place of the person's former one."""
        others = [one for one in self._tables_of(game) if one.name != table.name]
        return self._write(game, (*others, table)[-MAX_PERSONS:])

    def update_after_match(self, record: Record, winners: Sequence[Seat], name: str) -> list[Notice]:
        """Move a person's table after a match that was played to the end. A match that ends again counts once.

        Args:
            record: the match.
            winners: who won it.
            name: the person's name in the settings.
        """
        table = self.find(record.game, name)
        if table is None or table.pinned or not is_counted(record):
            return []
        again = bool(record.id) and table.last == record.id
        before, matches = (table.before, table.matches - 1) if again else (table.place, table.matches)
        seat = next(seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON)
        share = 1 / len(winners) if seat in winners else 0.0
        place = next_strength(before, record.seats, matches, share)
        counted = min(matches + 1, MAX_MATCHES)
        return self.save(record.game, table._replace(place=place, matches=counted, last=record.id, before=before))

    def strength_change(self, record: Record, name: str) -> StrengthChange | None:
        """What a match changed; None if it did not count."""
        table = self.find(record.game, name)
        if table is None or not is_counted(record) or not record.id or table.last != record.id:
            return None
        return StrengthChange(format_strength(table.before), table.level)

    def rematch_chairs(self, record: Record, name: str) -> tuple[Chair, ...]:
        """The chairs of a match for the next one: at a fair table, with the strength of that person's table now."""
        table = self.find(record.game, name)
        if table is None:
            return record.chairs
        return tuple(
            chair._replace(level=table.level) if is_strength(chair.level) else chair for chair in record.chairs
        )

    def _tables_of(self, game: str) -> tuple[FairTable, ...]:
        self.load()
        assert self._tables is not None
        return self._tables.get(game, ())

    def _write(self, game: str, tables: tuple[FairTable, ...]) -> list[Notice]:
        notices = self.load()
        assert self._tables is not None
        if self._tables.get(game) == tables:
            return notices
        self._tables[game] = tables
        values = {slug: [table._asdict() for table in found] for slug, found in self._tables.items()}
        return notices + self.file.write(values)


def _latest_by_name(rows: Iterable[Mapping[str, Any] | None]) -> tuple[FairTable, ...]:
    """Return one table for each name."""
    tables = (FairTable(**row) for row in rows if row is not None)
    return tuple({table.name: table for table in tables}.values())[-MAX_PERSONS:]


def _is_table(row: Mapping[str, Any]) -> bool:
    """Whether a row of the file is a table."""
    if not row.keys() <= set(FairTable._fields):
        return False
    table = FairTable(**row)
    return (
        is_name(table.name, MAX_NAME_LENGTH)
        and all(
            type(place) is float and WEAKEST - STRENGTH_MARGIN <= place <= STRONGEST + STRENGTH_MARGIN
            for place in (table.place, table.before)
        )
        and type(table.matches) is int
        and 0 <= table.matches <= MAX_MATCHES
        and type(table.chosen) is bool
        and type(table.pinned) is bool
        and isinstance(table.last, str)
    )


_KEYS = dict.fromkeys(GAMES, Key(dict, "[{name, place, matches, …}]", _is_table, MAX_PERSONS))
