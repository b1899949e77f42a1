"""Pictures of the lobby and of the room before a match with friends, for ``tests.pictures``."""

from dataclasses import replace

from engine.online.invitation import link
from engine.online.messages import Offered, PersonState
from engine.online.news import NearbyChanged
from engine.profile.visited import VisitedTable
from scenes.lobby.joining import failure_dialog
from scenes.lobby.lobby import LobbyScreen
from scenes.lobby.room import RoomScreen
from scenes.lobby.you import YouDialog
from scenes.shell.destinations import Home, Room
from tests.support.piloting import Pilot
from tests.support.prepared_line import INVITATION, NEARBY, in_room, meet, refused, roster, said

GAME = "big_two"
CROWD = "pass_the_ace"
"""A game for eight."""
ANA = PersonState(1, "Ana", "hoops", ready=True)
BART = PersonState(2, "Bart Luz", "straw", ready=True)
ZOE = PersonState(3, "Zoë", "chef")
AWAY = PersonState(4, "", "turban", here=False)
WATCHER = PersonState(5, "Mo", "scarf", watching=True)


def lobby(pilot: Pilot, slug: str) -> None:
    """With tables nearby."""
    meet(pilot.app, NearbyChanged(NEARBY))
    pilot.app.go(LobbyScreen(pilot.app))
    pilot.steps(3)


def lobby_alone(pilot: Pilot, slug: str) -> None:
    """Without any table nearby."""
    meet(pilot.app)
    pilot.app.go(LobbyScreen(pilot.app))


def lobby_you(pilot: Pilot, slug: str) -> None:
    lobby_alone(pilot, slug)
    pilot.app.open(YouDialog(pilot.app, pilot.app.lay_out))


def lobby_asks_name(pilot: Pilot, slug: str) -> None:
    """Before a player without a name joins a table."""
    lobby(pilot, slug)
    pilot.app.settings = replace(pilot.app.settings, name="")
    pilot.key(13)


def lobby_joining(pilot: Pilot, slug: str) -> None:
    lobby(pilot, slug)
    pilot.app.settings = replace(pilot.app.settings, name="Mia")
    pilot.key(13)


def home_table(pilot: Pilot, slug: str) -> None:
    """The way back to a match at a friend's table."""
    visited = pilot.app.visited
    visited.remember(VisitedTable(link(INVITATION), "token", GAME, "Bart Luz"))
    visited.play_at(link(INVITATION))
    pilot.app.go(Home())


def lobby_failed(pilot: Pilot, slug: str) -> None:
    lobby(pilot, slug)
    problem = refused("online.problem.unreachable").problem
    assert problem is not None
    pilot.app.open(failure_dialog(pilot.app, problem, lambda: None))


def room_host(pilot: Pilot, slug: str) -> None:
    """The host, with one friend who is ready and one who isn't."""
    in_room(pilot.app, 1, roster(GAME, [ANA, BART, ZOE, WATCHER]), said(2, "hello"), said(3, "one_moment"))
    pilot.app.go(Room())


def room_alone(pilot: Pilot, slug: str) -> None:
    """The host, before anybody has come."""
    in_room(pilot.app, 1, roster(CROWD, [ANA]))
    pilot.app.go(Room())


def room_guest(pilot: Pilot, slug: str) -> None:
    """A guest, with somebody who is away, and house rules."""
    rules = {"hints": True, "turn_clock": 30}
    in_room(pilot.app, 3, roster(GAME, [ANA, BART, ZOE, AWAY], rules=rules), said(1, "good_luck"))
    pilot.app.go(Room())


def room_watching(pilot: Pilot, slug: str) -> None:
    """Somebody who came to watch."""
    in_room(pilot.app, WATCHER.number, roster(GAME, [ANA, BART, ZOE, WATCHER]))
    pilot.app.go(Room())


def room_full(pilot: Pilot, slug: str) -> None:
    """Eight people at a table, and a chosen chair with somebody in it."""
    names = ("Ana", "Bart Luz", "Zoë", "Max", "Willa", "Ji-woo", "Alex", "Bo")
    people = [PersonState(i + 1, name, "glasses", ready=i % 2 == 0) for i, name in enumerate(names)]
    in_room(pilot.app, 1, roster(CROWD, people, 8))
    pilot.app.go(Room())
    room = pilot.app.top
    assert isinstance(room, RoomScreen)
    room.choose_chair(3)


def room_invitation(pilot: Pilot, slug: str) -> None:
    room_host(pilot, slug)
    room = pilot.app.top
    assert isinstance(room, RoomScreen)
    room.invite()


def room_phrases(pilot: Pilot, slug: str) -> None:
    in_room(pilot.app, 1, roster(GAME, [ANA, BART], rules={"free_text": True}))
    pilot.app.go(Room())
    room = pilot.app.top
    assert isinstance(room, RoomScreen)
    room.say()


def room_rules(pilot: Pilot, slug: str) -> None:
    """The table's rules, as the host changes them."""
    room_host(pilot, slug)
    room = pilot.app.top
    assert isinstance(room, RoomScreen)
    room.change_table_rules()


def room_rules_read(pilot: Pilot, slug: str) -> None:
    """The table's rules, as a guest reads them."""
    room_guest(pilot, slug)
    room = pilot.app.top
    assert isinstance(room, RoomScreen)
    room.change_table_rules()


def room_handing(pilot: Pilot, slug: str) -> None:
    """The host, before the table is offered to a friend."""
    room_host(pilot, slug)
    room = pilot.app.top
    assert isinstance(room, RoomScreen)
    room.choose_chair(1)
    room.hand_over()


def room_offered(pilot: Pilot, slug: str) -> None:
    """A guest whom the host asks to open the table."""
    in_room(pilot.app, 3, roster(GAME, [ANA, BART, ZOE]), Offered())
    pilot.app.go(Room())
    pilot.steps(2)


def room_leaving(pilot: Pilot, slug: str) -> None:
    room_host(pilot, slug)
    room = pilot.app.top
    assert isinstance(room, RoomScreen)
    room.back()


ONCE = {
    "lobby": lobby,
    "lobby_alone": lobby_alone,
    "lobby_you": lobby_you,
    "lobby_asks_name": lobby_asks_name,
    "lobby_joining": lobby_joining,
    "home_table": home_table,
    "lobby_failed": lobby_failed,
    "room_host": room_host,
    "room_alone": room_alone,
    "room_guest": room_guest,
    "room_watching": room_watching,
    "room_full": room_full,
    "room_invitation": room_invitation,
    "room_phrases": room_phrases,
    "room_rules": room_rules,
    "room_rules_read": room_rules_read,
    "room_handing": room_handing,
    "room_offered": room_offered,
    "room_leaving": room_leaving,
}
