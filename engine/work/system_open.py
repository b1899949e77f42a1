"""Opening folders and web pages with the system's programs, without waiting for them."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from engine.started_environment import STARTED_ENVIRONMENT

ProgramStarter = Callable[[Sequence[str], Mapping[str, str]], None]
"""Function that starts a program with an environment.

Raises:
    OSError: there is no such program.
"""


def spawn_detached(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Start a program that outlives this one and writes nothing to its terminal.

    Raises:
        OSError: there is no such program.
    """
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(
        command, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True
    )
    with contextlib.suppress(RuntimeError):  # the system is out of threads
        threading.Thread(target=process.wait, daemon=True).start()  # reaps the process, which would stay as a zombie


def open_page(address: str, run: ProgramStarter = spawn_detached) -> bool:
    """Open a web page in the player's browser; False if the system can't."""
    return address.startswith("https://") and _open(address, run)


def open_folder(folder: Path, run: ProgramStarter = spawn_detached) -> bool:
    """Show a folder in the system's file manager; False if it isn't there, or the system can't."""
    return folder.is_dir() and _open(str(folder.absolute()), run)


@contextlib.contextmanager
def _environment_as_started() -> Iterator[None]:
    """Restore the environment that the program was started with until the end of the ``with``."""
    own = dict(os.environ)
    os.environ.clear()
    os.environ.update(STARTED_ENVIRONMENT)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(own)


def _open(what: str, run: ProgramStarter) -> bool:
    if sys.platform == "win32":
        try:
            with _environment_as_started():
                os.startfile(what)
        except OSError:
            return False
        return True
    for command in (("open",),) if sys.platform == "darwin" else (("xdg-open",), ("gio", "open")):
        try:
            run((*command, what), STARTED_ENVIRONMENT)
        except OSError:
            continue
        return True
    return False
