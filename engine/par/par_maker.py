"""Computes the pars of deals by playouts in background processes."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cooperative import CooperativeTask
from engine.par.playouts import FinishedDeal, Par, PlayoutTask, play_out, playout_tasks
from engine.work.worker_pool import WorkerPool

PLAYOUTS_PER_DEAL = 20
"""Number of playouts per deal: a standard error of 11 per cent within seconds."""


class _PlayoutPoints(NamedTuple):
    """Points of the person's seat in one playout of a deal by Master."""

    deal_index: int
    """Index of the deal."""
    points: int | None
    """The seat's points; None if the deal didn't end."""


class _DealPlayout(NamedTuple):
    """A playout of a deal to do in a background process."""

    deal_index: int
    """Index of the deal."""
    playout: PlayoutTask


class ParMaker(WorkerPool[_DealPlayout, _PlayoutPoints]):
    """Plays out deals by Master many times, one deal after the other, and collects the points for their pars.

    The results do not depend on the number of processes.

    Args:
        deals: the deals, in the order in which their pars are needed.
        count: number of playouts per deal.
        processes: number of processes; 0 for one per core. They run at the lowest priority.
    """

    def __init__(self, deals: Sequence[FinishedDeal], *, count: int = PLAYOUTS_PER_DEAL, processes: int = 1) -> None:
        tasks = (_DealPlayout(which, one) for which, deal in enumerate(deals) for one in playout_tasks(deal, count))
        super().__init__(_run_playout, tasks, processes=processes, tasks_ahead=2, idle=True)
        self.deals = tuple(deals)
        self.count = count
        self.pars = [Par(deal.own_points) for deal in deals]
        """The par of each deal so far."""
        self._playout_counts = [0] * len(deals)

    def is_complete(self, deal_index: int) -> bool:
        """Whether all playouts for the par of a deal are done."""
        return self._playout_counts[deal_index] == self.count

    def handle_result(self, result: _PlayoutPoints) -> None:
        self._playout_counts[result.deal_index] += 1
        if result.points is not None:
            par = self.pars[result.deal_index]
            self.pars[result.deal_index] = par._replace(points=(*par.points, result.points))


def _run_playout(task: _DealPlayout) -> CooperativeTask[_PlayoutPoints]:
    return _PlayoutPoints(task.deal_index, (yield from play_out(task.playout)))
