"""Attacks on a host, with honest guests beside them: ``python -m tests.online.attack [--seconds 4] [--only NAME]``.

A dedicated host with at most 1,024 open files, attackers in another process and honest guests in this one, all on this
computer; attackers come from other addresses of it than the guests. The guests play Big Two at two tables, and all the
time newcomers join one of them. For each attack a row is printed: what was tried, memory, joins, how long an answer
takes to come back without the attack and during it, and lines of the log but those about who came and went. The rows
belong into ``tests/bench/figures.md``.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException
from websockets.protocol import State

from engine.online import invitation, messages
from engine.online.certificate import pinning_context
from engine.online.discovery import Announced, Neighbourhood
from engine.online.invitation import Invitation
from tests.online.crowd import GAME, SEATS, Measured, Seat, check, quantile, used
from tests.online.hosts import HERE, bare, hello
from tests.online.running import ROOT, invitations, start

FILES = 1024
"""Maximum number of files that the host may open."""
AGAIN = 5.0
"""Seconds until a connection that the host has ended is opened again."""
BETWEEN_JOINS = 0.1
"""Seconds between two newcomers."""
PING, PONG, FRAGMENT = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
"""Frames without content, as a guest sends them."""
BEGINS = b"\x02\x80\0\0\0\0"
"""The first part of a message, without content."""
HEAD = """\
| attack | tried | MB more | joins | answers: p50 / p99 ms, quiet → another host attacked → attacked | lines |
|---|---|---|---|---|---|"""
AT_ONCE = 5_000
"""Number of frames that are sent at once."""

# --- attackers ------------------------------------------------------------------------------------------------------


class Target(NamedTuple):
    """What is attacked."""

    table: Invitation
    """Attackers from inside know its secret."""
    seconds: float
    number: int
    """Number of connections at the same time."""


Found = Counter[str]
"""What happened to the attackers, and how often."""
Attacker = Callable[[Target, Found], Coroutine[Any, Any, None]]


def address(number: int, of: int = 1) -> str:
    """One of so many addresses of this computer, none of which is ``HERE``."""
    return f"127.0.1.{1 + number % of}"


async def hold(target: Target, found: Found, source: str, *, tls: bool = False, drip: bytes = b"") -> None:
    """Keep a connection open that never asks for anything; open it again when the host has ended it.

    Args:
        target: where.
        found: counts.
        source: this end's address.
        tls: whether to agree on TLS first.
        drip: sent byte by byte, one a second.
    """
    end = time.monotonic() + target.seconds
    context = pinning_context() if tls else None
    while time.monotonic() < end:
        found["tried"] += 1
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(
                HERE, target.table.port, ssl=context, local_addr=(source, 0), server_hostname="" if tls else None
            )
            found["agreed on TLS" if tls else "connected"] += 1
            try:
                dropped = await _is_dropped(reader, writer, drip, end)
                found["dropped"] += dropped
            finally:
                writer.transport.abort()
        await asyncio.sleep(min(AGAIN, max(0.0, end - time.monotonic())))


async def _is_dropped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, drip: bytes, end: float) -> bool:
    """Wait; return whether the host has ended the connection before the time was over."""
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


async def silent(target: Target, found: Found) -> None:
    """TCP connections that never begin with TLS, from ten addresses."""
    await asyncio.gather(*(hold(target, found, address(number, 10)) for number in range(target.number)))


async def idle(target: Target, found: Found) -> None:
    """Connections that agree on TLS and then say nothing, from one address."""
    await asyncio.gather(*(hold(target, found, address(0), tls=True) for _ in range(target.number)))


async def dripping(target: Target, found: Found) -> None:
    """Connections that send a byte of TLS a second, from one address."""
    drip = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100)
    await asyncio.gather(*(hold(target, found, address(0), drip=drip) for _ in range(target.number)))


def flood(frame: bytes) -> Attacker:
    """Guests who send frames without content as fast as they can, and come back when the host ends the connection."""

    async def attack(target: Target, found: Found) -> None:
        await asyncio.gather(*(_send_frames(target, found, frame) for _ in range(target.number)))

    return attack


async def _send_frames(target: Target, found: Found, frame: bytes) -> None:
    end = time.monotonic() + target.seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, EOFError, WebSocketException):
            async with bare(target.table) as guest:
                found["tried"] += 1
                await guest.send(hello(guest, target.table, watching=True))
                guest.transport.write(BEGINS)
                while time.monotonic() < end and guest.state is State.OPEN:
                    guest.transport.write(frame * AT_ONCE)
                    found["frames"] += AT_ONCE
                    await guest.drain()
                    await asyncio.sleep(0)
                found["closed by the host"] += guest.state is not State.OPEN
        await asyncio.sleep(0.5)


async def guess(target: Target, found: Found) -> None:
    """Wrong secrets and paths, from the address from which the honest guests come."""
    for number in range(target.number):
        wrong = target.table._replace(secret=bytes(10)) if number % 2 else target.table._replace(table=99_999)
        try:
            async with bare(wrong):
                found["let in"] += 1
        except InvalidHandshake:
            found["tried"] += 1


async def ghosts(target: Target, found: Found) -> None:
    """People who say hello during a match and are gone; then comes a friend."""
    for number in range(target.number):
        async with bare(target.table) as guest:
            found["tried"] += 1
            await guest.send(hello(guest, target.table, f"G{number}"))
            await guest.recv()
    async with bare(target.table) as friend:
        await friend.send(hello(friend, target.table, "Friend"))
        data = await friend.recv()
        assert isinstance(data, bytes)
        found["a friend is let in" if isinstance(messages.to_guest(data), messages.Welcome) else "a friend is not"] += 1


async def long_text(target: Target, found: Found) -> None:
    """A language of 60,000 characters."""
    for _ in range(target.number):
        async with bare(target.table) as guest:
            found["tried"] += 1
            try:
                await guest.send(hello(guest, target.table, language="_" * 60_000, watching=True))
                data = await guest.recv()
            except ConnectionClosed:  # more than is read of anybody who has not proved anything
                found["refused"] += 1
                continue
            assert isinstance(data, bytes)
            found["let in" if isinstance(messages.to_guest(data), messages.Welcome) else "refused"] += 1


async def announcements(target: Target, found: Found) -> None:
    """False announcements on this computer's network, then an honest one."""
    liar, honest, guest = (Neighbourhood(lambda: None, [HERE]) for _ in range(3))
    try:
        if not guest.look():
            found["no multicast here"] += 1
            return
        false = (Announced("Liar", GAME, 1, 4, 1, number, bytes(32)) for number in range(target.number))
        found["tried"] = sum(await asyncio.gather(*(liar.announce(one, 1, [HERE]) for one in false)))
        await honest.announce(Announced("Ana", GAME, 1, 4, 1, 7, bytes(range(32))), 1, ["127.0.0.2"])
        end = time.monotonic() + target.seconds
        while time.monotonic() < end and not any(table.host == "Ana" for table in guest.found):
            await asyncio.sleep(0.05)
        found["the honest table is listed" if any(t.host == "Ana" for t in guest.found) else "it is hidden"] += 1
    finally:
        for one in (liar, honest, guest):
            await one.close()


