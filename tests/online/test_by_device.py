"""An evening at a table of friends by gamepad alone, by fingers alone, and by a screen reader's actions alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.moves import Move
from engine.online.invitation import link
from engine.online.messages import NextDeal, Ready, Say
from engine.rng import Rng
from engine.work.thinking import Reply
from scenes.elsewhere.play import PlayElsewhere
from scenes.lobby.lobby import LobbyScreen
from scenes.lobby.room import RoomScreen
from scenes.lobby.table_rules import TableRulesScreen
from scenes.look.widgets import Widget, clipboard
from scenes.results.results import ResultsScreen
from scenes.selftest.pad_pilot import RB, A
from scenes.shell.destinations import Friends
from scenes.shell.dialog import Dialog
from scenes.shell.phrases import PhrasesDialog
from scenes.shell.screen import Screen
from scenes.shell.system_reader import Asked
from scenes.table.table import Table
from scenes.work.company import Company
from tests.support.at_table import settings
from tests.support.fingers import FingerPilot
from tests.support.friends import Named, arrangement
from tests.support.pads import PadPilot
from tests.support.piloting import Pilot
from tests.support.prepared_line import PreparedLine
from tests.support.reading_aloud import ask, listen, nodes
from tests.support.table_line import INVITATION, House

SLUG = "pass_the_ace"
MOST = 6000
"""Maximum number of frames of an evening."""


class Hall(House):
    """A house with a friend in it, whose time passes with the messages."""

    def __init__(self) -> None:
        super().__init__()
        self.bo: Company | None = None
        self._rng = Rng(3)
        self._busy = False

    def invite(self) -> None:
        """Let a friend come and be ready."""
        self.bo = Company(self.line(), Named("Bo"))
        self.bo.join(INVITATION)

    def deliver(self) -> None:
        super().deliver()
        if self._busy or self.table is None:
            return
        self._busy = True  # what the friend does delivers, too
        self.table.pass_time(50.0)
        for question in self.table.take_questions()[0]:
            move = self._rng.choice(question.view.legal_moves(question.seat))
            self.table.answer_of_computer(Reply(question.request, move))
        self._friend()
        self._busy = False

    def _friend(self) -> None:
        if self.bo is None:
            return
        self.bo.update(16.0)
        guest = self.bo.guest
        if guest is None or guest.roster is None:
            return
        me = guest.person(guest.you)
        guest.steps.clear()
        if guest.roster.phase == "room" and me is not None and not me.ready:
            self.bo.send([Ready(True)])
        elif guest.roster.phase == "results" and self.table is not None and self.table.match is not None:
            self.bo.send([NextDeal(self.table.match.deal)])
        elif guest.game is not None and guest.seat in guest.game.waiting() and guest.answered != guest.question:
            self.bo.send(guest.answer(self._rng.choice(guest.game.legal_moves(guest.seat))))


class Hand(Protocol):
    """The device that a player has."""

    pilot: Pilot

    def press(self, *names: str) -> None:
        """Press what has the first of these names that is there."""

    def tool(self, name: str) -> None:
        """Press a button of the table."""

    def answer(self, move: Move) -> None:
        """Give an answer."""


def has(names: tuple[str, ...]) -> Callable[[Widget], bool]:
    """Whether a widget has one of these names."""
    kinds = ("label", "name", "title", "spoken")
    return lambda one: any(getattr(one, kind, "") in names for kind in kinds)


class PadHand:
    """Nothing but a gamepad."""

    def __init__(self, folder: Path) -> None:
        self.pilot = PadPilot(folder)

    def press(self, *names: str) -> None:
        self.pilot.focus(has(names))
        self.pilot.pad(A)

    def tool(self, name: str) -> None:
        for _ in range(80):
            self.pilot.pad(RB)
            if getattr(self.pilot.focused_tool(), "name", "") == name:
                self.pilot.pad(A)
                return
        raise AssertionError(f"no way to {name}")

    def answer(self, move: Move) -> None:
        self.pilot.play_by_keys(move)


class FingerHand:
    """Nothing but fingers."""

    def __init__(self, folder: Path) -> None:
        self.pilot = FingerPilot(folder)

    def press(self, *names: str) -> None:
        self.pilot.tap(self.pilot.place_of(has(names)))
        self.pilot.steps(2)

    def tool(self, name: str) -> None:
        hud = self.pilot.table.hud
        tool = next(one for one in hud.tools.icons if one.name == name)
        by = hud.look.scale / self.pilot.table.look.scale
        self.pilot.tap((tool.rect.centerx * by, tool.rect.centery * by))
        self.pilot.steps(2)

    def answer(self, move: Move) -> None:
        self.pilot.play_by_mouse(move)


class ReaderHand:
    """Nothing but what a screen reader is told and may do."""

    def __init__(self, folder: Path) -> None:
        self.pilot = Pilot(folder)
        self.listener = listen(self.pilot.app)

    def press(self, *names: str) -> None:
        found = nodes(self.pilot.app).items()
        number = next(n for name in names for n, node in found if node.clickable and node.name.startswith(name))
        ask(self.pilot.app, Asked("click", number))
        self.pilot.steps(2)

    def tool(self, name: str) -> None:
        self.press(name)

    def answer(self, move: Move) -> None:
        buttons = self.pilot.table.hud.answers.buttons[-len(self.pilot.choice.answers()) :]
        self.press(buttons[self.pilot.index(move)].label)


HANDS: dict[str, Callable[[Path], Any]] = {"pad": PadHand, "fingers": FingerHand, "reader": ReaderHand}


def screen(hand: Hand) -> Screen:
    top = hand.pilot.app.top
    assert isinstance(top, Screen)
    return top


def in_room(hand: Hand, hall: Hall) -> RoomScreen:
    """Open a table in the lobby; its room, once a friend is there and ready."""
    app = hand.pilot.app
    app.company = Company(hall.line(), app)
    app.go(Friends())
    hand.pilot.steps(4)
    hand.press(app.words(f"{SLUG}.title"))
    hand.press(app.words("online.open.button"))
    hand.pilot.steps(6)
    hall.invite()
    hand.pilot.steps(6)
    top = app.top
    assert isinstance(top, RoomScreen) and top.roster.game == SLUG
    return top


def match(hand: Hand) -> int:
    """Play to the result of the match; the number of own answers."""
    pilot, rng, answers = hand.pilot, Rng(9), 0
    policy = bot_for(SLUG, "easy")
    for _ in range(MOST):
        pilot.step(dt=50)
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            if top.final:
                return answers
            hand.press(pilot.app.words("app.results.next_deal"), pilot.app.words("app.results.next_round"))
        elif isinstance(top, Dialog):
            hand.press(top.choices[-1].label)
        elif isinstance(top, Table) and top.stage.choice is not None and not top.stage.director.busy:
            hand.answer(final(policy, top.stage.choice.view, top.match.viewer, rng).move)
            answers += 1
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("device", HANDS)
def test_an_evening_at_a_table_of_ones_own(device: str, tmp_path: Path) -> None:
    settings(tmp_path, name="Ana", speed="instant", friends_kept="yes")
    hand: Hand = HANDS[device](tmp_path)
    hall, words = Hall(), hand.pilot.app.words
    room = in_room(hand, hall)
    free = next(seat for seat, chair in enumerate(room.roster.chairs) if not chair.person)
    hand.press(room._plates[list(room.around).index(free)].name)
    assert room.chair == free
    hand.press(words("online.room.rules"))
    assert isinstance(hand.pilot.app.top, TableRulesScreen)
    hand.press(words("app.button.back"))
    hand.press(words("online.room.say"))
    assert isinstance(hand.pilot.app.top, PhrasesDialog)
    hand.press(words("online.phrase.hello"))
    hand.pilot.steps(4)
    assert hall.bo is not None and hall.bo.guest is not None
    assert hall.bo.guest.said[-1].phrase == "hello"
    hand.press(words("online.room.start"))
    hand.pilot.steps(6)
    table = hand.pilot.app.top
    assert isinstance(table, Table) and isinstance(table.play, PlayElsewhere)
    hand.tool(words("online.room.say"))
    hand.press(words("online.phrase.good_luck"))
    hand.pilot.steps(4)
    assert hall.bo.guest.said[-1].phrase == "good_luck"
    assert match(hand) >= 3
    hand.press(words("elsewhere.leave"))
    hand.pilot.steps(4)
    assert isinstance(hand.pilot.app.top, LobbyScreen) or isinstance(screen(hand), Dialog)


@pytest.mark.parametrize("device", HANDS)
def test_an_invitation_is_pasted_and_followed(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "paste", lambda: link(INVITATION))
    settings(tmp_path, name="Ana", speed="instant")
    hand: Hand = HANDS[device](tmp_path)
    hall, app = Hall(), hand.pilot.app
    hall.open(arrangement(SLUG))
    hall.invite()
    app.company = Company(hall.line(), app)
    app.go(Friends())
    hand.pilot.steps(4)
    hand.press(app.words("app.share.paste"))
    hand.pilot.steps(6)
    room = app.top
    assert isinstance(room, RoomScreen) and room.own_seat is not None
    hand.press(app.words("online.room.ready"))
    hand.pilot.steps(4)
    me = room.guest.person(room.guest.you)
    assert me is not None and me.ready
    app.meet = lambda: Company(PreparedLine(), app)  # type: ignore[method-assign]
    hand.press(app.words("online.room.leave"))
    hand.press(app.words("online.leaving.yes"))
    assert isinstance(app.top, LobbyScreen)


def test_a_reader_hears_who_speaks_who_is_away_and_how_much_time_is_left(tmp_path: Path) -> None:
    settings(tmp_path, name="Ana", speed="instant")
    hand, hall = ReaderHand(tmp_path), Hall()
    words, pilot = hand.pilot.app.words, hand.pilot
    in_room(hand, hall)
    hand.press(words("online.room.start"))
    pilot.steps(20)
    assert isinstance(pilot.app.top, Table) and hall.bo is not None and hall.table is not None
    link_of_bo = hall.lines[-1].number

    def heard(text: str) -> bool:
        pilot.steps(4)
        return any(text in line for _, line in hand.listener.said)

    hall.bo.send([Say("well_played")])
    assert heard("Well played!")
    bo, hall.bo = hall.bo, None
    assert bo.guest is not None
    hall.table.disconnect(link_of_bo)
    assert heard(words("online.told.away", name="Bo"))
    hall.table.connect(link_of_bo, bo.guest.hello())
    assert heard(words("online.told.back", name="Bo"))
