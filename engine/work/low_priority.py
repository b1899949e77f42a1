"""Priority, output and signal handlers of background processes."""

import contextlib
import os
import signal
import sys

if sys.platform == "win32":
    import ctypes


def lower_priority_and_silence(*, idle: bool = False) -> None:
    """Lower this background process's priority (``idle``: to the lowest), discard its output, ignore Ctrl-C.

    SIGTERM gets its default handler back: SDL, if loaded, would turn it into a window event, and the parent that waits
    for the end would hang.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    silence = open(os.devnull, "w")  # noqa: SIM115, PTH123  # stays open until the process ends
    sys.stdout = sys.stderr = silence
    if sys.platform == "win32":
        below_normal, lowest = 0x4000, 0x40
        priority = lowest if idle else below_normal
        this_process = ctypes.c_void_p(-1)  # as a pointer: a plain -1 would be passed as 32 bits, not as a handle
        ctypes.windll.kernel32.SetPriorityClass(this_process, priority)
    else:
        with contextlib.suppress(OSError):
            os.nice(19 if idle else 10)
