"""Sequential halving: moves are tried in the same sampled worlds, and those that do worse are dropped by halves.

What searches share (Karnin, Koren & Somekh 2013): what a move did in the worlds, how sure that is, which moves go on
and which is the answer. The policy's own move is the first of the trials. It is never dropped, and gives way only to
one that did better by more than the noise of their common worlds: a few dozen samples must not overrule it by luck. A
search brings the worlds and plays them; budgets count steps, never seconds.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from engine.bots.common.base import Evaluation
from engine.moves import Move

_UNKNOWN = 1e9
"""A standard error that isn't known yet counts as so much."""
_DIGITS = 9
"""Moves are compared to so many decimals. A move that did better in one world only is ahead by exactly one standard
error; rounding must not decide whether that is enough."""


class Budget(NamedTuple):
    """How much a search may do for one decision."""

    steps: int
    """Moves played in samples, or what the search counts instead."""
    candidates: int = 6
    """At most so many moves are tried."""
    depth: int = 400
    """A sample that is not over after so many moves isn't played on."""
    slack: float = 0.0
    """So many points of the deal are given away for style at most."""

    def times(self, patience: float) -> "Budget":
        """The same with more steps, or fewer."""
        return self._replace(steps=max(1, round(self.steps * patience)))


class HalvingRules(NamedTuple):
    """How moves are compared."""

    confidence: float = 1.0
    """So many standard errors have to lie between the policy's move and one that replaces it."""
    cost: int = 0
    """Steps of one move in one world, where that is always the same: then each round has at least one world, and as
    many as it has steps for. 0 where it is known only afterwards: then the last world of a round may take more steps
    than the round had left."""
    equal_worlds: int = 0
    """When all moves have come to the same in so many worlds, they are not compared any longer; 0: they are."""


PLAIN_RULES = HalvingRules()


class Trial:
    """A move and what it did in the sampled worlds, in points of the deal or another scale of the search's own."""

    def __init__(self, move: Move, bonus: float = 0.0) -> None:
        self.move = move
        self.bonus = bonus
        """What the style adds."""
        self.worlds = 0
        self.points = self.wins = 0.0
        """Sums over the worlds: own points, deals won."""
        self.lead = self.squares = 0.0
        """Sums over the worlds: by how much it did better than the policy's move in the same one; its square."""

    def add(self, points: float, lead: float, won: float) -> None:
        """Note what it came to in one world, and by how much that was better than the policy's move there."""
        self.worlds += 1
        self.points += points
        self.wins += won
        self.lead += lead
        self.squares += lead * lead

    def gain(self) -> float:
        """By how much it does better than the policy's move."""
        return self.lead / self.worlds if self.worlds else 0.0

    def error(self) -> float:
        """Standard error of the gain, of paired differences; infinite until it is known."""
        if self.worlds < 2:
            return math.inf
        spread = max(0.0, self.squares - self.lead * self.lead / self.worlds)
        return math.sqrt(spread / (self.worlds - 1) / self.worlds)

    def score(self) -> float:
        """The gain with what the style adds."""
        return self.gain() + self.bonus

    def lower_bound(self, confidence: float) -> float:
        """The same less so many standard errors; they count for nothing where all worlds came to the same."""
        return round(self.score() - (confidence * min(self.error(), _UNKNOWN) if self.squares else 0.0), _DIGITS)


T = TypeVar("T", bound=Trial)

Play = Callable[[Sequence[T]], Iterator[int]]
"""Plays the moves, the policy's first, in one further world and notes it; yields the steps that each part took."""


def halve(trials: Sequence[T], steps: int, play: Play[T], rules: HalvingRules = PLAIN_RULES) -> Iterator[T]:
    """Compare moves in so many steps, shared equally by the rounds; the best so far after each part of a world.

    A move that is alone isn't played. The last one that is yielded is the answer; nothing is yielded where nothing was
    played.
    """
    base, alive = trials[0], list(trials[1:])
    best = base
    for remaining in range(len(alive).bit_length(), 0, -1):
        share = steps // remaining
        if rules.cost:
            world = rules.cost * (1 + len(alive))
            share = max(world, share - share % world)
        while share > 0 and not _indifferent(trials, rules):
            for spent in play((base, *alive)):
                share -= spent
                steps -= spent
                yield best
            best = max((base, *alive), key=lambda trial: trial.lower_bound(rules.confidence))
        alive.sort(key=lambda trial: -trial.score())  # stable
        alive = alive[: (len(alive) + 1) // 2]
    if base.worlds:
        yield best


def _indifferent(trials: Sequence[Trial], rules: HalvingRules) -> bool:
    """Whether it seems not to matter what is played, nor to the style."""
    if not rules.equal_worlds or trials[0].worlds < rules.equal_worlds:
        return False
    return not any(trial.squares or trial.bonus for trial in trials)


def evaluations(best: Trial, trials: Sequence[Trial], unit: float = 1.0) -> tuple[Evaluation, ...]:
    """The tried moves, the answer first, the others by what they are worth; ``unit`` points are one of their scale.

    The policy's move is worth the points it made; another as much more as it gains.
    """
    base = trials[0]
    if not base.worlds:
        return (Evaluation(best.move, 0.0),)
    mean = base.points / base.worlds
    others = sorted((trial for trial in trials if trial is not best), key=lambda trial: -trial.gain())
    return tuple(
        Evaluation(
            trial.move,
            unit * (mean + trial.gain()),
            trial.wins / max(1, trial.worlds),
            0.0 if trial is base else unit * trial.error(),
        )
        for trial in (best, *others)
    )
