"""Matches at many tables of a host: ``python -m tests.online.many_tables [GAME …] [--matches 200] [--guests 2]
[--pause 2] [--delay 20 400] [--cut 0.01]``.

A dedicated host and the guests are separate processes on this computer. Guests play at many tables at once with the
program's own client and answer after a pause; ``--pause 0`` shows the capacity. Bots take the other chairs. A proxy
delays, holds back and cuts each guest's connection, which comes back after each cut. Matches have the minimum length of
the house rules. Most moves are those of an easy bot, since random play needs thousands of moves in some games.

Every match must have the same record at all its guests. Every view that a guest saw must be one of its seat in that
match, in that order. The output is the number of matches, answers and cuts, the response times, the host's use of its
core and memory, and the longest time without progress at a table. ``STALL_SECONDS`` without progress are a fault.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.games import GAMES
from engine.match.record import Record
from engine.online.guest.message_verifier import MatchStep
from engine.online.protocol import invitation
from engine.online.protocol.game_codec import encode_view, view_for
from engine.online.protocol.invitation import Invitation
from tests.online.dedicated_host import ROOT, quantile, running_host
from tests.online.faulty_proxy import FaultyProxy, ProxyFaults
from tests.online.local_host import ConnectedPlayer
from tests.support.local_table import make_short_config
from tests.support.scripted_player import ScriptedPlayer

CONNECTIONS_AT_ONCE = 10
"""Number of tables that a guest process joins at once."""
EASY_MOVE_PROBABILITY = 0.7
"""Fraction of the moves that an easy bot chooses."""
RETRY_SECONDS = 8.0
"""Seconds without events after which a guest repeats its "ready" or starts the match again."""
STALL_SECONDS = 120.0
"""Seconds; twice the longest standstill when all connections are cut and the first attempts to return fail."""


class RecordComparison:
    """Records the views that a guest saw of a match, and compares them with the match's record."""

    def __init__(self, player: ScriptedPlayer) -> None:
        self._player = player
        self._seen: list[bytes] = []
        self._end = b""
        """Last view of the previous match, which is sent again to a guest who returns after its end."""
        self._checked = 0
        """Number of records compared."""
        self.faults = 0
        """Number of seen views that don't occur in the match at that point."""
        player.on_step = self._on_step

    def _on_step(self, step: MatchStep) -> None:
        view = bytes(encode_view(step.game))
        if self._seen or view != self._end:
            self._seen.append(view)

    def check(self) -> None:
        """Compare the views seen of a match that is over with its record."""
        if self._checked == len(self._player.records):
            return
        record = Record.from_text(self._player.records[self._checked])
        self._checked += 1
        seat, seen, self._seen = self._player.guest.seat, self._seen, []
        game, at = record.initial_position(), 0
        views = [bytes(encode_view(view_for(game, seat)))]
        for move in record.moves:
            game.push(move)
            views.append(bytes(encode_view(view_for(game, seat))))
        for view in seen:
            try:  # a view is sent again after a return
                at = views.index(view, at)
            except ValueError:
                self.faults += 1
        self._end = views[-1]


