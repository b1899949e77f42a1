"""Duplicate matches between levels: ``python -m engine.arena GAME LEVEL LEVEL … --deals N --seed S``.

Every deal is played once for each rotation of the line-up, so that luck of the cards cancels and equal players score
equal. A figure's error is over deals: the rotations of one deal are averaged first, as they are not independent.
"""

import argparse
import json
import math
import multiprocessing
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine import options
from engine.bots import LEVELS, Bot, bot_for, final
from engine.events import Scored
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Seat
from engine.rng import Rng

ALL_LEVELS = (*LEVELS, "random")
LONGEST = 20_000
"""A deal of more plies than this is given up: 0 points for all."""


class Task(NamedTuple):
    """One deal, to be played in all rotations."""

    game: type[Game]
    levels: tuple[str, ...]
    rules: Any
    seed: int


class Played(NamedTuple):
    """What the rotations of one deal gave, a figure a player of the line-up; ``points`` and ``wins`` are means."""

    points: tuple[float, ...]
    wins: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    plies: int
    wall: float


class Row(NamedTuple):
    """The figures of one level; ``wins`` is a share of deals, 0 … 1."""

    level: str
    players: int
    points: float
    error: float
    wins: float
    wins_error: float
    ms_a_decision: float


def play_deal(task: Task) -> Played:
    """Play one deal once for each rotation of the line-up."""
    count = len(task.levels)
    points, wins = [0.0] * count, [0.0] * count
    decisions, seconds = [0] * count, [0.0] * count
    plies = 0  # of all rotations
    start = time.perf_counter()
    bots = [bot_for(task.game.slug, level) for level in task.levels]
    for turn in range(count):
        player_at = [(seat + turn) % count for seat in range(count)]
        game = task.game(count, task.seed, task.rules)
        for ply in range(LONGEST):
            if game.history:
                break
            seat = game.waiting()[0]
            moves = game.legal_moves(seat)
            move = moves[0]
            if len(moves) > 1:
                before = time.perf_counter()
                move = _answer(bots[player_at[seat]], game, seat, Rng(task.seed ^ Rng(ply << 8 | seat).bits()))
                seconds[player_at[seat]] += time.perf_counter() - before
                decisions[player_at[seat]] += 1
            game.push(move)
            plies += 1
        scored = next((event for event in game.drain() if isinstance(event, Scored)), None)
        if scored is not None:
            for seat, player in enumerate(player_at):
                points[player] += scored.points[seat] / count
                wins[player] += (seat in scored.winners) / count
    wall = time.perf_counter() - start
    return Played(tuple(points), tuple(wins), tuple(decisions), tuple(seconds), plies, wall)


def _answer(bot: Bot, game: Game, seat: Seat, rng: Rng) -> Move:
    return final(bot, game.view(seat), seat, rng).move


def table(levels: Sequence[str], played: Sequence[Played]) -> list[Row]:
    """One row a level, in the order of the line-up."""
    rows = []
    for level in dict.fromkeys(levels):
        who = [player for player, name in enumerate(levels) if name == level]
        points, error = _mean([sum(deal.points[p] for p in who) / len(who) for deal in played])
        wins, wins_error = _mean([sum(deal.wins[p] for p in who) / len(who) for deal in played])
        decisions = sum(deal.decisions[p] for deal in played for p in who)
        seconds = sum(deal.seconds[p] for deal in played for p in who)
        ms = 1000 * seconds / decisions if decisions else 0.0
        rows.append(Row(level, len(who), points, error, wins, wins_error, ms))
    return rows


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def main(arguments: Sequence[str], games: Mapping[str, type[Game]] = GAMES) -> int:
    """Run the command; what was asked wrongly ends it with status 2 and a message that says what is allowed."""
    parser = argparse.ArgumentParser(prog="python -m engine.arena", description="Duplicate matches between levels.")
    parser.add_argument("game", metavar="GAME", help=", ".join(games))
    parser.add_argument("levels", metavar="LEVEL", nargs="+", help="one a seat: " + ", ".join(ALL_LEVELS))
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="each is played once a seat (default 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the deals (default 1)")
    parser.add_argument("--options", type=Path, metavar="FILE", help="house rules as TOML")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--processes", type=int, default=1, metavar="P", help="play side by side (default 1)")
    asked = parser.parse_args(arguments)
    if asked.game not in games:
        parser.error(f"GAME {asked.game!r}: unknown; games are {', '.join(games)}")
    game = games[asked.game]
    for level in asked.levels:
        if level not in ALL_LEVELS:
            parser.error(f"LEVEL {level!r}: unknown; levels are {', '.join(ALL_LEVELS)}")
    if len(asked.levels) not in game.seats_allowed:
        allowed = ", ".join(map(str, game.seats_allowed))
        parser.error(f"{len(asked.levels)} levels for {asked.game}: one a seat, and seats are {allowed}")
    for name in ("deals", "processes"):
        if getattr(asked, name) < 1:
            parser.error(f"--{name} {getattr(asked, name)}: at least 1")
    try:
        rules = _rules(game, asked.options)
    except ValueError as error:
        parser.error(str(error))
    chance = Rng(asked.seed)
    tasks = [Task(game, tuple(asked.levels), rules, chance.bits() >> 1) for _ in range(asked.deals)]
    start = time.perf_counter()
    played = _play(tasks, min(asked.processes, len(tasks)))
    wall = time.perf_counter() - start
    _print(asked, played, wall)
    return 0


def _play(tasks: Sequence[Task], processes: int) -> list[Played]:
    if processes == 1:
        return list(map(play_deal, tasks))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return pool.map(play_deal, tasks, chunksize=max(1, min(16, len(tasks) // (processes * 4))))


def _rules(game: type[Game], path: Path | None) -> Any:
    """The house rules of a file. Raises ValueError with a message when it can't be used."""
    if path is None:
        return game.Options()
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"--options {path}: {error}") from None
    rules: Any
    rules, problems = options.read(game.Options, raw)
    if problems:
        words = {"unknown": "unknown; known:", "value": "not allowed; allowed:"}
        raise ValueError("; ".join(f"{path}: {p.key} = {p.found}: {words[p.kind]} {p.allowed}" for p in problems))
    return rules


def _print(asked: argparse.Namespace, played: Sequence[Played], wall: float) -> None:
    rows = table(asked.levels, played)
    plies = sum(deal.plies for deal in played)
    speed = plies / sum(deal.wall for deal in played)
    if asked.json:
        head = {"game": asked.game, "levels": asked.levels, "deals": asked.deals, "seed": asked.seed}
        body = {"plies": plies, "plies_a_second": speed, "seconds": wall, "rows": [_plain(row) for row in rows]}
        print(json.dumps(head | body, indent=2))
        return
    print(f"{asked.game}: {asked.deals} deals × {len(asked.levels)} rotations, seed {asked.seed}")
    print(f"{'level':10} {'seats':>5} {'points a deal':>18} {'wins %':>14} {'ms a decision':>14}")
    for row in rows:
        points = f"{row.points:+.3f} ± {row.error:.3f}"
        wins = f"{100 * row.wins:.1f} ± {100 * row.wins_error:.1f}"
        print(f"{row.level:10} {row.players:5} {points:>18} {wins:>14} {row.ms_a_decision:14.2f}")
    print(f"{plies} plies, {speed:.0f} a second in one process, {wall:.1f} s")


def _plain(row: Row) -> dict[str, Any]:
    """A row for JSON, which has no infinity: the error of a single deal is null."""
    return {name: None if value == math.inf else value for name, value in row._asdict().items()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
