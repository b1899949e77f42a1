"""Self-test of the network code: two guests play some moves at a table of this computer."""

import asyncio
from functools import partial
from pathlib import Path

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.online.discovery import TableDiscovery
from engine.online.guest.guest_state import Guest
from engine.online.guest.host_connection import HostConnection
from engine.online.host.server import Certificate, TableServer
from engine.online.host.table_host import TableHost
from engine.online.host.table_store import TableStore
from engine.online.host.thinker_pool import ThinkerPool
from engine.online.network_events import ConnectionChanged
from engine.online.protocol.certificate import load_or_create_certificate
from engine.online.protocol.invitation import Invitation, make_qr_code, parse_invitation, to_url
from engine.online.protocol.messages import Ready, Start, SubstituteBot, TableConfig, ToGuest, ToHost
from engine.online.protocol.transport import error_logger
from engine.work.thinking import Thinker

LOOPBACK = "127.0.0.1"
MOVES_TO_PLAY = 2
"""Moves of one guest after which the test has passed; every deal has more."""
TIMEOUT_SECONDS = 60.0
"""Maximum seconds for the test; usual is less than one."""


class SelfTestError(Exception):
    """The guests of the network self-test could not connect or play."""


class _TestGuest:
    """Guest of the network self-test that plays the first legal move."""

    def __init__(self, invitation: Invitation, name: str, played: asyncio.Event) -> None:
        self.guest = Guest(name=name)
        self.answers = 0
        self.began = False
        self._has_played = played
        self.connection = HostConnection(invitation, self._on_message, self._on_change)
        self.task = asyncio.create_task(self.connection.run())

    def _on_change(self, change: ConnectionChanged) -> None:
        if change.state == "joined":
            self.connection.send_if_connected(self.guest.hello())
        elif change.problem is not None:
            raise SelfTestError(change.problem.key)

    def _on_message(self, message: ToGuest) -> None:
        replies = [*self.guest.receive(message), *self._due_messages()]
        for one in replies:
            self.connection.send_if_connected(one)
        if self.answers >= MOVES_TO_PLAY:
            self._has_played.set()

    def _due_messages(self) -> list[ToHost]:
        """Return the messages that the test guest has to send in the table's present phase."""
        guest, roster = self.guest, self.guest.roster
        if roster is None:
            return []
        if roster.phase == "room" and not self.began:
            self.began = not guest.is_host or sum(person.is_ready for person in roster.participants) == 1
            return [Start() if guest.is_host else Ready()] if self.began else []
        view = guest.game
        if roster.phase != "play" or view is None or guest.seat not in view.seats_to_act():
            return []
        answers = guest.answer(view.legal_moves(guest.seat)[0])
        self.answers += len(answers)
        return answers


def run_self_test(folder: Path) -> str:
    """Run the self-test of the network code and return its result as a sentence. Uses only the loopback interface.

    Args:
        folder: for the host's files.

    Raises:
        SelfTestError, TimeoutError: the guests could not connect or play.
    """
    try:
        return asyncio.run(_play_test_match(folder))
    except PermissionError as error:
        return f"not run: this system permits no connections ({error.strerror})"


def _fail(error: OSError) -> None:
    raise error


async def _play_test_match(folder: Path) -> str:
    certificate = Certificate(*load_or_create_certificate(folder / "host.pem"))
    thinkers = ThinkerPool(1, partial(Thinker, process=False))
    table_host = TableHost(TableStore(folder / "tables"), thinkers, lambda _: None, _fail, error_logger())
    server = TableServer(table_host.registry, certificate, error_logger())
    slug = next(iter(GAMES))
    seats = GAMES[slug].seats_default
    chairs = tuple(SubstituteBot(name, "easy") for name in list(CHARACTERS)[:seats])
    open_table = table_host.open_table(TableConfig(slug, seats, {}, chairs, {"pace": "quick"}))
    port = await server.open(LOOPBACK, 0)
    invitation = Invitation(LOOPBACK, port, open_table.number, open_table.secret, certificate.fingerprint)
    discovery = TableDiscovery(lambda: None, [LOOPBACK])
    is_browsing = discovery.browse()
    host_task, has_played = asyncio.create_task(table_host.run()), asyncio.Event()
    guests = [_TestGuest(invitation, name, has_played) for name in ("Ana", "Bob")]
    played_task = asyncio.create_task(has_played.wait())
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            done_tasks, _ = await asyncio.wait(
                [played_task, host_task, *(guest.task for guest in guests)], return_when=asyncio.FIRST_COMPLETED
            )
        for task in done_tasks:
            task.result()
        if not has_played.is_set():
            raise SelfTestError("a guest's connection ended")
    finally:
        for task in (played_task, host_task, *(guest.task for guest in guests)):
            task.cancel()
        await discovery.close()
        await server.close()
        table_host.close_thinkers()
    if parse_invitation(to_url(invitation)) != invitation or not make_qr_code(invitation):
        raise SelfTestError("the invitation can't be parsed from its URL, or has no QR code")
    nearby = "" if is_browsing else "; browsing for tables nearby failed"
    return f"two guests gave {sum(guest.answers for guest in guests)} answers{nearby}"
