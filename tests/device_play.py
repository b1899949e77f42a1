"""Plays everything with one device: ``python -m tests.device_play touch|pad [GAME ...] [--size 1280x720] [--draw]``.

A player with only a touch screen or only a gamepad uses the real program from the home screen, with an empty profile.
They change a setting and a house rule, scroll through the rules, follow a lesson, play a whole match, read the result
and go home. Any other event is an error; the touch events are SDL's, through pygame's queue. Every test run includes
the short form. With ``--draw`` every picture is drawn, which takes three to ten times as long.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from pytest import MonkeyPatch

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.games import GAMES
from engine.moves import Move
from engine.rng import Rng
from scenes.screens.home.game_card import GameCard
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
from scenes.table.goal_dialog import GoalDialog
from scenes.table.table import Table
from scenes.ui.widgets import Segmented, Widget
from tests.support.finger_pilot import FingerPilot
from tests.support.gamepads import GamepadPilot
from tests.support.profile_pilot import Pilot
from tests.support.skip_drawing import skip_frames, skip_pixels
from tests.support.tables import lesson_mode, write_settings

SEED = 5
"""Seed of the deal and of the player's decisions."""
MAX_STEPS = 4000
"""Maximum number of steps until a lesson or a result goes on."""
MAX_STEPS_BACK = 12
"""Maximum number of steps back to the home screen."""


class Player(Protocol):
    """A player with one device."""

    @property
    def pilot(self) -> Pilot: ...

    def press(self, name: str) -> None:
        """Press the widget with this label or name."""

    def press_game(self, slug: str) -> None:
        """Press a game on the home screen."""

    def press_next(self) -> None:
        """Press the primary button of a lesson's card."""

    def change_option(self) -> None:
        """Choose another value of an option."""

    def scroll(self, reader: RulebookScreen) -> None:
        """Scroll the rules down."""

    def play(self, move: Move) -> None:
        """Play a move at the table."""

    def go_back(self) -> None:
        """Leave the screen."""


class TouchPlayer:
    """A player with fingers only."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self.pilot = FingerPilot(folder, size)

    def press(self, name: str) -> None:
        self.pilot.tap_any_label(name)

    def press_game(self, slug: str) -> None:
        self.pilot.tap(self.pilot.centre_of(lambda one: isinstance(one, GameCard) and one.slug == slug))
        self.pilot.run_frames(30)

    def press_next(self) -> None:
        button = lesson_mode(self.pilot.table).tutor.page.enter_button
        if button is not None:
            self.pilot.tap(self.pilot.drawer_point(button))

    def change_option(self) -> None:
        self.pilot.choose_value(lambda row: isinstance(row.control, Segmented))

    def scroll(self, reader: RulebookScreen) -> None:
        rect = reader.page_view.rect
        self.pilot.swipe((rect.centerx, rect.bottom - 60), (rect.centerx, rect.top + 60), frames=6)

    def play(self, move: Move) -> None:
        self.pilot.play_by_mouse(move)

    def go_back(self) -> None:
        top = self.pilot.app.top
        if isinstance(top, ResultsScreen):
            self.press(self.pilot.app.words("app.results.home"))
        elif isinstance(top, Dialog):
            self.press(top.buttons[-1].label)
        else:
            self.pilot.go_back()
        self.pilot.run_frames(30)


class PadPlayer:
    """A player with a gamepad only."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self.pilot = GamepadPilot(folder, size)

    def press(self, name: str) -> None:
        def is_wanted(one: Widget) -> bool:
            return name in (getattr(one, "label", ""), getattr(one, "name", ""))

        self.pilot.focus(is_wanted)
        self.pilot.press_buttons(A)

    def press_game(self, slug: str) -> None:
        self.pilot.press_widget(slug=slug)

    def press_next(self) -> None:
        self.pilot.press_buttons(X)

    def change_option(self) -> None:
        self.pilot.focus(lambda one: isinstance(one, OptionRow))
        self.pilot.press_buttons(RIGHT)

    def scroll(self, reader: RulebookScreen) -> None:
        self.pilot.step([axis_event(SCROLL_AXIS, 1.0)])
        self.pilot.run_frames(60)
        self.pilot.step([axis_event(SCROLL_AXIS, 0.0)])

    def play(self, move: Move) -> None:
        self.pilot.play_by_keys(move)

    def go_back(self) -> None:
        self.pilot.press_buttons(B)
        self.pilot.run_frames(2)


DEVICES: dict[str, Callable[[Path, tuple[int, int]], Player]] = {"touch": TouchPlayer, "pad": PadPlayer}


# --- steps ------------------------------------------------------------------------------------------------------------


def open_home(device: str, folder: Path, size: tuple[int, int] = (1280, 720)) -> Player:
    """Return a player at the home screen of a new profile."""
    write_settings(folder)
    player = DEVICES[device](folder, size)
    player.pilot.app.new_seed = lambda: SEED  # type: ignore[method-assign]
    player.pilot.app.go(Home())
    player.pilot.run_frames(60)
    return player


def go_home(player: Player) -> None:
    for _ in range(MAX_STEPS_BACK):
        if isinstance(player.pilot.app.top, HomeScreen):
            return
        player.go_back()
    raise StuckError("there is no way back to the home screen")


