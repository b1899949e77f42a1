"""Two programs on this computer: one opens a table, the other joins it, and they play."""

import asyncio
import errno
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread, current_thread
from typing import Any

import pytest

from engine.notices import Notice
from engine.online.discovery import TableDiscovery
from engine.online.guest import message_verifier
from engine.online.guest.host_connection import HostConnection
from engine.online.host.saved_table import SavedTableError
from engine.online.host.table_host import TableHost
from engine.online.host.table_store import TableStore
from engine.online.network_events import ConnectionChanged, TableOpened
from engine.online.network_thread import ONLINE_FOLDER, TABLES_FOLDER
from engine.online.protocol.invitation import Invitation, to_url
from engine.online.protocol.messages import HandOver, Leave, TurnClock
from tests.online.local_host import TIMEOUT_SECONDS
from tests.online.scripted_window import LocalNetwork, ScriptedWindow
from tests.support.local_table import make_short_config, make_table_config
from tests.support.scripted_player import ScriptedPlayer

CLOSED_PORT_INVITATION = Invitation("127.0.0.1", 1, 1, bytes(10))
TOO_MANY_FILES = Notice("online.problem.failed", {"why": "Too many open files"})
Windows = tuple[ScriptedWindow, ScriptedWindow]


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Windows]:
    ana, bob = (
        ScriptedWindow(tmp_path / name, ScriptedPlayer(name, seed, people=2))
        for seed, name in enumerate(("Ana", "Bob"))
    )
    yield ana, bob
    for window in (ana, bob):
        window.network.close()


def wait_for(windows: tuple[ScriptedWindow, ...], until: Callable[[], object]) -> None:
    """Let the windows play until ``until`` returns something true."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not until():
        assert time.monotonic() < end, [(one.player.guest.roster, one.network.changes) for one in windows]
        for window in windows:
            window.play()
        time.sleep(0.002)


def open_table(windows: tuple[ScriptedWindow, ...]) -> Invitation:
    host = windows[0].session
    host.open_table(make_short_config("big_two", pace="quick"))
    wait_for(windows, lambda: host.own_table_invitations and host.is_joined)
    return host.own_table_invitations[0]


def open_and_join(windows: Windows, *, starts: bool = True) -> Invitation:
    """Let the first window open a table and the second join it; the match begins unless ``starts`` is False."""
    for window in windows:
        window.player.people = 2 if starts else 3
    invitation = open_table(windows)
    windows[1].session.join(invitation)
    wait_for(windows, lambda: windows[1].session.is_joined)
    return invitation


def stored_tables(window: ScriptedWindow) -> list[int]:
    """Return the numbers of the tables on a window's disk."""
    return [table.number for table in TableStore(window.folder / ONLINE_FOLDER / TABLES_FOLDER).load_all()]


