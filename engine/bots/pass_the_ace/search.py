"""The strongest player of Pass the Ace: reads the announcements, plays the round out, and counts lives.

Cards that nobody has shown are drawn in proportion to how likely the others would have done what they did with them
(sequential importance sampling), from exactly those that announcements and the trash allow. From there each answer is
played out with the same luck, the others going by the solved strategy, and what counts is the chance to win the match.
Handed a full position instead of a view, it plays with all cards face up: the yardstick "cheat".
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.common.base import Compared, Evaluation, Sample, Thought
from engine.bots.common.style import PLAIN, GameStyle
from engine.bots.pass_the_ace.match_odds import after_round
from engine.bots.pass_the_ace.model import VERBS, chances
from engine.bots.pass_the_ace.opponent_model import strategy_for
from engine.bots.pass_the_ace.worlds import World, Worlds
from engine.cards import rank
from engine.games.pass_the_ace.game import PassTheAce
from engine.moves import Move, Seat
from engine.rng import Rng

FEW = 48
"""So many worlds are looked at before an answer may be clear."""
CLEAR = 4.0
"""So many standard errors make an answer clear."""


class PassTheAceBudget(NamedTuple):
    """How a reader thinks."""

    worlds: int = 300
    """At most so many are looked at."""
    trust: float = 0.35
    """How far the others are taken to play the solved way; for the rest as most people do. More of it gains against
    those who take whatever the first keeps for good, and loses against those who never do."""
    slack: float = 0.012
    """So much of the chance to win the match is given away for style at most."""

    def times(self, patience: float) -> "PassTheAceBudget":
        """The same with more worlds, or fewer."""
        return self._replace(worlds=max(FEW, round(self.worlds * patience)))


class _Trial:
    """What one answer did in the worlds."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.act = VERBS.index(move.verb)
        self.value = 0.0
        self.lost = 0.0
        self.leads: list[float] = []
        """For each world, by how much it did better than the first answer, times the weight of the world."""


class PassTheAceSearch:
    """A bot that reads, plays out and counts."""

    def __init__(self, budget: PassTheAceBudget, style: GameStyle = PLAIN) -> None:
        self.budget = budget
        self.style = style

    def think(self, view: PassTheAce, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """The answer of the strategy first, then the one that has done best so far."""
        moves = view.legal_moves(seat)
        deck_only = view.options.dealer_swap == "deck_only"
        worlds = Worlds(view, seat, strategy_for(len(view.players), deck_only, self.budget.trust))
        trials = [_Trial(move) for move in moves]
        swap, draw = chances(worlds.strategy, worlds.place, worlds.heard, rank(view.card_of(seat)))
        likely = (1 - swap - draw, swap, draw)
        best = max(range(len(trials)), key=lambda at: likely[trials[at].act])
        yield Thought(moves[best])
        if len(moves) == 1:
            return
        lean = [self.budget.slack * self.style.preference(view, seat, move) for move in moves]
        match_value = _MatchValue(view, worlds)
        weights: list[float] = []
        for number in range(1, self.budget.worlds + 1):
            world, luck = worlds.sample(rng), _luck(rng)
            if world[0] > 0:
                self._try(trials, worlds, match_value, world, luck)
                weights.append(world[0])
            if number % 48 == 0 and weights:
                best, clear = _best(trials, weights, lean)
                yield Thought(trials[best].move)
                if clear and number >= FEW:
                    break
        yield Thought(trials[best].move, _evaluations(trials, weights, best))

    def compare(self, view: PassTheAce, seat: Seat, moves: Sequence[Move], rng: Rng) -> Iterator[Compared]:
        """What these moves came to in one world after the other, without end; won is the chance to win the match."""
        deck_only = view.options.dealer_swap == "deck_only"
        worlds = Worlds(view, seat, strategy_for(len(view.players), deck_only, self.budget.trust))
        match_value, acts = _MatchValue(view, worlds), [VERBS.index(move.verb) for move in moves]
        while True:
            world, luck = worlds.sample(rng), _luck(rng)
            several = [worlds.losers(world, act, luck) for act in acts] if world[0] > 0 else []
            samples = [Sample(-float(losers >> worlds.place & 1), match_value.of(losers)) for losers in several]
            yield Compared(world[0], 1 / self.budget.worlds, samples)

    def _try(
        self, trials: list[_Trial], worlds: Worlds, match_value: "_MatchValue", world: World, luck: Sequence[float]
    ) -> None:
        weight, base = world[0], 0.0
        for trial in trials:
            losers = worlds.losers(world, trial.act, luck)
            value = match_value.of(losers)
            if trial is trials[0]:
                base = value
            trial.value += weight * value
            trial.lost += weight * (losers >> worlds.place & 1)
            trial.leads.append(weight * (value - base))


def _luck(rng: Rng) -> list[float]:
    """By place, 0 … 1."""
    bits = rng.bits()
    return [(bits >> shift & 255) / 256 for shift in range(0, 64, 8)]


class _MatchValue:
    """What it is worth to one place that some of them lose this round."""

    def __init__(self, view: PassTheAce, worlds: Worlds) -> None:
        self.lives = [view.lives[seat] for seat in worlds.order]
        self.me = worlds.place
        self.rules = view.options
        self.out = view.seats - len(worlds.order)
        self._known: dict[int, float] = {}

    def of(self, losers: int) -> float:
        """Chance to win the match."""
        value = self._known.get(losers)
        if value is None:
            deck_only = self.rules.dealer_swap == "deck_only"
            value = after_round(
                self.lives, losers, self.me, double_game=self.rules.double_game, deck_only=deck_only, out=self.out
            )
            self._known[losers] = value
        return value


def _best(trials: list[_Trial], weights: list[float], lean: list[float]) -> tuple[int, bool]:
    """Which answer did best, and whether that is clear."""
    total = sum(weights)
    values = [trial.value / total + more for trial, more in zip(trials, lean, strict=True)]
    best = max(range(len(trials)), key=values.__getitem__)
    clear = all(
        at == best or values[best] - values[at] > CLEAR * max(_error(trial, trials[best], weights), 1e-9)
        for at, trial in enumerate(trials)
    )
    return best, clear


def _error(one: _Trial, other: _Trial, weights: list[float]) -> float:
    """Standard error of the difference of two answers."""
    total = sum(weights)
    leads = [a - b for a, b in zip(other.leads, one.leads, strict=True)]
    mean = sum(leads) / total
    return math.sqrt(sum((lead - mean * weight) ** 2 for lead, weight in zip(leads, weights, strict=True))) / total


def _evaluations(trials: list[_Trial], weights: list[float], best: int) -> tuple[Evaluation, ...]:
    """All answers, the best first; worths are points of the deal, wins chances to win the match."""
    total = sum(weights)
    if not total:
        return (Evaluation(trials[best].move, 0.0),)
    others = sorted((trial for trial in trials if trial is not trials[best]), key=lambda trial: -trial.value)
    return tuple(
        Evaluation(trial.move, -trial.lost / total, trial.value / total, _error(trial, trials[best], weights))
        for trial in (trials[best], *others)
    )
