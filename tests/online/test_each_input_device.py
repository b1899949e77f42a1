"""An online session by gamepad alone, by touch alone, and by a screen reader's actions alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.moves import Move
from engine.online.protocol.invitation import to_url
from engine.online.protocol.messages import SendChat
from engine.rng import Rng
from scenes.screens.lobby.lobby_screen import LobbyScreen
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.screens.lobby.table_rules_screen import TableRulesScreen
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.screens.results.results_screen import ResultsScreen
from scenes.selftest.gamepad_pilot import RB, A
from scenes.shell.accessibility.accesskit_adapter import ReaderRequest
from scenes.shell.destinations import OnlineLobby
from scenes.shell.dialog import Dialog
from scenes.shell.phrases_dialog import PhrasesDialog
from scenes.table.table import Table
from scenes.ui import clipboard
from scenes.ui.widgets import Widget
from scenes.work.online_session import OnlineSession
from tests.support.fake_screen_reader import attach_reader, send_request, tree_nodes
from tests.support.finger_pilot import FingerPilot
from tests.support.gamepads import GamepadPilot
from tests.support.local_online_table import LocalTransport, ScriptedGuest, advance
from tests.support.local_table import LocalTable, make_table_config
from tests.support.profile_pilot import Pilot
from tests.support.queued_transport import INVITATION, QueuedTransport
from tests.support.screens import seat_plate
from tests.support.table_nodes import icon_tools
from tests.support.tables import write_settings

SLUG = "pass_the_ace"
MAX_FRAMES = 6000
"""Maximum number of frames of a session."""


def has(names: tuple[str, ...]) -> Callable[[Widget], bool]:
    """Return a predicate for widgets with one of these names."""
    kinds = ("label", "name", "title", "accessible_name")
    return lambda one: any(getattr(one, kind, "") in names for kind in kinds)


class GamepadHand:
    """Input by gamepad only."""

    def __init__(self, folder: Path) -> None:
        self.pilot = GamepadPilot(folder)

    def press(self, *names: str) -> None:
        self.pilot.focus(has(names))
        self.pilot.press_buttons(A)

    def tool(self, name: str) -> None:
        for _ in range(80):
            self.pilot.press_buttons(RB)
            if getattr(self.pilot.focused_table_widget(), "name", "") == name:
                self.pilot.press_buttons(A)
                return
        raise AssertionError(f"no tool button {name!r}")

    def answer(self, move: Move) -> None:
        self.pilot.play_by_keys(move)


class FingerHand:
    """Input by touch only."""

    def __init__(self, folder: Path) -> None:
        self.pilot = FingerPilot(folder)

    def press(self, *names: str) -> None:
        self.pilot.tap(self.pilot.centre_of(has(names)))
        self.pilot.run_frames(2)

    def tool(self, name: str) -> None:
        hud = self.pilot.table.hud
        tool = next(one for one in icon_tools(hud) if one.name == name)
        by = hud.renderer.scale / self.pilot.table.renderer.scale
        self.pilot.tap((tool.rect.centerx * by, tool.rect.centery * by))
        self.pilot.run_frames(2)

    def answer(self, move: Move) -> None:
        self.pilot.play_by_mouse(move)


class ReaderHand:
    """Input by a screen reader's tree and actions only."""

    def __init__(self, folder: Path) -> None:
        self.pilot = Pilot(folder)
        self.listener = attach_reader(self.pilot.app)

    def press(self, *names: str) -> None:
        found = tree_nodes(self.pilot.app).items()
        number = next(n for name in names for n, node in found if node.is_clickable and node.name.startswith(name))
        send_request(self.pilot.app, ReaderRequest("click", number))
        self.pilot.run_frames(2)

    def tool(self, name: str) -> None:
        self.press(name)

    def answer(self, move: Move) -> None:
        buttons = self.pilot.answer_buttons[-len(self.pilot.open_choice.answers()) :]
        self.press(buttons[self.pilot.answer_index(move)].label)


Hand = GamepadHand | FingerHand | ReaderHand
HANDS: dict[str, Callable[[Path], Hand]] = {"pad": GamepadHand, "fingers": FingerHand, "reader": ReaderHand}


def sit_down(hand: Hand, host: LocalTable) -> None:
    """Show the lobby of a program that reaches this host's table."""
    app = hand.pilot.app
    app.online_session = OnlineSession(LocalTransport(host), app)
    app.go(OnlineLobby())
    hand.pilot.run_frames(4)


