"""The lobby and the room before a match with friends, at a real table whose messages stay in this process."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.notices import Notice
from engine.online.invitation import code, link, secret_text
from engine.online.messages import BreakOff, HandOver, PersonState, Ready, Say, Start
from engine.online.news import NearbyChanged
from engine.profile.visited import VisitedTable, VisitedTables
from engine.settings import Settings
from scenes.app import App
from scenes.elsewhere.menu import heirs, table_menu
from scenes.elsewhere.play import PlayElsewhere
from scenes.lobby.arranging import arrangement, opening, with_character, with_level, with_seats
from scenes.lobby.invite import InvitationDialog
from scenes.lobby.lobby import LobbyScreen
from scenes.lobby.room import RoomScreen
from scenes.lobby.table_rules import TableRulesScreen
from scenes.lobby.you import YouDialog
from scenes.look.widgets import Button, Label, Plate, clipboard
from scenes.look.widgets.seat_tiles import Candidate
from scenes.rules.house_rules import HouseRulesScreen
from scenes.shell.destinations import Friends, Home, Room
from scenes.shell.dialog import Dialog
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.phrases import PhrasesDialog
from scenes.shell.screen import Screen
from scenes.table.panels.tools import TALK
from scenes.table.table import Table
from scenes.work.company import Company
from tests.support.at_screens import named, open_app, press, type_in
from tests.support.prepared_line import NEARBY, PreparedLine, in_room, meet, refused, roster
from tests.support.table_line import INVITATION, House


class Friend:
    """Somebody with a program of their own."""

    def __init__(self, name: str) -> None:
        self.settings = Settings(name=name, portrait="straw")
        self.notices: list[Notice] = []


def named_app(folder: Path, name: str = "Mia") -> App:
    """The program of a player with a name."""
    app = open_app(folder)
    app.settings = replace(app.settings, name=name)
    return app


class Guests:
    """A program at a table, and friends of its player."""

    def __init__(self, folder: Path) -> None:
        self.app = named_app(folder)
        self.house = House()
        self.friends: list[Company] = []
        self.app.company = Company(self.house.line(), self.app)

    def steps(self, number: int = 4) -> None:
        for _ in range(number):
            self.app.step(16, [])
            for friend in self.friends:
                friend.update(16)

    def friend(self, name: str, *, opens: str = "") -> Company:
        """A friend who joins the table, or opens it for a game."""
        friend = Company(self.house.line(), Friend(name))
        self.friends.append(friend)
        if opens:
            friend.open_table(opening(self.app, opens)[0])
        else:
            friend.join(INVITATION)
        self.steps()
        return friend

    def host(self) -> RoomScreen:
        """Open a table from the lobby; its room."""
        self.app.go(Friends())
        press(self.app, pygame.K_RETURN)
        self.steps()
        return self.room

    @property
    def room(self) -> RoomScreen:
        assert isinstance(self.app.top, RoomScreen)
        return self.app.top

    def click(self, label: str) -> None:
        widget = named(self.screen, label)
        assert widget.activate(), label
        self.steps()

    def switch(self, text: str) -> None:
        """Turn the switch beside a text."""
        assert next(one for one in self.screen.group.order() if one.spoken == text).activate()
        self.steps()

    def click_row(self, title: str) -> None:
        """Click a table in the lobby's list."""
        next(one for one in self.screen.group.order() if getattr(one, "title", "") == title).activate()
        self.steps()

    @property
    def screen(self) -> Screen:
        assert isinstance(self.app.top, Screen)
        return self.app.top


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    return Guests(tmp_path)


def plates(screen: Screen) -> list[tuple[str, str]]:
    """Name and second line of every plate, the player's own last."""
    return [(one.name, one.facts[0].text) for one in screen.group.order() if isinstance(one, Plate)]


def buttons(screen: Screen) -> list[str]:
    return [one.label for one in screen.group.order() if isinstance(one, Button)]


