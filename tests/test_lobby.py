"""The lobby, and the room before a match with friends, at a real table in this process."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.online.network_events import NearbyTablesChanged
from engine.online.protocol.invitation import format_secret, to_code, to_url
from engine.online.protocol.messages import AbortMatch, HandOver, ParticipantState, Ready, SendChat, Start
from engine.profile.visited_tables import VisitedTable, VisitedTables
from scenes.app import App
from scenes.screens.lobby.invitation_dialog import InvitationDialog, QrCode
from scenes.screens.lobby.lobby_screen import LobbyScreen
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.screens.lobby.table_config import new_table_config, with_changes, with_character, with_level, with_seats
from scenes.screens.lobby.table_rules_screen import TableRulesScreen
from scenes.screens.online_match.menu import possible_hosts, table_menu
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.shell.destinations import Home, OnlineLobby, OnlineRoom
from scenes.shell.dialog import Dialog
from scenes.shell.identity_dialog import IdentityDialog
from scenes.shell.phrases_dialog import PhrasesDialog
from scenes.shell.screen import Screen
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.table.hud.keys import TALK_KEY
from scenes.table.table import Table
from scenes.ui.widgets import Button, Label, SeatPlate, TextField
from scenes.ui.widgets.seat_tiles import CharacterTile
from scenes.work.online_session import NearbyAccess, OnlineSession
from tests.support.local_online_table import LocalTransport, SessionPlayer
from tests.support.local_table import LocalTable
from tests.support.profile_pilot import expect
from tests.support.queued_transport import (
    INVITATION,
    NEARBY_TABLES,
    QueuedTransport,
    attach_session,
    join_room,
    refused_change,
    roster,
)
from tests.support.screens import find_widget, open_app, press, type_in
from tests.support.scripted_player import ScriptedPlayer


def named_app(folder: Path, name: str = "Mia") -> App:
    """Return the program of a player with a name."""
    app = open_app(folder)
    app.settings = replace(app.settings, name=name)
    return app


class ProgramWithFriends:
    """Program at a table, with friends of its player in other sessions."""

    def __init__(self, folder: Path) -> None:
        self.app = named_app(folder)
        self.hub = LocalTable()
        self.friends: list[SessionPlayer] = []
        self.transport = LocalTransport(self.hub)
        self.app.online_session = OnlineSession(self.transport, self.app)

    @property
    def announced(self) -> NearbyAccess:
        """How the program's table is announced to others nearby."""
        (opened,) = (call for call in self.transport.calls if call[0] == "open")
        nearby: NearbyAccess = opened[2]
        return nearby

    def run_frames(self, number: int = 4) -> None:
        for _ in range(number):
            self.app.step(16, [])
            for friend in self.friends:
                friend.session.update(16)

    def add_friend(self, name: str, *, opens: str = "", as_spectator: bool = False) -> SessionPlayer:
        """Add a friend who joins the table, or opens it for the game ``opens``."""
        friend = SessionPlayer(LocalTransport(self.hub), ScriptedPlayer(name, portrait="straw"))
        self.friends.append(friend)
        if opens:
            friend.session.open_table(new_table_config(self.app, opens))
        else:
            friend.session.join(INVITATION, as_spectator=as_spectator)
        self.run_frames()
        return friend

    def open_table(self) -> RoomScreen:
        self.app.go(OnlineLobby())
        press(self.app, pygame.K_RETURN)
        self.run_frames()
        return self.room

    def join_table(self, slug: str) -> SessionPlayer:
        """Join the table that Ana opens for a game; return Ana."""
        ana = self.add_friend("Ana", opens=slug)
        self.app.go(OnlineLobby(to_url(INVITATION)))
        self.run_frames()
        return ana

    def go_to_lobby(self) -> LobbyScreen:
        self.app.go(OnlineLobby())
        assert isinstance(self.app.top, LobbyScreen)
        return self.app.top

    @property
    def room(self) -> RoomScreen:
        assert isinstance(self.app.top, RoomScreen)
        return self.app.top

    def click(self, label: str) -> None:
        widget = find_widget(self.screen, label)
        assert widget.activate(), label
        self.run_frames()

    def toggle_switch(self, text: str) -> None:
        assert next(one for one in self.screen.root.focus_order() if one.accessible_name == text).activate()
        self.run_frames()

    def click_row(self, title: str) -> None:
        """Open a table in the lobby's list."""
        next(one for one in self.screen.root.focus_order() if getattr(one, "title", "") == title).activate()
        self.run_frames()

    @property
    def screen(self) -> Screen:
        assert isinstance(self.app.top, Screen)
        return self.app.top


