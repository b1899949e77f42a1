"""What strangers and hostile guests try at a host: they are shown the door, and the others play on."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from engine import __version__
from engine.notices import Notice
from engine.online import arrivals, messages, server
from engine.online.certificate import host_certificate, pinning_context
from engine.online.gate import AT_ONCE, MOST_WRONG
from engine.online.messages import Ready, Refused, Say
from engine.online.proof import GUEST, new_nonce, proof
from engine.online.wire import GONE_FOR_GOOD, NONCE_HEADER, PROOF_HEADER
from tests.online.hosts import HERE, Host, Sitting, bare, hello, hosted, within
from tests.online.players import Player

AGAIN = messages.encoded(messages.Hello(messages.PROTOCOL, __version__))


async def status(host: Host, **changes: Any) -> int:
    """The HTTP status with which a host refuses a connection; 101 if it doesn't."""
    try:
        async with bare(changes.pop("invitation", host.invitation), **changes):
            return 101
    except InvalidStatus as error:
        assert error.response.body == b"", "nothing is said"
        return error.response.status_code


TRIES = 8
"""Number of connections that are opened where fewer are allowed."""


async def plays_on(host: Host) -> None:
    """Let somebody begin a match and answer in it."""
    player = Sitting(host.invitation, Player("Ana", people=1))
    await player.until(lambda: player.player.answers)
    player.connection.leave()
    await player.task


async def shown_the_door(connection: ClientConnection) -> Refused | None:
    """Wait for the end of a connection; return the last message if it says why."""
    last = None
    with contextlib.suppress(ConnectionClosed):
        while True:
            data = await connection.recv()
            assert isinstance(data, bytes)
            last = messages.to_guest(data)
    return last if isinstance(last, Refused) else None


