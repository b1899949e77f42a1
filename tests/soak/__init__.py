"""Long-running test that plays matches for hours, through the screens or by the rules alone.

    python -m tests.soak [--minutes 60 | --deals 2000] [--every 50] [--seed 1] [--process] [--settings]
    python -m tests.soak GAME N [SEED]

Through the screens, one program plays matches of all games with random house rules, by mouse and by keys in turn.
Between matches it opens every screen. Now and then it resizes the window and changes the language. After every
``--every`` deals a line shows memory, open files, threads and child processes. The exit status is 1 after growth: of
memory by more than ``MAX_KB_PER_DEAL`` per deal after the warm-up, or of files, threads or children. ``--process``
makes the bots think in their process, as for a player. With ``--settings`` every match has random settings (text size,
hand, coach, log, cards, table …), to find unplayable combinations.

By the rules alone, N random matches with random seats and house rules are played to their end. Cards are counted after
every move, and the record is replayed at the end.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.rng import Rng
from engine.settings import Settings
from engine.work.thinking import Thinker
from main import release_freed_memory
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.settings.settings_screen import SettingsScreen as SettingsScreen
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.selftest.pilot import StuckError
from scenes.selftest.selftest import count_own_answers
from scenes.shell.destinations import Home, MatchTable, RulesPage
from scenes.table.pages.log_page import LogSize
from tests.support import game_contract
from tests.support.profile_pilot import Pilot
from tests.support.random_options import random_options
from tests.support.records import random_record

MAX_KB_PER_DEAL = 8.0
"""Maximum memory growth in kilobytes per deal; a table that is never freed costs several times that."""
WARM_UP_FRACTION = 0.25
"""Fraction of the measurements that is warm-up, while pictures, fonts and catalogues are loaded."""
MIN_MEASUREMENTS = 8
"""Minimum number of measurements after the warm-up for a verdict on memory."""
ANSWERS_PER_MATCH = 120
"""Number of the player's answers before the next match starts."""
SIZES = ((1280, 720), (960, 540), (1600, 900), (1000, 700))
MAX_LOG_TEXT_PERCENT = 150
"""Maximum text size in percent with which the log may be open."""
SETTINGS = 'speed = "instant"\npace = "quick"\nauto_answer = false\nreplays_kept = 20\nlanguage = "en"\n'


# --- without screens --------------------------------------------------------------------------------------------------


def soak(slug: str, matches: int, seed: int = 0) -> int:
    """Play matches; return their number. A fault raises an AssertionError that names the seed."""
    for number in range(seed, seed + matches):
        record = game_contract.new_record(slug, number)
        game, rng = record.initial_position(), Rng(number ^ 0x50AC)
        try:
            for move in game_contract.random_moves(game, rng):
                game.push(move)
                record.append(move)
                game_contract.check_cards(game)
            assert game.outcome is not None, f"not over after {game_contract.MAX_MOVES} moves"
            game_contract.check_record(record, game)
        except Exception as error:
            place = f"{slug}, seed {number}, {game.options}, move {len(record.moves) + 1}"
            raise AssertionError(f"{place}: {error}") from error
    return matches


# --- through the screens ----------------------------------------------------------------------------------------------


class Measure(NamedTuple):
    """Resources of the program at one time."""

    deals: int
    memory_kb: int
    """Resident memory in kilobytes, including child processes."""
    files: int
    threads: int
    children: int

    @classmethod
    def now(cls, deals: int) -> "Measure":
        """Measure this process and its children; all but ``deals`` are 0 on systems other than Linux."""
        own = Path("/proc/self")
        if not own.is_dir():
            return cls(deals, 0, 0, 0, 0)
        children = [int(pid) for tasks in own.glob("task/*/children") for pid in tasks.read_text().split()]
        status = [_status(pid) for pid in (os.getpid(), *children)]
        files = len(list((own / "fd").iterdir()))
        memory = sum(one.get("VmRSS", 0) for one in status)
        return cls(deals, memory, files, status[0].get("Threads", 0), len(children))

    def __str__(self) -> str:
        held = f"{self.files} files, {self.threads} threads, {self.children} children"
        return f"{self.deals} deals: {self.memory_kb / 1024:.1f} MB, {held}"


