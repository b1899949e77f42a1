"""Limits of a host, used by ``server``: wrong secrets by address, connections by address, frames by guest, log lines by
kind. Time is given."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

MOST_WRONG = 5
"""Number of wrong secrets for a table after which it is closed to an address."""
CLOSED_FOR = 60.0
"""Seconds for which it then stays closed; wrong secrets are forgotten after the same time."""
MAX_REMEMBERED = 4096
"""Maximum number of pairs of address and table remembered; the oldest is forgotten first."""
A_SECOND = 20.0
"""Maximum frames a second from a guest, on average."""
AT_ONCE = 40.0
"""Maximum frames of a guest at once."""
LINE_EVERY = 60.0
"""Seconds between two lines of one kind in the log."""
_Key = tuple[str, int]
_One = TypeVar("_One", bound=Hashable)


class Gate:
    """Closes a table to addresses that give wrong secrets for it.

    Numbers without a table count like others, so that an address learns nothing about which tables there are. Other
    tables stay open to the address, since many people may share one.
    """

    def __init__(self) -> None:
        self._wrong: OrderedDict[_Key, list[float]] = OrderedDict()
        """Network and table -> seconds at which a wrong secret was given."""

    def is_closed(self, address: str, table: int, now: float) -> bool:
        """Whether too many wrong secrets for a table came from an address; ``now`` in seconds."""
        return self._recent((network_of(address), table), now) >= MOST_WRONG

    def count_wrong(self, address: str, table: int, now: float) -> None:
        """Count a wrong secret."""
        key = network_of(address), table
        self._recent(key, now)
        self._wrong.setdefault(key, []).append(now)
        self._wrong.move_to_end(key)
        while len(self._wrong) > MAX_REMEMBERED:
            self._wrong.popitem(last=False)

    def _recent(self, key: _Key, now: float) -> int:
        times = [time for time in self._wrong.get(key, ()) if now - time < CLOSED_FOR]
        if times:
            self._wrong[key] = times
        else:
            self._wrong.pop(key, None)
        return len(times)


def network_of(address: str) -> str:
    """The address itself; of IPv6 the network of 64 bits, within which anybody has as many addresses as they like.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7"), network_of("odd")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7', 'odd')
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


class Strangers(Generic[_One]):
    """Connections that have proved nothing yet. A new one always finds room: where there are too many, the oldest goes.

    Args:
        most: maximum number of all.
        share: maximum number of one network, as ``network_of`` gives it.
    """

    def __init__(self, most: int, share: int) -> None:
        self._most = most
        self._share = share
        self._network: dict[_One, str] = {}
        self._by_network: dict[str, dict[_One, None]] = {}
        """Network -> its connections; the first to go is first."""

    def __len__(self) -> int:
        return len(self._network)

    def add(self, one: _One, address: str) -> _One | None:
        """Add a connection; return the one to close for it, None if there is room for both."""
        network = network_of(address)
        own = self._by_network.setdefault(network, {})
        own[one] = None
        self._network[one] = network
        if len(own) > self._share:
            return next(iter(own))
        return self.first_to_go() if len(self) > self._most else None

    def remove(self, one: _One) -> None:
        """Remove a connection that is closed or has proved something; harmless for others."""
        network = self._network.pop(one, None)
        if network is not None:
            del self._by_network[network][one]
            if not self._by_network[network]:
                del self._by_network[network]

    def move_to_end(self, one: _One) -> None:
        """Let a connection count as the newest of its network; harmless for others than those added."""
        network = self._network.get(one)
        if network is not None:
            del self._by_network[network][one]
            self._by_network[network][one] = None

    def first_to_go(self) -> _One | None:
        """The oldest connection of the network that has most; None without any."""
        if not self._by_network:
            return None
        crowded = max(self._by_network.values(), key=len)
        return next(iter(crowded))


class Allowance:
    """The frames that a guest may send: ``A_SECOND`` on average, ``AT_ONCE`` at once."""

    def __init__(self, now: float) -> None:
        self._left = AT_ONCE
        self._at = now

    def take(self, now: float) -> bool:
        """Take one frame; False if there are too many. ``now`` in seconds."""
        self._left = min(AT_ONCE, self._left + (now - self._at) * A_SECOND)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class SparseLog:
    """Logs what may happen often: the first event of a kind at once, then one line in ``LINE_EVERY`` seconds.

    Args:
        write: gets each line.
        call_later: calls a function after so many seconds, as ``asyncio.loop.call_later`` does.
    """

    def __init__(
        self, write: Callable[[str], object], call_later: Callable[[float, Callable[[], None]], object]
    ) -> None:
        self._write = write
        self._call_later = call_later
        self._since: dict[str, tuple[int, str]] = {}
        """Kind -> number of events since its last line, and the last of them."""

    def note(self, kind: str, detail: str) -> None:
        """Note an event. ``kind`` is one of a few; ``detail`` is written of the first and the last."""
        if kind in self._since:
            self._since[kind] = self._since[kind][0] + 1, detail
        else:
            self._line(kind, f"{kind}: {detail}")

    def _line(self, kind: str, line: str) -> None:
        self._write(line)
        self._since[kind] = 0, ""
        self._call_later(LINE_EVERY, lambda: self._sum_up(kind))

    def _sum_up(self, kind: str) -> None:
        number, last = self._since.pop(kind)
        if number:
            self._line(kind, f"{kind}: {number} in the last minute, last {last}")
