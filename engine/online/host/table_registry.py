"""Registry of a host's open tables; routes messages between connections and tables. No network, no clock.

The host's own window has a connection like everybody else, only without a network.
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.online.discovery import NearbyAccess
from engine.online.host.table import Table
from engine.online.host.thinker_pool import ThinkerPool
from engine.online.protocol.messages import Answer, EntryRefused, Hello, TableMoved, ToGuest, ToHost

MAX_CONNECTIONS_PER_TABLE = 64
"""Maximum number of connections to a table, including those without a ``Hello``."""


class Channel(Protocol):
    """Outgoing side of a guest's connection to an online table."""

    def send(self, message: ToGuest) -> None:
        """Queue a message to the guest without blocking."""

    def end(self) -> None:
        """End the guest's connection once all messages are sent."""


@dataclass
class OpenTable:
    """An open online table with its number, secret and connections."""

    number: int
    """Number of the table, as in its invitations."""
    secret: bytes
    table: Table
    nearby_access: NearbyAccess = "secret"
    connections: "dict[int, TableConnection]" = field(default_factory=dict)
    """By number of the connection."""


class TableConnection:
    """One guest's connection to an online table. Its first message must be a ``Hello``."""

    def __init__(self, registry: "TableRegistry", open_table: OpenTable, number: int, channel: Channel) -> None:
        self._registry = registry
        self._open_table = open_table
        self.number = number
        self.channel = channel
        self.has_greeted = False
        """Whether ``Hello`` was received."""

    def receive(self, message: ToHost) -> None:
        """Process a guest's message on this connection; ignored if the connection has ended."""
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
            self._registry.answers_received += isinstance(message, Answer)
            self._open_table.table.receive(self.number, message)
        self._registry.flush(self._open_table)

    def refuse(self, refusal: EntryRefused) -> None:
        """End the connection of a guest with a reason that the guest can display."""
        self.channel.send(refusal)
        self.channel.end()
        self.on_lost()

    def on_lost(self) -> None:
        """Process the end of a guest's connection to a table; a second call does nothing."""
        if self._open_table.connections.pop(self.number, None) is None or not self.has_greeted:
            return
        self._open_table.table.disconnect(self.number)
        self._registry.flush(self._open_table)


class TableRegistry:
    """Registry of a host's open tables, by number.

    Args:
        thinkers: bot processes of all tables.
        log: gets program errors.
    """

    def __init__(self, thinkers: ThinkerPool, log: logging.Logger) -> None:
        self._thinkers = thinkers
        self._log = log
        self._tables: dict[int, OpenTable] = {}
        self._next_connection_id = 1
        self.answers_received = 0
        """Number of answers received on all connections."""

    @property
    def tables(self) -> Mapping[int, OpenTable]:
        """Open tables by number."""
        return self._tables

    @property
    def guest_count(self) -> int:
        """Number of guests' connections to all open tables."""
        return sum(len(open_table.connections) for open_table in self._tables.values())

    def add(self, open_table: OpenTable) -> None:
        """Add an open table to the registry and process its first messages."""
        self._tables[open_table.number] = open_table
        self.flush(open_table)

    def close(self, number: int, last: ToGuest | None = None) -> None:
        """Remove a table from the registry and end all its connections, with a last message if one is given."""
        open_table = self._tables.pop(number)
        self._thinkers.cancel_all(number)
        connections = tuple(open_table.connections.values())
        open_table.connections.clear()  # so that their ends don't reach the table, which must not be saved any more
        for connection in connections:
            if last is not None:
                connection.channel.send(last)
            connection.channel.end()

    def table_secret(self, number: int) -> bytes | None:
        """Return the secret of an open table; None if there is no such table."""
        open_table = self._tables.get(number)
        return open_table.secret if open_table else None

    def connect(self, number: int, channel: Channel) -> TableConnection | None:
        """Connect a guest to a table; None if it doesn't exist or has too many connections."""
        open_table = self._tables.get(number)
        if open_table is None or len(open_table.connections) >= MAX_CONNECTIONS_PER_TABLE:
            return None
        connection = open_table.connections[self._next_connection_id] = TableConnection(
            self, open_table, self._next_connection_id, channel
        )
        self._next_connection_id += 1
        return connection

    def advance_clock(self, ms: float) -> None:
        """Advance the clocks of all tables by ``elapsed_ms`` milliseconds. An error in one doesn't stop the others."""
        for open_table in tuple(self._tables.values()):
            try:
                open_table.table.advance_clock(ms)
                self.flush(open_table)
            except Exception:
                self._log.exception("table %d failed", open_table.number)

    def apply_bot_replies(self, elapsed_ms: float) -> None:
        """Give the bots' replies to their tables; ``elapsed_ms`` are the milliseconds since the last call."""
        for number, reply in self._thinkers.poll(elapsed_ms):
            open_table = self._tables.get(number)
            if open_table is not None:
                open_table.table.receive_bot_reply(reply)
                self.flush(open_table)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot of any table thinks, so that ``apply_bot_replies`` should be called often."""
        return self._thinkers.is_busy

    def flush(self, open_table: OpenTable) -> None:
        """Send a table's waiting messages to its guests and pass its questions to bots."""
        ended_connections = list(self._send_and_yield_ended(open_table))
        questions, cancelled = open_table.table.take_bot_requests()
        for request in cancelled:
            self._thinkers.cancel(open_table.number, request)
        for question in questions:
            self._thinkers.ask(open_table.number, question)
        for connection in ended_connections:
            connection.on_lost()

    def _send_and_yield_ended(self, open_table: OpenTable) -> Iterator[TableConnection]:
        """Send a table's waiting messages to its guests; yield each connection that a message ended."""
        for number, message in open_table.table.save_and_take_messages():
            connection = open_table.connections.get(number)
            if connection is None:
                continue
            connection.channel.send(message)
            if isinstance(message, EntryRefused | TableMoved):
                connection.channel.end()
                yield connection
