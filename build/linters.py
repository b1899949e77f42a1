"""Check workflows, scripts and the files for Linux desktops: ``python build/linters.py [--all] [--locked]``.

Runs the installed linters and names the missing ones; with ``--all``, missing ones are errors. zizmor and yamllint are
installed into ``.venv``. On Debian and Ubuntu the others are the packages shellcheck, desktop-file-utils, appstream and
mandoc; actionlint has downloads on GitHub.
"""

import argparse
import shutil
import subprocess
import sys

import run

ROOT = run.ROOT
LINUX = "build/linux/net.houserules.HouseRules"
LINTERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "actionlint": ((), (".github/workflows/*.yml",)),
    "zizmor": (("--offline", "--quiet"), (".github/workflows/*.yml",)),
    "yamllint": (("--strict",), (".github/workflows/*.yml", "build/linux/*.yml", ".yamllint.yml")),
    "shellcheck": ((), (".ci/run", "build/*.sh", "build/linux/*.sh")),
    "desktop-file-validate": ((), (f"{LINUX}.desktop",)),
    "appstreamcli": (("validate", "--no-net"), (f"{LINUX}.metainfo.xml",)),
    "mandoc": (("-T", "lint", "-W", "warning"), ("build/linux/*.6",)),
}
"""Linter -> options, and patterns of the files to check."""


def linter_path(linter: str) -> str | None:
    """Return the path of a linter's program in the virtual environment or on the system; None if it is missing."""
    return shutil.which(linter, path=str(run.PYTHON.parent)) or shutil.which(linter)


def commands() -> dict[str, list[str]]:
    """Return the command-line arguments (options and files) of each linter, by its name."""
    return {
        name: [*options, *(str(file.relative_to(ROOT)) for pattern in patterns for file in sorted(ROOT.glob(pattern)))]
        for name, (options, patterns) in LINTERS.items()
    }


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
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
