"""Judge one decision: what would the search have played, and how much better is that than the played move?

The game's master chooses from the same view. Then its move and the played one are tried in fresh worlds, not those it
chose by: the move that looks best in a sample looks better than it is (Smith & Winkler, "The optimizer's curse",
Management Science 2006), so any other move would always seem to have cost something. With fresh worlds a single cost
may be below 0, but the mean of many is right. Both moves are tried in the same worlds with the same random numbers, so
that what they have in common cancels out (common random numbers: Law, "Simulation Modeling and Analysis", section
11.2).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.bots import bot_for, bulk_patience, comparer
from engine.bots.common.base import WorldComparison
from engine.cooperative import CooperativeTask
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

RANDOM_MOVE_COUNT = 3
"""Number of random legal moves that represent random play."""
RANDOM_MOVES_WORK = 0.25
"""Share of the work spent on random moves; they matter only as a sum over a match."""
MIN_WORLDS = 4
"""Minimum number of worlds, however small the effort."""


class JudgingEffort(NamedTuple):
    """The amount of work for judging a decision."""

    patience: float
    """Patience of the master who chooses, times ``bulk_patience`` of its game."""
    work: float
    """Work for comparing its move with the played one, as a share of its own work per decision."""

    def scaled(self, patience: float) -> "JudgingEffort":
        """The same effort times a factor."""
        return JudgingEffort(self.patience * patience, self.work * patience)


QUICK_EFFORT, DEEP_EFFORT = JudgingEffort(0.15, 0.15), JudgingEffort(1.0, 1.5)
"""Effort for a first estimate, and for the final one."""
QUICK_OPEN_EFFORT, DEEP_OPEN_EFFORT = JudgingEffort(0.05, 0.05), JudgingEffort(0.5, 0.4)
"""The same with all cards open, where less is left to chance."""


class Verdict(NamedTuple):
    """The judgement of one decision."""

    best: Move
    """The search's choice; the played move if that is equivalent."""
    cost: float
    """Points of the deal that the played move cost compared with ``best``; 0 if they are equivalent.

    An unbiased estimate: for equally good moves it is above and below 0 equally often. Where a game's search maximizes
    its points minus the mean of the others' (RoPeD), costs are on that scale.
    """
    error: float
    """Standard error of ``cost``."""
    room: float
    """Points by which ``best`` beats a random legal move: what there was to lose."""
    win: float
    """Chance to win the deal after ``best``, 0 … 1; in games without deal winners (Pass the Ace), the match."""
    win_cost: float
    """The part of that chance that the played move gave away."""


def judge(
    position: Game, seat: Seat, played: Move, rng: Rng, effort: JudgingEffort = QUICK_EFFORT
) -> CooperativeTask[Verdict]:
    """Compare the played move with the search's choice.

    Args:
        position: the seat's view; or the full position, for a judgement in hindsight.
        seat: the seat to move, with at least two legal moves.
        played: the move played, a legal one.
        rng: source of the sampled worlds.
        effort: amount of work.
    """
    chosen = played
    patience = effort.patience * bulk_patience(position.slug)
    for thought in bot_for(position.slug, "master", patience=patience).think(position, seat, rng):
        chosen = thought.move
        yield
    trials = MoveComparison(position, seat, rng)
    same = position.canonical(chosen) == position.canonical(played)
    legal = position.legal_moves(seat)
    rng.shuffle(legal)
    random = legal[:RANDOM_MOVE_COUNT]
    trial = yield from trials.compare_moves(effort.work * RANDOM_MOVES_WORK, chosen, *random)
    others = [lead_of_first(trial, place + 1) for place in range(len(random))]
    room = sum(mean for mean, _ in others) / len(others)
    if same:
        return Verdict(played, 0.0, 0.0, room, _win_chance(trial, 0), 0.0)
    trial = yield from trials.compare_moves(effort.work, chosen, played)
    cost, error = lead_of_first(trial, 1)
    win = _win_chance(trial, 0)
    return Verdict(chosen, cost, error, room, win, win - _win_chance(trial, 1))


class MoveComparison(NamedTuple):
    """The position in which moves are tried: a seat's view, or one with all cards open."""

    position: Game
    seat: Seat
    rng: Rng

    def compare_moves(self, work: float, *moves: Move) -> CooperativeTask[list[WorldComparison]]:
        """Compare moves in as many worlds as this amount of work allows; worlds of weight 0 are left out."""
        stream = comparer(self.position.slug).compare(self.position, self.seat, moves, self.rng)
        found = []
        for number, world in enumerate(stream, 1):
            yield
            work -= world.work
            if world.weight > 0:
                found.append(world)
            if work <= 0 and number >= MIN_WORLDS:
                break
        return found


def lead_of_first(trial: Sequence[WorldComparison], other: int) -> tuple[float, float]:
    """The first move's lead over another in points, and its standard error (of a ratio of sums).

    The error includes one more world without a difference, so that a few worlds that agree don't look certain.
    """
    total = sum(world.weight for world in trial)
    if not total:
        return 0.0, math.inf
    leads = [(world.weight, world.samples[0].points - world.samples[other].points) for world in trial]
    mean = sum(weight * lead for weight, lead in leads) / total
    count = len(leads)
    if count < 2:
        return mean, math.inf
    spread = sum((weight * (lead - mean)) ** 2 for weight, lead in leads) + (total / count * mean) ** 2
    return mean, math.sqrt(spread * count / (count - 1)) / total


def _win_chance(trial: Sequence[WorldComparison], place: int) -> float:
    """Chance to win after a move; 0.5 if nothing is known."""
    total = sum(world.weight for world in trial)
    won = sum(world.weight * world.samples[place].won for world in trial)
    return won / total if total else 0.5
