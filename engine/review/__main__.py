"""The match review as a command: ``python -m engine.review RECORD.toml [--seat N] [--json]``."""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.arena.cli import EXIT_INTERRUPTED, make_json_safe, print_failures
from engine.match.record import MAX_RECORD_BYTES, PERSON, Record, RecordError
from engine.moves import Seat
from engine.profile.safe_reading import read_text
from engine.review.judge import Verdict
from engine.review.report import Decision, Report
from engine.review.reviewer import STANDARD_BUDGET, Reviewer

POLL_SECONDS = 1.0
"""Seconds to wait for the next result before checking for Ctrl-C."""


def main(arguments: Sequence[str]) -> int:
    """Run the command that reviews a match record; return its exit status.

    Invalid arguments exit with status 2 and a message.

    After Ctrl-C the results so far are printed, and the status is ``EXIT_INTERRUPTED``. A record with an illegal move
    is reviewed up to that move.
    """
    parser = _parser()
    parsed = parser.parse_args(arguments)
    try:
        record = Record.from_text(read_text(parsed.record, MAX_RECORD_BYTES))
        seat = _validate_and_find_seat(record, parsed)
    except (OSError, ValueError) as error:  # RecordError and UnicodeDecodeError are ValueErrors
        parser.error(f"{parsed.record}: {error}")
    try:
        record.replay()
    except RecordError as error:
        print(f"{parsed.record}: {error}", file=sys.stderr)
    is_complete = True
    with Reviewer(record, seat, processes=parsed.processes, budget=STANDARD_BUDGET.scale(parsed.patience)) as reviewer:
        try:
            reviewer.start(process=parsed.processes > 1)
            while not reviewer.is_done:
                reviewer.poll()
                reviewer.wait(POLL_SECONDS)
        except KeyboardInterrupt:
            is_complete = False
            print(f"interrupted after {reviewer.progress:.0%}", file=sys.stderr)
    print_failures(reviewer.take_reports())
    report = reviewer.report
    print(json.dumps(_json_report(report), indent=2) if parsed.json else _tables(report))
    return 0 if is_complete else EXIT_INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine.review", description="How well a match was played.")
    parser.add_argument("record", metavar="RECORD.toml", type=Path, help="a match as the program keeps or exports it")
    parser.add_argument("--seat", type=int, metavar="N", help="seat, from 0 (default: the first person's)")
    patience = "factor on the work per decision and moment (default 1)"
    parser.add_argument("--patience", type=float, default=1.0, metavar="F", help=patience)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--processes", type=int, default=1, metavar="P", help="number of parallel processes (default 1)"
    )
    return parser


def _validate_and_find_seat(record: Record, arguments: argparse.Namespace) -> Seat:
    """Return the seat of the match to review, by the command-line arguments.

    Raises:
        ValueError: an argument is invalid; the message names the allowed values.
    """
    if not 0 < arguments.patience < math.inf:
        raise ValueError(f"--patience must be greater than 0, not {arguments.patience:g}")
    if arguments.processes < 1:
        raise ValueError(f"--processes must be at least 1, not {arguments.processes}")
    if arguments.seat is None:
        return next((seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON), 0)
    if not 0 <= arguments.seat < record.seats:
        raise ValueError(f"--seat must be 0 to {record.seats - 1} for this match, not {arguments.seat}")
    return int(arguments.seat)


def _tables(report: Report) -> str:
    """Format the report of a match review as tables."""
    lines = [f"{'move':>5} {'deal':>4}  chance to win the match"]
    for point in report.win_chances:
        lines.append(f"{point.at:5} {point.deal:4}  {point.win:4.0%} ± {point.error:.0%}")
    lines.append(f"{'move':>5} {'deal':>4}  {'cost':>16}  {'hindsight':>9}  played / better")
    for decision in report.decisions:
        cost = f"{decision.verdict.cost:+.2f} ± {decision.verdict.error:.2f}"
        best = "" if decision.verdict.best == decision.played else f" / {decision.verdict.best}"
        costs = f"{cost:>16}  {decision.hindsight.cost:+9.2f}"
        lines.append(f"{decision.move_index + 1:5} {decision.deal_number:4}  {costs}  {decision.played}{best}")
    quality = "none" if report.quality is None else f"{report.quality:.0f} of 100"
    lines.append(f"{len(report.decisions)} decisions, cost {report.total_cost:+.2f}, quality {quality}")
    lines += [
        f"turning point: move {decision.move_index + 1}, {decision.significant_cost:.2f} points"
        for decision in report.turning_points
    ]
    return "\n".join(lines)


def _json_report(report: Report) -> dict[str, Any]:
    """Convert the report of a match review for JSON."""
    return {
        "seat": report.seat,
        "quality": report.quality,
        "cost": report.total_cost,
        "turning_points": [one.move_index for one in report.turning_points],
        "line": [make_json_safe(point._asdict()) for point in report.win_chances],
        "decisions": list(map(_json_decision, report.decisions)),
    }


def _json_decision(one: Decision) -> dict[str, Any]:
    return {
        "at": one.move_index,
        "deal": one.deal_number,
        "played": str(one.played),
        "known": _json_verdict(one.verdict),
        "open": _json_verdict(one.hindsight),
    }


def _json_verdict(found: Verdict) -> dict[str, Any]:
    return make_json_safe(
        {
            "best": str(found.best),
            "cost": found.cost,
            "error": found.error,
            "room": found.lead_over_random,
            "win": found.win,
            "win_cost": found.win_cost,
        }
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
