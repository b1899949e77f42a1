"""Trials of a plan in worker processes, counted as they come; to be stopped at any moment."""

from itertools import islice
from types import TracebackType
from typing import Any, Self

from engine.lab.figures import Comparison
from engine.lab.observe import Plan, run, trials
from engine.workers import Workers


class Laboratory:
    """Plays trials until it is stopped, or until so many were played.

    Args:
        plan: what is compared.
        seed: decides the deals.
        most: trials at most; 0 for no end.
        processes: 0 for as many as the machine has cores; without any (or where none can be started) ``poll`` plays.
    """

    def __init__(self, plan: Plan, seed: int, *, most: int = 0, processes: int = 0) -> None:
        self.plan = plan
        self.comparison = Comparison()
        several = trials(plan, seed)
        self._workers = Workers(run, islice(several, most) if most else several, processes=processes)

    def start(self, *, process: bool = True) -> None:
        """Start the processes (``process``), or play within ``poll``."""
        self._workers.start(process=process)

    @property
    def done(self) -> bool:
        """Whether all trials were played, or it was stopped."""
        return self._workers.done

    def poll(self) -> bool:
        """Count what was played since; True when something was. Waits for nothing, but plays where nobody else does.

        Raises:
            Exception: what went wrong in a trial.
        """
        found = self._workers.poll()
        for sums in found:
            self.comparison.add(*sums)
        return bool(found)

    def wait(self, seconds: float) -> None:
        """Wait for the next trial, so long at most."""
        self._workers.wait(seconds)

    def stop(self) -> None:
        """End the processes at once; what was counted stays."""
        self._workers.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


def plan_of(game: Any, first: Any = None, second: Any = None, *, seats: int = 0, level: str = "medium") -> Plan:
    """A plan with what is usual for a game where nothing is said: standard rules, usual seats."""
    standard = game.Options()
    return Plan(game.slug, seats or game.seats_default, first or standard, second or standard, level)
