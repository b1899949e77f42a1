"""The search of RoPeD: samples of what is hidden, played out on the fast model, sequential halving.

A move is judged by the points of the deal less what the others make on average, as a match is a race: a set roped from
somebody counts for both. The candidates meet in the same worlds, where everybody then plays by plan.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from engine.bots.base import Option, Thought
from engine.bots.manner import PLAIN, Manner
from engine.bots.roped import Policy
from engine.bots.roped_plan import Planner
from engine.bots.roped_playout import DISCARD, END, PICK, REVEAL, SET, chain, lasso, play_out
from engine.bots.roped_table import Table, mask_of
from engine.bots.roped_worlds import Worlds
from engine.bots.search import Budget
from engine.games.roped import Roped
from engine.games.roped_sets import points_of
from engine.moves import Move, Seat
from engine.rng import Rng

DOUBT = 0.7
"""So many standard errors have to lie between the policy's move and one that replaces it."""
HOPELESS = 3.0
"""So many standard errors behind the policy's move a candidate is dropped at once."""
TURN = 6
"""A turn in a sample counts as so many moves."""


class Result(NamedTuple):
    """What a candidate brought in one world."""

    own: float
    lead: float
    """Own points less the mean of the others'."""
    won: bool
    moves: int


class Trial:
    """What a candidate did in the sampled worlds."""

    def __init__(self, move: Move, lean: float) -> None:
        self.move = move
        self.lean = lean
        """Points that the manner adds."""
        self.count, self.total, self.squares = 0, 0.0, 0.0
        """Of its leads over the policy's move, in points."""
        self.wins = 0

    def add(self, gain: float, won: bool) -> None:
        """Note the result of one world, as a gain over the policy's move there."""
        self.count += 1
        self.total += gain
        self.squares += gain * gain
        self.wins += won

    @property
    def mean(self) -> float:
        """Points better than the policy's move."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean; infinite until it is known."""
        if self.count < 2:
            return math.inf
        return math.sqrt(max(0.0, self.squares / self.count - self.mean**2) / (self.count - 1))

    def sure(self) -> float:
        """Points better than the policy's move for sure, with what the manner adds."""
        if not self.squares:
            return self.lean
        return self.mean - DOUBT * min(self.error, 1e9) + self.lean


class RopedSearch:
    """A bot that plays samples to the end of the deal."""

    def __init__(self, policy: Policy, budget: Budget, manner: Manner = PLAIN) -> None:
        self.policy = policy
        self.budget = budget
        self.manner = manner

    def think(self, view: Roped, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The policy's move first, then after each sample the move that has done best so far."""
        options = self.policy.weigh(view, seat)
        first = options[0].move
        yield Thought(first)
        slack, manner = self.budget.slack, self.manner
        moves = [option.move for option in options[: self.budget.candidates]]
        trials = [Trial(move, slack * manner.leaning(view, seat, move)) for move in moves]
        planner = self.policy.planner
        worlds, sampler = Worlds(view, seat, planner), Sampler(view, seat, planner)
        base, alive, best = trials[0], trials[1:], trials[0]
        left, own, others = self.budget.steps, 0.0, 0.0
        for remaining in range(max(1, len(alive)).bit_length(), 0, -1):
            share = left // remaining
            while share > 0 and alive:
                world = worlds.sample(rng)
                zero = sampler.play(world, base.move)
                base.add(0.0, zero.won)
                own, others = own + zero.own, others + zero.own - zero.lead
                spent = zero.moves
                for trial in alive:
                    result = sampler.play(world, trial.move)
                    trial.add(result.lead - zero.lead, result.won)
                    spent += result.moves
                share, left = share - spent, left - spent
                best = max((base, *alive), key=Trial.sure)
                yield Thought(best.move)
            alive.sort(key=lambda trial: -trial.mean - trial.lean)  # stable
            alive = alive[: (len(alive) + 1) // 2]
            alive = [t for t in alive if not t.squares or t.mean + t.lean > base.lean - HOPELESS * t.error]
        yield Thought(best.move, _options(best, trials, own))


def _options(best: Trial, trials: list[Trial], own: float) -> tuple[Option, ...]:
    """The tried moves, the answer first, the others by what they are worth.

    The policy's move is worth the points it makes; another as much more as it gains on the others.
    """
    base = trials[0]
    if not base.count:
        return (Option(best.move, 0.0),)
    mean = own / base.count
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -trial.mean)
    return tuple(
        Option(trial.move, mean + trial.mean, trial.wins / max(1, trial.count), trial.error)
        for trial in (best, *others)
    )


class Sampler:
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

    def play(self, world: Table, move: Move) -> Result:
        """What comes of a move in a world; the world stays as it is."""
        table = world.copy(world.rng.copy())
        before = table.turns
        scores = play_out(table, self.planners, self._push(table, move))
        own, best = scores[self.seat], max(scores)
        lead = own - (sum(scores) - own) / (table.seats - 1)
        return Result(own, lead, own == best, TURN * (table.turns - before))

    def _push(self, table: Table, move: Move) -> int:
        """Play the move; what comes next in the turn."""
        seat, verb, cards = self.seat, move.verb, move.cards
        if verb == "lay":
            self._start(table, move)
            return REVEAL
        if verb == "reveal":
            table.reveal(move.to)
            return PICK
        if verb == "take":
            table.take(seat, cards[0])
            return DISCARD
        if verb == "stock":
            table.draw(seat)
            return DISCARD
        if verb in ("discard", "fill", "blind", "draw"):
            self._discard(table, move)
            return SET
        if verb == "meld":
            four, points = mask_of(cards), points_of(cards)
            table.meld(seat, four, points)
            table.note_out(seat)
            lasso(table, self.planners, seat, four, points)
        elif self.what == "lasso":
            lasso(table, self.planners, self.owner, self.four, self.stake, told=move)
        elif self.what == "chain":
            chain(table, self.planners, self.owner, self.rope, self.stake, told=move)
        return END

    def _discard(self, table: Table, move: Move) -> None:
        seat, verb, cards, planner = self.seat, move.verb, move.cards, self.planner
        if verb == "draw":
            card = table.draw_fitting(seat)
            if card >= 0:
                table.lay(seat, card, planner.place(table, seat, card))
        elif verb == "blind":
            table.lay_blind(seat, move.to)
        elif not table.slots[move.to]:
            table.fill(seat, cards, move.to)
        else:
            table.lay(seat, cards[0], move.to)

    def _start(self, table: Table, move: Move) -> None:
        """Everybody's first pile (R3 … R5)."""
        pairs = [
            mask_of(move.cards) if seat == self.seat else self.planner.begin(table, seat) for seat in range(table.seats)
        ]
        table.begin(pairs, self.dealer, self.dealer if self.starter == "dealer" else (self.dealer + 1) % table.seats)
