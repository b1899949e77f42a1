"""Attacks on a host with honest guests: ``python -m tests.online.attack [--seconds 4] [--only NAME]``.

All processes run on this computer: a dedicated host with at most 1,024 open files, the attackers, and the honest
guests. Attackers use other local addresses than the guests. The guests play Big Two at two tables, and new guests join
one of them all the time. Each attack prints a row: attempts, memory, joins, response times without and during the
attack, and lines of the log except joins and leaves. The rows belong into ``tests/bench/figures.md``.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException
from websockets.protocol import State

from engine.online.discovery import TableAnnouncement, TableDiscovery
from engine.online.protocol import invitation, messages
from engine.online.protocol.certificate import unverified_tls_context
from engine.online.protocol.invitation import Invitation
from tests.online.dedicated_host import ROOT, HostProcess, quantile
from tests.online.local_host import ConnectedPlayer, hello_message, raw_connection
from tests.online.scripted_window import LOCALHOST
from tests.support.scripted_player import ScriptedPlayer

GAME, SEATS = "big_two", 4
MAX_FILES = 1024
RETRY_SECONDS = 5.0
"""Seconds until an attacker reopens a connection that the host has closed."""
JOIN_INTERVAL_SECONDS = 0.1
"""Seconds between two joins."""
PING, PONG, FRAGMENT = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
"""WebSocket frames without content, masked like a guest's."""
FIRST_FRAGMENT = b"\x02\x80\0\0\0\0"
"""First fragment of a message, without content."""
TABLE_HEAD = """\
| attack | tried | MB more | joins | answers: p50 / p99 ms, quiet → another host attacked → attacked | lines |
|---|---|---|---|---|---|"""
FRAMES_AT_ONCE = 5_000
"""Number of frames sent in one write."""

# --- attackers ------------------------------------------------------------------------------------------------------


class Target(NamedTuple):
    """Host under attack, and size of the attack."""

    invitation: Invitation
    """Invitation to the table. Attackers who are guests know its secret."""
    seconds: float
    number: int
    """Number of simultaneous connections."""


Outcomes = Counter[str]
"""Outcome of an attempt -> number of times."""
Attacker = Callable[[Target, Outcomes], Coroutine[Any, Any, None]]


def local_address(number: int, of: int = 1) -> str:
    """Return one of ``of`` local addresses, none of which is ``LOCALHOST``."""
    return f"127.0.1.{1 + number % of}"


async def hold_connections(
    target: Target, found: Outcomes, source: str, *, tls: bool = False, drip: bytes = b""
) -> None:
    """Keep an idle connection open; reopen it when the host has closed it.

    Args:
        target: the attacked host.
        found: counts the outcomes.
        source: local address.
        tls: whether to do the TLS handshake.
        drip: sent byte by byte, one per second.
    """
    end = time.monotonic() + target.seconds
    context = unverified_tls_context() if tls else None
    while time.monotonic() < end:
        found["tried"] += 1
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(
                LOCALHOST,
                target.invitation.port,
                ssl=context,
                local_addr=(source, 0),
                server_hostname="" if tls else None,
            )
            found["agreed on TLS" if tls else "connected"] += 1
            try:
                dropped = await _is_dropped(reader, writer, drip, end)
                found["dropped"] += dropped
            finally:
                writer.transport.abort()
        await asyncio.sleep(min(RETRY_SECONDS, max(0.0, end - time.monotonic())))


async def _is_dropped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, drip: bytes, end: float) -> bool:
    """Wait; return whether the host has closed the connection before ``end``."""
    sent = 0
    while time.monotonic() < end:
        writer.write(drip[sent : sent + 1])
        sent += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(1.0, max(0.0, end - time.monotonic()))):
                try:
                    if not await reader.read(4096):
                        return True
                except OSError:
                    return True
    return False


