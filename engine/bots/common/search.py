"""Flat Monte Carlo search over sampled worlds with sequential halving, for any game and any house rules.

A world is the view with the hidden cards dealt at random as the rules allow (``Game.determinize``). Every candidate is
played in the same worlds with common random numbers. Then policies play all seats to the end of the deal, each seat by
the policy of its level. The budget counts moves of playouts. Moves that clearly lose are dropped, and the search stops
as soon as one move clearly leads. Given a full position instead of a view, the search plays with all cards open (the
yardstick "cheat").

All worlds have the same weight. A game may sample those more often in which the others would have acted as they did.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from engine.bots.common.base import EvaluatingPolicy, PlayoutSample, Policy, Thought, WorldComparison
from engine.bots.common.policy_bots import ranked_moves
from engine.bots.common.prior import PolicyPrior, PriorCandidate
from engine.bots.common.sequential_halving import (
    Budget,
    Candidate,
    HalvingRules,
    candidate_evaluations,
    sequential_halving,
)
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

__all__ = ["Budget", "MonteCarloSearch", "sample_world"]

HALVING_RULES = HalvingRules(confidence=0.5, clear_errors=2.5, max_steps_factor=2.0)
MIN_CANDIDATES = 2
"""Minimum number of moves compared, so that a hint can show the value of the second best move."""


AnyGame = TypeVar("AnyGame", bound=Game)


class PlayedDeal(NamedTuple):
    """Result of a playout for the searching seat."""

    points: float
    lead: float
    """Value that the search maximizes, in points; by default own points minus the mean of all seats."""
    won: float
    """Chance to have won the deal or the match, 0 … 1; see ``MonteCarloSearch``."""
    steps: int


def sample_world(view: AnyGame, rng: Rng) -> AnyGame:
    """Return a full position consistent with a view; of a full position, a copy with other random numbers."""
    if view.viewer is not None:
        return view.determinize(rng)
    world = view.clone()
    world.rng = Rng(rng.bits())
    return world


def deal_win_chance(playout: Game, seat: Seat) -> float:
    """Return 1.0 if a seat has won the finished deal, else 0.0."""
    return float(seat in playout.deal_winners)


def lead_over_mean(playout: Game, seat: Seat) -> float:
    """Return a seat's points in the finished deal minus the mean of all seats."""
    points = playout.history[-1]
    return points[seat] - sum(points) / len(points)


