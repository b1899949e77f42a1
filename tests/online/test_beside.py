"""Two programs on this computer: one opens a table, the other finds the way there, and they play."""

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
from engine.online import verifier
from engine.online.beside import FOLDER, TABLES, Beside
from engine.online.connection import Connection
from engine.online.discovery import Neighbourhood
from engine.online.invitation import Invitation
from engine.online.messages import Clock, HandOver, Leave
from engine.online.news import LinkChange, TableOpened
from engine.online.store import TableStore
from tests.online.company import arrangement
from tests.online.players import ALONE, Player, Window, slices

NOWHERE = Invitation("127.0.0.1", 1, 1, bytes(10))
TOO_MANY = Notice("online.problem.failed", {"why": "Too many open files"})
LIMIT = 60.0
"""Seconds after which a test gives up; usual are a few tenths."""


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[tuple[Window, Window]]:
    ana, bob = (Window(tmp_path / name, Player(name, seed, people=2)) for seed, name in enumerate(("Ana", "Bob")))
    both = (ana, bob)
    yield both
    for window in both:
        window.beside.close()


def wait(windows: tuple[Window, ...], until: Callable[[], object]) -> None:
    """Let windows look until something holds."""
    end = time.monotonic() + LIMIT
    while not until():
        assert time.monotonic() < end, [(one.player.guest.roster, one.changes) for one in windows]
        for window in windows:
            window.look()
        time.sleep(0.002)


def open_table(windows: tuple[Window, ...], game: str) -> Invitation:
    host = windows[0]
    host.beside.open_table(arrangement(game, 3, pace="quick"), nearby="no")
    wait(windows, lambda: host.opened and host.player.guest.roster)
    assert host.opened is not None
    return host.opened.invitations[0]


def test_two_windows_play_a_match_with_computer_players(windows: tuple[Window, Window]) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    guest.beside.join(invitation)
    wait(windows, lambda: host.player.done and guest.player.done)
    assert host.player.records == guest.player.records
    assert min(one.player.answers for one in windows) > 3


