"""``main.py --self-test``: plays every game to its end through the real screens, without a screen or sound."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.people import CHARACTERS
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.results.results import Results
from scenes.selftest.pilot import FRAME, Pilot, StuckError
from scenes.table.table import Table, resume, start

MOVES = 4000
"""More answers than any match asks of one player."""
SETTINGS = 'speed = "4"\npace = "quick"\nauto_answer = false\n'


class Way(NamedTuple):
    """A way to play a match through."""

    hand: str
    """``mouse`` or ``keys``."""
    language: str
    process: bool
    """Opponents think in the worker process; otherwise in slices."""
    closed_after: int
    """The program is closed after so many answers of the player and opened again; 0: never."""

    def __str__(self) -> str:
        return self.hand


WAYS = (Way("mouse", "en", True, 0), Way("keys", "pt_BR", False, 5))
"""Between them: both kinds of input, both languages, worker and slices, saving and resuming."""


def self_test(report: Callable[[str], object] | None = None) -> int:
    """Play each game once in each of the ``WAYS``; returns the exit status, 0 when all passed.

    Writes a line for each failure and closes with ``N passed, M failed`` and what was done.
    """
    say = report or (lambda line: print(line, file=sys.stdout))  # noqa: T201  # the command's output
    passed = failed = answers = resumed = 0
    for slug in GAMES:
        for way in WAYS:
            try:
                with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                    words = SETTINGS + f'language = "{way.language}"\n'
                    record = play_match(
                        Path(folder), slug, way.hand,
                        settings=words, process=way.process, closed_after=way.closed_after,
                    )  # fmt: skip
                passed += 1
                answers += own_answers(record)
                resumed += bool(way.closed_after)
            except Exception as error:
                failed += 1
                say(f"{slug} by {way}: {type(error).__name__}: {error}")
    workers = sum(way.process for way in WAYS) * len(GAMES)
    say(f"{answers} answers, {resumed} matches closed and resumed, {workers} with the worker process")
    say(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def play_match(
    folder: Path,
    slug: str,
    way: str,
    *,
    seed: int = 5,
    record: Record | None = None,
    check: Callable[[Pilot], None] | None = None,
    watch: Callable[[Table], None] | None = None,
    size: tuple[int, int] = (1280, 720),
    settings: str = SETTINGS,
    level: str = "hard",
    process: bool = False,
    closed_after: int = 0,
    frame: float = FRAME,
) -> Record:
    """Play a whole match as a player would and return its record.

    Args:
        folder: of the profile.
        slug: of the game.
        way: ``mouse`` or ``keys``.
        seed: deal number.
        record: the match, not yet begun; by default the standard game.
        check: called whenever the table has come to rest.
        watch: called after every step in which the table is on top.
        size: of the window in pixels.
        settings: text of the settings file; the speed changes how long motions take, never what happens.
        level: how well the player plays; a good one makes a match short.
        process: the opponents think in the worker process, as they do in the window.
        closed_after: so many of the player's answers the program is closed, opened again and goes on; 0: never.
        frame: milliseconds of a step while the player only looks on.

    Raises:
        StuckError: the match didn't come to an end, or a result didn't lead on.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(settings, encoding="utf-8")

    def opened() -> Pilot:
        return Pilot(folder, size, Thinker() if process else None, watch, frame)

    pilot = opened()
    record = record or new_record(slug, seed)
    start(pilot.app, record)
    rng = Rng(seed)
    policy = bot_for(slug, level)
    for _ in range(MOVES):
        pilot.rest()
        if isinstance(pilot.app.top, Results):
            if pilot.table_below().match.game.outcome is not None:
                pilot.app.close_all()
                return record
            pilot.dismiss_result()
            continue
        if check:
            check(pilot)
        table = pilot.table
        move = final(policy, pilot.choice.view, table.match.viewer, rng).move
        answered = own_answers(record)
        if way == "mouse":
            pilot.play_by_mouse(move)
        else:
            pilot.play_by_keys(move)
        pilot.insist()
        if own_answers(record) <= answered:
            raise StuckError(f"{move} by {way} was not played")
        if own_answers(record) == closed_after:
            pilot.app.close_all()
            pilot = opened()
            resume(pilot.app)
            record = pilot.table.match.record
    raise StuckError(f"no end after {MOVES} answers")


def own_answers(record: Record) -> int:
    """How often the player has answered."""
    return sum(move.seat == 0 for move in record.moves)


def new_record(slug: str, seed: int) -> Record:
    """A match of the standard game with a person and the first characters of the list."""
    seats = GAMES[slug].seats_default
    others = [Chair(name, "easy") for name in list(CHARACTERS)[: seats - 1]]
    return Record(slug, seats, seed, GAMES[slug].Options(), (Chair(PERSON), *others))
