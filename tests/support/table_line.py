"""Lines to one real table in this process: what is sent goes through the messages' bytes."""

from collections.abc import Sequence
from itertools import count

from engine.online import messages
from engine.online.discovery import Nearby
from engine.online.invitation import Invitation
from engine.online.messages import Arrange, Handed, Hello, ToGuest, ToHost
from engine.online.news import LinkChange, NearbyChanged, TableOpened
from engine.online.table import Table
from engine.rng import Rng
from scenes.work.company import Announced

INVITATION = Invitation("192.168.1.20", 47700, 7, bytes(range(10)), bytes(range(32)))
Came = ToGuest | LinkChange | TableOpened | NearbyChanged


class House:
    """Where a table is opened, and where all lines lead."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.lines: list[TableLine] = []
        self.announced: Announced = "no"
        self.handed: tuple[Handed, int] | None = None
        """The last table that somebody here was to open, and the number of that person."""
        self._numbers = count(1)

    def line(self) -> "TableLine":
        """A new line, for one more player."""
        self.lines.append(TableLine(self, next(self._numbers)))
        return self.lines[-1]

    def open(self, arrange: Arrange) -> None:
        rng, tokens = Rng(5), count(1)
        self.table = Table(arrange, new_key=rng.bits, new_token=lambda: f"{next(tokens):032x}")

    def deliver(self) -> None:
        """Carry what the table says to the lines."""
        if self.table is not None:
            for link, message in self.table.take_out():
                line = next(line for line in self.lines if line.number == link)
                line.waiting.append(messages.to_guest(messages.encoded(message)))


class TableLine:
    """One player's line to the table."""

    def __init__(self, house: House, number: int) -> None:
        self.house = house
        self.number = number
        self.waiting: list[Came] = []
        self.closed = False

    def open_table(self, arrange: Arrange, *, nearby: Announced) -> None:
        self.house.open(arrange)
        self.house.announced = nearby
        self.waiting += [TableOpened((INVITATION,)), LinkChange("joined")]

    def open_again(self, number: int) -> None:
        self.waiting += [TableOpened((INVITATION,)), LinkChange("joined")]

    def take_over(self, handed: Handed, heir: int) -> None:
        self.house.handed = (handed, heir)

    def join(self, invitation: Invitation) -> None:
        assert invitation.secret == INVITATION.secret
        self.waiting.append(LinkChange("joined"))

    def look(self, on: bool) -> None:
        found = Nearby("a", "Ana", "gurch", 2, 3, 1, INVITATION.address, 47700, 7, INVITATION.pin)
        self.waiting.append(NearbyChanged((found,) if on and self.house.table is not None else ()))

    def send(self, *several: ToHost) -> None:
        for message in several:
            table = self.house.table
            assert table is not None
            if isinstance(message, Hello):
                table.connect(self.number, messages.hello(messages.encoded(message)))
            else:
                table.receive(self.number, messages.to_host(messages.encoded(message)))

    def poll(self) -> Sequence[Came]:
        self.house.deliver()
        came, self.waiting = self.waiting, []
        return came

    def leave(self) -> None:
        if self.house.table is not None:
            self.house.table.disconnect(self.number)

    def close(self) -> None:
        self.closed = True