async def attack_silently(target: Target, found: Outcomes) -> None:
    """Open TCP connections without a TLS handshake, from ten addresses."""
    await asyncio.gather(
        *(hold_connections(target, found, local_address(number, 10)) for number in range(target.number))
    )


async def attack_idly(target: Target, found: Outcomes) -> None:
    """Open connections that stay silent after the TLS handshake, from one address."""
    await asyncio.gather(*(hold_connections(target, found, local_address(0), tls=True) for _ in range(target.number)))


async def attack_dripping(target: Target, found: Outcomes) -> None:
    """Open connections that send one byte of TLS per second, from one address."""
    drip = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100)
    await asyncio.gather(*(hold_connections(target, found, local_address(0), drip=drip) for _ in range(target.number)))


def flooding_attack(frame: bytes) -> Attacker:
    """Return an attack by guests who send empty frames as fast as they can, and reconnect when they are
    disconnected."""

    async def attack(target: Target, found: Outcomes) -> None:
        await asyncio.gather(*(_send_frames(target, found, frame) for _ in range(target.number)))

    return attack


async def _send_frames(target: Target, found: Outcomes, frame: bytes) -> None:
    end = time.monotonic() + target.seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, EOFError, WebSocketException):
            async with raw_connection(target.invitation) as guest:
                found["tried"] += 1
                await guest.send(hello_message(guest, target.invitation, is_spectator=True))
                guest.transport.write(FIRST_FRAGMENT)
                while time.monotonic() < end and guest.state is State.OPEN:
                    guest.transport.write(frame * FRAMES_AT_ONCE)
                    found["frames"] += FRAMES_AT_ONCE
                    await guest.drain()
                    await asyncio.sleep(0)
                found["closed by the host"] += guest.state is not State.OPEN
        await asyncio.sleep(0.5)


async def guess_secrets(target: Target, found: Outcomes) -> None:
    """Try wrong secrets and paths, from the address of the honest guests."""
    for number in range(target.number):
        wrong = (
            target.invitation._replace(secret=bytes(10))
            if number % 2
            else target.invitation._replace(table_number=99_999)
        )
        try:
            async with raw_connection(wrong):
                found["let in"] += 1
        except InvalidHandshake:
            found["tried"] += 1


async def leave_ghosts(target: Target, found: Outcomes) -> None:
    """Join a match with many guests who disconnect after their hello; then join as a friend."""
    for number in range(target.number):
        async with raw_connection(target.invitation) as guest:
            found["tried"] += 1
            await guest.send(hello_message(guest, target.invitation, f"G{number}"))
            await guest.recv()
    async with raw_connection(target.invitation) as friend:
        await friend.send(hello_message(friend, target.invitation, "Friend"))
        data = await friend.recv()
        assert isinstance(data, bytes)
        found[
            "a friend is let in" if isinstance(messages.decode_to_guest(data), messages.Welcome) else "a friend is not"
        ] += 1


async def send_long_text(target: Target, found: Outcomes) -> None:
    """Send a hello with a language of 60,000 characters."""
    for _ in range(target.number):
        async with raw_connection(target.invitation) as guest:
            found["tried"] += 1
            try:
                await guest.send(hello_message(guest, target.invitation, language="_" * 60_000, is_spectator=True))
                data = await guest.recv()
            except ConnectionClosed:  # longer than the maximum before authentication
                found["refused"] += 1
                continue
            assert isinstance(data, bytes)
            found["let in" if isinstance(messages.decode_to_guest(data), messages.Welcome) else "refused"] += 1


