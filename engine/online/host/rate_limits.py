"""Limits of a host, used by ``server``: wrong secrets by address, connections by address, frames by guest, log lines by
kind. Time is given."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

MAX_WRONG_SECRETS = 5
"""Number of wrong secrets for a table after which it is closed to an address."""
BLOCK_SECONDS = 60.0
"""Seconds for which it then stays closed; wrong secrets are forgotten after the same time."""
MAX_REMEMBERED_FAILURES = 4096
"""Maximum number of pairs of address and table remembered; the oldest is forgotten first."""
FRAMES_PER_SECOND = 20.0
"""Maximum frames a second from a guest, on average."""
MAX_FRAME_BURST = 40.0
"""Maximum frames of a guest at once."""
LOG_INTERVAL_SECONDS = 60.0
"""Seconds between two lines of one kind in the log."""
_Key = tuple[str, int]
_Connection = TypeVar("_Connection", bound=Hashable)


class SecretGuessLimiter:
    """Closes a table to addresses that give wrong secrets for it.

    Numbers without a table count like others, so that an address learns nothing about which tables there are. Other
    tables stay open to the address, since many people may share one.
    """

    def __init__(self) -> None:
        self._failures_at: OrderedDict[_Key, list[float]] = OrderedDict()
        """Network and table -> seconds at which a wrong secret was given."""

    def is_blocked(self, address: str, table: int, now: float) -> bool:
        """Whether too many wrong secrets for a table came from an address; ``now`` in seconds."""
        return self._count_recent((address_network(address), table), now) >= MAX_WRONG_SECRETS

    def record_failure(self, address: str, table: int, now: float) -> None:
        """Count a wrong secret."""
        key = address_network(address), table
        self._count_recent(key, now)
        self._failures_at.setdefault(key, []).append(now)
        self._failures_at.move_to_end(key)
        while len(self._failures_at) > MAX_REMEMBERED_FAILURES:
            self._failures_at.popitem(last=False)

    def _count_recent(self, key: _Key, now: float) -> int:
        times = [time for time in self._failures_at.get(key, ()) if now - time < BLOCK_SECONDS]
        if times:
            self._failures_at[key] = times
        else:
            self._failures_at.pop(key, None)
        return len(times)


def address_network(address: str) -> str:
    """The address itself; of IPv6 the network of 64 bits, within which anybody has as many addresses as they like.

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
    """Connections that have proved nothing yet. A new one always finds room: where there are too many, the oldest goes.

    Args:
        most: maximum number of all.
        share: maximum number of one network, as ``address_network`` gives it.
    """

    def __init__(self, max_count: int, max_per_network: int) -> None:
        self._max_count = max_count
        self._max_per_network = max_per_network
        self._network_of_connection: dict[_Connection, str] = {}
        self._connections_by_network: dict[str, dict[_Connection, None]] = {}
        """Network -> its connections; the first to go is first."""

    def __len__(self) -> int:
        return len(self._network_of_connection)

    def add(self, connection: _Connection, address: str) -> _Connection | None:
        """Add a connection; return the one to close for it, None if there is room for both."""
        network = address_network(address)
        own = self._connections_by_network.setdefault(network, {})
        own[connection] = None
        self._network_of_connection[connection] = network
        if len(own) > self._max_per_network:
            return next(iter(own))
        return self.oldest_of_largest_network() if len(self) > self._max_count else None

    def remove(self, connection: _Connection) -> None:
        """Remove a connection that is closed or has proved something; harmless for others."""
        network = self._network_of_connection.pop(connection, None)
        if network is not None:
            del self._connections_by_network[network][connection]
            if not self._connections_by_network[network]:
                del self._connections_by_network[network]

    def move_to_end(self, connection: _Connection) -> None:
        """Let a connection count as the newest of its network; harmless for others than those added."""
        network = self._network_of_connection.get(connection)
        if network is not None:
            del self._connections_by_network[network][connection]
            self._connections_by_network[network][connection] = None

    def oldest_of_largest_network(self) -> _Connection | None:
        """The oldest connection of the network that has most; None without any."""
        if not self._connections_by_network:
            return None
        crowded = max(self._connections_by_network.values(), key=len)
        return next(iter(crowded))


class FrameRateLimiter:
    """The frames that a guest may send: ``FRAMES_PER_SECOND`` on average, ``MAX_FRAME_BURST`` at once."""

    def __init__(self, now: float) -> None:
        self._tokens = MAX_FRAME_BURST
        self._updated_at = now

    def try_take(self, now: float) -> bool:
        """Take one frame; False if there are too many. ``now`` in seconds."""
        self._tokens = min(MAX_FRAME_BURST, self._tokens + (now - self._updated_at) * FRAMES_PER_SECOND)
        self._updated_at = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class ThrottledLog:
    """Logs what may happen often: the first event of a kind at once, then one line in ``LOG_INTERVAL_SECONDS`` seconds.

    Args:
        write: gets each line.
        call_later: calls a function after so many seconds, as ``asyncio.loop.call_later`` does.
    """

    def __init__(
        self, write: Callable[[str], object], call_later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._write = write
        self._call_later = call_later
        self._suppressed: dict[str, tuple[int, str]] = {}
        """Kind -> number of events since its last line, and the last of them."""

    def log_event(self, kind: str, detail: str) -> None:
        """Note an event. ``kind`` is one of a few; ``detail`` is written of the first and the last."""
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
