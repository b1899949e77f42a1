"""Connections to a host from their acceptance on: counted by address, encrypted, limited in bytes, frames and time.

Used by ``server``, which has websockets make each connection as an ``IncomingConnection``.
"""

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from typing import Any, cast

from websockets.asyncio.server import ServerConnection
from websockets.protocol import Event

from engine.online.host.open_file_limit import raise_open_file_limit
from engine.online.host.rate_limits import FrameRateLimiter, UnauthenticatedConnections
from engine.online.protocol.transport import OPEN_TIMEOUT_SECONDS

MAX_UNAUTHENTICATED = 96
"""Maximum number of connections that have not proved that they know a secret. TLS takes 0.3 to 0.5 MB for each."""
MAX_UNAUTHENTICATED_PER_ADDRESS = 24
"""Maximum number of them from one address, of IPv6 from one network of 64 bits."""
MAX_REQUEST_BYTES = 8192
"""Maximum bytes that are read of a connection before it has proved that it knows a secret; usual are 300."""
READ_SLICE_BYTES = 512
"""Bytes that are read at once: no more than 85 frames, so that others don't wait for a flood to be understood."""
MAX_ACCEPTED_AT_ONCE = 16
"""Maximum number of connections that are accepted before anything else is done. Five times as many may be open before
they are counted and after they were ended."""
MAX_ACCEPT_QUEUE = 4096
"""Maximum number of connections that wait in the system to be accepted."""


class IncomingConnections:
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
        self._on_dropped = on_drop
        self._max_connections = raise_open_file_limit()
        self._all: set[IncomingConnection] = set()
        self._unauthenticated: UnauthenticatedConnections[IncomingConnection] = UnauthenticatedConnections(
            MAX_UNAUTHENTICATED, MAX_UNAUTHENTICATED_PER_ADDRESS if context else MAX_UNAUTHENTICATED
        )

    def make(self, *arguments: Any, **named: Any) -> "IncomingConnection":
        """Make a connection that is about to be accepted; takes what ``ServerConnection`` takes."""
        return IncomingConnection(self, lambda arrival: GuestWebSocket(arrival, *arguments, **named))

    def add(self, connection: "IncomingConnection") -> None:
        """Count a connection, and end another if there are too many."""
        self._all.add(connection)
        going = self._unauthenticated.add(connection, connection.address)
        if going is None and len(self._all) > self._max_connections:
            going = self._unauthenticated.oldest_of_largest_network()
        if going is not None:
            self._on_dropped(going.address)
            going.drop()

    def note_first_bytes(self, connection: "IncomingConnection") -> None:
        """Note that a connection is no longer silent; silent ones are dropped before it."""
        self._unauthenticated.move_to_end(connection)

    def mark_authenticated(self, connection: "IncomingConnection") -> None:
        """Note that a connection has proved that it knows a secret."""
        connection.is_authenticated = True
        self._unauthenticated.remove(connection)

    def remove(self, connection: "IncomingConnection") -> None:
        """Note that a connection has ended."""
        self._all.discard(connection)
        self._unauthenticated.remove(connection)

    def close(self) -> None:
        """End all connections that have proved nothing."""
        for one in tuple(self._all):
            if not one.is_authenticated:
                one.drop()


