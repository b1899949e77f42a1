"""A host in the test's own loop, on this computer alone, and ways to come to it that no program would take."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from engine import __version__
from engine.online import messages
from engine.online.certificate import host_certificate, pinning_context
from engine.online.connection import Connection
from engine.online.hosting import Hosting
from engine.online.house import OpenTable
from engine.online.invitation import Invitation
from engine.online.messages import PROTOCOL, Hello, ToGuest, ToHost
from engine.online.news import LinkChange
from engine.online.proof import ANSWER, GUEST, both, new_nonce, proof
from engine.online.server import Certificate, Doorkeeper
from engine.online.store import TableStore
from engine.online.thinkers import Thinkers
from engine.online.wire import NONCE_HEADER, PROOF_HEADER, error_logger, path_of, silent_logger
from tests.online.company import arrangement
from tests.online.players import Player, fast, slices

HERE = "127.0.0.1"
LIMIT = 60.0
"""Seconds after which a test gives up; usual are a few tenths."""


def within(test: Coroutine[Any, Any, None]) -> None:
    """Run a test, at most ``LIMIT`` seconds."""

    async def bounded() -> None:
        async with asyncio.timeout(LIMIT):
            await test

    asyncio.run(bounded())


class Host:
    """A host with a table. Not ``tls``: as it is behind a proxy."""

    def __init__(self, folder: Path, *, tls: bool = True) -> None:
        self.certificate = Certificate(*host_certificate(folder / "host.pem")) if tls else None
        self.lines: list[str] = []
        logger = logging.Logger("host")
        logger.addHandler(_Kept(self.lines))
        self.store = TableStore(folder / "tables")
        self.hosting = Hosting(self.store, Thinkers(1, slices), lambda _: None, _raise, error_logger(), clock=fast)
        self.doors = Doorkeeper(self.hosting.house, self.certificate, logger)
        self.place: OpenTable
        self.port = 0

    @property
    def invitation(self) -> Invitation:
        """To the table, with the certificate's fingerprint."""
        pin = self.certificate.fingerprint if self.certificate else b""
        return Invitation(HERE, self.port, self.place.number, self.place.secret, pin)

    async def open(self, port: int = 0) -> None:
        """Open the table that is kept, or a new one."""
        kept = next(self.store.kept(), None)
        if kept is None:
            self.place = self.hosting.open_new(arrangement("gurch", 2, pace="quick"), "no")
        else:
            self.place = self.hosting.open_kept(kept)
        self.port = await self.doors.open(HERE, port)


class _Kept(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())


def _raise(error: OSError) -> None:
    raise error


@asynccontextmanager
async def hosted(folder: Path, *, tls: bool = True, port: int = 0) -> AsyncIterator[Host]:
    """A host at work."""
    host = Host(folder, tls=tls)
    await host.open(port)
    work = asyncio.create_task(host.hosting.run())
    try:
        yield host
    finally:
        work.cancel()
        await host.doors.close()
        host.hosting.close()


class Sitting:
    """A player at a host, with the program's own connection."""

    def __init__(self, invitation: Invitation, player: Player, sleep: Any = None) -> None:
        self.player = player
        self.changes: list[LinkChange] = []
        self._news = asyncio.Event()
        self.connection = Connection(invitation, self._take, self._change, sleep or _soon)
        self.task = asyncio.create_task(self.connection.run())

    def _take(self, message: ToGuest) -> None:
        for sent in self.player.take(message):
            self.connection.send(sent)
        self._news.set()

    def _change(self, change: LinkChange) -> None:
        self.changes.append(change)
        if change.state == "joined":
            self.connection.send(self.player.guest.hello())
        elif change.state == "away":
            self.player.guest.lost()
        self._news.set()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds."""
        while not holds():
            await self.news()

    async def news(self) -> None:
        """Wait for a message or a change of the connection.

        Raises:
            AssertionError: the connection has ended.
        """
        self._news.clear()
        waiting = asyncio.create_task(self._news.wait())
        await asyncio.wait([waiting, self.task], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self.task.done() and not self._news.is_set():
            self.task.result()
            raise AssertionError(f"{self.player.guest.name} is out: {self.changes[-1]}")

    async def closed(self) -> LinkChange:
        """Wait until the connection has ended for good; return how."""
        await self.task
        return self.changes[-1]


async def _soon(_: float) -> None:
    await asyncio.sleep(0.01)


def bare(invitation: Invitation, **changes: Any) -> connect:
    """A connection that proves to know the secret, with which a test then does what it likes.

    ``nonce``, ``proof``, ``path`` and ``headers`` change what is sent.
    """
    tls = bool(invitation.pin)
    nonce = changes.get("nonce", new_nonce())
    shown = changes.get("proof", proof(invitation.secret, GUEST, nonce, invitation.pin))
    return connect(
        f"{'wss' if tls else 'ws'}://{HERE}:{invitation.port}{changes.get('path', path_of(invitation.table))}",
        ssl=pinning_context() if tls else None,
        additional_headers={NONCE_HEADER: nonce, PROOF_HEADER: shown, **changes.get("headers", {})},
        compression=None,
        proxy=None,
        close_timeout=0.1,
        logger=silent_logger(),
    )


def hello(to: ClientConnection, invitation: Invitation, name: str = "Eve", **changes: Any) -> bytes:
    """A first message on a connection, which proves that its sender knows the secret."""
    assert to.request is not None and to.response is not None
    nonces = both(to.request.headers[NONCE_HEADER], to.response.headers[NONCE_HEADER])
    shown = proof(invitation.secret, ANSWER, nonces, invitation.pin)
    values = {"protocol": PROTOCOL, "version": __version__, "name": name, "proof": shown, **changes}
    return messages.encoded(Hello(**values))


async def send(connection: ClientConnection, message: ToHost) -> None:
    await connection.send(messages.encoded(message))
