"""Strength of the levels: ``python -m tests.bench.ladder GAME … [--part PART …] [--scale F] [--processes P]``.

The figures go to tests/bench/opponents.md. Each of the six parts has its own block between two markers; hand-written
text around the blocks is kept:

rules       for the standard rules, each preset and ten random sets of house rules: each level alone among players of
            the level below, on deals played once from every seat
yardsticks  master among greedy, greedy among masters, cheat among greedy, cheat among masters; and the fraction of the
            distance from greedy to cheat that the master closes: D(master) / D(cheat), where D(X) is the points per
            deal of one X among greedy bots minus those of the greedy bots, on the same deals; D(greedy) is 0
ismcts      master among tree searches that know only the rules, with the same time per decision
styles      one of each character among plain bots of its level, for each level below master; for comparison, that
            level among the level below
choices     fraction of decisions in which each character differs from a plain bot of its level; for the master also
            the cost by its own playouts, as matches would take too long
calibration expected points of a searching level's move minus the points of the deal, among equal bots

``python -m engine.arena GAME LINE-UP --deals N --seed S`` repeats any line.
"""

import argparse
import datetime
import math
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from engine.arena import summary as arena_figures
from engine.arena.duplicate import DealTask, DuplicateResult, deal_tasks, play_all
from engine.characters import CHARACTERS, LEVELS
from engine.game import Game
from engine.games import GAMES
from engine.options import changed_values
from engine.rng import Rng
from scenes.text.catalogue import Words
from tests.bench.decisions import Forecast, StyleDifference, calibrate, compare_styles
from tests.games.facts import FACTS_BY_GAME
from tests.support.game_facts import LadderPlan
from tests.support.random_options import random_options

ROOT = Path(__file__).resolve().parents[2]

RULES = "rules"
"""The part with a table of the levels under different house rules."""
PARTS = ("yardsticks", "ismcts", "styles")
"""Parts made of line-ups by the standard rules."""
OTHER_PARTS = ("choices", "calibration")
"""Parts made of single decisions of plain play."""
ALL_PARTS = (RULES, *PARTS, *OTHER_PARTS)
STEPS = tuple(pairwise(("random", *LEVELS)))
"""Pairs of each level and the next higher one."""
RULE_STEPS = STEPS[1:]
"""The steps played under house rules; random play needs no second proof."""
RANDOM_RULE_SETS = 10
"""Number of random sets of house rules."""
STYLE_STEPS = STEPS[:-1]
"""The steps to levels whose characters are played in matches; masters would take too long."""
MIN_DISTANCE = 2.0
"""Minimum distance between two levels, in standard errors."""
MIN_DIFFERENT_FRACTION = 0.08
"""Minimum fraction of different decisions between a character and a plain bot."""
MAX_STYLE_COST = 1 / 3
"""Maximum cost of a style, as a fraction of the distance to the level below."""
CLEAR_DISTANCE = 3.0
"""Distance, in standard errors, from which a step under house rules is clear enough."""
MIN_DEALS_UNTIL_CLEAR = 24
"""Minimum number of deals before a step may be clear."""
MARK = "?"
"""Marks a step between two levels that chance may explain."""
COMMAND = "python -m tests.bench.ladder"
FILE = ROOT / "tests" / "bench" / "opponents.md"


PLANS: Mapping[str, LadderPlan] = {slug: specimen.ladder for slug, specimen in FACTS_BY_GAME.items()}


class LineUpPlan(NamedTuple):
    """A line-up and the amount to play."""

    players: tuple[str, ...]
    amount: int
    """Number of deals."""


class LineUpResult(NamedTuple):
    """A line-up with its results."""

    plan: LineUpPlan
    played: list[DuplicateResult]
    seconds: float


def plans_of_part(part: str, plan: LadderPlan, scale: float = 1.0) -> list[LineUpPlan]:
    """Return the line-ups of a part; the stronger player comes first in each."""

    def line(players: Iterable[str], count: int) -> LineUpPlan:
        return LineUpPlan(tuple(players), max(2, round(count * scale)))

    def alone(a: str, b: str) -> list[str]:
        return [a] + [b] * (plan.seats - 1)

    if part == "ismcts":
        return [line(alone("master", "ismcts"), plan.ismcts)] if plan.ismcts else []
    if part == "styles":
        plans = []
        for below, level in STYLE_STEPS:
            plans.append(line(alone(level, below), plan.styles))
            plans += [line(alone(f"{slug}:{level}", level), plan.styles) for slug in CHARACTERS]
        return plans
    greedy, masters, cheat = plan.yardsticks
    return [
        line(alone("master", "greedy"), greedy),
        line(alone("cheat", "greedy"), greedy),
        line(alone("greedy", "master"), masters),
        line(alone("cheat", "master"), cheat),
    ]


