"""The search of RoPeD: samples of what is hidden, played out on the fast model, sequential halving.

A few dozen samples tell two moves apart by some ten points, no better than the policy does. So both opinions count,
each by how sure it is (as for two normal distributions), when candidates are dropped and when the answer is chosen.
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


class Trial:
    """What a candidate did in the sampled worlds."""

    def __init__(self, move: Move, prior: float, lean: float) -> None:
        self.move = move
        self.prior = prior
        """Points better than the policy's move in the policy's opinion, 0 or less."""
        self.lean = lean
        """Points that the manner adds."""
        self.count, self.total, self.squares = 0, 0.0, 0.0
        """Of its gains over the policy's move, in points."""
        self.wins = 0

    def add(self, gain: float, won: bool) -> None:
        """Note the result of one world, as a gain over the policy's move there."""
        self.count += 1
        self.total += gain
        self.squares += gain * gain
        self.wins += won

    @property
    def variance(self) -> float:
        """Of the mean gain, with what is thought of it before it is seen."""
        mean = self.total / max(1, self.count)
        spread = (self.squares - self.count * mean * mean + FEW * SPREAD**2) / (self.count + FEW)
        return spread / max(1, self.count)

    @property
    def gain(self) -> float:
        """Points better than the policy's move, as the policy's opinion and the samples together tell."""
        if not self.count:
            return self.prior
        share = TRUST**2 / (TRUST**2 + self.variance)
        return share * self.total / self.count + (1 - share) * self.prior

    @property
    def liked(self) -> float:
        """The gain and what the manner adds."""
        return self.gain + self.lean


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
        top = options[0].worth
        hopeful = sum(option.worth > top - HOPELESS for option in options)
        near = options[: max(LEAST, min(hopeful, self.budget.candidates))]
        trials = [Trial(o.move, o.worth - top, slack * manner.leaning(view, seat, o.move)) for o in near]
        planner = self.policy.planner
        worlds, sampler = Worlds(view, seat, planner), Sampler(view, seat, planner)
        base, alive, best = trials[0], trials[1:], trials[0]
        left, own = self.budget.steps, 0.0
        for remaining in range(max(1, len(alive)).bit_length(), 0, -1):
            share = left // remaining
            while share > 0 and alive:
                world = worlds.sample(rng)
                zero = sampler.play(world, base.move)
                base.count, base.wins = base.count + 1, base.wins + zero.won
                own += zero.own
                spent = zero.moves
                for trial in alive:
                    result = sampler.play(world, trial.move)
                    trial.add(result.lead - zero.lead, result.won)
                    spent += result.moves
                share, left = share - spent, left - spent
                best = max((base, *alive), key=_liked)
                yield Thought(best.move)
            alive.sort(key=_liked, reverse=True)  # stable
            alive = alive[: (len(alive) + 1) // 2]
        yield Thought(best.move, _options(best, trials, own))


def _liked(trial: Trial) -> float:
    return trial.liked


def _options(best: Trial, trials: list[Trial], own: float) -> tuple[Option, ...]:
    """The tried moves, the answer first, the others by what they are worth.

    The policy's move is worth the points it makes; another as much more as it gains on the others.
    """
    base = trials[0]
    if not base.count:
        return (Option(best.move, 0.0),)
    mean = own / base.count
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -trial.gain)
    return tuple(
        Option(
            trial.move,
            mean + trial.gain,
            trial.wins / trial.count if trial.count else math.nan,
            0.0 if trial is base else math.sqrt(trial.variance),
        )
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
