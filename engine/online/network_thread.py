"""The network beside the window: one thread with everything that waits, and queues in between.

The window calls methods that never wait, and asks with ``poll`` for what came.
"""

import asyncio
import contextlib
import sys
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import NamedTuple

from zeroconf import InterfaceChoice

from engine.notices import Notice
from engine.online.addresses import own_addresses
from engine.online.discovery import Interfaces, NearbyAccess, TableAnnouncement, TableDiscovery
from engine.online.guest.host_connection import HostConnection
from engine.online.guest.message_verifier import MessageVerifier, VerifiedMessage
from engine.online.host.saved_table import SavedTableError
from engine.online.host.server import Certificate, TableServer
from engine.online.host.table import TableConfigError
from engine.online.host.table_host import Clock, TableHost
from engine.online.host.table_registry import OpenTable, TableConnection
from engine.online.host.table_store import TableStore
from engine.online.host.thinker_pool import ThinkerPool, make_process_thinker
from engine.online.network_events import ConnectionChanged, NearbyTablesChanged, TableOpened, TableUnsaved
from engine.online.protocol.certificate import load_or_create_certificate
from engine.online.protocol.invitation import Invitation, to_url
from engine.online.protocol.messages import (
    PROTOCOL_VERSION,
    Leave,
    RequestDenied,
    TableConfig,
    TableHandedOver,
    TableMoved,
    TableTakenOver,
    TakeOver,
    ToGuest,
    ToHost,
)
from engine.online.protocol.transport import DEFAULT_PORT, error_logger
from engine.work.thinking import Thinker

ONLINE_FOLDER = "online"
"""Folder in the profile."""
CERTIFICATE_FILE = "host.pem"
TABLES_FOLDER = "tables"
CLOSE_TIMEOUT_SECONDS = 3.0
"""Maximum seconds for last messages when a table is left, and for the thread's end."""
MAX_START_SECONDS = 10.0
"""Maximum seconds until the thread takes requests."""
MAX_BIND_ATTEMPTS, BIND_RETRY_SECONDS = 12, 0.25
"""How often a table that is opened again tries its former port, and the seconds in between: guests look for it there,
and the program that had it open may still be ending."""
LocalEvent = ConnectionChanged | TableOpened | TableUnsaved | NearbyTablesChanged
NetworkEvent = VerifiedMessage | LocalEvent
MAX_POLLED_EVENTS = 50
"""Maximum number of news that a window takes at once."""
THREAD_SWITCH_SECONDS = 0.001
"""How long one thread may run while another waits, five times less than usual."""
HostFactory = Callable[[Callable[[int], None], Callable[[OSError], None]], TableHost]
ANY_REQUEST = -1
"""Stands for the number of a wish, for news that are of interest anyway."""
ThinkerFactory = Callable[[], Thinker]
AsyncAction = Callable[["_NetworkLoop"], Awaitable[None]]
QueuedAction = tuple[int, AsyncAction]
"""What is to be done in the thread, with the number of the wish."""


class _LocalChannel:
    """The window's own connection to a table at this computer, as a ``Way``."""

    def __init__(self, on_event: Callable[[ToGuest | LocalEvent], None]) -> None:
        self._on_event = on_event

    def send(self, message: ToGuest) -> None:
        self._on_event(message)

    def end(self) -> None:
        self._on_event(ConnectionChanged("closed"))


