"""Flat Monte-Carlo over sampled worlds with sequential halving: the strongest level of every game.

Each world is the view with what is hidden dealt at random (``Game.determinize``). Every candidate is tried in the same
worlds with the same chance, then the policy plays all seats to the end of the deal; candidates that do worse are
dropped by halves (Karnin, Koren & Somekh 2013). The budget counts moves played in samples, never seconds.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.bots.base import Policy, order
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng


class Budget(NamedTuple):
    """How much a search may do."""

    steps: int
    """Moves played in samples, for one decision."""
    candidates: int = 8
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
        left = self.budget.steps
        totals = [0.0] * len(candidates)
        alive = list(range(len(candidates)))
        tried = 0  # worlds so far; every candidate still alive was tried in all of them
        rounds = max(1, (len(candidates) - 1).bit_length())
        for round_number in range(rounds):
            share = left // (rounds - round_number)
            while share > 0 and len(alive) > 1:
                world, chance = view.determinize(rng), rng.bits()
                for index in alive:
                    value, steps = self._sample(world.clone(), seat, candidates[index], Rng(chance))
                    totals[index] += value
                    share -= steps
                    left -= steps
                    yield candidates[max(alive, key=totals.__getitem__)] if tried else first
                tried += 1
            alive.sort(key=lambda index: (-totals[index], index))
            alive = alive[: (len(alive) + 1) // 2]
        yield candidates[alive[0]]

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
