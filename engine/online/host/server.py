"""WebSocket server of a host: admits guests who prove a table's secret, and limits their messages.

The tables themselves are in ``table_registry``.
"""

import asyncio
import contextlib
import logging
import re
import ssl
from collections import deque
from functools import partial
from http import HTTPStatus
from typing import NamedTuple, cast

from websockets.asyncio.server import Server as Listening
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from engine.online.host.incoming_connections import (
    MAX_ACCEPT_QUEUE,
    MAX_ACCEPTED_AT_ONCE,
    ConnectionLimiter,
    GuestWebSocket,
)
from engine.online.host.rate_limits import SecretGuessLimiter, ThrottledLog
from engine.online.host.table_registry import TableConnection, TableRegistry
from engine.online.protocol import messages
from engine.online.protocol.messages import Hello, MessageError, ToGuest, VersionMismatchError
from engine.online.protocol.proof import (
    GUEST_ROLE,
    HELLO_ROLE,
    HOST_ROLE,
    join_nonces,
    make_proof,
    new_nonce,
    verify_proof,
)
from engine.online.protocol.transport import (
    FINAL_CLOSE_CODE,
    NONCE_HEADER,
    OPEN_TIMEOUT_SECONDS,
    PING_INTERVAL_SECONDS,
    PING_TIMEOUT_SECONDS,
    PROOF_HEADER,
    silent_logger,
)

CLOSE_TIMEOUT_SECONDS = 2.0
"""Maximum seconds to wait for a guest's agreement to the end of a connection."""
MAX_UNSENT_BYTES = 4 << 20
"""Maximum bytes queued for a guest who doesn't read; more than the largest message."""
MAX_FLUSH_SECONDS = 5.0
"""Maximum seconds to send the last messages to a guest."""
NO_TABLE = -1
_TABLE_PATH = re.compile(r"/table/(\d{1,5})", re.ASCII)
_DUMMY_SECRET = bytes(10)
"""Secret to compare with if there is no such table, so that the time taken doesn't reveal this."""


class Certificate(NamedTuple):
    """TLS context of a host, and fingerprint of its own certificate."""

    context: ssl.SSLContext
    fingerprint: bytes


