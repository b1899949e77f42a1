"""One decision judged: what each move is worth in the same sampled worlds, and what the played one cost.

The best move is chosen in some worlds and its lead is measured in others: the move that looks best in a sample looks
better than it is, and whoever played another one would always seem to have lost something.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.bots import policy_of
from engine.bots.base import Policy, order
from engine.bots.search import world_of
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

MEASURED = 5
"""Times as many worlds as were tried measure by how much the best move is ahead."""
CANDIDATES = 10
"""So many moves are compared at most, the played one among them: those that a good player weighs first."""
DEPTH = 600
"""A world that is not over after so many moves counts nothing."""


class Verdict(NamedTuple):
    """What was found out about one decision."""

    best: Move
    """The played one where no other is better."""
    cost: float
    """Points of the deal by which the best move is ahead of the played one: 0 where that looked best itself, around 0
    where they are equally good, and then sometimes below it by chance."""
    error: float
    """Standard error of ``cost``."""
    room: float
    """Points by which the best move is ahead of the mean of all that were compared: what there was to lose."""
    win: float
    """Chance to win the deal after the best move, 0 … 1."""
    win_cost: float
    """Chance to win the deal that the played move gave away."""


class _Sample(NamedTuple):
    points: float
    won: float


def judge(position: Game, seat: Seat, played: Move, rng: Rng, worlds: int) -> Verdict:
    """Compare the played move with the others.

    Args:
        position: the view of that seat, or the position itself: then the judgement is that of hindsight.
        seat: who decides.
        played: what was done; one of the legal moves.
        rng: where the worlds come from.
        worlds: in so many all candidates are tried, and in ``MEASURED`` times as many the best one and the played one.
    """
    policy = policy_of(position.slug)
    moves = candidates(position, seat, played, policy, rng)
    tried = list(zip(*(_in_one_world(position, seat, moves, policy, rng) for _ in range(worlds)), strict=True))
    means = [sum(sample.points for sample in samples) / worlds for samples in tried]
    chosen = max(range(len(moves)), key=lambda i: (means[i], i == 0))
    room = max(0.0, means[chosen] - sum(means) / len(means))
    if chosen == 0:
        win = sum(sample.won for sample in tried[0]) / worlds
        return Verdict(played, 0.0, 0.0, room, win, 0.0)
    pair = (moves[chosen], played)
    measured = [_in_one_world(position, seat, pair, policy, rng) for _ in range(worlds * MEASURED)]
    leads = [best.points - own.points for best, own in measured]
    win, own_win = (sum(several[i].won for several in measured) / len(measured) for i in (0, 1))
    return Verdict(moves[chosen], sum(leads) / len(leads), _error(leads), room, win, win - own_win)


def _in_one_world(position: Game, seat: Seat, moves: Sequence[Move], policy: Policy, rng: Rng) -> list[_Sample]:
    """What each of the moves comes to in the same sampled world with the same chance."""
    world, chance = world_of(position, rng), rng.bits()
    return [_played_out(world.clone(), seat, move, policy, Rng(chance)) for move in moves]


def candidates(position: Game, seat: Seat, played: Move, policy: Policy, rng: Rng) -> list[Move]:
    """The moves to be compared: the played one first, then the policy's own, then what it weighs next."""
    first = policy.choose(position, seat, rng)
    found = {position.canonical(played): played}
    for move in (first, *order(policy, position, seat, first)):
        if len(found) >= CANDIDATES:
            break
        found.setdefault(position.canonical(move), move)
    return list(found.values())


def _played_out(world: Game, seat: Seat, move: Move, policy: Any, rng: Rng) -> _Sample:
    deals = len(world.history)
    world.push(move)
    for _ in range(DEPTH):
        if len(world.history) > deals:
            winners = world.deal_winners
            return _Sample(float(world.history[deals][seat]), (seat in winners) / max(1, len(winners)))
        mover = world.waiting()[0]
        world.push(policy.choose(world, mover, rng))
    return _Sample(0.0, 0.0)


def _error(values: Sequence[float]) -> float:
    count = len(values)
    if count < 2:
        return math.inf
    middle = sum(values) / count
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (count - 1) / count)
