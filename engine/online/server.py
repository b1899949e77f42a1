"""A host's side of the network: who is let in, and what a guest may send how often. Everything else is the table's."""

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

from engine.online import messages
from engine.online.arrivals import ACCEPTED_AT_ONCE, MAX_QUEUE, Arrivals, GuestConnection
from engine.online.gate import Gate, SparseLog
from engine.online.house import House, Link
from engine.online.messages import Hello, MessageError, OtherVersionError, ToGuest
from engine.online.proof import ANSWER, GUEST, HOST, both, is_proof, new_nonce, proof
from engine.online.wire import (
    BEAT,
    GONE_FOR_GOOD,
    MAX_OPENING,
    MAX_SILENCE,
    NONCE_HEADER,
    PROOF_HEADER,
    silent_logger,
)

MAX_UNSENT = 4 << 20
"""Maximum bytes that wait for a guest who doesn't read; more than the largest message."""
MAX_LAST = 5.0
"""Maximum seconds for the last messages to a guest."""
NO_TABLE = -1
_PLACE = re.compile(r"/table/(\d{1,5})", re.ASCII)
_NOBODY = bytes(10)
"""Compared with where there is no table, so that the time doesn't tell."""


class Certificate(NamedTuple):
    """A host's own certificate."""

    context: ssl.SSLContext
    fingerprint: bytes


class Doorkeeper:
    """Listens at a port, and lets in whoever knows the secret of a table.

    Args:
        house: the tables.
        certificate: None behind a proxy on the same computer, which does the encryption.
        log: gets a line about everybody who is let in, without secrets and without names, and at most one in a minute
            about each kind of refusal.
    """

    def __init__(self, house: House, certificate: Certificate | None, log: logging.Logger) -> None:
        self._house = house
        self._certificate = certificate
        self._fingerprint = certificate.fingerprint if certificate else b""
        self._log = log
        self._gate = Gate()
        self._often = SparseLog(log.info, asyncio.get_running_loop().call_later)
        self._arrivals = Arrivals(
            certificate.context if certificate else None, partial(self._often.note, "too many connections")
        )
        self._listening: Listening | None = None

    @property
    def _behind_proxy(self) -> bool:
        return self._certificate is None

    async def open(self, address: str | None, port: int) -> int:
        """Listen at a port, 0 for any that is free; return the port. ``address`` is None for all of this computer.

        Raises:
            OSError: the port is taken or not allowed.
        """
        self._listening = await serve(
            self._attend,
            address,
            port,
            origins=[None],  # browsers send one, and no page may come here
            compression=None,
            process_request=self._check,
            process_response=self._prove,
            server_header=None,
            open_timeout=MAX_OPENING,
            ping_interval=BEAT,
            ping_timeout=MAX_SILENCE,
            close_timeout=2.0,
            max_size=messages.LARGEST_TO_HOST,
            max_queue=4,
            create_connection=cast("type[ServerConnection]", self._arrivals.make),  # it is only called
            logger=silent_logger(),
            backlog=ACCEPTED_AT_ONCE,
        )
        for one in self._listening.sockets:  # asyncio has one number for both queues
            with one.dup() as same:
                same.listen(MAX_QUEUE)
        return int(next(iter(self._listening.sockets)).getsockname()[1])

    async def close(self) -> None:
        """End all connections, which come back by themselves if the host does."""
        if self._listening is not None:
            self._arrivals.close()
            self._listening.close()
            await self._listening.wait_closed()

    # --- before anybody is let in -----------------------------------------------------------------------------------

    def _check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request; None lets it in."""
        if request.path == "/health" and self._is_own(connection, request):
            return connection.respond(HTTPStatus.OK, f"{self.health()}\n")
        address, table = self._address(connection, request), _table_in(request)
        now = asyncio.get_running_loop().time()
        if self._gate.is_closed(address, table, now):
            self._often.note("closed after wrong secrets", address)
            return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, "")
        if self._knows(request):
            return None
        if table == NO_TABLE:
            self._often.note("not the path of a table", address)
        else:
            self._gate.count_wrong(address, table, now)
            self._often.note("wrong secret", address)
        return connection.respond(HTTPStatus.FORBIDDEN, "")

    def _knows(self, request: Request) -> bool:
        """Whether a request proves that its sender knows the secret of the table that it asks for."""
        secret = self._house.secret_of(_table_in(request))
        right = is_proof(
            request.headers.get(PROOF_HEADER, ""),
            _NOBODY if secret is None else secret,
            GUEST,
            request.headers.get(NONCE_HEADER, ""),
            self._fingerprint,
        )
        return right and secret is not None

    def _prove(self, _: ServerConnection, request: Request, response: Response) -> None:
        """Prove to a guest who is let in that this host knows the secret, too, and ask for a proof of this moment."""
        secret = self._house.secret_of(_table_in(request))
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS and secret is not None:
            nonce = request.headers.get(NONCE_HEADER, "")
            response.headers[PROOF_HEADER] = proof(secret, HOST, nonce, self._fingerprint)
            response.headers[NONCE_HEADER] = new_nonce()

    def _answers(self, connection: ServerConnection, hello: Hello) -> bool:
        """Whether a first message proves that its sender knows the secret now, and has not overheard a request."""
        request, response = connection.request, connection.response
        assert request is not None and response is not None
        secret = self._house.secret_of(_table_in(request))
        nonces = both(request.headers.get(NONCE_HEADER, ""), response.headers[NONCE_HEADER])
        return secret is not None and is_proof(hello.proof, secret, ANSWER, nonces, self._fingerprint)

    def _address(self, connection: ServerConnection, request: Request) -> str:
        """Whom a connection comes from. A proxy on this computer says so in the last entry of its header."""
        forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
        if self._behind_proxy and forwarded:
            return forwarded.rpartition(",")[2].strip()
        return _remote(connection)

    def _is_own(self, connection: ServerConnection, request: Request) -> bool:
        """Whether a request comes from this computer itself, not through a proxy."""
        return _remote(connection) in ("127.0.0.1", "::1") and "X-Forwarded-For" not in request.headers

    def health(self) -> str:
        """How much is going on, in one line."""
        return f"tables {len(self._house.tables)}, guests {self._house.guests}, moves {self._house.moves}"

    # --- afterwards -------------------------------------------------------------------------------------------------

    async def _attend(self, connection: ServerConnection) -> None:
        """Carry one guest's messages, until the connection ends."""
        assert connection.request is not None
        way = SocketWay(connection)
        table = _table_in(connection.request)
        link = self._house.enter(table, way)
        address = self._address(connection, connection.request)
        if link is None:
            self._often.note("no room", f"table {table}, {address}")
            way.send(messages.Refused("online.problem.full"))
            way.end()
        else:
            self._log.info("table %d: %s has come", table, address)
            cast("GuestConnection", connection).on_flood = partial(
                link.refuse, messages.Refused("online.problem.too_fast")
            )
            try:
                await self._listen(connection, link)
            except ConnectionClosed:
                pass
            except Exception:
                self._log.exception("table %d failed", table)
            finally:
                link.lose()
                self._log.info("table %d: %s is gone", table, address)
        await way.finish()

    async def _listen(self, connection: ServerConnection, link: Link) -> None:
        """Take what a guest sends, until it goes or is shown the door.

        Raises:
            ConnectionClosed: the connection has ended.
        """
        while True:
            try:
                async with asyncio.timeout(None if link.greeted else MAX_OPENING):
                    data = await connection.recv()
                if isinstance(data, str):
                    raise MessageError("text")
                message = (messages.to_host if link.greeted else messages.hello)(data)
            except OtherVersionError as error:
                link.refuse(messages.other_version(error.theirs))
                return
            except (MessageError, TimeoutError):
                link.refuse(messages.Refused("online.problem.not_understood"))
                return
            if isinstance(message, Hello) and not link.greeted:
                if not self._answers(connection, message):
                    link.refuse(messages.Refused("online.problem.wrong_secret"))
                    return
                cast("GuestConnection", connection).arrival.prove()
            link.receive(message)