class Attack(NamedTuple):
    """An attack, and with how many connections or tries."""

    attacker: Attacker
    number: int


ATTACKS: Mapping[str, Attack] = {
    "silent TCP": Attack(silent, 2800),
    "idle TLS": Attack(idle, 300),
    "a byte a second": Attack(dripping, 300),
    "pings": Attack(flood(PING), 4),
    "pongs": Attack(flood(PONG), 4),
    "empty fragments": Attack(flood(FRAGMENT), 4),
    "ghosts": Attack(ghosts, 7),
    "a long text": Attack(long_text, 20),
    "wrong secrets and paths": Attack(guess, 200),
    "false announcements": Attack(announcements, 32),
}

# --- honest guests --------------------------------------------------------------------------------------------------


class Honest:
    """Guests who play at their tables, and newcomers who join the first of them.

    Args:
        tables: where.
    """

    def __init__(self, tables: list[Invitation]) -> None:
        self._tables = tables
        self._found = Measured()
        self._tasks: list[asyncio.Task[None]] = []

    async def play(self) -> None:
        """Play from now on; return when all tables do."""
        opening = asyncio.Semaphore(SEATS)
        seats = [Seat(table, number, 0.05, self._found) for table in self._tables for number in range(SEATS)]
        self._tasks = [asyncio.create_task(seat.play(opening)) for seat in seats]
        while len(self._found.playing) < len(self._tables):
            check(self._tasks)
            await asyncio.sleep(0.05)

    async def measure(self, until: asyncio.Future[Any]) -> "Times":
        """Measure until something is done."""
        self._found.answers.clear()
        joins: list[float] = []
        failed = 0
        while not until.done():
            began = time.perf_counter()
            try:
                await join(self._tables[0])
                joins.append(1000 * (time.perf_counter() - began))
            except (OSError, EOFError, WebSocketException, TimeoutError):
                failed += 1
            await asyncio.wait([until], timeout=BETWEEN_JOINS)
        return Times(list(self._found.answers), joins, failed, sum(task.done() for task in self._tasks))

    def stop(self) -> None:
        """Leave."""
        for task in self._tasks:
            task.cancel()


async def join(table: Invitation) -> None:
    """Come to a table, and go.

    Raises:
        OSError, EOFError, WebSocketException, TimeoutError: that was impossible.
    """
    async with asyncio.timeout(10.0), bare(table) as guest:
        await guest.send(hello(guest, table, watching=True))
        data = await guest.recv()
        assert isinstance(data, bytes) and isinstance(messages.to_guest(data), messages.Welcome)


