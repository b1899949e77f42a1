"""The network beside the window: one thread with everything that waits, and queues in between.

The window calls methods that never wait, and asks with ``poll`` for what came.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from zeroconf import InterfaceChoice

from engine.notices import Notice
from engine.online import messages
from engine.online.certificate import host_certificate
from engine.online.connection import Connection
from engine.online.discovery import Announced, Interfaces, Neighbourhood
from engine.online.hosting import Hosting
from engine.online.house import Link, OpenTable
from engine.online.invitation import Invitation
from engine.online.messages import PROTOCOL, Arrange, ToGuest, ToHost
from engine.online.news import LinkChange, NearbyChanged, TableOpened
from engine.online.outside import own_addresses
from engine.online.server import Certificate, Doorkeeper
from engine.online.store import TableStore
from engine.online.thinkers import Thinkers
from engine.online.table import ArrangementError
from engine.online.wire import PORT, silent_logger
from engine.work.thinking import Thinker

FOLDER = "online"
"""Folder in the profile."""
CERTIFICATE = "host.pem"
TABLES = "tables"
PATIENCE = 3.0
"""Maximum seconds for last messages when a table is left, and for the thread's end."""
News = ToGuest | LinkChange | TableOpened | NearbyChanged
Do = Callable[[], Awaitable[None]]


class _Window:
    """The window's own connection to a table at this computer, as a ``Way``."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell

    def send(self, message: ToGuest) -> None:
        self._tell(message)

    def end(self) -> None:
        self._tell(LinkChange("closed"))


class Beside:
    """The network, from the window's side. Its thread starts with the first call that needs it.

    Args:
        folder: the profile.
        make_thinker: makes what thinks for computer players at a table of this computer.
        interfaces: networks on which tables are announced and looked for.
        address: where tables of this computer listen; None for all its networks.
        port: where they listen if it is free.
    """

    def __init__(
        self,
        folder: Path,
        make_thinker: Callable[[], Thinker] = Thinker,
        *,
        interfaces: Interfaces = InterfaceChoice.Default,
        address: str | None = None,
        port: int = PORT,
    ) -> None:
        self._news: deque[News] = deque()
        self._network = _Network(folder / FOLDER, make_thinker, self._news.append, interfaces, address, port)
        self._thread: threading.Thread | None = None

    def _do(self, do: Do) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._network.run, name="network", daemon=True)
            self._thread.start()
            self._network.running.wait()
        self._network.post(do)

    def open_table(self, arrange: Arrange, *, open_nearby: bool = False) -> None:
        """Open a table here and sit at it. ``open_nearby``: everybody nearby may join without the secret."""
        self._do(lambda: self._network.open_new(arrange, open_nearby=open_nearby))

    def open_again(self, number: int) -> None:
        """Open a table of this computer again, as it was when it was closed."""
        self._do(lambda: self._network.open_kept(number))

    def take_over(self, text: str) -> None:
        """Open the table that another host hands over."""
        self._do(lambda: self._network.open_handed(text))

    def join(self, invitation: Invitation) -> None:
        """Go to a table. The one where the guest was is left."""
        self._do(lambda: self._network.join(invitation))

    def look(self, on: bool) -> None:
        """Look for tables nearby, or no longer."""
        self._do(lambda: self._network.look(on))

    def send(self, *sent: ToHost) -> None:
        """Send messages to the table; without a connection they are dropped."""

        async def send() -> None:
            self._network.send(sent)

        if self._thread is not None:
            self._do(send)

    def leave(self) -> None:
        """Leave the table; one that is open here is closed, and kept."""
        if self._thread is not None:
            self._do(self._network.leave)

    def poll(self) -> list[News]:
        """What has come since the last time; never waits."""
        found: list[News] = []
        while self._news:
            found.append(self._news.popleft())
        return found

    def close(self) -> None:
        """End everything, and save what is open here. Waits for ``PATIENCE`` seconds at most."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._network.stop()
            thread.join(2 * PATIENCE)


