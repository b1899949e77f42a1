"""Pictures of a match at a table of several computers, for ``tests.pictures``."""

from engine.online.protocol.messages import SendChat
from scenes.online_match.online_mode import OnlineMode
from scenes.results.results_screen import ResultsScreen
from scenes.table.goal_dialog import GoalDialog
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession
from tests.support.local_online_table import INVITATION, LocalTable, ScriptedGuest, make_table_config, start_match
from tests.support.profile_pilot import Pilot

GAME = "big_two"
STEPS = 4000


def _begun(pilot: Pilot, **rules: bool | int | str) -> tuple[LocalTable, ScriptedGuest]:
    """The player at a table with a friend, in a match that has just begun."""
    host = LocalTable(make_table_config(GAME, 0, **rules))
    pilot.app.online_session = OnlineSession(host.connect(), pilot.app)
    pilot.app.online_session.join(INVITATION)
    pilot.steps(2)
    friend = ScriptedGuest(host, "Bart Luz", portrait="straw")
    start_match(host, pilot)
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    return host, friend


def _until_asked(pilot: Pilot, host: LocalTable, friend: ScriptedGuest, answers: int) -> None:
    """Answer so often, until the player is asked again or sees a result."""
    for _ in range(STEPS):
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            return
        if isinstance(top, Table) and top.model.choice is not None:
            answers -= 1
            if answers < 0:
                return
            top.mode.submit_move(top.model.choice.legal_moves[0])
        host.advance_clock(50)
        friend.play()
        pilot.step(dt=50)


def elsewhere_asked(pilot: Pilot, slug: str) -> None:
    """The player's turn, with the table's clock; a friend has said something."""
    host, friend = _begun(pilot, turn_clock=30, hints=True, undo=True)
    _until_asked(pilot, host, friend, 2)
    friend.session.send([SendChat("good_luck")])
    host.advance_clock(9000)
    pilot.steps(2)


def elsewhere_away(pilot: Pilot, slug: str) -> None:
    """A computer plays for a friend who is away."""
    host, friend = _begun(pilot, away=10)
    _until_asked(pilot, host, friend, 1)
    friend.transport.lose_connection()
    host.advance_clock(11_000)
    pilot.steps(2)


def elsewhere_lost(pilot: Pilot, slug: str) -> None:
    """The player's own connection is lost."""
    host, friend = _begun(pilot)
    _until_asked(pilot, host, friend, 1)
    company = pilot.app.online_session
    next(line for line in host.transports.values() if line is not friend.transport).lose_connection()
    assert company is not None
    pilot.steps(2)


def elsewhere_menu(pilot: Pilot, slug: str) -> None:
    """The menu of the host, who can hand the table over."""
    host, friend = _begun(pilot)
    _until_asked(pilot, host, friend, 1)
    _play(pilot).open_menu()


def elsewhere_talk(pilot: Pilot, slug: str) -> None:
    """The choice of something to say."""
    host, friend = _begun(pilot, free_text=True)
    _until_asked(pilot, host, friend, 1)
    _play(pilot).choose_phrase()


def elsewhere_result(pilot: Pilot, slug: str) -> None:
    """The result of a deal."""
    host, friend = _begun(pilot, pace="quick")
    _until_asked(pilot, host, friend, 60)


def _play(pilot: Pilot) -> OnlineMode:
    play = pilot.table.mode
    assert isinstance(play, OnlineMode)
    return play


SHOTS_WITHOUT_GAME = {
    shot.__name__: shot
    for shot in (elsewhere_asked, elsewhere_away, elsewhere_lost, elsewhere_menu, elsewhere_talk, elsewhere_result)
}
