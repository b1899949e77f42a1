"""Store of the names and portraits of other persons who played at this computer. Stored in ``persons.toml``."""

from collections.abc import Iterable
from itertools import zip_longest

from engine.match.record import PERSON, Chair
from engine.options import is_name
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema
from engine.settings import MAX_NAME_LENGTH, PORTRAITS

SCHEMA = Schema(1)
MAX_PLAYERS = 11
"""Maximum number of saved persons: one for each chair of the largest table except the player's own."""
_NAMES_KEY, _PORTRAITS_KEY = "names", "portraits"
_KEYS = {
    _NAMES_KEY: ValueSpec(str, '["…"]', lambda name: name and is_name(name, MAX_NAME_LENGTH), MAX_PLAYERS),
    _PORTRAITS_KEY: ValueSpec(str, f'["{" | ".join(PORTRAITS)}"]', PORTRAITS.__contains__, MAX_PLAYERS),
}


class HotSeatPlayers:
    """The persons known at this computer, in the order of display; every change is written to ``persons.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "persons.toml", SCHEMA, _KEYS)
        values = self.file.read()
        pairs = zip_longest(values.get(_NAMES_KEY, ()), values.get(_PORTRAITS_KEY, ()))
        self.players = _without_duplicates(
            Chair(PERSON, name=name, portrait=portrait or PORTRAITS[0]) for name, portrait in pairs if name
        )
        """Chairs of the persons, all with a name."""

    def replace_players(self, chairs: Iterable[Chair]) -> None:
        """Replace the saved persons by those of these chairs that have a name, in this order."""
        known = _without_duplicates(chair for chair in chairs if chair.name)
        if known != self.players:
            self.players = known
            self.file.write(
                {_NAMES_KEY: [chair.name for chair in known], _PORTRAITS_KEY: [chair.portrait for chair in known]}
            )


def _without_duplicates(chairs: Iterable[Chair]) -> tuple[Chair, ...]:
    found: dict[str, Chair] = {}
    for chair in chairs:
        found.setdefault(chair.name, chair)
    return tuple(found.values())[:MAX_PLAYERS]
