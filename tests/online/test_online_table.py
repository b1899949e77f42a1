"""An online table's match in a window of the program."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.cards import HIDDEN
from engine.characters import FRIENDS_GROUP
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Pile
from engine.online.guest.message_verifier import MatchStep, MessageVerifier
from engine.online.host.host_match import HostMatch
from engine.online.protocol.game_codec import SPECTATOR
from engine.online.protocol.messages import Answer, MoveRejected, RequestDenied, SendChat
from engine.rng import Rng
from engine.statistics.store import Selection
from scenes.app import App
from scenes.render import timing
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.screens.online_match.online_mode import MAX_ANIMATED_MOVES_BEHIND, MAX_MOVES_PER_FRAME, OnlineMode
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import Home, OnlineLobby, OnlineTable
from scenes.shell.dialog import Dialog
from scenes.table.goal_dialog import GoalDialog
from scenes.table.menu import KeysDialog
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession
from tests.support.local_online_table import ScriptedGuest, advance, joined_pilot, start_match
from tests.support.local_table import LocalTable, make_table_config
from tests.support.tables import find_table_faults

STEPS = 3000


class OnlineTableDriver:
    """Drives a table with the player, a friend and bots, from the start of a match on."""

    def __init__(self, folder: Path, slug: str = "big_two", *, as_spectator: bool = False, **more: Any) -> None:
        settings = {"speed": "instant", "coach": "off", "friends_kept": "no", **more.pop("settings", {})}
        self.host = LocalTable(make_table_config(slug, **more))
        friends = [ScriptedGuest(self.host, "Bo")] if as_spectator else []
        self.pilot = joined_pilot(folder, self.host, as_spectator=as_spectator, **settings)
        self.transport = next(reversed(self.host.transports.values()))
        self.friend = friends[0] if friends else ScriptedGuest(self.host, "Bo")
        self._rng = Rng(3)
        start_match(self.host, self.pilot)

    @property
    def app(self) -> App:
        return self.pilot.app

    @property
    def table(self) -> Table:
        top = self.pilot.table_below()
        assert isinstance(top, Table)
        return top

    @property
    def mode(self) -> OnlineMode:
        assert isinstance(self.table.mode, OnlineMode)
        return self.table.mode

    @property
    def session(self) -> OnlineSession:
        assert self.app.online_session is not None
        return self.app.online_session

    @property
    def match(self) -> HostMatch:
        """The match at the host."""
        return self.host.match

    @property
    def buttons(self) -> dict[str, Any]:
        """Label -> action of every button of the dialog on top."""
        assert isinstance(self.app.top, Dialog)
        return {one.label: one.action for one in self.app.top.buttons}

    def frame(self, count: int = 1, *, friend: bool = True) -> None:
        """Advance the window by frames and the host by 50 ms for each; the friend plays or does nothing."""
        for _ in range(count):
            advance(self.host, self.pilot, *[self.friend] * friend)

    def wait_until_asked(self, *, several: bool = False) -> None:
        """Wait for a question to the player, or answer until one has several answers."""
        for _ in range(STEPS):
            choice = self.table.model.choice
            if isinstance(self.app.top, Table) and choice is not None:
                if len(choice.legal_moves) > several:
                    return
                self.answer()
            self.frame()
        raise AssertionError(f"no question within {STEPS} frames")

    def answer(self) -> None:
        """Give a random answer against which nothing warns."""
        choice, game = self.table.model.choice, self.table.match.game
        assert choice is not None
        prudent = [move for move in choice.legal_moves if game.warning(move) is None]
        self.mode.submit_move(self._rng.choice(prudent or choice.legal_moves))

    def play_until_result(self, *, of_match: bool = False) -> ResultsScreen:
        """Play until the result of a deal, or of the match, is shown."""
        for _ in range(20 * STEPS):
            self.frame()
            top = self.app.top
            if isinstance(top, Dialog | ResultsScreen):
                result = next(scene for scene in self.app.scene_stack if isinstance(scene, ResultsScreen))
                if result.is_match_over or not of_match:
                    return result
                result.continue_match()
            elif isinstance(top, Table) and top.model.choice is not None:
                self.check()
                self.answer()
        raise AssertionError("no result")

    def check(self) -> None:
        """Check that the table shows the host's match."""
        assert find_table_faults(self.table) == []
        assert self.table.match.game == self.match.game.view(self.table.match.viewer)


