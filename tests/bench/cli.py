"""Speed, memory and idle load: ``python -m tests.bench [NAME …] [--json] [--compare REV] [--write FILE]``.

Each figure is the median of several runs, printed with minimum and maximum, which show the machine's noise. A window is
measured in a separate process with SDL's dummy driver, where the CPU does all the drawing.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.policy_bots import RandomPolicy
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.sequential_halving import Budget as SearchBudget
from engine.bots.registry import policy_of
from engine.game import Game
from engine.games import GAMES
from engine.lab import Experiment, Laboratory
from engine.par import ParMaker, finished_deals
from engine.rng import Rng
from tests.bench import built_program as bench_frozen
from tests.bench import compare as bench_compare
from tests.bench import lab_stability as bench_lab
from tests.bench import memory as bench_memory
from tests.bench import real_window as bench_outside
from tests.bench import screen_reader as bench_reading
from tests.bench import search_agreement as bench_agreement
from tests.games.facts import FACTS_BY_GAME
from tests.support import many_deals
from tests.support.bot_records import play_one_deal
from tests.support.toy import Toy

Benchmark = Callable[[], "Figure"]
ROOT = Path(__file__).resolve().parents[2]
RUNS_PER_FIGURE = 5
FLIGHTS_PER_RUN = 12
"""Number of measured flights; the first two are dropped."""
LAB_SECONDS = 20.0
"""Seconds that the rule lab plays."""


class Figure(NamedTuple):
    """A measured figure and its target."""

    name: str
    unit: str
    values: list[float]
    target: str

    @property
    def median(self) -> float:
        return statistics.median(self.values)


def figure(name: str, unit: str, target: str, measure: Callable[[int], float], runs: int = 1) -> dict[str, Benchmark]:
    """Return a benchmark by its name; ``measure`` gets the number of the run, as several figures share a run."""
    return {name: lambda: Figure(name, unit, [float(measure(run)) for run in range(runs)], target)}


def per_game(
    name: str,
    unit: str,
    target: str | Mapping[str, str],
    measure: Callable[[str, int], float],
    runs: int = RUNS_PER_FIGURE,
    *,
    suffix: str = "",
) -> dict[str, Benchmark]:
    """Return a benchmark for every game; ``target`` may differ by game."""
    found: dict[str, Benchmark] = {}
    for slug in GAMES:
        wanted = target if isinstance(target, str) else target.get(slug, "")
        found |= figure(f"{name}_{slug}{suffix}", unit, wanted, partial(measure, slug), runs)
    return found


def plies(slug: str, _run: int, seconds: float = 1.0) -> float:
    """Return random moves per second through ``Game``: list the legal moves, choose one, push it."""
    rng = Rng(3)
    count, seed, end = 0, 0, time.perf_counter() + seconds
    begin = time.perf_counter()
    while time.perf_counter() < end:
        game = GAMES[slug](GAMES[slug].seats_default, seed)
        game.events = None
        seed += 1
        while game.outcome is None:
            for seat in game.seats_to_act():
                moves = game.legal_moves(seat)
                game.push(moves[rng.below(len(moves))])
                count += 1
    return count / (time.perf_counter() - begin)


def playouts(slug: str, _run: int, seconds: float = 1.0) -> float:
    """Return playouts per CPU second by the game's best policy, from every position of four deals to the deal's end."""
    policy = policy_of(slug)
    worlds = []
    for seed in range(4):
        game, rng = GAMES[slug](GAMES[slug].seats_default, seed), Rng(seed)
        while not game.history:
            worlds.append(game.copy_for_playout())
            game.push(policy.choose(game, game.seats_to_act()[0], rng))
    count, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        world, rng = worlds[count % len(worlds)].copy_for_playout(), Rng(count)
        while movers := world.seats_to_act():
            world.push(policy.choose(world, movers[0], rng))
        count += 1
    return count / (time.process_time() - begin)


def midgame_position(slug: str) -> Game:
    """Return a position in the middle of a deal."""
    game, rng = GAMES[slug](GAMES[slug].seats_default, 5), Rng(5)
    for _ in range(14):
        seat = game.seats_to_act()[0]
        game.play(rng.choice(game.legal_moves(seat)))
    return game


def sampling_us(slug: str, _run: int, rounds: int = 4000) -> float:
    """Return the CPU microseconds to clone a view and to deal its unknown cards at random."""
    view, rng = midgame_position(slug).view(0), Rng(1)
    begin = time.process_time()
    for _ in range(rounds):
        view.clone()
        view.determinize(rng)
    return (time.process_time() - begin) / rounds * 1e6


def viewing_us(slug: str, _run: int, rounds: int = 4000) -> float:
    """Return the CPU microseconds to make a seat's view."""
    game = midgame_position(slug)
    begin = time.process_time()
    for _ in range(rounds):
        game.view(0)
    return (time.process_time() - begin) / rounds * 1e6


