"""Accuracy and duration of the review: ``python tests/bench/review_accuracy.py [GAME …] [--part PART …]``.

levels    deals with each level in seat 0: points lost per decision, and the quality of all decisions together
blunders  matches of a master with one bad move: how often the review shows it as the first turning point
speed     a whole match by standard rules: CPU time until every decision was judged once, and until the end

The results are written to tests/bench/review_accuracy.md, a row for each game. Text around the tables is kept.
"""

import argparse
import datetime
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # as a script, its own folder is first

from engine.arena.summary import mean_and_error, ratio_and_error
from engine.characters import LEVELS
from engine.games import GAMES
from engine.match.record import Record
from engine.review import Report, Reviewer, judge_decisions
from engine.review.judge import DEEP_EFFORT, JudgingEffort
from engine.review.key_moments import key_moments
from tests.games.facts import FACTS_BY_GAME
from tests.support.blunders import PlayerSpec, find_blunder, insert_blunder, play_record

FILE = Path(__file__).with_suffix(".md")
DEALS, MATCHES = 40, 40
MAX_DEALS = 99
"""Greater than the number of deals of any match."""
OPEN_CARDS_EFFORT = JudgingEffort(0.01, 0.0)
"""Minimal effort for judging with all cards open, which isn't measured here."""


class Loss(NamedTuple):
    """Losses of one seat in some deals."""

    costs: tuple[float, ...]
    cost: float
    """Points lost by all decisions."""
    max_cost: float
    """Points that random play would have lost."""


def loss_of(record: Record, effort: JudgingEffort) -> Loss:
    """Return the losses of seat 0 in a record."""
    found = [one.verdict for one in judge_decisions(record, 0, effort, OPEN_CARDS_EFFORT)]
    costs = tuple(known.cost for known in found)
    return Loss(costs, sum(costs), sum(known.lead_over_random for known in found))


def quality(losses: Sequence[Loss]) -> tuple[float, float]:
    """Return the quality of all deals together, not clamped to 0 … 100, and its standard error (of a ratio over deals).

    >>> quality([Loss((), 1.0, 4.0), Loss((), 1.0, 4.0)])
    (75.0, 0.0)
    """
    lost, error = ratio_and_error([loss.cost for loss in losses], [loss.max_cost for loss in losses])
    return 100 * (1 - lost), 100 * error


def measure_levels(slug: str, arguments: argparse.Namespace) -> list[str]:
    """Return a row for each level."""
    effort = DEEP_EFFORT.scale(arguments.patience)
    rows = []
    for level in arguments.level or LEVELS:
        records = [
            play_record(slug, PlayerSpec(level), arguments.seed + deal, FACTS_BY_GAME[slug].review_deals)
            for deal in range(arguments.deals)
        ]
        losses = [loss for record in records if (loss := loss_of(record, effort)).costs]
        costs = [cost for loss in losses for cost in loss.costs]
        (cost, error), (figure, wrong) = mean_and_error(costs), quality(losses)
        rows.append(f"{level} | {len(costs)} | {cost:+.3f} ± {error:.3f} | {figure:.0f} ± {wrong:.0f}")
        print(slug, rows[-1], file=sys.stderr, flush=True)
    return rows


def measure_blunders(slug: str, arguments: argparse.Namespace) -> list[str]:
    """Measure how often the blunder is the first turning point; print the other cases to stderr."""
    master = PlayerSpec("master", 0.3)
    effort = DEEP_EFFORT.scale(arguments.patience)
    possible = first = named = 0
    for number in range(arguments.matches):
        record = play_record(slug, master, 10_000 + arguments.seed + number, FACTS_BY_GAME[slug].review_deals)
        if not key_moments(record, 0).decisions:
            continue
        blunder = find_blunder(record)
        if blunder.loss < FACTS_BY_GAME[slug].random_cost:
            continue
        possible += 1
        report = Report(
            0, tuple(judge_decisions(insert_blunder(record, blunder, master), 0, effort, OPEN_CARDS_EFFORT))
        )
        move_indexes = [one.move_index for one in report.turning_points]
        first += move_indexes[:1] == [blunder.move_index]
        named += blunder.move_index in move_indexes
        if move_indexes[:1] != [blunder.move_index]:
            costs = [(one.move_index, str(one.played), round(one.verdict.cost, 2)) for one in report.turning_points]
            print(slug, record.seed, blunder, costs, file=sys.stderr, flush=True)
    return [f"{arguments.matches} | {possible} | {first} | {named}"]


