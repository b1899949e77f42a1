"""Discovery of tables on the same network: announces tables and browses for others (mDNS)."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from engine.online.protocol.invitation import MAX_TABLE_NUMBER, SECRET_BYTES, Invitation
from engine.sanitise import sanitise

SERVICE_TYPE = "_house-rules._tcp.local."
MAX_NEARBY_TABLES = 32
"""Maximum number of found tables that are listed."""
MAX_TABLES_PER_ADDRESS = 4
"""Maximum number of listed tables from one address."""
MAX_ANNOUNCED_NAME_LENGTH = 24
"""Maximum length in characters of the host's name and of the game's slug in an announcement."""
RESOLVE_TIMEOUT_MS = 3000
"""Maximum milliseconds to look up the address and the TXT record of an announced table."""
Interfaces = InterfaceChoice | Sequence[str | int]
NearbyAccess = Literal["no", "secret", "open"]
"""How a table is announced nearby: not at all, without its secret, or with it, so that everybody may join."""


class NearbyTable(NamedTuple):
    """An online table that was found by mDNS on this network."""

    service_name: str
    """mDNS service name; unchanged while the table is announced."""
    host_name: str
    """Name of the participant with the host's rights."""
    game: str
    """Slug of the game, which may be unknown here."""
    free_chairs: int
    chairs: int
    protocol_version: int
    """Protocol version of the table's host."""
    address: str
    port: int
    table_number: int
    fingerprint: bytes
    """SHA-256 of the host's certificate."""
    secret: bytes = b""
    """Secret of the table; empty unless everybody nearby may join."""
    announcement_number: int = 0
    """Number of the announcement; the higher of two is the newer."""

    @property
    def is_open_to_all(self) -> bool:
        """Whether everybody on the network may join the table, since its secret is announced."""
        return bool(self.secret)

    def invitation(self, secret: bytes = b"") -> Invitation:
        """Return the invitation to this nearby table with ``secret``, or with the announced one if that is empty."""
        return Invitation(self.address, self.port, self.table_number, secret or self.secret, self.fingerprint)


class TableAnnouncement(NamedTuple):
    """The data that a host announces by mDNS about its online table."""

    host_name: str
    game: str
    free_chairs: int
    chairs: int
    protocol_version: int
    table_number: int
    fingerprint: bytes
    secret: bytes = b""
    """Secret of the table; empty unless everybody nearby may join."""

    def txt_record(self, announcement_number: int = 0) -> dict[str, str]:
        """Return a table's announcement as an mDNS TXT record; ``announcement_number`` lets readers drop older ones."""
        texts = {
            "host": self.host_name[:MAX_ANNOUNCED_NAME_LENGTH],
            "game": self.game,
            "chairs": f"{self.free_chairs}/{self.chairs}",
            "v": str(self.protocol_version),
            "table": str(self.table_number),
            "pin": self.fingerprint.hex(),
            "n": str(announcement_number),
        }
        return texts | ({"secret": self.secret.hex()} if self.secret else {})


def parse_announcement(
    service_name: str, address: str, port: int, txt_record: Mapping[bytes, bytes | None]
) -> NearbyTable | None:
    """Parse the mDNS TXT record of an announced table; None if it is invalid."""
    texts = {name: (value or b"").decode("utf-8", "replace") for name, value in txt_record.items()}
    try:
        free, _, chairs = texts[b"chairs"].partition("/")
        table = NearbyTable(
            service_name,
            sanitise(texts[b"host"][:MAX_ANNOUNCED_NAME_LENGTH]),
            sanitise(texts[b"game"][:MAX_ANNOUNCED_NAME_LENGTH]),
            int(free[:2]),
            int(chairs[:2]),
            int(texts[b"v"][:4]),
            address,
            port,
            int(texts[b"table"][:5]),
            bytes.fromhex(texts[b"pin"][:64]),
            bytes.fromhex(texts.get(b"secret", "")[: 2 * SECRET_BYTES]),
            int(texts[b"n"][:9]),
        )
    except (KeyError, ValueError):
        return None
    is_valid = (
        0 <= table.free_chairs <= table.chairs
        and 0 <= table.table_number <= MAX_TABLE_NUMBER
        and len(table.fingerprint) == 32
    )
    return table if is_valid and len(table.secret) in (0, SECRET_BYTES) and 0 < port < 65536 else None


class NearbyTableList:
    """List of the online tables found on this network, newest first.

    When full, drops the oldest of the address, or of all.
    """

    def __init__(self) -> None:
        self._tables: dict[str, NearbyTable] = {}
        """By mDNS service name, oldest first."""

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[NearbyTable]:
        return reversed(tuple(self._tables.values()))

    def add(self, table: NearbyTable) -> bool:
        """Add a found table to the list or update it; return False if a newer announcement is known."""
        known = self._tables.get(table.service_name)
        if known is not None and known.announcement_number > table.announcement_number:  # an older record from a cache
            return False
        self._tables[table.service_name] = table
        neighbours = [one.service_name for one in self._tables.values() if one.address == table.address]
        if len(neighbours) > MAX_TABLES_PER_ADDRESS:
            del self._tables[neighbours[0]]
        elif len(self._tables) > MAX_NEARBY_TABLES:
            del self._tables[next(iter(self._tables))]
        return True

    def remove(self, service_name: str) -> bool:
        """Remove a table from the list by its mDNS service name; return False if it isn't listed."""
        return self._tables.pop(service_name, None) is not None

    def clear(self) -> None:
        self._tables.clear()


