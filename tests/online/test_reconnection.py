"""Reconnection attempts end, and their pauses grow with each failure."""

from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from engine.notices import Notice
from engine.online.guest import host_connection
from engine.online.guest.host_connection import MAX_ATTEMPTS, RECONNECT_DELAYS_SECONDS, STEADY_SECONDS
from engine.online.host.server import TableServer
from engine.online.network_events import ConnectionChanged
from engine.online.protocol.invitation import to_url
from engine.online.protocol.messages import ParticipantState, TableMoved, Welcome
from scenes.work.online_session import FOLLOW_COUNT_RESET_MS, FOLLOW_PAUSES_MS, OnlineSession
from tests.online.local_host import ConnectedPlayer, running_local_host
from tests.support.local_online_table import NamedOwner
from tests.support.queued_transport import INVITATION, QueuedTransport, roster
from tests.support.scripted_player import ScriptedPlayer

MAX_TRIES = 12
TABLE = roster("gurch", [ParticipantState(1, "Ana", "you")])


async def drop_connection(*_: object) -> None:
    """Accept a guest and end the connection."""


@pytest.fixture
def paused(monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """Record the pauses of a guest who gives up after ``MAX_TRIES``, without waiting."""
    monkeypatch.setattr(host_connection, "MAX_ATTEMPTS", MAX_TRIES)
    return AsyncMock()


async def test_host_dropping_guests_is_retried_ever_less_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paused: AsyncMock
) -> None:
    monkeypatch.setattr(TableServer, "_serve_guest", drop_connection)
    async with running_local_host(tmp_path) as host:
        guest = ConnectedPlayer(host.invitation, ScriptedPlayer("Bob"), paused)
        assert (await guest.wait_until_closed()).problem == Notice("online.problem.unreachable")
    assert [call.args[0] for call in paused.await_args_list] == [
        RECONNECT_DELAYS_SECONDS[min(attempt, len(RECONNECT_DELAYS_SECONDS) - 1)] for attempt in range(MAX_TRIES)
    ]


async def test_lost_host_is_retried_for_one_hour(tmp_path: Path, paused: AsyncMock) -> None:
    async with running_local_host(tmp_path) as host:
        guest = ConnectedPlayer(host.invitation, ScriptedPlayer("Bob"), paused)
        await guest.wait_until(lambda: guest.player.guest.roster)
    assert (await guest.wait_until_closed()).problem == Notice("online.problem.unreachable")
    assert paused.await_count == MAX_TRIES
    slowly = (MAX_ATTEMPTS - len(RECONNECT_DELAYS_SECONDS)) * RECONNECT_DELAYS_SECONDS[-1]
    assert 3000 < sum(RECONNECT_DELAYS_SECONDS) + slowly < 4500


async def test_pauses_restart_after_lasting_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableServer, "_serve_guest", drop_connection)
    monkeypatch.setattr(host_connection, "STEADY_SECONDS", 0.0)
    paused: list[float] = []
    async with running_local_host(tmp_path) as host:

        async def pause(seconds: float) -> None:
            paused.append(seconds)
            if len(paused) == 5:
                guest.connection.leave()

        guest = ConnectedPlayer(host.invitation, ScriptedPlayer("Bob"), pause)
        await guest.wait_until_closed()
    assert paused == [RECONNECT_DELAYS_SECONDS[0]] * 5
    assert 2 * RECONNECT_DELAYS_SECONDS[-1] <= STEADY_SECONDS


def move_table_repeatedly(session: OnlineSession, line: QueuedTransport) -> None:
    """Report the table as moved after each join, again and again; count the seconds."""
    line.pending += [ConnectionChanged("joined"), Welcome("1", "t", 1), TABLE, TableMoved(to_url(INVITATION))]


def test_table_moving_to_itself_is_followed_ever_later_and_given_up() -> None:
    line = QueuedTransport()
    session = OnlineSession(line, NamedOwner("Ana"))
    session.join(INVITATION)
    joined, elapsed_ms = [0.0], 0.0
    while session.problem is None and elapsed_ms < 60_000:
        move_table_repeatedly(session, line)
        before = line.calls.count(("join", INVITATION))
        while line.calls.count(("join", INVITATION)) == before and session.problem is None:
            session.update(50.0)
            elapsed_ms += 50.0
        joined.append(elapsed_ms)
    assert session.problem == Notice("online.problem.moved_on")
    assert session.guest is not None and session.guest.connection_state == "closed"
    assert line.calls.count(("join", INVITATION)) == 1 + len(FOLLOW_PAUSES_MS) and "leave" in line.calls
    assert elapsed_ms >= sum(FOLLOW_PAUSES_MS)


def test_settled_table_may_move_again() -> None:
    line = QueuedTransport()
    session = OnlineSession(line, NamedOwner("Ana"))
    session.join(INVITATION)
    for _ in range(3 * len(FOLLOW_PAUSES_MS)):
        move_table_repeatedly(session, line)
        session.update(50.0)
        line.pending += [ConnectionChanged("joined"), Welcome("1", "t", 1), TABLE]
        session.update(50.0)
        session.update(FOLLOW_COUNT_RESET_MS)
    assert session.problem is None and line.calls.count(("join", INVITATION)) == 1 + 3 * len(FOLLOW_PAUSES_MS)