def program_with_visited_table(folder: Path) -> tuple[App, QueuedTransport]:
    """Return the program of a player who has been at Ana's table, and its transport."""
    app, line = named_app(folder), QueuedTransport()
    app.visited.remember(VisitedTable(to_url(INVITATION), "token-of-ana", "gurch", "Ana"))
    app.online_session = OnlineSession(line, app, app.visited)
    return app, line


def guest_token(app: App) -> str:
    """Return the token with which the program joins a table."""
    assert app.online_session is not None and app.online_session.guest is not None
    return app.online_session.guest.token


@pytest.fixture
def guests(tmp_path: Path) -> ProgramWithFriends:
    return ProgramWithFriends(tmp_path)


def plate_texts(screen: Screen) -> list[tuple[str, str]]:
    """Return the name and the second line of every plate; the player's own plate is last."""
    return [(one.name, one.facts[0].text) for one in screen.root.focus_order() if isinstance(one, SeatPlate)]


def invitation_field(lobby: LobbyScreen) -> TextField:
    field = lobby.root.find("invitation")
    assert isinstance(field, TextField)
    return field


def button_labels(screen: Screen) -> list[str]:
    return [one.label for one in screen.root.focus_order() if isinstance(one, Button)]


@pytest.mark.parametrize("here", [True, False])
def test_host_has_drawn_sign_for_any_names(guests: ProgramWithFriends, here: bool) -> None:
    people = [
        ParticipantState(1, "Ana", "hoops", is_connected=here),
        ParticipantState(2, "host", "straw", is_ready=True),
        ParticipantState(3, "Zoë", "chef"),
    ]
    join_room(guests.app, 3, roster("big_two", people))
    guests.app.go(OnlineRoom())
    shown = [one for one in guests.screen.root.focus_order() if isinstance(one, SeatPlate)]
    assert [one.name for one in shown if one.is_host] == ["Ana"]
    assert {"Ana", "host", "Zoë"} <= {one.name for one in shown}