async def announce_falsely(target: Target, found: Outcomes) -> None:
    """Send false announcements on this computer's network, then an honest one."""
    liar, honest, guest = (TableDiscovery(lambda: None, [LOCALHOST]) for _ in range(3))
    try:
        if not guest.browse():
            found["no multicast here"] += 1
            return
        false = (TableAnnouncement("Liar", GAME, 1, 4, 1, number, bytes(32)) for number in range(target.number))
        found["tried"] = sum(await asyncio.gather(*(liar.announce(one, 1, [LOCALHOST]) for one in false)))
        await honest.announce(TableAnnouncement("Ana", GAME, 1, 4, 1, 7, bytes(range(32))), 1, ["127.0.0.2"])
        end = time.monotonic() + target.seconds
        while time.monotonic() < end and not any(table.host_name == "Ana" for table in guest.tables):
            await asyncio.sleep(0.05)
        found["the honest table is listed" if any(t.host_name == "Ana" for t in guest.tables) else "it is hidden"] += 1
    finally:
        for one in (liar, honest, guest):
            await one.close()


class Attack(NamedTuple):
    """An attack, and its number of connections or attempts."""

    attacker: Attacker
    number: int


ATTACKS: Mapping[str, Attack] = {
    "silent TCP": Attack(attack_silently, 2800),
    "idle TLS": Attack(attack_idly, 300),
    "a byte a second": Attack(attack_dripping, 300),
    "pings": Attack(flooding_attack(PING), 4),
    "pongs": Attack(flooding_attack(PONG), 4),
    "empty fragments": Attack(flooding_attack(FRAGMENT), 4),
    "ghosts": Attack(leave_ghosts, 7),
    "a long text": Attack(send_long_text, 20),
    "wrong secrets and paths": Attack(guess_secrets, 200),
    "false announcements": Attack(announce_falsely, 32),
}

# --- honest guests --------------------------------------------------------------------------------------------------


class HonestGuests:
    """Guests who play at their tables, and new guests who join the first table.

    Args:
        tables: invitations to the tables.
    """

    def __init__(self, tables: list[Invitation]) -> None:
        self._tables = tables
        self._seats: list[ConnectedPlayer] = []

    async def play(self) -> None:
        """Start playing; return when there is play at all tables."""
        self._seats = [
            ConnectedPlayer(table, ScriptedPlayer(f"P{number}", number, SEATS, 1000), pause_seconds=0.05)
            for table in self._tables
            for number in range(SEATS)
        ]
        for seat in self._seats:
            await seat.wait_until(lambda seat=seat: seat.player.answers)  # type: ignore[misc]  # its type is known

    async def measure(self, until: asyncio.Future[Any]) -> "Times":
        for seat in self._seats:
            seat.answer_ms.clear()
        joins: list[float] = []
        failed = 0
        while not until.done():
            began = time.perf_counter()
            try:
                await join_and_leave(self._tables[0])
                joins.append(1000 * (time.perf_counter() - began))
            except (OSError, EOFError, WebSocketException, TimeoutError):
                failed += 1
            await asyncio.wait([until], timeout=JOIN_INTERVAL_SECONDS)
        answers = [time for seat in self._seats for time in seat.answer_ms]
        cut = sum(any(change.state == "away" for change in seat.changes) for seat in self._seats)
        return Times(answers, joins, failed, cut)

    def stop(self) -> None:
        for seat in self._seats:
            seat.task.cancel()


async def join_and_leave(table: Invitation) -> None:
    """Join a table and leave it.

    Raises:
        OSError, EOFError, WebSocketException, TimeoutError: joining failed.
    """
    async with asyncio.timeout(10.0), raw_connection(table) as guest:
        await guest.send(hello_message(guest, table, is_spectator=True))
        data = await guest.recv()
        assert isinstance(data, bytes) and isinstance(messages.decode_to_guest(data), messages.Welcome)


class Times(NamedTuple):
    """Response times of honest guests, in milliseconds."""

    answers_ms: list[float]
    joins_ms: list[float]
    failed: int
    cut_count: int
    """Number of players whose connection was cut."""


# --- the measurement ------------------------------------------------------------------------------------------------


async def open_host(folder: Path, tables: int, files: int = MAX_FILES) -> HostProcess:
    """Start a host with this maximum number of open files."""
    host = HostProcess(folder)
    await host.open("--tables", str(tables), "--game", GAME, files=files)
    return host


