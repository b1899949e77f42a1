"""The search of Gurch: the most promising moves in the same sampled worlds, each played to the end by the fast model.

Candidates that do worse are dropped by halves (Karnin, Koren & Somekh 2013). The quick policy's own move is dropped
last of all and gives way only to one that did better by more than half the noise of their common worlds.
"""

import math
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from engine.bots.base import Option, Thought
from engine.bots.gurch import Policy
from engine.bots.gurch_fast import Deal, Hand, play_of, without
from engine.bots.gurch_worlds import Worlds
from engine.bots.manner import PLAIN, Manner
from engine.games.gurch import Gurch
from engine.games.gurch_plays import VALUE
from engine.games.gurch_table import SHOWN
from engine.moves import Move, Seat
from engine.rng import Rng

DOUBT = 0.5
"""So many standard errors have to lie between the policy's move and one that replaces it."""
SHARE = MappingProxyType({"start": 2.0, "play": 0.5})
"""What is asked -> how much of the effort it gets: the start weighs most, few plays are hard to tell apart."""
CERTAIN = 4
"""So many samples of each move are enough where all cards are known; only a new stock is left to chance."""
STRIDE = 8
"""So many worlds are played between two thoughts."""


class Effort(NamedTuple):
    """How much a search may do for one decision."""

    samples: int
    """Deals played to the end, of all candidates together; see ``SHARE``."""
    candidates: int = 8
    slack: float = 0.15
    """So many points of the deal are given away for style at most."""

    def times(self, patience: float) -> "Effort":
        """The same with more samples, or fewer."""
        return self._replace(samples=max(1, round(self.samples * patience)))


class _Trial:
    """What a candidate did in the sampled worlds."""

    def __init__(self, move: Move, lean: float) -> None:
        self.move = move
        self.lean = lean
        """Points that the manner adds."""
        self.worlds = 0
        self.ahead = self.squares = self.wins = 0.0
        """Sums of the points more than the policy's move got in the same world, of their squares, and of deals won."""

    def add(self, ahead: float, won: float) -> None:
        self.worlds += 1
        self.ahead += ahead
        self.squares += ahead * ahead
        self.wins += won

    def mean(self) -> float:
        return self.ahead / max(1, self.worlds)

    def error(self) -> float:
        """Standard error of the mean; infinite until it is known."""
        if self.worlds < 2:
            return math.inf
        return math.sqrt(max(0.0, self.squares - self.ahead * self.mean()) / (self.worlds - 1) / self.worlds)

    def liked(self) -> float:
        return self.mean() + self.lean

    def sure(self) -> float:
        """By how much it does better than the policy's move for sure, with what the manner adds."""
        return self.liked() - (DOUBT * min(self.error(), 1e9) if self.squares else 0.0)


class FastSearch:
    """A bot that plays samples to the end in the fast model."""

    def __init__(self, effort: Effort, manner: Manner = PLAIN) -> None:
        self.policy = Policy()
        self.effort = effort
        self.manner = manner

    def think(self, view: Gurch, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The policy's move first, then every few samples the move that has done best so far."""
        assert view.ask is not None
        weighed = self.policy.weigh(view, seat)
        yield Thought(weighed[0].move)
        worlds = Worlds(view)
        candidates = len(weighed) if worlds.certain else self.effort.candidates
        trials = [
            _Trial(move, self.effort.slack * self.manner.leaning(view, seat, move)) for move, *_ in weighed[:candidates]
        ]
        first, alive = trials[0], trials[1:]
        left = self.effort.times(SHARE.get(view.ask.what, 1.0)).samples
        if worlds.certain:
            left = min(left, CERTAIN * len(trials))
        best, points = first, 0.0
        for remaining in range(max(1, len(alive)).bit_length(), 0, -1):
            count = max(1, left // remaining // (len(alive) + 1))
            left -= count * (len(alive) + 1)
            for i in range(count):
                points += _compare(view, seat, worlds.sample(rng), first, alive)
                if i % STRIDE == STRIDE - 1:
                    yield Thought(best.move)
            best = max((first, *alive), key=_Trial.sure)
            alive.sort(key=lambda trial: -trial.liked())  # stable
            alive = alive[: (len(alive) + 1) // 2]
        yield Thought(best.move, _options(best, trials, points / first.worlds))


def _compare(view: Gurch, seat: Seat, world: Deal, first: _Trial, others: Sequence[_Trial]) -> float:
    """Try the moves in one world; returns the points of the first."""
    me = view.players.index(seat)
    base = 0.0
    for trial in (first, *others):
        deal = world.copy()
        answer(deal, view, seat, trial.move)
        points, won = outcome(view, deal.finish(), me)
        if trial is first:
            base = points
        trial.add(points - base, won)
    return base


def _options(best: _Trial, trials: Sequence[_Trial], points: float) -> tuple[Option, ...]:
    """The tried moves, the answer first, the others by what they are worth."""
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -trial.mean())
    return tuple(
        Option(trial.move, points + trial.mean(), trial.wins / max(1, trial.worlds), trial.error())
        for trial in (best, *others)
    )


def outcome(view: Gurch, totals: Sequence[int], me: int) -> tuple[float, float]:
    """Points of the deal and the chance to have won it, by the totals of the round that is played.

    In a minigame the prize, or the loss, is that of the deal's own final round (R24).
    """
    low, high, mine = min(totals), max(totals), totals[me]
    won = 1 / totals.count(low) if mine == low else 0.0
    lost = 1 / totals.count(high) if mine == high else 0.0
    if not view.options.loser_pays:
        lost = 0.0
    if view.contest == "high":
        return -max(view.totals) * lost, 0.0
    prize = max(view.totals) if view.contest else high
    if low == high:
        return (0.0 if view.options.loser_pays else prize * won), won
    return prize * (won - (0.0 if view.contest else lost)), won


def answer(deal: Deal, view: Gurch, seat: Seat, move: Move) -> None:
    """Play a move of a seat that is asked, and what is done before the next trick or play."""
    assert view.ask is not None
    me = view.players.index(seat)
    cards = tuple(sorted([VALUE[card] for card in move.cards]))
    what = view.ask.what
    if what == "play":
        deal.lay(play_of(deal.hands[me], cards))
    elif what == "mini":
        if move.verb == "renew":
            deal.renew(me)
        deal.minis([view.players.index(other) for other in view.pending[1:]])
    elif what == "vote":
        deal.vote({seat: move.to}, view.swappers)
    elif what == "start" and not cards:
        return
    else:
        _swap(deal, view, move, without(deal.hands[me], cards))


def _swap(deal: Deal, view: Gurch, move: Move, kept: Hand) -> None:
    """A swap, or none, and those that follow."""
    assert view.ask is not None
    seat, what = move.seat, view.ask.what
    swaps = move.verb == "swap"
    if what == "shown":
        shown = VALUE[view.piles[SHOWN][0]]
        if move.verb == "reject":
            deal.draw(seat, kept, shown)
        else:
            deal.hands[seat] = tuple(sorted((*kept, shown)))
    elif swaps and what == "second" and view.result == 1:
        deal.swap_shown(seat, kept)
    elif swaps:
        deal.swap(seat, kept)
    if what in ("start", "first"):
        count = len(move.cards) if what == "start" else view.swapped
        others = [(seat + i) % view.seats for i in range(1, view.seats)]
        pending = others if what == "start" else view.pending[1:]
        deal.first_swaps(count, pending, (*view.swappers, seat) if swaps else view.swappers)
    else:
        votes = {swapper: view.votes[swapper] for swapper in view.swappers}
        deal.second_swaps(view.result, votes, view.pending[1:])
