"""Sequential halving: moves are tried in the same sampled worlds, and the worse half is dropped after each round.

Used by the searches, which supply worlds and playouts (Karnin, Koren & Somekh 2013). The policy's own move is the first
candidate and is never dropped. A move replaces it only if it did better by more than the noise of their common worlds.
So a few dozen playouts don't overrule the policy by luck. Budgets count steps, never seconds.

With ``HalvingRules.clear_errors``, moves that clearly lose are dropped early, and one that clearly leads ends it all.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from engine.bots.common.base import Evaluation
from engine.moves import Move

_UNKNOWN_ERROR = 1e9
"""Finite stand-in for an unknown standard error."""
_COMPARED_DECIMALS = 9
"""Decimals to which bounds are rounded before they are compared. A move that did better in a single world leads by
exactly one standard error, so floating-point noise must not decide."""


class Budget(NamedTuple):
    """Search budget for one decision."""

    steps: int
    """Maximum moves in all playouts, or other units that the search counts."""
    candidates: int = 6
    """Maximum number of moves tried."""
    max_playout_moves: int = 400
    """Maximum length of a playout in moves."""
    style_slack: float = 0.0
    """Maximum points of the deal that a style may cost."""

    def scale(self, patience: float) -> "Budget":
        """Return the search budget with its number of steps multiplied by ``patience``."""
        return self._replace(steps=max(1, round(self.steps * patience)))


class HalvingRules(NamedTuple):
    """Parameters of comparing moves by sequential halving."""

    confidence: float = 1.0
    """Standard errors by which a move must beat the policy's to replace it."""
    stop_after_equal_worlds: int = 0
    """Number of worlds after which the comparison stops if all moves had the same result in each; 0 for never."""
    clear_errors: float = 0.0
    """Standard errors of its lead over another move by which a move is clearly better; 0 to compare to the end."""
    min_worlds: int = 30
    """Number of worlds before a move may be clearly better."""
    max_steps_factor: float = 1.0
    """Maximum factor on the steps, 1 or more, while no move is clearly better."""


DEFAULT_RULES = HalvingRules()


class Candidate:
    """A candidate move of a search and its results over samples of hidden cards, in points or the search's own unit."""

    def __init__(self, move: Move, bonus: float = 0.0) -> None:
        self.move = move
        self.bonus = bonus
        """Bonus of the style, added to the gain."""
        self.worlds = 0
        self.points = self.wins = 0.0
        """Sums over the worlds: own points, deals won."""
        self.lead_over_policy = self.squares = 0.0
        """Sums over the worlds: lead over the policy's move in the same world, and its square."""
        self.leads: list[float] = []
        """For each world, lead over the policy's move."""

    def add(self, points: float, lead_over_policy: float, won: float) -> None:
        """Add a move's result in a sampled deal: own points, lead over the policy's move, chance to have won, 0 … 1."""
        self.worlds += 1
        self.points += points
        self.wins += won
        self.lead_over_policy += lead_over_policy
        self.squares += lead_over_policy * lead_over_policy
        self.leads.append(lead_over_policy)

    def gain(self) -> float:
        """Return a candidate move's mean lead over the policy's move; 0 before the first playout."""
        return self.lead_over_policy / self.worlds if self.worlds else 0.0

    def error(self) -> float:
        """Return the standard error of a move's mean lead, from paired differences; infinite below two playouts."""
        if self.worlds < 2:
            return math.inf
        spread = max(0.0, self.squares - self.lead_over_policy * self.lead_over_policy / self.worlds)
        return math.sqrt(spread / (self.worlds - 1) / self.worlds)

    def score(self) -> float:
        """Return a candidate move's mean lead over the policy's move plus the bonus from the bot's playing style."""
        return self.gain() + self.bonus

    def score_lower_bound(self, confidence: float) -> float:
        """Return a candidate move's score minus ``confidence`` standard errors.

        They count as 0 if no world showed a difference.
        """
        return round(
            self.score() - (confidence * min(self.error(), _UNKNOWN_ERROR) if self.squares else 0.0), _COMPARED_DECIMALS
        )

    def clearly_beats(self, other: "Candidate", clear_errors: float) -> bool:
        """Whether a move's score exceeds another's by ``clear_errors`` standard errors; so do equal results everywhere.

        The standard error is that of the differences in their common worlds, at least two.
        """
        error = self.difference_error(other)
        return round(self.score() - other.score() - clear_errors * error, _COMPARED_DECIMALS) >= 0

    def difference_error(self, other: "Candidate") -> float:
        """Return the standard error of a move's lead over another, from common worlds; infinite below two worlds."""
        differences = [own - lead for own, lead in zip(self.leads, other.leads, strict=False)]
        count, total = len(differences), sum(differences)
        if count < 2:
            return math.inf
        spread = sum([difference * difference for difference in differences]) - total * total / count
        return math.sqrt(max(0.0, spread) / (count - 1) / count)


