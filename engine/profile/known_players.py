"""Other persons who have played at this computer: their names and portraits. Stored in ``persons.toml``."""

from collections.abc import Iterable

from engine.match.record import PERSON, Chair
from engine.notices import Notice
from engine.options import is_name
from engine.profile.storage import Profile
from engine.profile.value_file import ValueFile
from engine.schemas import Schema
from engine.settings import MAX_NAME_LENGTH, PORTRAITS

SCHEMA = Schema(1)
MAX_PLAYERS = 7
"""Maximum number remembered: one per chair at the largest table, besides the player's own."""
_NAMES_KEY, _PORTRAITS_KEY = "names", "portraits"


class KnownPlayers:
    """The persons remembered, in the order in which they are offered a chair; written to ``persons.toml``.

    The usable part of a damaged file is read; a copy is kept before it is rewritten.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "persons.toml", SCHEMA)
        self.players: tuple[Chair, ...] = ()
        """Chairs of the persons, each with a name."""

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it."""
        allowed = {_NAMES_KEY: (_are_names, '["…"]'), _PORTRAITS_KEY: (_are_portraits, f'["{" | ".join(PORTRAITS)}"]')}
        raw, notices = self.file.read(allowed)
        lists = raw.get(_NAMES_KEY), raw.get(_PORTRAITS_KEY)
        names, portraits = (found if isinstance(found, list) else [] for found in lists)
        chairs = []
        for i, name in enumerate(names):
            if _is_name(name):
                portrait = portraits[i] if i < len(portraits) else ""
                chairs.append(Chair(PERSON, name=name, portrait=portrait if portrait in PORTRAITS else PORTRAITS[0]))
        self.players = _without_duplicates(chairs)
        return notices

    def remember(self, chairs: Iterable[Chair]) -> list[Notice]:
        """Remember the named persons among these, in this order, and nobody else."""
        known = _without_duplicates(chair for chair in chairs if chair.name)
        if known == self.players:
            return []
        self.players = known
        return self.file.write(
            {_NAMES_KEY: [chair.name for chair in known], _PORTRAITS_KEY: [chair.portrait for chair in known]}
        )


def _without_duplicates(chairs: Iterable[Chair]) -> tuple[Chair, ...]:
    found: dict[str, Chair] = {}
    for chair in chairs:
        found.setdefault(chair.name, chair)
    return tuple(found.values())[:MAX_PLAYERS]


def _is_name(found: object) -> bool:
    return found != "" and is_name(found, MAX_NAME_LENGTH)


def _are_names(found: object) -> bool:
    return isinstance(found, list) and len(found) <= MAX_PLAYERS and all(map(_is_name, found))


def _are_portraits(found: object) -> bool:
    return isinstance(found, list) and len(found) <= MAX_PLAYERS and all(one in PORTRAITS for one in found)