def search_steps(slug: str, _run: int) -> float:
    """Return a master's search steps per second."""
    game = midgame_position(slug)
    seat = game.seats_to_act()[0]
    view = game.view(seat)
    begin, steps = time.perf_counter(), 0
    for seed in range(3):
        steps += sum(1 for _ in bot_for(slug, "master").think(view, seat, Rng(seed)))
    return steps / (time.perf_counter() - begin)


def cheating_lead(_run: int, deals: int = 12) -> float:
    """Return the lead in points per deal of a search that sees all cards over one that doesn't, in the tests' toy
    game."""
    lead = 0
    for seed in range(deals):
        for seat in (0, 1):
            game = Toy(2, seed)
            while not game.history:
                mover = game.seats_to_act()[0]
                bot = MonteCarloSearch(RandomPolicy(), SearchBudget(500))
                seen = game.clone() if mover == seat else game.view(mover)
                game.push(final_thought(bot, seen, mover, Rng(seed)).move)
            lead += game.history[0][seat] - game.history[0][1 - seat]
    return lead / (2 * deals)


class Frames(NamedTuple):
    """CPU milliseconds of a table's frames, so that other load of the machine has no effect."""

    median: float
    """Median with twelve cards in flight."""
    p99: float
    still: float
    """Median of full redraws without any change."""


