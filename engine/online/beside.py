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
from engine.online.certificate import host_certificate
from engine.online.connection import Connection
from engine.online.discovery import Announced, Interfaces, Neighbourhood, Openness
from engine.online.hosting import Clock, Hosting
from engine.online.house import Link, OpenTable
from engine.online.invitation import Invitation, link
from engine.online.kept import TableError
from engine.online.messages import (
    PROTOCOL,
    Arrange,
    Denied,
    Elsewhere,
    Handed,
    Leave,
    Opened,
    TakeOver,
    ToGuest,
    ToHost,
)
from engine.online.news import LinkChange, NearbyChanged, TableOpened, TableUnsaved
from engine.online.outside import own_addresses
from engine.online.server import Certificate, Doorkeeper
from engine.online.store import TableStore
from engine.online.table import ArrangementError
from engine.online.thinkers import Thinkers, in_process
from engine.online.verifier import Verified, Verifier
from engine.online.wire import PORT, error_logger
from engine.work.thinking import Thinker

FOLDER = "online"
"""Folder in the profile."""
CERTIFICATE = "host.pem"
TABLES = "tables"
PATIENCE = 3.0
"""Maximum seconds for last messages when a table is left, and for the thread's end."""
MAX_START = 10.0
"""Maximum seconds until the thread takes requests."""
TRIES, BETWEEN = 12, 0.25
"""How often a table that is opened again tries its former port, and the seconds in between: guests look for it there,
and the program that had it open may still be ending."""
Others = LinkChange | TableOpened | TableUnsaved | NearbyChanged
News = Verified | Others
MAX_POLLED = 50
"""Maximum number of news that a window takes at once."""
SWITCH_SECONDS = 0.001
"""How long one thread may run while another waits, five times less than usual."""
MakeHosting = Callable[[Callable[[int], None], Callable[[OSError], None]], Hosting]
ANYWAY = -1
"""Stands for the number of a wish, for news that are of interest anyway."""
MakeThinker = Callable[[], Thinker]
Do = Callable[["_Network"], Awaitable[None]]
Job = tuple[int, Do]
"""What is to be done in the thread, with the number of the wish."""


class _Window:
    """The window's own connection to a table at this computer, as a ``Way``."""

    def __init__(self, tell: Callable[[ToGuest | Others], None]) -> None:
        self._tell = tell

    def send(self, message: ToGuest) -> None:
        self._tell(message)

    def end(self) -> None:
        self._tell(LinkChange("closed"))


class Beside:
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
        make_thinker: MakeThinker = in_process,
        *,
        interfaces: Interfaces = InterfaceChoice.Default,
        address: str | None = None,
        port: int = PORT,
        clock: Clock | None = None,
        on_news: Callable[[], object] = lambda: None,
    ) -> None:
        self._on_news = on_news
        self._news: deque[tuple[int, News]] = deque()
        """What came, each with the number of the wish that it follows from."""
        self._wish = 0
        """Number of the last wish to go somewhere; what comes from elsewhere is no longer of interest."""
        where = _Where(folder / FOLDER, interfaces, address, port, clock)
        self._make_network = partial(_Network, where, make_thinker, self._hear)
        self._network = self._make_network()
        self._thread: threading.Thread | None = None
        self._heard = self._wish
        """Number of the wish that the verified messages follow from."""
        self._verifier = Verifier()

    def _hear(self, wish: int, told: ToGuest | Others) -> None:
        """Take news in the thread, which verifies what a host says so that the window needn't."""
        if wish not in (self._heard, ANYWAY):
            self._heard, self._verifier = wish, Verifier()
        news = told if isinstance(told, Others) else self._verifier.verify(told)
        if news is None:
            return
        first = not self._news
        self._news.append((wish, news))
        if first:
            self._on_news()

    def _go(self, do: Do) -> None:
        """Go somewhere else."""
        self._wish += 1
        self._do(do)

    def _do(self, do: Do) -> None:
        if self._thread is None or not self._thread.is_alive():
            try:
                self._start()
            except Exception as error:  # no files or threads are left: what is wished for can't be done
                self._hear(self._wish, LinkChange("closed", failed("online.problem.failed", error)))
                return
        self._network.post((self._wish, do))

    def _start(self) -> None:
        """Start the thread, and wait until it takes requests.

        Raises:
            Exception: whatever kept it from starting.
        """
        self._thread, self._network = None, self._make_network()
        thread = threading.Thread(target=self._network.run, name="network", daemon=True)
        thread.start()
        self._network.running.result(MAX_START)
        self._thread = thread

    def open_table(self, arrange: Arrange, *, nearby: Openness = "secret") -> None:
        """Open a new table here and sit at it."""
        self._go(lambda network: network.open_new(arrange, nearby))

    def take_over(self, handed: Handed, heir: int) -> None:
        """Open a table here that its host hands over, tell that host where it is, and sit at it.

        If it can't be opened, the player stays at that host's; ``heir`` is the player's number there.
        """
        self._do(lambda network: network.take_over(handed, heir))

    def open_again(self, number: int) -> None:
        """Open a table of this computer again, as it was when it was closed."""
        self._go(lambda network: network.open_kept(number))

    def join(self, invitation: Invitation) -> None:
        """Go to a table. The one where the guest was is left."""
        self._go(lambda network: network.join(invitation))

    def look(self, on: bool) -> None:
        """Look for tables nearby, or no longer."""
        self._do(lambda network: network.look(on))

    def send(self, *sent: ToHost) -> None:
        """Send messages to the table; without a connection they are dropped."""

        async def send(network: _Network) -> None:
            network.send(sent)

        if self._thread is not None:
            self._do(send)

    def leave(self) -> None:
        """Leave the table. One that is open here is closed; it is kept unless ``Leave`` was sent."""
        if self._thread is not None:
            self._go(_Network.leave)

    def poll(self) -> list[News]:
        """What has come since the last time, as much as one frame has time for; never waits."""
        found: list[News] = []
        while self._news and len(found) < MAX_POLLED:
            wish, news = self._news.popleft()
            if wish in (self._wish, ANYWAY):
                found.append(news)
        if self._news:
            self._on_news()
        return found

    def close(self) -> None:
        """End everything, and save what is open here. Waits for ``PATIENCE`` seconds at most."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._network.stop()
            thread.join(2 * PATIENCE)


def failed(key: str, error: BaseException) -> Notice:
    """The sentence of this key with the reason in the system's words."""
    return Notice(key, {"why": getattr(error, "strerror", None) or str(error) or type(error).__name__})


