"""What can happen at a table of several computers, as one window shows it."""

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.moves import Pile
from engine.online.messages import Answer, NextDeal, Say
from engine.online.positions import WATCHER
from scenes.elsewhere.play import PlayElsewhere
from scenes.lobby.room import RoomScreen
from scenes.results.results import ResultsScreen
from scenes.shell.destinations import Friends, Home, TableElsewhere
from scenes.shell.dialog import Dialog, DialogButton
from scenes.table.goal import GoalDialog
from scenes.table.menu import KeysDialog
from scenes.table.table import Table
from tests.support.at_table import faults
from tests.support.friends import Friend, TableHere, arrangement, begin, pilot_at

STEPS = 3000


class Evening:
    """A table with the player, a friend and computer players; ``slug`` is dealt and the first question is there."""

    def __init__(
        self, folder: Path, slug: str = "big_two", *, watching: bool = False, **rules: bool | int | str
    ) -> None:
        self.host = TableHere(arrangement(slug, **rules))  # type: ignore[arg-type]  # the rules are no number of seats
        friends = [Friend(self.host, "Bo")] if watching else []
        self.pilot = pilot_at(folder, self.host, speed="instant", coach="off", friends_kept="no", watching=watching)
        self.friend = friends[0] if friends else Friend(self.host, "Bo")
        begin(self.host, self.pilot)

    @property
    def table(self) -> Table:
        top = self.pilot.table_below()
        assert isinstance(top, Table)
        return top

    @property
    def play(self) -> PlayElsewhere:
        play = self.table.play
        assert isinstance(play, PlayElsewhere)
        return play

    def frame(self, *, friend: bool = True) -> None:
        """A frame at the window and 50 ms at the host; the friend answers and goes on to the next deal."""
        self.host.pass_time(50)
        if friend and self.friend.guest.link == "joined":
            self.friend.play()
            match = self.host.table.match
            if match is not None and match.deal:
                self.friend.company.send([NextDeal(match.deal)])
        self.pilot.step(dt=50)

    def until_asked(self, *, friend: bool = True) -> None:
        """Wait until the player has something to answer."""
        for _ in range(STEPS):
            if isinstance(self.pilot.app.top, Table) and self.table.stage.choice is not None:
                return
            self.frame(friend=friend)
        raise AssertionError("never asked")

    def until_result(self, most: int = STEPS) -> ResultsScreen:
        """Play with the first legal answers until a result is shown, after at most so many frames."""
        for _ in range(most):
            top = self.pilot.app.top
            if isinstance(top, ResultsScreen):
                return top
            if isinstance(top, Table) and top.stage.choice is not None:
                top.play.decide(top.stage.choice.legal[0])
            self.frame()
        raise AssertionError("no result")


def test_what_a_friend_says_is_shown_at_their_seat_in_the_players_language(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.until_asked()
    evening.friend.company.send([Say("well_played")])
    evening.pilot.step()
    bubble = evening.table.hud.bubbles.talk
    assert bubble == (evening.friend.guest.seat, "Well played!")
    assert any("Well played!" in line.text for line in evening.table.log.lines)


def test_who_is_away_has_a_sign_at_the_plate_until_they_are_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, away=10)
    evening.until_asked()
    seat = evening.friend.guest.seat
    evening.friend.wire.cut()
    evening.frame(friend=False)
    assert evening.table.stage.presence == {seat: "away"}
    for _ in range(210):
        evening.frame(friend=False)
    assert evening.table.stage.presence == {seat: "played"}
    evening.friend.wire.restore()
    evening.friend.update()
    evening.frame(friend=False)
    assert evening.table.stage.presence == {}


