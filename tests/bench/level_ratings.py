"""Ratings of the levels: ``python -m tests.bench.level_ratings GAME … [--scale F] [--seed S]``.

Whole matches are played by the standard rules, with random levels at the seats. The strengths are fitted with the
maximum likelihood of the winners (``engine.statistics.rating``: Luce's model; Medium is 1500). In 5 to 18 % of the
matches, depending on the game (``GameFacts.rated_matches``), one seat has a master and no other is below medium. The
other matches have no master, because masters are slow.

The output is a table for each game, with standard errors from the curvature of the likelihood. For comparison it has
the strengths fitted to all places (Plackett and Luce). If they are equal, the lower places agree with the first. The
results are in tests/bench/opponents.md.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.bots import bot_for
from engine.bots.common.self_play import MAX_MATCH_PLIES, NamedBot, play_on
from engine.characters import LEVELS
from engine.events import DealScored
from engine.game import Game
from engine.games import GAMES
from engine.moves import Seat
from engine.rng import Rng
from engine.statistics.rating import INITIAL_MU, SCALE
from tests.games.facts import FACTS_BY_GAME

COMMAND = "python -m tests.bench.level_ratings"
DERIVATIVE_STEP = 1e-3
"""Step of the numerical derivatives of the likelihood."""


class PlayedMatch(NamedTuple):
    """A match: level and final place of each seat."""

    levels: tuple[str, ...]
    places: tuple[int, ...]


def lineups(seats: int, plain: int, masters: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield the levels at each table; tables with a master are spread evenly among the others."""
    chance = Rng(seed)
    count = plain + masters
    for i in range(count):
        if (i + 1) * masters // count > i * masters // count:
            found = [chance.choice(LEVELS[1:3]) for _ in range(seats)]
            found[chance.below(seats)] = LEVELS[3]
        else:
            found = [chance.choice(LEVELS[:3]) for _ in range(seats)]
        yield tuple(found)


def play(game: type[Game], levels: Sequence[str], seed: int) -> PlayedMatch | None:
    """Play a whole match; return None if it doesn't end."""
    bots = [NamedBot(level, bot_for(game.slug, level, seat_levels=levels)) for level in levels]
    match = game(len(levels), seed, game.Options())
    deals = []
    for _ in play_on(match, bots, seed, MAX_MATCH_PLIES):
        deals += [event.points for event in match.take_events() if isinstance(event, DealScored)]
    return None if match.outcome is None else PlayedMatch(tuple(levels), places(deals, match.outcome.winners))


