"""Flat Monte-Carlo over sampled worlds with sequential halving: works for every game through its contract alone.

Each world is the view with what is hidden dealt at random (``Game.determinize``), and kept as often as it is likely by
what the others did, if the policy can tell. Every candidate is tried in the same worlds with the same chance, then the
policy plays all seats to the end of the deal; candidates that do worse are dropped by halves (Karnin, Koren & Somekh
2013). The policy's own move is dropped last of all and gives way only to one that did better by more than the noise of
their common worlds: a few dozen samples must not overrule it by luck. The budget counts moves played in samples, never
seconds. Handed a full position instead of a view, the search plays with all cards face up: the yardstick "cheat".
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol, runtime_checkable

from engine.bots.base import Option, Policy, Thought, order
from engine.bots.manner import PLAIN, Manner
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

DOUBT = 1.0
"""So many standard errors have to lie between the policy's move and one that replaces it."""
MOST_TRIES = 8
"""So many worlds are sampled at most before one is taken, however unlikely."""


class Budget(NamedTuple):
    """How much a search may do."""

    steps: int
    """Moves played in samples, for one decision."""
    candidates: int = 6
    """At most so many moves are tried."""
    depth: int = 400
    """A sample that is not over after so many moves counts as a draw."""
    slack: float = 0.0
    """So many points of the deal are given away for style at most."""

    def times(self, patience: float) -> "Budget":
        """The same with more steps, or fewer."""
        return self._replace(steps=max(1, round(self.steps * patience)))


@runtime_checkable
class Believing(Protocol):
    """A policy that can tell likely worlds from unlikely ones."""

    def likelihood(self, world: Any, seat: Seat) -> float:
        """How likely the others would have done what they did with these cards, 0 … 1, as that seat sees it."""


class _Trial:
    """What a candidate did in the sampled worlds."""

    def __init__(self, move: Move, lean: float) -> None:
        self.move = move
        self.lean = lean
        """Points that the manner adds."""
        self.leads: list[float] = []
        """For each world, by how many points it did better than the policy's move."""
        self.wins = 0

    def mean(self) -> float:
        return sum(self.leads) / len(self.leads) if self.leads else 0.0

    def error(self) -> float:
        """Standard error of the mean; infinite until it is known."""
        count = len(self.leads)
        if count < 2:
            return math.inf
        mean = self.mean()
        return math.sqrt(sum((lead - mean) ** 2 for lead in self.leads) / (count - 1) / count)

    def sure(self) -> float:
        """By how much it does better than the policy's move for sure, with what the manner adds."""
        if not any(self.leads):
            return self.lean
        return self.mean() - DOUBT * min(self.error(), 1e9) + self.lean


class Search:
    """A bot that plays samples to the end."""

    def __init__(self, policy: Policy, budget: Budget, manner: Manner = PLAIN) -> None:
        self.policy = policy
        self.budget = budget
        self.manner = manner

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The policy's move first, then after each sample the move that has done best so far."""
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        trials = self._trials(view, seat, first)
        base: list[float] = []
        """For each world, the points of the policy's move."""
        alive = trials[1:]
        left = self.budget.steps
        best = trials[0]
        for remaining in range(max(1, len(alive)).bit_length(), 0, -1):
            share = left // remaining
            while share > 0 and alive:
                world, chance = self._world(view, seat, rng), rng.bits()
                for trial in (trials[0], *alive):
                    points, won, steps = self._sample(world.clone(), seat, trial.move, Rng(chance))
                    if trial is trials[0]:
                        base.append(points)
                    trial.leads.append(points - base[-1])
                    trial.wins += won
                    share -= steps
                    left -= steps
                    yield Thought(best.move)
                best = max((trials[0], *alive), key=_Trial.sure)
            alive.sort(key=lambda trial: -sum(trial.leads) - trial.lean * len(trial.leads))  # stable
            alive = alive[: (len(alive) + 1) // 2]
        yield Thought(best.move, _options(best, trials, base))

    def _trials(self, view: Game, seat: Seat, first: Move) -> list[_Trial]:
        """The policy's move and the most promising others."""
        chosen = view.canonical(first)
        others = [move for move in order(self.policy, view, seat, first) if view.canonical(move) != chosen]
        moves = [first, *others][: self.budget.candidates]
        return [_Trial(move, self.budget.slack * self.manner.leaning(view, seat, move)) for move in moves]

    def _world(self, view: Game, seat: Seat, rng: Rng) -> Game:
        """A world that this may be, by rejection: one is kept as often as it is likely."""
        if view.viewer is None:
            world = view.clone()
            world.rng = Rng(rng.bits())
            return world
        world = view.determinize(rng)
        if isinstance(self.policy, Believing):
            for _ in range(MOST_TRIES - 1):
                if rng.unit() < self.policy.likelihood(world, seat):
                    break
                world = view.determinize(rng)
        return world

    def _sample(self, world: Game, seat: Seat, move: Move, rng: Rng) -> tuple[float, bool, int]:
        """Own points of the deal when this move is played and the policy goes on, whether it won, the moves that took.

        The policy is handed the world itself: a view for every move of every sample would cost more than the move.
        """
        deals = len(world.history)
        world.push(move)
        choose = self.policy.choose
        for step in range(1, self.budget.depth):
            if len(world.history) > deals:
                return world.history[deals][seat], seat in world.deal_winners, step
            mover = world.waiting()[0]
            world.push(choose(world, mover, rng))
        return 0.0, False, self.budget.depth


def _options(best: _Trial, trials: list[_Trial], base: list[float]) -> tuple[Option, ...]:
    """The tried moves, the answer first, the others by what they are worth."""
    if not base:
        return (Option(best.move, 0.0),)
    mean = sum(base) / len(base)
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -trial.mean())
    return tuple(
        Option(trial.move, mean + trial.mean(), trial.wins / max(1, len(trial.leads)), trial.error())
        for trial in (best, *others)
    )
