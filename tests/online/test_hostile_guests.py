"""Hostile clients: the host disconnects them, and the match of the other guests continues."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from engine import __version__
from engine.notices import Notice
from engine.online.host import incoming_connections, server
from engine.online.host.rate_limits import MAX_FRAME_BURST, MAX_WRONG_SECRETS
from engine.online.protocol import messages
from engine.online.protocol.certificate import load_or_create_certificate, unverified_tls_context
from engine.online.protocol.messages import EntryRefused, Ready, SendChat
from engine.online.protocol.proof import GUEST_ROLE, make_proof, new_nonce
from engine.online.protocol.transport import FINAL_CLOSE_CODE, NONCE_HEADER, PROOF_HEADER
from tests.online.local_host import (
    ConnectedPlayer,
    LocalHost,
    hello_message,
    raw_connection,
    running_local_host,
)
from tests.online.scripted_window import LOCALHOST
from tests.support.scripted_player import ScriptedPlayer

HELLO_BYTES = messages.encode(messages.Hello(messages.PROTOCOL_VERSION, __version__))


async def http_status(host: LocalHost, **changes: Any) -> int:
    """Return the HTTP status with which a host refuses a connection; 101 if it accepts."""
    try:
        async with raw_connection(changes.pop("invitation", host.invitation), **changes):
            return 101
    except InvalidStatus as error:
        assert error.response.body == b"", "the response has no body"
        return error.response.status_code


CONNECTION_TRIES = 8
"""Number of attempted connections, more than are allowed."""


@contextlib.asynccontextmanager
async def watching(host: LocalHost) -> AsyncIterator[ClientConnection]:
    """Connect a spectator."""
    async with raw_connection(host.invitation) as guest:
        await guest.send(hello_message(guest, host.invitation, is_spectator=True))
        await guest.recv()
        yield guest


async def check_play_continues(host: LocalHost) -> None:
    """Let a guest start a match and answer in it."""
    player = ConnectedPlayer(host.invitation, ScriptedPlayer("Ana", people=1))
    await player.wait_until(lambda: player.player.answers)
    player.connection.leave()
    await player.task


async def last_refusal(connection: ClientConnection) -> EntryRefused | None:
    """Wait for the end of a connection; return the last message if it is a refusal."""
    last = None
    with contextlib.suppress(ConnectionClosed):
        while True:
            data = await connection.recv()
            assert isinstance(data, bytes)
            last = messages.decode_to_guest(data)
    return last if isinstance(last, EntryRefused) else None


async def test_connection_without_secret_is_refused(host: LocalHost) -> None:
    other = host.invitation._replace(table_number=host.invitation.table_number ^ 1)
    assert await http_status(host) == 101
    assert await http_status(host, proof="") == 403
    assert await http_status(host, invitation=host.invitation._replace(secret=bytes(10))) == 403
    assert await http_status(host, invitation=other) == 403, "a missing table gives the same response"
    assert host.table_host.registry.guest_count == 0


async def test_five_wrong_secrets_block_address_even_for_right_secret(host: LocalHost) -> None:
    for _ in range(MAX_WRONG_SECRETS):
        assert await http_status(host, proof="") == 403
    assert await http_status(host) == 429
    guest = ConnectedPlayer(host.invitation, ScriptedPlayer("Bob"))
    assert (await guest.wait_until_closed()).problem == Notice("online.problem.too_many")
    assert not any(host.folder.secret.hex() in line for line in host.log_lines)


async def test_wrong_paths_close_no_other_table(host: LocalHost) -> None:
    """Other guests behind the same router can still join, and existing tables are not revealed."""
    other = host.invitation.table_number ^ 1
    for _ in range(2 * MAX_WRONG_SECRETS):
        assert await http_status(host, path="/wp-login.php") == 403
    statuses = [await http_status(host, path=f"/table/{other}") for _ in range(MAX_WRONG_SECRETS + 1)]
    assert await http_status(host) == 101
    assert statuses == [await http_status(host, proof="") for _ in range(MAX_WRONG_SECRETS + 1)], (
        "wrong paths and wrong secrets get equal responses"
    )
    assert sum("wrong secret: " in line for line in host.log_lines) == 1


async def test_proxied_guessers_are_distinguished_by_forwarded_address(proxied_host: LocalHost) -> None:
    for number in range(MAX_WRONG_SECRETS):
        forwarded = {"X-Forwarded-For": f"198.51.100.{number}, 192.0.2.1"}  # the first one is forged
        assert await http_status(proxied_host, proof="", headers=forwarded) == 403
    assert await http_status(proxied_host, headers={"X-Forwarded-For": "192.0.2.1"}) == 429
    assert await http_status(proxied_host, headers={"X-Forwarded-For": "192.0.2.2"}) == 101


async def test_forwarded_address_is_ignored_without_proxy(host: LocalHost) -> None:
    for number in range(MAX_WRONG_SECRETS):
        assert await http_status(host, proof="", headers={"X-Forwarded-For": f"192.0.2.{number}"}) == 403
    assert await http_status(host) == 429


async def test_web_page_cannot_connect(host: LocalHost) -> None:
    with pytest.raises(InvalidStatus):
        async with raw_connection(host.invitation, headers={"Origin": "https://example.org"}):
            pass


@contextlib.asynccontextmanager
async def impostor(
    folder: Path, serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
) -> AsyncIterator[int]:
    """Run a server with another certificate; yield its port."""
    other_context, _ = load_or_create_certificate(folder / "other.pem")
    async with await asyncio.start_server(serve, LOCALHOST, 0, ssl=other_context) as listening:
        yield listening.sockets[0].getsockname()[1]


async def copy_one_way(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(4096):
            writer.write(data)
    writer.close()


async def test_wrong_host_is_noticed_before_sending(host: LocalHost, tmp_path: Path) -> None:
    heard = bytearray()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            heard.extend(await reader.read(1000))
        writer.close()

    async with impostor(tmp_path, listen) as port:
        guest = ConnectedPlayer(host.invitation._replace(port=port), ScriptedPlayer("Bob"))
        assert (await guest.wait_until_closed()).problem == Notice("online.problem.certificate")
    assert heard == b""


async def test_interceptor_of_typed_invitation_is_refused(host: LocalHost, tmp_path: Path) -> None:
    """A typed code has no fingerprint, but the guest's proof includes the one it saw, which isn't the host's."""

    async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        further = await asyncio.open_connection(LOCALHOST, host.port, ssl=unverified_tls_context())
        await asyncio.gather(copy_one_way(reader, further[1]), copy_one_way(further[0], writer))

    typed = host.invitation._replace(fingerprint=b"")
    async with impostor(tmp_path, between) as port:
        guest = ConnectedPlayer(typed._replace(port=port), ScriptedPlayer("Bob"))
        assert (await guest.wait_until_closed()).problem == Notice("online.problem.wrong_secret")
        assert not guest.player.guest.roster
    direct = ConnectedPlayer(typed, ScriptedPlayer("Bob"))
    await direct.wait_until(lambda: direct.player.guest.roster)