@pytest.mark.parametrize("here", [True, False])
def test_host_has_a_drawn_sign_whatever_the_names_are(guests: Guests, here: bool) -> None:
    people = [
        PersonState(1, "Ana", "hoops", here=here),
        PersonState(2, "host", "straw", ready=True),
        PersonState(3, "Zoë", "chef"),
    ]
    in_room(guests.app, 3, roster("big_two", people))
    guests.app.go(Room())
    shown = [one for one in guests.screen.group.order() if isinstance(one, Plate)]
    assert [one.name for one in shown if one.host] == ["Ana"]
    assert {"Ana", "host", "Zoë"} <= {one.name for one in shown}


def test_whoever_opens_a_table_sits_in_its_room_and_can_invite(guests: Guests) -> None:
    room = guests.host()
    assert room.guest.hosting and guests.house.announced == "secret"
    assert plates(room)[-1] == ("Mia", "host")
    assert "Invite friends" in buttons(room) and "Start" in buttons(room)
    guests.click("Invite friends")
    assert isinstance(guests.app.top, InvitationDialog)
    shown = " ".join(guests.app.top.group.children[2].children[i].string for i in range(6))  # type: ignore[attr-defined]
    assert secret_text(INVITATION.secret).replace("-", " ") in shown
    assert code(INVITATION).replace("-", " ") in shown.replace("\n", " ")


def test_a_table_can_be_open_to_everybody_nearby(guests: Guests) -> None:
    guests.app.go(Friends())
    lobby = guests.app.top
    assert isinstance(lobby, LobbyScreen)
    lobby.open_nearby = True
    lobby.open_table()
    guests.steps()
    assert guests.house.announced == "open"


def test_a_friend_appears_gets_ready_and_the_host_starts(guests: Guests) -> None:
    room = guests.host()
    zoe = guests.friend("Zoë")
    assert ("Zoë", "not ready yet") in plates(room)
    assert "Start" not in buttons(room)  # it is shown, but can't be used
    zoe.send([Ready()])
    guests.steps()
    assert ("Zoë", "ready") in plates(room)
    guests.click("Start")
    assert guests.house.table is not None and guests.house.table.phase == "play"


@pytest.mark.parametrize("text", [code(INVITATION), f"Come and play! {link(INVITATION)} See you!"])
def test_an_invitation_is_typed_or_pasted_with_what_stands_around_it(guests: Guests, text: str) -> None:
    guests.friend("Ana", opens="gurch")
    guests.app.go(Friends())
    lobby = guests.app.top
    assert isinstance(lobby, LobbyScreen)
    lobby.focus_on(lobby._field)
    press(guests.app, pygame.K_RETURN)
    type_in(guests.app, text)
    press(guests.app, pygame.K_RETURN)
    guests.steps()
    assert not guests.room.guest.hosting
    assert named(guests.room, "I’m ready").enabled


