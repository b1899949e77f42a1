"""Play everything with a gamepad alone: whole matches, results, a setting, a house rule, the rules, a lesson.

    python -m tests.gamepad [GAME ...] [--size 1280x800] [--draw]

Nothing but events of a gamepad is sent to the real program, which begins with an empty profile on the first screen and
ends there. Ends with status 1 if something could not be done. Without games all are played. With ``--draw`` every
picture is drawn, which takes ten times as long.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from pytest import MonkeyPatch

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.games import GAMES
from engine.match.record import Record
from engine.rng import Rng
from engine.settings import Settings
from scenes.home.home import HomeScreen
from scenes.look.widgets import Button
from scenes.reader.rules_reader import RulesReader
from scenes.results.results import ResultsScreen
from scenes.rules.house_rules import HouseRulesScreen
from scenes.selftest.pad_pilot import RIGHT, SCROLL, A, B, X, axis
from scenes.selftest.pilot import StuckError
from scenes.selftest.selftest import MOVES, own_answers
from scenes.settings.settings import SettingsScreen
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog
from scenes.shell.options_panel import ChoiceRow
from scenes.table.table import Table
from tests.support.at_table import scripted, settings
from tests.support.pads import PadPilot
from tests.support.painting import leave_out_frames, leave_out_pixels

SEED = 5
"""Number of every deal, and of the player's decisions."""
MOST_BACK = 12
"""Maximum presses of B to come back to the first screen."""


def go_home(pilot: PadPilot) -> None:
    """Go back with B until the first screen is on top; at a table choose to leave it."""
    for _ in range(MOST_BACK):
        top = pilot.app.top
        if isinstance(top, HomeScreen):
            return
        pilot.pad(B)
        if isinstance(top, Table) and isinstance(pilot.app.top, Dialog):
            pilot.choose(icon="quit")
        pilot.steps(2)
    raise StuckError("no way back to the first screen")


# --- what is done -----------------------------------------------------------------------------------------------------


def change_setting(pilot: PadPilot) -> str:
    """Change the first setting that has values side by side."""
    pilot.choose(icon="settings")
    if not isinstance(pilot.app.top, SettingsScreen):
        raise StuckError("the settings didn't open")
    before: Settings = pilot.app.settings
    pilot.focus(lambda one: isinstance(one, ChoiceRow))
    pilot.pad(RIGHT)
    if pilot.app.settings == before:
        raise StuckError("no setting was changed")
    go_home(pilot)
    return "a setting"


def change_house_rule(pilot: PadPilot, slug: str) -> str:
    """Change the first house rule of a game, and take that back with the button for it."""
    pilot.choose(slug=slug)
    pilot.choose(label=pilot.app.words("app.seating.rules_change"))
    screen = pilot.app.top
    if not isinstance(screen, HouseRulesScreen):
        raise StuckError("the house rules didn't open")
    before = screen.options
    pilot.focus(lambda one: isinstance(one, ChoiceRow))
    pilot.pad(RIGHT)
    if screen.options == before:
        raise StuckError("no house rule was changed")
    pilot.choose(icon="undo")
    if screen.options != before:
        raise StuckError("the change was not taken back")
    go_home(pilot)
    return f"a house rule of {slug}"


def read_rules(pilot: PadPilot) -> str:
    """Open the rules, scroll, and follow a link."""
    pilot.choose(icon="rules")
    if isinstance(pilot.app.top, Dialog):
        pilot.pad(X)
    reader = pilot.app.top
    if not isinstance(reader, RulesReader):
        raise StuckError("the rules didn't open")
    top = reader.sheet.offset
    pilot.step([axis(SCROLL, 1.0)])
    pilot.steps(90)
    pilot.step([axis(SCROLL, 0.0)])
    if reader.sheet.offset <= top:
        raise StuckError("the rules didn't scroll")
    go_home(pilot)
    return "the rules"


def learn(pilot: PadPilot, slug: str) -> str:
    """Play a lesson to its end."""
    pilot.choose(icon="learn")
    title = pilot.app.words(f"{slug}.title")
    pilot.focus(lambda one: isinstance(one, Button) and one.label == title)
    pilot.pad(A)
    for _ in range(MOVES):
        pilot.step(dt=50.0)
        top = pilot.app.top
        if isinstance(top, Dialog):
            if slug in pilot.app.tutorial_progress.lessons:
                break
            pilot.pad(X)
        elif isinstance(top, Table):
            tutor = scripted(top).tutor
            if tutor.explanation is None or tutor.moving or top.stage.director.busy:
                continue
            if tutor.step.do is None:
                pilot.pad(X)
            else:
                pilot.play_by_keys(tutor.step.do)
    if slug not in pilot.app.tutorial_progress.lessons:
        raise StuckError("the lesson never ended")
    go_home(pilot)
    return f"the lesson of {slug}"


def play(pilot: PadPilot, slug: str) -> Record:
    """Begin a match on the first screen, play it to its end, and read its result."""
    pilot.choose(slug=slug)
    pilot.pad(X)
    policy, rng = bot_for(slug, "hard"), Rng(SEED)
    for _ in range(MOVES):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                record = pilot.table_below().match.record
                go_home(pilot)
                return record
            pilot.dismiss_result()
            continue
        match = pilot.table.match
        answered = own_answers(match.record)
        pilot.play_by_keys(final(policy, pilot.choice.view, match.viewer, rng).move)
        pilot.insist()
        if own_answers(match.record) <= answered:
            raise StuckError("a move was not played")
    raise StuckError(f"no end after {MOVES} answers")


def tour(folder: Path, games: list[str], say: Callable[[str], object], size: tuple[int, int] = (1280, 800)) -> None:
    """Do all of it, with a line for each.

    Raises:
        StuckError: something could not be done.
    """
    settings(folder)
    pilot = PadPilot(folder, size)
    pilot.app.new_seed = lambda: SEED  # type: ignore[method-assign]
    try:
        pilot.app.go(Home())
        pilot.steps(3)
        say(change_setting(pilot))
        say(change_house_rule(pilot, games[0]))
        say(read_rules(pilot))
        say(learn(pilot, games[0]))
        for slug in games:
            say(f"a match of {slug}, {own_answers(play(pilot, slug))} answers")
    finally:
        pilot.app.close_all()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.gamepad", description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="default: all")
    parser.add_argument("--size", default="1280x800", help="of the window")
    parser.add_argument("--draw", action="store_true", help="draw every picture")
    chosen = parser.parse_args()
    patch = MonkeyPatch()
    if not chosen.draw:
        leave_out_pixels(patch)
        leave_out_frames(patch)
    wide, high = map(int, chosen.size.split("x"))
    try:
        with tempfile.TemporaryDirectory() as folder:
            tour(Path(folder), chosen.games or list(GAMES), lambda line: print(line, flush=True), (wide, high))
    except StuckError as error:
        print(f"failed: {error}")
        return 1
    print("all done with the gamepad alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
