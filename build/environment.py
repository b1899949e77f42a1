"""Set-up and use of the virtual environment ``.venv``; a broken one is made anew. Used by ``run.py``."""

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS_LOCK = ROOT / "build" / "requirements.txt"
EXTRA_LOCKS: dict[tuple[str, ...], Path] = {("checks",): ROOT / "build" / "checks.txt"}
"""Extras of ``pyproject.toml`` -> file that pins their packages by checksum; others use ``REQUIREMENTS_LOCK``."""

SUPPORTED_PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
"""Versions of Python for which every package of House Rules has a wheel (``build/check_wheels.py``)."""
PROBE_SCRIPT = f"""
import sys, sysconfig
print(sys.implementation.cache_tag, sysconfig.get_path("purelib")[len(sys.prefix) + 1 :])
sys.exit(sys.prefix == sys.base_prefix or "%s.%s" % sys.version_info[:2] not in {SUPPORTED_PYTHONS})
"""
"""Script that prints the cache tag of an environment's Python and the subfolder of its packages.

It fails if the Python is not a supported one or not that of a virtual environment.
"""

ADVICE_BY_ERROR = {
    r"No module named '?ensurepip": "Python's venv module is incomplete here: install it (on Debian and Ubuntu with "
    f"apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv) and run this again.",
    r"No space left|Errno 28\b|Errno 122\b|quota exceeded|WinError 112\b": "The disk is full: make room for about "
    f"400 MB (House Rules is in {ROOT}) and run this again.",
    r"Errno 13\b|Permission denied|Errno 30\b|Read-only file|WinError (5|32)\b|Access is denied": "House Rules can't "
    f"write in {ROOT}: copy it into a folder of your own and run this again there.",
    r"(?i)connection|getaddrinfo|name resolution|timed? ?out|proxy|certificate|SSL|could not fetch|HTTP error": "What "
    "House Rules needs could not be downloaded: check the connection to the internet (and pip's settings, if you "
    "changed them) and run this again.",
    r"No matching distribution|Failed (to build|building)|subprocess-exited|metadata-generation": "There are no "
    f"packages of House Rules for Python {sys.version.split()[0]} on this system: run this again with another version, "
    f"from {SUPPORTED_PYTHONS[0]} to {SUPPORTED_PYTHONS[-1]}.",
}
"""Pattern in the output of a failed step -> advice for the user. The first match counts."""


def advice(output: str) -> str:
    """Return a sentence of advice to the user for the output of a failed step of the set-up.

    >>> advice("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device")[:17]
    'The disk is full:'
    >>> advice("one\\nERROR: something new\\n")
    'House Rules could not be set up (ERROR: something new): delete the folder .venv and run this again.'
    """
    for pattern, sentence in ADVICE_BY_ERROR.items():
        if re.search(pattern, output):
            return sentence
    lines = output.strip().splitlines()
    errors = [line for line in lines if line.startswith("ERROR")] or lines or ["no reason given"]
    return f"House Rules could not be set up ({errors[-1].strip()}): delete the folder .venv and run this again."


class SitePackages(NamedTuple):
    """The folder of a virtual environment's installed packages."""

    tag: str
    """Cache tag of its Python, such as ``cpython-312``."""
    folder: Path

    def packages(self) -> list[str]:
        """Return the names of the ``.dist-info`` folders of a virtual environment's installed packages."""
        with contextlib.suppress(OSError):
            return sorted(file.name for file in self.folder.iterdir() if file.name.endswith(".dist-info"))
        return []

    def is_complete(self, package: str) -> bool:
        """Whether all files of an installed Python package exist. pip writes their list, ``RECORD``, last."""
        try:
            lines = (self.folder / package / "RECORD").read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return False
        rows = [line.rsplit(",", 2) for line in lines]
        # Files without a size in the list, such as compiled ones, may be missing.
        return all(len(row) == 3 and (not row[2] or (self.folder / row[0].strip('"')).exists()) for row in rows)


class Environment:
    """A Python virtual environment in a folder: can be checked and removed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        """Path of its Python; the file may be missing."""

    def site(self) -> SitePackages | None:
        """Return a virtual environment's folder of packages; None if its Python is missing, broken or not a venv's."""
        try:
            asked = subprocess.run([self.python, "-I", "-c", PROBE_SCRIPT], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError, UnicodeDecodeError):
            return None
        tag, _, below = asked.stdout.strip().partition(" ")
        return SitePackages(tag, self.folder / below)

    def is_installed(self, mark_name: str, content_hash: str) -> bool:
        """Whether the requirements with ``content_hash`` were installed by the current Python and are still complete.

        Args:
            mark_name: name of the file written by ``set_mark``.
            content_hash: checksum of the requirements.
        """
        try:
            had, tag, *packages = (self.folder / mark_name).read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return False
        site = self.site() if had == content_hash else None
        return site is not None and site.tag == tag and all(map(site.is_complete, packages))

    def can_install(self) -> bool:
        """Whether the virtual environment can install packages: it has pip, and no package is half installed."""
        site = self.site()
        packages = site.packages() if site else []
        if site is None or not any(name.startswith("pip-") for name in packages):
            return False
        half_removed = any(site.folder.glob("~*"))  # pip renames packages to ~… before it removes them
        return not half_removed and all(map(site.is_complete, packages))

    def remove(self) -> None:
        """Remove the virtual environment, its Python first, so that an interrupted removal leaves a broken one.

        Raises:
            OSError: a file can't be removed.
        """
        if self.folder.is_symlink() or self.folder.is_file():
            self.folder.unlink()
        elif self.folder.exists():
            self.python.unlink(missing_ok=True)
            shutil.rmtree(self.folder)

    def set_mark(self, mark_name: str, content_hash: str) -> None:
        """Record that the requirements with ``content_hash`` are installed, and all packages but pip and setuptools."""
        site = self.site()
        if site is None:
            return
        used = [name for name in site.packages() if not name.startswith(("pip-", "setuptools-"))]
        kept = filter(site.is_complete, used)
        new = self.folder / f"{mark_name}.new"
        new.write_text("\n".join([content_hash, site.tag, *kept]) + "\n", encoding="utf-8")
        new.replace(self.folder / mark_name)


VENV = Environment(ROOT / ".venv")
PYTHON = VENV.python


def requirements(*extras: str) -> list[str]:
    """Return the package requirements in pyproject.toml, including these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed: list[str] = list(project["dependencies"])
    for extra in extras:
        needed += project["optional-dependencies"][extra]
    return needed


