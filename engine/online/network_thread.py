"""Network I/O of the window, in one thread: online tables elsewhere, on this computer, and nearby.

The window queues requests that never block, and polls for events.
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

from engine.bots.common.fallback import BotFailure
from engine.notices import Notice
from engine.online.addresses import list_reachable_addresses
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
from engine.online.network_events import BotFailed, ConnectionChanged, NearbyTablesChanged, TableOpened, TableUnsaved
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
CERTIFICATE_FILE = "host.pem"
TABLES_FOLDER = "tables"
CLOSE_TIMEOUT_SECONDS = 3.0
"""Maximum seconds for the last messages when a table is left, and for the thread's end."""
MAX_START_SECONDS = 10.0
"""Maximum seconds until the thread accepts requests."""
MAX_BIND_ATTEMPTS, BIND_RETRY_SECONDS = 12, 0.25
"""Attempts to bind a reopened table's former port, and seconds between them. Guests reconnect to that port, and the
program that used it may still be ending."""
LocalEvent = BotFailed | ConnectionChanged | TableOpened | TableUnsaved | NearbyTablesChanged
NetworkEvent = VerifiedMessage | LocalEvent
MAX_POLLED_EVENTS = 50
"""Maximum number of events that one ``poll`` returns."""
THREAD_SWITCH_SECONDS = 0.001
"""Seconds that a thread may run while another waits; a fifth of Python's default."""
HostFactory = Callable[[Callable[[int], None], Callable[[OSError], None], Callable[[BotFailure], None]], TableHost]
"""Makes a ``TableHost`` that reports by these functions: a changed table, a failed save, a failed bot."""
ANY_REQUEST = -1
"""Request number of events that are independent of the current table."""
ThinkerFactory = Callable[[], Thinker]
AsyncAction = Callable[["_NetworkLoop"], Awaitable[None]]
QueuedAction = tuple[int, AsyncAction]
"""An action for the thread, with its request number."""


class _LocalChannel:
    """Channel from a table on this computer to the window: passes messages on directly, without a network."""

    def __init__(self, on_event: Callable[[ToGuest | LocalEvent], None]) -> None:
        self._on_event = on_event

    def send(self, message: ToGuest) -> None:
        self._on_event(message)

    def end(self) -> None:
        self._on_event(ConnectionChanged("closed"))