class _Network:
    """What happens in the thread."""

    def __init__(
        self,
        folder: Path,
        make_thinker: Callable[[], Thinker],
        tell: Callable[[News], None],
        interfaces: Interfaces,
        address: str | None,
        port: int,
    ) -> None:
        self._folder = folder
        self._make_thinker = make_thinker
        self._tell = tell
        self._interfaces = interfaces
        self._address = address
        self._port = port
        self.running = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._jobs: asyncio.Queue[Do | None] = asyncio.Queue()
        self._neighbourhood: Neighbourhood | None = None
        self._connection: Connection | None = None
        self._host: _Host | None = None
        self._task: asyncio.Task[None] | None = None
        """Runs the connection or the host."""

    # --- the thread -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """The thread's function."""
        asyncio.run(self._work())

    def post(self, job: Do | None) -> None:
        """Have something done in the thread, after what was posted before."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._jobs.put_nowait, job)

    def stop(self) -> None:
        """End the thread when everything posted before is done."""
        self.post(None)

    async def _work(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.running.set()
        while (job := await self._jobs.get()) is not None:
            try:
                await job()
            except Exception as error:  # the window must hear of it, and the next wish may be granted
                self._tell(LinkChange("closed", Notice("online.problem.failed", {"why": str(error)})))
        await self.leave()
        if self._neighbourhood is not None:
            await self._neighbourhood.close()

    # --- other tables -----------------------------------------------------------------------------------------------

    async def look(self, on: bool) -> None:
        """Look for tables nearby, or no longer."""
        neighbourhood = self._nearby()
        if not on:
            await neighbourhood.stop_looking()
        elif not neighbourhood.look():
            self._tell(NearbyChanged(()))

    def _nearby(self) -> Neighbourhood:
        if self._neighbourhood is None:
            self._neighbourhood = Neighbourhood(self._found, self._interfaces)
        return self._neighbourhood

    def _found(self) -> None:
        assert self._neighbourhood is not None
        self._tell(NearbyChanged(tuple(self._neighbourhood.found.values())))

    async def join(self, invitation: Invitation) -> None:
        """Go to a table elsewhere."""
        await self.leave()
        self._connection = Connection(invitation, self._tell, self._tell)
        self._task = asyncio.create_task(self._connection.run())

    def send(self, sent: Sequence[ToHost]) -> None:
        """Send messages to the table, wherever it is."""
        for message in sent:
            if self._connection is not None:
                self._connection.send(message)
            elif self._host is not None:
                self._host.window.receive(message)

    async def leave(self) -> None:
        """Leave the table; one that is open here is closed, and kept."""
        connection, host, task = self._connection, self._host, self._task
        self._connection = self._host = self._task = None
        if connection is not None:
            connection.leave()
        if task is not None:
            await asyncio.wait([task], timeout=PATIENCE if connection is not None else 0)
            task.cancel()
        if host is not None:
            await host.close()

    # --- tables of this computer ------------------------------------------------------------------------------------

    async def open_new(self, arrange: Arrange, *, open_nearby: bool) -> None:
        """Open a table."""
        await self._open(lambda hosting: hosting.open_new(arrange, open_nearby=open_nearby))

    async def open_kept(self, number: int) -> None:
        """Open a table again."""
        kept = self._store.one(number)
        if kept is None:
            self._tell(LinkChange("closed", Notice("online.problem.gone")))
        else:
            await self._open(lambda hosting: hosting.open_kept(kept))

    async def open_handed(self, text: str) -> None:
        """Open a table that another host hands over."""
        await self._open(lambda hosting: hosting.open_handed(text))

    @property
    def _store(self) -> TableStore:
        return TableStore(self._folder / TABLES)

    async def _open(self, open_table: Callable[[Hosting], OpenTable]) -> None:
        """Open a table here, sit at it, and tell everybody nearby."""
        await self.leave()
        self._tell(LinkChange("joining"))
        try:
            certificate = Certificate(*host_certificate(self._folder / CERTIFICATE))
        except OSError as error:
            self._tell(LinkChange("closed", Notice("online.problem.failed", {"why": error.strerror or str(error)})))
            return
        host = _Host(self._store, self._make_thinker, certificate, self._nearby(), self._tell)
        try:
            await host.open(open_table, self._address, self._port)
        except (OSError, ArrangementError, TableTextError) as error:
            await host.close()
            self._tell(LinkChange("closed", _problem_of_host(error)))
            return
        self._host, self._task = host, asyncio.create_task(host.run())


class _Host:
    """A table that is open at this computer, with the window's own connection to it."""

    window: Link

    def __init__(
        self,
        store: TableStore,
        make_thinker: Callable[[], Thinker],
        certificate: Certificate,
        neighbourhood: Neighbourhood,
        tell: Callable[[News], None],
    ) -> None:
        self._hosting = Hosting(store, Thinkers(1, make_thinker), self._changed, self._unsaved)
        self._certificate = certificate
        self._neighbourhood = neighbourhood
        self._tell = tell
        self._doors = Doorkeeper(self._hosting.house, certificate, silent_logger())
        self._place: OpenTable | None = None
        self._port = 0
        self._addresses: list[str] = []
        self._news = asyncio.Event()
        """Set when what is announced may have changed."""
        self._failed = False

    async def open(self, open_table: Callable[[Hosting], OpenTable], address: str | None, port: int) -> None:
        """Open a table, at another port if this one is taken.

        Raises:
            OSError: no port can be had.
            ArrangementError, TableTextError: there can't be such a table.
        """
        place = self._place = open_table(self._hosting)
        window = self._hosting.house.enter(place.number, _Window(self._tell))
        assert window is not None
        self.window = window
        try:
            self._port = await self._doors.open(address, port)
        except OSError:
            self._port = await self._doors.open(address, 0)
        self._addresses = [address] if address else own_addresses() or ["127.0.0.1"]
        pin = self._certificate.fingerprint
        invitations = (Invitation(one, self._port, place.number, place.secret, pin) for one in self._addresses)
        self._tell(TableOpened(tuple(invitations)))
        self._tell(LinkChange("joined"))

    def _changed(self, _: int) -> None:
        self._news.set()

    def _unsaved(self, error: OSError) -> None:
        """Say once that the table can't be kept."""
        if not self._failed:
            self._failed = True
            self._tell(messages.Denied("online.denied.unsaved", {"why": error.strerror or str(error)}))

    async def run(self) -> None:
        """Let time pass, and announce what changes, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._hosting.run())
            tasks.create_task(self._announce())

    async def _announce(self) -> None:
        """Tell everybody nearby about the table, again whenever that has changed."""
        told: Announced | None = None
        while True:
            await self._news.wait()
            self._news.clear()
            now = self._announcement()
            if now != told:
                told = now
                await self._neighbourhood.announce(now, self._port, self._addresses)

    def _announcement(self) -> Announced:
        """What everybody nearby is told."""
        assert self._place is not None
        place, roster = self._place, self._place.table.roster()
        host = next((person.name for person in roster.people if person.number == roster.host), "")
        free = sum(not chair.person for chair in roster.chairs)
        secret = place.secret if place.open_nearby else b""
        pin = self._certificate.fingerprint
        return Announced(host, roster.game, free, roster.seats, PROTOCOL, place.number, pin, secret)

    async def close(self) -> None:
        """Close the table; guests wait for it to come back."""
        if self._place is not None:
            await self._neighbourhood.withdraw(self._place.number)
        await self._doors.close()
        self._hosting.close()


def _problem_of_host(error: Exception) -> Notice:
    """The sentence for why a table can't be opened."""
    if isinstance(error, OSError):
        return Notice("online.problem.port_taken")
    return Notice("online.problem.not_understood")
