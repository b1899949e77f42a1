"""Par as a command: ``python -m engine.par RECORD.toml [--deal N] [--seat N] [--json]``."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.arena.cli import EXIT_INTERRUPTED, make_json_safe, print_failures
from engine.match.record import MAX_RECORD_BYTES, PERSON, Record, RecordError
from engine.par.par_maker import PLAYOUTS_PER_DEAL, ParMaker
from engine.par.playouts import FinishedDeal, Par, finished_deals
from engine.profile.safe_reading import read_text


def main(arguments: Sequence[str]) -> int:
    """Run the command that computes the pars of a match record; return its exit status.

    Invalid arguments exit with status 2 and a message.
    """
    parser = argparse.ArgumentParser(prog="python -m engine.par", description="How Master would have done.")
    parser.add_argument("record", metavar="RECORD.toml", type=Path, help="a match as the program keeps or exports it")
    parser.add_argument(
        "--deal", type=int, metavar="N", help="number of the deal, from 1 (default: every finished deal)"
    )
    parser.add_argument("--seat", type=int, metavar="N", help="seat, from 0 (default: every person's)")
    parser.add_argument(
        "--playings",
        type=int,
        default=PLAYOUTS_PER_DEAL,
        metavar="P",
        help=f"playouts per deal (default {PLAYOUTS_PER_DEAL})",
    )
    parser.add_argument(
        "--processes", type=int, default=0, metavar="P", help="number of parallel processes (default: one per core)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parsed = parser.parse_args(arguments)
    try:
        record = Record.from_text(read_text(parsed.record, MAX_RECORD_BYTES))
        finished = len(record.replay().history)
    except (OSError, UnicodeDecodeError, RecordError) as error:
        parser.error(f"{parsed.record}: {error}")
    if parsed.playings < 1:
        parser.error(f"--playings must be at least 1, not {parsed.playings}")
    if parsed.deal is not None and not 1 <= parsed.deal <= finished:
        parser.error(f"--deal must be 1 to {finished}, a finished deal of this match, not {parsed.deal}")
    persons = [seat for seat, chair in enumerate(record.chairs) if chair.who == PERSON] or [0]
    seats = persons if parsed.seat is None else [parsed.seat]
    if not 0 <= seats[0] < record.seats:
        parser.error(f"--seat must be 0 to {record.seats - 1} for this match, not {parsed.seat}")
    deals = finished_deals(record, range(1, finished + 1) if parsed.deal is None else [parsed.deal], seats)
    with ParMaker(deals, count=parsed.playings, processes=parsed.processes) as maker:
        maker.start()
        try:
            while not maker.is_done:
                maker.wait(1.0)
                maker.poll()
        except KeyboardInterrupt:
            return EXIT_INTERRUPTED
    print_failures(maker.take_reports())
    pairs = list(zip(maker.deals, maker.pars, strict=True))
    print(json.dumps([to_json(*pair) for pair in pairs], indent=2) if parsed.json else format_table(pairs))
    return 0


def format_table(pairs: Sequence[tuple[FinishedDeal, Par]]) -> str:
    """Format the pars of deals as a table."""
    lines = ["deal seat points    par        worse equal better"]
    for deal, par in pairs:
        counts = f"{par.worse:5} {par.equal:5} {par.better:6}" if deal.had_choice else "no choice"
        lines.append(
            f"{deal.number:4} {deal.seat:4} {deal.own_points:+6}  {par.per_cent:5.1f} ± {par.error:4.1f}  {counts}"
        )
    return "\n".join(lines)


def to_json(deal: FinishedDeal, par: Par) -> dict[str, Any]:
    """Convert the par of a deal for JSON."""
    return make_json_safe(
        {
            "deal": deal.number,
            "seat": deal.seat,
            "points": deal.own_points,
            "free": deal.had_choice,
            "par": par.per_cent,
            "error": par.error,
            "playings": par.points,
        }
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
