"""Write the Flatpak manifest of a release for Flathub: ``.venv/bin/python build/flathub.py v1.2.3 > FILE``.

The program is built from the tag's commit. Python packages are those of ``build/requirements.txt``, as wheels pinned by
checksum: Flathub's builders have no network. Downloads them once, to know their places (80 MB).
"""

import subprocess
import sys
from collections.abc import Iterable, Mapping

import check_wheels
import collect_licences
import linux_files
import platforms
from environment import REQUIREMENTS_LOCK, ROOT
from packaging.requirements import Requirement

PYTHON = "3.13"
"""Python of the runtime that the manifest names."""
MACHINES = ("x86_64", "aarch64")
MANIFEST = linux_files.LINUX / f"{linux_files.TEMPLATE_ID}.yml"


def needed_pins(lock_text: str, machine: str) -> list[str]:
    """Return the pins of the packages that the program needs on a machine."""
    names = {*collect_licences.bundled_packages()} - {"pyinstaller"}
    pins = check_wheels.pins_for(lock_text, PYTHON, check_wheels.TARGETS[f"Linux {machine}"])
    return [pin for pin in pins if Requirement(pin).name in names]


def format_sources(tag: str, commit: str, wheels: Mapping[check_wheels.Wheel, Iterable[str]]) -> str:
    """Return the sources of the manifest's module: the program, and wheels -> machines for which they are."""
    lines = ["sources:", "  - type: git", f"    url: {platforms.HOME}", f"    tag: {tag}", f"    commit: {commit}"]
    for wheel, machines in wheels.items():
        lines += ["  - type: file", f"    url: {wheel.url}", f"    sha256: {wheel.sha256}"]
        if not wheel.name.endswith("-any.whl"):
            lines.append(f"    only-arches: [{', '.join(machines)}]")
    return "".join(f"    {line}\n" for line in lines)


def main(arguments: list[str]) -> int:
    """Print the manifest of a tag; return 2 if an argument is missing."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    lock_text = REQUIREMENTS_LOCK.read_text(encoding="utf-8")
    wheels: dict[check_wheels.Wheel, list[str]] = {}
    for machine in MACHINES:
        for pin in needed_pins(lock_text, machine):
            wheel = check_wheels.download(pin, PYTHON, check_wheels.TARGETS[f"Linux {machine}"])
            if not wheel.name:
                raise SystemExit(f"{pin} has no wheel for Python {PYTHON} on {machine}")
            wheels.setdefault(wheel, []).append(machine)
    asked = ["git", "rev-parse", f"{arguments[0]}^{{commit}}"]
    commit = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    template = linux_files.fill_in(MANIFEST.read_text(encoding="utf-8"))
    print(template + format_sources(arguments[0], commit, wheels), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