def test_two_windows_play_match_and_decode_messages_beside_window(
    windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[str, set[str]] = {}
    for name in ("decode_view", "decode_events", "_read_finished"):
        read = getattr(message_verifier, name)

        def noted(*given: Any, name: str = name, read: Callable[..., object] = read) -> object:
            threads.setdefault(name, set()).add(current_thread().name)
            return read(*given)

        monkeypatch.setattr(message_verifier, name, noted)
    host, guest = windows
    open_and_join(windows)
    wait_for(windows, lambda: host.player.is_done and guest.player.is_done)
    assert host.player.records == guest.player.records
    assert min(one.player.answers for one in windows) > 3
    assert threads == {name: {"network"} for name in ("decode_view", "decode_events", "_read_finished")}


def test_closed_table_is_awaited_and_reopened_at_its_port(windows: Windows) -> None:
    host, guest = windows
    invitation = open_and_join(windows)
    wait_for(windows, lambda: host.player.answers > 2)
    host.network.leave()
    wait_for(windows, lambda: guest.network.changes[-1] == ConnectionChanged("away") and _is_free(invitation.port))
    with socket.create_server((invitation.address, invitation.port)):
        host.network.reopen_table(invitation.table_number)
        wait_for(windows, lambda: host.network.changes[-1] == ConnectionChanged("joining"))
    wait_for(windows, lambda: host.player.is_done and guest.player.is_done)
    assert host.session.own_table_invitations == (invitation,)


def _is_free(port: int) -> bool:
    """Whether no process listens at that port of this computer."""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


def test_table_left_before_match_is_closed_and_removed(windows: Windows) -> None:
    host, guest = windows
    invitation = open_and_join(windows, starts=False)
    assert stored_tables(host) == [invitation.table_number]
    host.session.leave()
    wait_for(windows, lambda: guest.network.changes[-1].state == "closed")
    assert guest.network.changes[-1].problem == Notice("online.problem.closed")
    host.network.close()
    assert stored_tables(host) == []


@pytest.mark.parametrize("left", [False, True])
def test_table_of_ended_program_is_kept_unless_left(left: bool, windows: Windows) -> None:
    host = windows[0]
    invitation = open_and_join(windows)
    wait_for(windows, lambda: host.player.answers > 2)
    if left:
        host.network.send(Leave())
    host.network.close()
    assert stored_tables(host) == ([] if left else [invitation.table_number])


def test_match_is_played_at_handed_over_table(windows: Windows) -> None:
    first = open_and_join(windows, starts=False)
    (host, ana), (guest, bob) = ((window, window.guest) for window in windows)
    chairs, tokens = [ana.chair_of_participant(one.number) for one in (ana, bob)], {ana.token, bob.token}
    host.session.send([HandOver(bob.number)])
    wait_for(windows, lambda: bob.is_host and host.session.is_joined and host.guest is ana and not ana.is_host)
    assert guest.session.own_table_invitations[0].port != first.port and not host.session.own_table_invitations
    assert [ana.chair_of_participant(one.number) for one in (ana, bob)] == chairs
    assert not tokens & {ana.token, bob.token}, "the old tokens are invalid"
    visited = [window.session.visited_tables.tables for window in windows]  # type: ignore[union-attr]  # they exist
    links = [to_url(guest.session.own_table_invitations[0])]  # the invitation of the first host is deleted
    assert [[table.link for table in tables] for tables in visited] == [links] * 2
    assert [table.token for tables in visited for table in tables] == [ana.token, bob.token]
    guest.player.people = 2
    wait_for(windows, lambda: ana.question > 3 and bob.question > 3)
    for window in windows:
        window.network.close()
    assert [len(stored_tables(window)) for window in windows] == [0, 1]


def test_unopenable_table_stays_at_host(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise SavedTableError

    monkeypatch.setattr(TableHost, "take_over_table", fail)
    open_and_join(windows, starts=False)
    host, guest = (window.guest for window in windows)
    windows[0].session.send([HandOver(guest.number)])
    wait_for(windows, lambda: guest.denials and host.denials and guest.roster and guest.roster.phase == "room")
    assert [one.denials[-1].key for one in (host, guest)] == ["online.denied.no_heir"] * 2
    assert host.is_host and windows[1].session.is_joined and not windows[1].session.own_table_invitations


def test_wrong_secret_and_wrong_certificate_are_distinguished(windows: Windows) -> None:
    guest = windows[1]
    invitation = open_table(windows)
    for wrong, problem in (
        (invitation._replace(secret=bytes(10)), "wrong_secret"),
        (invitation._replace(fingerprint=bytes(32)), "certificate"),
        (invitation._replace(port=1), "gone"),
    ):
        guest.network.changes.clear()
        guest.session.join(wrong)
        wait_for(windows, lambda: guest.network.changes and guest.network.changes[-1].state == "closed")
        assert guest.network.changes[-1].problem == Notice(f"online.problem.{problem}")


def test_leaving_and_closing_end_thread(windows: Windows) -> None:
    network = windows[1].network
    open_and_join(windows)
    thread = network._thread
    network.leave()
    assert network.poll() == [], "no event arrives from a table that was left"
    network.close()
    assert thread is not None and not thread.is_alive()
    assert network.poll() == []


def test_port_in_use_does_not_prevent_play(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        host = ScriptedWindow(tmp_path, ScriptedPlayer("Ana"), port=taken.getsockname()[1])
        invitation = open_table((host,))
        assert 0 < invitation.port != taken.getsockname()[1]
        host.network.close()


def test_unannounced_table_goes_on(
    windows: Windows, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail(*_: object) -> bool:
        raise TypeError("of a library")

    monkeypatch.setattr(TableDiscovery, "announce", fail)
    host = windows[0]
    host.player.people = 1
    open_table((host,))
    wait_for((host,), lambda: host.player.answers > 3)
    assert "can't be announced" in capsys.readouterr().err


def test_network_events_wake_waiter_once_per_batch(tmp_path: Path) -> None:
    woken: list[str] = []
    network = LocalNetwork(tmp_path, on_event=lambda: woken.append(current_thread().name))
    try:
        for times in (1, 2):
            network.open_table(make_table_config("gurch"), nearby="no")
            end = time.monotonic() + TIMEOUT_SECONDS
            while not any(isinstance(news, TableOpened) for _, news in tuple(network._events)):
                assert time.monotonic() < end
                time.sleep(0.002)
            assert woken == ["network"] * times
            assert len(network.poll()) > 1
    finally:
        network.close()


@pytest.mark.parametrize("when", ["no loop can be made", "no thread can be started"])
def test_failed_thread_start_is_reported_and_retried(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    window = ScriptedWindow(tmp_path, ScriptedPlayer("Ana"))
    changes = window.network.changes
    with monkeypatch.context() as broken:
        if when == "no loop can be made":
            broken.setattr(asyncio, "new_event_loop", fail)
            broken.setattr(asyncio.events, "new_event_loop", fail)
        else:
            broken.setattr(Thread, "start", fail)
        window.network.set_browsing(True)
        window.play()
        window.session.join(CLOSED_PORT_INVITATION)
        window.play()
        assert changes == [ConnectionChanged("closed", TOO_MANY_FILES)] * 2
    window.session.join(CLOSED_PORT_INVITATION)
    wait_for((window,), lambda: changes[-1].problem == Notice("online.problem.gone"))
    window.network.close()


def test_unexpected_connection_failure_gives_readable_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("of a library")

    monkeypatch.setattr(HostConnection, "_connect", fail)
    window = ScriptedWindow(tmp_path, ScriptedPlayer("Ana"))
    window.session.join(CLOSED_PORT_INVITATION)
    wait_for((window,), lambda: window.session.problem)
    assert window.session.problem == Notice("online.problem.broken", {"why": "of a library"})
    assert "the connection failed" in capsys.readouterr().err
    window.network.close()


def test_window_takes_messages_within_frame_time(tmp_path: Path) -> None:
    rung: list[int] = []
    beside = LocalNetwork(tmp_path, on_event=lambda: rung.append(1))
    for number in range(120):
        beside._verify_and_queue(0, TurnClock(number, 0))
    taken = [beside.poll() for _ in range(4)]
    assert [len(some) for some in taken] == [50, 50, 20, 0]
    assert [one.question for some in taken for one in some if isinstance(one, TurnClock)] == list(range(120))
    assert len(rung) == 3, "for the first, and for what was left twice"
