"""A table of several computers without any network: the host's table, and a line to it for each guest."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.games import GAMES
from engine.moves import Move
from engine.notices import Notice
from engine.online.guest import Guest
from engine.online.invitation import Invitation
from engine.online.messages import Arrange, Fallback, Handed, Ready, Start, ToGuest, ToHost, encoded, to_guest, to_host
from engine.online.news import LinkChange, NearbyChanged, TableOpened
from engine.online.table import Table
from engine.people import CHARACTERS, LEVELS
from engine.rng import Rng
from engine.settings import Settings
from engine.work.thinking import Question, Reply
from scenes.shell.destinations import TableElsewhere
from scenes.work.company import Announced, Company
from tests.support.at_table import settings
from tests.support.piloting import Pilot

INVITATION = Invitation("127.0.0.1", 1, 1, bytes(10))
Answers = Callable[[Question], Move]


def arrangement(slug: str, seats: int = 0, **rules: bool | int | str) -> Arrange:
    """A table of a game with these rules; computer players of the easiest level in every chair."""
    seats = seats or GAMES[slug].seats_default
    chairs = tuple(Fallback(name, LEVELS[0]) for name in list(CHARACTERS)[:seats])
    return Arrange(slug, seats, {}, chairs, dict(rules))


class TableHere:
    """The host's table. Messages travel as bytes, and arrive when ``deliver`` is called.

    Args:
        wish: how the table is.
        answers: gives the answers of computer players; by default any legal move.
        seed: of the match, and of these answers.
    """

    def __init__(self, wish: Arrange, answers: Answers | None = None, seed: int = 5) -> None:
        self._tokens = iter(range(1, 1_000_000))
        self._rng = Rng(seed)
        self._answers = answers or self._any
        self.table = Table(wish, new_key=lambda: seed, new_token=lambda: f"token-{next(self._tokens)}")
        self.lines: dict[int, Wire] = {}

    def _any(self, question: Question) -> Move:
        return self._rng.choice(question.view.legal_moves(question.seat))

    def wire(self) -> "Wire":
        """A new line to this table."""
        return Wire(self)

    def deliver(self) -> None:
        """Bring every message of the host to its guest, and let computer players answer."""
        for question in self.table.take_questions()[0]:
            self.table.answer_of_computer(Reply(question.request, self._answers(question)))
        for link, message in self.table.take_out():
            if link in self.lines:
                self.lines[link].inbox.append(to_guest(encoded(message)))

    def pass_time(self, ms: float) -> None:
        """Let milliseconds pass at the host, and deliver."""
        self.table.pass_time(ms)
        self.deliver()


class Wire:
    """A line that hands messages over at once; ``cut`` it, and they are lost."""

    _links = iter(range(1, 1_000_000))

    def __init__(self, host: TableHere) -> None:
        self.host = host
        self.inbox: deque[ToGuest | LinkChange | TableOpened | NearbyChanged] = deque()
        self.link: int | None = None

    def open_table(self, arrange: Arrange, *, nearby: Announced) -> None:
        raise NotImplementedError

    def take_over(self, handed: Handed, heir: int) -> None:
        raise NotImplementedError

    def open_again(self, number: int) -> None:
        raise NotImplementedError

    def join(self, invitation: Invitation) -> None:
        self.restore()

    def look(self, on: bool) -> None:
        pass

    def send(self, *messages: ToHost) -> None:
        for message in messages:
            if self.link is None:
                return
            said = to_host(encoded(message))
            if type(said).__name__ == "Hello":
                self.host.table.connect(self.link, said)  # type: ignore[arg-type]  # the name says it
            else:
                self.host.table.receive(self.link, said)
            self.host.deliver()

    def poll(self) -> list[ToGuest | LinkChange | TableOpened | NearbyChanged]:
        came = list(self.inbox)
        self.inbox.clear()
        return came

    def cut(self) -> None:
        """Lose the connection."""
        if self.link is not None:
            self.host.lines.pop(self.link)
            self.host.table.disconnect(self.link)
            self.link = None
            self.host.deliver()
        self.inbox.clear()
        self.inbox.append(LinkChange("away"))

    def restore(self) -> None:
        """Stand again."""
        self.link = next(self._links)
        self.host.lines[self.link] = self
        self.inbox.append(LinkChange("joined"))

    def leave(self) -> None:
        if self.link is not None:
            self.host.lines.pop(self.link, None)
        self.link = None

    def close(self) -> None:
        self.leave()


class Friend:
    """A guest without a window, who answers with any legal move."""

    def __init__(
        self, host: TableHere, name: str, *, portrait: str = "you", watching: bool = False, seed: int = 1
    ) -> None:
        self.wire = host.wire()
        self.company = Company(self.wire, Named(name, portrait))
        self.company.join(INVITATION, watching=watching)
        self._rng = Rng(seed)
        self.update()

    @property
    def guest(self) -> Guest:
        """The guest's side of the table."""
        assert self.company.guest is not None
        return self.company.guest

    def update(self) -> None:
        """Take what has come."""
        for _ in range(4):
            self.company.update(0.0)

    def play(self) -> bool:
        """Answer, if asked; True when an answer was given."""
        self.update()
        game, seat = self.guest.game, self.guest.seat
        self.guest.steps.clear()
        if game is None or seat not in game.waiting() or self.guest.answered == self.guest.question:
            return False
        self.company.send(self.guest.answer(self._rng.choice(game.legal_moves(seat))))
        return True


class Named:
    """A player with this name."""

    def __init__(self, name: str, portrait: str = "you") -> None:
        self.settings = replace(Settings(), name=name, portrait=portrait)  # type: ignore[arg-type]  # one of them
        self.notices: list[Notice] = []


def pilot_at(folder: Path, host: TableHere, name: str = "Ana", *, watching: bool = False, **values: object) -> Pilot:
    """A pilot before a window of the program, who has joined the table."""
    settings(folder, name=name, **values)
    pilot = Pilot(folder)
    wire = host.wire()
    pilot.app.company = Company(wire, pilot.app)
    pilot.app.company.join(INVITATION, watching=watching)
    pilot.step()
    pilot.step()
    return pilot


def begin(host: TableHere, pilot: Pilot) -> None:
    """Let the match begin: the first who came starts it when everybody is ready."""
    for link in list(host.lines):
        host.table.receive(link, Ready())
    host.table.receive(min(host.lines), Start())
    host.deliver()
    pilot.step()
    pilot.app.go(TableElsewhere())
