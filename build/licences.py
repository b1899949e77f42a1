"""Collect the licences of everything in a built program into one text.

Python packages carry their licences in their metadata. ``licences/libraries.toml`` names those of shared libraries.
Fonts have theirs beside them. A component without a known licence stops the build.
"""

import re
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import NamedTuple

import run

BUILD = Path(__file__).resolve().parent
ROOT = BUILD.parent
TEXTS = BUILD / "licences"
LIBRARY = re.compile(r"^(?:lib)?(?P<name>.+?)(?:-[0-9a-f]{8,})?(?:[-.][\d.]+)?\.(?:so|dll|dylib)(?:\.[\d.]+)?$", re.I)
"""File of a shared library. ``name`` is the part between ``lib`` and the version or hash that packagers add."""
RULE = "=" * 100


class UnknownLicenceError(Exception):
    """A component of the program has no known licence."""


class Part(NamedTuple):
    """A component of the built program."""

    title: str
    notice: str
    text: str
    """The full licence."""


def library_name(file: Path) -> str | None:
    """Name of a shared library in lower case; None for other files, including Python extensions.

    >>> [library_name(Path(name)) for name in ("libSDL2_image-2-d6906c81.0.so.0.800.12", "zlib1.dll", "libz.so.1")]
    ['sdl2_image', 'zlib1', 'z']
    >>> [library_name(Path(name)) for name in ("libpng16-fefdc88d.so.16.58.0", "libFLAC.14.dylib", "SDL2.dll")]
    ['png16', 'flac', 'sdl2']
    >>> [library_name(Path(name)) for name in ("math.cpython-311-x86_64-linux-gnu.so", "_ctypes.pyd", "icon.png")]
    [None, None, None]
    """
    found = LIBRARY.match(file.name)
    if found is None or ".cpython-" in file.name or ".abi3" in file.name:
        return None
    return re.sub(r"(?:-\d+)?(?:-[0-9a-f]{8})?(?:\.\d+)*$", "", found["name"]).lower()


def of_libraries(files: Iterable[Path]) -> list[Part]:
    """The shared libraries among these files.

    Raises:
        UnknownLicenceError: a library is missing from ``licences/libraries.toml``.
    """
    table = tomllib.loads((TEXTS / "libraries.toml").read_text(encoding="utf-8"))["library"]
    known = {name: entry for entry in table for name in entry["files"]}
    parts: dict[str, Part] = {}
    for file in sorted(files):
        name = library_name(file)
        if name is None or name.startswith(("python3", "api-ms-win", "python")):
            continue  # covered by Python's licence, or part of Windows
        if name not in known:
            raise UnknownLicenceError(f"build/licences/libraries.toml has no [[library]] with {name!r} for {file.name}")
        entry = known[name]
        text = "" if entry["licence"] == "none" else (TEXTS / f"{entry['licence']}.txt").read_text(encoding="utf-8")
        parts[entry["title"]] = Part(entry["title"], f"{entry['notice']}\n{entry['home']}", text)
    return list(parts.values())


def of_package(name: str) -> Part:
    """An installed Python package.

    Raises:
        UnknownLicenceError: the package has no licence.
    """
    package = distribution(name)
    text = "\n".join(_licence_files(package))
    if not text and "LGPL" in "".join(package.metadata.get_all("License", [])):
        text = (TEXTS / "LGPL-2.1-or-later.txt").read_text(encoding="utf-8")
    if not text:
        raise UnknownLicenceError(f"the package {name} has no licence")
    links = [link.split(",", 1)[-1].strip() for link in package.metadata.get_all("Project-URL", [])]
    home = next(iter([*package.metadata.get_all("Home-page", []), *links]), "")
    return Part(f"{package.metadata['Name']} {package.version}", home, text)


def _licence_files(package: Distribution) -> Iterator[str]:
    for file in package.files or ():
        if re.match(r"(licen[cs]e|copying|ofl|notice)", file.name, re.I):
            yield Path(str(package.locate_file(file))).read_text(encoding="utf-8")


def packages() -> list[str]:
    """Names of the packages in the built program: those it depends on, theirs, and PyInstaller's start-up code."""
    return [*(re.split("[=<>]", requirement)[0] for requirement in run.requirements()), "mdurl", "pyinstaller"]


def of_python() -> Part:
    """Python itself.

    Raises:
        UnknownLicenceError: this Python has no licence file.
    """
    library = Path(sysconfig.get_path("stdlib"))
    for file in (
        library / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path("/usr/share/doc/python3/copyright"),
    ):
        if file.is_file():
            return Part(f"Python {sys.version.split()[0]}", "https://www.python.org", file.read_text(encoding="utf-8"))
    raise UnknownLicenceError(f"no LICENSE.txt of Python in {library}")


def gathered(packages: Iterable[str], files: Iterable[Path]) -> str:
    """The whole text: first House Rules, then fonts, Python, packages and libraries."""
    fonts = [
        Part(file.stem.removesuffix("-OFL"), "A font", file.read_text(encoding="utf-8"))
        for file in sorted((ROOT / "assets" / "fonts").glob("*-OFL.txt"))
    ]
    own = Part("House Rules", "", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    parts = [own, *fonts, of_python(), *map(of_package, packages), *of_libraries(files)]
    contents = "\n".join(f"  {part.title}" for part in parts)
    blocks = [f"{RULE}\n{part.title}\n{part.notice}\n{RULE}\n\n{part.text.strip()}\n" for part in parts]
    return f"This program includes the following works, each under its own licence.\n\n{contents}\n\n" + "\n".join(
        blocks
    )
