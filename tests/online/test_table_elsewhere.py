"""The table of a match that a host elsewhere plays, before a window of the program."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.online.followed import FollowedMatch
from engine.online.messages import Denied, NextDeal, Rejected
from engine.online.verifier import Step, Verifier
from engine.people import FRIENDS
from engine.rng import Rng
from engine.statistics.store import Selection
from scenes.elsewhere.play import MOST_AT_ONCE, MOST_BEHIND
from scenes.results.results import ResultsScreen
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from tests.support.at_table import faults
from tests.support.friends import Friend, TableHere, arrangement, begin, pilot_at
from tests.support.piloting import Pilot

GAME = pytest.mark.parametrize("slug", GAMES)
STEPS = 6000
"""Maximum number of frames of a part of a match."""


def advance(host: TableHere, pilot: Pilot, *friends: Friend) -> None:
    """One frame at the window, as much time at the host, and answers of the friends."""
    host.pass_time(50)
    for friend in friends:
        friend.play()
        results = friend.guest.roster is not None and friend.guest.roster.phase == "results"
        if results and host.table.match is not None:
            friend.company.send([NextDeal(host.table.match.deal)])
    pilot.step(dt=50)


@GAME
def test_a_deal_is_played_and_what_is_shown_is_what_the_host_has(slug: str, tmp_path: Path) -> None:
    host = TableHere(arrangement(slug))
    pilot = pilot_at(tmp_path, host, auto_answer=True)
    friend = Friend(host, "Bo")
    begin(host, pilot)
    table, rng = pilot.app.top, Rng(3)
    assert isinstance(table, Table)
    decided = 0
    for _ in range(STEPS):
        advance(host, pilot, friend)
        if isinstance(pilot.app.top, ResultsScreen):
            break
        choice = table.stage.choice
        if choice is not None and table.on_top:
            assert faults(table) == []
            assert host.table.match is not None
            assert table.match.game == host.table.match.game.view(table.match.viewer)
            table.play.decide(rng.choice([m for m in choice.legal if table.match.game.warning(m) is None]))
            decided += 1
    assert decided > 3
    assert host.table.match is not None and host.table.match.history.results(10**6)


def whole_match(host: TableHere, pilot: Pilot, *friends: Friend) -> ResultsScreen:
    """Play to the end of the match, past the results of its deals; return the screen of its result."""
    rng = Rng(7)
    for _ in range(10 * STEPS):
        advance(host, pilot, *friends)
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            if top.final:
                return top
            top.go_on()
        elif isinstance(top, Table) and top.stage.choice is not None:
            legal = [m for m in top.stage.choice.legal if top.match.game.warning(m) is None]
            top.play.decide(rng.choice(legal or top.stage.choice.legal))
        elif isinstance(top, Dialog):
            return next(scene for scene in pilot.app.stack if isinstance(scene, ResultsScreen))
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("slug", ["palacio", "pass_the_ace"])
def test_a_match_is_kept_and_counted_apart_once_the_player_agrees(slug: str, tmp_path: Path) -> None:
    host = TableHere(arrangement(slug, pace="quick"))
    pilot = pilot_at(tmp_path, host, auto_answer=True, speed="instant")
    friend = Friend(host, "Bo")
    begin(host, pilot)
    whole_match(host, pilot, friend)
    app = pilot.app
    assert isinstance(app.top, Dialog) and not (tmp_path / "matches").exists()
    assert app.statistics.levels() == []
    pilot.key(pygame.K_RETURN)
    assert app.settings.friends_kept == "yes"
    (kept,) = (tmp_path / "matches").glob("*.toml")
    record = Record.from_text(kept.read_text(encoding="utf-8"))
    assert host.table.match is not None and record.moves == host.table.match.record.moves and record.friends
    assert app.statistics.levels() == [FRIENDS]
    assert [rival.level for rival in app.statistics.rivals(Selection(name="Ana")) if rival.who == "friend"] == ["Bo"]
    assert app.statistics.rating(slug, "Ana") is None and app.statistics.beaten(slug, "Ana") == set()


def test_nothing_is_kept_of_a_match_without_consent(tmp_path: Path) -> None:
    host = TableHere(arrangement("pass_the_ace", pace="quick"))
    pilot = pilot_at(tmp_path, host, auto_answer=True, speed="instant", friends_kept="no")
    friend = Friend(host, "Bo")
    begin(host, pilot)
    assert whole_match(host, pilot, friend) is pilot.app.top
    assert not (tmp_path / "matches").exists() and pilot.app.statistics.levels() == []


def test_a_record_of_another_match_is_not_taken_over(tmp_path: Path) -> None:
    host = TableHere(arrangement("pass_the_ace", pace="quick"))
    pilot = pilot_at(tmp_path, host, auto_answer=True, speed="instant", friends_kept="yes")
    friend = Friend(host, "Bo")
    begin(host, pilot)
    table = pilot.app.top
    assert isinstance(table, Table) and isinstance(table.match, FollowedMatch)
    assert host.table.match is not None
    host.table.match.record.seed += 1  # what the host sends at the end can't be replayed to what was seen
    screen = whole_match(host, pilot, friend)
    assert not screen.known and not (tmp_path / "matches").exists()


def test_answer_that_the_table_rejects_is_told_in_its_words(tmp_path: Path) -> None:
    host = TableHere(arrangement("gurch"))
    pilot = pilot_at(tmp_path, host)
    begin(host, pilot)
    (wire,) = host.lines.values()
    for message, expected in (
        (Rejected(1, "", "online.rejected.late"), "Too late: the match has moved on"),
        (Rejected(1, "", "nothing", {"key": 1}), "The table said something that this program doesn’t understand."),
        (Denied("nothing", {"key": "x"}), "The table said something that this program doesn’t understand."),
    ):
        verified = Verifier().verify(message)
        assert verified is not None
        wire.inbox.append(verified)
        pilot.step()
        assert pilot.app.toast is not None and pilot.app.toast.string.startswith(expected)


def test_moves_that_came_meanwhile_are_shown_over_several_frames(tmp_path: Path) -> None:
    host = TableHere(arrangement("gurch"))
    pilot = pilot_at(tmp_path, host)
    begin(host, pilot)
    table = pilot.app.top
    assert isinstance(table, Table) and isinstance(table.match, FollowedMatch)
    steps = table.match.guest.steps
    steps.extend([Step(1, [], table.match.game, 0)] * 50)
    frames = 0
    while len(steps) > MOST_BEHIND:
        before = len(steps)
        pilot.step()
        frames += 1
        assert 0 < before - len(steps) <= MOST_AT_ONCE
    assert frames >= 5