class NetworkThread:
    """The network, from the window's side. Its thread starts with the first call that needs it.

    Args:
        folder: the profile.
        make_thinker: makes what thinks for computer players at a table of this computer; a process by default.
        interfaces: networks on which tables are announced and looked for.
        address: where tables of this computer listen; None for all its networks.
        port: where they listen if it is free.
        clock: returns seconds, for the tables of this computer; the loop's own by default.
        on_news: called in the thread when something has come since the last ``poll``.
    """

    def __init__(
        self,
        folder: Path,
        make_thinker: ThinkerFactory = make_process_thinker,
        *,
        interfaces: Interfaces = InterfaceChoice.Default,
        address: str | None = None,
        port: int = DEFAULT_PORT,
        clock: Clock | None = None,
        on_event: Callable[[], object] = lambda: None,
    ) -> None:
        self._on_event = on_event
        self._events: deque[tuple[int, NetworkEvent]] = deque()
        """What came, each with the number of the wish that it follows from."""
        self._request_number = 0
        """Number of the last wish to go somewhere; what comes from elsewhere is no longer of interest."""
        where = _NetworkOptions(folder / ONLINE_FOLDER, interfaces, address, port, clock)
        self._make_network = partial(_NetworkLoop, where, make_thinker, self._receive)
        self._network = self._make_network()
        self._thread: threading.Thread | None = None
        self._verified_request = self._request_number
        """Number of the wish that the verified messages follow from."""
        self._verifier = MessageVerifier()

    def _receive(self, request_number: int, message: ToGuest | LocalEvent) -> None:
        """Take news in the thread, which verifies what a host says so that the window needn't."""
        if request_number not in (self._verified_request, ANY_REQUEST):
            self._verified_request, self._verifier = request_number, MessageVerifier()
        news = message if isinstance(message, LocalEvent) else self._verifier.verify(message)
        if news is None:
            return
        first = not self._events
        self._events.append((request_number, news))
        if first:
            self._on_event()

    def _switch_table(self, action: AsyncAction) -> None:
        """Go somewhere else."""
        self._request_number += 1
        self._post_action(action)

    def _post_action(self, action: AsyncAction) -> None:
        if self._thread is None or not self._thread.is_alive():
            try:
                self._start()
            except Exception as error:  # no files or threads are left: what is wished for can't be done
                self._receive(
                    self._request_number, ConnectionChanged("closed", failure_notice("online.problem.failed", error))
                )
                return
        self._network.post((self._request_number, action))

    def _start(self) -> None:
        """Start the thread, and wait until it takes requests.

        Raises:
            Exception: whatever kept it from starting.
        """
        self._thread, self._network = None, self._make_network()
        thread = threading.Thread(target=self._network.run, name="network", daemon=True)
        thread.start()
        self._network.running.result(MAX_START_SECONDS)
        self._thread = thread

    def open_table(self, config: TableConfig, *, nearby: NearbyAccess = "secret") -> None:
        """Open a new table here and sit at it."""
        self._switch_table(lambda network: network.open_table(config, nearby))

    def take_over(self, handed: TableHandedOver, heir: int) -> None:
        """Open a table here that its host hands over, tell that host where it is, and sit at it.

        If it can't be opened, the player stays at that host's; ``heir`` is the player's number there.
        """
        self._post_action(lambda network: network.take_over(handed, heir))

    def reopen_table(self, number: int) -> None:
        """Open a table of this computer again, as it was when it was closed."""
        self._switch_table(lambda network: network.reopen_table(number))

    def join(self, invitation: Invitation) -> None:
        """Go to a table. The one where the guest was is left."""
        self._switch_table(lambda network: network.join(invitation))

    def set_browsing(self, on: bool) -> None:
        """Look for tables nearby, or no longer."""
        self._post_action(lambda network: network.set_browsing(on))

    def send(self, *sent: ToHost) -> None:
        """Send messages to the table; without a connection they are dropped."""

        async def send(network: _NetworkLoop) -> None:
            network.send(sent)

        if self._thread is not None:
            self._post_action(send)

    def leave(self) -> None:
        """Leave the table. One that is open here is closed; it is kept unless ``Leave`` was sent."""
        if self._thread is not None:
            self._switch_table(_NetworkLoop.leave)

    def poll(self) -> list[NetworkEvent]:
        """What has come since the last time, as much as one frame has time for; never waits."""
        found: list[NetworkEvent] = []
        while self._events and len(found) < MAX_POLLED_EVENTS:
            wish, news = self._events.popleft()
            if wish in (self._request_number, ANY_REQUEST):
                found.append(news)
        if self._events:
            self._on_event()
        return found

    def close(self) -> None:
        """End everything, and save what is open here. Waits for ``CLOSE_TIMEOUT_SECONDS`` seconds at most."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._network.stop()
            thread.join(2 * CLOSE_TIMEOUT_SECONDS)


def failure_notice(key: str, error: BaseException) -> Notice:
    """The sentence of this key with the reason in the system's words."""
    return Notice(key, {"why": getattr(error, "strerror", None) or str(error) or type(error).__name__})


class _NetworkOptions(NamedTuple):
    """Where tables of this computer are kept, announced and found."""

    folder: Path
    interfaces: Interfaces
    address: str | None
    port: int
    clock: Clock | None


