"""Trials of an experiment in background processes; they can be stopped at any moment."""

from itertools import islice
from typing import Any

from engine.lab.figures import Comparison
from engine.lab.trials import Experiment, RuleTrial, Sums, run, trials
from engine.work.workers import Workers


class Laboratory(Workers[RuleTrial, tuple[Sums, Sums]]):
    """Plays trials until it is stopped, or their maximum number is reached.

    Args:
        experiment: what to compare.
        seed: determines the deals.
        most: maximum number of trials; 0 for no limit.
        processes: number of processes; 0 for one per core. Where none can be started, ``poll`` plays.
    """

    def __init__(self, experiment: Experiment, seed: int, *, most: int = 0, processes: int = 0) -> None:
        several = trials(experiment, seed)
        super().__init__(run, islice(several, most) if most else several, processes=processes)
        self.experiment = experiment
        self.comparison = Comparison()

    def take(self, result: tuple[Sums, Sums]) -> None:
        self.comparison.add(*result)


def experiment_for(
    game: Any, first: Any = None, second: Any = None, *, seats: int = 0, level: str = "medium"
) -> Experiment:
    """An experiment with a game's defaults for what is not given: standard rules, usual seats."""
    standard = game.Options()
    return Experiment(game.slug, seats or game.seats_default, first or standard, second or standard, level)
