"""The addresses under which other computers find this one."""

import ipaddress
import socket
from collections.abc import Iterable

import ifaddr

_TEST_NET_ADDRESS = ("192.0.2.1", 9)
"""An address that exists nowhere. Nothing is sent to it: it is only asked which way would lead there."""


def own_addresses() -> list[str]:
    """This computer's addresses, most useful first; empty without a network."""
    found = (ip.ip if isinstance(ip.ip, str) else ip.ip[0] for one in ifaddr.get_adapters() for ip in one.ips)
    return sort_addresses(found, _outgoing_address())


def _outgoing_address() -> str:
    """The address from which this computer reaches the internet; empty if there is no such way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_TEST_NET_ADDRESS)
        except OSError:
            return ""
        return str(asked.getsockname()[0])


def sort_addresses(addresses: Iterable[str], usual: str = "") -> list[str]:
    """Those that others can use: the usual one first, then those of own networks, each IPv4 before IPv6.

    >>> sort_addresses(["127.0.0.1", "fe80::1", "2001:db9::7", "172.17.0.1", "192.168.1.5", "169.254.3.4", "fd00::2"],
    ...     "192.168.1.5")
    ['192.168.1.5', '172.17.0.1', 'fd00::2', '2001:db9::7']
    """
    usable = [one for one in map(ipaddress.ip_address, addresses) if not (one.is_loopback or one.is_link_local)]
    return [str(one) for one in sorted(usable, key=lambda one: (str(one) != usual, one.version, not one.is_private))]