def test_a_lost_connection_is_told_and_the_answer_given_meanwhile_is_not_lost(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.until_asked()
    company = evening.pilot.app.company
    assert company is not None
    line = next(iter(line for line in evening.host.lines.values() if line is not evening.friend.wire))
    question, legal = evening.play.followed.question, evening.table.stage.choice
    assert legal is not None
    line.cut()
    evening.table.play.decide(legal.legal[0])  # on its way when the connection went
    evening.pilot.step()
    assert evening.table.prompt() == "Connection lost. Trying again …" and evening.table.stage.choice is None
    line.restore()
    for _ in range(4):
        evening.pilot.step()
    match = evening.host.table.match
    assert match is not None and match.record.moves[-1] == legal.legal[0] and match.question > question
    for _ in range(60):
        evening.frame(friend=False)
    assert faults(evening.table) == []


def test_an_answer_that_the_host_refuses_is_explained_and_asked_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.until_asked()
    question = evening.play.followed.question
    evening.pilot.app.company.send([Answer(question, f"{evening.table.match.viewer}:pass")])  # type: ignore[union-attr]
    before = evening.table.stage.choice
    evening.pilot.step()
    match = evening.host.table.match
    assert match is not None
    if match.question == question:  # passing was not allowed here
        assert evening.table.hud.refusal is not None and evening.table.stage.choice is before


@pytest.mark.parametrize("allowed", [False, True])
def test_undo_and_hints_are_there_only_if_the_table_allows_them(allowed: bool, tmp_path: Path) -> None:
    evening = Evening(tmp_path, hints=allowed, undo=allowed)
    evening.until_asked()
    tools = evening.table.hud.tools
    assert (tools.undo.visible, tools.hint.visible) == (allowed, allowed)
    evening.pilot.key(pygame.K_h)
    match = evening.table.match
    assert (match.hinting or match.hint is not None) == allowed
    evening.frame()
    assert evening.host.table.roster().helped == int(allowed)
    evening.pilot.key(pygame.K_u)
    refusal = evening.table.hud.refusal
    assert (refusal is not None and refusal[0].key == "undo_table") != allowed


def test_an_undo_takes_everybody_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path, undo=True)
    match = evening.host.table.match
    assert match is not None
    for _ in range(STEPS):
        choice = evening.table.stage.choice
        if choice is not None and len(choice.legal) > 1:
            break
        if choice is not None:
            evening.table.play.decide(choice.legal[0])
        evening.frame()
    assert choice is not None
    made = len(match.record.moves)
    evening.table.play.decide(choice.legal[0])
    evening.pilot.step()
    assert len(match.record.moves) > made
    evening.pilot.key(pygame.K_u)
    evening.pilot.step()
    evening.pilot.step()
    assert len(match.record.moves) == made and faults(evening.table) == []
    assert evening.table.match.game == match.game.view(evening.table.match.viewer)
    assert evening.friend.guest.game is not None


def test_the_tables_clock_is_shown_and_nothing_ends_here_when_it_is_over(tmp_path: Path) -> None:
    evening = Evening(tmp_path, turn_clock=15)
    evening.until_asked()
    evening.frame(friend=False)
    assert evening.table.hud.seconds in (14, 15) and evening.table.hud.countdown is not None
    for _ in range(350):
        evening.frame(friend=False)
    match = evening.host.table.match
    assert match is not None and any(move.seat == evening.table.match.viewer for move in match.record.moves)
    assert faults(evening.table) == []


def test_those_who_watch_see_no_hand_and_are_asked_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path, watching=True)
    for _ in range(60):
        evening.frame()
    table, match = evening.table, evening.host.table.match
    assert match is not None and match.record.moves
    assert evening.play.followed.guest.seat == WATCHER and table.play.me is None and not table.play.takes_part
    hands = [table.stage.shown.faces(Pile("hand", seat)) for seat in range(4)]
    assert any(hands) and all(card == HIDDEN for hand in hands for card in hand)
    assert table.stage.choice is None and table.stage.shown.differences() == []
    assert not table.hud.tools.sort.visible and table.hud.tools.talk.visible


