"""Events of an online table, as one window shows them."""

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.moves import Pile
from engine.online.protocol.game_codec import SPECTATOR
from engine.online.protocol.messages import Answer, NextDeal, SendChat
from scenes.lobby.room_screen import RoomScreen
from scenes.online_match.online_mode import OnlineMode
from scenes.results.results_screen import ResultsScreen
from scenes.shell.destinations import Home, OnlineLobby, OnlineTable
from scenes.shell.dialog import Dialog, DialogButton
from scenes.table.goal_dialog import GoalDialog
from scenes.table.menu import KeysDialog
from scenes.table.table import Table
from tests.support.local_online_table import LocalTable, ScriptedGuest, joined_pilot, make_table_config, start_match
from tests.support.tables import find_table_faults

STEPS = 3000


class OnlineTableDriver:
    """Drives a table with the player, a friend and bots, from the first question of ``slug`` on."""

    def __init__(
        self, folder: Path, slug: str = "big_two", *, watching: bool = False, **rules: bool | int | str
    ) -> None:
        self.host = LocalTable(make_table_config(slug, **rules))  # type: ignore[arg-type]  # the rules don't include the number of seats
        friends = [ScriptedGuest(self.host, "Bo")] if watching else []
        self.pilot = joined_pilot(folder, self.host, speed="instant", coach="off", friends_kept="no", watching=watching)
        self.friend = friends[0] if friends else ScriptedGuest(self.host, "Bo")
        start_match(self.host, self.pilot)

    @property
    def table(self) -> Table:
        top = self.pilot.table_below()
        assert isinstance(top, Table)
        return top

    @property
    def play(self) -> OnlineMode:
        play = self.table.mode
        assert isinstance(play, OnlineMode)
        return play

    def frame(self, *, friend: bool = True) -> None:
        """Advance the window by one frame and the host by 50 ms; the friend answers and continues to the next deal."""
        self.host.advance_clock(50)
        if friend and self.friend.guest.connection_state == "joined":
            self.friend.play()
            match = self.host.table.match
            if match is not None and match.deal:
                self.friend.session.send([NextDeal(match.deal)])
        self.pilot.step(dt=50)

    def wait_until_asked(self, *, friend: bool = True) -> None:
        """Wait for a question to the player."""
        for _ in range(STEPS):
            if isinstance(self.pilot.app.top, Table) and self.table.model.choice is not None:
                return
            self.frame(friend=friend)
        raise AssertionError(f"no question within {STEPS} frames")

    def play_until_result(self, most: int = STEPS) -> ResultsScreen:
        """Play with the first legal answers until a result is shown, for at most ``most`` frames."""
        for _ in range(most):
            top = self.pilot.app.top
            if isinstance(top, ResultsScreen):
                return top
            if isinstance(top, Table) and top.model.choice is not None:
                top.mode.submit_move(top.model.choice.legal_moves[0])
            self.frame()
        raise AssertionError(f"no result within {most} frames")


