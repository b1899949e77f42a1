"""Check workflows, scripts and the files for Linux desktops: ``python build/linters.py [--all] [--locked]``.

Runs the installed linters and names the missing ones; with ``--all``, missing ones are errors. zizmor and yamllint are
installed into ``.venv``. On Debian and Ubuntu the others are the packages shellcheck, desktop-file-utils, appstream and
mandoc; actionlint has downloads on GitHub.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from itertools import product

import run

ROOT = run.ROOT
LINUX = "build/linux/io.github.OWNER.HouseRules"
LINTERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "actionlint": ((), (".github/workflows/*.yml",)),
    "zizmor": (("--offline", "--quiet"), (".github/workflows/*.yml",)),
    "yamllint": (("--strict",), (".github/*/*.yml", "build/linux/*.yml", ".yamllint.yml")),
    "shellcheck": ((), (".ci/run", "build/*.sh", "build/linux/*.sh")),
    "desktop-file-validate": ((), (f"{LINUX}.desktop",)),
    "appstreamcli": (("validate", "--no-net"), (f"{LINUX}.metainfo.xml",)),
    "mandoc": (("-T", "lint", "-W", "warning"), ("build/linux/*.6",)),
}
"""Linter -> options, and patterns of the files to check."""
_GROUP = re.compile(r"^\s*group: (.+)$", re.MULTILINE)
"""Line with a concurrency group."""
_CALLED = re.compile(r"uses: \./\.github/workflows/(\S+)")
"""Call of a workflow in the same repository."""


def linter_path(linter: str) -> str | None:
    """Return the path of a linter's program in the virtual environment or on the system; None if it is missing."""
    return shutil.which(linter, path=str(run.PYTHON.parent)) or shutil.which(linter)


def commands() -> dict[str, list[str]]:
    """Return the command-line arguments (options and files) of each linter, by its name."""
    return {
        name: [*options, *(str(file.relative_to(ROOT)) for pattern in patterns for file in sorted(ROOT.glob(pattern)))]
        for name, (options, patterns) in LINTERS.items()
    }


def find_meeting_groups(workflows: Mapping[str, str]) -> list[str]:
    """Return the workflows (file name -> text) that call one whose concurrency group may be their own.

    GitHub cancels such a run as a deadlock. ``github.workflow`` is the caller's name in both, so only a different
    literal beginning keeps them apart.

    >>> texts = {"a.yml": "group: ${{ github.ref }}\\n uses: ./.github/workflows/b.yml", "b.yml": "group: b-1"}
    >>> find_meeting_groups(texts)
    ['a.yml calls b.yml: their concurrency groups need different literal beginnings']
    >>> find_meeting_groups(texts | {"a.yml": texts["a.yml"].replace("$", "a-$")})
    []
    """
    beginnings = {name: [found.partition("$")[0] for found in _GROUP.findall(text)] for name, text in workflows.items()}
    return [
        f"{name} calls {called}: their concurrency groups need different literal beginnings"
        for name, text in workflows.items()
        for called in _CALLED.findall(text)
        if any(
            one.startswith(other) or other.startswith(one)
            for one, other in product(beginnings[name], beginnings.get(called, []))
        )
    ]


def main(arguments: list[str]) -> int:
    """Run the linters; return 1 if one finds a fault, or is missing with ``--all``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="fail if a linter is missing")
    parser.add_argument("--locked", action="store_true", help="install the packages pinned by checksum")
    chosen = parser.parse_args(arguments)
    run.set_up("checks", locked=chosen.locked)
    faults = 0
    for name, options in commands().items():
        path = linter_path(name)
        if path is None:
            print(f"{name}: not installed")
            faults += chosen.all
            continue
        wrong = subprocess.run([path, *options], cwd=ROOT, check=False).returncode != 0
        print(f"{name}: {'see above' if wrong else 'nothing found'}", flush=True)
        faults += wrong
    workflows = {file.name: file.read_text(encoding="utf-8") for file in ROOT.glob(".github/workflows/*.yml")}
    for fault in find_meeting_groups(workflows):
        print(fault)
        faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
