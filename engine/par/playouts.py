"""Playouts of a recorded deal with Master in the person's seat, and the same cards and opponents."""

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.bots import bulk_patience, reliable_bot
from engine.bots.common.self_play import MAX_DEAL_PLIES, NamedBot, Ply, play_on
from engine.characters import CHARACTERS, PLAIN_STYLE
from engine.cooperative import CooperativeTask
from engine.game import Game
from engine.match.record import PERSON, Chair, Record
from engine.match.replay import History
from engine.moves import Seat
from engine.rng import Rng

PAR_LEVEL = "master"
"""Level of the bot in the person's seat."""
OTHER_PERSONS_LEVEL = "hard"
"""Level of the bots in place of other persons, whose strength is unknown; they have no style."""
PATIENCE = 0.3
"""Factor on Master's budget per decision, in every seat, which limits the time of playouts.
``tests/bench/par_accuracy.md`` shows that a Master with its full budget is not above par."""


class FinishedDeal(NamedTuple):
    """A finished deal of a record, with the position before its first move."""

    start: Game
    """The position, without events, with the match's history and random state."""
    chairs: tuple[Chair, ...]
    """The chairs of the match, by seat."""
    seat: Seat
    """The seat whose par is computed."""
    number: int
    """Number of the deal in the match, from 1."""
    own_points: int
    """Points of that seat."""
    had_choice: bool
    """Whether the seat ever had more than one legal move."""
    match_seed: int
    """Seed of the match."""


class PlayoutTask(NamedTuple):
    """A playout of a finished deal to do, with its random seed."""

    deal: FinishedDeal
    seed: int
    """Seed of the bots' random numbers; the cards come from the match."""


class Par(NamedTuple):
    """Par of a deal: the person's points compared with those of Master's playouts."""

    own_points: int
    """The person's points."""
    points: tuple[int, ...] = ()
    """Master's points in each playout. More is better in every game."""

    @property
    def worse(self) -> int:
        """Number of playouts in which Master did worse than the person."""
        return sum(points < self.own_points for points in self.points)

    @property
    def equal(self) -> int:
        """Number of playouts in which Master got as many points as the person."""
        return self.points.count(self.own_points)

    @property
    def better(self) -> int:
        """Number of playouts in which Master did better than the person."""
        return len(self.points) - self.worse - self.equal

    @property
    def per_cent(self) -> float:
        """Percentage of Master's playouts that the person beat, ties counting half.

        50, the default, is as good as Master.
        """
        return 100 * (self.worse + self.equal / 2) / len(self.points) if self.points else 50.0

    @property
    def error(self) -> float:
        """Standard error of the par in per cent; infinite without playouts.

        One worse and one better playout are added (Agresti & Coull, "Approximate is better than exact", 1998):
        otherwise ten identical results would look certain.
        """
        if not self.points:
            return math.inf
        worse, better, count = self.worse + 1, self.better + 1, len(self.points) + 2
        middle = (worse - better) / count
        return 50 * math.sqrt(((worse + better) / count - middle * middle) / count)


def finished_deals(
    record: Record, deal_numbers: Collection[int], seats: Sequence[Seat], history: History | None = None
) -> list[FinishedDeal]:
    """Return the finished deals of a match record, one for each deal and seat, ordered by deal, then seat.

    A deal whose beginning was adopted from another match starts after the adopted moves. A completely adopted deal is
    left out.

    Args:
        record: the match.
        deal_numbers: numbers of the deals in the match, from 1.
        seats: the seats whose par is computed.
        history: a complete history of the record, to avoid replaying the moves before the first of these deals; None
            without one.

    Raises:
        ValueError: a deal number is below 1, or a seat is not in the match.
    """
    if any(number < 1 for number in deal_numbers) or any(not 0 <= seat < record.seats for seat in seats):
        raise ValueError(
            f"deal numbers {deal_numbers} must be at least 1, seats {seats} must be 0 to {record.seats - 1}"
        )
    first = history.deal_starts[min(deal_numbers) - 1] if history is not None and deal_numbers else 0
    game = history.position(first) if history is not None else record.initial_position()
    game.events = None
    deals = []
    start: Game | None = None
    with_choice = set[Seat]()
    for index, move in enumerate(record.moves[first:], first):
        number = len(game.history) + 1
        if number in deal_numbers and index >= record.adopted:
            start = start or game.clone()
            if move.seat in seats and move.seat not in with_choice and len(game.legal_moves(move.seat)) > 1:
                with_choice.add(move.seat)
        game.push(move)
        if len(game.history) == number:
            if start is not None:
                chairs, points = record.chairs or (Chair(),) * record.seats, game.history[-1]
                deals += [
                    FinishedDeal(start, chairs, seat, number, points[seat], seat in with_choice, record.seed)
                    for seat in seats
                ]
            start, with_choice = None, set()
    return deals


def playout_tasks(deal: FinishedDeal, count: int) -> list[PlayoutTask]:
    """Return tasks for ``count`` playouts of a deal with different seeds; equal deals give equal tasks."""
    chance = Rng(deal.match_seed ^ Rng(deal.number << 8 | deal.seat).bits())
    return [PlayoutTask(deal, chance.bits() >> 1) for _ in range(count)]


class PlayoutResult(NamedTuple):
    """Result of a playout of a deal: the seat's points, and whether it had a choice."""

    points: int
    """The seat's points."""
    had_choice: bool
    """Whether the seat ever had more than one legal move."""


def play_out(playout: PlayoutTask) -> CooperativeTask[int | None]:
    """Play out a recorded deal with Master in the person's seat; return its points, None if the deal does not end."""
    result = yield from play_out_by(playout, PAR_LEVEL, PATIENCE)
    return None if result is None else result.points


def play_out_by(
    playout: PlayoutTask, level: str, patience: float, others_patience: float = PATIENCE
) -> CooperativeTask[PlayoutResult | None]:
    """Play out a recorded deal with a bot of this level in the person's seat; return None if the deal does not end.

    Args:
        playout: the deal and the seed of the bots.
        level: level of the bot in the seat; it has no style.
        patience: factor on its budget per decision, besides ``bulk_patience`` of the game.
        others_patience: the factor for the other seats.
    """
    deal = playout.deal
    game = deal.start.clone()
    bulk = bulk_patience(game.slug)
    levels = [chair.level or OTHER_PERSONS_LEVEL for chair in deal.chairs]
    levels[deal.seat] = level
    bots = [_bot_for_chair(game.slug, chair, bulk * others_patience, levels) for chair in deal.chairs]
    bots[deal.seat] = NamedBot(level, reliable_bot(game.slug, level, patience=bulk * patience, seat_levels=levels))
    had_choice = False
    for ply in play_on(game, bots, playout.seed, MAX_DEAL_PLIES):
        if not isinstance(ply, Ply):
            yield ply
            continue
        had_choice |= ply.had_choice and ply.move.seat == deal.seat
        if len(game.history) == deal.number:
            return PlayoutResult(game.history[-1][deal.seat], had_choice)
    return None


def _bot_for_chair(slug: str, chair: Chair, patience: float, seat_levels: Sequence[str]) -> NamedBot:
    if chair.who == PERSON:
        return NamedBot(OTHER_PERSONS_LEVEL, reliable_bot(slug, OTHER_PERSONS_LEVEL))
    style = CHARACTERS[chair.who].style if chair.who in CHARACTERS else PLAIN_STYLE
    return NamedBot(chair.level, reliable_bot(slug, chair.level, style, patience, seat_levels))
