"""Linux desktop files of a build: menu entry, icons, MIME types, AppStream metadata, manual page.

``build/linux`` has their templates, a script that installs them for one user, and a Flatpak manifest. Used by
``freeze.py``.
"""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import platforms
import release_notes

LINUX = Path(__file__).resolve().parent / "linux"
ID = platforms.IDENTIFIER
INSTALL_FOLDERS = {
    f"{ID}.desktop": "applications",
    f"{ID}.mime.xml": "mime/packages",
    f"{ID}.metainfo.xml": "metainfo",
    "house-rules.6": "man/man6",
}
"""File in ``build/linux`` -> folder below ``share``."""


def releases(dates: Mapping[str, str]) -> str:
    """Return the element ``releases`` of the AppStream metadata from version -> date, newest first.

    >>> print(releases({"1.1.0": "2027-01-02"}))
    <releases>
        <release version="1.1.0" date="2027-01-02"/>
      </releases>
    """
    lines = [f'    <release version="{version}" date="{date}"/>\n' for version, date in dates.items()]
    return f"<releases>\n{''.join(lines)}  </releases>" if lines else "<releases/>"


def add_linux_files(made: Path) -> None:
    """Add ``install.sh`` and the Linux desktop files, in the layout of ``/usr/share``, to the built folder."""
    dates = release_notes.release_dates(release_notes.CHANGELOG.read_text(encoding="utf-8"))
    for name, folder in INSTALL_FOLDERS.items():
        text = (LINUX / name).read_text(encoding="utf-8").replace("<releases/>", releases(dates))
        place = made / "share" / folder / re.sub(r"\.mime\.xml$", ".xml", name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
    for name, folder in {"icon.png": "256x256", "icon.svg": "scalable"}.items():
        place = made / "share" / "icons" / "hicolor" / folder / "apps" / f"{ID}{Path(name).suffix}"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(platforms.ASSETS / name, place)
    shutil.copy(LINUX / "install.sh", made)