def measure(game: type[Game], line: LineUpPlan, seed: int, processes: int) -> LineUpResult:
    """Play a line-up by the standard rules."""
    start = time.perf_counter()
    task = DealTask(game, line.players, game.Options(), 0, time.process_time)
    played = list(play_all(deal_tasks(task, line.amount, seed), processes))
    return LineUpResult(line, played, time.perf_counter() - start)


class RuleSet(NamedTuple):
    """House rules under which the levels are compared."""

    name: str
    rules: Any
    is_random: bool = False


def rule_sets(game: type[Game]) -> list[RuleSet]:
    """Return the standard rules, the presets and random sets of house rules; the same ones in every run."""
    sets = [RuleSet("standard", game.Options()), *(RuleSet(name, rules) for name, rules in game.presets.items())]
    rng = Rng(1)
    while len(sets) < 1 + len(game.presets) + RANDOM_RULE_SETS:
        rules: Any = random_options(game.Options, rng)
        if all(rules != known.rules for known in sets):
            changes = ", ".join(f"{name} {value}" for name, value in changed_values(rules).items())
            sets.append(RuleSet(changes, rules, is_random=True))
    return sets


def rules_lines(slug: str, scale: float, seed: int, processes: int) -> list[str]:
    """Play every step under every set of rules; return the table in Markdown. Random sets share a row."""
    plan, game = PLANS[slug], GAMES[slug]
    columns = ("rules", *(f"{higher} over {lower}" for lower, higher in RULE_STEPS), "master, ms: mean, worst")
    lines = ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
    random_leads: list[list[list[float]]] = []
    for number, (name, rules, is_random) in enumerate(rule_sets(game)):
        leads, speed, most = [], "", plan.random_set_deals if is_random else math.inf
        for (lower, higher), count in zip(RULE_STEPS, plan.steps, strict=True):
            line = LineUpPlan((higher, *[lower] * (plan.seats - 1)), max(2, round(min(count, most) * scale)))
            found = measure_until_clear(game, line, seed + number, processes, rules)
            leads.append(arena_figures.leads_by_deal(line.players, found.played))
            master, *_ = arena_figures.summary_rows(line.players, found.played)
            speed = f"{master.ms_a_decision:.0f}, {master.worst_ms:.0f}"
        row = f"| {name} | " + " | ".join(map(_step_cell, leads)) + f" | {speed} |"
        print(slug, row, file=sys.stderr, flush=True)
        if is_random:
            random_leads.append(leads)
        else:
            lines.append(row)
    lines.append(f"| {RANDOM_RULE_SETS} random sets | " + " | ".join(map(_pooled_cell, *random_leads)) + " | |")
    return [
        *lines,
        "",
        f"Points a deal of one player minus those of the others ± standard error, and the number of deals, each played "
        f"from {plan.seats} seats; a step is played until it is {CLEAR_DISTANCE:.0f} standard errors wide. "
        f"**{MARK}** marks less than {MIN_DISTANCE:.0f}. Random sets are taken together; behind the number of deals is "
        "the narrowest step of one set.",
    ]


def measure_until_clear(game: type[Game], line: LineUpPlan, seed: int, processes: int, rules: Any) -> LineUpResult:
    """Play a line-up by house rules until the lead is clear, or to its planned number of deals."""
    start, played = time.perf_counter(), []
    task = DealTask(game, line.players, rules, 0, time.process_time)
    for result in play_all(deal_tasks(task, line.amount, seed), processes):
        played.append(result)
        lead = arena_figures.difference(line.players, played)
        if len(played) >= MIN_DEALS_UNTIL_CLEAR and lead is not None and lead.z_score >= CLEAR_DISTANCE:
            break
    return LineUpResult(line, played, time.perf_counter() - start)


def _step_cell(leads: Sequence[float], remark: str = "") -> str:
    points, error = arena_figures.mean_and_error(leads)
    mark = f" **{MARK}**" if points < MIN_DISTANCE * error else ""
    return f"{points:+.3f} ± {error:.3f} ({len(leads)}{remark}){mark}"


def _pooled_cell(*leads_by_set: Sequence[float]) -> str:
    """Return the step over several sets of rules, and the narrowest one, in standard errors."""
    distances = [points / error for points, error in map(arena_figures.mean_and_error, leads_by_set) if error]
    return _step_cell([lead for leads in leads_by_set for lead in leads], f"; {min(distances, default=math.inf):.1f}")


