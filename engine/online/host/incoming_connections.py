"""Incoming connections of a host: counted by address from acceptance on; limited in bytes, frames and time.

Used by ``server``, which has websockets create each connection with ``ConnectionLimiter.make_protocol``.
"""

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from typing import Any, cast

from websockets.asyncio.server import ServerConnection
from websockets.protocol import Event

from engine.online.host.open_file_limit import raise_connection_limit
from engine.online.host.rate_limits import FrameRateLimiter, UnauthenticatedConnections
from engine.online.protocol.transport import OPEN_TIMEOUT_SECONDS

MAX_UNAUTHENTICATED = 96
"""Maximum number of connections without a proof of the secret. TLS takes 0.3 to 0.5 MB for each."""
MAX_UNAUTHENTICATED_PER_ADDRESS = 24
"""Maximum number of unauthenticated connections from one IPv4 address or IPv6 network of 64 bits."""
MAX_UNAUTHENTICATED_BYTES = 8192
"""Maximum bytes read from a connection before its guest has proved the secret; usual are 300."""
READ_SLICE_BYTES = 512
"""Bytes parsed at once: at most 85 frames, so that a flood doesn't delay other connections."""
MAX_ACCEPTED_AT_ONCE = 16
"""Maximum number of connections accepted in one step of the loop. Up to five times as many may be open uncounted:
just accepted or just ended."""
MAX_ACCEPT_QUEUE = 4096
"""Maximum number of connections that wait in the system to be accepted."""


class ConnectionLimiter:
    """Counts and limits the connections of a host.

    Each counts from its acceptance. An unauthenticated one is dropped when its network or the host has too many, or
    when open files run out. Behind a proxy, all have the proxy's address, so there is no limit by address.

    Args:
        context: TLS; None behind a proxy.
        on_drop: called with the address of each connection that is dropped for being too many.
    """

    def __init__(self, context: ssl.SSLContext | None, on_drop: Callable[[str], object]) -> None:
        self.context = context
        self._on_dropped = on_drop
        self._max_connections = raise_connection_limit()
        self._all: set[IncomingConnection] = set()
        self._unauthenticated: UnauthenticatedConnections[IncomingConnection] = UnauthenticatedConnections(
            MAX_UNAUTHENTICATED, MAX_UNAUTHENTICATED_PER_ADDRESS if context else MAX_UNAUTHENTICATED
        )

    def make_protocol(self, *arguments: Any, **named: Any) -> "IncomingConnection":
        """Create the protocol object of a TCP connection; the arguments are those of ``ServerConnection``."""
        return IncomingConnection(self, lambda arrival: GuestWebSocket(arrival, *arguments, **named))

    def add(self, connection: "IncomingConnection") -> None:
        """Count an accepted connection, and drop another if the host has too many."""
        self._all.add(connection)
        dropped = self._unauthenticated.add(connection, connection.address)
        if dropped is None and len(self._all) > self._max_connections:
            dropped = self._unauthenticated.oldest_of_largest_network()
        if dropped is not None:
            self._on_dropped(dropped.address)
            dropped.drop()

    def note_first_bytes(self, connection: "IncomingConnection") -> None:
        """Note that a connection has sent its first bytes, so that silent ones are dropped before it."""
        self._unauthenticated.move_to_end(connection)

    def mark_authenticated(self, connection: "IncomingConnection") -> None:
        """Note that the guest of a connection has proved the table's secret."""
        connection.is_authenticated = True
        self._unauthenticated.remove(connection)

    def remove(self, connection: "IncomingConnection") -> None:
        """Stop counting a connection that has ended."""
        self._all.discard(connection)
        self._unauthenticated.remove(connection)

    def drop_unauthenticated(self) -> None:
        """Drop all connections whose guests have not proved a table's secret."""
        for connection in tuple(self._all):
            if not connection.is_authenticated:
                connection.drop()