async def test_host_without_secret_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "verify_proof", lambda *_: True)  # the interceptor accepts all guests
    monkeypatch.setattr(server, "make_proof", lambda *_: "0" * 64)
    async with running_local_host(tmp_path) as host:
        guest = ConnectedPlayer(host.invitation._replace(fingerprint=b""), ScriptedPlayer("Bob"))
        assert (await guest.wait_until_closed()).problem == Notice("online.problem.certificate")


async def test_replayed_hello_is_refused(proxied_host: LocalHost) -> None:
    """A proxy could replay a request and the first message after it."""
    async with raw_connection(proxied_host.invitation) as ana:
        first = hello_message(ana, proxied_host.invitation, "Ana")
        await ana.send(first)
        await ana.recv()
        assert ana.request is not None
        overheard = {name: ana.request.headers[name] for name in (NONCE_HEADER, PROOF_HEADER)}
    people = len(list(proxied_host.folder.table.participants))
    for replayed in (first, HELLO_BYTES):
        changes = {"nonce": overheard[NONCE_HEADER], "proof": overheard[PROOF_HEADER]}
        async with raw_connection(proxied_host.invitation, **changes) as eve:
            await eve.send(replayed)
            assert await last_refusal(eve) == EntryRefused("online.problem.wrong_secret")
    assert len(list(proxied_host.folder.table.participants)) == people


async def test_replayer_stays_unauthenticated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming_connections, "MAX_UNAUTHENTICATED", 3)
    async with running_local_host(tmp_path, tls=False) as host, contextlib.AsyncExitStack() as opened:
        nonce = new_nonce()
        changes = {"nonce": nonce, "proof": make_proof(host.invitation.secret, GUEST_ROLE, nonce, b"")}
        connections = [await opened.enter_async_context(raw_connection(host.invitation, **changes)) for _ in range(8)]
        ends = [asyncio.create_task(one.wait_closed()) for one in connections]
        await asyncio.wait(ends[:5])
        assert not any(end.done() for end in ends[5:]), "the oldest unauthenticated connections are closed"
        async with raw_connection(host.invitation) as friend:
            await friend.send(hello_message(friend, host.invitation))
            data = await friend.recv()
            assert isinstance(data, bytes) and isinstance(messages.decode_to_guest(data), messages.Welcome)


