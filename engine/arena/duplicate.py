"""Duplicate matches: plays deals in all rotations of a line-up, in several processes."""

import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.bots import reliable_bot
from engine.bots.common.base import YARDSTICKS, Thought
from engine.bots.common.fallback import BotFailure, FallbackBot
from engine.bots.common.self_play import MAX_DEAL_PLIES, MAX_MATCH_PLIES, NamedBot, Ply, play_on
from engine.characters import CHARACTERS, LEVELS, PLAIN_STYLE, Style, is_level_or_strength
from engine.game import Game
from engine.moves import Seat
from engine.rng import Rng

ISMCTS = "ismcts"
"""The yardstick with an adjustable budget."""
_FACTOR_PATTERN = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")

Clock = Callable[[], float]
"""Returns seconds from any origin. The arena uses ``time.process_time``, which excludes other work on the machine."""


class Entrant(NamedTuple):
    """A kind of player in the arena: its style, and its level or a yardstick (a bot only for comparison)."""

    name: str
    """Name as given on the command line."""
    level: str
    style: Style = PLAIN_STYLE
    patience: float = 1.0
    """Factor on its budget per decision, besides ``DealTask.patience``."""


def parse_entrant(name: str) -> Entrant:
    """Parse the name of an arena player: level, strength, yardstick, CHARACTER, CHARACTER:LEVEL or ismcts:FACTOR.

    Raises:
        ValueError: the name is unknown; the message lists the allowed ones.
    """
    if is_level_or_strength(name) or name in YARDSTICKS:
        return Entrant(name, name)
    slug, colon, level = name.partition(":")
    if slug in CHARACTERS and (not colon or is_level_or_strength(level)):
        return Entrant(name, level or CHARACTERS[slug].default_level, CHARACTERS[slug].style)
    if slug == ISMCTS and _FACTOR_PATTERN.fullmatch(level) and float(level) > 0:
        return Entrant(name, slug, patience=float(level))
    levels, yardsticks, characters = map(", ".join, (LEVELS, YARDSTICKS, CHARACTERS))
    raise ValueError(
        f"LEVEL {name!r} is unknown; levels are {levels}; yardsticks are {yardsticks}; "
        f"strengths between levels are -1.00 … 3.00; characters, alone or as CHARACTER:LEVEL, are {characters}; "
        f"{ISMCTS}:F has F times the budget of a master"
    )


class DealTask(NamedTuple):
    """Task of the arena: a deal, or match, to play in all rotations of a line-up of bots."""

    game: type[Game]
    players: tuple[str, ...]
    rules: Any
    seed: int
    clock: Clock
    whole_matches: bool = False
    """Whether to play to the end of the match instead of the first deal."""
    patience: float = 1.0
    """Factor on the budget per decision of the master level and the timed yardstick."""


class DuplicateResult(NamedTuple):
    """Result of all rotations of a deal, or match; players are numbered by their position in the line-up."""

    mean_points: tuple[float, ...]
    """Points per deal of each player: the mean over the deals of a match and over all rotations."""
    winners: tuple[tuple[int, ...], ...]
    """The winning players of each rotation."""
    decisions: tuple[int, ...]
    """Number of each player's decisions, that is moves with alternatives."""
    seconds: tuple[float, ...]
    """Total time of each player's thinking, in seconds."""
    worst_seconds: tuple[float, ...]
    """Time of each player's longest decision, in seconds."""
    plies: int
    total_seconds: float
    """Total time, in seconds."""
    failures: Mapping[str, int] = MappingProxyType({})
    """Text about a bot that failed -> number of decisions in which a weaker one replaced it."""


class _TimedBot(FallbackBot):
    """A player of a line-up; its decisions, thinking time and failures are recorded."""

    def __init__(self, task: DealTask, name: str) -> None:
        super().__init__(task.game.slug, ())
        _, self.level, self._style, patience = parse_entrant(name)
        self._patience = task.patience * patience
        self._clock = task.clock
        self.failures = Counter[str]()
        """Text about a bot that failed -> number of decisions."""
        self.decisions = 0
        self.seconds = 0.0
        self.worst_seconds = 0.0

    def sit_down(self, seat_levels: Sequence[str]) -> None:
        """Begin a deal, or match, at a table with bots of these levels, by seat."""
        self.makers = reliable_bot(self.slug, self.level, self._style, self._patience, seat_levels).makers

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought | BotFailure]:
        start = self._clock()
        for step in super().think(view, seat, rng):
            if isinstance(step, BotFailure):
                self.failures[str(step)] += 1
            yield step
        spent = self._clock() - start
        self.decisions += 1
        self.seconds += spent
        self.worst_seconds = max(self.worst_seconds, spent)