class NetworkThread:
    """Runs all network I/O of the window in one thread. Starts with the first request.

    Args:
        folder: the profile.
        make_thinker: makes a thinker for bots at a table of this computer; in a process by default.
        interfaces: networks on which tables are announced and browsed.
        address: listening address of tables of this computer; None for all networks.
        port: their port, if it is free.
        clock: returns seconds, for the tables of this computer; the loop's clock by default.
        on_event: called when events are waiting, from the network thread or from ``poll``.
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
        """Events to poll, each with the number of the request that caused it."""
        self._request_number = 0
        """Number of the last request to change the table; events of earlier requests are dropped."""
        where = _NetworkOptions(folder / ONLINE_FOLDER, interfaces, address, port, clock)
        self._make_network = partial(_NetworkLoop, where, make_thinker, self._verify_and_queue)
        self._network = self._make_network()
        self._thread: threading.Thread | None = None
        self._verified_request = self._request_number
        """Number of the request whose messages ``_verifier`` has seen."""
        self._verifier = MessageVerifier()

    def _verify_and_queue(self, request_number: int, message: ToGuest | LocalEvent) -> None:
        """Queue a network event for the window, called in the network thread.

        Verifies the host's messages here, as that takes milliseconds.
        """
        if request_number not in (self._verified_request, ANY_REQUEST):
            self._verified_request, self._verifier = request_number, MessageVerifier()
        event = message if isinstance(message, LocalEvent) else self._verifier.verify_or_refuse(message)
        if event is None:
            return
        first = not self._events
        self._events.append((request_number, event))
        if first:
            self._on_event()

    def _switch_table(self, action: AsyncAction) -> None:
        """Queue an action that changes the current online table; events of earlier requests are then dropped."""
        self._request_number += 1
        self._post_action(action)

    def _post_action(self, action: AsyncAction) -> None:
        if self._thread is None or not self._thread.is_alive():
            try:
                self._start()
            except Exception as error:  # the system is out of files or threads
                self._verify_and_queue(
                    self._request_number, ConnectionChanged("closed", failure_notice("online.problem.failed", error))
                )
                return
        self._network.post((self._request_number, action))

    def _start(self) -> None:
        """Start the network thread and wait until it accepts requests.

        Raises:
            Exception: the reason why the thread couldn't start.
        """
        self._thread, self._network = None, self._make_network()
        thread = threading.Thread(target=self._network.run, name="network", daemon=True)
        thread.start()
        self._network.running.result(MAX_START_SECONDS)
        self._thread = thread

    def open_table(self, config: TableConfig, *, nearby: NearbyAccess = "secret") -> None:
        """Open a new online table on this computer and connect the player to it."""
        self._switch_table(lambda network: network.open_table(config, nearby))

    def take_over(self, handed: TableHandedOver, new_host_number: int) -> None:
        """Open a table here that its host hands over, report its invitation to that host, and connect the player.

        ``new_host_number`` is the player's number at both hosts. If opening fails, the player stays at the former host.
        """
        self._post_action(lambda network: network.take_over(handed, new_host_number))

    def reopen_table(self, number: int) -> None:
        """Open a saved online table of this computer again."""
        self._switch_table(lambda network: network.reopen_table(number))

    def join(self, invitation: Invitation) -> None:
        """Leave the current table and connect to another."""
        self._switch_table(lambda network: network.join(invitation))

    def set_browsing(self, on: bool) -> None:
        """Start or stop browsing the network for announced tables."""
        self._post_action(lambda network: network.set_browsing(on))

    def send(self, *sent: ToHost) -> None:
        """Send messages to the current online table; they are dropped without a connection."""

        async def send(network: _NetworkLoop) -> None:
            network.send(sent)

        if self._thread is not None:
            self._post_action(send)

    def leave(self) -> None:
        """Leave the current online table.

        A table on this computer is closed; it stays saved unless ``Leave`` was sent.
        """
        if self._thread is not None:
            self._switch_table(_NetworkLoop.leave)

    def poll(self) -> list[NetworkEvent]:
        """Return the next network events, at most ``MAX_POLLED_EVENTS``, without blocking."""
        events: list[NetworkEvent] = []
        while self._events and len(events) < MAX_POLLED_EVENTS:
            request_number, event = self._events.popleft()
            if request_number in (self._request_number, ANY_REQUEST):
                events.append(event)
        if self._events:
            self._on_event()
        return events

    def close(self) -> None:
        """End the network thread after closing the table. Blocks for at most twice ``CLOSE_TIMEOUT_SECONDS``."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._network.stop()
            thread.join(2 * CLOSE_TIMEOUT_SECONDS)


def failure_notice(key: str, error: BaseException) -> Notice:
    """Return the player's notice about a network failure, with the reason in the system's words."""
    return Notice(key, {"why": getattr(error, "strerror", None) or str(error) or type(error).__name__})


class _NetworkOptions(NamedTuple):
    """Options of the network thread: folder, interfaces, address, port and clock for the tables of this computer."""

    folder: Path
    interfaces: Interfaces
    address: str | None
    port: int
    clock: Clock | None