def measure_speed(slug: str, arguments: argparse.Namespace) -> list[str]:
    """Return the CPU time of a whole review in one process."""
    record = play_record(slug, PlayerSpec("easy"), arguments.seed, MAX_DEALS)
    began = time.process_time()
    reviewer = Reviewer(record, 0)
    decisions_made = len(key_moments(record, 0).decisions)
    reviewer.start(process=False)
    first = once = 0.0
    while not reviewer.is_done:
        reviewer.poll()
        report = reviewer.report
        first = first or (time.process_time() - began if report.decisions else 0.0)
        once = once or (time.process_time() - began if len(report.decisions) == decisions_made else 0.0)
    total_seconds = time.process_time() - began
    points, deals = len(reviewer.report.win_chances), len(record.replay().history)
    return [
        f"{deals} | {len(record.moves)} | {decisions_made} | {points} | {first:.1f} | {once:.1f} | {total_seconds:.1f}"
    ]


PARTS: dict[str, Callable[[str, argparse.Namespace], list[str]]] = {
    "levels": measure_levels,
    "blunders": measure_blunders,
    "speed": measure_speed,
}


def main(words: Sequence[str]) -> int:
    """Measure, and write each game's rows as soon as they are known."""
    parser = argparse.ArgumentParser(
        prog="python tests/bench/review_accuracy.py", description="Accuracy and duration of the review."
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help=", ".join(GAMES))
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be repeated")
    parser.add_argument("--deals", type=int, default=DEALS, help="number of deals, or groups of deals, for each level")
    parser.add_argument("--matches", type=int, default=MATCHES, help="number of matches with a blunder")
    parser.add_argument("--level", action="append", choices=LEVELS, help="only this level; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=0.5, help="factor for the review's effort (default 0.5)")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="in the file (default: today)")  # noqa: DTZ011
    parser.add_argument("--out", type=Path, default=FILE)
    arguments = parser.parse_args(words)
    for part in arguments.part or PARTS:
        for slug in arguments.games or GAMES:
            began = time.process_time()
            results = PARTS[part](slug, arguments)
            seconds = time.process_time() - began
            rows = [f"| {slug} | {row} | {arguments.date} | {seconds:.0f} |" for row in results]
            print("\n".join(rows), flush=True)
            text = arguments.out.read_text(encoding="utf-8")
            arguments.out.write_text(replace_rows(text, part, rows), encoding="utf-8")
    return 0


def replace_rows(text: str, part: str, rows: Sequence[str]) -> str:
    """Return the page with these rows in place of those of the same part, game and level.

    Raises:
        ValueError: the file has no such part.
    """
    begin, end = f"<!-- figures: {part} -->", f"<!-- end: {part} -->"
    before, found, rest = text.partition(begin)
    table, also, after = rest.partition(end)
    if not found or not also:
        raise ValueError(f"{begin} … {end} is missing")
    title, ruler, *lines = table.strip().split("\n")
    known = {_sort_key(line): line for line in [*lines, *rows]}
    return before + "\n".join([begin, "", title, ruler, *(known[place] for place in sorted(known)), "", end]) + after


def _sort_key(row: str) -> tuple[int, int]:
    """Return the sort key of a row: its game, and its level if it has one."""
    _, slug, second, *_ = (cell.strip() for cell in row.split("|"))
    return list(GAMES).index(slug), LEVELS.index(second) if second in LEVELS else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
