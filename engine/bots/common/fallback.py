"""Replaces a failing bot by a weaker one, at the table and in every computation by bots."""

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.bots.common.base import Bot, Thought
from engine.game import Game
from engine.moves import Seat
from engine.rng import Rng


class BotFailure(NamedTuple):
    """Report of an error in a bot, which a weaker one replaced for this decision."""

    slug: str
    """The game."""
    bot: str
    """Level of the bot, or the name of another part of it, such as ``policy``."""
    error_text: str
    """Type and text of the error, in one line."""
    traceback_text: str

    def __str__(self) -> str:
        return f"{self.slug}: bot {self.bot!r} failed, a weaker one answers: {self.error_text}"


Maker = tuple[str, Callable[[], Any]]
"""Name of a bot and its factory."""
Step = TypeVar("Step")
Result = TypeVar("Result")


def run_with_fallback(
    slug: str, makers: Sequence[Maker], run: Callable[[Any], Generator[Step, None, Result]]
) -> Generator[Step | BotFailure, None, Result]:
    """Run a cooperative task with the first bot that works; yield its steps, and a report of each bot that failed.

    Args:
        slug: the game.
        makers: the bots, strongest first. An error of the last one is raised, as the game itself must be at fault.
        run: runs the task with a bot.
    """
    *others, (_, make_last) = makers
    for name, make in others:
        try:
            return (yield from run(make()))
        except Exception as error:
            failure = describe_failure(slug, name, error)
        yield failure
    return (yield from run(make_last()))


def describe_failure(slug: str, bot: str, error: Exception) -> BotFailure:
    """Return the report of an error in a bot."""
    import traceback  # noqa: PLC0415  # 1 ms of the start

    text = f"{type(error).__name__}: {error}".partition("\n")[0]
    return BotFailure(slug, bot, text, "".join(traceback.format_exception(error)))


class FallbackBot:
    """A bot with substitutes: in each decision in which it fails, the next weaker bot decides.

    Args:
        slug: the game.
        makers: the bots, strongest first; the last one must not fail.
    """

    def __init__(self, slug: str, makers: Sequence[Maker]) -> None:
        self.slug = slug
        self.makers = makers

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought | BotFailure]:
        """Yield better and better moves as a bot does, and a report of each bot that failed."""
        yield from run_with_fallback(self.slug, self.makers, lambda bot: _checked_thoughts(bot, view, seat, rng))


class IllegalMoveOfBotError(RuntimeError):
    """Error: a bot chose an illegal move, or none."""


def _checked_thoughts(bot: Bot, view: Game, seat: Seat, rng: Rng) -> Generator[Thought, None, None]:
    """Let a bot think; yield its thoughts.

    Raises:
        IllegalMoveOfBotError: it chose an illegal move, or none.
    """
    move = None
    for thought in bot.think(view, seat, rng):
        if thought.move != move:
            move = thought.move
            refusal = view.refusal(move)
            if move.seat != seat or refusal is not None:
                raise IllegalMoveOfBotError(f"{move}: {refusal}")
        yield thought
    if move is None:
        raise IllegalMoveOfBotError("no move")