@cache
def frames(slug: str, size: tuple[int, int], run: int) -> Frames:
    """Measure the frames of a full table; once for all figures of the same ``run``."""
    import pygame

    from scenes.selftest.selftest import new_record
    from scenes.shell.destinations import MatchTable
    from tests.support.flights import fly_cards
    from tests.support.profile_pilot import Pilot

    pygame.display.init()
    pygame.font.init()
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        pilot = Pilot(Path(folder), size)

        def step() -> None:
            before = time.process_time()
            pilot.step()
            took.append((time.process_time() - before) * 1000)

        def redraw() -> None:
            before = time.process_time()
            pilot.app.draw()
            still.append((time.process_time() - before) * 1000)

        pilot.app.go(MatchTable(new_record(slug, 7)))
        pilot.run_until_idle()
        still: list[float] = []
        for _ in range(FLIGHTS_PER_RUN * 4):
            redraw()
        for turn in range(FLIGHTS_PER_RUN):
            fly_cards(pilot, turn, step)
        pilot.app.release_everything()
    measured = sorted(took[len(took) // FLIGHTS_PER_RUN * 2 :])  # the first two flights fill the caches
    return Frames(statistics.median(measured), measured[len(measured) * 99 // 100], statistics.median(still))


def frame_figures(name: str, size: tuple[int, int], wanted: Frames) -> dict[str, Benchmark]:
    """Return the frame benchmarks of every game at one window size; ``wanted`` holds the upper limits."""
    found: dict[str, Benchmark] = {}
    for which, limit in wanted._asdict().items():
        measure = partial(lambda which, slug, run: getattr(frames(slug, size, run), which), which)
        found |= per_game(name if which == "median" else f"{name}_{which}", "ms", f"< {limit}", measure)
    return found


def staged_ms(which: str, run: int) -> float:
    """Return a figure of the frames of the most animated announcement, at 1920×1080."""
    from tests.bench.announcement_frames import staged_frames

    return float(getattr(staged_frames("roped", "lasso", (1920, 1080), run), which))


class FirstFlights(NamedTuple):
    """CPU milliseconds at the first table since the program's start."""

    worst: float
    """Slowest animated frame, from the second frame to the first question."""
    late: float
    """Number of animated frames that took more than 16.7 ms."""
    opening: float
    """From the start of the match to the end of the first frame, including prerendering."""
    question: float
    """Frame of the first question, in which panels appear."""


@cache
def first_flights(slug: str, size: tuple[int, int], run: int) -> FirstFlights:
    """Measure the frames from the seating screen, shown for two seconds, to the first question, in a separate
    process."""
    mode = f"first_{slug}_{size[0]}x{size[1]}"
    found = window(mode, run)
    return FirstFlights(*(found[name] for name in FirstFlights._fields))


def first_figures(name: str, size: tuple[int, int]) -> dict[str, Benchmark]:
    """Return the first-flight benchmarks of every game at one window size."""
    found: dict[str, Benchmark] = {}
    for which in FirstFlights._fields:
        measure = partial(lambda which, slug, run: getattr(first_flights(slug, size, run), which), which)
        unit, target = ("frames", "0") if which == "late" else ("ms", "< 16.7" if which == "worst" else "")
        found |= per_game(f"{name}_{which}", unit, target, measure, 3)
    return found


class NotMeasuredError(RuntimeError):
    """A measured window ended without printing figures; the message gives the reason."""


def measure_window(mode: str, folder: str) -> dict[str, float]:
    """Return the figures of a window, run in a separate process.

    Raises:
        NotMeasuredError: the process failed.
    """
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.inside_window", mode, folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotMeasuredError(done.stderr.strip().splitlines()[-1])
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    figures["whole"] = time.perf_counter() - begin
    return figures


@cache
def window(mode: str, run: int) -> dict[str, float]:
    """Return the figures of one run of a window; all figures of a mode share its runs."""
    with tempfile.TemporaryDirectory() as folder:
        return measure_window(mode, folder)


def million_deals_ms() -> list[float]:
    """Return the milliseconds from the key on the home screen to the drawn statistics of a million deals, at
    1920×1080."""
    import pygame

    from scenes.screens.statistics.statistics_screen import StatisticsScreen
    from scenes.shell.destinations import Home
    from tests.support.profile_pilot import Pilot

    pygame.display.init()
    pygame.font.init()
    took = []
    with tempfile.TemporaryDirectory() as folder:
        many_deals.write_statistics(Path(folder) / "statistics.sqlite", 1_000_000)
        for _ in range(RUNS_PER_FIGURE):
            pilot = Pilot(Path(folder), (1920, 1080))
            pilot.app.go(Home())
            pilot.run_frames(30)
            before = time.perf_counter()
            pilot.press_keys(pygame.K_s)
            took.append((time.perf_counter() - before) * 1000)
            assert isinstance(pilot.app.top, StatisticsScreen)
            pilot.app.release_everything()
    return took


def lab(slug: str) -> tuple[float, int]:
    """Return the seconds until the rule lab's first figures, and the matches per ruleset in ``LAB_SECONDS``."""
    game = GAMES[slug]
    other = next(iter(game.presets.values()))
    begin, first = time.perf_counter(), 0.0
    with Laboratory(Experiment(slug, game.seats_default, game.Options(), other), seed=1) as laboratory:
        laboratory.start()
        while time.perf_counter() - begin < LAB_SECONDS:
            laboratory.wait(0.1)
            if laboratory.poll() and not first:
                first = time.perf_counter() - begin
    return first, laboratory.comparison.trials


STABILITY_FIGURES: dict[str, tuple[str, str, Callable[[bench_lab.Stability], float]]] = {
    "gone": ("sentences", "0", lambda found: len(found.disappeared)),
    "new": ("sentences", "", lambda found: len(found.appeared)),
    "errors": ("errors", "< 3.5", lambda found: max(found.errors.values(), default=0.0)),
    "outside": ("% of values", "about 8", lambda found: found.outside_percent),
    "change": ("%", "", lambda found: found.change_percent),
}
"""Figures of the rule lab's stability: name -> unit, target and value. Each game is measured once."""


def stability_figure(of: Callable[[bench_lab.Stability], float], slug: str, _run: int) -> float:
    return of(bench_lab.measure_game(slug))


def par(slug: str) -> tuple[float, float]:
    """Return the seconds from the start of a par to its first and last playout, against medium characters."""
    found = finished_deals(play_one_deal(slug, level="medium"), [1], [0])
    begin = time.perf_counter()
    first = 0.0
    with ParMaker(found) as maker:
        maker.start()
        while not maker.is_done:
            maker.wait(0.1)
            if maker.poll() and not first:
                first = time.perf_counter() - begin
    return first, time.perf_counter() - begin


def window_figure(name: str, unit: str, target: str, mode: str, key: str) -> dict[str, Benchmark]:
    return figure(name, unit, target, lambda run: window(mode, run)[key], 3)


PROGRAM = (sys.executable, "main.py")
START_COMMANDS: dict[str, tuple[str, str, tuple[str | Path, ...], int]] = {
    "start": ("ms", "< 250", PROGRAM, 0),
    "start_stable": ("ms", "< 950, 600 of them dealing", PROGRAM, 1),
    "start_processor": ("ms", "< 430, 80 of them dealing", PROGRAM, 2),
    "frozen_window_start": ("ms", "no slower", (bench_frozen.PROGRAM,), 0),
    "frozen_window_stable": ("ms", "no slower", (bench_frozen.PROGRAM,), 1),
    "frozen_window_processor": ("ms", "no slower", (bench_frozen.PROGRAM,), 2),
}
"""Figure of a start in a real window -> unit, target, program, and field of ``StartTimes``."""


@cache
def measure_starts(command: tuple[str | Path, ...]) -> list[bench_outside.StartTimes]:
    """Measure several starts, without the first one, which fills the system's and Python's caches."""
    if not Path(command[-1]).is_absolute() or Path(command[-1]).exists():
        return [bench_outside.measure_start(command, ROOT) for _ in range(RUNS_PER_FIGURE + 1)][1:]
    raise bench_frozen.NotBuiltError(f"{command[-1]} doesn't exist: make it with  python3 build/build.py --no-test")


def start_figure(name: str, unit: str, target: str, command: tuple[str | Path, ...], field: int) -> Figure:
    return Figure(name, unit, [one[field] for one in measure_starts(command)], target)


def idle_percent(where: str, _run: int) -> float:
    return bench_outside.measure_idle_percent(where, PROGRAM, ROOT)


BENCHMARKS: dict[str, Benchmark] = {
    **per_game("plies", "/s", {slug: specimen.plies for slug, specimen in FACTS_BY_GAME.items()}, plies),
    **per_game("playouts", "/s", "", playouts),
    **per_game("clone_determinize", "µs", "< 40", sampling_us),
    **per_game("view", "µs", "", viewing_us),
    **per_game("search", "steps/s", "", search_steps),
    **per_game(
        "disagreement", "%", {"roped": "< 15"}, lambda slug, _: bench_agreement.disagreement_percent(slug), runs=1
    ),
    **figure("search_open", "points a deal", "≥ 0", cheating_lead),
    **frame_figures("frame_1080p", (1920, 1080), Frames(5, 16.7, 2)),
    **frame_figures("frame_1440p", (2560, 1440), Frames(9, 16.7, 2)),
    **frame_figures("frame_4k", (3840, 2160), Frames(9, 16.7, 2)),
    **figure("staged_1080p_roped", "ms", "< 5", partial(staged_ms, "median"), RUNS_PER_FIGURE),
    **figure("staged_1080p_p99_roped", "ms", "< 12", partial(staged_ms, "p99"), RUNS_PER_FIGURE),
    **first_figures("first_1440p", (2560, 1440)),
    **first_figures("first_4k", (3840, 2160)),
    **per_game("lab_first", "s", "< 2", lambda slug, _: lab(slug)[0], runs=1),
    **per_game("lab_matches", "in 20 s", "", lambda slug, _: lab(slug)[1], runs=1),
    **{
        key: benchmark
        for name, (unit, target, of) in STABILITY_FIGURES.items()
        for key, benchmark in per_game(
            "lab_stable", unit, target, partial(stability_figure, of), 1, suffix=f"_{name}"
        ).items()
    },
    **per_game("reader", "ms", "< 1", lambda slug, _: statistics.median(bench_reading.update_times_ms(slug)), 3),
    "million_deals": lambda: Figure("million_deals", "ms", million_deals_ms(), "< 200"),
    **window_figure("frame_quiet", "ms p99", "", "quiet", "p99"),
    **window_figure("frame_thinking", "ms p99", "< frame_quiet + 2", "thinking", "p99"),
    **window_figure("frame_lab", "ms p99", "< frame_quiet + 2", "lab", "p99"),
    **window_figure("lab_leaving", "ms", "< 100", "lab", "leaving"),
    **window_figure("frame_par", "ms p99", "< frame_quiet + 2", "par", "p99"),
    **window_figure("par_closing", "ms", "< 100", "par", "closing"),
    **window_figure("frame_review", "ms p99", "< frame_quiet + 2", "review", "p99"),
    **window_figure("frame_review_shown", "ms p99", "< 16.7", "review_shown", "p99"),
    **window_figure("review_closing", "ms", "< 100", "review", "closing"),
    **window_figure("review_leaving", "ms", "< 100", "review_shown", "leaving"),
    **per_game("par_first", "s", "< 2", lambda slug, _: par(slug)[0], 3),
    **per_game("par_whole", "s", "< 10", lambda slug, _: par(slug)[1], 3),
    **{name: partial(start_figure, name, *start) for name, start in START_COMMANDS.items()},
    **figure("frozen_start_warm", "ms", "< 1000", lambda _: bench_frozen.first_frame_ms(cold=False), RUNS_PER_FIGURE),
    **figure("frozen_start_cold", "ms", "< 2000", lambda _: bench_frozen.first_frame_ms(cold=True), RUNS_PER_FIGURE),
    **figure("frozen_idle", "% of a core", "< 1", lambda _: bench_frozen.measure_idle_percent(), 3),
    **figure("idle_home", "% of a core", "< 0.05", partial(idle_percent, "home"), 3),
    **figure("idle_table", "% of a core", "< 0.1", partial(idle_percent, "table"), 3),
    **window_figure("memory_table", "MB", "< 160", "table", "megabytes"),
    **per_game(
        "memory_master",
        "MB",
        {slug: specimen.master_memory for slug, specimen in FACTS_BY_GAME.items()},
        lambda slug, _: bench_memory.master_megabytes(slug),
        runs=1,
    ),
    **window_figure("memory_4k", "MB", "< 300", "played_4k", "megabytes"),
}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"beginning of one of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--compare", metavar="REV", help="measure that version and this one in turn; print the ratios")
    parser.add_argument("--write", metavar="FILE", type=Path, help="write the figures to FILE, with machine and date")
    arguments = parser.parse_args(words)
    names = [name for name in BENCHMARKS if not arguments.names or any(name.startswith(n) for n in arguments.names)]
    if not names:
        parser.error(f"no figure begins with {' or '.join(arguments.names)}; there are {', '.join(BENCHMARKS)}")
    if arguments.compare:
        print("\n".join(bench_compare.compare(arguments.compare, arguments.names)))
        return 0
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    figures_measured = []
    for name in names:
        try:
            figure = BENCHMARKS[name]()
        except (bench_frozen.NotBuiltError, bench_outside.NoWindowError, NotMeasuredError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        figures_measured.append(figure)
        if not arguments.json:
            spread = f"({min(figure.values):.1f} … {max(figure.values):.1f})"
            print(f"{figure.name:30} {figure.median:12.1f} {figure.unit:12} {spread}  {figure.target}")
    figures = {f.name: {"unit": f.unit, "median": f.median, "runs": f.values} for f in figures_measured}
    if arguments.json:
        print(json.dumps(figures, indent=1))
    if arguments.write:
        page = bench_compare.figures_page(figures, {f.name: f.target for f in figures_measured}, load)
        arguments.write.write_text(page, encoding="utf-8")
    return 0
