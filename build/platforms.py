"""Metadata of the builds: names, icon, file types, Windows' version resource, macOS' Info.plist."""

import os
import runpy
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets" / "app"
sys.path.append(str(ROOT))  # so that the scripts that import this one can import ``engine``
from engine.updates.project import PROJECT_FILE, parse_project  # noqa: E402

VERSION: str = runpy.run_path(str(ROOT / "engine" / "__init__.py"))["__version__"]

TITLE = "House Rules"
UNKNOWN_HOME = "https://github.com/OWNER/house-rules"
"""URL of the project in the files of ``build/linux``, and of builds whose repository is unknown."""


def find_home(source: str, environment: Mapping[str, str]) -> str:
    """Return the project's URL: that in the text of ``project.toml``, or the repository that GitHub builds, or "".

    >>> find_home("", {"GITHUB_REPOSITORY": "o/n"})
    'https://github.com/o/n'
    """
    repository = environment.get("GITHUB_REPOSITORY", "")
    return parse_project(source).home or (f"https://github.com/{repository}" if repository else "")


def make_identifier(home: str) -> str:
    """Return the program's identifier for desktops, macOS and Flatpak: one that needs no domain.

    >>> make_identifier("https://github.com/two-cards/house-rules")
    'io.github.two_cards.HouseRules'
    """
    return f"io.github.{home.split('/')[3].replace('-', '_')}.HouseRules"


HOME = find_home(PROJECT_FILE.read_text(encoding="utf-8"), os.environ) or UNKNOWN_HOME
"""URL of the project."""
IDENTIFIER = make_identifier(HOME)
SUMMARY = "Card games on your table"
DATA_FOLDER = "HouseRules"
"""Folder of the profile in the system's folder for program data."""
PROGRAM = {"win32": "House Rules", "darwin": "House Rules"}.get(sys.platform, "house-rules")
"""Name of the executable."""
ICON = {"win32": str(ASSETS / "icon.ico"), "darwin": str(ASSETS / "icon.icns")}.get(sys.platform)

MIN_MACOS = "11.0"
"""Oldest macOS on which the program starts; ``check_wheels.py --fit`` leaves out wheels for newer ones only."""
FILE_TYPES = {
    "houserules": "House rules of a card game",
    "houserulesmatch": "Match played in House Rules",
    "houserulestable": "Invitation to a table of House Rules",
}
"""Extension of files that the program opens -> description."""
URL_SCHEME = "house-rules"
"""Scheme of the links that the program opens: invitations and house rules."""


def mime_type(suffix: str) -> str:
    """Return the MIME type of the program's files with this extension."""
    return f"application/vnd.{suffix}" if suffix == "houserulestable" else f"application/vnd.{suffix}+toml"


INFO_PLIST = {
    "CFBundleDisplayName": TITLE,
    "CFBundleShortVersionString": VERSION,
    "CFBundleVersion": VERSION.partition("+")[0],
    "CFBundleDocumentTypes": [
        {
            "CFBundleTypeName": name,
            "CFBundleTypeRole": "Editor",
            "LSHandlerRank": "Owner",
            "LSItemContentTypes": [f"{IDENTIFIER}.{suffix}"],
        }
        for suffix, name in FILE_TYPES.items()
    ],
    "UTExportedTypeDeclarations": [
        {
            "UTTypeIdentifier": f"{IDENTIFIER}.{suffix}",
            "UTTypeDescription": name,
            "UTTypeConformsTo": ["public.plain-text"],
            "UTTypeTagSpecification": {"public.filename-extension": [suffix], "public.mime-type": [mime_type(suffix)]},
        }
        for suffix, name in FILE_TYPES.items()
    ],
    "CFBundleURLTypes": [
        {"CFBundleURLName": IDENTIFIER, "CFBundleTypeRole": "Viewer", "CFBundleURLSchemes": [URL_SCHEME]}
    ],
    "CFBundleDevelopmentRegion": "en",
    "CFBundleLocalizations": ["en", "de", "es", "fr", "it", "pt-BR", "zh-TW"],
    "LSApplicationCategoryType": "public.app-category.card-games",
    "LSMinimumSystemVersion": MIN_MACOS,
    "NSHighResolutionCapable": True,
    "NSLocalNetworkUsageDescription": "House Rules looks for tables of friends nearby, and shows them yours.",
    "NSHumanReadableCopyright": "The House Rules authors, MIT licence",
}


def windows_version() -> str:
    """Return the version resource of the Windows program, in PyInstaller's format."""
    numbers = tuple(int(part) for part in VERSION.split("+", maxsplit=1)[0].split(".")[:3])
    quadruple = (*numbers, *(0 for _ in range(4 - len(numbers))))
    texts = {
        "CompanyName": "The House Rules authors",
        "FileDescription": TITLE,
        "FileVersion": VERSION,
        "InternalName": "house-rules",
        "LegalCopyright": "MIT licence",
        "OriginalFilename": f"{PROGRAM}.exe",
        "ProductName": TITLE,
        "ProductVersion": VERSION,
    }
    table = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in texts.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={quadruple}, prodvers={quadruple}, mask=0x3f, flags=0, OS=0x40004,\n"
        "  fileType=1, subtype=0, date=(0, 0)), kids=[StringFileInfo([StringTable('040904B0',\n"
        f"  [{table}])]),\n"
        "  VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )
