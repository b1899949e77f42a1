"""Collects the licences of all components of the program.

They come from the metadata of Python packages, from ``build/licences/libraries.toml`` for shared libraries, and from
the folders of fonts and data. A component without a known licence stops the build.
"""

import contextlib
import functools
import re
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))
from engine.licences import SEPARATOR, Component  # noqa: E402

LICENCE_TEXTS = ROOT / "build" / "licences"
LIBRARY_FILE = re.compile(
    r"^(?:lib)?(?P<name>.+?)(?:-[0-9a-f]{8,})?(?:[-.][\d.]+)?\.(?:so|dll|dylib)(?:\.[\d.]+)?$", re.I
)
"""File name of a shared library. ``name`` is the part between ``lib`` and the version or hash."""


class UnknownLicenceError(Exception):
    """Error: a component of the program has no known licence."""


class Library(NamedTuple):
    """A shared library, or several of one project, with its licence: an entry of ``build/licences/libraries.toml``."""

    title: str
    files: tuple[str, ...]
    """Names of its files, as returned by ``library_name``."""
    licence: str
    """Stem of the licence's file in ``build/licences``, usually its SPDX identifier; ``none`` for no file."""
    notice: str
    home: str
    spdx: str
    """The licence as an SPDX expression, or its name if there is no expression."""


def library_name(file: Path) -> str | None:
    """Return the name of a shared library in lower case; None for other files, including Python extensions.

    >>> [library_name(Path(name)) for name in ("libSDL2_image-2-d6906c81.0.so.0.800.12", "zlib1.dll", "libz.so.1")]
    ['sdl2_image', 'zlib1', 'z']
    >>> [library_name(Path(name)) for name in ("libpng16-fefdc88d.so.16.58.0", "libFLAC.14.dylib", "SDL2.dll")]
    ['png16', 'flac', 'sdl2']
    >>> library_name(Path("libgfortran-040039e1-0352e75f.so.5.0.0"))
    'gfortran'
    >>> [library_name(Path(name)) for name in ("math.cpython-311-x86_64-linux-gnu.so", "_ctypes.pyd", "icon.png")]
    [None, None, None]
    """
    found = LIBRARY_FILE.match(file.name)
    if found is None or ".cpython-" in file.name or ".abi3" in file.name:
        return None
    return re.sub(r"(?:-\d+)?(?:-[0-9a-f]{8}|-[0-9a-f]{32})*(?:\.\d+)*$", "", found["name"]).lower()


@functools.cache
def load_libraries_toml() -> Mapping[str, Any]:
    """Return the parsed contents of ``build/licences/libraries.toml``, the licences of shared libraries."""
    return tomllib.loads((LICENCE_TEXTS / "libraries.toml").read_text(encoding="utf-8"))


@functools.cache
def known_libraries() -> dict[str, Library]:
    """Return the known shared libraries by the name of their files, as returned by ``library_name``."""
    entries = (
        Library(**{"spdx": entry["licence"], **entry, "files": tuple(entry["files"])})
        for entry in load_libraries_toml()["library"]
    )
    return {name: library for library in entries for name in library.files}


def library_of(file: Path) -> Library | None:
    """Return the known shared library that a file belongs to; None for other files, Python's and Windows' libraries.

    Raises:
        UnknownLicenceError: the library is missing from ``build/licences/libraries.toml``.
    """
    name = library_name(file)
    if name is None or name.startswith(("python", "api-ms-win")):
        return None
    if name not in known_libraries():
        raise UnknownLicenceError(f"build/licences/libraries.toml has no [[library]] with {name!r} for {file.name}")
    return known_libraries()[name]


def library_components(files: Iterable[Path]) -> list[Component]:
    """Return the licence components of the shared libraries among these files.

    Raises:
        UnknownLicenceError: a library is missing from ``build/licences/libraries.toml``.
    """
    found = dict.fromkeys(filter(None, map(library_of, sorted(files))))
    return [Component(one.title, f"{one.notice}\n{one.home}", _licence_text(one)) for one in found]


def _licence_text(library: Library) -> str:
    return "" if library.licence == "none" else (LICENCE_TEXTS / f"{library.licence}.txt").read_text(encoding="utf-8")


def read_package_metadata(package: str, field: str) -> str:
    """Return a field of an installed Python package's metadata; empty if missing."""
    return next(iter(distribution(package).metadata.get_all(field) or ()), "")


def spdx_of_package(name: str) -> str:
    """Return the licence of an installed Python package as an SPDX expression.

    Raises:
        UnknownLicenceError: it is neither in its metadata nor in ``build/licences/libraries.toml``.
    """
    spdx = read_package_metadata(name, "License-Expression") or load_libraries_toml()["packages"].get(name)
    if not spdx:
        raise UnknownLicenceError(f"build/licences/libraries.toml has no licence of {name} among its [packages]")
    return str(spdx)


