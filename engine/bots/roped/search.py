"""Search of RoPeD: sampled worlds, playouts on the fast model, sequential halving.

A few dozen playouts measure the difference of two moves to some ten points, no better than the policy does. So both
estimates are combined, weighted by their precision (as two normal distributions). The reward is the points of the deal
minus the mean of the others', as a match is a race. Candidates are compared in the same worlds, where the planner then
plays all seats.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.common.base import PlayoutSample, Thought, WorldComparison
from engine.bots.common.sequential_halving import (
    Budget,
    Candidate,
    HalvingRules,
    candidate_evaluations,
    sequential_halving,
)
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.bots.roped.model import PlayoutDeal, mask_of
from engine.bots.roped.plan import Planner
from engine.bots.roped.playouts import DISCARD, END, PICK, REVEAL, SET, offer_lasso, offer_recapture_chain, play_out
from engine.bots.roped.policy import RopedPolicy
from engine.bots.roped.worlds import WorldSampler
from engine.games.roped import Roped
from engine.games.roped.sets import set_points
from engine.moves import Move, Seat
from engine.rng import Rng

HALVING_RULES = HalvingRules(confidence=1.25)
"""A move must beat the policy's by more than the uncertainty of their difference.

Without that, two searches of a position with different worlds chose different moves in 27 % of decisions (now 11 %).
They played no better, as most of those moves were equally good.
"""
PRIOR_ERROR = 14.0
"""Standard deviation of the policy's estimate of the difference between two moves, in points."""
PRIOR_DEVIATION_PER_WORLD = 60.0
"""Prior standard deviation of one move's lead over another from world to world, in points."""
PRIOR_WORLDS = 4
"""Weight of the prior ``PRIOR_DEVIATION_PER_WORLD``, in worlds."""
MIN_CANDIDATES = 2
"""Minimum number of moves compared, so that a hint can show the value of the second best move."""
HOPELESS_DEFICIT = 20.0
"""Moves that the policy rates this much below its best, in points, aren't tried."""
TURN_STEPS = 6
"""Cost of each turn of a playout, in steps of the budget."""


class Result(NamedTuple):
    """Result of a candidate RoPeD move in one sampled world."""

    own_points: float
    lead: float
    """Own points minus the mean of the others'."""
    won: bool
    steps: int


class PriorCandidate(Candidate):
    """A candidate RoPeD move; the policy's estimate of its lead over the first candidate is the search's prior."""

    def __init__(self, move: Move, prior: float, bonus: float) -> None:
        super().__init__(move, bonus)
        self.prior = prior
        """Prior mean of the lead over the first candidate, in points."""

    def _variance(self) -> float:
        """Return the variance of a RoPeD move's mean lead in playouts, steadied by a prior for the spread of leads."""
        mean = super().gain()
        spread = (self.squares - self.worlds * mean * mean + PRIOR_WORLDS * PRIOR_DEVIATION_PER_WORLD**2) / (
            self.worlds + PRIOR_WORLDS
        )
        return spread / max(1, self.worlds)

    def gain(self) -> float:
        """Return the posterior mean of a move's lead over the first candidate, in points."""
        if not self.worlds:
            return self.prior
        share = PRIOR_ERROR**2 / (PRIOR_ERROR**2 + self._variance())
        return share * super().gain() + (1 - share) * self.prior

    def error(self) -> float:
        """Return the standard error of a move's mean lead in playouts."""
        return math.sqrt(self._variance())

    def score_lower_bound(self, confidence: float) -> float:
        """Return a move's score minus ``confidence`` standard deviations of its posterior lead."""
        if not self.squares:  # the first candidate, or a move that made no difference
            return self.score()
        return self.score() - confidence / math.sqrt(1 / PRIOR_ERROR**2 + 1 / self._variance())


