"""Check a release before its builds: ``python build/release.py v1.2.3``, or try all of it here with ``--dry``.

The tag must name the program's version, and CHANGELOG.md must have a dated section for it. ``--dry`` takes the present
version and its section or the unreleased one. It runs the linters, builds and tests the program for this system, and
writes everything that a release consists of into ``dist/``. At the end it says what only a release can do.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import linters
import package_managers
import platforms
import release_notes
import run

import build

UNRELEASED = "Unreleased"
"""Section of CHANGELOG.md for the next release."""
OTHER_DOWNLOADS = ("macos-arm64.dmg", "macos-x86_64.dmg", "windows-x86_64-setup.exe")
"""Downloads for which package managers have definitions."""
NOT_TRIED = (
    "Not tried here, as only GitHub's machines and their owner can do it: the programs for the other systems, "
    "signatures and Apple's notarisation, attestations, the release itself."
)


def find_faults(tag: str, version: str, changelog: str) -> list[str]:
    r"""Return what is wrong with a tag, for a version of the program and its changelog.

    >>> find_faults("v1.2.0", "1.2.0", "## [1.2.0] - 2027-01-02\n- New.")
    []
    >>> for fault in find_faults("v1.2.1", "1.2.0", "## [Unreleased]\n- New."):
    ...     print(fault)
    the tag is v1.2.1, but engine/__init__.py has version 1.2.0: the tag must be v1.2.0
    CHANGELOG.md has no section for version 1.2.0, or an empty one
    """
    faults = []
    if tag != f"v{version}":
        faults.append(f"the tag is {tag}, but engine/__init__.py has version {version}: the tag must be v{version}")
    try:
        release_notes.version_notes(version, changelog)
        if version not in release_notes.release_dates(changelog):
            faults.append(f"CHANGELOG.md has no date behind [{version}], like [{version}] - 2027-01-02")
    except LookupError as error:
        faults.append(str(error.args[0]))
    return faults


def try_release(out: Path) -> int:
    """Do what a release does, as far as this machine can; return 1 after a fault."""
    changelog = release_notes.CHANGELOG.read_text(encoding="utf-8")
    name = platforms.VERSION if platforms.VERSION in release_notes.release_dates(changelog) else UNRELEASED
    print(
        f"The notes are section [{name}] of CHANGELOG.md: {len(release_notes.version_notes(name, changelog))} letters."
    )
    if linters.main([]) or build.main(["--out", str(out)]):
        return 1
    run.set_up("checks")
    bills = [str(file) for file in out.glob("*.cdx.json")]
    if subprocess.run([run.PYTHON, Path(__file__).with_name("check_sbom.py"), *bills], check=False).returncode:
        return 1
    sums = {f"house-rules-{platforms.VERSION}-{end}": "0" * 64 for end in OTHER_DOWNLOADS}
    sums |= package_managers.read_checksums(out)
    (out / "SHA256SUMS").write_text("".join(f"{digest}  {file}\n" for file, digest in sums.items()), encoding="utf-8")
    package_managers.main([str(out), "https://example.org/house-rules"])
    build.write_checksums(out)
    if not wheel_starts(out):
        return 1
    print(NOT_TRIED)
    return 0


def wheel_starts(out: Path) -> bool:
    """Make the wheel, and whether the program in it passes its self-test in an environment that has nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        commands: tuple[list[str | Path], ...] = (
            [sys.executable, "-m", "venv", folder],
            [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, run.ROOT],
            [
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                out / f"house_rules_table-{platforms.VERSION}-py3-none-any.whl",
            ],
            [python.with_name("house-rules-table"), "--self-test"],
        )
        return not any(subprocess.run(command, cwd=folder, check=False).returncode for command in commands)


def main(arguments: list[str]) -> int:
    """Check a tag, or try a release; return 1 after a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("tag", nargs="?", metavar="TAG", help="the tag of the release, v1.2.3")
    what.add_argument("--dry", action="store_true", help="try the release with the present version")
    parser.add_argument("--out", type=Path, default=run.ROOT / "dist", metavar="DIR", help="default: dist/")
    chosen = parser.parse_args(arguments)
    if chosen.dry:
        return try_release(chosen.out.resolve())
    faults = find_faults(chosen.tag, platforms.VERSION, release_notes.CHANGELOG.read_text(encoding="utf-8"))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