class MonteCarloSearch:
    """A bot that compares moves by playouts in sampled worlds.

    It maximizes own points minus the mean of all seats, as a match is a race, or another ``lead``. This is proportional
    to the lead over the others' mean, and it equals the own points where the points of a deal add up to 0.

    Args:
        policy: orders the moves, and its own move is the first candidate.
        budget: the budget of one decision. A close decision may take ``rules.max_steps_factor`` times as much.
        style: the playing style.
        playout_policies: seat -> the policy that plays it in playouts, which may be a bot of a level without search.
            Other seats are played by ``policy``.
        sample: draws a world for a view or a full position.
        win_chance: rates a finished deal for a seat by its chance to win, 0 … 1, in a game whose deals aren't won
            separately the match. It is reported with the moves, and doesn't decide between them.
        lead: rates a finished deal for a seat in points; the move with the highest mean is chosen.
        prior: how far the values of ``policy``, an evaluating one, count beside the playouts; None for not at all.
        rules: of the comparison of moves.
    """

    def __init__(
        self,
        policy: Policy,
        budget: Budget,
        style: GameStyle = PLAIN_GAME_STYLE,
        playout_policies: Mapping[Seat, Policy] = MappingProxyType({}),
        *,
        sample: Callable[[Any, Rng], Game] = sample_world,
        win_chance: Callable[[Any, Seat], float] = deal_win_chance,
        lead: Callable[[Any, Seat], float] = lead_over_mean,
        prior: PolicyPrior | None = None,
        rules: HalvingRules = HALVING_RULES,
    ) -> None:
        self.policy = policy
        self.budget = budget
        self.style = style
        self.playout_policies = playout_policies
        self.sample = sample
        self.win_chance = win_chance
        self.lead = lead
        self.prior = prior
        self.rules = rules

    def think(self, view: Any, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the policy's move first, then after each playout the best move so far."""
        first = self.policy.choose(view, seat, rng)
        yield Thought(first)
        trials = self._choose_candidates(view, seat, first)

        def play(rivals: Sequence[Candidate]) -> Iterator[int]:
            world, chance = self.sample(view, rng), rng.bits()
            base = 0.0
            for trial in rivals:
                played = self.play_out(world, seat, trial.move, chance)
                if trial is rivals[0]:
                    base = played.lead
                trial.add(played.points, played.lead - base, played.won)
                yield played.steps

        best = trials[0]
        for best in sequential_halving(trials, self.budget.steps, play, self.rules):
            yield Thought(best.move)
        yield Thought(best.move, candidate_evaluations(best, trials))

    def compare(self, view: Any, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out given moves in one sample of hidden cards after another, endlessly; yield the results of each."""
        while True:
            world, chance = self.sample(view, rng), rng.bits()
            tried = [self.play_out(world, seat, move, chance) for move in moves]
            work = sum(played.steps for played in tried) / self.budget.steps
            yield WorldComparison(1.0, work, [PlayoutSample(played.lead, played.won) for played in tried])

    def _choose_candidates(self, view: Game, seat: Seat, first: Move) -> Sequence[Candidate]:
        """Return the moves for the search to compare: the policy's and the next best, up to ``budget.candidates``."""
        if self.prior is not None:
            return self._candidates_with_prior(view, seat, self.prior)
        chosen = view.canonical(first)
        others = [move for move in ranked_moves(self.policy, view, seat, first) if view.canonical(move) != chosen]
        moves = [first, *others][: self.budget.candidates]
        return [Candidate(move, bonus) for move, bonus in zip(moves, self._bonuses(view, seat, moves), strict=True)]

    def _candidates_with_prior(self, view: Game, seat: Seat, prior: PolicyPrior) -> Sequence[Candidate]:
        """Return candidates with the policy's values as prior; the first is the one that policy and style prefer."""
        assert isinstance(self.policy, EvaluatingPolicy)
        options = self.policy.evaluate(view, seat)
        hopeful = sum(option.value > options[0].value - prior.hopeless_deficit for option in options)
        options = options[: max(MIN_CANDIDATES, min(hopeful, self.budget.candidates))]
        bonuses = self._bonuses(view, seat, [option.move for option in options])
        rated = sorted(zip(options, bonuses, strict=True), key=lambda pair: -pair[0].value - pair[1])
        return [PriorCandidate(option.move, bonus, option.value - rated[0][0].value, prior) for option, bonus in rated]

    def _bonuses(self, view: Game, seat: Seat, moves: Sequence[Move]) -> list[float]:
        """Return the bonus of the style for each move, in points."""
        return [
            self.budget.style_slack * liking for liking in self.style.preferences_stretched_to_slack(view, seat, moves)
        ]

    def play_out(
        self, world: Game, seat: Seat, move: Move, chance: int, observe: Callable[[Game], object] | None = None
    ) -> PlayedDeal:
        """Play a move in a copy of a world, then each seat's policy, to the deal's end; ``chance`` seeds the policies.

        The policies get the playout itself, as making a view for every move would cost more than the move. ``observe``
        is called after each move; then the playout records events.
        """
        playout, rng = world.copy_for_playout(), Rng(chance)
        if observe is not None:
            playout.events = []
        policies = [self.playout_policies.get(mover, self.policy) for mover in range(playout.seats)]
        playout.push(move)
        for step in range(1, self.budget.max_playout_moves):
            if observe is not None:
                observe(playout)
            movers = playout.seats_to_act()
            if not movers:
                points = playout.history[-1][seat]
                return PlayedDeal(points, self.lead(playout, seat), self.win_chance(playout, seat), step)
            playout.push(policies[movers[0]].choose(playout, movers[0], rng))
        return PlayedDeal(0.0, 0.0, 0.0, self.budget.max_playout_moves)
