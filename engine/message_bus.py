"""Finds message buses of the desktop (D-Bus) that accept connections and never answer, and hides them from SDL.

SDL waits for both buses without a limit when it opens the display. So ``main`` asks them first.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

if sys.platform == "linux":
    from _socket import AF_UNIX, SOCK_STREAM, socket  # the module socket takes 4 ms of the start

MAX_ANSWER_SECONDS = 0.75
"""Maximum seconds to wait for a bus's answer, which takes milliseconds even on a busy machine."""
CLOSED_ADDRESS = "disabled:"
"""Address that SDL can't connect to, and therefore doesn't wait for."""
_GREETING = b"\0AUTH\r\n"
"""Bytes that ask a bus for its kinds of authentication; a working bus answers at once."""


def bus_addresses(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the addresses of the session's and the system's bus by their environment variables.

    >>> bus_addresses({"XDG_RUNTIME_DIR": "/run/user/7", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/bus"})
    {'DBUS_SESSION_BUS_ADDRESS': 'unix:path=/run/user/7/bus', 'DBUS_SYSTEM_BUS_ADDRESS': 'unix:path=/bus'}
    """
    usual = {
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={environment.get('XDG_RUNTIME_DIR', '')}/bus",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/run/dbus/system_bus_socket",
    }
    return {variable: environment.get(variable) or address for variable, address in usual.items()}


def is_silent(address: str) -> bool:
    """Whether a message bus accepts connections but doesn't answer within ``MAX_ANSWER_SECONDS``.

    Only the first Unix socket of the address is asked.
    """
    kind, _, rest = address.partition(";")[0].partition("=")
    name = rest.partition(",")[0]
    if kind not in ("unix:path", "unix:abstract") or "%" in name:
        return False
    connection = socket(AF_UNIX, SOCK_STREAM)
    connection.settimeout(MAX_ANSWER_SECONDS)
    try:
        connection.connect(("\0" if kind == "unix:abstract" else "") + name)
        connection.send(_GREETING)
        connection.recv(1)
    except (TimeoutError, BlockingIOError):  # too many others wait for it
        return True
    except OSError:  # SDL is refused as well, without a wait
        return False
    finally:
        connection.close()
    return False


@contextmanager
def hide_silent_buses() -> Iterator[list[str]]:
    """Make silent buses unreachable for libraries that connect within the ``with``; yield their variables."""
    addresses = bus_addresses(os.environ) if sys.platform == "linux" else {}
    silent = [variable for variable, address in addresses.items() if is_silent(address)]
    before = {variable: os.environ.get(variable) for variable in silent}
    os.environ.update(dict.fromkeys(silent, CLOSED_ADDRESS))
    try:
        yield silent
    finally:
        for variable, address in before.items():
            if address is None:
                del os.environ[variable]
            else:
                os.environ[variable] = address
