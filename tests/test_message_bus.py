"""Message buses that don't answer are noticed and hidden from SDL; others are left alone."""

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from socket import AF_UNIX, socket

import pytest

from engine import message_bus
from engine.message_bus import CLOSED_ADDRESS, hide_silent_buses, is_silent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these buses")


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket]:
    """A bus that accepts connections and says nothing; it is the session's."""
    monkeypatch.setattr(message_bus, "MAX_ANSWER_SECONDS", 0.1)
    address = f"unix:path={tmp_path / 'bus'},guid=1a"
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path / 'none'}")
    with socket(AF_UNIX) as listening:
        listening.bind(str(tmp_path / "bus"))
        listening.listen(1)
        yield listening


def test_silent_bus_is_hidden_until_display_is_open(bus: socket) -> None:
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    with hide_silent_buses() as silent:
        assert silent == ["DBUS_SESSION_BUS_ADDRESS"]
        assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == CLOSED_ADDRESS
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == address


def test_silent_bus_at_its_usual_place_is_hidden(bus: socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with hide_silent_buses() as silent:
        assert silent == ["DBUS_SESSION_BUS_ADDRESS"]
    assert "DBUS_SESSION_BUS_ADDRESS" not in os.environ


def test_bus_with_full_queue_counts_as_silent(bus: socket) -> None:
    waiting = [socket(AF_UNIX) for _ in range(3)]
    for one in waiting:
        one.setblocking(False)
    try:
        with pytest.raises(BlockingIOError):
            for one in waiting:
                one.connect(bus.getsockname())
        assert is_silent(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    finally:
        for one in waiting:
            one.close()


def test_bus_that_answers_is_not_hidden(bus: socket) -> None:
    def answer() -> None:
        connection, _ = bus.accept()
        with connection:
            if connection.recv(100) == b"\0AUTH\r\n":
                connection.send(b"REJECTED EXTERNAL\r\n")

    thread = threading.Thread(target=answer)
    thread.start()
    with hide_silent_buses() as silent:
        assert silent == []
    thread.join()


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere/bus", "unix:abstract=nobody", "tcp:host=::1", "nonsense"])
def test_bus_that_refuses_connections_is_not_waited_for(address: str) -> None:
    assert not is_silent(address)
