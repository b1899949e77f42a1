"""What a player has been taught: kinds of ask that were explained, lessons that were played. One file of a profile."""

from collections.abc import Iterable
from typing import NamedTuple

import tomli_w

from engine.formats import KEY, Schema
from engine.notices import Notice
from engine.profile.storage import Profile

SCHEMA = Schema(1)
_EXPLAINED, _LESSONS = "explained", "lessons"
_MOST = 2000
"""So many names are read of a list at most: a file that holds more was not written by this program."""


class Progress(NamedTuple):
    """What is remembered at one moment."""

    explained: frozenset[str] = frozenset()
    lessons: frozenset[str] = frozenset()


class TutorialProgress:
    """Names that are remembered; written to ``learned.toml`` with every change.

    A file that can't be read counts as empty; of one that can't be used in full a copy is kept before it is written
    anew.

    Args:
        profile: where the file lies.
    """

    def __init__(self, profile: Profile) -> None:
        self.path = profile.folder / "learned.toml"
        self._profile = profile
        self.explained: frozenset[str] = frozenset()
        """Kinds of ask, as ``gurch.vote``."""
        self.lessons: frozenset[str] = frozenset()
        """Games whose lesson was played to its end, or declined."""

    def load(self) -> list[Notice]:
        """Read the file; the messages say what was wrong with it."""
        allowed = (_is_names, '["…"]')
        raw, notices = self._profile.read_values(self.path, SCHEMA, {_EXPLAINED: allowed, _LESSONS: allowed})
        self.explained, self.lessons = _names(raw.get(_EXPLAINED)), _names(raw.get(_LESSONS))
        return notices

    def mark_explained(self, kind: str) -> list[Notice]:
        """This kind of ask was explained."""
        if kind in self.explained:
            return []
        self.explained |= {kind}
        return self._save()

    def mark_lesson(self, slug: str) -> list[Notice]:
        """The lesson of this game was played, or isn't wanted."""
        if slug in self.lessons:
            return []
        self.lessons |= {slug}
        return self._save()

    @property
    def snapshot(self) -> Progress:
        """All that is remembered."""
        return Progress(self.explained, self.lessons)

    def restore(self, held: Progress | None = None) -> list[Notice]:
        """Remember this and nothing else; by default nothing, so that everything is explained and offered again."""
        self.explained, self.lessons = held or Progress()
        return self._save()

    def _save(self) -> list[Notice]:
        held = {KEY: SCHEMA.known, _EXPLAINED: sorted(self.explained), _LESSONS: sorted(self.lessons)}
        return self._profile.write(self.path, tomli_w.dumps(held), SCHEMA)


def _is_names(found: object) -> bool:
    return isinstance(found, list) and len(found) <= _MOST and all(isinstance(name, str) for name in found)


def _names(found: object) -> frozenset[str]:
    """The names in a list of a file; whatever else stands there is passed over."""
    listed: Iterable[object] = found[:_MOST] if isinstance(found, list) else ()
    return frozenset(name for name in listed if isinstance(name, str))