class RopedSearch:
    """A RoPeD bot that compares moves by playouts on the fast model."""

    def __init__(self, policy: RopedPolicy, budget: Budget, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.policy = policy
        self.budget = budget
        self.style = style

    def think(self, view: Roped, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's RoPeD move, adjusted to the style, then after each sample of hidden cards the best so far.

        The style is applied to the first move, as a move replaces that only if it is clearly better.
        """
        weighed = self.policy.evaluate(view, seat)
        hopeful = sum(option.value > weighed[0].value - HOPELESS_DEFICIT for option in weighed)
        near = weighed[: max(MIN_CANDIDATES, min(hopeful, self.budget.candidates))]
        likings = self.style.preferences_stretched_to_slack(view, seat, [option.move for option in near])
        trials = [
            PriorCandidate(option.move, option.value, self.budget.style_slack * liking)
            for option, liking in zip(near, likings, strict=True)
        ]
        trials.sort(key=lambda trial: -trial.score())
        yield Thought(trials[0].move)
        top = trials[0].prior
        for trial in trials:
            trial.prior -= top
        planner = self.policy.planner
        worlds, simulator = WorldSampler(view, seat, planner), Simulator(view, seat, planner)

        def play(rivals: Sequence[PriorCandidate]) -> Iterator[int]:
            yield _play_candidates(simulator, worlds.sample(rng), rivals)

        best = trials[0]
        for best in sequential_halving(trials, self.budget.steps, play, HALVING_RULES):
            yield Thought(best.move)
        yield Thought(best.move, candidate_evaluations(best, trials))

    def compare(self, view: Roped, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out RoPeD moves in one sample of hidden cards after another, endlessly; yield the results of each."""
        planner = self.policy.planner
        worlds, simulator = WorldSampler(view, seat, planner), Simulator(view, seat, planner)
        while True:
            world = worlds.sample(rng)
            results = [simulator.play(world, move) for move in moves]
            work = sum(result.steps for result in results) / self.budget.steps
            yield WorldComparison(1.0, work, [PlayoutSample(result.lead, result.won) for result in results])


def _play_candidates(simulator: "Simulator", world: PlayoutDeal, rivals: Sequence[PriorCandidate]) -> int:
    """Play the candidate RoPeD moves with one sample of hidden cards and add their results; return the steps used."""
    zero, taken = 0.0, 0
    for trial in rivals:
        result = simulator.play(world, trial.move)
        if trial is rivals[0]:
            zero = result.lead
        trial.add(result.own_points, result.lead - zero, result.won)
        taken += result.steps
    return taken


class Simulator:
    """Plays a RoPeD move in sampled worlds, and then the deal to its end by the planner."""

    def __init__(self, view: Roped, seat: Seat, planner: Planner) -> None:
        assert view.ask is not None
        self.what, self.seat, self.planner = view.ask.what, seat, planner
        self.planners = (planner,) * view.seats
        self.dealer, self.starter = view.dealer, view.options.starter
        self.owner = view.stake_pile.owner
        self.stake_points = set_points(view.piles[view.stake_pile]) if self.owner >= 0 else 0
        self.stake_cards = mask_of(view.piles[view.stake_pile]) if self.owner >= 0 else 0
        self.rope_card = view.last_lasso_card

    def play(self, world: PlayoutDeal, move: Move) -> Result:
        """Return the result of playing a RoPeD move out in a sampled deal, which is not changed."""
        deal = world.copy(world.rng.copy())
        before = deal.turns
        scores = play_out(deal, self.planners, self._push(deal, move))
        own, best = scores[self.seat], max(scores)
        lead = own - (sum(scores) - own) / (deal.seats - 1)
        return Result(own, lead, own == best, TURN_STEPS * (deal.turns - before))

    def _push(self, deal: PlayoutDeal, move: Move) -> int:
        """Play a RoPeD move on the fast model; return the next stage of the turn."""
        seat, verb, cards = self.seat, move.verb, move.cards
        if verb == "lay":
            self._lay_first_piles(deal, move)
            return REVEAL
        if verb == "reveal":
            deal.reveal(move.to)
            return PICK
        if verb == "take":
            deal.take_block(seat, cards[0])
            return DISCARD
        if verb == "stock":
            deal.draw(seat)
            return DISCARD
        if verb in ("discard", "fill", "blind", "draw"):
            self._discard(deal, move)
            return SET
        if verb == "meld":
            four, points = mask_of(cards), set_points(cards)
            deal.meld(seat, four, points)
            deal.record_out(seat)
            offer_lasso(deal, self.planners, seat, four, points)
        elif self.what == "lasso":
            offer_lasso(deal, self.planners, self.owner, self.stake_cards, self.stake_points, forced=move)
        elif self.what == "chain":
            offer_recapture_chain(deal, self.planners, self.owner, self.rope_card, self.stake_points, forced=move)
        return END

    def _discard(self, deal: PlayoutDeal, move: Move) -> None:
        seat, verb, cards, planner = self.seat, move.verb, move.cards, self.planner
        if verb == "draw":
            card = deal.draw_until_one_fits(seat)
            if card >= 0:
                deal.lay_face_down(seat, card, planner.best_slot(deal, seat, card))
        elif verb == "blind":
            deal.lay_blind(seat, move.to)
        elif not deal.slots[move.to]:
            deal.fill(seat, cards, move.to)
        else:
            deal.lay_face_down(seat, cards[0], move.to)

    def _lay_first_piles(self, deal: PlayoutDeal, move: Move) -> None:
        """Lay the first piles of all RoPeD players (R3 … R5)."""
        pairs = [
            mask_of(move.cards) if seat == self.seat else self.planner.first_pair(deal, seat)
            for seat in range(deal.seats)
        ]
        deal.lay_first_piles(
            pairs, self.dealer, self.dealer if self.starter == "dealer" else (self.dealer + 1) % deal.seats
        )
