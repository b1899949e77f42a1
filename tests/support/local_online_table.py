"""An online table without a network: the host's table, and a transport to it for each guest."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from engine.bots.common.fallback import BotFailure
from engine.characters import CHARACTERS, LEVELS
from engine.games import GAMES
from engine.moves import Move
from engine.online.guest.guest_state import Guest
from engine.online.guest.message_verifier import VerifiedMessage
from engine.online.host.table import Table
from engine.online.network_events import ConnectionChanged, NearbyTablesChanged, TableOpened
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import (
    Ready,
    Start,
    SubstituteBot,
    TableConfig,
    TableHandedOver,
    ToGuest,
    ToHost,
    decode_to_guest,
    decode_to_host,
    encode,
)
from engine.rng import Rng
from engine.settings import Settings
from engine.work.thinking import Question, Reply
from scenes.shell.destinations import OnlineTable
from scenes.work.online_session import NearbyAccess, OnlineSession
from tests.support.profile_pilot import Pilot
from tests.support.tables import write_settings

INVITATION = Invitation("127.0.0.1", 1, 1, bytes(10))
Answers = Callable[[Question], Move]


def make_table_config(slug: str, seats: int = 0, **rules: bool | int | str) -> TableConfig:
    """Return the configuration of a table with these rules and easy bots in every chair."""
    seats = seats or GAMES[slug].seats_default
    chairs = tuple(SubstituteBot(name, LEVELS[0]) for name in list(CHARACTERS)[:seats])
    return TableConfig(slug, seats, {}, chairs, dict(rules))


class LocalTable:
    """The host's table. Messages are encoded to bytes, and arrive when ``deliver`` is called.

    Args:
        config: the configuration of the table.
        answers: gives the bots' answers; by default any legal move.
        seed: of the match, and of these answers.
    """

    def __init__(self, config: TableConfig, answers: Answers | None = None, seed: int = 5) -> None:
        self._tokens = iter(range(1, 1_000_000))
        self._rng = Rng(seed)
        self._answers = answers or self._answer_randomly
        self.table = Table(config, new_key=lambda: seed, new_token=lambda: f"token-{next(self._tokens)}")
        self.transports: dict[int, LocalTransport] = {}

    def _answer_randomly(self, question: Question) -> Move:
        return self._rng.choice(question.view.legal_moves(question.seat))

    def connect(self) -> "LocalTransport":
        """Return a new transport to this table."""
        return LocalTransport(self)

    def deliver(self) -> None:
        """Deliver the host's messages to the guests, and answer for the bots."""
        for question in self.table.take_bot_requests()[0]:
            self.table.receive_bot_reply(Reply(question.request, self._answers(question)))
        for connection_id, message in self.table.save_and_take_messages():
            if connection_id in self.transports:
                self.transports[connection_id].inbox.append(decode_to_guest(encode(message)))

    def advance_clock(self, ms: float) -> None:
        """Advance the host's clock by milliseconds, and deliver."""
        self.table.advance_clock(ms)
        self.deliver()


class LocalTransport:
    """A transport that delivers messages at once. After ``lose_connection`` they are lost."""

    _connection_ids = iter(range(1, 1_000_000))

    def __init__(self, host: LocalTable) -> None:
        self.host = host
        self.inbox: deque[ToGuest | VerifiedMessage | ConnectionChanged | TableOpened | NearbyTablesChanged] = deque()
        self.connection_id: int | None = None

    def open_table(self, config: TableConfig, *, nearby: NearbyAccess) -> None:
        raise NotImplementedError

    def take_over(self, handed: TableHandedOver, heir: int) -> None:
        raise NotImplementedError

    def reopen_table(self, number: int) -> None:
        raise NotImplementedError

    def join(self, invitation: Invitation) -> None:
        self.reconnect()

    def set_browsing(self, on: bool) -> None:
        pass

    def send(self, *messages: ToHost) -> None:
        for message in messages:
            if self.connection_id is None:
                return
            decoded = decode_to_host(encode(message))
            if type(decoded).__name__ == "Hello":
                self.host.table.connect(self.connection_id, decoded)  # type: ignore[arg-type]  # tested by its name
            else:
                self.host.table.receive(self.connection_id, decoded)
            self.host.deliver()

    def poll(self) -> list[ToGuest | VerifiedMessage | ConnectionChanged | TableOpened | NearbyTablesChanged]:
        received = list(self.inbox)
        self.inbox.clear()
        return received

    def lose_connection(self) -> None:
        if self.connection_id is not None:
            self.host.transports.pop(self.connection_id)
            self.host.table.disconnect(self.connection_id)
            self.connection_id = None
            self.host.deliver()
        self.inbox.clear()
        self.inbox.append(ConnectionChanged("away"))

    def reconnect(self) -> None:
        """Restore the lost connection."""
        self.connection_id = next(self._connection_ids)
        self.host.transports[self.connection_id] = self
        self.inbox.append(ConnectionChanged("joined"))

    def leave(self) -> None:
        if self.connection_id is not None:
            self.host.transports.pop(self.connection_id, None)
        self.connection_id = None

    def close(self) -> None:
        self.leave()


class ScriptedGuest:
    """A guest without a window that answers with any legal move."""

    def __init__(
        self, host: LocalTable, name: str, *, portrait: str = "you", as_spectator: bool = False, seed: int = 1
    ) -> None:
        self.transport = host.connect()
        self.session = OnlineSession(self.transport, NamedOwner(name, portrait))
        self.session.join(INVITATION, as_spectator=as_spectator)
        self._rng = Rng(seed)
        self.update()

    @property
    def guest(self) -> Guest:
        """The guest's state of the table."""
        assert self.session.guest is not None
        return self.session.guest

    def update(self) -> None:
        """Process the received messages."""
        for _ in range(4):
            self.session.update(0.0)

    def play(self) -> bool:
        """Answer if the seat is to act; return whether an answer was sent."""
        self.update()
        game, seat = self.guest.game, self.guest.seat
        self.guest.steps.clear()
        if game is None or seat not in game.seats_to_act() or self.guest.answered_question == self.guest.question:
            return False
        self.session.send(self.guest.answer(self._rng.choice(game.legal_moves(seat))))
        return True


class NamedOwner:
    """A player with this name."""

    def __init__(self, name: str, portrait: str = "you") -> None:
        self.settings = replace(Settings(), name=name, portrait=portrait)  # type: ignore[arg-type]  # its type is checked by Settings

    def report_bot_failures(self, failures: Iterable[BotFailure]) -> None:
        raise AssertionError(list(failures))


def joined_pilot(
    folder: Path, host: LocalTable, name: str = "Ana", *, as_spectator: bool = False, **values: object
) -> Pilot:
    """Return a pilot of a program that has joined the table."""
    write_settings(folder, name=name, **values)
    pilot = Pilot(folder)
    transport = host.connect()
    pilot.app.online_session = OnlineSession(transport, pilot.app)
    pilot.app.online_session.join(INVITATION, as_spectator=as_spectator)
    pilot.step()
    pilot.step()
    return pilot


def start_match(host: LocalTable, pilot: Pilot) -> None:
    """Start the match: all guests are ready, and the first one starts it."""
    for connection_id in list(host.transports):
        host.table.receive(connection_id, Ready())
    host.table.receive(min(host.transports), Start())
    host.deliver()
    pilot.step()
    pilot.app.go(OnlineTable())
