"""Fair tables: the opponents' strength is adapted so that the person wins a fair share. Stored in ``fair.toml``.

At a table of four a fair share is one match in four. Each match changes the strength a little: up after a win, else
down. It is stable where the person wins exactly the fair share. This is stochastic approximation (H. Robbins and
S. Monro, 1951) of the root of "share won minus fair share". It needs no model of the game or of the house rules. The
steps shrink over the first matches, but not to zero, since people learn.

Matches with hints or undone decisions count, as that is how the person plays. Not counted are matches with cards known
before, deals of the day, and matches of several persons, as one strength can't suit all of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from engine.characters import STRONGEST, WEAKEST, format_strength, is_strength
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.moves import Seat
from engine.options import is_name
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema
from engine.settings import MAX_NAME_LENGTH

SCHEMA = Schema(1)
INITIAL_STRENGTH = 0.5
"""Strength at the first match of a person without a rating: halfway between Easy and Medium. With 0.7, random players
of Pass the Ace won less than 70 % of their share even after ten matches."""
FIRST_STEP, LAST_STEP = 1.2, 0.4
"""Change of the strength by a win, in levels: after the first match, and the minimum later."""
HALVING_MATCHES_PER_SEAT = 3.0
"""Number of matches per seat after which the step is half of the first one: at a large table a match is less
informative."""
MAX_BEYOND_RANGE = 1.0
"""Maximum distance in levels of ``FairTable.place`` beyond the range of strengths. With it, one lost match does not
lower the strength for a person who beats masters."""
MAX_PERSONS = 20
"""Maximum number of saved persons per game; those who played last stay."""
MAX_MATCHES = 100_000


class FairTable(NamedTuple):
    """The fair table of one person in one game, whose opponents are as strong as the person's results require."""

    name: str = ""
    """The person's name in the settings."""
    place: float = INITIAL_STRENGTH
    """Initial strength plus all steps, in levels; clamped to its range it is the opponents' strength."""
    matches: int = 0
    """Number of counted matches, which determines the size of the steps."""
    chosen: bool = False
    """Whether the person has chosen a fair table for the next match."""
    pinned: bool = False
    """Whether matches leave the strength unchanged."""
    last: str = ""
    """Id of the last counted match; empty for none."""
    before: float = INITIAL_STRENGTH
    """``place`` before the last counted match."""

    @property
    def level(self) -> str:
        """Strength of the fair table's opponents, as text in the form of a bot's level."""
        return format_strength(self.place)


class StrengthChange(NamedTuple):
    """The opponents' strength before and after a match at a fair table, as text."""

    before: str
    """Strength of the opponents in the match."""
    after: str
    """Strength of the opponents in the next match."""


def next_strength(strength: float, seats: int, matches: int, share: float) -> float:
    """Return the opponents' new strength after a match at a fair table, not clamped to the range of levels.

    Args:
        strength: the unclamped strength before it.
        seats: number of seats.
        matches: number of counted matches before it.
        share: the person's part of the win, 0 … 1; a fraction for a shared win.

    >>> next_strength(1.0, 4, 0, 1.0), next_strength(1.0, 4, 0, 0.0), next_strength(1.0, 4, 0, 0.25)
    (2.2, 0.6, 1.0)
    >>> next_strength(1.0, 4, 1000, 1.0)
    1.4
    """
    step = max(LAST_STEP, FIRST_STEP / (1 + matches / (HALVING_MATCHES_PER_SEAT * seats)))
    fair_share = 1 / seats
    changed = strength + step * (share - fair_share) / (1 - fair_share)
    return round(max(WEAKEST - MAX_BEYOND_RANGE, min(STRONGEST + MAX_BEYOND_RANGE, changed)), 3)


def is_counted(record: Record) -> bool:
    """Whether a match changes the strength of a fair table."""
    persons = sum(chair.who == PERSON for chair in record.chairs)
    return is_fair(record) and persons == 1 and not (record.known or record.adopted or record.daily)


def is_fair(record: Record) -> bool:
    """Whether the match's bots have a fair table's strength, adapted to the person's results, in place of levels."""
    return any(is_strength(chair.level) for chair in record.chairs)


