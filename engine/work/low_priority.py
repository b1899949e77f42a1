"""What every process beside the window does first; next to nothing is imported here, that it is done soon."""

import contextlib
import os
import signal
import sys

MAX_DEATHS = 3
"""A process that died so often without an answer is not started again."""


def enter_low_priority(*, idle: bool = False) -> None:
    """Low priority (``idle``: the lowest), no words on the terminal, Ctrl-C left to the window; ends when it is told.

    SDL, should it be there, would take the word to end as a closed window, and whoever waits for the end would hang.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    silence = open(os.devnull, "w")  # noqa: SIM115, PTH123  # stays open as long as the worker lives
    sys.stdout = sys.stderr = silence
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415  # only there

        below_normal, lowest = 0x4000, 0x40
        priority = lowest if idle else below_normal
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), priority)
    else:
        with contextlib.suppress(OSError):
            os.nice(19 if idle else 10)
