"""Convergence of a fair table's strength: ``python -m tests.bench.fair_table GAME … [--players P,…] [--runs N]
[--patience F]``.

Scripted players start at a fair table and play whole matches by the standard rules. After each match the opponents'
strength changes as in the program (``engine.profile.fair_tables.next_strength``). The output is a table for each game.
It shows each player's wins relative to a fair share in the first and second ten matches, with standard errors over
runs, and the strength after ten. The target is 70 to 130 % in the second ten. The results are in
tests/bench/opponents.md.

With ``--model`` each match is decided at random by the ratings of both sides (``engine.statistics.rating``), so that
thousands of runs take seconds.
"""

import argparse
import math
import sys
import time
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from engine.bots import bot_for
from engine.bots.common.self_play import MAX_MATCH_PLIES, NamedBot, play_on
from engine.bots.common.strengths import LEVEL_RATINGS, RANDOM_RATINGS, rating_of
from engine.characters import LEVELS
from engine.game import Game
from engine.games import GAMES
from engine.moves import Seat
from engine.profile.fair_tables import FairTable, next_strength
from engine.rng import Rng
from engine.statistics.rating import SCALE

COMMAND = "python -m tests.bench.fair_table"
PLAYERS = ("random", *LEVELS)
SETTLING_MATCHES, MATCHES_PER_RUN = 10, 20
"""Number of matches in which the strength settles, and of all matches in a run."""


class Run(NamedTuple):
    """One player's first matches at a fair table."""

    first: float
    """Wins in the first matches, relative to the fair share."""
    later: float
    """Wins in the later matches, relative to the fair share."""
    settled: float
    """Strength after the first matches."""


def share_won(game: type[Game], player: NamedBot, others: NamedBot, seat: Seat, seed: int) -> float:
    """Return a player's share of a match: 1 alone, a fraction of a shared win, 0 if the match doesn't end."""
    match = game(game.seats_default, seed, game.Options())
    match.events = None
    bots = [player if at == seat else others for at in range(match.seats)]
    for _ in play_on(match, bots, seed, MAX_MATCH_PLIES):
        pass
    winners = () if match.outcome is None else match.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def play(game: type[Game], player: NamedBot, patience: float, seed: int) -> Run:
    """Play one player's first matches, with the player's seat rotating."""
    seats, chance = game.seats_default, Rng(seed)
    table, shares, settled = FairTable(), list[float](), 0.0
    for number in range(MATCHES_PER_RUN):
        if number == SETTLING_MATCHES:
            settled = float(table.level)
        others = NamedBot(table.level, bot_for(game.slug, table.level, patience=patience))
        share = share_won(game, player, others, number % seats, chance.bits() >> 1)
        table = table._replace(place=next_strength(table.place, seats, number, share))
        shares.append(share * seats)
    return Run(fmean(shares[:SETTLING_MATCHES]), fmean(shares[SETTLING_MATCHES:]), settled)


def play_by_model(game: type[Game], rating: float, chance: Rng) -> Run:
    """Decide a player's first matches at random by the ratings of both sides."""
    seats, table, shares, settled = game.seats_default, FairTable(), list[float](), 0.0
    for number in range(MATCHES_PER_RUN):
        if number == SETTLING_MATCHES:
            settled = float(table.level)
        others = rating_of(game.slug, table.level)
        assert others is not None
        won = chance.unit() < 1 / (1 + (seats - 1) * math.exp((others - rating) / SCALE))
        table = table._replace(place=next_strength(table.place, seats, number, float(won)))
        shares.append(float(won) * seats)
    return Run(fmean(shares[:SETTLING_MATCHES]), fmean(shares[SETTLING_MATCHES:]), settled)


def table_row(player: str, runs: Sequence[Run]) -> str:
    cells = []
    for shares in ([run.first for run in runs], [run.later for run in runs]):
        error = stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else math.nan
        cells.append(f"{100 * fmean(shares):.0f} ± {100 * error:.0f} %")
    places = [run.settled for run in runs]
    spread = stdev(places) if len(places) > 1 else math.nan
    return f"| {player} | {len(runs)} | {cells[0]} | {cells[1]} | {fmean(places):.2f} ± {spread:.2f} |"


def main(words: Sequence[str]) -> int:
    """Play and print the results, game by game."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Convergence of a fair table's strength.")
    parser.add_argument("games", metavar="GAME", nargs="+", choices=list(GAMES), help=", ".join(GAMES))
    parser.add_argument("--players", default=",".join(PLAYERS), metavar="P,…", help="default: all five")
    parser.add_argument("--runs", type=int, default=30, metavar="N", help="runs of each player (default 30)")
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S", help="maximum CPU time per player")
    parser.add_argument("--patience", type=float, default=0.1, metavar="F", help="factor on masters' budget (0.1)")
    parser.add_argument("--model", action="store_true", help="decide matches by ratings, without playing")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the deals (default 1)")
    arguments = parser.parse_args(words)
    for slug in arguments.games:
        seats, patience = GAMES[slug].seats_default, arguments.patience
        print(f"\n{slug}, {seats} seats, seed {arguments.seed}, masters' patience {patience:g}\n")
        print("| player | runs | first ten, of a fair share | next ten | strength after ten |\n|---|---|---|---|---|")
        for player in arguments.players.split(","):
            bot = NamedBot(player, bot_for(slug, player, patience=arguments.patience))
            rating = RANDOM_RATINGS[slug] if player == "random" else LEVEL_RATINGS[slug][player]
            began, runs, seeds = time.process_time(), list[Run](), Rng(arguments.seed)
            while len(runs) < arguments.runs and time.process_time() - began < arguments.seconds:
                seed = seeds.bits() >> 1
                runs.append(
                    play_by_model(GAMES[slug], rating, Rng(seed))
                    if arguments.model
                    else play(GAMES[slug], bot, arguments.patience, seed)
                )
            print(table_row(player, runs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
