"""Where things are kept: the profile's folder and what is in it."""

from pathlib import Path
from typing import NamedTuple

from engine.profile.storage import SAVES_FOLDER, Profile
from scenes.shell.error_recovery import REPORTS_FOLDER as REPORTS


class ProfileLocation(NamedTuple):
    """A file or a folder of the profile, shown as ``about.place.<key>``."""

    key: str
    path: Path

    @property
    def nearest_folder(self) -> Path:
        """The nearest folder that is there: itself, or what holds it."""
        return next((one for one in (self.path, *self.path.parents) if one.is_dir()), self.path)


def profile_locations(profile: Profile) -> list[ProfileLocation]:
    """The profile first, then its parts."""
    folder = profile.folder.absolute()
    return [
        ProfileLocation("profile", folder),
        ProfileLocation("settings", folder / profile.settings_path.name),
        ProfileLocation("match", folder / SAVES_FOLDER),
        ProfileLocation("replays", folder / "matches"),
        ProfileLocation("statistics", folder / "statistics.sqlite"),
        ProfileLocation("reports", folder / REPORTS),
    ]
