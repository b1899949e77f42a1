"""An online session by gamepad alone, by touch alone, and by a screen reader's actions alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.moves import Move
from engine.online.protocol.invitation import to_url
from engine.online.protocol.messages import NextDeal, Ready, SendChat
from engine.rng import Rng
from engine.work.thinking import Reply
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
from scenes.shell.screen import Screen
from scenes.table.table import Table
from scenes.ui import clipboard
from scenes.ui.widgets import Widget
from scenes.work.online_session import OnlineSession
from tests.support.fake_screen_reader import attach_reader, send_request, tree_nodes
from tests.support.finger_pilot import FingerPilot
from tests.support.gamepads import GamepadPilot
from tests.support.local_online_table import NamedOwner, make_table_config
from tests.support.profile_pilot import Pilot
from tests.support.queued_transport import QueuedTransport
from tests.support.screens import seat_plate
from tests.support.table_nodes import icon_tools
from tests.support.table_transport import INVITATION, TableHub
from tests.support.tables import write_settings

SLUG = "pass_the_ace"
MAX_FRAMES = 6000
"""Maximum number of frames of a session."""


class HubWithFriend(TableHub):
    """A hub with a friend as second guest, whose clock advances with the messages."""

    def __init__(self) -> None:
        super().__init__()
        self.bo: OnlineSession | None = None
        self._rng = Rng(3)
        self._busy = False

    def invite(self) -> None:
        """Let a friend join and be ready."""
        self.bo = OnlineSession(self.connect(), NamedOwner("Bo"))
        self.bo.join(INVITATION)

    def deliver(self) -> None:
        super().deliver()
        if self._busy or self.table is None:
            return
        self._busy = True  # the friend's messages deliver, too
        self.table.advance_clock(50.0)
        for question in self.table.take_bot_requests()[0]:
            move = self._rng.choice(question.view.legal_moves(question.seat))
            self.table.receive_bot_reply(Reply(question.request, move))
        self._friend()
        self._busy = False

    def _friend(self) -> None:
        if self.bo is None:
            return
        self.bo.update(16.0)
        guest = self.bo.guest
        if guest is None or guest.roster is None:
            return
        me = guest.person(guest.number)
        guest.steps.clear()
        if guest.roster.phase == "room" and me is not None and not me.is_ready:
            self.bo.send([Ready(True)])
        elif guest.roster.phase == "results" and self.table is not None and self.table.match is not None:
            self.bo.send([NextDeal(self.table.match.result_deal)])
        elif (
            guest.game is not None
            and guest.seat in guest.game.seats_to_act()
            and guest.answered_question != guest.question
        ):
            self.bo.send(guest.answer(self._rng.choice(guest.game.legal_moves(guest.seat))))


class InputHand(Protocol):
    """The player's input device."""

    pilot: Pilot

    def press(self, *names: str) -> None:
        """Press the first existing widget with one of these names."""

    def tool(self, name: str) -> None:
        """Press a tool button of the table."""

    def answer(self, move: Move) -> None:
        """Give an answer."""


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
        buttons = self.pilot.table.hud.answer_buttons[-len(self.pilot.open_choice.answers()) :]
        self.press(buttons[self.pilot.answer_index(move)].label)


HANDS: dict[str, Callable[[Path], Any]] = {"pad": GamepadHand, "fingers": FingerHand, "reader": ReaderHand}


def screen(hand: InputHand) -> Screen:
    top = hand.pilot.app.top
    assert isinstance(top, Screen)
    return top


def open_room(hand: InputHand, hub: HubWithFriend) -> RoomScreen:
    """Open a table; return its lobby when a friend has joined and is ready."""
    app = hand.pilot.app
    app.online_session = OnlineSession(hub.connect(), app)
    app.go(OnlineLobby())
    hand.pilot.run_frames(4)
    hand.press(app.words(f"{SLUG}.title"))
    hand.press(app.words("online.open.button"))
    hand.pilot.run_frames(6)
    hub.invite()
    hand.pilot.run_frames(6)
    top = app.top
    assert isinstance(top, RoomScreen) and top.roster.game == SLUG
    return top


def play_match(hand: InputHand) -> int:
    """Play to the result of the match; return the number of own answers."""
    pilot, rng, answers = hand.pilot, Rng(9), 0
    policy = bot_for(SLUG, "easy")
    for _ in range(MAX_FRAMES):
        pilot.step(elapsed_ms=50)
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
    hand: InputHand = HANDS[device](tmp_path)
    hub, words = HubWithFriend(), hand.pilot.app.words
    room = open_room(hand, hub)
    free = next(seat for seat, chair in enumerate(room.roster.chairs) if not chair.participant_number)
    hand.press(seat_plate(room, free).name)
    assert room.chosen_seat == free
    hand.press(words("online.room.rules"))
    assert isinstance(hand.pilot.app.top, TableRulesScreen)
    hand.press(words("app.button.back"))
    hand.press(words("online.room.say"))
    assert isinstance(hand.pilot.app.top, PhrasesDialog)
    hand.press(words("online.phrase.hello"))
    hand.pilot.run_frames(4)
    assert hub.bo is not None and hub.bo.guest is not None
    assert hub.bo.guest.chat_messages[-1].phrase == "hello"
    hand.press(words("online.room.start"))
    hand.pilot.run_frames(6)
    table = hand.pilot.app.top
    assert isinstance(table, Table) and isinstance(table.mode, OnlineMode)
    hand.tool(words("online.room.say"))
    hand.press(words("online.phrase.good_luck"))
    hand.pilot.run_frames(4)
    assert hub.bo.guest.chat_messages[-1].phrase == "good_luck"
    assert play_match(hand) >= 3
    hand.press(words("elsewhere.leave"))
    hand.pilot.run_frames(4)
    assert isinstance(hand.pilot.app.top, LobbyScreen) or isinstance(screen(hand), Dialog)


@pytest.mark.parametrize("device", HANDS)
def test_invitation_is_pasted_and_followed(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: to_url(INVITATION))
    write_settings(tmp_path, name="Ana", speed="instant")
    hand: InputHand = HANDS[device](tmp_path)
    hub, app = HubWithFriend(), hand.pilot.app
    hub.open(make_table_config(SLUG))
    hub.invite()
    app.online_session = OnlineSession(hub.connect(), app)
    app.go(OnlineLobby())
    hand.pilot.run_frames(4)
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
    hand, hub = ReaderHand(tmp_path), HubWithFriend()
    words, pilot = hand.pilot.app.words, hand.pilot
    open_room(hand, hub)
    hand.press(words("online.room.start"))
    pilot.run_frames(20)
    assert isinstance(pilot.app.top, Table) and hub.bo is not None and hub.table is not None
    link_of_bo = hub.transports[-1].connection_id

    def heard(text: str) -> bool:
        pilot.run_frames(4)
        return any(text in line for _, line in hand.listener.spoken)

    hub.bo.send([SendChat("well_played")])
    assert heard("Well played!")
    bo, hub.bo = hub.bo, None
    assert bo.guest is not None
    hub.table.disconnect(link_of_bo)
    assert heard(words("online.told.away", name="Bo"))
    hub.table.connect(link_of_bo, bo.guest.hello())
    assert heard(words("online.told.back", name="Bo"))