class GuestProcess:
    """A guest process, with one player at each of its tables."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        faults = ProxyFaults(tuple(arguments.delay), arguments.held, arguments.cut)
        self._proxy = FaultyProxy(faults, 100 * arguments.seed + arguments.number)
        self._arguments = arguments
        self._opening = asyncio.Semaphore(CONNECTIONS_AT_ONCE)
        self.result: dict[str, Any] = {"records": [], "faults": 0, "answers": 0, "longest": 0.0, "stalled": []}
        self._times: list[float] = []

    async def run(self) -> None:
        """Play at all tables and collect the results."""
        port = await self._proxy.open(self._arguments.port)
        texts = Path(self._arguments.play).read_text(encoding="utf-8").split()
        tables = [invitation.parse_invitation(text)._replace(port=port) for text in texts]
        await asyncio.gather(*(self._play(at, table, len(tables)) for at, table in enumerate(tables)))
        self.result |= {"cuts": self._proxy.cut_count, "times": self._times}

    async def _play(self, at: int, table: Invitation, tables: int) -> None:
        """Play at one table until all its matches are over, or nothing happens there any more."""
        arguments, (game,) = self._arguments, self._arguments.game
        config = make_short_config(game, max(arguments.guests, min(GAMES[game].seats_allowed)), pace="quick")
        player = ScriptedPlayer(
            f"P{arguments.number}",
            1000 * at + arguments.number,
            arguments.guests,
            arguments.matches // tables + (at < arguments.matches % tables),
            config,
            easy_move_probability=EASY_MOVE_PROBABILITY,
        )
        witness = RecordComparison(player)
        async with self._opening:
            sitting = await self._sit_down(table, player)
        try:
            await self._watch(sitting, witness)
        except TimeoutError:
            guest = player.guest
            phase = None if guest.roster is None else guest.roster.phase
            state = f"{guest.connection_state}, {phase}, question {guest.question}, answered {guest.answered_question}"
            self.result["stalled"].append(f"table {table.table_number}, {guest.name}: {state}")
        self.result["records"].append([table.table_number, player.records])
        self.result["faults"] += witness.faults
        self.result["answers"] += player.answers
        self._times += sitting.answer_ms
        sitting.connection.leave()
        await asyncio.wait([sitting.task], timeout=5)

    async def _sit_down(self, table: Invitation, player: ScriptedPlayer) -> ConnectedPlayer:
        """Join a table; try again if the connection is cut before the guest is accepted, as a person would."""
        while True:
            sitting = ConnectedPlayer(table, player, pause_seconds=self._arguments.pause)
            try:
                await sitting.wait_until(lambda: player.guest.roster is not None)
            except AssertionError:
                continue
            return sitting

    async def _watch(self, sitting: ConnectedPlayer, witness: RecordComparison) -> None:
        """Follow a player until all its matches are over.

        Raises:
            TimeoutError: nothing has happened at the table for ``STALL_SECONDS`` seconds.
        """
        player, latest = sitting.player, time.perf_counter()
        while not player.is_done:
            question = player.guest.question
            try:
                async with asyncio.timeout(RETRY_SECONDS):
                    await sitting.next_event()
            except TimeoutError:
                if time.perf_counter() > latest + STALL_SECONDS:
                    raise
                for message in player.repeat_messages():
                    sitting.connection.send_if_connected(message)
            now = time.perf_counter()
            if player.guest.question > question:
                self.result["longest"] = max(self.result["longest"], now - latest)
                latest = now
            witness.check()


async def play_matches(game: str, arguments: argparse.Namespace) -> bool:
    """Play the matches of a game; print the results and return whether all guests saw the same."""
    with tempfile.TemporaryDirectory() as name:
        file, tables = Path(name) / "tables.txt", min(arguments.tables, arguments.matches)
        async with running_host(Path(name), "--tables", str(tables), "--game", game) as host:
            file.write_text("\n".join(map(invitation.to_url, host.tables)), encoding="utf-8")
            words = [game, "--play", str(file), "--port", str(host.port), "--delay", *map(str, arguments.delay)]
            for key in ("matches", "guests", "pause", "held", "cut", "seed"):
                words += [f"--{key}", str(getattr(arguments, key))]
            command = [sys.executable, "-m", "tests.online.many_tables", *words, "--number"]
            began, (before, start_mb) = time.perf_counter(), host.usage
            guests = [
                await asyncio.create_subprocess_exec(*command, str(number), cwd=ROOT, stdout=PIPE, limit=1 << 30)
                for number in range(arguments.guests)
            ]
            outputs = await asyncio.gather(*(guest.communicate() for guest in guests))
            passed, (after, end_mb) = time.perf_counter() - began, host.usage
    found = [json.loads(out.splitlines()[-1]) for out, _ in outputs]
    records = [dict(one["records"]) for one in found]
    same = all(one == records[0] for one in records)
    matches = sum(map(len, records[0].values()))
    faults, answers, cuts = (sum(one[key] for one in found) for key in ("faults", "answers", "cuts"))
    stalled = [line for one in found for line in one["stalled"]]
    times = [time for one in found for time in one["times"]]
    print(
        f"{game}: {matches} matches, {answers} answers, {cuts} cuts in {passed:.0f} s; "
        f"an answer median {quantile(times, 0.5):.0f} ms, p99 {quantile(times, 0.99):.0f} ms; "
        f"host {100 * (after - before) / passed:.0f} % of a core, {start_mb:.0f} MB, then {end_mb:.0f} MB; "
        f"records {'equal' if same else 'DIFFERENT'}, views that no seat has: {faults}; "
        f"longest without anything {max(one['longest'] for one in found):.0f} s",
        *(f"STALLED {line}" for line in stalled),
        sep="\n",
        flush=True,
    )
    return same and not faults and not stalled and matches == arguments.matches


def main(words: Sequence[str]) -> int:
    """Run the command, or one of its guest processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], metavar="GAME")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--tables", type=int, default=100, help="maximum number of tables at once")
    parser.add_argument("--guests", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds until a guest answers, on average")
    parser.add_argument(
        "--delay", type=float, nargs=2, default=(0.0, 0.0), help="minimum and maximum delay, milliseconds"
    )
    parser.add_argument("--held", type=float, default=0.0, help="probability of a chunk to be held back for a second")
    parser.add_argument("--cut", type=float, default=0.0, help="probability of a cut within a chunk")
    parser.add_argument("--seed", type=int, default=1)
    for name in ("--play", "--port", "--number"):
        parser.add_argument(name, type=str if name == "--play" else int, help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    if arguments.play is None:
        results = [asyncio.run(play_matches(game, arguments)) for game in arguments.game or list(GAMES)]
        return 0 if all(results) else 1
    process = GuestProcess(arguments)
    asyncio.run(process.run())
    print(json.dumps(process.result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
