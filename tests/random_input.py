"""Sends random clicks, drags, keys and resizes to the real screens.

    python -m tests.random_input GAME EVENTS [SEED] [--size 1280x720] [--lang pt_BR] [--each 5000]

The monkey starts at a table of the game, and returns to one after a long time elsewhere. After every event some time
passes. An exception, or a table that differs from its view, ends the run; the message names the seed and the event.
Events and times come from the seed, so the same command does the same. After ``--each`` events everything starts again
with the next seed, so that a fault is quick to reproduce. Only one frame in ``DRAW_EVERY`` is drawn, because drawing
takes most of the time. The table is compared with its view after every event.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pygame

from engine.games import GAMES
from engine.rng import Rng
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import MatchTable, ResumedTable
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import random_record
from tests.support.tables import find_table_faults

KEYS = (
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN) * 4,
    *(getattr(pygame, f"K_{letter}") for letter in "abcdefghijklmnopqrstuvwxyz0123456789"),
    *(pygame.K_ESCAPE, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_F2, pygame.K_PLUS, pygame.K_MINUS),
)
MODS = (0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT)
STEP_LENGTHS_MS = (0.0, 1.0, 16.0, 16.0, 16.0, 16.0, 100.0, 100.0)
"""Possible lengths of a step, milliseconds."""
SIZES = ((960, 540), (1280, 720), (1000, 700), (1600, 900))
MAX_EVENTS_AWAY = 150
"""Number of events away from a table after which the monkey returns to one."""
DRAW_EVERY = 10
"""Number of frames of which one is drawn."""
EVENTS_PER_SEED = 5000
"""Number of events with one seed."""
SETTINGS = 'speed = "4"\npace = "quick"\nsound = false\n'


class Monkey:
    """Sends random events to one program and counts them by kind in ``event_counts``."""

    def __init__(self, folder: Path, slug: str, seed: int, size: tuple[int, int] = (1280, 720)) -> None:
        self.folder, self.slug, self.size = folder, slug, size
        self.rng = Rng(seed)
        self.event_counts: Counter[str] = Counter()
        self._draw_request_count = 0
        self.pilot = self._opened()
        self._events_away = 0
        self._number = seed
        self._button_held = False
        self._begin()

    def _opened(self) -> Pilot:
        pilot = Pilot(self.folder, self.size)
        draw = pilot.app.draw

        def seldom() -> None:
            self._draw_request_count += 1
            if self._draw_request_count % DRAW_EVERY == 0:
                self.event_counts["drawn"] += 1
                draw()

        pilot.app.draw = seldom  # type: ignore[method-assign]  # it takes most of the time
        pilot.app.new_seed = lambda: self.rng.below(100_000_000)  # type: ignore[method-assign]  # all chance comes from the seed
        pilot.app.new_match_id = lambda: f"monkey-{self.rng.below(1_000_000)}"  # type: ignore[method-assign]
        pilot.app.unix_seconds = lambda: 1_700_000_000 + self.rng.below(1_000_000)  # type: ignore[method-assign]
        return pilot

    def _begin(self) -> None:
        """Open a table: the unfinished match, or a new one with other house rules."""
        self._events_away = 0
        app = self.pilot.app
        if app.last_saved_match is not None and app.last_saved_match.game == self.slug and self.rng.below(4):
            app.go(ResumedTable())
            return
        self._number += 1
        app.go(MatchTable(random_record(self.slug, self._number)))
        self.event_counts["match"] += 1

    def act(self) -> None:
        """Send one event, let some time pass, and compare a table with its view."""
        kinds = tuple(self._event_kinds.items())
        at = self.rng.below(sum(weight for _, (_, weight) in kinds))
        for name, (kind, weight) in kinds:
            at -= weight
            if at < 0:
                self.event_counts[name] += 1
                kind()
                break
        self.pilot.step(elapsed_ms=self.rng.choice(STEP_LENGTHS_MS))
        self._check_table()

    def _check_table(self) -> None:
        app = self.pilot.app
        if not app.is_running:
            self.event_counts["closed"] += 1
            app.release_everything()
            self.pilot = self._opened()
            self._begin()
        top = app.top if app.scene_stack else None
        self._events_away = 0 if isinstance(top, (Table, ResultsScreen)) else self._events_away + 1
        if self._events_away > MAX_EVENTS_AWAY:
            self._begin()
        elif isinstance(top, Table):
            wrong = find_table_faults(top)
            assert not wrong, wrong

    # --- kinds of events ----------------------------------------------------------------------------------------------

    @property
    def _event_kinds(self) -> Mapping[str, tuple[Callable[[], None], int]]:
        """Return name of a kind of event -> its action and its weight."""
        return {
            "key": (self._key, 30),
            "click": (self._click, 25),
            "card": (self._press_card, 20),
            "drag": (self._drag_anywhere, 12),
            "move": (self._move, 10),
            "wait": (self._wait, 8),
            "button": (self._press_other_button, 4),
            "wheel": (self._wheel, 3),
            "type": (self._type, 2),
            "window": (self._change_window, 1),
        }

    def _place(self) -> tuple[float, float]:
        look = self.pilot.app.top.renderer
        return self.rng.below(round(look.width)), self.rng.below(round(look.height))

    def _key(self) -> None:
        self.pilot.press_keys(self.rng.choice(KEYS), mod=self.rng.choice(MODS))

    def _click(self) -> None:
        at = self._place()
        self.pilot.press(at)
        self.pilot.release(at)

    def _press_card(self) -> None:
        """Press on a card, perhaps move it, and release it."""
        at = self._where_a_card_is()
        self.pilot.press(at)
        if self.rng.below(2):
            for _ in range(self.rng.below(6)):
                self.pilot.move(self._place())
            at = self._place()
        self.pilot.release(at)

    def _where_a_card_is(self) -> tuple[float, float]:
        top = self.pilot.app.top
        tokens = tuple(top.model.shown.tokens()) if isinstance(top, Table) else ()
        if not tokens:
            return self._place()
        pose = top.model.rest_pose(self.rng.choice(tokens).id) if isinstance(top, Table) else None
        return self._place() if pose is None else (pose.x, pose.y)

    def _drag_anywhere(self) -> None:
        """Press at one point and release at another, sometimes much later."""
        at = self._place()
        if self._button_held:
            self.pilot.release(at)
        else:
            self.pilot.press(self._where_a_card_is())
            self.pilot.move(at)
        self._button_held = not self._button_held

    def _move(self) -> None:
        self.pilot.move(self._place())

    def _wait(self) -> None:
        for _ in range(self.rng.below(40)):
            self.pilot.step(elapsed_ms=self.rng.choice(STEP_LENGTHS_MS))

    def _press_other_button(self) -> None:
        """Press another mouse button."""
        place = self._place()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pilot.step([self.pilot._mouse_event(kind, place, 2 + self.rng.below(2))])

    def _wheel(self) -> None:
        turn = self.rng.below(7) - 3
        self.pilot.step(
            [pygame.Event(pygame.MOUSEWHEEL, x=0, y=turn, precise_x=0.0, precise_y=float(turn), touch=False)]
        )

    def _type(self) -> None:
        self.pilot.step([pygame.Event(pygame.TEXTINPUT, text=self.rng.choice(("a", "É", "  ", "😀", "x" * 50, "\t")))])

    def _change_window(self) -> None:
        """Resize, unfocus, hide, show, move or close the window, or drop a file on it."""
        kind = self.rng.below(11)
        if kind < 3:
            width, height = self.rng.choice(SIZES)
            self.pilot.resize((width, height))
        elif kind < 5:
            self.pilot.step([pygame.Event(pygame.WINDOWFOCUSLOST)])
        elif kind < 7:
            self.pilot.step([pygame.Event(pygame.WINDOWMINIMIZED)])
            self.pilot.step([pygame.Event(pygame.WINDOWRESTORED), pygame.Event(pygame.WINDOWEXPOSED)])
        elif kind == 7:  # stays hidden until a later event shows it
            self.pilot.step([pygame.Event(pygame.WINDOWHIDDEN)])
        elif kind == 8:
            self.pilot.step([pygame.Event(pygame.WINDOWMOVED, x=9, y=9), pygame.Event(pygame.WINDOWDISPLAYCHANGED)])
        elif kind == 9:
            files = [*self.folder.rglob("*.toml"), self.folder, self.folder / "gone.toml"]
            self.pilot.step([pygame.Event(pygame.DROPFILE, file=str(self.rng.choice(sorted(files))))])
        else:
            self.pilot.step([pygame.Event(pygame.QUIT)])


def play_many_seeds(
    slug: str, events: int, seed: int, size: tuple[int, int], *, language: str, events_per_seed: int
) -> Counter[str]:
    """Run ``play`` with a new seed after every ``events_per_seed`` events; print the progress."""
    done: Counter[str] = Counter()
    begun = time.perf_counter()
    for before in range(0, events, events_per_seed):
        done += play(slug, min(events_per_seed, events - before), seed + before // events_per_seed, size, language)
        so_far = min(before + events_per_seed, events)
        rate = so_far / (time.perf_counter() - begun)
        print(f"{slug}: {so_far} events, {done['match']} matches, {rate:.0f} events/s", flush=True)
    return done


def play(slug: str, events: int, seed: int, size: tuple[int, int] = (1280, 720), language: str = "en") -> Counter[str]:
    """Let a monkey send ``events`` events; return the number of each kind.

    Raises:
        AssertionError: an event caused a fault; the message names the seed and the event.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "settings.toml").write_text(f'{SETTINGS}language = "{language}"\n', encoding="utf-8")
        monkey = Monkey(Path(folder), slug, seed, size)
        for number in range(events):
            try:
                monkey.act()
            except Exception as error:
                last = [type(scene).__name__ for scene in monkey.pilot.app.scene_stack]
                raise AssertionError(f"{slug}, seed {seed}, event {number}, {last}: {error!r}") from error
        monkey.pilot.app.release_everything()
        return monkey.event_counts


def main(words: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.random_input", description="Random input on the real screens."
    )
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("events", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--each", type=int, default=EVENTS_PER_SEED)
    chosen = parser.parse_args(words)
    width, height = map(int, chosen.size.split("x"))
    pygame.display.init()
    pygame.font.init()
    done = play_many_seeds(
        chosen.game, chosen.events, chosen.seed, (width, height), language=chosen.lang, events_per_seed=chosen.each
    )
    print(f"{chosen.game}, from seed {chosen.seed}: {chosen.events} events, no fault; {dict(done.most_common())}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
