"""The search of RoPeD: samples of what is hidden, played out on the fast model, sequential halving.

A few dozen samples tell two moves apart by some ten points, no better than the policy does. So both opinions count,
each by how sure it is (as for two normal distributions), when candidates are dropped and when the answer is chosen.
A move is judged by the points of the deal less what the others make on average, as a match is a race: a set roped from
somebody counts for both. The candidates meet in the same worlds, where everybody then plays by plan.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.common.base import Compared, Sample, Thought
from engine.bots.common.halving import Budget, HalvingRules, Trial, evaluations, halve
from engine.bots.common.style import PLAIN, GameStyle
from engine.bots.roped.model import Deal, mask_of
from engine.bots.roped.plan import Planner
from engine.bots.roped.playouts import DISCARD, END, PICK, REVEAL, SET, chain, lasso, play_out
from engine.bots.roped.policy import RopedPolicy
from engine.bots.roped.worlds import Worlds
from engine.games.roped import Roped
from engine.games.roped.sets import points_of
from engine.moves import Move, Seat
from engine.rng import Rng

RULES = HalvingRules(confidence=0.0)
"""Doubt is in the weight of the policy's opinion."""
TRUST = 14.0
"""The policy's opinion of how far two moves are apart is this wrong in the mean, in points."""
SPREAD = 60.0
"""How far the gains of one move over another are apart from world to world, in points, before that is seen."""
FEW = 4
"""That opinion of the spread counts as so many worlds."""
LEAST = 2
"""So many moves are compared, however hopeless: whoever asks for a hint wants to know what the next best is worth."""
HOPELESS = 20.0
"""Moves that the policy thinks so many points worse than its own aren't tried."""
TURN = 6
"""A turn in a sample counts as so many moves."""


class Result(NamedTuple):
    """What a candidate brought in one world."""

    own: float
    lead: float
    """Own points less the mean of the others'."""
    won: bool
    moves: int


class PriorTrial(Trial):
    """A move of which the policy has an opinion."""

    def __init__(self, move: Move, prior: float, bonus: float) -> None:
        super().__init__(move, bonus)
        self.prior = prior
        """Points better than the policy's move in the policy's opinion, 0 or less."""

    def _variance(self) -> float:
        """Of the mean of the samples, with what is thought of it before it is seen."""
        mean = super().gain()
        spread = (self.squares - self.worlds * mean * mean + FEW * SPREAD**2) / (self.worlds + FEW)
        return spread / max(1, self.worlds)

    def gain(self) -> float:
        """Points better than the policy's move, as the policy's opinion and the samples together tell."""
        if not self.worlds:
            return self.prior
        share = TRUST**2 / (TRUST**2 + self._variance())
        return share * super().gain() + (1 - share) * self.prior

    def error(self) -> float:
        """Standard error of the mean of the samples."""
        return math.sqrt(self._variance())