def test_without_the_secret_nothing_is_answered(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            other = host.invitation._replace(table=host.invitation.table ^ 1)
            assert await status(host) == 101
            assert await status(host, proof="") == 403
            assert await status(host, invitation=host.invitation._replace(secret=bytes(10))) == 403
            assert await status(host, invitation=other) == 403, "where there is no table it looks the same"
            assert host.hosting.house.guests == 0

    within(play())


def test_five_wrong_secrets_close_the_door_even_to_the_right_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            for _ in range(MOST_WRONG):
                assert await status(host, proof="") == 403
            assert await status(host) == 429
            guest = Sitting(host.invitation, Player("Bob"))
            assert (await guest.closed()).problem == Notice("online.problem.too_many")
            assert not any(host.place.secret.hex() in line for line in host.lines)

    within(play())


def test_wrong_paths_close_no_other_table(tmp_path: Path) -> None:
    """Others behind the same router still come in, and nobody learns which tables there are."""

    async def play() -> None:
        async with hosted(tmp_path) as host:
            other = host.invitation.table ^ 1
            for _ in range(2 * MOST_WRONG):
                assert await status(host, path="/wp-login.php") == 403
            statuses = [await status(host, path=f"/table/{other}") for _ in range(MOST_WRONG + 1)]
            assert await status(host) == 101
            assert statuses == [await status(host, proof="") for _ in range(MOST_WRONG + 1)], "both tell the same"
            assert sum("wrong secret: " in line for line in host.lines) == 1

    within(play())


def test_behind_a_proxy_guessers_are_told_apart_by_what_the_proxy_says(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path, tls=False) as host:
            for number in range(MOST_WRONG):
                forwarded = {
                    "X-Forwarded-For": f"198.51.100.{number}, 192.0.2.1"
                }  # the first part is the guesser's own
                assert await status(host, proof="", headers=forwarded) == 403
            assert await status(host, headers={"X-Forwarded-For": "192.0.2.1"}) == 429
            assert await status(host, headers={"X-Forwarded-For": "192.0.2.2"}) == 101

    within(play())


def test_without_a_proxy_nobody_takes_anothers_address(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            for number in range(MOST_WRONG):
                assert await status(host, proof="", headers={"X-Forwarded-For": f"192.0.2.{number}"}) == 403
            assert await status(host) == 429

    within(play())


def test_no_web_page_can_come_here(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            with pytest.raises(InvalidStatus):
                async with bare(host.invitation, headers={"Origin": "https://example.org"}):
                    pass

    within(play())


def test_another_host_is_noticed_before_anything_is_sent_to_it(tmp_path: Path) -> None:
    heard = bytearray()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            heard.extend(await reader.read(1000))
        writer.close()

    async def play() -> None:
        async with hosted(tmp_path) as host:
            other, _ = host_certificate(tmp_path / "other.pem")
            impostor = await asyncio.start_server(listen, HERE, 0, ssl=other)
            port = impostor.sockets[0].getsockname()[1]
            guest = Sitting(host.invitation._replace(port=port), Player("Bob"))
            assert (await guest.closed()).problem == Notice("online.problem.certificate")
            impostor.close()
        assert heard == b""

    within(play())


def test_somebody_in_between_gains_nothing_where_the_invitation_was_typed(tmp_path: Path) -> None:
    """A code has no certificate. The guest's proof is bound to the one it saw, and the host has another."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                writer.write(data)
        writer.close()

    async def play() -> None:
        async with hosted(tmp_path) as host:

            async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                further = await asyncio.open_connection(HERE, host.port, ssl=pinning_context())
                await asyncio.gather(pump(reader, further[1]), pump(further[0], writer))

            other, _ = host_certificate(tmp_path / "other.pem")
            impostor = await asyncio.start_server(between, HERE, 0, ssl=other)
            port = impostor.sockets[0].getsockname()[1]
            typed = host.invitation._replace(pin=b"")
            guest = Sitting(typed._replace(port=port), Player("Bob"))
            assert (await guest.closed()).problem == Notice("online.problem.wrong_secret")
            assert not guest.player.guest.roster
            impostor.close()
            direct = Sitting(typed, Player("Bob"))
            await direct.until(lambda: direct.player.guest.roster)

    within(play())


def test_a_host_that_does_not_know_the_secret_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "is_proof", lambda *_: True)  # it lets everybody in
    monkeypatch.setattr(server, "proof", lambda *_: "0" * 64)

    async def play() -> None:
        async with hosted(tmp_path) as host:
            guest = Sitting(host.invitation._replace(pin=b""), Player("Bob"))
            assert (await guest.closed()).problem == Notice("online.problem.certificate")

    within(play())


def test_what_was_overheard_and_is_sent_again_lets_nobody_in(tmp_path: Path) -> None:
    """As a proxy could, which has seen a request and the first message that followed it."""

    async def play() -> None:
        async with hosted(tmp_path, tls=False) as host:
            async with bare(host.invitation) as ana:
                first = hello(ana, host.invitation, "Ana")
                await ana.send(first)
                await ana.recv()
                assert ana.request is not None
                overheard = {name: ana.request.headers[name] for name in (NONCE_HEADER, PROOF_HEADER)}
            people = len(list(host.place.table.people))
            for again in (first, messages.encoded(messages.Hello(messages.PROTOCOL, __version__, name="Ana"))):
                seen = {"nonce": overheard[NONCE_HEADER], "proof": overheard[PROOF_HEADER]}
                async with bare(host.invitation, **seen) as eve:
                    await eve.send(again)
                    assert await shown_the_door(eve) == Refused("online.problem.wrong_secret")
            assert len(list(host.place.table.people)) == people

    within(play())


def test_who_sends_again_what_was_overheard_stays_a_stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "MOST_STRANGERS", 3)

    async def play() -> None:
        async with hosted(tmp_path, tls=False) as host, contextlib.AsyncExitStack() as opened:
            nonce = new_nonce()
            seen = {"nonce": nonce, "proof": proof(host.invitation.secret, GUEST, nonce, b"")}
            again = [await opened.enter_async_context(bare(host.invitation, **seen)) for _ in range(8)]
            ends = [asyncio.create_task(one.wait_closed()) for one in again]
            done, _ = await asyncio.wait(ends, timeout=1.0)
            assert len(done) == 5, "the oldest make room, as those do that have proved nothing"
            async with bare(host.invitation) as friend:
                await friend.send(hello(friend, host.invitation))
                data = await friend.recv()
                assert isinstance(data, bytes) and isinstance(messages.to_guest(data), messages.Welcome)

    within(play())


def test_a_proof_made_for_another_certificate_lets_nobody_in(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host, bare(host.invitation) as eve:
            await eve.send(hello(eve, host.invitation._replace(pin=bytes(32))))
            assert await shown_the_door(eve) == Refused("online.problem.wrong_secret")

    within(play())


def test_the_program_of_the_version_before_is_told_that_its_version_is_another(tmp_path: Path) -> None:
    """It proves itself in its request alone, and greets without an answer to the host's nonce."""

    async def play() -> None:
        async with hosted(tmp_path) as host, bare(host.invitation) as old:
            await old.send(msgspec.msgpack.encode({"type": "Hello", "protocol": 1, "version": "1.2.0", "name": "Old"}))
            refused = await shown_the_door(old)
            assert refused == Refused("online.problem.version", {"theirs": "1.2.0", "ours": __version__})

    within(play())


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"\xff" * 100,
        "text",
        messages.encoded(Ready()),
        {"name": "\u202ereversed"},
        b"\0",
        b"\x81" * 6_000,
    ],
)
def test_a_first_message_that_is_none_ends_the_connection(tmp_path: Path, first: bytes | str | dict[str, str]) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            async with bare(host.invitation) as eve:
                await eve.send(hello(eve, host.invitation, **first) if isinstance(first, dict) else first)
                refused = await shown_the_door(eve)
                assert refused is not None and refused.key in (
                    "online.problem.not_understood",
                    "online.problem.bad_name",
                )
                assert eve.close_code == GONE_FOR_GOOD
            await plays_on(host)

    within(play())


def test_another_version_is_told_both_versions(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host, bare(host.invitation) as eve:
            await eve.send(hello(eve, host.invitation, protocol=99, version="7.0"))
            refused = await shown_the_door(eve)
            assert refused == Refused("online.problem.version", {"theirs": "7.0", "ours": __version__})

    within(play())


@pytest.mark.parametrize("later", [b"\xc1", AGAIN, "text", messages.encoded(Ready())[:-1] + b"\xd4\0\0"])
def test_rubbish_later_ends_the_connection_and_others_play_on(tmp_path: Path, later: bytes | str) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            async with bare(host.invitation) as eve:
                await eve.send(hello(eve, host.invitation, watching=True))
                await eve.recv()
                await eve.send(later)
                assert await shown_the_door(eve) == Refused("online.problem.not_understood")
            await plays_on(host)

    within(play())


def test_a_message_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            async with bare(host.invitation) as eve:
                await eve.send(hello(eve, host.invitation, watching=True))
                await eve.recv()
                await eve.send(bytes(messages.LARGEST_TO_HOST + 1))
                assert await shown_the_door(eve) is None
                assert eve.close_code == 1009
            await plays_on(host)

    within(play())


def test_a_flood_ends_the_connection(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            async with bare(host.invitation) as eve:
                await eve.send(hello(eve, host.invitation, watching=True))
                with contextlib.suppress(ConnectionClosed):
                    for _ in range(3 * int(AT_ONCE)):
                        await eve.send(messages.encoded(Say("hello")))
                assert await shown_the_door(eve) == Refused("online.problem.too_fast")
            assert host.hosting.house.guests == 0
            await plays_on(host)

    within(play())


PING, PONG, EMPTY = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"


@pytest.mark.parametrize("frame", [PING, PONG, EMPTY])
@pytest.mark.parametrize("greeted", [True, False])
def test_flood_of_frames_without_content_ends_the_connection(tmp_path: Path, frame: bytes, *, greeted: bool) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            async with bare(host.invitation) as eve:
                if greeted:
                    await eve.send(hello(eve, host.invitation, watching=True))
                eve.transport.write(b"\x02\x80\0\0\0\0" + frame * 3 * int(AT_ONCE))  # a message begins
                assert await shown_the_door(eve) == Refused("online.problem.too_fast")
            assert host.hosting.house.guests == 0 and not list(host.place.table.people)
            await plays_on(host)

    within(play())


def test_message_queued_before_a_flood_is_dropped(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            async with bare(host.invitation) as eve:
                await eve.send(hello(eve, host.invitation))
                eve.transport.write(PING * 3 * int(AT_ONCE))
                await shown_the_door(eve)
            assert not list(host.place.table.people)

    within(play())


def test_who_does_not_read_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_UNSENT", 1_000_000)

    async def play() -> None:
        async with hosted(tmp_path) as host:
            async with bare(host.invitation) as eve:
                await eve.send(hello(eve, host.invitation, watching=True))
                await eve.recv()
                eve.transport.pause_reading()
                (link,) = host.place.links.values()
                for _ in range(10_000):
                    if link.number not in host.place.links:
                        break
                    link.way.send(messages.Said(1, 0, text="x" * 60_000))
                    await asyncio.sleep(0)
                assert host.hosting.house.guests == 0
            await plays_on(host)

    within(play())


def test_who_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_OPENING", 0.2)

    async def play() -> None:
        async with hosted(tmp_path) as host, bare(host.invitation) as eve:
            assert await shown_the_door(eve) == Refused("online.problem.not_understood")

    within(play())


@pytest.mark.parametrize("tls", [True, False])
def test_strangers_over_the_limit_are_dropped_before_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, tls: bool
) -> None:
    monkeypatch.setattr(arrivals, "MOST_STRANGERS", 3)

    async def play() -> None:
        async with hosted(tmp_path, tls=tls) as host:
            opened = [await asyncio.open_connection(HERE, host.port) for _ in range(10)]
            for _, writer in opened[1:]:
                writer.write(b"\x16")
            ends = [asyncio.create_task(reader.read()) for reader, _ in opened]
            await asyncio.wait(ends[:7])
            assert not any(end.done() for end in ends[7:])
            assert await status(host) == 101, "a newcomer takes the place of the oldest"
            await ends[7]
            for _, writer in opened:
                writer.close()
            await asyncio.wait(ends)
            assert [line for line in host.lines if "too many" in line] == [f"too many connections: {HERE}"]

    within(play())


def test_strangers_of_one_address_over_its_share_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "STRANGERS_SHARE", 2)

    async def play() -> None:
        async with hosted(tmp_path) as host:
            other = await asyncio.open_connection(HERE, host.port, local_addr=("127.0.0.3", 0))
            opened = [
                await asyncio.open_connection(HERE, host.port, local_addr=("127.0.0.2", 0)) for _ in range(2 * TRIES)
            ]
            ends = [asyncio.create_task(reader.read()) for reader, _ in (other, *opened)]
            await asyncio.wait(ends[1:-2])
            assert not ends[0].done() and not ends[-2].done() and not ends[-1].done()
            for _, writer in (other, *opened):
                writer.close()
            await asyncio.wait(ends)

    within(play())


def test_strangers_are_dropped_when_files_run_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "most_connections", lambda: 3)
    monkeypatch.setattr(arrivals, "MAX_OPENING", 3600.0)  # no deadline ends them

    async def play() -> None:
        async with hosted(tmp_path) as host, bare(host.invitation) as guest, bare(host.invitation) as other:
            for one in (guest, other):
                await one.send(hello(one, host.invitation, watching=True))
                await one.recv()
            opened = [await asyncio.open_connection(HERE, host.port) for _ in range(TRIES)]
            ends = [asyncio.create_task(reader.read()) for reader, _ in opened]
            await asyncio.wait(ends[:-1])
            assert not ends[-1].done()
            for one in (guest, other):
                await one.send(messages.encoded(Say("hello")))
                while not isinstance(messages.to_guest(await one.recv(decode=False)), messages.Said):
                    pass
            opened[-1][1].close()
            await asyncio.wait(ends)

    within(play())


@pytest.mark.parametrize("first", [b"", b"\x16\x03\x01"])
def test_connection_without_tls_handshake_is_dropped_at_its_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    monkeypatch.setattr(arrivals, "MAX_OPENING", 0.2)

    async def play() -> None:
        async with hosted(tmp_path) as host:
            reader, writer = await asyncio.open_connection(HERE, host.port)
            writer.write(first)
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
            await plays_on(host)

    within(play())


def test_unproved_connection_with_a_long_request_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (arrivals, server):
        monkeypatch.setattr(module, "MAX_OPENING", 1000.0)

    async def play() -> None:
        async with hosted(tmp_path, tls=False) as host:
            reader, writer = await asyncio.open_connection(HERE, host.port)
            writer.write(b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * (arrivals.MAX_REQUEST // 2) + b"\r\n")
            await writer.drain()
            writer.write(b"X: " + b"y" * (arrivals.MAX_REQUEST // 2) + b"\r\n")
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
            assert await status(host) == 101

    within(play())


def test_health_is_told_to_this_computer_alone(tmp_path: Path) -> None:
    async def ask(host: Host, more: str) -> bytes:
        reader, writer = await asyncio.open_connection(HERE, host.port)
        writer.write(f"GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n{more}\r\n".encode())
        answer = await reader.read()
        writer.close()
        return answer

    async def play() -> None:
        async with hosted(tmp_path, tls=False) as host:
            assert (await ask(host, "")).endswith(b"\r\n\r\ntables 1, guests 0, moves 0\n")
            through = await ask(host, "X-Forwarded-For: 192.0.2.1\r\n")
            assert b"tables" not in through and b" 403 " in through.splitlines()[0]

    within(play())