class TableDiscovery:
    """Announces online tables by mDNS and browses for those of others. Belongs to one asyncio loop.

    Args:
        on_change: called when the list of tables has changed.
        interfaces: networks to announce and browse on; all by default.
    """

    def __init__(self, on_change: Callable[[], None], interfaces: Interfaces = InterfaceChoice.Default) -> None:
        self._on_change = on_change
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._announced_services: dict[int, AsyncServiceInfo] = {}
        self._tasks: dict[asyncio.Task[None], None] = {}
        """Lookups of announced tables, oldest first; a dictionary as an ordered set."""
        self._announcement_number = 0
        """Number of this computer's last announcement."""
        self.tables = NearbyTableList()

    def _ensure_open(self) -> AsyncZeroconf:
        """Return the zeroconf instance (mDNS), created on first use.

        Raises:
            OSError: there is no network.
        """
        if self._zeroconf is None:
            interfaces = self._interfaces
            choice = interfaces if isinstance(interfaces, InterfaceChoice) else list(interfaces)
            self._zeroconf = AsyncZeroconf(interfaces=choice, ip_version=IPVersion.V4Only)
        return self._zeroconf

    async def announce(self, table: TableAnnouncement, port: int, addresses: Sequence[str]) -> bool:
        """Announce a table by mDNS, or update its announcement; return False without a network.

        Args:
            table: data to announce.
            port: port of the table.
            addresses: addresses of this computer; only IPv4 is announced.
        """
        self._announcement_number += 1
        name = f"{table.fingerprint.hex()[:12]}-{table.table_number}"
        info = AsyncServiceInfo(
            SERVICE_TYPE,
            f"{name}.{SERVICE_TYPE}",
            port=port,
            properties=table.txt_record(self._announcement_number),
            server=f"house-rules-{name}.local.",
            addresses=[socket.inet_aton(one) for one in addresses if ":" not in one],
        )
        try:
            zeroconf = self._ensure_open().zeroconf
            known = table.table_number in self._announced_services
            self._announced_services[table.table_number] = info
            await (zeroconf.async_update_service(info) if known else zeroconf.async_register_service(info))
        except (OSError, Error):
            return False
        return True

    async def withdraw(self, table: int) -> None:
        """Stop announcing a table by mDNS."""
        info = self._announced_services.pop(table, None)
        if info is not None and self._zeroconf is not None:
            with contextlib.suppress(OSError, Error):
                await self._zeroconf.zeroconf.async_unregister_service(info)

    def browse(self) -> bool:
        """Start browsing the network for announced tables; return False without a network."""
        try:
            if self._browser is None:
                self._browser = AsyncServiceBrowser(
                    self._ensure_open().zeroconf, SERVICE_TYPE, handlers=[self._on_service_change]
                )
        except (OSError, Error):
            return False
        return True

    async def stop_browsing(self) -> None:
        """Stop browsing for announced tables and clear the list of those found."""
        browser, self._browser = self._browser, None
        self.tables.clear()
        if browser is not None:
            await browser.async_cancel()

    def _on_service_change(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Handle an announced table that appeared, changed or went.

        Called by zeroconf in the loop, with these argument names.
        """
        if state_change is ServiceStateChange.Removed:
            if self.tables.remove(name):
                self._on_change()
            return
        if len(self._tasks) >= MAX_NEARBY_TABLES:
            oldest = next(iter(self._tasks))
            oldest.cancel()
            del self._tasks[oldest]
        task = asyncio.get_running_loop().create_task(self._resolve_service(zeroconf, service_type, name))
        self._tasks[task] = None
        task.add_done_callback(lambda done: self._tasks.pop(done, None))

    async def _resolve_service(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        addresses: list[str] = []
        with contextlib.suppress(OSError, Error):
            if await info.async_request(zeroconf, RESOLVE_TIMEOUT_MS):
                addresses = info.parsed_addresses(IPVersion.V4Only)
        table = parse_announcement(name, addresses[0], info.port or 0, info.properties) if addresses else None
        is_own = any(info.name == name for info in self._announced_services.values())
        if table is not None and not is_own and self.tables.add(table):
            self._on_change()

    async def close(self) -> None:
        """Withdraw all mDNS announcements, stop browsing and close zeroconf."""
        for task in tuple(self._tasks):
            task.cancel()
        await self.stop_browsing()
        zeroconf, self._zeroconf = self._zeroconf, None
        self._announced_services.clear()
        if zeroconf is not None:
            with contextlib.suppress(OSError, Error):
                await zeroconf.async_unregister_all_services()
            await zeroconf.async_close()
