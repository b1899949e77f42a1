"""Store of the deals of the day that were started, since only the first attempt counts. Stored in ``days.toml``."""

from typing import NamedTuple

from engine.local_time import iso_date
from engine.profile.safe_reading import MAX_SMALL_FILE_BYTES
from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema

SCHEMA = Schema(1)
_BEGUN_KEY = "begun"
_MAX_ATTEMPTS = 200
"""Maximum number of saved attempts. Older ones are not needed, since past days can't be started."""
_KEYS = {_BEGUN_KEY: ValueSpec(str, '["…"]', max_items=MAX_SMALL_FILE_BYTES)}  # any number that fits into the file


class DailyAttempt(NamedTuple):
    """An attempt of a person at the deal of the day."""

    slug: str
    """Slug of the game."""
    day: int
    """The day, a ``date.toordinal`` number."""
    person_name: str = ""
    """The person's name; empty if none was given."""

    def __str__(self) -> str:
        return f"{iso_date(self.day)} {self.slug} {self.person_name}".rstrip()


class DailyAttempts:
    """The attempts so far at deals of the day; every new one is written to ``days.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "days.toml", SCHEMA, _KEYS)
        attempts = [*filter(None, self.file.read().get(_BEGUN_KEY, ()))][-_MAX_ATTEMPTS:]
        self._attempts: dict[str, None] = dict.fromkeys(attempts)
        """Attempts as text, oldest first: an ordered set."""

    def __contains__(self, attempt: DailyAttempt) -> bool:
        return str(attempt) in self._attempts

    def record_attempt(self, attempt: DailyAttempt) -> None:
        """Record an attempt at a deal of the day, unless the person has started this deal before."""
        if attempt in self:
            return
        self._attempts[str(attempt)] = None
        for old in list(self._attempts)[:-_MAX_ATTEMPTS]:
            del self._attempts[old]
        self._write()

    def rename_person(self, old: str, new: str) -> None:
        """Give a person's attempts another name."""
        renamed = dict.fromkeys(_rename(attempt, old, new) for attempt in self._attempts)
        if renamed != self._attempts:
            self._attempts = renamed
            self._write()

    def _write(self) -> None:
        self.file.write({_BEGUN_KEY: list(self._attempts)})


def _rename(attempt: str, old: str, new: str) -> str:
    """Return the text of an attempt with the name ``new`` if it is that of ``old``."""
    day, slug, name = (*attempt.split(" ", 2), "", "")[:3]
    return f"{day} {slug} {new}".rstrip() if name == old else attempt
