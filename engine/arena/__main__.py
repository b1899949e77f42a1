"""The arena as a command: ``python -m engine.arena GAME LEVEL LEVEL … --deals N --seed S``.

Every deal is played once per rotation of the line-up, so that the luck of the cards cancels out. Times are processor
times, which exclude other work on the machine.
"""

import argparse
import dataclasses
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine import __version__
from engine.arena import summary as arena_figures
from engine.arena.cli import EXIT_INTERRUPTED, check_counts, load_house_rules, make_json_safe, seat_count
from engine.arena.duplicate import (
    DealTask,
    DuplicateResult,
    deal_tasks,
    distinct_rotation_count,
    parse_entrant,
    play_all,
)
from engine.bots.common.base import YARDSTICKS
from engine.characters import CHARACTERS, LEVELS
from engine.game import Game
from engine.games import GAMES

REFRESH_SECONDS = 0.25
"""Seconds between two progress lines."""

USAGE_EXAMPLES = """
A LEVEL is a level (easy), a strength between two (1.40 is between medium and hard), a character at its usual level
(mei) or at another (mei:hard), or a yardstick: random (any legal move), greedy (the naive player of the game), cheat
(the master, who sees all cards), search (the master's substitute where it fails), ismcts (a tree search that knows only
the rules, with the master's time; ismcts:10 has ten times as long).

  python -m engine.arena big_two hard medium hard medium --deals 400 --processes 2
  python -m engine.arena big_two master --against greedy,cheat --deals 600
  python -m engine.arena palacio hard medium --matches --deals 500 --json
"""


class LineUpReport(NamedTuple):
    """Results of the duplicate matches of one line-up of bots."""

    players: tuple[str, ...]
    played: list[DuplicateResult]
    seconds: float
    is_complete: bool
    """Whether all deals were played; False after Ctrl-C."""


def main(arguments: Sequence[str], games: Mapping[str, type[Game]] = GAMES) -> int:
    """Run the arena's command, which plays bots against each other; return its exit status.

    Invalid arguments exit with status 2 and a message.
    """
    parser = _parser(games)
    parsed = parser.parse_args(arguments)
    if parsed.game not in games:
        parser.error(f"GAME {parsed.game!r} is unknown; games are {', '.join(games)}")
    game = games[parsed.game]
    try:
        line_ups = _line_ups(game, parsed)
        rules = load_house_rules(game, parsed.options, "--options")
    except ValueError as error:
        parser.error(str(error))
    reports = []
    for players in line_ups:
        task = DealTask(game, players, rules, 0, time.process_time, parsed.matches, parsed.patience)
        report = _play_line_up(task, parsed)
        if report.played:
            reports.append(report)
            if not parsed.json:
                _print_table(parsed, report)
        if not report.is_complete:
            break
    if parsed.json:
        entries = [_json_report(parsed, rules, report) for report in reports]
        print(json.dumps(entries if parsed.against else next(iter(entries), None), indent=2))
    return 0 if len(reports) == len(line_ups) and reports[-1].is_complete else EXIT_INTERRUPTED


