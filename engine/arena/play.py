"""Duplicate matches: who plays, one deal in all rotations of a line-up, many deals in several processes."""

import multiprocessing
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import Bot, final
from engine.bots.registry import YARDSTICKS
from engine.game import Game
from engine.moves import Move, Seat
from engine.people import CHARACTERS, LEVELS, PLAIN_STYLE, Style
from engine.rng import Rng

LONGEST_DEAL = 20_000
"""A single deal of more plies is given up: 0 points for all, nobody wins."""
LONGEST_MATCH = 200_000
"""A match of more plies is given up: the finished deals count, nobody wins."""
OPEN = "cheat"
"""The yardstick that is shown all cards."""
TIMED = "ismcts"
"""The yardstick whose time can be set."""
_FACTOR = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")

Clock = Callable[[], float]
"""Seconds since some moment. The arena hands in ``time.process_time``: what others do on the machine isn't counted."""


class Entrant(NamedTuple):
    """Who sits in a line-up: a level or a yardstick, and with what style."""

    name: str
    """As it was asked for."""
    level: str
    style: Style = PLAIN_STYLE
    patience: float = 1.0
    """What it may do for a decision is multiplied by this, besides ``DealTask.patience``."""


def entrant(name: str) -> Entrant:
    """Who is meant: LEVEL, yardstick, CHARACTER (at its usual level), CHARACTER:LEVEL or ismcts:TIMES.

    Raises:
        ValueError: nobody; the message says what is allowed.
    """
    if name in LEVELS or name in YARDSTICKS:
        return Entrant(name, name)
    slug, colon, level = name.partition(":")
    if slug in CHARACTERS and (not colon or level in LEVELS):
        return Entrant(name, level or CHARACTERS[slug].level, CHARACTERS[slug].style)
    if slug == TIMED and _FACTOR.fullmatch(level) and float(level) > 0:
        return Entrant(name, slug, patience=float(level))
    levels, yardsticks, characters = map(", ".join, (LEVELS, YARDSTICKS, CHARACTERS))
    raise ValueError(
        f"LEVEL {name!r}: unknown; levels are {levels}; yardsticks are {yardsticks}; "
        f"characters, alone or as CHARACTER:LEVEL, are {characters}; {TIMED}:F has F times as long as a master"
    )


class NamedBot(NamedTuple):
    """A bot at the table, and what it was asked for as: ``OPEN`` is shown all cards."""

    name: str
    bot: Bot


class DealTask(NamedTuple):
    """One deal, or one match, to be played in all rotations."""

    game: type[Game]
    players: tuple[str, ...]
    rules: Any
    seed: int
    clock: Clock
    matches: bool = False
    """Whether it is played to the end of the match, not of the first deal."""
    patience: float = 1.0
    """What the master level and the timed yardstick may do for a decision is multiplied by this."""


class DuplicateResult(NamedTuple):
    """What the rotations of one deal, or of one match, gave; players are named by their place in the line-up."""

    points: tuple[float, ...]
    """Points a deal of each player: the mean over the deals of a match and over all rotations."""
    winners: tuple[tuple[int, ...], ...]
    """For each rotation the players who won."""
    decisions: tuple[int, ...]
    """Of each player, where there was more than one legal move."""
    seconds: tuple[float, ...]
    """That these took."""
    worst: tuple[float, ...]
    """Seconds that the longest took."""
    plies: int
    total: float
    """Seconds for all of it."""


class _Stopwatch:
    """What the decisions of one player took."""

    def __init__(self) -> None:
        self.decisions = 0
        self.seconds = 0.0
        self.worst = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.worst = max(self.worst, seconds)


class _RotationResult(NamedTuple):
    """One rotation: points a deal of each seat, the seats that won, plies."""

    points: tuple[float, ...]
    winners: tuple[Seat, ...]
    plies: int


def deal_tasks(task: DealTask, count: int, seed: int) -> list[DealTask]:
    """The task with so many different deals; the seed gives the same deals to every line-up."""
    chance = Rng(seed)
    return [task._replace(seed=chance.bits() >> 1) for _ in range(count)]


