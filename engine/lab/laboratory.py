"""Runs the trials of an experiment in background processes."""

from itertools import islice

from engine.lab.estimates import Comparison
from engine.lab.trials import Experiment, RatioSums, RuleTrial, run_trial, trials
from engine.work.worker_pool import WorkerPool


class Laboratory(WorkerPool[RuleTrial, tuple[RatioSums, RatioSums]]):
    """Plays trials of two house rules in background processes, until stopped or their maximum number is reached.

    Args:
        experiment: the rules to compare.
        seed: seed of the deals.
        max_trials: maximum number of trials; 0 for no limit.
        processes: number of processes; 0 for one per core.
    """

    def __init__(self, experiment: Experiment, seed: int, *, max_trials: int = 0, processes: int = 0) -> None:
        several = trials(experiment, seed)
        super().__init__(run_trial, islice(several, max_trials) if max_trials else several, processes=processes)
        self.experiment = experiment
        self.comparison = Comparison()

    def handle_result(self, result: tuple[RatioSums, RatioSums]) -> None:
        self.comparison.add(*result)
