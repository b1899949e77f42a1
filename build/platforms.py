"""Differences between Linux, Windows and macOS builds: names, icons, menu entries."""

import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets" / "app"
VERSION: str = runpy.run_path(str(ROOT / "engine" / "__init__.py"))["__version__"]

TITLE = "House Rules"
IDENTIFIER = "net.houserules.HouseRules"
SUMMARY = {"": "Five card games on your table", "pt_BR": "Cinco jogos de cartas na sua mesa"}
"""One line about the program by language; the empty key is the default."""
PROGRAM = {"win32": "House Rules", "darwin": "House Rules"}.get(sys.platform, "house-rules")
"""Name of the executable."""
ICON = {"win32": str(ASSETS / "icon.ico"), "darwin": str(ASSETS / "icon.icns")}.get(sys.platform)

INFO_PLIST = {
    "CFBundleDisplayName": TITLE,
    "CFBundleShortVersionString": VERSION,
    "CFBundleDevelopmentRegion": "en",
    "CFBundleLocalizations": ["en", "pt-BR"],
    "LSApplicationCategoryType": "public.app-category.card-games",
    "LSMinimumSystemVersion": "11.0",
    "NSHighResolutionCapable": True,
    "NSHumanReadableCopyright": "The House Rules authors, MIT licence",
}


def desktop_entry() -> str:
    """The Linux menu entry, by the Desktop Entry Specification 1.5."""
    lines = ["[Desktop Entry]", "Type=Application", "Version=1.5", f"Name={TITLE}"]
    lines += [f"Comment{f'[{language}]' if language else ''}={text}" for language, text in SUMMARY.items()]
    lines += ["Exec=house-rules", "Icon=house-rules", "Terminal=false", "Categories=Game;CardGame;"]
    lines += ["Keywords=cards;card game;big two;palace;", "StartupWMClass=house-rules", "StartupNotify=false"]
    return "\n".join(lines) + "\n"


INSTALL_SH = """#!/bin/sh
# Adds House Rules, in its present folder, to this user's menu; "./install.sh --remove" removes it again.
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/house-rules.desktop
picture=$data/icons/hicolor/256x256/apps/house-rules.png
if [ "$1" = --remove ]; then
    rm -f "$entry" "$picture"
    exit
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$picture")"
cp "$here/house-rules.png" "$picture"
sed "s|^Exec=.*|Exec=\\"$here/house-rules\\"|" "$here/house-rules.desktop" > "$entry"
"""


def windows_version() -> str:
    """The version resource of the Windows program, in PyInstaller's format."""
    numbers = tuple(int(part) for part in VERSION.split("+", maxsplit=1)[0].split(".")[:3])
    figures = (*numbers, *(0 for _ in range(4 - len(numbers))))
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
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={figures}, prodvers={figures}, mask=0x3f, flags=0, OS=0x40004,\n"
        "  fileType=1, subtype=0, date=(0, 0)), kids=[StringFileInfo([StringTable('040904B0',\n"
        f"  [{table}])]),\n"
        "  VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )


INSTALLER = r"""; Inno Setup script: one user, no administrator rights, no questions that have a sensible default.
[Setup]
AppId={{{{6B0C7B5E-5B5C-4B7B-9B0E-7E0B6B4C2F11}}
AppName={title}
AppVersion={version}
AppPublisher=The House Rules authors
DefaultDirName={{autopf}}\{title}
DefaultGroupName={title}
DisableProgramGroupPage=yes
LicenseFile={folder}\LICENSE.txt
OutputBaseFilename={name}-setup
OutputDir={out}
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
SetupIconFile={icon}
UninstallDisplayIcon={{app}}\{program}.exe
WizardStyle=modern
[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "pt_BR"; MessagesFile: "compiler:Languages\BrazilianPortuguese.isl"
[Tasks]
Name: "desktopicon"; Description: "{{cm:CreateDesktopIcon}}"; Flags: unchecked
[Files]
Source: "{folder}\*"; DestDir: "{{app}}"; Flags: recursesubdirs ignoreversion
[Icons]
Name: "{{autoprograms}}\{title}"; Filename: "{{app}}\{program}.exe"
Name: "{{autodesktop}}\{title}"; Filename: "{{app}}\{program}.exe"; Tasks: desktopicon
[Run]
Filename: "{{app}}\{program}.exe"; Flags: nowait postinstall skipifsilent
"""


def installer_script(folder: Path, out: Path, name: str) -> str:
    """The Inno Setup script that makes the Windows installer ``<name>-setup.exe`` from a built folder."""
    return INSTALLER.format(
        title=TITLE, version=VERSION, folder=folder, out=out, name=name, icon=ASSETS / "icon.ico", program=PROGRAM
    )
