"""Matches with every pair of values of any two house rules: ``python -m tests.rule_pairs [GAME …] [--matches 30]``.

A few dozen combinations of house rules contain all pairs. With each, matches are played to their end, alternately at
random and by the game's policy. Cards, views, sampled positions, copies and records are checked on the way.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from engine.games import GAMES
from engine.match.record import LEGACY_FORMAT, Record
from engine.options import Value, options_of
from engine.rng import Rng
from tests.support import game_contract

_CHECK_INTERVAL = 400
"""Number of moves between two thorough checks of a whole match."""
_CANDIDATES = 20
"""Number of combinations drawn for each one that is taken."""

Pair = tuple[tuple[str, Value], tuple[str, Value]]


def covering_rules(owner: type[Any]) -> list[Any]:
    """Return house rules that together contain every pair of values of any two options (pairwise testing)."""
    choices, rng, found = options_of(owner), Rng(1), list[Any]()
    missing: set[Pair] = {
        ((first.name, a), (second.name, b))
        for first, second in combinations(choices, 2)
        for a, b in product(first.values, second.values)
    }
    while missing:
        wanted = min(missing, key=repr)
        drawn = [
            {**{choice.name: rng.choice(choice.values) for choice in choices}, **dict(wanted)}
            for _ in range(_CANDIDATES)
        ]
        best = max(drawn, key=lambda values: len(missing.intersection(combinations(values.items(), 2))))
        missing.difference_update(combinations(best.items(), 2))
        found.append(owner(**best))
    return found


def play(slug: str, rules: Any, number: int, max_moves: int = game_contract.MAX_MOVES) -> None:
    """Play match ``number`` with these house rules and check it; other numbers have other seats, cards and moves.

    Raises:
        AssertionError: a fault, or a match that doesn't end; the message names rules and number.
    """
    game = game_contract.ALL_GAMES[slug]
    seats = game.seats_allowed[number % len(game.seats_allowed)]
    moves = game_contract.policy_moves if number % 2 else game_contract.random_moves
    record = Record(slug, seats, number, rules, format=LEGACY_FORMAT, games=game_contract.ALL_GAMES)
    try:
        end = game_contract.play_checked(record, number, max_moves, _CHECK_INTERVAL, moves)
        assert end.outcome is not None or max_moves < game_contract.MAX_MOVES, "the match doesn't end"
    except Exception as error:
        raise AssertionError(f"{slug}, match {number} with {seats} seats, {rules}: {error}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status, 1 after a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.rule_pairs", description=__doc__.splitlines()[0])
    parser.add_argument("games", metavar="GAME", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--matches", type=int, default=30, help="with each combination of house rules (default 30)")
    options = parser.parse_args(arguments)
    faults = 0
    for slug in options.games or GAMES:
        rule_sets, before = covering_rules(GAMES[slug].Options), faults
        for number, rules in enumerate(rule_sets):
            for match in range(options.matches):
                try:
                    play(slug, rules, number + match)
                except AssertionError as error:
                    faults += 1
                    print(error)
        print(
            f"{slug}: {len(rule_sets)} combinations, {options.matches} matches each, {faults - before} faults",
            flush=True,
        )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