def _parser(games: Mapping[str, type[Game]]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.arena",
        description="Duplicate matches between opponents.",
        epilog=USAGE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    known = ", ".join((*LEVELS, *YARDSTICKS, *CHARACTERS))
    parser.add_argument("game", metavar="GAME", help=", ".join(games))
    parser.add_argument("levels", metavar="LEVEL", nargs="+", help=f"one per seat: {known}, or CHARACTER:LEVEL")
    parser.add_argument(
        "--deals", type=int, default=100, metavar="N", help="number of deals, each played once per seat (default 100)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the deals (default 1)")
    parser.add_argument("--matches", action="store_true", help="play N whole matches instead of single deals")
    against = "one LEVEL with X in all other seats, then one X with LEVEL in all others"
    parser.add_argument("--against", metavar="X[,Y…]", help=against)
    parser.add_argument("--seats", type=int, metavar="N", help="for --against (default: the usual number)")
    parser.add_argument("--options", type=Path, metavar="FILE", help="house rules as TOML")
    patience = "factor on the master level's budget per decision (default 1)"
    parser.add_argument("--patience", type=float, default=1.0, metavar="F", help=patience)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table; a list with --against")
    parser.add_argument(
        "--processes", type=int, default=1, metavar="P", help="number of parallel processes (default 1)"
    )
    return parser


def _line_ups(game: type[Game], arguments: argparse.Namespace) -> list[tuple[str, ...]]:
    """Return the line-ups of bots that the arena's arguments describe.

    Raises:
        ValueError: an argument is invalid; the message names the allowed values.
    """
    others = arguments.against.split(",") if arguments.against is not None else []
    for name in (*arguments.levels, *others):
        parse_entrant(name)
    check_counts(arguments)
    if not 0 < arguments.patience < math.inf:
        raise ValueError(f"--patience must be greater than 0, not {arguments.patience:g}")
    if not others:
        if arguments.seats is not None:
            raise ValueError("--seats is only for --against; without it, give one LEVEL per seat")
        if len(arguments.levels) not in game.seats_allowed:
            allowed = ", ".join(map(str, game.seats_allowed))
            raise ValueError(
                f"{arguments.game} needs one LEVEL per seat, for {allowed} seats, not {len(arguments.levels)}"
            )
        return [tuple(arguments.levels)]
    if len(arguments.levels) != 1 or arguments.levels[0] in others:
        raise ValueError("--against needs a single LEVEL that is not among the others")
    seats = seat_count(game, arguments.seats)
    line_ups: dict[tuple[str, ...], None] = {}
    level = arguments.levels[0]
    for other in others:
        line_ups[(level, *[other] * (seats - 1))] = None
        line_ups[(*[level] * (seats - 1), other)] = None
    return list(line_ups)


# --- playing --------------------------------------------------------------------------------------------------------


def _play_line_up(task: DealTask, arguments: argparse.Namespace) -> LineUpReport:
    start = time.perf_counter()
    played: list[DuplicateResult] = []
    is_complete = True
    try:
        for deal in _with_progress_line(
            play_all(deal_tasks(task, arguments.deals, arguments.seed), arguments.processes), arguments
        ):
            played.append(deal)
    except KeyboardInterrupt:
        is_complete = False
        print(f"interrupted after {len(played)} of {_format_count(arguments.deals, arguments)}", file=sys.stderr)
    return LineUpReport(task.players, played, time.perf_counter() - start, is_complete)


def _with_progress_line(played: Iterator[DuplicateResult], arguments: argparse.Namespace) -> Iterator[DuplicateResult]:
    """Yield the duplicate results unchanged; show a progress line if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield from played
        return
    start, shown = time.perf_counter(), 0.0
    try:
        for done, deal in enumerate(played, 1):
            yield deal
            spent = time.perf_counter() - start
            if spent - shown >= REFRESH_SECONDS:
                shown = spent
                left = spent * (arguments.deals - done) / done
                line = f"{done} of {_format_count(arguments.deals, arguments)}, {spent:.0f} s, about {left:.0f} s to go"
                print(f"\r{line:70}", end="", file=sys.stderr, flush=True)
    finally:
        print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)


def _format_count(count: int, arguments: argparse.Namespace) -> str:
    return f"{count} {'matches' if arguments.matches else 'deals'}"


# --- output ---------------------------------------------------------------------------------------------------------


def _print_table(arguments: argparse.Namespace, report: LineUpReport) -> None:
    players, played = report.players, report.played
    rows = arena_figures.summary_rows(players, played)
    turns = f"{distinct_rotation_count(players)} rotations"
    print(
        f"{arguments.game}: {_format_count(len(played), arguments)} × {turns} of {' '.join(players)},"
        f" seed {arguments.seed}"
    )
    width = max(10, *(len(row.level) for row in rows))
    print(f"{'player':{width}} {'seats':>5} {'points a deal':>18} {'wins %':>14} {'ms a decision':>14} {'worst':>9}")
    for row in rows:
        points = f"{row.points:+.3f} ± {row.error:.3f}"
        wins = f"{100 * row.wins:.1f} ± {100 * row.wins_error:.1f}"
        times = f"{row.ms_a_decision:14.2f} {row.worst_ms:9.1f}"
        print(f"{row.level:{width}} {row.players:5} {points:>18} {wins:>14} {times}")
    ahead = arena_figures.difference(players, played)
    if ahead is not None:
        difference = f"{ahead.points:+.3f} ± {ahead.error:.3f}, {ahead.z_score:.1f} se"
        print(f"{ahead.first} − {ahead.second} = {difference}")
    won = arena_figures.decided_share(players, played)
    if won is not None and won.decided:
        share = f"{100 * won.share:.1f} ± {100 * won.error:.1f} %"
        print(
            f"{won.first} wins {share} of {_format_count(won.decided, arguments)} decided;"
            f" equals {100 * won.equal:.0f} %"
        )
    for text, count in _failures(played).items():
        print(f"{text} ({count} decisions)")
    print(
        f"{_plies(played)} plies, {_plies_per_second(played):.0f} a second in one process, {report.seconds:.1f} s",
        flush=True,
    )


def _plies(played: Sequence[DuplicateResult]) -> int:
    return sum(deal.plies for deal in played)


def _failures(played: Sequence[DuplicateResult]) -> Counter[str]:
    """Count the decisions in which a bot failed, by the text about it."""
    return sum((Counter(deal.failures) for deal in played), Counter())


def _plies_per_second(played: Sequence[DuplicateResult]) -> float:
    return _plies(played) / max(1e-9, sum(deal.total_seconds for deal in played))


def _json_report(arguments: argparse.Namespace, rules: Any, report: LineUpReport) -> dict[str, Any]:
    """Convert the arena's report on a line-up for JSON."""
    players, played = report.players, report.played
    ahead = arena_figures.difference(players, played)
    won = arena_figures.decided_share(players, played)
    return {
        "version": __version__,
        "game": arguments.game,
        "rules": dataclasses.asdict(rules),
        "levels": list(players),
        "deals": len(played),
        "deals_asked": arguments.deals,
        "matches": arguments.matches,
        "rotations": distinct_rotation_count(players),
        "seed": arguments.seed,
        "patience": arguments.patience,
        "plies": _plies(played),
        "plies_a_second": _plies_per_second(played),
        "seconds": report.seconds,
        "rows": [make_json_safe(row._asdict()) for row in arena_figures.summary_rows(players, played)],
        "difference": ahead and make_json_safe(ahead._asdict() | {"errors": ahead.z_score}),
        "failures": _failures(played),
        "decided": won and make_json_safe(won._asdict()),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
