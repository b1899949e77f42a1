"""Which deals of the day were begun: whoever has seen the cards of one has had the first try. One file of a profile."""

from typing import NamedTuple

import tomli_w

from engine.formats import KEY, Schema
from engine.moments import iso_date
from engine.notices import Notice
from engine.profile.storage import Profile

SCHEMA = Schema(1)
_BEGUN = "begun"
_MOST = 200
"""So many are kept, the last ones: enough for a year of some game, and older days can't come back."""


class DailyAttempt(NamedTuple):
    """A deal of the day that was begun."""

    slug: str
    """The game."""
    day: int
    """As ``date.toordinal`` counts days."""
    name: str = ""
    """Of the person; empty where they gave none."""

    def __str__(self) -> str:
        return f"{iso_date(self.day)} {self.slug} {self.name}".rstrip()


class DailyAttempts:
    """The tries that were begun; written to ``days.toml`` with every one.

    Args:
        profile: where the file lies.
    """

    def __init__(self, profile: Profile) -> None:
        self.path = profile.folder / "days.toml"
        self._profile = profile
        self._begun: dict[str, None] = {}
        """In the order in which they were begun."""

    def load(self) -> list[Notice]:
        """Read the file; the messages say what was wrong with it, and what is wrong in it counts as nothing."""
        raw, notices = self._profile.read_values(self.path, SCHEMA, {_BEGUN: (_is_lines, '["…"]')})
        found = raw.get(_BEGUN)
        self._begun = dict.fromkeys(found[-_MOST:]) if _is_lines(found) and isinstance(found, list) else {}
        return notices

    def __contains__(self, one: DailyAttempt) -> bool:
        return str(one) in self._begun

    def begin(self, one: DailyAttempt) -> list[Notice]:
        """Somebody sees the cards of this deal."""
        if one in self:
            return []
        self._begun[str(one)] = None
        for old in list(self._begun)[:-_MOST]:
            del self._begun[old]
        return self._profile.write(self.path, tomli_w.dumps({KEY: SCHEMA.known, _BEGUN: list(self._begun)}), SCHEMA)


def _is_lines(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(line, str) for line in found)