def _status(pid: int) -> dict[str, int]:
    """Return the numbers in Linux's status of a process."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:  # the process has just ended
        return {}
    pairs = (line.split(":", 1) for line in lines if ":" in line)
    return {key: int(value.split()[0]) for key, value in pairs if value.split() and value.split()[0].isdigit()}


def growth_kb_per_deal(measures: Sequence[Measure]) -> float:
    """Return the memory growth in kilobytes per deal: the median slope of all pairs of measurements, 0 for a single
    one.

    This Theil–Sen estimator is robust against a temporarily larger window or late freeing of pictures.

    >>> growth_kb_per_deal([Measure(deals, 1000 + 3 * deals, 0, 0, 0) for deals in (0, 10, 50)])
    3.0
    """
    pairs = ((one, other) for i, one in enumerate(measures) for other in measures[:i] if one.deals > other.deals)
    found = [(one.memory_kb - other.memory_kb) / (one.deals - other.deals) for one, other in pairs]
    return median(found) if found else 0.0


def verdict(measures: Sequence[Measure]) -> tuple[str, bool]:
    """Return a summary of all measurements, and whether they pass."""
    first = round(len(measures) * WARM_UP_FRACTION)
    warm, after = measures[: max(1, first)], measures[first:]
    if len(after) < MIN_MEASUREMENTS:
        return f"{len(after)} measures after the warm-up: too few to say anything about memory", True
    growth = growth_kb_per_deal(after)
    more = [
        name
        for name in ("files", "threads", "children")
        if min(getattr(one, name) for one in after[-MIN_MEASUREMENTS:]) > max(getattr(one, name) for one in warm)
    ]
    limit = f"(at most {MAX_KB_PER_DEAL} are allowed)"
    summary = f"memory grew by {growth:+.2f} kB a deal after {warm[-1].deals} deals of warm-up {limit}"
    summary += f"; more {', '.join(more)} than then" if more else "; no more files, threads or children than then"
    return summary, growth <= MAX_KB_PER_DEAL and not more


class SoakPlayer:
    """Plays match after match with one program.

    Args:
        folder: folder of the profile.
        seed: seed of the first match.
        process: whether the bots think in their process.
        varied: whether every match has random settings.
        answers: number of the player's answers before the next match starts.
    """

    def __init__(
        self,
        folder: Path,
        seed: int = 1,
        *,
        process: bool = False,
        varied: bool = False,
        answers: int = ANSWERS_PER_MATCH,
    ) -> None:
        (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
        self.pilot = Pilot(folder, SIZES[0], Thinker(process=process))
        self.rng = Rng(seed)
        self.varied = varied
        self.seed = seed
        self.deals = 0
        self.matches = 0
        self.answers = answers

    def match(self) -> None:
        """Play a match to its end or for the given number of answers, and then open another screen.

        Raises:
            AssertionError: something failed; the message names game and seed.
        """
        slug, number = list(GAMES)[self.matches % len(GAMES)], self.seed + self.matches
        record = random_record(slug, number)
        if self.varied:
            self.pilot.app.change_settings(self._any_settings())
        try:
            self.pilot.app.go(MatchTable(record))
            for _ in range(self.answers):
                self._wait_until_idle()
                if isinstance(self.pilot.app.top, ResultsScreen):
                    if self.pilot.table_below().match.game.outcome is not None:
                        break
                    self.pilot.dismiss_result()
                else:
                    self._answer(by_mouse=self.matches % 2 == 0)
            self.deals += len(record.replay().history)
            self.pilot.app.saved_matches.delete(slug)
            self._visit_screens()
        except Exception as error:
            raise AssertionError(f"{slug}, seed {number}, match {self.matches}: {error!r}") from error
        self.matches += 1

    def _any_settings(self) -> Settings:
        """Return random settings, except those with which this player would have to wait or wouldn't be asked.

        With large texts the log stays closed, because it covers items that the mouse must reach.
        """
        drawn = random_options(Settings, self.rng)
        log: LogSize = "open" if drawn.log == "open" and int(drawn.ui_scale) <= MAX_LOG_TEXT_PERCENT else "closed"
        drawn = replace(drawn, speed="instant", pace="quick", countdown="off", thinking="1", auto_answer=False)
        return replace(drawn, log=log, name="", carry=False, fullscreen=False, replays_kept=20)

    def _wait_until_idle(self) -> None:
        """Wait as the pilot does, but longer for a thinking process on a busy machine."""
        for _ in range(50):
            try:
                self.pilot.run_until_idle()
                return
            except StuckError:
                time.sleep(0.1)
        self.pilot.run_until_idle()

    def _answer(self, *, by_mouse: bool) -> None:
        table, record = self.pilot.table, self.pilot.table.match.record
        policy = bot_for(record.game, "easy")
        move = final_thought(policy, self.pilot.open_choice.view, table.match.viewer, self.rng).move
        before = count_own_answers(record)
        (self.pilot.play_by_mouse if by_mouse else self.pilot.play_by_keys)(move)
        self.pilot.confirm_if_asked()
        if count_own_answers(record) <= before:
            raise StuckError(f"{move} was not played")

    def _visit_screens(self) -> None:
        """Open the screens, resize the window and change the language, so that old drawings must be freed."""
        pilot, app = self.pilot, self.pilot.app
        slug = self.rng.choice(tuple(GAMES))
        screens = (HomeScreen, StatisticsScreen, ReplaysScreen, SettingsScreen, lambda app: HouseRulesScreen(app, slug))
        app.go(screens[self.matches % len(screens)](app))
        pilot.run_frames(20)
        if self.matches % 5 == 0:
            app.go(Home())
            app.open(RulesPage(slug))
            pilot.run_frames(5)
        if self.matches % 10 == 0:
            width, height = SIZES[self.matches // 10 % len(SIZES)]
            pilot.resize((width, height))
            pilot.run_frames(30)
        if self.matches % 25 == 0:
            app.change_settings(replace(app.settings, language=LANGUAGES[self.matches // 25 % len(LANGUAGES)]))

    def measures(self, every: int) -> Iterator[Measure]:
        """Yield measurements without end, one after ``every`` deals."""
        due = 0
        while True:
            self.match()
            if self.deals >= due:
                due = self.deals + every
                yield Measure.now(self.deals)


def screens(
    seconds: float,
    deals: int,
    interval: int,
    seed: int,
    *,
    process: bool,
    varied: bool = False,
    report: Callable[[str], object] = print,
) -> bool:
    """Play for a time or a number of deals; return whether memory and other resources stayed constant.

    Raises:
        AssertionError: something failed; the message names game and seed.
    """
    release_freed_memory()
    end, begun = time.monotonic() + seconds, time.monotonic()
    measures: list[Measure] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        player = SoakPlayer(Path(folder), seed, process=process, varied=varied)
        for measure in player.measures(interval):
            measures.append(measure)
            report(f"{measure}; {player.matches} matches, {(time.monotonic() - begun) / 60:.1f} min")
            if time.monotonic() >= end or measure.deals >= deals:
                break
        player.pilot.app.release_everything()
    summary, passed = verdict(measures)
    report(summary)
    return passed


def main(words: Sequence[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Long-running test of play.")
    parser.add_argument("game", nargs="?", choices=list(GAMES), help="play this game by the rules alone")
    parser.add_argument("matches", nargs="?", type=int, default=100)
    parser.add_argument("first", nargs="?", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--deals", type=int, default=sys.maxsize)
    parser.add_argument("--every", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--process", action="store_true", help="bots think in their process")
    parser.add_argument("--settings", action="store_true", help="random settings for every match")
    arguments = parser.parse_args(words)
    if arguments.game:
        print(f"{arguments.game}: {soak(arguments.game, arguments.matches, arguments.first)} matches, no fault")
        return 0

    def tell(line: str) -> None:
        print(line, flush=True)

    seconds, process, varied = arguments.minutes * 60, arguments.process, arguments.settings
    passed = screens(
        seconds, arguments.deals, arguments.every, arguments.seed, process=process, varied=varied, report=tell
    )
    return 0 if passed else 1
