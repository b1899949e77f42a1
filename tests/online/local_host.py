"""A host in the test's event loop, on this computer alone, and raw connections that no program would open."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from engine import __version__
from engine.online.guest.host_connection import HostConnection
from engine.online.host.server import Certificate, TableServer
from engine.online.host.table_host import TableHost
from engine.online.host.table_registry import OpenTable
from engine.online.host.table_store import TableStore
from engine.online.host.thinker_pool import ThinkerPool
from engine.online.network_events import ConnectionChanged
from engine.online.protocol import messages
from engine.online.protocol.certificate import load_or_create_certificate, unverified_tls_context
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import PROTOCOL_VERSION, Hello, ToGuest, ToHost
from engine.online.protocol.proof import GUEST_ROLE, HELLO_ROLE, join_nonces, make_proof, new_nonce
from engine.online.protocol.transport import NONCE_HEADER, PROOF_HEADER, error_logger, silent_logger, table_path
from tests.online.scripted_window import LOCALHOST, fast_clock, make_thinker
from tests.support.local_table import make_short_config
from tests.support.scripted_player import ScriptedPlayer

TIMEOUT_SECONDS = 60.0
"""Timeout of a test in seconds; most take a few tenths."""


class LocalHost:
    """A host with a table. Without ``tls`` it works as behind a proxy."""

    def __init__(self, folder: Path, *, tls: bool = True, clock: Callable[[], float] = fast_clock) -> None:
        self.certificate = Certificate(*load_or_create_certificate(folder / "host.pem")) if tls else None
        self.log_lines: list[str] = []
        logger = logging.Logger("host")
        logger.addHandler(_LineHandler(self.log_lines))
        self.store = TableStore(folder / "tables")
        self.table_host = TableHost(
            self.store, ThinkerPool(1, make_thinker), lambda _: None, _raise, error_logger(), clock=clock
        )
        self.server = TableServer(self.table_host.registry, self.certificate, logger)
        self.folder: OpenTable
        self.work: asyncio.Task[None]
        self.port = 0

    @property
    def invitation(self) -> Invitation:
        """Invitation to the table, with the certificate's fingerprint."""
        pin = self.certificate.fingerprint if self.certificate else b""
        return Invitation(LOCALHOST, self.port, self.folder.number, self.folder.secret, pin)

    async def open(self) -> None:
        self.folder = self.table_host.open_table(make_short_config("big_two", pace="quick"), "no")
        self.port = await self.server.open(LOCALHOST, 0)
        self.work = asyncio.create_task(self.table_host.run())


class _LineHandler(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())


def _raise(error: OSError) -> None:
    raise error


@asynccontextmanager
async def running_local_host(folder: Path, **more: Any) -> AsyncIterator[LocalHost]:
    """Run a host while the context lasts."""
    host = LocalHost(folder, **more)
    await host.open()
    try:
        yield host
    finally:
        host.work.cancel()
        await host.server.close()
        host.table_host.close_thinkers()


class ConnectedPlayer:
    """A player at a host, connected by the program's own client, who answers after ``pause_seconds`` on average."""

    def __init__(
        self, invitation: Invitation, player: ScriptedPlayer, sleep: Any = None, *, pause_seconds: float = 0.0
    ) -> None:
        self.player = player
        self._pause_seconds = pause_seconds
        self._sent: tuple[int, float] | None = None
        """Question and time of the last answer."""
        self.answer_ms: list[float] = []
        """Milliseconds from each answer to its result."""
        self.changes: list[ConnectionChanged] = []
        self._event_arrived = asyncio.Event()
        self.connection = HostConnection(invitation, self._take, self._change, sleep or _skip_sleep)
        self.task = asyncio.create_task(self.connection.run())

    def _take(self, message: ToGuest) -> None:
        guest = self.player.guest
        for sent in self.player.receive(message):
            self.connection.send_if_connected(sent)
        if self._sent is not None and guest.question > self._sent[0]:
            self.answer_ms.append(1000 * (time.perf_counter() - self._sent[1]))
            self._sent = None
        if self._pause_seconds:
            asyncio.get_running_loop().call_later(self._pause_seconds * random.uniform(0.5, 1.5), self._play)
        else:
            self._play()

    def _play(self) -> None:
        answers = self.player.answers
        for message in self.player.next_messages():
            self.connection.send_if_connected(message)
        if self.player.answers > answers:
            self._sent = self.player.guest.question, time.perf_counter()
        self._event_arrived.set()

    def _change(self, change: ConnectionChanged) -> None:
        self.changes.append(change)
        if change.state == "joined":
            self.connection.send_if_connected(self.player.guest.hello())
        elif change.state == "away":
            self.player.guest.on_connection_lost()
        self._event_arrived.set()

    async def wait_until(self, holds: Callable[[], object]) -> None:
        """Wait until ``holds`` returns something true."""
        while not holds():
            await self.next_event()

    async def next_event(self) -> None:
        self._event_arrived.clear()
        waiting = asyncio.create_task(self._event_arrived.wait())
        await asyncio.wait([waiting, self.task], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self.task.done() and not self._event_arrived.is_set():
            self.task.result()
            raise AssertionError(f"{self.player.guest.name}'s connection has ended: {self.changes[-1]}")

    async def wait_until_closed(self) -> ConnectionChanged:
        """Wait until the connection has ended for good; return the last change of its state."""
        await self.task
        return self.changes[-1]


async def _skip_sleep(_: float) -> None:
    await asyncio.sleep(0.01)


def raw_connection(invitation: Invitation, **changes: Any) -> connect:
    """Return a connection with a valid proof of the secret, for arbitrary messages.

    ``nonce``, ``proof``, ``path`` and ``headers`` change the request.
    """
    tls = bool(invitation.fingerprint)
    nonce = changes.get("nonce", new_nonce())
    proof = changes.get("proof", make_proof(invitation.secret, GUEST_ROLE, nonce, invitation.fingerprint))
    path = changes.get("path", table_path(invitation.table_number))
    return connect(
        f"{'wss' if tls else 'ws'}://{LOCALHOST}:{invitation.port}{path}",
        ssl=unverified_tls_context() if tls else None,
        additional_headers={NONCE_HEADER: nonce, PROOF_HEADER: proof, **changes.get("headers", {})},
        compression=None,
        proxy=None,
        close_timeout=0.1,
        logger=silent_logger(),
    )


def hello_message(connection: ClientConnection, invitation: Invitation, name: str = "Eve", **changes: Any) -> bytes:
    """Return a hello message with a valid proof of the secret for this connection."""
    assert connection.request is not None and connection.response is not None
    nonces = join_nonces(connection.request.headers[NONCE_HEADER], connection.response.headers[NONCE_HEADER])
    shown = make_proof(invitation.secret, HELLO_ROLE, nonces, invitation.fingerprint)
    values = {"protocol": PROTOCOL_VERSION, "version": __version__, "name": name, "proof": shown, **changes}
    return messages.encode(Hello(**values))


async def send(connection: ClientConnection, message: ToHost) -> None:
    await connection.send(messages.encode(message))
