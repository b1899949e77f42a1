"""A transport without a table, for tests and pictures of the online screens and the lobby."""

from collections.abc import Sequence
from typing import Any

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.guest.message_verifier import VerifiedMessage
from engine.online.network_events import ConnectionChanged, NearbyTablesChanged, TableOpened
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import (
    ChairState,
    ChatMessage,
    ParticipantState,
    Roster,
    TableConfig,
    TableHandedOver,
    ToGuest,
    ToHost,
    Welcome,
)
from scenes.app import App
from scenes.work.online_session import NearbyAccess, OnlineSession

INVITATION = Invitation("192.168.1.20", 47700, 7, bytes(range(10)), bytes(range(32)))
IPV6_INVITATION = Invitation("2001:db8::7", 47700, 7, bytes(range(10)), bytes(range(32)))
NEARBY_TABLES = (
    NearbyTable("a", "Bartholomeu Luz", "big_two", 2, 4, 1, "192.168.1.7", 47700, 1, bytes(32), bytes(10)),
    NearbyTable("b", "Zoë", "gurch", 0, 3, 1, "192.168.1.9", 47700, 2, bytes(32)),
    NearbyTable("c", "", "canasta", 1, 4, 1, "192.168.1.11", 47700, 3, bytes(32)),
)
Incoming = ToGuest | VerifiedMessage | ConnectionChanged | TableOpened | NearbyTablesChanged


class QueuedTransport:
    """Delivers the messages queued by a test and records the sent ones.

    Args:
        waiting: the first messages to deliver.
    """

    def __init__(self, *waiting: Any) -> None:
        self.pending: list[Incoming] = list(waiting)
        self.sent: list[ToHost] = []
        self.calls: list[Any] = []
        """All other calls."""

    def open_table(self, config: TableConfig, *, nearby: NearbyAccess) -> None:
        self.calls.append(("open", config, nearby))

    def take_over(self, handed: TableHandedOver, heir: int) -> None:
        self.calls.append(("take over", handed, heir))

    def reopen_table(self, number: int) -> None:
        self.calls.append(("again", number))

    def join(self, invitation: Invitation) -> None:
        self.calls.append(("join", invitation))

    def set_browsing(self, on: bool) -> None:
        self.calls.append(("look", on))

    def send(self, *messages: ToHost) -> None:
        self.sent += messages

    def poll(self) -> Sequence[Incoming]:
        received, self.pending = self.pending, []
        return received

    def leave(self) -> None:
        self.calls.append("leave")

    def close(self) -> None:
        self.calls.append("close")


def attach_session(app: App, *waiting: Any) -> QueuedTransport:
    """Give the program an online session on a prepared transport; return the transport."""
    transport = QueuedTransport(*waiting)
    app.online_session = OnlineSession(transport, app)
    return transport


def roster(slug: str, people: Sequence[ParticipantState], seats: int = 0, **more: Any) -> Roster:
    """Return a lobby in which these people sit in order, without the spectators."""
    seats = seats or GAMES[slug].seats_default
    sitting = [person.number for person in people if not person.is_spectator]
    chairs = tuple(
        ChairState(one.slug, one.default_level, sitting[seat] if seat < len(sitting) else 0)
        for seat, one in enumerate(list(CHARACTERS.values())[:seats])
    )
    values: dict[str, Any] = {"phase": "room", "host_number": 1, "options": {}, "rules": {}, **more}
    return Roster(game=slug, seats=seats, chairs=chairs, participants=tuple(people), **values)


def join_room(app: App, you: int, lobby: Roster, *more: Any) -> QueuedTransport:
    """Join a table in the lobby as the participant of this number. The host's is 1."""
    transport = attach_session(app)
    assert app.online_session is not None
    if you == lobby.host_number:
        app.online_session.open_table(TableConfig(lobby.game, lobby.seats, {}, (), {}))
        transport.pending.append(TableOpened((INVITATION, IPV6_INVITATION)))
    else:
        app.online_session.join(INVITATION)
    transport.pending += [ConnectionChanged("joined"), Welcome("1.2.0", "token", you), lobby, *more]
    app.step(16, [])
    return transport


def refused_change(key: str, **placeholders: Any) -> ConnectionChanged:
    """Return the event of a closed connection with its reason."""
    return ConnectionChanged("closed", Notice(key, placeholders))


def make_chat_message(who: int, phrase: str) -> ChatMessage:
    return ChatMessage(who, who - 1, phrase)
