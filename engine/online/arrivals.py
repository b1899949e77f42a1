"""Connections to a host from their acceptance on: counted by address, encrypted, limited in bytes, frames and time.

Used by ``server``, which has websockets make each connection as an ``Arrival``.
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
"""Maximum number of connections that are accepted before anything else is done. Five times as many may be open before
they are counted and after they were ended."""
MAX_QUEUE = 4096
"""Maximum number of connections that wait in the system to be accepted."""


class Arrivals:
    """The connections of a host.

    Each counts from its acceptance. One that has proved nothing goes when newer ones come and its network has more than
    its share, when there are too many, or when the process needs its files for the tables. Behind a proxy all come from
    one address, and a proxy passes on only whole requests; there one share is for all.

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
        return Arrival(self, lambda arrival: GuestConnection(arrival, *arguments, **named))

    def add(self, one: "Arrival") -> None:
        """Count a connection, and end another if there are too many."""
        self._all.add(one)
        going = self._strangers.add(one, one.address)
        if going is None and len(self._all) > self._most:
            going = self._strangers.first_to_go()
        if going is not None:
            self._on_drop(going.address)
            going.drop()

    def note_first_bytes(self, one: "Arrival") -> None:
        """Note that a connection is no longer silent; silent ones are dropped before it."""
        self._strangers.move_to_end(one)

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


class Arrival(asyncio.Protocol):
    """One connection. While it is silent it costs next to nothing: TLS and websockets begin with its first bytes.

    Args:
        arrivals: counts it.
        make: makes what websockets reads it with.
    """

    def __init__(self, arrivals: Arrivals, make: "Callable[[Arrival], GuestConnection]") -> None:
        self._arrivals = arrivals
        self._make = make
        self._line: asyncio.Transport
        """The TCP connection."""
        self._deadline: asyncio.TimerHandle
        self._securing: asyncio.Task[None] | None = None
        self.address = ""
        self.proved = False
        """Whether the other end knows a secret."""
        self.is_ended = False

    def drop(self) -> None:
        """End the connection at once."""
        self.end()
        if self._securing is None:
            self._line.abort()
        else:
            self._securing.cancel()

    def end(self) -> None:
        """Note that the connection has ended."""
        self.is_ended = True
        self._deadline.cancel()
        self._arrivals.remove(self)

    def prove(self) -> None:
        """Note that the other end knows a secret."""
        self._deadline.cancel()
        self._arrivals.prove(self)

    # --- called by asyncio ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._line = cast("asyncio.Transport", transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self._deadline = asyncio.get_running_loop().call_later(MAX_OPENING, self.drop)
        self._arrivals.add(self)

    def data_received(self, data: bytes) -> None:
        self._arrivals.note_first_bytes(self)
        connection = self._make(self)
        if self._arrivals.context is None:
            self._line.set_protocol(connection)
            connection.connection_made(self._line)
            connection.data_received(data)
        else:
            self._line.pause_reading()
            self._securing = asyncio.create_task(self._secure(self._arrivals.context, connection, data))
            self._securing.add_done_callback(self._secured)

    def connection_lost(self, exc: Exception | None) -> None:
        self.end()

    async def _secure(self, context: ssl.SSLContext, connection: "GuestConnection", first: bytes) -> None:
        """Agree on TLS, of which the first bytes have come."""
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._feed, first)  # after what ``start_tls`` has the loop call next
        secured = None
        with contextlib.suppress(OSError):
            secured = await loop.start_tls(
                self._line,
                connection,
                context,
                server_side=True,
                ssl_handshake_timeout=MAX_OPENING,
                ssl_shutdown_timeout=connection.close_timeout,
            )
        if secured is None:
            self.end()
        elif not self.is_ended:
            connection.connection_made(secured)

    def _feed(self, data: bytes) -> None:
        """Give TLS what was read before."""
        protocol = self._line.get_protocol()
        if isinstance(protocol, asyncio.BufferedProtocol) and not self.is_ended:
            memoryview(protocol.get_buffer(len(data)))[: len(data)] = data
            protocol.buffer_updated(len(data))

    def _secured(self, _: asyncio.Task[None]) -> None:
        self._securing = None  # it holds a traceback, and that this connection
        if self.is_ended:
            self._line.abort()


class GuestConnection(ServerConnection):
    """A connection as websockets reads it. Bytes count until the proof, frames always.

    Args:
        arrival: the connection.
    """

    def __init__(self, arrival: Arrival, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.arrival = arrival
        self._is_open = False
        self._early = b""
        """Bytes that came with the last message of the TLS handshake."""
        self._received = 0
        """Number of bytes until the proof."""
        self._allowance = Allowance(self.loop.time())
        self._is_flooded = False
        self.on_flood: Callable[[], object] = arrival.drop
        """Called when too many frames have come; nothing more is read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._is_open = True
        early, self._early = self._early, b""
        self.data_received(early)

    def data_received(self, data: bytes) -> None:
        if not self._is_open:
            self._early += data
            return
        if not self.arrival.proved:
            self._received += len(data)
            if self._received > MAX_REQUEST:
                self.arrival.drop()
        for start in range(0, len(data), SLICE):
            if self._is_flooded and not self.transport.is_closing():
                self.transport.pause_reading()  # what follows waits at the other end
            if self._is_flooded or self.arrival.is_ended:
                return
            super().data_received(data[start : start + SLICE])

    def process_event(self, event: Event) -> None:
        # every frame counts: a ping, a pong or a part of a message costs as much as a message
        if self.request is not None and not self._is_flooded and not self._allowance.take(self.loop.time()):
            self._is_flooded = True
            self.on_flood()
        super().process_event(event)

    def eof_received(self) -> None:
        if self._is_open:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.arrival.end()
        if self._is_open:
            super().connection_lost(exc)
