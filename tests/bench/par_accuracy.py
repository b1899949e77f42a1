"""Accuracy of par: ``python tests/bench/par_accuracy.py [GAME …] [--deals N] [--playings P] [--against LEVEL]``.

For each game a bot of every level plays a deal in the person's seat against bots of one level. Then par is computed by
playouts of that deal. A Master with its usual thinking time must get about 50, Easy clearly less. The results are
written to tests/bench/par_accuracy.md, a row for each game.
"""

import argparse
import datetime
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # as a script, its own folder is first

from engine.arena.summary import mean_and_error
from engine.characters import LEVELS, REGULARS
from engine.cooperative import run_to_end
from engine.games import GAMES
from engine.match.record import Chair
from engine.par.playouts import PATIENCE, FinishedDeal, Par, PlayoutTask, play_out, play_out_by, playout_tasks
from engine.rng import Rng

FILE = Path(__file__).with_suffix(".md")
BEGIN, END = "<!-- figures -->", "<!-- end -->"
_HEAD = ("game", "against", "deals × playouts", *LEVELS, "date", "patience", "s")
EMPTY_PAGE = f"# Par: figures\n\n{BEGIN}\n\n| {' | '.join(_HEAD)} |\n{'|---' * len(_HEAD)}|\n\n{END}\n"
"""A page without results."""
DEALS, PLAYOUTS = 200, 6
"""Deals of each game, and playouts of each. Many deals with few playouts are more precise than the reverse."""
DEALS_PER_ROUND = 10
"""Number of deals of a game before its row is updated and the next game follows."""


class Mean(NamedTuple):
    """A mean over deals with its standard error."""

    value: float
    error: float
    deals: int

    def __str__(self) -> str:
        return f"{self.value:.1f} ± {self.error:.1f}"


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of at least two values."""
    return Mean(*mean_and_error(values), len(values))


def deal_of(slug: str, number: int, against: str) -> FinishedDeal:
    """Return a deal to measure; the person's seat and the characters of the others rotate with its number."""
    seats = GAMES[slug].seats_default
    seed = Rng(number).bits() >> 1
    start = GAMES[slug](seats, seed)
    start.events = None
    seat = number % seats
    known = list(REGULARS)
    chairs = [Chair(known[(number + other) % len(known)], against) for other in range(seats)]
    chairs[seat] = Chair()
    return FinishedDeal(start, tuple(chairs), seat, 1, 0, True, seed)


def pars(
    slug: str, numbers: Iterable[int], count: int, against: str, levels: Sequence[str], *, patience: float = 1.0
) -> dict[str, list[float]]:
    """Return level -> its pars of all deals in which it had a choice, from the same playouts for all levels.

    ``patience`` is that of the measured players, as ``bot_for`` takes it; playouts have their own.
    """
    pars_by_level: dict[str, list[float]] = {level: [] for level in levels}
    for number in numbers:
        deal = deal_of(slug, number, against)
        points = tuple(
            points for playout in playout_tasks(deal, count) if (points := run_to_end(play_out(playout))) is not None
        )
        for level in levels:
            played = run_to_end(
                play_out_by(PlayoutTask(deal, Rng(number + 1_000_003).bits() >> 1), level, patience, patience)
            )
            if played is not None and played.had_choice and points:
                pars_by_level[level].append(Par(played.points, points).per_cent)
    return pars_by_level


def main(words: Sequence[str]) -> int:
    """Play, and update each game's row after every round."""
    parser = argparse.ArgumentParser(prog="python tests/bench/par_accuracy.py", description="Accuracy of par.")
    parser.add_argument("games", metavar="GAME", nargs="*", help=", ".join(GAMES))
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--playings", type=int, default=PLAYOUTS)
    parser.add_argument("--against", choices=LEVELS, default="medium")
    parser.add_argument(
        "--level", action="append", choices=LEVELS, help="only this level in the person's seat; may be repeated"
    )
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="in the file (default: today)")  # noqa: DTZ011
    parser.add_argument("--out", type=Path, default=FILE)
    arguments = parser.parse_args(words)
    slugs = arguments.games or list(GAMES)
    levels = arguments.level or LEVELS
    pars_by_slug: dict[str, dict[str, list[float]]] = {slug: {level: [] for level in levels} for slug in slugs}
    seconds = dict.fromkeys(slugs, 0.0)
    for first in range(0, arguments.deals, DEALS_PER_ROUND):
        numbers = range(first, min(first + DEALS_PER_ROUND, arguments.deals))
        for slug in slugs:
            began = time.process_time()
            for level, more in pars(slug, numbers, arguments.playings, arguments.against, levels).items():
                pars_by_slug[slug][level] += more
            seconds[slug] += time.process_time() - began
            results = [str(mean_of(pars_by_slug[slug][level])) if level in levels else "–" for level in LEVELS]
            amounts = f"{numbers.stop} × {arguments.playings}"
            cells = [
                slug,
                arguments.against,
                amounts,
                *results,
                arguments.date,
                f"{PATIENCE:g}",
                f"{seconds[slug]:.0f}",
            ]
            row = f"| {' | '.join(cells)} |"
            print(row, flush=True)
            text = arguments.out.read_text(encoding="utf-8") if arguments.out.exists() else EMPTY_PAGE
            arguments.out.write_text(replace_row(text, slug, arguments.against, row), encoding="utf-8")
    return 0


def replace_row(text: str, slug: str, against: str, row: str) -> str:
    """Return the page with this row in place of the one of the same game and opponents."""
    before, found, rest = text.partition(BEGIN)
    table, also, after = rest.partition(END)
    if not found or not also:
        raise ValueError(f"{BEGIN} … {END} is missing")
    rows = [line for line in table.strip().split("\n") if not line.startswith(f"| {slug} | {against} |")]
    return before + "\n".join([BEGIN, "", *rows, row, "", END]) + after


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