class _Where(NamedTuple):
    """Where tables of this computer are kept, announced and found."""

    folder: Path
    interfaces: Interfaces
    address: str | None
    port: int
    clock: Clock | None


class _Network:
    """What happens in the thread."""

    def __init__(self, where: _Where, make_thinker: MakeThinker, tell: Callable[[int, ToGuest | Others], None]) -> None:
        self._where = where
        self._make_thinker = make_thinker
        self._tell_of = tell
        self._wish = 0
        """Number of the wish that is granted now."""
        self.running: Future[None] = Future()
        """Done as soon as it takes requests; it has the exception of a thread that couldn't start."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._neighbourhood: Neighbourhood | None = None
        self._place: _Elsewhere | _Here | None = None
        """Where the table is."""
        self._going: asyncio.Task[None] | None = None
        """Closes the connection to that host."""

    # --- the thread -------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """The thread's function. From now on threads take turns more often: a frame waits for this one many times."""
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            with asyncio.Runner() as runner:
                runner.run(self._work())
        except Exception as error:
            if not self.running.done():
                self.running.set_exception(error)
                return
            self._tell(LinkChange("closed", failed("online.problem.broken", error)))
        finally:
            self._loop = None

    def post(self, job: Job | None) -> None:
        """Have something done in the thread, after what was posted before."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it has ended just now
                loop.call_soon_threadsafe(self._jobs.put_nowait, job)

    def stop(self) -> None:
        """End the thread when everything posted before is done."""
        self.post(None)

    async def _work(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.running.set_result(None)
        while (job := await self._jobs.get()) is not None:
            self._wish, do = job
            try:
                await do(self)
            except Exception as error:  # the window must hear of it, and the next wish may be granted
                self._tell(LinkChange("closed", failed("online.problem.failed", error)))
        await self.leave()
        if self._neighbourhood is not None:
            await self._neighbourhood.close()

    def _tell(self, news: ToGuest | Others) -> None:
        """Tell the window something about the wish that is granted now."""
        self._tell_of(self._wish, news)

    # --- other tables -----------------------------------------------------------------------------------------------

    async def look(self, on: bool) -> None:
        """Look for tables nearby, or no longer."""
        neighbourhood = self._nearby()
        if not on:
            await neighbourhood.stop_looking()
        elif not neighbourhood.look():
            self._tell_of(ANYWAY, NearbyChanged(()))

    def _nearby(self) -> Neighbourhood:
        if self._neighbourhood is None:
            self._neighbourhood = Neighbourhood(self._found, self._where.interfaces)
        return self._neighbourhood

    def _found(self) -> None:
        assert self._neighbourhood is not None
        self._tell_of(ANYWAY, NearbyChanged(tuple(self._neighbourhood.found)))

    async def join(self, invitation: Invitation) -> None:
        """Go to a table elsewhere."""
        await self.leave()
        self._place = _Elsewhere(invitation, partial(self._tell_of, self._wish))

    def send(self, sent: Sequence[ToHost]) -> None:
        """Send messages to the table, wherever it is."""
        for message in sent:
            if self._place is not None:
                self._place.send(message)

    async def leave(self) -> None:
        """Leave the table; one that is open here is closed, and kept."""
        place, self._place = self._place, None
        if place is not None:
            await place.close()

    # --- tables of this computer ------------------------------------------------------------------------------------

    async def open_new(self, arrange: Arrange, nearby: Openness) -> None:
        """Open a table."""
        await self.leave()
        await self._open(lambda hosting: hosting.open_new(arrange, nearby))

    async def open_kept(self, number: int) -> None:
        """Open a table again."""
        await self.leave()
        kept = self._store.one(number)
        if kept is None:
            self._tell(LinkChange("closed", Notice("online.problem.gone")))
        else:
            await self._open(lambda hosting: hosting.open_kept(kept), kept.port)

    async def take_over(self, handed: Handed, heir: int) -> None:
        """Open a table that its host hands over. If that fails it goes on there."""
        before = self._place
        if not isinstance(before, _Elsewhere):
            return  # it was left meanwhile
        here = await self._opened(lambda hosting: hosting.open_handed(handed, heir, "secret"))
        if isinstance(here, Notice):
            before.send(TakeOver(on=False))
            self._tell(Denied("online.denied.no_heir"))
            return
        before.mute()
        self._place = here
        before.send(here.moved_here())
        self._going = asyncio.create_task(before.close())

    @property
    def _store(self) -> TableStore:
        return TableStore(self._where.folder / TABLES)

    def _host(self, on_change: Callable[[int], None], on_failure: Callable[[OSError], None]) -> Hosting:
        thinkers = Thinkers(1, self._make_thinker)
        return Hosting(self._store, thinkers, on_change, on_failure, error_logger(), clock=self._where.clock)

    async def _open(self, open_table: Callable[[Hosting], OpenTable], port: int = 0) -> None:
        """Open a table here, at this port if it is free, and go there, or say why not."""
        self._tell(LinkChange("joining"))
        here = await self._opened(open_table, port)
        if isinstance(here, Notice):
            self._tell(LinkChange("closed", here))
        else:
            self._place = here

    async def _opened(self, open_table: Callable[[Hosting], OpenTable], port: int = 0) -> "_Here | Notice":
        """Open a table here, sit at it, and tell everybody nearby. Return it, or why it can't be opened."""
        try:
            certificate = Certificate(*host_certificate(self._where.folder / CERTIFICATE))
        except OSError as error:
            return failed("online.problem.failed", error)
        here = _Here(self._host, certificate, self._nearby(), partial(self._tell_of, self._wish))
        try:
            await here.open(open_table, self._where.address, port or self._where.port, TRIES if port else 1)
        except (OSError, ArrangementError, TableError) as error:
            await here.close()
            taken = isinstance(error, OSError)
            return Notice("online.problem.port_taken" if taken else "online.problem.not_understood")
        return here


