"""Many tables at one host: ``python -m tests.online.crowd [--tables 200] [--pause 2] [--seconds 60]``.

A dedicated host in a process of its own on one core, and four scripted guests at each table in another process, each
with a connection of its own over TLS; all on this computer. They play Big Two without computer players and answer after
a pause. Printed are the moves a second, how long an answer takes to come back as something that happened, and what the
host used. Fails if two guests of a table saw different matches.
"""

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from engine.online import messages
from engine.online.invitation import Invitation
from engine.online.messages import Answer
from tests.online.hosts import bare
from tests.online.players import Player
from tests.online.running import invitations, start

GAME, SEATS = "big_two", 4
AT_ONCE = 40
"""Number of connections that are opened at once."""


class Measured:
    """What was measured."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """Milliseconds from sending an answer to seeing what it led to."""
        self.matches = 0


class Seat:
    """One guest at one table."""

    def __init__(self, invitation: Invitation, player: Player, pause: float, found: Measured) -> None:
        self._invitation = invitation
        self._player = player
        self._pause = pause
        self._found = found
        self._sent: tuple[int, float] | None = None
        """Question and time of the last answer."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self, opening: asyncio.Semaphore) -> None:
        """Come and play until cancelled."""
        async with opening:
            connection = await bare(self._invitation)
        try:
            await connection.send(messages.encoded(self._player.guest.hello()))
            async for data in connection:
                assert isinstance(data, bytes)
                await self._take(connection, data)
        except ConnectionClosed as error:
            raise AssertionError(f"{self._player.guest.name} was cut off") from error

    async def _take(self, connection: ClientConnection, data: bytes) -> None:
        for message in self._player.take(messages.to_guest(data)):
            if isinstance(message, Answer):
                task = asyncio.create_task(self._answer(connection, message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                await connection.send(messages.encoded(message))
        if self._sent is not None and self._player.guest.question > self._sent[0]:
            self._found.answers.append(1000 * (time.perf_counter() - self._sent[1]))
            self._sent = None

    async def _answer(self, connection: ClientConnection, answer: Answer) -> None:
        await asyncio.sleep(self._pause * random.uniform(0.5, 1.5))
        self._sent = answer.question, time.perf_counter()
        with contextlib.suppress(ConnectionClosed):  # ``play`` tells it
            await connection.send(messages.encoded(answer))


def used(pid: int) -> tuple[float, float]:
    """Processor seconds and megabytes that a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which this part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


async def run(tables: int, pause: float, seconds: float) -> int:
    """Play and print what was found; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        host, _ = await start(Path(folder), "--tables", str(tables), "--game", GAME)
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(host.pid, {cores[0]})
        os.sched_setaffinity(0, set(cores[1:]) or set(cores))
        assert host.stdout is not None
        drained = asyncio.create_task(host.stdout.read())
        found, opening = Measured(), asyncio.Semaphore(AT_ONCE)
        seats = [
            [
                Seat(one, Player(f"P{i}", seed=SEATS * at + i, people=SEATS, matches=10**6), pause, found)
                for i in range(SEATS)
            ]
            for at, one in enumerate(invitations(Path(folder)))
        ]
        began = time.perf_counter()
        tasks = [asyncio.create_task(seat.play(opening)) for table in seats for seat in table]
        while len(found.answers) < tables:
            check(tasks)
            await asyncio.sleep(0.5)
        print(f"{len(tasks)} guests at {tables} tables play after {time.perf_counter() - began:.1f} s")
        found.answers.clear()
        before, start_mb = used(host.pid)
        began = time.perf_counter()
        await asyncio.sleep(seconds)
        check(tasks)
        passed = time.perf_counter() - began
        after, end_mb = used(host.pid)
        different = sum(len({tuple(seat._player.records) for seat in table}) > 1 for table in seats)
        matches = sum(len(table[0]._player.records) for table in seats)
        median, p99 = (quantile(found.answers, part) for part in (0.5, 0.99))
        print(
            f"{len(found.answers) / passed:.0f} moves a second\n"
            f"an answer: median {median:.1f} ms, p99 {p99:.1f} ms, longest {max(found.answers):.0f} ms\n"
            f"host: {100 * (after - before) / passed:.0f} % of a core, {start_mb:.0f} MB, then {end_mb:.0f} MB\n"
            f"{matches} matches ended; tables at which guests saw different ones: {different}"
        )
        for task in tasks:
            task.cancel()
        host.terminate()
        await drained
        await host.wait()
    return 1 if different else 0


def check(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Raise what ended a guest."""
    for task in tasks:
        if task.done():
            task.result()


def main(words: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds until a guest answers, on average")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long is measured")
    asked = parser.parse_args(words)
    return asyncio.run(run(asked.tables, asked.pause, asked.seconds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
