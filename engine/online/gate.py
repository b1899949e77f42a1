"""What keeps a host from being guessed at or flooded: wrong secrets by address, messages by guest. Time is given."""

import ipaddress
from collections import OrderedDict

MOST_WRONG = 5
"""Number of wrong secrets after which an address is closed."""
CLOSED_FOR = 60.0
"""Seconds for which an address then stays closed; wrong secrets are forgotten after the same time."""
MOST_ADDRESSES = 4096
"""Maximum number of addresses remembered; the oldest is forgotten first."""
A_SECOND = 20.0
"""Maximum messages a second from a guest, on average."""
AT_ONCE = 40.0
"""Maximum messages of a guest at once."""


class Gate:
    """Closes itself to addresses that give wrong secrets."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        """Address -> seconds at which it gave a wrong secret."""

    def is_closed(self, address: str, now: float) -> bool:
        """Whether an address has given too many wrong secrets; ``now`` in seconds."""
        return self._recent(network_of(address), now) >= MOST_WRONG

    def count_wrong(self, address: str, now: float) -> None:
        """Count a wrong secret."""
        key = network_of(address)
        self._recent(key, now)
        self._wrong.setdefault(key, []).append(now)
        self._wrong.move_to_end(key)
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)

    def _recent(self, key: str, now: float) -> int:
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


class Allowance:
    """The messages that a guest may send: ``A_SECOND`` on average, ``AT_ONCE`` at once."""

    def __init__(self, now: float) -> None:
        self._left = AT_ONCE
        self._at = now

    def take(self, now: float) -> bool:
        """Take one message; False if there are too many. ``now`` in seconds."""
        self._left = min(AT_ONCE, self._left + (now - self._at) * A_SECOND)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
