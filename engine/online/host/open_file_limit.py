"""Raises the process's limit of open files, so that a host can save tables despite many connections."""

import contextlib
import sys

if sys.platform != "win32":
    import resource

WANTED_OPEN_FILES = 10_240
"""Limit of open files to ask for; some systems allow a process no more."""
RESERVED_FILES = 192
"""Number of open files reserved for everything but counted connections."""
MIN_CONNECTIONS = 32
"""Minimum number of connections, whatever the limit."""


def raise_open_file_limit() -> int:
    """Raise this process's limit of open files and return the maximum number of connections.

    The limit is raised as far as allowed, up to ``WANTED_OPEN_FILES``; ``RESERVED_FILES`` of it are not for
    connections.
    """
    allowed = WANTED_OPEN_FILES  # on Windows, where sockets are no files
    if sys.platform != "win32":
        allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED_OPEN_FILES if most == resource.RLIM_INFINITY else min(WANTED_OPEN_FILES, most)
        if resource.RLIM_INFINITY != allowed < wanted:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if allowed == resource.RLIM_INFINITY:
            allowed = WANTED_OPEN_FILES
    return max(MIN_CONNECTIONS, allowed - RESERVED_FILES)
