"""Closes a window of an X server as its title bar's button does. xdotool can't without a window manager."""

import ctypes
import ctypes.util
import os
import subprocess

ANY_TITLE = ".*"
_CLIENT_MESSAGE = 33


class _ClientMessage(ctypes.Structure):
    """``XClientMessageEvent`` with its data as longs, as large as the union of all events."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 16),
    ]


def close_window(display: str) -> None:
    """Ask the program's window on that display to close.

    Raises:
        OSError: the X11 library or the display is missing.
        subprocess.CalledProcessError: there is no window on that display.
    """
    words = ["xdotool", "search", "--onlyvisible", "--class", ANY_TITLE]
    search = subprocess.run(
        words, env={**os.environ, "DISPLAY": display}, stdout=subprocess.PIPE, text=True, check=True
    )
    window = int(search.stdout.split()[-1])  # the first one is the root window
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    x11.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    opened = x11.XOpenDisplay(display.encode())
    if not opened:
        raise OSError(f"display {display}")
    protocols, delete = (x11.XInternAtom(opened, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    data = (ctypes.c_long * 5)(delete, 0, 0, 0, 0)
    message = _ClientMessage(_CLIENT_MESSAGE, 0, 1, opened, window, protocols, 32, data)
    x11.XSendEvent(opened, window, 0, 0, ctypes.byref(message))
    x11.XCloseDisplay(opened)