def font_licences() -> list[Path]:
    """Return the licence files of the fonts, such as ``Fraunces-OFL.txt``; the cards' ranks are outlines of a font,
    too."""
    return sorted(path for part in ("deck", "fonts") for path in (ROOT / "assets" / part).glob("*-OFL.txt"))


CONFUSABLES = ("Unicode confusables", "13.0.0")
"""Name and version of Unicode's table of confusable letters."""


def package_component(name: str) -> Component:
    """Return an installed Python package as a component with its licence.

    Raises:
        UnknownLicenceError: the package has no licence.
    """
    package = distribution(name)
    text = "\n".join(_licence_files(package))
    if not text and "LGPL" in "".join(package.metadata.get_all("License", [])):
        text = (LICENCE_TEXTS / "LGPL-2.1-or-later.txt").read_text(encoding="utf-8")
    if not text:
        raise UnknownLicenceError(f"the package {name} has no licence")
    links = [link.partition(",") for link in package.metadata.get_all("Project-URL", [])]
    links.sort(key=lambda link: not link[0].lower().startswith("home"))
    home = next(iter([*package.metadata.get_all("Home-page", []), *(link[2].strip() for link in links)]), "")
    return Component(f"{package.metadata['Name']} {package.version}", home, text)


def _licence_files(package: Distribution) -> Iterator[str]:
    for file in package.files or ():
        if re.match(r"(licen[cs]e|copying|ofl|notice)", file.name, re.I):
            yield Path(str(package.locate_file(file))).read_text(encoding="utf-8")


def bundled_packages() -> list[str]:
    """Return the names of the Python packages in the built program: all dependencies and PyInstaller's bootloader.

    Dependencies for certain systems are left out if they are not installed.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [(re.split("[=<>;]", needed)[0], ";" in needed) for needed in project["dependencies"]]
    theirs = ("mdurl", "six", "ifaddr")
    return [*(name for name, optional in named if not optional or _is_installed(name)), *theirs, "pyinstaller"]


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True


def python_component() -> Component:
    """Return Python itself as a component with its licence.

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
            return Component(
                f"Python {sys.version.split()[0]}", "https://www.python.org", file.read_text(encoding="utf-8")
            )
    raise UnknownLicenceError(f"no LICENSE.txt of Python in {library}")


def own_components() -> list[Component]:
    """Return the components with licences of House Rules, its fonts, and Unicode's table of confusable letters."""
    fonts = [
        Component(file.stem.removesuffix("-OFL"), "A font", file.read_text(encoding="utf-8"))
        for file in font_licences()
    ]
    unicode = Component(
        " ".join(CONFUSABLES),
        "Letters that look like others, in another form\nhttps://www.unicode.org/reports/tr39/",
        (ROOT / "assets" / "names" / "Unicode-3.0.txt").read_text(encoding="utf-8"),
    )
    return [Component("House Rules", "", (ROOT / "LICENSE").read_text(encoding="utf-8")), *fonts, unicode]


def format_licences(packages: Iterable[str], files: Iterable[Path]) -> str:
    """Format all licences as one text: House Rules, its fonts and data, Python, packages and libraries.

    Raises:
        UnknownLicenceError: a component has no known licence.
    """
    parts = [*own_components(), python_component(), *map(package_component, packages), *library_components(files)]
    contents = "\n".join(f"  {part.title}" for part in parts)
    blocks = [f"{SEPARATOR}\n{part.title}\n{part.notice}\n{SEPARATOR}\n\n{part.text.strip()}\n" for part in parts]
    return f"This program includes the following works, each under its own licence.\n\n{contents}\n\n" + "\n".join(
        blocks
    )


def installed_components() -> list[Component]:
    """Return the components with licences of the program run from source, without those missing on this system."""
    makers: list[Callable[[], list[Component]]] = [own_components, lambda: [python_component()]]
    files: list[Path] = []
    for name in bundled_packages():
        with contextlib.suppress(PackageNotFoundError):  # PyInstaller's code is in built programs only
            files += [Path(file.name) for file in distribution(name).files or ()]
            makers.append(functools.partial(_of_packages, name))
    makers += [functools.partial(library_components, [file]) for file in sorted(files) if library_name(file)]
    parts: dict[str, Component] = {}
    for make in makers:
        with contextlib.suppress(UnknownLicenceError, OSError, ValueError):
            parts |= {part.title: part for part in make()}
    return list(parts.values())


def _of_packages(name: str) -> list[Component]:
    return [package_component(name)]
