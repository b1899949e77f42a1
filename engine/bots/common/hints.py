"""The bot that gives hints: the master, which then compares close moves for longer and adds a reason.

Moves are close if chance may explain their difference. Each one is compared with the best move alone, in new worlds:
in those of the choice, the chosen move would be overestimated.
"""

import math
from collections.abc import Generator, Iterator
from typing import Any, Protocol, TypeVar

from engine.bots.common.base import EVEN_ERRORS, Bot, Evaluation, MoveComparer, Thought, WorldComparison
from engine.bots.common.estimates import lead_of_first, mean_and_error
from engine.bots.common.reasons import distinguishing_trait, find_reason
from engine.bots.common.search import MonteCarloSearch
from engine.cooperative import CooperativeTask
from engine.game import Game
from engine.moves import Seat
from engine.rng import Rng

MAX_MOVES = 3
"""Maximum number of evaluated moves of a hint."""
TIMES_AS_LONG = 10
"""Factor on the length of a search that moves called equally good would need to be told apart."""
MAX_WORK = 5.0
"""Maximum work of a comparison with the best move, as a multiple of a decision's budget."""
MIN_WORLDS = 30
"""Number of worlds before a comparison may stop."""
CLEAR_ERRORS = 3.0
"""Standard errors of a lead at which a comparison stops; the check is repeated, so they are more than for one check."""

Result = TypeVar("Result")


class ComparingBot(Bot, MoveComparer, Protocol):
    """A bot that can also compare given moves."""


class HintBot:
    """A bot whose last thought separates close moves as far as possible and has a reason for the best one.

    Args:
        master: chooses and compares moves.
        explainer: plays the playouts for the reason, each seat by the policy of its level.
    """

    def __init__(self, master: ComparingBot, explainer: MonteCarloSearch) -> None:
        self.master = master
        self.explainer = explainer

    def think(self, view: Game, seat: Seat, rng: Rng) -> Iterator[Thought]:
        """Yield the master's thoughts, then repeatedly its last one, last the hint."""
        for last in self.master.think(view, seat, rng):
            yield last
        options = last.evaluations[:MAX_MOVES]
        if len(options) > 1 and not any(math.isnan(option.win) for option in options):
            options = yield from _repeat_thought(last, self._separate(view, options, rng))
            reason = yield from _repeat_thought(
                last, find_reason(self.explainer, view, options[0].move, options[1].move, rng)
            )
            if reason is None and options[1].is_even_with(options[0]):
                reason = distinguishing_trait(self.explainer.style.traits_of, view, options[0].move, options[1].move)
            yield Thought(options[0].move, (options[0]._replace(reason=reason), *options[1:]))

    def _separate(
        self, view: Game, options: tuple[Evaluation, ...], rng: Rng
    ) -> CooperativeTask[tuple[Evaluation, ...]]:
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
            swapped = best._replace(difference_error=first.difference_error)
            return (first._replace(difference_error=0.0), *sorted([swapped, *compared[1:]], key=lambda one: -one.value))
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


def _replace_difference(option: Evaluation, best: Evaluation, comparisons: list[WorldComparison]) -> Evaluation:
    """Replace a move's difference from the best one by that of a comparison with it."""
    lead, error = lead_of_first(comparisons, 1)
    won, _ = mean_and_error(
        [world.samples[0].won - world.samples[1].won for world in comparisons],
        [world.weight for world in comparisons],
    )
    win = min(1.0, max(0.0, best.win - won))
    return option._replace(value=best.value - lead, win=win, difference_error=error)


def _repeat_thought(thought: Thought, task: CooperativeTask[Result]) -> Generator[Thought, Any, Result]:
    """Run a cooperative task; yield the thought at each of its steps."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield thought