class _Muted:
    """Tells news until it is muted, so that nothing comes from a table that was left."""

    def __init__(self, tell: Callable[[ToGuest | Others], None]) -> None:
        self._tell: Callable[[ToGuest | Others], None] | None = tell

    def __call__(self, news: ToGuest | Others) -> None:
        if self._tell is not None:
            self._tell(news)
        if isinstance(news, Elsewhere):  # the end of this connection must not be taken for that of the next one
            self.mute()

    def mute(self) -> None:
        self._tell = None


class _Elsewhere:
    """The way to a table at another computer."""

    def __init__(self, invitation: Invitation, tell: Callable[[ToGuest | Others], None]) -> None:
        self._tell = _Muted(tell)
        self._connection = Connection(invitation, self._tell, self._tell)
        self._task = asyncio.create_task(self._connection.run())
        self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Say it if the connection has ended by a fault of the program."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            error_logger().error("the connection failed", exc_info=error)
            self._tell(LinkChange("closed", failed("online.problem.broken", error)))

    def send(self, message: ToHost) -> None:
        self._connection.send(message)

    def mute(self) -> None:
        """Tell nothing more."""
        self._tell.mute()

    async def close(self) -> None:
        """Send what is to be sent, and go."""
        self.mute()
        self._connection.leave()
        await asyncio.wait([self._task], timeout=PATIENCE)
        self._task.cancel()


