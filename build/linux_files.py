"""Linux desktop files of a build: menu entry, icons, MIME types, AppStream metadata, manual page.

``build/linux`` has their templates, for a project of an unknown owner, and a script that installs them for one user.
Used by ``freeze.py``, and alone in a Flatpak: ``linux_files.py FOLDER``.
"""

import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import platforms
import release_notes

LINUX = Path(__file__).resolve().parent / "linux"
ID = platforms.IDENTIFIER
TEMPLATE_ID = platforms.make_identifier(platforms.UNKNOWN_HOME)
INSTALL_FOLDERS = {
    f"{TEMPLATE_ID}.desktop": "applications",
    f"{TEMPLATE_ID}.mime.xml": "mime/packages",
    f"{TEMPLATE_ID}.metainfo.xml": "metainfo",
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


def fill_in(text: str) -> str:
    """Return a template's text or name with the identifiers and the URL of this project."""
    owner, template_owner = (name.rpartition(".")[0] for name in (ID, TEMPLATE_ID))
    repository, template_repository = (
        home.removeprefix("https://github.com/") for home in (platforms.HOME, platforms.UNKNOWN_HOME)
    )
    return text.replace(template_owner, owner).replace(template_repository, repository)


def add_linux_files(made: Path) -> None:
    """Add ``install.sh`` and the Linux desktop files, in the layout of ``/usr/share``, to the built folder."""
    dates = release_notes.release_dates(release_notes.CHANGELOG.read_text(encoding="utf-8"))
    for name, folder in INSTALL_FOLDERS.items():
        text = fill_in((LINUX / name).read_text(encoding="utf-8")).replace("<releases/>", releases(dates))
        place = made / "share" / folder / re.sub(r"\.mime\.xml$", ".xml", fill_in(name))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
    for name, folder in {"icon.png": "256x256", "icon.svg": "scalable"}.items():
        place = made / "share" / "icons" / "hicolor" / folder / "apps" / f"{ID}{Path(name).suffix}"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(platforms.ASSETS / name, place)
    shutil.copy(LINUX / "install.sh", made)


if __name__ == "__main__":
    add_linux_files(Path(sys.argv[1]))