def places(deals: Sequence[Sequence[int]], winners: Sequence[Seat]) -> tuple[int, ...]:
    """Return the place of each seat in a match, from 1; indistinguishable seats share a place.

    Winners come first. The others are ordered by their totals: high totals are good if the winners' are. Ties are
    broken by the totals after earlier deals, latest first, so that a seat that dropped out later is placed higher.

    Args:
        deals: the points of each seat, deal by deal; at least one.
        winners: the winners of the match.

    >>> places([(3, -1, -1, -1)], (0,))
    (1, 2, 2, 2)
    >>> places([(-1, -2, -2), (0, 0, -1), (0, -1, 0)], (0,))
    (1, 2, 3)
    >>> places([(20, 50, 31)], (0,))
    (1, 3, 2)
    """
    totals = [tuple(map(sum, zip(*deals[:count], strict=True))) for count in range(1, len(deals) + 1)]
    last = totals[-1]
    mean = sum(last) / len(last)
    sign = -1 if sum(last[seat] - mean for seat in winners) > 0 else 1
    keys = [
        (seat not in winners, () if seat in winners else tuple(sign * deal[seat] for deal in reversed(totals)))
        for seat in range(len(last))
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


# --- maximum likelihood -----------------------------------------------------------------------------------------------


def log_likelihood(played: Sequence[PlayedMatch], strengths: Mapping[str, float], *, firsts: bool = False) -> float:
    """Return the log-likelihood of the places. Strengths are on the natural scale, where 1 multiplies the odds by e.

    Seats that share a place have no known order, so they only count as beaten by the seats ahead of them.
    """
    found = 0.0
    for levels, came in played:
        for seat, place in enumerate(came):
            if (firsts and place > 1) or came.count(place) > 1:
                continue
            left = [strengths[level] for level, other in zip(levels, came, strict=True) if other >= place]
            if len(left) > 1:
                found += strengths[levels[seat]] - math.log(sum(map(math.exp, left)))
    return found


def fit(played: Sequence[PlayedMatch], *, firsts: bool = False) -> dict[str, tuple[float, float]]:
    """Return level -> strength and standard error in points, by Newton's method for one level at a time until all
    converge."""
    strengths = dict.fromkeys(LEVELS, 0.0)
    free = [level for level in LEVELS if level != "medium" and any(level in one.levels for one in played)]
    errors = dict.fromkeys(LEVELS, 0.0)
    for _ in range(60):
        moved = 0.0
        for level in free:
            strength = strengths[level]
            below, middle, above = (
                log_likelihood(played, strengths | {level: strength + step}, firsts=firsts)
                for step in (-DERIVATIVE_STEP, 0.0, DERIVATIVE_STEP)
            )
            slope, bend = (above - below) / (2 * DERIVATIVE_STEP), (above - 2 * middle + below) / DERIVATIVE_STEP**2
            step = max(-1.0, min(1.0, -slope / bend)) if bend < 0 else 0.0
            strengths[level] += step
            errors[level] = 1 / math.sqrt(-bend) if bend < 0 else math.inf
            moved = max(moved, abs(step))
        if moved < 1e-4:
            break
    return {level: (INITIAL_MU + SCALE * strengths[level], SCALE * errors[level]) for level in LEVELS}


# --- the command ------------------------------------------------------------------------------------------------------


def report(played: Sequence[PlayedMatch]) -> str:
    """Return the table of a game, in Markdown."""
    every, firsts = fit(played), fit(played, firsts=True)
    rows = []
    for level in LEVELS:
        seats = sum(one.levels.count(level) for one in played)
        cells = [f"{mu:.0f} ± {error:.0f}" if error else f"{mu:.0f}" for mu, error in (every[level], firsts[level])]
        rows.append(f"| {level} | {seats} | {cells[0]} | {cells[1]} |")
    title = "| level | seats | strength by all places | by first places alone |\n|---|---|---|---|"
    return "\n".join([title, *rows])


def main(words: Sequence[str]) -> int:
    """Play and print the results, game by game."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Ratings of the levels.")
    parser.add_argument("games", metavar="GAME", nargs="+", choices=list(GAMES), help=", ".join(GAMES))
    parser.add_argument("--scale", type=float, default=1.0, metavar="F", help="factor for the planned matches")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of line-ups and deals (default 1)")
    parser.add_argument("--minutes", type=float, default=math.inf, metavar="M", help="maximum time for each game")
    arguments = parser.parse_args(words)
    for slug in arguments.games:
        game, start, played = GAMES[slug], time.perf_counter(), list[PlayedMatch]()
        plain_count, master_count = (round(count * arguments.scale) for count in FACTS_BY_GAME[slug].rated_matches)
        seeds = Rng(arguments.seed)
        for levels in lineups(game.seats_default, plain_count, master_count, arguments.seed):
            if time.perf_counter() - start > 60 * arguments.minutes:
                break
            match = play(game, levels, seeds.bits() >> 1)
            played += [match] if match else []
        took = time.perf_counter() - start
        command = f"{COMMAND} {slug} --scale {arguments.scale:g} --seed {arguments.seed}"
        print(f"\n`{command}`: {len(played)} matches, {took:.0f} s\n")
        print(report(played), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