async def test_proof_for_another_certificate_is_refused(host: LocalHost) -> None:
    async with raw_connection(host.invitation) as eve:
        await eve.send(hello_message(eve, host.invitation._replace(fingerprint=bytes(32))))
        assert await last_refusal(eve) == EntryRefused("online.problem.wrong_secret")


async def test_previous_protocol_gets_version_mismatch(host: LocalHost) -> None:
    """An old guest proves the secret in its request only; its hello contains no proof."""
    async with raw_connection(host.invitation) as old:
        await old.send(msgspec.msgpack.encode({"type": "Hello", "protocol": 1, "version": "1.2.0", "name": "Old"}))
        refused = await last_refusal(old)
        assert refused == EntryRefused("online.problem.version", {"theirs": "1.2.0", "ours": __version__})


@pytest.mark.parametrize(
    "first",
    [b"\xff" * 100, "text", messages.encode(Ready()), {"name": "\u202ereversed"}],
)
async def test_invalid_first_message_ends_connection(host: LocalHost, first: bytes | str | dict[str, str]) -> None:
    async with raw_connection(host.invitation) as eve:
        await eve.send(hello_message(eve, host.invitation, **first) if isinstance(first, dict) else first)
        refused = await last_refusal(eve)
        assert refused is not None
        assert refused.key == f"online.problem.{'bad_name' if isinstance(first, dict) else 'not_understood'}"
        assert eve.close_code == FINAL_CLOSE_CODE
    await check_play_continues(host)


@pytest.mark.parametrize("later", [b"\xc1", HELLO_BYTES, "text", messages.encode(Ready())[:-1] + b"\xd4\0\0"])
async def test_later_rubbish_ends_connection_and_others_play_on(host: LocalHost, later: bytes | str) -> None:
    async with watching(host) as eve:
        await eve.send(later)
        assert await last_refusal(eve) == EntryRefused("online.problem.not_understood")
    await check_play_continues(host)


async def test_oversized_message_is_not_read(host: LocalHost) -> None:
    async with watching(host) as eve:
        await eve.send(bytes(messages.MAX_TO_HOST_BYTES + 1))
        assert await last_refusal(eve) is None
        assert eve.close_code == 1009
    await check_play_continues(host)


async def test_flood_ends_connection(host: LocalHost) -> None:
    async with watching(host) as eve:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(3 * int(MAX_FRAME_BURST)):
                await eve.send(messages.encode(SendChat("hello")))
        assert await last_refusal(eve) == EntryRefused("online.problem.too_fast")
    assert host.table_host.registry.guest_count == 0
    await check_play_continues(host)


PING, PONG, EMPTY_FRAME = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"


@pytest.mark.parametrize("frame", [PING, PONG, EMPTY_FRAME])
async def test_flood_of_frames_without_content_ends_connection(host: LocalHost, frame: bytes) -> None:
    for connection in (watching(host), raw_connection(host.invitation)):
        async with connection as eve:
            eve.transport.write(b"\x02\x80\0\0\0\0" + frame * 3 * int(MAX_FRAME_BURST))  # a first fragment
            assert await last_refusal(eve) == EntryRefused("online.problem.too_fast")
    assert host.table_host.registry.guest_count == 0 and not list(host.folder.table.participants)
    await check_play_continues(host)


async def test_message_queued_before_flood_is_dropped(host: LocalHost) -> None:
    async with raw_connection(host.invitation) as eve:
        await eve.send(hello_message(eve, host.invitation))
        eve.transport.write(PING * 3 * int(MAX_FRAME_BURST))
        await last_refusal(eve)
    assert not list(host.folder.table.participants)


async def test_connection_with_unread_output_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_UNSENT_BYTES", 1_000_000)
    async with running_local_host(tmp_path) as host:
        async with watching(host) as eve:
            eve.transport.pause_reading()
            (connection_id,) = host.folder.connections.values()
            for _ in range(10_000):
                if connection_id.number not in host.folder.connections:
                    break
                connection_id.channel.send(messages.ChatMessage(1, 0, text="x" * 60_000))
                await asyncio.sleep(0)
            assert host.table_host.registry.guest_count == 0
        await check_play_continues(host)


