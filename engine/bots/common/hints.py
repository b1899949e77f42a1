"""The bot that gives hints: the master, which adds reasons and then compares close moves for longer.

Moves are close if chance may explain their difference. Each one is compared with the best move alone, in new worlds:
in those of the choice, the chosen move would be overestimated.
"""

import math
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from engine.bots.common.base import EVEN_ERRORS, Bot, Evaluation, MoveComparer, Thought, WorldComparison
from engine.bots.common.estimates import lead_of_first, mean_and_error
from engine.bots.common.merits import IsUnnatural, MeritsOf, drop_unnatural, find_distinct_merit
from engine.bots.common.reasons import find_reason
from engine.bots.common.search import MonteCarloSearch
from engine.cooperative import CooperativeTask
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng

MAX_MOVES = 3
"""Maximum number of evaluated moves of a hint."""
TIMES_AS_LONG = 10
"""Factor on the length of a search that would still find the best moves equally good."""
MAX_WORK = 5.0
"""Maximum work of a comparison with the best move, as a multiple of a decision's budget."""
MIN_WORLDS = 30
"""Number of worlds before a comparison may stop."""
CLEAR_ERRORS = 3.0
"""Standard errors of a lead at which a comparison stops. They are more than ``EVEN_ERRORS``, as it checks often."""

Result = TypeVar("Result")


class ComparingBot(Bot, MoveComparer, Protocol):
    """A bot that can also compare given moves."""


class HintBot:
    """A bot whose evaluations have reasons for the best move, and separate close moves as far as possible.

    Args:
        master: chooses and compares moves.
        explainer: plays the playouts for the reason, each seat by the policy of its level.
        merits_of: returns the merits of a move, one of which is a reason, too.
        is_unnatural: whether a move is not recommended while there are others.
    """

    def __init__(
        self, master: ComparingBot, explainer: MonteCarloSearch, merits_of: MeritsOf, is_unnatural: IsUnnatural
    ) -> None:
        self.master = master
        self.explainer = explainer
        self.merits_of = merits_of
        self.is_unnatural = is_unnatural

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the master's moves, then the hint; last, if moves are close, the hint after longer comparisons."""
        for last in self.master.think(view, seat, rng):
            yield Thought(last.move)
        hint = drop_unnatural(self.is_unnatural, view, last.evaluations)[:MAX_MOVES]
        if len(hint) > 1 and not any(math.isnan(option.win) for option in hint):
            hint = yield from _repeat_move(hint, self._add_reason(view, hint, rng))
        yield self._add_merit(view, last.move, hint)
        if any(option.is_even_with(hint[0]) for option in hint[1:]):
            separated = yield from _repeat_move(hint, self._separate(view, hint, rng))
            if [option.move for option in separated[:2]] != [option.move for option in hint[:2]]:
                separated = yield from _repeat_move(separated, self._add_reason(view, separated, rng))
            yield self._add_merit(view, last.move, separated)

    def _add_merit(self, view: Game, chosen: Move, options: Sequence[Evaluation]) -> Thought:
        """Return a thought of evaluated moves, whose first one has its merit; without any, the chosen move alone."""
        if not options:
            return Thought(chosen)
        first, *others = options
        merit = find_distinct_merit(self.merits_of, view, [option.move for option in options])
        return Thought(first.move, (first._replace(merit=merit), *others))

    def _add_reason(
        self, view: Game, options: Sequence[Evaluation], rng: Rng
    ) -> CooperativeTask[tuple[Evaluation, ...]]:
        """Return the options with the reason why the first one is better than the second."""
        first, second, *others = options
        reason = yield from find_reason(self.explainer, view, first.move, second.move, rng)
        return (first._replace(reason=reason), second._replace(reason=None), *others)

    def _separate(self, view: Game, options: Sequence[Evaluation], rng: Rng) -> CooperativeTask[tuple[Evaluation, ...]]:
        """Compare each close move with the first one for longer; return all, the best first.

        The first move stays first unless another one is better by more than chance.
        """
        best, *compared = options
        for index, option in enumerate(compared):
            if option.is_even_with(best):
                comparisons = yield from self._compare(view, best, option, rng)
                compared[index] = _replace_difference(option, best, comparisons)
        compared.sort(key=lambda option: -option.value)
        first = compared[0]
        if first.win >= best.win and not best.is_even_with(first):
            compared[0] = best._replace(difference_error=first.difference_error)
            compared.sort(key=lambda option: -option.value)
            best = first
        return (best._replace(difference_error=0.0), *compared)

    def _compare(
        self, view: Game, best: Evaluation, option: Evaluation, rng: Rng
    ) -> CooperativeTask[list[WorldComparison]]:
        """Compare two moves in new worlds until one clearly leads, or none would after ``TIMES_AS_LONG``."""
        comparisons: list[WorldComparison] = []
        work, next_check = 0.0, MIN_WORLDS
        final_error = max(best.difference_error, option.difference_error) / math.sqrt(TIMES_AS_LONG)
        for world in self.master.compare(view, best.move.seat, [best.move, option.move], rng):
            yield
            work += world.added_budget_fraction
            if world.weight > 0:
                comparisons.append(world)
            if work >= MAX_WORK:
                break
            if len(comparisons) >= next_check:
                next_check += 1 + next_check // 4
                lead, error = lead_of_first(comparisons, 1)
                if abs(lead) >= CLEAR_ERRORS * error or _stays_even(lead, error, final_error):
                    break
        return comparisons


def _stays_even(lead: float, error: float, final_error: float) -> bool:
    """Whether a lead would hardly exceed ``EVEN_ERRORS`` of ``final_error``, the error after all further worlds."""
    further_change = math.sqrt(max(0.0, error * error - final_error * final_error))
    return abs(lead) + EVEN_ERRORS * further_change <= EVEN_ERRORS * final_error


def _replace_difference(option: Evaluation, best: Evaluation, comparisons: Sequence[WorldComparison]) -> Evaluation:
    """Replace a move's difference from the best one by that of a comparison with it."""
    lead, error = lead_of_first(comparisons, 1)
    won, _ = mean_and_error(
        [world.samples[0].won - world.samples[1].won for world in comparisons],
        [world.weight for world in comparisons],
    )
    win = min(1.0, max(0.0, best.win - won))
    return option._replace(value=best.value - lead, win=win, difference_error=error)


def _repeat_move(options: Sequence[Evaluation], task: CooperativeTask[Result]) -> Generator[Thought, Any, Result]:
    """Run a cooperative task; at each of its steps, yield the first move without evaluations."""
    thought = Thought(options[0].move)
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield thought
