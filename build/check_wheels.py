"""Checks that every pinned package has a wheel for each Python and system: ``.venv/bin/python build/check_wheels.py``.

Downloads the wheels of ``build/requirements.txt`` into a temporary folder with ``pip download --only-binary=:all:``,
and prints a table for ``tests/bench/systems.md``, in about ten minutes. Wheels for any system are downloaded once.
Arguments choose some Pythons: ``3.15``.

With ``--fit`` it removes the checksums of wheels that need a newer macOS than the program from that file instead. pip
would prefer them on a newer Mac, and the program built there would not start on an older one.
"""

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import platforms
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


NEW_MACOS = "15.0"
"""A macOS for which packages have wheels of their own."""


def _macos(machine: str, version: str = platforms.MIN_MACOS) -> Target:
    markers = {"sys_platform": "darwin", "platform_machine": machine, "os_name": "posix", "platform_system": "Darwin"}
    return Target(markers, (f"macosx_{version.replace('.', '_')}_{machine}",))


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


class Wheel(NamedTuple):
    """A package's file for a Python on a system; all texts are empty if there is none."""

    name: str = ""
    sha256: str = ""
    url: str = ""
    """Its place on PyPI, which is named after its BLAKE2 checksum."""

    @classmethod
    def read(cls, file: Path) -> "Wheel":
        """Return a downloaded file with its checksum and place."""
        data = file.read_bytes()
        digest = hashlib.blake2b(data, digest_size=32).hexdigest()
        place = f"https://files.pythonhosted.org/packages/{digest[:2]}/{digest[2:4]}/{digest[4:]}/{file.name}"
        return cls(file.name, hashlib.sha256(data).hexdigest(), place)


def download(pin: str, python: str, target: Target) -> Wheel:
    """Download the wheel of a package for a Python on a system into a temporary folder."""
    tags = [word for tag in target.tags for word in ("--platform", tag)]
    words = ["--quiet", "--no-deps", "--only-binary=:all:", "--python-version", python, *tags]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", *words, "--dest", folder, pin]
        subprocess.run(command, capture_output=True, check=False)
        return next(map(Wheel.read, Path(folder).iterdir()), Wheel())


def find_newer_macos_wheels(lock_text: str, pythons: Sequence[str]) -> list[Wheel]:
    """Return the wheels that pip would take on a new Mac instead of those for the program's oldest macOS."""
    found = []
    for python in pythons:
        for machine in ("arm64", "x86_64"):
            oldest, newest = _macos(machine), _macos(machine, NEW_MACOS)
            for pin in pins_for(lock_text, python, oldest):
                taken = download(pin, python, newest)
                if taken.name.endswith("-any.whl"):
                    continue
                fitting = download(pin, python, oldest)
                if not fitting.name:
                    print(f"{pin} has no wheel for Python {python} and macOS {platforms.MIN_MACOS} on {machine}")
                elif fitting != taken:
                    found.append(taken)
                    print(taken.name, flush=True)
    return found


def main(pythons: Sequence[str]) -> int:
    """Print the table of missing wheels and return 1 if there are any, or fit the checksums to the oldest macOS."""
    lock_text = REQUIREMENTS_LOCK.read_text(encoding="utf-8")
    if pythons[:1] == ["--fit"]:
        newer = {wheel.sha256 for wheel in find_newer_macos_wheels(lock_text, pythons[1:] or SUPPORTED_PYTHONS)}
        lines = [
            line for line in lock_text.splitlines() if line.strip().removeprefix("--hash=sha256:")[:64] not in newer
        ]
        REQUIREMENTS_LOCK.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return 0
    universal_pins = set[str]()
    faults = 0
    print(f"| Python | {' | '.join(TARGETS)} |\n|---|{'---|' * len(TARGETS)}", flush=True)
    for python in pythons or SUPPORTED_PYTHONS:
        cells = []
        for target in TARGETS.values():
            missing = []
            for pin in pins_for(lock_text, python, target):
                wheel = "" if pin in universal_pins else download(pin, python, target).name
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