T = TypeVar("T", bound=Candidate)

PlayWorld = Callable[[Sequence[T]], Iterator[int]]
"""Plays the candidates, the policy's first, in one more world and adds the results; yields steps spent, in parts."""


def sequential_halving(
    candidates: Sequence[T], steps: int, play: PlayWorld[T], rules: HalvingRules = DEFAULT_RULES
) -> Iterator[T]:
    """Compare candidate moves within a number of steps, shared equally by the rounds; yield the best one so far.

    It yields each time ``play`` does, last the final choice. A single candidate is not played, and nothing is yielded.
    """
    base, alive = candidates[0], list(candidates[1:])
    best, max_alive, next_check = base, len(alive), rules.min_worlds
    reserve = (rules.max_steps_factor - 1.0) * steps
    for remaining in range(max_alive.bit_length(), 0, -1):
        share = steps // remaining
        min_share = -reserve if remaining == 1 else 0
        while alive and share > min_share and not _is_indifferent(candidates, rules):
            for spent in play((base, *alive)):
                share -= spent
                steps -= spent
                yield best
            best = max((base, *alive), key=lambda trial: trial.score_lower_bound(rules.confidence))
            if rules.clear_errors and base.worlds >= next_check:
                next_check += 1 + next_check // 4
                alive = _without_clear_losers(base, alive, best, rules.clear_errors)
        alive.sort(key=lambda trial: -trial.score())  # stable
        max_alive = (max_alive + 1) // 2
        alive = alive[:max_alive]
    if base.worlds:
        yield best


def _without_clear_losers(base: T, alive: Sequence[T], best: T, clear_errors: float) -> list[T]:
    """Return the moves still worth comparing with the policy's; none if ``best`` clearly beats all others."""
    close = [trial for trial in (base, *alive) if trial is not best and not best.clearly_beats(trial, clear_errors)]
    return [trial for trial in alive if trial is best or trial in close] if close else []


def _is_indifferent(candidates: Sequence[Candidate], rules: HalvingRules) -> bool:
    """Whether all candidate moves had the same results so far and the playing style gives none of them a bonus."""
    if not rules.stop_after_equal_worlds or candidates[0].worlds < rules.stop_after_equal_worlds:
        return False
    return not any(trial.squares or trial.bonus for trial in candidates)


def candidate_evaluations(
    best: Candidate, candidates: Sequence[Candidate], points_per_unit: float = 1.0
) -> tuple[Evaluation, ...]:
    """Return the evaluations of the tried moves: ``best``, then the others, best first.

    The value of the policy's move is its mean, and of another move that mean plus its gain. ``points_per_unit``
    converts the search's scale to points.
    """
    base = candidates[0]
    if not base.worlds:
        return (Evaluation(best.move, 0.0),)
    mean = base.points / base.worlds
    others = sorted((trial for trial in candidates if trial is not best), key=lambda trial: -trial.gain())
    return tuple(
        Evaluation(
            trial.move,
            points_per_unit * (mean + trial.gain()),
            trial.wins / max(1, trial.worlds),
            points_per_unit * trial.difference_error(best),
        )
        for trial in (best, *others)
    )