class Times(NamedTuple):
    """What honest guests met, in milliseconds."""

    answers: list[float]
    joins: list[float]
    failed: int
    """Number of joins that failed."""
    cut: int
    """Number of those who play that were cut off."""


# --- the measurement ------------------------------------------------------------------------------------------------


class Host:
    """A dedicated host in another process, with what it says."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[str] = []
        self.faults = b""
        self._folder = folder
        self._reading: asyncio.Task[None]
        self.process: Process
        self.tables: list[Invitation] = []

    async def open(self, tables: int, files: int = FILES) -> None:
        """Start the host."""
        self.process, _ = await start(self._folder, "--tables", str(tables), "--game", GAME, files=files)
        self.tables = invitations(self._folder)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            text = line.decode().partition(" ")[2].partition(" ")[2].strip()
            if not text.endswith(("has come", "is gone", "are kept")):
                self.lines.append(text)

    @property
    def megabytes(self) -> float:
        """Memory that the host uses."""
        return used(self.process.pid)[1]

    async def close(self) -> None:
        """End the host in good order, and take what it has said."""
        self.process.terminate()
        assert self.process.stderr is not None
        self.faults, _ = await asyncio.gather(self.process.stderr.read(), self._reading)
        await self.process.wait()


async def attack_beside(name: str, asked: argparse.Namespace, table: Invitation) -> Found:
    """Run an attack in another process."""
    words = ["-m", "tests.online.attack", "--be", name, "--at", invitation.link(table), "--seconds", str(asked.seconds)]
    process = await asyncio.create_subprocess_exec(sys.executable, *words, cwd=ROOT, stdout=PIPE)
    said, _ = await process.communicate()
    return Counter(json.loads(said.splitlines()[-1]))


async def peak(host: Host, until: asyncio.Future[Found]) -> float:
    """The most memory that a host has used until something was done, in megabytes."""
    most = host.megabytes
    while not until.done():
        await asyncio.wait([until], timeout=0.1)
        most = max(most, host.megabytes)
    return most


async def row(name: str, asked: argparse.Namespace) -> tuple[str, bool]:
    """Measure a quiet time, an attack on another host, and one on the host; return the row, and whether all was well.

    An attack on another host shows what the attacker takes of this computer.
    """
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as another:
        host, other = Host(Path(folder)), Host(Path(another))
        await host.open(tables=3)
        await other.open(tables=1)
        honest = Honest(host.tables[:2])
        await honest.play()
        await honest.measure(asyncio.ensure_future(asyncio.sleep(1.0)))  # so that memory is that of a host at work
        quiet = await honest.measure(asyncio.ensure_future(asyncio.sleep(asked.seconds)))
        elsewhere = await honest.measure(asyncio.create_task(attack_beside(name, asked, other.tables[0])))
        await other.close()
        before = host.megabytes
        attacked = host.tables[0] if name == "ghosts" else host.tables[-1]
        running = asyncio.create_task(attack_beside(name, asked, attacked))
        watching = asyncio.create_task(peak(host, running))
        met = await honest.measure(asyncio.ensure_future(asyncio.wait([running])))
        found, most = await running, await watching
        honest.stop()
        await host.close()
    happened = ", ".join(f"{key} {number:,}" for key, number in found.items())
    joins = f"{len(met.joins)} of {len(met.joins) + met.failed}, longest {max(met.joins, default=0):.0f} ms"
    both = " → ".join(
        f"{quantile(one.answers, 0.5):.1f} / {quantile(one.answers, 0.99):.0f}" for one in (quiet, elsewhere, met)
    )
    cut = f", {met.cut} cut off" if met.cut else ""
    faults = host.faults.count(b"Traceback") + sum("can't be saved" in line for line in host.lines)
    told = f"{len(host.lines)}, {faults} faults" if faults else f"{len(host.lines)}"
    return f"| {name} | {happened} | {most - before:+.0f} | {joins} | {both}{cut} | {told} |", not (faults or met.cut)


async def run(asked: argparse.Namespace) -> int:
    """Attack and print what was found; return the exit status."""
    print(HEAD)
    well = True
    for attack in ATTACKS:
        if asked.only in attack:
            line, fine = await row(attack, asked)
            print(line, flush=True)
            well = well and fine
    return 0 if well else 1


def main(words: list[str]) -> int:
    """Run the command, or be the attacker of one attack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each attack lasts")
    parser.add_argument("--only", default="", metavar="NAME", help="only attacks with this in their name")
    parser.add_argument("--be", choices=tuple(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--at", help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    if asked.be is None:
        return asyncio.run(run(asked))
    os.nice(10)  # what is measured is what the host does, not what the attacker takes of this computer
    attack, found = ATTACKS[asked.be], Found()
    asyncio.run(attack.attacker(Target(invitation.parse(asked.at), asked.seconds, attack.number), found))
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