class _NetworkLoop:
    """What happens in the thread."""

    def __init__(
        self,
        network_options: _NetworkOptions,
        make_thinker: ThinkerFactory,
        on_event: Callable[[int, ToGuest | LocalEvent], None],
    ) -> None:
        self._options = network_options
        self._make_thinker = make_thinker
        self._on_event = on_event
        self._request_number = 0
        """Number of the wish that is granted now."""
        self.running: Future[None] = Future()
        """Done as soon as it takes requests; it has the exception of a thread that couldn't start."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._actions: asyncio.Queue[QueuedAction | None] = asyncio.Queue()
        self._discovery: TableDiscovery | None = None
        self._table: _RemoteTable | _LocalTable | None = None
        """Where the table is."""
        self._closing_task: asyncio.Task[None] | None = None
        """Closes the connection to that host."""

    # --- the thread -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """The thread's function. From now on threads take turns more often: a frame waits for this one many times."""
        sys.setswitchinterval(THREAD_SWITCH_SECONDS)
        try:
            with asyncio.Runner() as runner:
                runner.run(self._run_actions())
        except Exception as error:
            if not self.running.done():
                self.running.set_exception(error)
                return
            self._emit(ConnectionChanged("closed", failure_notice("online.problem.broken", error)))
        finally:
            self._loop = None

    def post(self, job: QueuedAction | None) -> None:
        """Have something done in the thread, after what was posted before."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended just now
                loop.call_soon_threadsafe(self._actions.put_nowait, job)

    def stop(self) -> None:
        """End the thread when everything posted before is done."""
        self.post(None)

    async def _run_actions(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.running.set_result(None)
        while (job := await self._actions.get()) is not None:
            self._request_number, do = job
            try:
                await do(self)
            except Exception as error:  # the window must hear of it, and the next wish may be granted
                self._emit(ConnectionChanged("closed", failure_notice("online.problem.failed", error)))
        await self.leave()
        if self._discovery is not None:
            await self._discovery.close()

    def _emit(self, news: ToGuest | LocalEvent) -> None:
        """Tell the window something about the wish that is granted now."""
        self._on_event(self._request_number, news)

    # --- other tables -----------------------------------------------------------------------------------------------

    async def set_browsing(self, on: bool) -> None:
        """Look for tables nearby, or no longer."""
        neighbourhood = self._open_discovery()
        if not on:
            await neighbourhood.stop_browsing()
        elif not neighbourhood.browse():
            self._on_event(ANY_REQUEST, NearbyTablesChanged(()))

    def _open_discovery(self) -> TableDiscovery:
        if self._discovery is None:
            self._discovery = TableDiscovery(self._on_tables_changed, self._options.interfaces)
        return self._discovery

    def _on_tables_changed(self) -> None:
        assert self._discovery is not None
        self._on_event(ANY_REQUEST, NearbyTablesChanged(tuple(self._discovery.tables)))

    async def join(self, invitation: Invitation) -> None:
        """Go to a table elsewhere."""
        await self.leave()
        self._table = _RemoteTable(invitation, partial(self._on_event, self._request_number))

    def send(self, sent: Sequence[ToHost]) -> None:
        """Send messages to the table, wherever it is."""
        for message in sent:
            if self._table is not None:
                self._table.send(message)

    async def leave(self) -> None:
        """Leave the table; one that is open here is closed, and kept."""
        place, self._table = self._table, None
        if place is not None:
            await place.close()

    # --- tables of this computer ------------------------------------------------------------------------------------

    async def open_table(self, config: TableConfig, nearby: NearbyAccess) -> None:
        """Open a table."""
        await self.leave()
        await self._open(lambda hosting: hosting.open_table(config, nearby))

    async def reopen_table(self, number: int) -> None:
        """Open a table again."""
        await self.leave()
        kept = self._store.load(number)
        if kept is None:
            self._emit(ConnectionChanged("closed", Notice("online.problem.gone")))
        else:
            await self._open(lambda hosting: hosting.reopen_table(kept), kept.port)

    async def take_over(self, handed: TableHandedOver, heir: int) -> None:
        """Open a table that its host hands over. If that fails it goes on there."""
        before = self._table
        if not isinstance(before, _RemoteTable):
            return  # it was left meanwhile
        here = await self._open_local_table(lambda hosting: hosting.take_over_table(handed, heir, "secret"))
        if isinstance(here, Notice):
            before.send(TakeOver(on=False))
            self._emit(RequestDenied("online.denied.no_heir"))
            return
        before.mute()
        self._table = here
        before.send(here.taken_over_message())
        self._closing_task = asyncio.create_task(before.close())

    @property
    def _store(self) -> TableStore:
        return TableStore(self._options.folder / TABLES_FOLDER)

    def _make_table_host(self, on_change: Callable[[int], None], on_failure: Callable[[OSError], None]) -> TableHost:
        thinkers = ThinkerPool(1, self._make_thinker)
        return TableHost(self._store, thinkers, on_change, on_failure, error_logger(), clock=self._options.clock)

    async def _open(self, open_table: Callable[[TableHost], OpenTable], port: int = 0) -> None:
        """Open a table here, at this port if it is free, and go there, or say why not."""
        self._emit(ConnectionChanged("joining"))
        here = await self._open_local_table(open_table, port)
        if isinstance(here, Notice):
            self._emit(ConnectionChanged("closed", here))
        else:
            self._table = here

    async def _open_local_table(
        self, open_table: Callable[[TableHost], OpenTable], port: int = 0
    ) -> "_LocalTable | Notice":
        """Open a table here, sit at it, and tell everybody nearby. Return it, or why it can't be opened."""
        try:
            certificate = Certificate(*load_or_create_certificate(self._options.folder / CERTIFICATE_FILE))
        except OSError as error:
            return failure_notice("online.problem.failed", error)
        here = _LocalTable(
            self._make_table_host, certificate, self._open_discovery(), partial(self._on_event, self._request_number)
        )
        try:
            await here.open(
                open_table, self._options.address, port or self._options.port, MAX_BIND_ATTEMPTS if port else 1
            )
        except (OSError, TableConfigError, SavedTableError) as error:
            await here.close()
            taken = isinstance(error, OSError)
            return Notice("online.problem.port_taken" if taken else "online.problem.not_understood")
        return here


