"""A search for Palácio on the fast model: sampled deals, the root by sequential halving, trees below, playouts.

Every sampled deal is tried with each move that is still in the race. Below each move a tree that all its samples share
is walked by upper confidence bounds among the moves that are legal in the sample (information-set Monte-Carlo tree
search: Cowling, Powley & Whitehouse 2012; halving at the root: Karnin, Koren & Somekh 2013), then the playout policy of
the fast model plays on. What counts is the share of the deal, which is 1 for going out first. A move of the quick
player gives way only to one that did better by more than the noise of their common samples. Handed a full position
instead of a view, it plays with all cards face up: the yardstick "cheat".
"""

from collections.abc import Iterator, Sequence

from engine.bots.common.base import Compared, Sample, Thought
from engine.bots.common.halving import Budget, HalvingRules, Trial, evaluations, halve
from engine.bots.common.style import PLAIN, GameStyle
from engine.bots.palacio.model import Code, Deal
from engine.bots.palacio.policy import PalacioPolicy
from engine.bots.palacio.tree import Children, walk
from engine.bots.palacio.worlds import Worlds
from engine.games.palacio import Palacio
from engine.moves import Move, Seat
from engine.rng import Rng

RULES = HalvingRules(equal_worlds=80)
SAMPLE_STEPS = 5
"""What dealing and copying one sample costs, in moves."""


class _Trial(Trial):
    """What a root move came to, in shares of the deal."""

    def __init__(self, move: Move, code: Code, bonus: float) -> None:
        super().__init__(move, bonus)
        self.code = code
        self.tree: Children = {}


class PalacioSearch:
    """A bot that searches.

    ``budget.steps`` are for each other seat, as samples grow longer and say less with their number; ``budget.depth`` is
    in moves a seat, ``budget.slack`` in shares of the deal.
    """

    def __init__(self, policy: PalacioPolicy, budget: Budget, style: GameStyle = PLAIN) -> None:
        self.policy = policy
        self.budget = budget
        self.style = style

    def think(self, view: Palacio, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The quick player's move first, then after each sample the move that has done best so far."""
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        worlds = Worlds(view, seat)
        trials = self._trials(view, seat, first, worlds)

        def play(rivals: Sequence[_Trial]) -> Iterator[int]:
            yield self._compare(rivals, worlds, seat, rng)

        best = trials[0]
        for best in halve(trials, self.budget.steps * (view.seats - 1), play, RULES):
            yield Thought(best.move)
        yield Thought(best.move, evaluations(best, trials, _unit(view)))

    def compare(self, view: Palacio, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """What these moves came to in one world after the other, without end."""
        worlds, unit, budget = Worlds(view, seat), _unit(view), self.budget.steps * (view.seats - 1)
        trials = [_Trial(move, worlds.code(move), 0.0) for move in moves]
        while True:
            world = worlds.sample(rng)
            tried = [self._try(trial, worlds, world, seat) for trial in trials]
            work = sum(steps + SAMPLE_STEPS for _, _, steps in tried) / budget
            yield Compared(1.0, work, [Sample(unit * share, won) for share, won, _ in tried])

    def _compare(self, rivals: Sequence[_Trial], worlds: Worlds, seat: Seat, rng: Rng) -> int:
        """Try the moves in one sampled deal, the quick player's first; returns the moves that took."""
        world = worlds.sample(rng)
        base, taken = 0.0, 0
        for trial in rivals:
            share, won, steps = self._try(trial, worlds, world, seat)
            if trial is rivals[0]:
                base = share
            trial.add(share, share - base, won)
            taken += steps + SAMPLE_STEPS
        return taken

    def _try(self, trial: _Trial, worlds: Worlds, world: Deal, seat: Seat) -> tuple[float, bool, int]:
        """The share of the deal, whether it was won, and the moves that took."""
        deal = worlds.after(world, trial.code)
        shares, steps = walk(trial.tree, deal, self.budget.depth * deal.seats)
        return shares[seat], deal.out[:1] == [seat], steps

    def _trials(self, view: Palacio, seat: Seat, first: Move, worlds: Worlds) -> list[_Trial]:
        """The quick player's move, then one of each rank, then other numbers of it, as far as the budget tells."""
        best = worlds.code(first)
        codes: dict[Code, Move] = {best: first}
        weighed = {worlds.code(option.move): option.move for option in self.policy.evaluate(view, seat)}
        asked = view.ask is not None and view.ask.what == "play"
        for code in [code for code in worlds.codes() if asked and code in weighed] + list(weighed):
            codes.setdefault(code, weighed[code])
        chosen = list(codes.items())[: self.budget.candidates]
        bonus, slack = self.style.preference, self.budget.slack
        return [_Trial(move, code, slack * bonus(view, seat, move)) for code, move in chosen]


def _unit(view: Palacio) -> int:
    """Points of the deal that a whole share of it is."""
    return view.seats - 1 if view.options.play_on else 1