class TableServer:
    """WebSocket server that listens at a port and admits guests who know the secret of a table.

    Args:
        registry: the tables.
        certificate: None behind a proxy on the same computer, which does the encryption.
        log: gets a line per admitted guest, without secrets and names, and at most one a minute per kind of refusal.
    """

    def __init__(self, registry: TableRegistry, certificate: Certificate | None, log: logging.Logger) -> None:
        self._registry = registry
        self._certificate = certificate
        self._fingerprint = certificate.fingerprint if certificate else b""
        self._log = log
        self._guess_limiter = SecretGuessLimiter()
        self._throttled_log = ThrottledLog(log.info, asyncio.get_running_loop().call_later)
        self._connections = ConnectionLimiter(
            certificate.context if certificate else None, partial(self._throttled_log.log_event, "too many connections")
        )
        self._listener: Listening | None = None

    @property
    def _behind_proxy(self) -> bool:
        return self._certificate is None

    async def open(self, address: str | None, port: int) -> int:
        """Listen at a port, 0 for any free one; return the port. ``address`` is None for all networks.

        Raises:
            OSError: the port is taken or not allowed.
        """
        self._listener = await serve(
            self._serve_guest,
            address,
            port,
            origins=[None],  # browsers send an origin; web pages are refused
            compression=None,
            process_request=self._check_request,
            process_response=self._add_proof,
            server_header=None,
            open_timeout=OPEN_TIMEOUT_SECONDS,
            ping_interval=PING_INTERVAL_SECONDS,
            ping_timeout=PING_TIMEOUT_SECONDS,
            close_timeout=CLOSE_TIMEOUT_SECONDS,
            max_size=messages.MAX_TO_HOST_BYTES,
            max_queue=4,
            create_connection=cast(
                "type[ServerConnection]", self._connections.make_protocol
            ),  # websockets only calls it
            logger=silent_logger(),
            backlog=MAX_ACCEPTED_AT_ONCE,
        )
        for listening in self._listener.sockets:  # asyncio's backlog also limits accepts per loop step
            with listening.dup() as duplicate:
                duplicate.listen(MAX_ACCEPT_QUEUE)
        return int(next(iter(self._listener.sockets)).getsockname()[1])

    async def close(self) -> None:
        """End all connections; guests reconnect when the host is back."""
        if self._listener is not None:
            self._connections.drop_unauthenticated()
            self._listener.close()
            await self._listener.wait_closed()

    # --- admission --------------------------------------------------------------------------------------------------

    def _check_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Check an HTTP request: return the response that refuses it, or None to admit the guest."""
        if request.path == "/health" and self._is_from_this_computer(connection, request):
            return connection.respond(HTTPStatus.OK, f"{self.health_line()}\n")
        address, table = self._address(connection, request), _table_in(request)
        now = asyncio.get_running_loop().time()
        if self._guess_limiter.is_blocked(address, table, now):
            self._throttled_log.log_event("closed after wrong secrets", address)
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "")
        if self._has_valid_proof(request):
            return None
        if table == NO_TABLE:
            self._throttled_log.log_event("not the path of a table", address)
        else:
            self._guess_limiter.record_failure(address, table, now)
            self._throttled_log.log_event("wrong secret", address)
        return connection.respond(HTTPStatus.FORBIDDEN, "")

    def _has_valid_proof(self, request: Request) -> bool:
        """Whether the sender of an HTTP request proves that it knows the secret of its table."""
        secret = self._registry.table_secret(_table_in(request))
        is_right = verify_proof(
            request.headers.get(PROOF_HEADER, ""),
            _DUMMY_SECRET if secret is None else secret,
            GUEST_ROLE,
            request.headers.get(NONCE_HEADER, ""),
            self._fingerprint,
        )
        return is_right and secret is not None

    def _add_proof(self, _: ServerConnection, request: Request, response: Response) -> None:
        """Add the host's proof of the secret and its nonce to the response for an admitted guest."""
        secret = self._registry.table_secret(_table_in(request))
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS and secret is not None:
            nonce = request.headers.get(NONCE_HEADER, "")
            response.headers[PROOF_HEADER] = make_proof(secret, HOST_ROLE, nonce, self._fingerprint)
            response.headers[NONCE_HEADER] = new_nonce()

    def _has_valid_hello_proof(self, connection: ServerConnection, hello: Hello) -> bool:
        """Whether a ``Hello`` proves the table's secret with both nonces, so that a recorded message is refused."""
        request, response = connection.request, connection.response
        assert request is not None and response is not None
        secret = self._registry.table_secret(_table_in(request))
        nonces = join_nonces(request.headers.get(NONCE_HEADER, ""), response.headers[NONCE_HEADER])
        return secret is not None and verify_proof(hello.proof, secret, HELLO_ROLE, nonces, self._fingerprint)

    def _address(self, connection: ServerConnection, request: Request) -> str:
        """Return the IP address of a request's sender. A proxy on this computer appends it to the header."""
        forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
        if self._behind_proxy and forwarded:
            return forwarded.rpartition(",")[2].strip()
        return _remote_address(connection)

    def _is_from_this_computer(self, connection: ServerConnection, request: Request) -> bool:
        """Whether an HTTP request comes from this computer itself, not through a proxy."""
        return _remote_address(connection) in ("127.0.0.1", "::1") and "X-Forwarded-For" not in request.headers

    def health_line(self) -> str:
        """Return the statistics of a host in one line: tables, guests, moves."""
        registry = self._registry
        return f"tables {len(registry.tables)}, guests {registry.guest_count}, moves {registry.answers_received}"

    # --- admitted guests --------------------------------------------------------------------------------------------

    async def _serve_guest(self, connection: ServerConnection) -> None:
        """Serve the WebSocket connection of one guest until it ends."""
        assert connection.request is not None
        channel = SocketChannel(connection)
        table = _table_in(connection.request)
        guest_connection = self._registry.connect(table, channel)
        address = self._address(connection, connection.request)
        if guest_connection is None:
            self._throttled_log.log_event("no room", f"table {table}, {address}")
            channel.send(messages.EntryRefused("online.problem.full"))
            channel.end()
        else:
            self._log.info("table %d: %s has come", table, address)
            cast("GuestWebSocket", connection).on_flood = partial(
                guest_connection.refuse, messages.EntryRefused("online.problem.too_fast")
            )
            try:
                await self._receive_messages(connection, guest_connection)
            except ConnectionClosed:
                pass
            except Exception:
                self._log.exception("table %d failed", table)
            finally:
                guest_connection.on_lost()
                self._log.info("table %d: %s is gone", table, address)
        await channel.finish()

    async def _receive_messages(self, connection: ServerConnection, guest_connection: TableConnection) -> None:
        """Receive a guest's messages until it disconnects or is refused.

        Raises:
            ConnectionClosed: the connection has ended.
        """
        while True:
            try:
                async with asyncio.timeout(None if guest_connection.has_greeted else OPEN_TIMEOUT_SECONDS):
                    data = await connection.recv()
                if isinstance(data, str):
                    raise MessageError("text frame, expected a binary one")
                message = (messages.decode_to_host if guest_connection.has_greeted else messages.decode_hello)(data)
            except VersionMismatchError as error:
                guest_connection.refuse(messages.version_refusal(error.other_version))
                return
            except (MessageError, TimeoutError):
                guest_connection.refuse(messages.EntryRefused("online.problem.not_understood"))
                return
            if isinstance(message, Hello) and not guest_connection.has_greeted:
                if not self._has_valid_hello_proof(connection, message):
                    guest_connection.refuse(messages.EntryRefused("online.problem.wrong_secret"))
                    return
                cast("GuestWebSocket", connection).incoming.mark_authenticated()
            guest_connection.receive(message)


