"""Store of the player's progress in the tutorial: kinds of decisions already explained, finished lessons.

Stored in ``learned.toml``.
"""

from typing import NamedTuple

from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema

SCHEMA = Schema(1)
_CLOSED_PAGE_PREFIX = "drawer.closed."
"""Prefix of the match in which the player closed the coach's page, among the explained questions."""
_EXPLAINED_KEY, _LESSONS_KEY = "explained", "lessons"
_FIRST_MATCH = "first_match"
"""Name of a kind of question that no game asks, recorded once a match of the game is over."""
_KEYS = dict.fromkeys((_EXPLAINED_KEY, _LESSONS_KEY), ValueSpec(str, '["…"]', max_items=2000))


class ProgressSnapshot(NamedTuple):
    """A copy of the player's progress in the tutorial, for undo."""

    explained_questions: frozenset[str] = frozenset()
    finished_lessons: frozenset[str] = frozenset()


class TutorialProgress:
    """The player's progress in the tutorial; every change is written to ``learned.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "learned.toml", SCHEMA, _KEYS)
        values = self.file.read()
        self.explained_questions: frozenset[str] = frozenset(filter(None, values.get(_EXPLAINED_KEY, ())))
        """Kinds of the explained questions, such as ``gurch.vote``."""
        self.finished_lessons: frozenset[str] = frozenset(filter(None, values.get(_LESSONS_KEY, ())))
        """Slugs of the games with a finished lesson."""

    def mark_explained(self, kind: str) -> None:
        """Record that the tutorial has explained this kind of decision in a game."""
        if kind not in self.explained_questions:
            self.explained_questions |= {kind}
            self._save()

    def has_finished_match(self, slug: str) -> bool:
        """Whether the player has been at the end of a match of this game."""
        return f"{slug}.{_FIRST_MATCH}" in self.explained_questions

    def mark_match_finished(self, slug: str) -> None:
        """Record that a match of this game is over."""
        self.mark_explained(f"{slug}.{_FIRST_MATCH}")

    def is_page_closed(self, match: str) -> bool:
        """Whether the player closed the coach's page in the match with this key."""
        return _CLOSED_PAGE_PREFIX + match in self.explained_questions

    def mark_page_closed(self, match: str) -> None:
        """Record that the player closed the coach's page in a match, in place of an earlier one."""
        others = (kind for kind in self.explained_questions if not kind.startswith(_CLOSED_PAGE_PREFIX))
        self.explained_questions = frozenset((*others, _CLOSED_PAGE_PREFIX + match))
        self._save()

    def mark_lesson_finished(self, slug: str) -> None:
        """Record that a game's tutorial lesson was finished."""
        if slug not in self.finished_lessons:
            self.finished_lessons |= {slug}
            self._save()

    @property
    def snapshot(self) -> ProgressSnapshot:
        return ProgressSnapshot(self.explained_questions, self.finished_lessons)

    def restore(self, snapshot: ProgressSnapshot | None = None) -> None:
        """Replace the tutorial progress by a snapshot; without one, clear it, so that everything is explained again."""
        self.explained_questions, self.finished_lessons = snapshot or ProgressSnapshot()
        self._save()

    def _save(self) -> None:
        self.file.write({_EXPLAINED_KEY: sorted(self.explained_questions), _LESSONS_KEY: sorted(self.finished_lessons)})
