"""A line to a table that never was: a company for tests and pictures of the lobby and the room."""

from collections.abc import Sequence
from typing import Any

from engine.games import GAMES
from engine.notices import Notice
from engine.online.discovery import Nearby
from engine.online.invitation import Invitation
from engine.online.messages import Arrange, ChairState, Handed, PersonState, Roster, Said, ToGuest, ToHost, Welcome
from engine.online.news import LinkChange, NearbyChanged, TableOpened
from engine.people import CHARACTERS
from scenes.app import App
from scenes.work.company import Announced, Company

INVITATION = Invitation("192.168.1.20", 47700, 7, bytes(range(10)), bytes(range(32)))
FURTHER = Invitation("2001:db8::7", 47700, 7, bytes(range(10)), bytes(range(32)))
NEARBY = (
    Nearby("a", "Bartholomeu Luz", "big_two", 2, 4, 1, "192.168.1.7", 47700, 1, bytes(32), bytes(10)),
    Nearby("b", "Zoë", "gurch", 0, 3, 1, "192.168.1.9", 47700, 2, bytes(32)),
    Nearby("c", "", "canasta", 1, 4, 1, "192.168.1.11", 47700, 3, bytes(32)),
)


class PreparedLine:
    """Carries what a test gives it, and keeps what is sent.

    Args:
        waiting: what comes first.
    """

    def __init__(self, *waiting: Any) -> None:
        self.waiting: list[ToGuest | LinkChange | TableOpened | NearbyChanged] = list(waiting)
        self.sent: list[ToHost] = []
        self.did: list[Any] = []
        """What else it was asked to do."""

    def open_table(self, arrange: Arrange, *, nearby: Announced) -> None:
        self.did.append(("open", arrange, nearby))

    def take_over(self, handed: Handed, heir: int) -> None:
        self.did.append(("take over", handed, heir))

    def open_again(self, number: int) -> None:
        self.did.append(("again", number))

    def join(self, invitation: Invitation) -> None:
        self.did.append(("join", invitation))

    def look(self, on: bool) -> None:
        self.did.append(("look", on))

    def send(self, *messages: ToHost) -> None:
        self.sent += messages

    def poll(self) -> Sequence[ToGuest | LinkChange | TableOpened | NearbyChanged]:
        came, self.waiting = self.waiting, []
        return came

    def leave(self) -> None:
        self.did.append("leave")

    def close(self) -> None:
        self.did.append("close")


def meet(app: App, *waiting: Any) -> PreparedLine:
    """Give the program a company on a prepared line, and the line."""
    line = PreparedLine(*waiting)
    app.company = Company(line, app)
    return line


def roster(slug: str, people: Sequence[PersonState], seats: int = 0, **more: Any) -> Roster:
    """A room in which these people sit, one after the other, without those who watch."""
    seats = seats or GAMES[slug].seats_default
    sitting = [person.number for person in people if not person.watching]
    chairs = tuple(
        ChairState(one.slug, one.level, sitting[seat] if seat < len(sitting) else 0)
        for seat, one in enumerate(list(CHARACTERS.values())[:seats])
    )
    values: dict[str, Any] = {"phase": "room", "host": 1, "options": {}, "rules": {}, **more}
    return Roster(game=slug, seats=seats, chairs=chairs, people=tuple(people), **values)


def in_room(app: App, you: int, shown: Roster, *more: Any) -> PreparedLine:
    """Let the program join a table as the person of this number, 1 being the host."""
    line = meet(app)
    assert app.company is not None
    if you == shown.host:
        app.company.open_table(None)
        line.waiting.append(TableOpened((INVITATION, FURTHER)))
    else:
        app.company.join(INVITATION)
    line.waiting += [LinkChange("joined"), Welcome("1.2.0", "token", you), shown, *more]
    app.step(16, [])
    return line


def refused(key: str, **figures: Any) -> LinkChange:
    """The news that the connection is closed, and why."""
    return LinkChange("closed", Notice(key, figures))


def said(who: int, phrase: str) -> Said:
    """Somebody says a phrase."""
    return Said(who, who - 1, phrase)
