"""Checks that every pinned package has a wheel for each Python and system: ``.venv/bin/python build/check_wheels.py``.

Downloads the wheels of ``build/requirements.txt`` into a temporary folder with ``pip download --only-binary=:all:``,
and prints a table for ``tests/bench/systems.md``, in about ten minutes. Wheels for any system are downloaded once.
Arguments choose some Pythons: ``3.15``.
"""

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from environment import REQUIREMENTS_LOCK, SUPPORTED_PYTHONS
from packaging.requirements import Requirement


class Target(NamedTuple):
    """A system to download wheels for: values of environment markers, and pip's platform tags."""

    markers: Mapping[str, str]
    tags: tuple[str, ...]


LINUX_TAGS = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_24", "manylinux_2_17", "manylinux2014", "manylinux2010")
"""Tags of wheels that run with glibc 2.28, without the processor."""


def _linux(machine: str) -> Target:
    markers = {"sys_platform": "linux", "platform_machine": machine, "os_name": "posix", "platform_system": "Linux"}
    return Target(markers, tuple(f"{tag}_{machine}" for tag in LINUX_TAGS))


def _macos(machine: str) -> Target:
    markers = {"sys_platform": "darwin", "platform_machine": machine, "os_name": "posix", "platform_system": "Darwin"}
    return Target(markers, (f"macosx_15_0_{machine}",))


TARGETS = {
    "Windows x64": Target(
        {"sys_platform": "win32", "platform_machine": "AMD64", "os_name": "nt", "platform_system": "Windows"},
        ("win_amd64",),
    ),
    "macOS arm64": _macos("arm64"),
    "macOS x86_64": _macos("x86_64"),
    "Linux x86_64": _linux("x86_64"),
    "Linux aarch64": _linux("aarch64"),
}


def pins_for(lock_text: str, python: str, target: Target) -> list[str]:
    """Return the pins of a lock file that a Python on a system needs, without checksums.

    >>> lock = "a==1 ; sys_platform == 'win32' \\\\\\n    --hash=sha256:0\\nb==2 \\\\\\n"
    >>> pins_for(lock, "3.15", TARGETS["macOS arm64"])
    ['b==2']
    """
    markers = {**target.markers, "python_version": python, "python_full_version": f"{python}.0"}
    lines = [line.removesuffix("\\") for line in lock_text.splitlines() if line[:1].isalnum()]
    needed = [pin for pin in map(Requirement, lines) if pin.marker is None or pin.marker.evaluate(markers)]
    return [f"{pin.name}{pin.specifier}" for pin in needed]


def download(pin: str, python: str, target: Target) -> str:
    """Download the wheel of a package for a Python on a system; return its file name, empty if there is none."""
    tags = [word for tag in target.tags for word in ("--platform", tag)]
    words = ["--quiet", "--no-deps", "--only-binary=:all:", "--python-version", python, *tags]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", *words, "--dest", folder, pin]
        subprocess.run(command, capture_output=True, check=False)
        return next((file.name for file in Path(folder).iterdir()), "")


def main(pythons: Sequence[str]) -> int:
    """Print the table of missing wheels; return 1 if there are any."""
    lock_text = REQUIREMENTS_LOCK.read_text(encoding="utf-8")
    universal_pins = set[str]()
    faults = 0
    print(f"| Python | {' | '.join(TARGETS)} |\n|---|{'---|' * len(TARGETS)}", flush=True)
    for python in pythons or SUPPORTED_PYTHONS:
        cells = []
        for target in TARGETS.values():
            missing = []
            for pin in pins_for(lock_text, python, target):
                wheel = "" if pin in universal_pins else download(pin, python, target)
                if wheel.endswith("py3-none-any.whl"):
                    universal_pins.add(pin)
                elif not wheel and pin not in universal_pins:
                    missing.append(pin)
            faults += len(missing)
            cells.append(f"not {', '.join(missing)}" if missing else "all")
        print(f"| {python} | {' | '.join(cells)} |", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
