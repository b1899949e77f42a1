"""Write the package definitions of a release for winget and Homebrew: ``package_managers.py FOLDER REPOSITORY``.

FOLDER holds the downloads and ``SHA256SUMS``; REPOSITORY is the URL of the project. Written into FOLDER are a cask for
Homebrew and three manifests for winget (version, installer, default locale; schema 1.10).
"""

import datetime
import re
import sys
from pathlib import Path

import platforms
import release_notes

INSTALLER = Path(__file__).with_name("windows") / "installer.iss"

CASK = """cask "house-rules" do
  arch arm: "arm64", intel: "x86_64"

  version "{version}"
  sha256 arm:   "{arm}",
         intel: "{intel}"

  url "{downloads}/house-rules-#{{version}}-macos-#{{arch}}.dmg"
  name "{title}"
  desc "{summary}"
  homepage "{home}"

  depends_on macos: ">= :big_sur"

  app "{title}.app"

  zap trash: [
    "~/Library/Application Support/{data_folder}",
    "~/Library/Saved Application State/{identifier}.savedState",
  ]
end
"""
WINGET_ID = "HouseRules.HouseRules"
WINGET = {
    "": """PackageIdentifier: {winget}
PackageVersion: {version}
DefaultLocale: en-US
ManifestType: version
ManifestVersion: 1.10.0
""",
    ".installer": """PackageIdentifier: {winget}
PackageVersion: {version}
InstallerType: inno
Scope: user
UpgradeBehavior: install
ProductCode: "{product}_is1"
ReleaseDate: {date}
FileExtensions:
{extensions}
Protocols:
  - {scheme}
Installers:
  - Architecture: x64
    InstallerUrl: {downloads}/{installer}
    InstallerSha256: "{windows}"
ManifestType: installer
ManifestVersion: 1.10.0
""",
    ".locale.en-US": """PackageIdentifier: {winget}
PackageVersion: {version}
PackageLocale: en-US
Publisher: The House Rules authors
PackageName: {title}
PackageUrl: {home}
License: MIT
LicenseUrl: {home}/blob/v{version}/LICENSE
ShortDescription: {summary}
Tags:
  - card-game
  - big-two
ManifestType: defaultLocale
ManifestVersion: 1.10.0
""",
}
"""Suffix of the file's name -> template."""


def read_checksums(folder: Path) -> dict[str, str]:
    """Read the ``SHA256SUMS`` in a folder of downloads; return file name -> SHA-256."""
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


def product_code() -> str:
    """Return the identifier by which Windows lists the installed program."""
    found = re.search(r"^AppId=\{(\{.+\})$", INSTALLER.read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[1]


def make_manifests(sums: dict[str, str], home: str, date: str) -> dict[str, str]:
    """Return the package definitions for winget and Homebrew as file name -> text.

    Args:
        sums: file name -> SHA-256 of every download.
        home: URL of the project.
        date: of the release, ISO 8601.

    Raises:
        KeyError: a download is missing.
    """
    stem, installer = f"house-rules-{platforms.VERSION}", f"house-rules-{platforms.VERSION}-windows-x86_64-setup.exe"
    placeholders = {
        "arm": sums[f"{stem}-macos-arm64.dmg"],
        "intel": sums[f"{stem}-macos-x86_64.dmg"],
        "windows": sums[installer].upper(),
        "installer": installer,
        "data_folder": platforms.DATA_FOLDER,
        "date": date,
        "downloads": f"{home}/releases/download/v{platforms.VERSION}",
        "extensions": "\n".join(f"  - {suffix}" for suffix in platforms.FILE_TYPES),
        "home": home,
        "identifier": platforms.IDENTIFIER,
        "product": product_code(),
        "scheme": platforms.URL_SCHEME,
        "summary": platforms.SUMMARY,
        "title": platforms.TITLE,
        "version": platforms.VERSION,
        "winget": WINGET_ID,
    }
    texts = {f"{WINGET_ID}{end}.yaml": text.format_map(placeholders) for end, text in WINGET.items()}
    return {"house-rules.rb": CASK.format_map(placeholders), **texts}


def main(arguments: list[str]) -> int:
    """Write the package definitions for winget and Homebrew; return 2 if an argument is missing."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    folder = Path(arguments[0])
    dates = release_notes.release_dates(release_notes.CHANGELOG.read_text(encoding="utf-8"))
    date = dates.get(platforms.VERSION) or datetime.datetime.now(datetime.UTC).date().isoformat()
    for name, text in make_manifests(read_checksums(folder), arguments[1], date).items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