def fraction_closed(master: LineUpResult, cheat: LineUpResult) -> tuple[float, float]:
    """Return the fraction of the distance from greedy to cheat that the master closes, 0 … 1, and its standard
    error."""
    ahead = [arena_figures.leads_by_deal(found.plan.players, found.played) for found in (master, cheat)]
    return arena_figures.ratio_and_error(ahead[0], ahead[1])


# --- writing --------------------------------------------------------------------------------------------------------


def report(part: str, measured: Sequence[LineUpResult]) -> list[str]:
    """Return what a part of matches says, in Markdown."""
    if part == "styles":
        return _costliest_styles(measured)
    lines = [f"- {_result_line(found)}." for found in measured]
    if part == "yardsticks":
        share, error = fraction_closed(measured[0], measured[1])
        lines.append(
            f"- Master closes **{100 * share:.0f} ± {100 * error:.0f} %** of the distance from greedy to cheat."
        )
    return lines


def _result_line(found: LineUpResult) -> str:
    players, played = found.plan.players, found.played
    ahead = arena_figures.difference(players, played)
    assert ahead is not None
    first = arena_figures.summary_rows(players, played)[0]
    return (
        f"{players[0]} among {players[1]}: {ahead.points:+.3f} ± {ahead.error:.3f} points a deal ({len(played)} deals, "
        f"{first.ms_a_decision:.1f} ms)"
    )


def _costliest_styles(measured: Sequence[LineUpResult]) -> list[str]:
    """Return the most expensive style at each level, compared with the distance to the level below."""
    lines, dear, block = [], [], 1 + len(CHARACTERS)
    for first in range(0, len(measured), block):
        step, *styles = measured[first : first + block]
        level, below = step.plan.players[:2]
        costs = [_style_cost(style, step) for style in styles]
        worst = max(costs)
        lines.append(
            f"- The most costly style at {level}: {worst.name.partition(':')[0]}, {worst.points:+.3f} ± "
            f"{worst.points_error:.3f} points a deal, {100 * worst.fraction:.0f} ± {100 * worst.error:.0f} % of the "
            f"distance to {below}."
        )
        dear += [cost.name for cost in costs if cost.fraction > MAX_STYLE_COST]
    limit = f"{100 * MAX_STYLE_COST:.0f} %"
    verdict = (
        f"**{', '.join(dear)} costs more than {limit}** of its step" if dear else f"No style costs more than {limit}"
    )
    return [*lines, f"- {verdict}."]


class _StyleCost(NamedTuple):
    """Cost of a style for its player."""

    fraction: float
    """Fraction of the distance to the level below; negative for a gain."""
    error: float
    name: str
    """Character and level."""
    points: float
    """Points per deal, negative for a cost."""
    points_error: float


def _style_cost(style: LineUpResult, step: LineUpResult) -> _StyleCost:
    """Compare a style with the distance to the level below, on the same deals."""
    lead, distance = (arena_figures.leads_by_deal(found.plan.players, found.played) for found in (style, step))
    share, error = arena_figures.ratio_and_error([-points for points in lead], distance)
    return _StyleCost(share, error, style.plan.players[0], *arena_figures.mean_and_error(lead))


def choices_lines(found: Mapping[str, Sequence[StyleDifference]]) -> list[str]:
    """Return the lines on the characters' choices; each level's last row is the plain bot of the level below."""
    rows = sorted(
        ((row.fraction, f"{row.name} at {level}") for level, found_rows in found.items() for row in found_rows[:-1]),
    )
    (least, shyest), (most, boldest) = rows[0], rows[-1]
    few = ", ".join(name for fraction, name in rows if fraction < MIN_DIFFERENT_FRACTION)
    verdict = (
        f"- Characters differ from a plain player in {100 * least:.0f} % ({shyest}) to {100 * most:.0f} % ({boldest}) "
        "of their decisions"
    )
    verdict += f"; **less than {100 * MIN_DIFFERENT_FRACTION:.0f} %**: {few}." if few else "."
    return [verdict, *_masters_costs(found.get(LEVELS[-1], ()))]


def _masters_costs(rows: Sequence[StyleDifference]) -> list[str]:
    """Return the cost of styles for a master by its own playouts, and the cost of the level below."""
    if not rows:
        return []
    *styles, below = rows
    worst = max(styles, key=lambda row: row.cost)
    return [
        f"- By a master's own playouts the style of {worst.name} costs most, {worst.cost:+.3f} ± "
        f"{worst.cost_error:.3f} points a deal; playing like {below.name} would cost {below.cost:+.3f} ± "
        f"{below.cost_error:.3f}."
    ]


