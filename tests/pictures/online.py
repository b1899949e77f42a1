"""Pictures of an online match, for ``tests.pictures``."""

from typing import Any

from engine.online.protocol.messages import SendChat
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.screens.results.results_screen import ResultsScreen
from scenes.table.goal_dialog import GoalDialog
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession
from tests.support.local_online_table import LocalTransport, ScriptedGuest, advance, start_match
from tests.support.local_table import LocalTable, make_table_config
from tests.support.profile_pilot import Pilot
from tests.support.queued_transport import INVITATION

GAME = "big_two"
STEPS = 4000


def _begun(pilot: Pilot, **rules: Any) -> tuple[LocalTable, ScriptedGuest]:
    """Start a match of the player and a friend at a table."""
    host = LocalTable(make_table_config(GAME, **rules))
    pilot.app.online_session = OnlineSession(LocalTransport(host), pilot.app)
    pilot.app.online_session.join(INVITATION)
    pilot.run_frames(2)
    friend = ScriptedGuest(host, "Bart Luz", portrait="straw")
    start_match(host, pilot)
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    return host, friend


def _until_asked(pilot: Pilot, host: LocalTable, friend: ScriptedGuest, answers: int) -> None:
    """Answer ``answers`` times, and wait until the player is asked again or sees a result."""
    for _ in range(STEPS):
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            return
        if isinstance(top, Table) and top.model.choice is not None:
            answers -= 1
            if answers < 0:
                return
            top.mode.submit_move(top.model.choice.legal_moves[0])
        advance(host, pilot, friend)


def elsewhere_asked(pilot: Pilot) -> None:
    """Show the player's turn with the turn clock, after a friend's message."""
    host, friend = _begun(pilot, turn_clock=30, hints=True, undo=True)
    _until_asked(pilot, host, friend, 2)
    friend.session.send([SendChat("good_luck")])
    host.advance_clock(9000)
    pilot.run_frames(2)


def elsewhere_away(pilot: Pilot) -> None:
    host, friend = _begun(pilot, away=10)
    _until_asked(pilot, host, friend, 1)
    friend.transport.lose_connection()
    host.advance_clock(11_000)
    pilot.run_frames(2)


def elsewhere_lost(pilot: Pilot) -> None:
    host, friend = _begun(pilot)
    _until_asked(pilot, host, friend, 1)
    session = pilot.app.online_session
    next(line for line in host.transports.values() if line is not friend.transport).lose_connection()
    assert session is not None
    pilot.run_frames(2)


def elsewhere_menu(pilot: Pilot) -> None:
    """Show the host's menu, with the handover of the table."""
    host, friend = _begun(pilot)
    _until_asked(pilot, host, friend, 1)
    _play(pilot).open_menu()


def elsewhere_talk(pilot: Pilot) -> None:
    host, friend = _begun(pilot, free_text=True)
    _until_asked(pilot, host, friend, 1)
    _play(pilot).choose_phrase()


def elsewhere_result(pilot: Pilot) -> None:
    host, friend = _begun(pilot, pace="quick")
    _until_asked(pilot, host, friend, 60)


def _play(pilot: Pilot) -> OnlineMode:
    play = pilot.table.mode
    assert isinstance(play, OnlineMode)
    return play
