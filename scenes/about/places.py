"""Where things are kept: the profile's folder and what is in it."""

from pathlib import Path
from typing import NamedTuple

from engine.profile.storage import SAVED, Profile
from scenes.shell.failure import FOLDER as REPORTS


class Place(NamedTuple):
    """A file or a folder of the profile, shown as ``about.place.<key>``."""

    key: str
    path: Path

    @property
    def folder(self) -> Path:
        """The nearest folder that is there: itself, or what holds it."""
        return next((one for one in (self.path, *self.path.parents) if one.is_dir()), self.path)


def places(profile: Profile) -> list[Place]:
    """The profile first, then its parts."""
    folder = profile.folder.absolute()
    return [
        Place("profile", folder),
        Place("settings", folder / profile.settings_path.name),
        Place("match", folder / SAVED),
        Place("replays", folder / "matches"),
        Place("statistics", folder / "statistics.sqlite"),
        Place("reports", folder / REPORTS),
    ]