def notable_lines(host: HostProcess) -> list[str]:
    """Return the lines of the host's log except guests who come and go and the last one."""
    return [line for line in host.lines if not line.endswith(("has come", "is gone", "are kept"))]


async def attack_beside(name: str, arguments: argparse.Namespace, table: Invitation) -> Outcomes:
    """Run an attack in another process."""
    words = ["--be", name, "--at", invitation.to_url(table), "--seconds", str(arguments.seconds)]
    command = [sys.executable, "-m", "tests.online.attack", *words]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)
    output, _ = await process.communicate()
    return Counter(json.loads(output.splitlines()[-1]))


async def peak_megabytes(host: HostProcess, until: asyncio.Future[Outcomes]) -> float:
    """Return the peak memory of the host in MB until ``until`` is done."""
    most = host.usage[1]
    while not until.done():
        await asyncio.wait([until], timeout=0.1)
        most = max(most, host.usage[1])
    return most


async def measure_row(name: str, arguments: argparse.Namespace) -> tuple[str, bool]:
    """Measure without an attack, with one on another host, and with one on this host; return the row and its success.

    The attack on another host shows the load of the attacker itself on this computer.
    """
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as another:
        host, other = await open_host(Path(folder), 3), await open_host(Path(another), 1)
        honest = HonestGuests(host.tables[:2])
        await honest.play()
        await honest.measure(asyncio.ensure_future(asyncio.sleep(1.0)))  # memory of a busy host
        quiet = await honest.measure(asyncio.ensure_future(asyncio.sleep(arguments.seconds)))
        elsewhere = await honest.measure(asyncio.create_task(attack_beside(name, arguments, other.tables[0])))
        await other.end()
        before = host.usage[1]
        attacked = host.tables[0] if name == "ghosts" else host.tables[-1]
        running = asyncio.create_task(attack_beside(name, arguments, attacked))
        watching = asyncio.create_task(peak_megabytes(host, running))
        met = await honest.measure(asyncio.ensure_future(asyncio.wait([running])))
        found, most = await running, await watching
        honest.stop()
        errors, lines = await host.end(), notable_lines(host)
    happened = ", ".join(f"{key} {number:,}" for key, number in found.items())
    joins = f"{len(met.joins_ms)} of {len(met.joins_ms) + met.failed}, longest {max(met.joins_ms, default=0):.0f} ms"
    both = " → ".join(
        f"{quantile(one.answers_ms, 0.5):.1f} / {quantile(one.answers_ms, 0.99):.0f}" for one in (quiet, elsewhere, met)
    )
    cut = f", {met.cut_count} cut off" if met.cut_count else ""
    faults = errors.count(b"Traceback") + sum("can't be saved" in line for line in lines)
    log_cell = f"{len(lines)}, {faults} faults" if faults else f"{len(lines)}"
    return f"| {name} | {happened} | {most - before:+.0f} | {joins} | {both}{cut} | {log_cell} |", not (
        faults or met.cut_count
    )


async def run_attacks(arguments: argparse.Namespace) -> int:
    """Run the chosen attacks and print the results; return the exit status."""
    print(TABLE_HEAD)
    well = True
    for attack in ATTACKS:
        if arguments.only in attack:
            line, fine = await measure_row(attack, arguments)
            print(line, flush=True)
            well = well and fine
    return 0 if well else 1


def main(words: list[str]) -> int:
    """Run the command, or one attack in the attacker's process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="duration of each attack")
    parser.add_argument("--only", default="", metavar="NAME", help="only attacks whose name contains this")
    parser.add_argument("--be", choices=tuple(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--at", help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.be is None:
        return asyncio.run(run_attacks(arguments))
    os.nice(10)  # measure the host, not the attacker's load
    attack, outcomes = ATTACKS[arguments.be], Outcomes()
    asyncio.run(
        attack.attacker(Target(invitation.parse_invitation(arguments.at), arguments.seconds, attack.number), outcomes)
    )
    print(json.dumps(outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
