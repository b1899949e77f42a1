"""Rate limits of a host: wrong secrets, connections, frames and log lines.

The caller passes the time. Used by ``server``.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

MAX_WRONG_SECRETS = 5
"""Number of wrong secrets for one table after which the table is blocked for the sender's address."""
BLOCK_SECONDS = 60.0
"""Seconds after which a wrong secret is forgotten; a table is blocked for no longer than that."""
MAX_REMEMBERED_FAILURES = 4096
"""Maximum number of remembered pairs of address and table; the oldest is dropped first."""
MAX_FRAMES_PER_SECOND = 20.0
"""Maximum frames a second from a guest, on average."""
MAX_FRAME_BURST = 40.0
"""Maximum frames of a guest in a burst."""
LOG_INTERVAL_SECONDS = 60.0
"""Minimum seconds between two log lines of one kind."""
_NetworkAndTable = tuple[str, int]
_Connection = TypeVar("_Connection", bound=Hashable)


class SecretGuessLimiter:
    """Blocks a table for addresses that sent too many wrong secrets for it.

    Numbers without a table are treated alike, so that an address can't find out which tables exist. Other tables stay
    open to the address, since many people may share one.
    """

    def __init__(self) -> None:
        self._failures_at: OrderedDict[_NetworkAndTable, list[float]] = OrderedDict()
        """Network and table -> times in seconds of wrong secrets."""

    def is_blocked(self, address: str, table: int, now: float) -> bool:
        """Whether a table is blocked for an address after wrong secrets; ``now`` in seconds."""
        return self._count_recent((address_network(address), table), now) >= MAX_WRONG_SECRETS

    def record_failure(self, address: str, table: int, now: float) -> None:
        """Record that an address sent a wrong secret for a table; ``now`` in seconds."""
        key = address_network(address), table
        self._count_recent(key, now)
        self._failures_at.setdefault(key, []).append(now)
        self._failures_at.move_to_end(key)
        while len(self._failures_at) > MAX_REMEMBERED_FAILURES:
            self._failures_at.popitem(last=False)

    def _count_recent(self, key: _NetworkAndTable, now: float) -> int:
        times = [time for time in self._failures_at.get(key, ()) if now - time < BLOCK_SECONDS]
        if times:
            self._failures_at[key] = times
        else:
            self._failures_at.pop(key, None)
        return len(times)


def address_network(address: str) -> str:
    """Return the address or, for IPv6, its network of 64 bits, since one computer can use all of that.

    >>> address_network("192.0.2.7"), address_network("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::')
    >>> address_network("::ffff:192.0.2.7"), address_network("odd")
    ('192.0.2.7', 'odd')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False).network_address)


class UnauthenticatedConnections(Generic[_Connection]):
    """The connections of a host whose guests have not yet proved a table's secret.

    A new one is always accepted; the oldest is closed if needed.

    Args:
        max_count: maximum number of all.
        max_per_network: maximum number of one network, as returned by ``address_network``.
    """

    def __init__(self, max_count: int, max_per_network: int) -> None:
        self._max_count = max_count
        self._max_per_network = max_per_network
        self._network_of_connection: dict[_Connection, str] = {}
        self._connections_by_network: dict[str, dict[_Connection, None]] = {}
        """Network -> its connections; if one must be closed, it is the first."""

    def __len__(self) -> int:
        return len(self._network_of_connection)

    def add(self, connection: _Connection, address: str) -> _Connection | None:
        """Add an unauthenticated connection; return the one to close for it, None if there is no need."""
        network = address_network(address)
        neighbours = self._connections_by_network.setdefault(network, {})
        neighbours[connection] = None
        self._network_of_connection[connection] = network
        if len(neighbours) > self._max_per_network:
            return next(iter(neighbours))
        return self.oldest_of_largest_network() if len(self) > self._max_count else None

    def remove(self, connection: _Connection) -> None:
        """Remove a connection that ended or is authenticated from the unauthenticated ones; ignored if unknown."""
        network = self._network_of_connection.pop(connection, None)
        if network is not None:
            del self._connections_by_network[network][connection]
            if not self._connections_by_network[network]:
                del self._connections_by_network[network]

    def move_to_end(self, connection: _Connection) -> None:
        """Make an unauthenticated connection the newest of its network; ignored if unknown."""
        network = self._network_of_connection.get(connection)
        if network is not None:
            del self._connections_by_network[network][connection]
            self._connections_by_network[network][connection] = None

    def oldest_of_largest_network(self) -> _Connection | None:
        """Return the oldest connection of the network with most connections; None without any."""
        if not self._connections_by_network:
            return None
        largest = max(self._connections_by_network.values(), key=len)
        return next(iter(largest))


class FrameRateLimiter:
    """Token bucket for a guest's frames: ``MAX_FRAMES_PER_SECOND`` on average, ``MAX_FRAME_BURST`` at once."""

    def __init__(self, now: float) -> None:
        self._tokens = MAX_FRAME_BURST
        self._updated_at = now

    def try_take(self, now: float) -> bool:
        """Take one token from the bucket for a guest's frame; False if there is none. ``now`` in seconds."""
        self._tokens = min(MAX_FRAME_BURST, self._tokens + (now - self._updated_at) * MAX_FRAMES_PER_SECOND)
        self._updated_at = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class ThrottledLog:
    """Logs frequent events: the first of a kind at once, then at most one line in ``LOG_INTERVAL_SECONDS``.

    Args:
        write: called with each line.
        call_later: calls a function after some seconds, as ``asyncio.loop.call_later`` does.
    """

    def __init__(
        self, write: Callable[[str], object], call_later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._write = write
        self._call_later = call_later
        self._suppressed: dict[str, tuple[int, str]] = {}
        """Kind -> number of events since its last line, and detail of the latest."""

    def log_event(self, kind: str, detail: str) -> None:
        """Log an event, at once or later in a line with others of its kind.

        ``kind`` is one of a few; ``detail`` is written for the first and the latest.
        """
        if kind in self._suppressed:
            self._suppressed[kind] = self._suppressed[kind][0] + 1, detail
        else:
            self._write_line(kind, f"{kind}: {detail}")

    def _write_line(self, kind: str, line: str) -> None:
        self._write(line)
        self._suppressed[kind] = 0, ""
        self._call_later(LOG_INTERVAL_SECONDS, lambda: self._write_summary(kind))

    def _write_summary(self, kind: str) -> None:
        number, last = self._suppressed.pop(kind)
        if number:
            self._write_line(kind, f"{kind}: {number} in the last minute, last {last}")