class IncomingConnection(asyncio.Protocol):
    """One accepted TCP connection of a host.

    It costs next to nothing while silent: TLS and websockets begin with its first bytes.

    Args:
        connections: counts the connection.
        make: creates its WebSocket.
    """

    def __init__(self, connections: ConnectionLimiter, make: "Callable[[IncomingConnection], GuestWebSocket]") -> None:
        self._registry = connections
        self._make_websocket = make
        self._transport: asyncio.Transport
        """The TCP connection."""
        self._deadline: asyncio.TimerHandle
        self._tls_task: asyncio.Task[None] | None = None
        self.address = ""
        self.is_authenticated = False
        """Whether the guest has proved the secret."""
        self.is_ended = False

    def drop(self) -> None:
        """Abort this TCP connection of a guest."""
        self.mark_ended()
        if self._tls_task is None:
            self._transport.abort()
        else:
            self._tls_task.cancel()

    def mark_ended(self) -> None:
        """Stop counting this TCP connection, which has ended."""
        self.is_ended = True
        self._deadline.cancel()
        self._registry.remove(self)

    def mark_authenticated(self) -> None:
        """Note that the guest has proved the table's secret, which ends the time limit."""
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
        self.mark_ended()

    async def _start_tls(self, context: ssl.SSLContext, connection: "GuestWebSocket", first_bytes: bytes) -> None:
        """Perform the TLS handshake of an accepted connection, whose first bytes were already read."""
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.call_soon, self._feed_tls, first_bytes)  # after the callbacks that ``start_tls`` schedules
        tls_transport = None
        with contextlib.suppress(OSError):
            tls_transport = await loop.start_tls(
                self._transport,
                connection,
                context,
                server_side=True,
                ssl_handshake_timeout=OPEN_TIMEOUT_SECONDS,
                ssl_shutdown_timeout=connection.close_timeout,
            )
        if tls_transport is None:
            self.mark_ended()
        elif not self.is_ended:
            connection.connection_made(tls_transport)

    def _feed_tls(self, data: bytes) -> None:
        """Pass bytes that were already read to the TLS protocol."""
        protocol = self._transport.get_protocol()
        if isinstance(protocol, asyncio.BufferedProtocol) and not self.is_ended:
            memoryview(protocol.get_buffer(len(data)))[: len(data)] = data
            protocol.buffer_updated(len(data))

    def _on_tls_started(self, _: asyncio.Task[None]) -> None:
        self._tls_task = None  # the task's traceback refers to this connection
        if self.is_ended:
            self._transport.abort()


class GuestWebSocket(ServerConnection):
    """WebSocket connection of a guest; limits its frames and, until it has proved the table's secret, its bytes.

    Args:
        incoming: the connection that it reads.
    """

    def __init__(self, incoming: IncomingConnection, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.incoming = incoming
        self._is_open = False
        self._early_bytes = b""
        """Bytes that arrived together with the last message of the TLS handshake."""
        self._received_bytes = 0
        """Number of bytes received before the guest has proved the secret."""
        self._frame_limiter = FrameRateLimiter(self.loop.time())
        self._is_flooded = False
        self.on_flood: Callable[[], object] = incoming.drop
        """Called when there were too many frames; nothing more is read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._is_open = True
        early, self._early_bytes = self._early_bytes, b""
        self.data_received(early)

    def data_received(self, data: bytes) -> None:
        if not self._is_open:
            self._early_bytes += data
            return
        if not self.incoming.is_authenticated:
            self._received_bytes += len(data)
            if self._received_bytes > MAX_UNAUTHENTICATED_BYTES:
                self.incoming.drop()
        for start in range(0, len(data), READ_SLICE_BYTES):
            if self._is_flooded and not self.transport.is_closing():
                self.transport.pause_reading()  # the sender has to wait
            if self._is_flooded or self.incoming.is_ended:
                return
            super().data_received(data[start : start + READ_SLICE_BYTES])

    def process_event(self, event: Event) -> None:
        # every frame counts: a ping, a pong or a fragment of a message costs as much as a message
        if self.request is not None and not self._is_flooded and not self._frame_limiter.try_take(self.loop.time()):
            self._is_flooded = True
            self.on_flood()
        super().process_event(event)

    def eof_received(self) -> None:
        if self._is_open:
            super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self.incoming.mark_ended()
        if self._is_open:
            super().connection_lost(exc)
