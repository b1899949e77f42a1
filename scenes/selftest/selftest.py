"""``main.py --self-test``: plays every game to its end through the real screens, without display or sound."""

import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move
from engine.online.self_test import run_self_test
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.screens.results.results_screen import ResultsScreen
from scenes.selftest.finger_pilot import FingerPilot
from scenes.selftest.gamepad_pilot import GamepadPilot
from scenes.selftest.pilot import P, Pilot, StuckError
from scenes.shell.destinations import MatchTable, ResumedTable

MAX_ANSWERS = 4000
"""Maximum number of the player's answers in a match."""
NETWORK_TEST_NAME = "a table over the network"
SETTINGS_TEXT = 'speed = "4"\npace = "quick"\nauto_answer = false\n'


class SelfTestRun(NamedTuple):
    """Configuration of the self-test's matches for one kind of input."""

    input_kind: str
    """A key of ``PILOTS_BY_INPUT``."""
    uses_worker_process: bool
    """Whether bots think in the worker process; otherwise in time slices."""
    reopen_after_answers: int = 0
    """Number of the player's answers after which the program is closed and reopened; 0 for never."""
    speed: str = "4"
    """Value of the setting ``speed``."""

    def __str__(self) -> str:
        return self.input_kind


PILOTS_BY_INPUT: Mapping[str, type[Pilot[Any]]] = {
    "mouse": Pilot,
    "keys": Pilot,
    "pad": GamepadPilot,
    "touch": FingerPilot,
}
"""Input kind -> class of its pilot."""
SELF_TEST_RUNS = (
    SelfTestRun("mouse", uses_worker_process=True),
    SelfTestRun("keys", uses_worker_process=False, reopen_after_answers=5),
    SelfTestRun("pad", uses_worker_process=False, speed="instant"),
    SelfTestRun("touch", uses_worker_process=False, speed="instant"),
)
"""Runs that together cover all kinds of input, process and time slices, saving and resuming; two show every motion."""


OpenApp = Callable[[Path, Thinker], P]
"""Opens the program with a profile folder and a thinker."""


def run_self_test_command(open_app: OpenApp[P], report: Callable[[str], object] | None = None) -> int:
    """Play each game once per entry of ``SELF_TEST_RUNS``; return the exit status, 0 if all passed.

    The languages alternate. Afterwards two guests play at an online table within this computer. Reports a line for each
    match, one for the network, a summary, and at last ``N passed, M failed``.

    Args:
        open_app: opens the program.
        report: called with each line of the output; None prints it.
    """
    say = report or (lambda line: print(line, file=sys.stdout, flush=True))  # noqa: T201  # the command's output
    passed = failed = answers = resumed = 0
    matches = [(slug, run) for slug in GAMES for run in SELF_TEST_RUNS]
    say(f"plays {len(matches)} matches")
    for number, (slug, run) in enumerate(matches, 1):
        name = f"{number} of {len(matches)}: {slug} by {run}"
        try:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                settings = (
                    SETTINGS_TEXT.replace('"4"', f'"{run.speed}"')
                    + f'language = "{LANGUAGES[number % len(LANGUAGES)]}"\n'
                )
                (Path(folder) / "settings.toml").write_text(settings, encoding="utf-8")
                open_pilot = partial(_open_pilot, open_app, Path(folder), run)
                record = play_match(open_pilot, slug, run.input_kind, reopen_after_answers=run.reopen_after_answers)
            passed += 1
            answers += count_own_answers(record)
            say(f"{name}, {count_own_answers(record)} answers")
            resumed += bool(run.reopen_after_answers)
        except Exception as error:
            failed += 1
            say(f"{name}: {type(error).__name__}: {error}")
    failed += not _test_network(say)
    workers = sum(run.uses_worker_process for run in SELF_TEST_RUNS) * len(GAMES)
    say(f"{answers} answers, {resumed} matches closed and resumed, {workers} with the worker process")
    say(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _test_network(say: Callable[[str], object]) -> bool:
    """Play some moves at an online table within this computer; return whether that succeeded."""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            say(f"{NETWORK_TEST_NAME}: {run_self_test(Path(folder))}")
    except Exception as error:
        say(f"{NETWORK_TEST_NAME}: {type(error).__name__}: {error}")
        return False
    return True


def _open_pilot(open_app: OpenApp[P], folder: Path, run: SelfTestRun) -> Pilot[P]:
    return PILOTS_BY_INPUT[run.input_kind](
        open_app(folder, Thinker() if run.uses_worker_process else Thinker(process=False))
    )


def play_match(
    open_pilot: Callable[[], Pilot[P]],
    slug: str,
    input_kind: str,
    *,
    seed: int = 5,
    record: Record | None = None,
    check_idle: Callable[[Pilot[P]], None] | None = None,
    level: str = "hard",
    reopen_after_answers: int = 0,
) -> Record:
    """Play a whole match as a simulated player and return its record.

    Args:
        open_pilot: opens the program with a pilot; called again after the program was closed.
        slug: the game.
        input_kind: key of ``PILOTS_BY_INPUT`` whose input the pilot supports.
        seed: seed of the match and of the player's moves.
        record: match to play from the start; None for the standard game.
        check_idle: called whenever the table is idle.
        level: level of the bot that chooses the player's moves; a good one keeps matches short.
        reopen_after_answers: number of the player's answers after which the program is closed and reopened; 0 for
            never.

    Raises:
        StuckError: the match did not end, or a move was not played.
    """
    pilot = open_pilot()
    record = record or new_record(slug, seed)
    pilot.app.go(MatchTable(record))
    rng = Rng(seed)
    policy = bot_for(slug, level)
    for _ in range(MAX_ANSWERS):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                pilot.app.release_everything()
                return record
            pilot.dismiss_result()
            continue
        if check_idle:
            check_idle(pilot)
        move = final_thought(policy, pilot.open_choice.view, pilot.table.match.viewer, rng).move
        _make_move(pilot, input_kind, move, record)
        if count_own_answers(record) == reopen_after_answers:
            pilot.app.release_everything()
            pilot = open_pilot()
            pilot.app.go(ResumedTable())
            record = pilot.table.match.record
    raise StuckError(f"the match did not end within {MAX_ANSWERS} answers")


def _make_move(pilot: Pilot[P], input_kind: str, move: Move, record: Record) -> None:
    """Make a move as a simulated player with the given kind of input, and check that the move was played.

    Raises:
        StuckError: the move was not played.
    """
    answered = count_own_answers(record)
    if input_kind in ("keys", "pad"):
        pilot.play_by_keys(move)
    else:
        pilot.play_by_mouse(move)
    pilot.confirm_if_asked()
    if count_own_answers(record) <= answered:
        raise StuckError(f"{move} by {input_kind} was not played")


def count_own_answers(record: Record) -> int:
    """Return the number of moves that the player in seat 0 has made."""
    return sum(move.seat == 0 for move in record.moves)


def new_record(slug: str, seed: int) -> Record:
    """Return the record of a new match with standard rules: a person in seat 0, easy bots in the others."""
    seats = GAMES[slug].seats_default
    others = [Chair(name, "easy") for name in list(CHARACTERS)[: seats - 1]]
    return Record(slug, seats, seed, GAMES[slug].Options(), (Chair(PERSON), *others))