def rotations(players: Sequence[str]) -> int:
    """How many rotations of a line-up differ: A B A B has two, its third being its first."""
    found = tuple(players)
    return next(turn for turn in range(1, len(found) + 1) if found[turn:] + found[:turn] == found)


def play_deal(task: DealTask) -> DuplicateResult:
    """Play one deal, or match, in each rotation of the line-up.

    Rotations that put equal players on all seats go equally, as answers are repeatable; they are played once.
    """
    start = task.clock()
    count, different = len(task.players), rotations(task.players)
    players = [_answerer(task, name) for name in task.players]
    watches = [_Stopwatch() for _ in players]
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
        tuple(watch.worst for watch in watches),
        sum(result.plies for result in results),
        task.clock() - start,
    )


def _answerer(task: DealTask, name: str) -> NamedBot:
    _, level, style, patience = entrant(name)
    return NamedBot(name, bot_for(task.game.slug, level, style, task.patience * patience))


def _play_rotation(
    task: DealTask, players: Sequence[NamedBot], watches: Sequence[_Stopwatch], turn: int
) -> _RotationResult:
    count = len(players)
    game = task.game(count, task.seed, task.rules)
    game.events = None
    plies = 0
    while not _over(task, game, plies):
        seat = game.waiting()[0]
        moves = game.legal_moves(seat)
        move = moves[0]
        if len(moves) > 1:
            who = (seat + turn) % count
            before = task.clock()
            move = answer(game, seat, moves, players[who], (task.seed, plies))
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


def answer(game: Game, seat: Seat, moves: Sequence[Move], who: NamedBot, at: tuple[int, int]) -> Move:
    """What a bot answers in a match that can be repeated: its chance comes from the seed and the number of the ply.

    Args:
        game: the position, of which the bot sees its view.
        seat: who is asked.
        moves: the legal ones, two at least.
        who: the bot with its name.
        at: seed of the match, and number of the move in it, from 0.

    Raises:
        RuntimeError: the answer is refused.
    """
    seed, ply = at
    chance = Rng(seed ^ Rng(ply << 8 | seat).bits())
    move = final(who.bot, _face_up(game) if who.name == OPEN else game.view(seat), seat, chance).move
    if move not in moves:
        _check(game, move, f"{who.name} at seat {seat}, seed {seed}, ply {ply}")
    return move


def _over(task: DealTask, game: Game, plies: int) -> bool:
    if game.outcome is not None:
        return True
    return plies >= LONGEST_MATCH if task.matches else bool(game.history) or plies >= LONGEST_DEAL


def _face_up(game: Game) -> Game:
    """The position with all cards face up; chance and others' held answers stay unknown, as in a view."""
    shown = game.clone()
    shown.rng = Rng(0)
    shown.answers = ()
    return shown


def _check(game: Game, move: Move, who: str) -> None:
    """Raise RuntimeError where a bot's answer is refused: it may be legal though it is listed in another form."""
    refusal = game.refusal(move)
    if refusal is not None:
        raise RuntimeError(f"{game.slug}: {who} answers {move}: {refusal.rule or 'the table'}, {refusal.key}")


def play_all(tasks: Sequence[DealTask], processes: int = 1) -> Iterator[DuplicateResult]:
    """Play the tasks, side by side; what they gave comes in their order, so that a beginning of it is fair."""
    if min(processes, len(tasks)) <= 1:
        yield from map(play_deal, tasks)
        return
    chunk = max(1, min(4, len(tasks) // (processes * 16)))  # small: a core that waits for the last few is wasted
    with multiprocessing.get_context("spawn").Pool(min(processes, len(tasks)), _leave_interrupts) as pool:
        yield from pool.imap(play_deal, tasks, chunk)


def _leave_interrupts() -> None:
    """Ctrl-C goes to every process of a terminal; the one that was started by hand handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
