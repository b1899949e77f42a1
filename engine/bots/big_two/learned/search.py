"""Learned search of Big Two: a network's forecasts, combined with playouts by its policy in sampled worlds.

The network forecasts points for every move. The best few moves are played in worlds weighted by the others' moves so
far, vectorized and with common random numbers. The network plays all seats to the end. Its forecast counts as one more
observation with a known error. The budget counts worlds, never seconds.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.bots.big_two.learned.deals import Deals, Moves
from engine.bots.big_two.learned.features import points_of
from engine.bots.big_two.learned.network import Network, load_standard
from engine.bots.big_two.learned.plays import Ints, Masks, plays_of
from engine.bots.big_two.learned.worlds import (
    Numbers,
    OpponentModel,
    WeightedWorlds,
    mix_bits,
    random_bits,
    situations_and_plays,
)
from engine.bots.common.base import Evaluation, PlayoutSample, Thought, WorldComparison
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.game import Game
from engine.games.big_two.card_order import mask_of
from engine.games.big_two.game import HANDS, SEATS, BigTwo
from engine.moves import Move, Seat
from engine.rng import Rng

_MIN_ERROR = 0.05
"""Minimum standard error, in points, of a difference measured by playouts."""
_MAX_WEIGHT_CONCENTRATION = 0.999
"""Maximum concentration of the weights, sum of squares / square of the sum, that allows an error estimate.

Above it, nearly all weight lies on one world.
"""
_FIRST_ROUND_DIVISOR = 3
"""Divisor of the number of worlds for those of the first round, after which candidates are dropped."""
_GUMBEL_COUNT = 1024
_GUMBEL_VALUES = np.array(
    [round(-math.log(-math.log((place + 0.5) / _GUMBEL_COUNT)), 3) for place in range(_GUMBEL_COUNT)], dtype=np.float32
)
"""Equally likely values of the Gumbel distribution.

The maximum of points / temperature + noise from this distribution is a sample from the softmax.
"""


class LearnedBudget(NamedTuple):
    """Budget and parameters of the learned Big Two search for one decision."""

    worlds: int
    """Maximum number of worlds in which moves are played out."""
    drawn_per_played_world: int = 4
    """Number of worlds drawn for each one that is played; the likelier ones are selected."""
    candidates: int = 5
    """Maximum number of moves tried."""
    max_forecast_gap: float = 4.0
    """Moves whose forecast is this many points below the best one aren't tried."""
    forecast_difference_error: float = 1.0
    """Standard error, in points, of the difference between two forecasts of the network."""
    drop_errors: float = 2.0
    """Standard errors behind the best at which a candidate is dropped."""
    playout_temperature: float = 0.1
    """Softmax temperature, in points, of the policy in playouts."""
    style_slack: float = 0.6
    """Maximum points of the deal that a style may cost."""
    opponent_temperature: float = 0.6
    """Assumed softmax temperature, in points, of the others' moves so far."""
    opponent_slip_rate: float = 0.15
    """Assumed probability, 0 … 1, of a random legal move of the others."""

    def scale(self, patience: float) -> "LearnedBudget":
        """Return the search budget with its number of worlds multiplied by ``patience``."""
        return self._replace(worlds=max(1, round(self.worlds * patience)))


class _Candidate:
    """A candidate move of the learned Big Two search, and its results in the worlds played so far."""

    def __init__(self, move: Move, forecast: float, bonus: float) -> None:
        self.move = move
        self.mask = mask_of(move.cards)
        self.forecast = forecast
        """Network's forecast in points of the deal."""
        self.bonus = bonus
        """Points added for the style in comparisons."""
        self.points: Numbers = np.zeros(0)


class _Advantage(NamedTuple):
    """Estimated lead of a move over another, in points, and its standard error."""

    points: float
    error: float


