"""The further persons who played at this computer before: their names and faces. One file of a profile."""

from collections.abc import Iterable

import tomli_w

from engine.formats import KEY, Schema
from engine.match.record import PERSON, PORTRAITS, Chair
from engine.notices import Notice
from engine.options import is_name
from engine.profile.storage import Profile
from engine.settings import LONGEST_NAME

SCHEMA = Schema(1)
MOST = 7
"""So many are remembered: as many as there are chairs beside the player's own at the largest table."""
_NAMES, _PORTRAITS = "names", "portraits"


class KnownPlayers:
    """Who is remembered, in the order in which they are offered a chair; written to ``persons.toml``.

    Of a damaged file what can be used counts; a copy of it is kept before it is written anew.

    Args:
        profile: where the file lies.
    """

    def __init__(self, profile: Profile) -> None:
        self.path = profile.folder / "persons.toml"
        self._profile = profile
        self.known: tuple[Chair, ...] = ()
        """Each with a name."""

    def load(self) -> list[Notice]:
        """Read the file; the messages say what was wrong with it."""
        allowed = {_NAMES: (_are_names, '["…"]'), _PORTRAITS: (_are_portraits, f'["{" | ".join(PORTRAITS)}"]')}
        raw, notices = self._profile.read_values(self.path, SCHEMA, allowed)
        names = raw.get(_NAMES)
        faces = raw.get(_PORTRAITS)
        names, faces = (found if isinstance(found, list) else [] for found in (names, faces))
        found = []
        for i, name in enumerate(names):
            if _is_name(name):
                face = faces[i] if i < len(faces) else ""
                found.append(Chair(PERSON, name=name, portrait=face if face in PORTRAITS else PORTRAITS[0]))
        self.known = _each_once(found)
        return notices

    def remember(self, chairs: Iterable[Chair]) -> list[Notice]:
        """Remember those of these persons who have a name, the first first, and nobody else."""
        known = _each_once(chair for chair in chairs if chair.name)
        if known == self.known:
            return []
        self.known = known
        held = {
            KEY: SCHEMA.known,
            _NAMES: [chair.name for chair in known],
            _PORTRAITS: [chair.portrait for chair in known],
        }
        return self._profile.write(self.path, tomli_w.dumps(held), SCHEMA)


def _each_once(chairs: Iterable[Chair]) -> tuple[Chair, ...]:
    found: dict[str, Chair] = {}
    for chair in chairs:
        found.setdefault(chair.name, chair)
    return tuple(found.values())[:MOST]


def _is_name(found: object) -> bool:
    return found != "" and is_name(found, LONGEST_NAME)


def _are_names(found: object) -> bool:
    return isinstance(found, list) and len(found) <= MOST and all(map(_is_name, found))


def _are_portraits(found: object) -> bool:
    return isinstance(found, list) and len(found) <= MOST and all(one in PORTRAITS for one in found)
