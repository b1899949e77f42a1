"""Events of an online table, as one window shows them."""

from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from engine.cards import HIDDEN
from engine.moves import Pile
from engine.online.protocol.game_codec import SPECTATOR
from engine.online.protocol.messages import Answer, SendChat
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import Home, OnlineLobby, OnlineTable
from scenes.shell.dialog import Dialog, DialogButton
from scenes.table.goal_dialog import GoalDialog
from scenes.table.menu import KeysDialog
from scenes.table.table import Table
from tests.support.local_online_table import ScriptedGuest, advance, joined_pilot, start_match
from tests.support.local_table import LocalTable, make_table_config
from tests.support.tables import find_table_faults

STEPS = 3000


class OnlineTableDriver:
    """Drives a table with the player, a friend and bots, from the first question of ``slug`` on."""

    def __init__(
        self, folder: Path, slug: str = "big_two", *, as_spectator: bool = False, **rules: bool | int | str
    ) -> None:
        self.host = LocalTable(make_table_config(slug, **rules))  # type: ignore[arg-type]  # the rules don't include the number of seats
        friends = [ScriptedGuest(self.host, "Bo")] if as_spectator else []
        self.pilot = joined_pilot(
            folder, self.host, speed="instant", coach="off", friends_kept="no", as_spectator=as_spectator
        )
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
        """Advance the window by one frame and the host by 50 ms; the friend plays or does nothing."""
        advance(self.host, self.pilot, *[self.friend] * friend)

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
    driver = OnlineTableDriver(tmp_path)
    driver.wait_until_asked()
    driver.friend.session.send([SendChat("well_played")])
    driver.pilot.step()
    line = driver.table.hud.bubbles.spoken_line
    assert line is not None and (line.seat, line.text(driver.table.words)) == (driver.friend.guest.seat, "Well played!")
    assert any("Well played!" in line.text for line in driver.table.log.lines)


def test_absent_player_is_marked_at_plate_until_return(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, away=10)
    driver.wait_until_asked()
    seat = driver.friend.guest.seat
    driver.friend.transport.lose_connection()
    driver.frame(friend=False)
    assert driver.table.model.presence == {seat: "away"}
    for _ in range(210):
        driver.frame(friend=False)
    assert driver.table.model.presence == {seat: "played"}
    driver.friend.transport.reconnect()
    driver.friend.update()
    driver.frame(friend=False)
    assert driver.table.model.presence == {}


