"""A yardstick for all games: information-set Monte-Carlo tree search with one observer, by the contract alone.

SO-ISMCTS of Cowling, Powley & Whitehouse 2012, section IV: one tree of moves for all sampled worlds, in each of which
only what is legal there may be walked. A move's confidence bound goes by how often it was available, not by how often
its parent was visited; one leaf is added in each world, and chance plays the deal to its end from there. What counts,
for whoever moves, is the points of the deal less what the others make on average, which is what the arena compares; it
is set between 0 and 1 by the least and the most that was seen so far, as games differ in their points.

Nothing here knows a game: no play-out policy, no fast model, no reading of what others did. So it says how much of a
master's strength is the search alone.
"""

import math
from collections.abc import Iterator
from typing import Any

from engine.bots.common.base import Evaluation, Thought
from engine.bots.common.search import sample_world
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

EXPLORE = 0.7
"""Weight of what is not known yet in the confidence bound, as in the paper."""
LONGEST = 2_000
"""A play-out that is not over after so many moves counts as a draw: chance alone may go round in circles."""


class _Node:
    """A move at its place in the tree."""

    __slots__ = ("available", "branches", "total", "visits", "wins")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        """Worlds that came by in which it was legal."""
        self.total = 0.0
        """Sum of the leads that came of it, for whoever moved."""
        self.wins = 0
        self.branches: dict[Move, _Node] = {}


class Ismcts:
    """A bot that walks one tree through many worlds."""

    def __init__(self, iterations: int) -> None:
        """``iterations``: so many worlds are walked for one decision."""
        self.iterations = iterations

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Any move first, then after each world the move that was walked most often."""
        legal = view.legal_moves(seat)
        best = rng.choice(legal)
        yield Thought(best)
        if len(legal) == 1:
            yield Thought(best, (Evaluation(best, 0.0),))
            return
        tree = _Tree(len(view.history))
        for _ in range(self.iterations):
            tree.walk(sample_world(view, rng), seat, rng)
            best = max(tree.root.branches, key=lambda move: tree.root.branches[move].visits)
            yield Thought(best)
        yield Thought(best, tree.options(best))


class _Tree:
    """What was walked so far."""

    def __init__(self, deal: int) -> None:
        self.deal = deal
        """Number of the deal, from 0."""
        self.root = _Node()
        self.low, self.high = math.inf, -math.inf
        """The least and the most that a seat was ahead or behind by."""

    def walk(self, world: Game, seat: Seat, rng: Rng) -> None:
        """Walk a world down the tree, add a leaf, play on by chance, and note what came of it."""
        node, mover = self.root, seat
        path: list[tuple[_Node, Seat]] = []
        fresh = False
        while not fresh and len(world.history) == self.deal:
            move, node = self._pick(node, world.legal_moves(mover), rng)
            path.append((node, mover))
            fresh = not node.visits
            world.push(move)
            if len(world.history) == self.deal:
                mover = world.waiting()[0]
        for _ in range(LONGEST):
            if len(world.history) > self.deal:
                break
            mover = world.waiting()[0]
            world.push(rng.choice(world.legal_moves(mover)))
        self._note(world, path)

    def _pick(self, node: _Node, legal: list[Move], rng: Rng) -> tuple[Move, _Node]:
        """A legal move that was never tried, or the one of the highest confidence bound."""
        branches = node.branches
        found = [branches.setdefault(move, _Node()) for move in legal]
        for child in found:
            child.available += 1
        untried = [place for place, child in enumerate(found) if not child.visits]
        place = rng.choice(untried) if untried else max(range(len(found)), key=lambda place: self._bound(found[place]))
        return legal[place], found[place]

    def _bound(self, child: _Node) -> float:
        width = self.high - self.low
        mean = (child.total / child.visits - self.low) / width if width else 0.5
        return mean + EXPLORE * math.sqrt(math.log(child.available) / child.visits)

    def _note(self, world: Game, path: list[tuple[_Node, Seat]]) -> None:
        over = len(world.history) > self.deal
        points = world.history[self.deal] if over else (0,) * world.seats
        mean = sum(points) / len(points)
        scale = len(points) / (len(points) - 1)
        leads = [(own - mean) * scale for own in points]  # own points less the mean of the others'
        self.low, self.high = min(self.low, *leads), max(self.high, *leads)
        for node, mover in path:
            node.visits += 1
            node.total += leads[mover]
            node.wins += over and mover in world.deal_winners

    def options(self, best: Move) -> tuple[Evaluation, ...]:
        """The moves that were tried, the answer first, then by how often."""
        tried = [(move, node) for move, node in self.root.branches.items() if node.visits]
        tried.sort(key=lambda each: (each[0] != best, -each[1].visits))
        return tuple(Evaluation(move, node.total / node.visits, node.wins / node.visits) for move, node in tried)