class IncomingConnection(asyncio.Protocol):
    """One connection. While it is silent it costs next to nothing: TLS and websockets begin with its first bytes.

    Args:
        arrivals: counts it.
        make: makes what websockets reads it with.
    """

    def __init__(self, arrivals: IncomingConnections, make: "Callable[[IncomingConnection], GuestWebSocket]") -> None:
        self._registry = arrivals
        self._make_websocket = make
        self._transport: asyncio.Transport
        """The TCP connection."""
        self._deadline: asyncio.TimerHandle
        self._tls_task: asyncio.Task[None] | None = None
        self.address = ""
        self.is_authenticated = False
        """Whether the other end knows a secret."""
        self.is_ended = False

    def drop(self) -> None:
        """End the connection at once."""
        self.end()
        if self._tls_task is None:
            self._transport.abort()
        else:
            self._tls_task.cancel()

    def end(self) -> None:
        """Note that the connection has ended."""
        self.is_ended = True
        self._deadline.cancel()
        self._registry.remove(self)

    def mark_authenticated(self) -> None:
        """Note that the other end knows a secret."""
        self._deadline.cancel()
        self._registry.mark_authenticated(self)

    # --- called by asyncio ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self._deadline = asyncio.get_running_loop().call_later(OPEN_TIMEOUT_SECONDS, self.drop)
        self._registry.add(self)

    def data_received(self, data: bytes) -> None:
        self._registry.note_first_bytes(self)
        connection = self._make_websocket(self)
        if self._registry.context is None:
            self._transport.set_protocol(connection)
            connection.connection_made(self._transport)
            connection.data_received(data)
        else:
            self._transport.pause_reading()
            self._tls_task = asyncio.create_task(self._start_tls(self._registry.context, connection, data))
            self._tls_task.add_done_callback(self._on_tls_started)

    def connection_lost(self, exc: Exception | None) -> None:
        self.end()

    async def _start_tls(self, context: ssl.SSLContext, connection: "GuestWebSocket", first: bytes) -> None:
        """Agree on TLS, of which the first bytes have come."""
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._feed_tls, first)  # after what ``start_tls`` has the loop call next
        secured = None
        with contextlib.suppress(OSError):
            secured = await loop.start_tls(
                self._transport,
                connection,
                context,
                server_side=True,
                ssl_handshake_timeout=OPEN_TIMEOUT_SECONDS,
                ssl_shutdown_timeout=connection.close_timeout,
            )
        if secured is None:
            self.end()
        elif not self.is_ended:
            connection.connection_made(secured)

    def _feed_tls(self, data: bytes) -> None:
        """Give TLS what was read before."""
        protocol = self._transport.get_protocol()
        if isinstance(protocol, asyncio.BufferedProtocol) and not self.is_ended:
            memoryview(protocol.get_buffer(len(data)))[: len(data)] = data
            protocol.buffer_updated(len(data))

    def _on_tls_started(self, _: asyncio.Task[None]) -> None:
        self._tls_task = None  # it holds a traceback, and that this connection
        if self.is_ended:
            self._transport.abort()


class GuestWebSocket(ServerConnection):
    """A connection as websockets reads it. Bytes count until the proof, frames always.

    Args:
        arrival: the connection.
    """

    def __init__(self, arrival: IncomingConnection, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.arrival = arrival
        self._is_open = False
        self._early_bytes = b""
        """Bytes that came with the last message of the TLS handshake."""
        self._received_bytes = 0
        """Number of bytes until the proof."""
        self._frame_limiter = FrameRateLimiter(self.loop.time())
        self._is_flooded = False
        self.on_flood: Callable[[], object] = arrival.drop
        """Called when too many frames have come; nothing more is read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._is_open = True
        early, self._early_bytes = self._early_bytes, b""
        self.data_received(early)

    def data_received(self, data: bytes) -> None:
        if not self._is_open:
            self._early_bytes += data
            return
        if not self.arrival.is_authenticated:
            self._received_bytes += len(data)
            if self._received_bytes > MAX_REQUEST_BYTES:
                self.arrival.drop()
        for start in range(0, len(data), READ_SLICE_BYTES):
            if self._is_flooded and not self.transport.is_closing():
                self.transport.pause_reading()  # what follows waits at the other end
            if self._is_flooded or self.arrival.is_ended:
                return
            super().data_received(data[start : start + READ_SLICE_BYTES])

    def process_event(self, event: Event) -> None:
        # every frame counts: a ping, a pong or a part of a message costs as much as a message
        if self.request is not None and not self._is_flooded and not self._frame_limiter.try_take(self.loop.time()):
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
