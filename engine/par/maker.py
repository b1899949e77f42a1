"""The pars of deals, found in a process beside the window: playing by playing, to be stopped at any moment."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.par.playouts import FinishedDeal, Par, Playout, play_out, playouts
from engine.work.workers import Workers

PLAYOUTS = 20
"""So many times a deal is played: ± 11 per cent, in seconds."""


class _PlayoutPoints(NamedTuple):
    """A playing that was played."""

    deal: int
    """Which one of those that are looked at."""
    points: int | None


class _PlayoutTask(NamedTuple):
    deal: int
    playing: Playout


class ParMaker(Workers[_PlayoutTask, _PlayoutPoints]):
    """Plays deals again and again, one deal after the other, and counts.

    What comes out is the same whoever plays, in the window or in any number of processes.

    Args:
        deals: in the order in which their pars are wanted.
        count: of playings, each.
        processes: that play; 0 for as many as the machine has cores. They work at the lowest priority.
    """

    def __init__(self, deals: Sequence[FinishedDeal], *, count: int = PLAYOUTS, processes: int = 1) -> None:
        tasks = (_PlayoutTask(which, one) for which, deal in enumerate(deals) for one in playouts(deal, count))
        super().__init__(_do, tasks, processes=processes, ahead=2, idle=True)
        self.deals = tuple(deals)
        self.count = count
        self.pars = [Par(deal.own) for deal in deals]
        """What was found so far, for each deal."""
        self._played = [0] * len(deals)

    def whole(self, deal: int) -> bool:
        """Whether so many playings of that deal were played as were asked for."""
        return self._played[deal] == self.count

    def take(self, result: _PlayoutPoints) -> None:
        self._played[result.deal] += 1
        if result.points is not None:
            par = self.pars[result.deal]
            self.pars[result.deal] = par._replace(points=(*par.points, result.points))


def _do(task: _PlayoutTask) -> _PlayoutPoints:
    return _PlayoutPoints(task.deal, play_out(task.playing))
