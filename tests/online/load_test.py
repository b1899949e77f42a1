"""Load test of a host with many tables: ``python -m tests.online.load_test [--tables 200] [--pause 2] [--seconds 60]
[--processes 1]``.

All processes run on this computer. A dedicated host runs on one core. Four scripted guests play Big Two at each table,
from other processes, each with its own TLS connection. They answer after a pause; ``--pause 0`` shows the capacity of
one core. Guests decode only the positions of their own turns, to save CPU time. The output is moves per second, the
time from an answer to the resulting event, and the host's resource use. The test fails if two guests of a table saw
different matches.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from engine.moves import Ask
from engine.online.protocol import invitation, messages
from engine.online.protocol.game_codec import decode_view
from engine.online.protocol.invitation import Invitation
from engine.online.protocol.messages import Answer, NextDeal, Ready, Roster, Start, ToGuest, ToHost
from tests.online.dedicated_host import ROOT, invitations, running_host
from tests.online.local_host import hello_message, raw_connection, send

GAME, SEATS = "big_two", 4
CONNECTIONS_AT_ONCE = 20
"""Number of connections that a process opens at once."""


class _SnapshotBase(Struct, frozen=True):
    deal_number: int
    ask: Ask | None


class _SnapshotHead(Struct, frozen=True):
    """The first field of a snapshot's view, which says whose turn it is."""

    base: _SnapshotBase


_HEAD_DECODER = msgspec.msgpack.Decoder(_SnapshotHead)


class LoadResults:
    """Measurements of one process."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """Milliseconds from sending an answer to receiving its result."""
        self.playing: set[int] = set()
        """Numbers of the tables at which a guest has answered."""


class LoadGuest:
    """A guest at one table.

    Args:
        table: invitation to the table.
        number: number at the table, from 0.
        pause: average seconds until an answer.
        found: collects the measurements.
    """

    def __init__(self, table: Invitation, number: int, pause: float, found: LoadResults) -> None:
        self._table = table
        self._name = f"P{number}"
        self._chance = random.Random(SEATS * table.table_number + number)
        self._pause = pause
        self._results = found
        self.records: list[str] = []
        self._you = 0
        self._seat = -1
        self._deal = 0
        """Number of the last position's deal."""
        self._held: tuple[int, bytes] | None = None
        """First question of the next deal with its position, held until all have seen the result."""
        self._sent: tuple[int, float] | None = None
        """Question and time of the last answer."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self, opening: asyncio.Semaphore) -> None:
        """Join and play until cancelled."""
        async with opening:
            connection = await raw_connection(self._table)
        try:
            await connection.send(hello_message(connection, self._table, self._name))
            async for data in connection:
                assert isinstance(data, bytes)
                await self._take(connection, messages.decode_to_guest(data))
        except ConnectionClosed as error:
            raise AssertionError(f"the host disconnected {self._name}") from error

    async def _take(self, connection: ClientConnection, message: ToGuest) -> None:
        match message:
            case messages.Welcome():
                self._you = message.participant_number
            case messages.Roster():
                reply = self._next_message(message)
                if reply is not None:
                    await send(connection, reply)
            case messages.MatchSnapshot():
                self._seat, self._deal = message.seat, 0
                self._answer_if_asked(connection, message.question, message.view)
            case messages.MatchEvents():
                self._note_seen(message.question)
                self._answer_if_asked(connection, message.question, message.view)
            case messages.TurnClock() if self._held is not None:
                held, self._held = self._held, None
                self._answer_if_asked(connection, *held)
            case messages.MatchOver():
                self.records.append(message.record)
            case messages.EntryRefused() | messages.MoveRejected():  # a second start may be denied
                raise AssertionError(message)

    def _next_message(self, roster: Roster) -> ToHost | None:
        """Return the guest's message before a match or after a deal, if any."""
        me = next(person for person in roster.participants if person.number == self._you)
        if roster.phase == "results":
            return None if me.is_ready else NextDeal(self._deal - 1)  # the next deal is dealt already
        if roster.phase not in ("room", "over"):
            return None
        if roster.host_number != self._you:
            return None if me.is_ready else Ready()
        ready = sum(person.is_ready for person in roster.participants)
        return Start() if ready == len(roster.participants) - 1 == SEATS - 1 else None

    def _note_seen(self, question: int) -> None:
        """Record the time since the last answer, if this question follows it."""
        if self._sent is not None and question > self._sent[0]:
            self._results.answers.append(1000 * (time.perf_counter() - self._sent[1]))
            self._sent = None

    def _answer_if_asked(self, connection: ClientConnection, question: int, view: bytes) -> None:
        """Answer if it is this guest's turn."""
        base = _HEAD_DECODER.decode(view).base
        if 0 < self._deal < base.deal_number:
            self._deal, self._held = base.deal_number, (question, view)
            return
        self._deal = base.deal_number
        if base.ask is None or self._seat not in base.ask.seats:
            return
        task = asyncio.create_task(self._answer(connection, question, view))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, connection: ClientConnection, question: int, view: bytes) -> None:
        if self._pause:
            await asyncio.sleep(self._pause * self._chance.uniform(0.5, 1.5))
        move = self._chance.choice(decode_view(view).legal_moves(self._seat))
        self._sent = question, time.perf_counter()
        self._results.playing.add(self._table.table_number)
        with contextlib.suppress(ConnectionClosed):  # handled in ``play``
            await send(connection, Answer(question, str(move)))


