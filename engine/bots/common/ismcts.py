"""Reference bot for all games: single-observer information set Monte Carlo tree search (SO-ISMCTS).

Follows Cowling, Powley & Whitehouse 2012, section IV. All sampled worlds share one tree of moves, and only moves legal
in the world may be chosen. The confidence bound of a move uses how often it was available, not how often its parent
was visited. Each world adds one leaf, and random moves play the deal to its end from there. The reward of the seat that
moves is its points minus the mean of the others', the arena's measure. Rewards are scaled to 0 … 1 by the lowest and
highest so far, as games differ in their points.

It uses only the ``Game`` interface: no playout policy, no fast model, no beliefs about hidden hands. So it shows how
much of a master's strength comes from search alone.
"""

import math
from collections.abc import Iterator
from typing import Any

from engine.bots.common.base import Evaluation, Thought
from engine.bots.common.search import sample_world
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

EXPLORATION = 0.7
"""Weight of the exploration term in the confidence bound, as in the paper."""
MAX_PLAYOUT_MOVES = 2_000
"""Maximum moves of a playout. Random moves may never end the deal; a longer playout counts as a draw."""


class _Node:
    """A node of the tree in information set Monte Carlo tree search: a move and its statistics."""

    __slots__ = ("available", "children", "total", "visits", "wins")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        """Worlds in which the move was legal when its parent was visited."""
        self.total = 0.0
        """Sum of the rewards of the seat that moved."""
        self.wins = 0
        self.children: dict[Move, _Node] = {}


class Ismcts:
    """A bot that builds one search tree from many sampled worlds."""

    def __init__(self, iterations: int) -> None:
        """``iterations`` is the number of worlds sampled per decision."""
        self.iterations = iterations

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield a random move first, then after each sampled world the most visited move."""
        legal = view.legal_moves(seat)
        best = rng.choice(legal)
        yield Thought(best)
        if len(legal) == 1:
            yield Thought(best, (Evaluation(best, 0.0),))
            return
        tree = _Tree()
        for _ in range(self.iterations):
            tree.iterate(sample_world(view, rng).copy_for_playout(), seat, rng)
            best = max(tree.root.children, key=lambda move: tree.root.children[move].visits)
            yield Thought(best)
        yield Thought(best, tree.evaluations_by_visits(best))


class _Tree:
    """The tree of one decision in information set Monte Carlo tree search."""

    def __init__(self) -> None:
        self.root = _Node()
        self.min_reward, self.max_reward = math.inf, -math.inf
        """Lowest and highest reward so far."""

    def iterate(self, world: Game, seat: Seat, rng: Rng) -> None:
        """Run a tree search iteration in a playout world: select, add one leaf, play out at random, update the path."""
        node = self.root
        movers: tuple[Seat, ...] = (seat,)
        path: list[tuple[_Node, Seat]] = []
        fresh = False
        while not fresh and movers:
            move, node = self._pick(node, world.legal_moves(movers[0]), rng)
            path.append((node, movers[0]))
            fresh = not node.visits
            world.push(move)
            movers = world.seats_to_act()
        for _ in range(MAX_PLAYOUT_MOVES):
            if not movers:
                break
            world.push(rng.choice(world.legal_moves(movers[0])))
            movers = world.seats_to_act()
        self._update(world, path)

    def _pick(self, node: _Node, legal: list[Move], rng: Rng) -> tuple[Move, _Node]:
        """Choose a legal move that was never tried, or else the one with the highest confidence bound."""
        children = node.children
        nodes = [children.setdefault(move, _Node()) for move in legal]
        for child in nodes:
            child.available += 1
        untried = [index for index, child in enumerate(nodes) if not child.visits]
        index = rng.choice(untried) if untried else max(range(len(nodes)), key=lambda index: self._bound(nodes[index]))
        return legal[index], nodes[index]

    def _bound(self, child: _Node) -> float:
        width = self.max_reward - self.min_reward
        mean = (child.total / child.visits - self.min_reward) / width if width else 0.5
        return mean + EXPLORATION * math.sqrt(math.log(child.available) / child.visits)

    def _update(self, world: Game, path: list[tuple[_Node, Seat]]) -> None:
        over = not world.seats_to_act()
        points = world.history[-1] if over else (0,) * world.seats
        mean = sum(points) / len(points)
        scale = len(points) / (len(points) - 1)
        rewards = [(own - mean) * scale for own in points]  # own points minus the mean of the others'
        self.min_reward, self.max_reward = min(self.min_reward, *rewards), max(self.max_reward, *rewards)
        for node, mover in path:
            node.visits += 1
            node.total += rewards[mover]
            node.wins += over and mover in world.deal_winners

    def evaluations_by_visits(self, best: Move) -> tuple[Evaluation, ...]:
        """Return the evaluations of the moves in the search tree: ``best``, then the others by descending visits."""
        tried = [(move, node) for move, node in self.root.children.items() if node.visits]
        tried.sort(key=lambda each: (each[0] != best, -each[1].visits))
        return tuple(Evaluation(move, node.total / node.visits, node.wins / node.visits) for move, node in tried)
