"""Flat Monte-Carlo over sampled worlds with sequential halving: the strongest level of every game.

Each world is the view with what is hidden dealt at random (``Game.determinize``). Every candidate is tried in the same
worlds with the same chance, then the policy plays all seats to the end of the deal; candidates that do worse are
dropped by halves (Karnin, Koren & Somekh 2013). The policy's own move is dropped last of all and gives way only to one
that did better by more than the noise of their common worlds: a few dozen samples must not overrule it by luck. The
budget counts moves played in samples, never seconds.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from engine.bots.base import Policy, order
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

DOUBT = 1.0
"""So many standard errors have to lie between the policy's move and one that replaces it."""


class Budget(NamedTuple):
    """How much a search may do."""

    steps: int
    """Moves played in samples, for one decision."""
    candidates: int = 6
    """At most so many moves are tried."""
    depth: int = 400
    """A sample that is not over after so many moves counts as a draw."""


class Search:
    """A bot that plays samples to the end."""

    def __init__(self, policy: Policy, budget: Budget) -> None:
        self.policy = policy
        self.budget = budget

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Move]:
        """The policy's move first, then after each sample the move that has done best so far."""
        first = self.policy.choose(view, seat, rng)
        yield first
        candidates = self._candidates(view, seat, first)
        leads: list[list[float]] = [[] for _ in candidates]
        """For each candidate and each world, by how much it did better than the policy's move."""
        alive = list(range(1, len(candidates)))
        left = self.budget.steps
        rounds = max(1, len(alive)).bit_length()
        best = first
        for remaining in range(rounds, 0, -1):
            share = left // remaining
            while share > 0 and alive:
                world, chance = view.determinize(rng), rng.bits()
                base = 0.0
                for index in (0, *alive):
                    value, steps = self._sample(world.clone(), seat, candidates[index], Rng(chance))
                    base = base if index else value
                    leads[index].append(value - base)
                    share -= steps
                    left -= steps
                    yield best
                best = candidates[max((0, *alive), key=lambda index: _lead(leads[index]))]
            alive.sort(key=lambda index: -sum(leads[index]))  # stable: equal ones in the policy's order
            alive = alive[: (len(alive) + 1) // 2]
        yield best

    def _candidates(self, view: Game, seat: Seat, first: Move) -> list[Move]:
        """The policy's move and the most promising others."""
        chosen = view.canonical(first)
        others = [move for move in order(self.policy, view, seat, first) if view.canonical(move) != chosen]
        return [first, *others][: self.budget.candidates]

    def _sample(self, world: Game, seat: Seat, move: Move, rng: Rng) -> tuple[float, int]:
        """Own points of the deal when this move is played and the policy goes on, and the moves that took.

        The policy is handed the world itself: a view for every move of every sample would cost more than the move.
        """
        deals = len(world.history)
        world.push(move)
        choose = self.policy.choose
        for step in range(1, self.budget.depth):
            if len(world.history) > deals:
                return world.history[deals][seat], step
            mover = world.waiting()[0]
            world.push(choose(world, mover, rng))
        return 0.0, self.budget.depth


def _lead(leads: list[float]) -> float:
    """By how much a move does better than the policy's for sure: the mean less ``DOUBT`` of its standard errors."""
    count = len(leads)
    if count < 2:
        return 0.0 if not any(leads) else -1.0
    mean = sum(leads) / count
    spread = math.sqrt(sum((lead - mean) ** 2 for lead in leads) / (count - 1) / count)
    return mean - DOUBT * spread