class SocketWay:
    """The way to a guest elsewhere. What is sent waits here while the guest's line is slow."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._unsent: deque[bytes] = deque()
        self._size = 0
        """Total size of ``_unsent``, bytes."""
        self._news = asyncio.Event()
        self._ended = False
        self._task = asyncio.create_task(self._carry())

    def send(self, message: ToGuest) -> None:
        """Send a message; never waits. A guest who doesn't read is cut off, and may come back."""
        if self._ended:
            return
        data = messages.encoded(message)
        self._size += len(data)
        if self._size > MAX_UNSENT:
            self._ended = True
            self._connection.transport.abort()
            return
        self._unsent.append(data)
        self._news.set()

    def end(self) -> None:
        """End the connection when everything was sent."""
        self._ended = True
        self._news.set()

    async def _carry(self) -> None:
        """Send what is to be sent, in order."""
        with contextlib.suppress(ConnectionClosed):
            while self._unsent or not self._ended:
                if not self._unsent:
                    self._news.clear()
                    await self._news.wait()
                    continue
                data = self._unsent.popleft()
                await self._connection.send(data)
                self._size -= len(data)
            await self._connection.close(GONE_FOR_GOOD)

    async def finish(self) -> None:
        """Wait until the last message was sent, at most ``MAX_LAST`` seconds."""
        self.end()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MAX_LAST):
                await self._task


def _table_in(request: Request) -> int:
    """Number of the table that a request asks for; ``NO_TABLE`` if its path is not that of a table."""
    found = _PLACE.fullmatch(request.path)
    return int(found[1]) if found else NO_TABLE


def _remote(connection: ServerConnection) -> str:
    """Address of the other end."""
    return str((connection.remote_address or ("",))[0])
