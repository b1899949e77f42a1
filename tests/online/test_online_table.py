"""An online table's match in a window of the program."""

from pathlib import Path

import pygame
import pytest

from engine.characters import FRIENDS_GROUP
from engine.games import GAMES
from engine.match.record import Record
from engine.online.guest.guest_match import GuestMatch
from engine.online.guest.message_verifier import MatchStep, MessageVerifier
from engine.online.protocol.messages import MoveRejected, RequestDenied
from engine.rng import Rng
from engine.statistics.store import Selection
from scenes.screens.online_match.online_mode import MAX_ANIMATED_MOVES_BEHIND, MAX_MOVES_PER_FRAME
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from tests.support.local_online_table import ScriptedGuest, advance, joined_pilot, start_match
from tests.support.local_table import LocalTable, make_table_config
from tests.support.profile_pilot import Pilot
from tests.support.tables import find_table_faults

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
MAX_FRAMES = 6000
"""Maximum number of frames for a section of a match."""


@EVERY_GAME
def test_shown_deal_equals_hosts(slug: str, tmp_path: Path) -> None:
    host = LocalTable(make_table_config(slug))
    pilot = joined_pilot(tmp_path, host, auto_answer=True)
    friend = ScriptedGuest(host, "Bo")
    start_match(host, pilot)
    table, rng = pilot.app.top, Rng(3)
    assert isinstance(table, Table)
    decided = 0
    for _ in range(MAX_FRAMES):
        advance(host, pilot, friend)
        if isinstance(pilot.app.top, ResultsScreen):
            break
        choice = table.model.choice
        if choice is not None and table.is_on_top:
            assert find_table_faults(table) == []
            assert table.match.game == host.match.game.view(table.match.viewer)
            table.mode.submit_move(rng.choice([m for m in choice.legal_moves if table.match.game.warning(m) is None]))
            decided += 1
    assert decided > 3
    assert host.match.history.results(10**6)


def play_whole_match(host: LocalTable, pilot: Pilot, *friends: ScriptedGuest) -> ResultsScreen:
    """Play to the end of the match, past the results of its deals; return its results screen."""
    rng = Rng(7)
    for _ in range(10 * MAX_FRAMES):
        advance(host, pilot, *friends)
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            if top.is_match_over:
                return top
            top.continue_match()
        elif isinstance(top, Table) and top.model.choice is not None:
            legal = [m for m in top.model.choice.legal_moves if top.match.game.warning(m) is None]
            top.mode.submit_move(rng.choice(legal or top.model.choice.legal_moves))
        elif isinstance(top, Dialog):
            return next(scene for scene in pilot.app.scene_stack if isinstance(scene, ResultsScreen))
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("slug", ["palacio", "pass_the_ace"])
def test_match_is_stored_and_counted_apart_with_consent(slug: str, tmp_path: Path) -> None:
    host = LocalTable(make_table_config(slug, pace="quick"))
    pilot = joined_pilot(tmp_path, host, auto_answer=True, speed="instant")
    friend = ScriptedGuest(host, "Bo")
    start_match(host, pilot)
    play_whole_match(host, pilot, friend)
    app = pilot.app
    assert isinstance(app.top, Dialog) and not (tmp_path / "matches").exists()
    assert app.statistics.levels_played() == []
    pilot.press_keys(pygame.K_RETURN)
    assert app.settings.friends_kept == "yes"
    (file,) = (tmp_path / "matches").glob("*.toml")
    record = Record.from_text(file.read_text(encoding="utf-8"))
    assert record.moves == host.match.record.moves and record.friends
    assert app.statistics.levels_played() == [FRIENDS_GROUP]
    assert [
        rival.level_or_name for rival in app.statistics.rivals(Selection(name="Ana")) if rival.opponent_slug == "friend"
    ] == ["Bo"]
    assert app.statistics.rating_history(slug, "Ana") is None and app.statistics.beaten_levels(slug, "Ana") == set()


def test_match_without_consent_is_not_stored(tmp_path: Path) -> None:
    host = LocalTable(make_table_config("pass_the_ace", pace="quick"))
    pilot = joined_pilot(tmp_path, host, auto_answer=True, speed="instant", friends_kept="no")
    friend = ScriptedGuest(host, "Bo")
    start_match(host, pilot)
    assert play_whole_match(host, pilot, friend) is pilot.app.top
    assert not (tmp_path / "matches").exists() and pilot.app.statistics.levels_played() == []


def test_record_of_another_match_is_not_taken_over(tmp_path: Path) -> None:
    host = LocalTable(make_table_config("pass_the_ace", pace="quick"))
    pilot = joined_pilot(tmp_path, host, auto_answer=True, speed="instant", friends_kept="yes")
    friend = ScriptedGuest(host, "Bo")
    start_match(host, pilot)
    table = pilot.app.top
    assert isinstance(table, Table) and isinstance(table.match, GuestMatch)
    host.match.record.seed += 1  # the record no longer matches the moves seen
    screen = play_whole_match(host, pilot, friend)
    assert not screen.is_replayable and not (tmp_path / "matches").exists()


def test_rejected_answer_is_explained_in_table_words(tmp_path: Path) -> None:
    host = LocalTable(make_table_config("gurch"))
    pilot = joined_pilot(tmp_path, host)
    start_match(host, pilot)
    (transport,) = host.transports.values()
    for message, expected in (
        (MoveRejected(1, "", "online.rejected.late"), "Too late: the match has moved on"),
        (MoveRejected(1, "", "nothing", {"key": 1}), "The table said something that this program doesn’t understand."),
        (RequestDenied("nothing", {"key": "x"}), "The table said something that this program doesn’t understand."),
    ):
        verified = MessageVerifier().verify_or_refuse(message)
        assert verified is not None
        transport.pending.append(verified)
        pilot.step()
        assert pilot.app.toast is not None and pilot.app.toast.string.startswith(expected)


def test_moves_arriving_together_are_shown_over_frames(tmp_path: Path) -> None:
    host = LocalTable(make_table_config("gurch"))
    pilot = joined_pilot(tmp_path, host)
    start_match(host, pilot)
    table = pilot.app.top
    assert isinstance(table, Table) and isinstance(table.match, GuestMatch)
    steps = table.match.guest.steps
    steps.extend([MatchStep(1, [], table.match.game, 0)] * 50)
    frames = 0
    while len(steps) > MAX_ANIMATED_MOVES_BEHIND:
        before = len(steps)
        pilot.step()
        frames += 1
        assert 0 < before - len(steps) <= MAX_MOVES_PER_FRAME
    assert frames >= 5
