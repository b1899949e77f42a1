"""Flat Monte-Carlo over sampled worlds with sequential halving: works for every game through its contract alone.

Each world is the view with what is hidden dealt at random (``Game.determinize``), so as the rules allow it. Every
candidate is tried in the same worlds with the same chance, then the policy plays all seats to the end of the deal. The
budget counts moves played in samples. Handed a full position instead of a view, the search plays with all cards face
up: the yardstick "cheat".

Here all worlds count alike. What the others' actions tell of their cards is read where a game has a search of its own:
a view holds what lies on the table, not what was done before, and what a discard or a pass says differs from game to
game.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.bots.common.base import Compared, Policy, Sample, Thought
from engine.bots.common.halving import Budget, Trial, evaluations, halve
from engine.bots.common.policy_bots import ranked
from engine.bots.common.style import PLAIN, GameStyle
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

__all__ = ["Budget", "MonteCarloSearch", "sample_world"]


class MonteCarloSearch:
    """A bot that plays samples to the end."""

    def __init__(self, policy: Policy, budget: Budget, style: GameStyle = PLAIN) -> None:
        self.policy = policy
        self.budget = budget
        self.style = style

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The policy's move first, then after each sample the move that has done best so far."""
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        trials = self._trials(view, seat, first)

        def play(rivals: Sequence[Trial]) -> Iterator[int]:
            world, chance = sample_world(view, rng), rng.bits()
            base = 0.0
            for trial in rivals:
                points, won, steps = self._sample(world.clone(), seat, trial.move, Rng(chance))
                if trial is rivals[0]:
                    base = points
                trial.add(points, points - base, won)
                yield steps

        best = trials[0]
        for best in halve(trials, self.budget.steps, play):
            yield Thought(best.move)
        yield Thought(best.move, evaluations(best, trials))

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """What these moves came to in one world after the other, without end."""
        while True:
            world, chance = sample_world(view, rng), rng.bits()
            tried = [self._sample(world.clone(), seat, move, Rng(chance)) for move in moves]
            work = sum(steps for _, _, steps in tried) / self.budget.steps
            yield Compared(1.0, work, [Sample(points, won) for points, won, _ in tried])

    def _trials(self, view: Game, seat: Seat, first: Move) -> list[Trial]:
        """The policy's move and the most promising others."""
        chosen = view.canonical(first)
        others = [move for move in ranked(self.policy, view, seat, first) if view.canonical(move) != chosen]
        moves = [first, *others][: self.budget.candidates]
        return [Trial(move, self.budget.slack * self.style.preference(view, seat, move)) for move in moves]

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


def sample_world(view: Game, rng: Rng) -> Game:
    """A position that this may be; of a full position itself, with another chance."""
    if view.viewer is not None:
        return view.determinize(rng)
    world = view.clone()
    world.rng = Rng(rng.bits())
    return world
