"""Plays with fingers only: ``python -m tests.touch_play [GAME ...] [--size 1280x720] [--draw]``.

A player with only a touch screen uses the real program from the home screen. They change a setting, read the rules by
scrolling, follow a lesson and change a house rule. Then they play a whole match, read the result and go home. The
events are SDL's, through pygame's queue; a key or a mouse event among them is an error. Every test run includes the
short form. With ``--draw`` every picture is drawn, which takes three times as long.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from pytest import MonkeyPatch

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.games import GAMES
from engine.rng import Rng
from scenes.screens.home.game_card import GameCard
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.lesson.lesson_table import LessonMode
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.rulebook.rulebook_screen import RulebookScreen
from scenes.screens.rulebook.rules_page import RulesPageView
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.selftest.pilot import StuckError
from scenes.shell.destinations import Home
from scenes.shell.dialog import Dialog
from scenes.shell.options_panel import OptionRow
from scenes.table.goal_dialog import GoalDialog
from scenes.ui.widgets import Segmented
from tests.support.finger_pilot import FingerPilot
from tests.support.skip_drawing import skip_frames, skip_pixels

SETTINGS = 'language = "en"\nspeed = "4"\npace = "quick"\nauto_answer = false\ncoach = "off"\n'
MAX_ANSWERS = 4000
"""Maximum number of the player's answers in a match."""
SEED = 5
"""Seed of the deal and of the player's decisions."""
MAX_STEPS = 4000
"""Maximum number of steps until a lesson goes on."""


