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
from engine.online.host.table_store import TableStore
from engine.online.network_events import ConnectionChanged, TableOpened
from engine.online.network_thread import ONLINE_FOLDER, TABLES_FOLDER, NetworkThread
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import HandOver, Leave, TurnClock
from tests.online.party import make_table_config
from tests.online.scripted_players import LOCAL_INTERFACES, ScriptedPlayer, ScriptedWindow, make_thinker

CLOSED_PORT_INVITATION = Invitation("127.0.0.1", 1, 1, bytes(10))
TOO_MANY_FILES = Notice("online.problem.failed", {"why": "Too many open files"})
TIMEOUT_SECONDS = 60.0
"""Timeout of a test in seconds; most take a few tenths."""


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[tuple[ScriptedWindow, ScriptedWindow]]:
    ana, bob = (
        ScriptedWindow(tmp_path / name, ScriptedPlayer(name, seed, people=2))
        for seed, name in enumerate(("Ana", "Bob"))
    )
    both = (ana, bob)
    yield both
    for window in both:
        window.network.close()


def wait_for(windows: tuple[ScriptedWindow, ...], until: Callable[[], object]) -> None:
    """Poll the windows until ``until`` returns something true."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not until():
        assert time.monotonic() < end, [(one.player.guest.roster, one.changes) for one in windows]
        for window in windows:
            window.poll()
        time.sleep(0.002)


def open_table(windows: tuple[ScriptedWindow, ...], game: str) -> Invitation:
    host = windows[0]
    host.network.open_table(make_table_config(game, 3, pace="quick"), nearby="no")
    wait_for(windows, lambda: host.opened and host.player.guest.roster)
    assert host.opened is not None
    return host.opened.invitations[0]


def test_two_windows_play_match_with_computer_players(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    guest.network.join(invitation)
    wait_for(windows, lambda: host.player.is_done and guest.player.is_done)
    assert host.player.records == guest.player.records
    assert min(one.player.answers for one in windows) > 3


def test_views_events_and_records_are_read_beside_window(
    windows: tuple[ScriptedWindow, ScriptedWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[str, set[str]] = {}
    for name in ("decode_view", "decode_events", "_read_finished"):
        read = getattr(message_verifier, name)

        def noted(*given: Any, name: str = name, read: Callable[..., object] = read) -> object:
            threads.setdefault(name, set()).add(current_thread().name)
            return read(*given)

        monkeypatch.setattr(message_verifier, name, noted)
    host, guest = windows
    guest.network.join(open_table(windows, "gurch"))
    wait_for(windows, lambda: host.player.is_done and guest.player.is_done)
    assert threads == {name: {"network"} for name in ("decode_view", "decode_events", "_read_finished")}


def test_closed_table_is_awaited_and_reopened(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    guest.network.join(invitation)
    wait_for(windows, lambda: host.player.answers > 2)
    host.network.leave()
    wait_for(windows, lambda: guest.changes[-1] == ConnectionChanged("away"))
    host.network.reopen_table(invitation.table_number)
    wait_for(windows, lambda: host.player.is_done)


def test_table_left_before_match_is_closed_and_removed(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    files = TableStore(host.folder / ONLINE_FOLDER / TABLES_FOLDER)
    assert files.load(invitation.table_number) is not None
    guest.player._people = 3  # keeps the host from starting
    host.player._people = 3
    guest.network.join(invitation)
    wait_for(windows, lambda: guest.player.guest.roster)
    host.network.send(Leave())
    host.network.leave()
    wait_for(windows, lambda: guest.changes[-1].state == "closed")
    assert guest.changes[-1].problem == Notice("online.problem.closed")
    host.network.close()
    assert list(files.load_all()) == []


@pytest.mark.parametrize("left", [False, True])
def test_table_of_ended_program_is_kept_unless_left(left: bool, windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    guest.network.join(invitation)
    wait_for(windows, lambda: host.player.answers > 2)
    if left:
        host.network.send(Leave())
    host.network.close()
    kept = [table.number for table in TableStore(host.folder / ONLINE_FOLDER / TABLES_FOLDER).load_all()]
    assert kept == ([] if left else [invitation.table_number])


def test_handed_over_table_is_removed_locally(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, guest = windows
    host.player._people = 3  # keeps the host from starting
    guest.player._people = 3
    guest.network.join(open_table(windows, "gurch"))
    wait_for(windows, lambda: guest.player.guest.roster)
    host.network.send(HandOver(guest.player.guest.number))
    wait_for(windows, lambda: guest.opened and guest.player.guest.is_host and not host.player.guest.is_host)
    for window in windows:
        window.network.close()
    kept = [len(list(TableStore(window.folder / ONLINE_FOLDER / TABLES_FOLDER).load_all())) for window in windows]
    assert kept == [0, 1]


def test_wrong_secret_and_wrong_certificate_are_distinguished(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    guest = windows[1]
    invitation = open_table(windows, "gurch")
    for wrong, problem in (
        (invitation._replace(secret=bytes(10)), "wrong_secret"),
        (invitation._replace(fingerprint=bytes(32)), "certificate"),
        (invitation._replace(port=1), "gone"),
    ):
        guest.changes.clear()
        guest.network.join(wrong)
        wait_for(windows, lambda: guest.changes and guest.changes[-1].state == "closed")
        assert guest.changes[-1].problem == Notice(f"online.problem.{problem}")


def test_leaving_and_closing_end_thread(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, guest = windows
    guest.network.join(open_table(windows, "gurch"))
    wait_for(windows, lambda: guest.player.guest.roster)
    thread = guest.network._thread
    guest.network.leave()
    assert guest.network.poll() == [], "no event arrives from a table that was left"
    guest.network.close()
    host.network.close()
    assert thread is not None and not thread.is_alive()
    assert guest.network.poll() == []


def test_port_in_use_does_not_prevent_play(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        host = ScriptedWindow(tmp_path, ScriptedPlayer("Ana"), port=taken.getsockname()[1])
        invitation = open_table((host,), "gurch")
        assert 0 < invitation.port != taken.getsockname()[1]
        host.network.close()


def test_reopened_table_waits_for_port(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, _ = windows
    invitation = open_table(windows, "gurch")
    host.network.leave()
    host.opened = None
    wait_for(windows, lambda: _is_free(invitation.port))
    with socket.create_server((invitation.address, invitation.port)):
        host.network.reopen_table(invitation.table_number)
        wait_for(windows, lambda: host.changes[-1] == ConnectionChanged("joining"))
    wait_for(windows, lambda: host.opened)
    assert host.opened is not None and host.opened.invitations[0].port == invitation.port


def _is_free(port: int) -> bool:
    """Whether no process listens at that port of this computer."""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


def test_unannounced_table_goes_on(
    windows: tuple[ScriptedWindow, ScriptedWindow], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail(*_: object) -> bool:
        raise TypeError("of a library")

    monkeypatch.setattr(TableDiscovery, "announce", fail)
    host = windows[0]
    host.player._people = 1
    host.network.open_table(make_table_config("gurch", 2, pace="quick"), nearby="secret")
    wait_for((host,), lambda: host.player.answers > 3)
    assert "can't be announced" in capsys.readouterr().err


def test_match_is_played_at_handed_over_table(windows: tuple[ScriptedWindow, ScriptedWindow]) -> None:
    host, guest = windows
    host.player._people = 3  # keeps the host from starting
    first = open_table(windows, "gurch")
    guest.network.join(first)
    wait_for(windows, lambda: guest.player.guest.number)
    host.network.send(HandOver(guest.player.guest.number))
    wait_for(windows, lambda: guest.opened)
    assert guest.opened is not None and guest.opened.invitations[0].port != first.port
    wait_for(windows, lambda: host.player.is_done and guest.player.is_done)
    assert host.player.records == guest.player.records and guest.player.guest.is_host


def test_network_events_wake_waiter_once_per_batch(tmp_path: Path) -> None:
    woken: list[str] = []
    network = NetworkThread(
        tmp_path,
        make_thinker,
        interfaces=LOCAL_INTERFACES,
        address="127.0.0.1",
        on_event=lambda: woken.append(current_thread().name),
    )
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
    with monkeypatch.context() as broken:
        if when == "no loop can be made":
            broken.setattr(asyncio, "new_event_loop", fail)
            broken.setattr(asyncio.events, "new_event_loop", fail)
        else:
            broken.setattr(Thread, "start", fail)
        window.network.set_browsing(True)
        window.poll()
        window.network.join(CLOSED_PORT_INVITATION)
        window.poll()
        assert window.changes == [ConnectionChanged("closed", TOO_MANY_FILES)] * 2
    window.network.join(CLOSED_PORT_INVITATION)
    wait_for((window,), lambda: window.changes[-1].problem == Notice("online.problem.gone"))
    window.network.close()


def test_unexpected_connection_failure_gives_readable_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("of a library")

    monkeypatch.setattr(HostConnection, "_connect", fail)
    window = ScriptedWindow(tmp_path, ScriptedPlayer("Ana"))
    window.network.join(CLOSED_PORT_INVITATION)
    wait_for((window,), lambda: window.changes and window.changes[-1].state == "closed")
    assert window.changes[-1].problem == Notice("online.problem.broken", {"why": "of a library"})
    assert "the connection failed" in capsys.readouterr().err
    window.network.close()


def test_window_takes_messages_within_frame_time(tmp_path: Path) -> None:
    rung: list[int] = []
    beside = NetworkThread(tmp_path, make_thinker, interfaces=LOCAL_INTERFACES, on_event=lambda: rung.append(1))
    for number in range(120):
        beside._verify_and_queue(0, TurnClock(number, 0))
    taken = [beside.poll() for _ in range(4)]
    assert [len(some) for some in taken] == [50, 50, 20, 0]
    assert [one.question for some in taken for one in some if isinstance(one, TurnClock)] == list(range(120))
    assert len(rung) == 3, "for the first, and for what was left twice"
