"""IP addresses at which other computers can reach this one."""

import ipaddress
import socket
from collections.abc import Iterable

import ifaddr

_TEST_NET_ADDRESS = ("192.0.2.1", 9)
"""Address from TEST-NET-1 (RFC 5737). Connecting a UDP socket to it sends nothing but selects the outgoing
interface."""


def list_reachable_addresses() -> list[str]:
    """Return the addresses at which others can reach this computer, most useful first; empty without a network."""
    addresses = (ip.ip if isinstance(ip.ip, str) else ip.ip[0] for one in ifaddr.get_adapters() for ip in one.ips)
    return filter_and_sort_addresses(addresses, _outgoing_address())


def _outgoing_address() -> str:
    """Return the address of the interface that leads to the internet; empty if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp_socket:
        try:
            udp_socket.connect(_TEST_NET_ADDRESS)
        except OSError:
            return ""
        return str(udp_socket.getsockname()[0])


def filter_and_sort_addresses(addresses: Iterable[str], preferred: str = "") -> list[str]:
    """Return the addresses that others can reach: ``preferred`` first, then IPv4 before IPv6, private before public.

    >>> addresses = ["127.0.0.1", "fe80::1", "2001:db9::7", "172.17.0.1", "192.168.1.5", "169.254.3.4", "fd00::2"]
    >>> filter_and_sort_addresses(addresses, "192.168.1.5")
    ['192.168.1.5', '172.17.0.1', 'fd00::2', '2001:db9::7']
    """
    usable = [one for one in map(ipaddress.ip_address, addresses) if not (one.is_loopback or one.is_link_local)]
    return [
        str(one) for one in sorted(usable, key=lambda one: (str(one) != preferred, one.version, not one.is_private))
    ]
