"""One decision judged: what the search would have played, and by how much that is better than what was played.

The master of the game chooses, from the same view and reading what others did; then its move and the played one are
tried in worlds that it had no part in choosing by. The move that looks best in a sample looks better than it is
(Smith & Winkler, "The optimizer's curse", Management Science 2006), and whoever played another one would always seem
to have lost something. So a single cost may come out below 0, and the mean of many is right. Both moves are tried in
the same worlds with the same chance, for what is common to both then drops out of their difference (common random
numbers: Law, "Simulation Modeling and Analysis", section 11.2).
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.bots import bot_for, comparer
from engine.bots.common.base import Compared, final
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

RANDOM_MOVES = 3
"""So many legal moves, taken by chance, stand for playing anyhow."""
RANDOM_WORK = 0.25
"""So much of the work is enough for them: they matter as a sum over a match only."""
MIN_WORLDS = 4
"""So many worlds are looked at, however little is to be done."""


class Effort(NamedTuple):
    """How much is done to judge a decision."""

    patience: float
    """Of the master who chooses, 1: as at the table."""
    work: float
    """To compare its move and the played one, as a share of what it does itself for a decision at the table."""

    def times(self, patience: float) -> "Effort":
        """The same with more of it, or less."""
        return Effort(self.patience * patience, self.work * patience)


QUICK, DEEP = Effort(0.15, 0.15), Effort(1.0, 1.5)
"""For a first look, and for good."""
QUICK_OPEN, DEEP_OPEN = Effort(0.05, 0.05), Effort(0.5, 0.4)
"""The same with all cards open: there is less that chance decides."""


class Verdict(NamedTuple):
    """What was found out about one decision."""

    best: Move
    """What the search would have played; the played one where that is the same choice."""
    cost: float
    """Points of the deal by which ``best`` is ahead of the played move, 0 where they are the same. An estimate without
    bias: around 0 where they are equally good, and then as often below as above. Where a game's search goes by its
    points less the mean of the others' (RoPeD), so does this."""
    error: float
    """Standard error of ``cost``."""
    room: float
    """Points by which ``best`` is ahead of playing anyhow, any legal move being as likely: what there was to lose."""
    win: float
    """Chance to win the deal after ``best``, 0 … 1; in a game whose deals nobody wins (Pass the Ace), the match."""
    win_cost: float
    """How much of that chance the played move gave away."""


def judge(position: Game, seat: Seat, played: Move, rng: Rng, effort: Effort = QUICK) -> Verdict:
    """Compare the played move with what the search would have played.

    Args:
        position: the view of that seat, or the position itself: then the judgement is that of hindsight.
        seat: who decides; has two legal moves at least.
        played: what was done, a legal move.
        rng: where the worlds come from.
        effort: how much is done.
    """
    chosen = final(bot_for(position.slug, "master", patience=effort.patience), position, seat, rng).move
    trials = Trials(position, seat, rng)
    same = position.canonical(chosen) == position.canonical(played)
    legal = position.legal_moves(seat)
    rng.shuffle(legal)
    anyhow = legal[:RANDOM_MOVES]
    trial = trials.of(effort.work * RANDOM_WORK, chosen, *anyhow)
    others = [lead(trial, place + 1) for place in range(len(anyhow))]
    room = sum(mean for mean, _ in others) / len(others)
    if same:
        return Verdict(played, 0.0, 0.0, room, _won(trial, 0), 0.0)
    trial = trials.of(effort.work, chosen, played)
    cost, error = lead(trial, 1)
    win = _won(trial, 0)
    return Verdict(chosen, cost, error, room, win, win - _won(trial, 1))


class Trials(NamedTuple):
    """Where moves are tried: the view of a seat, or a position with all cards open."""

    position: Game
    seat: Seat
    rng: Rng

    def of(self, work: float, *moves: Move) -> list[Compared]:
        """What these moves came to in as many worlds as that is; those that count nothing are left out."""
        stream = comparer(self.position.slug).compare(self.position, self.seat, moves, self.rng)
        found = []
        for number, world in enumerate(stream, 1):
            work -= world.work
            if world.weight > 0:
                found.append(world)
            if work <= 0 and number >= MIN_WORLDS:
                break
        return found


def lead(trial: Sequence[Compared], other: int) -> tuple[float, float]:
    """By how many points the first move is ahead of another, and the standard error of that (a ratio of sums).

    The error is that with one further world in which both came to the same: few worlds that agree are not quite sure.
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


def _won(trial: Sequence[Compared], place: int) -> float:
    """Chance to win after a move; half where nothing is known."""
    total = sum(world.weight for world in trial)
    won = sum(world.weight * world.samples[place].won for world in trial)
    return won / total if total else 0.5
