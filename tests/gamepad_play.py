"""Plays everything with a gamepad only: whole matches, results, a setting, a house rule, the rules, a lesson.

    python -m tests.gamepad_play [GAME ...] [--size 1280x800] [--draw]

The real program gets only events of a gamepad. It starts with an empty profile on the home screen and ends there. Ends
with status 1 if something could not be done. Without games all are played. With ``--draw`` every picture is drawn,
which takes ten times as long.
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
from engine.bots.common.base import final_thought
from engine.games import GAMES
from engine.match.record import Record
from engine.rng import Rng
from engine.settings import Settings
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.rulebook.rulebook_screen import RulebookScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.selftest.gamepad_pilot import RIGHT, SCROLL_AXIS, A, B, X, axis_event
from scenes.selftest.pilot import StuckError
from scenes.selftest.selftest import MAX_ANSWERS, count_own_answers
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog
from scenes.shell.options_panel import OptionRow
from scenes.table.table import Table
from scenes.ui.widgets import Button
from tests.support.gamepads import GamepadPilot
from tests.support.skip_drawing import skip_frames, skip_pixels
from tests.support.tables import lesson_mode, write_settings

SEED = 5
"""Seed of every deal and of the player's decisions."""
MAX_PRESSES_BACK = 12
"""Maximum presses of B to return to the home screen."""


def go_home(pilot: GamepadPilot) -> None:
    """Go back with B to the home screen; at a table choose to leave it."""
    for _ in range(MAX_PRESSES_BACK):
        top = pilot.app.top
        if isinstance(top, HomeScreen):
            return
        pilot.press_buttons(B)
        if isinstance(top, Table) and isinstance(pilot.app.top, Dialog):
            pilot.press_widget(icon="quit")
        pilot.run_frames(2)
    raise StuckError("B doesn't lead back to the home screen")


# --- steps ------------------------------------------------------------------------------------------------------------


def change_setting(pilot: GamepadPilot) -> str:
    """Change the first setting with values side by side."""
    pilot.press_widget(icon="settings")
    if not isinstance(pilot.app.top, SettingsScreen):
        raise StuckError("the settings didn't open")
    before: Settings = pilot.app.settings
    pilot.focus(lambda one: isinstance(one, OptionRow))
    pilot.press_buttons(RIGHT)
    if pilot.app.settings == before:
        raise StuckError("no setting was changed")
    go_home(pilot)
    return "a setting"


def change_house_rule(pilot: GamepadPilot, slug: str) -> str:
    """Change the first house rule of a game, and take that back with its button."""
    pilot.press_widget(slug=slug)
    pilot.press_widget(label=pilot.app.words("app.seating.rules_change"))
    screen = pilot.app.top
    if not isinstance(screen, HouseRulesScreen):
        raise StuckError("the house rules didn't open")
    before = screen.options
    pilot.focus(lambda one: isinstance(one, OptionRow))
    pilot.press_buttons(RIGHT)
    if screen.options == before:
        raise StuckError("no house rule was changed")
    pilot.press_widget(icon="undo")
    if screen.options != before:
        raise StuckError("the change was not taken back")
    go_home(pilot)
    return f"a house rule of {slug}"


def read_rules(pilot: GamepadPilot) -> str:
    """Open the rules, scroll, and follow a link."""
    pilot.press_widget(icon="rules")
    if isinstance(pilot.app.top, Dialog):
        pilot.press_buttons(X)
    reader = pilot.app.top
    if not isinstance(reader, RulebookScreen):
        raise StuckError("the rules didn't open")
    top = reader.page_view.offset
    pilot.step([axis_event(SCROLL_AXIS, 1.0)])
    pilot.run_frames(90)
    pilot.step([axis_event(SCROLL_AXIS, 0.0)])
    if reader.page_view.offset <= top:
        raise StuckError("the rules didn't scroll")
    go_home(pilot)
    return "the rules"


def take_lesson(pilot: GamepadPilot, slug: str) -> str:
    """Play a lesson to its end."""
    pilot.press_widget(icon="learn")
    title = pilot.app.words(f"{slug}.title")
    pilot.focus(lambda one: isinstance(one, Button) and one.label == title)
    pilot.press_buttons(A)
    for _ in range(MAX_ANSWERS):
        pilot.step(elapsed_ms=50.0)
        top = pilot.app.top
        if isinstance(top, Dialog):
            if slug in pilot.app.tutorial_progress.finished_or_declined_lessons:
                break
            pilot.press_buttons(X)
        elif isinstance(top, Table):
            tutor = lesson_mode(top).tutor
            if tutor.explanation is None or tutor.is_step_done or top.model.director.is_busy:
                continue
            if tutor.step.expected_move is None:
                pilot.press_buttons(X)
            else:
                pilot.play_by_keys(tutor.step.expected_move)
    if slug not in pilot.app.tutorial_progress.finished_or_declined_lessons:
        raise StuckError("the lesson never ended")
    go_home(pilot)
    return f"the lesson of {slug}"


def play(pilot: GamepadPilot, slug: str) -> Record:
    """Begin a match on the home screen, play it to its end, and read its result."""
    pilot.press_widget(slug=slug)
    pilot.press_buttons(X)
    policy, rng = bot_for(slug, "hard"), Rng(SEED)
    for _ in range(MAX_ANSWERS):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                record = pilot.table_below().match.record
                go_home(pilot)
                return record
            pilot.dismiss_result()
            continue
        match = pilot.table.match
        answered = count_own_answers(match.record)
        pilot.play_by_keys(final_thought(policy, pilot.open_choice.view, match.viewer, rng).move)
        pilot.confirm_if_asked()
        if count_own_answers(match.record) <= answered:
            raise StuckError("a move was not played")
    raise StuckError(f"no end after {MAX_ANSWERS} answers")


def play_everything(
    folder: Path, games: list[str], say: Callable[[str], object], size: tuple[int, int] = (1280, 800)
) -> None:
    """Run all steps; print a line for each.

    Raises:
        StuckError: something could not be done.
    """
    write_settings(folder)
    pilot = GamepadPilot(folder, size)
    pilot.app.new_seed = lambda: SEED  # type: ignore[method-assign]
    try:
        pilot.app.go(Home())
        pilot.run_frames(3)
        say(change_setting(pilot))
        say(change_house_rule(pilot, games[0]))
        say(read_rules(pilot))
        say(take_lesson(pilot, games[0]))
        for slug in games:
            say(f"a match of {slug}, {count_own_answers(play(pilot, slug))} answers")
    finally:
        pilot.app.release_everything()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.gamepad_play", description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="default: all")
    parser.add_argument("--size", default="1280x800", help="of the window")
    parser.add_argument("--draw", action="store_true", help="draw every picture")
    chosen = parser.parse_args()
    patch = MonkeyPatch()
    if not chosen.draw:
        skip_pixels(patch)
        skip_frames(patch)
    width, height = map(int, chosen.size.split("x"))
    try:
        with tempfile.TemporaryDirectory() as folder:
            play_everything(
                Path(folder), chosen.games or list(GAMES), lambda line: print(line, flush=True), (width, height)
            )
    except StuckError as error:
        print(f"failed: {error}")
        return 1
    print("all done with the gamepad alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