def change_setting(player: Player) -> None:
    """Change a setting from the home screen, check that it is saved, and go back."""
    app = player.pilot.app
    before = app.settings
    player.press(app.words("app.home.settings"))
    player.pilot.expect(SettingsScreen)
    player.change_option()
    if not before != app.settings == app.profile.load_settings():
        raise StuckError("no setting was changed and saved")
    go_home(player)


def change_house_rule(player: Player, slug: str) -> None:
    """Change a house rule of a game, take that back with its button, and go home."""
    player.press_game(slug)
    player.press(player.pilot.app.words("app.seating.rules_change"))
    screen = player.pilot.expect(HouseRulesScreen)
    before = screen.options
    player.change_option()
    if screen.options == before:
        raise StuckError("no house rule was changed")
    player.press(player.pilot.app.words("app.rules.undo"))
    if screen.options != before:
        raise StuckError("the change was not taken back")
    go_home(player)


def read_rules(player: Player) -> int:
    """Scroll through the rules to their end, from the home screen; return the number of strokes."""
    player.press(player.pilot.app.words("app.reader.title"))
    page = player.pilot.expect(RulebookScreen).page_view
    for strokes in range(1, 200):
        before = page.offset
        player.scroll(player.pilot.expect(RulebookScreen))
        if page.offset == before:
            if page.offset < page.max_offset - 1:
                raise StuckError("the rules can't be scrolled to their end")
            go_home(player)
            return strokes
    raise StuckError("the rules have no end")


def follow_lesson(player: Player, slug: str) -> int:
    """Play a lesson from the home screen to its end; return the number of its steps."""
    pilot = player.pilot
    player.press(pilot.app.words("app.lesson.learn"))
    player.press(pilot.app.words(f"{slug}.title"))
    steps = 0
    for _ in range(MAX_STEPS):
        pilot.step(elapsed_ms=50.0)
        top = pilot.app.top
        if isinstance(top, GoalDialog):
            pilot.skip_goal(top)
        elif isinstance(top, Dialog):
            if slug not in pilot.app.tutorial_progress.finished_lessons:
                raise StuckError("the lesson is not finished")
            go_home(player)
            return steps
        elif isinstance(top, Table):
            tutor = lesson_mode(top).tutor
            step = tutor.step
            if tutor.explanation is None or tutor.is_step_done or top.model.director.is_busy:
                continue
            if step.expected_move is None:
                player.press_next()
            else:
                player.play(step.expected_move)
            if pilot.app.top is top and tutor.step is step and not tutor.is_step_done:
                raise StuckError(f"{step.text_key}: not taken")
            steps += 1
    raise StuckError("the lesson never ended")


def play_match(player: Player, slug: str, max_answers: int = MAX_ANSWERS) -> int:
    """Play a match from the home screen to its result, and go home; return the number of the player's answers.

    Args:
        player: has the device
        slug: game
        max_answers: number of answers after which the match is left unfinished
    """
    pilot = player.pilot
    player.press_game(slug)
    player.press(pilot.app.words("app.seating.play"))
    pilot.run_frames(10)
    policy, rng, answers = bot_for(slug, "hard"), Rng(SEED), 0
    while answers < max_answers:
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                _read_result(player, pilot.app.top)
                return answers
            pilot.dismiss_result()
            continue
        match = pilot.table.match
        answered = count_own_answers(match.record)
        move = final_thought(policy, pilot.open_choice.view, match.viewer, rng).move
        player.play(move)
        pilot.confirm_if_asked()
        if count_own_answers(match.record) <= answered:
            raise StuckError(f"{move} was not played")
        answers += 1
    return answers


def _read_result(player: Player, result: ResultsScreen) -> None:
    """Wait until the result is shown completely, and go home."""
    for _ in range(MAX_STEPS):
        if result.total_progress >= 1.0:
            break
        player.pilot.step()
    go_home(player)


def play_game(device: str, folder: Path, slug: str, size: tuple[int, int]) -> str:
    """Do all that with a game; return a line about it."""
    player = open_home(device, folder, size)
    change_setting(player)
    change_house_rule(player, slug)
    strokes = read_rules(player)
    steps = follow_lesson(player, slug)
    answers = play_match(player, slug)
    player.pilot.app.release_everything()
    return f"{slug}: the rules in {strokes} strokes, {steps} steps of the lesson, {answers} answers"


def main(arguments: Sequence[str]) -> int:
    """Play the games of ``arguments``, or all; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.device_play", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("device", choices=DEVICES)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--draw", action="store_true", help="draw every picture")
    chosen = parser.parse_args(arguments)
    if not chosen.draw:
        patch = MonkeyPatch()
        skip_pixels(patch)
        skip_frames(patch)
    width, _, height = chosen.size.partition("x")
    failed = 0
    for slug in chosen.games:
        began = time.process_time()
        try:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                line = play_game(chosen.device, Path(folder), slug, (int(width), int(height)))
        except (AssertionError, StuckError, StopIteration) as error:
            line, failed = f"{slug}: {type(error).__name__}: {error}", failed + 1
        sys.stdout.write(f"{line} ({time.process_time() - began:.0f} s of the processor)\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
