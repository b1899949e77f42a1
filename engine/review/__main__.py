"""How well a match was played, without a screen: ``python -m engine.review RECORD.toml [--seat N] [--json]``."""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.command import finite
from engine.record import PERSON, Record, RecordError
from engine.review.report import Decision, Report
from engine.review.reviewer import STANDARD, Reviewer

LONG = 1.0
"""Seconds that are waited for the next result before the terminal is looked at again."""


def main(words: Sequence[str]) -> int:
    """Run the command; what was asked wrongly ends it with status 2 and a message that says what is allowed."""
    parser = argparse.ArgumentParser(prog="python -m engine.review", description="How well a match was played.")
    parser.add_argument("record", metavar="RECORD.toml", type=Path, help="a match as the program keeps or exports it")
    parser.add_argument("--seat", type=int, default=-1, metavar="N", help="from 0 (default: the first person)")
    patience = "what is done for each decision and each point of the line is multiplied by this (default 1)"
    parser.add_argument("--patience", type=float, default=1.0, metavar="F", help=patience)
    parser.add_argument("--processes", type=int, default=1, metavar="P", help="work side by side (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args(words)
    try:
        record = Record.from_text(asked.record.read_text(encoding="utf-8"))
        record.replay()
    except (OSError, UnicodeDecodeError, RecordError) as error:
        parser.error(f"{asked.record}: {error}")
    persons = [seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON]
    seat = asked.seat if asked.seat >= 0 else next(iter(persons), 0)
    if seat >= record.seats:
        parser.error(f"--seat {seat}: seats of this match are 0 to {record.seats - 1}")
    if not 0 < asked.patience < math.inf:
        parser.error(f"--patience {asked.patience:g}: more than 0")
    if asked.processes < 1:
        parser.error(f"--processes {asked.processes}: at least 1")
    with Reviewer(record, seat, processes=asked.processes, pace=STANDARD.times(asked.patience)) as reviewer:
        reviewer.start(process=asked.processes > 1)
        while not reviewer.done:
            reviewer.poll()
            reviewer.wait(LONG)
    report = reviewer.report
    print(json.dumps(plain(report), indent=2) if asked.json else told(report))
    return 0


def told(report: Report) -> str:
    """The report as a table."""
    lines = [f"{'move':>5} {'deal':>4}  {'cost':>14}  {'hindsight':>9}  played / best"]
    for one in report.decisions:
        cost = f"{one.known.cost:+.2f} ± {one.known.error:.2f}"
        best = "" if one.known.best == one.played else f" / {one.known.best}"
        lines.append(f"{one.at + 1:5} {one.deal:4}  {cost:>14}  {one.open.cost:+9.2f}  {one.played}{best}")
    quality = "none" if report.quality is None else f"{report.quality:.0f}"
    lines.append(f"{len(report.decisions)} decisions, quality {quality}")
    lines += [f"turning point: move {one.at + 1}, {one.held_against:.2f} points" for one in report.turning_points]
    return "\n".join(lines)


def plain(report: Report) -> dict[str, Any]:
    """The report for JSON."""
    return {
        "seat": report.seat,
        "quality": report.quality,
        "cost": report.cost,
        "turning_points": [one.at for one in report.turning_points],
        "decisions": list(map(_decision, report.decisions)),
    }


def _decision(one: Decision) -> dict[str, Any]:
    known, hindsight = one.known, one.open
    return finite(
        {
            "at": one.at,
            "deal": one.deal,
            "played": str(one.played),
            "best": str(known.best),
            "cost": known.cost,
            "error": known.error,
            "win": known.win,
            "win_cost": known.win_cost,
            "best_open": str(hindsight.best),
            "cost_open": hindsight.cost,
        }
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
