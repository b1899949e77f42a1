"""What the player was taught: the questions explained and the lessons played. Stored in ``learned.toml``."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.notices import Notice
from engine.profile.storage import Profile
from engine.profile.value_file import ValueFile
from engine.schemas import Schema

SCHEMA = Schema(1)
_EXPLAINED_KEY, _LESSONS_KEY = "explained", "lessons"
_MAX_NAMES = 2000
"""Maximum length of a list that is read; the program never writes a longer one."""


class ProgressSnapshot(NamedTuple):
    """The progress at one moment, for undo."""

    explained: frozenset[str] = frozenset()
    lessons: frozenset[str] = frozenset()


class TutorialProgress:
    """The player's progress; every change is written to ``learned.toml``.

    An unreadable file counts as empty. If anything in it is wrong, a copy is kept before it is rewritten.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "learned.toml", SCHEMA)
        self.explained_questions: frozenset[str] = frozenset()
        """Kinds of question that were explained, such as ``gurch.vote``."""
        self.finished_lessons: frozenset[str] = frozenset()
        """Slugs of the games whose lesson was finished or declined."""

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it."""
        allowed = (_is_names, '["…"]')
        raw, notices = self.file.read({_EXPLAINED_KEY: allowed, _LESSONS_KEY: allowed})
        self.explained_questions, self.finished_lessons = _names(raw.get(_EXPLAINED_KEY)), _names(raw.get(_LESSONS_KEY))
        return notices

    def mark_explained(self, kind: str) -> list[Notice]:
        """Remember that this kind of question was explained."""
        if kind in self.explained_questions:
            return []
        self.explained_questions |= {kind}
        return self._save()

    def mark_lesson(self, slug: str) -> list[Notice]:
        """Remember that this game's lesson was finished or declined."""
        if slug in self.finished_lessons:
            return []
        self.finished_lessons |= {slug}
        return self._save()

    @property
    def snapshot(self) -> ProgressSnapshot:
        """The current progress."""
        return ProgressSnapshot(self.explained_questions, self.finished_lessons)

    def restore(self, snapshot: ProgressSnapshot | None = None) -> list[Notice]:
        """Replace the progress by a snapshot; by default clear it, so that everything is explained again."""
        self.explained_questions, self.finished_lessons = snapshot or ProgressSnapshot()
        return self._save()

    def _save(self) -> list[Notice]:
        return self.file.write(
            {_EXPLAINED_KEY: sorted(self.explained_questions), _LESSONS_KEY: sorted(self.finished_lessons)}
        )


def _is_names(found: object) -> bool:
    return isinstance(found, list) and len(found) <= _MAX_NAMES and all(isinstance(name, str) for name in found)


def _names(found: object) -> frozenset[str]:
    """The strings in a list of a file; anything else is ignored."""
    listed: Iterable[object] = found[:_MAX_NAMES] if isinstance(found, list) else ()
    return frozenset(name for name in listed if isinstance(name, str))
