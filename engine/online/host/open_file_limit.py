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


def raise_connection_limit() -> int:
    """Raise this process's limit of open files and return the maximum number of connections.

    The limit is raised as far as allowed, up to ``WANTED_OPEN_FILES``; ``RESERVED_FILES`` of it are not for
    connections.
    """
    limit = WANTED_OPEN_FILES  # on Windows, where sockets are no files
    if sys.platform != "win32":
        limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED_OPEN_FILES if hard_limit == resource.RLIM_INFINITY else min(WANTED_OPEN_FILES, hard_limit)
        if resource.RLIM_INFINITY != limit < wanted:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard_limit))
            limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if limit == resource.RLIM_INFINITY:
            limit = WANTED_OPEN_FILES
    return max(MIN_CONNECTIONS, limit - RESERVED_FILES)
