"""Trials of a plan in worker processes, taken in as they come; to be stopped at any moment."""

import multiprocessing
import multiprocessing.pool
import os
from collections import deque
from types import TracebackType
from typing import Any, Self

from engine.lab.figures import Comparison
from engine.lab.observe import Plan, Sums, Trial, run, trials
from engine.thinking import keep_quiet

AHEAD = 4
"""So many trials wait for each process, that none is ever without one."""


class Laboratory:
    """Plays trials until it is stopped, or until so many were played.

    What comes is taken in the order of the deals, not as it gets done: otherwise short matches would be counted first.

    Args:
        plan: what is compared.
        seed: decides the deals.
        most: trials at most; 0 for no end.
        processes: 0 for as many as the machine has cores; without any (or where none can be started) ``poll`` plays.
    """

    def __init__(self, plan: Plan, seed: int, *, most: int = 0, processes: int = 0) -> None:
        self.plan = plan
        self.comparison = Comparison()
        self.most = most
        self._trials = trials(plan, seed)
        self._begun = 0
        self._waiting: deque[tuple[Trial, multiprocessing.pool.AsyncResult[tuple[Sums, Sums]]]] = deque()
        self._count = processes or os.cpu_count() or 1
        self._pool: multiprocessing.pool.Pool | None = None
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        """Start the processes (``process``), or play within ``poll``."""
        if process:
            try:
                self._pool = multiprocessing.get_context("spawn").Pool(self._count, keep_quiet)
            except (OSError, RuntimeError, ImportError):  # no processes here; ImportError: no semaphores on this system
                self._pool = None
        self._feed()

    @property
    def done(self) -> bool:
        """Whether all trials were played, or it was stopped."""
        return self.stopped or (bool(self.most) and self.comparison.trials >= self.most)

    def poll(self) -> bool:
        """Take in what was played since; True when something was. Waits for nothing, but plays where nobody else does.

        Raises:
            Exception: what went wrong in a trial.
        """
        if self.done:
            return False
        if self._pool is None:
            self._take(run(next(self._trials)))
            return True
        before = self.comparison.trials
        while self._waiting and self._waiting[0][1].ready():
            self._take(self._waiting.popleft()[1].get())
        self._feed()
        if self.done:
            self.stop()
        return self.comparison.trials > before

    def wait(self, seconds: float) -> None:
        """Wait for the next trial, so long at most."""
        if self._waiting:
            self._waiting[0][1].wait(seconds)

    def _take(self, sums: tuple[Sums, Sums]) -> None:
        self.comparison.add(*sums)

    def _feed(self) -> None:
        while (
            self._pool is not None
            and len(self._waiting) < AHEAD * self._count
            and not (self.most and self._begun >= self.most)
        ):
            trial = next(self._trials)
            self._begun += 1
            self._waiting.append((trial, self._pool.apply_async(run, (trial,))))

    def stop(self) -> None:
        """End the processes at once; what was taken in stays."""
        self.stopped = True
        self._waiting.clear()
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


def plan_of(game: Any, first: Any = None, second: Any = None, *, seats: int = 0, level: str = "medium") -> Plan:
    """A plan with what is usual for a game where nothing is said: standard rules, usual seats."""
    standard = game.Options()
    return Plan(game.slug, seats or game.seats_default, first or standard, second or standard, level)
