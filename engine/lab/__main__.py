"""What a house rule changes, without a screen: ``python -m engine.lab GAME --options A.toml --against B.toml``."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import __version__, options
from engine.arena.command import INTERRUPTED, check_counts, finite, house_rules, seats_for
from engine.games import GAMES
from engine.lab.figures import Estimate
from engine.lab.laboratory import Laboratory
from engine.lab.trials import Experiment
from engine.people import LEVELS

LONG = 1.0
"""Seconds that are waited for the next trial before the terminal is looked at again."""


def main(words: Sequence[str]) -> int:
    """Run the command; what was asked wrongly ends it with status 2 and a message that says what is allowed."""
    parser = _parser()
    asked = parser.parse_args(words)
    if asked.game not in GAMES:
        parser.error(f"GAME {asked.game!r}: unknown; games are {', '.join(GAMES)}")
    try:
        plan = _plan(asked)
    except ValueError as error:
        parser.error(str(error))
    whole = True
    with Laboratory(plan, asked.seed, most=asked.deals, processes=asked.processes) as laboratory:
        laboratory.start(process=asked.processes > 1)
        try:
            while not laboratory.done:
                laboratory.poll()
                laboratory.wait(LONG)
        except KeyboardInterrupt:
            whole = False
            print(f"interrupted after {laboratory.comparison.trials} of {asked.deals}", file=sys.stderr)
        found = list(laboratory.comparison.estimates())
    if asked.json:
        print(json.dumps(_plain(asked, plan, laboratory, found), indent=2))
    else:
        _print_table(asked, plan, found)
    return 0 if whole else INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.lab",
        description="The same matches under two sets of house rules: what is different?",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--options", type=Path, metavar="A.toml", help="the first rules (default: standard)")
    parser.add_argument("--against", type=Path, metavar="B.toml", help="the second rules (default: standard)")
    parser.add_argument("--deals", type=int, default=200, metavar="N", help="matches under each rules (default 200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the deals (default 1)")
    parser.add_argument("--seats", type=int, metavar="N", help="default: as the game is usually played")
    parser.add_argument("--level", default="medium", choices=LEVELS, help="of the players (default medium)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--processes", type=int, default=1, metavar="P", help="play side by side (default 1)")
    return parser


def _plan(asked: argparse.Namespace) -> Experiment:
    """What is compared. Raises ValueError with a message that says what is allowed."""
    game = GAMES[asked.game]
    check_counts(asked)
    seats = seats_for(game, asked.seats)
    first, second = house_rules(game, asked.options, "--options"), house_rules(game, asked.against, "--against")
    return Experiment(asked.game, seats, first, second, asked.level)


def _print_table(asked: argparse.Namespace, plan: Experiment, found: Sequence[Estimate]) -> None:
    one, two = (_named(rules) for rules in (plan.first, plan.second))
    print(f"{plan.slug}, {plan.seats} seats, {plan.level}, {asked.deals} matches, seed {asked.seed}")
    print(f"first:  {one}\nsecond: {two}")
    print(f"{'figure':22} {'first':>18} {'second':>18} {'difference':>20}")
    for one_of in found:
        difference = "no difference seen" if one_of.same else f"{one_of.difference:+.3f} ± {one_of.error:.3f}"
        sure = "" if one_of.same or one_of.sure else "  (may be chance)"
        first = f"{one_of.first:.3f} ± {one_of.first_error:.3f}"
        second = f"{one_of.second:.3f} ± {one_of.second_error:.3f}"
        print(f"{one_of.name:22} {first:>18} {second:>18} {difference:>20}{sure}")


def _named(rules: Any) -> str:
    changed = options.write(rules)
    return ", ".join(f"{key} = {options.short(value)}" for key, value in changed.items()) or "standard"


def _plain(
    asked: argparse.Namespace, plan: Experiment, laboratory: Laboratory, found: Sequence[Estimate]
) -> dict[str, Any]:
    figures = {one.name: finite(one._asdict()) for one in found}
    for figure in figures.values():
        del figure["name"]
    return {
        "version": __version__,
        "game": plan.slug,
        "seats": plan.seats,
        "level": plan.level,
        "first": options.write(plan.first),
        "second": options.write(plan.second),
        "matches": laboratory.comparison.trials,
        "matches_asked": asked.deals,
        "seed": asked.seed,
        "unchanged": laboratory.comparison.unchanged,
        "figures": figures,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