class _NetworkLoop:
    """The asyncio loop of the network thread, and its current table."""

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
        """Number of the request in progress."""
        self.running: Future[None] = Future()
        """Done when the loop accepts requests; holds the exception if it couldn't start."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._actions: asyncio.Queue[QueuedAction | None] = asyncio.Queue()
        self._discovery: TableDiscovery | None = None
        self._table: _RemoteTable | _LocalTable | None = None
        """The current table."""
        self._closing_task: asyncio.Task[None] | None = None
        """Closes the connection to the former host after a hand-over."""

    # --- the thread -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run the asyncio loop of the network thread until ``stop``.

        Shortens the thread switch interval, since each frame waits for this thread many times.
        """
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

    def post(self, queued: QueuedAction | None) -> None:
        """Queue an action for the network thread's loop; called from the window's thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                loop.call_soon_threadsafe(self._actions.put_nowait, queued)

    def stop(self) -> None:
        """End the network thread's loop when all actions posted before are done."""
        self.post(None)

    async def _run_actions(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.running.set_result(None)
        while (queued := await self._actions.get()) is not None:
            self._request_number, action = queued
            try:
                await action(self)
            except Exception as error:  # report to the window; the next request may succeed
                self._emit(ConnectionChanged("closed", failure_notice("online.problem.failed", error)))
        await self.leave()
        if self._discovery is not None:
            await self._discovery.close()

    def _emit(self, event: ToGuest | LocalEvent) -> None:
        """Report an event of the request in progress to the window."""
        self._on_event(self._request_number, event)

    # --- other tables -----------------------------------------------------------------------------------------------

    async def set_browsing(self, on: bool) -> None:
        """Start or stop browsing the network for announced tables."""
        discovery = self._open_discovery()
        if not on:
            await discovery.stop_browsing()
        elif not discovery.browse():
            self._on_event(ANY_REQUEST, NearbyTablesChanged(()))

    def _open_discovery(self) -> TableDiscovery:
        if self._discovery is None:
            self._discovery = TableDiscovery(self._on_tables_changed, self._options.interfaces)
        return self._discovery

    def _on_tables_changed(self) -> None:
        assert self._discovery is not None
        self._on_event(ANY_REQUEST, NearbyTablesChanged(tuple(self._discovery.tables)))

    async def join(self, invitation: Invitation) -> None:
        """Leave the current table and connect to one elsewhere."""
        await self.leave()
        self._table = _RemoteTable(invitation, partial(self._on_event, self._request_number))

    def send(self, sent: Sequence[ToHost]) -> None:
        """Send messages to the current table, if there is one."""
        for message in sent:
            if self._table is not None:
                self._table.send(message)

    async def leave(self) -> None:
        """Leave the current online table; one on this computer is closed and stays saved."""
        table, self._table = self._table, None
        if table is not None:
            await table.close()

    # --- tables of this computer ------------------------------------------------------------------------------------

    async def open_table(self, config: TableConfig, nearby: NearbyAccess) -> None:
        await self.leave()
        await self._open(lambda table_host: table_host.open_table(config, nearby))

    async def reopen_table(self, number: int) -> None:
        await self.leave()
        stored = self._store.load(number)
        if stored is None:
            self._emit(ConnectionChanged("closed", Notice("online.problem.gone")))
        else:
            await self._open(lambda table_host: table_host.reopen_table(stored), stored.port)

    async def take_over(self, handed: TableHandedOver, new_host_number: int) -> None:
        """Open a table here that its host hands over; if that fails, the table stays at the former host."""
        former_table = self._table
        if not isinstance(former_table, _RemoteTable):
            return  # the player has left it meanwhile
        local_table = await self._open_local_table(
            lambda table_host: table_host.take_over_table(handed, new_host_number, "secret")
        )
        if isinstance(local_table, Notice):
            former_table.send(TakeOver(is_accepted=False))
            self._emit(RequestDenied("online.denied.no_heir"))
            return
        former_table.mute()
        self._table = local_table
        former_table.send(local_table.taken_over_message())
        self._closing_task = asyncio.create_task(former_table.close())

    @property
    def _store(self) -> TableStore:
        return TableStore(self._options.folder / TABLES_FOLDER)

    def _make_table_host(
        self,
        on_change: Callable[[int], None],
        on_failure: Callable[[OSError], None],
        on_bot_failure: Callable[[BotFailure], None],
    ) -> TableHost:
        thinkers, clock = ThinkerPool(1, self._make_thinker), self._options.clock
        return TableHost(
            self._store, thinkers, on_change, on_failure, error_logger(), on_bot_failure=on_bot_failure, clock=clock
        )

    async def _open(self, open_table: Callable[[TableHost], OpenTable], port: int = 0) -> None:
        """Open a table here, at this port if it is free, and make it the current table or report the failure."""
        self._emit(ConnectionChanged("joining"))
        local_table = await self._open_local_table(open_table, port)
        if isinstance(local_table, Notice):
            self._emit(ConnectionChanged("closed", local_table))
        else:
            self._table = local_table

    async def _open_local_table(
        self, open_table: Callable[[TableHost], OpenTable], port: int = 0
    ) -> "_LocalTable | Notice":
        """Open and announce an online table on this computer, and connect the window to it.

        Return a notice if it can't be opened.
        """
        try:
            certificate = Certificate(*load_or_create_certificate(self._options.folder / CERTIFICATE_FILE))
        except OSError as error:
            return failure_notice("online.problem.failed", error)
        local_table = _LocalTable(
            self._make_table_host, certificate, self._open_discovery(), partial(self._on_event, self._request_number)
        )
        try:
            await local_table.open(
                open_table, self._options.address, port or self._options.port, MAX_BIND_ATTEMPTS if port else 1
            )
        except (OSError, TableConfigError, SavedTableError) as error:
            await local_table.close()
            is_port_problem = isinstance(error, OSError)
            return Notice("online.problem.port_taken" if is_port_problem else "online.problem.not_understood")
        return local_table


class _MuteableCallback:
    """Forwards network events until it is muted, so that a table that was left sends no more."""

    def __init__(self, on_event: Callable[[ToGuest | LocalEvent], None]) -> None:
        self._on_event: Callable[[ToGuest | LocalEvent], None] | None = on_event

    def __call__(self, event: ToGuest | LocalEvent) -> None:
        if self._on_event is not None:
            self._on_event(event)
        if isinstance(event, TableMoved):  # a late "closed" would look like the next connection's
            self.mute()

    def mute(self) -> None:
        self._on_event = None


class _RemoteTable:
    """The window's connection to an online table on another computer."""

    def __init__(self, invitation: Invitation, on_event: Callable[[ToGuest | LocalEvent], None]) -> None:
        self._on_event = _MuteableCallback(on_event)
        self._connection = HostConnection(invitation, self._on_event, self._on_event)
        self._task = asyncio.create_task(self._connection.run())
        self._task.add_done_callback(self._on_ended)

    def _on_ended(self, task: asyncio.Task[None]) -> None:
        """Report that the connection to a table ended because of a program error."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            error_logger().error("the connection failed", exc_info=error)
            self._on_event(ConnectionChanged("closed", failure_notice("online.problem.broken", error)))

    def send(self, message: ToHost) -> None:
        self._connection.send_if_connected(message)

    def mute(self) -> None:
        """Forward no more events of this table to the window."""
        self._on_event.mute()

    async def close(self) -> None:
        """Send the queued messages to the table's host and disconnect."""
        self.mute()
        self._connection.leave()
        await asyncio.wait([self._task], timeout=CLOSE_TIMEOUT_SECONDS)
        self._task.cancel()


class _LocalTable:
    """A table on this computer: host, server, announcement, and the window's own connection."""

    def __init__(
        self,
        make_host: HostFactory,
        certificate: Certificate,
        discovery: TableDiscovery,
        on_event: Callable[[ToGuest | LocalEvent], None],
    ) -> None:
        self._table_host = make_host(self._on_change, self._on_save_failure, self._on_bot_failure)
        self._certificate = certificate
        self._discovery = discovery
        self._on_event = _MuteableCallback(on_event)
        self._window_connection: TableConnection | None = None
        self._task: asyncio.Task[None] | None = None
        """Runs the table host and announces changes."""
        self._log = error_logger()
        self._server = TableServer(self._table_host.registry, certificate, self._log)
        self._open_table: OpenTable | None = None
        self._port = 0
        self._addresses: list[str] = []
        self._invitations: tuple[Invitation, ...] = ()
        self._announcement_changed = asyncio.Event()
        """Set when the announcement may have changed."""
        self._has_reported_failure = False
        self._is_left = False
        """Whether the player has left the table on purpose."""

    async def open(
        self, open_table: Callable[[TableHost], OpenTable], address: str | None, port: int, tries: int
    ) -> None:
        """Open an online table here; at any free port if binding the given one fails ``tries`` times.

        Raises:
            OSError: no port can be had.
            TableConfigError, SavedTableError: the table's configuration or saved state is invalid.
        """
        opened = self._open_table = open_table(self._table_host)
        self._window_connection = self._table_host.registry.connect(opened.number, _LocalChannel(self._on_event))
        self._port = await self._listen(address, port, tries)
        self._table_host.set_saved_port(self._port)
        self._addresses = [address] if address else list_reachable_addresses() or ["127.0.0.1"]
        pin = self._certificate.fingerprint
        self._invitations = tuple(
            Invitation(one, self._port, opened.number, opened.secret, pin) for one in self._addresses
        )
        self._on_event(TableOpened(self._invitations, opened.table.host_token))
        self._on_event(ConnectionChanged("joined"))
        self._task = asyncio.create_task(self._run())

    async def _listen(self, address: str | None, port: int, attempts: int) -> int:
        """Start the server of this computer's table and return its port.

        Raises:
            OSError: no port can be had.
        """
        for attempts_left in reversed(range(attempts)):
            try:
                return await self._server.open(address, port)
            except OSError:
                if attempts_left:
                    await asyncio.sleep(BIND_RETRY_SECONDS)
        return await self._server.open(address, 0)

    def send(self, message: ToHost) -> None:
        if self._window_connection is not None:
            self._is_left = isinstance(message, Leave)
            self._window_connection.receive(message)

    def taken_over_message(self) -> TableTakenOver:
        """Return the message with which the former host learns the new invitation of its table."""
        assert self._open_table is not None
        return TableTakenOver(to_url(self._invitations[0]), self._open_table.table.one_time_tokens)

    def mute(self) -> None:
        """Forward no more events of this table to the window."""
        self._on_event.mute()

    def _on_change(self, _: int) -> None:
        self._announcement_changed.set()

    def _on_save_failure(self, error: OSError) -> None:
        """Report to the window, only once, that the online table can't be saved."""
        if not self._has_reported_failure:
            self._has_reported_failure = True
            self._on_event(TableUnsaved(error.strerror or str(error)))

    def _on_bot_failure(self, failure: BotFailure) -> None:
        self._on_event(BotFailed(failure))

    async def _run(self) -> None:
        """Run this computer's online table and announce it, until cancelled."""
        announcing = asyncio.create_task(self._announce())
        try:
            await self._table_host.run()
        except Exception as error:
            self._log.exception("the table failed")
            self._on_event(ConnectionChanged("closed", failure_notice("online.problem.failed", error)))
        finally:
            announcing.cancel()

    async def _announce(self) -> None:
        """Announce this computer's table by mDNS, and again whenever the announcement changes."""
        try:
            await self._keep_announcing()
        except Exception:  # announcing is optional: invitations work without mDNS
            self._log.exception("the table can't be announced")

    async def _keep_announcing(self) -> None:
        announced: TableAnnouncement | None = None
        while True:
            await self._announcement_changed.wait()
            self._announcement_changed.clear()
            current = self._announcement()
            if current != announced and self._open_table is not None and self._open_table.nearby_access != "no":
                announced = current
                await self._discovery.announce(current, self._port, self._addresses)

    def _announcement(self) -> TableAnnouncement:
        """Return the present mDNS announcement of this computer's table."""
        assert self._open_table is not None
        opened, roster = self._open_table, self._open_table.table.roster()
        host = next((person.name for person in roster.participants if person.number == roster.host_number), "")
        free = sum(not chair.participant_number for chair in roster.chairs)
        secret = opened.secret if opened.nearby_access == "open" else b""
        fingerprint = self._certificate.fingerprint
        return TableAnnouncement(
            host, roster.game, free, roster.seats, PROTOCOL_VERSION, opened.number, fingerprint, secret
        )

    async def close(self) -> None:
        """Close this computer's online table with its server and announcement.

        Guests try to reconnect, unless it is closed for good or handed over.
        """
        self.mute()
        if self._task is not None:
            self._task.cancel()
        if self._open_table is not None:
            await self._discovery.withdraw(self._open_table.number)
            if self._open_table.table.phase == "closed" or self._is_left:
                self._table_host.close_and_delete_table(self._open_table.number)
        await self._server.close()
        self._table_host.close_thinkers()
