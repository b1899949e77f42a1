"""The pars of deals, found in a process beside the window: playing by playing, to be stopped at any moment."""

from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple, Self

from engine.par.playing import Dealt, Par, Playing, play, playings
from engine.workers import Workers

PLAYINGS = 20
"""So many times a deal is played: ± 11 per cent, in seconds."""


class _Result(NamedTuple):
    """A playing that was played."""

    deal: int
    """Which one of those that are looked at."""
    points: int | None


class _Task(NamedTuple):
    deal: int
    playing: Playing


class ParMaker:
    """Plays deals again and again, one deal after the other, and counts.

    What comes out is the same whoever plays, in the window or in any number of processes.

    Args:
        deals: in the order in which their pars are wanted.
        count: of playings, each.
        processes: that play; 0 for as many as the machine has cores. They work at the lowest priority.
    """

    def __init__(self, deals: Sequence[Dealt], *, count: int = PLAYINGS, processes: int = 1) -> None:
        self.deals = tuple(deals)
        self.count = count
        self.pars = [Par(deal.own) for deal in deals]
        """What was found so far, for each deal."""
        self._played = [0] * len(deals)
        tasks = (_Task(which, one) for which, deal in enumerate(deals) for one in playings(deal, count))
        self._workers = Workers(_do, tasks, processes=processes, ahead=2, idle=True)

    def start(self, *, process: bool = True) -> None:
        """Start the process, or go on after ``rest``; without one ``poll`` plays, one playing at a time."""
        self._workers.start(process=process)

    @property
    def in_process(self) -> bool:
        """Whether a process plays."""
        return self._workers.in_process

    @property
    def done(self) -> bool:
        """Whether all was played, or it was stopped."""
        return self._workers.done

    def whole(self, deal: int) -> bool:
        """Whether so many playings of that deal were played as were asked for."""
        return self._played[deal] == self.count

    def poll(self) -> bool:
        """Count what was played since; True when something was. Waits for nothing.

        Raises:
            Exception: what went wrong in a playing.
        """
        found = self._workers.poll()
        for result in found:
            self._played[result.deal] += 1
            if result.points is not None:
                par = self.pars[result.deal]
                self.pars[result.deal] = par._replace(points=(*par.points, result.points))
        return bool(found)

    def wait(self, seconds: float) -> None:
        """Wait for the next playing, so long at most."""
        self._workers.wait(seconds)

    def rest(self) -> None:
        """End the process; ``start`` goes on."""
        self._workers.rest()

    def stop(self) -> None:
        """End the process at once; what was counted stays."""
        self._workers.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


def _do(task: _Task) -> _Result:
    return _Result(task.deal, play(task.playing))