async def test_silent_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "OPEN_TIMEOUT_SECONDS", 0.2)
    async with running_local_host(tmp_path) as host, raw_connection(host.invitation) as eve:
        assert await last_refusal(eve) == EntryRefused("online.problem.not_understood")


@pytest.mark.parametrize("tls", [True, False])
async def test_strangers_over_limit_are_dropped_before_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, tls: bool
) -> None:
    monkeypatch.setattr(incoming_connections, "MAX_UNAUTHENTICATED", 3)
    async with running_local_host(tmp_path, tls=tls) as host:
        opened = [await asyncio.open_connection(LOCALHOST, host.port) for _ in range(10)]
        for _, writer in opened[1:]:
            writer.write(b"\x16")
        ends = [asyncio.create_task(reader.read()) for reader, _ in opened]
        await asyncio.wait(ends[:7])
        assert not any(end.done() for end in ends[7:])
        assert await http_status(host) == 101, "a new connection replaces the oldest"
        await ends[7]
        for _, writer in opened:
            writer.close()
        await asyncio.wait(ends)
        assert [line for line in host.log_lines if "too many" in line] == [f"too many connections: {LOCALHOST}"]


async def test_strangers_of_one_address_over_share_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming_connections, "MAX_UNAUTHENTICATED_PER_ADDRESS", 2)
    async with running_local_host(tmp_path) as host:
        other = await asyncio.open_connection(LOCALHOST, host.port, local_addr=("127.0.0.3", 0))
        opened = [
            await asyncio.open_connection(LOCALHOST, host.port, local_addr=("127.0.0.2", 0))
            for _ in range(2 * CONNECTION_TRIES)
        ]
        ends = [asyncio.create_task(reader.read()) for reader, _ in (other, *opened)]
        await asyncio.wait(ends[1:-2])
        assert not ends[0].done() and not ends[-2].done() and not ends[-1].done()
        for _, writer in (other, *opened):
            writer.close()
        await asyncio.wait(ends)


async def test_strangers_are_dropped_when_files_run_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming_connections, "raise_connection_limit", lambda: 3)
    monkeypatch.setattr(incoming_connections, "OPEN_TIMEOUT_SECONDS", 3600.0)  # so that no deadline ends them
    async with running_local_host(tmp_path) as host, watching(host) as guest, watching(host) as other:
        opened = [await asyncio.open_connection(LOCALHOST, host.port) for _ in range(CONNECTION_TRIES)]
        ends = [asyncio.create_task(reader.read()) for reader, _ in opened]
        await asyncio.wait(ends[:-1])
        assert not ends[-1].done()
        for one in (guest, other):
            await one.send(messages.encode(SendChat("hello")))
            while not isinstance(messages.decode_to_guest(await one.recv(decode=False)), messages.ChatMessage):
                pass
        opened[-1][1].close()
        await asyncio.wait(ends)


@pytest.mark.parametrize("first", [b"", b"\x16\x03\x01"])
async def test_connection_without_tls_handshake_is_dropped_at_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    monkeypatch.setattr(incoming_connections, "OPEN_TIMEOUT_SECONDS", 0.2)
    async with running_local_host(tmp_path) as host:
        reader, writer = await asyncio.open_connection(LOCALHOST, host.port)
        writer.write(first)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        await check_play_continues(host)


async def test_unproved_connection_with_long_request_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (incoming_connections, server):
        monkeypatch.setattr(module, "OPEN_TIMEOUT_SECONDS", 1000.0)
    async with running_local_host(tmp_path, tls=False) as host:
        reader, writer = await asyncio.open_connection(LOCALHOST, host.port)
        half = b"X: " + b"y" * (incoming_connections.MAX_UNAUTHENTICATED_BYTES // 2) + b"\r\n"
        writer.write(b"GET / HTTP/1.1\r\n" + half)
        await writer.drain()
        writer.write(half)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        assert await http_status(host) == 101


async def test_health_is_reported_only_locally(tmp_path: Path) -> None:
    async def ask(host: LocalHost, more: str) -> bytes:
        reader, writer = await asyncio.open_connection(LOCALHOST, host.port)
        writer.write(f"GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n{more}\r\n".encode())
        answer = await reader.read()
        writer.close()
        return answer

    async with running_local_host(tmp_path, tls=False) as host:
        assert (await ask(host, "")).endswith(b"\r\n\r\ntables 1, guests 0, moves 0\n")
        through = await ask(host, "X-Forwarded-For: 192.0.2.1\r\n")
        assert b"tables" not in through and b" 403 " in through.splitlines()[0]