def asked_driver(folder: Path, **more: Any) -> OnlineTableDriver:
    """Return a driver at a question to the player."""
    driver = OnlineTableDriver(folder, **more)
    driver.wait_until_asked()
    return driver


# --- whole deals and matches ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "speed"), [*((slug, "instant") for slug in GAMES), ("big_two", "4")])
def test_shown_deal_equals_hosts(slug: str, speed: str, tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, slug, settings={"auto_answer": True, "speed": speed})
    driver.play_until_result()
    assert driver.match.history.results(10**6)


@pytest.mark.parametrize("slug", ["palacio", "pass_the_ace"])
def test_match_is_stored_and_counted_apart_with_consent(slug: str, tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, slug, pace="quick", settings={"auto_answer": True, "friends_kept": "ask"})
    driver.play_until_result(of_match=True)
    app = driver.app
    assert isinstance(app.top, Dialog) and not (tmp_path / "matches").exists()
    assert app.statistics.levels_played() == []
    driver.pilot.press_keys(pygame.K_RETURN)
    assert app.settings.friends_kept == "yes"
    (file,) = (tmp_path / "matches").glob("*.toml")
    record = Record.from_text(file.read_text(encoding="utf-8"))
    assert record.moves == driver.match.record.moves and record.friends
    assert app.statistics.levels_played() == [FRIENDS_GROUP]
    rivals = app.statistics.rivals(Selection(name="Ana"))
    assert [rival.level_or_name for rival in rivals if rival.opponent_slug == "friend"] == ["Bo"]
    assert app.statistics.rating_history(slug, "Ana") is None and app.statistics.beaten_levels(slug, "Ana") == set()


def test_match_without_consent_is_not_stored_and_next_one_begins(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, "pass_the_ace", pace="quick")
    screen = driver.play_until_result(of_match=True)
    assert driver.app.top is screen
    assert not (tmp_path / "matches").exists() and driver.app.statistics.levels_played() == []
    assert driver.app.tutorial_progress.has_finished_match("pass_the_ace"), "only answers may be given from now on"
    screen.on_rematch()
    driver.frame()
    assert isinstance(driver.app.top, RoomScreen)
    start_match(driver.host, driver.pilot)
    driver.wait_until_asked()
    assert driver.table.match.game.history == ()
    driver.check()


def test_rest_of_trick_is_twice_as_fast_after_forced_play(tmp_path: Path) -> None:
    driver, seen = OnlineTableDriver(tmp_path, "gurch", pace="quick", settings={"speed": "4"}), set[bool]()
    while len(seen) < 2:
        driver.wait_until_asked()
        choice = driver.table.model.choice
        assert choice is not None and driver.table.speed == 4.0
        is_forced = choice.only_answer() is not None
        is_played = bool(choice.legal_moves[0].cards) and driver.table.match.game.ask is not None
        driver.answer()
        if is_played and is_forced:
            assert driver.table.speed == 4.0 * timing.FORCED_TRICK_SPEED
        elif is_played:
            assert driver.table.speed == 4.0
        seen |= {is_forced} if is_played else set()


def test_further_step_of_a_turn_waits_for_the_pause_of_a_local_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = OnlineTableDriver(tmp_path, "roped", pace="quick", settings={"speed": "4", "pace": "normal"})
    waited_ms, pauses, original = [0.0], list[tuple[float, float]](), OnlineMode._show_step

    def note_and_show(mode: OnlineMode) -> None:
        (seat,) = mode.guest_match.game.seats_to_act()[:1] or (0,)
        if len(mode.guest_match.guest.steps) <= MAX_ANIMATED_MOVES_BEHIND:
            pauses.append((mode.turn_controller.step_pause_ms(seat), waited_ms[0]))
        waited_ms[0] = 0.0
        original(mode)

    monkeypatch.setattr(OnlineMode, "_show_step", note_and_show)
    for _ in range(STEPS):
        if isinstance(driver.app.top, Table) and driver.table.model.choice is not None:
            driver.answer()
        driver.frame()
        waited_ms[0] = waited_ms[0] + 50 if driver.table.model.director.has_shown_all_events else 0.0
        if sum(pause > 0 for pause, _ in pauses) > 5:
            break
    assert any(pause == 250.0 for pause, _ in pauses) and any(pause == 0 for pause, _ in pauses)
    assert all(waited >= pause - 50 for pause, waited in pauses)


