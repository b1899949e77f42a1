"""``main.py --self-test``: plays every game to its end through the real screens, without display or sound."""

import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move
from engine.online.trial import trial
from engine.people import CHARACTERS
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.results.results import ResultsScreen
from scenes.selftest.finger_pilot import FingerPilot
from scenes.selftest.pad_pilot import PadPilot
from scenes.selftest.pilot import P, Pilot, StuckError
from scenes.shell.destinations import Begin, Resume

MOVES = 4000
"""Maximum number of the player's answers in a match."""
NETWORK = "a table over the network"
SETTINGS = 'speed = "4"\npace = "quick"\nauto_answer = false\n'


class SelfTestWay(NamedTuple):
    """A way to play a match."""

    hand: str
    """One of ``HANDS``."""
    process: bool
    """Whether opponents think in the worker process; otherwise in time slices."""
    closed_after: int = 0
    """Number of the player's answers after which the program is closed and reopened; 0 for never."""
    speed: str = "4"
    """The setting of this name."""

    def __str__(self) -> str:
        return self.hand


HANDS: Mapping[str, type[Pilot[Any]]] = {"mouse": Pilot, "keys": Pilot, "pad": PadPilot, "touch": FingerPilot}
"""What moves are made with -> who makes them."""
WAYS = (
    SelfTestWay("mouse", process=True),
    SelfTestWay("keys", process=False, closed_after=5),
    SelfTestWay("pad", process=False, speed="instant"),
    SelfTestWay("touch", process=False, speed="instant"),
)
"""Together they cover all kinds of input, worker and slices, saving and resuming; two of them watch every motion."""


OpenApp = Callable[[Path, Thinker], P]
"""Opens the program with a profile folder."""


def self_test(open_app: OpenApp[P], report: Callable[[str], object] | None = None) -> int:
    """Play each game once in each of the ``WAYS``, all languages in turn; returns the exit status, 0 if all passed.

    Then two guests play at a table over a network that is this computer alone. Reports a line for each match, one for
    the network, a summary, and at last ``N passed, M failed``.

    Args:
        open_app: opens the program.
        report: called with each line of the output; printed by default.
    """
    say = report or (lambda line: print(line, file=sys.stdout, flush=True))  # noqa: T201  # the command's output
    passed = failed = answers = resumed = 0
    matches = [(slug, way) for slug in GAMES for way in WAYS]
    say(f"plays {len(matches)} matches")
    for number, (slug, way) in enumerate(matches, 1):
        name = f"{number} of {len(matches)}: {slug} by {way}"
        try:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                words = (
                    SETTINGS.replace('"4"', f'"{way.speed}"') + f'language = "{LANGUAGES[number % len(LANGUAGES)]}"\n'
                )
                (Path(folder) / "settings.toml").write_text(words, encoding="utf-8")
                opened = partial(_piloted, open_app, Path(folder), way)
                record = play_match(opened, slug, way.hand, closed_after=way.closed_after)
            passed += 1
            answers += own_answers(record)
            say(f"{name}, {own_answers(record)} answers")
            resumed += bool(way.closed_after)
        except Exception as error:
            failed += 1
            say(f"{name}: {type(error).__name__}: {error}")
    failed += not _tries_network(say)
    workers = sum(way.process for way in WAYS) * len(GAMES)
    say(f"{answers} answers, {resumed} matches closed and resumed, {workers} with the worker process")
    say(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _tries_network(say: Callable[[str], object]) -> bool:
    """Play some moves over a network that is this computer alone; return whether that succeeded."""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            say(f"{NETWORK}: {trial(Path(folder))}")
    except Exception as error:
        say(f"{NETWORK}: {type(error).__name__}: {error}")
        return False
    return True


def _piloted(open_app: OpenApp[P], folder: Path, way: SelfTestWay) -> Pilot[P]:
    return HANDS[way.hand](open_app(folder, Thinker() if way.process else Thinker(process=False)))


def play_match(
    opened: Callable[[], Pilot[P]],
    slug: str,
    way: str,
    *,
    seed: int = 5,
    record: Record | None = None,
    check: Callable[[Pilot[P]], None] | None = None,
    level: str = "hard",
    closed_after: int = 0,
) -> Record:
    """Play a whole match like a player and return its record.

    Args:
        opened: opens the program with a pilot; called again after the program was closed.
        slug: game.
        way: one of ``HANDS``, and a pilot that has them.
        seed: deal number.
        record: match to play from the start; by default the standard game.
        check: called whenever the table has come to rest.
        level: level of the player; a good one makes matches short.
        closed_after: number of the player's answers after which the program is closed and reopened; 0 for never.

    Raises:
        StuckError: the match did not end, or a move was not played.
    """
    pilot = opened()
    record = record or new_record(slug, seed)
    pilot.app.go(Begin(record))
    rng = Rng(seed)
    policy = bot_for(slug, level)
    for _ in range(MOVES):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                pilot.app.close_all()
                return record
            pilot.dismiss_result()
            continue
        if check:
            check(pilot)
        move = final(policy, pilot.choice.view, pilot.table.match.viewer, rng).move
        _answer(pilot, way, move, record)
        if own_answers(record) == closed_after:
            pilot.app.close_all()
            pilot = opened()
            pilot.app.go(Resume())
            record = pilot.table.match.record
    raise StuckError(f"no end after {MOVES} answers")


def _answer(pilot: Pilot[P], way: str, move: Move, record: Record) -> None:
    """Play a move by pointer, or by keys or what does the same.

    Raises:
        StuckError: it was not played.
    """
    answered = own_answers(record)
    if way in ("keys", "pad"):
        pilot.play_by_keys(move)
    else:
        pilot.play_by_mouse(move)
    pilot.insist()
    if own_answers(record) <= answered:
        raise StuckError(f"{move} by {way} was not played")


def own_answers(record: Record) -> int:
    """Return the number of the player's answers."""
    return sum(move.seat == 0 for move in record.moves)


def new_record(slug: str, seed: int) -> Record:
    """Return a match of the standard game with a person and the first characters."""
    seats = GAMES[slug].seats_default
    others = [Chair(name, "easy") for name in list(CHARACTERS)[: seats - 1]]
    return Record(slug, seats, seed, GAMES[slug].Options(), (Chair(PERSON), *others))