def test_host_sits_in_room_and_can_invite(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    assert room.guest.is_host and guests.announced == "secret"
    assert plate_texts(room)[-1] == ("Mia", "host")
    assert "Invite friends" in button_labels(room) and "Start" in button_labels(room)
    guests.click("Invite friends")
    assert isinstance(guests.app.top, InvitationDialog)
    dialog = guests.app.top

    def shown_text() -> str:
        texts = [one.string for one in dialog.root.children if isinstance(one, Label)]
        return " ".join(texts).replace("\n", " ")

    code, whole_code = (text.replace("-", " ") for text in (format_secret(INVITATION.secret), to_code(INVITATION)))
    assert code in shown_text() and whole_code not in shown_text()
    assert sorted(button_labels(dialog)) == ["Close", "Copy the link"]
    guests.click("More ways")
    assert code in shown_text() and whole_code in shown_text() and str(INVITATION.port) in shown_text()
    assert any(isinstance(one, QrCode) for one in dialog.root.children) and "Save as a file" in button_labels(dialog)


def test_table_can_be_open_to_all_nearby(guests: ProgramWithFriends) -> None:
    lobby = guests.go_to_lobby()
    lobby.is_open_nearby = True
    lobby.open_table()
    guests.run_frames()
    assert guests.announced == "open"


def test_friend_appears_gets_ready_and_host_starts(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    zoe = guests.add_friend("Zoë")
    assert ("Zoë", "not ready yet") in plate_texts(room)
    assert "Start" not in button_labels(room)  # the button is shown, but disabled
    zoe.session.send([Ready()])
    guests.run_frames()
    assert ("Zoë", "ready") in plate_texts(room)
    guests.click("Start")
    assert guests.hub.table.phase == "play"


@pytest.mark.parametrize("text", [to_code(INVITATION), f"Come and play! {to_url(INVITATION)} See you!"])
def test_invitation_is_read_from_surrounding_text(guests: ProgramWithFriends, text: str) -> None:
    guests.add_friend("Ana", opens="gurch")
    lobby = guests.go_to_lobby()
    lobby.focus_widget(invitation_field(lobby))
    press(guests.app, pygame.K_RETURN)
    type_in(guests.app, text)
    press(guests.app, pygame.K_RETURN)
    guests.run_frames()
    assert not guests.room.guest.is_host
    assert find_widget(guests.room, "I’m ready").enabled


def test_invitation_is_pasted_by_key_from_any_focus(guests: ProgramWithFriends, board: list[str]) -> None:
    line = attach_session(guests.app)
    guests.app.go(OnlineLobby())
    board.append(to_url(INVITATION))
    press(guests.app, pygame.K_v, pygame.KMOD_CTRL)
    assert ("join", INVITATION) in line.calls


def test_nearby_table_asks_for_secret(guests: ProgramWithFriends) -> None:
    guests.add_friend("Ana", opens="gurch")
    guests.app.go(OnlineLobby())
    guests.run_frames()
    guests.click_row("Ana’s table")
    assert isinstance(guests.app.top, TextInputDialog)
    guests.app.top.text = format_secret(INVITATION.secret).lower()
    guests.app.top.confirm()
    guests.run_frames()
    assert isinstance(guests.app.top, RoomScreen)


def test_invalid_invitation_is_explained_and_not_tried(guests: ProgramWithFriends) -> None:
    line = attach_session(guests.app)
    lobby = guests.go_to_lobby()
    lobby.sharing.import_text("Hi there!", "")
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "That didn’t work"
    assert not [one for one in line.calls if one[0] == "join"]


def test_failed_join_is_explained_and_can_be_retried(guests: ProgramWithFriends) -> None:
    line = attach_session(guests.app)
    guests.app.go(OnlineLobby(to_url(INVITATION)))
    line.pending.append(refused_change("online.problem.version", theirs="1.1.0", ours="1.2.0"))
    guests.run_frames()
    assert isinstance(guests.app.top, Dialog)
    assert "1.1.0" in guests.app.top.paragraphs[0].text and "1.2.0" in guests.app.top.paragraphs[0].text
    guests.click("Try again")
    assert [one for one in line.calls if one[0] == "join"] == [("join", INVITATION)] * 2


def test_giving_up_keeps_connection_for_another_try(guests: ProgramWithFriends) -> None:
    line = attach_session(guests.app)
    guests.app.go(OnlineLobby(to_url(INVITATION)))
    press(guests.app, pygame.K_ESCAPE)
    assert "leave" in line.calls and "close" not in line.calls
    assert isinstance(guests.app.top, LobbyScreen)


def test_leaving_lobby_closes_network_thread(guests: ProgramWithFriends) -> None:
    line = attach_session(guests.app)
    guests.app.go(OnlineLobby())
    press(guests.app, pygame.K_ESCAPE)
    assert "close" in line.calls and guests.app.online_session is None


def test_resting_room_prerenders_first_deal(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    store = guests.app.renderer_for(1.0).cache
    made = store.created_count
    assert not room.prerender("moving")
    while room.prerender("still"):
        pass
    assert store.created_count > made + 20
    room.set_seats(5)
    guests.run_frames()
    made = store.created_count
    while room.prerender("still"):
        pass
    assert store.created_count > made, "other numbers of seats need other drawings"


def test_host_chooses_computer_players(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    chair = room.chosen_seat
    seated = {one.character for one in room.roster.chairs}
    tile = next(one for one in room.root.focus_order() if isinstance(one, CharacterTile) and one.portrait not in seated)
    tile.activate()
    guests.run_frames()
    assert room.roster.chairs[chair].character == tile.portrait
    room.set_level("master")
    guests.run_frames()
    room.set_seats(5)
    guests.run_frames()
    assert room.roster.chairs[chair].level == "master" and room.roster.seats == 5
    assert len({one.character for one in room.roster.chairs}) == 5


def test_guest_cannot_choose_bots_but_change_chairs(guests: ProgramWithFriends) -> None:
    guests.join_table("big_two")
    room = guests.room
    assert not [one for one in room.root.focus_order() if isinstance(one, CharacterTile)]
    assert "Change house rules" not in button_labels(room) and "Invite friends" not in button_labels(room)
    room.choose_chair(3)
    guests.click("Sit here")
    assert room.own_seat == 3
    press(guests.app, pygame.K_RETURN)
    guests.run_frames()
    assert "Not yet" in button_labels(room)


def test_table_rules_reach_all_guests(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    zoe = guests.add_friend("Zoë")
    guests.click("Table rules")
    assert isinstance(guests.app.top, TableRulesScreen)
    guests.app.top.change("hints", True)
    guests.run_frames()
    assert zoe.guest.rules.hints and room.guest.rules.hints


def test_phrases_are_read_in_own_language(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    zoe = guests.add_friend("Zoë")
    zoe.session.send([SendChat("good_luck")])
    guests.run_frames()
    said = [one.string for one in room.root.children if isinstance(one, Label) and one.string.startswith("Zoë:")]
    assert said == ["Zoë: Good luck!"]
    press(guests.app, TALK_KEY)
    assert isinstance(guests.app.top, PhrasesDialog)
    guests.click("Hello!")
    assert zoe.guest.chat_messages[-1].phrase == "hello"


def test_kicked_guest_is_notified(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    zoe = guests.add_friend("Zoë")
    seat = room.guest.chair_of_participant(zoe.guest.number)
    assert seat is not None
    room.choose_chair(seat)
    guests.click("Show the door")
    assert zoe.session.problem is not None and zoe.session.problem.key == "online.problem.dismissed"
    assert "Zoë" not in [name for name, _ in plate_texts(room)]


@pytest.mark.parametrize("behind_dialog", [False, True])
def test_closed_table_leads_back_to_lobby_with_notice(guests: ProgramWithFriends, behind_dialog: bool) -> None:
    guests.join_table("gurch")
    if behind_dialog:
        press(guests.app, TALK_KEY)
    guests.transport.pending.append(refused_change("online.problem.version", theirs="1", ours="2"))
    guests.app.ensure_online_session = lambda: OnlineSession(QueuedTransport(), guests.app)  # type: ignore[method-assign]
    guests.app.step(16, [])
    if behind_dialog:
        assert isinstance(guests.app.top, PhrasesDialog)
        press(guests.app, pygame.K_ESCAPE)
    guests.app.step(16, [])
    assert expect(guests.app, Dialog).title == "The table is closed"


def test_leaving_room_is_confirmed_and_frees_chair(guests: ProgramWithFriends) -> None:
    guests.join_table("gurch")
    guests.app.ensure_online_session = lambda: OnlineSession(QueuedTransport(), guests.app)  # type: ignore[method-assign]
    press(guests.app, pygame.K_ESCAPE)
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "Leave the table?"
    guests.click("Leave")
    assert isinstance(guests.app.top, LobbyScreen)
    assert [one.name for one in guests.hub.table.roster().participants] == ["Ana"]


def test_invitation_is_copied_as_link(guests: ProgramWithFriends, board: list[str]) -> None:
    guests.open_table().invite()
    press(guests.app, pygame.K_RETURN)
    assert board[-1] == to_url(INVITATION)


def test_invitation_in_file_is_dropped_onto_any_screen(guests: ProgramWithFriends, tmp_path: Path) -> None:
    guests.add_friend("Ana", opens="gurch")
    file = tmp_path / "ana.houserulestable"
    file.write_text(f"# Come\n{to_url(INVITATION)}\n", encoding="utf-8")
    guests.app.go(Home())
    guests.app.step(16, [pygame.Event(pygame.DROPFILE, file=str(file))])
    guests.click("Join")
    guests.run_frames()
    assert isinstance(guests.app.top, RoomScreen)


def test_table_changes_keep_other_settings(tmp_path: Path) -> None:
    guests = ProgramWithFriends(tmp_path)
    roster = guests.open_table().roster
    now = with_changes(roster)
    assert now.game == roster.game and len(now.chairs) == now.seats
    first, second = (chair.character for chair in roster.chairs[:2])
    swapped = with_character(roster, 0, second)
    assert [chair.character for chair in swapped.chairs[:2]] == [second, first]
    assert with_level(roster, 1, "hard").chairs[1].level == "hard"
    most = max(GAMES[roster.game].seats_allowed)
    grown = with_seats(roster, most)
    assert len(grown.chairs) == most == len({chair.character for chair in grown.chairs})
    assert with_seats(roster, 2).chairs == now.chairs[:2]


def test_room_needs_table(tmp_path: Path) -> None:
    """Without a joined table, the room's destination opens the lobby."""
    app = named_app(tmp_path)
    attach_session(app)
    app.go(OnlineRoom())
    assert isinstance(app.top, LobbyScreen)


def test_house_rules_changed_in_room_reach_all_guests(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    zoe = guests.add_friend("Zoë")
    room.open_house_rules()
    rules = expect(guests.app, HouseRulesScreen)
    choice = rules.choices[0]
    other = next(value for value in choice.values if value != choice.default)
    rules.change(choice.name, other)
    rules.back()
    guests.run_frames()
    assert zoe.guest.roster is not None and zoe.guest.roster.options == {choice.name: other} == room.roster.options


def test_typed_text_survives_appearing_tables(guests: ProgramWithFriends) -> None:
    line = attach_session(guests.app)
    lobby = guests.go_to_lobby()
    lobby.focus_widget(invitation_field(lobby))
    press(guests.app, pygame.K_RETURN)
    type_in(guests.app, "230A")
    line.pending.append(NearbyTablesChanged(NEARBY_TABLES))
    guests.run_frames(2)
    type_in(guests.app, "-G08M")
    assert invitation_field(lobby).text == "230A-G08M"


def test_visited_table_is_one_click_away(tmp_path: Path) -> None:
    app, line = program_with_visited_table(tmp_path)
    app.go(OnlineLobby())
    screen = expect(app, LobbyScreen)
    next(one for one in screen.root.focus_order() if getattr(one, "title", "") == "Ana’s table").activate()
    assert ("join", INVITATION) in line.calls and guest_token(app) == "token-of-ana"


def test_own_table_is_reopened_with_same_host(tmp_path: Path) -> None:
    """The host's window was closed in the middle of a match."""
    guests = ProgramWithFriends(tmp_path)
    visited = VisitedTables(guests.app.profile)
    line = LocalTransport(guests.hub)
    guests.app.online_session = OnlineSession(line, guests.app, visited)
    guests.open_table()
    guests.click("Start")
    (remembered,) = visited.tables
    assert remembered.link == to_url(INVITATION)
    line.lose_connection()
    guests.app.online_session = OnlineSession(
        LocalTransport(guests.hub), guests.app, visited, lambda number: INVITATION.secret if number == 7 else b""
    )
    lobby = LobbyScreen(guests.app)
    guests.app.go(lobby)
    guests.click_row("Mia’s table")
    again = guests.app.online_session.guest
    assert again is not None and again.is_host and again.seat == 0


def label_text(screen: Screen) -> str:
    return "\n".join(one.string for one in screen.root.children if isinstance(one, Label))


def watch_nearby(guests: ProgramWithFriends) -> RoomScreen:
    """Switch to watching in the lobby, and join Ana's table as a spectator; return its room."""
    guests.add_friend("Ana", opens="gurch")
    guests.app.go(OnlineLobby())
    guests.run_frames()
    guests.toggle_switch("Just watch")
    guests.click_row("Ana’s table")
    assert isinstance(guests.app.top, TextInputDialog)
    guests.app.top.text = format_secret(INVITATION.secret)
    guests.app.top.confirm()
    guests.run_frames()
    return guests.room


def test_spectator_gets_no_chair_and_sees_match(guests: ProgramWithFriends) -> None:
    room = watch_nearby(guests)
    assert room.own_seat is None and room.is_spectator
    room.choose_chair(1)
    assert "Sit here" not in button_labels(room) and "I’m ready" not in button_labels(room)
    assert "You’ll watch as soon as the match begins." in label_text(room)
    ana = guests.friends[0]
    ana.session.send([Start()])
    guests.run_frames()
    assert guests.hub.table.phase == "play"
    table = next(scene for scene in guests.app.scene_stack.scenes if isinstance(scene, Table))
    assert isinstance(table.mode, OnlineMode) and not table.mode.accepts_input


def test_invitation_is_followed_to_watch_too(guests: ProgramWithFriends) -> None:
    line = attach_session(guests.app)
    lobby = LobbyScreen(guests.app)
    guests.app.go(lobby)
    guests.toggle_switch("Just watch")
    lobby.sharing.import_text(to_url(INVITATION), "")
    guests.run_frames()
    assert ("join", INVITATION) in line.calls
    session = guests.app.online_session
    assert session is not None and session.guest is not None and session.guest.is_spectator


def test_room_shows_number_of_spectators(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    assert "watching" not in label_text(room)
    mo = guests.add_friend("Mo", as_spectator=True)
    assert mo.session.is_joined and "1 watching" in label_text(room)
    assert "Mo" not in [name for name, _ in plate_texts(room)]
    assert find_widget(room, "Start").enabled  # the start waits for no spectator


def test_seated_player_returns_to_chair_despite_watch_switch(tmp_path: Path) -> None:
    app, _ = program_with_visited_table(tmp_path)
    lobby = LobbyScreen(app)
    app.go(lobby)
    lobby.joins_as_spectator = True
    lobby.sharing.import_text(to_url(INVITATION), "")
    assert guest_token(app) == "token-of-ana"


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["link", "open", "file"])
def test_nameless_player_is_asked_for_name_before_opening_or_joining(way: str, tmp_path: Path) -> None:
    app = named_app(tmp_path, "")
    line = attach_session(app)
    if way == "file":
        file = tmp_path / "ana.houserulestable"
        file.write_text(to_url(INVITATION), encoding="utf-8")
        app.go(Home())
        app.step(16, [pygame.Event(pygame.DROPFILE, file=str(file))])
        press(app, pygame.K_RETURN)
    else:
        app.go(OnlineLobby(to_url(INVITATION) if way == "link" else ""))
    if way == "open":
        press(app, pygame.K_RETURN)
    expect(app, IdentityDialog)
    assert not [one for one in line.calls if one[0] in ("join", "open")]
    type_in(app, "Zoë")
    press(app, pygame.K_RETURN)
    assert [one[0] for one in line.calls if one[0] in ("join", "open")] == ["open" if way == "open" else "join"]
    session = app.online_session
    assert session is not None and session.guest is not None and session.guest.name == "Zoë" == app.settings.name


def test_closing_name_question_stays_in_lobby(tmp_path: Path) -> None:
    app = named_app(tmp_path, "")
    line = attach_session(app)
    app.go(OnlineLobby(to_url(INVITATION)))
    expect(app, IdentityDialog).back()
    assert isinstance(app.top, LobbyScreen) and not [one for one in line.calls if one[0] == "join"]


def test_nameless_person_has_same_name_on_all_screens(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    guests.app.settings = replace(guests.app.settings, friends_kept="no")
    nobody = guests.add_friend("")
    guests.add_friend("", as_spectator=True)
    told = guests.app.toast
    assert told is not None and told.string == "Player 3 is here"
    assert ("Player 2", "not ready yet") in plate_texts(room)
    nobody.session.send([SendChat("hello")])
    guests.run_frames()
    assert "Player 2: Hello!" in label_text(room)
    nobody.session.send([Ready()])
    guests.run_frames()
    guests.click("Start")
    table = next(scene for scene in guests.app.scene_stack.scenes if isinstance(scene, Table))
    assert nobody.guest.seat == 1
    seated = table.model.people_by_seat
    assert (seated[1].name, seated[1].portrait, seated[0].name) == ("Player 2", "straw", "Mia")
    assert [name for _, name in possible_hosts(table.mode.guest_match.guest)] == [""]  # type: ignore[attr-defined]


# --- behind a dialog ------------------------------------------------------------------------------------------------


def test_room_behind_dialog_shows_newcomers(guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    guests.click("Invite friends")
    assert isinstance(guests.app.top, InvitationDialog)
    guests.add_friend("Zoë")
    assert isinstance(guests.app.top, InvitationDialog) and ("Zoë", "not ready yet") in plate_texts(room)


# --- handover ---------------------------------------------------------------------------------------------------------


def test_host_and_friend_confirm_handover(guests: ProgramWithFriends) -> None:
    ana = guests.join_table("gurch")
    guest = guests.room.guest
    ana.session.send([HandOver(guest.number)])
    guests.run_frames()
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "Ana wants you to host the table"
    press(guests.app, pygame.K_RETURN)
    guests.run_frames()
    assert isinstance(guests.app.top, RoomScreen) and guest.handed_table is None, "Enter declines the handover"
    assert [one.key for one in list(ana.guest.participant_notices)[-2:]] == ["asked", "declined"]
    ana.session.send([HandOver(guest.number)])
    guests.run_frames()
    guests.click("Take it over")
    assert [call[0] for call in guests.transport.calls] == ["take over"]


@pytest.mark.parametrize("own", [True, False])
def test_host_is_notified_of_handover_result(own: bool, guests: ProgramWithFriends) -> None:
    room = guests.open_table()
    zoe = guests.add_friend("Zoë")
    if not own:
        room.session.own_table_invitations = ()
    room.choose_chair(room.guest.chair_of_participant(zoe.guest.number) or 0)
    guests.click("Make them the host")
    assert isinstance(guests.app.top, Dialog)
    assert ("moves to their computer" in guests.app.top.paragraphs[0].text) == own
    guests.click("Hand it over")
    assert zoe.guest.has_offer


def test_table_menu_at_own_computer_offers_no_handover(guests: ProgramWithFriends) -> None:
    guests.open_table()
    zoe = guests.add_friend("Zoë")
    zoe.session.send([Ready()])
    guests.run_frames()
    guests.click("Start")
    company, app = guests.app.online_session, guests.app
    assert company is not None and company.match is not None
    for own in (True, False):
        company.own_table_invitations = company.own_table_invitations if own else ()
        menu = table_menu(app, company, company.match.record, lambda: None)
        assert ("Hand the table over" in {one.label for one in menu.buttons}) != own


# --- reconnecting -----------------------------------------------------------------------------------------------------


def program_in_match(tmp_path: Path) -> ProgramWithFriends:
    """Return a program in a match at Ana's table, with the list of known tables."""
    guests = ProgramWithFriends(tmp_path)
    guests.app.online_session = OnlineSession(LocalTransport(guests.hub), guests.app, guests.app.visited)
    ana = guests.join_table("gurch")
    guests.room.toggle_ready()
    guests.run_frames()
    ana.session.send([Start()])
    guests.run_frames()
    assert guests.app.online_session.is_match_running
    return guests


def home_texts(app: App) -> list[str]:
    app.go(Home())
    assert isinstance(app.top, Screen)
    return [
        one.second_line for one in app.top.root.focus_order() if isinstance(one, Button) and one.label == "Continue"
    ]


@pytest.mark.parametrize("how", ["killed", "quit"])
def test_home_leads_back_to_match_at_friends_table(how: str, tmp_path: Path) -> None:
    guests = program_in_match(tmp_path)
    if how == "quit":
        guests.app.release_everything()
    app = named_app(tmp_path)
    line = QueuedTransport()
    app.online_session = OnlineSession(line, app, app.visited)
    assert home_texts(app) == ["Ana’s table"]
    press(app, pygame.K_RETURN)
    assert ("join", INVITATION) in line.calls and guest_token(app) == app.visited.tables[0].token


@pytest.mark.parametrize("how", ["left", "broken off"])
def test_home_offers_no_left_or_finished_match(how: str, tmp_path: Path) -> None:
    guests = program_in_match(tmp_path)
    assert guests.app.online_session is not None
    if how == "left":
        guests.app.online_session.leave()
    else:
        guests.friends[0].session.send([AbortMatch()])
        guests.run_frames()
    assert home_texts(named_app(tmp_path)) == []


@pytest.mark.parametrize("leaves", [True, False])
def test_own_table_is_listed_unless_it_was_closed(leaves: bool, tmp_path: Path) -> None:
    guests = ProgramWithFriends(tmp_path)
    guests.app.online_session = company = OnlineSession(LocalTransport(guests.hub), guests.app, guests.app.visited)
    guests.open_table()
    guests.click("Start")
    assert guests.app.visited.tables
    if leaves:
        company.leave()
        assert guests.app.visited.tables == () and company.nearby_tables == ()
    guests.app.release_everything()
    assert [person.has_left for person in guests.hub.table.participants] == [leaves]
    assert home_texts(named_app(tmp_path)) == ([] if leaves else ["Mia’s table"])
