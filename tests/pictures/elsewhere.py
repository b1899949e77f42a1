"""Pictures of a match at a table of several computers, for ``tests.pictures``."""

from engine.online.messages import Say
from scenes.elsewhere.play import PlayElsewhere
from scenes.results.results import ResultsScreen
from scenes.table.goal import GoalDialog
from scenes.table.table import Table
from scenes.work.company import Company
from tests.support.friends import INVITATION, Friend, TableHere, arrangement, begin
from tests.support.piloting import Pilot

GAME = "big_two"
STEPS = 4000


def _begun(pilot: Pilot, **rules: bool | int | str) -> tuple[TableHere, Friend]:
    """The player at a table with a friend, in a match that has just begun."""
    host = TableHere(arrangement(GAME, 0, **rules))
    pilot.app.company = Company(host.wire(), pilot.app)
    pilot.app.company.join(INVITATION)
    pilot.steps(2)
    friend = Friend(host, "Bart Luz", portrait="straw")
    begin(host, pilot)
    if isinstance(pilot.app.top, GoalDialog):
        pilot.app.top.back()
    return host, friend


def _until_asked(pilot: Pilot, host: TableHere, friend: Friend, answers: int) -> None:
    """Answer so often, until the player is asked again or sees a result."""
    for _ in range(STEPS):
        top = pilot.app.top
        if isinstance(top, ResultsScreen):
            return
        if isinstance(top, Table) and top.stage.choice is not None:
            answers -= 1
            if answers < 0:
                return
            top.play.decide(top.stage.choice.legal[0])
        host.pass_time(50)
        friend.play()
        pilot.step(dt=50)


def elsewhere_asked(pilot: Pilot, slug: str) -> None:
    """The player's turn, with the table's clock; a friend has said something."""
    host, friend = _begun(pilot, turn_clock=30, hints=True, undo=True)
    _until_asked(pilot, host, friend, 2)
    friend.company.send([Say("good_luck")])
    host.pass_time(9000)
    pilot.steps(2)


def elsewhere_away(pilot: Pilot, slug: str) -> None:
    """A computer plays for a friend who is away."""
    host, friend = _begun(pilot, away=10)
    _until_asked(pilot, host, friend, 1)
    friend.wire.cut()
    host.pass_time(11_000)
    pilot.steps(2)


def elsewhere_lost(pilot: Pilot, slug: str) -> None:
    """The player's own connection is lost."""
    host, friend = _begun(pilot)
    _until_asked(pilot, host, friend, 1)
    company = pilot.app.company
    next(line for line in host.lines.values() if line is not friend.wire).cut()
    assert company is not None
    pilot.steps(2)


def elsewhere_menu(pilot: Pilot, slug: str) -> None:
    """The menu of the host, who can hand the table over."""
    host, friend = _begun(pilot)
    _until_asked(pilot, host, friend, 1)
    _play(pilot).menu()


def elsewhere_talk(pilot: Pilot, slug: str) -> None:
    """The choice of something to say."""
    host, friend = _begun(pilot, free_text=True)
    _until_asked(pilot, host, friend, 1)
    _play(pilot).talk()


def elsewhere_result(pilot: Pilot, slug: str) -> None:
    """The result of a deal."""
    host, friend = _begun(pilot, pace="quick")
    _until_asked(pilot, host, friend, 60)


def _play(pilot: Pilot) -> PlayElsewhere:
    play = pilot.table.play
    assert isinstance(play, PlayElsewhere)
    return play


ONCE = {
    shot.__name__: shot
    for shot in (elsewhere_asked, elsewhere_away, elsewhere_lost, elsewhere_menu, elsewhere_talk, elsewhere_result)
}
