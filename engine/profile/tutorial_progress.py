"""Store of the player's progress in the tutorial: kinds of decisions already explained, and lessons already played.

Stored in ``learned.toml``.
"""

from typing import NamedTuple

from engine.notices import Notice
from engine.profile.storage import Profile
from engine.profile.value_file import Key, ValueFile
from engine.schemas import Schema

SCHEMA = Schema(1)
_EXPLAINED_KEY, _LESSONS_KEY = "explained", "lessons"
_KEYS = dict.fromkeys((_EXPLAINED_KEY, _LESSONS_KEY), Key(str, '["…"]', max_items=2000))


class ProgressSnapshot(NamedTuple):
    """A copy of the player's progress in the tutorial, for undo."""

    explained: frozenset[str] = frozenset()
    lessons: frozenset[str] = frozenset()


class TutorialProgress:
    """The player's progress in the tutorial; every change is written to ``learned.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "learned.toml", SCHEMA, _KEYS)
        self.explained_questions: frozenset[str] = frozenset()
        """Kinds of the explained questions, such as ``gurch.vote``."""
        self.finished_lessons: frozenset[str] = frozenset()
        """Slugs of the games with a finished or declined lesson."""

    def load(self) -> list[Notice]:
        """Read the tutorial progress from ``learned.toml``; return notices about the file's errors."""
        values, notices = self.file.read()
        lists = (values.get(key, ()) for key in _KEYS)
        self.explained_questions, self.finished_lessons = (frozenset(filter(None, names)) for names in lists)
        return notices

    def mark_explained(self, kind: str) -> list[Notice]:
        """Record that the tutorial has explained this kind of decision in a game."""
        if kind in self.explained_questions:
            return []
        self.explained_questions |= {kind}
        return self._save()

    def mark_lesson(self, slug: str) -> list[Notice]:
        """Record that a game's tutorial lesson was finished or declined."""
        if slug in self.finished_lessons:
            return []
        self.finished_lessons |= {slug}
        return self._save()

    @property
    def snapshot(self) -> ProgressSnapshot:
        return ProgressSnapshot(self.explained_questions, self.finished_lessons)

    def restore(self, snapshot: ProgressSnapshot | None = None) -> list[Notice]:
        """Replace the tutorial progress by a snapshot; without one, clear it, so that everything is explained again."""
        self.explained_questions, self.finished_lessons = snapshot or ProgressSnapshot()
        return self._save()

    def _save(self) -> list[Notice]:
        return self.file.write(
            {_EXPLAINED_KEY: sorted(self.explained_questions), _LESSONS_KEY: sorted(self.finished_lessons)}
        )