def open_room(hand: Hand, host: LocalTable) -> tuple[RoomScreen, ScriptedGuest]:
    """Open a table; return its lobby, and a friend who has joined and is ready."""
    app = hand.pilot.app
    sit_down(hand, host)
    hand.press(app.words(f"{SLUG}.title"))
    hand.press(app.words("online.open.button"))
    hand.pilot.run_frames(6)
    friend = ScriptedGuest(host, "Bo")
    friend.play()
    hand.pilot.run_frames(6)
    top = app.top
    assert isinstance(top, RoomScreen) and top.roster.game == SLUG
    return top, friend


def play_match(hand: Hand, host: LocalTable, friend: ScriptedGuest) -> int:
    """Play to the result of the match; return the number of own answers."""
    pilot, rng, answers = hand.pilot, Rng(9), 0
    policy = bot_for(SLUG, "easy")
    for _ in range(MAX_FRAMES):
        advance(host, pilot, friend)
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            if top.is_match_over:
                return answers
            hand.press(pilot.app.words("app.results.next_deal"), pilot.app.words("app.results.next_round"))
        elif isinstance(top, Dialog):
            hand.press(top.buttons[-1].label)
        elif isinstance(top, Table) and top.model.choice is not None and not top.model.director.is_busy:
            hand.answer(final_thought(policy, top.model.choice.view, top.match.viewer, rng).move)
            answers += 1
    raise AssertionError(f"the match did not end within {MAX_FRAMES} frames")


@pytest.mark.parametrize("device", HANDS)
def test_online_table_is_playable_with_each_device(device: str, tmp_path: Path) -> None:
    write_settings(tmp_path, name="Ana", speed="instant", friends_kept="yes")
    hand = HANDS[device](tmp_path)
    host, words = LocalTable(), hand.pilot.app.words
    room, friend = open_room(hand, host)

    def last_phrase() -> str:
        hand.pilot.run_frames(4)
        friend.update()
        return friend.guest.chat_messages[-1].phrase

    free = next(seat for seat, chair in enumerate(room.roster.chairs) if not chair.participant_number)
    hand.press(seat_plate(room, free).name)
    assert room.chosen_seat == free
    hand.press(words("online.room.rules"))
    assert isinstance(hand.pilot.app.top, TableRulesScreen)
    hand.press(words("app.button.back"))
    hand.press(words("online.room.say"))
    assert isinstance(hand.pilot.app.top, PhrasesDialog)
    hand.press(words("online.phrase.hello"))
    assert last_phrase() == "hello"
    hand.press(words("online.room.start"))
    hand.pilot.run_frames(6)
    table = hand.pilot.app.top
    assert isinstance(table, Table) and isinstance(table.mode, OnlineMode)
    hand.tool(words("online.room.say"))
    hand.press(words("online.phrase.good_luck"))
    assert last_phrase() == "good_luck"
    assert play_match(hand, host, friend) >= 3
    hand.press(words("elsewhere.leave"))
    hand.pilot.run_frames(4)
    assert isinstance(hand.pilot.app.top, LobbyScreen | Dialog)


@pytest.mark.parametrize("device", HANDS)
def test_invitation_is_pasted_and_followed(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: to_url(INVITATION))
    write_settings(tmp_path, name="Ana", speed="instant")
    hand = HANDS[device](tmp_path)
    host, app = LocalTable(make_table_config(SLUG)), hand.pilot.app
    ScriptedGuest(host, "Bo")
    sit_down(hand, host)
    hand.press(app.words("app.share.paste"))
    hand.pilot.run_frames(6)
    room = app.top
    assert isinstance(room, RoomScreen) and room.own_seat is not None
    hand.press(app.words("online.room.ready"))
    hand.pilot.run_frames(4)
    me = room.guest.person(room.guest.number)
    assert me is not None and me.is_ready
    app.ensure_online_session = lambda: OnlineSession(QueuedTransport(), app)  # type: ignore[method-assign]
    hand.press(app.words("online.room.leave"))
    hand.press(app.words("online.leaving.yes"))
    assert isinstance(app.top, LobbyScreen)


def test_screen_reader_hears_speakers_absences_and_time_left(tmp_path: Path) -> None:
    write_settings(tmp_path, name="Ana", speed="instant")
    hand, host = ReaderHand(tmp_path), LocalTable()
    words, pilot = hand.pilot.app.words, hand.pilot
    _, friend = open_room(hand, host)
    hand.press(words("online.room.start"))
    pilot.run_frames(20)
    assert isinstance(pilot.app.top, Table)

    def heard(text: str) -> bool:
        pilot.run_frames(4)
        return any(text in line for _, line in hand.listener.spoken)

    friend.session.send([SendChat("well_played")])
    assert heard("Well played!")
    friend.transport.lose_connection()
    friend.update()
    assert heard(words("online.told.away", name="Bo"))
    friend.transport.reconnect()
    friend.update()
    assert heard(words("online.told.back", name="Bo"))
