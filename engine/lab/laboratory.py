"""Trials of a plan in worker processes, counted as they come; to be stopped at any moment."""

from itertools import islice
from typing import Any

from engine.lab.figures import Comparison
from engine.lab.trials import Experiment, Sums, Trial, run, trials
from engine.work.workers import Workers


class Laboratory(Workers[Trial, tuple[Sums, Sums]]):
    """Plays trials until it is stopped, or until so many were played.

    Args:
        plan: what is compared.
        seed: decides the deals.
        most: trials at most; 0 for no end.
        processes: 0 for as many as the machine has cores; without any (or where none can be started) ``poll`` plays.
    """

    def __init__(self, plan: Experiment, seed: int, *, most: int = 0, processes: int = 0) -> None:
        several = trials(plan, seed)
        super().__init__(run, islice(several, most) if most else several, processes=processes)
        self.plan = plan
        self.comparison = Comparison()

    def take(self, result: tuple[Sums, Sums]) -> None:
        self.comparison.add(*result)


def experiment_for(
    game: Any, first: Any = None, second: Any = None, *, seats: int = 0, level: str = "medium"
) -> Experiment:
    """A plan with what is usual for a game where nothing is said: standard rules, usual seats."""
    standard = game.Options()
    return Experiment(game.slug, seats or game.seats_default, first or standard, second or standard, level)
