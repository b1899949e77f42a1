"""Measures a window from inside, in a separate process for ``tests.bench``: ``MODE FOLDER``.

``table`` rests at a table without input. ``quiet`` and ``thinking`` keep twelve cards in flight, without thinking or
while a master thinks without end. ``par`` and ``review`` add the par of a deal or the review of a match. ``lab`` and
``review_shown`` show the screen of the rule lab or of a review during its work, and then leave it. ``played_4k`` plays
a little of every game in a large window. ``first_GAME_WIDTHxHEIGHT`` deals once.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from engine.games import GAMES
from engine.match.record import Record
from engine.par import ParMaker, finished_deals
from engine.profile.storage import Profile
from engine.review import Reviewer
from engine.work.thinking import Question, Thinker
from main import release_freed_memory
from scenes.app import App
from scenes.routes import build_scene
from scenes.screens.review.review_screen import ReviewScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.selftest.selftest import new_record
from scenes.shell.destinations import Home, MatchTable, Seating
from scenes.shell.loop import STILL_AFTER_SECONDS
from scenes.shell.scene import PrerenderPhase
from scenes.table.table import Table
from scenes.work.background import BackgroundJob
from scenes.work.reviews import MatchReviews
from tests.bench.memory import megabytes
from tests.support.bot_records import play_on as played_on
from tests.support.bot_records import play_one_deal
from tests.support.flights import fly_cards
from tests.support.profile_pilot import Pilot

SETTLE_SECONDS = 8.0
"""Seconds of rest before the memory is measured."""
SIZE = (1920, 1080)
WARM_UP_FRAMES, MEASURED_FRAMES = 120, 900
"""Numbers of frames that fill the caches, and of measured frames."""


class IdleApp(App):
    """Quits after a rest at a table."""

    start_seconds = 0.0

    def step(self, elapsed_ms: float, events: list[pygame.Event]) -> bool:  # type: ignore[override]
        drawn = super().step(elapsed_ms, events)
        now = time.perf_counter()
        assert isinstance(self.top, Table), self.top
        if self.top.model.choice is not None and not self.start_seconds:
            self.start_seconds = now
        if self.start_seconds and now - self.start_seconds > SETTLE_SECONDS:
            self.quit()
        return drawn


class BusyTable(App):
    """Keeps cards in flight at a table, and quits when all frames are measured."""

    def __init__(self, folder: Path, thinker: Thinker, *, thinking: bool, work: BackgroundJob | None = None) -> None:
        super().__init__(Profile(folder), thinker, build_scene, SIZE)
        self.work = work
        """Background work, started with the first measured frame."""
        self.frame_times_ms: list[float] = []
        """Milliseconds of every frame."""
        self.stop_ms = 0.0
        """Milliseconds to stop the background work."""
        self.thinking = thinking
        self._question_asked = False

    def release_everything(self) -> None:
        before = time.perf_counter()
        self.background.remove_all()
        self.stop_ms = (time.perf_counter() - before) * 1000
        super().release_everything()

    def step(self, elapsed_ms: float, events: list[pygame.Event]) -> bool:  # type: ignore[override]
        table = self.top
        assert isinstance(table, Table), table
        if table.model.choice is not None:
            director = table.model.director
            keys = [token.id for token in director.shown.tokens() if not director.rest_poses[token.id].is_buried][:12]
            for i, key in enumerate(keys):
                if not director.is_moving(key):
                    end = director.rest_poses[key]
                    director.glide_card(
                        key, end._replace(x=end.x + 220 * (-1) ** i, y=end.y - 90, angle=8.0), end, "play"
                    )
            if (
                self.thinking and not self._question_asked and table.match.computer_to_move() is None
            ):  # or the master would think less
                game, seat = table.match.game, table.match.viewer
                question = Question(1, game.slug, game.view(seat), seat, "master", 1, patience=1e6)
                self.thinker.ask(question)
                self._question_asked = True
        before = time.perf_counter()
        drawn = super().step(elapsed_ms, events)
        if self._question_asked:
            assert self.thinker.poll() is None, "the master stopped thinking"
        if table.model.choice is not None:
            self.frame_times_ms.append((time.perf_counter() - before) * 1000)
        if self.work is not None and len(self.frame_times_ms) == WARM_UP_FRAMES:
            self.background.add(self.work, urgent=True)
        if len(self.frame_times_ms) >= WARM_UP_FRAMES + MEASURED_FRAMES:
            self.quit()
        return drawn


class BusyScreen(App):
    """Shows a screen that works in other processes; leaves it after the measured frames, and quits."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Profile(folder), Thinker(), build_scene, SIZE)
        self.frame_times_ms: list[float] = []
        """Milliseconds of every frame."""
        self.leaving_ms = 0.0
        """Milliseconds to leave the screen."""

    def step(self, elapsed_ms: float, events: list[pygame.Event]) -> bool:  # type: ignore[override]
        before = time.perf_counter()
        drawn = super().step(elapsed_ms, events)
        self.frame_times_ms.append((time.perf_counter() - before) * 1000)
        if len(self.frame_times_ms) >= WARM_UP_FRAMES + MEASURED_FRAMES:
            before = time.perf_counter()
            self.close(self.top)
            self.leaving_ms = (time.perf_counter() - before) * 1000
            self.quit()
        return drawn