def open_home(folder: Path, size: tuple[int, int] = (1280, 720)) -> FingerPilot:
    """Return a player at the home screen of a new profile."""
    (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    pilot = FingerPilot(folder, size)
    pilot.app.new_seed = lambda: SEED  # type: ignore[method-assign]
    pilot.app.go(Home())
    pilot.run_frames(60)
    return pilot


def expect(pilot: FingerPilot, kind: type) -> None:
    """Check the type of the top screen.

    Raises:
        StuckError: another screen is on top
    """
    if not isinstance(pilot.app.top, kind):
        raise StuckError(f"{type(pilot.app.top).__name__} is on top, not {kind.__name__}")


def change_setting(pilot: FingerPilot) -> None:
    """Change a setting from the home screen, check that it is saved, and go back."""
    pilot.tap_any_label(pilot.app.words("app.home.settings"))
    expect(pilot, SettingsScreen)
    row, value = pilot.choose_value(_has_two_values)
    kept = pilot.app.profile.load_settings()
    if getattr(kept, row.option.name) != value:
        raise StuckError(f"the setting {row.option.name} is not {value}")
    pilot.choose_value(_has_two_values)
    pilot.go_back()
    expect(pilot, HomeScreen)


def _has_two_values(row: OptionRow) -> bool:
    return isinstance(row.control, Segmented) and len(row.control.labels) == 2


def read_rules(pilot: FingerPilot) -> int:
    """Scroll through the rules to their end, from the home screen; return the number of strokes."""
    pilot.tap_any_label(pilot.app.words("app.reader.title"))
    expect(pilot, RulebookScreen)
    page = next(one for one in pilot.screen.root.children if isinstance(one, RulesPageView))
    x, y, high = page.rect.centerx, page.rect.bottom - 60, page.rect.height - 120
    for swipes in range(1, 200):
        before = page.offset
        pilot.swipe((x, y), (x, y - high), frames=6)
        if page.offset == before:
            if page.offset < page.max_offset - 1:
                raise StuckError("the rules can't be scrolled to their end")
            pilot.go_back()
            expect(pilot, HomeScreen)
            return swipes
    raise StuckError("the rules have no end")


def follow_lesson(pilot: FingerPilot, slug: str) -> int:
    """Play a lesson from the home screen to its end; return the number of its steps."""
    words = pilot.app.words
    pilot.tap_any_label(words("app.lesson.learn"))
    pilot.tap_any_label(words(f"{slug}.title"))
    steps = 0
    while True:
        _wait_for_tutor(pilot)
        top = pilot.app.top
        if isinstance(top, Dialog):
            pilot.tap_any_label(top.buttons[-1].label)
            pilot.run_frames(60)
            return steps
        play = pilot.table.mode
        assert isinstance(play, LessonMode)
        step, button = play.tutor.step, play.tutor.page.enter_button
        if step.expected_move is not None:
            pilot.play_by_mouse(step.expected_move)
        elif button is not None:
            pilot.tap(pilot.drawer_point(button))
        if pilot.app.top is pilot.table_below() and play.tutor.step is step and not play.tutor.is_step_done:
            raise StuckError(f"{step.text_key}: not taken")
        steps += 1


def _wait_for_tutor(pilot: FingerPilot) -> None:
    """Wait until the tutor shows a text, or the lesson is over."""
    for _ in range(MAX_STEPS):
        pilot.step()
        top = pilot.app.top
        if isinstance(top, GoalDialog):
            pilot.skip_goal(top)
        elif isinstance(top, Dialog):
            return
        else:
            play = pilot.table.mode
            assert isinstance(play, LessonMode)
            busy = play.tutor.is_step_done or pilot.director.is_busy
            if play.tutor.explanation is not None and not busy:
                return
    raise StuckError("the lesson doesn't go on")


def change_house_rule(pilot: FingerPilot, slug: str) -> None:
    """Change a house rule, from the home screen to the seating of a game."""
    pilot.tap(pilot.centre_of(lambda one: isinstance(one, GameCard) and one.slug == slug))
    pilot.run_frames(30)
    expect(pilot, SeatingScreen)
    pilot.tap_any_label(pilot.app.words("app.seating.rules_change"))
    expect(pilot, HouseRulesScreen)
    screen = pilot.app.top
    assert isinstance(screen, HouseRulesScreen)
    row, value = pilot.choose_value(lambda row: isinstance(row.control, Segmented))
    if getattr(screen.options, row.option.name) != value:
        raise StuckError(f"the house rule {row.option.name} is not {value}")
    pilot.go_back()
    expect(pilot, SeatingScreen)


def play_match(pilot: FingerPilot, max_answers: int = MAX_ANSWERS) -> int:
    """Play from the seating to the result, and go home; return the number of the player's answers.

    Args:
        pilot: has the fingers
        max_answers: number of answers after which the match is left unfinished
    """
    pilot.tap_any_label(pilot.app.words("app.seating.play"))
    pilot.run_frames(10)
    rng, slug = Rng(SEED), pilot.table_below().match.game.slug
    policy = bot_for(slug, "hard")
    for answers in range(max_answers):
        while True:
            pilot.run_until_idle()
            if not isinstance(pilot.app.top, ResultsScreen):
                break
            if pilot.table_below().match.game.outcome is not None:
                _read_result(pilot)
                return answers
            pilot.dismiss_result()
        record = pilot.table.match.record
        before = len(record.moves)
        move = final_thought(policy, pilot.open_choice.view, pilot.table.match.viewer, rng).move
        pilot.play_by_mouse(move)
        pilot.confirm_if_asked()
        if len(record.moves) == before:
            raise StuckError(f"{move} was not played")
    return max_answers


def _read_result(pilot: FingerPilot) -> None:
    """Wait until the result is shown completely, and go home."""
    result = pilot.app.top
    assert isinstance(result, ResultsScreen)
    for _ in range(MAX_STEPS):
        if result.total_progress >= 1.0:
            break
        pilot.step()
    pilot.tap_any_label(pilot.app.words("app.results.home"))
    expect(pilot, HomeScreen)


def play_game(folder: Path, slug: str, size: tuple[int, int]) -> str:
    """Do all that with a game; return a line about it."""
    pilot = open_home(folder, size)
    change_setting(pilot)
    swipes = read_rules(pilot)
    steps = follow_lesson(pilot, slug)
    expect(pilot, HomeScreen)
    change_house_rule(pilot, slug)
    answers = play_match(pilot)
    touches = pilot.touch_count
    pilot.app.release_everything()
    return f"{slug}: {touches} touches; rules in {swipes} swipes, {steps} steps of the lesson, {answers} answers"


def main(arguments: Sequence[str]) -> int:
    """Play the games in ``words``, or all; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.touch_play", description=(__doc__ or "").partition("\n")[0])
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
                line = play_game(Path(folder), slug, (int(width), int(height)))
        except (StuckError, StopIteration) as error:
            line, failed = f"{slug}: {type(error).__name__}: {error}", failed + 1
        sys.stdout.write(f"{line} ({time.process_time() - began:.0f} s of the processor)\n")
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
