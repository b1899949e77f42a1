"""Store of the last table of each game: the opponents by seat, with their levels. Stored in ``last_tables.toml``."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from engine.games import GAMES
from engine.match.record import PERSON, Chair, parse_chair
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema

SCHEMA = Schema(1)
_LATEST_KEY = "latest"


class LastTables:
    """The last table of each game; every change is written to ``last_tables.toml``.

    Args:
        profile: the profile that holds the file, which is read on first use.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "last_tables.toml", SCHEMA, _KEYS)

    @cached_property
    def _values(self) -> dict[str, Any]:
        return self.file.read()

    @property
    def latest_game(self) -> str:
        """Game of the match begun last on the seating screen; empty for none."""
        return str(self._values.get(_LATEST_KEY, ""))

    def opponents(self, game: str) -> tuple[Chair, ...]:
        """Return the chairs of a game's last table from seat 1 on; empty if there was none.

        A person has no portrait; at a fair table, characters have the levels that they have at other tables.
        """
        return tuple(filter(None, map(parse_chair, self._values.get(game, ()))))

    def save(self, game: str, opponents: Sequence[Chair], *, has_begun: bool) -> None:
        """Save a game's table; ``has_begun`` says that a match has begun at it."""
        values = {**self._values, game: list(map(str, opponents)), **({_LATEST_KEY: game} if has_begun else {})}
        if values != self._values:
            self._values.update(values)
            self.file.write(values)


def _table_spec(game: str) -> ValueSpec:
    def is_table(rows: list[object]) -> bool:  # a game is imported only when its table is read
        is_size_allowed = len(rows) + 1 in GAMES[game].seats_allowed
        return is_size_allowed and all(isinstance(row, str) and parse_chair(row) for row in rows)

    return ValueSpec(list, f'"mei easy" | "{PERSON} …" for each seat but the first', is_table)


_KEYS = {
    _LATEST_KEY: ValueSpec(str, " | ".join(GAMES), GAMES.__contains__),
    **{game: _table_spec(game) for game in GAMES},
}
