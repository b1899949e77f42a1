"""Paths of the profile's folder and of the files in it, for the about screen."""

from pathlib import Path
from typing import NamedTuple

from engine.profile.safe_reading import is_folder
from engine.profile.storage import SAVES_FOLDER, Profile
from scenes.shell.error_recovery import REPORTS_FOLDER as REPORTS


class ProfileLocation(NamedTuple):
    """A file or folder of the player's profile; its label is the text ``about.place.<key>``."""

    key: str
    path: Path

    @property
    def nearest_folder(self) -> Path:
        """The location's path if it is an existing folder, else its nearest existing parent."""
        return next((one for one in (self.path, *self.path.parents) if is_folder(one)), self.path)


def profile_locations(profile: Profile) -> list[ProfileLocation]:
    """Return the player's profile folder, then the files and folders in it."""
    folder = profile.folder.absolute()
    return [
        ProfileLocation("profile", folder),
        ProfileLocation("settings", folder / profile.settings_path.name),
        ProfileLocation("match", folder / SAVES_FOLDER),
        ProfileLocation("replays", folder / "matches"),
        ProfileLocation("statistics", folder / "statistics.sqlite"),
        ProfileLocation("reports", folder / REPORTS),
    ]