# --- a process of guests --------------------------------------------------------------------------------------------


async def play_guests(arguments: argparse.Namespace) -> None:
    """Play at some of the tables; measure between two lines of standard input."""
    found, opening = LoadResults(), asyncio.Semaphore(CONNECTIONS_AT_ONCE)
    tables = [invitation.parse_invitation(line) for line in Path(arguments.play).read_text(encoding="utf-8").split()]
    tables = tables[arguments.number :: arguments.processes]
    seats = [[LoadGuest(table, number, arguments.pause, found) for number in range(SEATS)] for table in tables]
    tasks = [asyncio.create_task(seat.play(opening)) for table in seats for seat in table]
    heard = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(heard), sys.stdin)
    while len(found.playing) < len(tables):
        raise_guest_errors(tasks)
        await asyncio.sleep(0.2)
    print("all play", flush=True)
    await heard.readline()
    found.answers.clear()
    await heard.readline()
    raise_guest_errors(tasks)
    times = list(found.answers)
    for task in tasks:
        task.cancel()
    different = sum(len({tuple(seat.records[: _matches_ended(table)]) for seat in table}) > 1 for table in seats)
    print(json.dumps({"times": times, "different": different, "matches": sum(map(_matches_ended, seats))}))


def _matches_ended(table: Sequence[LoadGuest]) -> int:
    return min(len(seat.records) for seat in table)


def raise_guest_errors(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Raise the error that ended a guest."""
    for task in tasks:
        if task.done():
            task.result()


# --- the measurement ------------------------------------------------------------------------------------------------


def resource_usage(pid: int) -> tuple[float, float]:
    """Return CPU seconds and megabytes of memory of a process (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def quantile(values: Sequence[float], fraction: float) -> float:
    """Return the value below which this fraction of the values lies."""
    return sorted(values)[min(len(values) - 1, int(fraction * len(values)))]


async def start_guest_processes(arguments: argparse.Namespace, folder: Path) -> list[Process]:
    """Start the guest processes, on other cores than the host's; return them when there is play at all tables."""
    (folder / "tables.txt").write_text("\n".join(map(invitation.to_url, invitations(folder))), encoding="utf-8")
    words = ["-m", "tests.online.load_test", "--play", str(folder / "tables.txt"), "--pause", str(arguments.pause)]
    words += ["--processes", str(arguments.processes)]
    guests = [
        await asyncio.create_subprocess_exec(
            sys.executable, *words, "--number", str(number), cwd=ROOT, stdin=PIPE, stdout=PIPE, limit=1 << 30
        )
        for number in range(arguments.processes)
    ]
    for guest in guests:
        assert guest.stdout is not None
        while await guest.stdout.readline() not in (b"all play\n", b""):
            pass  # skip output of libraries
    return guests


async def run_test(arguments: argparse.Namespace) -> int:
    """Run the test and print the results; return the exit status."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with running_host(folder, "--tables", str(arguments.tables), "--game", GAME) as (host, _):
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(host.pid, {cores[0]})
            os.sched_setaffinity(0, set(cores[1:]) or set(cores))
            began = time.perf_counter()
            guests = await start_guest_processes(arguments, folder)
            took = time.perf_counter() - began
            print(f"{SEATS * arguments.tables} guests at {arguments.tables} tables play after {took:.1f} s")
            send_line(guests, "measure")
            before, start_mb = resource_usage(host.pid)
            began = time.perf_counter()
            await asyncio.sleep(arguments.seconds)
            send_line(guests, "end")
            passed = time.perf_counter() - began
            after, end_mb = resource_usage(host.pid)
            results: list[dict[str, Any]] = [json.loads((await guest.communicate())[0]) for guest in guests]
    times = [time for result in results for time in result["times"]]
    different = sum(result["different"] for result in results)
    print(
        f"{len(times) / passed:.0f} moves a second\n"
        f"an answer: median {quantile(times, 0.5):.1f} ms, p99 {quantile(times, 0.99):.1f} ms, "
        f"longest {max(times):.0f} ms\n"
        f"host: {100 * (after - before) / passed:.0f} % of a core, {start_mb:.0f} MB, then {end_mb:.0f} MB\n"
        f"{sum(result['matches'] for result in results)} matches ended; tables at which guests saw different ones: "
        f"{different}"
    )
    return 1 if different else 0


def send_line(guests: Sequence[Process], line: str) -> None:
    for guest in guests:
        assert guest.stdin is not None
        guest.stdin.write(f"{line}\n".encode())


def main(words: list[str]) -> int:
    """Run the command, or one of its guest processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds until a guest answers, on average")
    parser.add_argument("--seconds", type=float, default=60.0, help="duration of the measurement")
    parser.add_argument("--processes", type=int, default=1, help="number of guest processes")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.play is not None:
        asyncio.run(play_guests(arguments))
        return 0
    return asyncio.run(run_test(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