@contextlib.contextmanager
def exclusive(folder: Path) -> Iterator[tuple[int, ...]]:
    """Hold an exclusive lock on ``folder`` during the set-up; wait for other set-ups.

    Yields the locked file descriptors.

    Child processes that inherit the descriptors hold the lock, too, as pip goes on after this process is killed. On
    Windows there is no lock, and one of two simultaneous set-ups may fail with a message.
    """
    if sys.platform == "win32":
        yield ()
    else:
        held = os.open(folder, os.O_RDONLY)
        try:
            lock_file(held)
            yield (held,)
        finally:
            os.close(held)


def lock_file(held: int) -> None:
    """Wait for an exclusive lock on the file with this descriptor. On a file system without locks, do nothing."""
    if sys.platform != "win32":
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up of House Rules is at work here. Waiting for it ...", flush=True)
            fcntl.flock(held, fcntl.LOCK_EX)
        except OSError:
            pass


def run_step(arguments: Sequence[str | Path], held: tuple[int, ...]) -> None:
    """Run one command of the set-up without showing its output.

    Raises:
        SystemExit: the step failed; with advice.
    """
    done = subprocess.run(
        arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=held,
        check=False,
    )
    if done.returncode:
        sys.exit(advice(done.stdout.decode(errors="replace")))


def set_up(*extras: str, locked: bool = False, environment: Environment = VENV) -> None:
    """Make the virtual environment and install changed requirements.

    Args:
        extras: of ``pyproject.toml``.
        locked: whether to install exactly the files pinned by checksum.
        environment: the environment.

    Raises:
        SystemExit: the set-up failed or was interrupted; with advice.
    """
    lock = EXTRA_LOCKS.get(extras, REQUIREMENTS_LOCK)
    needed = ["--require-hashes", "-r", str(lock)] if locked else requirements(*extras)
    wanted = hashlib.sha256(lock.read_bytes() if locked else "\n".join(needed).encode()).hexdigest()
    mark = f"installed-{'-'.join(extras) or 'play'}"
    try:
        if environment.is_installed(mark, wanted):
            return
        with exclusive(environment.folder.parent) as held:
            if not environment.is_installed(mark, wanted):  # another process may have done it meanwhile
                install_packages(environment, needed, held)
                environment.set_mark(mark, wanted)
    except OSError as error:
        sys.exit(advice(str(error)))
    except KeyboardInterrupt:
        sys.exit("\nThe set-up was stopped: run the same command again, and it goes on.")


def install_packages(environment: Environment, needed: list[str], held: tuple[int, ...]) -> None:
    """Install Python packages, in a new virtual environment if the existing one doesn't work.

    Raises:
        OSError: the folder can't be written.
        SystemExit: a step failed; with advice.
    """
    if not environment.can_install():
        there = environment.folder.is_symlink() or environment.folder.exists()
        print(f"Making a virtual environment in .venv{', for the one there does not work' * there} ...", flush=True)
        environment.remove()
        run_step([sys.executable, "-m", "venv", "--without-pip", environment.folder], held)
        run_step([environment.python, "-I", "-m", "ensurepip", "--default-pip"], held)
    print("Installing what House Rules needs ...", flush=True)
    quietly = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "2"]
    run_step([environment.python, "-I", "-m", "pip", "install", *quietly, *needed], held)


def run_program(arguments: Sequence[str | Path], changes: Mapping[str, str] | None = None) -> int:
    """Run a program in the project's root folder with changed environment variables; return its exit status.

    Except on Windows, the program replaces this process (exec), so that signals reach it.
    """
    variables = {**os.environ, **(changes or {})}
    sys.stdout.flush()
    if sys.platform != "win32":
        os.chdir(ROOT)
        os.execve(arguments[0], tuple(arguments), variables)
    return wait_through_interrupts(subprocess.Popen(arguments, cwd=ROOT, env=variables).wait)


def wait_through_interrupts(wait: Callable[[], int]) -> int:
    """Wait for a child process, even after Ctrl+C; return the result of ``wait``.

    Ctrl+C also reaches the child process, which decides how to end.
    """
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            return wait()


def main(arguments: list[str], usage: str) -> int:
    """Set up the virtual environment, then play or test; return the exit status."""
    locked = arguments[:1] == ["--locked"]
    what, *rest = arguments[locked:] or [""]
    if what == "play":
        set_up(locked=locked)
        return run_program([PYTHON, "main.py", *rest])
    if what == "test":
        set_up("test", locked=locked)
        # The tests start many processes. Writing compiled files halves their start-up time.
        return run_program(
            [PYTHON, "-m", "pytest", "-n", "auto", *rest], {"PYTHONDONTWRITEBYTECODE": "", "PYTHONSAFEPATH": ""}
        )
    print(usage)
    return 2