class _RotationResult(NamedTuple):
    """Result of one rotation of a line-up: points per deal of each seat, the winning seats, plies."""

    points_by_seat: tuple[float, ...]
    winners: tuple[Seat, ...]
    plies: int


def deal_tasks(task: DealTask, count: int, seed: int) -> list[DealTask]:
    """Return ``count`` copies of an arena task, each with a different deal.

    With equal seeds all line-ups get the same deals.
    """
    chance = Rng(seed)
    return [task._replace(seed=chance.bits() >> 1) for _ in range(count)]


def distinct_rotation_count(players: Sequence[str]) -> int:
    """Return the number of distinct rotations of a line-up of bots: A B A B has two."""
    found = tuple(players)
    return next(turn for turn in range(1, len(found) + 1) if found[turn:] + found[:turn] == found)


def play_deal(task: DealTask) -> DuplicateResult:
    """Play a deal, or match, in each rotation of a line-up of bots.

    Bots' moves are reproducible, so identical rotations have identical results and are played once. A deal that is too
    long is abandoned, with 0 points for all and no winner. Of an abandoned match the finished deals count.
    """
    start = task.clock()
    count, different = len(task.players), distinct_rotation_count(task.players)
    timed = [_TimedBot(task, name) for name in task.players]
    results = [_play_rotation(task, timed, turn) for turn in range(different)]
    points = [0.0] * count
    winners = []
    for turn in range(count):
        result = results[turn % different]
        for seat, gained in enumerate(result.points_by_seat):
            points[(seat + turn) % count] += gained / count
        winners.append(tuple((seat + turn) % count for seat in result.winners))
    return DuplicateResult(
        tuple(points),
        tuple(winners),
        tuple(bot.decisions for bot in timed),
        tuple(bot.seconds for bot in timed),
        tuple(bot.worst_seconds for bot in timed),
        sum(result.plies for result in results),
        task.clock() - start,
        sum((bot.failures for bot in timed), Counter()),
    )


def _play_rotation(task: DealTask, bots: Sequence[_TimedBot], rotation: int) -> _RotationResult:
    count = len(bots)
    game = task.game(count, task.seed, task.rules)
    game.events = None
    by_seat = [bots[(seat + rotation) % count] for seat in range(count)]
    for bot in by_seat:
        bot.sit_down([other.level for other in by_seat])
    named = [NamedBot(bot.level, bot) for bot in by_seat]
    plies = 0
    for ply in play_on(game, named, task.seed, MAX_MATCH_PLIES if task.whole_matches else MAX_DEAL_PLIES):
        plies += isinstance(ply, Ply)
        if game.history and not task.whole_matches:
            break
    if task.whole_matches:
        finished = max(1, len(game.history))
        won = () if game.outcome is None else game.outcome.winners
        return _RotationResult(tuple(score / finished for score in game.scores), won, plies)
    if not game.history:
        return _RotationResult((0.0,) * count, (), plies)
    return _RotationResult(tuple(map(float, game.history[0])), game.deal_winners, plies)


def play_all(tasks: Sequence[DealTask], processes: int = 1) -> Iterator[DuplicateResult]:
    """Play the arena's tasks in parallel and yield their results in order.

    Results come in the order of the tasks, so that partial results are unbiased.
    """
    if min(processes, len(tasks)) <= 1:
        yield from map(play_deal, tasks)
        return
    import multiprocessing  # noqa: PLC0415  # late import: 11 ms of the window's start, as pars use this module, too

    chunk = max(1, min(4, len(tasks) // (processes * 16)))  # small, so that no core is idle for long at the end
    with multiprocessing.get_context("spawn").Pool(min(processes, len(tasks)), _ignore_interrupts) as pool:
        yield from pool.imap(play_deal, tasks, chunk)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in an arena process: the terminal sends it to every process, and the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
