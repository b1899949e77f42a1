"""All tables of a host: who is connected to which, whose message goes where. No network, no clock.

The host's own window is connected like everybody else, only without a network in between.
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.online.discovery import Openness
from engine.online.messages import Answer, Elsewhere, Hello, Refused, ToGuest, ToHost
from engine.online.table import Table
from engine.online.thinkers import Thinkers

MOST_CONNECTIONS = 64
"""Maximum number of connections to a table, those counted that have not said who they are."""


class Way(Protocol):
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
    nearby: Openness = "secret"
    links: "dict[int, Link]" = field(default_factory=dict)
    """Number of a connection -> the connection."""


class Link:
    """One connection to a table. The first message that comes through it must be a ``Hello``."""

    def __init__(self, house: "House", place: OpenTable, number: int, way: Way) -> None:
        self._house = house
        self._place = place
        self.number = number
        self.way = way
        self.greeted = False
        """Whether the table knows of it."""

    def receive(self, message: ToHost) -> None:
        """Take a message of the guest; one that has waited for longer than the connection stands is dropped."""
        if self.number not in self._place.links:
            return
        if not self.greeted:
            if not isinstance(message, Hello):
                self.refuse(Refused("online.problem.not_understood"))
                return
            self.greeted = True
            self._place.table.connect(self.number, message)
        elif isinstance(message, Hello):
            self.refuse(Refused("online.problem.not_understood"))
            return
        else:
            self._house.moves += isinstance(message, Answer)
            self._place.table.receive(self.number, message)
        self._house.pass_on(self._place)

    def refuse(self, why: Refused) -> None:
        """Show the guest the door."""
        self.way.send(why)
        self.way.end()
        self.lose()

    def lose(self) -> None:
        """The connection is gone; harmless when it was told before."""
        if self._place.links.pop(self.number, None) is None or not self.greeted:
            return
        self._place.table.disconnect(self.number)
        self._house.pass_on(self._place)


class House:
    """The tables.

    Args:
        thinkers: answer for the computer players of all tables.
        log: gets faults of the program; a table with one doesn't hold up the others.
    """

    def __init__(self, thinkers: Thinkers, log: logging.Logger) -> None:
        self._thinkers = thinkers
        self._log = log
        self._tables: dict[int, OpenTable] = {}
        self._next_link = 1
        self.moves = 0
        """Number of answers that came in through all connections."""

    @property
    def tables(self) -> Mapping[int, OpenTable]:
        """Number -> table."""
        return self._tables

    @property
    def guests(self) -> int:
        """Number of connections to all tables."""
        return sum(len(place.links) for place in self._tables.values())

    def open(self, place: OpenTable) -> None:
        """Open a table."""
        self._tables[place.number] = place
        self.pass_on(place)

    def close(self, number: int, last: ToGuest | None = None) -> None:
        """Close a table and end all its connections, with a last message."""
        place = self._tables.pop(number)
        self._thinkers.drop_all(number)
        links = tuple(place.links.values())
        place.links.clear()  # their ends are no news to the table, which saves nothing any more
        for link in links:
            if last is not None:
                link.way.send(last)
            link.way.end()

    def secret_of(self, number: int) -> bytes | None:
        """A table's secret; None if there is no such table."""
        place = self._tables.get(number)
        return place.secret if place else None

    def enter(self, number: int, way: Way) -> Link | None:
        """Connect somebody to a table; None if there is none or it has too many connections."""
        place = self._tables.get(number)
        if place is None or len(place.links) >= MOST_CONNECTIONS:
            return None
        link = place.links[self._next_link] = Link(self, place, self._next_link, way)
        self._next_link += 1
        return link

    def pass_time(self, ms: float) -> None:
        """Let time pass at all tables; milliseconds."""
        for place in tuple(self._tables.values()):
            try:
                place.table.pass_time(ms)
                self.pass_on(place)
            except Exception:
                self._log.exception("table %d failed", place.number)

    def take_replies(self, ms: float) -> None:
        """Give tables the answers of their computer players; ``ms`` since the last time."""
        for number, reply in self._thinkers.poll(ms):
            place = self._tables.get(number)
            if place is not None:
                place.table.answer_of_computer(reply)
                self.pass_on(place)

    @property
    def thinking(self) -> bool:
        """Whether a computer player thinks, so that ``take_replies`` should be called often."""
        return self._thinkers.busy

    def pass_on(self, place: OpenTable) -> None:
        """Send what a table has to say, and let its computer players think."""
        ended = list(self._send(place))
        asked, dropped = place.table.take_questions()
        for request in dropped:
            self._thinkers.drop(place.number, request)
        for question in asked:
            self._thinkers.ask(place.number, question)
        for link in ended:
            link.lose()

    def _send(self, place: OpenTable) -> Iterator[Link]:
        """Send a table's messages; yield the connections that end with them."""
        for number, message in place.table.take_out():
            link = place.links.get(number)
            if link is None:
                continue
            link.way.send(message)
            if isinstance(message, Refused | Elsewhere):
                link.way.end()
                yield link