def test_friends_phrase_is_shown_in_players_language(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    evening.wait_until_asked()
    evening.friend.session.send([SendChat("well_played")])
    evening.pilot.step()
    bubble = evening.table.hud.bubbles.current_talk
    assert bubble == (evening.friend.guest.seat, "Well played!")
    assert any("Well played!" in line.text for line in evening.table.log.lines)


def test_absent_player_is_marked_at_plate_until_return(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path, away=10)
    evening.wait_until_asked()
    seat = evening.friend.guest.seat
    evening.friend.transport.lose_connection()
    evening.frame(friend=False)
    assert evening.table.model.presence == {seat: "away"}
    for _ in range(210):
        evening.frame(friend=False)
    assert evening.table.model.presence == {seat: "played"}
    evening.friend.transport.reconnect()
    evening.friend.update()
    evening.frame(friend=False)
    assert evening.table.model.presence == {}


def test_lost_connection_is_shown_and_answer_survives(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    evening.wait_until_asked()
    company = evening.pilot.app.online_session
    assert company is not None
    line = next(iter(line for line in evening.host.transports.values() if line is not evening.friend.transport))
    question, legal = evening.play.guest_match.question, evening.table.model.choice
    assert legal is not None
    line.lose_connection()
    evening.table.mode.submit_move(legal.legal_moves[0])  # in transit when the connection is lost
    evening.pilot.step()
    assert evening.table.prompt_text() == "Connection lost. Trying again …" and evening.table.model.choice is None
    line.reconnect()
    for _ in range(4):
        evening.pilot.step()
    match = evening.host.table.match
    assert match is not None and match.record.moves[-1] == legal.legal_moves[0] and match.question > question
    for _ in range(60):
        evening.frame(friend=False)
    assert find_table_faults(evening.table) == []


def test_refused_answer_is_explained_and_asked_again(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    evening.wait_until_asked()
    question = evening.play.guest_match.question
    evening.pilot.app.online_session.send([Answer(question, f"{evening.table.match.viewer}:pass")])  # type: ignore[union-attr]
    before = evening.table.model.choice
    evening.pilot.step()
    match = evening.host.table.match
    assert match is not None
    if match.question == question:  # passing is not legal here
        assert evening.table.hud.refusal is not None and evening.table.model.choice is before


@pytest.mark.parametrize("allowed", [False, True])
def test_undo_and_hints_exist_only_if_table_allows(allowed: bool, tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path, hints=allowed, undo=allowed)
    evening.wait_until_asked()
    tools = evening.table.hud.tool_bar
    assert (tools.undo.visible, tools.hint.visible) == (allowed, allowed)
    evening.pilot.press_keys(pygame.K_h)
    match = evening.table.match
    assert (match.is_hinting or match.hint is not None) == allowed
    evening.frame()
    assert evening.host.table.roster().help_count == int(allowed)
    evening.pilot.press_keys(pygame.K_u)
    refusal = evening.table.hud.refusal
    assert (refusal is not None and refusal[0].key == "undo_table") != allowed


def test_undo_applies_to_all_players(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path, undo=True)
    match = evening.host.table.match
    assert match is not None
    for _ in range(STEPS):
        choice = evening.table.model.choice
        if choice is not None and len(choice.legal_moves) > 1:
            break
        if choice is not None:
            evening.table.mode.submit_move(choice.legal_moves[0])
        evening.frame()
    assert choice is not None
    made = len(match.record.moves)
    evening.table.mode.submit_move(choice.legal_moves[0])
    evening.pilot.step()
    assert len(match.record.moves) > made
    evening.pilot.press_keys(pygame.K_u)
    evening.pilot.step()
    evening.pilot.step()
    assert len(match.record.moves) == made and find_table_faults(evening.table) == []
    assert evening.table.match.game == match.game.view(evening.table.match.viewer)
    assert evening.friend.guest.game is not None


def test_table_clock_is_shown_and_expires_only_at_host(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path, turn_clock=15)
    evening.wait_until_asked()
    evening.frame(friend=False)
    assert evening.table.hud.remaining_seconds in (14, 15) and evening.table.hud.remaining_share is not None
    for _ in range(350):
        evening.frame(friend=False)
    match = evening.host.table.match
    assert match is not None and any(move.seat == evening.table.match.viewer for move in match.record.moves)
    assert find_table_faults(evening.table) == []


def test_spectator_sees_no_hand_and_gets_no_question(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path, watching=True)
    for _ in range(60):
        evening.frame()
    table, match = evening.table, evening.host.table.match
    assert match is not None and match.record.moves
    assert (
        evening.play.guest_match.guest.seat == SPECTATOR
        and table.mode.addressed_seat is None
        and not table.mode.accepts_input
    )
    hands = [table.model.shown.shown_cards(Pile("hand", seat)) for seat in range(4)]
    assert any(hands) and all(card == HIDDEN for hand in hands for card in hand)
    assert table.model.choice is None and table.model.shown.differences() == []
    assert not table.hud.tool_bar.sort.visible and table.hud.tool_bar.talk.visible


def test_next_deal_waits_until_all_have_seen_result(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    screen = evening.play_until_result()
    assert not screen.is_match_over
    match = evening.host.table.match
    assert match is not None
    evening.pilot.press_keys(pygame.K_RETURN)
    evening.pilot.press_keys(pygame.K_RETURN)
    for _ in range(40):
        evening.frame(friend=False)
    if evening.host.table.phase == "results":  # the friend hasn't closed the result
        assert evening.table.prompt_text() == "Waiting for Bo" and evening.table.model.choice is None
    evening.wait_until_asked()
    assert match.deal == 0 and evening.table.match.game.deal_number == 2


def test_returning_to_screen_shows_current_match(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    evening.wait_until_asked()
    app, match = evening.pilot.app, evening.host.table.match
    app.go(Home())
    for _ in range(20):
        evening.frame()
    app.go(OnlineTable())
    for _ in range(80):
        evening.frame(friend=False)
    assert match is not None and find_table_faults(evening.table) == []
    evening.wait_until_asked()
    assert evening.table.match.game == match.game.view(evening.table.match.viewer)
    app.go(OnlineLobby())
    evening.frame()
    evening.frame()
    assert isinstance(app.top, Table)  # from the lobby into the current match


def test_leaving_for_good_lets_bot_play_and_keeps_return(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    evening.wait_until_asked()
    evening.pilot.press_keys(pygame.K_F10)
    assert isinstance(evening.pilot.app.top, Dialog)
    evening.play._ask_to_leave()
    evening.pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    company = evening.pilot.app.online_session
    assert company is not None and company.guest is None and evening.host.table.match is not None
    evening.host.advance_clock(50)
    chair = next(one for one in evening.host.table.roster().chairs if one.is_substituted)
    assert chair.person


def test_continuing_after_match_leads_to_room_and_next_match(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path, "pass_the_ace", pace="quick")
    screen = evening.play_until_result(6 * STEPS)
    assert screen.is_match_over
    app = evening.pilot.app
    screen.on_rematch()
    evening.frame()
    assert isinstance(app.top, RoomScreen)
    start_match(evening.host, evening.pilot)
    evening.wait_until_asked()
    assert evening.table.match.game.history == () and find_table_faults(evening.table) == []


def test_aborted_match_returns_all_to_room_and_another_begins(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    evening.wait_until_asked()
    app = evening.pilot.app
    evening.play.open_menu()
    ending = next(one.action for one in _choices(evening) if one.label == app.words("elsewhere.break_off.button"))
    assert ending is not None
    ending()
    assert isinstance(app.top, Dialog)
    evening.pilot.press_keys(pygame.K_ESCAPE)
    assert evening.host.table.match is not None, "Esc means no"
    ending()
    next(one.action for one in _choices(evening) if one.label == app.words("elsewhere.break_off.yes"))()  # type: ignore[misc]  # it exists
    evening.frame()
    for _ in range(3):
        if isinstance(app.top, Dialog):
            app.top.back()
        evening.frame()
    assert evening.host.table.match is None and isinstance(app.top, RoomScreen)
    start_match(evening.host, evening.pilot)
    evening.wait_until_asked()
    assert find_table_faults(evening.table) == []


@pytest.mark.parametrize("turn_clock", [0, 30])
def test_goal_is_shown_unless_clock_runs(turn_clock: int, tmp_path: Path) -> None:
    host = LocalTable(make_table_config("gurch", turn_clock=turn_clock))
    pilot = joined_pilot(tmp_path, host, coach="always")
    start_match(host, pilot)
    assert any(isinstance(scene, GoalDialog) for scene in pilot.app.scene_stack) == (not turn_clock)
    assert isinstance(pilot.table_below(), Table)
    pilot.app.close_all()


def test_only_host_is_offered_to_abort_match(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path, watching=True)
    evening.play.open_menu()
    assert evening.pilot.app.words("elsewhere.break_off.button") not in {one.label for one in _choices(evening)}
    assert evening.pilot.app.words("elsewhere.leave") in {one.label for one in _choices(evening)}


def _choices(evening: OnlineTableDriver) -> Sequence[DialogButton]:
    top = evening.pilot.app.top
    assert isinstance(top, Dialog)
    return top.buttons


def test_chat_over_result_is_shown(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    screen = evening.play_until_result()
    watcher = ScriptedGuest(evening.host, "Cy", watching=True)
    evening.frame(friend=False)
    assert evening.pilot.app.top is screen and evening.pilot.app.toast is not None
    watcher.session.send([SendChat("well_played")])
    evening.frame(friend=False)
    assert evening.pilot.app.top is screen and not evening.pilot.app.online_session.unread_messages  # type: ignore[union-attr]


def test_key_list_names_talk_key_only_with_listeners(tmp_path: Path) -> None:
    evening = OnlineTableDriver(tmp_path)
    evening.wait_until_asked()
    app = evening.pilot.app
    assert "P" not in {str(line.key) for line in KeysDialog(app).paragraphs}
    evening.play.open_menu()
    assert isinstance(app.top, Dialog)
    listing = next(choice.action for choice in app.top.buttons if choice.label == app.words("app.menu.keys"))
    assert listing is not None
    listing()
    keys = app.top
    assert isinstance(keys, KeysDialog)
    assert [line.text for line in keys.paragraphs if str(line.key) == "P"] == ["Say something to the table"]