class LearnedSearch:
    """A Big Two bot that compares moves by a network's forecasts and by playouts of the network's policy."""

    def __init__(self, budget: LearnedBudget, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.budget = budget
        self.style = style
        self.network = load_standard()

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the network's Big Two move first, then after each ply of the playouts the best move so far."""
        assert isinstance(view, BigTwo)
        trials = self._candidates(self._forecasts(view, seat))
        best = trials[0]
        yield Thought(best.move)
        if len(trials) == 1:
            yield Thought(best.move, (Evaluation(best.move, best.forecast),))
            return
        worlds = self._worlds(view, seat, rng)
        for best in self._find_best(seat, trials, worlds):
            yield Thought(best.move)
        evaluations = _evaluations_chosen_first(best, trials, worlds.weights, self.budget.forecast_difference_error)
        yield Thought(best.move, evaluations)

    def _forecasts(self, view: BigTwo, seat: Seat) -> list[_Candidate]:
        """Return all legal Big Two moves with the network's forecasts, the best first."""
        hand = mask_of(view.piles[HANDS[seat]])
        deals = Deals(1, plays_of([hand]))
        situation = situations_and_plays(view)[-1][0]
        deals.hands[0, seat] = hand
        deals.played[0], deals.passed_on[0] = situation.played, situation.passed_on
        deals.counts[0] = [len(view.piles[pile]) for pile in HANDS]
        deals.passed[0] = [situation.passed_mask >> other & 1 for other in range(SEATS)]
        deals.turn[0], deals.leader[0] = seat, situation.leader
        deals.bar[0], deals.height[0] = situation.bar, situation.height
        moves = deals.moves(np.zeros(1, dtype=np.int64))
        points = dict(zip(moves.masks.tolist(), points_of(self.network, deals, moves).tolist(), strict=True))
        points[hand] = float(deals.counts[0].sum()) - hand.bit_count()
        slack = self.budget.style_slack
        trials = [
            _Candidate(move, points[mask_of(move.cards)], slack * self.style.preference(view, seat, move))
            for move in view.legal_moves(seat)
        ]
        return sorted(trials, key=lambda trial: -trial.forecast - trial.bonus)

    def _candidates(self, trials: Sequence[_Candidate]) -> list[_Candidate]:
        budget, best = self.budget, trials[0]
        least = best.forecast + best.bonus - budget.max_forecast_gap
        return [trial for trial in trials[: budget.candidates] if trial.forecast + trial.bonus > least]

    def _worlds(self, view: BigTwo, seat: Seat, rng: Rng) -> "_PlayoutWorlds":
        return _PlayoutWorlds(view, seat, rng, self.network, self.budget)

    def _find_best(self, seat: Seat, trials: Sequence[_Candidate], worlds: "_PlayoutWorlds") -> Iterator[_Candidate]:
        """Compare candidate moves by playouts in two rounds; yield the best move so far after each ply."""
        alive, best = list(trials), trials[0]
        part = worlds.count // _FIRST_ROUND_DIVISOR
        for begin, end in ((0, part), (part, worlds.count)):
            if begin < end and len(alive) > 1:
                playing = worlds.playouts(seat, [trial.mask for trial in alive], begin, end)
                for results in playing:
                    if results is None:
                        yield best
                        continue
                    for trial, points in zip(alive, results, strict=True):
                        trial.points = np.append(trial.points, points)
                leads = {id(trial): self._estimate_advantage(trial, alive[0], worlds.weights) for trial in alive}
                best = max(alive, key=lambda trial: leads[id(trial)].points + trial.bonus)
                alive = [trial for trial in alive if not self._is_behind(trial, best, worlds.weights)]
        yield best

    def _estimate_advantage(self, trial: _Candidate, other: _Candidate, weights: Numbers) -> _Advantage:
        return _estimate_advantage(trial, other, weights, self.budget.forecast_difference_error)

    def _is_behind(self, trial: _Candidate, best: _Candidate, weights: Numbers) -> bool:
        if trial is best:
            return False
        lead = self._estimate_advantage(best, trial, weights)
        return lead.points + best.bonus - trial.bonus > self.budget.drop_errors * lead.error

    def compare(self, view: Game, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out Big Two moves in one sample of hidden cards after another, endlessly; yield the results of each."""
        assert isinstance(view, BigTwo)
        masks = [mask_of(move.cards) for move in moves]
        work = len(moves) / (self.budget.worlds * self.budget.candidates)
        while True:
            worlds = self._worlds(view, seat, rng)
            scale = worlds.count / float(worlds.weights.sum())
            for results in worlds.playouts(seat, masks, 0, worlds.count):
                if results is not None:
                    for weight, points in zip(worlds.weights.tolist(), np.transpose(results).tolist(), strict=True):
                        yield WorldComparison(
                            weight * scale, work, [PlayoutSample(point, float(point > 0)) for point in points]
                        )


class _PlayoutWorlds:
    """Sampled worlds of a Big Two decision, each with its own random numbers, and the playouts in them."""

    def __init__(self, view: BigTwo, seat: Seat, rng: Rng, network: Network, budget: LearnedBudget) -> None:
        self.network = network
        self.noise = budget.playout_temperature
        players = OpponentModel(network, budget.opponent_temperature, budget.opponent_slip_rate)
        self.worlds = WeightedWorlds(view, seat, rng, budget.worlds * budget.drawn_per_played_world, players)
        self.order, times = self.worlds.draw_worlds_and_counts(budget.worlds, rng)
        self.weights: Numbers = times.astype(np.float64)
        self.count = len(self.order)
        self.seeds = random_bits(rng.bits(), len(self.worlds.weights))

    def playouts(self, seat: Seat, masks: Sequence[int], begin: int, end: int) -> Iterator[list[Numbers] | None]:
        """Play out Big Two moves of a seat to the end of the deal in the sampled worlds ``begin`` … ``end`` - 1.

        Yields None after each ply, and finally the points of each move in each world.
        """
        places = np.tile(self.order[begin:end], len(masks))
        deals = self.worlds.deals_now(places)
        every = np.arange(len(places))
        moves = deals.moves(every)
        tried = np.repeat(np.array(masks, dtype=np.uint64), end - begin)
        deals.play(moves, moves.first_marked(moves.masks == tried[moves.indices_in_rows]))
        seeds = self.seeds[places]
        rows = every[deals.counts.min(axis=1) > 0]
        while len(rows):
            yield None
            moves = deals.moves(rows)
            deals.play(moves, self._chosen(deals, moves, seeds))
            rows = rows[deals.counts[rows].min(axis=1) > 0]
        points = np.where(deals.counts[:, seat] == 0, deals.counts.sum(axis=1), -deals.counts[:, seat])
        yield list(points.astype(np.float64).reshape(len(masks), -1))

    def _chosen(self, deals: Deals, moves: Moves, seeds: Masks) -> Ints:
        """Return the playout policy's move in each deal: going out if possible, else the best forecast plus noise."""
        rows = moves.rows
        chosen = moves.first_moves.copy()
        out = moves.first_marked(moves.masks == deals.hands[rows, deals.turn[rows]][moves.indices_in_rows])
        chosen[out >= 0] = out[out >= 0]
        asked = np.flatnonzero((moves.counts() > 1) & (out < 0))
        if len(asked):
            some = moves.select_rows(asked)
            values = points_of(self.network, deals, some)
            values += np.float32(self.noise) * _gumbel_noise(deals, some, seeds)
            chosen[asked] = moves.first_moves[asked] + some.best(values) - some.first_moves
        return chosen


def _gumbel_noise(deals: Deals, moves: Moves, seeds: Masks) -> NDArray[np.float32]:
    """Return Gumbel noise that depends only on a deal's seed, the seat to move, the move and the play to beat."""
    rows = moves.rows
    asked = seeds[rows] + (deals.bar[rows] * SEATS + deals.turn[rows]).astype(np.uint64) * np.uint64(0xD1342543DE82EF95)
    bits = mix_bits(mix_bits(asked)[moves.indices_in_rows] ^ moves.masks)
    surprises: NDArray[np.float32] = _GUMBEL_VALUES[(bits >> np.uint64(54)).astype(np.int64)]
    return surprises


def _estimate_advantage(
    trial: _Candidate, other: _Candidate, weights: Numbers, forecast_difference_error: float
) -> _Advantage:
    """Estimate the lead of the move ``trial`` over ``other`` from equal samples of hidden cards and the forecasts."""
    forecast = trial.forecast - other.forecast
    count = min(len(trial.points), len(other.points))
    weights, leads = weights[:count], trial.points[:count] - other.points[:count]
    whole = float(weights.sum())
    alike = float((weights**2).sum()) / max(1.0, whole**2)
    """Inverse of the effective sample size of the weighted worlds."""
    if count == 0 or alike > _MAX_WEIGHT_CONCENTRATION:
        return _Advantage(forecast, forecast_difference_error)
    mean = float((weights * leads).sum()) / whole
    spread = float((weights * leads**2).sum()) / whole - mean**2
    precision, prior_precision = 1 / max(_MIN_ERROR**2, spread * alike / (1 - alike)), 1 / forecast_difference_error**2
    return _Advantage(
        (mean * precision + forecast * prior_precision) / (precision + prior_precision),
        1 / math.sqrt(precision + prior_precision),
    )


def _evaluations_chosen_first(
    chosen: _Candidate, trials: Sequence[_Candidate], weights: Numbers, forecast_difference_error: float
) -> tuple[Evaluation, ...]:
    """Return the evaluations of the tried Big Two moves: ``chosen``, then the others, best first."""
    first = trials[0]
    seen = _weighted_mean(first.points, weights) if len(first.points) else first.forecast
    leads = {id(trial): _estimate_advantage(trial, first, weights, forecast_difference_error) for trial in trials}
    others = sorted((trial for trial in trials if trial is not chosen), key=lambda trial: -leads[id(trial)].points)
    return tuple(
        Evaluation(
            trial.move,
            seen + leads[id(trial)].points,
            _win_chance(trial, weights),
            0.0 if trial is first else leads[id(trial)].error,
        )
        for trial in (chosen, *others)
    )


def _win_chance(trial: _Candidate, weights: Numbers) -> float:
    """Return a move's chance, 0 … 1, to win the Big Two deal in its playouts so far; NaN without any."""
    return _weighted_mean((trial.points > 0).astype(np.float64), weights) if len(trial.points) else math.nan


def _weighted_mean(values: Numbers, weights: Numbers) -> float:
    weights = weights[: len(values)]
    return float((weights * values).sum()) / float(weights.sum())
