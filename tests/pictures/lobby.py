"""Pictures of the online screen and of the lobby before an online match, for ``tests.pictures``."""

from dataclasses import replace

from engine.online.network_events import NearbyTablesChanged
from engine.online.protocol.invitation import to_url
from engine.online.protocol.messages import Offered, ParticipantState
from engine.profile.visited_tables import VisitedTable
from scenes.screens.lobby.connection_dialogs import failure_dialog
from scenes.screens.lobby.lobby_screen import LobbyScreen
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.shell.destinations import Home, OnlineRoom
from scenes.shell.identity_dialog import IdentityDialog
from tests.support.profile_pilot import Pilot
from tests.support.queued_transport import (
    INVITATION,
    NEARBY_TABLES,
    attach_session,
    join_room,
    make_chat_message,
    refused_change,
    roster,
)

GAME = "big_two"
LARGE_GAME = "pass_the_ace"
"""A game for many players."""
ANA = ParticipantState(1, "Ana", "hoops", is_ready=True)
BART = ParticipantState(2, "Bart Luz", "straw", is_ready=True)
ZOE = ParticipantState(3, "Zoë", "chef")
ABSENT_PERSON = ParticipantState(4, "", "turban", is_connected=False)
SPECTATOR = ParticipantState(5, "Mo", "scarf", is_spectator=True)


def _room(pilot: Pilot) -> RoomScreen:
    assert isinstance(pilot.app.top, RoomScreen)
    return pilot.app.top


def lobby(pilot: Pilot) -> None:
    attach_session(pilot.app, NearbyTablesChanged(NEARBY_TABLES))
    pilot.app.go(LobbyScreen(pilot.app))
    pilot.run_frames(3)


def lobby_alone(pilot: Pilot) -> None:
    attach_session(pilot.app)
    pilot.app.go(LobbyScreen(pilot.app))


def lobby_you(pilot: Pilot) -> None:
    lobby_alone(pilot)
    pilot.app.open(IdentityDialog(pilot.app, pilot.app.lay_out))


def lobby_asks_name(pilot: Pilot) -> None:
    """Show the question for a name before a nameless player joins a table."""
    lobby(pilot)
    pilot.app.settings = replace(pilot.app.settings, name="")
    pilot.press_keys(13)


def lobby_joining(pilot: Pilot) -> None:
    lobby(pilot)
    pilot.app.settings = replace(pilot.app.settings, name="Mia")
    pilot.press_keys(13)


def home_table(pilot: Pilot) -> None:
    """Show the home screen with the button back to an online match."""
    visited = pilot.app.visited
    visited.remember(VisitedTable(to_url(INVITATION), "token", GAME, "Bart Luz"))
    visited.set_current(to_url(INVITATION))
    pilot.app.go(Home())


def lobby_failed(pilot: Pilot) -> None:
    lobby(pilot)
    problem = refused_change("online.problem.unreachable").problem
    assert problem is not None
    pilot.app.open(failure_dialog(pilot.app, problem, lambda: None))


def room_host(pilot: Pilot) -> None:
    """Show the host's lobby, with a ready friend and another one."""
    join_room(
        pilot.app,
        1,
        roster(GAME, [ANA, BART, ZOE, SPECTATOR]),
        make_chat_message(2, "hello"),
        make_chat_message(3, "one_moment"),
    )
    pilot.app.go(OnlineRoom())


def room_alone(pilot: Pilot) -> None:
    join_room(pilot.app, 1, roster(LARGE_GAME, [ANA]))
    pilot.app.go(OnlineRoom())


def room_guest(pilot: Pilot) -> None:
    """Show a guest's lobby, with an absent participant and house rules."""
    rules = {"hints": True, "turn_clock": 30}
    join_room(
        pilot.app, 3, roster(GAME, [ANA, BART, ZOE, ABSENT_PERSON], rules=rules), make_chat_message(1, "good_luck")
    )
    pilot.app.go(OnlineRoom())


def room_watching(pilot: Pilot) -> None:
    join_room(pilot.app, SPECTATOR.number, roster(GAME, [ANA, BART, ZOE, SPECTATOR]))
    pilot.app.go(OnlineRoom())


def room_full(pilot: Pilot) -> None:
    """Show the lobby with eight people, and a chosen chair with a person."""
    names = ("Ana", "Bart Luz", "Zoë", "Max", "Willa", "Ji-woo", "Alex", "Bo")
    people = [ParticipantState(i + 1, name, "glasses", is_ready=i % 2 == 0) for i, name in enumerate(names)]
    join_room(pilot.app, 1, roster(LARGE_GAME, people, 8))
    pilot.app.go(OnlineRoom())
    _room(pilot).choose_chair(3)


def room_invitation(pilot: Pilot) -> None:
    room_host(pilot)
    _room(pilot).invite()


def room_invitation_more(pilot: Pilot) -> None:
    """Show the ways for friends who can't use the link."""
    room_invitation(pilot)
    more = pilot.app.top.root.find("more")  # type: ignore[attr-defined]
    more.activate()


def room_phrases(pilot: Pilot) -> None:
    join_room(pilot.app, 1, roster(GAME, [ANA, BART], rules={"free_text": True}))
    pilot.app.go(OnlineRoom())
    _room(pilot).choose_phrase()


def room_rules(pilot: Pilot) -> None:
    room_host(pilot)
    _room(pilot).open_table_rules()


def room_rules_read(pilot: Pilot) -> None:
    room_guest(pilot)
    _room(pilot).open_table_rules()


def room_handing(pilot: Pilot) -> None:
    """Show the host's question before the table is offered to a friend."""
    room_host(pilot)
    _room(pilot).choose_chair(1)
    _room(pilot).ask_to_make_host()


def room_offered(pilot: Pilot) -> None:
    """Show a guest whom the host asks to take over the table."""
    join_room(pilot.app, 3, roster(GAME, [ANA, BART, ZOE]), Offered())
    pilot.app.go(OnlineRoom())
    pilot.run_frames(2)


def room_leaving(pilot: Pilot) -> None:
    room_host(pilot)
    _room(pilot).back()
