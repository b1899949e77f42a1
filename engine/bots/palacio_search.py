"""A search for Palácio on the fast model: sampled deals, the root by sequential halving, trees below, playouts.

Every sampled deal is tried with each move that is still in the race. Below each move a tree that all its samples share
is walked by upper confidence bounds among the moves that are legal in the sample (information-set Monte-Carlo tree
search: Cowling, Powley & Whitehouse 2012; halving at the root: Karnin, Koren & Somekh 2013), then the playout policy of
the fast model plays on. What counts is the share of the deal, which is 1 for going out first. A move of the quick
player gives way only to one that did better by more than the noise of their common samples. Handed a full position
instead of a view, it plays with all cards face up: the yardstick "cheat".
"""

import math
from collections.abc import Iterator

from engine.bots.base import Option, Thought
from engine.bots.manner import PLAIN, Manner
from engine.bots.palacio import Policy
from engine.bots.palacio_fast import Code, Deal
from engine.bots.palacio_tree import Branches, walk
from engine.bots.palacio_worlds import Worlds
from engine.bots.search import Budget
from engine.games.palacio import Palacio
from engine.moves import Move, Seat
from engine.rng import Rng

DOUBT = 1.0
"""So many standard errors have to lie between the quick player's move and one that replaces it."""
SAMPLE_STEPS = 5
"""What dealing and copying one sample costs, in moves."""
ALIKE = 80
"""When the moves have come to the same in so many samples, they are not compared any longer."""


class _Trial:
    """What a root move came to."""

    def __init__(self, move: Move, code: Code, lean: float) -> None:
        self.move = move
        self.code = code
        self.lean = lean
        """Share of the deal that the manner adds."""
        self.tree: Branches = {}
        self.samples = 0
        self.total = 0.0
        """Sum of shares."""
        self.wins = 0
        self.ahead = 0.0
        """Sum over samples of how much it did better than the quick player's move; likewise of its square."""
        self.ahead_squared = 0.0

    def play(self, deal: Deal, seat: Seat, limit: int) -> tuple[float, int]:
        """Play a sample to the end after this move; the seat's share and the moves that took."""
        shares, steps = walk(self.tree, deal, limit)
        self.samples += 1
        self.total += shares[seat]
        self.wins += deal.out[:1] == [seat]
        return shares[seat], steps + SAMPLE_STEPS

    def note(self, ahead: float) -> None:
        self.ahead += ahead
        self.ahead_squared += ahead * ahead

    def mean(self) -> float:
        """By how much it does better than the quick player's move."""
        return self.ahead / self.samples if self.samples else 0.0

    def error(self) -> float:
        """Standard error of the mean; infinite until it is known."""
        if self.samples < 2:
            return math.inf
        mean = self.mean()
        return math.sqrt(max(0.0, self.ahead_squared / self.samples - mean * mean) / (self.samples - 1))

    def sure(self) -> float:
        """By how much it does better for sure, with what the manner adds."""
        if not self.ahead_squared:
            return self.lean
        return self.mean() - DOUBT * min(self.error(), 1e9) + self.lean


class TreeSearch:
    """A bot that searches.

    ``budget.steps`` are for each other seat, as samples grow longer and say less with their number; ``budget.depth`` is
    in moves a seat, ``budget.slack`` in shares of the deal.
    """

    def __init__(self, policy: Policy, budget: Budget, manner: Manner = PLAIN) -> None:
        self.policy = policy
        self.budget = budget
        self.manner = manner

    def think(self, view: Palacio, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The quick player's move first, then after each sample the move that has done best so far."""
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        worlds = Worlds(view, seat)
        trials = self._trials(view, seat, first, worlds)
        alive = trials[1:]
        left = self.budget.steps * (view.seats - 1) if alive else 0
        best = trials[0]
        for remaining in range(len(alive).bit_length(), 0, -1):
            share = left // remaining
            while share > 0 and not _alike(trials):
                steps = self._compare((trials[0], *alive), worlds, seat, rng)
                share -= steps
                left -= steps
                yield Thought(best.move)
            best = max((trials[0], *alive), key=_Trial.sure)
            alive.sort(key=lambda trial: -trial.mean() - trial.lean)
            alive = alive[: (len(alive) + 1) // 2]
        yield Thought(best.move, _options(best, trials, view.seats - 1 if view.options.play_on else 1))

    def _compare(self, trials: tuple[_Trial, ...], worlds: Worlds, seat: Seat, rng: Rng) -> int:
        """Try the moves in one sampled deal, the quick player's first; returns the moves that took."""
        world = worlds.sample(rng)
        limit = self.budget.depth * world.seats
        base, taken = 0.0, 0
        for trial in trials:
            share, steps = trial.play(worlds.after(world, trial.code), seat, limit)
            if trial is trials[0]:
                base = share
            trial.note(share - base)
            taken += steps
        return taken

    def _trials(self, view: Palacio, seat: Seat, first: Move, worlds: Worlds) -> list[_Trial]:
        """The quick player's move, then one of each rank, then other numbers of it, as far as the budget tells."""
        best = worlds.code(first)
        codes: dict[Code, Move] = {best: first}
        weighed = {worlds.code(option.move): option.move for option in self.policy.weigh(view, seat)}
        asked = view.ask is not None and view.ask.what == "play"
        for code in [code for code in worlds.codes() if asked and code in weighed] + list(weighed):
            codes.setdefault(code, weighed[code])
        chosen = list(codes.items())[: self.budget.candidates]
        lean, slack = self.manner.leaning, self.budget.slack
        return [_Trial(move, code, slack * lean(view, seat, move)) for code, move in chosen]


def _alike(trials: list[_Trial]) -> bool:
    """Whether it seems not to matter what is played, nor to the manner."""
    return trials[0].samples >= ALIKE and not any(trial.ahead_squared or trial.lean for trial in trials)


def _options(best: _Trial, trials: list[_Trial], points: int) -> tuple[Option, ...]:
    """The tried moves, the answer first, the others by what they are worth; ``points`` are those of the first out."""
    if not best.samples:
        return (Option(best.move, 0.0),)
    mean = trials[0].total / trials[0].samples
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -trial.mean())
    return tuple(
        Option(trial.move, points * (mean + trial.mean()), trial.wins / max(1, trial.samples), points * trial.error())
        for trial in (best, *others)
    )
