"""Online sessions at a ``LocalTable``: of a program, and of scripted guests."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from engine.bots.common.fallback import BotFailure
from engine.online.discovery import NearbyTable
from engine.online.guest.guest_state import Guest
from engine.online.network_events import ConnectionChanged, NearbyTablesChanged, TableOpened
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import Ready, Start, TableConfig, ToHost
from engine.profile.visited_tables import VisitedTables
from engine.settings import Settings
from scenes.shell.destinations import OnlineTable
from scenes.work.online_session import MessageTransport, NearbyAccess, OnlineSession
from tests.support.local_table import LocalTable
from tests.support.profile_pilot import Pilot
from tests.support.queued_transport import INVITATION, Incoming, QueuedTransport
from tests.support.scripted_player import ScriptedPlayer
from tests.support.tables import start_program

MAX_PEOPLE = 99
"""Number of participants for which a scripted guest waits who never starts a match."""


class LocalTransport(QueuedTransport):
    """A guest's transport to a local table. After ``lose_connection`` messages are lost."""

    _connection_ids = count(1)

    def __init__(self, host: LocalTable) -> None:
        super().__init__()
        self.host = host
        self.connection_id: int | None = None

    def open_table(self, config: TableConfig, *, nearby: NearbyAccess) -> None:
        super().open_table(config, nearby=nearby)
        self.host.is_open = True
        self.host.open(config)
        self.reopen_table(0)

    def reopen_table(self, number: int) -> None:
        self.pending.append(TableOpened((INVITATION,)))
        self.reconnect()

    def join(self, invitation: Invitation) -> None:
        assert invitation.secret == INVITATION.secret
        self.reconnect()

    def set_browsing(self, on: bool) -> None:
        table = NearbyTable("a", "Ana", "gurch", 2, 3, 1, INVITATION.address, 47700, 7, INVITATION.fingerprint)
        self.pending.append(NearbyTablesChanged((table,) if on and self.host.is_open else ()))

    def send(self, *messages: ToHost) -> None:
        for message in messages:
            if self.connection_id is not None:
                self.host.send(self.connection_id, message)

    def poll(self) -> Sequence[Incoming]:
        self.host.deliver()
        return super().poll()

    def lose_connection(self) -> None:
        self.leave()
        self.pending = [ConnectionChanged("away")]

    def reconnect(self) -> None:
        """Restore the lost connection."""
        self.connection_id = next(self._connection_ids)
        self.host.transports[self.connection_id] = self
        self.pending.append(ConnectionChanged("joined"))

    def leave(self) -> None:
        if self.connection_id is not None:
            del self.host.transports[self.connection_id]
            self.host.disconnect(self.connection_id)
        self.connection_id = None


class NamedOwner:
    """A player with this name."""

    def __init__(self, name: str, portrait: str = "you") -> None:
        self.settings = replace(Settings(), name=name, portrait=portrait)  # type: ignore[arg-type]  # its type is checked by Settings

    def report_bot_failures(self, failures: Iterable[BotFailure]) -> None:
        raise AssertionError(list(failures))


class SessionPlayer:
    """A scripted player at an online session, without a window."""

    def __init__(
        self, transport: MessageTransport, player: ScriptedPlayer, visited: VisitedTables | None = None
    ) -> None:
        self.player = player
        name, portrait = player.guest.name, player.guest.portrait
        self.session = OnlineSession(transport, NamedOwner(name, portrait), visited)

    @property
    def guest(self) -> Guest:
        """The guest's state of the table."""
        assert self.session.guest is not None
        return self.session.guest

    def update(self) -> None:
        """Process the received messages."""
        for _ in range(4):
            self.session.update(0.0)

    def play(self) -> None:
        """Process the received messages; then be ready, agree and answer as asked."""
        self.update()
        if self.session.guest is not None:
            self.player.guest = self.guest
            self.session.send([*self.guest.take_over(accept=True), *self.player.next_messages()])


class ScriptedGuest(SessionPlayer):
    """A guest at a local table who answers with any legal move."""

    def __init__(
        self, host: LocalTable, name: str, *, portrait: str = "you", as_spectator: bool = False, seed: int = 1
    ) -> None:
        self.transport = LocalTransport(host)
        super().__init__(self.transport, ScriptedPlayer(name, seed, MAX_PEOPLE, MAX_PEOPLE, portrait=portrait))
        self.session.join(INVITATION, as_spectator=as_spectator)
        self.update()


def joined_pilot(
    folder: Path, host: LocalTable, name: str = "Ana", *, as_spectator: bool = False, **values: object
) -> Pilot:
    """Return a pilot of a program that has joined the table."""
    pilot = start_program(folder, name=name, **values)
    pilot.app.online_session = OnlineSession(LocalTransport(host), pilot.app)
    pilot.app.online_session.join(INVITATION, as_spectator=as_spectator)
    pilot.step()
    pilot.step()
    return pilot


def start_match(host: LocalTable, pilot: Pilot) -> None:
    """Start the match: all guests are ready, and the first one starts it."""
    for connection_id in list(host.transports):
        host.table.receive(connection_id, Ready())
    host.send(min(host.transports), Start())
    pilot.step()
    pilot.app.go(OnlineTable())


def advance(host: LocalTable, pilot: Pilot, *friends: ScriptedGuest) -> None:
    """Advance the window by one frame and the host by 50 ms, and let the friends play."""
    host.advance_clock(50)
    for friend in friends:
        friend.play()
    pilot.step(elapsed_ms=50)
