"""Search of Pass the Ace: maximizes the chance to win the match over playouts in sampled worlds.

Worlds that fit the announcements are drawn by sequential importance sampling (see ``worlds``). Each move is played out
in the same worlds with common random numbers, and the others play by the opponent model. Given a full position instead
of a view, the search plays with all cards open (the yardstick "cheat").
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.common.base import Evaluation, PlayoutSample, Thought, WorldComparison
from engine.bots.common.style import PLAIN_GAME_STYLE, GameStyle
from engine.bots.pass_the_ace.match_odds import win_chance_after_round
from engine.bots.pass_the_ace.model import VERBS, swap_and_draw_probabilities
from engine.bots.pass_the_ace.opponent_model import opponent_strategy
from engine.bots.pass_the_ace.worlds import World, WorldSampler
from engine.cards import rank
from engine.games.pass_the_ace.game import PassTheAce
from engine.moves import Move, Seat
from engine.rng import Rng

MIN_WORLDS = 48
"""Minimum number of worlds, and the interval in worlds at which the search may stop early."""
CLEAR_ERRORS = 4.0
"""Standard errors by which the best move must lead to stop the search early."""


class PassTheAceBudget(NamedTuple):
    """Budget and opponent model of the Pass the Ace search for one decision."""

    worlds: int = 300
    """Maximum number of worlds."""
    solved_weight: float = 0.35
    """Weight of the solved strategy in the opponent model, 0 … 1; the rest is common habits.

    A higher weight gains against dealers who always assume that the first player's card is good. It loses against
    dealers who never do.
    """
    style_slack: float = 0.012
    """Maximum chance to win the match that a style may cost."""

    def scale(self, patience: float) -> "PassTheAceBudget":
        """Return the search budget with its number of worlds multiplied by ``patience``."""
        return self._replace(worlds=max(MIN_WORLDS, round(self.worlds * patience)))


class _Candidate:
    """A candidate move of the Pass the Ace search and its results in the sampled worlds."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.act = VERBS.index(move.verb)
        self.value = 0.0
        self.losses: list[float] = []
        """For each world, lives lost in the round (0 or 1) times the weight of the world."""
        self.leads: list[float] = []
        """For each world, lead over the first move times the weight of the world."""


