"""Tables on the same network: announced by their hosts, found by everybody else (mDNS)."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from engine.online.invitation import MAX_TABLE, SECRET_BYTES, Invitation
from engine.printable import printable

SERVICE = "_house-rules._tcp.local."
MOST_NEARBY = 32
"""Maximum number of tables that are listed."""
NEARBY_SHARE = 4
"""Maximum number of them at one address."""
LONGEST = 24
"""Maximum length of a name that is shown, in characters."""
PATIENCE = 3000
"""Milliseconds to wait for what a table says about itself."""
Interfaces = InterfaceChoice | Sequence[str | int]
Openness = Literal["no", "secret", "open"]
"""Whether a table is announced to the networks of its computer, and whether everybody there may join without being told
its secret."""


class Nearby(NamedTuple):
    """A table that was found on this network."""

    key: str
    """Its name among the tables found; stays the same while the table is announced."""
    host: str
    """Name of whoever opened it."""
    game: str
    """The game's slug, which may be unknown here."""
    free: int
    chairs: int
    version: int
    """Version of the messages that its host understands."""
    address: str
    port: int
    table: int
    pin: bytes
    """SHA-256 of the host's certificate."""
    secret: bytes = b""
    """Empty unless everybody nearby may join."""
    state: int = 0
    """Number of the announcement; of two, the later one is true."""

    @property
    def open(self) -> bool:
        """Whether everybody nearby may join without being told the secret."""
        return bool(self.secret)

    def invitation(self, secret: bytes = b"") -> Invitation:
        """The invitation to this table, with the secret that was told or the one announced."""
        return Invitation(self.address, self.port, self.table, secret or self.secret, self.pin)


class Announced(NamedTuple):
    """What a host tells everybody on its network about a table."""

    host: str
    game: str
    free: int
    chairs: int
    version: int
    table: int
    pin: bytes
    secret: bytes = b""
    """Only of a table that everybody nearby may join."""

    def properties(self, state: int = 0) -> dict[str, str]:
        """The same as texts, as mDNS carries them; ``state`` is the number of the announcement."""
        told = {
            "host": self.host[:LONGEST],
            "game": self.game,
            "chairs": f"{self.free}/{self.chairs}",
            "v": str(self.version),
            "table": str(self.table),
            "pin": self.pin.hex(),
            "n": str(state),
        }
        return told | ({"secret": self.secret.hex()} if self.secret else {})


def read(key: str, address: str, port: int, told: Mapping[bytes, bytes | None]) -> Nearby | None:
    """The table that an announcement speaks of; None if the announcement makes no sense."""
    texts = {name: (value or b"").decode("utf-8", "replace") for name, value in told.items()}
    try:
        free, _, chairs = texts[b"chairs"].partition("/")
        found = Nearby(
            key,
            printable(texts[b"host"][:LONGEST]),
            printable(texts[b"game"][:LONGEST]),
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
    sound = 0 <= found.free <= found.chairs and 0 <= found.table <= MAX_TABLE and len(found.pin) == 32
    return found if sound and len(found.secret) in (0, SECRET_BYTES) and 0 < port < 65536 else None


class Found:
    """The tables found nearby, the newest first. Where there are too many, the oldest of an address goes first."""

    def __init__(self) -> None:
        self._tables: dict[str, Nearby] = {}
        """By key, the oldest first."""

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Nearby]:
        return reversed(tuple(self._tables.values()))

    def add(self, table: Nearby) -> bool:
        """Add a table, or what has changed about it; False if more is known already."""
        known = self._tables.get(table.key)
        if known is not None and known.state > table.state:  # an older answer from memory
            return False
        self._tables[table.key] = table
        neighbours = [one.key for one in self._tables.values() if one.address == table.address]
        if len(neighbours) > NEARBY_SHARE:
            del self._tables[neighbours[0]]
        elif len(self._tables) > MOST_NEARBY:
            del self._tables[next(iter(self._tables))]
        return True

    def remove(self, key: str) -> bool:
        """Remove a table; False if it isn't there."""
        return self._tables.pop(key, None) is not None

    def clear(self) -> None:
        """Remove all."""
        self._tables.clear()


