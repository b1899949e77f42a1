"""Without a network, behind a firewall or with the port taken, a notice helps and everything else works."""

import errno
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.online.guest import host_connection
from engine.online.host.server import TableServer
from engine.online.protocol.invitation import Invitation
from scenes.screens.lobby.lobby_screen import LobbyScreen
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.shell.destinations import Home, MatchTable, OnlineLobby
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.work.online_session import OnlineSession
from tests.online.local_host import TIMEOUT_SECONDS
from tests.online.scripted_window import LocalNetwork
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import start_program


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    pilot = start_program(tmp_path, name="Ana", sound=False)
    pilot.app.online_session = OnlineSession(LocalNetwork(tmp_path), pilot.app)
    pilot.app.go(OnlineLobby())
    yield pilot
    pilot.app.release_everything()


def wait_for(pilot: Pilot, until: Callable[[], object]) -> None:
    """Step until ``until`` returns something true."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not until():
        assert time.monotonic() < end, pilot.app.top
        pilot.step()
        time.sleep(0.002)


def lobby(pilot: Pilot) -> LobbyScreen:
    top = pilot.app.top
    assert isinstance(top, LobbyScreen)
    return top


def dialog_texts(pilot: Pilot) -> list[str]:
    """Return the paragraphs of the error dialog when it is open."""
    title = pilot.app.words("online.failed")
    wait_for(pilot, lambda: isinstance(pilot.app.top, Dialog) and pilot.app.top.title == title)
    top = pilot.app.top
    assert isinstance(top, Dialog)
    return [str(line.text) for line in top.paragraphs]


def check_other_functions(pilot: Pilot) -> None:
    """Check that a local match can be started and a table be opened."""
    lobby(pilot).open_table()
    wait_for(pilot, lambda: isinstance(pilot.app.top, RoomScreen))
    top = pilot.app.top
    assert isinstance(top, RoomScreen)
    top.confirm()
    wait_for(pilot, lambda: isinstance(pilot.app.top, Table))
    wait_for(pilot, lambda: pilot.choice is not None)
    pilot.app.leave_online()
    pilot.app.go(Home())
    pilot.app.go(MatchTable(new_record("gurch")))
    pilot.run_until_idle()
    assert pilot.choice is not None


def test_failed_join_gives_readable_reason(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    for error, key in (
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "no_network"),
        (OSError(errno.ENETDOWN, "Network is down"), "no_network"),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "unreachable"),
        (TimeoutError("a firewall drops everything"), "unreachable"),
        (PermissionError(errno.EPERM, "a firewall forbids it"), "unreachable"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "nobody listens"), "gone"),
    ):

        async def fails(self: Any, error: OSError = error) -> Any:
            raise error

        monkeypatch.setattr(host_connection._NoRedirectConnect, "__aenter__", fails)
        lobby(pilot).join(Invitation("192.0.2.1", 47700, 1, bytes(10)))
        assert dialog_texts(pilot) == [pilot.app.words(f"online.problem.{key}")]
        pilot.press_keys(pygame.K_ESCAPE)
    check_other_functions(pilot)


def test_closed_port_is_reported(pilot: Pilot) -> None:
    lobby(pilot).join(Invitation("127.0.0.1", 1, 1, bytes(10)))
    assert dialog_texts(pilot) == [pilot.app.words("online.problem.gone")]


def test_failed_port_opening_is_reported_and_retry_succeeds(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    async def forbidden(self: TableServer, address: str | None, port: int) -> int:
        tried.append(port)
        raise PermissionError(errno.EACCES, "not here")

    with monkeypatch.context() as patch:
        patch.setattr(TableServer, "open", forbidden)
        lobby(pilot).open_table()
        assert dialog_texts(pilot) == [pilot.app.words("online.problem.port_taken")]
        assert len(tried) == 2, "the usual port, then any other"
    pilot.press_keys(pygame.K_ESCAPE)
    check_other_functions(pilot)


def test_computer_without_any_network_opens_table_for_itself(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = TableServer.open
    monkeypatch.setattr(TableServer, "open", lambda self, _, port: opened(self, "127.0.0.1", port))
    monkeypatch.setattr("engine.online.network_thread.list_reachable_addresses", list)
    pilot.app.go(Home())
    pilot.app.leave_online()
    pilot.app.online_session = OnlineSession(LocalNetwork(tmp_path, address=None), pilot.app)
    pilot.app.go(OnlineLobby())
    lobby(pilot).open_table()
    wait_for(pilot, lambda: isinstance(pilot.app.top, RoomScreen))
    assert [one.address for one in pilot.app.online_session.own_table_invitations] == ["127.0.0.1"]
