"""Runs and kills processes, and checks whether they have ended, on every system."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import ctypes

    KILL_SIGNAL = signal.SIGTERM
else:
    KILL_SIGNAL = signal.SIGKILL
"""Ends a process at once. On Windows, so do all signals but two."""


@contextlib.contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, output: int | IO[bytes] = subprocess.DEVNULL
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in a folder until the end of the ``with``; its output and errors go to ``output``."""
    process = subprocess.Popen(command, env=environment, stdout=output, stderr=output, cwd=folder)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def kill(*pids: int) -> None:
    """End these processes at once."""
    for pid in pids:
        os.kill(pid, KILL_SIGNAL)


def has_ended(pid: int) -> bool:
    """Whether a process has ended. On Windows ``os.kill(pid, 0)`` would send it Ctrl+C."""
    if sys.platform == "win32":
        synchronize, signalled = 0x00100000, 0
        handle = ctypes.windll.kernel32.OpenProcess(synchronize, False, pid)
        if not handle:
            return True
        ended = bool(ctypes.windll.kernel32.WaitForSingleObject(handle, 0) == signalled)
        ctypes.windll.kernel32.CloseHandle(handle)
        return ended
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
