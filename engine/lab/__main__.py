"""The rule lab as a command: ``python -m engine.lab GAME --options A.toml --against B.toml``."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import __version__, options
from engine.arena.cli import (
    EXIT_INTERRUPTED,
    check_counts,
    load_house_rules,
    make_json_safe,
    print_failures,
    seat_count,
)
from engine.characters import LEVELS
from engine.games import GAMES
from engine.lab.estimates import Estimate
from engine.lab.laboratory import Laboratory
from engine.lab.trials import Experiment

POLL_SECONDS = 1.0
"""Seconds to wait for the next trial before checking for Ctrl-C."""


def main(arguments: Sequence[str]) -> int:
    """Run the rule lab's command, which compares house rules; return its exit status.

    Invalid arguments exit with status 2 and a message.
    """
    parser = _parser()
    parsed = parser.parse_args(arguments)
    if parsed.game not in GAMES:
        parser.error(f"GAME {parsed.game!r} is unknown; games are {', '.join(GAMES)}")
    try:
        experiment = _experiment(parsed)
    except ValueError as error:
        parser.error(str(error))
    is_complete = True
    with Laboratory(experiment, parsed.seed, max_trials=parsed.deals, processes=parsed.processes) as laboratory:
        laboratory.start(process=parsed.processes > 1)
        try:
            while not laboratory.is_done:
                laboratory.poll()
                laboratory.wait(POLL_SECONDS)
        except KeyboardInterrupt:
            is_complete = False
            print(f"interrupted after {laboratory.comparison.trials} of {parsed.deals}", file=sys.stderr)
        estimates = list(laboratory.comparison.estimates())
    print_failures(laboratory.take_reports())
    if parsed.json:
        print(json.dumps(_json_report(parsed, laboratory, estimates), indent=2))
    else:
        _print_estimates(parsed, experiment, estimates)
    return 0 if is_complete else EXIT_INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.lab",
        description="The same matches under two sets of house rules: what is different?",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--options", type=Path, metavar="A.toml", help="the first rules (default: standard)")
    parser.add_argument("--against", type=Path, metavar="B.toml", help="the second rules (default: standard)")
    parser.add_argument(
        "--deals", type=int, default=200, metavar="N", help="matches under each set of rules (default 200)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the deals (default 1)")
    parser.add_argument("--seats", type=int, metavar="N", help="number of seats (default: the usual number)")
    parser.add_argument("--level", default="medium", choices=LEVELS, help="level of the players (default medium)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--processes", type=int, default=1, metavar="P", help="number of parallel processes (default 1)"
    )
    return parser


def _experiment(arguments: argparse.Namespace) -> Experiment:
    """Return the rule lab's experiment that the command-line arguments describe.

    Raises:
        ValueError: an argument is invalid; the message names the allowed values.
    """
    game = GAMES[arguments.game]
    check_counts(arguments)
    seats = seat_count(game, arguments.seats)
    first, second = (
        load_house_rules(game, arguments.options, "--options"),
        load_house_rules(game, arguments.against, "--against"),
    )
    return Experiment(arguments.game, seats, first, second, arguments.level)


def _print_estimates(arguments: argparse.Namespace, experiment: Experiment, estimates: Sequence[Estimate]) -> None:
    one, two = (_rules_line(rules) for rules in (experiment.first_rules, experiment.second_rules))
    table = f"{experiment.slug}, {experiment.seats} seats, {experiment.level}"
    print(f"{table}, {arguments.deals} matches, seed {arguments.seed}")
    print(f"first:  {one}\nsecond: {two}")
    print(f"{'figure':22} {'first':>18} {'second':>18} {'difference':>20}")
    for estimate in estimates:
        difference = "no difference seen" if estimate.same else f"{estimate.difference:+.3f} ± {estimate.error:.3f}"
        sure = "" if estimate.same or estimate.sure else "  (may be chance)"
        first = f"{estimate.first:.3f} ± {estimate.first_error:.3f}"
        second = f"{estimate.second:.3f} ± {estimate.second_error:.3f}"
        print(f"{estimate.name:22} {first:>18} {second:>18} {difference:>20}{sure}")


def _rules_line(rules: Any) -> str:
    changed = options.changed_values(rules)
    return ", ".join(f"{key} = {options.abbreviate(value)}" for key, value in changed.items()) or "standard"


def _json_report(
    arguments: argparse.Namespace, laboratory: Laboratory, estimates: Sequence[Estimate]
) -> dict[str, Any]:
    experiment = laboratory.experiment
    figures = {estimate.name: make_json_safe(estimate._asdict()) for estimate in estimates}
    for figure in figures.values():
        del figure["name"]
    return {
        "version": __version__,
        "game": experiment.slug,
        "seats": experiment.seats,
        "level": experiment.level,
        "first": options.changed_values(experiment.first_rules),
        "second": options.changed_values(experiment.second_rules),
        "matches": laboratory.comparison.trials,
        "matches_asked": arguments.deals,
        "seed": arguments.seed,
        "unchanged": laboratory.comparison.has_only_equal_figures,
        "figures": figures,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
