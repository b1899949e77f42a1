"""Connections to a host from their acceptance on: counted by address, encrypted, limited in bytes and frames.

Used by ``server``, which lets websockets make each connection as an ``Arrival``.
"""

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from typing import Any, cast

from websockets.asyncio.server import ServerConnection
from websockets.protocol import Event

from engine.online.descriptors import most_connections
from engine.online.gate import Allowance, Strangers
from engine.online.wire import MAX_OPENING

MOST_STRANGERS = 96
"""Maximum number of connections that have not proved that they know a secret. TLS takes 0.3 to 0.5 MB for each."""
STRANGERS_SHARE = 24
"""Maximum number of them from one address, of IPv6 from one network of 64 bits."""
MAX_REQUEST = 8192
"""Maximum bytes that are read of a connection before it has proved that it knows a secret; usual are 300."""
SLICE = 512
"""Bytes that are read at once: no more than 85 frames, so that others don't wait for a flood to be understood."""
ACCEPTED_AT_ONCE = 16
"""Maximum number of connections that are accepted before anything else is done."""
MAX_QUEUE = 1024
"""Maximum number of connections that wait in the system to be accepted."""


class Arrivals:
    """The connections of a host.

    Each counts from its acceptance, before TLS. One that has proved nothing goes when newer ones come and its network
    has more than its share, when there are too many, or when the process needs its files for the tables. Behind a proxy
    all come from one address, and a proxy passes on only whole requests; there one share is for all.

    Args:
        context: TLS; None behind a proxy.
        on_drop: gets the address of each connection that is ended since there are too many.
    """

    def __init__(self, context: ssl.SSLContext | None, on_drop: Callable[[str], object]) -> None:
        self.context = context
        self._on_drop = on_drop
        self._most = most_connections()
        self._all: set[Arrival] = set()
        self._strangers: Strangers[Arrival] = Strangers(MOST_STRANGERS, STRANGERS_SHARE if context else MOST_STRANGERS)

    def make(self, *arguments: Any, **named: Any) -> "Arrival":
        """Make a connection that is about to be accepted; takes what ``ServerConnection`` takes."""
        return Arrival(self, *arguments, **named)

    def add(self, one: "Arrival") -> None:
        """Count a connection, and end another if there are too many."""
        self._all.add(one)
        going = self._strangers.add(one, one.address)
        if going is None and len(self._all) > self._most:
            going = self._strangers.first_to_go()
        if going is not None:
            self._on_drop(going.address)
            going.drop()

    def prove(self, one: "Arrival") -> None:
        """Note that a connection has proved that it knows a secret."""
        one.proved = True
        self._strangers.remove(one)

    def remove(self, one: "Arrival") -> None:
        """Note that a connection has ended."""
        self._all.discard(one)
        self._strangers.remove(one)

    def close(self) -> None:
        """End all connections that have proved nothing."""
        for one in tuple(self._all):
            if not one.proved:
                one.drop()


class Arrival(ServerConnection):
    """One connection. It encrypts by itself, since asyncio tells of a connection with TLS only after the handshake."""

    def __init__(self, arrivals: Arrivals, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._arrivals = arrivals
        self._line: asyncio.Transport
        """The TCP connection."""
        self._securing: asyncio.Task[None] | None = None
        self._is_open = False
        """Whether websockets reads the connection."""
        self._is_ended = False
        """Whether nothing is read any more."""
        self._early = b""
        """What came with the last message of the TLS handshake."""
        self._received = 0
        """Number of bytes until the proof."""
        self._allowance = Allowance(self.loop.time())
        self.address = ""
        self.proved = False
        self.on_flood: Callable[[], object] = self.drop
        """Called when too many frames have come; nothing more is read."""

    def drop(self) -> None:
        """End the connection at once."""
        self._is_ended = True
        self._arrivals.remove(self)
        if self._securing is None:
            self._line.abort()
        else:
            self._securing.cancel()

    # --- called by asyncio ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._line = cast("asyncio.Transport", transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        if self._arrivals.context is None:
            self._begin(self._line)
        else:
            self._line.pause_reading()
            self._securing = self.loop.create_task(self._secure(self._arrivals.context))
            self._securing.add_done_callback(self._secured)
        self._arrivals.add(self)

    def _begin(self, transport: asyncio.Transport) -> None:
        self._is_open = True
        super().connection_made(transport)

    async def _secure(self, context: ssl.SSLContext) -> None:
        """Agree on TLS, and let websockets begin."""
        secured = None
        with contextlib.suppress(OSError):
            secured = await self.loop.start_tls(
                self._line,
                self,
                context,
                server_side=True,
                ssl_handshake_timeout=MAX_OPENING,
                ssl_shutdown_timeout=self.close_timeout,
            )
        if secured is not None and not self._is_ended:
            self._begin(secured)
            early, self._early = self._early, b""
            self.data_received(early)

    def _secured(self, _: asyncio.Task[None]) -> None:
        self._securing = None  # it holds a traceback, and that this connection
        if not self._is_open:
            self._arrivals.remove(self)
            self._line.abort()

    def data_received(self, data: bytes) -> None:
        if not self._is_open:
            self._early += data
            return
        if not self.proved:
            self._received += len(data)
            if self._received > MAX_REQUEST:
                self.drop()
        for start in range(0, len(data), SLICE):
            if self._is_ended:
                return
            super().data_received(data[start : start + SLICE])

    def process_event(self, event: Event) -> None:
        # every frame counts: a ping, a pong or a part of a message costs as much as a message
        if self.request is not None and not self._is_ended and not self._allowance.take(self.loop.time()):
            self._is_ended = True
            self.on_flood()
        super().process_event(event)

    def eof_received(self) -> None:
        if self._is_open:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrivals.remove(self)
        if self._is_open:
            super().connection_lost(exc)
