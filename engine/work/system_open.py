"""Opening folders and web pages with the system's programs, without waiting for them."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ProgramStarter = Callable[[Sequence[str], Mapping[str, str]], None]
"""Function that starts a program with an environment.

Raises:
    OSError: there is no such program.
"""
_LIBRARY_VARIABLES = ("LD_LIBRARY_PATH", "LIBPATH")
"""Library paths set by a built program's bootloader, which saves the old values in ``NAME_ORIG``."""


def clean_environment(environment: Mapping[str, str], *, packed: bool) -> dict[str, str]:
    """Return environment variables without the library paths of a ``packed`` program, which would crash other programs.

    >>> clean_environment({"A": "1", "LD_LIBRARY_PATH": "/game", "LD_LIBRARY_PATH_ORIG": "/usr"}, packed=True)
    {'A': '1', 'LD_LIBRARY_PATH': '/usr'}
    """
    cleaned = dict(environment)
    for name in _LIBRARY_VARIABLES if packed else ():
        cleaned.pop(name, None)
        before = cleaned.pop(f"{name}_ORIG", None)
        if before:
            cleaned[name] = before
    return cleaned


def spawn_detached(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Start a program that outlives this one and writes nothing to its terminal.

    Raises:
        OSError: there is no such program.
    """
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(
        command, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True
    )
    threading.Thread(target=process.wait, daemon=True).start()  # reaps the process, which would stay as a zombie


def open_page(address: str, run: ProgramStarter = spawn_detached) -> bool:
    """Open a web page in the player's browser; False if the system can't."""
    return address.startswith("https://") and _open(address, run)


def open_folder(folder: Path, run: ProgramStarter = spawn_detached) -> bool:
    """Show a folder in the system's file manager; False if it isn't there, or the system can't."""
    return folder.is_dir() and _open(str(folder.absolute()), run)


def _open(what: str, run: ProgramStarter) -> bool:
    if sys.platform == "win32":
        try:
            os.startfile(what)
        except OSError:
            return False
        return True
    environment = clean_environment(os.environ, packed=hasattr(sys, "frozen"))
    for command in (("open",),) if sys.platform == "darwin" else (("xdg-open",), ("gio", "open")):
        try:
            run((*command, what), environment)
        except OSError:
            continue
        return True
    return False