class _MutableCallback:
    """Tells news until it is muted, so that nothing comes from a table that was left."""

    def __init__(self, on_event: Callable[[ToGuest | LocalEvent], None]) -> None:
        self._on_event: Callable[[ToGuest | LocalEvent], None] | None = on_event

    def __call__(self, news: ToGuest | LocalEvent) -> None:
        if self._on_event is not None:
            self._on_event(news)
        if isinstance(news, TableMoved):  # the end of this connection must not be taken for that of the next one
            self.mute()

    def mute(self) -> None:
        self._on_event = None


class _RemoteTable:
    """The way to a table at another computer."""

    def __init__(self, invitation: Invitation, on_event: Callable[[ToGuest | LocalEvent], None]) -> None:
        self._on_event = _MutableCallback(on_event)
        self._connection = HostConnection(invitation, self._on_event, self._on_event)
        self._task = asyncio.create_task(self._connection.run())
        self._task.add_done_callback(self._on_ended)

    def _on_ended(self, task: asyncio.Task[None]) -> None:
        """Say it if the connection has ended by a fault of the program."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            error_logger().error("the connection failed", exc_info=error)
            self._on_event(ConnectionChanged("closed", failure_notice("online.problem.broken", error)))

    def send(self, message: ToHost) -> None:
        self._connection.send(message)

    def mute(self) -> None:
        """Tell nothing more."""
        self._on_event.mute()

    async def close(self) -> None:
        """Send what is to be sent, and go."""
        self.mute()
        self._connection.leave()
        await asyncio.wait([self._task], timeout=CLOSE_TIMEOUT_SECONDS)
        self._task.cancel()


class _LocalTable:
    """A table that is open at this computer, with the window's own connection to it."""

    def __init__(
        self,
        make_host: HostFactory,
        certificate: Certificate,
        discovery: TableDiscovery,
        on_event: Callable[[ToGuest | LocalEvent], None],
    ) -> None:
        self._table_host = make_host(self._on_change, self._on_save_failure)
        self._certificate = certificate
        self._discovery = discovery
        self._on_event = _MutableCallback(on_event)
        self._window_connection: TableConnection | None = None
        self._task: asyncio.Task[None] | None = None
        """Lets time pass, and announces what changes."""
        self._log = error_logger()
        self._server = TableServer(self._table_host.registry, certificate, self._log)
        self._open_table: OpenTable | None = None
        self._port = 0
        self._addresses: list[str] = []
        self._invitations: tuple[Invitation, ...] = ()
        self._announcement_changed = asyncio.Event()
        """Set when what is announced may have changed."""
        self._has_reported_failure = False
        self._is_left = False
        """Whether the player has left the table on purpose."""

    async def open(
        self, open_table: Callable[[TableHost], OpenTable], address: str | None, port: int, tries: int
    ) -> None:
        """Open a table, at another port if this one is taken at so many tries.

        Raises:
            OSError: no port can be had.
            ArrangementError, TableError: there can't be such a table.
        """
        place = self._open_table = open_table(self._table_host)
        self._window_connection = self._table_host.registry.connect(place.number, _LocalChannel(self._on_event))
        self._port = await self._listen(address, port, tries)
        self._table_host.set_port(self._port)
        self._addresses = [address] if address else own_addresses() or ["127.0.0.1"]
        pin = self._certificate.fingerprint
        self._invitations = tuple(
            Invitation(one, self._port, place.number, place.secret, pin) for one in self._addresses
        )
        self._on_event(TableOpened(self._invitations, place.table.host_token))
        self._on_event(ConnectionChanged("joined"))
        self._task = asyncio.create_task(self._run())

    async def _listen(self, address: str | None, port: int, tries: int) -> int:
        """Open the doors; return the port.

        Raises:
            OSError: no port can be had.
        """
        for left in reversed(range(tries)):
            try:
                return await self._server.open(address, port)
            except OSError:
                if left:
                    await asyncio.sleep(BIND_RETRY_SECONDS)
        return await self._server.open(address, 0)

    def send(self, message: ToHost) -> None:
        if self._window_connection is not None:
            self._is_left = isinstance(message, Leave)
            self._window_connection.receive(message)

    def taken_over_message(self) -> TableTakenOver:
        """What the former host of the table is told."""
        assert self._open_table is not None
        return TableTakenOver(to_url(self._invitations[0]), self._open_table.table.vouchers)

    def mute(self) -> None:
        """Tell nothing more."""
        self._on_event.mute()

    def _on_change(self, _: int) -> None:
        self._announcement_changed.set()

    def _on_save_failure(self, error: OSError) -> None:
        """Say once that the table can't be kept."""
        if not self._has_reported_failure:
            self._has_reported_failure = True
            self._on_event(TableUnsaved(error.strerror or str(error)))

    async def _run(self) -> None:
        """Let time pass and announce the table, until cancelled. Without announcements the table goes on."""
        announcing = asyncio.create_task(self._announce())
        try:
            await self._table_host.run()
        except Exception as error:
            self._log.exception("the table failed")
            self._on_event(ConnectionChanged("closed", failure_notice("online.problem.failed", error)))
        finally:
            announcing.cancel()

    async def _announce(self) -> None:
        """Tell everybody nearby about the table, again whenever that has changed."""
        try:
            await self._keep_announcing()
        except Exception:  # whatever the network or its library does, friends can still be invited
            self._log.exception("the table can't be announced")

    async def _keep_announcing(self) -> None:
        told: TableAnnouncement | None = None
        while True:
            await self._announcement_changed.wait()
            self._announcement_changed.clear()
            now = self._announcement()
            if now != told and self._open_table is not None and self._open_table.nearby_access != "no":
                told = now
                await self._discovery.announce(now, self._port, self._addresses)

    def _announcement(self) -> TableAnnouncement:
        """What everybody nearby is told."""
        assert self._open_table is not None
        place, roster = self._open_table, self._open_table.table.roster()
        host = next((person.name for person in roster.people if person.number == roster.host), "")
        free = sum(not chair.person for chair in roster.chairs)
        secret = place.secret if place.nearby_access == "open" else b""
        pin = self._certificate.fingerprint
        return TableAnnouncement(host, roster.game, free, roster.seats, PROTOCOL_VERSION, place.number, pin, secret)

    async def close(self) -> None:
        """Close the table. Guests wait for it to come back, unless it is closed for good or handed over."""
        self.mute()
        if self._task is not None:
            self._task.cancel()
        if self._open_table is not None:
            await self._discovery.withdraw(self._open_table.number)
            if self._open_table.table.phase == "closed" or self._is_left:
                self._table_host.close_table(self._open_table.number)
        await self._server.close()
        self._table_host.close()
