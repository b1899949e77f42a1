"""How many connections a host may have open, so that files are left with which its tables are saved."""

import contextlib
import sys

if sys.platform != "win32":
    import resource

WANTED_OPEN_FILES = 10_240
"""Number of open files that are asked for; some systems allow a process no more."""
RESERVED_FILES = 192
"""Number of open files that are kept for everything but connections that are counted."""
MIN_CONNECTIONS = 32
"""Number of connections that are allowed anyway."""


def raise_open_file_limit() -> int:
    """Raise the limit of this process' open files as far as allowed, up to ``WANTED_OPEN_FILES``; return the number of
    connections
    that leave ``RESERVED_FILES`` files."""
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
