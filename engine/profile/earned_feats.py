"""Store of the feats that persons have earned. Stored in ``feats.toml``."""

import re
from collections.abc import Iterable
from datetime import date
from functools import cached_property
from typing import Any

from engine.local_time import iso_date
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema

SCHEMA = Schema(1)
_EARNED_KEY, _SEARCHED_KEY = "earned", "searched"
_LINE_PATTERN = re.compile(r"(\d{4}-\d{2}-\d{2}) ([a-z0-9_]+\.[a-z0-9_]+)(?: (.+))?", re.ASCII)
"""An earned feat as text: day, feat and the person's name, if any."""


def _parse(line: str) -> tuple[str, str, int] | None:
    """Parse the text of an earned feat into feat, name and day number; return None if it is none."""
    found = _LINE_PATTERN.fullmatch(line)
    if found is None:
        return None
    try:
        return found[2], found[3] or "", date.fromisoformat(found[1]).toordinal()
    except ValueError:
        return None


_KEYS = {
    _EARNED_KEY: ValueSpec(str, '["2026-11-28 gurch.first_win …"]', _parse, max_items=MAX_SMALL_FILE_BYTES),
    _SEARCHED_KEY: ValueSpec(int, "0 …", lambda count: count >= 0),
}


class EarnedFeats:
    """The feats earned so far with their days; every new one is written to ``feats.toml``.

    A feat is a text like ``gurch.first_win``. Unknown ones, as of a newer version, stay.

    Args:
        profile: the profile that holds the file, which is read on first use.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "feats.toml", SCHEMA, _KEYS)

    @cached_property
    def _values(self) -> dict[str, Any]:
        return self.file.read()

    @cached_property
    def _days(self) -> dict[tuple[str, str], int]:
        """Feat and person's name -> day on which it was earned, a ``date.toordinal`` number."""
        lines = filter(None, self._values.get(_EARNED_KEY, ()))
        return {(feat, name): day for feat, name, day in filter(None, map(_parse, lines))}

    def day_of(self, feat: str, name: str) -> int | None:
        """Return the day on which a person earned a feat, a ``date.toordinal`` number; None if not yet."""
        return self._days.get((feat, name))

    def add(self, feats: Iterable[str], name: str, day: int) -> list[str]:
        """Write the feats that a person has not earned before; return them.

        ``day`` is as from ``date.toordinal``. A feat earned later gets this day.
        """
        days = {(feat, name): day for feat in feats if day < self._days.get((feat, name), day + 1)}
        new = [feat for feat, _ in days if (feat, name) not in self._days]
        if days:
            self._days.update(days)
            self._write()
        return new

    def has_person(self, name: str) -> bool:
        """Whether a person of this name has earned a feat."""
        return any(name == other for _, other in self._days)

    def rename_person(self, old: str, new: str) -> bool:
        """Give a person's feats another name, which must be nobody's; return whether there were any."""
        if not self.has_person(old):
            return False
        days = {(feat, new if name == old else name): day for (feat, name), day in self._days.items()}
        self._days.clear()
        self._days.update(days)
        self._write()
        return True

    @property
    def searched_feat_count(self) -> int:
        """Number of feats that existed when the finished matches were last searched for them; 0 for never."""
        return int(self._values.get(_SEARCHED_KEY, 0))

    def mark_searched(self, feat_count: int) -> None:
        """Write that the finished matches were searched for this number of feats."""
        self._values[_SEARCHED_KEY] = feat_count
        self._write()

    def _write(self) -> None:
        lines = [f"{iso_date(day)} {feat} {name}".rstrip() for (feat, name), day in self._days.items()]
        self.file.write({**self._values, _EARNED_KEY: lines})