class SocketChannel:
    """Outgoing channel to a guest on another computer, with a queue for slow connections."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        """Total size of ``_unsent``, bytes."""
        self._wakeup = asyncio.Event()
        self._is_ended = False
        self._task = asyncio.create_task(self._send_queued())

    def send(self, message: ToGuest) -> None:
        """Queue a message to the guest without blocking.

        Aborts the connection if more than ``MAX_UNSENT_BYTES`` wait.
        """
        if self._is_ended:
            return
        data = messages.encode(message)
        self._unsent_bytes += len(data)
        if self._unsent_bytes > MAX_UNSENT_BYTES:
            self._is_ended = True
            self._connection.transport.abort()
            return
        self._unsent.append(data)
        self._wakeup.set()

    def end(self) -> None:
        """End the guest's connection once all messages are sent."""
        self._is_ended = True
        self._wakeup.set()

    async def _send_queued(self) -> None:
        """Send the queued messages in order; at the end close the connection."""
        with contextlib.suppress(ConnectionClosed):
            while self._unsent or not self._is_ended:
                if not self._unsent:
                    self._wakeup.clear()
                    await self._wakeup.wait()
                    continue
                data = self._unsent.popleft()
                await self._connection.send(data)
                self._unsent_bytes -= len(data)
            await self._connection.close(FINAL_CLOSE_CODE)

    async def finish(self) -> None:
        """End the guest's connection, waiting at most ``MAX_FLUSH_SECONDS`` for the last messages."""
        self.end()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MAX_FLUSH_SECONDS):
                await self._task


def _table_in(request: Request) -> int:
    """Return the table number in the path of an HTTP request; ``NO_TABLE`` if it has none."""
    found = _TABLE_PATH.fullmatch(request.path)
    return int(found[1]) if found else NO_TABLE


def _remote_address(connection: ServerConnection) -> str:
    """Return the IP address of the other end of a connection."""
    return str((connection.remote_address or ("",))[0])