def calibration_lines(found: Sequence[Forecast]) -> list[str]:
    """Return the lines on forecasts minus results; above 0 a level expects too much."""
    lines = []
    for row in found:
        wins = "" if math.isnan(row.wins) else f", {100 * row.wins:+.1f} ± {100 * row.wins_error:.1f} % to win"
        points = f"{row.points:+.3f} ± {row.points_error:.3f} points a deal"
        lines.append(f"- Forecast less result, {row.level}: {points}{wins} ({row.deals} deals).")
    return lines


def single_decision_lines(part: str, slug: str, scale: float, seed: int) -> list[str]:
    plan, game = PLANS[slug], GAMES[slug]
    if part == "calibration":
        amounts = {level: max(2, round(deals * scale)) for level, deals in plan.calibration.items()}
        made = [calibrate(game, plan.seats, level, deals, seed) for level, deals in amounts.items()]
        return calibration_lines([forecast for forecast in made if forecast is not None])
    found = {
        level: compare_styles(game, plan.seats, level, max(2, round(deals * scale)), seed, interval=every)
        for level, (deals, every) in plan.choices.items()
    }
    return choices_lines(found)


def head_line(date: str, command: str, load: str, seconds: float) -> str:
    """Return the date, version, machine and command of a block."""
    cores, python = os.cpu_count(), platform.python_version()
    where = f"{_processor()}, {cores} cores, Python {python}, load before {load}, {seconds:.0f} s"
    return f"`{command}`, {date}, {_commit()}, {where}:"


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def _commit() -> str:
    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    try:
        changed = git("status", "--porcelain", "engine")
        return (git("rev-parse", "--short", "HEAD") or "no commit") + (" with changes" if changed else "")
    except OSError:
        return "no commit"


def _load_average() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def replace_block(text: str, slug: str, part: str, block: str) -> str:
    """Return the text with this block in place of the one between its markers, or appended if there is none."""
    begin, end = f"<!-- figures: {slug} {part} -->", f"<!-- end: {slug} {part} -->"
    made = f"{begin}\n{block}\n{end}"
    before, found, rest = text.partition(begin)
    if not found:
        return f"{text.rstrip()}\n\n## {_title(slug)}: {part}\n\n{made}\n"
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"{begin} has no {end}")
    return before + made + after


def _title(slug: str) -> str:
    return Words("en")(f"{slug}.title")


# --- the command ----------------------------------------------------------------------------------------------------


def _measure_part(slug: str, part: str, lines: Sequence[LineUpPlan], seed: int, processes: int) -> list[LineUpResult]:
    """Play the line-ups and print each result at once."""
    measured = []
    for line in lines:
        measured.append(measure(GAMES[slug], line, seed, processes))
        print(slug, part, f"{measured[-1].seconds:6.1f} s", _result_line(measured[-1]), file=sys.stderr, flush=True)
    return measured


def main(words: Sequence[str]) -> int:
    """Play and write each part at once."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Strength of the levels.")
    parser.add_argument("games", metavar="GAME", nargs="+", choices=list(PLANS), help=", ".join(PLANS))
    parser.add_argument("--part", action="append", choices=ALL_PARTS, help="only this part; may be repeated")
    parser.add_argument("--scale", type=float, default=1.0, metavar="F", help="factor for the planned deals")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="of the deals (default 1); each set of rules has its own"
    )
    parser.add_argument("--processes", type=int, default=2, metavar="P", help="number of processes (default 2)")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help="in the file (default: today)")  # noqa: DTZ011
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE", help="default: tests/bench/opponents.md")
    arguments = parser.parse_args(words)
    for slug in arguments.games:
        for part in arguments.part or ALL_PARTS:
            lines = plans_of_part(part, PLANS[slug], arguments.scale) if part in PARTS else []
            if not lines and part in PARTS:
                continue
            load, start = _load_average(), time.perf_counter()
            if part == RULES:
                body = rules_lines(slug, arguments.scale, arguments.seed, arguments.processes)
            elif part in OTHER_PARTS:
                body = single_decision_lines(part, slug, arguments.scale, arguments.seed)
                print(slug, part, *body, sep="\n", file=sys.stderr, flush=True)
            else:
                body = report(part, _measure_part(slug, part, lines, arguments.seed, arguments.processes))
            command = f"{COMMAND} {slug} --part {part} --scale {arguments.scale:g} --seed {arguments.seed}"
            head = head_line(arguments.date, command, load, time.perf_counter() - start)
            text = arguments.out.read_text(encoding="utf-8") if arguments.out.exists() else "# Opponents: figures\n"
            arguments.out.write_text(replace_block(text, slug, part, "\n".join([head, "", *body])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
