"""Without a network, behind a firewall, with the port taken: a sentence that helps, and everything else works."""

import errno
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.online import connection
from engine.online.beside import Beside
from engine.online.invitation import Invitation
from engine.online.server import Doorkeeper
from scenes.lobby.lobby import LobbyScreen
from scenes.lobby.room import RoomScreen
from scenes.shell.destinations import Begin, Friends, Home
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.work.company import Company
from tests.online.players import ALONE, fast, slices
from tests.support.at_table import settings
from tests.support.friends import INVITATION
from tests.support.piloting import Pilot
from tests.support.records import new_record

LIMIT = 60.0
"""Seconds after which a test gives up; usual are a few tenths."""


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    settings(tmp_path, name="Ana", sound=False)
    pilot = Pilot(tmp_path)
    beside = Beside(tmp_path, slices, interfaces=ALONE, address="127.0.0.1", port=0, clock=fast)
    pilot.app.company = Company(beside, pilot.app)
    pilot.app.go(Friends())
    yield pilot
    pilot.app.close_all()


def wait(pilot: Pilot, until: Callable[[], object]) -> None:
    """Let frames pass until something holds."""
    end = time.monotonic() + LIMIT
    while not until():
        assert time.monotonic() < end, pilot.app.top
        pilot.step()
        time.sleep(0.002)


def lobby(pilot: Pilot) -> LobbyScreen:
    top = pilot.app.top
    assert isinstance(top, LobbyScreen)
    return top


def told(pilot: Pilot) -> list[str]:
    """What a dialog says that has come up."""
    title = pilot.app.words("online.failed")
    wait(pilot, lambda: isinstance(pilot.app.top, Dialog) and pilot.app.top.title == title)
    top = pilot.app.top
    assert isinstance(top, Dialog)
    return [str(line.text) for line in top.lines]


def everything_else_works(pilot: Pilot) -> None:
    """Close what was told; a match at this computer can be begun, and a table of one's own opened."""
    assert isinstance(pilot.app.top, Dialog)
    pilot.app.top.back()
    lobby(pilot).open_table()
    wait(pilot, lambda: isinstance(pilot.app.top, RoomScreen))
    top = pilot.app.top
    assert isinstance(top, RoomScreen)
    top.confirm()
    wait(pilot, lambda: isinstance(pilot.app.top, Table))
    wait(pilot, lambda: pilot.table.stage.choice is not None)
    pilot.app.part()
    pilot.app.go(Home())
    pilot.app.go(Begin(new_record("gurch")))
    pilot.rest()
    assert pilot.table.stage.choice is not None


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "no_network"),
        (OSError(errno.ENETDOWN, "Network is down"), "no_network"),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "unreachable"),
        (TimeoutError("a firewall drops everything"), "unreachable"),
        (PermissionError(errno.EPERM, "a firewall forbids it"), "unreachable"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "nobody listens"), "gone"),
    ],
)
def test_who_cannot_join_is_told_why_in_a_sentence(
    error: OSError, key: str, pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(self: Any) -> Any:
        raise error

    monkeypatch.setattr(connection._Straight, "__aenter__", fails)
    lobby(pilot).join(Invitation("192.0.2.1", 47700, 1, bytes(10)))
    assert told(pilot) == [pilot.app.words(f"online.problem.{key}")]
    everything_else_works(pilot)


def test_nobody_at_the_port_is_told_without_any_stand_in(pilot: Pilot) -> None:
    lobby(pilot).join(INVITATION)
    assert told(pilot) == [pilot.app.words("online.problem.gone")]
    everything_else_works(pilot)


def test_where_no_port_can_be_opened_that_is_told_and_another_try_may_succeed(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    async def forbidden(self: Doorkeeper, address: str | None, port: int) -> int:
        tried.append(port)
        raise PermissionError(errno.EACCES, "not here")

    with monkeypatch.context() as patch:
        patch.setattr(Doorkeeper, "open", forbidden)
        lobby(pilot).open_table()
        assert told(pilot) == [pilot.app.words("online.problem.port_taken")]
        assert len(tried) == 2, "the usual port, then any other"
    everything_else_works(pilot)


def test_a_computer_without_any_network_opens_a_table_for_itself(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Doorkeeper.open
    monkeypatch.setattr(Doorkeeper, "open", lambda self, _, port: opened(self, "127.0.0.1", port))
    monkeypatch.setattr("engine.online.beside.own_addresses", list)
    pilot.app.go(Home())
    pilot.app.part()
    pilot.app.company = Company(Beside(tmp_path, slices, interfaces=ALONE, port=0, clock=fast), pilot.app)
    pilot.app.go(Friends())
    lobby(pilot).open_table()
    wait(pilot, lambda: isinstance(pilot.app.top, RoomScreen))
    assert [one.address for one in pilot.app.company.invitations] == ["127.0.0.1"]
