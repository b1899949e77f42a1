"""Big Two's master against three searches without its network: ``python -m tests.bench.learned_master DEALS SEED
[FILE]``.

Each deal is played in all four rotations by the standard house rules. After every deal a line of JSON is appended to
FILE, if given. ``--sum FILE …`` adds up the results of several processes with other seeds.
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engine.arena.summary import ratio_and_error
from engine.bots.big_two.master import FALLBACK_BUDGET, BigTwoMaster
from engine.bots.big_two.model import SEATS
from engine.bots.big_two.search import BigTwoSearch
from engine.bots.common.base import final_thought
from engine.games.big_two import BigTwo
from engine.moves import Seat
from engine.rng import Rng


class PlayedDeal(NamedTuple):
    """One deal from one seat of the learned master."""

    points: int
    forecasts: list[float]
    """Forecasts at its decisions, in points of the deal."""
    seconds: list[float]
    """CPU seconds of its decisions."""


def play_deal(deal: int, seat: Seat) -> PlayedDeal:
    """Play one deal with the learned master on this seat."""
    game, chance = BigTwo(SEATS, deal), Rng(deal ^ (seat + 1))
    game.events = None
    learned, others = BigTwoMaster(), BigTwoSearch(FALLBACK_BUDGET)
    forecasts, seconds = [], []
    while not game.history:
        (mover,) = game.seats_to_act()
        moves = game.legal_moves(mover)
        if len(moves) == 1:
            game.push(moves[0])
            continue
        begin = time.process_time()
        thought = final_thought(learned if mover == seat else others, game.view(mover), mover, Rng(chance.bits()))
        if mover == seat:
            seconds.append(time.process_time() - begin)
            forecasts += [one.value for one in thought.evaluations[:1]]
        game.push(thought.move)
    return PlayedDeal(game.history[0][seat], forecasts, seconds)


def summary(deals: Iterable[list[PlayedDeal]]) -> str:
    """Summarise the deals, each played in all rotations."""
    known = list(deals)
    points = [statistics.mean(one.points for one in deal) for deal in known]
    error = statistics.stdev(points) / math.sqrt(len(points)) if len(points) > 1 else math.nan
    won = statistics.mean(one.points > 0 for deal in known for one in deal)
    seconds = [second for deal in known for one in deal for second in one.seconds]
    off = [sum(value - one.points for one in deal for value in one.forecasts) for deal in known]
    mean, spread = ratio_and_error(off, [sum(len(one.forecasts) for one in deal) for deal in known])
    return (
        f"{len(known)} deals: {statistics.mean(points):+.3f} ± {error:.3f} points a deal, {won:.1%} won; "
        f"{len(seconds)} decisions, {1000 * statistics.mean(seconds):.0f} ms of processor time, "
        f"at most {1000 * max(seconds):.0f}; forecast less result {mean:+.2f} ± {spread:.2f}"
    )


def _read(files: Iterable[Path]) -> Iterable[list[PlayedDeal]]:
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            yield [PlayedDeal(*one) for one in json.loads(line)["played"]]


def main(words: list[str]) -> None:
    """Play, or add up result files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", type=int, nargs="?", default=0)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--sum", type=Path, nargs="+", metavar="FILE")
    arguments = parser.parse_args(words)
    if arguments.sum:
        print(summary(_read(arguments.sum)))
        return
    chance, played = Rng(arguments.seed), []
    for _ in range(arguments.deals):
        deal = chance.bits() >> 1
        played.append([play_deal(deal, seat) for seat in range(SEATS)])
        if arguments.file:
            with arguments.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"deal": deal, "played": played[-1]}) + "\n")
    print(summary(played))


if __name__ == "__main__":
    main(sys.argv[1:])