def test_an_invitation_is_pasted_by_key_wherever_the_focus_is(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    line = meet(guests.app)
    guests.app.go(Friends())
    monkeypatch.setattr(clipboard, "paste", lambda: link(INVITATION))
    press(guests.app, pygame.K_v, pygame.KMOD_CTRL)
    assert ("join", INVITATION) in line.did


def test_a_table_nearby_asks_for_its_word(guests: Guests) -> None:
    guests.friend("Ana", opens="gurch")
    guests.app.go(Friends())
    guests.steps()
    row = next(one for one in guests.screen.group.order() if getattr(one, "title", "") == "Ana’s table")
    row.activate()
    assert isinstance(guests.app.top, FieldDialog)
    guests.app.top.text = secret_text(INVITATION.secret).lower()
    guests.app.top.confirm()
    guests.steps()
    assert isinstance(guests.app.top, RoomScreen)


def test_what_is_no_invitation_is_explained_and_nothing_is_tried(guests: Guests) -> None:
    line = meet(guests.app)
    guests.app.go(Friends())
    lobby = guests.app.top
    assert isinstance(lobby, LobbyScreen)
    lobby.sharing.read("Hi there!", "")
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "That didn’t work"
    assert not [one for one in line.did if one[0] == "join"]


def test_why_a_table_cannot_be_joined_is_said_and_can_be_tried_again(guests: Guests) -> None:
    line = meet(guests.app)
    guests.app.go(Friends(link(INVITATION)))
    line.waiting.append(refused("online.problem.version", theirs="1.1.0", ours="1.2.0"))
    guests.steps()
    assert isinstance(guests.app.top, Dialog)
    assert "1.1.0" in guests.app.top.lines[0].text and "1.2.0" in guests.app.top.lines[0].text
    guests.click("Try again")
    assert [one for one in line.did if one[0] == "join"] == [("join", INVITATION)] * 2


def test_giving_up_leaves_the_line_for_another_try(guests: Guests) -> None:
    line = meet(guests.app)
    guests.app.go(Friends(link(INVITATION)))
    press(guests.app, pygame.K_ESCAPE)
    assert "leave" in line.did and "close" not in line.did
    assert isinstance(guests.app.top, LobbyScreen)


def test_leaving_the_lobby_ends_what_ran_beside_the_window(guests: Guests) -> None:
    line = meet(guests.app)
    guests.app.go(Friends())
    press(guests.app, pygame.K_ESCAPE)
    assert "close" in line.did and guests.app.company is None


def test_room_draws_what_the_first_deal_needs_while_it_rests(guests: Guests) -> None:
    room = guests.host()
    store = guests.app.look_at(1.0).store
    made = store.made
    assert not room.prepare("moving")
    while room.prepare("still"):
        pass
    assert store.made > made + 20
    room.set_seats(5)
    guests.steps()
    made = store.made
    while room.prepare("still"):
        pass
    assert store.made > made, "other seats have other sizes"


def test_the_host_chooses_the_computer_players(guests: Guests) -> None:
    room = guests.host()
    chair = room.chair
    seated = {one.character for one in room.roster.chairs}
    tile = next(one for one in room.group.order() if isinstance(one, Candidate) and one.portrait not in seated)
    tile.activate()
    guests.steps()
    assert room.roster.chairs[chair].character == tile.portrait
    room.set_level("master")
    guests.steps()
    room.set_seats(5)
    guests.steps()
    assert room.roster.chairs[chair].level == "master" and room.roster.seats == 5
    assert len({one.character for one in room.roster.chairs}) == 5


def test_a_guest_cannot_choose_them_but_change_places(guests: Guests) -> None:
    guests.friend("Ana", opens="big_two")
    guests.app.go(Friends(link(INVITATION)))
    guests.steps()
    room = guests.room
    assert not [one for one in room.group.order() if isinstance(one, Candidate)]
    assert "Change house rules" not in buttons(room) and "Invite friends" not in buttons(room)
    room.choose_chair(3)
    guests.click("Sit here")
    assert room.own_seat == 3
    press(guests.app, pygame.K_RETURN)
    guests.steps()
    assert "Not yet" in buttons(room)


def test_rules_of_the_table_reach_everybody(guests: Guests) -> None:
    room = guests.host()
    zoe = guests.friend("Zoë")
    guests.click("Table rules")
    assert isinstance(guests.app.top, TableRulesScreen)
    guests.app.top.change("hints", True)
    guests.steps()
    assert zoe.guest is not None and zoe.guest.rules.hints and room.guest.rules.hints


def test_phrases_are_read_in_the_own_language(guests: Guests) -> None:
    room = guests.host()
    zoe = guests.friend("Zoë")
    zoe.send([Say("good_luck")])
    guests.steps()
    said = [one.string for one in room.group.children if isinstance(one, Label) and one.string.startswith("Zoë:")]
    assert said == ["Zoë: Good luck!"]
    press(guests.app, TALK)
    assert isinstance(guests.app.top, PhrasesDialog)
    guests.click("Hello!")
    assert zoe.guest is not None and zoe.guest.said[-1].phrase == "hello"


def test_somebody_is_shown_the_door_and_told_so(guests: Guests) -> None:
    room = guests.host()
    zoe = guests.friend("Zoë")
    assert zoe.guest is not None
    seat = room.guest.chair(zoe.guest.you)
    assert seat is not None
    room.choose_chair(seat)
    guests.click("Show the door")
    assert zoe.problem is not None and zoe.problem.key == "online.problem.dismissed"
    assert "Zoë" not in [name for name, _ in plates(room)]


def test_a_table_that_closes_leads_back_to_the_lobby_with_a_sentence(guests: Guests) -> None:
    guests.friend("Ana", opens="gurch")
    guests.app.go(Friends(link(INVITATION)))
    guests.steps()
    assert guests.app.company is not None
    line = guests.app.company._line  # type: ignore[attr-defined]
    line.waiting.append(refused("online.problem.version", theirs="1", ours="2"))
    guests.app.meet = lambda: Company(PreparedLine(), guests.app)  # type: ignore[method-assign]
    guests.app.step(16, [])
    guests.app.step(16, [])
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "The table is closed"


def test_leaving_the_room_is_asked_and_frees_the_chair(guests: Guests) -> None:
    ana = guests.friend("Ana", opens="gurch")
    guests.app.go(Friends(link(INVITATION)))
    guests.steps()
    guests.app.meet = lambda: Company(PreparedLine(), guests.app)  # type: ignore[method-assign]
    press(guests.app, pygame.K_ESCAPE)
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "Leave the table?"
    guests.click("Leave")
    assert isinstance(guests.app.top, LobbyScreen)
    assert ana.guest is not None and ana.guest.roster is not None
    assert [one.name for one in ana.guest.roster.people] == ["Ana"]


def test_the_invitation_is_copied_as_a_link(guests: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []

    def copy(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    guests.host().invite()
    press(guests.app, pygame.K_RETURN)
    assert copied == [link(INVITATION)]


def test_an_invitation_in_a_file_is_dropped_onto_any_screen(guests: Guests, tmp_path: Path) -> None:
    guests.friend("Ana", opens="gurch")
    file = tmp_path / "ana.houserulestable"
    file.write_text(f"# Come\n{link(INVITATION)}\n", encoding="utf-8")
    guests.app.go(Home())
    guests.app.step(16, [pygame.Event(pygame.DROPFILE, file=str(file))])
    guests.click("Join")
    guests.steps()
    assert isinstance(guests.app.top, RoomScreen)


def test_changes_of_the_table_keep_everything_else(tmp_path: Path) -> None:
    guests = Guests(tmp_path)
    roster = guests.host().roster
    now = arrangement(roster)
    assert now.game == roster.game and len(now.chairs) == now.seats
    first, second = (chair.character for chair in roster.chairs[:2])
    swapped = with_character(roster, 0, second)
    assert [chair.character for chair in swapped.chairs[:2]] == [second, first]
    assert with_level(roster, 1, "hard").chairs[1].level == "hard"
    most = max(GAMES[roster.game].seats_allowed)
    grown = with_seats(roster, most)
    assert len(grown.chairs) == most == len({chair.character for chair in grown.chairs})
    assert with_seats(roster, 2).chairs == now.chairs[:2]


def test_the_room_needs_a_table(tmp_path: Path) -> None:
    """Without a table that was joined, the way to the room leads to the lobby."""
    app = named_app(tmp_path)
    meet(app)
    app.go(Room())
    assert isinstance(app.top, LobbyScreen)


def test_house_rules_changed_in_the_room_reach_everybody(guests: Guests) -> None:
    room = guests.host()
    zoe = guests.friend("Zoë")
    room.change_rules()
    rules = guests.app.top
    assert isinstance(rules, HouseRulesScreen)
    choice = rules.choices[0]
    other = next(value for value in choice.values if value != choice.default)
    rules.change(choice.name, other)
    rules.back()
    guests.steps()
    assert zoe.guest is not None and zoe.guest.roster is not None
    assert zoe.guest.roster.options == {choice.name: other} == room.roster.options


def test_what_is_being_typed_survives_the_tables_that_appear(guests: Guests) -> None:
    line = meet(guests.app)
    guests.app.go(Friends())
    lobby = guests.app.top
    assert isinstance(lobby, LobbyScreen)
    lobby.focus_on(lobby._field)
    press(guests.app, pygame.K_RETURN)
    type_in(guests.app, "230A")
    line.waiting.append(NearbyChanged(NEARBY))
    guests.steps(2)
    type_in(guests.app, "-G08M")
    assert lobby._field.text == "230A-G08M"


def test_a_table_that_was_visited_is_one_click_away(tmp_path: Path) -> None:
    app = named_app(tmp_path)
    line = PreparedLine()
    visited = VisitedTables(app.profile)
    visited.remember(VisitedTable(link(INVITATION), "token-of-ana", "gurch", "Ana"))
    app.company = Company(line, app, visited)
    app.go(Friends())
    screen = app.top
    assert isinstance(screen, LobbyScreen)
    next(one for one in screen.group.order() if getattr(one, "title", "") == "Ana’s table").activate()
    assert ("join", INVITATION) in line.did
    assert app.company.guest is not None and app.company.guest.token == "token-of-ana"


def test_the_own_table_is_opened_again_with_the_same_host(tmp_path: Path) -> None:
    """After the host's window was closed in the middle of a match."""
    guests = Guests(tmp_path)
    visited = VisitedTables(guests.app.profile)
    guests.app.company = Company(guests.house.line(), guests.app, visited)
    guests.host()
    guests.click("Start")
    (remembered,) = visited.tables
    assert remembered.link == link(INVITATION)
    assert guests.house.table is not None
    guests.house.table.disconnect(guests.house.lines[-1].number)
    line = guests.house.line()
    guests.app.company = Company(line, guests.app, visited, lambda number: INVITATION.secret if number == 7 else b"")
    lobby = LobbyScreen(guests.app)
    guests.app.go(lobby)
    guests.click_row("Mia’s table")
    again = guests.app.company.guest
    assert again is not None and again.hosting and again.seat == 0


def labels(screen: Screen) -> str:
    return "\n".join(one.string for one in screen.group.children if isinstance(one, Label))


def watch_nearby(guests: Guests) -> RoomScreen:
    """Switch to watching in the lobby, and join Ana's table there; its room."""
    guests.friend("Ana", opens="gurch")
    guests.app.go(Friends())
    guests.steps()
    guests.switch("Just watch")
    guests.click_row("Ana’s table")
    assert isinstance(guests.app.top, FieldDialog)
    guests.app.top.text = secret_text(INVITATION.secret)
    guests.app.top.confirm()
    guests.steps()
    return guests.room


def test_whoever_just_watches_gets_no_chair_and_sees_the_match(guests: Guests) -> None:
    room = watch_nearby(guests)
    assert room.own_seat is None and room.watches
    room.choose_chair(1)
    assert "Sit here" not in buttons(room) and "I’m ready" not in buttons(room)
    assert "You’ll watch as soon as the match begins." in labels(room)
    ana = guests.friends[0]
    ana.send([Start()])
    guests.steps()
    assert guests.house.table is not None and guests.house.table.phase == "play"
    table = next(scene for scene in guests.app.stack.scenes if isinstance(scene, Table))
    assert isinstance(table.play, PlayElsewhere) and not table.play.takes_part


def test_an_invitation_is_followed_to_watch_too(guests: Guests) -> None:
    line = meet(guests.app)
    lobby = LobbyScreen(guests.app)
    guests.app.go(lobby)
    guests.switch("Just watch")
    lobby.sharing.read(link(INVITATION), "")
    guests.steps()
    assert ("join", INVITATION) in line.did
    assert guests.app.company is not None and guests.app.company.guest.watching


def test_the_room_says_how_many_watch(guests: Guests) -> None:
    room = guests.host()
    assert "watching" not in labels(room)
    mo = Company(guests.house.line(), Friend("Mo"))
    guests.friends.append(mo)
    mo.join(INVITATION, watching=True)
    guests.steps()
    assert mo.joined and "1 watching" in labels(room)
    assert "Mo" not in [name for name, _ in plates(room)]
    assert named(room, "Start").enabled  # nobody waits for those who watch


def test_whoever_has_a_chair_comes_back_to_it_also_with_the_switch_to_watch(tmp_path: Path) -> None:
    app = named_app(tmp_path)
    line = PreparedLine()
    visited = VisitedTables(app.profile)
    visited.remember(VisitedTable(link(INVITATION), "token-of-ana", "gurch", "Ana"))
    app.company = Company(line, app, visited)
    lobby = LobbyScreen(app)
    app.go(lobby)
    lobby.watching = True
    lobby.sharing.read(link(INVITATION), "")
    assert app.company.guest is not None and app.company.guest.token == "token-of-ana"


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["link", "open", "file"])
def test_whoever_has_no_name_is_asked_for_it_before_a_table_is_opened_or_joined(way: str, tmp_path: Path) -> None:
    app = named_app(tmp_path, "")
    line = meet(app)
    if way == "file":
        file = tmp_path / "ana.houserulestable"
        file.write_text(link(INVITATION), encoding="utf-8")
        app.go(Home())
        app.step(16, [pygame.Event(pygame.DROPFILE, file=str(file))])
        press(app, pygame.K_RETURN)
    else:
        app.go(Friends(link(INVITATION) if way == "link" else ""))
    if way == "open":
        press(app, pygame.K_RETURN)
    asked = app.top
    assert isinstance(asked, YouDialog) and not [one for one in line.did if one[0] in ("join", "open")]
    type_in(app, "Zoë")
    press(app, pygame.K_RETURN)
    assert [one[0] for one in line.did if one[0] in ("join", "open")] == ["open" if way == "open" else "join"]
    assert app.company is not None and app.company.guest.name == "Zoë" == app.settings.name


def test_who_does_not_say_a_name_and_closes_the_question_stays_in_the_lobby(tmp_path: Path) -> None:
    app = named_app(tmp_path, "")
    line = meet(app)
    app.go(Friends(link(INVITATION)))
    asked = app.top
    assert isinstance(asked, YouDialog)
    asked.back()
    assert isinstance(app.top, LobbyScreen) and not [one for one in line.did if one[0] == "join"]


def test_a_person_without_a_name_has_one_name_everywhere(guests: Guests) -> None:
    room = guests.host()
    guests.app.settings = replace(guests.app.settings, friends_kept="no")
    nobody = guests.friend("")
    watcher = Company(guests.house.line(), Friend(""))
    guests.friends.append(watcher)
    watcher.join(INVITATION, watching=True)
    guests.steps()
    told = guests.app.toast
    assert told is not None and told.string == "Player 3 is here"
    assert ("Player 2", "not ready yet") in plates(room)
    nobody.send([Say("hello")])
    guests.steps()
    assert "Player 2: Hello!" in labels(room)
    nobody.send([Ready()])
    guests.steps()
    guests.click("Start")
    table = next(scene for scene in guests.app.stack.scenes if isinstance(scene, Table))
    assert nobody.guest is not None and nobody.guest.seat == 1
    seated = table.stage.people
    assert (seated[1].name, seated[1].portrait, seated[0].name) == ("Player 2", "straw", "Mia")
    assert [name for _, name in heirs(table.play.followed.guest)] == [""]  # type: ignore[attr-defined]


# --- behind a dialog ------------------------------------------------------------------------------------------------


def test_the_room_follows_who_comes_behind_a_dialog(guests: Guests) -> None:
    room = guests.host()
    guests.click("Invite friends")
    assert isinstance(guests.app.top, InvitationDialog)
    guests.friend("Zoë")
    assert isinstance(guests.app.top, InvitationDialog) and ("Zoë", "not ready yet") in plates(room)


def test_a_table_that_closed_behind_a_dialog_is_left_once_that_is_closed(guests: Guests) -> None:
    guests.friend("Ana", opens="gurch")
    guests.app.go(Friends(link(INVITATION)))
    guests.steps()
    press(guests.app, TALK)
    assert guests.app.company is not None
    guests.app.company._line.waiting.append(refused("online.problem.dismissed"))  # type: ignore[attr-defined]
    guests.app.meet = lambda: Company(PreparedLine(), guests.app)  # type: ignore[method-assign]
    guests.app.step(16, [])
    assert isinstance(guests.app.top, PhrasesDialog)
    press(guests.app, pygame.K_ESCAPE)
    guests.app.step(16, [])
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "The table is closed"


# --- handing over ---------------------------------------------------------------------------------------------------


def test_the_host_asks_and_the_friend_is_asked_before_a_table_is_opened_there(guests: Guests) -> None:
    ana = guests.friend("Ana", opens="gurch")
    guests.app.go(Friends(link(INVITATION)))
    guests.steps()
    guest = guests.room.guest
    ana.send([HandOver(guest.you)])
    guests.steps()
    assert isinstance(guests.app.top, Dialog) and guests.app.top.title == "Ana wants you to host the table"
    press(guests.app, pygame.K_RETURN)
    guests.steps()
    assert isinstance(guests.app.top, RoomScreen) and guest.handed is None, "Enter means no"
    assert ana.guest is not None and [one.key for one in list(ana.guest.told)[-2:]] == ["asked", "declined"]
    ana.send([HandOver(guest.you)])
    guests.steps()
    guests.click("Take it over")
    assert guests.house.handed is not None and guests.house.handed[1] == guest.you


@pytest.mark.parametrize("own", [True, False])
def test_the_host_is_told_whether_the_table_moves(own: bool, guests: Guests) -> None:
    room = guests.host()
    zoe = guests.friend("Zoë")
    assert zoe.guest is not None
    if not own:
        room.company.invitations = ()
    room.choose_chair(room.guest.chair(zoe.guest.you) or 0)
    guests.click("Make them the host")
    assert isinstance(guests.app.top, Dialog)
    assert ("moves to their computer" in guests.app.top.lines[0].text) == own
    guests.click("Hand it over")
    assert zoe.guest.offered


def test_a_table_is_not_offered_from_the_menu_of_a_match_at_the_own_computer(guests: Guests) -> None:
    guests.host()
    zoe = guests.friend("Zoë")
    zoe.send([Ready()])
    guests.steps()
    guests.click("Start")
    company, app = guests.app.company, guests.app
    assert company is not None
    for own in (True, False):
        company.invitations = company.invitations if own else ()
        menu = table_menu(app, company, company.match.record, lambda: None)
        assert ("Hand the table over" in {one.label for one in menu.choices}) != own


# --- coming back ----------------------------------------------------------------------------------------------------


def in_a_match(tmp_path: Path) -> Guests:
    """Somebody in a match at Ana's table, where the tables are remembered."""
    guests = Guests(tmp_path)
    guests.app.company = Company(guests.house.line(), guests.app, guests.app.visited)
    ana = guests.friend("Ana", opens="gurch")
    guests.app.go(Friends(link(INVITATION)))
    guests.steps()
    guests.room.be_ready()
    guests.steps()
    ana.send([Start()])
    guests.steps()
    assert guests.app.company.playing
    return guests


def home_says(app: App) -> list[str]:
    app.go(Home())
    assert isinstance(app.top, Screen)
    return [one.second for one in app.top.group.order() if isinstance(one, Button) and one.label == "Continue"]


@pytest.mark.parametrize("how", ["killed", "quit"])
def test_home_leads_back_to_a_match_at_a_friends_table(how: str, tmp_path: Path) -> None:
    guests = in_a_match(tmp_path)
    if how == "quit":
        guests.app.close_all()
    app = named_app(tmp_path)
    line = PreparedLine()
    app.company = Company(line, app, app.visited)
    assert home_says(app) == ["Ana’s table"]
    press(app, pygame.K_RETURN)
    assert ("join", INVITATION) in line.did and app.company.guest is not None
    assert app.company.guest.token == app.visited.tables[0].token


@pytest.mark.parametrize("how", ["left", "broken off"])
def test_home_offers_nothing_after_a_match_that_was_left_or_is_over(how: str, tmp_path: Path) -> None:
    guests = in_a_match(tmp_path)
    assert guests.app.company is not None
    if how == "left":
        guests.app.company.leave()
    else:
        guests.friends[0].send([BreakOff()])
        guests.steps()
    assert home_says(named_app(tmp_path)) == []


def test_a_table_that_was_closed_is_not_listed_at_its_own_computer(tmp_path: Path) -> None:
    guests = Guests(tmp_path)
    guests.app.company = company = Company(guests.house.line(), guests.app, guests.app.visited)
    guests.host()
    guests.click("Start")
    assert guests.app.visited.tables
    company.leave()
    assert guests.app.visited.tables == () and company.nearby == ()
    assert guests.house.table is not None and [person.left for person in guests.house.table.people] == [True]


def test_a_table_at_the_own_computer_is_kept_when_the_window_is_closed_during_a_match(tmp_path: Path) -> None:
    guests = Guests(tmp_path)
    guests.app.company = Company(guests.house.line(), guests.app, guests.app.visited)
    guests.host()
    guests.click("Start")
    guests.app.close_all()
    assert guests.house.table is not None and [person.left for person in guests.house.table.people] == [False]
    assert home_says(named_app(tmp_path)) == ["Mia’s table"]