def test_record_of_another_match_is_not_taken_over(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, "pass_the_ace", pace="quick", settings={"friends_kept": "yes"})
    driver.match.record.seed += 1  # the record no longer matches the moves seen
    assert not driver.play_until_result(of_match=True).is_replayable and not (tmp_path / "matches").exists()


def test_next_deal_waits_until_all_have_seen_result(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    assert not driver.play_until_result().is_match_over
    driver.pilot.press_keys(pygame.K_RETURN, pygame.K_RETURN)
    driver.frame(40, friend=False)
    if driver.host.table.phase == "results":  # the friend hasn't closed the result
        assert driver.table.prompt_text() == "Waiting for Bo" and driver.table.model.choice is None
    driver.wait_until_asked()
    assert driver.match.result_deal == 0 and driver.table.match.game.deal_number == 2


def test_aborted_match_returns_all_to_room_and_another_begins(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path)
    app = driver.app
    driver.mode.open_menu()
    ending = driver.buttons[app.words("elsewhere.break_off.button")]
    ending()
    assert isinstance(app.top, Dialog)
    driver.pilot.press_keys(pygame.K_ESCAPE)
    assert driver.host.table.match is not None, "Esc means no"
    ending()
    driver.buttons[app.words("elsewhere.break_off.yes")]()
    driver.frame()
    for _ in range(3):
        if isinstance(app.top, Dialog):
            app.top.back()
        driver.frame()
    assert driver.host.table.match is None and isinstance(app.top, RoomScreen)
    start_match(driver.host, driver.pilot)
    driver.wait_until_asked()
    driver.check()


# --- answers --------------------------------------------------------------------------------------------------------


def test_lost_connection_is_shown_and_answer_survives(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path)
    question, choice = driver.mode.guest_match.question, driver.table.model.choice
    assert choice is not None
    driver.transport.lose_connection()
    driver.mode.submit_move(choice.legal_moves[0])  # in transit when the connection is lost
    driver.pilot.step()
    assert driver.table.prompt_text() == "Connection lost. Trying again …" and driver.table.model.choice is None
    driver.transport.reconnect()
    driver.pilot.run_frames(4)
    assert driver.match.record.moves[-1] == choice.legal_moves[0] and driver.match.question > question
    driver.frame(60, friend=False)
    assert find_table_faults(driver.table) == []


def test_refused_answer_is_explained_and_asked_again(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path)
    question, before = driver.mode.guest_match.question, driver.table.model.choice
    driver.session.send([Answer(question, f"{driver.table.match.viewer}:pass")])
    driver.pilot.step()
    if driver.match.question == question:  # passing is not legal here
        assert driver.table.hud.refusal is not None and driver.table.model.choice is before


def test_rejected_answer_is_explained_in_table_words(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    unknown = "The table sent something that this program doesn’t understand."
    for message, expected in (
        (MoveRejected(1, "", "online.rejected.late"), "Too late: the match has moved on"),
        (MoveRejected(1, "", "nothing", {"key": 1}), unknown),
        (RequestDenied("nothing", {"key": "x"}), unknown),
    ):
        verified = MessageVerifier().verify_or_refuse(message)
        assert verified is not None
        driver.transport.pending.append(verified)
        driver.pilot.step()
        assert driver.app.toast is not None and driver.app.toast.string.startswith(expected)


@pytest.mark.parametrize("allowed", [False, True])
def test_undo_and_hints_exist_only_if_table_allows(allowed: bool, tmp_path: Path) -> None:
    driver = asked_driver(tmp_path, hints=allowed, undo=allowed)
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
    driver.wait_until_asked(several=True)
    moves = driver.match.record.moves
    move_count = len(moves)
    driver.answer()
    driver.pilot.step()
    assert len(moves) > move_count
    driver.pilot.press_keys(pygame.K_u)
    driver.pilot.run_frames(2)
    assert len(moves) == move_count
    driver.check()


def test_table_clock_is_shown_and_expires_only_at_host(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path, turn_clock=15)
    driver.frame(friend=False)
    assert driver.table.hud.remaining_seconds in (14, 15) and driver.table.hud.remaining_fraction is not None
    driver.frame(350, friend=False)
    assert any(move.seat == driver.table.match.viewer for move in driver.match.record.moves)
    assert find_table_faults(driver.table) == []


def test_moves_arriving_together_are_shown_over_frames(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, settings={"speed": "4"})
    guest, frames = driver.mode.guest_match.guest, 0
    guest.steps.extend([MatchStep(1, [], driver.mode.guest_match.game, 0)] * 50)
    while (before := len(guest.steps)) > MAX_ANIMATED_MOVES_BEHIND:
        driver.pilot.step()
        frames += 1
        assert 0 < before - len(guest.steps) <= MAX_MOVES_PER_FRAME
    assert frames >= 5


# --- people ---------------------------------------------------------------------------------------------------------


def test_friends_phrase_is_shown_in_players_language(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path)
    driver.friend.session.send([SendChat("well_played")])
    driver.pilot.step()
    line = driver.table.hud.bubbles.spoken_line
    assert line is not None and (line.seat, line.text(driver.table.words)) == (driver.friend.guest.seat, "Well played!")
    assert any("Well played!" in line.text for line in driver.table.log.lines)


def test_absent_player_is_marked_at_plate_until_return(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path, away=10)
    seat = driver.friend.guest.seat
    driver.friend.transport.lose_connection()
    driver.frame(friend=False)
    assert driver.table.model.presence == {seat: "away"}
    driver.frame(210, friend=False)
    assert driver.table.model.presence == {seat: "played"}
    driver.friend.transport.reconnect()
    driver.friend.update()
    driver.frame(friend=False)
    assert driver.table.model.presence == {}


def test_spectator_sees_no_hand_and_gets_no_question(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, as_spectator=True)
    driver.frame(60)
    table, mode = driver.table, driver.mode
    assert driver.match.record.moves
    assert (mode.guest_match.guest.seat, mode.addressed_seat, mode.accepts_input) == (SPECTATOR, None, False)
    hands = [table.model.shown.shown_cards(Pile("hand", seat)) for seat in range(4)]
    assert any(hands) and all(card == HIDDEN for hand in hands for card in hand)
    assert table.model.choice is None and table.model.shown.differences() == []
    keys = [one.key for one in table.hud.tools]
    assert "sort" not in keys and "talk" in keys
    driver.mode.open_menu()
    assert driver.app.words("elsewhere.leave") in driver.buttons
    assert driver.app.words("elsewhere.break_off.button") not in driver.buttons, "only the host may end the match"


def test_chat_over_result_is_shown(tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path)
    screen = driver.play_until_result()
    watcher = ScriptedGuest(driver.host, "Cy", as_spectator=True)
    driver.frame(friend=False)
    assert driver.app.top is screen and driver.app.toast is not None
    watcher.session.send([SendChat("well_played")])
    driver.frame(friend=False)
    assert driver.app.top is screen and not driver.session.unhandled_messages


# --- screens --------------------------------------------------------------------------------------------------------


def test_returning_to_screen_shows_current_match(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path)
    app = driver.app
    app.go(Home())
    driver.frame(20)
    app.go(OnlineTable())
    driver.frame(80, friend=False)
    assert find_table_faults(driver.table) == []
    driver.wait_until_asked()
    driver.check()
    app.go(OnlineLobby())
    driver.frame(2)
    assert isinstance(app.top, Table)  # from the lobby into the current match


def test_leaving_for_good_lets_bot_play_and_keeps_return(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path)
    driver.pilot.press_keys(pygame.K_F10)
    assert isinstance(driver.app.top, Dialog)
    driver.mode._ask_to_leave()
    driver.pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    assert driver.session.guest is None and driver.host.table.match is not None
    driver.host.advance_clock(50)
    chair = next(one for one in driver.host.table.roster().chairs if one.is_substituted)
    assert chair.participant_number


@pytest.mark.parametrize("turn_clock", [0, 30])
def test_goal_is_shown_unless_clock_runs(turn_clock: int, tmp_path: Path) -> None:
    driver = OnlineTableDriver(tmp_path, "gurch", turn_clock=turn_clock, settings={"coach": "always"})
    assert any(isinstance(scene, GoalDialog) for scene in driver.app.scene_stack) == (not turn_clock)
    driver.app.release_everything()


def test_key_list_names_talk_key_only_with_listeners(tmp_path: Path) -> None:
    driver = asked_driver(tmp_path)
    assert "P" not in {str(line.key_name) for line in KeysDialog(driver.app).paragraphs}
    driver.mode.open_menu()
    driver.buttons[driver.app.words("app.menu.keys")]()
    keys = driver.app.top
    assert isinstance(keys, KeysDialog)
    assert [line.text for line in keys.paragraphs if str(line.key_name) == "P"] == ["Say something to the table"]