class FairTables:
    """The fair tables of all games and persons; every change is written to ``fair.toml``.

    Args:
        profile: the profile that holds the file, which is read on first use.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "fair.toml", SCHEMA, _KEYS)

    @cached_property
    def _tables(self) -> dict[str, tuple[FairTable, ...]]:
        """Game -> its tables, the last changed at the end."""
        return {slug: _latest_by_name(rows) for slug, rows in self.file.read().items()}

    def find(self, game: str, person_name: str) -> FairTable | None:
        """Return a person's fair table (adapted strength of the opponents) in a game; None if there is none yet."""
        return next((table for table in self._tables.get(game, ()) if table.name == person_name), None)

    def save(self, game: str, table: FairTable) -> None:
        """Save a person's fair table, which holds the opponents' adapted strength."""
        others = [one for one in self._tables.get(game, ()) if one.name != table.name]
        tables = (*others, table)[-MAX_PERSONS:]
        if self._tables.get(game) != tables:
            self._tables[game] = tables
            self._write()

    def rename_person(self, old: str, new: str) -> None:
        """Give a person's fair tables, whose opponents adapt to the person, another name."""
        for game, tables in self._tables.items():
            if self.find(game, old) is not None:
                renamed = (one._replace(name=new) if one.name == old else one for one in tables if one.name != new)
                self._tables[game] = tuple(renamed)
                self._write()

    def _write(self) -> None:
        self.file.write({slug: [one._asdict() for one in found] for slug, found in self._tables.items()})

    def update_after_match(self, record: Record, winners: Sequence[Seat], person_name: str) -> None:
        """Adapt the strength of a person's fair table after a finished match.

        A match that ends again after an undo counts once.

        Args:
            record: the match.
            winners: seats of the winners.
            person_name: the person's name in the settings.
        """
        table = self.find(record.game, person_name)
        if table is None or table.pinned or not is_counted(record):
            return
        is_repeated = bool(record.id) and table.last == record.id
        before, matches = (table.before, table.matches - 1) if is_repeated else (table.place, table.matches)
        seat = next(seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON)
        share = 1 / len(winners) if seat in winners else 0.0
        place = next_strength(before, record.seats, matches, share)
        match_count = min(matches + 1, MAX_MATCHES)
        self.save(record.game, table._replace(place=place, matches=match_count, last=record.id, before=before))

    def strength_change(self, record: Record, person_name: str) -> StrengthChange | None:
        """Return the change of a fair table's strength by this match; None if it is not the last counted match."""
        table = self.find(record.game, person_name)
        if table is None or not is_counted(record) or not record.id or table.last != record.id:
            return None
        return StrengthChange(format_strength(table.before), table.level)

    def rematch_chairs(self, record: Record, person_name: str) -> tuple[Chair, ...]:
        """Return the chairs for a rematch; bots of a fair table get its present strength, which follows the results."""
        table = self.find(record.game, person_name)
        if table is None:
            return record.chairs
        return tuple(
            chair._replace(level=table.level) if is_strength(chair.level) else chair for chair in record.chairs
        )


def _latest_by_name(rows: Iterable[Mapping[str, Any] | None]) -> tuple[FairTable, ...]:
    """Return the fair tables of the file's usable rows; for rows with the same name, the last one."""
    tables = (FairTable(**row) for row in rows if row is not None)
    return tuple({table.name: table for table in tables}.values())[-MAX_PERSONS:]


def _is_table(row: Mapping[str, Any]) -> bool:
    """Whether a row of the file is a valid fair table."""
    if not row.keys() <= set(FairTable._fields):
        return False
    table = FairTable(**row)
    return (
        is_name(table.name, MAX_NAME_LENGTH)
        and all(
            type(place) is float and WEAKEST - MAX_BEYOND_RANGE <= place <= STRONGEST + MAX_BEYOND_RANGE
            for place in (table.place, table.before)
        )
        and type(table.matches) is int
        and 0 <= table.matches <= MAX_MATCHES
        and type(table.chosen) is bool
        and type(table.pinned) is bool
        and isinstance(table.last, str)
    )


_KEYS = dict.fromkeys(GAMES, ValueSpec(dict, "[{name, place, matches, …}]", _is_table, MAX_PERSONS))
