"""When new versions were last looked for, and what was found. Stored in ``updates.toml``."""

from engine.formats import Schema
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.profile.value_file import ValueFile
from engine.updates.versions import plain_version

SCHEMA = Schema(1)
_LOOKED, _NEWEST = "looked", "newest"
_LATEST = 2**40
"""Maximum time in seconds since 1970."""


class UpdateMemory:
    """What is remembered; written to ``updates.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = ValueFile(profile, "updates.toml", SCHEMA)
        self.looked = 0
        """When the question was last asked, seconds since 1970; 0 for never."""
        self.newest = ""
        """The newest version that is known; empty for none."""

    def load(self) -> list[Notice]:
        """Read the file; return notices about what is wrong with it."""
        known = {_LOOKED: (_is_time, f"0 … {_LATEST}"), _NEWEST: (_is_version, '"1.2.0"')}
        raw, notices = self.file.read(known)
        looked, newest = raw.get(_LOOKED), raw.get(_NEWEST)
        self.looked = looked if isinstance(looked, int) and _is_time(looked) else 0
        self.newest = plain_version(newest) if isinstance(newest, str) else ""
        return notices

    def note(self, looked: int, newest: str) -> list[Notice]:
        """Remember when it was last looked, and what is the newest version."""
        self.looked, self.newest = looked, newest
        return self.file.write({_LOOKED: looked, _NEWEST: newest})


def _is_time(found: object) -> bool:
    return type(found) is int and 0 <= found <= _LATEST


def _is_version(found: object) -> bool:
    return found == "" or (isinstance(found, str) and bool(plain_version(found)))