class RopedSearch:
    """A bot that plays samples to the end of the deal."""

    def __init__(self, policy: RopedPolicy, budget: Budget, style: GameStyle = PLAIN) -> None:
        self.policy = policy
        self.budget = budget
        self.style = style

    def think(self, view: Roped, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The policy's move first, then after each world the move that has done best so far."""
        weighed = self.policy.evaluate(view, seat)
        first = weighed[0].move
        yield Thought(first)
        slack, style = self.budget.slack, self.style
        top = weighed[0].value
        hopeful = sum(option.value > top - HOPELESS for option in weighed)
        near = weighed[: max(LEAST, min(hopeful, self.budget.candidates))]
        trials = [PriorTrial(o.move, o.value - top, slack * style.preference(view, seat, o.move)) for o in near]
        planner = self.policy.planner
        worlds, simulator = Worlds(view, seat, planner), Simulator(view, seat, planner)

        def play(rivals: Sequence[PriorTrial]) -> Iterator[int]:
            yield _compare(simulator, worlds.sample(rng), rivals)

        best = trials[0]
        for best in halve(trials, self.budget.steps, play, RULES):
            yield Thought(best.move)
        yield Thought(best.move, evaluations(best, trials))

    def compare(self, view: Roped, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """What these moves came to in one world after the other, without end."""
        planner = self.policy.planner
        worlds, simulator = Worlds(view, seat, planner), Simulator(view, seat, planner)
        while True:
            world = worlds.sample(rng)
            results = [simulator.play(world, move) for move in moves]
            work = sum(result.moves for result in results) / self.budget.steps
            yield Compared(1.0, work, [Sample(result.lead, result.won) for result in results])


def _compare(simulator: "Simulator", world: Deal, rivals: Sequence[PriorTrial]) -> int:
    """Try the moves in one world; returns the moves that took."""
    zero, taken = 0.0, 0
    for trial in rivals:
        result = simulator.play(world, trial.move)
        if trial is rivals[0]:
            zero = result.lead
        trial.add(result.own, result.lead - zero, result.won)
        taken += result.moves
    return taken


class Simulator:
    """Plays one move of a position in sampled worlds, and then the deal to its end."""

    def __init__(self, view: Roped, seat: Seat, planner: Planner) -> None:
        assert view.ask is not None
        self.what, self.seat, self.planner = view.ask.what, seat, planner
        self.planners = (planner,) * view.seats
        self.dealer, self.starter = view.dealer, view.options.starter
        self.owner = view.stake.owner
        self.stake = points_of(view.piles[view.stake]) if self.owner >= 0 else 0
        self.four = mask_of(view.piles[view.stake]) if self.owner >= 0 else 0
        self.rope = view.rope

    def play(self, world: Deal, move: Move) -> Result:
        """What comes of a move in a world; the world stays as it is."""
        deal = world.copy(world.rng.copy())
        before = deal.turns
        scores = play_out(deal, self.planners, self._push(deal, move))
        own, best = scores[self.seat], max(scores)
        lead = own - (sum(scores) - own) / (deal.seats - 1)
        return Result(own, lead, own == best, TURN * (deal.turns - before))

    def _push(self, deal: Deal, move: Move) -> int:
        """Play the move; what comes next in the turn."""
        seat, verb, cards = self.seat, move.verb, move.cards
        if verb == "lay":
            self._start(deal, move)
            return REVEAL
        if verb == "reveal":
            deal.reveal(move.to)
            return PICK
        if verb == "take":
            deal.take(seat, cards[0])
            return DISCARD
        if verb == "stock":
            deal.draw(seat)
            return DISCARD
        if verb in ("discard", "fill", "blind", "draw"):
            self._discard(deal, move)
            return SET
        if verb == "meld":
            four, points = mask_of(cards), points_of(cards)
            deal.meld(seat, four, points)
            deal.note_out(seat)
            lasso(deal, self.planners, seat, four, points)
        elif self.what == "lasso":
            lasso(deal, self.planners, self.owner, self.four, self.stake, forced=move)
        elif self.what == "chain":
            chain(deal, self.planners, self.owner, self.rope, self.stake, forced=move)
        return END

    def _discard(self, deal: Deal, move: Move) -> None:
        seat, verb, cards, planner = self.seat, move.verb, move.cards, self.planner
        if verb == "draw":
            card = deal.draw_fitting(seat)
            if card >= 0:
                deal.lay(seat, card, planner.place(deal, seat, card))
        elif verb == "blind":
            deal.lay_blind(seat, move.to)
        elif not deal.slots[move.to]:
            deal.fill(seat, cards, move.to)
        else:
            deal.lay(seat, cards[0], move.to)

    def _start(self, deal: Deal, move: Move) -> None:
        """Everybody's first pile (R3 … R5)."""
        pairs = [
            mask_of(move.cards) if seat == self.seat else self.planner.begin(deal, seat) for seat in range(deal.seats)
        ]
        deal.begin(pairs, self.dealer, self.dealer if self.starter == "dealer" else (self.dealer + 1) % deal.seats)