def test_views_events_and_records_are_read_beside_the_window(
    windows: tuple[Window, Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[str, set[str]] = {}
    for name in ("decoded_view", "decoded_events", "_finished"):
        read = getattr(verifier, name)

        def noted(*given: Any, name: str = name, read: Callable[..., object] = read) -> object:
            threads.setdefault(name, set()).add(current_thread().name)
            return read(*given)

        monkeypatch.setattr(verifier, name, noted)
    host, guest = windows
    guest.beside.join(open_table(windows, "gurch"))
    wait(windows, lambda: host.player.done and guest.player.done)
    assert threads == {name: {"network"} for name in ("decoded_view", "decoded_events", "_finished")}


def test_a_table_that_is_closed_is_waited_for_and_opened_again(windows: tuple[Window, Window]) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    guest.beside.join(invitation)
    wait(windows, lambda: host.player.answers > 2)
    host.beside.leave()
    wait(windows, lambda: guest.changes[-1] == LinkChange("away"))
    host.beside.open_again(invitation.table)
    wait(windows, lambda: host.player.done)


def test_table_left_before_a_match_is_closed_and_removed(windows: tuple[Window, Window]) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    files = TableStore(host.folder / FOLDER / TABLES)
    assert files.one(invitation.table) is not None
    guest.player._people = 3  # so that nobody begins
    host.player._people = 3
    guest.beside.join(invitation)
    wait(windows, lambda: guest.player.guest.roster)
    host.beside.send(Leave())
    host.beside.leave()
    wait(windows, lambda: guest.changes[-1].state == "closed")
    assert guest.changes[-1].problem == Notice("online.problem.closed")
    host.beside.close()
    assert list(files.kept()) == []


@pytest.mark.parametrize("left", [False, True])
def test_table_of_a_program_that_ends_during_a_match_is_kept_unless_it_was_left(
    left: bool, windows: tuple[Window, Window]
) -> None:
    host, guest = windows
    invitation = open_table(windows, "gurch")
    guest.beside.join(invitation)
    wait(windows, lambda: host.player.answers > 2)
    if left:
        host.beside.send(Leave())
    host.beside.close()
    kept = [table.number for table in TableStore(host.folder / FOLDER / TABLES).kept()]
    assert kept == ([] if left else [invitation.table])


def test_handed_over_table_is_removed_here(windows: tuple[Window, Window]) -> None:
    host, guest = windows
    host.player._people = 3  # so that nobody begins
    guest.player._people = 3
    guest.beside.join(open_table(windows, "gurch"))
    wait(windows, lambda: guest.player.guest.roster)
    host.beside.send(HandOver(guest.player.guest.you))
    wait(windows, lambda: guest.opened and guest.player.guest.hosting and not host.player.guest.hosting)
    for window in windows:
        window.beside.close()
    kept = [len(list(TableStore(window.folder / FOLDER / TABLES).kept())) for window in windows]
    assert kept == [0, 1]


def test_a_wrong_secret_and_a_wrong_certificate_are_told_apart(windows: tuple[Window, Window]) -> None:
    guest = windows[1]
    invitation = open_table(windows, "gurch")
    for wrong, problem in (
        (invitation._replace(secret=bytes(10)), "wrong_secret"),
        (invitation._replace(pin=bytes(32)), "certificate"),
        (invitation._replace(port=1), "gone"),
    ):
        guest.changes.clear()
        guest.beside.join(wrong)
        wait(windows, lambda: guest.changes and guest.changes[-1].state == "closed")
        assert guest.changes[-1].problem == Notice(f"online.problem.{problem}")


def test_leaving_and_closing_end_the_thread(windows: tuple[Window, Window]) -> None:
    host, guest = windows
    guest.beside.join(open_table(windows, "gurch"))
    wait(windows, lambda: guest.player.guest.roster)
    thread = guest.beside._thread
    guest.beside.leave()
    assert guest.beside.poll() == [], "nothing comes from a table that was left"
    guest.beside.close()
    host.beside.close()
    assert thread is not None and not thread.is_alive()
    assert guest.beside.poll() == []


def test_a_port_in_use_is_no_reason_not_to_play(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        host = Window(tmp_path, Player("Ana"), port=taken.getsockname()[1])
        invitation = open_table((host,), "gurch")
        assert 0 < invitation.port != taken.getsockname()[1]
        host.beside.close()


def test_a_table_that_is_opened_again_waits_a_moment_for_its_port(windows: tuple[Window, Window]) -> None:
    host, _ = windows
    invitation = open_table(windows, "gurch")
    host.beside.leave()
    host.opened = None
    wait(windows, lambda: _is_free(invitation.port))
    with socket.create_server((invitation.address, invitation.port)):
        host.beside.open_again(invitation.table)
        wait(windows, lambda: host.changes[-1] == LinkChange("joining"))
    wait(windows, lambda: host.opened)
    assert host.opened is not None and host.opened.invitations[0].port == invitation.port


def _is_free(port: int) -> bool:
    """Whether nobody listens at that port of this computer."""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


def test_a_table_that_cannot_be_announced_goes_on(
    windows: tuple[Window, Window], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail(*_: object) -> bool:
        raise TypeError("of a library")

    monkeypatch.setattr(Neighbourhood, "announce", fail)
    host = windows[0]
    host.player._people = 1
    host.beside.open_table(arrangement("gurch", 2, pace="quick"), nearby="secret")
    wait((host,), lambda: host.player.answers > 3)
    assert "can't be announced" in capsys.readouterr().err


def test_a_table_is_handed_over_and_a_match_is_played_there(windows: tuple[Window, Window]) -> None:
    host, guest = windows
    host.player._people = 3  # it doesn't begin here
    first = open_table(windows, "gurch")
    guest.beside.join(first)
    wait(windows, lambda: guest.player.guest.you)
    host.beside.send(HandOver(guest.player.guest.you))
    wait(windows, lambda: guest.opened)
    assert guest.opened is not None and guest.opened.invitations[0].port != first.port
    wait(windows, lambda: host.player.done and guest.player.done)
    assert host.player.records == guest.player.records and guest.player.guest.hosting


def test_whoever_waits_for_news_is_woken_once_for_all_that_came_together(tmp_path: Path) -> None:
    woken: list[str] = []
    beside = Beside(
        tmp_path, slices, interfaces=ALONE, address="127.0.0.1", on_news=lambda: woken.append(current_thread().name)
    )
    try:
        for times in (1, 2):
            beside.open_table(arrangement("gurch"), nearby="no")
            end = time.monotonic() + LIMIT
            while not any(isinstance(news, TableOpened) for _, news in tuple(beside._news)):
                assert time.monotonic() < end
                time.sleep(0.002)
            assert woken == ["network"] * times
            assert len(beside.poll()) > 1
    finally:
        beside.close()


@pytest.mark.parametrize("when", ["no loop can be made", "no thread can be started"])
def test_a_thread_that_cannot_start_is_said_and_tried_again(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    window = Window(tmp_path, Player("Ana"))
    with monkeypatch.context() as broken:
        if when == "no loop can be made":
            broken.setattr(asyncio, "new_event_loop", fail)
            broken.setattr(asyncio.events, "new_event_loop", fail)
        else:
            broken.setattr(Thread, "start", fail)
        window.beside.look(True)
        window.look()
        window.beside.join(NOWHERE)
        window.look()
        assert window.changes == [LinkChange("closed", TOO_MANY)] * 2
    window.beside.join(NOWHERE)
    wait((window,), lambda: window.changes[-1].problem == Notice("online.problem.gone"))
    window.beside.close()


def test_a_connection_that_fails_in_an_unexpected_way_is_closed_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError("of a library")

    monkeypatch.setattr(Connection, "_connect", fail)
    window = Window(tmp_path, Player("Ana"))
    window.beside.join(NOWHERE)
    wait((window,), lambda: window.changes and window.changes[-1].state == "closed")
    assert window.changes[-1].problem == Notice("online.problem.broken", {"why": "of a library"})
    assert "the connection failed" in capsys.readouterr().err
    window.beside.close()


def test_window_takes_no_more_than_a_frame_has_time_for(tmp_path: Path) -> None:
    rung: list[int] = []
    beside = Beside(tmp_path, slices, interfaces=ALONE, on_news=lambda: rung.append(1))
    for number in range(120):
        beside._hear(0, Clock(number, 0))
    taken = [beside.poll() for _ in range(4)]
    assert [len(some) for some in taken] == [50, 50, 20, 0]
    assert [one.question for some in taken for one in some if isinstance(one, Clock)] == list(range(120))
    assert len(rung) == 3, "for the first, and for what was left twice"
