"""Interrupts and damages the set-up of real copies of the program: ``python -m tests.first_start [TRIAL ...]``.

After each disturbance the command of the README is run again. It must either work or end with one sentence that says
what to do; a traceback is a fault. All trials take about ten minutes, as every set-up installs the packages anew. As
root, use a Python that every user may run, such as the system's. Not on Windows, which lacks these signals and
permissions.

Trials: ``try_interruptions``, ``try_broken_files``, ``try_offline``, ``try_read_only``.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STOP_SECONDS = (0.3, 1.0, 2.0, 4.0, 7.0)
"""Seconds from the start of a set-up to the signal that ends it."""
PLAY_COMMAND = (sys.executable, "build/run.py", "play", "--version")
OTHER_USER_ID = 65534
OFFLINE_ENVIRONMENT = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "https://nowhere.invalid/simple"}


class ProgramCopy:
    """Copy of the program in a folder; counts the faults of its set-ups."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.venv = folder / ".venv"
        self.faults = 0
        for name in ("build", "engine"):
            shutil.copytree(ROOT / name, folder / name)
        for name in ("main.py", "pyproject.toml"):
            shutil.copy(ROOT / name, folder)

    def remove_environment(self) -> None:
        """Remove the environment, also if it is a file or a link."""
        if self.venv.is_symlink() or not self.venv.is_dir():
            self.venv.unlink(missing_ok=True)
        else:
            shutil.rmtree(self.venv)

    def run_and_check(self, description: str, *, works: bool, user: int | None = None, online: bool = True) -> None:
        """Run the README's command and print the last line of its output; ``works`` is the expected result."""
        without_pip_s = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        began = time.monotonic()
        done = subprocess.run(
            PLAY_COMMAND,
            cwd=self.folder,
            env=None if online else without_pip_s | OFFLINE_ENVIRONMENT,
            user=user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        last = done.stdout.strip().rpartition("\n")[2]
        well = (done.returncode == 0) is works and "Traceback" not in done.stdout
        self.faults += not well
        print(f"{'ok   ' if well else 'FAULT'} {description}, {time.monotonic() - began:.1f} s: {last}", flush=True)

    def stop(self, number: int, seconds: float, *, alone: bool) -> None:
        """Start a set-up and send it a signal; without ``alone``, also to all processes that it has started."""
        if sys.platform == "win32":
            raise OSError("Windows has no such signals, processes and files")
        self.remove_environment()
        started = subprocess.Popen(
            PLAY_COMMAND,
            cwd=self.folder,
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        time.sleep(seconds)
        (os.kill if alone else os.killpg)(started.pid, number)
        output = started.communicate()[0]
        self.faults += "Traceback" in output
        self.run_and_check(f"{signal.Signals(number).name} after {seconds} s, then", works=True)


def try_interruptions(copy: ProgramCopy) -> None:
    """Interrupt with Ctrl+C, a power cut, and kill -9, which leaves pip running."""
    if sys.platform == "win32":
        raise OSError("Windows has no such signals, processes and files")
    for seconds in STOP_SECONDS:
        copy.stop(signal.SIGINT, seconds, alone=False)
        copy.stop(signal.SIGKILL, seconds, alone=False)
        copy.stop(signal.SIGKILL, seconds, alone=True)


def try_broken_files(copy: ProgramCopy) -> None:
    """Break the environment: dangling links, another version of Python, missing files."""
    python = copy.venv / "bin" / "python"

    def site() -> Path:
        return next(copy.venv.glob("lib/python*/site-packages"))

    def dangling() -> None:
        python.unlink()
        python.symlink_to("/nowhere/python3")

    def without_a_file() -> None:
        (site() / "platformdirs" / "version.py").unlink()

    def no_environment() -> None:
        copy.remove_environment()
        copy.venv.symlink_to("/nowhere/venv")

    damages: dict[str, Callable[[], object]] = {
        "Python is a link to nowhere": dangling,
        ".venv is a link to nowhere": no_environment,
        "Python was replaced by another version": lambda: site().parent.rename(site().parent.with_name("python3.10")),
        "pygame's folder is missing": lambda: shutil.rmtree(site() / "pygame"),
        "one file is missing": without_a_file,
        "pyvenv.cfg is missing": (copy.venv / "pyvenv.cfg").unlink,
    }
    copy.run_and_check("nothing is broken", works=True)
    for description, damage in damages.items():
        damage()
        copy.run_and_check(description, works=True)


def try_offline(copy: ProgramCopy) -> None:
    """Start without a network: the first time, again, and when everything is installed."""
    copy.remove_environment()
    copy.run_and_check("no network", works=False, online=False)
    copy.run_and_check("again", works=False, online=False)
    copy.run_and_check("with a network", works=True)
    copy.run_and_check("no network, and none needed", works=True, online=False)


def try_read_only(copy: ProgramCopy) -> None:
    """Start in a read-only folder, without an environment and with one."""
    if sys.platform == "win32":
        raise OSError("Windows has no such signals, processes and files")
    user = OTHER_USER_ID if os.geteuid() == 0 else None
    copy.remove_environment()
    copy.folder.chmod(0o555)
    copy.run_and_check("read-only folder", works=False, user=user)
    copy.folder.chmod(0o755)
    copy.run_and_check("made by its owner", works=True)
    copy.folder.chmod(0o555)
    copy.run_and_check("read-only folder, everything there", works=True, user=user)
    copy.folder.chmod(0o755)


TRIAL_FUNCTIONS = {trial.__name__: trial for trial in (try_interruptions, try_broken_files, try_offline, try_read_only)}


def main(names: list[str]) -> int:
    """Run the named trials, or all; return 1 after a fault."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        copy = ProgramCopy(Path(folder))
        for name in names or TRIAL_FUNCTIONS:
            print(f"{name}:")
            TRIAL_FUNCTIONS[name](copy)
    print(f"{copy.faults} faults")
    return 1 if copy.faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