class _Here:
    """A table that is open at this computer, with the window's own connection to it."""

    def __init__(
        self,
        make_hosting: MakeHosting,
        certificate: Certificate,
        neighbourhood: Neighbourhood,
        tell: Callable[[ToGuest | Others], None],
    ) -> None:
        self._hosting = make_hosting(self._changed, self._unsaved)
        self._certificate = certificate
        self._neighbourhood = neighbourhood
        self._tell = _Muted(tell)
        self._window: Link | None = None
        self._task: asyncio.Task[None] | None = None
        """Lets time pass, and announces what changes."""
        self._log = error_logger()
        self._doors = Doorkeeper(self._hosting.house, certificate, self._log)
        self._place: OpenTable | None = None
        self._port = 0
        self._addresses: list[str] = []
        self._invitations: tuple[Invitation, ...] = ()
        self._news = asyncio.Event()
        """Set when what is announced may have changed."""
        self._failed = False
        self._is_left = False
        """Whether the player has left the table on purpose."""

    async def open(
        self, open_table: Callable[[Hosting], OpenTable], address: str | None, port: int, tries: int
    ) -> None:
        """Open a table, at another port if this one is taken at so many tries.

        Raises:
            OSError: no port can be had.
            ArrangementError, TableError: there can't be such a table.
        """
        place = self._place = open_table(self._hosting)
        self._window = self._hosting.house.enter(place.number, _Window(self._tell))
        self._port = await self._listen(address, port, tries)
        self._hosting.set_port(self._port)
        self._addresses = [address] if address else own_addresses() or ["127.0.0.1"]
        pin = self._certificate.fingerprint
        self._invitations = tuple(
            Invitation(one, self._port, place.number, place.secret, pin) for one in self._addresses
        )
        self._tell(TableOpened(self._invitations, place.table.host_token))
        self._tell(LinkChange("joined"))
        self._task = asyncio.create_task(self._run())

    async def _listen(self, address: str | None, port: int, tries: int) -> int:
        """Open the doors; return the port.

        Raises:
            OSError: no port can be had.
        """
        for left in reversed(range(tries)):
            try:
                return await self._doors.open(address, port)
            except OSError:
                if left:
                    await asyncio.sleep(BETWEEN)
        return await self._doors.open(address, 0)

    def send(self, message: ToHost) -> None:
        if self._window is not None:
            self._is_left = isinstance(message, Leave)
            self._window.receive(message)

    def moved_here(self) -> Opened:
        """What the former host of the table is told."""
        assert self._place is not None
        return Opened(link(self._invitations[0]), self._place.table.vouchers)

    def mute(self) -> None:
        """Tell nothing more."""
        self._tell.mute()

    def _changed(self, _: int) -> None:
        self._news.set()

    def _unsaved(self, error: OSError) -> None:
        """Say once that the table can't be kept."""
        if not self._failed:
            self._failed = True
            self._tell(TableUnsaved(error.strerror or str(error)))

    async def _run(self) -> None:
        """Let time pass and announce the table, until cancelled. Without announcements the table goes on."""
        announcing = asyncio.create_task(self._announce())
        try:
            await self._hosting.run()
        except Exception as error:
            self._log.exception("the table failed")
            self._tell(LinkChange("closed", failed("online.problem.failed", error)))
        finally:
            announcing.cancel()

    async def _announce(self) -> None:
        """Tell everybody nearby about the table, again whenever that has changed."""
        try:
            await self._keep_announcing()
        except Exception:  # whatever the network or its library does, friends can still be invited
            self._log.exception("the table can't be announced")

    async def _keep_announcing(self) -> None:
        told: Announced | None = None
        while True:
            await self._news.wait()
            self._news.clear()
            now = self._announcement()
            if now != told and self._place is not None and self._place.nearby != "no":
                told = now
                await self._neighbourhood.announce(now, self._port, self._addresses)

    def _announcement(self) -> Announced:
        """What everybody nearby is told."""
        assert self._place is not None
        place, roster = self._place, self._place.table.roster()
        host = next((person.name for person in roster.people if person.number == roster.host), "")
        free = sum(not chair.person for chair in roster.chairs)
        secret = place.secret if place.nearby == "open" else b""
        pin = self._certificate.fingerprint
        return Announced(host, roster.game, free, roster.seats, PROTOCOL, place.number, pin, secret)

    async def close(self) -> None:
        """Close the table. Guests wait for it to come back, unless it is closed for good or handed over."""
        self.mute()
        if self._task is not None:
            self._task.cancel()
        if self._place is not None:
            await self._neighbourhood.withdraw(self._place.number)
            if self._place.table.phase == "closed" or self._is_left:
                self._hosting.close_table(self._place.number)
        await self._doors.close()
        self._hosting.close()
