"""Duplicate matches: plays deals in all rotations of a line-up, in several processes."""

import re
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import YARDSTICKS, Bot
from engine.characters import CHARACTERS, LEVELS, PLAIN_STYLE, Style, is_level
from engine.cooperative import CooperativeTask, run_to_end
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

MAX_DEAL_PLIES = 20_000
"""Maximum number of plies of a single deal. A longer deal is abandoned, with 0 points for all and no winner."""
THOUGHTS_PER_STEP = 4
"""Number of a bot's thoughts per step of a cooperative task: 0.3 to 8 ms."""
MAX_MATCH_PLIES = 200_000
"""Maximum number of plies of a match. A longer match is abandoned: its finished deals count, without a winner."""
CHEATER = "cheat"
"""The yardstick that sees all cards."""
ISMCTS = "ismcts"
"""The yardstick with an adjustable budget."""
_FACTOR_PATTERN = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")

Clock = Callable[[], float]
"""Returns seconds from any origin. The arena uses ``time.process_time``, which excludes other work on the machine."""


class Entrant(NamedTuple):
    """A kind of player in a line-up: a level or a yardstick, and its style."""

    name: str
    """Name as given on the command line."""
    level: str
    style: Style = PLAIN_STYLE
    patience: float = 1.0
    """Factor on its budget per decision, besides ``DealTask.patience``."""


def parse_entrant(name: str) -> Entrant:
    """Parse LEVEL, a strength (1.40), a yardstick, CHARACTER (at its default level), CHARACTER:LEVEL or ismcts:FACTOR.

    Raises:
        ValueError: the name is unknown; the message lists the allowed ones.
    """
    if is_level(name) or name in YARDSTICKS:
        return Entrant(name, name)
    slug, colon, level = name.partition(":")
    if slug in CHARACTERS and (not colon or is_level(level)):
        return Entrant(name, level or CHARACTERS[slug].level, CHARACTERS[slug].style)
    if slug == ISMCTS and _FACTOR_PATTERN.fullmatch(level) and float(level) > 0:
        return Entrant(name, slug, patience=float(level))
    levels, yardsticks, characters = map(", ".join, (LEVELS, YARDSTICKS, CHARACTERS))
    raise ValueError(
        f"LEVEL {name!r} is unknown; levels are {levels}; yardsticks are {yardsticks}; "
        f"strengths between levels are -1.00 … 3.00; characters, alone or as CHARACTER:LEVEL, are {characters}; "
        f"{ISMCTS}:F has F times the budget of a master"
    )


class NamedBot(NamedTuple):
    """A bot at the table with its name; a bot named ``CHEATER`` sees all cards."""

    name: str
    bot: Bot


class DealTask(NamedTuple):
    """A deal, or match, to play in all rotations of a line-up."""

    game: type[Game]
    players: tuple[str, ...]
    rules: Any
    seed: int
    clock: Clock
    matches: bool = False
    """Whether to play to the end of the match instead of the first deal."""
    patience: float = 1.0
    """Factor on the budget per decision of the master level and the timed yardstick."""


class DuplicateResult(NamedTuple):
    """The result of all rotations of a deal, or match; players are numbered by their position in the line-up."""

    points: tuple[float, ...]
    """Points per deal of each player: the mean over the deals of a match and over all rotations."""
    winners: tuple[tuple[int, ...], ...]
    """The winning players of each rotation."""
    decisions: tuple[int, ...]
    """Number of each player's decisions, that is moves with alternatives."""
    seconds: tuple[float, ...]
    """Total time of each player's decisions, in seconds."""
    worst_seconds: tuple[float, ...]
    """Time of each player's longest decision, in seconds."""
    plies: int
    total_seconds: float
    """Total time, in seconds."""