class Neighbourhood:
    """Announces tables and looks for others'. Belongs to one asyncio loop.

    Args:
        on_change: called when the tables found have changed.
        interfaces: where to announce and to look; all networks by default.
    """

    def __init__(self, on_change: Callable[[], None], interfaces: Interfaces = InterfaceChoice.Default) -> None:
        self._on_change = on_change
        self._interfaces = interfaces
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._announced: dict[int, AsyncServiceInfo] = {}
        self._tasks: dict[asyncio.Task[None], None] = {}
        """What finds out about announced tables, the oldest first."""
        self._state = 0
        """Number of the last announcement."""
        self.found = Found()

    def _open(self) -> AsyncZeroconf:
        """The way to the network, opened when it is first needed.

        Raises:
            OSError: there is no network.
        """
        if self._zeroconf is None:
            where = self._interfaces
            chosen = where if isinstance(where, InterfaceChoice) else list(where)
            self._zeroconf = AsyncZeroconf(interfaces=chosen, ip_version=IPVersion.V4Only)
        return self._zeroconf

    async def announce(self, table: Announced, port: int, addresses: Sequence[str]) -> bool:
        """Announce a table, or what has changed about it. False if that is impossible here, which hurts nobody.

        Args:
            table: what to tell.
            port: where it is.
            addresses: this computer's, IPv4.
        """
        self._state += 1
        name = f"{table.pin.hex()[:12]}-{table.table}"
        info = AsyncServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            port=port,
            properties=table.properties(self._state),
            server=f"house-rules-{name}.local.",
            addresses=[socket.inet_aton(one) for one in addresses if ":" not in one],
        )
        try:
            way = self._open().zeroconf
            known = table.table in self._announced
            self._announced[table.table] = info
            await (way.async_update_service(info) if known else way.async_register_service(info))
        except (OSError, Error):
            return False
        return True

    async def withdraw(self, table: int) -> None:
        """Stop announcing a table."""
        info = self._announced.pop(table, None)
        if info is not None and self._zeroconf is not None:
            with contextlib.suppress(OSError, Error):
                await self._zeroconf.zeroconf.async_unregister_service(info)

    def look(self) -> bool:
        """Look for tables from now on. False without a network."""
        try:
            if self._browser is None:
                self._browser = AsyncServiceBrowser(self._open().zeroconf, SERVICE, handlers=[self._heard])
        except (OSError, Error):
            return False
        return True

    async def stop_looking(self) -> None:
        """Look no longer, and forget what was found."""
        browser, self._browser = self._browser, None
        self.found.clear()
        if browser is not None:
            await browser.async_cancel()

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """A table appeared, changed or went; called by zeroconf, in the loop, with these names."""
        if state_change is ServiceStateChange.Removed:
            if self.found.remove(name):
                self._on_change()
            return
        if len(self._tasks) >= MOST_NEARBY:
            oldest = next(iter(self._tasks))
            oldest.cancel()
            del self._tasks[oldest]
        task = asyncio.get_running_loop().create_task(self._ask(zeroconf, service_type, name))
        self._tasks[task] = None
        task.add_done_callback(lambda done: self._tasks.pop(done, None))

    async def _ask(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        addresses: list[str] = []
        with contextlib.suppress(OSError, Error):
            if await info.async_request(zeroconf, PATIENCE):
                addresses = info.parsed_addresses(IPVersion.V4Only)
        found = read(name, addresses[0], info.port or 0, info.properties) if addresses else None
        is_own = any(info.name == name for info in self._announced.values())
        if found is not None and not is_own and self.found.add(found):
            self._on_change()

    async def close(self) -> None:
        """Withdraw everything and leave the network."""
        for task in tuple(self._tasks):
            task.cancel()
        await self.stop_looking()
        zeroconf, self._zeroconf = self._zeroconf, None
        self._announced.clear()
        if zeroconf is not None:
            with contextlib.suppress(OSError, Error):
                await zeroconf.async_unregister_all_services()
            await zeroconf.async_close()