def test_lost_connection_is_shown_and_answer_survives(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    driver.wait_until_asked()
    session = driver.pilot.app.online_session
    assert session is not None
    line = next(iter(line for line in driver.host.transports.values() if line is not driver.friend.transport))
    question, legal = driver.play.guest_match.question, driver.table.model.choice
    assert legal is not None
    line.lose_connection()
    driver.table.mode.submit_move(legal.legal_moves[0])  # in transit when the connection is lost
    driver.pilot.step()
    assert driver.table.prompt_text() == "Connection lost. Trying again …" and driver.table.model.choice is None
    line.reconnect()
    for _ in range(4):
        driver.pilot.step()
    match = driver.host.match
    assert match.record.moves[-1] == legal.legal_moves[0] and match.question > question
    for _ in range(60):
        driver.frame(friend=False)
    assert find_table_faults(driver.table) == []


def test_refused_answer_is_explained_and_asked_again(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    driver.wait_until_asked()
    question = driver.play.guest_match.question
    driver.pilot.app.online_session.send([Answer(question, f"{driver.table.match.viewer}:pass")])  # type: ignore[union-attr]
    before = driver.table.model.choice
    driver.pilot.step()
    match = driver.host.match
    if match.question == question:  # passing is not legal here
        assert driver.table.hud.refusal is not None and driver.table.model.choice is before


@pytest.mark.parametrize("allowed", [False, True])
def test_undo_and_hints_exist_only_if_table_allows(allowed: bool, tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, hints=allowed, undo=allowed)
    driver.wait_until_asked()
    keys = [one.key for one in driver.table.hud.tools]
    assert ("undo" in keys, "hint" in keys) == (allowed, allowed)
    driver.pilot.press_keys(pygame.K_h)
    match = driver.table.match
    assert (match.is_hint_pending or match.hint is not None) == allowed
    driver.frame()
    assert driver.host.table.roster().help_count == int(allowed)
    driver.pilot.press_keys(pygame.K_u)
    refusal = driver.table.hud.refusal
    assert (refusal is not None and refusal.key == "undo_table") != allowed


def test_undo_applies_to_all_players(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, undo=True)
    match = driver.host.match
    for _ in range(STEPS):
        choice = driver.table.model.choice
        if choice is not None and len(choice.legal_moves) > 1:
            break
        if choice is not None:
            driver.table.mode.submit_move(choice.legal_moves[0])
        driver.frame()
    assert choice is not None
    move_count = len(match.record.moves)
    driver.table.mode.submit_move(choice.legal_moves[0])
    driver.pilot.step()
    assert len(match.record.moves) > move_count
    driver.pilot.press_keys(pygame.K_u)
    driver.pilot.step()
    driver.pilot.step()
    assert len(match.record.moves) == move_count and find_table_faults(driver.table) == []
    assert driver.table.match.game == match.game.view(driver.table.match.viewer)
    assert driver.friend.guest.game is not None


def test_table_clock_is_shown_and_expires_only_at_host(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, turn_clock=15)
    driver.wait_until_asked()
    driver.frame(friend=False)
    assert driver.table.hud.remaining_seconds in (14, 15) and driver.table.hud.remaining_fraction is not None
    for _ in range(350):
        driver.frame(friend=False)
    match = driver.host.match
    assert any(move.seat == driver.table.match.viewer for move in match.record.moves)
    assert find_table_faults(driver.table) == []


def test_spectator_sees_no_hand_and_gets_no_question(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, as_spectator=True)
    for _ in range(60):
        driver.frame()
    table, match = driver.table, driver.host.match
    assert match.record.moves
    assert (
        driver.play.guest_match.guest.seat == SPECTATOR
        and table.mode.addressed_seat is None
        and not table.mode.accepts_input
    )
    hands = [table.model.shown.shown_cards(Pile("hand", seat)) for seat in range(4)]
    assert any(hands) and all(card == HIDDEN for hand in hands for card in hand)
    assert table.model.choice is None and table.model.shown.differences() == []
    keys = [one.key for one in table.hud.tools]
    assert "sort" not in keys and "talk" in keys


def test_next_deal_waits_until_all_have_seen_result(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    screen = driver.play_until_result()
    assert not screen.is_match_over
    match = driver.host.match
    driver.pilot.press_keys(pygame.K_RETURN)
    driver.pilot.press_keys(pygame.K_RETURN)
    for _ in range(40):
        driver.frame(friend=False)
    if driver.host.table.phase == "results":  # the friend hasn't closed the result
        assert driver.table.prompt_text() == "Waiting for Bo" and driver.table.model.choice is None
    driver.wait_until_asked()
    assert match.result_deal == 0 and driver.table.match.game.deal_number == 2


def test_returning_to_screen_shows_current_match(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    driver.wait_until_asked()
    app, match = driver.pilot.app, driver.host.match
    app.go(Home())
    for _ in range(20):
        driver.frame()
    app.go(OnlineTable())
    for _ in range(80):
        driver.frame(friend=False)
    assert find_table_faults(driver.table) == []
    driver.wait_until_asked()
    assert driver.table.match.game == match.game.view(driver.table.match.viewer)
    app.go(OnlineLobby())
    driver.frame()
    driver.frame()
    assert isinstance(app.top, Table)  # from the lobby into the current match


def test_leaving_for_good_lets_bot_play_and_keeps_return(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    driver.wait_until_asked()
    driver.pilot.press_keys(pygame.K_F10)
    assert isinstance(driver.pilot.app.top, Dialog)
    driver.play._ask_to_leave()
    driver.pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    session = driver.pilot.app.online_session
    assert session is not None and session.guest is None and driver.host.table.match is not None
    driver.host.advance_clock(50)
    chair = next(one for one in driver.host.table.roster().chairs if one.is_substituted)
    assert chair.participant_number


def test_continuing_after_match_leads_to_room_and_next_match(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, "pass_the_ace", pace="quick")
    screen = driver.play_until_result(6 * STEPS)
    assert screen.is_match_over
    app = driver.pilot.app
    screen.on_rematch()
    driver.frame()
    assert isinstance(app.top, RoomScreen)
    start_match(driver.host, driver.pilot)
    driver.wait_until_asked()
    assert driver.table.match.game.history == () and find_table_faults(driver.table) == []


def test_aborted_match_returns_all_to_room_and_another_begins(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    driver.wait_until_asked()
    app = driver.pilot.app
    driver.play.open_menu()
    ending = next(one.action for one in _choices(driver) if one.label == app.words("elsewhere.break_off.button"))
    assert ending is not None
    ending()
    assert isinstance(app.top, Dialog)
    driver.pilot.press_keys(pygame.K_ESCAPE)
    assert driver.host.table.match is not None, "Esc means no"
    ending()
    next(one.action for one in _choices(driver) if one.label == app.words("elsewhere.break_off.yes"))()  # type: ignore[misc]  # it exists
    driver.frame()
    for _ in range(3):
        if isinstance(app.top, Dialog):
            app.top.back()
        driver.frame()
    assert driver.host.table.match is None and isinstance(app.top, RoomScreen)
    start_match(driver.host, driver.pilot)
    driver.wait_until_asked()
    assert find_table_faults(driver.table) == []


@pytest.mark.parametrize("turn_clock", [0, 30])
def test_goal_is_shown_unless_clock_runs(turn_clock: int, tmp_path: Path) -> None:
    host = LocalTable(make_table_config("gurch", turn_clock=turn_clock))
    pilot = joined_pilot(tmp_path, host, coach="always")
    start_match(host, pilot)
    assert any(isinstance(scene, GoalDialog) for scene in pilot.app.scene_stack) == (not turn_clock)
    assert isinstance(pilot.table_below(), Table)
    pilot.app.release_everything()


def test_only_host_is_offered_to_abort_match(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, as_spectator=True)
    driver.play.open_menu()
    assert driver.pilot.app.words("elsewhere.break_off.button") not in {one.label for one in _choices(driver)}
    assert driver.pilot.app.words("elsewhere.leave") in {one.label for one in _choices(driver)}


def _choices(driver: OnlineTableDriver) -> Sequence[DialogButton]:
    top = driver.pilot.app.top
    assert isinstance(top, Dialog)
    return top.buttons


def test_chat_over_result_is_shown(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    screen = driver.play_until_result()
    watcher = ScriptedGuest(driver.host, "Cy", as_spectator=True)
    driver.frame(friend=False)
    assert driver.pilot.app.top is screen and driver.pilot.app.toast is not None
    watcher.session.send([SendChat("well_played")])
    driver.frame(friend=False)
    assert driver.pilot.app.top is screen and not driver.pilot.app.online_session.unhandled_messages  # type: ignore[union-attr]


def test_key_list_names_talk_key_only_with_listeners(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    driver.wait_until_asked()
    app = driver.pilot.app
    assert "P" not in {str(line.key_name) for line in KeysDialog(app).paragraphs}
    driver.play.open_menu()
    assert isinstance(app.top, Dialog)
    listing = next(choice.action for choice in app.top.buttons if choice.label == app.words("app.menu.keys"))
    assert listing is not None
    listing()
    keys = app.top
    assert isinstance(keys, KeysDialog)
    assert [line.text for line in keys.paragraphs if str(line.key_name) == "P"] == ["Say something to the table"]
