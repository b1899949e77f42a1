"""The script of a lesson: the deal, the opponents and the steps to play.

``assets/lessons/<slug>.toml`` has ``game, seats, seed, format, opponents`` and a list ``steps``. ``seed`` and
``format`` are those of a record (``engine.match.record``). Each step shows the text ``<slug>.lesson.<say>`` and
may have:

``jump``
    moves that are played without animation before the text
``do``
    the player's expected move; without it the step is only read
``then``
    later moves of the other seats

No pygame here.
"""

import tomllib
from dataclasses import dataclass

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move
from scenes.shell import lessons


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson: a text, the move expected from the player, and the moves of the other seats."""

    text_key: str
    """Key of its text below ``<slug>.lesson``; ``<text_key>_wrong`` is the text after a wrong move."""
    expected_move: Move | None = None
    replies: tuple[Move, ...] = ()
    skipped_moves: tuple[Move, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of a lesson's step in order: skipped ones, the player's expected move, and the others' replies."""
        return (*self.skipped_moves, *((self.expected_move,) if self.expected_move else ()), *self.replies)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The scripted lesson of one game."""

    slug: str
    seats: int
    seed: int
    record_format: int
    opponents: tuple[str, ...]
    steps: tuple[LessonStep, ...]

    def record(self) -> Record:
        """Return the record of the lesson's match at its start, by the standard rules; the player has seat 0."""
        others = [Chair(who, CHARACTERS[who].default_level) for who in self.opponents]
        chairs = (Chair(PERSON), *others)
        return Record(self.slug, self.seats, self.seed, GAMES[self.slug].Options(), chairs, format=self.record_format)

    @property
    def placeholders(self) -> dict[str, int]:
        """Placeholders for the lesson's texts, such as ``seat_1``, with the opponents' seats as values."""
        return {f"seat_{seat}": seat for seat in range(1, self.seats)}

    @property
    def moves(self) -> list[Move]:
        """All moves of the lesson's script in order."""
        return [move for step in self.steps for move in step.moves]


def load_lesson(slug: str) -> Lesson:
    """Load the lesson of a game from its script file.

    Raises:
        OSError: the file can't be read.
        ValueError, KeyError: the file is no lesson.
    """
    raw = tomllib.loads((lessons.LESSONS_FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))
    steps = tuple(
        LessonStep(
            step["say"],
            Move.parse(step["do"]) if "do" in step else None,
            tuple(map(Move.parse, step.get("then", ()))),
            tuple(map(Move.parse, step.get("jump", ()))),
        )
        for step in raw["steps"]
    )
    return Lesson(raw["game"], raw["seats"], raw["seed"], raw["format"], tuple(raw["opponents"]), steps)
