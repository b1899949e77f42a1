"""``main.py --self-test``: plays every game to its end through the real screens, without a screen or sound."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from engine.bots import bot_for, final
from engine.bots.people import CHARACTERS
from engine.games import GAMES
from engine.record import PERSON, Chair, Record
from engine.rng import Rng
from scenes.pilot import Pilot, StuckError
from scenes.results import Results
from scenes.table.table import Table, start

MOVES = 4000
"""More answers than any match asks of one player."""


def self_test(report: Callable[[str], object] | None = None) -> int:
    """Play each game once by mouse and once by keys; returns the exit status, 0 when all passed.

    Writes a line for each failure and closes with ``N passed, M failed``.
    """
    say = report or (lambda line: print(line, file=sys.stdout))  # noqa: T201  # the command's output
    passed = failed = 0
    for slug in GAMES:
        for way in ("mouse", "keys"):
            try:
                with tempfile.TemporaryDirectory() as folder:
                    play_match(Path(folder), slug, way)
                passed += 1
            except Exception as error:
                failed += 1
                say(f"{slug} by {way}: {type(error).__name__}: {error}")
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
    settings: str = 'speed = "4"\npace = "quick"\nauto_answer = false\n',
    level: str = "hard",
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

    Raises:
        StuckError: the match didn't come to an end, or a result didn't lead on.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(settings, encoding="utf-8")
    pilot = Pilot(folder, size, watch=watch)
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
    raise StuckError(f"no end after {MOVES} answers")


def own_answers(record: Record) -> int:
    """How often the player has answered."""
    return sum(move.seat == 0 for move in record.moves)


def new_record(slug: str, seed: int) -> Record:
    """A match of the standard game with a person and the first characters of the list."""
    seats = GAMES[slug].seats_default
    others = [Chair(name, "easy") for name in list(CHARACTERS)[: seats - 1]]
    return Record(slug, seats, seed, GAMES[slug].Options(), (Chair(PERSON), *others))
