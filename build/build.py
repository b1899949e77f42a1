"""Build House Rules: ``python build/build.py [OPTIONS]``; ``--help`` lists them.

Makes ``DIR/house-rules``, a folder that runs without Python (on macOS an ``.app``), and packs it:

    Linux    tar.xz; an AppImage if appimagetool is on the path
    Windows  zip; an installer by Inno Setup's iscc
    macOS    zip and dmg

Also writes a bill of materials (``.cdx.json``) and ``SHA256SUMS``. Then it unpacks the archive elsewhere, runs the
program's self-test there with no Python on the path, and prints sizes and start-up times. On Linux it also prints the
minimum version of glibc. Needs only Python 3.11 to 3.15 (on Linux also ``objdump``, from binutils).
"""

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import linux_requirements
import reproducible
import run
import wine

ROOT = run.ROOT
MAX_SIZES_BYTES = {".xz": 33e6, ".zip": 45e6, "folder": 111e6}
"""Maximum sizes of the archive, by its last extension, and of the folder: a tenth more than they have."""


def main(arguments: list[str]) -> int:
    """Build, pack and test the program; return 0 if it passes its self-test and is within the size limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", metavar="DIR", help="default: dist/")
    parser.add_argument("--locked", action="store_true", help="install the packages pinned by checksum")
    parser.add_argument("--no-test", action="store_true", help="only build and pack")
    parser.add_argument("--glibc", metavar="2.X", help="fail if the program needs a newer glibc than this (Linux)")
    parser.add_argument("--twice", action="store_true", help="build again elsewhere, and fail if that differs (Linux)")
    parser.add_argument("--target", choices=["windows"], help="build for Windows on Linux, by wine (see wine.py)")
    chosen = parser.parse_args(arguments)
    out: Path = chosen.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if chosen.target:
        return wine.main(["build", str(out)])
    run.set_up("build", locked=chosen.locked)
    if subprocess.run([run.PYTHON, Path(__file__).with_name("freeze.py"), out], check=False).returncode:
        return 1
    archive = next(file for file in out.iterdir() if file.name.endswith((".tar.xz", ".zip")))
    sizes = {archive.suffix: archive.stat().st_size, "folder": folder_size(find_program(out)[0])}
    for what, size in sizes.items():
        print(f"{what}: {size / 1e6:.1f} MB (at most {MAX_SIZES_BYTES[what] / 1e6:.0f})")
    write_checksums(out)
    if sys.platform == "linux" and not linux_requirements.print_report(find_program(out)[0], chosen.glibc):
        return 1
    if chosen.twice and sys.platform == "linux" and not reproducible.is_reproducible(out):
        return 1
    passed = chosen.no_test or passes_self_test(archive)
    return 0 if passed and all(size <= MAX_SIZES_BYTES[what] for what, size in sizes.items()) else 1


def find_program(folder: Path) -> tuple[Path, Path]:
    """Return the paths of the built program's folder or bundle in ``folder``, and of its executable."""
    if sys.platform == "darwin":
        bundle = folder / "House Rules.app"
        return bundle, bundle / "Contents" / "MacOS" / "House Rules"
    name = "House Rules.exe" if sys.platform == "win32" else "house-rules"
    return folder / "house-rules", folder / "house-rules" / name


def folder_size(folder: Path) -> int:
    """Return the total size of a folder's files in bytes, without symbolic links."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())


def write_checksums(out: Path) -> None:
    """Write ``SHA256SUMS`` for the downloads in ``out``, in the format of ``sha256sum --check``."""
    offered = sorted(file for file in out.iterdir() if file.is_file() and file.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in offered]
    (out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


def passes_self_test(archive: Path) -> bool:
    """Unpack a built archive and run the program's self-test, without Python on the path; return whether it passes."""
    with tempfile.TemporaryDirectory() as folder:
        if archive.suffix == ".zip" and sys.platform == "darwin":
            subprocess.run(["ditto", "-x", "-k", archive, folder], check=True)  # ditto preserves links and permissions
        else:
            shutil.unpack_archive(archive, folder)
        below = next(path for path in Path(folder).rglob("*") if path.name == find_program(path.parent)[0].name)
        program = find_program(below.parent)[1]
        bare = {"PATH": folder, "HOME": folder, "USERPROFILE": folder, "TMPDIR": folder, "TEMP": folder}
        kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
        for attempt in ("cold", "warm"):
            began = time.perf_counter()
            subprocess.run([program, "--version"], env=bare | kept, check=True)
            print(f"start to --version, {attempt}: {time.perf_counter() - began:.2f} s ({platform.platform()})")
        report = Path(folder) / "self-test.txt"
        done = subprocess.run([program, "--self-test", "--report", report], env=bare | kept, check=False)
        if sys.platform == "win32" and report.exists():  # a GUI program has no console on Windows
            print(report.read_text(encoding="utf-8"))
        return done.returncode == 0 and all(map(app_image_starts, archive.parent.glob("*.AppImage")))


def app_image_starts(file: Path) -> bool:
    """Whether an AppImage of the program starts and prints its version.

    It is extracted first, as not every machine can mount it (FUSE).
    """
    words: list[str | Path] = [file, "--appimage-extract-and-run", "--version"]
    return subprocess.run(words, check=False).returncode == 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