class _DecisionTimes:
    """Number and times of one player's decisions."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.worst_seconds = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.worst_seconds = max(self.worst_seconds, seconds)


class _RotationResult(NamedTuple):
    """One rotation: points per deal of each seat, the winning seats, plies."""

    points: tuple[float, ...]
    winners: tuple[Seat, ...]
    plies: int


def deal_tasks(task: DealTask, count: int, seed: int) -> list[DealTask]:
    """Return copies of a task with ``count`` different deals. With equal seeds all line-ups get the same deals."""
    chance = Rng(seed)
    return [task._replace(seed=chance.bits() >> 1) for _ in range(count)]


def rotations(players: Sequence[str]) -> int:
    """Return the number of distinct rotations of a line-up: A B A B has two."""
    found = tuple(players)
    return next(turn for turn in range(1, len(found) + 1) if found[turn:] + found[:turn] == found)


def play_deal(task: DealTask) -> DuplicateResult:
    """Play a deal, or match, in each rotation of the line-up.

    Bots' moves are reproducible, so identical rotations have identical results and are played once.
    """
    start = task.clock()
    count, different = len(task.players), rotations(task.players)
    players = [_named_bot(task, name) for name in task.players]
    watches = [_DecisionTimes() for _ in players]
    results = [_play_rotation(task, players, watches, turn) for turn in range(different)]
    points = [0.0] * count
    winners = []
    for turn in range(count):
        result = results[turn % different]
        for seat, gained in enumerate(result.points):
            points[(seat + turn) % count] += gained / count
        winners.append(tuple((seat + turn) % count for seat in result.winners))
    return DuplicateResult(
        tuple(points),
        tuple(winners),
        tuple(watch.decisions for watch in watches),
        tuple(watch.seconds for watch in watches),
        tuple(watch.worst_seconds for watch in watches),
        sum(result.plies for result in results),
        task.clock() - start,
    )


def _named_bot(task: DealTask, name: str) -> NamedBot:
    _, level, style, patience = parse_entrant(name)
    return NamedBot(name, bot_for(task.game.slug, level, style, task.patience * patience))


def _play_rotation(
    task: DealTask, players: Sequence[NamedBot], watches: Sequence[_DecisionTimes], turn: int
) -> _RotationResult:
    count = len(players)
    game = task.game(count, task.seed, task.rules)
    game.events = None
    plies = 0
    while not _is_over(task, game, plies):
        seat = game.seats_to_act()[0]
        moves = game.legal_moves(seat)
        move = moves[0]
        if len(moves) > 1:
            who = (seat + turn) % count
            before = task.clock()
            move = run_to_end(choose_move(game, seat, moves, players[who], (task.seed, plies)))
            watches[who].add(task.clock() - before)
        game.push(move)
        plies += 1
    if task.matches:
        finished = max(1, len(game.history))
        won = () if game.outcome is None else game.outcome.winners
        return _RotationResult(tuple(score / finished for score in game.scores), won, plies)
    if not game.history:
        return _RotationResult((0.0,) * count, (), plies)
    return _RotationResult(tuple(map(float, game.history[0])), game.deal_winners, plies)


def choose_move(
    game: Game, seat: Seat, moves: Sequence[Move], bot: NamedBot, at: tuple[int, int]
) -> CooperativeTask[Move]:
    """Let a bot choose a move, as a cooperative task. Its random numbers depend only on seed, ply and seat.

    Args:
        game: the full position; the bot gets the seat's view of it.
        seat: the seat to move.
        moves: its legal moves, at least two.
        bot: the bot and its name.
        at: seed of the match, and number of the ply, from 0.

    Raises:
        RuntimeError: the game refuses the bot's move.
    """
    seed, ply = at
    chance = Rng(seed ^ Rng(ply << 8 | seat).bits())
    move = moves[0]
    seen = _face_up(game) if bot.name == CHEATER else game.view(seat)
    for number, thought in enumerate(bot.bot.think(seen, seat, chance), 1):
        move = thought.move
        if number % THOUGHTS_PER_STEP == 0:
            yield
    if move not in moves:
        _check_move(game, move, f"{bot.name} at seat {seat}, seed {seed}, ply {ply}")
    return move


def _is_over(task: DealTask, game: Game, plies: int) -> bool:
    if game.outcome is not None:
        return True
    return plies >= MAX_MATCH_PLIES if task.matches else bool(game.history) or plies >= MAX_DEAL_PLIES


def _face_up(game: Game) -> Game:
    """Return the position with all cards open. As in a view, the random state and pending answers are removed."""
    shown = game.clone()
    shown.rng = Rng(0)
    shown.answers = ()
    return shown


def _check_move(game: Game, move: Move, name: str) -> None:
    """Raise RuntimeError if the game refuses a move. A move is also legal in another form than the listed one."""
    refusal = game.refusal(move)
    if refusal is not None:
        raise RuntimeError(
            f"{game.slug}: {name} chose the illegal move {move}: {refusal.rule or 'no rule'}, {refusal.key}"
        )


def play_all(tasks: Sequence[DealTask], processes: int = 1) -> Iterator[DuplicateResult]:
    """Play the tasks in parallel. Results come in the order of the tasks, so that partial results are unbiased."""
    if min(processes, len(tasks)) <= 1:
        yield from map(play_deal, tasks)
        return
    import multiprocessing  # noqa: PLC0415  # late import: 11 ms of the window's start, as pars use this module, too

    chunk = max(1, min(4, len(tasks) // (processes * 16)))  # small, so that no core is idle for long at the end
    with multiprocessing.get_context("spawn").Pool(min(processes, len(tasks)), _ignore_interrupts) as pool:
        yield from pool.imap(play_deal, tasks, chunk)


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C: the terminal sends it to every process, and the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
