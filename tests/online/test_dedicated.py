"""Tests of the dedicated host: restarts and kills lose no data, and it terminates cleanly."""

import os
import re
import signal
import socket
import sys
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from engine.online.host.dedicated import main, parse_command_line
from engine.online.host.table_store import TableStore
from engine.profile.lock import lock_or_copy_profile
from engine.profile.storage import Profile
from tests.online.dedicated_host import HostProcess
from tests.online.local_host import ConnectedPlayer
from tests.online.scripted_window import LOCALHOST
from tests.support.scripted_player import ScriptedPlayer


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM for others")
async def test_killed_host_loses_no_table_but_damaged_ones(tmp_path: Path) -> None:
    host = HostProcess(tmp_path)
    await host.open("--tables", "3", "--game", "big_two")
    first = host.tables
    assert len({one.table_number for one in first}) == 3 and {one.port for one in first} == {host.port}
    ana, bob = (ConnectedPlayer(first[1], ScriptedPlayer(name, people=2)) for name in ("Ana", "Bob"))
    await ana.wait_until(lambda: ana.player.answers >= 2)
    token, question = ana.player.guest.token, ana.player.guest.question
    assert await host.end(signal.SIGKILL) == b""
    await ana.wait_until(lambda: ana.changes[-1].state == "away")
    damaged = tmp_path / "tables" / f"{first[0].table_number}.json"
    damaged.write_text(damaged.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    await host.open("--tables", "2", port=host.port)
    assert host.tables == first[1:] and list(damaged.parent.glob("*.bad-1.*"))
    await ana.wait_until(lambda: ana.player.answers >= 6)
    await bob.wait_until(lambda: bob.player.answers >= 2)
    assert ana.player.guest.token == token and ana.player.guest.question > question
    assert {person.number for person in ana.player.guest.roster.participants} == {1, 2}  # type: ignore[union-attr]
    assert await host.end() == b""
    assert re.search(r"ended: tables 2, .* all tables are kept", host.lines[-1])
    await ana.wait_until(lambda: ana.changes[-1].state == "away")
    assert TableStore(tmp_path / "tables").load(first[1].table_number)


def test_port_in_use_gives_readable_notice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server((LOCALHOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--profile", str(tmp_path), "--address", LOCALHOST, "--port", str(port)]) == 1
    output = capsys.readouterr().out
    assert f"port {port} can't be opened" in output and output.count("\n") == 1


def test_profile_in_use_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.online.host.dedicated._serve", AsyncMock())
    with lock_or_copy_profile(Profile(tmp_path)):
        assert main(["--profile", str(tmp_path), "--address", LOCALHOST, "--port", "0"]) == 1
    assert "another program uses" in capsys.readouterr().out


def test_proxy_accepts_any_loopback_address() -> None:
    words = ["--profile", "somewhere", "--proxy", "--name", "cards.example.org"]
    assert parse_command_line(words).listen_address == LOCALHOST
    for address in ("127.0.0.5", "::1", "localhost"):
        assert parse_command_line([*words, "--address", address]).listen_address == address


@pytest.mark.parametrize(
    "words",
    [
        ["--tables", "0"],
        ["--public-port", "70000"],
        ["--port", "70000"],
        ["--name", "a b"],
        ["--proxy"],
        ["--address", "0.0.0.0", "--proxy", "--name", "cards.example.org"],
        ["--address", "192.0.2.1", "--proxy", "--name", "cards.example.org"],
        ["--profile", os.devnull],
    ],
)
def test_command_line_mistakes_are_reported(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_command_line(["--profile", "somewhere", *words])
    assert words[0] in capsys.readouterr().err.splitlines()[-1]
