"""Time and result of the last version check, stored in ``updates.toml``."""

from engine.profile.storage import Profile
from engine.profile.value_file import TomlValueFile, ValueSpec
from engine.schemas import Schema
from engine.updates.versions import normalise_version

SCHEMA = Schema(1)
_LAST_CHECK_KEY, _NEWEST_KEY = "looked", "newest"
_MAX_TIMESTAMP = 2**40
"""Maximum time in seconds since 1970."""
_KEYS = {
    _LAST_CHECK_KEY: ValueSpec(int, f"0 … {_MAX_TIMESTAMP}", lambda time: 0 <= time <= _MAX_TIMESTAMP),
    _NEWEST_KEY: ValueSpec(str, '"1.2.0"', lambda version: not version or normalise_version(version)),
}


class UpdateCheckLog:
    """Time and result of the last version check; every change is written to ``updates.toml``.

    Args:
        profile: the profile that holds the file.
    """

    def __init__(self, profile: Profile) -> None:
        self.file = TomlValueFile(profile, "updates.toml", SCHEMA, _KEYS)
        values = self.file.read()
        self.last_check: int = values.get(_LAST_CHECK_KEY, 0)
        """Time of the last check, seconds since 1970; 0 for never."""
        self.newest_version = normalise_version(values.get(_NEWEST_KEY, ""))
        """The newest known version; empty for none."""

    def record_check(self, check_time: int, newest: str) -> None:
        """Store the time of a version check and the newest version."""
        self.last_check, self.newest_version = check_time, newest
        self.file.write({_LAST_CHECK_KEY: check_time, _NEWEST_KEY: newest})
