"""Kills processes and checks whether they have ended, on every system."""

import os
import signal
import sys

if sys.platform == "win32":
    import ctypes

    KILL_SIGNAL = signal.SIGTERM
else:
    KILL_SIGNAL = signal.SIGKILL
"""Ends a process at once. On Windows, so do all signals but two."""


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
