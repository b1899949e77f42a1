"""Flat Monte Carlo search over sampled worlds with sequential halving, for any game.

A world is the view with the hidden cards dealt at random as the rules allow (``Game.determinize``). Every candidate is
played in the same worlds with common random numbers. Then the policy plays all seats to the end of the deal. The budget
counts moves of playouts. Given a full position instead of a view, the search plays with all cards open (the yardstick
"cheat").

All worlds have the same weight. Inference from the others' actions is left to the searches of single games, as its
rules differ from game to game.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.bots.common.base import PlayoutSample, Policy, Thought, WorldComparison
from engine.bots.common.policy_bots import ranked_moves
from engine.bots.common.sequential_halving import Budget, Candidate, candidate_evaluations, sequential_halving
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

__all__ = ["Budget", "MonteCarloSearch", "sample_world"]


class MonteCarloSearch:
    """A bot that compares moves by playouts in sampled worlds."""

    def __init__(self, policy: Policy, budget: Budget, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.policy = policy
        self.budget = budget
        self.style = style

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's move first, then after each playout the best move so far."""
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        trials = self._choose_candidates(view, seat, first)

        def play(rivals: Sequence[Candidate]) -> Iterator[int]:
            world, chance = sample_world(view, rng), rng.bits()
            base = 0.0
            for trial in rivals:
                points, won, steps = self._play_out(world.copy_for_playout(), seat, trial.move, Rng(chance))
                if trial is rivals[0]:
                    base = points
                trial.add(points, points - base, won)
                yield steps

        best = trials[0]
        for best in sequential_halving(trials, self.budget.steps, play):
            yield Thought(best.move)
        yield Thought(best.move, candidate_evaluations(best, trials))

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out given moves in one sample of hidden cards after another, endlessly; yield the results of each."""
        while True:
            world, chance = sample_world(view, rng), rng.bits()
            tried = [self._play_out(world.copy_for_playout(), seat, move, Rng(chance)) for move in moves]
            work = sum(steps for _, _, steps in tried) / self.budget.steps
            yield WorldComparison(1.0, work, [PlayoutSample(points, won) for points, won, _ in tried])

    def _choose_candidates(self, view: Game, seat: Seat, first: Move) -> list[Candidate]:
        """Return the moves for the search to compare: the policy's and the next best, up to ``budget.candidates``."""
        chosen = view.canonical(first)
        others = [move for move in ranked_moves(self.policy, view, seat, first) if view.canonical(move) != chosen]
        moves = [first, *others][: self.budget.candidates]
        return [Candidate(move, self.budget.style_slack * self.style.preference(view, seat, move)) for move in moves]

    def _play_out(self, world: Game, seat: Seat, move: Move, rng: Rng) -> tuple[float, bool, int]:
        """Play a move, then the policy, to the deal's end; return the seat's points, whether it won, the move count.

        The policy gets the world itself, as making a view for every move would cost more than the move.
        """
        world.push(move)
        choose = self.policy.choose
        for step in range(1, self.budget.max_playout_moves):
            movers = world.seats_to_act()
            if not movers:
                return world.history[-1][seat], seat in world.deal_winners, step
            world.push(choose(world, movers[0], rng))
        return 0.0, False, self.budget.max_playout_moves


def sample_world(view: Game, rng: Rng) -> Game:
    """Return a full position consistent with a view; of a full position, a copy with other random numbers."""
    if view.viewer is not None:
        return view.determinize(rng)
    world = view.clone()
    world.rng = Rng(rng.bits())
    return world