class PassTheAceSearch:
    """A Pass the Ace bot that compares moves by playouts in worlds weighted by the announcements."""

    def __init__(self, budget: PassTheAceBudget, style: GameStyle = PLAIN_GAME_STYLE) -> None:
        self.budget = budget
        self.style = style

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the opponent model's most likely Pass the Ace move first, then the best move so far."""
        moves = view.legal_moves(seat)
        deck_only = view.options.dealer_swap == "deck_only"
        worlds = WorldSampler(
            view, seat, opponent_strategy(len(view.dealt_seats), deck_only, self.budget.solved_weight)
        )
        trials = [_Candidate(move) for move in moves]
        swap, draw = swap_and_draw_probabilities(
            worlds.strategy, worlds.turn_index, worlds.announcements, rank(view.card_of(seat))
        )
        likely = (1 - swap - draw, swap, draw)
        best = max(range(len(trials)), key=lambda at: likely[trials[at].act])
        yield Thought(moves[best])
        if len(moves) == 1:
            return
        bonuses = [
            self.budget.style_slack * liking for liking in self.style.preferences_stretched_to_slack(view, seat, moves)
        ]
        match_value = _MatchValue(view, worlds)
        weights: list[float] = []
        for number in range(1, self.budget.worlds + 1):
            world, luck = worlds.sample(rng), _draw_luck(rng)
            if world.weight > 0:
                self._try(trials, worlds, match_value, world, luck)
                weights.append(world.weight)
            if number % MIN_WORLDS == 0 and weights:
                best, clear = _best(trials, weights, bonuses)
                yield Thought(trials[best].move)
                if clear and number >= MIN_WORLDS:
                    break
        yield Thought(trials[best].move, _evaluations_best_first(trials, weights, best))

    def compare(self, view: PassTheAce, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[WorldComparison]:
        """Play out Pass the Ace moves in one sample of the hidden cards after another, endlessly; yield the results.

        ``PlayoutSample.won`` is the chance to win the match.
        """
        deck_only = view.options.dealer_swap == "deck_only"
        worlds = WorldSampler(
            view, seat, opponent_strategy(len(view.dealt_seats), deck_only, self.budget.solved_weight)
        )
        match_value, acts = _MatchValue(view, worlds), [VERBS.index(move.verb) for move in moves]
        while True:
            world, luck = worlds.sample(rng), _draw_luck(rng)
            outcomes = [worlds.losers(world, act, luck) for act in acts] if world.weight > 0 else []
            samples = [
                PlayoutSample(-float(losers >> worlds.turn_index & 1), match_value.value_after(losers))
                for losers in outcomes
            ]
            yield WorldComparison(world.weight, 1 / self.budget.worlds, samples)

    def _try(
        self,
        trials: list[_Candidate],
        worlds: WorldSampler,
        match_value: "_MatchValue",
        world: World,
        luck: Sequence[float],
    ) -> None:
        weight, base = world.weight, 0.0
        for trial in trials:
            losers = worlds.losers(world, trial.act, luck)
            value = match_value.value_after(losers)
            if trial is trials[0]:
                base = value
            trial.value += weight * value
            trial.losses.append(weight * (losers >> worlds.turn_index & 1))
            trial.leads.append(weight * (value - base))


def _draw_luck(rng: Rng) -> list[float]:
    """Return a random number, 0 … 1, for each Pass the Ace player, by which a playout chooses the player's action."""
    bits = rng.bits()
    return [(bits >> shift & 255) / 256 for shift in range(0, 64, 8)]


class _MatchValue:
    """Cache: players who lose this Pass the Ace round -> one player's chance to win the match afterwards."""

    def __init__(self, view: PassTheAce, worlds: WorldSampler) -> None:
        self.lives = [view.lives[seat] for seat in worlds.order]
        self.me = worlds.turn_index
        self.rules = view.options
        self.out = view.seats - len(worlds.order)
        self._known: dict[int, float] = {}

    def value_after(self, losers: int) -> float:
        """Return the chance to win the match if these players, a bit set by turn index, lose the round."""
        value = self._known.get(losers)
        if value is None:
            deck_only = self.rules.dealer_swap == "deck_only"
            value = win_chance_after_round(
                self.lives,
                losers,
                self.me,
                double_game=self.rules.double_game,
                deck_only=deck_only,
                already_out=self.out,
            )
            self._known[losers] = value
        return value


def _best(trials: list[_Candidate], weights: list[float], bonuses: list[float]) -> tuple[int, bool]:
    """Return the index of the candidate move with the highest value, and whether its lead is statistically clear."""
    total = sum(weights)
    values = [trial.value / total + more for trial, more in zip(trials, bonuses, strict=True)]
    best = max(range(len(trials)), key=values.__getitem__)
    clear = all(
        index == best
        or values[best] - values[index]
        > CLEAR_ERRORS * max(_difference_error(trial.leads, trials[best].leads, weights), 1e-9)
        for index, trial in enumerate(trials)
    )
    return best, clear


def _difference_error(first: Sequence[float], other: Sequence[float], weights: list[float]) -> float:
    """Return the standard error of the difference between two means of weighted results, given by world."""
    total = sum(weights)
    leads = [a - b for a, b in zip(other, first, strict=True)]
    mean = sum(leads) / total
    return math.sqrt(sum((lead - mean * weight) ** 2 for lead, weight in zip(leads, weights, strict=True))) / total


def _evaluations_best_first(trials: list[_Candidate], weights: list[float], best: int) -> tuple[Evaluation, ...]:
    """Return evaluations of all Pass the Ace moves, the best first: points as ``value``, match chances as ``win``."""
    total = sum(weights)
    if not total:
        return (Evaluation(trials[best].move, 0.0),)
    others = sorted((trial for trial in trials if trial is not trials[best]), key=lambda trial: -trial.value)
    return tuple(
        Evaluation(
            trial.move,
            -sum(trial.losses) / total,
            trial.value / total,
            _difference_error(trial.losses, trials[best].losses, weights),
        )
        for trial in (trials[best], *others)
    )
