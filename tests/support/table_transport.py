"""In-process transports to one real table; messages are encoded and decoded as on the network."""

from collections.abc import Sequence
from itertools import count

from engine.online.discovery import NearbyTable
from engine.online.host.table import Table
from engine.online.network_events import ConnectionChanged, NearbyTablesChanged, TableOpened
from engine.online.protocol import messages
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import Hello, TableConfig, TableHandedOver, ToGuest, ToHost
from engine.rng import Rng
from scenes.work.online_session import NearbyAccess

INVITATION = Invitation("192.168.1.20", 47700, 7, bytes(range(10)), bytes(range(32)))
Incoming = ToGuest | ConnectionChanged | TableOpened | NearbyTablesChanged


class TableHub:
    """Opens a table and connects all transports to it."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.transports: list[TableTransport] = []
        self.announced: NearbyAccess = "no"
        self.handed: tuple[TableHandedOver, int] | None = None
        """The last table handed over to a participant of this process, and the participant's number."""
        self._connection_ids = count(1)

    def connect(self) -> "TableTransport":
        """Return a new transport for one more player."""
        self.transports.append(TableTransport(self, next(self._connection_ids)))
        return self.transports[-1]

    def open(self, config: TableConfig) -> None:
        rng, tokens = Rng(5), count(1)
        self.table = Table(config, new_key=rng.bits, new_token=lambda: f"{next(tokens):032x}")

    def deliver(self) -> None:
        """Deliver the table's messages to the transports."""
        if self.table is not None:
            for connection_id, message in self.table.save_and_take_messages():
                transport = next(transport for transport in self.transports if transport.connection_id == connection_id)
                transport.pending.append(messages.decode_to_guest(messages.encode(message)))


class TableTransport:
    """One player's transport to the table."""

    def __init__(self, hub: TableHub, connection_id: int) -> None:
        self.hub = hub
        self.connection_id = connection_id
        self.pending: list[Incoming] = []
        self.closed = False

    def open_table(self, config: TableConfig, *, nearby: NearbyAccess) -> None:
        self.hub.open(config)
        self.hub.announced = nearby
        self.pending += [TableOpened((INVITATION,)), ConnectionChanged("joined")]

    def reopen_table(self, number: int) -> None:
        self.pending += [TableOpened((INVITATION,)), ConnectionChanged("joined")]

    def take_over(self, handed: TableHandedOver, heir: int) -> None:
        self.hub.handed = (handed, heir)

    def join(self, invitation: Invitation) -> None:
        assert invitation.secret == INVITATION.secret
        self.pending.append(ConnectionChanged("joined"))

    def set_browsing(self, on: bool) -> None:
        table = NearbyTable("a", "Ana", "gurch", 2, 3, 1, INVITATION.address, 47700, 7, INVITATION.fingerprint)
        self.pending.append(NearbyTablesChanged((table,) if on and self.hub.table is not None else ()))

    def send(self, *messages_sent: ToHost) -> None:
        for message in messages_sent:
            table = self.hub.table
            assert table is not None
            if isinstance(message, Hello):
                table.connect(self.connection_id, messages.decode_hello(messages.encode(message)))
            else:
                table.receive(self.connection_id, messages.decode_to_host(messages.encode(message)))

    def poll(self) -> Sequence[Incoming]:
        self.hub.deliver()
        received, self.pending = self.pending, []
        return received

    def leave(self) -> None:
        if self.hub.table is not None:
            self.hub.table.disconnect(self.connection_id)

    def close(self) -> None:
        self.closed = True
