"""Matches over bad connections: ``python -m tests.online.bad_connections [GAME …] [--matches 200] [--guests 2] [--delay
20 400]``.

A dedicated host and the guests are separate processes on this computer. A proxy delays, holds back and cuts each
guest's connection. Guests play at many tables at once with the program's own client, which reconnects after each cut.
Bots take the other chairs. Matches have the minimum length of the house rules. Most moves are those of an easy bot,
since random play needs thousands of moves in some games.

Every match must have the same record at all its guests. Every view that a guest saw must be one of its seat in that
match, in that order. The output is the number of matches, answers and cuts, the response times, and the longest time
without progress at a table. ``STALL_SECONDS`` without progress at a table are a fault.
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
from tests.online.dedicated_host import ROOT, invitations, running_host
from tests.online.faulty_proxy import FaultyProxy, ProxyFaults
from tests.online.local_host import ConnectedPlayer
from tests.support.local_table import make_table_config
from tests.support.records import minimum_options
from tests.support.scripted_player import ScriptedPlayer

TABLES_PER_HOST = 100
"""Maximum number of tables at once."""
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
        self.faults = 0
        """Number of seen views that don't occur in the match at that point."""
        player.on_step = self._on_step

    def _on_step(self, step: MatchStep) -> None:
        view = bytes(encode_view(step.game))
        if self._seen or view != self._end:
            self._seen.append(view)

    def check(self, text: str) -> None:
        """Compare the views seen since the last match with its record."""
        record = Record.from_text(text)
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

    def __init__(self, proxy: FaultyProxy, arguments: argparse.Namespace) -> None:
        self._proxy = proxy
        self._arguments = arguments
        self._opening = asyncio.Semaphore(CONNECTIONS_AT_ONCE)
        self.times: list[float] = []
        self.result: dict[str, Any] = {"records": [], "faults": 0, "answers": 0, "longest": 0.0, "stalled": []}

    async def run(self) -> None:
        """Play at all tables and collect the results."""
        port = await self._proxy.open(self._arguments.port)
        texts = Path(self._arguments.play).read_text(encoding="utf-8").split()
        tables = [invitation.parse_invitation(text)._replace(port=port) for text in texts]
        await asyncio.gather(*(self._play(at, table) for at, table in enumerate(tables)))
        self.result |= {"cuts": self._proxy.cut_count, "times": self.times}

    async def _play(self, at: int, table: Invitation) -> None:
        """Play at one table until all its matches are over, or nothing happens there any more."""
        arguments = self._arguments
        allowed = GAMES[arguments.game].seats_allowed
        config = make_table_config(
            arguments.game, max(arguments.guests, min(allowed)), minimum_options(arguments.game), pace="quick"
        )
        each = arguments.matches // arguments.tables + (at < arguments.matches % arguments.tables)
        player = ScriptedPlayer(
            f"P{arguments.number}",
            1000 * at + arguments.number,
            arguments.guests,
            each,
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
        sitting.connection.leave()
        await asyncio.wait([sitting.task], timeout=5)

    @staticmethod
    async def _sit_down(table: Invitation, player: ScriptedPlayer) -> ConnectedPlayer:
        """Join a table; try again if the connection is cut before the guest is accepted, as a person would."""
        while True:
            sitting = ConnectedPlayer(table, player)
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
        player = sitting.player
        checked, sent, latest = 0, (-1, 0.0), time.perf_counter()
        while not player.is_done:
            question, answers = player.guest.question, player.answers
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
                if question == sent[0]:
                    self.times.append(1000 * (now - sent[1]))
            if player.answers > answers:
                sent = (player.guest.question, now)
            while checked < len(player.records):
                witness.check(player.records[checked])
                checked += 1


async def play_matches(game: str, arguments: argparse.Namespace) -> bool:
    """Play the matches of a game; print the results and return whether all guests saw the same."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = min(TABLES_PER_HOST, arguments.matches)
        async with running_host(folder, "--tables", str(tables), "--game", game) as (_, port):
            (folder / "tables.txt").write_text("\n".join(map(invitation.to_url, invitations(folder))), encoding="utf-8")
            words = [
                "-m",
                "tests.online.bad_connections",
                game,
                "--play",
                str(folder / "tables.txt"),
                "--port",
                str(port),
            ]
            for key in ("matches", "guests", "held", "cut", "seed"):
                words += [f"--{key}", str(getattr(arguments, key))]
            words += ["--delay", *map(str, arguments.delay), "--tables", str(tables)]
            guests = [
                await asyncio.create_subprocess_exec(
                    sys.executable, *words, "--number", str(number), cwd=ROOT, stdout=PIPE, stderr=None
                )
                for number in range(arguments.guests)
            ]
            outputs = await asyncio.gather(*(guest.communicate() for guest in guests))
    found = [json.loads(out) for out, _ in outputs]
    records = [dict(one["records"]) for one in found]
    same = all(one == records[0] for one in records)
    matches = sum(map(len, records[0].values()))
    faults, answers, cuts = (sum(one[key] for one in found) for key in ("faults", "answers", "cuts"))
    stalled = [line for one in found for line in one["stalled"]]
    times = sorted(time for one in found for time in one["times"])
    middle, p99 = (times[min(len(times) - 1, int(part * len(times)))] for part in (0.5, 0.99))
    print(
        f"{game}: {matches} matches, {answers} answers, {cuts} cuts in {time.perf_counter() - began:.0f} s; "
        f"an answer median {middle:.0f} ms, p99 {p99:.0f} ms; records {'equal' if same else 'DIFFERENT'}, "
        f"views that no seat has: {faults}; longest without anything {max(one['longest'] for one in found):.0f} s",
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
    parser.add_argument("--guests", type=int, default=2)
    parser.add_argument(
        "--delay", type=float, nargs=2, default=(20.0, 400.0), help="minimum and maximum delay, milliseconds"
    )
    parser.add_argument("--held", type=float, default=0.005, help="probability of a chunk to be held back for a second")
    parser.add_argument("--cut", type=float, default=0.002, help="probability of a cut within a chunk")
    parser.add_argument("--seed", type=int, default=1)
    for name in ("--play", "--port", "--number", "--tables"):
        parser.add_argument(name, type=str if name == "--play" else int, help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    games = arguments.game or list(GAMES)
    if arguments.play is None:
        results = [asyncio.run(play_matches(game, arguments)) for game in games]
        return 0 if all(results) else 1
    arguments.game = games[0]
    line = FaultyProxy(
        ProxyFaults(tuple(arguments.delay), arguments.held, arguments.cut), 100 * arguments.seed + arguments.number
    )
    bench = GuestProcess(line, arguments)
    asyncio.run(bench.run())
    print(json.dumps(bench.result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