def summarise_times(frame_times_ms: list[float]) -> dict[str, float]:
    """Return median, 99th percentile and maximum of the measured frames, milliseconds."""
    measured = sorted(frame_times_ms[WARM_UP_FRAMES:])
    return {"median": measured[len(measured) // 2], "p99": measured[len(measured) * 99 // 100], "worst": measured[-1]}


def measure_frames(folder: Path, *, thinking: bool) -> dict[str, float]:
    """Return the frame times of a table with cards in flight."""
    app = BusyTable(folder, Thinker(), thinking=thinking)
    app.go(MatchTable(new_record("palacio", 7)))
    app.run()
    return summarise_times(app.frame_times_ms)


def working_frames(folder: Path, work: BackgroundJob) -> dict[str, float]:
    """Return the frame times of a table with a thinking master and background work, and the time to close it."""
    app = BusyTable(folder, Thinker(), thinking=True, work=work)
    app.go(MatchTable(new_record("palacio", 7)))
    app.run()
    return summarise_times(app.frame_times_ms) | {"closing": app.stop_ms}


def par_frames(folder: Path) -> dict[str, float]:
    """Return the frame times while a par is computed."""
    maker = ParMaker(finished_deals(play_one_deal("palacio"), [1], [0]), count=10_000)
    found = working_frames(folder, maker)
    assert maker.pars[0].points, "no playout was finished: too little processor time"
    return found


def whole_match() -> Record:
    """Return a match whose review takes about a minute of CPU time, the longest of any game."""
    return played_on(new_record("roped", 7), 5000)


def review_frames(folder: Path) -> dict[str, float]:
    """Return the frame times while a finished match is reviewed."""
    reviewer = Reviewer(whole_match(), 0)
    found = working_frames(folder, reviewer)
    assert 0 < reviewer.progress < 1, "the review didn't begin, or was finished too soon"
    return found


def review_shown_frames(folder: Path) -> dict[str, float]:
    """Return the frame times of a review screen during its work on all cores, and the time to leave it."""
    app = BusyScreen(folder)
    review = MatchReviews(app.background, whole_match())
    app.go(Home())
    app.open(ReviewScreen(app, review))
    work = review.start(0)
    app.run()
    assert 0 < work.progress < 1, "the review didn't begin, or was finished too soon"
    return {**summarise_times(app.frame_times_ms), "leaving": app.leaving_ms}


def lab_frames(folder: Path) -> dict[str, float]:
    """Return the frame times of the rule lab during its work on all cores, and the time to leave it."""
    app = BusyScreen(folder)
    rules = HouseRulesScreen(app, "big_two")
    app.go(rules)
    rules.change("scoring", "hk")
    rules.open_lab()
    app.run()
    return {**summarise_times(app.frame_times_ms), "leaving": app.leaving_ms}


def first_flights(folder: Path, slug: str, size: tuple[int, int]) -> dict[str, float]:
    """Measure the first deal after two seconds on the seating screen, until the first question; see
    ``FirstFlights``."""
    (folder / "settings.toml").write_text("auto_answer = false\n", encoding="utf-8")
    pilot = Pilot(folder, size)
    app, took, moved = pilot.app, list[float](), list[float]()
    idle_frames = 0

    def frame() -> bool:
        nonlocal idle_frames
        before = time.process_time()
        drawn = False
        if not app.prerenderer.prerender_opening(lambda: time.process_time() - before):
            drawn = app.step(1000 / 60, ())
            idle_frames = 0 if drawn else idle_frames + 1
            phase: PrerenderPhase = "still" if idle_frames >= STILL_AFTER_SECONDS * 60 else "moving"
            app.prerenderer.prerender(phase, lambda: time.process_time() - before)
        took.append((time.process_time() - before) * 1000)
        return drawn

    app.prerenderer.hides_opening_scenes = True
    app.tutorial_progress.mark_explained(f"{slug}.goal")  # skip the dialog with the goal
    for destination, count in ((Home(), 60), (Seating(slug), 120)):
        app.go(destination)
        for _ in range(count):
            frame()
    took.clear()
    before = time.process_time()
    app.go(MatchTable(new_record(slug, 7)))
    while not frame():
        pass
    opening = (time.process_time() - before) * 1000
    while pilot.choice is None:
        frame()
        app.thinker.wait(1 / 60)
        if pilot.director.is_busy and pilot.choice is None:
            moved.append(took[-1])
    asked = took[-1]
    app.release_everything()
    late = sum(one > 1000 / 60 for one in moved)
    return {"worst": max(moved), "late": late, "opening": opening, "question": asked}


def measure_memory(folder: Path) -> dict[str, float]:
    """Return the maximum memory at 3840×2160 at rest, over all games in turn, after flights of cards."""
    pilot = Pilot(folder, (3840, 2160))
    most = 0.0
    for slug in GAMES:
        pilot.app.go(Home())
        pilot.run_frames(30)
        pilot.app.go(MatchTable(new_record(slug, 7)))
        pilot.run_until_idle()
        for turn in range(4):
            fly_cards(pilot, turn)
        pilot.run_until_idle()
        most = max(most, megabytes())
    pilot.app.release_everything()
    return {"megabytes": most}


FRAMES_OF: dict[str, Callable[[Path], dict[str, float]]] = {
    "quiet": partial(measure_frames, thinking=False),
    "thinking": partial(measure_frames, thinking=True),
    "par": par_frames,
    "review": review_frames,
    "review_shown": review_shown_frames,
    "lab": lab_frames,
    "played_4k": measure_memory,
    **{
        f"first_{slug}_{width}x{height}": partial(first_flights, slug=slug, size=(width, height))
        for slug in GAMES
        for width, height in ((2560, 1440), (3840, 2160))
    },
}


def main(mode: str, folder: str) -> None:
    release_freed_memory()
    pygame.display.init()
    pygame.font.init()
    Path(folder, "settings.toml").write_text('speed = "4"\nauto_answer = false\ncoach = "off"\n', encoding="utf-8")
    if mode in FRAMES_OF:
        print(json.dumps(FRAMES_OF[mode](Path(folder))))
        return
    assert mode == "table", mode
    app = IdleApp(Profile(Path(folder)), Thinker(), build_scene, SIZE)
    app.go(MatchTable(new_record(next(iter(GAMES)), 7)))
    app.run()
    print(json.dumps({"megabytes": megabytes()}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
