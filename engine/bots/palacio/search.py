"""Search of Palácio: sampled worlds, sequential halving at the root, trees below it, playouts on the fast model.

Every candidate is played in the same worlds (sequential halving: Karnin, Koren & Somekh 2013). Below each candidate is
one tree for all worlds (information set Monte Carlo tree search: Cowling, Powley & Whitehouse 2012). In it, upper
confidence bounds choose among the moves legal in the world. From the leaf the playout policy plays on. The reward is 1
for going out first and less for later positions. Another move replaces the policy's only if it did better by more than
the noise of their common worlds. Given a full position instead of a view, the search plays with all cards open (the
yardstick "cheat").
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.common.base import PlayoutSample, Thought, WorldComparison
from engine.bots.common.policy_bots import PolicyBot
from engine.bots.common.sequential_halving import (
    Budget,
    Candidate,
    HalvingRules,
    candidate_evaluations,
    sequential_halving,
)
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.bots.palacio.model import MoveCode, PlayoutDeal
from engine.bots.palacio.policy import PalacioPolicy
from engine.bots.palacio.tree import Children, iterate
from engine.bots.palacio.worlds import WorldSampler
from engine.games.palacio import Palacio
from engine.moves import Move, Seat
from engine.rng import Rng

HALVING_RULES = HalvingRules(stop_after_equal_worlds=80)
MAX_OTHERS = max(Palacio.seats_allowed) - 1
SAMPLE_COST_STEPS = 5
"""Cost of dealing and copying a world, in moves."""


class _IterationResult(NamedTuple):
    """Result of a candidate Palácio move in one sampled deal."""

    share: float
    """Discounted result of the seat, 0 … 1; 1 for going out first."""
    won: bool
    """Whether the seat went out first."""
    steps: int
    """Number of moves played."""


class _TreeCandidate(Candidate):
    """A root move of the Palácio search, its results (0 … 1) and the tree below it."""

    def __init__(self, move: Move, code: MoveCode, bonus: float) -> None:
        super().__init__(move, bonus)
        self.code = code
        self.tree: Children = {}


class PalacioSearch:
    """A Palácio bot that compares moves by tree search and playouts on the fast model.

    Args:
        policy: chooses the first candidate.
        budget: ``steps`` per other seat, as deals are longer and noisier with more seats;
            ``max_playout_moves`` per seat; ``style_slack`` in results, 0 … 1.
        style: of the bot.
        exchange: whether to search in the exchange, too; a small budget yields only noise there.
        max_step_factor: maximum factor on ``budget.steps``.
    """

    def __init__(
        self,
        policy: PalacioPolicy,
        budget: Budget,
        style: GameStyle = PLAIN_GAME_STYLE,
        *,
        exchange: bool = True,
        max_step_factor: int = MAX_OTHERS,
    ) -> None:
        self.policy = policy
        self.budget = budget
        self.style = style
        self._max_step_factor = max_step_factor
        self._exchange = None if exchange else PolicyBot(policy, style)

    def think(self, view: Palacio, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's Palácio move first, then after each sampled deal the best move so far."""
        if self._exchange is not None and view.ask is not None and view.ask.what == "exchange":
            yield from self._exchange.think(view, seat, rng)
            return
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        worlds = WorldSampler(view, seat)
        trials = self._choose_candidates(view, seat, first, worlds)

        def play(rivals: Sequence[_TreeCandidate]) -> Iterator[int]:
            yield self._play_candidates(rivals, worlds, seat, rng)

        best = trials[0]
        for best in sequential_halving(trials, self._steps(view), play, HALVING_RULES):
            yield Thought(best.move)
        yield Thought(best.move, candidate_evaluations(best, trials, _points_per_share(view)))

    def compare(self, view: Palacio, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out Palácio moves in one sample of hidden cards after another, endlessly; yield the results of each."""
        worlds, unit, budget = WorldSampler(view, seat), _points_per_share(view), self._steps(view)
        trials = [_TreeCandidate(move, worlds.code(move), 0.0) for move in moves]
        while True:
            world = worlds.sample(rng)
            tried = [self._try(trial, worlds, world, seat) for trial in trials]
            work = sum(result.steps + SAMPLE_COST_STEPS for result in tried) / budget
            yield WorldComparison(1.0, work, [PlayoutSample(unit * result.share, result.won) for result in tried])

    def _steps(self, view: Palacio) -> int:
        return self.budget.steps * min(self._max_step_factor, view.seats - 1)

    def _play_candidates(self, rivals: Sequence[_TreeCandidate], worlds: WorldSampler, seat: Seat, rng: Rng) -> int:
        """Play out the candidate Palácio moves in one sampled deal and add their results; return the steps spent."""
        world = worlds.sample(rng)
        base, taken = 0.0, 0
        for trial in rivals:
            share, won, steps = self._try(trial, worlds, world, seat)
            if trial is rivals[0]:
                base = share
            trial.add(share, share - base, won)
            taken += steps + SAMPLE_COST_STEPS
        return taken

    def _try(self, trial: _TreeCandidate, worlds: WorldSampler, world: PlayoutDeal, seat: Seat) -> _IterationResult:
        """Play out a candidate Palácio move in a sampled deal, and update the tree below the move."""
        deal = worlds.after(world, trial.code)
        shares, steps = iterate(trial.tree, deal, self.budget.max_playout_moves * deal.seats)
        return _IterationResult(shares[seat], deal.out[:1] == [seat], steps)

    def _choose_candidates(self, view: Palacio, seat: Seat, first: Move, worlds: WorldSampler) -> list[_TreeCandidate]:
        """Return Palácio moves to compare: the policy's, distinct ones, then others, up to ``budget.candidates``."""
        best = worlds.code(first)
        codes: dict[MoveCode, Move] = {best: first}
        weighed = {worlds.code(option.move): option.move for option in self.policy.evaluate(view, seat)}
        asked = view.ask is not None and view.ask.what == "play"
        for code in [code for code in worlds.codes_to_try() if asked and code in weighed] + list(weighed):
            codes.setdefault(code, weighed[code])
        chosen = list(codes.items())[: self.budget.candidates]
        bonus, slack = self.style.preference, self.budget.style_slack
        return [_TreeCandidate(move, code, slack * bonus(view, seat, move)) for code, move in chosen]


def _points_per_share(view: Palacio) -> int:
    """Return the points of the Palácio deal that the best result, 1, is worth."""
    return view.seats - 1 if view.options.play_on else 1
