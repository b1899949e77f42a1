"""All tables of a host: who is connected to which, whose message goes where. No network, no clock.

The host's own window is connected like everybody else, only without a network in between.
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.online.discovery import NearbyAccess
from engine.online.host.table import Table
from engine.online.host.thinker_pool import ThinkerPool
from engine.online.protocol.messages import Answer, EntryRefused, Hello, TableMoved, ToGuest, ToHost

MAX_CONNECTIONS = 64
"""Maximum number of connections to a table, those counted that have not said who they are."""


class Channel(Protocol):
    """The way to one guest."""

    def send(self, message: ToGuest) -> None:
        """Send a message; never waits."""

    def end(self) -> None:
        """End the connection when everything was sent."""


@dataclass
class OpenTable:
    """One table of this host."""

    number: int
    """As in the invitation."""
    secret: bytes
    table: Table
    nearby_access: NearbyAccess = "secret"
    connections: "dict[int, TableConnection]" = field(default_factory=dict)
    """Number of a connection -> the connection."""


class TableConnection:
    """One connection to a table. The first message that comes through it must be a ``Hello``."""

    def __init__(self, registry: "TableRegistry", open_table: OpenTable, number: int, channel: Channel) -> None:
        self._registry = registry
        self._open_table = open_table
        self.number = number
        self.channel = channel
        self.has_greeted = False
        """Whether the table knows of it."""

    def receive(self, message: ToHost) -> None:
        """Take a message of the guest; one that has waited for longer than the connection stands is dropped."""
        if self.number not in self._open_table.connections:
            return
        if not self.has_greeted:
            if not isinstance(message, Hello):
                self.refuse(EntryRefused("online.problem.not_understood"))
                return
            self.has_greeted = True
            self._open_table.table.connect(self.number, message)
        elif isinstance(message, Hello):
            self.refuse(EntryRefused("online.problem.not_understood"))
            return
        else:
            self._registry.moves_played += isinstance(message, Answer)
            self._open_table.table.receive(self.number, message)
        self._registry.flush(self._open_table)

    def refuse(self, why: EntryRefused) -> None:
        """Show the guest the door."""
        self.channel.send(why)
        self.channel.end()
        self.on_lost()

    def on_lost(self) -> None:
        """The connection is gone; harmless when it was told before."""
        if self._open_table.connections.pop(self.number, None) is None or not self.has_greeted:
            return
        self._open_table.table.disconnect(self.number)
        self._registry.flush(self._open_table)


class TableRegistry:
    """The tables.

    Args:
        thinkers: answer for the computer players of all tables.
        log: gets faults of the program; a table with one doesn't hold up the others.
    """

    def __init__(self, thinkers: ThinkerPool, log: logging.Logger) -> None:
        self._thinkers = thinkers
        self._log = log
        self._tables: dict[int, OpenTable] = {}
        self._next_connection_id = 1
        self.moves_played = 0
        """Number of answers that came in through all connections."""

    @property
    def tables(self) -> Mapping[int, OpenTable]:
        """Number -> table."""
        return self._tables

    @property
    def guest_count(self) -> int:
        """Number of connections to all tables."""
        return sum(len(place.connections) for place in self._tables.values())

    def open(self, open_table: OpenTable) -> None:
        """Open a table."""
        self._tables[open_table.number] = open_table
        self.flush(open_table)

    def close(self, number: int, last: ToGuest | None = None) -> None:
        """Close a table and end all its connections, with a last message."""
        place = self._tables.pop(number)
        self._thinkers.drop_all(number)
        links = tuple(place.connections.values())
        place.connections.clear()  # their ends are no news to the table, which saves nothing any more
        for link in links:
            if last is not None:
                link.channel.send(last)
            link.channel.end()

    def table_secret(self, number: int) -> bytes | None:
        """A table's secret; None if there is no such table."""
        place = self._tables.get(number)
        return place.secret if place else None

    def connect(self, number: int, channel: Channel) -> TableConnection | None:
        """Connect somebody to a table; None if there is none or it has too many connections."""
        place = self._tables.get(number)
        if place is None or len(place.connections) >= MAX_CONNECTIONS:
            return None
        link = place.connections[self._next_connection_id] = TableConnection(
            self, place, self._next_connection_id, channel
        )
        self._next_connection_id += 1
        return link

    def advance_clock(self, ms: float) -> None:
        """Let time pass at all tables; milliseconds."""
        for place in tuple(self._tables.values()):
            try:
                place.table.advance_clock(ms)
                self.flush(place)
            except Exception:
                self._log.exception("table %d failed", place.number)

    def apply_bot_replies(self, ms: float) -> None:
        """Give tables the answers of their computer players; ``ms`` since the last time."""
        for number, reply in self._thinkers.poll(ms):
            place = self._tables.get(number)
            if place is not None:
                place.table.receive_bot_reply(reply)
                self.flush(place)

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player thinks, so that ``apply_bot_replies`` should be called often."""
        return self._thinkers.is_busy

    def flush(self, open_table: OpenTable) -> None:
        """Send what a table has to say, and let its computer players think."""
        ended = list(self._send(open_table))
        asked, dropped = open_table.table.take_bot_requests()
        for request in dropped:
            self._thinkers.drop(open_table.number, request)
        for question in asked:
            self._thinkers.ask(open_table.number, question)
        for link in ended:
            link.on_lost()

    def _send(self, open_table: OpenTable) -> Iterator[TableConnection]:
        """Send a table's messages; yield the connections that end with them."""
        for number, message in open_table.table.take_messages():
            link = open_table.connections.get(number)
            if link is None:
                continue
            link.channel.send(message)
            if isinstance(message, EntryRefused | TableMoved):
                link.channel.end()
                yield link