def test_the_next_deal_waits_until_everybody_has_seen_the_result(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    screen = evening.until_result()
    assert not screen.final
    match = evening.host.table.match
    assert match is not None
    evening.pilot.key(pygame.K_RETURN)
    evening.pilot.key(pygame.K_RETURN)
    for _ in range(40):
        evening.frame(friend=False)
    if evening.host.table.phase == "results":  # the friend is still reading
        assert evening.table.prompt() == "Waiting for Bo" and evening.table.stage.choice is None
    evening.until_asked()
    assert match.deal == 0 and evening.table.match.game.deal_number == 2


def test_leaving_the_screen_and_coming_back_shows_the_match_as_it_stands(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.until_asked()
    app, match = evening.pilot.app, evening.host.table.match
    app.go(Home())
    for _ in range(20):
        evening.frame()
    app.go(TableElsewhere())
    for _ in range(80):
        evening.frame(friend=False)
    assert match is not None and faults(evening.table) == []
    evening.until_asked()
    assert evening.table.match.game == match.game.view(evening.table.match.viewer)
    app.go(Friends())
    evening.frame()
    evening.frame()
    assert isinstance(app.top, Table)  # from the room to the match that goes on


def test_leaving_for_good_lets_a_computer_play_on_and_keeps_the_way_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.until_asked()
    evening.pilot.key(pygame.K_F10)
    assert isinstance(evening.pilot.app.top, Dialog)
    evening.play._ask_to_leave()
    evening.pilot.key(pygame.K_TAB, pygame.K_RETURN)
    company = evening.pilot.app.company
    assert company is not None and company.guest is None and evening.host.table.match is not None
    evening.host.pass_time(50)
    chair = next(one for one in evening.host.table.roster().chairs if one.played)
    assert chair.person


def test_after_a_match_the_way_on_leads_to_the_room_and_to_the_next_match(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "pass_the_ace", pace="quick")
    screen = evening.until_result(6 * STEPS)
    assert screen.final
    app = evening.pilot.app
    screen.on_rematch()
    evening.frame()
    assert isinstance(app.top, RoomScreen)
    begin(evening.host, evening.pilot)
    evening.until_asked()
    assert evening.table.match.game.history == () and faults(evening.table) == []


def test_when_the_host_breaks_the_match_off_everybody_is_back_in_the_room_and_another_begins(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.until_asked()
    app = evening.pilot.app
    evening.play.menu()
    ending = next(one.action for one in _choices(evening) if one.label == app.words("elsewhere.break_off.button"))
    assert ending is not None
    ending()
    assert isinstance(app.top, Dialog)
    evening.pilot.key(pygame.K_ESCAPE)
    assert evening.host.table.match is not None, "Esc means no"
    ending()
    next(one.action for one in _choices(evening) if one.label == app.words("elsewhere.break_off.yes"))()  # type: ignore[misc]  # there is one
    evening.frame()
    for _ in range(3):
        if isinstance(app.top, Dialog):
            app.top.back()
        evening.frame()
    assert evening.host.table.match is None and isinstance(app.top, RoomScreen)
    begin(evening.host, evening.pilot)
    evening.until_asked()
    assert faults(evening.table) == []


@pytest.mark.parametrize("turn_clock", [0, 30])
def test_the_goal_of_a_new_game_is_said_unless_a_clock_runs_meanwhile(turn_clock: int, tmp_path: Path) -> None:
    host = TableHere(arrangement("gurch", turn_clock=turn_clock))
    pilot = pilot_at(tmp_path, host, coach="always")
    begin(host, pilot)
    assert any(isinstance(scene, GoalDialog) for scene in pilot.app.stack) == (not turn_clock)
    assert isinstance(pilot.table_below(), Table)
    pilot.app.close_all()


def test_only_the_host_is_offered_to_break_the_match_off(tmp_path: Path) -> None:
    evening = Evening(tmp_path, watching=True)
    evening.play.menu()
    assert evening.pilot.app.words("elsewhere.break_off.button") not in {one.label for one in _choices(evening)}
    assert evening.pilot.app.words("elsewhere.leave") in {one.label for one in _choices(evening)}


def _choices(evening: Evening) -> Sequence[DialogButton]:
    top = evening.pilot.app.top
    assert isinstance(top, Dialog)
    return top.choices


def test_what_somebody_says_while_the_result_is_read_is_told_over_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    screen = evening.until_result()
    watcher = Friend(evening.host, "Cy", watching=True)
    evening.frame(friend=False)
    assert evening.pilot.app.top is screen and evening.pilot.app.toast is not None
    watcher.company.send([Say("well_played")])
    evening.frame(friend=False)
    assert evening.pilot.app.top is screen and not evening.pilot.app.company.news  # type: ignore[union-attr]


def test_the_list_of_keys_names_the_one_to_talk_only_where_somebody_listens(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.until_asked()
    app = evening.pilot.app
    assert "P" not in {str(line.key) for line in KeysDialog(app).lines}
    evening.play.menu()
    assert isinstance(app.top, Dialog)
    listing = next(choice.action for choice in app.top.choices if choice.label == app.words("app.menu.keys"))
    assert listing is not None
    listing()
    keys = app.top
    assert isinstance(keys, KeysDialog)
    assert [line.text for line in keys.lines if str(line.key) == "P"] == ["Say something to the table"]
