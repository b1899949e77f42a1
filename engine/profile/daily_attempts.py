"""The deals of the day that were started: seeing the cards uses up the first attempt. Stored in ``days.toml``."""

from typing import NamedTuple

from engine.formats import Schema
from engine.moments import iso_date
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.profile.value_file import ValueFile

SCHEMA = Schema(1)
_BEGUN = "begun"
_MOST = 200
"""Number of recent attempts kept. Older ones are not needed, since past days can't be started."""


class DailyAttempt(NamedTuple):
    """A deal of the day that was started."""

    slug: str
    """The game."""
    day: int
    """The day, a ``date.toordinal`` number."""
    name: str = ""
    """The person's name; empty if none was given."""

    def __str__(self) -> str:
        return f"{iso_date(self.day)} {self.slug} {self.name}".rstrip()


class DailyAttempts:
    """The attempts so far; each new one is written to ``days.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "days.toml", SCHEMA)
        self._begun: dict[str, None] = {}
        """Attempts as text, in the order they were started: an ordered set."""

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it. A bad file counts as empty."""
        raw, notices = self.file.read({_BEGUN: (_is_lines, '["…"]')})
        found = raw.get(_BEGUN)
        self._begun = dict.fromkeys(found[-_MOST:]) if _is_lines(found) and isinstance(found, list) else {}
        return notices

    def __contains__(self, one: DailyAttempt) -> bool:
        return str(one) in self._begun

    def begin(self, one: DailyAttempt) -> list[Notice]:
        """Record that a person has seen the cards of this deal."""
        if one in self:
            return []
        self._begun[str(one)] = None
        for old in list(self._begun)[:-_MOST]:
            del self._begun[old]
        return self.file.write({_BEGUN: list(self._begun)})


def _is_lines(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(line, str) for line in found)
